//! The command line as clap sees it. Meaning is given to it in `plan`.

mod batch;
mod engine;
mod generate;
mod manner;
mod names;

pub use batch::{Again, Batch, Merge};
pub use engine::{Engine, SolverArgs};
pub use generate::Generate;
pub use manner::{Colour, Limits, Manner};
pub use names::{named, readable_format, topology};

use std::path::PathBuf;

use clap::{Arg, Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use super::help;
use super::moment::Moment;
use super::optimal::Optimal;
use super::play::Play;
use super::report::Report;
use super::values::{CellArg, MinesArg};
use crate::encode::Encoding;
use crate::formats::Format;
use crate::play::Strategy;
use names::{encoding, written_format};

/// Exact analysis of Minesweeper positions, on grids and on any graph.
#[derive(Debug, Parser)]
#[command(name = "mineproof", version, after_long_help = help::OVERVIEW, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

impl Cli {
    /// The command line of this run, or what is wrong with it.
    pub fn read() -> Result<Self, clap::Error> {
        let matches = Cli::described().try_get_matches()?;
        Cli::from_arg_matches(&matches)
    }

    /// Options take negative numbers, so that each can say itself what it wants instead.
    fn described() -> clap::Command {
        let takes_number = |arg: Arg| {
            let negative = !arg.is_positional() && arg.get_action().takes_values();
            arg.allow_negative_numbers(negative)
        };
        Cli::command().mut_subcommands(|command| command.mut_args(takes_number))
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Can this position happen?
    #[command(long_about = help::CHECK, after_long_help = help::CHECK_MORE)]
    Check {
        #[command(flatten)]
        boards: Boards,
        /// If it cannot happen: also the fewest numbers that contradict each other
        #[arg(long)]
        why: bool,
        #[command(flatten)]
        solver: SolverArgs,
        #[command(flatten)]
        certify: Certify,
        #[command(flatten)]
        common: Common,
    },
    /// Which covered cells are surely free, which surely mined?
    #[command(long_about = help::SAFE, after_long_help = help::SAFE_MORE)]
    Safe {
        #[command(flatten)]
        boards: Boards,
        /// Answer for this cell alone (a vertex number on a graph)
        #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
        cell: Option<CellArg>,
        /// Answer for this cell alone, and show the fewest numbers from which it follows
        #[arg(long, value_name = "X,Y", allow_hyphen_values = true, conflicts_with_all = ["cell", "stream"])]
        why: Option<CellArg>,
        /// Print each cell as soon as it is known, one a line, before the answer
        #[arg(long, conflicts_with = "cell")]
        stream: bool,
        /// Also say which engine answered for each component, and why
        #[arg(long)]
        explain: bool,
        #[command(flatten)]
        solver: SolverArgs,
        #[command(flatten)]
        certify: Certify,
        #[command(flatten)]
        common: Common,
    },
    /// How many placements of the mines are legal?
    #[command(long_about = help::COUNT, after_long_help = help::COUNT_MORE)]
    Count {
        #[command(flatten)]
        boards: Boards,
        /// Also count the placements with each number of mines
        #[arg(long)]
        by_mines: bool,
        #[command(flatten)]
        common: Common,
    },
    /// How likely is each covered cell a mine?
    #[command(long_about = help::PROB, after_long_help = help::PROB_MORE)]
    Prob {
        #[command(flatten)]
        boards: Boards,
        /// Also say which numbers this covered cell would show, and how likely each; may be repeated
        #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
        numbers: Vec<CellArg>,
        #[command(flatten)]
        pictures: Pictures,
        #[command(flatten)]
        common: Common,
    },
    /// How many mines can there be at least and at most?
    #[command(long_about = help::BOUNDS, after_long_help = help::BOUNDS_MORE)]
    Bounds {
        #[command(flatten)]
        boards: Boards,
        /// Count only the mines on the cells of this file: one cell X,Y a line, # starts a comment
        #[arg(long, value_name = "FILE")]
        region: Option<PathBuf>,
        #[command(flatten)]
        common: Common,
    },
    /// The legal placements one by one
    #[command(long_about = help::ENUMERATE, after_long_help = help::ENUMERATE_MORE)]
    Enumerate {
        /// The board: a file, or - for standard input
        #[arg(value_name = "BOARD")]
        board: PathBuf,
        /// Stop after this many placements
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        limit: Option<u64>,
        #[command(flatten)]
        solver: SolverArgs,
        #[command(flatten)]
        common: Common,
    },
    /// Everything about a position in one picture
    #[command(long_about = help::ANALYZE, after_long_help = help::ANALYZE_MORE)]
    Analyze {
        #[command(flatten)]
        boards: Boards,
        #[command(flatten)]
        certify: Certify,
        #[command(flatten)]
        common: Common,
    },
    /// Which cell to open next, and why?
    #[command(long_about = help::NEXT, after_long_help = help::NEXT_MORE)]
    Next {
        #[command(flatten)]
        boards: Boards,
        /// How to choose: filters P, S, E, Q, U, B, F, L, R, N, s, e, u, q in a row, perhaps with -D<n>; best, T, random, single or logic
        #[arg(long, value_name = "STRATEGY", default_value = "PSEQ")]
        strategy: Strategy,
        /// Also show every quantity of every covered cell
        #[arg(long)]
        explain: bool,
        #[command(flatten)]
        common: Common,
    },
    /// Where to guess when exactly one mine is left, and how often that wins
    #[command(long_about = help::ONE_MINE, after_long_help = help::ONE_MINE_MORE)]
    #[command(mut_arg("mines", |arg| arg.help("The total number of mines, whatever the file says: one more than are known; 'any' leaves it out")))]
    OneMine(OneMine),
    /// How much can the best player win of a small board or position?
    #[command(long_about = help::OPTIMAL, after_long_help = help::OPTIMAL_MORE)]
    #[command(mut_arg("mines", |arg| arg.help("The total number of mines, whatever the file says").value_name("N")))]
    Optimal(Optimal),
    /// How often does a strategy win? Over many games, from a seed
    #[command(long_about = help::PLAY, after_long_help = help::PLAY_MORE)]
    #[command(mut_arg("json", |arg| arg.help("Answer with one JSON object on one line")))]
    #[command(mut_arg("time_limit", |arg| arg.help("Stop after this time and report the games that are finished; decimals are allowed")))]
    Play(Play),
    /// One row of a table for each board of a corpus
    #[command(long_about = help::BATCH, after_long_help = help::BATCH_MORE)]
    #[command(mut_arg("json", |arg| arg.help("Sum up with one JSON object on standard output")))]
    #[command(mut_arg("mines", |arg| arg.help("The total number of mines of every board, whatever its file says; 'any' for an unknown total")))]
    #[command(mut_arg("memory_limit", |arg| arg.help("Give up on a board rather than use more memory for it: bytes, or 512M, 4G [default: three quarters of the machine's, shared out among the threads]")))]
    #[command(mut_arg("threads", |arg| arg.help("How many boards at a time, up to 1024 [default: one for each core]")))]
    #[command(mut_arg("quiet", |arg| arg.help("No progress and no summary on standard error")))]
    Batch(Batch),
    /// Put the reports of all shards together
    #[command(long_about = help::MERGE, after_long_help = help::MERGE_MORE)]
    #[command(mut_arg("json", |arg| arg.help("Say what was written as one JSON object on standard output")))]
    #[command(mut_arg("quiet", |arg| arg.help("Say nothing on standard error")))]
    Merge(Merge),
    /// Check certificates, trusting nothing but the board
    #[command(long_about = help::VERIFY, after_long_help = help::VERIFY_MORE)]
    #[command(mut_arg("json", |arg| arg.help("Answer with one JSON object for each certificate, on one line each")))]
    #[command(mut_arg("time_limit", |arg| arg.help("Give up on a certificate after this time; decimals are allowed")))]
    #[command(mut_arg("quiet", |arg| arg.help("No progress on standard error (checking shows none)")))]
    Verify(Verify),
    /// Rewrite a board in another format
    #[command(long_about = help::CONVERT, after_long_help = help::CONVERT_MORE)]
    #[command(mut_arg("json", |arg| arg.help("Say what was written as one JSON object on standard output")))]
    #[command(mut_arg("from", |arg| arg.help("The format of IN, where name and content do not tell it")))]
    #[command(mut_arg("time_limit", |arg| arg.help("Give up reading IN after this time; decimals are allowed")))]
    #[command(mut_arg("quiet", |arg| arg.help("Do not say so where a replay has no guesses")))]
    Convert(Convert),
    /// Make instances, reproducible from a seed
    #[command(long_about = help::GENERATE, after_long_help = help::generate_more())]
    #[command(mut_arg("json", |arg| arg.help(help::GENERATE_JSON)))]
    #[command(mut_arg("quiet", |arg| arg.help("Do not list the files written")))]
    Generate(Generate),
    /// A page about the report of a batch: summary, charts, thumbnails, a table that sorts
    #[command(long_about = help::REPORT, after_long_help = help::REPORT_MORE)]
    #[command(mut_arg("json", |arg| arg.help("No effect: the answer is the page")))]
    #[command(mut_arg("time_limit", |arg| arg.help("Give up on a thumbnail after this time; decimals are allowed [default: 5]")))]
    #[command(mut_arg("quiet", |arg| arg.help("Do not say what was written")))]
    Report(Report),
}

/// Boards to answer for.
#[derive(Debug, Args)]
pub struct Boards {
    /// Board files, or - for standard input
    #[arg(required = true, value_name = "BOARD")]
    pub boards: Vec<PathBuf>,
}

/// Certificates to write.
#[derive(Debug, Args)]
pub struct Certify {
    /// Write a certificate into this folder; with several boards, into a folder below it for each
    #[arg(long, value_name = "DIR")]
    pub certify: Option<PathBuf>,
    /// Also write the proof of the certificate in DRAT
    #[arg(long, requires = "certify")]
    pub drat: bool,
}

/// Pictures to draw.
#[derive(Clone, Debug, Default, Args)]
pub struct Pictures {
    /// Draw the board as a heat map into this SVG file; for one board on a grid
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Draw the board as a heat map into this PNG file; for one board on a grid
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
}

/// `one-mine`.
#[derive(Debug, Args)]
pub struct OneMine {
    /// Board files, grids or graphs, or - for standard input
    #[arg(required = true, value_name = "GRAPH")]
    pub boards: Vec<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub shown: Shown,
    #[command(flatten)]
    pub manner: Manner,
}

/// What `one-mine` shows beside the best guesses.
#[derive(Clone, Copy, Debug, Args)]
pub struct Shown {
    /// Also the guess components, as the tree of modules
    #[arg(long)]
    pub tree: bool,
    /// Also the strategy, and how many games it wins when played against every mine position
    #[arg(long)]
    pub play: bool,
}

/// `verify`.
#[derive(Debug, Args)]
pub struct Verify {
    /// Certificates, or folders that have certificates below them
    #[arg(required = true, value_name = "DIR")]
    pub certificates: Vec<PathBuf>,
    #[command(flatten)]
    pub manner: Manner,
}

/// How boards are read, wherever they are.
#[derive(Clone, Copy, Debug, Args)]
pub struct ReadArgs {
    /// The total number of mines, whatever the file says; 'any' for an unknown total
    #[arg(long, value_name = "N|any")]
    pub mines: Option<MinesArg>,
    /// The format of the boards, where name and content do not tell it
    #[arg(long, value_name = "FORMAT", value_parser = readable_format())]
    pub from: Option<Format>,
    /// A player's flags in other programs' files are known mines, not just covered cells
    #[arg(long)]
    pub trust_flags: bool,
}

/// What every analysing command takes.
#[derive(Debug, Args)]
pub struct Common {
    #[command(flatten)]
    pub read: ReadArgs,
    /// The method to use
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    pub engine: Engine,
    #[command(flatten)]
    pub manner: Manner,
}

/// `convert`.
#[derive(Debug, Args)]
pub struct Convert {
    /// The board to read: a file, or - for standard input
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// The file to write, or - for standard output (which needs --to); with --at guesses a folder
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    #[command(flatten)]
    pub read: ReadArgs,
    /// The format of OUT, where its name does not tell it
    #[arg(long, value_name = "FORMAT", value_parser = written_format())]
    pub to: Option<Format>,
    /// Which moment of a replay or layout; with guesses, OUT is a folder for the positions before them
    #[arg(long, value_name = "MOMENT", value_enum)]
    pub at: Option<Moment>,
    /// How cnf says that k of n cells are mined [default: auto]
    #[arg(long, value_name = "ENCODING", value_parser = encoding())]
    pub encoding: Option<Encoding>,
    #[command(flatten)]
    pub manner: Manner,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::described().debug_assert();
    }
}
