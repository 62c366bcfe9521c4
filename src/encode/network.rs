//! The cardinality network.
//!
//! # Theory
//! A comparator takes two literals to their "or" and their "and", the larger first. Batcher's
//! odd-even merge joins two descending lists with comparators alone: merge the even places, merge
//! the odd places, compare neighbours. Of the merged list only the first k + 1 matter, so the rest
//! of each merge is never made: the network is one of n·log² k comparators, not n·log² n.
//!
//! ```text
//!   a0 ──────┬─────────── o0        ┬  a comparator: larger above, smaller below
//!   a1 ──┬───┼───┬─────── o1        ┴
//!   b0 ──┼───┴───┴─┬───── o2
//!   b1 ──┴─────────┴───── o3
//! ```
//!
//! # Cost
//! Three clauses for each output of a comparator that somebody needs: about 3·n·log₂² k.
//!
//! # What we changed
//! Merges of any two lengths instead of powers of two with padding, from unary numbers that are
//! sorted already; and instead of special half and simplified merges, the network is built as a
//! graph of which only what the first k + 1 outputs need is written.
//!
//! # References
//! R. Asín, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell, Cardinality networks: a theoretical
//! and empirical study, Constraints 16 (2011). K. E. Batcher, Sorting networks and their
//! applications, AFIPS 1968.

use super::literal::{Literal, Sink};

/// Says that the unary numbers sum to `k`, which is neither 0 nor all of them.
pub fn exactly<S: Sink>(inputs: &[Vec<Literal>], k: usize, sink: &mut S) -> Result<(), S::Error> {
    let mut network = Network { gates: Vec::new() };
    let sum = network.sort(inputs, k + 1);
    for (place, output) in network.write(&sum, sink)?.into_iter().enumerate() {
        sink.clause(&[if place < k { output } else { !output }])?;
    }
    Ok(())
}

/// A gate of the network; gates only use gates before them.
#[derive(Clone, Copy)]
enum Gate {
    Input(Literal),
    Or(u32, u32),
    And(u32, u32),
}

struct Network {
    gates: Vec<Gate>,
}

impl Network {
    /// The first `most` outputs of a network that sorts unary numbers, larger ones first.
    fn sort(&mut self, inputs: &[Vec<Literal>], most: usize) -> Vec<u32> {
        match inputs {
            [] => Vec::new(),
            [only] => only.iter().take(most).map(|&literal| self.push(Gate::Input(literal))).collect(),
            _ => {
                let (left, right) = inputs.split_at(inputs.len() / 2);
                let (left, right) = (self.sort(left, most), self.sort(right, most));
                let mut merged = self.merge(&left, &right);
                merged.truncate(most);
                merged
            }
        }
    }

    fn merge(&mut self, a: &[u32], b: &[u32]) -> Vec<u32> {
        match (a, b) {
            ([], other) | (other, []) => other.to_vec(),
            ([a], [b]) => self.compare(*a, *b).to_vec(),
            _ => {
                let every_other = |list: &[u32], from: usize| -> Vec<u32> {
                    list.iter().skip(from).step_by(2).copied().collect()
                };
                let even = self.merge(&every_other(a, 0), &every_other(b, 0));
                let odd = self.merge(&every_other(a, 1), &every_other(b, 1));
                let mut merged = vec![even[0]];
                for i in 0..odd.len().max(even.len() - 1) {
                    match (odd.get(i), even.get(i + 1)) {
                        (Some(&x), Some(&y)) => merged.extend(self.compare(x, y)),
                        (Some(&only), None) | (None, Some(&only)) => merged.push(only),
                        (None, None) => {}
                    }
                }
                merged
            }
        }
    }

    fn compare(&mut self, a: u32, b: u32) -> [u32; 2] {
        [self.push(Gate::Or(a, b)), self.push(Gate::And(a, b))]
    }

    fn push(&mut self, gate: Gate) -> u32 {
        self.gates.push(gate);
        self.gates.len() as u32 - 1
    }

    /// Writes the gates that the outputs need; gives the literals of the outputs.
    fn write<S: Sink>(&self, outputs: &[u32], sink: &mut S) -> Result<Vec<Literal>, S::Error> {
        let mut needed = vec![false; self.gates.len()];
        for &gate in outputs {
            needed[gate as usize] = true;
        }
        for (at, gate) in self.gates.iter().enumerate().rev() {
            if let (true, Gate::Or(a, b) | Gate::And(a, b)) = (needed[at], gate) {
                needed[*a as usize] = true;
                needed[*b as usize] = true;
            }
        }
        // What is not needed is never read, so it may be anything.
        let mut literals = vec![Literal::new(0); self.gates.len()];
        for (at, gate) in self.gates.iter().enumerate().filter(|&(at, _)| needed[at]) {
            literals[at] = match *gate {
                Gate::Input(literal) => literal,
                Gate::Or(a, b) => either(literals[a as usize], literals[b as usize], sink)?,
                // An "and" is the denied "or" of what is denied.
                Gate::And(a, b) => !either(!literals[a as usize], !literals[b as usize], sink)?,
            };
        }
        Ok(outputs.iter().map(|&gate| literals[gate as usize]).collect())
    }
}

/// A variable for `a` or `b`.
fn either<S: Sink>(a: Literal, b: Literal, sink: &mut S) -> Result<Literal, S::Error> {
    let or = sink.fresh();
    sink.clause(&[!a, or])?;
    sink.clause(&[!b, or])?;
    sink.clause(&[a, b, !or])?;
    Ok(or)
}
