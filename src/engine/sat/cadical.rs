//! `CaDiCaL` as a solver. It asks now and then whether to stop, so limits hold in the middle of a
//! question.

use super::solver::Solver;
use crate::budget::{Answer, Budget, StopReason};
use crate::encode::Literal;

/// A `CaDiCaL` solver.
pub struct Cadical {
    solver: cadical::Solver<Watch>,
    budget: Budget,
    assumptions: Vec<i32>,
    /// Read at once, as `CaDiCaL` forgets it when a clause is added.
    model: Vec<bool>,
    failed: Vec<Literal>,
    empty: bool,
}

impl Cadical {
    /// A solver without clauses.
    pub fn new(budget: &Budget) -> Self {
        let mut solver = cadical::Solver::new();
        solver.set_callbacks(Some(Watch(budget.clone())));
        let (assumptions, model, failed) = (Vec::new(), Vec::new(), Vec::new());
        Cadical { solver, budget: budget.clone(), assumptions, model, failed, empty: false }
    }
}

impl Solver for Cadical {
    fn add_clause(&mut self, clause: &[Literal]) {
        self.empty |= clause.is_empty();
        self.solver.add_clause(clause.iter().map(|literal| literal.dimacs()));
    }

    fn solve(&mut self, assumptions: &[Literal]) -> Answer<bool> {
        self.budget.check()?;
        self.assumptions.clear();
        self.assumptions.extend(assumptions.iter().map(|literal| literal.dimacs()));
        let Some(answer) = self.solver.solve_with(self.assumptions.iter().copied()) else {
            return Err(self.budget.check().err().unwrap_or(StopReason::Interrupted));
        };
        if answer {
            self.model.clear();
            let variables = 1..=self.solver.max_variable();
            self.model.extend(variables.map(|variable| self.solver.value(variable) == Some(true)));
        } else {
            self.failed.clear();
            let failed = assumptions.iter().filter(|literal| self.solver.failed(literal.dimacs()));
            self.failed.extend(failed.filter(|_| !self.empty));
        }
        Ok(answer)
    }

    fn is_true(&self, literal: Literal) -> bool {
        // A variable that no clause names may be anything: false, as in the other solvers.
        let value = self.model.get(literal.variable() as usize).copied().unwrap_or(false);
        value == literal.is_positive()
    }

    fn failed(&self) -> Vec<Literal> {
        self.failed.clone()
    }
}

/// Ends a question when the budget is spent.
struct Watch(Budget);

impl cadical::Callbacks for Watch {
    fn terminate(&mut self) -> bool {
        self.0.check().is_err()
    }
}
