//! The sequential counter.
//!
//! # Theory
//! Inputs are counted one after the other: s(i, j) says that at least j of the first i are true,
//! which is so if j of the first i − 1 are, or j − 1 of them and the i-th.
//!
//! ```text
//!            x1        x2        x3              xn
//!             │         │         │               │
//!   j = 1   s(1,1) ▸ s(2,1) ▸ s(3,1) ▸  …
//!                  ↘        ↘
//!   j = 2            s(2,2) ▸ s(3,2) ▸  …  ▸  s(n,k)   true
//!                           ↘              ↘
//!   j = 3                     s(3,3) ▸  …  ▸  s(n,k+1) false
//! ```
//!
//! # Cost
//! Only s(i, j) with k − (n − i) ≤ j ≤ k + 1 are needed, about (k + 1)·(n − k + 1) variables, and
//! four clauses each.
//!
//! # What we changed
//! Sinz counts for "at most k" and needs only the clauses that push counts up. Here each s(i, j) is
//! defined in both directions, and what cannot reach k any more is left out at the other end too.
//!
//! # References
//! C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005.

use super::literal::{Literal, Sink};

/// What is known of a count before anything is counted, or a variable for it.
#[derive(Clone, Copy)]
enum Count {
    Always,
    Never,
    Depends(Literal),
}

/// Says that exactly `k` of the inputs are true.
pub fn exactly<S: Sink>(inputs: &[Literal], k: usize, sink: &mut S) -> Result<(), S::Error> {
    let n = inputs.len();
    let lowest = |i: usize| (k + i).saturating_sub(n).max(1);
    // Row i holds s(i, j) for j from lowest(i) on.
    let mut row: Vec<Count> = Vec::new();
    for i in 1..=n {
        let before = |j: usize| match j {
            0 => Count::Always,
            _ if j > i - 1 => Count::Never,
            _ => row[j - lowest(i - 1)],
        };
        let mut next = Vec::new();
        for j in lowest(i)..=i.min(k + 1) {
            next.push(define(inputs[i - 1], before(j), before(j - 1), sink)?);
        }
        row = next;
    }
    let ends = [(k, true), (k + 1, false)];
    for (j, wanted) in ends.into_iter().filter(|(j, _)| (1..=n).contains(j)) {
        match row[j - lowest(n)] {
            Count::Depends(literal) => sink.clause(&[if wanted { literal } else { !literal }])?,
            Count::Always if !wanted => sink.clause(&[])?,
            Count::Never if wanted => sink.clause(&[])?,
            _ => {}
        }
    }
    Ok(())
}

/// A variable for `enough` or `x` and `almost`, where `enough` implies `almost`.
fn define<S: Sink>(x: Literal, enough: Count, almost: Count, sink: &mut S) -> Result<Count, S::Error> {
    let (enough, almost) = match (enough, almost) {
        (Count::Always, _) => return Ok(Count::Always),
        (_, Count::Never) => return Ok(Count::Never),
        (Count::Never, Count::Always) => return Ok(Count::Depends(x)),
        (enough, almost) => (enough, almost),
    };
    let s = sink.fresh();
    if let Count::Depends(enough) = enough {
        sink.clause(&[!enough, s])?;
        sink.clause(&[!s, enough, x])?;
    } else {
        sink.clause(&[!s, x])?;
    }
    if let Count::Depends(almost) = almost {
        sink.clause(&[!almost, !x, s])?;
        sink.clause(&[!s, almost])?;
    } else {
        sink.clause(&[!x, s])?;
    }
    Ok(Count::Depends(s))
}
