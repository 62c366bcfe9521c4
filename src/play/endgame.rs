//! The end of a game, where few placements are left.
//!
//! # Cost
//! One step for each placement, covered cell and neighbour, and then the search for optimal play.

use super::optimal::{Cases, MINED, Narrow, Wide};
use super::{Look, Parts, View};
use crate::budget::{Answer, Budget, StopReason};

/// Room for end games.
#[derive(Clone, Debug, Default)]
pub struct Endgame {
    cases: Cases,
    narrow: Narrow,
    /// The covered cells, and per cell its place among them.
    cells: Vec<u32>,
    places: Vec<u32>,
    /// Placement after placement: which covered cells are mined.
    mined: Vec<bool>,
}

impl Endgame {
    /// The cells with which optimal play goes on where nothing is sure, and how many placements it
    /// wins. Stops where there are too many placements or neighbours for its lists.
    pub fn best(
        &mut self,
        view: &View,
        parts: &Parts,
        look: &Look,
        budget: &Budget,
    ) -> Answer<(u64, Vec<u32>)> {
        let fits = |cell: u32| view.covered_around(cell).count() < usize::from(MINED);
        if look.weights.background > u16::MAX.into() || !view.covered_cells().all(fits) {
            return Err(StopReason::Width);
        }
        // A byte for each covered cell of each placement, as mined and as value.
        let _lease = budget.reserve((look.count() * f64::from(view.covered()) * 2.0) as u64)?;
        self.list(view, parts, look);
        self.tell_values(view);
        let cells = &self.cells;
        let (wins, best) = Wide::new(&self.cases, &[], &mut self.narrow, budget)?.best()?;
        Ok((wins, best.into_iter().map(|cell| cells[usize::from(cell)]).collect()))
    }

    /// How many placements the last position had.
    pub fn placements(&self) -> usize {
        self.cases.len()
    }

    /// Lists all placements.
    fn list(&mut self, view: &View, parts: &Parts, look: &Look) {
        self.cells.clear();
        let mut boxes = Vec::new();
        for part in parts.live() {
            boxes.extend((0..part.box_count()).map(|b| part.size(b)));
            self.cells.extend_from_slice(&part.cells);
        }
        self.cells.extend(parts.background(view));
        boxes.push(look.weights.background);
        self.places.resize(view.field().len(), 0);
        for (place, &cell) in self.cells.iter().enumerate() {
            self.places[cell as usize] = place as u32;
        }
        self.mined.clear();
        let mut listing = Listing {
            parts,
            look,
            boxes,
            row: Vec::new(),
            mined: vec![false; self.cells.len()],
            all: &mut self.mined,
        };
        listing.choose_solutions(0, look.weights.mines);
    }

    /// Finds what each cell is in each placement.
    fn tell_values(&mut self, view: &View) {
        let width = self.cells.len();
        self.cases.reset(self.mined.len() / width);
        let mut near = Vec::new();
        for (place, &cell) in self.cells.iter().enumerate() {
            near.clear();
            near.extend(view.covered_around(cell).map(|near| self.places[near as usize] as usize));
            let value = |mined: &[bool]| {
                if mined[place] { MINED } else { near.iter().map(|&near| u8::from(mined[near])).sum() }
            };
            self.cases.push(cell, self.mined.chunks_exact(width).map(value));
        }
    }
}

/// A walk through all placements.
struct Listing<'a> {
    parts: &'a Parts,
    look: &'a Look,
    /// The sizes of all boxes, the background last.
    boxes: Vec<u32>,
    /// The mines of the boxes up to here.
    row: Vec<u16>,
    mined: Vec<bool>,
    all: &'a mut Vec<bool>,
}

impl Listing<'_> {
    /// Chooses a solution for the parts from `slot` on, with `mines` left for them.
    fn choose_solutions(&mut self, slot: usize, mines: u32) {
        if slot == self.parts.live().len() {
            if mines <= self.look.weights.background {
                self.row.push(mines as u16);
                self.choose_cells(0, 0, self.row[0].into(), 0);
                self.row.pop();
            }
            return;
        }
        let parts = self.parts;
        let part = parts.part(slot);
        for (i, solution) in part.solutions.iter().enumerate() {
            let can = &self.look.weights;
            let fits = !can.is_tight || can.can_be[slot][(solution.mines - part.low) as usize];
            if fits && solution.mines <= mines {
                let at = self.row.len();
                self.row.extend_from_slice(part.row(i));
                self.choose_solutions(slot + 1, mines - solution.mines);
                self.row.truncate(at);
            }
        }
    }

    /// Chooses which cells are mined, from cell `at` of box `b` on, which begins at `from`.
    fn choose_cells(&mut self, b: usize, at: u32, mines: u32, from: usize) {
        let size = self.boxes[b];
        if at == size {
            let from = from + size as usize;
            match self.row.get(b + 1) {
                Some(&mines) => self.choose_cells(b + 1, 0, mines.into(), from),
                None => self.all.extend_from_slice(&self.mined),
            }
            return;
        }
        let place = from + at as usize;
        if mines < size - at {
            self.choose_cells(b, at + 1, mines, from);
        }
        if mines > 0 {
            self.mined[place] = true;
            self.choose_cells(b, at + 1, mines - 1, from);
            self.mined[place] = false;
        }
    }
}
