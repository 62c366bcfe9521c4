//! Varisat as a solver.
//!
//! Varisat cannot be interrupted, but it gives up when the proof that it writes cannot be written.
//! So it writes one, to a [`Fuse`] that forgets all it gets and breaks when the budget is spent.
//! That is asked once in 8 KiB of proof, which is some hundred conflicts. A long question without
//! conflicts is not interrupted; it is as long as propagation of the whole formula.

use std::io::{self, Write};

use varisat::{ExtendFormula, Lit, ProofFormat, Var};

use super::solver::Solver;
use crate::budget::{Answer, Budget, StopReason};
use crate::encode::Literal;

/// A varisat solver with the model of its last question.
pub struct Varisat {
    solver: varisat::Solver<'static>,
    budget: Budget,
    model: Vec<bool>,
    clause: Vec<Lit>,
}

impl Varisat {
    /// A solver without clauses.
    pub fn new(budget: &Budget) -> Self {
        let mut solver = varisat::Solver::new();
        solver.write_proof(Fuse(budget.clone()), ProofFormat::Varisat);
        Varisat { solver, budget: budget.clone(), model: Vec::new(), clause: Vec::new() }
    }
}

impl Solver for Varisat {
    fn add_clause(&mut self, clause: &[Literal]) {
        self.clause.clear();
        self.clause.extend(clause.iter().map(|&literal| outward(literal)));
        self.solver.add_clause(&self.clause);
    }

    fn solve(&mut self, assumptions: &[Literal]) -> Answer<bool> {
        self.budget.check()?;
        self.clause.clear();
        self.clause.extend(assumptions.iter().map(|&literal| outward(literal)));
        self.solver.assume(&self.clause);
        // The only error is a broken fuse; what broke it is told again, or was a Ctrl-C.
        let answer = self.solver.solve().map_err(|_| match self.budget.check() {
            Err(reason) => reason,
            Ok(()) => StopReason::Interrupted,
        })?;
        if let Some(model) = self.solver.model() {
            self.model.clear();
            for literal in model {
                let at = literal.index();
                self.model.resize(self.model.len().max(at + 1), false);
                self.model[at] = literal.is_positive();
            }
        }
        Ok(answer)
    }

    fn is_true(&self, literal: Literal) -> bool {
        let value = self.model.get(literal.variable() as usize).copied().unwrap_or(false);
        value == literal.is_positive()
    }

    fn failed(&self) -> Vec<Literal> {
        let core = self.solver.failed_core().unwrap_or_default();
        let inward = |lit: &Lit| {
            let literal = Literal::new(lit.index() as u32);
            if lit.is_positive() { literal } else { !literal }
        };
        core.iter().map(inward).collect()
    }
}

fn outward(literal: Literal) -> Lit {
    Var::from_index(literal.variable() as usize).lit(literal.is_positive())
}

/// Takes anything as long as the budget lasts.
struct Fuse(Budget);

impl Write for Fuse {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.check().map(|()| bytes.len()).map_err(io::Error::other)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
