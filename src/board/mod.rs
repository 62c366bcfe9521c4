//! Boards: a graph whose vertices carry labels, and perhaps a total number of mines.

mod counted;
pub mod generate;
mod topology;

pub(crate) use counted::counted;
pub use topology::Topology;

/// A cell of a board: a place on a grid (row by row, layer by layer) or a vertex of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId(pub u32);

impl CellId {
    /// The cell as an index into per-cell arrays.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// Open, and shows how many of its neighbours are mined. Readers store a number above
    /// `u32::MAX` as `u32::MAX`: no placement can meet either.
    Number(u32),
    /// Covered (`?`).
    Covered,
    /// A known mine (`*`).
    Mine,
    /// Known to be free, with its number not shown (`_`).
    Free,
}

/// A position: labels on a [`Topology`], and the total number of mines where it is known.
///
/// ```
/// use mineproof::board::{Board, CellId, Label, Topology};
/// let topology = Topology::King { width: 2, height: 1 };
/// let board = Board::new(topology, vec![Label::Number(1), Label::Covered], None).unwrap();
/// assert_eq!(board.neighbours(CellId(0)), [CellId(1)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    topology: Topology,
    labels: Vec<Label>,
    mines: Option<u64>,
}

/// Why labels and topology do not make a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The number of labels differs from the number of cells.
    #[error("{labels} labels for {cells} cells")]
    LabelCount {
        /// Labels given.
        labels: usize,
        /// Cells of the topology.
        cells: u64,
    },
    /// More cells than a [`CellId`] can name.
    #[error("{0} cells are too many; a board has fewer than 4294967295")]
    TooManyCells(u64),
}

impl Board {
    /// A board with one label for each cell of the topology. `mines` is the number of mines on
    /// the whole board, known ones included.
    pub fn new(topology: Topology, labels: Vec<Label>, mines: Option<u64>) -> Result<Self, BoardError> {
        let cells = topology.len();
        if cells >= u64::from(u32::MAX) {
            return Err(BoardError::TooManyCells(cells));
        }
        if labels.len() as u64 != cells {
            return Err(BoardError::LabelCount { labels: labels.len(), cells });
        }
        Ok(Board { topology, labels, mines })
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// All cells in order.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = CellId> + use<> {
        (0..self.labels.len() as u32).map(CellId)
    }

    /// The label of a cell.
    pub fn label(&self, cell: CellId) -> Label {
        self.labels[cell.index()]
    }

    /// All labels in the order of cells.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Changes the label of a cell.
    pub fn set_label(&mut self, cell: CellId, label: Label) {
        self.labels[cell.index()] = label;
    }

    /// The total number of mines, known ones included, if it is given.
    pub fn mines(&self) -> Option<u64> {
        self.mines
    }

    /// Gives or takes away the total number of mines.
    pub fn set_mines(&mut self, mines: Option<u64>) {
        self.mines = mines;
    }

    /// What touches what.
    pub fn topology(&self) -> &Topology {
        &self.topology
    }

    /// The neighbours of a cell, ascending.
    pub fn neighbours(&self, cell: CellId) -> Vec<CellId> {
        let mut all = Vec::new();
        self.topology.for_each_neighbour(cell, |other| all.push(other));
        all
    }
}
