//! The filters of a strategy, decided exactly.
//!
//! # Theory
//! p, s, e and u are fractions. Bits are sums of logarithms of natural numbers, whose sign is
//! found exactly: of cells with the same p this means to minimise the product of c^c over the
//! sizes c of the classes. So cells tie only where they truly do, and nothing depends on rounding.

use std::cmp::Ordering;
use std::sync::Arc;

use super::quantities::{Prospects, Quantities, Reading};
use super::strategy::Filter;
use crate::algebra::Fraction;
use crate::board::CellId;
use crate::budget::Answer;

/// What a filter left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The filter.
    pub filter: Filter,
    /// What the cells that passed have in common.
    pub value: Value,
    /// The cells that passed, ascending.
    pub kept: Vec<CellId>,
}

/// The value of a cell under a filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// p, s, e or u, over all placements.
    Exact(Fraction),
    /// q where the cell is free, in bits, rounded to 64 binary places; or what the published program
    /// makes of it.
    Bits(Fraction),
}

/// Lets cells that can be free pass one filter after the other; a filter with a single cell before
/// it is left out.
pub fn sift(prospects: &mut Prospects, filters: &[Filter], cells: &[CellId]) -> Answer<Vec<Step>> {
    let mut steps: Vec<Step> = Vec::new();
    for &filter in filters {
        let cells = steps.last().map_or(cells, |step| &step.kept);
        if cells.len() <= 1 && !steps.is_empty() {
            break;
        }
        let Some(step) = pass(prospects, filter, cells)? else { break };
        steps.push(step);
    }
    Ok(steps)
}

/// Keeps the best cells; `None` if there is none at all.
fn pass(prospects: &mut Prospects, filter: Filter, cells: &[CellId]) -> Answer<Option<Step>> {
    if filter == Filter::NextGuess {
        return pass_by_next_guess(prospects, cells);
    }
    if filter == Filter::Weighed {
        let found = prospects.by_weight(cells)?;
        return Ok(found.map(|(value, kept)| Step { filter, value: Value::Exact(value), kept }));
    }
    let mut best: Option<Worth> = None;
    let mut kept = Vec::new();
    for &cell in cells {
        let worth = Worth::of(prospects, filter, cell)?;
        let order = best.as_ref().map_or(Ordering::Greater, |best| worth.cmp(best));
        if order == Ordering::Greater {
            kept.clear();
            best = Some(worth);
        }
        if order != Ordering::Less {
            kept.push(cell);
        }
    }
    Ok(best.map(|best| Step { filter, value: best.value(), kept }))
}

/// The same for N, which compares cells before it thinks on.
fn pass_by_next_guess(prospects: &mut Prospects, cells: &[CellId]) -> Answer<Option<Step>> {
    let values = prospects.by_next_guess(cells)?;
    let Some(best) = values.iter().map(|(_, value)| value).max().cloned() else { return Ok(None) };
    let kept = values.into_iter().filter(|(_, value)| *value == best).map(|(cell, _)| cell).collect();
    Ok(Some(Step { filter: Filter::NextGuess, value: Value::Exact(best), kept }))
}

/// What a filter makes the most of.
enum Worth {
    /// The less, the better.
    Chance(Fraction),
    Share(Fraction),
    Bits(Arc<Quantities>),
    /// The same by the published program.
    HeldBits(Arc<Quantities>),
}

impl Worth {
    fn of(prospects: &mut Prospects, filter: Filter, cell: CellId) -> Answer<Self> {
        if filter == Filter::Probability {
            return Ok(Worth::Chance(prospects.chance(cell).clone()));
        }
        if filter.is_published() {
            let held = prospects.held(cell)?;
            return Ok(Worth::Share(match filter {
                Filter::PublishedSafe => held.s.clone(),
                Filter::PublishedExpected => held.e.clone(),
                _ => held.u.clone(),
            }));
        }
        let chance = prospects.chance(cell).clone();
        let found = prospects.quantities(cell)?;
        let share = match filter {
            Filter::Safe => found.s(Reading::All),
            Filter::Expected => found.e(Reading::All),
            Filter::Survival => found.u(Reading::All),
            // (1 − p) + s/10.
            Filter::Balance => found.s(Reading::All).map(|s| {
                let tenth = s.times(&Fraction::new(1u32.into(), 10u32.into()));
                tenth.plus(&chance.complement())
            }),
            Filter::Foresight => found.f(),
            Filter::LongRun => prospects.l(cell)?,
            Filter::Reach => prospects.r(cell)?,
            Filter::PublishedEntropy => return Ok(Worth::HeldBits(found)),
            _ => None,
        };
        Ok(share.map_or(Worth::Bits(found), Worth::Share))
    }

    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Worth::Chance(own), Worth::Chance(its)) => its.cmp(own),
            (Worth::Share(own), Worth::Share(its)) => own.cmp(its),
            (Worth::Bits(own), Worth::Bits(its)) if Arc::ptr_eq(own, its) => Ordering::Equal,
            (Worth::Bits(own), Worth::Bits(its)) => own.compare_q(its, Reading::IfFree),
            (Worth::HeldBits(own), Worth::HeldBits(its)) => own.compare_held_q(its),
            _ => unreachable!("one filter gives one kind of value"),
        }
    }

    fn value(self) -> Value {
        match self {
            Worth::Chance(value) | Worth::Share(value) => Value::Exact(value),
            Worth::Bits(found) => Value::Bits(found.q(Reading::IfFree).unwrap_or_else(Fraction::zero)),
            Worth::HeldBits(found) => Value::Bits(found.held_q().unwrap_or_else(Fraction::zero)),
        }
    }
}
