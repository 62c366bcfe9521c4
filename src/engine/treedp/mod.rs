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

mod anneal;
mod branching;
mod contraction;
mod counts;
mod dense;
mod forecast;
mod halves;
mod inside;
mod key;
mod layout;
mod logs;
mod merge;
mod order;
mod outlook;
mod plan;
mod poly;
mod possible;
mod probe;
mod program;
mod sketch;
mod slide;
mod solutions;
mod table;
mod traceback;
mod units;
mod walk;
mod words;

pub use inside::{Inside, Marginals};
pub use plan::Plan;
pub use possible::{ranges, support};
pub use sketch::Sketch;
pub use solutions::{Cursor, Solutions};
pub use traceback::solution_with;

use num_bigint::BigUint;

use crate::algebra::{PRIMES, Polynomial, Residue, Semiring, Truth, chinese_remainder};
use crate::budget::{Answer, Budget, StopReason};
use crate::reduce::Component;

use counts::CountTable;
use key::{Key, Wide};
use layout::Layout;
use poly::ByMines;
use program::{Program, Tracked};
use units::Units;
use walk::{Counting, Fixed, walk};

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

/// How many placements there are. Where most states are possible, tables have a place for each;
/// else they are sorted and values take as many words as they need; where those do not fit the
/// memory, the walk is made modulo several primes instead.
pub fn count(component: &Component, plan: &Plan, budget: &Budget, largest: &mut u64) -> Answer<BigUint> {
    if impossible(component) {
        return Ok(BigUint::ZERO);
    }
    if let Some(dense) = plan.dense(component, budget)? {
        match dense.count(budget) {
            Err(StopReason::Memory | StopReason::Width) => {}
            answer => {
                *largest = (*largest).max(dense.largest());
                return answer;
            }
        }
    }
    match count_in_words(component, plan, budget, largest) {
        Err(StopReason::Memory) => count_by_residues(component, plan, budget, largest),
        answer => answer,
    }
}

/// How many placements there are, with a place for every state whether or not that pays; `None` if
/// the component can't be walked in this way.
pub fn count_densely(component: &Component, plan: &Plan, budget: &Budget) -> Answer<Option<BigUint>> {
    if impossible(component) {
        return Ok(Some(BigUint::ZERO));
    }
    plan.along_path(component, budget)?.map(|dense| dense.count(budget)).transpose()
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
    let (units, layout) = Units::laid_out(component, &plan.ops_without_return(), budget)?;
    with_key!(layout.words, K => {
        let steps: Program<K> = layout.compile(&units, &[], budget)?;
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
    let (units, layout) = Units::laid_out(component, &plan.ops(), budget)?;
    // There are at most 2^cells placements, and each prime has more than 62 bits.
    let primes = component.cell_count() / 62 + 1;
    with_key!(layout.words, K => {
        let steps: Program<K> = layout.compile(&units, &[], budget)?;
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
    let (units, layout) = Units::laid_out(component, &plan.ops_by_mines(component, false, budget)?, budget)?;
    with_key!(layout.words, K => {
        let steps: Program<K> = layout.compile(&units, &[], budget)?;
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
    let layout = Layout::new(component, &ops, &tracked, budget)?;
    with_key!(layout.words, K => {
        let steps: Program<K> = layout.compile(component, &tracked, budget)?;
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
    let layout = Layout::new(component, &ops, &[], budget)?;
    with_key!(layout.words, K => {
        let steps: Program<K> = layout.compile(component, &[], budget)?;
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
    let layout = Layout::new(component, &ops, &tracked, budget)?;
    with_key!(layout.words, K => {
        let steps: Program<K> = layout.compile(component, &tracked, budget)?;
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
