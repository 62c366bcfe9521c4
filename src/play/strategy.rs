//! Which cell to open where nothing is sure.
//!
//! # Theory
//! A strategy is a row of filters, each of which keeps the best of the cells that the one before
//! left; among those that pass all, chance decides. With p(b) the chance that b is mined:
//! - `P` keeps the cells with the least p(b);
//! - `S` those that most likely make another cell surely free, `E` those that make the most cells
//!   free on average, `U` those that most likely survive this move and the next: all three taken
//!   over all placements, so that a mine counts nothing;
//! - `Q` those whose number tells the most, in bits, if they are free.
//!
//! - `B`, of our own, those with the largest (1 − p) + s/10 ([`Filter::Balance`]);
//! - `F`, of our own, those that lead on best, as `foresight` has it ([`Filter::Foresight`]);
//! - `L`, likewise, where risks that would have to be run anyway are forgiven ([`Filter::LongRun`]);
//! - `R`, likewise, where a free cell or two are opened in thought ([`Filter::Reach`]);
//! - `N`, likewise, where the next guess is thought through, too ([`Filter::NextGuess`]);
//! - `W`, likewise, where the closest are thought through twice, and it counts where they lie
//!   ([`Filter::Weighed`]).
//!
//! - `s`, `e`, `u` and `q`, what the authors' program computes for S, E, U and Q (see `published`).
//!
//! `best` is `WPSEQ-D256`. `T` gives up instead of guessing. A row may end in `-D<n>`: once at most
//! n placements are left, only cells of optimal play pass on to the filters.
//!
//! # References
//! J. Tu et al., *Exploring efficient strategies for Minesweeper*, 2017, sections 5 and 6, with the
//! definitions under which its tables come out; CS70 note 25, figure 3, for the four players.

use std::fmt;
use std::str::FromStr;

/// One filter of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// `P`: least likely mined.
    Probability,
    /// `S`: most likely to make a cell surely free.
    Safe,
    /// `E`: the most surely free cells to be expected.
    Expected,
    /// `Q`: the most bits.
    Entropy,
    /// `U`: most likely to survive two moves.
    Survival,
    /// `B`: the largest (1 − p) + s/10. Strictly least p gives away too much: a cell
    /// that is mined a little more often, but leads on most of the time, saves the next guess. A tenth was
    /// found by playing; the two ends, p alone and s alone, are both far worse.
    Balance,
    /// `F`: the most to be expected of what the number makes of the position.
    Foresight,
    /// `L`: the same in the long run, in which some risks have to be run anyway.
    LongRun,
    /// `R`: the same, with what a free cell or two would show.
    Reach,
    /// `N`: the same, with what the next guess would lead to.
    NextGuess,
    /// `W`: the same, thought through twice where it is close, and weighed with where cells lie.
    Weighed,
    /// `s`: S as the published program has it.
    PublishedSafe,
    /// `e`: E likewise.
    PublishedExpected,
    /// `u`: U likewise.
    PublishedSurvival,
    /// `q`: Q likewise.
    PublishedEntropy,
}

/// How a game is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Opens what is sure; else what passes the filters.
    Filters {
        /// In order.
        filters: Vec<Filter>,
        /// Optimal play once at most so many placements are left.
        depth: u64,
    },
    /// Opens what is sure; else gives up.
    Surrender,
    /// Opens any covered cell.
    Random,
    /// Opens what a single number tells to be free; else any cell not told to be mined.
    Single,
    /// Opens what is sure; else any cell that is not surely mined.
    Logic,
}

/// Why a word names no strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a strategy; write filters P, S, E, Q, U, B, F, L, R, N, W in a row, each at most once, s, e, u, q for those \
     of the published program, perhaps with -D<n> behind (PSEQ, PSEUQ-D256), or best, T, random, single or logic"
)]
pub struct StrategyError(String);

impl Filter {
    const ALL: [(char, Filter); 15] = [
        ('P', Filter::Probability),
        ('S', Filter::Safe),
        ('E', Filter::Expected),
        ('Q', Filter::Entropy),
        ('U', Filter::Survival),
        ('B', Filter::Balance),
        ('F', Filter::Foresight),
        ('L', Filter::LongRun),
        ('R', Filter::Reach),
        ('N', Filter::NextGuess),
        ('W', Filter::Weighed),
        ('s', Filter::PublishedSafe),
        ('e', Filter::PublishedExpected),
        ('u', Filter::PublishedSurvival),
        ('q', Filter::PublishedEntropy),
    ];

    /// Whether it is what the published program computes, and asks for more than Q does.
    pub(super) fn is_published(self) -> bool {
        use Filter::{PublishedExpected, PublishedSafe, PublishedSurvival};
        matches!(self, PublishedSafe | PublishedExpected | PublishedSurvival)
    }

    /// The letter of the filter in a row.
    pub fn letter(self) -> char {
        let known = Filter::ALL.iter().find(|(_, filter)| *filter == self);
        known.expect("all are there").0
    }
}

impl Strategy {
    /// The strategy that wins the most of those here.
    pub fn best() -> Self {
        let filters =
            vec![Filter::Weighed, Filter::Probability, Filter::Safe, Filter::Expected, Filter::Entropy];
        Strategy::Filters { filters, depth: BEST_DEPTH }
    }
}

/// Placements from which on `best` plays optimally. More won nothing that could be seen, and with four
/// times as many a game now and then took longer than a second.
const BEST_DEPTH: u64 = 256;

impl FromStr for Strategy {
    type Err = StrategyError;

    fn from_str(text: &str) -> Result<Self, StrategyError> {
        let error = || StrategyError(text.to_owned());
        match text {
            "best" => return Ok(Strategy::best()),
            "T" => return Ok(Strategy::Surrender),
            "random" => return Ok(Strategy::Random),
            "single" => return Ok(Strategy::Single),
            "logic" => return Ok(Strategy::Logic),
            _ => {}
        }
        let (letters, depth) = match text.split_once("-D") {
            Some((letters, depth)) => {
                let digits = !depth.is_empty() && depth.bytes().all(|digit| digit.is_ascii_digit());
                (letters, if digits { depth.parse().ok() } else { None }.ok_or_else(error)?)
            }
            None => (text, 0),
        };
        let mut filters = Vec::new();
        for letter in letters.chars() {
            let known = Filter::ALL.iter().find(|(name, _)| *name == letter);
            let &(_, filter) = known.ok_or_else(error)?;
            if filters.contains(&filter) {
                return Err(error());
            }
            filters.push(filter);
        }
        if filters.is_empty() { Err(error()) } else { Ok(Strategy::Filters { filters, depth }) }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            best if *best == Strategy::best() => out.write_str("best"),
            Strategy::Filters { filters, depth } => {
                for filter in filters {
                    write!(out, "{}", filter.letter())?;
                }
                if *depth > 0 { write!(out, "-D{depth}") } else { Ok(()) }
            }
            Strategy::Surrender => out.write_str("T"),
            Strategy::Random => out.write_str("random"),
            Strategy::Single => out.write_str("single"),
            Strategy::Logic => out.write_str("logic"),
        }
    }
}
