//! What was derived on the way, and from what: an LRAT proof before it has numbers.
//!
//! # Theory
//! A step is a clause and its hints: clauses in the order in which unit propagation from the
//! negated step meets them, the last one in conflict. The search knows this order already, it is
//! that of its trail. Most learnt clauses are never used, so the proof is read backwards from its
//! end and only what the end needs is kept.
//! # Cost
//! One word for each literal and each hint; keeping what is needed is linear.
//! # References
//! Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp: Efficient Certified RAT Verification, CADE
//! 2017. Goldberg, Novikov: Verification of Proofs of Unsatisfiability for CNF Formulas, DATE 2003.

use super::literal::Literal;

/// A clause that may be a hint: one of the formula, or a derived one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The clause of the formula with this index.
    Given(u32),
    /// The step with this index.
    Derived(u32),
}

/// Steps in the order in which they were found.
#[derive(Debug, Default)]
pub struct Derivation {
    literals: Vec<Literal>,
    hints: Vec<Origin>,
    /// Where the literals and hints of each step end.
    ends: Vec<(usize, usize)>,
}

impl Derivation {
    /// Adds a step.
    pub fn push(
        &mut self,
        literals: impl IntoIterator<Item = Literal>,
        hints: impl IntoIterator<Item = Origin>,
    ) -> Origin {
        self.literals.extend(literals);
        self.hints.extend(hints);
        self.ends.push((self.literals.len(), self.hints.len()));
        Origin::Derived(self.ends.len() as u32 - 1)
    }

    /// The clause and the hints of a step.
    pub fn step(&self, index: u32) -> (&[Literal], &[Origin]) {
        let i = index as usize;
        let (from, hints_from) = if i == 0 { (0, 0) } else { self.ends[i - 1] };
        let (to, hints_to) = self.ends[i];
        (&self.literals[from..to], &self.hints[hints_from..hints_to])
    }

    /// The steps that `last` needs, itself included, in order.
    pub fn needed(&self, last: Origin) -> Vec<u32> {
        let mut marked = vec![false; self.ends.len()];
        let Origin::Derived(last) = last else { return Vec::new() };
        marked[last as usize] = true;
        for i in (0..=last).rev() {
            if marked[i as usize] {
                for &hint in self.step(i).1 {
                    if let Origin::Derived(other) = hint {
                        marked[other as usize] = true;
                    }
                }
            }
        }
        (0..=last).filter(|&i| marked[i as usize]).collect()
    }

    /// How much memory it takes.
    pub fn bytes(&self) -> u64 {
        (4 * self.literals.capacity() + 8 * self.hints.capacity() + 16 * self.ends.capacity()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::super::literal::Variable;
    use super::*;

    #[test]
    fn only_what_the_end_needs_is_kept() {
        let mut proof = Derivation::default();
        let x = Variable(0);
        let first = proof.push([x.is(true)], [Origin::Given(0), Origin::Given(1)]);
        proof.push([x.is(true)], [first]);
        let last = proof.push([], [first, Origin::Given(2)]);
        assert_eq!(proof.needed(last), [0, 2]);
        assert_eq!(proof.needed(Origin::Given(0)), [0u32; 0]);
        assert_eq!(proof.step(2), (&[][..], &[first, Origin::Given(2)][..]));
    }
}
