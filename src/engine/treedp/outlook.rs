//! What the boxes outside of a table can still give.
//!
//! # Theory
//! The rests of a table's open numbers must be met by the boxes outside. For numbers P and N,
//! where a box counts |b∩P| − |b∩N| times, the rests of P minus the rests of N are at most the sum
//! of size(b)·max(0, |b∩P| − |b∩N|) over the boxes outside. P = {j} alone is the capacity left to
//! j. The pairs P = {j}, N = {k} tell that of two numbers which share boxes one cannot need much
//! more than the other. A number that is not open yet takes part with its whole rest, which makes
//! of the pair a bound on the other number alone.
//!
//! States that break such a rule have no solution outside, so leaving them out changes no answer;
//! on boards with half of the cells mined nine of ten states are of that kind.
//!
//! # Cost
//! A bound costs nothing, as bounds are compared anyway. A pair is looked at where its rule gets
//! tighter: when a box of one of the two is added, for all states that are written.

use crate::reduce::{BoxId, Component, NumberId};

/// A number with more boxes than this is left out.
const MOST_BOXES: usize = 64;

/// A component with fewer boxes than this has no states to spare.
const FEWEST_BOXES: usize = 16;

/// The boxes outside of tables, seen from their numbers.
pub struct Outlook<'a> {
    component: &'a Component,
    capacity: &'a [u64],
    number_boxes: Vec<Vec<BoxId>>,
    /// In which table each box is.
    owner: Vec<u32>,
    /// Cells of the boxes outside that the number at hand shares with each other number.
    shared: Vec<u64>,
    sharers: Vec<NumberId>,
}

impl<'a> Outlook<'a> {
    /// All boxes outside. `None` where rules would prune too little.
    pub fn new(component: &'a Component, capacity: &'a [u64]) -> Option<Self> {
        (component.box_count() >= FEWEST_BOXES).then(|| Outlook {
            component,
            capacity,
            number_boxes: component.number_boxes(),
            owner: vec![u32::MAX; component.box_count()],
            shared: vec![0; component.number_count()],
            sharers: Vec::new(),
        })
    }

    /// Puts a box into a table.
    pub fn put(&mut self, b: BoxId, table: u32) {
        self.owner[b.index()] = table;
    }

    /// Looks from a number over the boxes outside of a table.
    pub fn look(&mut self, number: NumberId, table: u32) {
        for k in self.sharers.drain(..) {
            self.shared[k.index()] = 0;
        }
        let boxes = &self.number_boxes[number.index()];
        if boxes.len() > MOST_BOXES {
            return;
        }
        for &b in boxes.iter().filter(|b| self.owner[b.index()] != table) {
            let size = u64::from(self.component.size(b));
            for &k in self.component.box_numbers(b).iter().filter(|&&k| k != number) {
                if self.shared[k.index()] == 0 {
                    self.sharers.push(k);
                }
                self.shared[k.index()] += size;
            }
        }
    }

    /// The cells outside that the number looked from shares with another.
    pub fn shared_with(&self, other: NumberId) -> u64 {
        self.shared[other.index()]
    }

    /// Between which rests the number looked from must lie, of which `outside` cells are outside,
    /// by what the numbers need that are not `open` yet.
    pub fn bounds(&self, outside: u64, open: impl Fn(NumberId) -> bool) -> (u64, u64) {
        let closed = self.sharers.iter().filter(|&&k| !open(k));
        closed.fold((0, outside), |(least, most), &k| {
            let (rest, shared) = (u64::from(self.component.rest(k)), self.shared[k.index()]);
            let alone = self.capacity[k.index()].saturating_sub(shared);
            (least.max(rest.saturating_sub(alone)), most.min(rest + outside.saturating_sub(shared)))
        })
    }
}
