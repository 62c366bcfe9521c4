//! The ground of a game: what touches what, and how many mines there are.

use crate::board::{Board, CellId, Label, Topology};

/// A topology laid out for quick steps from cell to cell, and a number of mines.
///
/// ```
/// use mineproof::{board::Topology, play::Field};
/// let field = Field::new(Topology::King { width: 30, height: 16 }, 99).unwrap();
/// assert_eq!((field.len(), field.mines(), field.around(0)), (480, 99, &[1, 30, 31][..]));
/// ```
#[derive(Clone, Debug)]
pub struct Field {
    topology: Topology,
    mines: u32,
    /// Where the neighbours of each cell begin in `neighbours`.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

/// Why there is no such field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FieldError {
    /// Nothing to play on.
    #[error("a board without cells cannot be played")]
    Empty,
    /// No cell is free.
    #[error("{mines} mines leave no free cell on a board of {cells} cells; at most {} can be played", .cells - 1)]
    Full {
        /// Mines asked for.
        mines: u64,
        /// Cells there are.
        cells: u64,
    },
    /// More cells than a game can hold.
    #[error("{0} cells are too many to play; at most {MOST_CELLS} can be")]
    Large(u64),
}

/// Games keep a few dozen bytes a cell, for each thread.
pub const MOST_CELLS: u64 = 1 << 24;

impl Field {
    /// A field with at least one free cell.
    pub fn new(topology: Topology, mines: u64) -> Result<Self, FieldError> {
        let cells = topology.len();
        if cells == 0 {
            return Err(FieldError::Empty);
        }
        if cells > MOST_CELLS {
            return Err(FieldError::Large(cells));
        }
        if mines >= cells {
            return Err(FieldError::Full { mines, cells });
        }
        let (mut starts, mut neighbours) = (vec![0], Vec::new());
        for cell in 0..cells as u32 {
            topology.for_each_neighbour(CellId(cell), |other| neighbours.push(other.0));
            starts.push(neighbours.len() as u32);
        }
        Ok(Field { topology, mines: mines as u32, starts, neighbours })
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Never: a field has cells.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// How many mines there are.
    pub fn mines(&self) -> u32 {
        self.mines
    }

    /// What touches what.
    pub fn topology(&self) -> &Topology {
        &self.topology
    }

    /// The neighbours of a cell, ascending.
    pub fn around(&self, cell: u32) -> &[u32] {
        let cell = cell as usize;
        &self.neighbours[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// The field as a board on which nothing is open.
    pub fn covered(&self) -> Board {
        let labels = vec![Label::Covered; self.len()];
        Board::new(self.topology.clone(), labels, Some(self.mines.into())).expect("as many labels as cells")
    }
}
