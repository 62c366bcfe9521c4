//! The totalizer.
//!
//! # Theory
//! A balanced tree whose leaves are the inputs; each node holds the sum of its leaves as a unary
//! number. If the left child has at least i and the right at least j, their parent has at least
//! i + j; if the left has at most i and the right at most j, it has at most i + j.
//!
//! ```text
//!             o1 o2 o3 o4 …            unary sum of all
//!            /           \
//!        l1 l2           r1 r2         unary sums of halves
//!        /   \           /   \
//!       x1   x2         x3   x4
//! ```
//!
//! The outputs are there for every total: one encoding serves all of them, with o(k) and ¬o(k+1) as
//! units or as assumptions.
//!
//! # Cost
//! About n·log n variables and, as each node joins every i with every j, up to n² clauses; cut off
//! above k + 1, n·k of them.
//!
//! # What we changed
//! Leaves are unary numbers, so the lowest levels of the tree are not needed for boxes. Nodes are
//! cut off above k + 1, where the last output says "more than k".
//!
//! # References
//! O. Bailleux, Y. Boufkhad, Efficient CNF encoding of Boolean cardinality constraints, CP 2003.

use super::literal::{Literal, Sink};

/// Says that the unary numbers sum to `k`, which is neither 0 nor all of them.
pub fn exactly<S: Sink>(inputs: &[Vec<Literal>], k: usize, sink: &mut S) -> Result<(), S::Error> {
    let sum = outputs(inputs, k + 1, sink)?;
    sink.clause(&[sum[k - 1]])?;
    sink.clause(&[!sum[k]])
}

/// The sum of unary numbers as a unary number, up to `most`: with "at least i" assumed and "at
/// least i + 1" denied, the same clauses serve every total i below `most`.
pub fn outputs<S: Sink>(
    inputs: &[Vec<Literal>],
    most: usize,
    sink: &mut S,
) -> Result<Vec<Literal>, S::Error> {
    match inputs {
        [] => Ok(Vec::new()),
        [only] => Ok(only[..only.len().min(most)].to_vec()),
        _ => {
            let (left, right) = inputs.split_at(inputs.len() / 2);
            let left = outputs(left, most, sink)?;
            let right = outputs(right, most, sink)?;
            merge(&left, &right, most, sink)
        }
    }
}

fn merge<S: Sink>(
    left: &[Literal],
    right: &[Literal],
    most: usize,
    sink: &mut S,
) -> Result<Vec<Literal>, S::Error> {
    let sum: Vec<Literal> = (0..(left.len() + right.len()).min(most)).map(|_| sink.fresh()).collect();
    let mut clause = Vec::with_capacity(3);
    for i in 0..=left.len() {
        for j in 0..=right.len() {
            // At least i and at least j. Above the cut, some smaller pair says the same.
            if let Some(&total) = (i + j).checked_sub(1).and_then(|at| sum.get(at)) {
                clause.clear();
                clause.extend(i.checked_sub(1).map(|at| !left[at]));
                clause.extend(j.checked_sub(1).map(|at| !right[at]));
                clause.push(total);
                sink.clause(&clause)?;
            }
            // At most i and at most j.
            if let Some(&total) = sum.get(i + j) {
                clause.clear();
                clause.extend(left.get(i));
                clause.extend(right.get(j));
                clause.push(!total);
                sink.clause(&clause)?;
            }
        }
    }
    Ok(sum)
}
