//! A decision diagram of counters.
//!
//! # Theory
//! A node d(i, j) stands for "with j true so far, the inputs from the i-th on make it k". It
//! decides on one input, d(i, j) = if xᵢ then d(i+1, j+1) else d(i+1, j), so it is a reduced
//! ordered binary decision diagram of the sum, with one variable a node.
//!
//! ```text
//!            (0,0)              yes: one to the right
//!           /     \             no:  straight down
//!       (1,0)     (1,1)
//!       /   \     /   \
//!   (2,0)   (2,1)     (2,2)     … (n,k) is true, every other end is false
//! ```
//!
//! # Cost
//! Nodes from which k can still be reached: about (k + 1)·(n − k + 1), with four clauses for the
//! decision and one more that says what follows if both children are false.
//!
//! # What we changed
//! Nodes for the exact sum, not for "at most": children exclude each other, which saves the clause
//! for both children true. The root is a unit.
//!
//! # References
//! N. Eén, N. Sörensson, Translating pseudo-Boolean constraints into SAT, JSAT 2 (2006).

use super::literal::{Literal, Sink};

/// Says that exactly `k` of the inputs are true, for 0 < k < n.
pub fn exactly<S: Sink>(inputs: &[Literal], k: usize, sink: &mut S) -> Result<(), S::Error> {
    let n = inputs.len();
    // The nodes of one row, from the last to the first: column j of row i, `None` where k is out
    // of reach. Past the last input only k is the right sum.
    let mut below: Vec<Node> = (0..=k).map(|j| if j == k { Node::True } else { Node::False }).collect();
    for i in (0..n).rev() {
        let mut row = vec![Node::False; k + 1];
        for j in k.saturating_sub(n - i)..=i.min(k) {
            let yes = below.get(j + 1).copied().unwrap_or(Node::False);
            row[j] = decide(inputs[i], yes, below[j], sink)?;
        }
        below = row;
    }
    match below[0] {
        Node::Is(root) => sink.clause(&[root]),
        Node::True => Ok(()),
        Node::False => sink.clause(&[]),
    }
}

#[derive(Clone, Copy)]
enum Node {
    True,
    False,
    Is(Literal),
}

/// A variable for `if x then yes else no`, where `yes` and `no` exclude each other.
fn decide<S: Sink>(x: Literal, yes: Node, no: Node, sink: &mut S) -> Result<Node, S::Error> {
    match (yes, no) {
        (Node::False, Node::False) => return Ok(Node::False),
        (Node::True, Node::False) => return Ok(Node::Is(x)),
        (Node::False, Node::True) => return Ok(Node::Is(!x)),
        _ => {}
    }
    let d = sink.fresh();
    let mut neither = vec![!d];
    for (condition, child) in [(x, yes), (!x, no)] {
        match child {
            Node::Is(child) => {
                sink.clause(&[!d, !condition, child])?;
                sink.clause(&[d, !condition, !child])?;
                neither.push(child);
            }
            Node::True => sink.clause(&[d, !condition])?,
            Node::False => sink.clause(&[!d, !condition])?,
        }
    }
    if neither.len() == 3 {
        sink.clause(&neither)?;
    }
    Ok(Node::Is(d))
}
