//! Counting over tree decompositions.
//!
//! # Theory
//! All that the rest of the board needs to know about a finished part is how many mines each
//! still-open number has received from it (Golan 2011, section 5). A table maps the vector of
//! what the open numbers still need to a value of a semiring; boxes are added, numbers closed and
//! tables joined along a plan. The same walk gives truth, counts, counts by mines, extremes and,
//! walked back, all marginals.
//!
//! # Cost
//! One table entry per reachable vector of rests; `order` looks for plans that keep them few.
//!
//! # What we changed
//! Golan's tables are indexed by the assignment of covered vertices in a bag as well; with cells
//! merged into boxes, and boxes added at once to all of their numbers, only numbers are left. His
//! division by the local polynomial is not needed as no box is ever counted twice.
//!
//! # References
//! S. Golan, Minesweeper on graphs, Applied Mathematics and Computation 217 (2011).

mod branching;
mod counts;
mod inside;
mod key;
mod merge;
mod order;
mod poly;
mod probe;
mod program;
mod solutions;
mod table;
mod units;
mod walk;
mod words;

pub use inside::{Inside, Marginals, ranges};
pub use solutions::{Cursor, Solutions};

use num_bigint::BigUint;

use crate::algebra::{PRIMES, Polynomial, Residue, Semiring, Truth, chinese_remainder};
use crate::budget::{Answer, Budget, StopReason};
use crate::decomp::{Rule, Ties, elimination_order};
use crate::reduce::Component;

use counts::CountTable;
use key::{Key, Wide};
use poly::ByMines;
use program::{Layout, Op, Step, Tracked};
use units::Units;
use walk::{Counting, Fixed, walk};

/// How a component will be walked.
#[derive(Clone, Debug)]
pub struct Plan {
    path: order::PathOrder,
    branching: Option<Vec<Op>>,
    /// The work of the plan that is walked, and of its path: as predicted, or as probed.
    work: u64,
    path_work: u64,
}

impl Plan {
    /// Looks for a good plan, path-like or branching, whichever is less work.
    pub fn new(component: &Component, budget: &Budget) -> Answer<Self> {
        let mut plan = Plan::path_like(component, budget)?;
        if plan.work > WORTH_BRANCHING && branching::is_feasible(component) {
            plan.consider_branching(component, budget)?;
        }
        Ok(plan)
    }

    /// The plan that a first look finds: the same as [`new`](Self::new) finds where
    /// [`is_final`](Self::is_final), and a bound on its work otherwise.
    pub fn sketch(component: &Component, budget: &Budget) -> Answer<Self> {
        let path = order::sketch(component, budget)?;
        Ok(Plan { work: path.work, path_work: path.work, branching: None, path })
    }

    /// Whether no longer search is made for a plan of this work.
    pub fn is_final(&self) -> bool {
        self.work <= WORTH_BRANCHING
    }

    /// Whether walking the path of this plan makes at most `most` table entries: as predicted, or,
    /// since predictions are far too high on large components, as tried.
    pub fn is_within(&self, component: &Component, most: u64, budget: &Budget) -> Answer<bool> {
        Ok(self.work <= most || probe::cost(component, &self.path.ops(), most, budget)?.is_some())
    }

    /// The path-like plan alone, whatever it costs.
    pub fn path_like(component: &Component, budget: &Budget) -> Answer<Self> {
        let path = order::search(component, budget)?;
        Ok(Plan { work: path.work, path_work: path.work, branching: None, path })
    }

    /// The best branching plan, whatever it costs.
    pub fn branching(component: &Component, budget: &Budget) -> Answer<Self> {
        let mut plan = Plan::path_like(component, budget)?;
        let (ops, work) = branching_plan(component);
        plan.take_branching(ops, work);
        Ok(plan)
    }

    fn take_branching(&mut self, ops: Vec<Op>, work: u64) {
        self.work = work;
        self.branching = Some(ops);
    }

    /// Probes the path and the best branching plan with a growing allowance until one comes
    /// through; where none does, the predictions decide.
    fn consider_branching(&mut self, component: &Component, budget: &Budget) -> Answer<()> {
        let (ops, predicted) = branching_plan(component);
        for most in PROBES {
            let path = probe::cost(component, &self.path.ops(), most, budget)?;
            let branching = probe::cost(component, &ops, path.unwrap_or(most), budget)?;
            if path.is_some() || branching.is_some() {
                self.path_work = path.unwrap_or(u64::MAX);
                self.work = self.path_work;
                if let Some(work) = branching.filter(|&work| work < self.path_work) {
                    self.take_branching(ops, work);
                }
                return Ok(());
            }
        }
        if predicted < self.work {
            self.take_branching(ops, predicted);
        }
        Ok(())
    }

    fn ops(&self) -> Vec<Op> {
        self.branching.clone().unwrap_or_else(|| self.path.ops())
    }

    /// The plan for walks that do not come back: a long path is walked from both ends, so that
    /// values grow only half as long.
    fn ops_without_return(&self) -> Vec<Op> {
        match (&self.branching, &self.path.halves) {
            (None, Some((front, back))) => order::meeting(front, back),
            _ => self.ops(),
        }
    }

    /// Whether polynomials are better carried along the path: joining them costs a product of
    /// polynomials for each pair.
    fn path_by_mines(&self) -> bool {
        self.branching.is_none() || self.path_work / POLYNOMIAL_JOIN <= self.work
    }

    /// The plan for polynomials by mines, for a walk that comes back or one that does not.
    fn ops_by_mines(&self, returns: bool) -> Vec<Op> {
        if !self.path_by_mines() {
            return self.ops();
        }
        match &self.path.halves {
            Some((front, back)) if !returns => order::meeting(front, back),
            _ => self.path.ops(),
        }
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
        self.branching.is_some()
    }
}

/// The branching plan of the better elimination order, and its predicted work.
fn branching_plan(component: &Component) -> (Vec<Op>, u64) {
    let graph = branching::number_graph(component);
    let plans = [Rule::MinFill, Rule::MinDegree].map(|rule| {
        let order = elimination_order(&graph, rule, Ties::Lowest);
        let ops = branching::ops_from_elimination(component, &order);
        let work = branching::predict(component, &ops);
        (ops, work)
    });
    let [fill, degree] = plans;
    if degree.1 < fill.1 { degree } else { fill }
}

/// Allowances for probing plans, in table entries; the last is some tens of milliseconds.
const PROBES: [u64; 4] = [1 << 13, 1 << 16, 1 << 19, 1 << 22];

/// How much dearer a join is with polynomials than with counts, roughly.
const POLYNOMIAL_JOIN: u64 = 8;

/// Below this predicted work a path is good enough.
const WORTH_BRANCHING: u64 = 1 << 14;

macro_rules! with_key {
    ($words:expr, $K:ident => $body:expr) => {
        match $words {
            0..=1 => {
                type $K = u64;
                $body
            }
            2 => {
                type $K = Wide<2>;
                $body
            }
            3..=8 => {
                type $K = Wide<8>;
                $body
            }
            9..=128 => {
                type $K = Wide<128>;
                $body
            }
            _ => Err(StopReason::Width),
        }
    };
}
pub(crate) use with_key;

/// Whether some number wants more mines than it sees cells. A number that sees nothing is never
/// opened, so the walk itself would not notice.
fn impossible(component: &Component) -> bool {
    let capacity = program::capacities(component);
    component.numbers().any(|j| u64::from(component.rest(j)) > capacity[j.index()])
}

/// How many placements there are. Values take as many words as they need; where those do not fit
/// the memory, the walk is made modulo several primes instead.
pub fn count(component: &Component, plan: &Plan, budget: &Budget, largest: &mut u64) -> Answer<BigUint> {
    match count_in_words(component, plan, budget, largest) {
        Err(StopReason::Memory) => count_by_residues(component, plan, budget, largest),
        answer => answer,
    }
}

/// How many placements there are, by one walk with full values.
pub fn count_in_words(
    component: &Component,
    plan: &Plan,
    budget: &Budget,
    largest: &mut u64,
) -> Answer<BigUint> {
    if impossible(component) {
        return Ok(BigUint::ZERO);
    }
    let (units, layout) = Units::laid_out(component, &plan.ops_without_return());
    with_key!(layout.words, K => {
        let steps: Vec<Step<K>> = layout.compile(&units, &[]);
        let counts = walk(&Counting { tracked: &layout.tracked, budget }, &steps, largest)?;
        Ok(counts.entries().into_iter().map(|(_, count)| count).sum())
    })
}

/// How many placements there are, by one walk for each of as many primes as the count may need:
/// one word an entry however large the count.
pub fn count_by_residues(
    component: &Component,
    plan: &Plan,
    budget: &Budget,
    largest: &mut u64,
) -> Answer<BigUint> {
    if impossible(component) {
        return Ok(BigUint::ZERO);
    }
    let (units, layout) = Units::laid_out(component, &plan.ops());
    // There are at most 2^cells placements, and each prime has more than 62 bits.
    let primes = component.cell_count() / 62 + 1;
    with_key!(layout.words, K => {
        let steps: Vec<Step<K>> = layout.compile(&units, &[]);
        let mut residues = Vec::new();
        for prime in PRIMES.iter().take(primes as usize) {
            let semiring = Residue { prime };
            let last = walk(&Fixed { semiring, tracked: &[], budget }, &steps, largest)?;
            let mut sum = 0;
            last.values.iter().for_each(|value| semiring.add(&mut sum, value));
            residues.push((prime, sum));
        }
        Ok(chinese_remainder(&residues))
    })
}

/// How many placements have each number of mines.
pub fn polynomial(
    component: &Component,
    plan: &Plan,
    budget: &Budget,
    largest: &mut u64,
) -> Answer<Polynomial> {
    if impossible(component) {
        return Ok(Polynomial::zero());
    }
    let (units, layout) = Units::laid_out(component, &plan.ops_by_mines(false));
    with_key!(layout.words, K => {
        let steps: Vec<Step<K>> = layout.compile(&units, &[]);
        let last = walk(&ByMines { budget }, &steps, largest)?;
        Ok(last.entries().next().map(|(_, polynomial)| polynomial).unwrap_or_default())
    })
}

/// How many placements have each number of mines, and how many of them in the boxes that are
/// `near`: triples of mines, mines near, and count, ascending.
pub fn joint_counts(
    component: &Component,
    plan: &Plan,
    near: Vec<bool>,
    budget: &Budget,
    largest: &mut u64,
) -> Answer<Vec<(u64, u64, BigUint)>> {
    if impossible(component) {
        return Ok(Vec::new());
    }
    let tracked = [Tracked::mines(component), Tracked::some(component, near)];
    let ops = plan.ops();
    let layout = Layout::new(component, &ops, &tracked);
    with_key!(layout.words, K => {
        let steps: Vec<Step<K>> = layout.compile(component, &tracked);
        let counts = walk(&Counting { tracked: &layout.tracked, budget }, &steps, largest)?;
        let read = |(key, count): (K, BigUint)| {
            (key.get(layout.tracked[0]), key.get(layout.tracked[1]), count)
        };
        let mut counts: Vec<(u64, u64, BigUint)> = counts.entries().into_iter().map(read).collect();
        counts.sort_unstable();
        Ok(counts)
    })
}

/// Whether there is a solution.
pub fn consistent(component: &Component, plan: &Plan, budget: &Budget, largest: &mut u64) -> Answer<bool> {
    if impossible(component) {
        return Ok(false);
    }
    let ops = plan.ops();
    let layout = Layout::new(component, &ops, &[]);
    with_key!(layout.words, K => {
        let steps: Vec<Step<K>> = layout.compile(component, &[]);
        let last = walk(&Fixed { semiring: Truth, tracked: &layout.tracked, budget }, &steps, largest)?;
        Ok(last.len() > 0)
    })
}

/// Fewest and most mines in the boxes that are `counted`: for each number of mines in all if
/// `by_mines`, else under the number 0. Ascending; empty if there is no solution.
pub fn extremes(
    component: &Component,
    plan: &Plan,
    counted: &[bool],
    by_mines: bool,
    budget: &Budget,
    largest: &mut u64,
) -> Answer<Vec<(u64, i64, i64)>> {
    if impossible(component) {
        return Ok(Vec::new());
    }
    let tracked = if by_mines { vec![Tracked::mines(component)] } else { Vec::new() };
    let ops = plan.ops();
    let layout = Layout::new(component, &ops, &tracked);
    with_key!(layout.words, K => {
        let steps: Vec<Step<K>> = layout.compile(component, &tracked);
        let arithmetic = walk::Weighted { counted, tracked: &layout.tracked, budget };
        let last = walk(&arithmetic, &steps, largest)?;
        let slot = layout.tracked.first().copied();
        let read = |(key, extent): (&K, &Option<(i64, i64)>)| {
            extent.map(|(fewest, most)| (slot.map_or(0, |slot| key.get(slot)), fewest, most))
        };
        let mut found: Vec<(u64, i64, i64)> = last.keys.iter().zip(&last.values).filter_map(read).collect();
        found.sort_unstable();
        Ok(found)
    })
}
