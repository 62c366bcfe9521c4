//! What every command takes.

use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::budget::Budget;
use crate::cli::{memory, values};

/// What every command takes, so that scripts can pass it along; commands that have nothing to
/// share out or to colour make no use of it.
#[derive(Clone, Copy, Debug, Args)]
pub struct Manner {
    /// Answer with one JSON object for each board, on one line each
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limits: Limits,
    // The upper end is a guard: starting tens of thousands of threads takes longer than any board.
    /// How many threads to use, up to 1024 [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Whether to colour the output
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    pub color: Colour,
    /// No progress on standard error
    #[arg(long)]
    pub quiet: bool,
}

/// What a run may spend.
#[derive(Clone, Copy, Debug, Args)]
pub struct Limits {
    /// Give up on a board after this time; decimals are allowed
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds)]
    pub time_limit: Option<Duration>,
    /// Give up rather than use more memory: bytes, or 512M, 4G [default: three quarters of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = values::memory)]
    pub memory_limit: Option<u64>,
}

impl Limits {
    /// The memory of the whole run, and no limit of time yet: that is counted anew for each board.
    pub fn purse(&self) -> Budget {
        Budget::new(None, self.memory_limit.unwrap_or_else(memory::default_limit))
    }
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// In a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
