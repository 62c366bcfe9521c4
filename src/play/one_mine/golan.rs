//! Algorithms 1 to 4 of the paper, as they stand there.
//!
//! # Theory
//! - Algorithm 1 is any strategy: choose a covered cell, open it, learn from its label.
//! - Algorithm 2 opens safe cells as long as there are some. A label 0 makes all neighbours safe, a
//!   label 1 all others.
//! - Algorithm 3 finds the largest guess component with one vertex and without another, by playing
//!   algorithm 2 against a mine at the one, from the other on.
//! - Algorithm 4 finds a best guess: any cell, unless some guess component without it has more than
//!   one cell; then a best guess in that one.
//!
//! They are the reference that the fast way is tested against, and nothing else uses them.
//! # Cost
//! O(n) for an opened cell, O(n²) for algorithm 3, O(n³) for algorithm 4.
//! # What we changed
//! Algorithm 4 calls itself in tail position, so here it is a loop. What the paper leaves arbitrary
//! is the first that comes: the least vertex of a set, the order of a list.
//! # References
//! S. Golan, 2014.

use std::collections::BTreeSet;

use crate::decomp::Graph;

/// Which cell to open next.
pub trait Strategy {
    /// One of the covered cells.
    fn choose(&mut self, graph: &Graph, covered: &BTreeSet<u32>) -> u32;

    /// Learns that an opened cell is free, and whether it touches the mine.
    fn update(&mut self, graph: &Graph, covered: &BTreeSet<u32>, opened: u32, touches_the_mine: bool);
}

/// Algorithm 1: whether a strategy wins against a mine.
pub fn generic_strategy(graph: &Graph, mine: u32, strategy: &mut dyn Strategy) -> bool {
    let mut covered: BTreeSet<u32> = (0..graph.len() as u32).collect();
    while covered.len() > 1 {
        let v = strategy.choose(graph, &covered);
        if v == mine {
            return false;
        }
        covered.remove(&v);
        strategy.update(graph, &covered, v, touch(graph, v, mine));
    }
    true
}

/// Algorithm 2: open what is safe, else guess.
///
/// ```
/// use mineproof::decomp::Graph;
/// use mineproof::play::one_mine::golan::{SafeFirst, generic_strategy, optimal_guess};
/// let path = Graph::from_edges(3, &[(0, 1), (1, 2)]);
/// let won = |mine| generic_strategy(&path, mine, &mut SafeFirst::new(optimal_guess));
/// assert_eq!([0, 1, 2].map(won), [false, true, true]);
/// ```
pub struct SafeFirst<F> {
    guess: F,
    safe: BTreeSet<u32>,
}

impl<F: FnMut(&Graph, &[u32]) -> u32> SafeFirst<F> {
    /// Guesses by this function of the graph and the cells where the mine may be, ascending.
    pub fn new(guess: F) -> Self {
        SafeFirst { guess, safe: BTreeSet::new() }
    }
}

impl<F: FnMut(&Graph, &[u32]) -> u32> Strategy for SafeFirst<F> {
    fn choose(&mut self, graph: &Graph, covered: &BTreeSet<u32>) -> u32 {
        match self.safe.first() {
            Some(&v) => v,
            None => (self.guess)(graph, &covered.iter().copied().collect::<Vec<_>>()),
        }
    }

    fn update(&mut self, graph: &Graph, covered: &BTreeSet<u32>, opened: u32, touches_the_mine: bool) {
        self.safe.remove(&opened);
        self.safe.extend(covered.iter().filter(|&&w| touch(graph, opened, w) != touches_the_mine));
    }
}

/// Algorithm 3: the largest guess component among `cells` with `v` and without `u`, ascending if
/// they are.
pub fn largest_component(graph: &Graph, cells: &[u32], u: u32, v: u32) -> Vec<u32> {
    let mut safe = vec![u];
    let mut covered: Vec<u32> = cells.iter().copied().filter(|&w| w != u).collect();
    while let Some(opened) = safe.pop() {
        let label = touch(graph, opened, v);
        let (kept, free) = covered.iter().partition(|&&w| touch(graph, opened, w) == label);
        covered = kept;
        let free: Vec<u32> = free;
        safe.extend(free);
    }
    covered
}

/// Algorithm 4: a best guess among `cells`, of which there has to be one.
pub fn optimal_guess(graph: &Graph, cells: &[u32]) -> u32 {
    let mut cells = cells.to_vec();
    loop {
        let u = cells[0];
        let larger = cells[1..].iter().find_map(|&v| {
            let component = largest_component(graph, &cells, u, v);
            (component.len() > 1).then_some(component)
        });
        match larger {
            Some(component) => cells = component,
            None => return u,
        }
    }
}

fn touch(graph: &Graph, v: u32, w: u32) -> bool {
    graph.neighbours(v as usize).binary_search(&w).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Example 3.4's graph is not needed: any with two overlapping components will do. Here {0, 1}
    /// and {1, 2} are components of three isolated vertices beside an edge.
    #[test]
    fn components_are_as_large_as_they_can_be() {
        let graph = Graph::from_edges(5, &[(3, 4)]);
        let all = [0, 1, 2, 3, 4];
        assert_eq!(largest_component(&graph, &all, 0, 1), [1, 2, 3, 4]);
        assert_eq!(largest_component(&graph, &all, 3, 4), [4]);
        assert_eq!(largest_component(&graph, &all, 3, 0), [0, 1, 2]);
        assert_eq!(largest_component(&graph, &[1, 2, 3], 3, 1), [1, 2]);
    }

    /// Figure 3's tree, of which the paper says that the largest component with v6 but without v7 is
    /// v6 alone.
    #[test]
    fn figure_3() {
        let tree = Graph::from_edges(7, &[(0, 3), (1, 3), (2, 3), (3, 4), (4, 5), (4, 6)]);
        assert_eq!(largest_component(&tree, &[0, 1, 2, 3, 4, 5, 6], 6, 5), [5]);
        assert_eq!(largest_component(&tree, &[0, 1, 2, 3, 4, 5, 6], 0, 5), [5, 6]);
    }

    #[test]
    fn a_bad_guess_loses_more() {
        let star = Graph::from_edges(3, &[(0, 1), (0, 2)]);
        let won = |guess: fn(&Graph, &[u32]) -> u32| {
            (0..3).filter(|&mine| generic_strategy(&star, mine, &mut SafeFirst::new(guess))).count()
        };
        assert_eq!(won(|_, cells| cells[0]), 1);
        assert_eq!(won(optimal_guess), 2);
    }
}
