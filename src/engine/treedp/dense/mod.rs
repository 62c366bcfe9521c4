//! Counting with tables that have a place for every vector of rests.
//!
//! # Theory
//! A sorted table pays for its keys: each entry is compared, moved and merged. Where most vectors of
//! rests are reachable it is cheaper to have a place for every one: a vector is then its place, and
//! adding a cell is one sum for each place, at a fixed distance. The path is walked from both ends
//! to a small table near the middle; at a cut both ways have the same open numbers with the same
//! ranges, so that walking back costs what walking forth does.
//!
//! # Cost
//! One sum for each vector and cell, about a fifth of what a sorted entry costs; and two tables at a
//! time.
//!
//! # What we changed
//! Tensor contractions do one multiplication with a small tensor at a time, out of place. Here the
//! tensors are sums of two shifts, so several are applied in place to a part of the table that stays
//! in the cache (`pass`), and memory sees only the tables between such groups (`group`).

mod course;
mod group;
mod pass;
mod table;

use std::cell::OnceCell;

use num_bigint::BigUint;

use crate::budget::{Answer, Budget, StopReason};
use crate::reduce::{BoxId, Component};

use super::units::Units;

use course::{Course, Ranges};
use group::groups;
use table::{Dense, MOST_WORDS, Memory};

/// The largest box that is added cell by cell.
const LARGEST_BOX: u32 = 64;

/// A walk from both ends of a path, cell by cell.
pub struct DensePath {
    units: Component,
    halves: [Half; 2],
}

/// The way from one end.
struct Half {
    course: Course,
    /// Looked for when they are first asked for: a path may be too much work at first sight.
    ends: OnceCell<Vec<usize>>,
}

impl Half {
    fn new(units: &Component, path: &[BoxId], budget: &Budget) -> Answer<Self> {
        Ok(Half { course: Course::new(units, path, budget)?, ends: OnceCell::new() })
    }

    /// Where the groups of cells end that are added in one go.
    fn ends(&self, units: &Component) -> &[usize] {
        self.ends.get_or_init(|| groups(units, &self.course))
    }
}

impl DensePath {
    /// Cuts a path where its table is smallest near the middle; `None` if there are boxes in it that
    /// can't be added cell by cell.
    pub fn new(component: &Component, path: &[BoxId], budget: &Budget) -> Answer<Option<Self>> {
        let is_plain = |&b: &BoxId| {
            (1..=LARGEST_BOX).contains(&component.size(b)) && !component.box_numbers(b).is_empty()
        };
        if !path.iter().all(is_plain) {
            return Ok(None);
        }
        let (units, path) = Units::along(component, path, LARGEST_BOX);
        let whole = Course::new(&units, &path, budget)?;
        let fifth = path.len() / 5;
        let middle = (2 * fifth..=path.len() - 2 * fifth).min_by_key(|&at| whole.sizes[at]).unwrap_or(0);
        let back: Vec<BoxId> = path[middle..].iter().rev().copied().collect();
        let halves = [Half::new(&units, &path[..middle], budget)?, Half::new(&units, &back, budget)?];
        Ok(Some(DensePath { units, halves }))
    }

    /// How many sums will be made.
    pub fn work(&self) -> u64 {
        self.halves.iter().fold(0, |sum, half| sum.saturating_add(half.course.work()))
    }

    /// The largest table that is written.
    pub fn largest(&self) -> u64 {
        let tables = |half: &Half| half.ends(&self.units).iter().map(|&end| half.course.sizes[end]).max();
        self.halves.iter().filter_map(tables).max().unwrap_or(1)
    }

    /// The memory of the tables if all counts fit one word.
    pub fn least_bytes(&self) -> u64 {
        self.largest().saturating_mul(2 * size_of::<u64>() as u64)
    }

    /// How many placements there are.
    pub fn count(&self, budget: &Budget) -> Answer<BigUint> {
        if self.halves.iter().any(|half| half.course.sizes.contains(&0)) {
            return Ok(BigUint::ZERO);
        }
        if self.least_bytes() > budget.memory_left().min(isize::MAX as u64 / MOST_WORDS) {
            return Err(StopReason::Memory);
        }
        let mut memory = [Memory::new(budget)?, Memory::new(budget)?];
        let mut along = |half: &Half| {
            Dense::along(&half.course, half.ends(&self.units), Ranges::new(&self.units), &mut memory, budget)
        };
        let (front, back) = (along(&self.halves[0])?, along(&self.halves[1])?);
        front.meet(&back, |digit| u64::from(self.units.rest(digit.number)), budget)
    }
}
