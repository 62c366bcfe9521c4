//! How large tables will be.
//!
//! # Theory
//! While a number is open it can have min(k, out) − max(0, k − in) + 1 rests, where `in` cells of
//! it are in and `out` are not; the product over all open numbers bounds the table. Its logarithm
//! is a sum that changes only at the numbers of an added box, so a candidate is judged in a
//! handful of operations.

use crate::reduce::{BoxId, Component, NumberId};

use super::logs::{LOGS, exp2, log2};

/// Predicts table sizes while boxes are added.
#[derive(Clone, Debug)]
pub struct Forecast<'a> {
    pub component: &'a Component,
    pub number_boxes: &'a [Vec<BoxId>],
    capacity: &'a [u64],
    inside: Vec<u64>,
    /// Which boxes are in.
    pub added: Vec<bool>,
    /// Of the table, in 256ths.
    pub log_size: u32,
}

impl<'a> Forecast<'a> {
    /// Nothing is in yet.
    pub fn new(component: &'a Component, number_boxes: &'a [Vec<BoxId>], capacity: &'a [u64]) -> Self {
        Forecast {
            component,
            number_boxes,
            capacity,
            inside: vec![0; component.number_count()],
            added: vec![false; component.box_count()],
            log_size: 0,
        }
    }

    /// Takes all boxes out again.
    pub fn restart(&mut self) {
        self.inside.fill(0);
        self.added.fill(false);
        self.log_size = 0;
    }

    /// How many boxes of `number` are not in yet does not matter, only how many cells.
    fn log_range(&self, number: NumberId) -> u32 {
        let j = number.index();
        let rest = u64::from(self.component.rest(number));
        let (inside, outside) = (self.inside[j], self.capacity[j] - self.inside[j]);
        let range = (rest.min(outside) + 1).saturating_sub(rest.saturating_sub(inside)).max(1);
        LOGS.get(range as usize).copied().unwrap_or_else(|| log2(range))
    }

    /// Whether some but not all cells of a number are in.
    pub fn is_open(&self, number: NumberId) -> bool {
        let j = number.index();
        self.inside[j] > 0 && self.inside[j] < self.capacity[j]
    }

    /// Whether all cells of a number are in.
    pub fn is_closed(&self, number: NumberId) -> bool {
        self.inside[number.index()] == self.capacity[number.index()]
    }

    /// Adds a box.
    pub fn add(&mut self, b: BoxId) {
        self.shift(b, |inside, size| inside + size);
        self.added[b.index()] = true;
    }

    /// Takes a box out again.
    pub fn remove(&mut self, b: BoxId) {
        self.shift(b, |inside, size| inside - size);
        self.added[b.index()] = false;
    }

    fn shift(&mut self, b: BoxId, change: impl Fn(u64, u64) -> u64) {
        let size = u64::from(self.component.size(b));
        for &j in self.component.box_numbers(b) {
            self.log_size -= self.log_range(j);
            self.inside[j.index()] = change(self.inside[j.index()], size);
            self.log_size += self.log_range(j);
        }
    }

    /// The size after closing a number, all else as it is.
    pub fn size_after_closing(&mut self, number: NumberId) -> u32 {
        let boxes = &self.number_boxes[number.index()];
        let mut undo = [BoxId(0); 32];
        let mut count = 0;
        let mut more = Vec::new();
        for &b in boxes {
            if !self.added[b.index()] {
                self.add(b);
                if count < undo.len() {
                    undo[count] = b;
                    count += 1;
                } else {
                    more.push(b);
                }
            }
        }
        let size = self.log_size;
        for &b in undo[..count].iter().chain(&more) {
            self.remove(b);
        }
        size
    }

    /// Adds the boxes of a number, always the one that leaves the smallest table, and returns the
    /// summed sizes.
    pub fn close(&mut self, number: NumberId, boxes: &mut Vec<BoxId>) -> u64 {
        let mut work = 0u64;
        let from = boxes.len();
        boxes.extend(self.number_boxes[number.index()].iter().filter(|b| !self.added[b.index()]));
        // Large neighbourhoods are not worth a quadratic search.
        let search = boxes.len() - from <= 24;
        for i in from..boxes.len() {
            if search && i + 1 < boxes.len() {
                let best = (i..boxes.len())
                    .min_by_key(|&c| {
                        self.add(boxes[c]);
                        let size = self.log_size;
                        self.remove(boxes[c]);
                        size
                    })
                    .unwrap_or(i);
                boxes.swap(i, best);
            }
            self.add(boxes[i]);
            work = work.saturating_add(exp2(self.log_size));
        }
        work
    }
}
