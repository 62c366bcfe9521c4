//! Small proofs from a handful of clauses.
//!
//! # Theory
//! A clause follows if making it false ends in a conflict. Where propagation alone does not get
//! there, one more literal is made false, too; what is proven of that case is one clause more for
//! the case that is left.
//! # Cost
//! Exponential in the number of cases, of which the clauses of two numbers need one or two.

use super::super::search::{Literal, Search};
use super::pool::Clause;

/// Cases within cases that are tried.
const DEPTH: usize = 4;

/// A handful of clauses.
pub struct Local(Vec<Clause>);

/// What became true, and which clause made it so.
type Trail = Vec<(Literal, Option<usize>)>;

impl Local {
    /// Nothing but these clauses.
    pub fn new(clauses: Vec<Clause>) -> Self {
        Local(clauses)
    }

    /// Derives a clause, or a part of it that follows by itself.
    pub fn prove(&mut self, target: &[Literal], search: &mut Search) -> Option<Clause> {
        self.prove_within(target, search, DEPTH)
    }

    fn prove_within(&mut self, target: &[Literal], search: &mut Search, depth: usize) -> Option<Clause> {
        let mut trail: Trail = target.iter().map(|&literal| (!literal, None)).collect();
        if let Some(conflict) = self.propagate(&mut trail) {
            return Some(self.derive(target, &trail, conflict, search));
        }
        let case = self.open(&trail).filter(|_| depth > 0)?;
        let mut wider = target.to_vec();
        wider.push(case);
        let lemma = self.prove_within(&wider, search, depth - 1)?;
        if !lemma.0.contains(&case) {
            return Some(lemma);
        }
        self.0.push(lemma);
        self.prove_within(target, search, depth - 1)
    }

    /// Makes everything true that follows; a clause that cannot be met, if there is one.
    fn propagate(&self, trail: &mut Trail) -> Option<usize> {
        loop {
            let before = trail.len();
            for (i, (clause, _)) in self.0.iter().enumerate() {
                let mut open = None;
                let mut is_open_or_met = false;
                for &literal in clause {
                    if is_true(trail, literal) || !is_true(trail, !literal) && open.is_some() {
                        is_open_or_met = true;
                        break;
                    }
                    if !is_true(trail, !literal) {
                        open = Some(literal);
                    }
                }
                match open {
                    _ if is_open_or_met => {}
                    Some(literal) => trail.push((literal, Some(i))),
                    None => return Some(i),
                }
            }
            if trail.len() == before {
                return None;
            }
        }
    }

    /// A literal that is neither true nor false, of a clause that is not met.
    fn open(&self, trail: &Trail) -> Option<Literal> {
        let unmet = |clause: &&Clause| !clause.0.iter().any(|&literal| is_true(trail, literal));
        let clause = self.0.iter().filter(unmet).min_by_key(|(clause, _)| clause.len())?;
        clause.0.iter().copied().find(|&literal| !is_true(trail, !literal))
    }

    /// Notes the step that a conflict proves: what of the target it needs.
    fn derive(&self, target: &[Literal], trail: &Trail, conflict: usize, search: &mut Search) -> Clause {
        let mut needed: Vec<Literal> = self.0[conflict].0.clone();
        let mut hints = vec![self.0[conflict].1];
        for &(literal, reason) in trail.iter().rev() {
            if let Some(reason) = reason.filter(|_| needed.contains(&!literal)) {
                needed.extend(self.0[reason].0.iter().filter(|&&other| other != literal));
                hints.push(self.0[reason].1);
            }
        }
        hints.reverse();
        let mut clause: Vec<Literal> =
            target.iter().copied().filter(|literal| needed.contains(literal)).collect();
        clause.sort_unstable();
        let origin = match hints[..] {
            [only] => only,
            _ => search.derive(&clause, &hints),
        };
        (clause, origin)
    }
}

fn is_true(trail: &Trail, literal: Literal) -> bool {
    trail.iter().any(|&(other, _)| other == literal)
}

#[cfg(test)]
mod tests {
    use super::super::super::search::{Origin, Variable};
    use super::*;
    use crate::budget::Budget;

    /// The clauses of "exactly two of these four".
    fn two_of_four(members: [u32; 4], clauses: &mut Vec<Clause>) {
        for left_out in 0..4 {
            for value in [false, true] {
                let three = (0..4).filter(|&i| i != left_out).map(|i| Variable(members[i]).is(value));
                clauses.push((three.collect(), Origin::Given(clauses.len() as u32)));
            }
        }
    }

    #[test]
    fn two_numbers_that_differ_in_one_cell_each_make_these_equal() {
        let mut clauses = Vec::new();
        two_of_four([0, 1, 2, 3], &mut clauses);
        two_of_four([1, 2, 3, 4], &mut clauses);
        let mut search = Search::new(5, &Budget::unlimited()).unwrap();
        let mut local = Local::new(clauses);
        let [a, e] = [0, 4].map(Variable);
        for (target, follows) in [
            ([a.is(true), e.is(false)], true),
            ([a.is(false), e.is(true)], true),
            ([a.is(true), e.is(true)], false),
            ([a.is(true), Variable(1).is(true)], false),
        ] {
            let proven = local.prove(&target, &mut search);
            assert_eq!(proven.is_some(), follows, "{target:?}");
            assert!(proven.is_none_or(|(clause, _)| clause == target));
        }
    }
}
