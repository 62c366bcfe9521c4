//! What was derived on the way, and from what: an LRAT proof before it has numbers.
//!
//! # Theory
//! A step is a clause and its hints: clauses in the order in which unit propagation from the
//! negated step meets them, the last one in conflict. The search knows this order already, it is
//! that of its trail. Most learnt clauses are never used, so the proof is read backwards from its
//! end and only what the end needs is kept.
//!
//! A definition is four steps that make a new variable the sum modulo 2 of two others. They follow
//! from nothing, but whatever can be met without them can be met with them. Of a definition all
//! steps are kept or none.
//! # Cost
//! One word for each literal and each hint; keeping what is needed is linear.
//! # References
//! Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp: Efficient Certified RAT Verification, CADE
//! 2017. Goldberg, Novikov: Verification of Proofs of Unsatisfiability for CNF Formulas, DATE 2003.

use super::literal::{Literal, Variable};

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
    /// The first steps of definitions.
    definitions: Vec<u32>,
}

/// Steps of a definition.
const DEFINITION: u32 = 4;

/// Variables from here on are defined by the proof; no formula has so many.
const DEFINED: u32 = 1 << 30;

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

    /// Adds the definition of a new variable as the sum of two others, which differ.
    pub fn define(&mut self, a: Variable, b: Variable) -> (Variable, [([Literal; 3], Origin); 4]) {
        let new = Variable(DEFINED + self.definitions.len() as u32);
        self.definitions.push(self.ends.len() as u32);
        let [t, a, b] = [new, a, b].map(|variable| variable.is(true));
        let clauses = [[!t, a, b], [!t, !a, !b], [t, !a, b], [t, a, !b]];
        let [first, second, third, fourth] = clauses;
        let blocking = [self.push(first, []), self.push(second, [])];
        let others = [self.push(third, blocking), self.push(fourth, blocking)];
        let origins = [blocking[0], blocking[1], others[0], others[1]];
        (new, std::array::from_fn(|i| (clauses[i], origins[i])))
    }

    /// Which definition a step belongs to, and its place in it.
    pub fn definition(&self, step: u32) -> Option<(usize, u32)> {
        let at = self.definitions.partition_point(|&first| first <= step).checked_sub(1)?;
        let place = step - self.definitions[at];
        (place < DEFINITION).then_some((at, place))
    }

    /// Which definition made a variable, if one did.
    pub fn defined(variable: Variable) -> Option<usize> {
        variable.0.checked_sub(DEFINED).map(|at| at as usize)
    }

    /// How many steps there are.
    #[cfg(test)]
    pub fn len(&self) -> u32 {
        self.ends.len() as u32
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
        let mut definitions = self.definitions.iter().rev().peekable();
        for i in (0..=last).rev() {
            // Whatever needs a definition stands behind its last step.
            if definitions.next_if(|&&first| i == first + DEFINITION - 1).is_some() {
                let steps = &mut marked[(i + 1 - DEFINITION) as usize..=i as usize];
                let any = steps.contains(&true);
                steps.fill(any);
            }
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
        let steps = 4 * self.literals.capacity() + 8 * self.hints.capacity() + 16 * self.ends.capacity();
        (steps + 4 * self.definitions.capacity()) as u64
    }
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn definitions_are_kept_as_a_whole() {
        let mut proof = Derivation::default();
        let (x, y) = (Variable(0), Variable(1));
        let (unused, _) = proof.define(x, y);
        let (new, clauses) = proof.define(x, y);
        let last = proof.push([], [clauses[3].1, Origin::Given(0)]);
        assert_eq!(proof.needed(last), [4, 5, 6, 7, 8]);
        assert_eq!(
            (proof.definition(3), proof.definition(6), proof.definition(8)),
            (Some((0, 3)), Some((1, 2)), None)
        );
        assert_eq!((Derivation::defined(unused), Derivation::defined(new)), (Some(0), Some(1)));
        assert_eq!(Derivation::defined(x), None);
    }
}
