//! What to generate, and why some things cannot be.

use num_bigint::BigUint;

use super::{Family, Hard, Share};
use crate::board::{Topology, counted};
use crate::budget::StopReason;

/// More cells, or edges of a graph, than this are refused rather than left to exhaust the memory.
pub const MAX_CELLS: u64 = 100_000_000;

/// The kinds of grid.
///
/// ```
/// use mineproof::board::generate::GridKind;
/// assert_eq!(GridKind::from_name("hex"), Some(GridKind::Hex));
/// assert_eq!(GridKind::Hex.topology(4, 3, 1).len(), 12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GridKind {
    /// Up to eight neighbours.
    King,
    /// Up to four neighbours.
    Orthogonal,
    /// The king grid with its borders glued together.
    Torus,
    /// Hexagons.
    Hex,
    /// Triangles.
    Triangle,
    /// A box of cubes.
    Box,
}

impl GridKind {
    /// All kinds in the order in which they are listed to users.
    pub const ALL: &'static [GridKind] = &[
        GridKind::King,
        GridKind::Orthogonal,
        GridKind::Torus,
        GridKind::Hex,
        GridKind::Triangle,
        GridKind::Box,
    ];

    /// The name on the command line and in board files.
    pub fn name(self) -> &'static str {
        match self {
            GridKind::King => "king",
            GridKind::Orthogonal => "orthogonal",
            GridKind::Torus => "torus",
            GridKind::Hex => "hex",
            GridKind::Triangle => "triangle",
            GridKind::Box => "box",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<GridKind> {
        GridKind::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// The grid of this kind; only a box uses the depth.
    pub fn topology(self, width: u32, height: u32, depth: u32) -> Topology {
        match self {
            GridKind::King => Topology::King { width, height },
            GridKind::Orthogonal => Topology::Orthogonal { width, height },
            GridKind::Torus => Topology::Torus { width, height },
            GridKind::Hex => Topology::Hex { width, height },
            GridKind::Triangle => Topology::Triangle { width, height },
            GridKind::Box => Topology::Box { width, height, depth },
        }
    }
}

/// All that a board depends on. Families ignore the fields that mean nothing to them: graphs have
/// no width and grids no vertices.
///
/// ```
/// use mineproof::board::generate::{Family, Recipe, generate};
/// let recipe = Recipe { width: 8, height: 8, mines: Some(10), ..Recipe::new(Family::Midgame) };
/// assert_eq!(generate(&recipe).unwrap().mines(), Some(10));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The kind of instance.
    pub family: Family,
    /// Columns of a grid.
    pub width: u32,
    /// Rows of a grid.
    pub height: u32,
    /// Layers of a box; 1 on every other grid.
    pub depth: u32,
    /// Vertices of a graph.
    pub vertices: u32,
    /// The bound on the treewidth in the treewidth family.
    pub degree: u32,
    /// Edges of a random graph.
    pub edges: Option<u64>,
    /// Instead of a number of edges, the chance of each pair of vertices to be one.
    pub edge_share: Option<Share>,
    /// The grid of the random, pattern, midgame and contradiction families.
    pub topology: GridKind,
    /// The mined share of the cells that may be mined: a chance for each cell in the random
    /// families, an exact share (to the nearest mine) in the quarter, pattern and midgame families.
    pub density: Share,
    /// The open share: a chance for each free cell in the random families, an exact share of all
    /// cells in the quarter family.
    pub open: Share,
    /// An exact number of mines instead of a density.
    pub mines: Option<u64>,
    /// Whether the board carries its total number of mines.
    pub tell_total: bool,
    /// In pattern families: whether mines may lie anywhere and cells of the pattern are open only
    /// where they happen to be free. Otherwise the whole pattern is free and open.
    pub where_free: bool,
    /// What the hard families depend on beside it.
    pub hard: Hard,
    /// What the random choices start from.
    pub seed: u64,
}

impl Recipe {
    /// The family's usual size and shares, with seed 0.
    pub fn new(family: Family) -> Recipe {
        let plain = Recipe {
            family,
            width: 16,
            height: 16,
            depth: 1,
            vertices: 100,
            degree: 3,
            edges: None,
            edge_share: None,
            topology: family.fixed_grid().unwrap_or(GridKind::King),
            density: Share::percent(35),
            open: Share::percent(50),
            mines: None,
            tell_total: false,
            where_free: false,
            hard: Hard::default(),
            seed: 0,
        };
        let half = Share::percent(50);
        match family {
            Family::Quarter => Recipe { density: half, open: Share::percent(25), ..plain },
            Family::Checkerboard => Recipe { where_free: true, ..plain },
            Family::Rows | Family::Lattice2 | Family::Lattice5 => Recipe { density: half, ..plain },
            Family::Strip => Recipe { width: 8, height: 200, ..plain },
            Family::Midgame => {
                // 99 of 30x16, the expert game. 10 of 8x8 and 40 of 16x16 are 0.15625.
                let expert = Share::from_millionths(206_250).expect("less than a million");
                Recipe { width: 30, height: 16, density: expert, tell_total: true, ..plain }
            }
            Family::Box => Recipe { width: 5, height: 5, depth: 4, ..plain },
            Family::Contradiction => {
                Recipe { width: 8, height: 8, density: Share::percent(25), tell_total: true, ..plain }
            }
            Family::Tseitin => Recipe { vertices: 20, ..plain },
            Family::Culprit => Recipe { width: 30, density: Share::percent(20), ..plain },
            _ => plain,
        }
    }

    /// The grid of the recipe, if it can be had.
    pub(super) fn grid(&self) -> Result<Topology, RecipeError> {
        if let Some(wanted) = self.family.fixed_grid()
            && wanted != self.topology
        {
            return Err(RecipeError::OtherGrid { family: self.family, wanted, given: self.topology });
        }
        if self.depth > 1 && self.topology != GridKind::Box {
            return Err(RecipeError::FlatGrid { given: self.topology, depth: self.depth });
        }
        let topology = self.topology.topology(self.width, self.height, self.depth);
        if topology.is_empty() || self.depth == 0 {
            return Err(RecipeError::NoCell { width: self.width, height: self.height, depth: self.depth });
        }
        if topology.len() > MAX_CELLS {
            return Err(RecipeError::TooManyCells(topology.len()));
        }
        Ok(topology)
    }

    /// The number of vertices of the recipe's graph, if it can be had.
    pub(super) fn vertex_count(&self) -> Result<u32, RecipeError> {
        match u64::from(self.vertices) {
            0 => Err(RecipeError::NoVertex),
            n if n > MAX_CELLS => Err(RecipeError::TooManyCells(n)),
            _ => Ok(self.vertices),
        }
    }

    /// The exact number of mines among so many cells that may be mined.
    pub(super) fn mine_count(&self, eligible: u64) -> Result<u64, RecipeError> {
        let mines = self.mines.unwrap_or_else(|| self.density.of(eligible));
        if mines > eligible { Err(RecipeError::TooManyMines { mines, eligible }) } else { Ok(mines) }
    }

    /// How many boards may be tried until one has what the family needs: many small ones, few
    /// large ones, so that a hopeless recipe is answered within seconds.
    pub(super) fn attempts(cells: u64) -> u64 {
        ((1 << 22) / cells.max(1)).clamp(4, 1000)
    }
}

impl Family {
    /// The one grid of the families that are named after it.
    fn fixed_grid(self) -> Option<GridKind> {
        match self {
            Family::Hex => Some(GridKind::Hex),
            Family::Torus => Some(GridKind::Torus),
            Family::Triangle => Some(GridKind::Triangle),
            Family::Box => Some(GridKind::Box),
            Family::Culprit => Some(GridKind::King),
            _ => None,
        }
    }
}

/// Why a recipe gives no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecipeError {
    /// A limit came before the board.
    #[error(transparent)]
    Stopped(#[from] StopReason),
    /// A side of length 0.
    #[error("{width}x{height}x{depth} cells are none; width, height and depth must be at least 1")]
    NoCell {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
        /// Layers.
        depth: u32,
    },
    /// A graph without vertices.
    #[error("0 vertices make no board; ask for at least 1")]
    NoVertex,
    /// More than [`MAX_CELLS`].
    #[error("{0} cells are too many; at most {MAX_CELLS} can be generated")]
    TooManyCells(u64),
    /// More than [`MAX_CELLS`] edges.
    #[error(
        "{vertices} vertices of treewidth {degree} have too many edges; vertices times treewidth may be at most {MAX_CELLS}"
    )]
    TooManyEdges {
        /// Vertices of the graph.
        vertices: u32,
        /// The bound on its treewidth.
        degree: u32,
    },
    /// More edges than pairs of vertices, or than [`MAX_CELLS`].
    #[error("{edges} edges do not fit; at most {most} can be had between {vertices} vertices")]
    NoPairs {
        /// Vertices of the graph.
        vertices: u32,
        /// Edges asked for.
        edges: u64,
        /// Edges that can be had.
        most: u64,
    },
    /// More than [`MAX_CELLS`] pairs of vertices to draw each by chance.
    #[error("{0} vertices have too many pairs to draw each by chance; ask for a number of edges instead")]
    TooManyPairs(u32),
    /// More mines than places for them.
    #[error(
        "{} too many; at most {} may be mined here",
        counted(*mines, "mine is", "mines are"), counted(*eligible, "cell", "cells")
    )]
    TooManyMines {
        /// Mines asked for.
        mines: u64,
        /// Cells that may be mined.
        eligible: u64,
    },
    /// Layers on a flat grid.
    #[error("the {} grid is flat and cannot have {depth} layers; choose depth 1 or the box grid", given.name())]
    FlatGrid {
        /// The grid asked for.
        given: GridKind,
        /// The layers asked for.
        depth: u32,
    },
    /// A family named after one grid, on another.
    #[error(
        "the {} family lies on the {} grid, not on {}; the random family takes any grid",
        family.name(), wanted.name(), given.name()
    )]
    OtherGrid {
        /// The family asked for.
        family: Family,
        /// Its grid.
        wanted: GridKind,
        /// The grid asked for.
        given: GridKind,
    },
    /// No cubic graph has this many vertices.
    #[error("no 3-regular graph has {}; ask for an even number from 4 on", counted(*.0, "vertex", "vertices"))]
    NoCubicGraph(u32),
    /// Every game tried ran to its end by simple logic.
    #[error(
        "games with {} on {} end without a guess; ask for more cells or another number of mines",
        counted(*mines, "mine", "mines"), counted(*cells, "cell", "cells")
    )]
    NoMidgame {
        /// Mines of the game.
        mines: u64,
        /// Cells of the board.
        cells: u64,
    },
    /// No board tried had a number that can be made contradictory.
    #[error(
        "no number that sees covered cells came up on {}; ask for a larger board, fewer mines or another open share",
        counted(*.0, "cell", "cells")
    )]
    NoContradiction(u64),
    /// A hard instance without a part that it needs.
    #[error("0 {0} make no instance; ask for at least 1")]
    NothingOf(&'static str),
    /// Clauses longer than there are variables.
    #[error(
        "clauses of {literals} different variables need as many; ask for fewer literals than {literals} or more variables than {variables}"
    )]
    TooFewVariables {
        /// Variables of the formula.
        variables: u32,
        /// Literals of a clause.
        literals: u32,
    },
    /// A formula wanted contradictory that is too large to be shown so.
    #[error(
        "{variables} variables and {clauses} clauses are too many to make sure of a contradiction; ask for at most 24 variables"
    )]
    Unprovable {
        /// Variables of the formula.
        variables: u32,
        /// Clauses of the formula.
        clauses: u32,
    },
    /// Every formula tried had a solution.
    #[error(
        "formulas with {} and {} have solutions; ask for more clauses",
        counted(*variables, "variable", "variables"), counted(*clauses, "clause", "clauses")
    )]
    NoContradictoryFormula {
        /// Variables of the formula.
        variables: u32,
        /// Clauses of the formula.
        clauses: u32,
    },
    /// A result with more bits than the circuit has.
    #[error("{value} is out of range; ask for at most {most}, or for more bits")]
    ValueTooLarge {
        /// The result asked for.
        value: BigUint,
        /// The largest that the circuit's outputs can show.
        most: BigUint,
    },
    /// Factors too large to try them all.
    #[error(
        "{bits} bits are too many to make sure of a contradiction; ask for at most {most}, or give a value"
    )]
    TooManyBits {
        /// Bits of a factor.
        bits: u32,
        /// The most that can be tried.
        most: u32,
    },
    /// No ring has so many numbers.
    #[error(
        "no ring that contradicts itself has {}; ask for an odd number from 7 on",
        counted(*.0, "number", "numbers")
    )]
    NoRing(u32),
    /// The ring does not fit the board.
    #[error(
        "a ring of {numbers} numbers does not fit into {width}x{height} cells; ask for a larger board or fewer numbers"
    )]
    RingTooLong {
        /// Numbers of the ring.
        numbers: u32,
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
}
