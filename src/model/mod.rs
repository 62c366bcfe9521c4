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
    /// The open cells whose numbers are not met already, ascending: each is one sum.
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
            covered: Vec::with_capacity(labels.len()),
            open: Vec::new(),
            rests: Vec::new(),
            starts: vec![0],
            members: Vec::new(),
            known_mines: 0,
            total: board.mines(),
        };
        // What a cell is to a number beside it, in one word: most of the time goes into reading it.
        let mut role = vec![NOTHING; labels.len()];
        let mut numbers = 0;
        for ((cell, label), role) in board.cells().zip(labels).zip(&mut role) {
            match label {
                Label::Covered => {
                    *role = model.covered.len() as u32;
                    model.covered.push(cell);
                }
                Label::Mine => {
                    *role = MINE;
                    model.known_mines += 1;
                }
                Label::Number(_) => numbers += 1,
                Label::Free => {}
            }
        }
        model.open.reserve(numbers);
        model.rests.reserve(numbers);
        model.starts.reserve(numbers);
        model.members.reserve(3 * numbers);
        for (cell, label) in board.cells().zip(labels) {
            let Label::Number(number) = *label else { continue };
            let mut rest = i64::from(number);
            // The number itself is nothing to itself.
            board.topology().for_each_run(cell, |run| {
                for &role in &role[run] {
                    match role {
                        NOTHING => {}
                        MINE => rest -= 1,
                        covered => model.members.push(covered),
                    }
                }
            });
            let end = model.members.len() as u32;
            if rest != 0 || model.starts.last() != Some(&end) {
                model.open.push(cell);
                model.rests.push(rest);
                model.starts.push(end);
            }
        }
        model
    }

    /// The covered cells of a sum, as indices into [`covered`](Self::covered), ascending.
    pub fn members(&self, sum: usize) -> &[u32] {
        &self.members[self.starts[sum] as usize..self.starts[sum + 1] as usize]
    }
}

/// The role of an open or known free cell.
const NOTHING: u32 = u32::MAX;

/// The role of a known mine. Boards have fewer cells than this, so no covered cell has the number.
const MINE: u32 = u32::MAX - 1;
