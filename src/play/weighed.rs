//! A guess thought through once more: the filter W, by which `best` plays.
//!
//! # Theory
//! N takes a position without a free cell to be worth what l makes of its best guess. Two things tell more:
//! where the cell lies, and what the guess after that leads to. So W takes what n says of a cell b (see
//! `next_guess`), and where that leaves several cells close together, it thinks on:
//! - m(b) is as n(b), but where a number of b leaves nothing free and comes up in a tenth of all placements
//!   or more, the guess c that l takes for the best there (the first of those that tie) is thought through
//!   as N does: the position is worth `LIFT`·v − `DROP`, v being (1 − p(c) + 0.9·d(c))·n(c), but nothing
//!   where that is less, and all where it is more.
//!
//! With d(b) the debt of b (see `debt`), t(b) the number of covered cells that touch b, o(b) = 1 if no number
//! sees b, else 0, and e(b) how many cells are surely free behind b on average, at most `MOST_FREE`, the cells
//! are compared by
//!
//! > w(b) = (1 − p(b) + 0.9·d(b)) · (a₀ + a₁·n(b) + a₂·m(b) + a₃·e(b) − a₄·t(b) − a₅·o(b)),
//!
//! first by the figures `FIRST`, which leave m out, among the `MOST` largest values of r (see `reach`) that
//! are at least `NEAR` of the largest; then by `SECOND` among the `MOST_CLOSE` largest of these that are at
//! least `CLOSE` of the largest. Cells with the same r share the w of the first of them.
//!
//! # Where the figures come from
//! From 59,000 guesses of games of L (docs/PLAY.md), each played on from every cell near the best against the
//! same 16 placements. A game that was played on was never lost by a guess: where there was a mine, the mines
//! were drawn anew, so that there was none, and the risk became a factor; and an end game counted the share
//! that optimal play wins. So a placement told as much as several wins and losses do. The figures are those
//! of least squares for the differences between cells of the same guess. Of some sixty other things that
//! were tried beside them none told enough to be worth its time; u and l tell nothing more once n is known.
//!
//! # Cost
//! That of N for a few more cells, and about twice as much for each of those that are close. Players
//! do as R does where the position has more than `MANY` solutions, or those that are thought of more than
//! `MOST_WORK` together: one game of 32,000 took two seconds without that. Exact answers never do so.

use super::Mind;
use super::foresight::Scale;
use super::next_guess::{Alike, Path, Thought};
use super::quantities::{Prospects, Reading};
use crate::algebra::Fraction;
use crate::board::{CellId, Label};
use crate::budget::Answer;

/// Cells with so much of the largest r are looked at, in hundredths.
const NEAR: u32 = 95;

/// How many values of r are looked at.
const MOST: usize = 5;

/// Cells with so much of the largest w are thought through twice, in thousandths.
const CLOSE: u32 = 996;

/// How many values of w are.
const MOST_CLOSE: usize = 3;

/// Solutions of the position beyond which players do as R does.
const MANY: f64 = 2000.0;

/// Solutions in all positions thought of beyond which players give up thinking and do as R does.
const MOST_WORK: f64 = 10_000.0;

/// What v counts in m, in hundredths.
const LIFT: u32 = 117;

/// What is taken from it then, in hundredths.
const DROP: u32 = 11;

/// More free cells than these count no more.
const MOST_FREE: u32 = 5;

/// What the things that are known of a cell count, in ten-thousandths; the last two are taken away.
struct Figures {
    always: u32,
    once: u32,
    twice: u32,
    free: u32,
    touched: u32,
    unseen: u32,
}

/// Before anything is thought through twice.
const FIRST: Figures = Figures { always: 694, once: 7670, twice: 0, free: 0, touched: 8, unseen: 126 };

/// Afterwards.
const SECOND: Figures = Figures { always: 83, once: 2555, twice: 5729, free: 31, touched: 14, unseen: 119 };

/// In these the figures are told.
const WHOLE: u32 = 10_000;

/// What a position is worth in which the best guess, thought through, is worth v.
pub(super) fn twice(v: f64) -> f64 {
    ((f64::from(LIFT) * v - f64::from(DROP)) / 100.0).clamp(0.0, 1.0)
}

/// The same exactly.
pub(super) fn twice_exactly(v: &Fraction) -> Fraction {
    let lifted = v.times(&Fraction::new(LIFT.into(), 100u32.into()));
    lifted.less(&Fraction::new(DROP.into(), 100u32.into())).min(Fraction::one())
}

/// What is known of a cell that is looked at.
struct Known {
    cell: u32,
    stake: f64,
    free: f64,
    touched: f64,
    unseen: f64,
    once: f64,
    /// Its place by r.
    place: usize,
}

impl Figures {
    /// The sum without m.
    fn sum(&self, known: &Known) -> f64 {
        let with = |figure: u32, value: f64| f64::from(figure) * value / f64::from(WHOLE);
        with(self.always, 1.0) + with(self.once, known.once) + with(self.free, known.free)
            - with(self.touched, known.touched)
            - with(self.unseen, known.unseen)
    }
}

impl Mind<'_> {
    /// Keeps the cells that are the best once the guesses behind them are thought through.
    pub(super) fn keep_weighed(&mut self, cells: &mut Vec<u32>) -> Answer<()> {
        if self.look.is_exact() || self.solutions() > MANY {
            return self.keep_worthiest(Scale::Reach, cells);
        }
        let near = self.nearest(cells, NEAR, MOST)?;
        let mut path = Path::new(MOST_WORK);
        let mut place = 0;
        // Where all are alike, nothing is to be asked.
        if near.len() > 1 {
            let close = self.weigh_once(&near, &mut path)?;
            place = self.weigh_twice(&close, &mut path)?;
        }
        if path.is_spent() {
            // The best by r.
            place = 0;
        }
        cells.retain(|cell| near[place].1.contains(cell));
        Ok(())
    }

    /// The first cells of those that are close to the best, the best first.
    fn weigh_once(&mut self, near: &[(f64, Vec<u32>)], path: &mut Path) -> Answer<Vec<Known>> {
        let share = f64::from(CLOSE) / 1000.0;
        let mut found: Vec<(f64, Known)> = Vec::new();
        let mut best = 0.0;
        for (place, (_, alike)) in near.iter().enumerate() {
            let cell = alike[0];
            let mut known = Known {
                cell,
                stake: self.stake(cell, Scale::LongRun),
                free: self.outcome(cell)?.expected_free().min(f64::from(MOST_FREE)),
                touched: self.view.covered_around(cell).count() as f64,
                unseen: f64::from(u8::from(self.parts.of(cell).is_none())),
                once: 0.0,
                place,
            };
            let least = (share * best / known.stake - FIRST.sum(&known)) * f64::from(WHOLE);
            known.once = self.next_behind(cell, least / f64::from(FIRST.once), Thought::Once, path)?;
            let value = (known.stake * FIRST.sum(&known)).max(0.0);
            best = f64::max(best, value);
            found.push((value, known));
        }
        found.retain(|(value, _)| !Self::is_less(*value, share * best));
        // Of equal ones the one with the larger r first.
        for place in 0..found.len().min(MOST_CLOSE) {
            let most = found[place..].iter().map(|(value, _)| *value).fold(0.0, f64::max);
            let next = (place..found.len()).find(|&at| !Self::is_less(found[at].0, most));
            found[place..=next.unwrap_or(place)].rotate_right(1);
        }
        found.truncate(MOST_CLOSE);
        Ok(found.into_iter().map(|(_, known)| known).collect())
    }

    /// The place of the best of these by r.
    fn weigh_twice(&mut self, close: &[Known], path: &mut Path) -> Answer<usize> {
        let Some(first) = close.first() else { return Ok(0) };
        if close.len() == 1 {
            return Ok(first.place);
        }
        let share = f64::from(SECOND.twice) / f64::from(WHOLE);
        let (mut best, mut place) = (f64::NEG_INFINITY, first.place);
        for known in close {
            let sum = SECOND.sum(known);
            let least = (best / known.stake - sum) / share;
            let twice = self.next_behind(known.cell, least, Thought::Twice, path)?;
            let value = (known.stake * (sum + share * twice)).max(0.0);
            if Self::is_less(best, value) {
                (best, place) = (value, known.place);
            }
        }
        Ok(place)
    }
}

impl Prospects<'_> {
    /// The cells that are the best once the guesses behind them are thought through, and their w by the
    /// figures that were needed last, exactly; `None` if there are none.
    pub(super) fn by_weight(&mut self, cells: &[CellId]) -> Answer<Option<(Fraction, Vec<CellId>)>> {
        let mut found = Vec::new();
        for Alike { cells, .. } in self.nearest(cells, NEAR, MOST)? {
            found.push((self.weight(cells[0], &FIRST)?, cells));
        }
        let Some(most) = found.iter().map(|(value, _)| value).max() else { return Ok(None) };
        let least = most.times(&Fraction::new(CLOSE.into(), 1000u32.into()));
        found.retain(|(value, _)| *value >= least);
        found.sort_by(|a, b| b.0.cmp(&a.0));
        found.truncate(MOST_CLOSE);
        if found.len() > 1 {
            for (value, cells) in &mut found {
                *value = self.weight(cells[0], &SECOND)?;
            }
            found.sort_by(|a, b| b.0.cmp(&a.0));
        }
        Ok(found.into_iter().next())
    }

    /// w by these figures.
    fn weight(&mut self, cell: CellId, figures: &Figures) -> Answer<Fraction> {
        let free = self.chance(cell).complement();
        let is_sure_mine = |near: &CellId| self.chance(*near).is_one();
        let touched = self.around(cell).1.iter().filter(|near| !is_sure_mine(near)).count();
        let board = self.board();
        let is_number = |near: &CellId| matches!(board.label(*near), Label::Number(_));
        let is_unseen = !board.neighbours(cell).iter().any(is_number);
        let expected = self.quantities(cell)?.e(Reading::IfFree).unwrap_or_else(Fraction::zero);
        let with = |figure: u32, value: Fraction| value.times(&Fraction::new(figure.into(), WHOLE.into()));
        let whole = |count: u32| Fraction::new(count.into(), 1u32.into());
        let mut sum = with(figures.always, Fraction::one())
            .plus(&with(figures.once, self.next_behind(cell, Thought::Once)?))
            .plus(&with(figures.free, expected.min(whole(MOST_FREE))));
        if figures.twice > 0 {
            sum = sum.plus(&with(figures.twice, self.next_behind(cell, Thought::Twice)?));
        }
        let taken = with(figures.touched, whole(touched as u32))
            .plus(&with(figures.unseen, whole(u32::from(is_unseen))));
        self.forgive(cell, sum.less(&taken).times(&free))
    }
}
