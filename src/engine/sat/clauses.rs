//! A component as clauses.
//!
//! # Theory
//! Cells of a box cannot be told apart, so a box is a unary number: one variable for each "at least
//! t mines", t from the least it can have to the most, each implied by the next. A number says that
//! the unary numbers of its boxes sum to its rest ([`exactly`]). So models are the solutions of the
//! component, one each, and no symmetry is left in a box for the solver to walk through.
//!
//! Boxes that decide each other share a variable ([`classes`](crate::reduce::classes)).
//!
//! # Cost
//! As many variables as boxes have mines to choose from, and the clauses of the encoding.

use std::collections::BTreeSet;

use crate::budget::{Answer, Budget, Lease, StopReason};
use crate::encode::{DIRECT_LIMIT, Encoding, Literal, Sink, exactly, forecast};
use crate::reduce::classes::{Classes, Member};
use crate::reduce::intervals::Intervals;
use crate::reduce::{BoxId, Component, NumberId};

use super::solver::Solver;

/// Bytes of a clause and of a literal in a solver, watches and room to grow included.
const CLAUSE_BYTES: u64 = 64;
const LITERAL_BYTES: u64 = 16;

/// Between this many clauses the budget is asked.
const STRIDE: u64 = 1 << 12;

/// Which literals belong to which box.
#[derive(Clone, Debug)]
pub struct Unary {
    /// Where the literals of each box begin; one more at the end.
    first: Vec<u32>,
    literals: Vec<Literal>,
    variables: u32,
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
    /// Variables for what the intervals leave open, one for each class of boxes that decide each
    /// other.
    pub fn new(intervals: &Intervals, classes: &Classes) -> Self {
        let mut unary = Unary::with_literals(intervals.least.clone(), intervals.most.clone());
        let mut of_class = vec![None; intervals.least.len()];
        unary.variables = 0;
        let mut fresh = || {
            unary.variables += 1;
            Literal::new(unary.variables - 1)
        };
        for (b, place) in (0..).map(BoxId).zip(unary.first.windows(2)) {
            let literals = &mut unary.literals[place[0] as usize..place[1] as usize];
            let Member { first, turned } = classes.of(b);
            if let [literal] = literals {
                let class = *of_class[first.index()].get_or_insert_with(&mut fresh);
                *literal = if turned { !class } else { class };
            } else {
                for literal in literals {
                    *literal = fresh();
                }
            }
        }
        unary
    }

    /// Variables for all that boxes could have if no number were known.
    pub fn of_sizes(component: &Component) -> Self {
        let most: Vec<u32> = component.boxes().map(|b| component.size(b)).collect();
        Unary::with_literals(vec![0; most.len()], most)
    }

    /// A variable for each mine that a box may have or not.
    fn with_literals(least: Vec<u32>, most: Vec<u32>) -> Self {
        let widths = least.iter().zip(&most).map(|(least, most)| most - least);
        let mut first = vec![0];
        first.extend(widths.scan(0, |sum, width| {
            *sum += width;
            Some(*sum)
        }));
        let variables = first[first.len() - 1];
        Unary { first, literals: (0..variables).map(Literal::new).collect(), variables, least, most }
    }

    /// How many variables boxes take.
    pub fn variable_count(&self) -> u32 {
        self.variables
    }

    /// The literals of a box, "at least one more than its least" first.
    fn literals(&self, b: BoxId) -> &[Literal] {
        &self.literals[self.first[b.index()] as usize..self.first[b.index() + 1] as usize]
    }

    /// That a box has at least `mines`.
    pub fn at_least(&self, b: BoxId, mines: u32) -> AtLeast {
        let (least, most) = (self.least[b.index()], self.most[b.index()]);
        if mines <= least {
            AtLeast::Always
        } else if mines > most {
            AtLeast::Never
        } else {
            AtLeast::If(self.literals(b)[(mines - least - 1) as usize])
        }
    }

    /// The mines of a box in the solver's model.
    pub fn mines(&self, b: BoxId, solver: &dyn Solver) -> u32 {
        let more = self.literals(b).iter().take_while(|&&literal| solver.is_true(literal)).count();
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
    let mut said = BTreeSet::new();
    for j in numbers {
        match sum(component, number_boxes, unary, j.index()) {
            // Boxes that share variables make different numbers the same.
            Some(sum) if said.contains(&sum) => {}
            Some(sum) => {
                exactly(&sum.0, sum.1, encoding, sink)?;
                said.insert(sum);
            }
            None => sink.clause(&[])?,
        }
    }
    Ok(())
}

/// The unary numbers of a sum, and what they sum to; `None` if it would have to be negative.
///
/// A literal and its opposite are one mine together, and a literal that counts several times is a
/// unary number of its own.
fn sum(
    component: &Component,
    number_boxes: &[Vec<BoxId>],
    unary: &Unary,
    j: usize,
) -> Option<(Vec<Vec<Literal>>, u64)> {
    let boxes = &number_boxes[j];
    let mut rest = u64::from(component.rest(NumberId(j as u32)));
    let (mut inputs, mut single) = (Vec::new(), Vec::new());
    for &b in boxes {
        rest = rest.checked_sub(u64::from(unary.least[b.index()]))?;
        match unary.literals(b) {
            [] => {}
            [literal] => single.push(*literal),
            literals => inputs.push(literals.to_vec()),
        }
    }
    single.sort_unstable();
    for class in single.chunk_by(|a, b| a.variable() == b.variable()) {
        // Positive literals come first.
        let positive = class.iter().filter(|literal| literal.is_positive()).count();
        let both = positive.min(class.len() - positive);
        rest = rest.checked_sub(both as u64)?;
        let left = class.len() - 2 * both;
        if left > 0 {
            let literal = if positive > both { class[0] } else { class[class.len() - 1] };
            inputs.push(vec![literal; left]);
        }
    }
    Some((inputs, rest))
}

/// Whether the encoding can say all numbers: the direct one cannot say large sums.
pub fn is_sayable(
    component: &Component,
    number_boxes: &[Vec<BoxId>],
    unary: &Unary,
    encoding: Encoding,
) -> bool {
    let fits = |j: usize| {
        let Some((inputs, rest)) = sum(component, number_boxes, unary, j) else { return true };
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
