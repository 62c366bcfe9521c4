//! Uniformly random 3-regular graphs.
//!
//! # Theory
//! Give every vertex three points and pair the points at random. Every simple 3-regular graph
//! comes from equally many pairings, 6ⁿ, so the pairings without loops and doubled edges are
//! uniform graphs; the others are drawn again.
//! # Cost
//! A pairing is simple with a chance that tends to e⁻², so about seven linear drawings; each ends
//! at its first loop or doubled edge.
//! # References
//! B. Bollobás, A probabilistic proof of an asymptotic formula for the number of labelled regular
//! graphs, 1980.

use super::RecipeError;
use super::dice::Dice;
use crate::budget::Answer;
use crate::decomp::Graph;

pub(super) fn draw_cubic(n: u32, dice: &mut Dice) -> Result<Graph, RecipeError> {
    if n < 4 || !n.is_multiple_of(2) {
        return Err(RecipeError::NoCubicGraph(n));
    }
    // Whatever order an attempt leaves the points in, the next one shuffles them uniformly.
    let mut points: Vec<u32> = (0..n).flat_map(|v| [v; 3]).collect();
    loop {
        if let Some(edges) = pair(n, &mut points, dice)? {
            return Ok(Graph::from_edges(n as usize, &edges));
        }
    }
}

/// Pairs the points from the end, or gives up at the first pair that is no new edge.
fn pair(n: u32, points: &mut [u32], dice: &mut Dice) -> Answer<Option<Vec<(u32, u32)>>> {
    let mut joined = vec![[u32::MAX; 3]; n as usize];
    let mut edges = Vec::with_capacity(points.len() / 2);
    for last in (1..points.len()).rev().step_by(2) {
        dice.check(last - 1)?;
        // The last point may lie anywhere in its pair: only its partner has to be drawn.
        let partner = dice.index(last);
        points.swap(partner, last - 1);
        let (a, b) = (points[last], points[last - 1]);
        if a == b || joined[a as usize].contains(&b) {
            return Ok(None);
        }
        for (from, to) in [(a, b), (b, a)] {
            let slot = joined[from as usize].iter_mut().find(|slot| **slot == u32::MAX);
            *slot.expect("a vertex has three points") = to;
        }
        edges.push((a, b));
    }
    Ok(Some(edges))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Dice, RecipeError, draw_cubic};
    use crate::budget::Budget;

    #[test]
    fn every_vertex_has_three_neighbours() {
        let mut dice = Dice::new(3, &Budget::unlimited());
        for n in [4, 6, 8, 50, 1000] {
            let graph = draw_cubic(n, &mut dice).unwrap();
            assert!((0..graph.len()).all(|v| graph.degree(v) == 3), "{n}");
        }
    }

    #[test]
    fn impossible_orders_are_refused() {
        for n in [0, 1, 2, 3, 5, 99] {
            assert_eq!(
                draw_cubic(n, &mut Dice::new(0, &Budget::unlimited())),
                Err(RecipeError::NoCubicGraph(n))
            );
        }
    }

    /// There are 70 labelled cubic graphs on six vertices: 10 times K₃,₃ and 60 prisms.
    #[test]
    fn graphs_are_equally_likely() {
        let mut dice = Dice::new(4, &Budget::unlimited());
        let mut seen = BTreeMap::new();
        for _ in 0..35_000 {
            let edges: Vec<_> = draw_cubic(6, &mut dice).unwrap().edges().collect();
            *seen.entry(edges).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 70);
        assert!(seen.values().all(|count| (400..600).contains(count)), "{:?}", seen.values());
    }
}
