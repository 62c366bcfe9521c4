//! What is played on: a size with a number of mines, or a board's file.

use std::fmt::Write;
use std::path::PathBuf;

use sha2::{Digest, Sha256};

use super::args::Play;
use crate::board::generate::GridKind;
use crate::board::{Board, Label, Topology};
use crate::budget::{Budget, Lease, StopReason};
use crate::cli::Failure;
use crate::cli::source::Source;
use crate::cli::values::{self, SizeArg};
use crate::play::{Field, FieldError, MOST_CELLS};
use crate::report::games::First;

/// A field, and how results call it.
pub struct Ground {
    /// The field.
    pub field: Field,
    /// `30x16/99`, or the name of a graph's file.
    pub name: String,
    /// The name of the kind of grid, or `graph`.
    pub topology: &'static str,
    /// Of the edges of a graph.
    pub checksum: Option<String>,
    _lease: Lease,
}

/// Bytes for each cell of a field: up to eight neighbours, or more in a box.
const CELL_BYTES: u64 = 120;

impl Ground {
    /// The ground that the arguments ask for.
    pub fn new(args: &Play, budget: &Budget) -> Result<Self, Failure> {
        let text = args.board.as_deref().unwrap_or_default();
        match sized(text) {
            Some((size, mines)) => {
                let topology = grid(args.topology, size).map_err(Failure::Wrong)?;
                let mines = match (mines, args.mines) {
                    (Some(_), Some(_)) => Err(format!("{text} tells the mines already; leave out --mines")),
                    (None, None) => {
                        Err(format!("how many mines? write {text}/MINES, such as 30x16/99, or add --mines"))
                    }
                    (told, asked) => Ok(told.or(asked).unwrap_or_default()),
                };
                Ground::on(topology, mines.map_err(Failure::Wrong)?, None, budget)
            }
            None => Ground::of_file(text, args, budget),
        }
    }

    fn of_file(text: &str, args: &Play, budget: &Budget) -> Result<Self, Failure> {
        let wrong = |why: &str| Err(Failure::Wrong(format!("{text}: {why}")));
        let path = PathBuf::from(text);
        if text != "-" && !path.exists() {
            return wrong(
                "there is no such file; write WIDTHxHEIGHT/MINES such as 30x16/99, or name a board's file",
            );
        }
        if args.topology.is_some() {
            return wrong("the file says what touches what; leave out --topology");
        }
        let board = Source::new(path).read(None, None, budget)?;
        if let Some(cell) = board.cells().find(|&cell| board.label(cell) != Label::Covered) {
            let cell = First::at(board.topology(), cell);
            return wrong(&format!("cell {cell} is not covered; games begin with every cell covered"));
        }
        let Some(mines) = args.mines.or(board.mines()) else {
            return wrong("how many mines? add a line such as `mines 99` to the file, or --mines");
        };
        Ground::on(board.topology().clone(), mines, Some((text, &board)), budget)
    }

    fn on(
        topology: Topology,
        mines: u64,
        file: Option<(&str, &Board)>,
        budget: &Budget,
    ) -> Result<Self, Failure> {
        let stopped = |reason: StopReason| Failure::Stopped(reason.to_string());
        let cells = topology.len().min(MOST_CELLS);
        let lease = budget.reserve(cells * CELL_BYTES).map_err(stopped)?;
        let field =
            Field::new(topology, mines).map_err(|error: FieldError| Failure::Wrong(error.to_string()))?;
        let kind = kind(field.topology());
        let (name, checksum) = match (name_of(field.topology(), mines), file) {
            (Some(name), _) => (name, None),
            (None, file) => {
                (file.map_or_else(String::new, |(name, _)| name.to_owned()), Some(checksum(&field)))
            }
        };
        Ok(Ground { field, name, topology: kind.map_or("graph", GridKind::name), checksum, _lease: lease })
    }
}

/// Whether the board is a file's.
pub fn is_file(args: &Play) -> bool {
    sized(args.board.as_deref().unwrap_or_default()).is_none()
}

/// The grid that a result's name and kind stand for.
pub fn grid_named(board: &str, topology: &str) -> Option<Topology> {
    let (size, _) = sized(board)?;
    grid(Some(GridKind::from_name(topology)?), size).ok()
}

/// A size, and perhaps a number of mines; `None` for anything else.
pub fn sized(text: &str) -> Option<(SizeArg, Option<u64>)> {
    let (size, mines) = match text.split_once('/') {
        Some((size, mines)) => (size, Some(values::index(mines).ok()?)),
        None => (text, None),
    };
    Some((size.parse().ok()?, mines))
}

/// The grid of a size and a kind, or why there is none.
pub fn grid(kind: Option<GridKind>, size: SizeArg) -> Result<Topology, String> {
    let SizeArg { width, height, depth } = size;
    match (kind, depth) {
        (None, None) => Ok(GridKind::King.topology(width, height, 1)),
        (None | Some(GridKind::Box), Some(depth)) => Ok(GridKind::Box.topology(width, height, depth)),
        (Some(GridKind::Box), None) => {
            Err(format!("a box has three sides; write WIDTHxHEIGHTxDEPTH, such as {width}x{height}x3"))
        }
        (Some(kind), None) => Ok(kind.topology(width, height, 1)),
        (Some(kind), Some(_)) => {
            Err(format!("only a box has three sides; for {} write {width}x{height}", kind.name()))
        }
    }
}

fn kind(topology: &Topology) -> Option<GridKind> {
    Some(match topology {
        Topology::King { .. } => GridKind::King,
        Topology::Orthogonal { .. } => GridKind::Orthogonal,
        Topology::Torus { .. } => GridKind::Torus,
        Topology::Hex { .. } => GridKind::Hex,
        Topology::Triangle { .. } => GridKind::Triangle,
        Topology::Box { .. } => GridKind::Box,
        Topology::Graph(_) => return None,
    })
}

/// How results call a grid.
fn name_of(topology: &Topology, mines: u64) -> Option<String> {
    let (width, height, depth) = topology.extent()?;
    Some(match topology {
        Topology::Box { .. } => format!("{width}x{height}x{depth}/{mines}"),
        _ => format!("{width}x{height}/{mines}"),
    })
}

/// SHA-256 of what touches what: two files of one name need not hold the same graph.
fn checksum(field: &Field) -> String {
    let mut hash = Sha256::new();
    for cell in 0..field.len() as u32 {
        let around = field.around(cell);
        hash.update((around.len() as u32).to_le_bytes());
        for near in around {
            hash.update(near.to_le_bytes());
        }
    }
    hash.finalize().iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
