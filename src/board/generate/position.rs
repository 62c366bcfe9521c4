//! A board as its maker sees it: where the mines lie and which cells are open.

use super::dice::Dice;
use crate::board::{Board, CellId, Label, Topology};
use crate::budget::Answer;

pub(super) struct Position {
    pub topology: Topology,
    pub mined: Vec<bool>,
    /// Never true where `mined` is.
    pub open: Vec<bool>,
}

impl Position {
    /// What the player sees, and the mines.
    pub fn reveal(self, tell_total: bool, dice: &mut Dice) -> Answer<(Board, Vec<CellId>)> {
        let Position { topology, mined, open } = self;
        let label = |cell: usize| {
            if open[cell] {
                Label::Number(count_mines(&topology, &mined, CellId(cell as u32)))
            } else {
                Label::Covered
            }
        };
        let labels = dice.each(open.len(), |_, cell| label(cell))?;
        let mines: Vec<CellId> =
            (0..mined.len() as u32).map(CellId).filter(|cell| mined[cell.index()]).collect();
        let total = tell_total.then_some(mines.len() as u64);
        let board = Board::new(topology, labels, total).expect("recipes are checked before boards are drawn");
        Ok((board, mines))
    }
}

/// The number that a cell shows.
pub(super) fn count_mines(topology: &Topology, mined: &[bool], cell: CellId) -> u32 {
    let mut sum = 0;
    topology.for_each_neighbour(cell, |other| sum += u32::from(mined[other.index()]));
    sum
}
