//! Engines: one method per file or folder. An engine sees a reduced component, never a board.

pub mod enumerate;
pub mod tree;

use num_bigint::BigUint;

/// How many placements of a component have each number of mines: `coefficients[i]` placements
/// with `fewest + i` mines. Empty when there is none; else the first and last are not zero.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct MinePolynomial {
    /// The degree of the first coefficient.
    pub fewest: u64,
    /// The coefficients in ascending degree.
    pub coefficients: Vec<BigUint>,
}
