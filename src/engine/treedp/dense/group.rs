//! Which cells are added in one go through the table.
//!
//! # Theory
//! A go reads a table and writes the next one; what happens in between stays in the cache, if the
//! numbers that the cells of the group touch have few vectors of rests. So the tables between two
//! groups are all that memory sees. The groups are chosen to make the sum of these tables as small
//! as can be, which also leaves out the largest ones.
//!
//! # Cost
//! Steps times the longest group.

use crate::reduce::{Component, NumberId};

use super::course::{Course, Range, Ranges};

/// The most vectors of rests of the numbers that one group touches.
const MOST_INSIDE: u64 = 1 << 11;

/// The most cells of a group.
const MOST_CELLS: usize = 40;

/// The ends of the groups, ascending: each begins where the one before ends.
pub fn groups(units: &Component, course: &Course) -> Vec<usize> {
    let steps = course.steps.len();
    // The least sum of tables up to each step, and where the last group began.
    let mut best: Vec<(u64, usize)> = vec![(u64::MAX, 0); steps + 1];
    best[0] = (0, 0);
    let mut ranges = Ranges::new(units);
    for from in 0..steps {
        let mut inside = Inside::default();
        for to in from + 1..=steps.min(from + MOST_CELLS) {
            inside.add(course, to - 1, &ranges);
            // A single cell is a group whatever it costs.
            if to > from + 1 && inside.size() > MOST_INSIDE {
                break;
            }
            let sum = best[from].0.saturating_add(course.sizes[to]);
            if sum < best[to].0 {
                best[to] = (sum, from);
            }
        }
        for touch in &course.steps[from] {
            ranges.set(touch.number, touch.after);
        }
    }
    let mut ends = vec![steps];
    while let Some(&end) = ends.last()
        && best[end].1 > 0
    {
        ends.push(best[end].1);
    }
    ends.reverse();
    ends
}

/// The numbers that a group touches, each with all rests that it may have from its first cell to
/// its last.
#[derive(Debug, Default)]
pub struct Inside(pub Vec<(NumberId, Range)>);

impl Inside {
    /// Adds the cell of a step; `before` is what rests may be before the group.
    pub fn add(&mut self, course: &Course, step: usize, before: &Ranges) {
        for touch in &course.steps[step] {
            let known = self.0.iter_mut().find(|(number, _)| *number == touch.number);
            if let Some((_, range)) = known {
                range.low = touch.after.low;
            } else {
                let high = before.of(touch.number).high;
                self.0.push((touch.number, Range { low: touch.after.low, high }));
            }
        }
    }

    /// Whether the group touches a number.
    pub fn touches(&self, number: NumberId) -> bool {
        self.0.iter().any(|(touched, _)| *touched == number)
    }

    /// How many vectors of rests there are.
    pub fn size(&self) -> u64 {
        self.0.iter().fold(1, |size, (_, range)| size.saturating_mul(range.len()))
    }
}
