//! Listing the solutions of small components.
//!
//! # Theory
//! Most components of a game have a handful of numbers and a handful of solutions (mines per box).
//! Written down once, with the placements that each stands for, they answer every question by one
//! pass over the list. Boxes are given values in order; a value must leave each number of the box
//! a rest between 0 and what the boxes to come can hold, which is an interval, so no value is
//! tried in vain at its own box.
//!
//! # Cost
//! Steps are counted and the attempt ends where there are too many (`MOST_STEPS`): a failure
//! costs less than the order search of the engine that takes over. With at most `MOST_CELLS`
//! cells all sums fit machine words.
//!
//! # What we changed
//! [`enumerate`](super::enumerate) is the same search made to be seen to be right, for boxes of any
//! size; here nothing is allocated but the list.
//!
//! # References
//! S. Golan, *Minesweeper on graphs*, 2011, section 1 (legal assignments).

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::algebra::{Polynomial, choose};
use crate::budget::{Answer, Budget, Lease};
use crate::reduce::{BoxId, Component};

/// Cells up to which every weighted sum fits a word: there are at most 2⁵⁶ placements of 56 mines.
const MOST_CELLS: u64 = 56;
/// Bits of the largest number of mines.
const MINES_BITS: u32 = 6;
const MOST_NUMBERS: usize = 32;
const MOST_BOXES: usize = 32;
const MOST_SOLUTIONS: usize = 96;
const MOST_STEPS: u32 = 512;

/// All solutions of a component.
#[derive(Debug)]
pub struct List {
    boxes: usize,
    /// The mines of each box, solution after solution.
    parts: Vec<u8>,
    solutions: Vec<Solution>,
    /// For the fields above.
    _lease: Lease,
}

#[derive(Clone, Copy, Debug)]
struct Solution {
    mines: u64,
    /// How many placements it stands for.
    ways: u64,
}

impl List {
    /// The solutions of a component; `None` where they are too many or too large for a list.
    ///
    /// ```
    /// use mineproof::{budget::Budget, engine::list::List, reduce::Component};
    /// // One number 1 that sees a box of one cell and a box of two.
    /// let component = Component::new(vec![1], &[(1, vec![0]), (2, vec![0])]);
    /// let list = List::new(&component, &Budget::unlimited()).unwrap().unwrap();
    /// assert_eq!((list.len(), list.count()), (2, 3u32.into()));
    /// ```
    pub fn new(component: &Component, budget: &Budget) -> Answer<Option<Self>> {
        let small = component.number_count() <= MOST_NUMBERS
            && component.box_count() <= MOST_BOXES
            && component.cell_count() <= MOST_CELLS;
        if !small {
            return Ok(None);
        }
        let mut search = Search::new(component);
        if search.can_be_met() && !search.descend(0, Solution { mines: 0, ways: 1 }) {
            return Ok(None);
        }
        let Search { listed: parts, solutions, .. } = search;
        let bytes = parts.capacity() + solutions.capacity() * size_of::<Solution>();
        let lease = budget.reserve(bytes as u64)?;
        Ok(Some(List { boxes: component.box_count(), parts, solutions, _lease: lease }))
    }

    /// How many solutions there are.
    pub fn len(&self) -> usize {
        self.solutions.len()
    }

    /// Whether there is no solution.
    pub fn is_empty(&self) -> bool {
        self.solutions.is_empty()
    }

    /// How many placements there are.
    pub fn count(&self) -> BigUint {
        self.ways().into()
    }

    /// How many placements have each number of mines.
    pub fn polynomial(&self) -> Polynomial {
        let (low, window) = self.window();
        let mut sums = vec![0u64; window];
        for solution in &self.solutions {
            sums[(solution.mines - low) as usize] += solution.ways;
        }
        Polynomial::new(low, sums.into_iter().map(BigUint::from).collect())
    }

    /// Least and most mines of each box, over the solutions with an allowed number of mines;
    /// `None` where there is none.
    pub fn ranges(&self, allowed: impl Fn(u64) -> bool) -> Option<Vec<(u32, u32)>> {
        let mut ranges: Option<Vec<(u32, u32)>> = None;
        for (i, _) in self.solutions.iter().enumerate().filter(|(_, solution)| allowed(solution.mines)) {
            let ranges = ranges.get_or_insert_with(|| vec![(u32::MAX, 0); self.boxes]);
            for (range, &part) in ranges.iter_mut().zip(self.parts(i)) {
                *range = (range.0.min(u32::from(part)), range.1.max(u32::from(part)));
            }
        }
        ranges
    }

    /// Fewest and most mines in the boxes that are `counted`: for each number of mines in all if
    /// `by_mines`, else under the number 0. Ascending; empty if there is no solution.
    pub fn extremes(&self, counted: &[bool], by_mines: bool) -> Vec<(u64, i64, i64)> {
        let mut extents: BTreeMap<u64, (i64, i64)> = BTreeMap::new();
        for (i, solution) in self.solutions.iter().enumerate() {
            let parts = self.parts(i).iter().zip(counted).filter(|(_, counted)| **counted);
            let sum = parts.map(|(part, _)| i64::from(*part)).sum();
            let (low, high) = extents.entry(if by_mines { solution.mines } else { 0 }).or_insert((sum, sum));
            (*low, *high) = ((*low).min(sum), (*high).max(sum));
        }
        extents.into_iter().map(|(mines, (low, high))| (mines, low, high)).collect()
    }

    /// For each box the sum of its mines over all placements, each weighted with `outer` of the
    /// placement's mines.
    pub fn expected(&self, outer: &dyn Fn(u64) -> BigUint) -> Vec<BigUint> {
        let (low, window) = self.window();
        if window == 0 {
            return vec![BigUint::ZERO; self.boxes];
        }
        let mut sums = vec![0u64; window * self.boxes];
        for (i, solution) in self.solutions.iter().enumerate() {
            let at = (solution.mines - low) as usize;
            for (row, &part) in sums.chunks_exact_mut(window).zip(self.parts(i)) {
                row[at] += u64::from(part) * solution.ways;
            }
        }
        let weights: Vec<BigUint> = (low..).take(window).map(outer).collect();
        let rows = sums.chunks_exact(window);
        let widest = weights.iter().map(BigUint::bits).max().unwrap_or(0);
        if widest + u64::from(MINES_BITS + self.ways().max(1).ilog2()) < 128 {
            let words: Vec<u128> = weights.iter().filter_map(BigUint::to_u128).collect();
            let dot = |row: &[u64]| row.iter().zip(&words).map(|(n, w)| u128::from(*n) * w).sum::<u128>();
            return rows.map(|row| dot(row).into()).collect();
        }
        rows.map(|row| row.iter().zip(&weights).map(|(n, weight)| weight * n).sum()).collect()
    }

    fn ways(&self) -> u64 {
        self.solutions.iter().map(|solution| solution.ways).sum()
    }

    fn parts(&self, solution: usize) -> &[u8] {
        &self.parts[solution * self.boxes..(solution + 1) * self.boxes]
    }

    /// The fewest mines, and how many numbers of mines there are from them to the most.
    fn window(&self) -> (u64, usize) {
        let mines = self.solutions.iter().map(|solution| solution.mines);
        mines.clone().min().zip(mines.max()).map_or((0, 0), |(low, high)| (low, (high - low) as usize + 1))
    }
}

struct Search<'a> {
    component: &'a Component,
    /// Per number: the mines it still misses.
    missing: [u32; MOST_NUMBERS],
    /// Per number: the cells it sees in boxes without a value.
    to_come: [u32; MOST_NUMBERS],
    parts: [u8; MOST_BOXES],
    steps: u32,
    listed: Vec<u8>,
    solutions: Vec<Solution>,
}

impl<'a> Search<'a> {
    fn new(component: &'a Component) -> Self {
        let (mut missing, mut to_come) = ([0; MOST_NUMBERS], [0; MOST_NUMBERS]);
        component.numbers().for_each(|j| missing[j.index()] = component.rest(j));
        for b in component.boxes() {
            component.box_numbers(b).iter().for_each(|j| to_come[j.index()] += component.size(b));
        }
        Search {
            component,
            missing,
            to_come,
            parts: [0; MOST_BOXES],
            steps: 0,
            listed: Vec::new(),
            solutions: Vec::new(),
        }
    }

    fn can_be_met(&self) -> bool {
        self.missing.iter().zip(&self.to_come).all(|(missing, to_come)| missing <= to_come)
    }

    /// Lists what the boxes before `depth` can be continued to; `false` where that is too much.
    fn descend(&mut self, depth: usize, so_far: Solution) -> bool {
        if depth == self.component.box_count() {
            self.listed.extend_from_slice(&self.parts[..depth]);
            self.solutions.push(so_far);
            return self.solutions.len() <= MOST_SOLUTIONS;
        }
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return false;
        }
        let b = BoxId(depth as u32);
        let (size, numbers) = (self.component.size(b), self.component.box_numbers(b));
        let (mut least, mut most) = (0, size);
        for j in numbers.iter().map(|j| j.index()) {
            self.to_come[j] -= size;
            least = least.max(self.missing[j].saturating_sub(self.to_come[j]));
            most = most.min(self.missing[j]);
        }
        for part in least..=most {
            for j in numbers {
                self.missing[j.index()] -= part;
            }
            self.parts[depth] = part as u8;
            let ways = so_far.ways * choose(size, part);
            let all = self.descend(depth + 1, Solution { mines: so_far.mines + u64::from(part), ways });
            for j in numbers {
                self.missing[j.index()] += part;
            }
            if !all {
                return false;
            }
        }
        for j in numbers {
            self.to_come[j.index()] += size;
        }
        true
    }
}
