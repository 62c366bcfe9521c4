//! Checks an LRAT proof step by step.
//!
//! # Theory
//! A step follows if its negation is refuted by unit propagation. The hints name the clauses in the
//! order in which they matter: under the values so far each leaves exactly one literal, which is
//! then true, and the last leaves none. Nothing has to be searched.
//!
//! We take a part of LRAT: numbers of steps count on from those of the clauses, nothing is deleted,
//! every hint is needed, and the empty clause is the last step.
//! # Cost
//! The lengths of the hinted clauses together.
//! # References
//! Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp: Efficient Certified RAT Verification, CADE 2017.

use super::formula::Clauses;
use super::words::{lines, numbers};
use super::{DRAT, LRAT, Refusal, refuse};
use crate::budget::Budget;

/// The clauses of a proof after those of its formula.
pub struct Proof {
    clauses: Clauses,
    given: usize,
}

/// Checks a proof of the empty clause.
pub fn check(text: &[u8], clauses: Clauses, budget: &Budget) -> Result<Proof, Refusal> {
    let _lease = budget.reserve(u64::from(clauses.variables) * 5)?;
    let given = clauses.len();
    let mut proof = Proof { clauses, given };
    let mut values = Values { truths: vec![0; proof.clauses.variables as usize + 1], trail: Vec::new() };
    let (mut found, mut complete) = (Vec::new(), false);
    for (i, line) in lines(LRAT, text)?.enumerate() {
        if i % 1024 == 0 {
            budget.check()?;
        }
        let wrong = |why: &str| refuse(format!("{LRAT}: line {} {why}", i + 1));
        if complete {
            return wrong("comes after the empty clause");
        }
        let parts = numbers(line, &mut found).and_then(|()| split(&found));
        let Some((number, clause, hints)) = parts else { return wrong("is not a step") };
        if usize::try_from(number).ok() != Some(proof.clauses.len() + 1) {
            return wrong("has not the next number");
        }
        let in_range = |literal: &i32| literal.unsigned_abs() <= proof.clauses.variables;
        if !clause.iter().all(in_range) {
            return wrong("has a variable that the formula has not");
        }
        if !values.refute(clause, hints, &proof.clauses) {
            return wrong("does not follow by its hints");
        }
        values.clear();
        proof.clauses.push(clause)?;
        complete = clause.is_empty();
    }
    if complete { Ok(proof) } else { refuse(format!("{LRAT} does not end with the empty clause")) }
}

/// A step's number, clause and hints.
fn split(step: &[i32]) -> Option<(i32, &[i32], &[i32])> {
    let (&number, rest) = step.split_first()?;
    let end = rest.iter().position(|&literal| literal == 0)?;
    let (&last, hints) = rest[end + 1..].split_last()?;
    (last == 0 && hints.iter().all(|&hint| hint > 0)).then_some((number, &rest[..end], hints))
}

/// Which literals are true.
struct Values {
    /// For each variable 1 if it is true, -1 if it is false.
    truths: Vec<i8>,
    trail: Vec<u32>,
}

impl Values {
    fn of(&self, literal: i32) -> i8 {
        let truth = self.truths[literal.unsigned_abs() as usize];
        if literal > 0 { truth } else { -truth }
    }

    fn make_true(&mut self, literal: i32) {
        self.truths[literal.unsigned_abs() as usize] = if literal > 0 { 1 } else { -1 };
        self.trail.push(literal.unsigned_abs());
    }

    fn clear(&mut self) {
        for variable in self.trail.drain(..) {
            self.truths[variable as usize] = 0;
        }
    }

    /// Whether the hints refute the negated clause, the last one and no earlier one in conflict.
    fn refute(&mut self, clause: &[i32], hints: &[i32], clauses: &Clauses) -> bool {
        for &literal in clause {
            if self.of(literal) != 0 {
                return false;
            }
            self.make_true(-literal);
        }
        let mut left = hints.len();
        for &hint in hints {
            left -= 1;
            let Some(hint) = usize::try_from(hint).ok().filter(|&hint| hint <= clauses.len()) else {
                return false;
            };
            let mut open = None;
            for &literal in clauses.get(hint - 1) {
                match self.of(literal) {
                    -1 => {}
                    0 if open.is_none() => open = Some(literal),
                    _ => return false,
                }
            }
            match open {
                None => return left == 0,
                Some(literal) => self.make_true(literal),
            }
        }
        false
    }
}

/// Checks that a DRAT proof has exactly the steps of the LRAT proof, which then are its proof.
pub fn compare(text: &[u8], proof: &Proof) -> Result<(), Refusal> {
    let mut found = Vec::new();
    let mut steps = proof.given..proof.clauses.len();
    for line in lines(DRAT, text)? {
        let zero = numbers(line, &mut found).and_then(|()| found.pop());
        let same = steps.next().is_some_and(|step| proof.clauses.get(step) == found);
        if zero != Some(0) || !same {
            return refuse(format!("{DRAT} does not have the steps of {LRAT}"));
        }
    }
    match steps.next() {
        None => Ok(()),
        Some(_) => refuse(format!("{DRAT} ends before {LRAT}")),
    }
}
