//! Graphs and their decompositions. Nothing here knows of mines.

pub mod graph;
pub mod order;
pub mod pace;
pub mod tree;

pub use graph::Graph;
pub use order::{Rule, Ties, elimination_order, elimination_order_within};
pub use tree::{DecompositionError, TreeDecomposition};
