//! What the rests of open numbers may be, cell by cell along a path.
//!
//! # Theory
//! A cell that is added takes each of its numbers' rests down by at most one, and what is left
//! outside of the table bounds it from above. So ranges only ever move down: what is below a range
//! has never been written, and what is above is never read again. That is what lets `pass` add
//! cells in place.

use crate::budget::{Answer, Budget};
use crate::reduce::{BoxId, Component, NumberId};

use super::super::layout::{Layout, StepLayout};
use super::super::program::Op;

/// The rests that a number may have, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub low: u64,
    /// The largest.
    pub high: u64,
}

impl Range {
    /// No rest at all.
    pub const NONE: Range = Range { low: 1, high: 0 };

    /// How many there are.
    pub fn len(self) -> u64 {
        (self.high + 1).saturating_sub(self.low)
    }
}

/// A number that a cell touches.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    /// The number.
    pub number: NumberId,
    /// What its rest may be from then on.
    pub after: Range,
    /// Whether this was its last cell.
    pub closes: bool,
}

/// The ranges along a path of cells.
#[derive(Debug)]
pub struct Course {
    /// For each cell the numbers that it touches.
    pub steps: Vec<Vec<Touch>>,
    /// How many vectors of rests there are before the first cell and after each.
    pub sizes: Vec<u64>,
}

impl Course {
    /// The ranges along these boxes, all of one cell.
    pub fn new(units: &Component, boxes: &[BoxId], budget: &Budget) -> Answer<Self> {
        let ops: Vec<Op> = std::iter::once(Op::Start).chain(boxes.iter().map(|&b| Op::Add(b))).collect();
        let layout = Layout::new(units, &ops, &[], budget)?;
        let mut ranges = Ranges::new(units);
        let (mut steps, mut sizes) = (Vec::with_capacity(boxes.len()), vec![1]);
        let mut open: Vec<NumberId> = Vec::new();
        for step in &layout.steps {
            let StepLayout::Add { seats, .. } = step else { continue };
            let mut touched = Vec::with_capacity(seats.len());
            for seat in seats {
                if seat.opens {
                    open.push(seat.number);
                }
                let after = ranges.take_down(seat.number, seat.least, seat.most);
                touched.push(Touch { number: seat.number, after, closes: seat.closes });
            }
            // A closed number counts until here: it may have no rest left at all.
            let size = open.iter().fold(1u64, |size, &j| size.saturating_mul(ranges.of(j).len()));
            open.retain(|&j| !touched.iter().any(|touch| touch.number == j && touch.closes));
            steps.push(touched);
            sizes.push(size);
        }
        Ok(Course { steps, sizes })
    }

    /// The vectors of rests of all steps together.
    pub fn work(&self) -> u64 {
        self.sizes.iter().fold(0, |sum, &size| sum.saturating_add(size))
    }

    /// The first cell from `step` on that touches the number.
    pub fn next_touch(&self, number: NumberId, step: usize) -> usize {
        let touches = |touched: &Vec<Touch>| touched.iter().any(|touch| touch.number == number);
        self.steps[step..].iter().position(touches).map_or(self.steps.len(), |ahead| step + ahead)
    }
}

/// What the rests of all numbers may be at some point of a path.
#[derive(Clone, Debug)]
pub struct Ranges(Vec<Range>);

impl Ranges {
    /// Before the first cell.
    pub fn new(component: &Component) -> Self {
        let whole = |j| u64::from(component.rest(j));
        Ranges(component.numbers().map(|j| Range { low: whole(j), high: whole(j) }).collect())
    }

    /// What the rest of a number may be.
    pub fn of(&self, number: NumberId) -> Range {
        self.0[number.index()]
    }

    /// Changes what it may be.
    pub fn set(&mut self, number: NumberId, range: Range) {
        self.0[number.index()] = range;
    }

    /// The range of a number after one more cell of it, if what is outside asks for at least `least`
    /// and at most `most`.
    fn take_down(&mut self, number: NumberId, least: u64, most: u64) -> Range {
        let range = &mut self.0[number.index()];
        // Never up again, even where the outside would allow it.
        range.low = range.low.saturating_sub(1).max(least).min(range.low);
        range.high = range.high.min(most);
        *range
    }
}
