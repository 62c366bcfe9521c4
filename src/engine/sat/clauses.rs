//! A component as clauses.
//!
//! # Theory
//! Cells of a box cannot be told apart, so a box is a unary number: one variable for each "at least
//! t mines", t from the least it can have to the most, each implied by the next. A number says that
//! the unary numbers of its boxes sum to its rest ([`exactly`]). So models are the solutions of the
//! component, one each, and no symmetry is left in a box for the solver to walk through.
//!
//! # Cost
//! As many variables as boxes have mines to choose from, and the clauses of the encoding.

use crate::budget::{Answer, Budget, Lease, StopReason};
use crate::encode::{DIRECT_LIMIT, Encoding, Literal, Sink, exactly, forecast};
use crate::reduce::{BoxId, Component, NumberId};

use super::intervals::Intervals;
use super::solver::Solver;

/// Bytes of a clause and of a literal in a solver, watches and room to grow included.
const CLAUSE_BYTES: u64 = 64;
const LITERAL_BYTES: u64 = 16;

/// Between this many clauses the budget is asked.
const STRIDE: u64 = 1 << 12;

/// Which variables belong to which box.
#[derive(Clone, Debug)]
pub struct Unary {
    first: Vec<u32>,
    least: Vec<u32>,
    most: Vec<u32>,
}

/// "At least so many mines", as far as it is not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtLeast {
    /// Every solution has as many.
    Always,
    /// No solution has as many.
    Never,
    /// It depends on this literal.
    If(Literal),
}

impl Unary {
    /// Variables for what the intervals leave open.
    pub fn new(intervals: &Intervals) -> Self {
        let widths = intervals.least.iter().zip(&intervals.most).map(|(least, most)| most - least);
        let first = std::iter::once(0).chain(widths.scan(0, |sum, width| {
            *sum += width;
            Some(*sum)
        }));
        Unary { first: first.collect(), least: intervals.least.clone(), most: intervals.most.clone() }
    }

    /// Variables for all that boxes could have if no number were known.
    pub fn of_sizes(component: &Component) -> Self {
        let most: Vec<u32> = component.boxes().map(|b| component.size(b)).collect();
        let mut first = vec![0];
        first.extend(most.iter().scan(0, |sum, &size| {
            *sum += size;
            Some(*sum)
        }));
        Unary { first, least: vec![0; most.len()], most }
    }

    /// How many variables boxes take.
    pub fn variable_count(&self) -> u32 {
        self.first[self.first.len() - 1]
    }

    /// The literals of a box, "at least one more than its least" first.
    fn literals(&self, b: BoxId) -> Vec<Literal> {
        (self.first[b.index()]..self.first[b.index() + 1]).map(Literal::new).collect()
    }

    /// That a box has at least `mines`.
    pub fn at_least(&self, b: BoxId, mines: u32) -> AtLeast {
        let (least, most) = (self.least[b.index()], self.most[b.index()]);
        if mines <= least {
            AtLeast::Always
        } else if mines > most {
            AtLeast::Never
        } else {
            AtLeast::If(Literal::new(self.first[b.index()] + mines - least - 1))
        }
    }

    /// The mines of a box in the solver's model.
    pub fn mines(&self, b: BoxId, solver: &dyn Solver) -> u32 {
        let literals = self.first[b.index()]..self.first[b.index() + 1];
        let more = literals.take_while(|&variable| solver.is_true(Literal::new(variable))).count();
        self.least[b.index()] + more as u32
    }
}

/// Says that the literals of each box descend.
pub fn say_boxes<S: Sink>(component: &Component, unary: &Unary, sink: &mut S) -> Result<(), S::Error> {
    for b in component.boxes() {
        for pair in unary.literals(b).windows(2) {
            sink.clause(&[!pair[1], pair[0]])?;
        }
    }
    Ok(())
}

/// Says these numbers of a component to a sink that has variables for the boxes.
pub fn say<S: Sink>(
    component: &Component,
    number_boxes: &[Vec<BoxId>],
    numbers: impl Iterator<Item = NumberId>,
    unary: &Unary,
    encoding: Encoding,
    sink: &mut S,
) -> Result<(), S::Error> {
    for j in numbers {
        let (inputs, rest) = sum(component, number_boxes, unary, j.index());
        exactly(&inputs, rest, encoding, sink)?;
    }
    Ok(())
}

/// The unary numbers of a sum, and what they sum to: intervals have taken care that it is not
/// negative.
fn sum(
    component: &Component,
    number_boxes: &[Vec<BoxId>],
    unary: &Unary,
    j: usize,
) -> (Vec<Vec<Literal>>, u64) {
    let boxes = &number_boxes[j];
    let inputs = boxes.iter().map(|&b| unary.literals(b)).filter(|input| !input.is_empty()).collect();
    let sure: u64 = boxes.iter().map(|b| u64::from(unary.least[b.index()])).sum();
    (inputs, u64::from(component.rest(NumberId(j as u32))) - sure)
}

/// Whether the encoding can say all numbers: the direct one cannot say large sums.
pub fn is_sayable(
    component: &Component,
    number_boxes: &[Vec<BoxId>],
    unary: &Unary,
    encoding: Encoding,
) -> bool {
    let fits = |j: usize| {
        let (inputs, rest) = sum(component, number_boxes, unary, j);
        let lengths: Vec<u32> = inputs.iter().map(|input| input.len() as u32).collect();
        forecast(&lengths, rest, encoding) <= DIRECT_LIMIT
    };
    encoding != Encoding::Direct || (0..component.number_count()).all(fits)
}

/// Clauses on their way into a solver, under a budget.
pub struct Loader<'a> {
    solver: &'a mut dyn Solver,
    budget: &'a Budget,
    lease: Lease,
    bytes: u64,
    /// How many variables there are.
    pub variables: u32,
    /// How many clauses there are.
    pub clauses: u64,
}

impl<'a> Loader<'a> {
    /// A way into a solver that knows of so many variables.
    pub fn new(solver: &'a mut dyn Solver, variables: u32, budget: &'a Budget) -> Answer<Self> {
        Ok(Loader { solver, budget, lease: budget.reserve(0)?, bytes: 0, variables, clauses: 0 })
    }

    /// Ends the loading; the lease is for all that was loaded.
    pub fn finish(mut self) -> Answer<Lease> {
        self.pay()?;
        Ok(self.lease)
    }

    fn pay(&mut self) -> Answer<()> {
        self.budget.check()?;
        self.lease.resize(self.bytes + u64::from(self.variables) * CLAUSE_BYTES)
    }
}

impl Sink for Loader<'_> {
    type Error = StopReason;

    fn fresh(&mut self) -> Literal {
        self.variables += 1;
        Literal::new(self.variables - 1)
    }

    fn clause(&mut self, clause: &[Literal]) -> Answer<()> {
        self.clauses += 1;
        self.bytes += CLAUSE_BYTES + clause.len() as u64 * LITERAL_BYTES;
        if self.clauses.is_multiple_of(STRIDE) {
            self.pay()?;
        }
        self.solver.add_clause(clause);
        Ok(())
    }
}
