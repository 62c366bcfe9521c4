//! Which way a component is walked.
//!
//! # Theory
//! A path is quickly found and costs no joins; a tree has smaller tables where the component
//! branches or is wide both ways. Predictions of table sizes are bounds, and how far they are off
//! depends on the kind of plan, so the candidates are probed: walked without values, with an
//! allowance that grows until one of them comes through. Between the probes the tree is annealed,
//! for as long as an allowance is worth, and once more for a share of what the best plan costs.
//!
//! Polynomials make joins much dearer than counts do, so they have a tree of their own, looked for
//! when it is first asked for.

use std::sync::OnceLock;

use crate::budget::{Answer, Budget};
use crate::decomp::{Rule, Ties, elimination_order};
use crate::reduce::Component;

use super::anneal::{TURN, anneal};
use super::branching;
use super::contraction::{Contraction, Values};
use super::layout::Layout;
use super::order::{self, PathOrder};
use super::probe::probe;
use super::program::Op;

/// How a component will be walked.
#[derive(Clone, Debug)]
pub struct Plan {
    path: PathOrder,
    tree: Option<Tree>,
    /// The work of the plan that is walked, and of its path: as predicted, or as probed.
    work: u64,
    path_work: u64,
    by_mines: OnceLock<Option<Vec<Op>>>,
}

/// A branching plan.
#[derive(Clone, Debug)]
struct Tree {
    ops: Vec<Op>,
    work: u64,
}

/// Allowances for probing plans, in table entries; the last is some tens of milliseconds.
const PROBES: [u64; 4] = [1 << 13, 1 << 16, 1 << 19, 1 << 22];

/// Below this predicted work a path is good enough.
const WORTH_BRANCHING: u64 = 1 << 14;

impl Plan {
    /// Looks for a good plan, path-like or branching, whichever is less work.
    pub fn new(component: &Component, budget: &Budget) -> Answer<Self> {
        let mut plan = Plan::sketch(component);
        if !plan.is_final() {
            if branching::is_feasible(component) {
                plan.compare(component, budget)?;
            } else {
                return Plan::path_like(component, budget);
            }
        }
        Ok(plan)
    }

    /// The plan that a first look finds: the same as [`new`](Self::new) finds where
    /// [`is_final`](Self::is_final), and a bound on its work otherwise.
    pub fn sketch(component: &Component) -> Self {
        Plan::along(order::search(component))
    }

    /// Whether no longer search is made for a plan of this work.
    pub fn is_final(&self) -> bool {
        self.work <= WORTH_BRANCHING
    }

    /// Whether the plan can be walked with at most `most` table entries: as predicted, or, since
    /// predictions are far too high on large components, as tried.
    pub fn is_within(&self, component: &Component, most: u64, budget: &Budget) -> Answer<bool> {
        let tried = |ops: &[Op]| Ok(probe(component, ops, Values::Counts, most, budget)?.through);
        Ok(self.work <= most
            || tried(&self.path.ops())?
            || branching::is_feasible(component) && tried(&elimination(component))?)
    }

    /// The path-like plan alone, whatever it costs.
    pub fn path_like(component: &Component, budget: &Budget) -> Answer<Self> {
        let mut path = order::search(component);
        let work = path.work;
        order::improve(&mut path, component, work, budget)?;
        Ok(Plan::along(path))
    }

    /// The best branching plan, whatever it costs.
    pub fn branching(component: &Component, budget: &Budget) -> Answer<Self> {
        let mut plan = Plan::sketch(component);
        if let Some(mut tree) = Contraction::new(component, &elimination(component), Values::Counts) {
            let work = anneal(&mut tree, 2, 0, budget)?;
            plan.take(Tree { ops: tree.ops(), work });
        }
        Ok(plan)
    }

    fn along(path: PathOrder) -> Self {
        let work = path.work;
        Plan { path, tree: None, work, path_work: work, by_mines: OnceLock::new() }
    }

    fn take(&mut self, tree: Tree) {
        self.work = tree.work;
        self.tree = Some(tree);
    }

    /// Probes the path and a tree with growing allowances until one comes through; where none
    /// does, what was seen of them decides.
    fn compare(&mut self, component: &Component, budget: &Budget) -> Answer<()> {
        let Some(mut tree) = Contraction::new(component, &elimination(component), Values::Counts) else {
            return Ok(());
        };
        let turns = component.box_count() as u64 * TURN;
        let along = self.path.ops();
        let mut guess = (u64::MAX, u64::MAX);
        for (seed, most) in (0..).zip(PROBES) {
            anneal(&mut tree, most / SHARE / turns, seed, budget)?;
            let ops = tree.ops();
            let found = estimate(component, &ops, most, budget)?;
            // A path that was far from coming through the last time is not tried again.
            let path = if guess.0 / 8 > most && guess.0 < u64::MAX {
                Estimate { work: guess.0, through: false }
            } else {
                estimate(component, &along, if found.through { found.work } else { most }, budget)?
            };
            guess = (path.work, found.work);
            if path.through || found.through {
                self.path_work = path.work;
                self.work = path.work;
                if !path.through {
                    self.take(Tree { ops, work: found.work });
                }
                return self.refine(component, tree, budget);
            }
        }
        let before = (self.path.work, tree.total());
        order::improve(&mut self.path, component, guess.0, budget)?;
        for seed in 0..ROUNDS {
            let sweeps = guess.0.min(guess.1) / SHARE / turns;
            anneal(&mut tree, sweeps.min(MOST_SWEEPS), seed, budget)?;
        }
        self.path_work = in_proportion(guess.0, self.path.work, before.0);
        self.work = self.path_work;
        let work = in_proportion(guess.1, tree.total(), before.1);
        if work < self.path_work {
            self.take(Tree { ops: tree.ops(), work });
        }
        Ok(())
    }

    /// Anneals on for a share of what the plan costs, and keeps what comes through cheaper.
    fn refine(&mut self, component: &Component, mut tree: Contraction, budget: &Budget) -> Answer<()> {
        let turns = component.box_count() as u64 * TURN;
        let mut predicted = tree.total();
        for seed in 0..ROUNDS {
            let sweeps = (self.work / SHARE / turns).min(MOST_SWEEPS);
            if sweeps == 0 {
                break;
            }
            let found = anneal(&mut tree, sweeps, seed, budget)?;
            // A probe costs a good part of a count.
            if found > predicted / 4 * 3 {
                continue;
            }
            predicted = found;
            let ops = tree.ops();
            let found = probe(component, &ops, Values::Counts, self.work, budget)?;
            if found.through {
                self.take(Tree { ops, work: found.spent });
            }
        }
        if self.tree.is_none() {
            let before = self.path.work;
            order::improve(&mut self.path, component, self.work, budget)?;
            self.path_work = in_proportion(self.path_work, self.path.work, before);
            self.work = self.path_work;
        }
        Ok(())
    }

    /// The path, for walks that need one.
    pub(super) fn path_ops(&self) -> Vec<Op> {
        self.path.ops()
    }

    /// The plan for walks that come back.
    pub(super) fn ops(&self) -> Vec<Op> {
        self.tree.as_ref().map_or_else(|| self.path.ops(), |tree| tree.ops.clone())
    }

    /// The plan for walks that do not come back: a long path is walked from both ends, so that
    /// values grow only half as long.
    pub(super) fn ops_without_return(&self) -> Vec<Op> {
        match (&self.tree, &self.path.halves) {
            (None, Some((front, back))) => order::meeting(front, back),
            _ => self.ops(),
        }
    }

    /// The plan for polynomials by mines, for a walk that comes back or one that does not.
    pub(super) fn ops_by_mines(
        &self,
        component: &Component,
        returns: bool,
        budget: &Budget,
    ) -> Answer<Vec<Op>> {
        if self.by_mines.get().is_none() {
            let found = self.tree_by_mines(component, budget)?;
            self.by_mines.get_or_init(|| found);
        }
        Ok(match (self.by_mines.get(), &self.path.halves) {
            (Some(Some(ops)), _) => ops.clone(),
            (_, Some((front, back))) if !returns => order::meeting(front, back),
            _ => self.path.ops(),
        })
    }

    /// The tree for polynomials, where it is less work than the path.
    fn tree_by_mines(&self, component: &Component, budget: &Budget) -> Answer<Option<Vec<Op>>> {
        let Some(counting) = &self.tree else { return Ok(None) };
        let turns = component.box_count() as u64 * TURN;
        let sweeps = (self.work / turns).clamp(1, MOST_SWEEPS);
        let mut best = (None, self.work.saturating_mul(MOST_BY_MINES));
        let starts = [counting.ops.clone(), self.path.ops()];
        let mut candidates = starts.to_vec();
        for start in &starts {
            let Some(mut tree) = Contraction::new(component, start, Values::Polynomials) else { continue };
            anneal(&mut tree, sweeps, 1, budget)?;
            candidates.push(tree.ops());
        }
        for ops in candidates {
            let found = probe(component, &ops, Values::Polynomials, best.1, budget)?;
            if found.through {
                best = (Some(ops), found.spent);
            }
        }
        Ok(best.0.or_else(|| Some(counting.ops.clone())))
    }

    /// The predicted sum of table sizes.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The most numbers open at the same time.
    pub fn width(&self, component: &Component) -> usize {
        Layout::new(component, &self.ops(), &[]).width
    }

    /// Whether tables are joined.
    pub fn is_branching(&self) -> bool {
        self.tree.is_some()
    }
}

/// How often a plan that came through is annealed and probed again, each time for this share of
/// what it costs.
const ROUNDS: u64 = 2;
const SHARE: u64 = 8;

/// Polynomials rarely cost more than so many times the work of counts.
const MOST_BY_MINES: u64 = 64;

/// More sweeps in one go find nothing better.
const MOST_SWEEPS: u64 = 1000;

/// The plan that eliminates the numbers in the better of two orders.
fn elimination(component: &Component) -> Vec<Op> {
    let graph = branching::number_graph(component);
    let plan = |rule| {
        let order = elimination_order(&graph, rule, Ties::Lowest);
        branching::ops_from_elimination(component, &order)
    };
    let cost =
        |ops: &Vec<Op>| Contraction::new(component, ops, Values::Counts).map_or(0, |tree| tree.total());
    let (fill, degree) = (plan(Rule::MinFill), plan(Rule::MinDegree));
    if cost(&degree) < cost(&fill) { degree } else { fill }
}

/// What a plan seems to cost.
struct Estimate {
    work: u64,
    through: bool,
}

/// Probes a plan. Where it does not come through, the rest is taken to be as far below its
/// prediction as the steps that were made.
fn estimate(component: &Component, ops: &[Op], most: u64, budget: &Budget) -> Answer<Estimate> {
    let found = probe(component, ops, Values::Counts, most, budget)?;
    if found.through {
        return Ok(Estimate { work: found.spent, through: true });
    }
    let work = Contraction::new(component, ops, Values::Counts).map_or(u64::MAX, |tree| {
        let seen = tree.total_of(ops, found.steps).max(1);
        in_proportion(found.spent.max(1), tree.total(), seen)
    });
    Ok(Estimate { work: work.max(most), through: false })
}

/// `work` times `new` over `old`, saturating.
fn in_proportion(work: u64, new: u64, old: u64) -> u64 {
    let scaled = u128::from(work) * u128::from(new) / u128::from(old.max(1));
    u64::try_from(scaled).unwrap_or(u64::MAX)
}
