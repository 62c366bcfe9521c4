//! What is possible, not how often: numbers of mines, and what boxes can hold.
//!
//! # Theory
//! Whether a box can hold k mines needs no counts: inside and outside values are true or false.
//! Where only some numbers of mines in all are allowed, they are sets of such numbers
//! ([`Supports`]), and a box can hold k mines if one of the sums of inside and outside is allowed.
//! So a total needs no polynomials where nobody asks for a probability.
//!
//! # Cost
//! That of counting with one or two words a value, as sets have next to no gaps.

use crate::algebra::{Semiring, Support, Supports, Truth};
use crate::budget::{Answer, Budget, StopReason};
use crate::reduce::Component;

use super::key::Wide;
use super::layout::Layout;
use super::program::{Program, Step};
use super::table::Table;
use super::walk::{Fixed, walk, walk_back, walk_keeping};
use super::{Plan, impossible, with_key};

/// The numbers of mines that solutions have.
pub fn support(component: &Component, plan: &Plan, budget: &Budget, largest: &mut u64) -> Answer<Support> {
    if impossible(component) {
        return Ok(Supports.zero());
    }
    let layout = Layout::new(component, &plan.ops(), &[], budget)?;
    with_key!(layout.words, K => {
        let steps: Program<K> = layout.compile(component, &[], budget)?;
        let last = walk(&Fixed { semiring: Supports, tracked: &[], budget }, &steps, largest)?;
        let mut all = Supports.zero();
        last.values.iter().for_each(|value| Supports.add(&mut all, value));
        Ok(all)
    })
}

/// Which numbers of mines each box can have: least and most, over all solutions whose number of
/// mines is `allowed`; `None` where there is no such solution.
pub fn ranges(
    component: &Component,
    plan: &Plan,
    allowed: Option<&dyn Fn(u64) -> bool>,
    budget: &Budget,
    largest: &mut u64,
) -> Answer<Option<Vec<(u32, u32)>>> {
    match allowed {
        None => ranges_in(&Truth, |&possible| possible, component, plan, budget, largest),
        Some(allowed) => {
            ranges_in(&Supports, |support| support.any(allowed), component, plan, budget, largest)
        }
    }
}

/// The same for what a semiring calls possible.
fn ranges_in<S: Semiring + Copy>(
    semiring: &S,
    is_possible: impl Fn(&S::Value) -> bool,
    component: &Component,
    plan: &Plan,
    budget: &Budget,
    largest: &mut u64,
) -> Answer<Option<Vec<(u32, u32)>>> {
    if impossible(component) {
        return Ok(None);
    }
    let layout = Layout::new(component, &plan.ops(), &[], budget)?;
    with_key!(layout.words, K => {
        let steps: Program<K> = layout.compile(component, &[], budget)?;
        let arithmetic = Fixed { semiring: *semiring, tracked: &[], budget };
        let tables: Vec<Table<K, S::Value>> = walk_keeping(&arithmetic, &steps, largest)?;
        if !tables.last().is_some_and(|table| table.values.iter().any(&is_possible)) {
            return Ok(None);
        }
        let sums = walk_back(semiring, &steps, &[], tables, Ok, |_| semiring.one(), budget)?;
        let mut ranges: Vec<Option<(u32, u32)>> = vec![None; component.box_count()];
        for (step, sums) in steps.iter().zip(sums) {
            let Step::Add(step) = step else { continue };
            for (branch, _) in step.branches.iter().zip(sums).filter(|(_, sum)| is_possible(sum)) {
                let range = &mut ranges[step.b.index()];
                let (least, most) = range.unwrap_or((branch.part, branch.part));
                *range = Some((least.min(branch.part), most.max(branch.part)));
            }
        }
        Ok(ranges.into_iter().collect())
    })
}
