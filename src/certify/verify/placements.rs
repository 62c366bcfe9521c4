//! Checks placements against the numbers and the total.

use super::board::Numbers;
use super::words::lines;
use super::{PLACEMENTS, Refusal, refuse};
use crate::board::{CellId, Label};
use crate::budget::Budget;

/// What the placements show.
pub struct Shown {
    placements: u32,
    /// For each cell in how many of them it is mined.
    mined: Vec<u32>,
}

/// Reads placements, one a line, and checks each.
pub fn check(text: &[u8], numbers: &Numbers<'_>, budget: &Budget) -> Result<Shown, Refusal> {
    let board = numbers.board;
    let known = board.labels().iter().filter(|&&label| label == Label::Mine).count();
    let mut shown = Shown { placements: 0, mined: vec![0; board.len()] };
    let mut around = vec![0u32; board.len()];
    let mut mines = Vec::new();
    for (i, line) in lines(PLACEMENTS, text)?.enumerate() {
        if i % 16 == 0 {
            budget.check()?;
        }
        if read(line, numbers, &mut mines).is_none() {
            return refuse(format!("{PLACEMENTS}: line {} is not a list of cells in their order", i + 1));
        }
        around.fill(0);
        let mut known_met = 0;
        for &mine in &mines {
            shown.mined[mine.index()] += 1;
            match board.label(mine) {
                Label::Covered => {}
                Label::Mine => known_met += 1,
                Label::Number(_) | Label::Free => {
                    return refuse(format!("{PLACEMENTS}: line {} has a mine on a free cell", i + 1));
                }
            }
            board.topology().for_each_neighbour(mine, |other| around[other.index()] += 1);
        }
        if known_met != known {
            return refuse(format!("{PLACEMENTS}: line {} leaves out a known mine", i + 1));
        }
        if board.mines().is_some_and(|total| total != mines.len() as u64) {
            return refuse(format!("{PLACEMENTS}: line {} does not have the total of mines", i + 1));
        }
        for (cell, _) in &numbers.open {
            if board.label(*cell) != Label::Number(around[cell.index()]) {
                return refuse(format!("{PLACEMENTS}: line {} does not meet a number", i + 1));
            }
        }
        shown.placements += 1;
    }
    Ok(shown)
}

/// Reads the cells of a line, `-` for none, into `mines`; `None` unless they ascend.
fn read(line: &[u8], numbers: &Numbers<'_>, mines: &mut Vec<CellId>) -> Option<()> {
    mines.clear();
    if line == b"-" {
        return Some(());
    }
    for name in line.split(|&byte| byte == b' ') {
        mines.push(numbers.cell(name)?);
    }
    mines.windows(2).all(|pair| pair[0] < pair[1]).then_some(())
}

impl Shown {
    /// Checks that every covered cell is claimed, and the same in all placements, or is shown both
    /// mined and free; gives how many are.
    pub fn cover(
        &self,
        numbers: &Numbers<'_>,
        claims: &[(u32, CellId, bool)],
        undecided: Option<usize>,
    ) -> Result<usize, Refusal> {
        let mut claimed = vec![None; numbers.board.len()];
        for &(_, cell, mined) in claims {
            claimed[cell.index()] = Some(mined);
        }
        let mut both = 0;
        for cell in numbers.board.cells().filter(|cell| numbers.variable[cell.index()] > 0) {
            let mined = self.mined[cell.index()];
            let right = match claimed[cell.index()] {
                Some(true) => mined == self.placements,
                Some(false) => mined == 0,
                None => {
                    both += 1;
                    mined > 0 && mined < self.placements
                }
            };
            if !right {
                return refuse(format!("{PLACEMENTS} does not show what is claimed of every cell"));
            }
        }
        if undecided != Some(both) {
            return refuse(format!("{both} covered cells are not claimed, the manifest counts others"));
        }
        Ok(both)
    }
}
