//! Uniformly random graphs.
//!
//! # Theory
//! The pairs of n vertices are numbered: those with the larger vertex b begin at b(b − 1)/2. A
//! graph with m edges is a set of m of these numbers. Numbers are drawn until m different ones have
//! come, in rounds of as many as are still wanted; since no number is preferred to another, all
//! sets of m are equally likely. Of more than half of the pairs, those left out are drawn instead.
//!
//! Or each pair is an edge with a given chance, independently: G(n, p).
//! # Cost
//! O(m log m), and for G(n, p) one choice for each pair.
//! # References
//! P. Erdős, A. Rényi, On random graphs I, 1959; E. N. Gilbert, Random graphs, 1959.

use super::dice::Dice;
use super::{MAX_CELLS, Recipe, RecipeError, Share};
use crate::budget::Answer;
use crate::decomp::Graph;

/// The graph of a recipe: with so many edges, or with each by chance, or with twice as many edges
/// as vertices where there are pairs enough.
pub(super) fn draw_graph(recipe: &Recipe, dice: &mut Dice) -> Result<Graph, RecipeError> {
    let n = recipe.vertex_count()?;
    let pairs = u64::from(n) * u64::from(n - 1) / 2;
    let numbers = match (recipe.edges, recipe.edge_share) {
        (Some(edges), _) if edges > pairs.min(MAX_CELLS) => {
            return Err(RecipeError::NoPairs { vertices: n, edges, most: pairs.min(MAX_CELLS) });
        }
        (None, Some(_)) if pairs > MAX_CELLS => return Err(RecipeError::TooManyPairs(n)),
        (None, Some(share)) => draw_each(pairs, share, dice)?,
        (edges, _) => draw_some(pairs, edges.unwrap_or(pairs.min(2 * u64::from(n))), dice)?,
    };
    let edges: Vec<(u32, u32)> = numbers.into_iter().map(pair).collect();
    Ok(Graph::from_edges(n as usize, &edges))
}

fn draw_each(pairs: u64, share: Share, dice: &mut Dice) -> Answer<Vec<u64>> {
    // At worst every pair is an edge, and lists grow by doubling.
    let _lease = dice.reserve(pairs * 2 * size_of::<u64>() as u64)?;
    let mut drawn = Vec::new();
    for number in 0..pairs {
        dice.check(number as usize)?;
        if dice.hit(share) {
            drawn.push(number);
        }
    }
    Ok(drawn)
}

/// A uniformly random set of `wanted` numbers below `pairs`, ascending.
fn draw_some(pairs: u64, wanted: u64, dice: &mut Dice) -> Answer<Vec<u64>> {
    let _lease = dice.reserve(wanted * 2 * size_of::<u64>() as u64)?;
    if wanted > pairs / 2 {
        let mut left_out = draw_some(pairs, pairs - wanted, dice)?.into_iter().peekable();
        return Ok((0..pairs).filter(|number| left_out.next_if_eq(number).is_none()).collect());
    }
    let mut drawn: Vec<u64> = Vec::with_capacity(wanted as usize);
    while (drawn.len() as u64) < wanted {
        let missing = wanted - drawn.len() as u64;
        drawn.extend(dice.each(missing as usize, |dice, _| dice.below(pairs))?);
        drawn.sort_unstable();
        drawn.dedup();
    }
    Ok(drawn)
}

/// The pair with this number.
fn pair(number: u64) -> (u32, u32) {
    let larger = (1 + 8 * number).isqrt().div_ceil(2);
    ((number - larger * (larger - 1) / 2) as u32, larger as u32)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::board::generate::Family;
    use crate::budget::Budget;

    #[test]
    fn pairs_are_numbered_without_gaps() {
        let expected = (0..40u32).flat_map(|b| (0..b).map(move |a| (a, b)));
        for (number, expected) in (0..).zip(expected) {
            assert_eq!(pair(number), expected);
        }
        let n = MAX_CELLS;
        assert_eq!(pair(n * (n - 1) / 2 - 1), (n as u32 - 2, n as u32 - 1));
        assert_eq!(pair((n - 1) * (n - 2) / 2), (0, n as u32 - 1));
    }

    fn draw(vertices: u32, edges: Option<u64>, share: Option<&str>, dice: &mut Dice) -> Graph {
        let edge_share = share.map(|text| text.parse().unwrap());
        let recipe = Recipe { vertices, edges, edge_share, ..Recipe::new(Family::RandomGraph) };
        draw_graph(&recipe, dice).unwrap()
    }

    /// Each of the 20 graphs with three of the six pairs of four vertices, and as many with four.
    #[test]
    fn graphs_are_equally_likely() {
        let mut dice = Dice::new(5, &Budget::unlimited());
        for (edges, graphs) in [(3, 20), (4, 15), (1, 6), (5, 6), (0, 1), (6, 1)] {
            let mut seen = BTreeMap::new();
            for _ in 0..500 * graphs {
                let graph = draw(4, Some(edges), None, &mut dice);
                assert_eq!(graph.edge_count() as u64, edges);
                *seen.entry(graph.edges().collect::<Vec<_>>()).or_insert(0) += 1;
            }
            assert_eq!(seen.len(), graphs);
            assert!(seen.values().all(|count| (400..600).contains(count)), "{:?}", seen.values());
        }
    }

    #[test]
    fn chances_are_met() {
        let mut dice = Dice::new(6, &Budget::unlimited());
        assert_eq!(draw(50, None, Some("0"), &mut dice).edge_count(), 0);
        assert_eq!(draw(50, None, Some("1"), &mut dice).edge_count(), 1225);
        let edges = draw(1000, None, Some("0.01"), &mut dice).edge_count();
        assert!((4700..5300).contains(&edges), "{edges} of 4995 expected");
        assert_eq!(draw(1, None, None, &mut dice).edge_count(), 0);
        assert_eq!(draw(4, None, None, &mut dice).edge_count(), 6);
        assert_eq!(draw(100, None, None, &mut dice).edge_count(), 200);
    }
}
