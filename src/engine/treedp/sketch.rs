//! The first look at a component, before anything is spent on a plan.
//!
//! # Theory
//! Whether tables will be small can often be told from one quick path, and else by probing it: a
//! walk without values that is broken off when it gets too dear. What such a look finds is where
//! the search for a plan begins, so it is kept and handed on: the path, what probing it told, and
//! the plan that eliminates numbers, found when it is first asked for.

use std::sync::OnceLock;

use crate::budget::{Answer, Budget, StopReason};
use crate::decomp::{Rule, Ties, elimination_order_within};
use crate::reduce::Component;

use super::branching;
use super::contraction::{Contraction, Values};
use super::layout::Layout;
use super::order::{self, PathOrder};
use super::probe::{Probe, probe};
use super::program::Op;

/// Below this predicted work a path is good enough.
const WORTH_BRANCHING: u64 = 1 << 14;

/// What a first look finds.
#[derive(Clone, Debug)]
pub struct Sketch {
    pub(super) path: PathOrder,
    /// How the path was probed, and with which allowance.
    probed: OnceLock<(Probe, u64)>,
    elimination: OnceLock<Vec<Op>>,
}

impl Sketch {
    /// Looks for a path from a few starts.
    pub fn new(component: &Component, budget: &Budget) -> Answer<Self> {
        let path = order::search(component, budget)?;
        Ok(Sketch { path, probed: OnceLock::new(), elimination: OnceLock::new() })
    }

    /// The predicted work of the path: a bound on that of the plan.
    pub fn work(&self) -> u64 {
        self.path.work
    }

    /// Whether no longer search is made for a plan: this is it.
    pub fn is_final(&self) -> bool {
        self.path.work <= WORTH_BRANCHING
    }

    /// Whether the component can be walked with at most `most` table entries: as predicted, or,
    /// since predictions are far too high on large components, as tried.
    pub fn is_within(&self, component: &Component, most: u64, budget: &Budget) -> Answer<bool> {
        if self.path.work <= most {
            return Ok(true);
        }
        let ops = self.path.ops();
        // An entry with a long key costs more.
        let words = Layout::new(component, &ops, &[], budget)?.words as u64;
        let most = most / (words / 2).max(1);
        let along = probe(component, &ops, Values::Counts, most, budget)?;
        self.probed.get_or_init(|| (along, most));
        if along.through || !branching::is_feasible(component) {
            return Ok(along.through);
        }
        Ok(probe(component, self.elimination(component, budget)?, Values::Counts, most, budget)?.through)
    }

    /// What the path seems to cost, found with an allowance of `most` entries where nothing better
    /// is known.
    pub(super) fn estimate(&self, component: &Component, most: u64, budget: &Budget) -> Answer<Estimate> {
        let ops = self.path.ops();
        match self.probed.get() {
            Some((probe, allowed)) if probe.through || *allowed >= most => {
                let known = Estimate::of(component, &ops, *probe, *allowed, budget)?;
                Ok(Estimate { through: known.through && known.work <= most, ..known })
            }
            _ => Estimate::new(component, &ops, most, budget),
        }
    }

    /// The tree that eliminates the numbers; `None` if it does not fit the memory.
    pub(super) fn tree<'a>(
        &self,
        component: &'a Component,
        budget: &Budget,
    ) -> Answer<Option<Contraction<'a>>> {
        match self.elimination(component, budget) {
            Ok(ops) => Contraction::new(component, ops, Values::Counts, budget),
            Err(StopReason::Memory) => Ok(None),
            Err(other) => Err(other),
        }
    }

    /// The plan that eliminates the numbers in the better of two orders.
    fn elimination(&self, component: &Component, budget: &Budget) -> Answer<&[Op]> {
        if let Some(known) = self.elimination.get() {
            return Ok(known);
        }
        let graph = branching::number_graph(component);
        let plan = |rule| {
            let order = elimination_order_within(&graph, rule, Ties::Lowest, budget)?;
            let ops = branching::ops_from_elimination(component, &order);
            let tree = Contraction::new(component, &ops, Values::Counts, budget)?;
            Ok((tree.map_or(0, |tree| tree.total()), ops))
        };
        let (fill, degree) = (plan(Rule::MinFill)?, plan(Rule::MinDegree)?);
        let better = if degree.0 < fill.0 { degree.1 } else { fill.1 };
        Ok(self.elimination.get_or_init(|| better))
    }
}

/// What a plan seems to cost.
pub(super) struct Estimate {
    pub work: u64,
    pub through: bool,
}

impl Estimate {
    /// Probes a plan with an allowance.
    pub fn new(component: &Component, ops: &[Op], most: u64, budget: &Budget) -> Answer<Self> {
        let found = probe(component, ops, Values::Counts, most, budget)?;
        Estimate::of(component, ops, found, most, budget)
    }

    /// What a probe tells. Where it did not come through, the rest is taken to be as far below its
    /// prediction as the steps that were made.
    fn of(component: &Component, ops: &[Op], found: Probe, most: u64, budget: &Budget) -> Answer<Self> {
        if found.through {
            return Ok(Estimate { work: found.spent, through: true });
        }
        let work = Contraction::new(component, ops, Values::Counts, budget)?.map_or(u64::MAX, |tree| {
            let seen = tree.total_of(ops, found.steps).max(1);
            in_proportion(found.spent.max(1), tree.total(), seen)
        });
        Ok(Estimate { work: work.max(most), through: false })
    }
}

/// `work` times `new` over `old`, saturating.
pub(super) fn in_proportion(work: u64, new: u64, old: u64) -> u64 {
    let scaled = u128::from(work) * u128::from(new) / u128::from(old.max(1));
    u64::try_from(scaled).unwrap_or(u64::MAX)
}
