//! The direct encoding: no auxiliary variables at all.
//!
//! # Theory
//! Not more than k: of every k + 1 inputs one is false. Not fewer than k: of every n − k + 1
//! inputs one is true.
//!
//! ```text
//!   exactly 1 of a b c:   ¬a ∨ ¬b    ¬a ∨ ¬c    ¬b ∨ ¬c    a ∨ b ∨ c
//! ```
//!
//! Unit propagation on these clauses finds all that the sum alone implies.
//!
//! # Cost
//! C(n, k+1) + C(n, k−1) clauses for n single variables: 112 for eight neighbours, beyond use for
//! most totals.
//!
//! # What we changed
//! With unary numbers as inputs, only one literal of each is needed in a clause: "at least i and
//! at least j" of the same number is "at least the larger". So clauses are as many as the ways to
//! write k + 1 and k − 1 as sums of one part of each number: three boxes of three cells that hold
//! four mines take 12 + 10 clauses instead of C(9, 5) + C(9, 3) = 210.
//!
//! # References
//! J. P. Warners, A linear-time transformation of linear inequalities into conjunctive normal form,
//! Information Processing Letters 68 (1998), names it as the plain alternative.

use super::literal::{Literal, Sink};

/// How many clauses say that unary numbers of these lengths sum to `k`; `None` above `most`.
pub fn clauses(lengths: &[u32], k: u64, most: u64) -> Option<u64> {
    let n: u64 = lengths.iter().map(|&length| u64::from(length)).sum();
    if k == 0 || k >= n {
        return Some(if k > n { 1 } else { n }).filter(|&clauses| clauses <= most);
    }
    let above = partitions(lengths, n, k + 1, most)?;
    let below = partitions(lengths, n, k - 1, most)?;
    Some(above + below).filter(|&clauses| clauses <= most)
}

/// In how many ways `sum` is a sum of one part of each number; `None` above `most`.
fn partitions(lengths: &[u32], n: u64, sum: u64, most: u64) -> Option<u64> {
    // Parts and what they leave out are the same ways.
    let sum = sum.min(n - sum) as usize;
    // Many numbers and a sum that is not trivial: at least C(numbers, sum) ways.
    if sum > 1 && (lengths.len() as u64).saturating_pow(2) / 4 > most || sum as u64 > most {
        return None;
    }
    let mut ways = vec![0u64; sum + 1];
    ways[0] = 1;
    for &length in lengths {
        for total in (0..=sum).rev() {
            let parts = 1..=(length as usize).min(total);
            ways[total] = parts.fold(ways[total], |all, part| all.saturating_add(ways[total - part]));
        }
    }
    Some(ways[sum]).filter(|&ways| ways <= most)
}

/// Says that the unary numbers `inputs` sum to `k`, which is neither 0 nor all of them.
pub fn exactly<S: Sink>(inputs: &[Vec<Literal>], k: u32, sink: &mut S) -> Result<(), S::Error> {
    let mut room = vec![0; inputs.len() + 1];
    for (i, input) in inputs.iter().enumerate().rev() {
        room[i] = room[i + 1] + input.len() as u32;
    }
    let mut clause = Vec::new();
    // Parts that sum to k + 1 are not all reached; parts that sum to k − 1 are not all kept to.
    let reached = |input: &[Literal], part: usize| (part > 0).then(|| !input[part - 1]);
    let passed = |input: &[Literal], part: usize| input.get(part).copied();
    let all = &mut Parts { inputs, room: &room, clause: &mut clause, sink };
    all.each(0, k + 1, &reached)?;
    all.each(0, k - 1, &passed)
}

struct Parts<'a, S> {
    inputs: &'a [Vec<Literal>],
    /// How much the inputs from each on can hold.
    room: &'a [u32],
    clause: &'a mut Vec<Literal>,
    sink: &'a mut S,
}

impl<S: Sink> Parts<'_, S> {
    /// One clause for each way in which the inputs from `i` on have parts that sum to `left`.
    fn each(
        &mut self,
        i: usize,
        left: u32,
        literal: &dyn Fn(&[Literal], usize) -> Option<Literal>,
    ) -> Result<(), S::Error> {
        let Some(input) = self.inputs.get(i) else { return self.sink.clause(self.clause) };
        let least = left.saturating_sub(self.room[i + 1]);
        for part in (least..=left.min(input.len() as u32)).rev() {
            let before = self.clause.len();
            self.clause.extend(literal(input, part as usize));
            self.each(i + 1, left - part, literal)?;
            self.clause.truncate(before);
        }
        Ok(())
    }
}
