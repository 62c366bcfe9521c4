//! What a solver of linear and integer programs is asked, and in what it answers.
//!
//! # Theory
//! Solvers reckon in floating point, so nothing they say is believed: an answer is a guess that is
//! checked in integers. Guesses cross this border as whole multiples of 1/[`UNIT`], so that no
//! other file of the engine meets a float.
//!
//! # Adding a solver
//! Give it a file, the only one that names its crate, and a variant of [`Backend`].

use crate::budget::{Answer, Budget};

use super::program::{Program, Room};

/// One, in guesses.
pub const UNIT: i64 = 1 << 20;

/// Which solver makes the guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// microlp through `good_lp`: pure Rust, always there.
    Microlp,
    /// `HiGHS`: quicker on large components.
    #[cfg(feature = "highs")]
    Highs,
}

impl Backend {
    /// All that this build has, the one it prefers last.
    pub const ALL: &'static [Backend] = &[
        Backend::Microlp,
        #[cfg(feature = "highs")]
        Backend::Highs,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Microlp => "microlp",
            #[cfg(feature = "highs")]
            Backend::Highs => "HiGHS",
        }
    }
}

/// `HiGHS` where it was built in, else microlp.
impl Default for Backend {
    fn default() -> Self {
        Backend::ALL[Backend::ALL.len() - 1]
    }
}

/// A guess at the best mines if boxes could hold fractions of mines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relaxed {
    /// Nothing meets the numbers, not even fractions.
    Infeasible,
    /// For each box, in units of 1/[`UNIT`].
    Feasible(Vec<i64>),
    /// The solver failed.
    Unknown,
}

/// A guess at the best mines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Nothing meets the numbers.
    Infeasible,
    /// For each box, in units of 1/[`UNIT`]; nothing costs less.
    Optimal(Vec<i64>),
    /// The solver failed.
    Unknown,
}

/// What the engine asks of a solver. Costs are to be least.
pub trait Solver {
    /// The best fractional mines within a room.
    fn relax(&mut self, costs: &[i64], room: &Room, budget: &Budget) -> Answer<Relaxed>;

    /// For each number a multiplier, in units of 1/[`UNIT`], such that together they show how much
    /// fractional mines cost at least within a room that `relax` has just found feasible.
    fn multipliers(&mut self, costs: &[i64], room: &Room, budget: &Budget) -> Answer<Vec<i64>>;

    /// For each number a multiplier that together show that no fractional mines fit a room.
    fn refutation(&mut self, room: &Room, budget: &Budget) -> Answer<Vec<i64>>;

    /// The best whole mines within a room.
    fn solve(&mut self, costs: &[i64], room: &Room, budget: &Budget) -> Answer<Claim>;
}

/// The solver of a backend for a program.
pub fn start<'a>(backend: Backend, program: &'a Program) -> Box<dyn Solver + 'a> {
    match backend {
        Backend::Microlp => Box::new(super::modelled::Modelled::new(program)),
        #[cfg(feature = "highs")]
        Backend::Highs => Box::new(super::highs::Highs::new(program)),
    }
}
