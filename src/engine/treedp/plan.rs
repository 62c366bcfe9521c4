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
use crate::reduce::Component;

use super::anneal::{TURN, anneal};
use super::branching;
use super::contraction::{Contraction, Values};
use super::dense::DensePath;
use super::halves::meeting;
use super::layout::Layout;
use super::order::{self, PathOrder};
use super::probe::probe;
use super::program::Op;
use super::sketch::{Estimate, Sketch, in_proportion};
use super::slide;

/// How a component will be walked.
#[derive(Clone, Debug)]
pub struct Plan {
    path: PathOrder,
    tree: Option<Tree>,
    /// The work of the plan that is walked: as predicted, or as probed.
    work: u64,
    /// Whether a better path was looked for.
    improved: bool,
    by_mines: OnceLock<Option<Vec<Op>>>,
}

/// The plan along the path of a first look: the best that is looked for where that is final.
impl From<Sketch> for Plan {
    fn from(sketch: Sketch) -> Self {
        Plan::along(sketch.path)
    }
}

/// A branching plan.
#[derive(Clone, Debug)]
struct Tree {
    ops: Vec<Op>,
    work: u64,
}

/// Allowances for probing plans, in table entries; the last is some tens of milliseconds.
const PROBES: [u64; 4] = [1 << 13, 1 << 16, 1 << 19, 1 << 22];

impl Plan {
    /// Looks for a good plan, path-like or branching, whichever is less work.
    pub fn new(component: &Component, budget: &Budget) -> Answer<Self> {
        Plan::from_sketch(&Sketch::new(component, budget)?, component, budget)
    }

    /// The same, from what a first look has found already.
    pub fn from_sketch(sketch: &Sketch, component: &Component, budget: &Budget) -> Answer<Self> {
        let mut plan = Plan::along(sketch.path.clone());
        if !sketch.is_final() {
            if branching::is_feasible(component) {
                plan.compare(sketch, component, budget)?;
            } else {
                plan.improve_path(component, budget)?;
            }
        }
        Ok(plan)
    }

    /// The path-like plan alone, whatever it costs.
    pub fn path_like(component: &Component, budget: &Budget) -> Answer<Self> {
        let mut plan = Plan::along(order::search(component, budget)?);
        plan.improve_path(component, budget)?;
        Ok(plan)
    }

    /// The best branching plan, whatever it costs.
    pub fn branching(component: &Component, budget: &Budget) -> Answer<Self> {
        let sketch = Sketch::new(component, budget)?;
        let mut plan = Plan::along(sketch.path.clone());
        if let Some(mut tree) = sketch.tree(component, budget)? {
            let work = anneal(&mut tree, 2, 0, budget)?;
            plan.take(Tree { ops: tree.ops(), work });
        }
        Ok(plan)
    }

    fn along(path: PathOrder) -> Self {
        let work = path.work;
        Plan { path, tree: None, work, improved: false, by_mines: OnceLock::new() }
    }

    /// Looks for a better path, for a time in proportion to the work, which then is in proportion
    /// to the path's prediction.
    fn improve_path(&mut self, component: &Component, budget: &Budget) -> Answer<()> {
        let before = self.path.work;
        slide::improve(&mut self.path, component, self.work, budget)?;
        self.improved = true;
        self.work = in_proportion(self.work, self.path.work, before);
        Ok(())
    }

    fn take(&mut self, tree: Tree) {
        self.work = tree.work;
        self.tree = Some(tree);
    }

    /// Probes the path and a tree with growing allowances until one comes through; where none
    /// does, what was seen of them decides.
    fn compare(&mut self, sketch: &Sketch, component: &Component, budget: &Budget) -> Answer<()> {
        let Some(mut tree) = sketch.tree(component, budget)? else { return Ok(()) };
        let turns = component.box_count() as u64 * TURN;
        let mut guess = (u64::MAX, u64::MAX);
        for (seed, most) in (0..).zip(PROBES) {
            anneal(&mut tree, most / SHARE / turns, seed, budget)?;
            let ops = tree.ops();
            let found = Estimate::new(component, &ops, most, budget)?;
            // A path that was far from coming through the last time is not tried again.
            let path = if guess.0 / 8 > most && guess.0 < u64::MAX {
                Estimate { work: guess.0, through: false }
            } else {
                sketch.estimate(component, if found.through { found.work } else { most }, budget)?
            };
            guess = (path.work, found.work);
            if path.through || found.through {
                self.work = path.work;
                if !path.through {
                    self.take(Tree { ops, work: found.work });
                }
                return self.refine(component, tree, budget);
            }
        }
        let before = tree.total();
        self.work = guess.0;
        self.improve_path(component, budget)?;
        for seed in 0..ROUNDS {
            let sweeps = guess.0.min(guess.1) / SHARE / turns;
            anneal(&mut tree, sweeps.min(MOST_SWEEPS), seed, budget)?;
        }
        let work = in_proportion(guess.1, tree.total(), before);
        if work < self.work {
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
        if self.tree.is_none() { self.improve_path(component, budget) } else { Ok(()) }
    }

    /// The walk with a place for every state, where that is less work.
    pub(super) fn dense(&self, component: &Component, budget: &Budget) -> Answer<Option<DensePath>> {
        // Values of more than eight words are big integers in sorted tables.
        let long = if component.cell_count() > LONG_VALUES { 8 } else { 1 };
        let most = self.work.saturating_mul(PLACES * long);
        if self.work < WORTH_PLACES || self.path.work / MOST_GAIN > most {
            return Ok(None);
        }
        let mut path = self.path.clone();
        if !self.improved {
            slide::improve(&mut path, component, self.work, budget)?;
        }
        let dense = DensePath::new(component, &path.boxes, budget)?;
        Ok(dense.filter(|dense| dense.work() <= most && dense.least_bytes() <= budget.memory_left()))
    }

    /// The walk along the path with a place for every state, whatever it costs.
    pub(super) fn along_path(&self, component: &Component, budget: &Budget) -> Answer<Option<DensePath>> {
        DensePath::new(component, &self.path.boxes, budget)
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
            (None, Some((front, back))) => meeting(front, back),
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
            (_, Some((front, back))) if !returns => meeting(front, back),
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
            let tree = Contraction::new(component, start, Values::Polynomials, budget)?;
            let Some(mut tree) = tree else { continue };
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
    pub fn width(&self, component: &Component, budget: &Budget) -> Answer<usize> {
        Ok(Layout::new(component, &self.ops(), &[], budget)?.width)
    }

    /// Whether tables are joined.
    pub fn is_branching(&self) -> bool {
        self.tree.is_some()
    }
}

/// So many places cost what one sorted entry does.
const PLACES: u64 = 12;

/// Below this work sorted tables take no time worth speaking of.
const WORTH_PLACES: u64 = 1 << 17;

/// A search for a better path rarely gains more.
const MOST_GAIN: u64 = 4;

/// From so many cells on, values tend to have more than eight words.
const LONG_VALUES: u64 = 1200;

/// How often a plan that came through is annealed and probed again, each time for this share of
/// what it costs.
const ROUNDS: u64 = 2;
const SHARE: u64 = 8;

/// Polynomials rarely cost more than so many times the work of counts.
const MOST_BY_MINES: u64 = 64;

/// More sweeps in one go find nothing better.
const MOST_SWEEPS: u64 = 1000;
