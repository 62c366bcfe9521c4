//! PACE `.td`: a tree decomposition of the graph of a board's numbers.
//!
//! # Theory
//! The graph and the numbers of its vertices are those of [`gr`](super::gr), so that both files can
//! be given to a checker together. The decomposition comes from the better of two greedy elimination
//! orders; the counting engine may find narrower ones.
//! # Cost
//! That of two elimination orders; see [`elimination_order`].

use super::error::WriteError;
use super::gr::Numbers;
use crate::board::Board;
use crate::decomp::{Graph, Rule, Ties, TreeDecomposition, elimination_order, pace};
use std::io::Write;

/// Writes a decomposition that was checked against the graph.
pub(super) fn write(board: &Board, out: &mut impl Write) -> Result<(), WriteError> {
    let numbers = Numbers::new(board)?;
    let mut edges = Vec::new();
    numbers.for_each_row(|vertex, row| {
        edges.extend(row.iter().map(|&other| (vertex - 1, other - 1)));
        Ok(())
    })?;
    let graph = Graph::from_edges(numbers.len(), &edges);
    let decomposition = best(&graph);
    decomposition.check(&graph)?;
    numbers.write_names(out)?;
    Ok(out.write_all(pace::write_td(&decomposition, graph.len() as u32).as_bytes())?)
}

/// The narrower one; min-fill, which tends to have the smaller bags, wins a tie.
fn best(graph: &Graph) -> TreeDecomposition {
    let by = |rule| TreeDecomposition::from_order(graph, &elimination_order(graph, rule, Ties::Lowest));
    let (fill, degree) = (by(Rule::MinFill), by(Rule::MinDegree));
    if degree.width() < fill.width() { degree } else { fill }
}
