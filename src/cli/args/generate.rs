//! What `generate` takes.

use std::path::PathBuf;

use clap::Args;
use num_bigint::BigUint;

use super::manner::Manner;
use super::names::{circuit, family, topology, written_format};
use crate::board::generate::{CircuitKind, Family, GridKind, Share};
use crate::cli::values::{self, SizeArg};
use crate::formats::Format;

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
    #[arg(long, value_name = "N", value_parser = values::number::<u32>)]
    pub vertices: Option<u32>,
    /// The k of a partial k-tree (treewidth)
    #[arg(long, value_name = "K", value_parser = values::number::<u32>)]
    pub degree: Option<u32>,
    /// Edges of a random graph [default: twice as many as vertices]
    #[arg(long, value_name = "N")]
    pub edges: Option<u64>,
    /// The chance of each pair of vertices of a random graph to be joined: 0.35, 35% or 7/20
    #[arg(long, value_name = "SHARE", conflicts_with = "edges")]
    pub edge_share: Option<Share>,
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
    #[arg(long, value_name = "N", value_parser = values::mines)]
    pub mines: Option<u64>,
    /// In patterns: mines may lie anywhere, cells of the pattern are open only where they are free
    #[arg(long)]
    pub where_free: bool,
    #[command(flatten)]
    pub telling: Telling,
    #[command(flatten)]
    pub hard: HardArgs,
    /// What the random choices start from: the same seed gives the same board
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = values::number::<u64>)]
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
    #[command(flatten)]
    pub manner: Manner,
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
    #[arg(long, value_name = "N", value_parser = values::number::<u32>)]
    pub variables: Option<u32>,
    /// Clauses of a cnf circuit
    #[arg(long, value_name = "N", value_parser = values::number::<u32>)]
    pub clauses: Option<u32>,
    /// Literals of a clause
    #[arg(long, value_name = "K", value_parser = values::number::<u32>)]
    pub literals: Option<u32>,
    /// Bits of the numbers that a circuit adds or multiplies
    #[arg(long, value_name = "N", value_parser = values::number::<u32>)]
    pub bits: Option<u32>,
    /// The sum of an adder, the product of a multiplier [default: drawn]
    #[arg(long, value_name = "N", value_parser = values::number::<BigUint>)]
    pub value: Option<BigUint>,
    /// Circuits and tseitin: with a legal placement
    #[arg(long, conflicts_with_all = ["contradictory", "value"])]
    pub consistent: bool,
    /// Circuits and tseitin: without a legal placement
    #[arg(long, conflicts_with = "value")]
    pub contradictory: bool,
    /// Pigeons of a pigeonhole board
    #[arg(long, value_name = "N", value_parser = values::number::<u32>)]
    pub pigeons: Option<u32>,
    /// Holes of a pigeonhole board
    #[arg(long, value_name = "N", value_parser = values::number::<u32>)]
    pub holes: Option<u32>,
    /// How many numbers contradict each other in a culprit board: an odd number from 7 on
    #[arg(long, value_name = "N", value_parser = values::number::<u32>)]
    pub cause: Option<u32>,
}
