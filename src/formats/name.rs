//! How comments and messages call a cell.

use crate::board::{CellId, Topology};
use std::fmt;

/// `cell 3,0` on a grid, `cell 3,0,1` in a box, `vertex 4` of a graph.
pub(super) struct CellName<'a>(pub(super) &'a Topology, pub(super) CellId);

impl fmt::Display for CellName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CellName(topology, cell) = *self;
        match topology {
            Topology::Graph(_) => write!(f, "vertex {}", cell.0 + 1),
            Topology::Box { .. } => {
                let (x, y, z) = topology.place(cell);
                write!(f, "cell {x},{y},{z}")
            }
            _ => {
                let (x, y, _) = topology.place(cell);
                write!(f, "cell {x},{y}")
            }
        }
    }
}
