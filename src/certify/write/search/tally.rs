//! A bound on how many variables are true, kept by counting.
//!
//! # Theory
//! Between `low` and `high` of the counted variables are true. Once `high` of them are, the others
//! are false; once only `low` are left that are not false, they are all true. The reason is then
//! whatever was counted before. This needs no clauses however large the numbers are, but a step
//! that uses it is none of LRAT, so it serves the search for placements alone.
//! # Cost
//! One addition for each change of a value; one pass over the counted variables when a bound is met.

use super::literal::{Literal, Variable};
use super::{Conflict, Reason, Search};

/// The bound and what is counted so far.
#[derive(Debug)]
pub struct Tally {
    counted: Vec<Variable>,
    is_counted: Vec<bool>,
    low: u64,
    high: u64,
    mined: u64,
    free: u64,
}

impl Tally {
    /// Nothing counted yet.
    pub fn new(counted: &[Variable], variables: usize, low: u64, high: u64) -> Self {
        let mut is_counted = vec![false; variables];
        for variable in counted {
            is_counted[variable.index()] = true;
        }
        Tally { counted: counted.to_vec(), is_counted, low, high, mined: 0, free: 0 }
    }

    /// Makes room for more variables, which are not counted.
    pub fn grow(&mut self, variables: usize) {
        self.is_counted.resize(variables, false);
    }

    /// A literal became true.
    pub fn count(&mut self, literal: Literal) {
        if self.is_counted[literal.variable().index()] {
            *(if literal.wanted() { &mut self.mined } else { &mut self.free }) += 1;
        }
    }

    /// A literal lost its value.
    pub fn take_back(&mut self, literal: Literal) {
        if self.is_counted[literal.variable().index()] {
            *(if literal.wanted() { &mut self.mined } else { &mut self.free }) -= 1;
        }
    }
}

impl Search {
    /// Gives values that follow from the tally. Clauses have nothing left to say before.
    pub(super) fn propagate_tally(&mut self) -> Option<Conflict> {
        let tally = self.tally.as_ref()?;
        let all = tally.counted.len() as u64;
        if tally.mined > tally.high {
            return Some(Conflict::TooManyMines);
        }
        if all - tally.free < tally.low {
            return Some(Conflict::TooFewMines);
        }
        let value = if tally.mined == tally.high {
            false
        } else if all - tally.free == tally.low {
            true
        } else {
            return None;
        };
        if tally.mined + tally.free < all {
            for i in 0..tally.counted.len() {
                let variable = self.tally.as_ref()?.counted[i];
                if self.value(variable.is(true)) == 0 {
                    self.assign(variable.is(value), Reason::Tally);
                }
            }
        }
        None
    }

    /// The literals, all false, that left the tally no choice: those counted before `place`.
    pub(super) fn explain_tally(&self, mined: bool, place: usize, into: &mut Vec<Literal>) {
        let Some(tally) = &self.tally else { return };
        let earlier = self.trail[..place].iter();
        let counted =
            |literal: &&Literal| tally.is_counted[literal.variable().index()] && literal.wanted() == mined;
        into.extend(earlier.filter(counted).map(|&literal| !literal));
    }
}
