//! The command line as clap sees it. Meaning is given to it in `plan`.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use super::help;
use super::values::{self, CellArg, MinesArg, SizeArg};
use num_bigint::BigUint;

use crate::analysis::{Backend, EngineChoice, Grouping, SatSettings};
use crate::board::generate::{CircuitKind, Family, GridKind, Share};
use crate::encode::Encoding;
use crate::formats::Format;
use crate::play::Strategy;

/// Exact analysis of Minesweeper positions, on grids and on any graph.
#[derive(Debug, Parser)]
#[command(name = "mineproof", version, after_long_help = help::OVERVIEW, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
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
        #[arg(long, value_name = "X,Y")]
        cell: Option<CellArg>,
        /// Answer for this cell alone, and show the fewest numbers from which it follows
        #[arg(long, value_name = "X,Y", conflicts_with_all = ["cell", "stream"])]
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
        #[arg(long, value_name = "X,Y")]
        numbers: Vec<CellArg>,
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
        /// How to choose: filters P, S, E, Q, U in a row, perhaps with -D<n>; T, random, single or logic
        #[arg(long, value_name = "STRATEGY", default_value = "PSEQ")]
        strategy: Strategy,
        /// Also show every quantity of every covered cell
        #[arg(long)]
        explain: bool,
        #[command(flatten)]
        common: Common,
    },
    /// Check certificates, trusting nothing but the board
    #[command(long_about = help::VERIFY, after_long_help = help::VERIFY_MORE)]
    Verify(Verify),
    /// Rewrite a board in another format
    #[command(long_about = help::CONVERT, after_long_help = help::CONVERT_MORE)]
    Convert(Convert),
    /// Make instances, reproducible from a seed
    #[command(long_about = help::GENERATE, after_long_help = help::generate_more())]
    Generate(Generate),
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

/// `verify`.
#[derive(Debug, Args)]
pub struct Verify {
    /// Certificates, or folders that have certificates below them
    #[arg(required = true, value_name = "DIR")]
    pub certificates: Vec<PathBuf>,
    /// Answer with one JSON object for each certificate, on one line each
    #[arg(long)]
    pub json: bool,
    /// Give up on a certificate after this time; decimals are allowed
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds)]
    pub time_limit: Option<Duration>,
    #[command(flatten)]
    pub memory: Memory,
    #[command(flatten)]
    pub manner: Manner,
    /// No progress on standard error (checking shows none)
    #[arg(long)]
    pub quiet: bool,
}

/// What every analysing command takes.
#[derive(Debug, Args)]
pub struct Common {
    /// The total number of mines, whatever the file says; 'any' for an unknown total
    #[arg(long, value_name = "N|any")]
    pub mines: Option<MinesArg>,
    /// The format of the boards, where name and content do not tell it
    #[arg(long, value_name = "FORMAT", value_parser = readable_format())]
    pub from: Option<Format>,
    /// The method to use
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    pub engine: Engine,
    /// Answer with one JSON object for each board, on one line each
    #[arg(long)]
    pub json: bool,
    /// Give up on a board after this time; decimals are allowed
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds)]
    pub time_limit: Option<Duration>,
    #[command(flatten)]
    pub memory: Memory,
    #[command(flatten)]
    pub manner: Manner,
    /// No progress on standard error
    #[arg(long)]
    pub quiet: bool,
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

/// What every command takes, so that scripts can pass it along; commands that have nothing to
/// share out or to colour make no use of it.
#[derive(Clone, Copy, Debug, Args)]
pub struct Manner {
    // The upper end is a guard: starting tens of thousands of threads takes longer than any board.
    /// How many threads to use, up to 1024 [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Whether to colour the output
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    pub color: Colour,
}

/// The memory limit.
#[derive(Clone, Copy, Debug, Args)]
pub struct Memory {
    /// Give up rather than use more memory: bytes, or 512M, 4G [default: three quarters of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = values::memory)]
    pub memory_limit: Option<u64>,
}

/// `convert`.
#[derive(Debug, Args)]
pub struct Convert {
    /// The board to read: a file, or - for standard input
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// The file to write, or - for standard output (which needs --to)
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// The format of IN, where name and content do not tell it
    #[arg(long, value_name = "FORMAT", value_parser = readable_format())]
    pub from: Option<Format>,
    /// The format of OUT, where its name does not tell it
    #[arg(long, value_name = "FORMAT", value_parser = written_format())]
    pub to: Option<Format>,
    /// How cnf says that k of n cells are mined [default: auto]
    #[arg(long, value_name = "ENCODING", value_parser = encoding())]
    pub encoding: Option<Encoding>,
    /// The total number of mines, whatever the file says; 'any' for an unknown total
    #[arg(long, value_name = "N|any")]
    pub mines: Option<MinesArg>,
    /// Say what was written as one JSON object on standard output
    #[arg(long)]
    pub json: bool,
    /// Give up reading IN after this time; decimals are allowed
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds)]
    pub time_limit: Option<Duration>,
    #[command(flatten)]
    pub memory: Memory,
    #[command(flatten)]
    pub manner: Manner,
    /// No progress on standard error (converting shows none)
    #[arg(long)]
    pub quiet: bool,
}

/// `generate`.
#[derive(Debug, Args)]
pub struct Generate {
    /// The kind of instance; see below
    #[arg(value_parser = family(), hide_possible_values = true)]
    pub family: Family,
    /// Columns and rows of a grid, and layers of a box
    #[arg(long, value_name = "WxH[xD]")]
    pub size: Option<SizeArg>,
    /// Vertices of a graph
    #[arg(long, value_name = "N")]
    pub vertices: Option<u32>,
    /// The k of a partial k-tree (treewidth)
    #[arg(long, value_name = "K")]
    pub degree: Option<u32>,
    /// What touches what on the grid
    #[arg(long, value_parser = topology())]
    pub topology: Option<GridKind>,
    /// The share of cells that are mined: 0.35, 35% or 7/20
    #[arg(long, value_name = "SHARE", conflicts_with = "mines")]
    pub density: Option<Share>,
    /// The share of cells that are open: 0.35, 35% or 7/20
    #[arg(long, value_name = "SHARE")]
    pub open: Option<Share>,
    /// An exact number of mines instead of a share
    #[arg(long, value_name = "N")]
    pub mines: Option<u64>,
    /// In patterns: mines may lie anywhere, cells of the pattern are open only where they are free
    #[arg(long)]
    pub where_free: bool,
    #[command(flatten)]
    pub telling: Telling,
    #[command(flatten)]
    pub hard: HardArgs,
    /// What the random choices start from: the same seed gives the same board
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// How many instances, with seeds counting up from --seed; more than one needs -o DIR or --json
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub count: u64,
    /// A file to write, or a directory for files FAMILY-SEED [default: standard output]
    #[arg(short, long, value_name = "FILE|DIR")]
    pub output: Option<PathBuf>,
    /// The format to write [default: told by the file's name, else board for grids, graph for graphs]
    #[arg(long, value_parser = written_format())]
    pub format: Option<Format>,
    /// With -o: one JSON object a line about each file written; without: each board itself as one line of JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub manner: Manner,
    /// Do not list the files written
    #[arg(long)]
    pub quiet: bool,
}

/// Whether generated boards tell their total; the family decides if neither is given.
#[derive(Clone, Copy, Debug, Args)]
pub struct Telling {
    /// Tell the total number of mines
    #[arg(long, conflicts_with = "no_total")]
    pub total: bool,
    /// Do not tell the total number of mines
    #[arg(long)]
    pub no_total: bool,
}

/// Parameters of the hard families.
#[derive(Clone, Debug, Args)]
pub struct HardArgs {
    /// What a circuit computes: cnf, adder, multiplier or parity [default: cnf]
    #[arg(long, value_name = "KIND", value_parser = circuit(), hide_possible_values = true)]
    pub circuit: Option<CircuitKind>,
    /// Variables of a cnf circuit, inputs of a parity circuit
    #[arg(long, value_name = "N")]
    pub variables: Option<u32>,
    /// Clauses of a cnf circuit
    #[arg(long, value_name = "N")]
    pub clauses: Option<u32>,
    /// Literals of a clause
    #[arg(long, value_name = "K")]
    pub literals: Option<u32>,
    /// Bits of the numbers that a circuit adds or multiplies
    #[arg(long, value_name = "N")]
    pub bits: Option<u32>,
    /// The sum of an adder, the product of a multiplier [default: drawn]
    #[arg(long, value_name = "N")]
    pub value: Option<BigUint>,
    /// Circuits and tseitin: with a legal placement
    #[arg(long, conflicts_with_all = ["contradictory", "value"])]
    pub consistent: bool,
    /// Circuits and tseitin: without a legal placement
    #[arg(long, conflicts_with = "value")]
    pub contradictory: bool,
    /// Pigeons of a pigeonhole board
    #[arg(long, value_name = "N")]
    pub pigeons: Option<u32>,
    /// Holes of a pigeonhole board
    #[arg(long, value_name = "N")]
    pub holes: Option<u32>,
    /// How many numbers contradict each other in a culprit board: an odd number from 7 on
    #[arg(long, value_name = "N")]
    pub cause: Option<u32>,
}

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
    /// A SAT solver; for check, safe and enumerate
    Sat,
    /// Integer programming, rechecked in integers; for check, safe and bounds
    Ilp,
    /// Every one that applies, each answer compared; for analyze
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

// The names of formats, families and grids live in their modules; these let clap list them.

fn written_format() -> impl TypedValueParser<Value = Format> {
    named(Format::ALL.iter().map(|format| PossibleValue::new(format.name())), Format::from_name)
}

fn readable_format() -> impl TypedValueParser<Value = Format> {
    let readable = Format::ALL.iter().filter(|format| format.is_readable());
    named(readable.map(|format| PossibleValue::new(format.name())), Format::from_name)
}

fn encoding() -> impl TypedValueParser<Value = Encoding> {
    named(Encoding::ALL.iter().map(|encoding| PossibleValue::new(encoding.name())), Encoding::from_name)
}

fn backend() -> impl TypedValueParser<Value = Backend> {
    named(Backend::ALL.iter().map(|backend| PossibleValue::new(backend.name())), Backend::from_name)
}

fn family() -> impl TypedValueParser<Value = Family> {
    named(Family::ALL.iter().map(|family| PossibleValue::new(family.name())), Family::from_name)
}

fn topology() -> impl TypedValueParser<Value = GridKind> {
    named(GridKind::ALL.iter().map(|grid| PossibleValue::new(grid.name())), GridKind::from_name)
}

fn circuit() -> impl TypedValueParser<Value = CircuitKind> {
    named(CircuitKind::ALL.iter().map(|kind| PossibleValue::new(kind.name())), CircuitKind::from_name)
}

fn named<T: Clone + Send + Sync + 'static>(
    names: impl Iterator<Item = PossibleValue>,
    find: fn(&str) -> Option<T>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names).try_map(move |name| find(&name).ok_or("there is nothing of this name"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
