//! Games: rules, strategies, players, and the best that anyone can do.
//!
//! # Theory
//! A game is a set of mines ([`Deal`]) on a [`Field`]. A player keeps a [`View`] of what is known,
//! opens what is sure, and guesses by a [`Strategy`]. What is sure is found exactly: in simple
//! steps, then from the lists of solutions of the parts of the position ([`Parts`], [`Look`]).
//! Chances are floating point here, which decides between cells; whether a cell is sure never
//! depends on it.

mod advice;
mod deal;
mod debt;
mod diagram;
mod endgame;
mod field;
mod foresight;
mod fortune;
mod held;
mod interval;
mod joined;
mod listing;
mod look;
mod mind;
mod next_guess;
pub mod one_mine;
pub mod optimal;
mod parts;
mod player;
mod published;
mod quantities;
mod reach;
mod run;
mod scene;
mod sieve;
mod strategy;
mod study;
mod swaps;
mod symmetry;
mod view;
mod weighed;
mod weights;

pub use advice::{Advice, Candidate, Ground, advise};
pub use deal::{Deal, Luck, Promise};
pub use endgame::Endgame;
pub use field::{Field, FieldError, MOST_CELLS};
pub use fortune::{Adjusted, FEWEST, Fortune, Fortunes, SUMS};
pub use held::Held;
pub use interval::{CONFIDENCE, clopper_pearson};
pub use look::Look;
pub use mind::{Mind, Standing};
pub use parts::{Part, Parts, Solution};
pub use player::{Manner, Move, Outline, Player};
pub use published::Share;
pub use quantities::{Prospects, Quantities, Reading, Shown};
pub use run::{Played, Run, Tally};
pub use sieve::{Step, Value, sift};
pub use strategy::{Filter, Strategy, StrategyError};
pub use study::{Outcome, Study};
pub use symmetry::{orbits, symmetries};
pub use view::{State, View};
pub use weights::Weights;
