//! Uniformly random labelled trees.
//!
//! # Theory
//! Prüfer's code is a bijection between the trees on n labelled vertices and the sequences of
//! n − 2 labels, so a uniform sequence is a uniform tree. Decoding joins, for each label of the
//! sequence, the smallest current leaf to it; a label becomes a leaf when it does not come again.
//! # Cost
//! Linear: `scan` only moves forward, because a new leaf smaller than it is used at once.
//! # References
//! H. Prüfer, Neuer Beweis eines Satzes über Permutationen, 1918.

use super::dice::Dice;
use crate::budget::Answer;
use crate::decomp::Graph;

pub(super) fn draw_tree(n: u32, dice: &mut Dice) -> Answer<Graph> {
    let code = dice.each(n.saturating_sub(2) as usize, |dice, _| dice.below(u64::from(n)) as u32)?;
    Ok(Graph::from_edges(n as usize, &decode(n, &code)))
}

fn decode(n: u32, code: &[u32]) -> Vec<(u32, u32)> {
    if n < 2 {
        return Vec::new();
    }
    // How often a label is still to come; a vertex without any is a leaf.
    let mut to_come = vec![0u32; n as usize];
    for &label in code {
        to_come[label as usize] += 1;
    }
    let next_leaf = |from: u32, to_come: &[u32]| {
        (from..n).find(|&v| to_come[v as usize] == 0).expect("the last vertex is always a leaf")
    };
    let mut edges = Vec::with_capacity(n as usize - 1);
    let mut scan = next_leaf(0, &to_come);
    let mut leaf = scan;
    for &label in code {
        edges.push((leaf, label));
        to_come[label as usize] -= 1;
        if to_come[label as usize] == 0 && label < scan {
            leaf = label;
        } else {
            scan = next_leaf(scan + 1, &to_come);
            leaf = scan;
        }
    }
    edges.push((leaf, n - 1));
    edges
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Graph, decode};

    /// The textbook example: 4, 4, 4, 5 on six vertices counted from 1.
    #[test]
    fn known_code_gives_known_tree() {
        let tree = Graph::from_edges(6, &decode(6, &[3, 3, 3, 4]));
        assert_eq!(tree.edges().collect::<Vec<_>>(), [(0, 3), (1, 3), (2, 3), (3, 4), (4, 5)]);
    }

    #[test]
    fn small_trees_are_trees() {
        assert_eq!(decode(1, &[]), []);
        assert_eq!(decode(2, &[]), [(0, 1)]);
    }

    /// Cayley: there are n^(n−2) trees, each with one code.
    #[test]
    fn codes_and_trees_correspond() {
        let n = 5u32;
        let trees: BTreeSet<Vec<(u32, u32)>> = (0..n.pow(3))
            .map(|i| Graph::from_edges(5, &decode(n, &[i % n, i / n % n, i / n / n])).edges().collect())
            .collect();
        assert_eq!(trees.len(), 125);
        for edges in trees {
            assert_eq!(edges.len(), 4);
            let mut reached = BTreeSet::from([0]);
            for _ in 0..n {
                for &(a, b) in &edges {
                    if reached.contains(&a) || reached.contains(&b) {
                        reached.extend([a, b]);
                    }
                }
            }
            assert_eq!(reached.len(), 5, "{edges:?}");
        }
    }
}
