//! From a model to components, and back.
//!
//! # Theory
//! What simple reasoning decides is decided ([`propagate`]), cells that see the same numbers
//! become a box, boxes connected by numbers become a component, and cells that no number sees are
//! the background, where every placement is as good as any other. Each step loses no placement:
//! the placements of the board are exactly the choices of one solution for each component, one
//! choice of cells in each box with that many mines, and any subset of the background, with the
//! decided cells as decided. [`Reduced`] keeps the way back for each.

pub mod classes;
mod component;
pub mod intervals;
mod propagate;

pub use component::{BoxId, Component, NumberId};
pub use propagate::{Fate, Propagation, propagate};

use std::sync::Arc;

use crate::board::CellId;
use crate::budget::{Answer, Budget};
use crate::model::Model;

/// A component and where it came from.
#[derive(Clone, Debug)]
pub struct Part {
    /// What engines see.
    pub component: Arc<Component>,
    /// For each number the open cell it came from.
    pub number_cells: Vec<CellId>,
    box_starts: Vec<u32>,
    box_cells: Vec<CellId>,
}

impl Part {
    /// The cells of a box, ascending.
    pub fn box_cells(&self, b: BoxId) -> &[CellId] {
        &self.box_cells[self.box_starts[b.index()] as usize..self.box_starts[b.index() + 1] as usize]
    }
}

/// A board in pieces.
#[derive(Clone, Debug, Default)]
pub struct Reduced {
    /// Simple reasoning found that no placement meets the numbers. Everything else is then empty.
    pub contradiction: bool,
    /// Covered cells that must be mined, ascending.
    pub mined: Vec<CellId>,
    /// Covered cells that must be free, ascending.
    pub free: Vec<CellId>,
    /// Undecided cells that no number sees any more, ascending.
    pub background: Vec<CellId>,
    /// The components in the order of their first numbers.
    pub parts: Vec<Part>,
    /// Mines known from the labels.
    pub known_mines: u64,
    /// The total, known mines included.
    pub total: Option<u64>,
}

impl Reduced {
    /// Reduces a model.
    pub fn new(model: &Model, budget: &Budget) -> Answer<Self> {
        let mut reduced =
            Reduced { known_mines: model.known_mines, total: model.total, ..Reduced::default() };
        let Some(state) = propagate(model, budget)? else {
            reduced.contradiction = true;
            return Ok(reduced);
        };
        reduced.assemble(model, &state);
        Ok(reduced)
    }

    /// How many mines are decided, known ones included.
    pub fn sure_mines(&self) -> u64 {
        self.known_mines + self.mined.len() as u64
    }

    /// How many mines are left for components and background; `None` without a total, and
    /// `Some(None)` where more mines are sure than the total allows or where the undecided cells
    /// are too few for the others.
    pub fn mines_left(&self) -> Option<Option<u64>> {
        let cells: u64 = self.parts.iter().map(|part| part.component.cell_count()).sum();
        let room = cells + self.background.len() as u64;
        self.total.map(|total| total.checked_sub(self.sure_mines()).filter(|&left| left <= room))
    }

    /// Sorts the covered cells and builds the parts.
    fn assemble(&mut self, model: &Model, state: &Propagation) {
        let boxes = self.sort_cells(model, state);
        let mut sorter = Sorter {
            model,
            state,
            local: vec![u32::MAX; model.open.len()],
            seen: vec![false; boxes.firsts.len()],
            boxes,
            members: Vec::new(),
            found: Vec::new(),
        };
        for first in 0..model.open.len() {
            if !state.cells(first).is_empty() && sorter.local[first] == u32::MAX {
                sorter.collect(first as u32);
                self.parts.push(sorter.part());
            }
        }
    }

    /// Puts every covered cell among the mined, the free, the background, or into its box.
    fn sort_cells(&mut self, model: &Model, state: &Propagation) -> Boxes {
        let (class, classes) = classes_of(model, state);
        let mut seat = vec![u32::MAX; classes];
        let mut boxes = Boxes { of: class, firsts: Vec::with_capacity(classes), ..Boxes::default() };
        let mut boxed: Vec<(u32, CellId)> = Vec::with_capacity(2 * classes);
        self.background.reserve(model.covered.len());
        for (i, &cell) in model.covered.iter().enumerate() {
            match state.fate(i) {
                Fate::Mined => self.mined.push(cell),
                Fate::Free => self.free.push(cell),
                Fate::Open if state.sums(i).is_empty() => self.background.push(cell),
                Fate::Open => {
                    let place = &mut seat[boxes.of[i] as usize];
                    if *place == u32::MAX {
                        *place = boxes.firsts.len() as u32;
                        boxes.firsts.push(i as u32);
                    }
                    boxes.of[i] = *place;
                    boxed.push((*place, cell));
                }
            }
        }
        boxes.fill(&boxed);
        boxes
    }
}

/// Open cells that see the same sums, box by box in the order of their first cells.
#[derive(Default)]
struct Boxes {
    /// For each open cell that some sum sees its box.
    of: Vec<u32>,
    /// The first cell of each box.
    firsts: Vec<u32>,
    ends: Vec<u32>,
    cells: Vec<CellId>,
}

impl Boxes {
    /// Lays the cells out box by box, in their order.
    fn fill(&mut self, boxed: &[(u32, CellId)]) {
        // One place too many in front: first sizes, then starts, then ends.
        self.ends.resize(self.firsts.len() + 1, 0);
        for (b, _) in boxed {
            self.ends[*b as usize + 1] += 1;
        }
        for b in 1..self.ends.len() {
            self.ends[b] += self.ends[b - 1];
        }
        self.cells.resize(boxed.len(), CellId(0));
        for (b, cell) in boxed {
            let next = &mut self.ends[*b as usize];
            self.cells[*next as usize] = *cell;
            *next += 1;
        }
    }

    fn cells(&self, b: u32) -> &[CellId] {
        let start = if b == 0 { 0 } else { self.ends[b as usize - 1] };
        &self.cells[start as usize..self.ends[b as usize] as usize]
    }
}

/// Walks from sums over boxes to sums, part by part.
struct Sorter<'a> {
    model: &'a Model,
    state: &'a Propagation,
    boxes: Boxes,
    /// The number of each sum within its part.
    local: Vec<u32>,
    seen: Vec<bool>,
    members: Vec<u32>,
    found: Vec<u32>,
}

impl Sorter<'_> {
    /// Finds the sums and boxes that hang together with a sum.
    fn collect(&mut self, first: u32) {
        self.members.clear();
        self.found.clear();
        self.members.push(first);
        self.local[first as usize] = 0;
        let mut next = 0;
        while let Some(&s) = self.members.get(next) {
            next += 1;
            for &c in self.state.cells(s as usize) {
                let b = self.boxes.of[c as usize];
                if std::mem::replace(&mut self.seen[b as usize], true) {
                    continue;
                }
                self.found.push(b);
                for &other in self.state.sums(c as usize) {
                    if self.local[other as usize] == u32::MAX {
                        self.local[other as usize] = 0;
                        self.members.push(other);
                    }
                }
            }
        }
        self.members.sort_unstable();
        self.found.sort_unstable();
    }

    /// The part of what was collected.
    fn part(&mut self) -> Part {
        let sums = |b: u32| self.state.sums(self.boxes.firsts[b as usize] as usize);
        let pairs = self.found.iter().map(|&b| sums(b).len()).sum();
        let mut component = Component::with_capacity(self.members.len(), self.found.len(), pairs);
        for &s in &self.members {
            self.local[s as usize] = component.push_number(self.state.rest(s as usize)).0;
        }
        let cells = self.found.iter().map(|&b| self.boxes.cells(b).len()).sum();
        let mut box_cells = Vec::with_capacity(cells);
        let mut box_starts = Vec::with_capacity(self.found.len() + 1);
        box_starts.push(0);
        for &b in &self.found {
            let cells = self.boxes.cells(b);
            component.push_box(cells.len() as u32, sums(b).iter().map(|&s| NumberId(self.local[s as usize])));
            box_cells.extend_from_slice(cells);
            box_starts.push(box_cells.len() as u32);
        }
        let number_cells = self.members.iter().map(|&s| self.model.open[s as usize]).collect();
        Part { component: Arc::new(component), number_cells, box_starts, box_cells }
    }
}

/// Partition refinement: every sum splits each class into those it sees and the others. The class
/// of each covered cell, and how many there are.
fn classes_of(model: &Model, state: &Propagation) -> (Vec<u32>, usize) {
    let mut class = vec![0u32; model.covered.len()];
    // For each class the last sum that split it, and where it sent the cells that it sees.
    let mut splits = Vec::with_capacity(64);
    splits.push((u32::MAX, 0u32));
    for s in 0..model.open.len() {
        for &c in state.cells(s) {
            let class = &mut class[c as usize];
            let fresh = splits.len() as u32;
            let split = &mut splits[*class as usize];
            let is_new = split.0 != s as u32;
            if is_new {
                *split = (s as u32, fresh);
            }
            *class = split.1;
            if is_new {
                splits.push((u32::MAX, 0));
            }
        }
    }
    (class, splits.len())
}
