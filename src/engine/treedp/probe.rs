//! What a plan really costs, by walking it without values.
//!
//! # Theory
//! The product of the ranges of all open numbers bounds a table, but how far it is off depends on
//! the plan: most for joins, where two bounds are multiplied. Walking the keys alone costs about as
//! much as a count in words, so where a plan is cheap, finding that out is cheap as well, and where
//! it is not, the walk is broken off.

use crate::budget::{Answer, Budget, StopReason};
use crate::reduce::Component;

use super::key::{Key, Wide};
use super::merge::{Sink, merge};
use super::program::{Layout, Op, Step};
use super::table::for_each_pair;
use super::with_key;

/// The entries that a plan writes, pairs of joins counted with their price; `None` above `most`.
pub fn cost(component: &Component, ops: &[Op], most: u64, budget: &Budget) -> Answer<Option<u64>> {
    let layout = Layout::new(component, ops, &[]);
    // Twice over: a table is read while the next is written.
    let Ok(_lease) = budget.reserve(most.saturating_mul(16 * layout.words as u64)) else {
        return Ok(None);
    };
    match walk(component, &layout, most, budget) {
        Ok(cost) => Ok(Some(cost)),
        Err(StopReason::Memory | StopReason::Width) => Ok(None),
        Err(other) => Err(other),
    }
}

/// A pair of a join is found, multiplied and sorted; an entry of an added box is only merged.
const PAIR: u64 = 4;

fn walk(component: &Component, layout: &Layout, most: u64, budget: &Budget) -> Answer<u64> {
    with_key!(layout.words, K => {
        let steps: Vec<Step<K>> = layout.compile(component, &[]);
        let mut purse = Purse { spent: 0, most };
        let mut stack: Vec<Vec<K>> = Vec::new();
        for step in &steps {
            budget.check()?;
            let keys = match step {
                Step::Start => vec![K::zero()],
                Step::Add(step) => {
                    let below = stack.pop().unwrap_or_default();
                    let mut sink = Keys { keys: Vec::new(), purse: &mut purse };
                    merge(step, &below, &mut sink)?;
                    sink.keys
                }
                Step::Join(step) => {
                    let (right, left) = (stack.pop().unwrap_or_default(), stack.pop().unwrap_or_default());
                    let side = |side: usize, keys: Vec<K>| -> Vec<K> {
                        keys.into_iter().map(|key| step.relocate(side, key, &[])).collect()
                    };
                    let mut joint = Vec::new();
                    for_each_pair(step, &side(0, left), &side(1, right), budget, |_, _, key| {
                        joint.push(key);
                        purse.pay(PAIR)
                    })?;
                    joint.sort_unstable();
                    joint.dedup();
                    joint
                }
            };
            stack.push(keys);
        }
        Ok(purse.spent)
    })
}

struct Purse {
    spent: u64,
    most: u64,
}

impl Purse {
    fn pay(&mut self, price: u64) -> Answer<()> {
        self.spent += price;
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
