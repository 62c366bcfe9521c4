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
//! # Cost
//! At most [`STEPS`] boxes tried. Nothing is proven where none is found: then the solver decides.
//!
//! # References
//! The general form, flipping one literal of a model, is in: A. Biere, N. Froleyks, W. Wang,
//! CadiBack, SAT 2023. A single flip breaks every sum; chains are what sums need.

use crate::reduce::{BoxId, Component, NumberId};

use super::intervals::Intervals;

/// Boxes tried for one repair.
const STEPS: u32 = 400;

/// Boxes changed by one repair.
const DEPTH: usize = 14;

/// A number with more boxes than this is only looked through for boxes that no other number sees.
const WIDE: usize = 64;

/// A solution that can be changed and repaired.
pub struct Repair<'a> {
    component: &'a Component,
    number_boxes: &'a [Vec<BoxId>],
    /// For each number with many boxes those that no other number sees.
    loners: Vec<Vec<BoxId>>,
    /// For each number how many mines it has too few (or, below 0, too many).
    missing: Vec<i64>,
    off: Vec<NumberId>,
    changed: Vec<(BoxId, i32)>,
    is_changed: Vec<bool>,
    steps: u32,
}

impl<'a> Repair<'a> {
    /// Nothing changed yet.
    pub fn new(component: &'a Component, number_boxes: &'a [Vec<BoxId>]) -> Self {
        let alone = |boxes: &Vec<BoxId>| -> Vec<BoxId> {
            if boxes.len() <= WIDE {
                return Vec::new();
            }
            boxes.iter().copied().filter(|&b| component.box_numbers(b).len() == 1).collect()
        };
        Repair {
            component,
            number_boxes,
            loners: number_boxes.iter().map(alone).collect(),
            missing: vec![0; component.number_count()],
            off: Vec::new(),
            changed: Vec::new(),
            is_changed: vec![false; component.box_count()],
            steps: 0,
        }
    }

    /// Changes the solution `mines` so that box `b` has one mine more (`change` 1) or fewer (−1),
    /// within the intervals; the boxes changed, or nothing if no repair was found.
    pub fn change(
        &mut self,
        mines: &mut [u32],
        intervals: &Intervals,
        b: BoxId,
        change: i32,
    ) -> Option<&[(BoxId, i32)]> {
        self.undo_all();
        self.steps = 0;
        let found = self.try_change(mines, intervals, b, change);
        if !found {
            return None;
        }
        for &(b, change) in &self.changed {
            mines[b.index()] = mines[b.index()].wrapping_add_signed(change);
        }
        Some(&self.changed)
    }

    fn undo_all(&mut self) {
        for (b, _) in self.changed.drain(..) {
            self.is_changed[b.index()] = false;
        }
        self.off.clear();
    }

    fn try_change(&mut self, mines: &[u32], intervals: &Intervals, b: BoxId, change: i32) -> bool {
        let value = i64::from(mines[b.index()]) + i64::from(change);
        let range = i64::from(intervals.least[b.index()])..=i64::from(intervals.most[b.index()]);
        if !range.contains(&value) || self.changed.len() >= DEPTH {
            return false;
        }
        self.apply(b, change);
        if self.complete(mines, intervals) {
            return true;
        }
        self.take_back();
        false
    }

    /// Puts the numbers that are off right, the one with the fewest boxes first.
    fn complete(&mut self, mines: &[u32], intervals: &Intervals) -> bool {
        let fewest = |j: &&NumberId| self.number_boxes[j.index()].len();
        let Some(&j) = self.off.iter().min_by_key(fewest) else { return true };
        let change = if self.missing[j.index()] > 0 { 1 } else { -1 };
        let all = self.number_boxes;
        let boxes = if all[j.index()].len() > WIDE { self.loners[j.index()].clone() } else { Vec::new() };
        let boxes = if boxes.is_empty() { &all[j.index()][..] } else { &boxes[..] };
        if boxes.len() > WIDE {
            return false;
        }
        // Boxes that put other numbers right as well come first.
        let mut options: Vec<(i32, BoxId)> = Vec::with_capacity(boxes.len());
        for &b in boxes.iter().filter(|b| !self.is_changed[b.index()]) {
            let harm = |j: &NumberId| match self.missing[j.index()] * i64::from(change) {
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

    fn apply(&mut self, b: BoxId, change: i32) {
        self.changed.push((b, change));
        self.is_changed[b.index()] = true;
        self.shift(b, change);
    }

    fn take_back(&mut self) {
        if let Some((b, change)) = self.changed.pop() {
            self.is_changed[b.index()] = false;
            self.shift(b, -change);
        }
    }

    fn shift(&mut self, b: BoxId, change: i32) {
        let component = self.component;
        for &j in component.box_numbers(b) {
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
