//! What a conflict teaches: the clause of the first unique implication point, made smaller.
//!
//! # Theory
//! The conflict is resolved with the reasons of its literals, latest first, until one literal of
//! the last level is left. A literal whose own reason has only literals that are in the clause
//! already, or that are redundant in the same way, is left out. The hints are the units of the
//! literals that need no decision, then the reasons that were used in the order of the trail, then
//! the conflict: from the negated clause each of them gives its literal in turn.
//! # References
//! Zhang, Madigan, Moskewicz, Malik: Efficient Conflict Driven Learning, ICCAD 2001. Sörensson,
//! Biere: Minimizing Learned Clauses, SAT 2009.

use super::derivation::Origin;
use super::literal::{Literal, Variable};
use super::{Conflict, Reason, Search};

/// In the clause, or left out because it is redundant.
const SEEN: u8 = 1;
/// Its reason is among the hints.
const USED: u8 = 2;
/// Its unit is among the hints.
const UNIT: u8 = 4;
/// In the clause for good.
const KEPT: u8 = 8;

/// What one analysis notes of the variables it meets.
#[derive(Debug, Default)]
pub struct Traces {
    flags: Vec<u8>,
    touched: Vec<Variable>,
    used: Vec<Variable>,
    units: Vec<Origin>,
}

impl Traces {
    /// Makes room for so many variables.
    pub fn grow(&mut self, variables: usize) {
        self.flags.resize(variables, 0);
    }

    fn has(&self, variable: Variable, flag: u8) -> bool {
        self.flags[variable.index()] & flag != 0
    }

    fn set(&mut self, variable: Variable, flag: u8) {
        self.flags[variable.index()] |= flag;
        self.touched.push(variable);
    }

    fn clear(&mut self) {
        for variable in self.touched.drain(..) {
            self.flags[variable.index()] = 0;
        }
        self.used.clear();
        self.units.clear();
    }
}

impl Search {
    /// Learns from a conflict, goes back as far as it allows, and takes the literal it gives.
    pub(super) fn learn(&mut self, conflict: Conflict) {
        let mut clause = self.resolve(conflict);
        self.shorten(&mut clause);
        let origin = if self.recording {
            let hints = self.hints(conflict);
            self.derivation.push(clause.iter().copied(), hints)
        } else {
            // Nobody will ask: a clause must come from somewhere.
            Origin::Derived(u32::MAX)
        };
        self.traces.clear();
        let mut levels: Vec<u32> =
            clause.iter().map(|literal| self.levels[literal.variable().index()]).collect();
        // The literal that is taken back last but one is watched beside the new one.
        let mut back = 0;
        if clause.len() > 1 {
            let latest = (1..clause.len()).max_by_key(|&i| levels[i]).unwrap_or(1);
            clause.swap(1, latest);
            back = levels[latest];
        }
        levels.sort_unstable();
        levels.dedup();
        self.backtrack(back);
        let id = self.store.push(&clause, origin, levels.len().max(1) as u32);
        if clause.len() > 1 {
            self.store.watch(id);
        }
        self.assign(clause[0], Reason::Clause(id));
        self.queue.fade();
    }

    /// The clause of the first unique implication point, which stands first.
    fn resolve(&mut self, conflict: Conflict) -> Vec<Literal> {
        let mut clause = Vec::new();
        let (mut open, mut place) = (0, self.trail.len());
        let mut literals = Vec::new();
        self.explain_conflict(conflict, &mut literals);
        loop {
            for &literal in &literals {
                let variable = literal.variable();
                if self.levels[variable.index()] == 0 {
                    self.note_unit(variable);
                } else if !self.traces.has(variable, SEEN) {
                    self.traces.set(variable, SEEN);
                    self.queue.bump(variable);
                    if self.levels[variable.index()] == self.level() {
                        open += 1;
                    } else {
                        clause.push(literal);
                    }
                }
            }
            // The next literal of this level that is seen.
            let literal = loop {
                place -= 1;
                let literal = self.trail[place];
                if self.traces.has(literal.variable(), SEEN) {
                    break literal;
                }
            };
            open -= 1;
            if open == 0 {
                clause.push(!literal);
                let last = clause.len() - 1;
                clause.swap(0, last);
                return clause;
            }
            let variable = literal.variable();
            self.traces.flags[variable.index()] &= !SEEN;
            self.use_reason(variable);
            literals.clear();
            self.explain(literal, &mut literals);
        }
    }

    /// Leaves redundant literals out.
    fn shorten(&mut self, clause: &mut Vec<Literal>) {
        let levels = clause.iter().fold(0u64, |set, literal| set | self.level_bit(literal.variable()));
        let first = clause[0].variable();
        let mut left_out = Vec::new();
        let mut kept = Vec::with_capacity(clause.len());
        for &literal in clause.iter() {
            let variable = literal.variable();
            if variable != first && self.is_redundant(variable, levels) {
                left_out.push(variable);
            } else {
                self.traces.set(variable, KEPT);
                kept.push(literal);
            }
        }
        *clause = kept;
        // Whatever the redundant ones rest on belongs to the hints.
        let mut literals = Vec::new();
        while let Some(variable) = left_out.pop() {
            if self.traces.has(variable, USED | KEPT) {
                continue;
            }
            self.use_reason(variable);
            literals.clear();
            self.explain(self.trail[self.places[variable.index()] as usize], &mut literals);
            for literal in &literals {
                let other = literal.variable();
                if self.levels[other.index()] == 0 {
                    self.note_unit(other);
                } else {
                    left_out.push(other);
                }
            }
        }
    }

    fn level_bit(&self, variable: Variable) -> u64 {
        1 << (self.levels[variable.index()] % 64)
    }

    fn is_redundant(&mut self, variable: Variable, levels: u64) -> bool {
        let before = self.traces.touched.len();
        let mut stack = vec![variable];
        while let Some(variable) = stack.pop() {
            let Reason::Clause(id) = self.reasons[variable.index()] else {
                return self.withdraw(before);
            };
            for &literal in self.store.literals(id) {
                let other = literal.variable();
                if other == variable || self.levels[other.index()] == 0 || self.traces.has(other, SEEN) {
                    continue;
                }
                let hopeless = !matches!(self.reasons[other.index()], Reason::Clause(_))
                    || self.level_bit(other) & levels == 0;
                if hopeless {
                    return self.withdraw(before);
                }
                self.traces.flags[other.index()] |= SEEN;
                self.traces.touched.push(other);
                stack.push(other);
            }
        }
        true
    }

    /// Takes back what was seen since `before`.
    fn withdraw(&mut self, before: usize) -> bool {
        for variable in self.traces.touched.drain(before..) {
            self.traces.flags[variable.index()] &= !SEEN;
        }
        false
    }

    fn note_unit(&mut self, variable: Variable) {
        if self.recording
            && !self.traces.has(variable, UNIT)
            && let Some(unit) = self.units[variable.index()]
        {
            self.traces.set(variable, UNIT);
            self.traces.units.push(unit);
        }
    }

    fn use_reason(&mut self, variable: Variable) {
        if !self.traces.has(variable, USED) {
            self.traces.set(variable, USED);
            self.traces.used.push(variable);
        }
    }

    fn hints(&mut self, conflict: Conflict) -> Vec<Origin> {
        let places = &self.places;
        self.traces.used.sort_unstable_by_key(|variable| places[variable.index()]);
        let mut hints = self.traces.units.clone();
        for variable in &self.traces.used {
            if let Reason::Clause(id) = self.reasons[variable.index()] {
                hints.push(self.store.origin(id));
            }
        }
        if let Conflict::Clause(id) = conflict {
            hints.push(self.store.origin(id));
        }
        hints
    }

    fn explain_conflict(&self, conflict: Conflict, into: &mut Vec<Literal>) {
        match conflict {
            Conflict::Clause(id) => into.extend_from_slice(self.store.literals(id)),
            Conflict::TooManyMines => self.explain_tally(true, self.trail.len(), into),
            Conflict::TooFewMines => self.explain_tally(false, self.trail.len(), into),
        }
    }

    /// The literals, all false, because of which this one is true.
    fn explain(&self, literal: Literal, into: &mut Vec<Literal>) {
        match self.reasons[literal.variable().index()] {
            Reason::Decision => {}
            Reason::Clause(id) => {
                into.extend(self.store.literals(id).iter().filter(|&&other| other != literal));
            }
            // Others were made free because enough were mined, and the other way round.
            Reason::Tally => {
                let place = self.places[literal.variable().index()] as usize;
                self.explain_tally(!literal.wanted(), place, into);
            }
        }
    }
}
