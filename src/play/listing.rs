//! The solutions of a part, one by one.
//!
//! # Theory
//! Cells that see the same numbers make a box. Boxes are put in an order in which numbers are
//! complete early; then each takes its values from the interval that leaves every number a rest
//! between 0 and what is to come, so nothing is tried in vain at its own box.
//!
//! # Cost
//! One step for each partial solution.

use super::View;
use super::parts::{Part, Solution, choose};

/// Solutions up to which they are listed.
const MOST_SOLUTIONS: usize = 1 << 14;
/// Boxes up to which a word tells which are mined.
const MOST_BOXES: usize = 128;
/// Cells of a box up to which half a word counts its mines.
const MOST_CELLS: u32 = u16::MAX as u32;
/// Placements of a part up to which products of some of them keep within floating point.
const MOST_WAYS: f64 = 1e100;

/// Room for the search for solutions, kept from part to part.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Cells with a fingerprint of what they see.
    prints: Vec<(u64, u32)>,
    /// The numbers of each box, one box after the other.
    seen: Vec<u32>,
    seen_starts: Vec<u32>,
    /// Per number: its boxes that have no place yet.
    open_boxes: Vec<u32>,
    order: Vec<u32>,
    missing: Vec<u32>,
    to_come: Vec<u32>,
    values: Vec<u16>,
    most: Vec<u16>,
    ways: Vec<f64>,
    mines: Vec<u32>,
    /// Boxes with a mine, and full boxes, of those before each depth.
    mined: Vec<(u128, u128)>,
    cells: Vec<u32>,
}

impl Search {
    /// Finds the boxes of a part whose numbers and cells are known, and its solutions.
    pub fn solve(&mut self, part: &mut Part, place: &[u32], view: &View) {
        self.find_boxes(part, place, view);
        let numbers = part.numbers.len();
        self.missing.clear();
        self.missing.extend(part.numbers.iter().map(|&number| view.missing(number)));
        self.to_come.clear();
        self.to_come.resize(numbers, 0);
        let boxes = part.box_count();
        for b in 0..boxes {
            for &j in &self.seen[self.seen_starts[b] as usize..self.seen_starts[b + 1] as usize] {
                self.to_come[j as usize] += part.size(b);
            }
        }
        if boxes > MOST_BOXES || (0..boxes).any(|b| part.size(b) > MOST_CELLS) {
            part.is_large = true;
            return;
        }
        self.list(part);
        if !part.is_large {
            sum_up(part);
            // Not the other way round: what is no number at all is large, too.
            part.is_large = !part.by_mines.iter().all(|ways| *ways <= MOST_WAYS);
        }
    }

    /// Groups the cells by the numbers that see them, and orders the groups.
    fn find_boxes(&mut self, part: &mut Part, place: &[u32], view: &View) {
        let numbers_of = |cell: u32| {
            let near = view.field().around(cell).iter().copied();
            near.filter(|&number| view.is_live(number)).map(|number| place[number as usize])
        };
        self.prints.clear();
        for &cell in &part.cells {
            let print = numbers_of(cell).map(scatter).fold(0, u64::wrapping_add);
            self.prints.push((print, cell));
        }
        self.prints.sort_unstable();
        // Boxes in the order found.
        self.seen.clear();
        self.seen_starts.clear();
        self.cells.clear();
        part.starts.clear();
        let mut last = None;
        for &(print, cell) in &self.prints {
            let from = self.seen.len();
            if last == Some(print) {
                let first = self.cells[part.starts[part.starts.len() - 1] as usize];
                if numbers_of(first).eq(numbers_of(cell)) {
                    self.cells.push(cell);
                    continue;
                }
            }
            last = Some(print);
            part.starts.push(self.cells.len() as u32);
            self.cells.push(cell);
            self.seen_starts.push(from as u32);
            self.seen.extend(numbers_of(cell));
        }
        part.starts.push(self.cells.len() as u32);
        self.seen_starts.push(self.seen.len() as u32);
        self.find_order(part);
    }

    /// Puts the boxes in an order in which numbers are complete early.
    fn find_order(&mut self, part: &mut Part) {
        let boxes = self.seen_starts.len() - 1;
        let numbers = part.numbers.len();
        self.open_boxes.clear();
        self.open_boxes.resize(numbers, 0);
        for &j in &self.seen {
            self.open_boxes[j as usize] += 1;
        }
        let mut total = std::mem::take(&mut self.missing);
        total.clear();
        total.extend_from_slice(&self.open_boxes);
        self.order.clear();
        let mut placed = [false; 256];
        let mut placed_many = Vec::new();
        let placed: &mut [bool] = if boxes <= placed.len() {
            &mut placed[..boxes]
        } else {
            placed_many.resize(boxes, false);
            &mut placed_many
        };
        while self.order.len() < boxes {
            // The number closest to its end, begun ones first.
            let mut best = (true, u32::MAX, 0);
            for (j, (&open, &all)) in self.open_boxes.iter().zip(&total).enumerate() {
                if open > 0 {
                    best = best.min((open == all, open, j));
                }
            }
            let j = best.2 as u32;
            for (b, is_placed) in placed.iter_mut().enumerate() {
                let seen = &self.seen[self.seen_starts[b] as usize..self.seen_starts[b + 1] as usize];
                if !*is_placed && seen.contains(&j) {
                    *is_placed = true;
                    self.order.push(b as u32);
                    for &other in seen {
                        self.open_boxes[other as usize] -= 1;
                    }
                }
            }
        }
        self.missing = total;
        // Lay everything out anew in that order.
        let (old_seen, old_starts) = (std::mem::take(&mut self.seen), std::mem::take(&mut self.seen_starts));
        let starts = std::mem::take(&mut part.starts);
        part.cells.clear();
        for &b in &self.order {
            let b = b as usize;
            part.starts.push(part.cells.len() as u32);
            part.cells.extend_from_slice(&self.cells[starts[b] as usize..starts[b + 1] as usize]);
            self.seen_starts.push(self.seen.len() as u32);
            self.seen.extend_from_slice(&old_seen[old_starts[b] as usize..old_starts[b + 1] as usize]);
        }
        part.starts.push(part.cells.len() as u32);
        self.seen_starts.push(self.seen.len() as u32);
    }

    /// Lists the solutions.
    fn list(&mut self, part: &mut Part) {
        let boxes = part.box_count();
        for room in [&mut self.values, &mut self.most] {
            room.clear();
            room.resize(boxes, 0);
        }
        self.ways.clear();
        self.ways.resize(boxes + 1, 1.0);
        self.mines.clear();
        self.mines.resize(boxes + 1, 0);
        self.mined.clear();
        self.mined.resize(boxes + 1, (0, 0));
        let mut depth = 0;
        let mut entering = true;
        loop {
            if depth == boxes {
                if part.solutions.len() == MOST_SOLUTIONS {
                    part.is_large = true;
                    return;
                }
                part.rows.extend_from_slice(&self.values);
                part.solutions.push(Solution {
                    mines: self.mines[depth],
                    ways: self.ways[depth],
                    mined: self.mined[depth].0,
                    full: self.mined[depth].1,
                });
                depth -= 1;
                entering = false;
            }
            let seen = &self.seen[self.seen_starts[depth] as usize..self.seen_starts[depth + 1] as usize];
            let size = part.starts[depth + 1] - part.starts[depth];
            let value = if entering {
                let (mut least, mut most) = (0, size);
                for &j in seen {
                    let to_come = &mut self.to_come[j as usize];
                    *to_come -= size;
                    let missing = self.missing[j as usize];
                    least = least.max(missing.saturating_sub(*to_come));
                    most = most.min(missing);
                }
                self.most[depth] = most as u16;
                if least > most {
                    None
                } else {
                    for &j in seen {
                        self.missing[j as usize] -= least;
                    }
                    Some(least as u16)
                }
            } else if self.values[depth] < self.most[depth] {
                for &j in seen {
                    self.missing[j as usize] -= 1;
                }
                Some(self.values[depth] + 1)
            } else {
                let value = u32::from(self.values[depth]);
                for &j in seen {
                    self.missing[j as usize] += value;
                }
                None
            };
            if let Some(value) = value {
                self.values[depth] = value;
                self.ways[depth + 1] = self.ways[depth] * choose(size, value.into());
                self.mines[depth + 1] = self.mines[depth] + u32::from(value);
                let (mined, full) = self.mined[depth];
                let is_full = u128::from(u32::from(value) == size) << depth;
                self.mined[depth + 1] = (mined | u128::from(value > 0) << depth, full | is_full);
                depth += 1;
                entering = true;
            } else {
                for &j in seen {
                    self.to_come[j as usize] += size;
                }
                if depth == 0 {
                    return;
                }
                depth -= 1;
                entering = false;
            }
        }
    }
}

/// Adds up what all solutions have in common.
fn sum_up(part: &mut Part) {
    let mines = part.solutions.iter().map(|solution| solution.mines);
    let (Some(low), Some(high)) = (mines.clone().min(), mines.max()) else {
        return;
    };
    part.low = low;
    part.by_mines.resize((high - low) as usize + 1, 0.0);
    (part.ever, part.always) = (0, u128::MAX);
    for solution in &part.solutions {
        part.by_mines[(solution.mines - low) as usize] += solution.ways;
        part.ever |= solution.mined;
        part.always &= solution.full;
    }
}

/// A word that tells numbers apart; sums of different sets rarely meet.
fn scatter(j: u32) -> u64 {
    let z = (u64::from(j) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (z ^ (z >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
