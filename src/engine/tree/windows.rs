//! Which numbers of mines each lot can have: consistency in linear time.
//!
//! # Theory
//! Let F(b) be the numbers of mines that lot b can have as far as the tree below it is concerned,
//! and D(c) those that the lot above number c, of rest k, can have as far as the tree below c is:
//!
//! - F(b) = {0, …, size} ∩ ⋂ D(c) over the numbers c below b;
//! - D(c) = k − Σ F(b) over the lots b below c, the sum taken over all choices;
//! - a root is met exactly if 0 ∈ D(root).
//!
//! **All these sets are intervals of integers.** By induction from the leaves: {0, …, size} is an
//! interval; an intersection of intervals is one; and {u+v : u ∈ [a, b], v ∈ [a′, b′]} is all of
//! [a+a′, b+b′], since raising one summand by one raises the sum by one. So two ends say
//! everything, whatever the sizes of the boxes, and the pass is exact.
//!
//! A second pass, downwards, gives for each lot the values it has in some solution of the whole.
//! Below a number with rest k, a value v ∈ F(b) is one of them exactly if k − v is a sum of values
//! of the other lots around the number: F for those below it, the final window for the one above.
//! Again both ends suffice, and with the two totals of a number each lot costs O(1).
//!
//! # Cost
//! O(numbers + lots + edges) time and memory, no recursion.
//!
//! # What we changed
//! The paper's argument knows vertices of one cell, with a count of children that can be free and
//! of those that can be mined; an interval is the same for lots of any size. The downward pass
//! is ours: it keeps the counting passes from computing values that no solution has.
//!
//! # References
//! S. Golan, *Minesweeper on graphs*, 2011, theorem 2.1.

use crate::budget::{Answer, Budget};

use super::forest::Forest;

/// An interval of integers with both its ends; empty if the ends are crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub low: i64,
    pub high: i64,
}

impl Window {
    fn meet(self, other: Window) -> Window {
        Window { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    fn plus(self, other: Window) -> Window {
        Window { low: self.low + other.low, high: self.high + other.high }
    }

    /// What the lots of `self` leave of a rest.
    fn left_of(self, rest: u32) -> Window {
        Window { low: i64::from(rest) - self.high, high: i64::from(rest) - self.low }
    }

    fn is_empty(self) -> bool {
        self.low > self.high
    }
}

const NOTHING: Window = Window { low: 0, high: 0 };

/// For each lot the numbers of mines that it has in some solution; `None` without a solution.
pub(super) fn windows(forest: &Forest, budget: &Budget) -> Answer<Option<Vec<Window>>> {
    let Some(mut windows) = windows_below(forest, budget)? else { return Ok(None) };
    for (step, &number) in forest.order.iter().enumerate() {
        pause(step, budget)?;
        let above = forest.parent(number).map_or(NOTHING, |lot| windows[lot as usize]);
        let all = forest.lots_below(number).fold(above, |sum, lot| sum.plus(windows[lot as usize]));
        for lot in forest.lots_below(number) {
            let own = windows[lot as usize];
            let others = Window { low: all.low - own.low, high: all.high - own.high };
            windows[lot as usize] = own.meet(others.left_of(forest.rests[number as usize]));
        }
    }
    Ok(Some(windows))
}

/// F of each lot, or `None` if there is no solution.
pub(super) fn windows_below(forest: &Forest, budget: &Budget) -> Answer<Option<Vec<Window>>> {
    let mut windows: Vec<Window> =
        forest.lots.iter().map(|lot| Window { low: 0, high: lot.size as i64 }).collect();
    for (step, &number) in forest.order.iter().rev().enumerate() {
        pause(step, budget)?;
        let below = forest.lots_below(number).fold(NOTHING, |sum, lot| sum.plus(windows[lot as usize]));
        let demand = below.left_of(forest.rests[number as usize]);
        let reached = match forest.parent(number) {
            Some(lot) => {
                windows[lot as usize] = windows[lot as usize].meet(demand);
                windows[lot as usize]
            }
            None => demand.meet(NOTHING),
        };
        if reached.is_empty() {
            return Ok(None);
        }
    }
    Ok(Some(windows))
}

fn pause(step: usize, budget: &Budget) -> Answer<()> {
    if step.is_multiple_of(4096) { budget.check() } else { Ok(()) }
}
