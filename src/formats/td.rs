//! PACE `.td`: the place where a tree decomposition will be written.
//!
//! A board alone has many decompositions. Which one counting walks over is for the counting
//! engine to say, so there is nothing to write from a board.

use super::error::WriteError;
use crate::board::Board;

/// Refuses, and says who writes decompositions.
pub(super) fn write(_board: &Board) -> Result<(), WriteError> {
    Err(WriteError::NeedsDecomposition)
}
