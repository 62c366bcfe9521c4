//! A search that can say why: conflict-driven clause learning that keeps LRAT hints.
//!
//! # Theory
//! Decide, propagate, and learn from each conflict the clause that would have prevented it. What
//! is learnt follows from the clauses before it by unit propagation along the trail, so its proof
//! is the trail itself, and [`Derivation`] notes it at hardly any cost. A literal that holds
//! without any decision becomes a unit clause of its own, so that later steps name it by one hint.
//!
//! # Cost
//! As any such solver: exponential at worst, and milliseconds on boards, where conflicts are local.
//!
//! # What we changed
//! - Decisions are taken from a scope, usually one component: a cell's proof never wanders over
//!   the rest of the board.
//! - Weights are integers (`queue`), so the same board gives the same proof on every machine.
//! - A bound on the number of mines can be kept by counting (`tally`); it is used where only
//!   placements are sought, because what follows from it is not written into the proof.
//!
//! # References
//! Marques-Silva, Sakallah: GRASP, IEEE Transactions on Computers 48, 1999. Eén, Sörensson: An
//! Extensible SAT-solver, SAT 2003. Luby, Sinclair, Zuckerman: Optimal Speedup of Las Vegas
//! Algorithms, 1993 (restarts). Audemard, Simon: Predicting Learnt Clauses Quality, IJCAI 2009.

mod conflict;
mod derivation;
mod literal;
mod propagate;
mod queue;
mod store;
mod tally;

#[cfg(test)]
pub mod tests;

pub use derivation::{Derivation, Origin};
pub use literal::{Literal, Variable};

use crate::budget::{Answer, Budget, Lease};

use conflict::Traces;
use queue::Queue;
use store::{ClauseId, Store};
use tally::Tally;

/// How a question to the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All variables of the scope have values that offend no clause: see [`Search::found`].
    Satisfied,
    /// What was assumed cannot be, and its negation is now a unit; without an assumption the
    /// clauses contradict each other.
    Refuted,
    /// The allowance of conflicts is spent.
    GaveUp,
}

/// Why a variable has its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    Decision,
    Clause(ClauseId),
    Tally,
}

/// What cannot be met under the values of the trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conflict {
    Clause(ClauseId),
    TooManyMines,
    TooFewMines,
}

/// A set of clauses under questions.
pub struct Search {
    store: Store,
    /// For each literal 1 if it is true, -1 if it is false.
    values: Vec<i8>,
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    /// Where each variable is on the trail.
    places: Vec<u32>,
    trail: Vec<Literal>,
    /// Where each level of the trail begins.
    limits: Vec<usize>,
    propagated: usize,
    /// The value that each variable is tried with first.
    phases: Vec<bool>,
    queue: Queue,
    in_scope: Vec<bool>,
    /// The scope of the last question.
    scope: Vec<Variable>,
    /// For each variable that has a value without any decision, the unit clause that says so.
    units: Vec<Option<Origin>>,
    derivation: Derivation,
    /// Whether derivations are still noted.
    recording: bool,
    contradiction: Option<Origin>,
    tally: Option<Tally>,
    given: u32,
    /// How many values were given in all.
    effort: u64,
    traces: Traces,
    found: Vec<bool>,
    budget: Budget,
    lease: Lease,
}

/// Conflicts of the first run; Luby's sequence multiplies it.
const RUN: u64 = 64;

/// Conflicts and decisions between two looks at the budget.
const PACE: u64 = 256;

impl Search {
    /// A search without clauses.
    pub fn new(variables: usize, budget: &Budget) -> Answer<Self> {
        let mut search = Search {
            store: Store::default(),
            values: Vec::new(),
            levels: Vec::new(),
            reasons: Vec::new(),
            places: Vec::new(),
            trail: Vec::new(),
            limits: Vec::new(),
            propagated: 0,
            phases: Vec::new(),
            queue: Queue::default(),
            in_scope: Vec::new(),
            scope: Vec::new(),
            units: Vec::new(),
            derivation: Derivation::default(),
            recording: true,
            contradiction: None,
            tally: None,
            given: 0,
            effort: 0,
            traces: Traces::default(),
            found: Vec::new(),
            budget: budget.clone(),
            lease: budget.reserve(0)?,
        };
        search.grow(variables)?;
        Ok(search)
    }

    /// Makes room for `variables` variables in all.
    pub fn grow(&mut self, variables: usize) -> Answer<()> {
        self.store.grow(variables);
        self.values.resize(2 * variables, 0);
        self.levels.resize(variables, 0);
        self.reasons.resize(variables, Reason::Decision);
        self.places.resize(variables, 0);
        self.phases.resize(variables, false);
        self.queue.grow(variables);
        self.in_scope.resize(variables, false);
        self.units.resize(variables, None);
        self.traces.grow(variables);
        if let Some(tally) = &mut self.tally {
            tally.grow(variables);
        }
        self.account()
    }

    /// Adds a clause of the formula.
    pub fn add(&mut self, clause: &[Literal]) -> Answer<()> {
        let origin = Origin::Given(self.given);
        self.given += 1;
        if self.given.is_multiple_of(1 << 12) {
            self.account()?;
        }
        self.add_derived(clause, origin);
        Ok(())
    }

    /// Adds a clause that follows from others: a step of the derivation.
    pub fn add_derived(&mut self, clause: &[Literal], origin: Origin) {
        if self.contradiction.is_some() {
            return;
        }
        // Two literals that are not false, if there are two, stand first to be watched.
        let mut literals = clause.to_vec();
        literals.sort_by_key(|&literal| self.value(literal) == -1);
        let open = literals.iter().filter(|&&literal| self.value(literal) != -1).count();
        let id = self.store.push(&literals, origin, 0);
        match open {
            0 => self.refute(Conflict::Clause(id)),
            1 if self.value(literals[0]) == 0 => self.assign(literals[0], Reason::Clause(id)),
            1 => {}
            _ => self.store.watch(id),
        }
    }

    /// Whether `assumed` can be, together with all clauses, as far as the variables of the scope
    /// tell; at most so many conflicts are spent if a number is given.
    pub fn solve(
        &mut self,
        assumed: Option<Literal>,
        scope: &[Variable],
        allowance: Option<u64>,
    ) -> Answer<Outcome> {
        self.budget.check()?;
        self.focus(scope);
        let (mut conflicts, mut decisions, mut run) = (0u64, 0u64, 1u64);
        let mut run_ends = RUN;
        loop {
            if self.contradiction.is_some() {
                return Ok(Outcome::Refuted);
            }
            if let Some(conflict) = self.propagate() {
                if self.limits.is_empty() {
                    self.refute(conflict);
                    return Ok(Outcome::Refuted);
                }
                self.learn(conflict);
                conflicts += 1;
                if conflicts.is_multiple_of(PACE) {
                    self.budget.check()?;
                    self.account()?;
                }
                if allowance.is_some_and(|most| conflicts >= most) {
                    self.backtrack(0);
                    return Ok(Outcome::GaveUp);
                }
                if conflicts >= run_ends {
                    run += 1;
                    run_ends = conflicts + RUN * luby(run);
                    self.backtrack(0);
                    self.forget();
                }
                continue;
            }
            decisions += 1;
            if decisions.is_multiple_of(PACE) {
                self.budget.check()?;
            }
            if let Some(assumed) = assumed.filter(|_| self.limits.is_empty()) {
                match self.value(assumed) {
                    -1 => return Ok(Outcome::Refuted),
                    0 => {
                        self.decide(assumed);
                        continue;
                    }
                    _ => {}
                }
            }
            let Some(variable) = self.next_open() else {
                self.found.clear();
                self.found.extend((0..self.levels.len()).map(|v| self.values[2 * v] == 1));
                self.backtrack(0);
                return Ok(Outcome::Satisfied);
            };
            self.decide(variable.is(self.phases[variable.index()]));
        }
    }

    /// After [`Outcome::Satisfied`]: the value of each variable.
    pub fn found(&self) -> &[bool] {
        &self.found
    }

    /// The value of a variable, if it holds without any decision.
    pub fn known(&self, variable: Variable) -> Option<bool> {
        match self.values[variable.is(true).index()] {
            1 if self.levels[variable.index()] == 0 => Some(true),
            -1 if self.levels[variable.index()] == 0 => Some(false),
            _ => None,
        }
    }

    /// The clause that says the value of a variable which is known.
    pub fn unit(&self, variable: Variable) -> Option<Origin> {
        self.units[variable.index()]
    }

    /// How many values were given so far, as a measure of time that is the same on every machine.
    pub fn effort(&self) -> u64 {
        self.effort
    }

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.levels.len()
    }

    /// Notes a step that follows by its hints.
    pub fn derive(&mut self, clause: &[Literal], hints: &[Origin]) -> Origin {
        self.derivation.push(clause.iter().copied(), hints.iter().copied())
    }

    /// Exchanges everything derived so far with another search.
    pub fn swap_derivation(&mut self, other: &mut Search) {
        std::mem::swap(&mut self.derivation, &mut other.derivation);
    }

    /// Takes over the empty clause, if another search with the same derivation has it.
    pub fn accept(&mut self, contradiction: Option<Origin>) {
        self.contradiction = self.contradiction.or(contradiction);
    }

    /// Lets the search begin near this variable.
    pub fn favour(&mut self, variable: Variable) {
        self.queue.bump(variable);
    }

    /// The value that a variable is tried with first.
    pub fn prefer(&mut self, variable: Variable, value: bool) {
        self.phases[variable.index()] = value;
    }

    /// Ends the proof with the clause `given`, whose literals are all known to be false.
    pub fn conclude(&mut self, given: u32, clause: &[Literal]) -> Origin {
        let hints = clause.iter().filter_map(|literal| self.units[literal.variable().index()]);
        let hints: Vec<Origin> = hints.chain([Origin::Given(given)]).collect();
        self.derivation.push([], hints)
    }

    /// The step with the empty clause, if the clauses contradict each other.
    pub fn contradiction(&self) -> Option<Origin> {
        self.contradiction
    }

    /// Everything derived so far.
    pub fn derivation(&self) -> &Derivation {
        &self.derivation
    }

    /// What is derived elsewhere is noted here, too.
    pub fn notes(&mut self) -> &mut Derivation {
        &mut self.derivation
    }

    /// Takes in a clause that was derived elsewhere: a unit, or the empty clause.
    pub fn take(&mut self, literal: Option<Literal>, origin: Origin) {
        let Some(literal) = literal else {
            self.contradiction = Some(origin);
            return;
        };
        let id = self.store.push(&[literal], origin, 0);
        match self.value(literal) {
            -1 => self.refute(Conflict::Clause(id)),
            0 => self.assign(literal, Reason::Clause(id)),
            _ => {}
        }
    }

    /// From now on only placements are sought: between `low` and `high` of these variables are
    /// true, and no proof is kept.
    pub fn seek_placements(&mut self, counted: &[Variable], low: u64, high: u64) {
        self.recording = false;
        let mut tally = Tally::new(counted, self.levels.len(), low, high);
        self.trail.iter().for_each(|&literal| tally.count(literal));
        self.tally = Some(tally);
        // Known values may already be too many.
        self.propagated = 0;
    }

    fn value(&self, literal: Literal) -> i8 {
        self.values[literal.index()]
    }

    fn level(&self) -> u32 {
        self.limits.len() as u32
    }

    fn focus(&mut self, scope: &[Variable]) {
        // Between questions everything open of the last scope is in the queue.
        if self.scope == scope {
            return;
        }
        for variable in &self.scope {
            self.in_scope[variable.index()] = false;
        }
        for variable in scope {
            self.in_scope[variable.index()] = true;
        }
        self.queue.fill(scope);
        self.scope.clear();
        self.scope.extend_from_slice(scope);
    }

    fn next_open(&mut self) -> Option<Variable> {
        loop {
            let variable = self.queue.pop()?;
            if self.value(variable.is(true)) == 0 {
                return Some(variable);
            }
        }
    }

    fn decide(&mut self, literal: Literal) {
        self.limits.push(self.trail.len());
        self.assign(literal, Reason::Decision);
    }

    /// Derives the empty clause from a conflict without decisions.
    fn refute(&mut self, conflict: Conflict) {
        let mut hints = Vec::new();
        if let Conflict::Clause(id) = conflict {
            let units = self.store.literals(id).iter();
            hints.extend(units.filter_map(|literal| self.units[literal.variable().index()]));
            hints.push(self.store.origin(id));
        }
        self.contradiction = Some(self.derivation.push([], hints));
    }

    /// Leases what everything takes now.
    pub fn account(&mut self) -> Answer<()> {
        let variables = 128 * self.levels.len() as u64;
        self.lease.resize(variables + self.store.bytes() + self.derivation.bytes())
    }
}

/// The i-th term of 1, 1, 2, 1, 1, 2, 4, …, counted from 1.
fn luby(i: u64) -> u64 {
    let mut i = i;
    loop {
        let bits = u64::BITS - i.leading_zeros();
        if i == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        i -= (1 << (bits - 1)) - 1;
    }
}
