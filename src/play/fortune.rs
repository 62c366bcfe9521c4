//! What luck made of games: the rate with luck taken out.
//!
//! # Theory
//! Whether a game is won is decided by play and by luck, and of much of that luck the mean is known
//! exactly, whatever the player does. Three sums over a game have the mean 0:
//! - *guesses*: for each guess, 1 if it survived, less the chance that it would;
//! - *leads*: for each guess, 1 if another cell was then surely free, less the chance that one would be;
//!   for the first cell, 1 if it shows 0, less the chance that it does;
//! - *ends*: where optimal play took over, 1 if the game was won, less the share of the placements
//!   then left that optimal play wins.
//!
//! With w = 1 for a game that is won, and b the coefficients of least squares of w on these sums x over
//! all games of a run,
//!
//! > w̄ − b·x̄
//!
//! estimates the same rate as w̄, with the variance of what b·x does not explain: on the expert board a
//! third of that of w, so that a game tells as much as three. The coefficients come from the same games,
//! which shifts the estimate by the order of 1/games, far less than it varies.
//!
//! A guess counts where its chances are known before the cell is opened, and leads only where a filter
//! asked for them: what is left out by what is known beforehand leaves means at 0.
//!
//! # Cost
//! A dozen additions a game. Sums are integers, so they do not depend on the order of games and those of
//! the parts of a run add up to those of the whole.
//!
//! # References
//! Control variates, and their use for games of chance: N. Burch et al., *AIVAT: a new variance
//! reduction technique for agent evaluation in imperfect information games*, 2018.

use super::{Field, Promise};

/// How many kinds of luck are told apart.
const KINDS: usize = 3;

/// Pairs of kinds.
const PAIRS: usize = KINDS * (KINDS + 1) / 2;

/// How many sums are kept.
pub const SUMS: usize = 2 * KINDS + PAIRS;

/// Luck is counted in this part of a game.
const UNIT: f64 = (1u64 << 30) as f64;

/// Fewest games of which the rate without luck is given: with fewer the errors of an estimate
/// that leans on averages are not known well enough.
pub const FEWEST: u64 = 1000;

/// Standard errors to either side that hold a true mean with 95 % confidence.
const REACH: f64 = 1.959_963_984_540_054;

/// The luck of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Fortune([i64; KINDS]);

impl Fortune {
    const GUESSES: usize = 0;
    const LEADS: usize = 1;
    const ENDS: usize = 2;

    fn add(&mut self, kind: usize, happened: bool, chance: f64) {
        self.0[kind] += ((f64::from(u8::from(happened)) - chance) * UNIT).round() as i64;
    }

    /// The first cell, under this promise: whether it is mined, and shows 0.
    pub(super) fn begin(&mut self, field: &Field, first: u32, promise: Promise, mined: bool, empty: bool) {
        let (cells, mines) = (field.len() as u32, field.mines());
        let others = match promise {
            Promise::Zero => return,
            Promise::Safe => cells - 1,
            Promise::Nothing => cells,
        };
        let free = if others == cells { 1.0 - f64::from(mines) / f64::from(cells) } else { 1.0 };
        self.add(Fortune::GUESSES, !mined, free);
        // Neighbours are drawn one after the other from the cells that may be mined.
        let around = field.around(first).len() as u32 + u32::from(others == cells);
        let shares = (0..around).map(|i| {
            let (left, cells) = (f64::from(others - i) - f64::from(mines), f64::from(others - i));
            if left > 0.0 { left / cells } else { 0.0 }
        });
        self.add(Fortune::LEADS, !mined && empty, shares.product());
    }

    /// A guess that is free with this chance.
    pub(super) fn guess(&mut self, survived: bool, free: f64) {
        self.add(Fortune::GUESSES, survived, free);
    }

    /// A guess that makes cells surely free with this chance.
    pub(super) fn lead(&mut self, leads: bool, chance: f64) {
        self.add(Fortune::LEADS, leads, chance);
    }

    /// A game that optimal play took over where it wins this share.
    pub(super) fn end(&mut self, won: bool, share: f64) {
        self.add(Fortune::ENDS, won, share);
    }
}

/// The luck of many games: sums of each kind, of products, and over the games that were won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Fortunes {
    games: u64,
    sums: [i128; SUMS],
}

/// A rate that luck was taken out of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adjusted {
    /// The estimate.
    pub rate: f64,
    /// The interval that holds the true rate with 95 % confidence.
    pub interval: (f64, f64),
}

impl Fortunes {
    /// Counts a game.
    pub fn add(&mut self, fortune: &Fortune, won: bool) {
        self.games += 1;
        let luck = fortune.0.map(i128::from);
        let mut sums = self.sums.iter_mut();
        let mut add = |more: i128| sums.next().into_iter().for_each(|sum| *sum += more);
        luck.into_iter().for_each(&mut add);
        for (i, x) in luck.iter().enumerate() {
            luck[i..].iter().for_each(|y| add(x * y));
        }
        luck.into_iter().map(|x| x * i128::from(won)).for_each(add);
    }

    /// Adds the luck of other games; `None` where a sum is too large.
    pub fn merge(&self, other: &Fortunes) -> Option<Fortunes> {
        let mut both = *self;
        both.games = both.games.checked_add(other.games)?;
        for (sum, more) in both.sums.iter_mut().zip(&other.sums) {
            *sum = sum.checked_add(*more)?;
        }
        Some(both)
    }

    /// All sums, to be written down; `None` where the luck of some of so many games is not known.
    pub fn sums(&self, games: u64) -> Option<&[i128; SUMS]> {
        (self.games == games).then_some(&self.sums)
    }

    /// What was written down of so many games.
    pub fn of(games: u64, sums: [i128; SUMS]) -> Self {
        Fortunes { games, sums }
    }

    /// The rate of so many games without luck; `None` where that is not known: of few games, of games
    /// whose luck was not counted, or that were all won or all lost.
    pub fn adjusted(&self, wins: u64, games: u64) -> Option<Adjusted> {
        if games < FEWEST || games != self.games || wins == 0 || wins >= games {
            return None;
        }
        let n = games as f64;
        let won = wins as f64 / n;
        let mean = |i: usize, unit: f64| self.sums[i] as f64 / unit / n;
        let luck: [f64; KINDS] = std::array::from_fn(|i| mean(i, UNIT));
        // Covariances, with those of a won game in the last column.
        let mut table = [[0.0; KINDS + 1]; KINDS];
        let mut at = KINDS;
        for i in 0..KINDS {
            for j in i..KINDS {
                let covariance = mean(at, UNIT * UNIT) - luck[i] * luck[j];
                (table[i][j], table[j][i]) = (covariance, covariance);
                at += 1;
            }
        }
        for (i, row) in table.iter_mut().enumerate() {
            row[KINDS] = mean(at + i, UNIT) - luck[i] * won;
        }
        let with_won = table.map(|row| row[KINDS]);
        let coefficients = solve(table)?;
        let explained: f64 = coefficients.iter().zip(with_won).map(|(b, c)| b * c).sum();
        let left = (won * (1.0 - won) - explained).max(0.0) * n / (n - 1.0 - KINDS as f64);
        let rate = won - coefficients.iter().zip(luck).map(|(b, x)| b * x).sum::<f64>();
        let reach = REACH * (left / n).sqrt();
        let within = |rate: f64| rate.clamp(0.0, 1.0);
        Some(Adjusted { rate: within(rate), interval: (within(rate - reach), within(rate + reach)) })
    }
}

/// Solves linear equations with a positive semidefinite matrix, the last column being the right side;
/// what nothing depends on gets 0, and if that is all, there is no solution to speak of.
fn solve(mut table: [[f64; KINDS + 1]; KINDS]) -> Option<[f64; KINDS]> {
    let scale = [0, 1, 2].map(|i| table[i][i]);
    let mut is_used = [false; KINDS];
    for i in 0..KINDS {
        // What the kinds before it explain is no kind of its own.
        if table[i][i] <= 1e-9 * scale[i] || scale[i] <= 0.0 {
            continue;
        }
        is_used[i] = true;
        let pivot = table[i];
        for (_, row) in table.iter_mut().enumerate().filter(|(j, _)| *j != i) {
            let factor = row[i] / pivot[i];
            row.iter_mut().zip(pivot).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    let value = |i: usize| if is_used[i] { table[i][KINDS] / table[i][i] } else { 0.0 };
    is_used.contains(&true).then(|| std::array::from_fn(value))
}
