//! Exact answers about a whole board.

use num_bigint::BigUint;

use crate::algebra::Fraction;
use crate::board::{Board, CellId};
use crate::budget::{Answer, Budget};

/// Which engine may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum EngineChoice {
    /// Whatever fits each component best.
    #[default]
    Auto,
    /// Plain enumeration.
    Enumerate,
    /// Golan's trees; applies only where every component is a forest.
    Tree,
    /// Counting over decompositions.
    TreeDp,
}

/// All cells that are the same in every legal placement.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SureCells {
    /// Covered cells that are free in every placement, ascending.
    pub free: Vec<CellId>,
    /// Covered cells that are mined in every placement, ascending.
    pub mined: Vec<CellId>,
    /// How many covered cells are free in some placement and mined in another.
    pub undecided: usize,
}

/// The exact probability of a mine at every covered cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probabilities {
    /// How many legal placements there are.
    pub count: BigUint,
    /// Each covered cell with its probability, ascending by cell.
    pub cells: Vec<(CellId, Fraction)>,
}

/// How one component was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentReport {
    /// Its covered cells.
    pub cells: usize,
    /// Its numbers.
    pub numbers: usize,
    /// Its boxes.
    pub boxes: usize,
    /// The engine that answers for it.
    pub engine: &'static str,
    /// The most numbers open at the same time (treedp).
    pub width: usize,
    /// The largest table, in entries (treedp; 0 until a table was made).
    pub largest_table: u64,
    /// Why this engine.
    pub why: String,
}

/// A board made ready for questions.
pub struct Analysis<'a> {
    board: &'a Board,
    budget: Budget,
}

impl<'a> Analysis<'a> {
    /// Reduces the board and chooses engines.
    pub fn new(board: &'a Board, _choice: EngineChoice, budget: &Budget) -> Answer<Self> {
        Ok(Analysis { board, budget: budget.clone() })
    }

    /// Whether there is a legal placement.
    pub fn consistent(&self) -> Answer<bool> {
        todo!()
    }

    /// The mines of one legal placement, known mines included, ascending; `None` if there is none.
    pub fn witness(&self) -> Answer<Option<Vec<CellId>>> {
        todo!()
    }

    /// All surely free and surely mined cells; `None` if there is no legal placement.
    pub fn sure_cells(&self) -> Answer<Option<SureCells>> {
        todo!()
    }

    /// How many legal placements there are.
    pub fn count(&self) -> Answer<BigUint> {
        todo!()
    }

    /// For each possible number of mines (known mines included) how many placements have it:
    /// ascending, no zero rows.
    pub fn by_mines(&self) -> Answer<Vec<(u64, BigUint)>> {
        todo!()
    }

    /// The probability of every covered cell; `None` if there is no legal placement.
    pub fn probabilities(&self) -> Answer<Option<Probabilities>> {
        todo!()
    }

    /// What a covered cell would show if it were opened and free: each number with its
    /// probability given that the cell is free, ascending, no zero rows. `None` if the cell
    /// cannot be free.
    pub fn shown_numbers(&self, _cell: CellId) -> Answer<Option<Vec<(u32, Fraction)>>> {
        todo!()
    }

    /// Fewest and most mines, on the whole board (known mines included) or among the covered
    /// cells and known mines of a region; `None` if there is no legal placement.
    pub fn bounds(&self, _region: Option<&[CellId]>) -> Answer<Option<(u64, u64)>> {
        todo!()
    }

    /// Calls `visit` with legal placements (mined cells, known mines included, ascending) in a
    /// fixed order until it returns `false` or none is left.
    pub fn for_each_placement(&self, _visit: &mut dyn FnMut(&[CellId]) -> bool) -> Answer<()> {
        todo!()
    }

    /// How each component is answered.
    pub fn components(&self) -> Vec<ComponentReport> {
        let _ = (self.board, &self.budget);
        todo!()
    }
}
