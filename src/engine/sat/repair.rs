//! A solution changed at one place, and repaired around it.
//!
//! # Theory
//! Given one solution, is there another with one mine more, or fewer, in box b? Change b and look
//! at the numbers that are now off by some: each must be put right by a box of it that was not
//! changed yet, which puts other numbers off. A depth-first search over such chains finds most of
//! the solutions that differ on b, as boards are full of short cycles along which mines can be
//! moved; a chain of five boxes costs microseconds where a solver would build the whole board anew.
//!
//! ```text
//!    numbers     3         2         3
//!               / \       / \       / \
//!    boxes   …     b +1      c −1      d +1 …     until no number is off
//! ```
//!
//! Numbers over many boxes, such as a total, would have every chain end in all corners of the board.
//! So they are left out of the search and made up for afterwards: a chain that leaves a total one
//! mine too many is joined with another one, from a collection of those found so far, that takes one
//! away elsewhere; or with the background. The same makes a solution of all other numbers into one
//! of all ([`Repair::balance`]).
//!
//! # Cost
//! At most [`STEPS`] boxes tried for a chain and [`TRIES`] chains to make up for it. Nothing is proven
//! where none is found: then the solver decides.
//!
//! # References
//! The general form, flipping one literal of a model, is in: A. Biere, N. Froleyks, W. Wang,
//! `CadiBack`, SAT 2023. A single flip breaks every sum; chains are what sums need.

use crate::reduce::{BoxId, Component, NumberId};

use crate::reduce::classes::is_wide;
use crate::reduce::intervals::Intervals;

/// Boxes tried for one chain.
const STEPS: u32 = 400;

/// Boxes changed by one chain.
const DEPTH: usize = 14;

/// Chains tried to make up for one.
const TRIES: usize = 400;

/// Chains that are kept.
const KEPT: usize = 2000;

/// Boxes and by how much their mines change.
pub type Chain = Vec<(BoxId, i32)>;

/// A solution that can be changed and repaired.
pub struct Repair<'a> {
    component: &'a Component,
    number_boxes: &'a [Vec<BoxId>],
    wide: Vec<NumberId>,
    /// The one over the most boxes.
    widest: Option<NumberId>,
    is_wide: Vec<bool>,
    /// Boxes that only wide numbers see.
    loners: Vec<BoxId>,
    /// For each number how many mines it has too few (or, below 0, too many).
    missing: Vec<i64>,
    off: Vec<NumberId>,
    changed: Chain,
    is_changed: Vec<bool>,
    steps: u32,
    /// Chains that change a wide number, to make up for others.
    kept: Vec<Chain>,
    /// Where to go on in them.
    next: usize,
}

impl<'a> Repair<'a> {
    /// Nothing changed yet.
    pub fn new(component: &'a Component, number_boxes: &'a [Vec<BoxId>]) -> Self {
        let is_wide: Vec<bool> = number_boxes.iter().map(|boxes| is_wide(boxes)).collect();
        let only_wide = |b: &BoxId| {
            let numbers = component.box_numbers(*b);
            !numbers.is_empty() && numbers.iter().all(|j| is_wide[j.index()])
        };
        let wide: Vec<NumberId> = component.numbers().filter(|j| is_wide[j.index()]).collect();
        Repair {
            component,
            number_boxes,
            widest: wide.iter().copied().max_by_key(|j| number_boxes[j.index()].len()),
            wide,
            loners: component.boxes().filter(only_wide).collect(),
            is_wide,
            missing: vec![0; component.number_count()],
            off: Vec::new(),
            changed: Vec::new(),
            is_changed: vec![false; component.box_count()],
            steps: 0,
            kept: Vec::new(),
            next: 0,
        }
    }

    /// Boxes to change in the solution `mines` so that box `b` has one mine more (`change` 1) or
    /// fewer (−1), within the intervals; nothing if none were found.
    pub fn change(&mut self, mines: &[u32], intervals: &Intervals, b: BoxId, change: i32) -> Option<Chain> {
        let chain = self.chain(mines, intervals, b, change)?;
        self.made_up(chain, mines, intervals)
    }

    /// The chain with others that make up for it; the chain alone is kept to make up for others.
    fn made_up(&mut self, mut chain: Chain, mines: &[u32], intervals: &Intervals) -> Option<Chain> {
        if self.wide.is_empty() {
            return Some(chain);
        }
        let alone = chain.len();
        let done = self.make_up(&mut chain, mines, intervals);
        if self.kept.len() < KEPT && self.imbalance(&chain[..alone]) != 0 {
            self.kept.push(chain[..alone].to_vec());
        }
        done.then_some(chain)
    }

    /// The difference between a solution and a model that may miss wide numbers, in pieces that put
    /// no other number off, each made up for. Pieces that cannot be are left out.
    pub fn pieces(&mut self, mines: &[u32], model: &[u32], intervals: &Intervals) -> Vec<Chain> {
        let mut open: Vec<bool> = mines.iter().zip(model).map(|(old, new)| old != new).collect();
        let mut found = Vec::new();
        for start in self.component.boxes() {
            if !std::mem::replace(&mut open[start.index()], false) {
                continue;
            }
            let (mut boxes, mut next) = (vec![start], 0);
            while let Some(&b) = boxes.get(next) {
                next += 1;
                let narrow = self.component.box_numbers(b).iter().filter(|j| !self.is_wide[j.index()]);
                for &other in narrow.flat_map(|j| &self.number_boxes[j.index()]) {
                    if std::mem::replace(&mut open[other.index()], false) {
                        boxes.push(other);
                    }
                }
            }
            let change = |b: &BoxId| model[b.index()] as i32 - mines[b.index()] as i32;
            let piece: Chain = boxes.iter().map(|b| (*b, change(b))).collect();
            if let Some(chain) = self.made_up(piece, mines, intervals) {
                found.push(chain);
            }
        }
        found
    }

    /// Changes `mines`, which meet all numbers but wide ones, until they meet those too; `false` if
    /// that was not found to be possible.
    pub fn balance(&mut self, mines: &mut [u32], intervals: &Intervals) -> bool {
        for i in 0..self.wide.len() {
            let j = self.wide[i];
            let sum: i64 = self.number_boxes[j.index()].iter().map(|b| i64::from(mines[b.index()])).sum();
            self.missing[j.index()] = i64::from(self.component.rest(j)) - sum;
        }
        // What nothing else sees costs nothing to change, and changes at once by as much as it can.
        for i in 0..self.loners.len() {
            self.fill(self.loners[i], mines, intervals);
        }
        let mut before = i64::MAX;
        while self.left() != 0 && self.left() < before {
            before = self.left();
            for b in self.component.boxes() {
                if self.left() == 0 {
                    break;
                }
                let Some(change) = self.wanted(b) else { continue };
                let Some(chain) = self.chain(mines, intervals, b, change) else { continue };
                self.take_if_closer(&chain, mines);
            }
        }
        let balanced = self.left() == 0;
        for i in 0..self.wide.len() {
            self.missing[self.wide[i].index()] = 0;
        }
        balanced
    }

    /// Whether a mine more (1) or fewer (−1) in a box brings a wide number closer.
    fn wanted(&self, b: BoxId) -> Option<i32> {
        let wide = self.component.box_numbers(b).iter().filter(|j| self.is_wide[j.index()]);
        let sum: i64 = wide.map(|&j| self.weight(j) * self.missing[j.index()].signum()).sum();
        (sum != 0).then_some(sum.signum() as i32)
    }

    /// Changes a box that only wide numbers see by as much as they all want.
    fn fill(&mut self, b: BoxId, mines: &mut [u32], intervals: &Intervals) {
        let wanted = self.component.box_numbers(b).iter().map(|j| self.missing[j.index()]);
        let Some(wanted) = wanted.min_by_key(|missing| missing.abs()) else { return };
        let held = i64::from(mines[b.index()]);
        let (least, most) = (i64::from(intervals.least[b.index()]), i64::from(intervals.most[b.index()]));
        let chain = [(b, ((held + wanted).clamp(least, most) - held) as i32)];
        self.take_if_closer(&chain, mines);
    }

    /// Makes a change if it brings wide numbers closer.
    fn take_if_closer(&mut self, chain: &[(BoxId, i32)], mines: &mut [u32]) {
        let before = self.left();
        self.count(chain, 1);
        if self.left() < before {
            apply(chain, mines);
        } else {
            self.count(chain, -1);
        }
    }

    /// How far wide numbers are off, together. The widest counts least: the others are within it as
    /// a rule, so a mine that leaves one of them is missed by both, and is put elsewhere next.
    fn left(&self) -> i64 {
        self.wide.iter().map(|&j| self.weight(j) * self.missing[j.index()].abs()).sum()
    }

    fn weight(&self, j: NumberId) -> i64 {
        if self.widest == Some(j) { 1 } else { 2 }
    }

    /// Counts a chain for (1) or against (−1) the wide numbers.
    fn count(&mut self, chain: &[(BoxId, i32)], times: i64) {
        for &(b, change) in chain {
            for j in self.component.box_numbers(b).iter().filter(|j| self.is_wide[j.index()]) {
                self.missing[j.index()] -= times * i64::from(change);
            }
        }
    }

    fn imbalance(&mut self, chain: &[(BoxId, i32)]) -> i64 {
        self.count(chain, 1);
        let left = self.left();
        self.count(chain, -1);
        left
    }

    /// Adds other chains until no wide number is off.
    fn make_up(&mut self, chain: &mut Chain, mines: &[u32], intervals: &Intervals) -> bool {
        self.count(chain, 1);
        self.mark(chain, true);
        for i in 0..self.loners.len() {
            let b = self.loners[i];
            let wanted = self.component.box_numbers(b).iter().map(|j| self.missing[j.index()]);
            let wanted = wanted.min_by_key(|missing| missing.abs()).unwrap_or(0) as i32;
            if wanted != 0 && !self.is_changed[b.index()] && fits(mines, intervals, b, wanted) {
                self.add(&[(b, wanted)], chain);
            }
        }
        for _ in 0..TRIES.min(self.kept.len()) {
            if self.left() == 0 {
                break;
            }
            self.next = (self.next + 1) % self.kept.len();
            let other = std::mem::take(&mut self.kept[self.next]);
            let apart = |&(b, change): &(BoxId, i32)| {
                !self.is_changed[b.index()] && fits(mines, intervals, b, change)
            };
            if other.iter().all(apart) {
                self.add(&other, chain);
            }
            self.kept[self.next] = other;
        }
        let done = self.left() == 0;
        self.mark(chain, false);
        self.count(chain, -1);
        done
    }

    fn mark(&mut self, chain: &[(BoxId, i32)], changed: bool) {
        for (b, _) in chain {
            self.is_changed[b.index()] = changed;
        }
    }

    /// Adds another chain if that brings wide numbers closer.
    fn add(&mut self, other: &[(BoxId, i32)], chain: &mut Chain) {
        let before = self.left();
        self.count(other, 1);
        if self.left() < before {
            self.mark(other, true);
            chain.extend_from_slice(other);
        } else {
            self.count(other, -1);
        }
    }

    /// A chain from box `b` that puts no number off but wide ones.
    fn chain(&mut self, mines: &[u32], intervals: &Intervals, b: BoxId, change: i32) -> Option<Chain> {
        self.steps = 0;
        let found = self.try_change(mines, intervals, b, change);
        let chain = std::mem::take(&mut self.changed);
        self.mark(&chain, false);
        found.then_some(chain)
    }

    fn try_change(&mut self, mines: &[u32], intervals: &Intervals, b: BoxId, change: i32) -> bool {
        if !fits(mines, intervals, b, change) || self.changed.len() >= DEPTH {
            return false;
        }
        self.changed.push((b, change));
        self.is_changed[b.index()] = true;
        self.shift(b, change);
        if self.complete(mines, intervals) {
            return true;
        }
        self.changed.pop();
        self.is_changed[b.index()] = false;
        self.shift(b, -change);
        false
    }

    /// Puts the numbers that are off right, the one with the fewest boxes first.
    fn complete(&mut self, mines: &[u32], intervals: &Intervals) -> bool {
        let fewest = |j: &&NumberId| self.number_boxes[j.index()].len();
        let Some(&j) = self.off.iter().min_by_key(fewest) else { return true };
        let change = if self.missing[j.index()] > 0 { 1 } else { -1 };
        // Boxes that put other numbers right as well come first.
        let mut options: Vec<(i32, BoxId)> = Vec::new();
        for &b in self.number_boxes[j.index()].iter().filter(|b| !self.is_changed[b.index()]) {
            let harm = |j: &NumberId| match self.missing[j.index()] * i64::from(change) {
                _ if self.is_wide[j.index()] => 0,
                1.. => -1,
                _ => 1,
            };
            options.push((self.component.box_numbers(b).iter().map(harm).sum(), b));
        }
        options.sort_unstable();
        for (_, b) in options {
            self.steps += 1;
            if self.steps > STEPS {
                return false;
            }
            if self.try_change(mines, intervals, b, change) {
                return true;
            }
        }
        false
    }

    fn shift(&mut self, b: BoxId, change: i32) {
        let component = self.component;
        for &j in component.box_numbers(b) {
            if self.is_wide[j.index()] {
                continue;
            }
            let missing = &mut self.missing[j.index()];
            let before = *missing;
            *missing -= i64::from(change);
            if before == 0 {
                self.off.push(j);
            } else if *missing == 0 {
                self.off.retain(|&other| other != j);
            }
        }
    }
}

/// Changes a solution along a chain.
pub fn apply(chain: &[(BoxId, i32)], mines: &mut [u32]) {
    for &(b, change) in chain {
        mines[b.index()] = mines[b.index()].wrapping_add_signed(change);
    }
}

/// Whether a box can change by so much.
fn fits(mines: &[u32], intervals: &Intervals, b: BoxId, change: i32) -> bool {
    let value = i64::from(mines[b.index()]) + i64::from(change);
    (i64::from(intervals.least[b.index()])..=i64::from(intervals.most[b.index()])).contains(&value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A total over a wide number with a mine too many and a box that only the total sees: one mine
    /// leaves the wide number, which alone puts the total off, and goes to the box.
    #[test]
    fn a_mine_moves_from_a_wide_number_to_where_only_the_total_sees_it() {
        let within: Vec<(u32, Vec<u32>)> = vec![(1, vec![0, 1]); 70];
        let boxes: Vec<(u32, Vec<u32>)> = within.into_iter().chain([(100, vec![0])]).collect();
        let component = Component::new(vec![80, 20], &boxes);
        let number_boxes = component.number_boxes();
        let intervals = Intervals::new(&component, &number_boxes).unwrap();
        let mut repair = Repair::new(&component, &number_boxes);
        for (inside, beside) in [(21, 59), (20, 60), (3, 0), (70, 100)] {
            let mut mines: Vec<u32> = (0..70).map(|b| u32::from(b < inside)).chain([beside]).collect();
            assert!(repair.balance(&mut mines, &intervals), "{inside} and {beside}");
            assert_eq!((mines[..70].iter().sum::<u32>(), mines[70]), (20, 60), "{inside} and {beside}");
        }
    }
}
