//! The parts of a position that do not touch, and their solutions.
//!
//! # Theory
//! Covered cells beside open numbers fall into parts that share no number. A part is known by its
//! list of solutions: how many mines lie in each box of cells that see the same numbers. Most
//! moves change one part, so the others are kept: a part is found anew only if the rest of one of
//! its numbers changed, or a new number touches one of its cells.
//!
//! # Cost
//! One step for each cell and number of the parts that changed, and the listing of their solutions.

use super::View;
use super::listing::Search;

/// The part of a cell that belongs to none.
pub const NONE: u32 = u32::MAX;

/// A part of a position.
#[derive(Debug, Default)]
pub struct Part {
    /// The open cells whose numbers bind it.
    pub numbers: Vec<u32>,
    /// Its covered cells, box by box.
    pub cells: Vec<u32>,
    /// Where each box begins in `cells`, and where the last one ends.
    pub starts: Vec<u32>,
    /// The mines of each box, solution after solution.
    pub rows: Vec<u16>,
    /// What the rows stand for.
    pub solutions: Vec<Solution>,
    /// The fewest mines of a solution.
    pub low: u32,
    /// How many placements have `low` mines, one more, and so on.
    pub by_mines: Vec<f64>,
    /// The boxes that are mined in some solution, and those that are full of mines in all.
    pub ever: u128,
    /// See `ever`.
    pub always: u128,
    /// Whether the solutions are too many to be listed.
    pub is_large: bool,
}

/// A solution of a part.
#[derive(Clone, Copy, Debug)]
pub struct Solution {
    /// Its mines.
    pub mines: u32,
    /// How many placements it stands for.
    pub ways: f64,
    /// Which boxes have a mine, one bit each.
    pub mined: u128,
    /// Which boxes are full of mines.
    pub full: u128,
}

/// Copies take the place of others many times in a game: memory is used again.
impl Clone for Part {
    fn clone(&self) -> Self {
        let mut part = Part::default();
        part.clone_from(self);
        part
    }

    fn clone_from(&mut self, source: &Self) {
        let Part { numbers, cells, starts, rows, solutions, low, by_mines, ever, always, is_large } = source;
        (self.low, self.ever, self.always, self.is_large) = (*low, *ever, *always, *is_large);
        self.numbers.clone_from(numbers);
        self.cells.clone_from(cells);
        self.starts.clone_from(starts);
        self.rows.clone_from(rows);
        self.solutions.clone_from(solutions);
        self.by_mines.clone_from(by_mines);
    }
}

impl Part {
    /// How many boxes there are.
    pub fn box_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The cells of a box.
    pub fn box_cells(&self, b: usize) -> &[u32] {
        &self.cells[self.starts[b] as usize..self.starts[b + 1] as usize]
    }

    /// How many cells a box has.
    pub fn size(&self, b: usize) -> u32 {
        self.starts[b + 1] - self.starts[b]
    }

    /// The mines of each box in a solution.
    pub fn row(&self, solution: usize) -> &[u16] {
        let boxes = self.box_count();
        &self.rows[solution * boxes..(solution + 1) * boxes]
    }

    /// The most mines of a solution.
    pub fn high(&self) -> u32 {
        self.low + self.by_mines.len() as u32 - 1
    }

    pub(super) fn clear(&mut self) {
        self.numbers.clear();
        self.cells.clear();
        self.starts.clear();
        self.rows.clear();
        self.solutions.clear();
        self.by_mines.clear();
        self.is_large = false;
    }
}

/// The parts of a position, kept from move to move.
#[derive(Debug)]
pub struct Parts {
    all: Vec<Part>,
    live: Vec<u32>,
    /// Per part: its place in `live`.
    slots: Vec<u32>,
    spare: Vec<u32>,
    /// Per cell, covered or open: its part.
    part_of: Vec<u32>,
    /// Per covered cell of a part: its box.
    box_of: Vec<u32>,
    /// Per number: its place in its part.
    place: Vec<u32>,
    seeds: Vec<u32>,
    search: Search,
}

impl Clone for Parts {
    fn clone(&self) -> Self {
        let mut parts = Parts::new(self.part_of.len());
        parts.clone_from(self);
        parts
    }

    fn clone_from(&mut self, source: &Self) {
        // The search is only room to think.
        let Parts { all, live, slots, spare, part_of, box_of, place, seeds, search: _ } = source;
        self.all.resize_with(all.len(), Part::default);
        for &part in live {
            self.all[part as usize].clone_from(&all[part as usize]);
        }
        self.live.clone_from(live);
        self.slots.clone_from(slots);
        self.spare.clone_from(spare);
        self.part_of.clone_from(part_of);
        self.box_of.clone_from(box_of);
        self.place.clone_from(place);
        self.seeds.clone_from(seeds);
    }
}

impl Parts {
    /// No parts yet.
    pub fn new(cells: usize) -> Self {
        Parts {
            all: Vec::new(),
            live: Vec::new(),
            slots: Vec::new(),
            spare: Vec::new(),
            part_of: vec![NONE; cells],
            box_of: vec![0; cells],
            place: vec![0; cells],
            seeds: Vec::new(),
            search: Search::default(),
        }
    }

    /// Forgets all parts.
    pub fn reset(&mut self) {
        while let Some(&part) = self.live.last() {
            self.drop_part(part);
        }
        self.seeds.clear();
    }

    /// The parts, in no order that matters.
    pub fn live(&self) -> impl ExactSizeIterator<Item = &Part> + DoubleEndedIterator + Clone + '_ {
        self.live.iter().map(|&part| &self.all[part as usize])
    }

    /// The part at a place among the live ones.
    pub fn part(&self, slot: usize) -> &Part {
        &self.all[self.live[slot] as usize]
    }

    /// The covered cells that no number sees, ascending.
    pub fn background<'v>(&'v self, view: &'v View) -> impl Iterator<Item = u32> + 'v {
        view.covered_cells().filter(|&cell| self.of(cell).is_none())
    }

    /// The part of a covered cell among [`live`](Self::live) ones, and its box; `None` if no number
    /// sees it.
    pub fn of(&self, cell: u32) -> Option<(usize, usize)> {
        let &slot = self.slots.get(self.part_of[cell as usize] as usize)?;
        Some((slot as usize, self.box_of[cell as usize] as usize))
    }

    /// Finds anew what changed.
    pub fn update(&mut self, view: &mut View) {
        while let Some(number) = view.take_touched() {
            self.seeds.push(number);
            self.drop_part(self.part_of[number as usize]);
        }
        while let Some(seed) = self.seeds.pop() {
            if view.is_live(seed) && self.part_of[seed as usize] == NONE {
                self.grow(seed, view);
            }
        }
    }

    /// Gives up a part; its numbers look for a new one.
    fn drop_part(&mut self, part: u32) {
        if part == NONE {
            return;
        }
        let at = self.slots[part as usize];
        self.live.swap_remove(at as usize);
        if let Some(&moved) = self.live.get(at as usize) {
            self.slots[moved as usize] = at;
        }
        self.spare.push(part);
        let part = &self.all[part as usize];
        for &cell in part.numbers.iter().chain(&part.cells) {
            self.part_of[cell as usize] = NONE;
        }
        self.seeds.extend_from_slice(&part.numbers);
    }

    /// Builds the part that a number belongs to.
    fn grow(&mut self, seed: u32, view: &View) {
        let id = self.spare.pop().unwrap_or_else(|| {
            self.all.push(Part::default());
            self.slots.push(0);
            self.all.len() as u32 - 1
        });
        let mut part = std::mem::take(&mut self.all[id as usize]);
        part.clear();
        self.part_of[seed as usize] = id;
        part.numbers.push(seed);
        let mut next = 0;
        while let Some(&number) = part.numbers.get(next) {
            self.place[number as usize] = next as u32;
            next += 1;
            for cell in view.covered_around(number) {
                if self.part_of[cell as usize] == id {
                    continue;
                }
                self.drop_part(self.part_of[cell as usize]);
                self.part_of[cell as usize] = id;
                part.cells.push(cell);
                for &other in view.field().around(cell) {
                    if view.is_live(other) && self.part_of[other as usize] != id {
                        self.drop_part(self.part_of[other as usize]);
                        self.part_of[other as usize] = id;
                        part.numbers.push(other);
                    }
                }
            }
        }
        self.search.solve(&mut part, &self.place, view);
        for b in 0..part.box_count() {
            for &cell in part.box_cells(b) {
                self.box_of[cell as usize] = b as u32;
            }
        }
        self.all[id as usize] = part;
        self.slots[id as usize] = self.live.len() as u32;
        self.live.push(id);
    }
}

/// n over k.
pub fn choose(n: u32, k: u32) -> f64 {
    let k = k.min(n - k);
    (0..k).fold(1.0, |product, i| product * f64::from(n - i) / f64::from(i + 1))
}
