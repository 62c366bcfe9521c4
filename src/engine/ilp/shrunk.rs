//! A component as a program over what is left to choose.
//!
//! # Theory
//! Boxes that decide each other ([`classes`](crate::reduce::classes)) are one variable, and decided
//! boxes are none. In a number, a box that is the opposite of its class counts 1 − x, so numbers
//! become sums with weights; those that are left with nothing, and those that say the same as
//! another, are left out. What follows from odd and even ([`parity`]) is put in. Solutions of the program are solutions of the component, one each, and
//! what they cost differs by a constant.

use std::collections::HashSet;

use crate::budget::{Answer, Budget, StopReason};
use crate::reduce::classes::{Classes, Member, gather};
use crate::reduce::intervals::Intervals;
use crate::reduce::{BoxId, Component};

use super::parity;
use super::program::{Program, Room, Row};
use super::trail::Bound;

/// What a box holds, in terms of the program.
#[derive(Clone, Copy, Debug)]
enum Place {
    Decided(i64),
    As(usize),
    Opposite(usize),
}

/// A program and the way back from it.
pub struct Shrunk {
    /// The program.
    pub program: Program,
    places: Vec<Place>,
    whole: Program,
}

impl Shrunk {
    /// The program of a component; `None` if it has no solution.
    pub fn new(component: &Component, budget: &Budget) -> Answer<Option<Self>> {
        let number_boxes = component.number_boxes();
        let Some(mut intervals) = Intervals::new(component, &number_boxes) else { return Ok(None) };
        let classes = Classes::new(component, &number_boxes, &mut intervals, budget)?;
        let Some(classes) = classes else { return Ok(None) };
        let mut variable = vec![None; component.box_count()];
        let mut room = Room { low: Vec::new(), high: Vec::new() };
        let mut places = Vec::with_capacity(component.box_count());
        for b in component.boxes() {
            let (low, high) = (intervals.least[b.index()], intervals.most[b.index()]);
            if low == high {
                places.push(Place::Decided(i64::from(low)));
                continue;
            }
            let Member { first, turned } = classes.of(b);
            let x = *variable[first.index()].get_or_insert_with(|| {
                // Only single cells share a variable, so the first of them has the same range.
                room.low.push(i64::from(low));
                room.high.push(i64::from(high));
                room.low.len() - 1
            });
            places.push(if turned { Place::Opposite(x) } else { Place::As(x) });
        }
        let mut said = HashSet::new();
        let (mut rows, mut rests) = (Vec::new(), Vec::new());
        for (boxes, j) in number_boxes.iter().zip(component.numbers()) {
            let (row, constant) = collect(boxes.iter().map(|b| (places[b.index()], 1)));
            let rest = i64::from(component.rest(j)) - constant;
            if row.is_empty() && rest != 0 {
                return Ok(None);
            }
            if !row.is_empty() && said.insert((row.clone(), rest)) {
                rows.push(row);
                rests.push(rest);
            }
        }
        if !parity::take_in(&mut rows, &mut rests, &mut room, budget)? {
            return Ok(None);
        }
        let program = Program::from_rows(rows, rests, room);
        Ok(Some(Shrunk { program, places, whole: Program::new(component) }))
    }

    /// What each box holds where variables have these values. That all numbers are met is checked
    /// once more.
    pub fn mines(&self, values: &[i64]) -> Answer<Vec<i64>> {
        let mines: Vec<i64> = self.places.iter().map(|place| place.range(values, values).0).collect();
        if self.whole.is_met_by(&mines) { Ok(mines) } else { Err(StopReason::Disagreement) }
    }

    /// The values of variables where boxes hold these mines.
    pub fn values(&self, mines: &[u32]) -> Vec<i64> {
        let mut values = vec![0; self.program.variable_count()];
        for (place, &mines) in self.places.iter().zip(mines) {
            match *place {
                Place::Decided(_) => {}
                Place::As(x) => values[x] = i64::from(mines),
                Place::Opposite(x) => values[x] = 1 - i64::from(mines),
            }
        }
        values
    }

    /// The range of each box from those of the variables.
    pub fn ranges<'a>(&'a self, least: &'a [i64], most: &'a [i64]) -> impl Iterator<Item = (i64, i64)> + 'a {
        self.places.iter().map(|place| place.range(least, most))
    }

    /// That a box holds at least so much, as a bound of the program; `None` if it is decided.
    pub fn at_least(&self, b: BoxId, mines: i64) -> Option<Bound> {
        match self.places[b.index()] {
            Place::Decided(_) => None,
            Place::As(x) => Some(Bound::at_least(x, mines)),
            Place::Opposite(x) => Some(Bound::at_most(x, 1 - mines)),
        }
    }

    /// The range of one box from those of the variables.
    pub fn range(&self, b: BoxId, mut ends: impl FnMut(usize) -> (i64, i64)) -> (i64, i64) {
        match self.places[b.index()] {
            Place::Decided(mines) => (mines, mines),
            Place::As(x) => ends(x),
            Place::Opposite(x) => {
                let (low, high) = ends(x);
                (1 - high, 1 - low)
            }
        }
    }

    /// The costs of variables, and the constant beside them, from costs of boxes.
    pub fn costs(&self, of_boxes: impl Iterator<Item = i64>) -> (Vec<i64>, i64) {
        let (row, constant) = collect(self.places.iter().copied().zip(of_boxes));
        let mut costs = vec![0; self.program.variable_count()];
        for (x, cost) in row {
            costs[x] = cost;
        }
        (costs, constant)
    }
}

impl Place {
    fn range(self, least: &[i64], most: &[i64]) -> (i64, i64) {
        match self {
            Place::Decided(mines) => (mines, mines),
            Place::As(x) => (least[x], most[x]),
            Place::Opposite(x) => (1 - most[x], 1 - least[x]),
        }
    }
}

/// A sum of boxes as one of variables, each once, and a constant.
fn collect(terms: impl Iterator<Item = (Place, i64)>) -> (Row, i64) {
    let (mut row, mut constant) = (Row::new(), 0);
    for (place, weight) in terms {
        match place {
            Place::Decided(mines) => constant += weight * mines,
            Place::As(x) => row.push((x, weight)),
            Place::Opposite(x) => {
                constant += weight;
                row.push((x, -weight));
            }
        }
    }
    gather(&mut row);
    (row, constant)
}
