//! The referee: is this a legal placement?

use crate::board::{Board, CellId, Label};

/// Says whether mines exactly on `mines` are a legal placement of the board: every number met,
/// known mines among them, no mine on an open or known free cell, the total right.
///
/// ```
/// use mineproof::board::{Board, CellId, Label, Topology};
/// use mineproof::model::check;
/// let labels = vec![Label::Covered, Label::Number(1), Label::Covered];
/// let board = Board::new(Topology::King { width: 3, height: 1 }, labels, None).unwrap();
/// assert!(check(&board, &[CellId(0)]));
/// assert!(!check(&board, &[CellId(0), CellId(2)]));
/// ```
pub fn check(board: &Board, mines: &[CellId]) -> bool {
    let mut mined = vec![false; board.len()];
    for &cell in mines {
        if cell.index() >= board.len() || mined[cell.index()] {
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
        Label::Number(number) => {
            let mut sum = 0;
            board.topology().for_each_neighbour(cell, |other| sum += u32::from(mined[other.index()]));
            !mined[cell.index()] && sum == number
        }
    })
}
