//! The arguments of `play`, as clap sees them.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};

use crate::board::generate::GridKind;
use crate::cli::args::{Manner, named, topology};
use crate::cli::values::{self, CellArg};
use crate::play::{Promise, Strategy};

/// `play`.
#[derive(Debug, Args)]
pub struct Play {
    /// What to play on: WIDTHxHEIGHT/MINES (30x16/99), WxHxD/MINES for a box, or the file of a board with
    /// every cell covered
    #[arg(long, value_name = "BOARD", required_unless_present = "merge", conflicts_with = "merge")]
    pub board: Option<String>,
    /// What touches what on a grid [default: king, or box where there are three sides]
    #[arg(long, value_parser = topology(), conflicts_with = "merge")]
    pub topology: Option<GridKind>,
    /// The number of mines, where --board does not tell it, or instead of that of a file
    #[arg(long, value_name = "N", conflicts_with = "merge")]
    pub mines: Option<u64>,
    /// How to play: filters P, S, E, Q, U, B, F, L, R, N, s, e, u, q in a row, perhaps with -D<n> behind; best, T, random, single or logic
    #[arg(long, value_name = "STRATEGY", default_value = "PSEQ", conflicts_with = "merge")]
    pub strategy: Strategy,
    /// What is promised of the first cell: that it is free (safe or sfar), that its neighbours are free too
    /// (zero or snr), or nothing (none)
    #[arg(long, value_parser = promise(), ignore_case = true, default_value = "safe", conflicts_with = "merge")]
    pub promise: Promise,
    /// The first cell; auto lets the strategy choose, all plays from every cell up to symmetry [default:
    /// a corner; with --promise zero 2,2, or 3,3 on boards of more than 256 cells]
    #[arg(long, value_name = "X,Y|auto|all", conflicts_with = "merge")]
    pub first: Option<FirstArg>,
    /// What games are drawn from: the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "merge")]
    pub seed: u64,
    /// How many games, such as 250000 or 1e6 [default: 10000]
    #[arg(long, value_name = "N", value_parser = values::games, conflicts_with_all = ["merge", "replay"])]
    pub games: Option<u64>,
    /// The first game to play, counted from 0 [default: 0]
    #[arg(long, value_name = "I", value_parser = values::index, conflicts_with_all = ["merge", "replay"])]
    pub from: Option<u64>,
    /// How many games to play from --from on [default: the rest of --games]
    #[arg(long, value_name = "N", value_parser = values::games, conflicts_with_all = ["merge", "replay"])]
    pub count: Option<u64>,
    /// Also write a row for each game to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["merge", "replay"])]
    pub csv: Option<PathBuf>,
    /// Put results of --json together, whose games must follow each other without a gap
    #[arg(long, value_name = "PART", num_args = 1.., conflicts_with = "replay")]
    pub merge: Vec<PathBuf>,
    /// Play this one game again, and tell its guesses
    #[arg(long, value_name = "I", value_parser = values::index)]
    pub replay: Option<u64>,
    /// With --replay: draw the board before every guess, with all chances
    #[arg(long, requires = "replay")]
    pub show: bool,
    #[command(flatten)]
    pub form: Form,
    #[command(flatten)]
    pub manner: Manner,
}

/// How results are written.
#[derive(Clone, Copy, Debug, Args)]
pub struct Form {
    /// Answer as CSV: a head and a row, with --first all a row for each first cell
    #[arg(long, conflicts_with_all = ["json", "replay"])]
    pub row: bool,
    /// Leave out whatever depends on the machine: results are then the same bytes everywhere
    #[arg(long)]
    pub no_timings: bool,
}

/// Where games begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FirstArg {
    /// Where the strategy chooses.
    Auto,
    /// At every cell.
    All,
    /// At this cell.
    Cell(CellArg),
}

impl FromStr for FirstArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(FirstArg::Auto),
            "all" => Ok(FirstArg::All),
            _ => text.parse().map(FirstArg::Cell).map_err(|why: String| format!("{why}, or auto or all")),
        }
    }
}

fn promise() -> impl TypedValueParser<Value = Promise> {
    let known = Promise::ALL.into_iter().map(|promise| {
        let value = PossibleValue::new(promise.name());
        match promise {
            Promise::Safe => value.alias("sfar"),
            Promise::Zero => value.alias("snr"),
            Promise::Nothing => value,
        }
    });
    // An alias is the same wish in the words of the literature.
    named(known, |name| match name.to_ascii_lowercase().as_str() {
        "sfar" => Some(Promise::Safe),
        "snr" => Some(Promise::Zero),
        name => Promise::from_name(name),
    })
}
