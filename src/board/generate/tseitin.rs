//! Tseitin's parities on random 3-regular graphs.
//!
//! # Theory
//! Every edge of a 3-regular graph is a covered vertex, every vertex has a charge and says whether
//! an even or an odd number of its three edges is mined. Each edge counts twice, so the charges of
//! every connected part must be even in sum; then the parities leave 2^(edges − vertices + parts)
//! placements, else none. On random graphs, which expand, that is hard for resolution though
//! trivial modulo 2.
//!
//! A 1 with three neighbours is no parity. For edges a, b and c of even parity let s, x, y and z
//! be mined where (a, b, c) is (0,0,0), (0,1,1), (1,0,1), (1,1,0), and let w be the opposite of a
//! and v the opposite of w:
//!
//! ```text
//!   a + w = 1    w + v = 1    w + y + z = 1    v + s + x = 1    b + s + y = 1    c + s + z = 1
//! ```
//!
//! Each of the four even triples has exactly one completion, all others none. An odd vertex joins
//! a to v instead of w. No vertex of the board has more than three neighbours.
//! # Cost
//! 12 vertices for each vertex of the 3-regular graph, one for each of its edges.
//! # References
//! G. S. Tseitin, On the complexity of derivation in propositional calculus, 1968.
//! A. Urquhart, Hard examples for resolution, Journal of the ACM 34(1), 1987.

use num_bigint::BigUint;
use num_traits::One;

use super::dice::Dice;
use super::known::{Instance, Known};
use super::pairing::draw_cubic;
use super::sketch::{Sketch, Spot};
use super::{MAX_CELLS, Recipe, RecipeError};
use crate::decomp::Graph;

/// Vertices of the board for two vertices of the 3-regular graph.
const VERTICES_A_PAIR: u64 = 27;

/// How many vertices the board will have, if they can be had.
pub(super) fn vertex_count(recipe: &Recipe) -> Result<u64, RecipeError> {
    match u64::from(recipe.vertex_count()?) / 2 * VERTICES_A_PAIR {
        vertices if vertices > MAX_CELLS => Err(RecipeError::TooManyCells(vertices)),
        vertices => Ok(vertices),
    }
}

pub(super) fn build(recipe: &Recipe, dice: &mut Dice) -> Result<Instance, RecipeError> {
    let n = recipe.vertex_count()?;
    let graph = draw_cubic(n, dice)?;
    let mut sketch = Sketch::default();
    let mut ends: Vec<Vec<Spot>> = vec![Vec::new(); graph.len()];
    for (a, b) in graph.edges() {
        let spot = sketch.cover(dice.below(2) == 1);
        ends[a as usize].push(spot);
        ends[b as usize].push(spot);
    }
    let consistent = recipe.hard.consistent.unwrap_or(true);
    let wrong = (!consistent).then(|| dice.index(graph.len()));
    let mut charges = String::new();
    for (vertex, spots) in ends.iter().enumerate() {
        dice.check(vertex)?;
        let mined = spots.iter().filter(|&&spot| sketch.is_mined(spot)).count();
        let odd = (mined % 2 == 1) != (wrong == Some(vertex));
        say_parity(&mut sketch, [spots[0], spots[1], spots[2]], odd);
        charges.push(if odd { '1' } else { '0' });
    }
    let count = if consistent {
        BigUint::one() << (graph.edge_count() - graph.len() + count_parts(&graph))
    } else {
        BigUint::ZERO
    };
    let (board, mines) = sketch.finish(consistent, dice)?;
    let edges: Vec<String> = graph.edges().map(|(a, b)| format!("{a}-{b}")).collect();
    let about = vec![
        format!("tseitin: {n} vertices"),
        format!("charges: {charges}"),
        format!("edges: {}", edges.join(" ")),
    ];
    Ok(Instance { board, mines, known: Some(Known::exactly(about, count)) })
}

/// The number of mines among three spots is even, or odd.
fn say_parity(sketch: &mut Sketch, [a, b, c]: [Spot; 3], odd: bool) {
    let first = sketch.is_mined(a) != odd;
    let (second, third) = (sketch.is_mined(b), sketch.is_mined(c));
    let (w, v) = (sketch.cover(!first), sketch.cover(first));
    let s = sketch.cover(!first && !second && !third);
    let x = sketch.cover(!first && second && third);
    let y = sketch.cover(first && !second && third);
    let z = sketch.cover(first && second && !third);
    sketch.one_of(&[a, if odd { v } else { w }]);
    sketch.one_of(&[w, v]);
    sketch.one_of(&[w, y, z]);
    sketch.one_of(&[v, s, x]);
    sketch.one_of(&[b, s, y]);
    sketch.one_of(&[c, s, z]);
}

/// How many connected parts a graph has.
fn count_parts(graph: &Graph) -> usize {
    let mut seen = vec![false; graph.len()];
    let mut parts = 0;
    for start in 0..graph.len() {
        if seen[start] {
            continue;
        }
        parts += 1;
        seen[start] = true;
        let mut waiting = vec![start];
        while let Some(vertex) = waiting.pop() {
            for &next in graph.neighbours(vertex) {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    waiting.push(next as usize);
                }
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::{Sketch, say_parity};
    use crate::board::generate::dice::Dice;
    use crate::board::{Board, CellId, Label};
    use crate::budget::Budget;
    use crate::decomp::Graph;

    /// Each legal triple of edges has one completion, all others none.
    #[test]
    fn parities_are_their_relations() {
        for code in 0..16u32 {
            let (odd, mines) = (code & 8 == 8, (code & 7).count_ones());
            let mut sketch = Sketch::default();
            let spots = [0, 1, 2].map(|_| sketch.cover(false));
            say_parity(&mut sketch, spots, odd);
            for (i, &spot) in spots.iter().enumerate() {
                let opposite = sketch.cover(false);
                sketch.one_of(&[spot, opposite]);
                sketch.one_of(&[if code >> i & 1 == 1 { spot } else { opposite }]);
            }
            let (board, _) = sketch.finish(false, &mut Dice::new(9, &Budget::unlimited())).unwrap();
            assert_eq!(count(&board), usize::from((mines % 2 == 1) == odd), "{code:04b}");
        }
    }

    /// Placements, all choices tried.
    fn count(board: &Board) -> usize {
        let covered: Vec<CellId> =
            board.cells().filter(|&cell| board.label(cell) == Label::Covered).collect();
        let bit = |cell: CellId| covered.binary_search(&cell).map_or(0, |i| 1u32 << i);
        let sums: Vec<(u32, u32)> = board
            .cells()
            .filter_map(|cell| match board.label(cell) {
                Label::Number(n) => Some((n, board.neighbours(cell).into_iter().map(bit).sum())),
                _ => None,
            })
            .collect();
        let met = |bits: &u32| sums.iter().all(|(n, seen)| (bits & seen).count_ones() == *n);
        (0..1u32 << covered.len()).filter(met).count()
    }

    #[test]
    fn parts_are_counted() {
        assert_eq!(super::count_parts(&Graph::from_edges(6, &[(0, 1), (1, 2), (4, 5)])), 3);
        assert_eq!(super::count_parts(&Graph::from_edges(0, &[])), 0);
    }
}
