//! What the board demands, derived from the board alone.

use super::words::whole;
use crate::board::{Board, CellId, Label, Topology};
use crate::budget::{Answer, Budget};

/// So many of these variables are true.
pub struct Sum {
    /// The variables, ascending, counted from 1.
    pub variables: Vec<u32>,
    /// How many are true; it may be below 0 or above their number.
    pub mines: i128,
}

/// The covered cells of a board, counted from 1, and the sums that its numbers and total say.
pub struct Numbers<'a> {
    /// The board.
    pub board: &'a Board,
    /// For each cell its variable, 0 if it is not covered.
    pub variable: Vec<u32>,
    /// How many cells are covered.
    pub covered: u32,
    /// Each open cell with its sum, ascending.
    pub open: Vec<(CellId, Sum)>,
    /// The sum over all covered cells, if there is a total.
    pub total: Option<Sum>,
}

impl<'a> Numbers<'a> {
    /// The sums of a board.
    pub fn of(board: &'a Board, budget: &Budget) -> Answer<Self> {
        let mut covered = 0;
        let mut variable = vec![0; board.len()];
        for cell in board.cells().filter(|&cell| board.label(cell) == Label::Covered) {
            covered += 1;
            variable[cell.index()] = covered;
        }
        let mut open = Vec::new();
        for cell in board.cells() {
            let Label::Number(number) = board.label(cell) else { continue };
            if open.len() % 4096 == 0 {
                budget.check()?;
            }
            let mut sum = Sum { variables: Vec::new(), mines: i128::from(number) };
            board.topology().for_each_neighbour(cell, |other| match board.label(other) {
                Label::Covered => sum.variables.push(variable[other.index()]),
                Label::Mine => sum.mines -= 1,
                Label::Number(_) | Label::Free => {}
            });
            sum.variables.sort_unstable();
            open.push((cell, sum));
        }
        let known = board.cells().filter(|&cell| board.label(cell) == Label::Mine).count();
        let total = board.mines().map(|mines| Sum {
            variables: (1..=covered).collect(),
            mines: i128::from(mines) - known as i128,
        });
        Ok(Numbers { board, variable, covered, open, total })
    }

    /// The cell of this name: `X,Y` on a grid, `X,Y,Z` in a box, a vertex from 1 of a graph.
    pub fn cell(&self, name: &[u8]) -> Option<CellId> {
        let mut place = [0; 3];
        let mut parts = 0;
        for word in name.split(|&byte| byte == b',') {
            *place.get_mut(parts)? = whole(word)?;
            parts += 1;
        }
        self.at(&place[..parts])
    }

    /// The cell at this place.
    pub fn at(&self, place: &[u32]) -> Option<CellId> {
        match (self.board.topology(), place) {
            (Topology::Graph(_), &[vertex]) => {
                vertex.checked_sub(1).map(CellId).filter(|cell| cell.index() < self.board.len())
            }
            (grid @ Topology::Box { .. }, &[x, y, z]) => grid.at(x, y, z),
            (Topology::Graph(_) | Topology::Box { .. }, _) => None,
            (grid, &[x, y]) => grid.at(x, y, 0),
            _ => None,
        }
    }
}
