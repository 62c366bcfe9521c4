//! Graphs and their decompositions. Nothing here knows of mines.

pub mod graph;

pub use graph::Graph;
