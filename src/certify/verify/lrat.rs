//! Checks an LRAT proof step by step.
//!
//! # Theory
//! A step follows if its negation is refuted by unit propagation. The hints name the clauses in the
//! order in which they matter: under the values so far each leaves exactly one literal, which is
//! then true, and the last leaves none. Nothing has to be searched.
//!
//! A definition makes a new variable t the sum modulo 2 of two others, a and b, in four steps. These
//! follow from nothing, but t is in no clause before them: whatever values meet all clauses so far,
//! t can be given the value of a + b and then meets these four, too. So no contradiction is made
//! where there was none.
//!
//! We take a part of LRAT: numbers of steps count on from those of the clauses, nothing is deleted,
//! every hint is met in its turn, and the empty clause is the last step. Of all steps that LRAT
//! takes beside those that follow, only definitions are taken, whole and in one form.
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
    let mut lease = budget.reserve(u64::from(clauses.variables) * 5)?;
    let given = clauses.len();
    let mut proof = Proof { clauses, given };
    let mut values = Values { truths: vec![0; proof.clauses.variables as usize + 1], trail: Vec::new() };
    let (mut found, mut complete) = (Vec::new(), false);
    let mut definition: Option<Definition> = None;
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
        definition = definition.or_else(|| Definition::begun_by(number, clause, proof.clauses.variables));
        if let Some(begun) = &mut definition {
            if !begun.goes_on_with(clause, hints) {
                return wrong("is not the next step of a definition");
            }
            proof.clauses.push(clause)?;
            if begun.is_whole() {
                proof.clauses.variables += 1;
                values.truths.push(0);
                lease.resize(u64::from(proof.clauses.variables) * 5)?;
                definition = None;
            }
            continue;
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
    (last == 0 && !hints.contains(&0)).then_some((number, &rest[..end], hints))
}

/// A new variable as the sum modulo 2 of two earlier ones, in four steps.
struct Definition {
    /// The number of its first step, and how many steps there were.
    first: i32,
    steps: usize,
    /// The new variable and the two others.
    t: i32,
    a: i32,
    b: i32,
}

impl Definition {
    /// The definition that begins with this step, if one does: the step has a variable that is the
    /// next after all so far.
    fn begun_by(number: i32, clause: &[i32], variables: u32) -> Option<Self> {
        let &[first, a, b] = clause else { return None };
        let t = first.checked_neg().filter(|&t| i64::from(t) == i64::from(variables) + 1)?;
        // Two different variables that are there already.
        (0 < a && a < t && 0 < b && b < t && a != b).then_some(Definition {
            first: number,
            steps: 0,
            t,
            a,
            b,
        })
    }

    /// Whether this is exactly its next step.
    fn goes_on_with(&mut self, clause: &[i32], hints: &[i32]) -> bool {
        let Definition { first, steps, t, a, b } = *self;
        // The last two contain t and cannot be resolved with the first two: LRAT names those.
        let both = [-first, -first - 1];
        let expected: ([i32; 3], &[i32]) = match steps {
            0 => ([-t, a, b], &[]),
            1 => ([-t, -a, -b], &[]),
            2 => ([t, -a, b], &both),
            _ => ([t, a, -b], &both),
        };
        self.steps += 1;
        (clause, hints) == (&expected.0[..], expected.1)
    }

    fn is_whole(&self) -> bool {
        self.steps == 4
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of a proof from the clauses 1 = 2, 2 = 3 and 1 ≠ 3, which have no placement, or
    /// only the first two of them.
    fn said(contradictory: bool, proof: &str) -> Result<(), String> {
        let budget = Budget::unlimited();
        let mut clauses = Clauses::empty(3, &budget).unwrap();
        for clause in [[-1, 2], [1, -2], [-2, 3], [2, -3], [1, 3], [-1, -3]].iter().take(if contradictory {
            6
        } else {
            4
        }) {
            clauses.push(clause).unwrap();
        }
        check(proof.as_bytes(), clauses, &budget).map(drop).map_err(|refusal| refusal.to_string())
    }

    /// 4 is 1 + 2, and so it is false; then 5 is 4 + 3.
    const SOUND: &str = "7 -4 1 2 0 0\n8 -4 -1 -2 0 0\n9 4 -1 2 0 -7 -8 0\n10 4 1 -2 0 -7 -8 0\n\
        11 -4 1 0 2 7 0\n12 -4 0 11 1 8 0\n\
        13 -5 4 3 0 0\n14 -5 -4 -3 0 0\n15 5 -4 3 0 -13 -14 0\n16 5 4 -3 0 -13 -14 0\n\
        17 -5 3 0 12 13 0\n18 1 0 2 5 4 0\n19 0 18 1 3 6 0\n";

    #[test]
    fn definitions_are_taken() {
        assert_eq!(said(true, SOUND), Ok(()));
    }

    #[test]
    fn wrong_definitions_are_refused() {
        for (from, to) in [
            // A variable that is there, and one that is not next.
            ("7 -4 1 2 0 0", "7 -3 1 2 0 0"),
            ("13 -5 4 3 0 0", "13 -4 4 3 0 0"),
            ("13 -5 4 3 0 0", "13 -6 4 3 0 0"),
            ("7 -4 1 2 0 0", "7 4 1 2 0 0"),
            // Sums of itself, of what comes later, of one alone.
            ("7 -4 1 2 0 0", "7 -4 4 2 0 0"),
            ("7 -4 1 2 0 0", "7 -4 1 5 0 0"),
            ("7 -4 1 2 0 0", "7 -4 1 1 0 0"),
            ("7 -4 1 2 0 0", "7 -4 1 0 0"),
            ("7 -4 1 2 0 0", "7 -4 1 -2 0 0"),
            ("7 -4 1 2 0 0", "7 -4 1 2 3 0 0"),
            // Steps that say something else.
            ("8 -4 -1 -2 0 0", "8 -4 -1 2 0 0"),
            ("8 -4 -1 -2 0 0", "8 -4 -1 0 0"),
            ("8 -4 -1 -2 0 0", "8 -4 0 0"),
            ("9 4 -1 2 0", "9 4 1 2 0"),
            ("9 4 -1 2 0", "9 4 -1 3 0"),
            ("10 4 1 -2 0", "10 4 2 -1 0"),
            ("10 4 1 -2 0", "10 4 0"),
            // Hints that are not as they must be.
            ("7 -4 1 2 0 0", "7 -4 1 2 0 1 0"),
            ("9 4 -1 2 0 -7 -8 0", "9 4 -1 2 0 -7 0"),
            ("9 4 -1 2 0 -7 -8 0", "9 4 -1 2 0 0"),
            ("9 4 -1 2 0 -7 -8 0", "9 4 -1 2 0 7 8 0"),
            ("10 4 1 -2 0 -7 -8 0", "10 4 1 -2 0 -8 -7 0"),
            ("15 5 -4 3 0 -13 -14 0", "15 5 -4 3 0 -7 -8 0"),
            // Hints that only a definition may have, and variables before their definition is whole.
            ("17 -5 3 0 12 13 0", "17 -5 3 0 12 -13 0"),
            ("17 -5 3 0 12 13 0", "17 -5 3 0 0"),
            ("12 -4 0 11 1 8 0", "12 -5 0 0"),
            ("19 0 18 1 3 6 0", "19 0 0"),
            ("19 0 18 1 3 6 0", "19 0 18 1 3 -6 0"),
        ] {
            let wrong = SOUND.replace(from, to);
            assert_ne!(wrong, SOUND, "{from}");
            assert!(said(true, &wrong).is_err(), "{to}");
        }
        // A definition that is left off, or is not whole.
        let steps: Vec<&str> = SOUND.lines().collect();
        for kept in 1..4 {
            let text = format!("{}\n{} 0 1 0\n", steps[..kept].join("\n"), 7 + kept);
            assert!(said(true, &text).unwrap_err().contains("next step of a definition"), "{kept}");
        }
        assert!(said(true, &(steps[..4].join("\n") + "\n")).unwrap_err().contains("empty clause"));
    }

    /// Definitions prove nothing by themselves: their clauses leave every placement of the others.
    #[test]
    fn no_definition_contradicts_what_can_be() {
        let define = "5 -4 1 2 0 0\n6 -4 -1 -2 0 0\n7 4 -1 2 0 -5 -6 0\n8 4 1 -2 0 -5 -6 0\n";
        for end in [
            "9 4 0 7 8 0\n10 0 9 5 6 0\n",
            "9 0 0\n",
            "9 0 -5 0\n",
            "9 4 0 -5 0\n10 0 9 0\n",
            "9 4 0 0\n10 0 9 0\n",
        ] {
            let refusal = said(false, &format!("{define}{end}")).unwrap_err();
            assert!(refusal.contains("line 5 does not follow"), "{end}: {refusal}");
        }
    }
}
