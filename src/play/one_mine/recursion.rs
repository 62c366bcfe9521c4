//! What optimal play wins, from the tree of modules.
//!
//! # Theory
//! Let W be the number of mine positions that optimal play wins, n times the paper's P*. Over the
//! modular decomposition tree:
//! - a leaf has W = 1: the mine has been found without opening it.
//! - A parallel or series module has the sum of W over its children that are not leaves, and 1 more
//!   if there is a leaf among them. No cell of a child tells the leaves apart, so of them all but
//!   the last are guessed in vain; the other children are told apart by each other's cells.
//! - A prime module has the sum of W over its children, less 1 if all of them are leaves. A guess
//!   within one child tells all others apart; if that child is a leaf, its own position is lost, else
//!   what it loses is counted in its W already.
//!
//! So a guess within a child that is not a leaf costs nothing of what the others are worth, and the
//! best first guesses are those of such children. Beside them, the leaves of a parallel or series
//! module are just as good if there are at least two: all but one are lost anyway. In a prime
//! module of leaves alone every vertex is.
//!
//! Every guess component that can be left in a game is a module or a union of children of a
//! parallel or series one. In either case, the first of its vertices in the order "children that
//! are not leaves first, then leaves" is a best guess. That one order of the vertices is a whole
//! optimal strategy.
//! # Cost
//! Linear, by three passes without recursion.
//! # What we changed
//! Golan's Algorithm 4 finds one guess in O(n³), and its proofs have a case each for isolated
//! vertices (Lemma 4.4), components (4.6), overlapping maximal components (4.7) and disjoint ones (4.8).
//! The tree makes these three rules of them, without exceptions. Lemma 4.8 holds for every m.
//! # References
//! S. Golan, 2014, section 4.

use super::decomposition::{ModuleId, ModuleKind, ModuleTree};

/// What a tree is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    /// For each module, how many positions of a mine within it optimal play wins.
    pub wins: Vec<u64>,
    /// The best first guesses, ascending; none where there is a single vertex, as it is the mine.
    pub best: Vec<u32>,
    /// All vertices; the first of them where the mine may still be is a best guess, at any point
    /// of the game at which nothing is safe.
    pub order: Vec<u32>,
}

/// Evaluates a tree.
pub fn evaluate(tree: &ModuleTree) -> Values {
    let children = count(tree);
    let wins = wins(tree, &children);
    Values { wins, best: best(tree, &children), order: order(tree) }
}

/// How many children of a module are leaves, and how many are not.
#[derive(Clone, Copy, Default)]
struct Children {
    leaves: u32,
    others: u32,
}

fn count(tree: &ModuleTree) -> Vec<Children> {
    let mut children = vec![Children::default(); tree.len()];
    for module in tree.modules() {
        if let Some(parent) = tree.parent(module) {
            let counted = &mut children[parent.index()];
            *(if tree.is_leaf(module) { &mut counted.leaves } else { &mut counted.others }) += 1;
        }
    }
    children
}

fn wins(tree: &ModuleTree, children: &[Children]) -> Vec<u64> {
    // Children come after their parents, so backwards they hand their wins up before they are asked.
    let mut wins = vec![0u64; tree.len()];
    for module in tree.modules().rev() {
        let Children { leaves, others } = children[module.index()];
        let below = wins[module.index()];
        wins[module.index()] = match tree.kind(module) {
            ModuleKind::Leaf(_) => 1,
            ModuleKind::Parallel | ModuleKind::Series => below + u64::from(leaves > 0),
            ModuleKind::Prime => below + u64::from(leaves) - u64::from(others == 0),
        };
        if let Some(parent) = tree.parent(module).filter(|_| !tree.is_leaf(module)) {
            wins[parent.index()] += wins[module.index()];
        }
    }
    wins
}

fn best(tree: &ModuleTree, children: &[Children]) -> Vec<u32> {
    let mut best = Vec::new();
    // Whether a best guess may lie below: always, unless it is a leaf that its siblings outdo. A
    // module that is no leaf is never outdone, so only the parent of a leaf matters.
    for module in tree.modules() {
        let (ModuleKind::Leaf(v), Some(parent)) = (tree.kind(module), tree.parent(module)) else { continue };
        let Children { leaves, others } = children[parent.index()];
        if match tree.kind(parent) {
            ModuleKind::Prime => others == 0,
            _ => leaves >= 2,
        } {
            best.push(v);
        }
    }
    best.sort_unstable();
    best
}

fn order(tree: &ModuleTree) -> Vec<u32> {
    let mut order = Vec::with_capacity(tree.size(ModuleId(0)) as usize);
    // A module waits twice: for its children, and, after them, for its leaves.
    let mut waiting = vec![(ModuleId(0), false)];
    while let Some((module, below_is_done)) = waiting.pop() {
        if let ModuleKind::Leaf(v) = tree.kind(module) {
            order.push(v);
            continue;
        }
        let from = waiting.len();
        if below_is_done {
            waiting.extend(tree.children(module).filter(|&child| tree.is_leaf(child)).map(|c| (c, false)));
        } else {
            waiting.extend(tree.children(module).filter(|&child| !tree.is_leaf(child)).map(|c| (c, false)));
        }
        // The last in is the first out.
        waiting[from..].reverse();
        if !below_is_done {
            waiting.insert(from, (module, true));
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::decomp::Graph;
    use crate::play::one_mine::decomposition::decompose;

    fn check(n: usize, edges: &[(u32, u32)], wins: u64, best: &[u32], order: &[u32]) {
        let tree = decompose(&Graph::from_edges(n, edges), &Budget::unlimited()).unwrap();
        let values = evaluate(&tree);
        assert_eq!((values.wins[0], &values.best[..], &values.order[..]), (wins, best, order), "{edges:?}");
    }

    #[test]
    fn rules_of_the_tree() {
        check(1, &[], 1, &[], &[0]);
        check(2, &[], 1, &[0, 1], &[0, 1]);
        // Three isolated vertices: lemmas 4.6 and 4.7 would have it 3.
        check(3, &[], 1, &[0, 1, 2], &[0, 1, 2]);
        // A path of three: the middle tells nothing.
        check(3, &[(0, 1), (1, 2)], 2, &[0, 2], &[0, 2, 1]);
        check(4, &[(0, 1), (1, 2), (2, 3)], 3, &[0, 1, 2, 3], &[0, 1, 2, 3]);
        // An edge and two isolated vertices.
        check(4, &[(1, 2)], 2, &[0, 1, 2, 3], &[1, 2, 0, 3]);
        // An edge and one isolated vertex, which is never guessed.
        check(3, &[(1, 2)], 2, &[1, 2], &[1, 2, 0]);
        // A path of four with its end doubled.
        check(5, &[(0, 1), (1, 2), (2, 3), (2, 4)], 4, &[3, 4], &[3, 4, 0, 1, 2]);
    }
}
