//! Sum constraints over covered cells, and the referee that checks placements.

use crate::board::{Board, CellId, Label};

/// Says whether mines exactly on `mines` (covered or known mines) are a legal placement of the
/// board: every number met, known mines among them, no mine elsewhere, the total right.
pub fn check(board: &Board, mines: &[CellId]) -> bool {
    let mut mined = vec![false; board.len()];
    for &cell in mines {
        if mined[cell.index()] {
            return false;
        }
        mined[cell.index()] = true;
    }
    if board.mines().is_some_and(|total| total != mines.len() as u64) {
        return false;
    }
    board.cells().all(|cell| match board.label(cell) {
        Label::Covered => true,
        Label::Mine => mined[cell.index()],
        Label::Free => !mined[cell.index()],
        Label::Number(k) => {
            let mut sum = 0;
            board.topology().for_each_neighbour(cell, |other| sum += u32::from(mined[other.index()]));
            !mined[cell.index()] && sum == k
        }
    })
}
