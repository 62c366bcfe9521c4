//! What a guess leads to: the filter F, and the half of L, R, N and W, by which `best` plays.
//!
//! # Theory
//! A guess that survives shows a number, and what that number makes of the position is worth more
//! or less. If three cells or more are then surely free, the game goes on as if nothing had been
//! risked; one or two free cells often lead to the next guess at once; where none is free, the next
//! guess comes now, and the chance ℓ that its best cell is mined is lost, too. So a position in
//! which the number n was shown is worth
//!
//! > w(n) = `FREE`\[cells surely free\], or `STUCK` · (1 − `DREAD` · ℓ) where there is none,
//!
//! in thousandths of one that goes on, and the filter keeps the cells with the largest
//! f(b) = Σ N(b, n)·w(n) / N over all placements: a mine counts nothing, a game that is won 1.
//!
//! # Where the figures come from
//! From games: 6,000 guesses of expert games, each followed by some fifty games from each of up to
//! eight cells, on the same mines for all of them. The figures are those under which f comes nearest
//! to the shares won, as least squares have it, rounded. Why ℓ counts less than it is was not looked
//! into. On guesses that were left out of the fit F won 0.26 points a guess more than B; in whole
//! games it won much less than that (docs/PLAY.md). Looking one guess further (what the next guess
//! would lead to, in place of ℓ) cost three times as much, and over 40,000 games won no more.
//!
//! # Cost
//! A look at every position without a free cell that may follow. Cells are taken in the order of
//! what they could be worth if ℓ were 0, and left as soon as they cannot be the best any more. The
//! filter U, for which 1 − ℓ is all that counts, goes the same way, and so do L (see `debt`), R
//! (see `reach`) and the half of N that is R (see `next_guess`).

use super::reach::is_within_reach;
use super::strategy::Filter;
use super::{Mind, Outcome};
use crate::budget::Answer;

/// What it is worth if so many cells are surely free; more than these are worth `WHOLE`.
const FREE: [u64; 4] = [STUCK, 940, 977, 992];

/// What it is worth if none is, before the next guess is thought of.
const STUCK: u64 = 960;

/// How much of its risk counts.
const DREAD: u64 = 830;

/// All is well.
const WHOLE: u64 = 1000;

/// What [`worth`] is counted in.
pub const UNIT: u64 = WHOLE * WHOLE;

/// What placements in which a cell shows a number are worth, each `UNIT` at the most: `count` of
/// them, after which `safe` cells are surely free, and of which the best next move survives
/// `survivors`. Linear in the last two, whatever they are counted in.
pub fn worth<T>(count: T, safe: usize, survivors: T) -> T
where
    T: Clone + PartialEq + std::ops::Mul<u64, Output = T> + std::ops::Add<Output = T>,
{
    match FREE.get(safe) {
        // Nothing is left to be opened.
        Some(_) if safe == 0 && survivors == count => count * UNIT,
        Some(_) if safe == 0 => count * (STUCK * (WHOLE - DREAD)) + survivors * (STUCK * DREAD),
        Some(&free) => count * (free * WHOLE),
        None => count * UNIT,
    }
}

/// How positions that may follow are weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// By f.
    Foresight,
    /// By l: as f has it, with debts forgiven.
    LongRun,
    /// By r: as l has it, with few free cells opened in thought.
    Reach,
    /// By u, the chance to survive the next move.
    Survival,
    /// By u as the published program has it.
    Published,
}

impl Scale {
    /// The scale of a filter that weighs what may follow.
    pub(super) fn of(filter: Filter) -> Option<Self> {
        match filter {
            Filter::Foresight => Some(Scale::Foresight),
            Filter::LongRun => Some(Scale::LongRun),
            Filter::Reach => Some(Scale::Reach),
            Filter::Survival => Some(Scale::Survival),
            Filter::PublishedSurvival => Some(Scale::Published),
            _ => None,
        }
    }

    /// What a position is worth in which so many cells are surely free and, if none is, the best
    /// next move is lost with the chance `risk`: none where nothing is left to be opened.
    pub(super) fn worth(self, free: u32, risk: f64) -> f64 {
        let share = |thousandths: u64| thousandths as f64 / WHOLE as f64;
        match (self, FREE.get(free as usize)) {
            (Scale::Survival | Scale::Published, _) if free == 0 => 1.0 - risk,
            (Scale::Survival | Scale::Published, _) | (_, None) => 1.0,
            (_, Some(_)) if free == 0 && risk > 0.0 => share(STUCK) * (1.0 - share(DREAD) * risk),
            (_, Some(_)) if free == 0 => 1.0,
            (_, Some(&worth)) => share(worth),
        }
    }

    /// The cells that are then surely free, for each number.
    fn free(self, outcome: &Outcome) -> &[u32] {
        if self == Scale::Published { &outcome.held } else { &outcome.free }
    }

    /// Whether debts are forgiven.
    pub(super) fn forgives(self) -> bool {
        matches!(self, Scale::LongRun | Scale::Reach)
    }

    /// Whether the position has to be looked at, in which so many cells are surely free.
    fn looks(self, free: u32) -> bool {
        free == 0 || self == Scale::Reach && is_within_reach(free as usize)
    }

    /// What an outcome would be worth if no next move risked anything.
    fn hope(self, outcome: &Outcome) -> f64 {
        let worth = |free: u32| if self.looks(free) { 1.0 } else { self.worth(free, 0.0) };
        let both = outcome.chances.iter().zip(self.free(outcome));
        both.map(|(&chance, &free)| chance * worth(free)).sum()
    }
}

impl Mind<'_> {
    /// Keeps the cells that are worth the most, among some that can be opened.
    pub(super) fn keep_worthiest(&mut self, scale: Scale, cells: &mut Vec<u32>) -> Answer<()> {
        let values = self.worthiest(scale, 1.0, cells)?;
        cells.clear();
        cells.extend(values.iter().map(|(_, cell)| *cell));
        Ok(())
    }

    /// The cells that are worth at least this share of the most, and what they are worth.
    pub(super) fn worthiest(&mut self, scale: Scale, share: f64, cells: &[u32]) -> Answer<Vec<(f64, u32)>> {
        if scale.forgives() {
            self.find_debts()?;
        }
        let by_hope = |a: &(f64, u32), b: &(f64, u32)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        let mut order: Vec<(f64, u32)> = cells.iter().map(|&cell| (self.stake(cell, scale), cell)).collect();
        order.sort_unstable_by(by_hope);
        // A first value, so that most cells need not be studied.
        let Some(&(stake, cell)) = order.first() else { return Ok(Vec::new()) };
        let mut best = stake * self.worth_behind(scale, cell, 0.0)?;
        order.retain(|(stake, _)| !Self::is_less(*stake, share * best));
        for (hope, cell) in &mut order {
            *hope *= scale.hope(self.outcome(*cell)?);
        }
        order.sort_unstable_by(by_hope);
        let mut values = Vec::new();
        for (hope, cell) in order {
            if Self::is_less(hope, share * best) {
                break;
            }
            let stake = self.stake(cell, scale);
            let value = stake * self.worth_behind(scale, cell, share * best / stake)?;
            best = best.max(value);
            values.push((value, cell));
        }
        values.retain(|(value, _)| !Self::is_less(*value, share * best));
        Ok(values)
    }

    /// What is to be expected behind a cell that turns out free; where that is less than `least`,
    /// something that is less, too.
    pub(super) fn worth_behind(&mut self, scale: Scale, cell: u32, least: f64) -> Answer<f64> {
        let outcome = self.outcome(cell)?;
        // What free cells would show is not the same for all cells of a kind.
        let is_alike = !outcome.free.iter().any(|&free| free > 0 && scale.looks(free));
        let kind = self.plain_kind(cell).filter(|_| is_alike);
        let known = self.plain_worth.iter().find(|known| (known.scale, Some(known.kind)) == (scale, kind));
        if let Some(known) = known.filter(|known| known.is_whole || Self::is_less(known.worth, least)) {
            return Ok(known.worth);
        }
        let outcome = self.outcome(cell)?.clone();
        let mut worth = scale.hope(&outcome);
        let misjudged = if scale == Scale::Published { self.misjudged(cell) } else { Vec::new() };
        let looks = |(n, (&chance, &free))| (chance > 0.0 && scale.looks(free)).then_some((n, chance, free));
        let both = outcome.chances.iter().zip(scale.free(&outcome));
        let mut open: Vec<(usize, f64, u32)> = both.enumerate().filter_map(looks).collect();
        // Free cells take more looks, so they come last.
        open.sort_by_key(|(_, _, free)| *free);
        let mut open = open.into_iter();
        let (mut ahead, mines) = (self.take_ahead(), self.view.known_mines_around(cell));
        let is_whole = loop {
            let Some((n, chance, free)) = open.next() else { break true };
            if self.look_behind(&mut ahead, cell, mines + n as u32)? {
                let found = match scale {
                    _ if free > 0 => ahead.worth_of_opening(scale)?,
                    Scale::Published => scale.worth(0, ahead.held_risk(&misjudged)?),
                    _ => scale.worth(0, ahead.least_after_marking()?),
                };
                worth -= chance * (1.0 - found);
            }
            if Self::is_less(worth, least) {
                break false;
            }
        };
        self.ahead = Some(ahead);
        if let Some(kind) = kind {
            self.plain_worth.retain(|known| (known.scale, known.kind) != (scale, kind));
            self.plain_worth.push(PlainWorth { scale, kind, worth, is_whole });
        }
        Ok(worth)
    }
}

/// What is to be expected behind the cells with so many neighbours that touch the background alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainWorth {
    scale: Scale,
    kind: usize,
    worth: f64,
    /// Whether all of it was found out; else it is no more than this.
    is_whole: bool,
}
