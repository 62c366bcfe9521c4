//! What is asked of a SAT solver, and which solvers there are.
//!
//! A backend is a leaf: `varisat.rs` is the only file that names varisat, `cadical.rs` the only one
//! that names `CaDiCaL`. A third one is a file with an `impl Solver`, a variant of [`Backend`] and a
//! line in [`Backend::start`].

use crate::budget::{Answer, Budget};
use crate::encode::Literal;

/// A solver that keeps what it has learnt from one question to the next.
pub trait Solver {
    /// Adds a clause for good; the empty one cannot be met.
    fn add_clause(&mut self, clause: &[Literal]);

    /// Whether all clauses can be met together with the assumptions, which hold for this question
    /// alone.
    fn solve(&mut self, assumptions: &[Literal]) -> Answer<bool>;

    /// Whether a literal is true in the model of the last question, which was answered with yes.
    fn is_true(&self, literal: Literal) -> bool;

    /// Assumptions of the last question, which was answered with no, that suffice for the no.
    fn failed(&self) -> Vec<Literal>;
}

/// The solvers that are built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Backend {
    /// Varisat, in Rust.
    #[default]
    Varisat,
    /// `CaDiCaL`, in C++.
    #[cfg(feature = "cadical")]
    Cadical,
}

impl Backend {
    /// All solvers that are built in.
    pub const ALL: &'static [Backend] = &[
        Backend::Varisat,
        #[cfg(feature = "cadical")]
        Backend::Cadical,
    ];

    /// The name by which the command line knows the solver.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Varisat => "varisat",
            #[cfg(feature = "cadical")]
            Backend::Cadical => "cadical",
        }
    }

    /// The solver of this name.
    pub fn from_name(name: &str) -> Option<Backend> {
        Backend::ALL.iter().copied().find(|backend| backend.name() == name)
    }

    /// A solver without clauses that stops when the budget does.
    pub fn start(self, budget: &Budget) -> Box<dyn Solver> {
        match self {
            Backend::Varisat => Box::new(super::varisat::Varisat::new(budget)),
            #[cfg(feature = "cadical")]
            Backend::Cadical => Box::new(super::cadical::Cadical::new(budget)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::StopReason;
    use std::time::Duration;

    #[test]
    fn solvers_answer_under_assumptions() {
        let [a, b, c] = [0, 1, 2].map(Literal::new);
        for backend in Backend::ALL {
            let mut solver = backend.start(&Budget::unlimited());
            solver.add_clause(&[a, b]);
            solver.add_clause(&[!a, c]);
            assert_eq!(solver.solve(&[!b]), Ok(true), "{backend:?}");
            assert!(solver.is_true(a) && solver.is_true(c) && solver.is_true(!b));
            assert_eq!(solver.solve(&[!b, !c]), Ok(false));
            let mut failed = solver.failed();
            failed.sort_unstable();
            assert_eq!(failed, [!b, !c], "{backend:?}");
            assert_eq!(solver.solve(&[]), Ok(true));
            solver.add_clause(&[]);
            assert_eq!(solver.solve(&[]), Ok(false));
            assert_eq!(solver.failed(), []);
        }
    }

    /// Eleven pigeons in ten holes keep any solver busy for longer than the limit.
    #[test]
    fn solvers_stop_in_the_middle_of_a_question() {
        for backend in Backend::ALL {
            let budget = Budget::new(Some(Duration::from_millis(200)), u64::MAX);
            let mut solver = backend.start(&budget);
            let sits = |pigeon: u32, hole: u32| Literal::new(pigeon * 10 + hole);
            for pigeon in 0..11 {
                solver.add_clause(&(0..10).map(|hole| sits(pigeon, hole)).collect::<Vec<_>>());
                for other in 0..pigeon {
                    for hole in 0..10 {
                        solver.add_clause(&[!sits(pigeon, hole), !sits(other, hole)]);
                    }
                }
            }
            assert_eq!(solver.solve(&[]), Err(StopReason::Time), "{backend:?}");
        }
    }
}
