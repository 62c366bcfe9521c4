//! The placements that are left, told by what each cell is in them.

/// What a cell is in a placement in which it is mined; else it is one of the numbers below.
pub const MINED: u8 = u8::MAX;

/// Placements, and what each cell is in each of them.
#[derive(Clone, Debug, Default)]
pub struct Cases {
    count: usize,
    /// The cells, as the board counts them.
    pub cells: Vec<u32>,
    /// Cell after cell: one value for each placement.
    values: Vec<u8>,
}

impl Cases {
    /// Forgets everything, and makes room for `count` placements.
    pub fn reset(&mut self, count: usize) {
        self.count = count;
        self.cells.clear();
        self.values.clear();
    }

    /// Adds a cell, with its value in each placement.
    pub fn push(&mut self, cell: u32, values: impl Iterator<Item = u8>) {
        self.cells.push(cell);
        self.values.extend(values);
        debug_assert_eq!(self.values.len(), self.cells.len() * self.count);
    }

    /// How many placements there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is no placement.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The values of a cell.
    pub fn values(&self, cell: u16) -> &[u8] {
        let from = usize::from(cell) * self.count;
        &self.values[from..from + self.count]
    }
}
