//! How far a guess reaches: the filter R, and the half of N and W, by which `best` plays.
//!
//! # Theory
//! F and L take a position with a surely free cell or two to be worth what such positions are worth on
//! average. But opening these cells costs nothing, and what they show decides whether the game goes on
//! or the next guess comes at once. So R opens them in thought: behind a number n after which one or two
//! cells are surely free, these show the numbers m, and the position in which they do is worth w(m), as
//! `foresight` has it:
//!
//! > w(n) = Σ N(b, n, m)·w(m) / N(b, n), over all m that they may show together.
//!
//! All else is as in L: f with this w is weighed with debts forgiven (see `debt`).
//!
//! # Where it comes from
//! From games of L: 33,000 guesses, each played on from its best three or four cells against the same
//! placements. Of some thirty things that were held against what became of them (docs/PLAY.md), this alone
//! told what l does not: of a difference between two cells in l 0.68 ± 0.05 were won, and of a further
//! difference that R sees 0.55 ± 0.11. Three free cells are not opened: that is what a corner that shows a 0
//! leaves, which would be held against corners but not against sides, where a 0 leaves five.
//!
//! # Cost
//! A look for each number that the first free cell may show, and one more for each that the second may
//! show then; only behind cells that can still be the best.

use num_bigint::BigUint;

use super::Mind;
use super::foresight::{Scale, worth};
use super::quantities::next_move;
use crate::analysis::{Analysis, EngineChoice};
use crate::board::{Board, CellId, Label};
use crate::budget::{Answer, Budget};

/// How many free cells are opened in thought.
const REACH: usize = 2;

/// Whether so many free cells are opened in thought.
pub(super) fn is_within_reach(free: usize) -> bool {
    (1..=REACH).contains(&free)
}

impl Mind<'_> {
    /// What a position is worth in which few cells are surely free, once these are open.
    pub(super) fn worth_of_opening(&mut self, scale: Scale) -> Answer<f64> {
        let free = self.look.free.clone();
        let all = self.look.ln_count();
        self.worth_behind_free(&free, all, scale)
    }

    /// The share of exp(`all`) placements that are left, times what they are worth once `free` are open.
    fn worth_behind_free(&mut self, free: &[u32], all: f64, scale: Scale) -> Answer<f64> {
        let Some((&cell, others)) = free.split_first() else {
            let share = (self.look.ln_count() - all).exp();
            let next = self.look.free.len() as u32;
            let risk = if next == 0 { self.least_after_marking()? } else { 0.0 };
            return Ok(share * scale.worth(next, risk));
        };
        let mut ahead = self.take_ahead();
        let known = self.view.known_mines_around(cell);
        let mut sum = 0.0;
        for number in known..=known + self.view.covered_around(cell).count() as u32 {
            if self.look_behind(&mut ahead, cell, number)? {
                sum += ahead.worth_behind_free(others, all, scale)?;
            }
        }
        self.ahead = Some(ahead);
        Ok(sum)
    }
}

/// What all placements of a board are worth once some free cells are open, exactly and in units of
/// [`worth`].
pub(super) fn worth_of_opening(board: &mut Board, free: &[CellId], budget: &Budget) -> Answer<BigUint> {
    budget.check()?;
    let mut analysis = Analysis::new(board, EngineChoice::Auto, budget)?;
    analysis.sharpen()?;
    let Some(found) = analysis.probabilities()? else { return Ok(BigUint::ZERO) };
    let Some((&cell, others)) = free.split_first() else {
        let (safe, survivors) = next_move(&found);
        return Ok(worth(found.count, safe, survivors));
    };
    let neighbours = board.neighbours(cell).len() as u32;
    let mut sum = BigUint::ZERO;
    for number in 0..=neighbours {
        board.set_label(cell, Label::Number(number));
        let behind = worth_of_opening(board, others, budget);
        board.set_label(cell, Label::Covered);
        sum += behind?;
    }
    Ok(sum)
}
