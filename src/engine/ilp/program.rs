//! A component as an integer program, and all that is decided about it in integers.
//!
//! # Theory
//! Box b holds an integer `x_b` between 0 and its size, and for each number the boxes that count for
//! it sum to its rest. A [`Room`] narrows them further. Within a room every number tells each of
//! its boxes how little and how much is left for it by the others; repeated until nothing changes,
//! that is bound propagation, and the limit on the costs is one more sum that takes part in it.
//!
//! # Cost
//! Linear in the component for each round. Two sums that contradict each other may take as many
//! rounds as a box has cells to find out, so rounds are limited: what is found is right whenever
//! it ends.

use crate::reduce::{BoxId, Component};

/// Which boxes count for which numbers, and what the numbers want.
pub struct Program {
    /// For each number its rest.
    pub rests: Vec<i64>,
    /// For each number its boxes.
    pub rows: Vec<Vec<usize>>,
    /// For each box its numbers.
    pub columns: Vec<Vec<usize>>,
    sizes: Vec<i64>,
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
    /// The program of a component.
    pub fn new(component: &Component) -> Self {
        let index = |boxes: &Vec<BoxId>| boxes.iter().map(|b| b.index()).collect();
        Program {
            rests: component.numbers().map(|j| i64::from(component.rest(j))).collect(),
            rows: component.number_boxes().iter().map(index).collect(),
            columns: component
                .boxes()
                .map(|b| component.box_numbers(b).iter().map(|j| j.index()).collect())
                .collect(),
            sizes: component.boxes().map(|b| i64::from(component.size(b))).collect(),
        }
    }

    /// How many boxes there are.
    pub fn box_count(&self) -> usize {
        self.sizes.len()
    }

    /// All that boxes can hold at first.
    pub fn whole(&self) -> Room {
        Room { low: vec![0; self.sizes.len()], high: self.sizes.clone() }
    }

    /// The referee: whether these mines fit their boxes and meet every number.
    pub fn is_met_by(&self, mines: &[i64]) -> bool {
        let fits = mines.len() == self.sizes.len()
            && mines.iter().zip(&self.sizes).all(|(mines, size)| (0..=*size).contains(mines));
        let met = |(row, rest): (&Vec<usize>, &i64)| row.iter().map(|&b| mines[b]).sum::<i64>() == *rest;
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
                touched.iter().flat_map(|&b| &self.columns[b]).for_each(|&other| due[other] = true);
            }
            touched.clear();
            if !narrow_costs(room, costs, most, &mut touched) {
                return false;
            }
            changed |= !touched.is_empty();
            touched.iter().flat_map(|&b| &self.columns[b]).for_each(|&other| due[other] = true);
            if !changed {
                break;
            }
        }
        true
    }
}

impl Room {
    /// The only mines that are left, if each box has but one choice.
    pub fn only(&self) -> Option<&[i64]> {
        (self.low == self.high).then_some(&self.low[..])
    }
}

/// What mines cost.
pub fn cost(costs: &[i64], mines: &[i64]) -> i64 {
    costs.iter().zip(mines).map(|(c, x)| c * x).sum()
}

/// The boxes of a row sum to `rest`.
fn narrow_sum(room: &mut Room, row: &[usize], rest: i64, touched: &mut Vec<usize>) -> bool {
    let least: i64 = row.iter().map(|&b| room.low[b]).sum();
    let most: i64 = row.iter().map(|&b| room.high[b]).sum();
    if rest < least || rest > most {
        return false;
    }
    for &b in row {
        let low = (rest - (most - room.high[b])).max(room.low[b]);
        let high = (rest - (least - room.low[b])).min(room.high[b]);
        note(room, b, (low, high), touched);
    }
    // Both ends were computed from the sums before, so they can cross only where nothing fits.
    row.iter().all(|&b| room.low[b] <= room.high[b])
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
