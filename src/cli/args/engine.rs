//! Which engine answers, and how.

use clap::{Args, ValueEnum};

use super::names::{backend, encoding};
use crate::analysis::{Backend, EngineChoice, Grouping, SatSettings};
use crate::encode::Encoding;

/// The methods on offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// Whatever fits each component best
    Auto,
    /// Plain enumeration
    Enumerate,
    /// Trees, one polynomial a vertex; only where every component is a forest
    Tree,
    /// Counting over a tree decomposition
    Treedp,
    /// A SAT solver; answers check, safe and enumerate
    Sat,
    /// Integer programming, rechecked in integers; answers check, safe and bounds
    Ilp,
    /// Every one that applies, each answer compared; in analyze and batch
    All,
}

impl Engine {
    /// The engine with its settings, or why they make no sense.
    pub fn with(self, solver: SolverArgs) -> Result<EngineChoice, String> {
        if self != Engine::Sat && (solver.encoding.is_some() || solver.solver.is_some()) {
            return Err("--encoding and --solver are for --engine sat".to_owned());
        }
        Ok(match self {
            Engine::Auto | Engine::All => EngineChoice::Auto,
            Engine::Enumerate => EngineChoice::Enumerate,
            Engine::Tree => EngineChoice::Tree,
            Engine::Treedp => EngineChoice::TreeDp,
            Engine::Sat => EngineChoice::Sat(SatSettings {
                encoding: solver.encoding.unwrap_or_default(),
                backend: solver.solver.unwrap_or_default(),
                grouping: Grouping::default(),
            }),
            Engine::Ilp => EngineChoice::Ilp,
        })
    }
}

/// How `--engine sat` works.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct SolverArgs {
    /// With --engine sat: how sums become clauses [default: auto]
    #[arg(long, value_name = "ENCODING", value_parser = encoding())]
    pub encoding: Option<Encoding>,
    /// With --engine sat: the solver [default: varisat]
    #[arg(long, value_name = "SOLVER", value_parser = backend())]
    pub solver: Option<Backend>,
}
