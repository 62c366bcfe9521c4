//! Sum constraints over covered cells, and the referee that checks placements.

mod referee;

pub use referee::check;

use crate::board::{Board, CellId, Label};

/// The numbers of a board as sums over its covered cells: known mines are subtracted, known free
/// cells are left out. Covered cells are counted 0, 1, 2, … in the order of cells.
#[derive(Clone, Debug)]
pub struct Model {
    /// The covered cells, ascending.
    pub covered: Vec<CellId>,
    /// The open cells, ascending: each is one sum.
    pub open: Vec<CellId>,
    /// For each sum the number minus the known mines around it; below 0 nothing can meet it.
    pub rests: Vec<i64>,
    starts: Vec<u32>,
    members: Vec<u32>,
    /// How many mines are known.
    pub known_mines: u64,
    /// The total of the board, known mines included.
    pub total: Option<u64>,
}

impl Model {
    /// The sums of a board.
    pub fn new(board: &Board) -> Self {
        let labels = board.labels();
        let mut model = Model {
            covered: Vec::new(),
            open: Vec::new(),
            rests: Vec::new(),
            starts: vec![0],
            members: Vec::new(),
            known_mines: 0,
            total: board.mines(),
        };
        let mut index = vec![0u32; labels.len()];
        for (cell, label) in board.cells().zip(labels) {
            match label {
                Label::Covered => {
                    index[cell.index()] = model.covered.len() as u32;
                    model.covered.push(cell);
                }
                Label::Mine => model.known_mines += 1,
                Label::Number(_) | Label::Free => {}
            }
        }
        for (cell, label) in board.cells().zip(labels) {
            let Label::Number(number) = *label else { continue };
            let mut rest = i64::from(number);
            board.topology().for_each_neighbour(cell, |other| match labels[other.index()] {
                Label::Covered => model.members.push(index[other.index()]),
                Label::Mine => rest -= 1,
                Label::Number(_) | Label::Free => {}
            });
            model.open.push(cell);
            model.rests.push(rest);
            model.starts.push(model.members.len() as u32);
        }
        model
    }

    /// The covered cells of a sum, as indices into [`covered`](Self::covered), ascending.
    pub fn members(&self, sum: usize) -> &[u32] {
        &self.members[self.starts[sum] as usize..self.starts[sum + 1] as usize]
    }
}
