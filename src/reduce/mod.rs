//! From a model to components, and back.
//!
//! # Theory
//! What simple reasoning decides is decided ([`propagate`]), cells that see the same numbers
//! become a box, boxes connected by numbers become a component, and cells that no number sees are
//! the background, where every placement is as good as any other. Each step loses no placement:
//! the placements of the board are exactly the choices of one solution for each component, one
//! choice of cells in each box with that many mines, and any subset of the background, with the
//! decided cells as decided. [`Reduced`] keeps the way back for each.

mod component;
mod propagate;

pub use component::{BoxId, Component, NumberId};
pub use propagate::{Fate, Propagation, propagate};

use crate::board::CellId;
use crate::budget::{Answer, Budget};
use crate::model::Model;

/// A component and where it came from.
#[derive(Clone, Debug)]
pub struct Part {
    /// What engines see.
    pub component: Component,
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
        for (i, &cell) in model.covered.iter().enumerate() {
            match state.fate(i) {
                Fate::Mined => reduced.mined.push(cell),
                Fate::Free => reduced.free.push(cell),
                Fate::Open => {}
            }
        }
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

    fn assemble(&mut self, model: &Model, state: &Propagation) {
        let boxes = boxes_of(model, state);
        let sums: Vec<usize> = (0..model.open.len()).filter(|&s| !state.cells(s).is_empty()).collect();
        let mut sums_of_box: Vec<Vec<u32>> = Vec::new();
        let mut cells_of_box: Vec<Vec<CellId>> = Vec::new();
        let mut seat = vec![u32::MAX; boxes.classes];
        for (i, &cell) in model.covered.iter().enumerate() {
            if state.fate(i) != Fate::Open {
                continue;
            }
            if state.sums(i).is_empty() {
                self.background.push(cell);
                continue;
            }
            let place = &mut seat[boxes.class[i] as usize];
            if *place == u32::MAX {
                *place = cells_of_box.len() as u32;
                sums_of_box.push(state.sums(i).to_vec());
                cells_of_box.push(Vec::new());
            }
            cells_of_box[*place as usize].push(cell);
        }
        // Number the sums part by part, walking from each unseen sum over its boxes.
        let mut boxes_of_sum: Vec<Vec<u32>> = vec![Vec::new(); model.open.len()];
        for (b, sums) in sums_of_box.iter().enumerate() {
            for &s in sums {
                boxes_of_sum[s as usize].push(b as u32);
            }
        }
        let mut local = vec![u32::MAX; model.open.len()];
        let mut seen = vec![false; cells_of_box.len()];
        for &first in &sums {
            if local[first] != u32::MAX {
                continue;
            }
            let (mut members, mut found) = (vec![first as u32], Vec::new());
            local[first] = 0;
            let mut next = 0;
            while let Some(&s) = members.get(next) {
                next += 1;
                for &b in &boxes_of_sum[s as usize] {
                    if !std::mem::replace(&mut seen[b as usize], true) {
                        found.push(b);
                        for &other in &sums_of_box[b as usize] {
                            if local[other as usize] == u32::MAX {
                                local[other as usize] = 0;
                                members.push(other);
                            }
                        }
                    }
                }
            }
            members.sort_unstable();
            found.sort_unstable();
            self.parts.push(part(model, state, &members, &found, (&sums_of_box, &cells_of_box), &mut local));
        }
    }
}

fn part(
    model: &Model,
    state: &Propagation,
    members: &[u32],
    found: &[u32],
    (sums_of_box, cells_of_box): (&[Vec<u32>], &[Vec<CellId>]),
    local: &mut [u32],
) -> Part {
    let mut component = Component::default();
    for &s in members {
        local[s as usize] = component.push_number(state.rest(s as usize)).0;
    }
    let mut box_starts = vec![0];
    let mut box_cells = Vec::new();
    for &b in found {
        let cells = &cells_of_box[b as usize];
        let numbers = sums_of_box[b as usize].iter().map(|&s| NumberId(local[s as usize]));
        component.push_box(cells.len() as u32, numbers);
        box_cells.extend_from_slice(cells);
        box_starts.push(box_cells.len() as u32);
    }
    let number_cells = members.iter().map(|&s| model.open[s as usize]).collect();
    Part { component, number_cells, box_starts, box_cells }
}

struct Boxes {
    class: Vec<u32>,
    classes: usize,
}

/// Partition refinement: every sum splits each class into those it sees and the others.
fn boxes_of(model: &Model, state: &Propagation) -> Boxes {
    let mut class = vec![0u32; model.covered.len()];
    let (mut stamp, mut target) = (vec![u32::MAX], vec![0u32]);
    for s in 0..model.open.len() {
        for &c in state.cells(s) {
            let old = class[c as usize] as usize;
            if stamp[old] != s as u32 {
                stamp[old] = s as u32;
                target[old] = stamp.len() as u32;
                stamp.push(u32::MAX);
                target.push(0);
            }
            class[c as usize] = target[old];
        }
    }
    Boxes { class, classes: stamp.len() }
}
