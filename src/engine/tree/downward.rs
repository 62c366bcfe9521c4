//! All marginals on trees, from the roots down.
//!
//! # Theory
//! Let P(d) be the number of placements with d mines and Z = Σ P(d)·outer(d), which is linear in every M(b, i) and every N(c, i) by itself. The *dual* of
//! such a series says what one unit of each xᵈ in it is worth in Z; that of P is `outer`. Going
//! down, the dual of each factor is the dual of the product transposed by the other factors, so one
//! walk gives the duals of all. The share of the solutions with i mines in lot b is then the dual
//! of M(b, i) applied to M(b, i).
//!
//! A box of size s in a lot of size S that has t mines has i of them in C(s, i)·C(S−s, t−i) ways.
//!
//! # Cost
//! About three times that of the upward pass: a dual is as long as its series, so small subtrees
//! have small duals, however large the rest of the forest. All rows of the upward pass are kept.
//!
//! # What we changed
//! The paper stops at P. Passing duals instead of the polynomials of the rest of the tree keeps a
//! leaf's message at one integer per number of mines in it.
//!
//! # References
//! A. Darwiche, *A differential approach to inference in Bayesian networks*, J. ACM 50, 2003.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use num_bigint::BigUint;
use num_traits::Zero;

use crate::budget::{Answer, Budget};
use crate::reduce::Component;

use super::forest::{Forest, Lot};
use super::rows::{Join, Row};
use super::series::Series;
use super::upward::{Grade, Upward, leased_binomials, weight_row};
use super::windows::Window;

/// The marginals of every box; see [`super::marginals`].
pub(super) fn marginals(
    component: &Component,
    forest: &Forest,
    windows: Option<&[Window]>,
    outer: &dyn Fn(u64) -> BigUint,
    budget: &Budget,
) -> Answer<Vec<Vec<BigUint>>> {
    let entries = component.cell_count() + component.box_count() as u64;
    let _lease = budget.reserve(entries.saturating_mul(size_of::<BigUint>() as u64))?;
    let mut marginals: Vec<Vec<BigUint>> =
        component.boxes().map(|b| vec![BigUint::zero(); component.size(b) as usize + 1]).collect();
    if let Some(windows) = windows {
        let up = Upward::new(forest, windows, Grade::Mines, true, budget)?;
        Downward { component, forest, windows, up, marginals: &mut marginals, budget }.walk(outer)?;
    }
    Ok(marginals)
}

struct Downward<'a> {
    component: &'a Component,
    forest: &'a Forest,
    windows: &'a [Window],
    up: Upward,
    marginals: &'a mut Vec<Vec<BigUint>>,
    budget: &'a Budget,
}

impl Downward<'_> {
    fn walk(mut self, outer: &dyn Fn(u64) -> BigUint) -> Answer<()> {
        let total = self.up.total(self.forest, self.budget)?;
        let worth = (total.from..).take(total.terms.len()).map(outer).collect();
        let dual = Row::new(0, vec![Series { from: total.from, terms: worth }], self.budget)?;
        let duals = Join::Pointwise.duals(&self.up.factors(self.forest), dual, self.budget)?;
        let mut duals = duals.into_iter();
        let free = duals.next().expect("the free cells are a factor");
        self.split(&self.forest.free, 0, &free.entries[0].terms)?;
        let mut number_duals: Vec<Option<Row>> = self.forest.rests.iter().map(|_| None).collect();
        for (root, dual) in self.forest.roots().zip(duals) {
            number_duals[root as usize] = Some(dual);
        }
        for &number in &self.forest.order {
            let dual = number_duals[number as usize].take().expect("parents come before children");
            self.pass_number(number, dual, &mut number_duals)?;
        }
        Ok(())
    }

    /// From the dual of N of a number to the duals of all numbers two steps below it.
    fn pass_number(&mut self, number: u32, dual: Row, number_duals: &mut [Option<Row>]) -> Answer<()> {
        let lots: Vec<u32> = self.forest.lots_below(number).collect();
        if lots.is_empty() {
            return Ok(());
        }
        let last = dual.first + dual.entries.len() as u64 - 1;
        let dual = dual.reversed(u64::from(self.forest.rests[number as usize]) - last);
        let rows: Vec<&Row> = lots.iter().map(|&lot| self.up.lot(lot)).collect();
        let duals = Join::Convolve.duals(&rows, dual, self.budget)?;
        for (&lot, dual) in lots.iter().zip(duals) {
            self.pass_lot(lot, dual, number_duals)?;
            // Nothing below asks for this row again.
            self.up.lots[lot as usize] = None;
        }
        Ok(())
    }

    fn pass_lot(&mut self, lot: u32, dual: Row, number_duals: &mut [Option<Row>]) -> Answer<()> {
        let below: Vec<u32> = self.forest.numbers_below(lot).collect();
        if below.is_empty() {
            let worth: Vec<BigUint> =
                dual.entries.into_iter().map(|mut entry| entry.terms.swap_remove(0)).collect();
            return self.split(&self.forest.lots[lot as usize], dual.first, &worth);
        }
        let only = self.forest.lots[lot as usize].boxes[0];
        for ((i, entry), series) in (dual.first as usize..).zip(&dual.entries).zip(&self.up.lot(lot).entries)
        {
            self.marginals[only.index()][i] = entry.pair(series);
        }
        let window = self.windows[lot as usize];
        let weights = weight_row(&self.forest.lots[lot as usize], window, Grade::Mines, self.budget)?;
        let mut rows: Vec<&Row> = below.iter().map(|&number| self.up.number(number)).collect();
        rows.push(&weights);
        let duals = Join::Pointwise.duals(&rows, dual, self.budget)?;
        for (&number, dual) in below.iter().zip(duals) {
            number_duals[number as usize] = Some(dual);
            self.up.numbers[number as usize] = None;
        }
        Ok(())
    }

    /// The marginals of the boxes of a lot, where each placement with t mines is worth
    /// `worth[t − first]`.
    fn split(&mut self, lot: &Lot, first: u64, worth: &[BigUint]) -> Answer<()> {
        // Boxes of one size have the same marginals.
        let mut by_size: BTreeMap<u32, Vec<BigUint>> = BTreeMap::new();
        for &b in &lot.boxes {
            let size = self.component.size(b);
            let shares = match by_size.entry(size) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => {
                    place.insert(split_size(u64::from(size), lot.size, first, worth, self.budget)?)
                }
            };
            self.marginals[b.index()].clone_from(shares);
        }
        Ok(())
    }
}

/// For i = 0..=s: C(s, i) · Σ C(S−s, t−i) · worth of t, with S = `all`.
fn split_size(s: u64, all: u64, first: u64, worth: &[BigUint], budget: &Budget) -> Answer<Vec<BigUint>> {
    let last = first + worth.len() as u64 - 1;
    let mut sums = vec![BigUint::zero(); s as usize + 1];
    // The values that can have a share at all: S−s cells hold what the s do not.
    let (low, high) = (first.saturating_sub(all - s), last.min(s));
    if low > high {
        return Ok(sums);
    }
    let own = leased_binomials(s, low, high, budget)?;
    let others_first = first.saturating_sub(high);
    let others = leased_binomials(all - s, others_first, last - low, budget)?;
    for (i, own) in (low..).zip(own) {
        budget.check()?;
        let ways = (first..).zip(worth).filter(|&(t, _)| t >= i);
        let sum: BigUint = ways.map(|(t, worth)| &others[(t - i - others_first) as usize] * worth).sum();
        sums[i as usize] = own * sum;
    }
    Ok(sums)
}
