//! Solutions one by one.
//!
//! # Theory
//! A walk through the boxes in their order: each takes first the value that the solver's last model
//! has, then the others from the fewest mines on. The solver is asked, with the boxes before as
//! assumptions, whether a value leads anywhere, so the walk has no dead ends longer than a box.
//!
//! # Cost
//! At most one question a box and value for each solution, far fewer as a rule: a model is good for
//! all boxes behind the one that was asked about. Nothing is stored for solutions already listed, so
//! memory does not grow with them.

use crate::budget::{Answer, Budget};
use crate::encode::Literal;
use crate::reduce::{BoxId, Component};

use super::clauses::AtLeast;
use super::parity::Parity;
use super::{Loaded, Prepared, Settings};

/// Calls `visit` with every solution (mines per box) in a fixed order until it returns `false` or
/// none is left.
pub fn for_each_solution(
    component: &Component,
    settings: Settings,
    budget: &Budget,
    visit: &mut dyn FnMut(&[u32]) -> bool,
) -> Answer<()> {
    let Some(prepared) = Prepared::new(component, budget)? else { return Ok(()) };
    if prepared.parity(component, budget)? == Parity::Contradiction {
        return Ok(());
    }
    let mut loaded = Loaded::with(prepared, component, settings, budget)?;
    let Some(mut model) = loaded.solution(component, &mut None, budget)? else { return Ok(()) };
    let mut walk = Walk { component, loaded: &mut loaded, first: model.clone(), assumptions: Vec::new() };
    loop {
        if !visit(&model) {
            return Ok(());
        }
        budget.check()?;
        walk.loaded.tighten(component, budget)?;
        match walk.next(model, budget)? {
            Some(next) => model = next,
            None => return Ok(()),
        }
    }
}

struct Walk<'a> {
    component: &'a Component,
    loaded: &'a mut Loaded,
    /// For each box the value that was tried first after the boxes before it got theirs.
    first: Vec<u32>,
    assumptions: Vec<Literal>,
}

impl Walk<'_> {
    /// The solution after this one.
    fn next(&mut self, mut values: Vec<u32>, budget: &Budget) -> Answer<Option<Vec<u32>>> {
        for at in (0..values.len()).rev() {
            let b = BoxId(at as u32);
            let (least, most) = (self.loaded.intervals.least[at], self.loaded.intervals.most[at]);
            // After the first come the others, from the least on.
            let first = self.first[at];
            let begin = if values[at] == first { least } else { values[at] + 1 };
            for value in (begin..=most).filter(|&value| value != first) {
                budget.check()?;
                values[at] = value;
                self.assume(&values[..at]);
                self.assume_value(b, value);
                if self.loaded.solver.solve(&self.assumptions)? {
                    let model = self.loaded.model(self.component);
                    self.first[at + 1..].copy_from_slice(&model[at + 1..]);
                    return Ok(Some(model));
                }
            }
        }
        Ok(None)
    }

    fn assume(&mut self, values: &[u32]) {
        self.assumptions.clear();
        for (at, &value) in values.iter().enumerate() {
            self.assume_value(BoxId(at as u32), value);
        }
    }

    fn assume_value(&mut self, b: BoxId, value: u32) {
        let unary = &self.loaded.unary;
        if let AtLeast::If(literal) = unary.at_least(b, value) {
            self.assumptions.push(literal);
        }
        if let AtLeast::If(literal) = unary.at_least(b, value + 1) {
            self.assumptions.push(!literal);
        }
    }
}
