//! Plain enumeration: the oracle that every other engine is tested against.
//!
//! # Theory
//! A solution gives box b a number of mines from 0 to its size such that the boxes of every number
//! sum to its rest. Boxes are tried in order, fewest mines first. A value is kept only if, for each
//! number of the box, what is still missing is neither negative nor more than the boxes to come can
//! hold. Nothing else is pruned, so that this file can be seen to be right.
//!
//! # Cost
//! Exponential in the number of boxes in the worst case; memory linear in the component.
//!
//! # What we changed
//! Nothing: this is the definition, walked through.
//!
//! # References
//! S. Golan, *Minesweeper on graphs*, 2011, section 1 (legal assignments).

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::algebra::Polynomial;
use crate::budget::{Answer, Budget};
use crate::reduce::{BoxId, Component};

/// Calls `visit` with every solution (mines per box) in lexicographic order until it returns
/// `false` or none is left.
///
/// ```
/// use mineproof::{budget::Budget, engine::enumerate, reduce::Component};
/// // One number 1 that sees a box of one cell and a box of two.
/// let component = Component::new(vec![1], &[(1, vec![0]), (2, vec![0])]);
/// let mut seen = Vec::new();
/// enumerate::for_each_solution(&component, &Budget::unlimited(), &mut |mines| {
///     seen.push(mines.to_vec());
///     true
/// })
/// .unwrap();
/// assert_eq!(seen, [[0, 1], [1, 0]]);
/// ```
pub fn for_each_solution(
    component: &Component,
    budget: &Budget,
    visit: &mut dyn FnMut(&[u32]) -> bool,
) -> Answer<()> {
    budget.check()?;
    let mut search = Search::new(component);
    if !search.can_be_met() {
        return Ok(());
    }
    let boxes = component.box_count();
    // The boxes below `depth` have values; `next` is the first value to try for the box at `depth`.
    let (mut depth, mut next, mut steps) = (0, 0, 0u32);
    loop {
        steps = steps.wrapping_add(1);
        if steps % 4096 == 0 {
            budget.check()?;
        }
        if depth == boxes {
            if !visit(&search.mines) {
                return Ok(());
            }
        } else if search.place(depth, next) {
            (depth, next) = (depth + 1, 0);
            continue;
        }
        if depth == 0 {
            return Ok(());
        }
        depth -= 1;
        next = u64::from(search.mines[depth]) + 1;
        search.take_back(depth);
    }
}

/// How many placements have each number of mines.
pub fn polynomial(component: &Component, budget: &Budget) -> Answer<Polynomial> {
    let mut by_mines: BTreeMap<u64, BigUint> = BTreeMap::new();
    for_each_solution(component, budget, &mut |mines| {
        *by_mines.entry(total(mines)).or_default() += weight(component, mines);
        true
    })?;
    let Some((&fewest, _)) = by_mines.first_key_value() else {
        return Ok(Polynomial::zero());
    };
    let most = *by_mines.last_key_value().expect("not empty").0;
    let coefficients = (fewest..=most).map(|k| by_mines.remove(&k).unwrap_or_default()).collect();
    Ok(Polynomial::new(fewest, coefficients))
}

/// For each box and each i from 0 to its size: the sum, over the solutions with i mines in that
/// box, of the solution's weight times `outer` of its number of mines.
pub fn marginals(
    component: &Component,
    outer: &dyn Fn(u64) -> BigUint,
    budget: &Budget,
) -> Answer<Vec<Vec<BigUint>>> {
    let entries = component.cell_count() + component.box_count() as u64;
    let _lease = budget.reserve(entries.saturating_mul(size_of::<BigUint>() as u64))?;
    let mut sums: Vec<Vec<BigUint>> =
        component.boxes().map(|b| vec![BigUint::zero(); component.size(b) as usize + 1]).collect();
    for_each_solution(component, budget, &mut |mines| {
        let share = weight(component, mines) * outer(total(mines));
        for (sum, &i) in sums.iter_mut().zip(mines) {
            sum[i as usize] += &share;
        }
        true
    })?;
    Ok(sums)
}

/// Whether there is a solution.
pub fn consistent(component: &Component, budget: &Budget) -> Answer<bool> {
    let mut found = false;
    for_each_solution(component, budget, &mut |_| {
        found = true;
        false
    })?;
    Ok(found)
}

fn total(mines: &[u32]) -> u64 {
    mines.iter().map(|&i| u64::from(i)).sum()
}

/// The number of placements that a solution stands for: ∏ C(size, mines).
fn weight(component: &Component, mines: &[u32]) -> BigUint {
    let mut product = BigUint::one();
    for (b, &i) in component.boxes().zip(mines) {
        if 0 < i && i < component.size(b) {
            product *= num_integer::binomial(BigUint::from(component.size(b)), BigUint::from(i));
        }
    }
    product
}

struct Search<'a> {
    component: &'a Component,
    /// Mines per box; 0 for boxes without a value.
    mines: Vec<u32>,
    /// Per number: the mines it still misses.
    missing: Vec<u64>,
    /// Per number: the cells it sees in boxes without a value.
    to_come: Vec<u64>,
}

impl<'a> Search<'a> {
    fn new(component: &'a Component) -> Self {
        let mut to_come = vec![0; component.number_count()];
        for b in component.boxes() {
            for j in component.box_numbers(b) {
                to_come[j.index()] += u64::from(component.size(b));
            }
        }
        Search {
            component,
            mines: vec![0; component.box_count()],
            missing: component.numbers().map(|j| u64::from(component.rest(j))).collect(),
            to_come,
        }
    }

    fn can_be_met(&self) -> bool {
        self.missing.iter().zip(&self.to_come).all(|(missing, to_come)| missing <= to_come)
    }

    /// Gives box `depth` the first fitting value from `from` on, or leaves everything as it was.
    fn place(&mut self, depth: usize, from: u64) -> bool {
        let b = BoxId(depth as u32);
        let size = u64::from(self.component.size(b));
        let missing = self.component.box_numbers(b).iter().map(|j| self.missing[j.index()]);
        let most = missing.fold(size, u64::min);
        for value in from..=most {
            self.shift(b, size, value);
            if self.fits(b) {
                self.mines[depth] = value as u32;
                return true;
            }
            self.unshift(b, size, value);
        }
        false
    }

    fn take_back(&mut self, depth: usize) {
        let b = BoxId(depth as u32);
        self.unshift(b, u64::from(self.component.size(b)), u64::from(self.mines[depth]));
        self.mines[depth] = 0;
    }

    fn fits(&self, b: BoxId) -> bool {
        // An overfull number has wrapped below zero, hence misses more than any boxes can hold.
        self.component.box_numbers(b).iter().all(|j| self.missing[j.index()] <= self.to_come[j.index()])
    }

    fn shift(&mut self, b: BoxId, size: u64, value: u64) {
        for j in self.component.box_numbers(b) {
            self.missing[j.index()] = self.missing[j.index()].wrapping_sub(value);
            self.to_come[j.index()] -= size;
        }
    }

    fn unshift(&mut self, b: BoxId, size: u64, value: u64) {
        for j in self.component.box_numbers(b) {
            self.missing[j.index()] = self.missing[j.index()].wrapping_add(value);
            self.to_come[j.index()] += size;
        }
    }
}
