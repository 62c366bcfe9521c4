//! Parts that the number of mines ties together, as one list.
//!
//! # Cost
//! One row for each choice of a solution of each part that leaves the background a number of mines
//! that it can hold.

use super::parts::{Part, Parts, Solution, choose};
use super::{Look, View};

/// Solutions up to which parts are joined.
const MOST_JOINED: usize = 1 << 16;
/// Boxes up to which a word tells which are mined.
const MOST_BOXES: usize = 128;
/// Cells of the background up to which half a word counts its mines.
const MOST_CELLS: u32 = u16::MAX as u32;

/// All parts of a position and its background as one.
#[derive(Clone, Debug, Default)]
pub struct Joined {
    /// Whether it belongs to the position at hand.
    pub is_known: bool,
    /// Whether there are too many solutions for a list.
    pub is_too_large: bool,
    /// The solutions; the background is the last box.
    pub part: Part,
    /// Per part: where its boxes begin.
    pub offsets: Vec<usize>,
}

impl Joined {
    /// Joins the parts of a position.
    pub fn join(&mut self, view: &View, parts: &Parts, look: &Look) {
        self.is_known = true;
        self.part.clear();
        self.offsets.clear();
        let mut boxes = 0;
        for part in parts.live() {
            self.offsets.push(boxes);
            boxes += part.box_count();
            self.part.starts.extend(
                part.starts[..part.box_count()].iter().map(|start| start + self.part.cells.len() as u32),
            );
            self.part.cells.extend_from_slice(&part.cells);
        }
        if look.weights.background > 0 {
            self.part.starts.push(self.part.cells.len() as u32);
            self.part.cells.extend(parts.background(view));
            boxes += 1;
        }
        self.part.starts.push(self.part.cells.len() as u32);
        self.is_too_large =
            boxes > MOST_BOXES || look.weights.background > MOST_CELLS || !self.list(parts, look);
        if !self.is_too_large {
            (self.part.low, self.part.by_mines) = (look.weights.mines, vec![1.0]);
        }
    }

    /// Lists the solutions of all parts together; `false` where they are too many.
    fn list(&mut self, parts: &Parts, look: &Look) -> bool {
        let weights = &look.weights;
        let mut row = Vec::with_capacity(self.part.box_count());
        let whole = Chosen { ways: 1.0, mined: 0, full: 0, low: weights.low, high: weights.high };
        self.descend(0, parts, look, whole, &mut row)
    }

    fn descend(
        &mut self,
        slot: usize,
        parts: &Parts,
        look: &Look,
        so_far: Chosen,
        row: &mut Vec<u16>,
    ) -> bool {
        let weights = &look.weights;
        if slot == self.offsets.len() {
            let left = weights.mines - so_far.low;
            let mut solution = Solution {
                mines: weights.mines,
                ways: so_far.ways * choose(weights.background, left),
                mined: so_far.mined,
                full: so_far.full,
            };
            self.part.rows.extend_from_slice(row);
            if weights.background > 0 {
                self.part.rows.push(left as u16);
                solution.mined |= u128::from(left > 0) << row.len();
                solution.full |= u128::from(left == weights.background) << row.len();
            }
            self.part.solutions.push(solution);
            return self.part.solutions.len() <= MOST_JOINED && solution.ways.is_finite();
        }
        let part = parts.part(slot);
        for (i, solution) in part.solutions.iter().enumerate() {
            // Fewest and most mines of all parts, with those up to this one chosen.
            let low = so_far.low + solution.mines - part.low;
            let high = so_far.high + solution.mines - part.high();
            if low > weights.mines || weights.mines - high.min(weights.mines) > weights.background {
                continue;
            }
            let at = row.len();
            row.extend_from_slice(part.row(i));
            let chosen = Chosen {
                ways: so_far.ways * solution.ways,
                mined: so_far.mined | solution.mined << at,
                full: so_far.full | solution.full << at,
                low,
                high,
            };
            let fits = self.descend(slot + 1, parts, look, chosen, row);
            row.truncate(at);
            if !fits {
                return false;
            }
        }
        true
    }
}

/// Solutions chosen for the first parts.
#[derive(Clone, Copy)]
struct Chosen {
    ways: f64,
    mined: u128,
    full: u128,
    low: u32,
    high: u32,
}
