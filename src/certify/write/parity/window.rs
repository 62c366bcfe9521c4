//! Steps that a few clauses imply, whatever else there is.
//!
//! # Theory
//! A clause follows if making it false ends in a conflict by unit propagation; the hints are the
//! clauses on the way back from the conflict, and literals that it never meets are left out. Where
//! propagation ends without a conflict, a variable is tried both ways: the clause with the variable
//! added is a step of its own, which gives the variable in the step for the clause itself.
//! # Cost
//! A clause is three words, so looking at it takes a few instructions. As many steps as there are
//! cases, at worst exponential in the variables of the window, of which there are a dozen.

use super::super::search::{Derivation, Literal, Origin, Variable};

/// A clause and where it comes from.
#[derive(Clone, Debug)]
pub struct Lemma {
    /// Its literals, ascending.
    pub literals: Box<[Literal]>,
    /// What the proof calls it.
    pub origin: Origin,
}

/// A clause over the variables of a window, as bits.
#[derive(Clone, Copy, Debug)]
struct Packed {
    variables: u32,
    /// Those of them that are not negated.
    positive: u32,
    origin: Origin,
}

/// A few clauses to derive others from.
#[derive(Default)]
pub struct Window {
    variables: Vec<Variable>,
    clauses: Vec<Packed>,
}

/// More variables do not fit a window.
const WIDTH: usize = 32;

impl Window {
    /// Takes in clauses; those for whose variables there is no room are left out.
    pub fn add(&mut self, lemmas: &[Lemma]) {
        for lemma in lemmas {
            if let Some((variables, positive)) = self.pack(&lemma.literals) {
                self.clauses.push(Packed { variables, positive, origin: lemma.origin });
            }
        }
    }

    /// Derives a clause; `None` if it does not follow.
    pub fn derive(&mut self, clause: &[Literal], notes: &mut Derivation) -> Option<Lemma> {
        let (variables, positive) = self.pack(clause)?;
        let Packed { variables, positive, origin } = self.follow(variables, positive, notes)?;
        let literals = (0..self.variables.len())
            .filter(|at| variables >> at & 1 == 1)
            .map(|at| self.variables[at].is(positive >> at & 1 == 1));
        let mut literals: Box<[Literal]> = literals.collect();
        literals.sort_unstable();
        Some(Lemma { literals, origin })
    }

    fn pack(&mut self, literals: &[Literal]) -> Option<(u32, u32)> {
        let (mut variables, mut positive) = (0, 0);
        for literal in literals {
            let variable = literal.variable();
            let at = self.variables.iter().position(|&other| other == variable).unwrap_or_else(|| {
                self.variables.push(variable);
                self.variables.len() - 1
            });
            if at >= WIDTH {
                return None;
            }
            variables |= 1 << at;
            positive |= u32::from(literal.wanted()) << at;
        }
        Some((variables, positive))
    }

    /// The step for a clause, after steps for its cases where there must be some.
    fn follow(&mut self, variables: u32, positive: u32, notes: &mut Derivation) -> Option<Packed> {
        loop {
            if let Some((used, hints)) = self.refute(variables, positive) {
                // Literals that the conflict does not need are left out, and a clause that is there
                // already needs no step.
                let (variables, positive) = (variables & used, positive & used);
                let origins = hints.iter().map(|&hint| self.clauses[hint].origin);
                let origin = if let [hint] = hints[..] {
                    self.clauses[hint].origin
                } else {
                    let literals = (0..self.variables.len())
                        .filter(|at| variables >> at & 1 == 1)
                        .map(|at| self.variables[at].is(positive >> at & 1 == 1));
                    notes.push(literals, origins)
                };
                return Some(Packed { variables, positive, origin });
            }
            let case = 1 << self.case(variables, positive)?;
            let found = self.follow(variables | case, positive | case, notes)?;
            if found.variables & case == 0 {
                return Some(found);
            }
            self.clauses.push(found);
        }
    }

    /// A variable to be tried both ways: if there is one, one that ends in two conflicts.
    fn case(&self, variables: u32, positive: u32) -> Option<usize> {
        let mentioned = self.clauses.iter().fold(0, |all, clause| all | clause.variables);
        let (assigned, _, _) = self.propagate(variables, positive);
        let open = mentioned & !assigned;
        let mut open = (0..self.variables.len()).filter(|at| open >> at & 1 == 1);
        let ends = |at: usize| {
            [0, 1 << at].iter().all(|value| self.refute(variables | 1 << at, positive | value).is_some())
        };
        open.clone().find(|&at| ends(at)).or_else(|| open.next())
    }

    /// The variables that a conflict needs, and its hints, if the negated clause ends in one.
    fn refute(&self, variables: u32, positive: u32) -> Option<(u32, Vec<usize>)> {
        let (_, trail, conflict) = self.propagate(variables, positive);
        let conflict = conflict?;
        let mut used = self.clauses[conflict].variables;
        let mut hints = vec![conflict];
        for &(bit, reason) in trail.iter().rev() {
            if used & bit != 0 {
                used |= self.clauses[reason].variables;
                hints.push(reason);
            }
        }
        hints.reverse();
        Some((used, hints))
    }

    /// All that follows from the negated clause: which variables have values, why, and the clause
    /// in conflict.
    fn propagate(&self, variables: u32, positive: u32) -> (u32, Vec<(u32, usize)>, Option<usize>) {
        let (mut assigned, mut values) = (variables, variables & !positive);
        let mut trail = Vec::new();
        loop {
            let before = assigned;
            for (i, clause) in self.clauses.iter().enumerate() {
                let set = clause.variables & assigned;
                if set & !(values ^ clause.positive) != 0 {
                    continue;
                }
                let open = clause.variables & !assigned;
                if open == 0 {
                    return (assigned, trail, Some(i));
                }
                if open.is_power_of_two() {
                    assigned |= open;
                    values |= open & clause.positive;
                    trail.push((open, i));
                }
            }
            if assigned == before {
                return (assigned, trail, None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lemma(dimacs: &[i32], given: u32) -> Lemma {
        let literal = |&number: &i32| Variable(number.unsigned_abs() - 1).is(number > 0);
        Lemma { literals: dimacs.iter().map(literal).collect(), origin: Origin::Given(given) }
    }

    /// Clauses 0 to 7 say that 1 + 2 + 3 and 3 + 4 + 5 are even.
    fn window() -> Window {
        let clauses = [
            [-1, 2, 3],
            [1, -2, 3],
            [1, 2, -3],
            [-1, -2, -3],
            [-3, 4, 5],
            [3, -4, 5],
            [3, 4, -5],
            [-3, -4, -5],
        ];
        let lemmas: Vec<Lemma> =
            clauses.iter().enumerate().map(|(i, clause)| lemma(clause, i as u32)).collect();
        let mut window = Window::default();
        window.add(&lemmas);
        window
    }

    #[test]
    fn hints_come_in_the_order_of_propagation() {
        let mut notes = Derivation::default();
        let found = window().derive(&lemma(&[1, 2, 4, -5], 0).literals, &mut notes).unwrap();
        assert_eq!(found.origin, Origin::Derived(0));
        assert_eq!(notes.step(0).1, [Origin::Given(2), Origin::Given(6)]);
    }

    #[test]
    fn what_is_there_needs_no_step_and_what_does_not_follow_gets_none() {
        let mut notes = Derivation::default();
        let found = window().derive(&lemma(&[-1, 2, 3, 5], 0).literals, &mut notes).unwrap();
        assert_eq!((found.origin, found.literals), (Origin::Given(0), lemma(&[-1, 2, 3], 0).literals));
        assert!(window().derive(&lemma(&[1, 2, 4], 0).literals, &mut notes).is_none());
    }

    #[test]
    fn cases_are_steps_of_their_own() {
        // With 1 the same as 4, 2 is the same as 5.
        let mut window = window();
        window.add(&[lemma(&[-1, 4], 8), lemma(&[1, -4], 9)]);
        let mut notes = Derivation::default();
        let found = window.derive(&lemma(&[2, -5], 0).literals, &mut notes).unwrap();
        assert_eq!((found.literals, found.origin), (lemma(&[2, -5], 0).literals, Origin::Derived(1)));
    }
}
