//! One placement that meets a total, from tables.
//!
//! # Theory
//! Which numbers of mines components may have is known as sets. So each takes in turn the fewest
//! that leave a number which the others and the background can hold together, and has a solution
//! with just as many. No search is needed, however tight the total is.

use crate::algebra::sets::{Set, interval, members, sums};
use crate::board::{CellId, Label};
use crate::budget::Answer;

use super::Analysis;

impl Analysis<'_> {
    /// A placement of a board with a total, by tables alone; `None` if there is none.
    pub(super) fn met_total(&self) -> Answer<Option<Vec<CellId>>> {
        let reduced = &self.reduced;
        let Some(Some(mut left)) = reduced.mines_left() else { return Ok(None) };
        let supports = self.engines.map(|i| self.engines.support(i, &self.budget))?;
        // What the components from each on can hold, with the background.
        let mut rests: Vec<Set> = vec![interval(0, reduced.background.len() as u64)];
        for support in supports.iter().rev() {
            self.budget.check()?;
            rests.push(sums(support, &rests[rests.len() - 1]));
        }
        rests.reverse();
        let known = self.board.cells().filter(|&cell| self.board.label(cell) == Label::Mine);
        let mut mines: Vec<CellId> = known.chain(reduced.mined.iter().copied()).collect();
        for (i, part) in reduced.parts.iter().enumerate() {
            let fits = |&held: &u64| held <= left && rests[i + 1].bit(left - held);
            let Some(held) = members(&supports[i]).find(fits) else { return Ok(None) };
            let Some(solution) = self.engines.solution_with(i, held, &self.budget)? else { return Ok(None) };
            for (b, mined) in part.component.boxes().zip(solution) {
                mines.extend(&part.box_cells(b)[..mined as usize]);
            }
            left -= held;
        }
        mines.extend(reduced.background.iter().take(left as usize));
        mines.sort_unstable();
        Ok(Some(mines))
    }
}
