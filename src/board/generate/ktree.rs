//! Random graphs of bounded treewidth.
//!
//! # Theory
//! A k-tree is a clique of k + 1 vertices to which vertices are added one by one, each joined to
//! k vertices of a clique that is there already. The graphs of treewidth at most k are exactly
//! the subgraphs of k-trees, the partial k-trees. We grow a k-tree by joining each new vertex to
//! k random members of a random earlier bag (a clique of k + 1), keep each edge with the chance
//! `KEPT`, and rename the vertices at random so that the order does not give the tree away.
//!
//! Not every partial k-tree is equally likely, and some have a smaller treewidth than k; the bound
//! is what matters here.
//! # Cost
//! Vertices times k.

use super::dice::Dice;
use super::{MAX_CELLS, RecipeError, Share};
use crate::budget::Answer;
use crate::decomp::Graph;

/// Enough edges that the width rarely falls far below k, few enough that the graph is no k-tree.
const KEPT: Share = Share::percent(75);

/// At most how many edges there will be, if they can be had.
pub(super) fn edge_limit(n: u32, k: u32) -> Result<u64, RecipeError> {
    match u64::from(n) * u64::from(k) {
        edges if edges > MAX_CELLS => Err(RecipeError::TooManyEdges { vertices: n, degree: k }),
        edges => Ok(edges),
    }
}

pub(super) fn draw_partial(n: u32, k: u32, dice: &mut Dice) -> Answer<Graph> {
    let mut names: Vec<u32> = (0..n).collect();
    dice.shuffle(&mut names)?;
    let mut edges = grow(n, k as usize, dice)?;
    edges.retain(|_| dice.hit(KEPT));
    for (a, b) in &mut edges {
        (*a, *b) = (names[*a as usize], names[*b as usize]);
    }
    Ok(Graph::from_edges(n as usize, &edges))
}

/// A whole k-tree, or a clique where there are too few vertices for one.
fn grow(n: u32, k: usize, dice: &mut Dice) -> Answer<Vec<(u32, u32)>> {
    let first = n.min(k as u32 + 1);
    let mut edges: Vec<(u32, u32)> = (0..first).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    // Bags one after the other, k + 1 vertices each.
    let mut bags: Vec<u32> = (0..first).collect();
    for v in first..n {
        dice.check(v as usize)?;
        let bag = dice.index(bags.len() / (k + 1)) * (k + 1);
        let dropped = dice.index(k + 1);
        for member in (0..=k).filter(|&member| member != dropped) {
            let other = bags[bag + member];
            edges.push((other, v));
            bags.push(other);
        }
        bags.push(v);
    }
    Ok(edges)
}

#[cfg(test)]
mod tests {
    use super::{Dice, Graph, RecipeError, draw_partial, edge_limit, grow};
    use crate::budget::Budget;

    fn dice(seed: u64) -> Dice {
        Dice::new(seed, &Budget::unlimited())
    }

    /// Takes away vertices of degree at most k whose neighbours are a clique, as long as it can.
    fn is_k_tree(graph: &Graph, k: usize) -> bool {
        let mut left: Vec<usize> = (0..graph.len()).collect();
        let near = |v: usize, left: &[usize]| -> Vec<usize> {
            graph.neighbours(v).iter().map(|&w| w as usize).filter(|w| left.contains(w)).collect()
        };
        while left.len() > k {
            let simplicial = left.iter().position(|&v| {
                let around = near(v, &left);
                around.len() == k.min(left.len() - 1)
                    && around
                        .iter()
                        .all(|&a| around.iter().all(|&b| a == b || graph.neighbours(a).contains(&(b as u32))))
            });
            let Some(position) = simplicial else { return false };
            left.remove(position);
        }
        true
    }

    #[test]
    fn grown_graphs_are_k_trees() {
        for k in 0..5 {
            for n in 1..20 {
                let edges = grow(n, k, &mut dice(u64::from(n))).unwrap();
                assert!(is_k_tree(&Graph::from_edges(n as usize, &edges), k), "{n} {k}");
            }
        }
    }

    #[test]
    fn some_edges_are_left_out() {
        let graph = draw_partial(100, 3, &mut dice(0)).unwrap();
        assert!((190..260).contains(&graph.edge_count()), "{} of 294 edges", graph.edge_count());
    }

    #[test]
    fn too_dense_graphs_are_refused() {
        let error = edge_limit(1_000_000, 101).unwrap_err();
        assert_eq!(error, RecipeError::TooManyEdges { vertices: 1_000_000, degree: 101 });
        assert!(draw_partial(1, u32::from(u16::MAX), &mut dice(0)).is_ok());
    }
}
