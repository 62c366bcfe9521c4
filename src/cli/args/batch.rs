//! `batch` and `merge`.

use std::path::PathBuf;

use clap::Args;

use super::ReadArgs;
use super::engine::Engine;
use super::manner::Manner;
use crate::batch::{Questions, Shard};
use crate::cli::batch::Mode;

/// `batch`.
#[derive(Debug, Args)]
pub struct Batch {
    /// Folders (all boards below them), files, patterns such as 'boards/*.txt', or - for standard input
    #[arg(required = true, value_name = "CORPUS")]
    pub corpus: Vec<String>,
    /// The report, written as its ending says: .csv, .jsonl or .parquet; - for CSV on standard output
    #[arg(short, long, value_name = "REPORT")]
    pub output: PathBuf,
    /// Also write one row for each covered cell
    #[arg(long, value_name = "FILE")]
    pub cells: Option<PathBuf>,
    /// What to ask: check, safe, count, by-mines, prob, bounds [default: all but by-mines]
    #[arg(long, value_name = "QUESTIONS")]
    pub ask: Option<Questions>,
    /// The method to use; all asks every one and fills the column agree
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    pub engine: Engine,
    #[command(flatten)]
    pub read: ReadArgs,
    /// Write a certificate for each board, into a folder of its own below this one
    #[arg(long, value_name = "DIR")]
    pub certify: Option<PathBuf>,
    /// Also write the proofs of certificates in DRAT
    #[arg(long, requires = "certify")]
    pub drat: bool,
    /// Only the I-th of N parts of the corpus, for another machine to do the others
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    #[command(flatten)]
    pub again: Again,
    #[command(flatten)]
    pub manner: Manner,
    /// What a process does that a run has started
    #[arg(long, hide = true, value_name = "MODE")]
    pub worker: Option<Mode>,
}

/// What to do about an earlier run, and what to leave out.
#[derive(Clone, Copy, Debug, Args)]
pub struct Again {
    /// Leave out the columns of time and memory, so that equal runs give equal bytes
    #[arg(long)]
    pub no_timings: bool,
    /// Go on where an earlier run with the same arguments ended
    #[arg(long)]
    pub resume: bool,
    /// Start anew and write over an earlier report
    #[arg(long, conflicts_with = "resume")]
    pub force: bool,
}

/// `merge`.
#[derive(Debug, Args)]
pub struct Merge {
    /// The reports of all shards, in any order
    #[arg(required = true, value_name = "REPORT")]
    pub reports: Vec<PathBuf>,
    /// The report of the whole corpus, of the same kind as those of the shards
    #[arg(short, long, value_name = "REPORT")]
    pub output: PathBuf,
    /// Also put the rows of the cells together
    #[arg(long, value_name = "FILE")]
    pub cells: Option<PathBuf>,
    /// Write over an earlier report
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub manner: Manner,
}
