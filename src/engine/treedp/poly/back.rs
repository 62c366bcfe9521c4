//! The way back over tables of polynomials.
//!
//! # Theory
//! The outside value of a state is a weight for each number of mines it may have, in the same
//! window as its polynomial, and the marginal of a branch is a sum of products coefficient by
//! coefficient. Where a coefficient is zero its outside value means nothing: no choice leads
//! there, so nothing bounds it, and it is only ever multiplied with zero.

use num_bigint::BigUint;

use crate::budget::{Answer, Budget, Lease};

use super::super::key::Key;
use super::super::merge::Stream;
use super::super::program::{AddStep, Step};
use super::super::walk::operands;
use super::super::words;
use super::join::join_backward;
use super::{PolyTable, weights};

/// Outside values: for each coefficient of a table, the weight of its number of mines in `limbs`
/// words.
pub(super) struct Outside {
    pub(super) data: Vec<u64>,
    pub(super) limbs: usize,
    _lease: Lease,
}

impl Outside {
    pub(super) fn new<K: Key>(table: &PolyTable<K>, limbs: usize, budget: &Budget) -> Answer<Self> {
        let words = table.data.len() / table.limbs * limbs;
        let lease = budget.reserve(words as u64 * 8)?;
        Ok(Outside { data: vec![0; words], limbs, _lease: lease })
    }

    pub(super) fn at(&self, place: usize) -> &[u64] {
        &self.data[place * self.limbs..(place + 1) * self.limbs]
    }

    pub(super) fn at_mut(&mut self, place: usize) -> &mut [u64] {
        &mut self.data[place * self.limbs..(place + 1) * self.limbs]
    }
}

/// Walks back: for each step that adds a box, and each of its branches, the number of solutions
/// that take it, each weighted with `outer` of its mines. No weighted number has more than `bits`
/// bits.
pub fn walk_back<K: Key>(
    steps: &[Step<K>],
    tables: Vec<PolyTable<K>>,
    outer: &dyn Fn(u64) -> BigUint,
    bits: u64,
    budget: &Budget,
) -> Answer<Vec<Vec<BigUint>>> {
    let limbs = (bits.div_ceil(64) as usize).max(1);
    let from = operands(steps);
    let mut sums: Vec<Vec<BigUint>> = steps.iter().map(|_| Vec::new()).collect();
    let mut outside: Vec<Option<Outside>> = steps.iter().map(|_| None).collect();
    let mut tables: Vec<Option<PolyTable<K>>> = tables.into_iter().map(Some).collect();
    let Some(Some(last)) = tables.last() else { return Ok(sums) };
    let mut root = Outside::new(last, limbs, budget)?;
    for at in 0..last.keys.len() {
        for (i, place) in (last.starts[at]..last.starts[at + 1]).enumerate() {
            let weight = outer(u64::from(last.lows[at]) + i as u64);
            root.at_mut(place as usize).iter_mut().zip(weight.iter_u64_digits()).for_each(|(w, d)| *w = d);
        }
    }
    *outside.last_mut().expect("as many as tables") = Some(root);
    for t in (0..steps.len()).rev() {
        let (Some(after), Some(values)) = (tables[t].take(), outside[t].take()) else { continue };
        let [left, right] = from[t];
        match (&steps[t], &tables[left], &tables[right]) {
            (Step::Add(step), Some(before), _) => {
                let (back, parts) = add_box_backward(step, before, &after, &values, budget)?;
                sums[t] = parts;
                outside[left] = Some(back);
            }
            (Step::Join(step), Some(a), Some(b)) => {
                let back = join_backward(step, (a, b), (&after, &values), bits, budget)?;
                (outside[left], outside[right]) = (Some(back.0), Some(back.1));
            }
            _ => {}
        }
    }
    Ok(sums)
}

fn add_box_backward<K: Key>(
    step: &AddStep<K>,
    before: &PolyTable<K>,
    after: &PolyTable<K>,
    outside: &Outside,
    budget: &Budget,
) -> Answer<(Outside, Vec<BigUint>)> {
    let mut back = Outside::new(before, outside.limbs, budget)?;
    let mut sums = Vec::with_capacity(step.branches.len());
    for (branch, (_, weight)) in step.branches.iter().zip(weights(step)) {
        budget.check()?;
        let mut sum = vec![0u64; outside.limbs];
        let (mut at, mut met) = (0, Stream::new(step, branch, &before.keys));
        while let Some((key, i)) = met.head() {
            // Both sides ascend, and every goal is there.
            while after.keys[at] != key {
                at += 1;
            }
            let shift = before.lows[i] + branch.part - after.lows[at];
            let goal = after.starts[at] as usize + shift as usize;
            let home = before.starts[i] as usize;
            for (c, inside) in before.words(i).chunks_exact(before.limbs).enumerate() {
                // Where no choice leads, the outside value is not bounded and not wanted.
                if inside.iter().any(|word| *word != 0) {
                    words::add_product(&mut sum, inside, outside.at(goal + c));
                    words::add_product(back.at_mut(home + c), &weight, outside.at(goal + c));
                }
            }
            met.advance();
        }
        sums.push(words::to_big(&sum) * words::to_big(&weight));
    }
    Ok((back, sums))
}
