//! A component as an integer program, and all that is decided about it in integers.
//!
//! # Theory
//! Box b holds an integer `x_b` between 0 and its size, and for each number the boxes that count for
//! it sum to its rest; boxes that decide each other share a variable, which gives sums weights
//! ([`shrunk`](super::shrunk)). A [`Room`] narrows them further. Within a room every number tells each of
//! its boxes how little and how much is left for it by the others; repeated until nothing changes,
//! that is bound propagation, and the limit on the costs is one more sum that takes part in it.
//!
//! # Cost
//! Linear in the component for each round. Two sums that contradict each other may take as many
//! rounds as a box has cells to find out, so rounds are limited: what is found is right whenever
//! it ends.

use crate::reduce::{BoxId, Component};

use super::trail::Bound;

/// Terms of a sum: a variable, or a sum that it is in, with its weight.
pub type Row = Vec<(usize, i64)>;

/// Which variables count for which sums, and what the sums must be.
pub struct Program {
    /// For each sum what it must be.
    pub rests: Vec<i64>,
    /// For each sum its variables.
    pub rows: Vec<Row>,
    /// For each variable its sums.
    pub columns: Vec<Row>,
    whole: Room,
}

/// How little and how much each box may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// The least of each box.
    pub low: Vec<i64>,
    /// The most of each box.
    pub high: Vec<i64>,
}

/// Sums are gone through so many times at most.
const ROUNDS: usize = 64;

impl Program {
    /// The program of a component, a variable for each box.
    pub fn new(component: &Component) -> Self {
        let row = |boxes: &Vec<BoxId>| boxes.iter().map(|b| (b.index(), 1)).collect();
        let rests = component.numbers().map(|j| i64::from(component.rest(j))).collect();
        let high: Vec<i64> = component.boxes().map(|b| i64::from(component.size(b))).collect();
        let whole = Room { low: vec![0; high.len()], high };
        Program::from_rows(component.number_boxes().iter().map(row).collect(), rests, whole)
    }

    /// Sums of variables within a room.
    pub fn from_rows(rows: Vec<Row>, rests: Vec<i64>, whole: Room) -> Self {
        let mut columns = vec![Row::new(); whole.low.len()];
        for (j, row) in rows.iter().enumerate() {
            for &(b, weight) in row {
                columns[b].push((j, weight));
            }
        }
        Program { rests, rows, columns, whole }
    }

    /// How many variables there are.
    pub fn variable_count(&self) -> usize {
        self.columns.len()
    }

    /// All that variables can hold at first.
    pub fn whole(&self) -> Room {
        self.whole.clone()
    }

    /// The referee: whether these values are possible and meet every sum.
    pub fn is_met_by(&self, values: &[i64]) -> bool {
        let (low, high) = (&self.whole.low, &self.whole.high);
        let fits = values.len() == low.len()
            && values.iter().zip(low).zip(high).all(|((value, low), high)| (low..=high).contains(&value));
        let met = |(row, rest): (&Row, &i64)| sum(row, |b| values[b]) == *rest;
        fits && self.rows.iter().zip(&self.rests).all(met)
    }

    /// Narrows a room by the numbers and by costs of at most `most`; `false` if nothing fits it.
    pub fn narrow(&self, room: &mut Room, costs: &[i64], most: i64) -> bool {
        let mut due = vec![true; self.rows.len()];
        let mut touched = Vec::new();
        for _ in 0..ROUNDS {
            let mut changed = false;
            for j in 0..self.rows.len() {
                if !std::mem::replace(&mut due[j], false) {
                    continue;
                }
                touched.clear();
                if !narrow_sum(room, &self.rows[j], self.rests[j], &mut touched) {
                    return false;
                }
                changed |= !touched.is_empty();
                touched.iter().flat_map(|&b| &self.columns[b]).for_each(|&(other, _)| due[other] = true);
            }
            touched.clear();
            if !narrow_costs(room, costs, most, &mut touched) {
                return false;
            }
            changed |= !touched.is_empty();
            touched.iter().flat_map(|&b| &self.columns[b]).for_each(|&(other, _)| due[other] = true);
            if !changed {
                break;
            }
        }
        true
    }
}

impl Room {
    /// Narrows it by a bound; that may leave nothing.
    pub fn keep_to(&mut self, bound: Bound) {
        let (x, value) = (bound.variable(), bound.value());
        if bound.side.is_multiple_of(2) {
            self.low[x] = self.low[x].max(value);
        } else {
            self.high[x] = self.high[x].min(value);
        }
    }

    /// The only mines that are left, if each box has but one choice.
    pub fn only(&self) -> Option<&[i64]> {
        (self.low == self.high).then_some(&self.low[..])
    }
}

/// What mines cost.
pub fn cost(costs: &[i64], mines: &[i64]) -> i64 {
    costs.iter().zip(mines).map(|(c, x)| c * x).sum()
}

/// The sum of a row where variables have these values.
pub fn sum(row: &[(usize, i64)], value: impl Fn(usize) -> i64) -> i64 {
    row.iter().map(|&(b, weight)| weight * value(b)).sum()
}

/// The variables of a row sum to `rest`.
fn narrow_sum(room: &mut Room, row: &[(usize, i64)], rest: i64, touched: &mut Vec<usize>) -> bool {
    let (mut least, mut most) = (0, 0);
    for &(b, weight) in row {
        let ends = (weight * room.low[b], weight * room.high[b]);
        least += ends.0.min(ends.1);
        most += ends.0.max(ends.1);
    }
    if rest < least || rest > most {
        return false;
    }
    for &(b, weight) in row {
        // The others leave so much above its least contribution, and so much below its most.
        let (above, below) = (rest - least, most - rest);
        let step = weight.abs();
        let (low, high) = (room.low[b], room.high[b]);
        let range = if weight > 0 {
            ((high - below / step).max(low), (low + above / step).min(high))
        } else {
            ((high - above / step).max(low), (low + below / step).min(high))
        };
        note(room, b, range, touched);
    }
    // Both ends were computed from the sums before, so they can cross only where nothing fits.
    row.iter().all(|&(b, _)| room.low[b] <= room.high[b])
}

/// The costs are at most `most`.
fn narrow_costs(room: &mut Room, costs: &[i64], most: i64, touched: &mut Vec<usize>) -> bool {
    let cheapest = |b: usize, room: &Room| (costs[b] * room.low[b]).min(costs[b] * room.high[b]);
    let least: i64 = (0..costs.len()).map(|b| cheapest(b, room)).sum();
    if least > most {
        return false;
    }
    let spare = most.saturating_sub(least);
    for (b, &price) in costs.iter().enumerate().filter(|(_, price)| **price != 0) {
        let steps = spare / price.abs();
        let (mut low, mut high) = (room.low[b], room.high[b]);
        if price > 0 {
            high = high.min(low.saturating_add(steps));
        } else {
            low = low.max(high.saturating_sub(steps));
        }
        note(room, b, (low, high), touched);
    }
    true
}

fn note(room: &mut Room, b: usize, (low, high): (i64, i64), touched: &mut Vec<usize>) {
    if (low, high) != (room.low[b], room.high[b]) {
        (room.low[b], room.high[b]) = (low, high);
        touched.push(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn narrowed(component: &Component, costs: &[i64], most: i64) -> Option<Room> {
        let program = Program::new(component);
        let mut room = program.whole();
        program.narrow(&mut room, costs, most).then_some(room)
    }

    #[test]
    fn numbers_narrow_their_boxes() {
        // Boxes of 1, 2 and 3 cells; the first two sum to 3, the last two to 2.
        let component = Component::new(vec![3, 2], &[(1, vec![0]), (2, vec![0, 1]), (3, vec![1])]);
        let room = narrowed(&component, &[0; 3], 0).unwrap();
        assert_eq!(room.only(), Some(&[1, 2, 0][..]));
        assert!(Program::new(&component).is_met_by(&[1, 2, 0]));
        assert!(!Program::new(&component).is_met_by(&[1, 2, 1]));
    }

    #[test]
    fn costs_narrow_boxes_and_can_rule_everything_out() {
        let component = Component::new(vec![2], &[(2, vec![0]), (2, vec![0])]);
        let room = narrowed(&component, &[1, 0], 1).unwrap();
        assert_eq!(room, Room { low: vec![0, 1], high: vec![1, 2] });
        assert_eq!(narrowed(&component, &[1, 1], 1), None);
    }

    #[test]
    fn contradicting_sums_of_huge_boxes_do_not_take_for_ever() {
        let boxes = [(u32::MAX, vec![0, 1]), (u32::MAX, vec![0, 1])];
        let component = Component::new(vec![u32::MAX - 1, u32::MAX], &boxes);
        narrowed(&component, &[0; 2], 0);
    }
}
