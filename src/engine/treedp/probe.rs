//! What a plan really costs, by walking it without values.
//!
//! # Theory
//! The product of the ranges of all open numbers bounds a table, but how far it is off depends on
//! the plan: most for joins, where two bounds are multiplied. Walking the keys alone costs about as
//! much as a count in words, so where a plan is cheap, finding that out is cheap as well, and where
//! it is not, the walk is broken off.

use crate::budget::{Answer, Budget, Lease, StopReason};
use crate::reduce::Component;

use super::contraction::{Extent, Values};
use super::key::{Key, Wide};
use super::layout::Layout;
use super::merge::{Sink, merge};
use super::program::{Op, Program, Step};
use super::table::for_each_pair;
use super::with_key;

/// What a probe found.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// The entries written, pairs of joins counted with their price.
    pub spent: u64,
    /// How many steps were made.
    pub steps: usize,
    /// Whether these are all steps; else the allowance was not enough.
    pub through: bool,
}

/// Walks a plan for these values until it has cost more than `most` entries.
pub fn probe(component: &Component, ops: &[Op], values: Values, most: u64, budget: &Budget) -> Answer<Probe> {
    let mut found = Probe { spent: 0, steps: 0, through: false };
    let mut purse = Purse { spent: 0, most, price: 1, written: 0, key_bytes: 0, lease: budget.reserve(0)? };
    match walk(component, ops, values, &mut purse, &mut found, budget) {
        Ok(()) => found.through = true,
        Err(StopReason::Memory | StopReason::Width) => {}
        Err(other) => return Err(other),
    }
    Ok(found)
}

/// A pair of a join is found, multiplied and sorted; an entry of an added box is only merged.
const PAIR: u64 = 4;

/// What an entry or a pair of each step costs.
fn prices(component: &Component, ops: &[Op], values: Values) -> Vec<u64> {
    let mut stack: Vec<Extent> = Vec::new();
    let price = |op: &Op| {
        let extent = match *op {
            Op::Start => Extent::default(),
            Op::Add(b) => stack.pop().unwrap_or_default().plus(Extent::of(component, b)),
            Op::Join => {
                let (right, left) = (stack.pop().unwrap_or_default(), stack.pop().unwrap_or_default());
                stack.push(left.plus(right));
                return PAIR * values.pair(left, right);
            }
        };
        stack.push(extent);
        values.entry(extent)
    };
    ops.iter().map(price).collect()
}

fn walk(
    component: &Component,
    ops: &[Op],
    values: Values,
    purse: &mut Purse,
    found: &mut Probe,
    budget: &Budget,
) -> Answer<()> {
    let layout = Layout::new(component, ops, &[], budget)?;
    let prices = prices(component, ops, values);
    with_key!(layout.words, K => {
        purse.key_bytes = size_of::<K>() as u64;
        let steps: Program<K> = layout.compile(component, &[], budget)?;
        let mut stack: Vec<Vec<K>> = Vec::new();
        for (step, &price) in steps.iter().zip(&prices) {
            budget.check()?;
            purse.price = price;
            let keys = match step {
                Step::Start => vec![K::zero()],
                Step::Add(step) => {
                    let below = stack.pop().unwrap_or_default();
                    let mut sink = Keys { keys: Vec::new(), purse };
                    merge(step, &below, &mut sink)?;
                    sink.keys
                }
                Step::Join(step) => {
                    let (right, left) = (stack.pop().unwrap_or_default(), stack.pop().unwrap_or_default());
                    let mut joint = Vec::new();
                    for_each_pair(step, &[], (&left, &right), budget, |_, _, key| {
                        joint.push(key);
                        purse.pay(1)
                    })?;
                    joint.sort_unstable();
                    joint.dedup();
                    joint
                }
            };
            stack.push(keys);
            found.steps += 1;
            found.spent = purse.spent;
        }
        Ok(())
    })
}

struct Purse {
    spent: u64,
    most: u64,
    /// Of an entry or a pair.
    price: u64,
    written: u64,
    key_bytes: u64,
    lease: Lease,
}

impl Purse {
    fn pay(&mut self, entries: u64) -> Answer<()> {
        self.spent = self.spent.saturating_add(entries.saturating_mul(self.price));
        self.written += entries;
        // Twice over: a table is read while the next is written.
        let bytes = self.written.saturating_mul(2 * self.key_bytes);
        if bytes > self.lease.bytes() {
            self.lease.resize(bytes.saturating_mul(2))?;
        }
        if self.spent > self.most { Err(StopReason::Memory) } else { Ok(()) }
    }
}

/// A table without values.
struct Keys<'a, K> {
    keys: Vec<K>,
    purse: &'a mut Purse,
}

impl<K: Key> Sink<K> for Keys<'_, K> {
    fn room(&mut self, more: usize) -> Answer<()> {
        self.purse.pay(more as u64)
    }
    #[inline]
    fn push(&mut self, key: K, _branch: usize, _at: usize) {
        self.keys.push(key);
    }
    #[inline]
    fn add(&mut self, _branch: usize, _at: usize) {}
    #[inline]
    fn blend(&mut self, key: K, _a: (usize, bool), _b: (usize, bool)) {
        self.keys.push(key);
    }
}
