//! Counting over tree decompositions.
//!
//! # Theory
//! All that the rest of the board needs to know about a finished part is how many mines each
//! still-open number has received from it (Golan 2011, section 5). A table maps the vector of
//! what the open numbers still need to a value of a semiring; boxes are added, numbers closed and
//! tables joined along a plan. The same walk gives truth, counts, counts by mines, extremes and,
//! walked back, all marginals.
//!
//! # Cost
//! One table entry per reachable vector of rests; `order` looks for plans that keep them few.
//!
//! # What we changed
//! Golan's tables are indexed by the assignment of covered vertices in a bag as well; with cells
//! merged into boxes, and boxes added at once to all of their numbers, only numbers are left. His
//! division by the local polynomial is not needed as no box is ever counted twice.
//!
//! # References
//! S. Golan, Minesweeper on graphs, Applied Mathematics and Computation 217 (2011).

mod key;
mod order;
mod program;
mod table;
mod walk;

use num_bigint::BigUint;
use num_traits::Zero;

use crate::algebra::Polynomial;
use crate::budget::{Answer, Budget, StopReason};
use crate::reduce::Component;

use key::{Key, Wide};
use program::{Layout, Op, Step, Tracked};
use walk::{Growing, walk};

/// How a component will be, or was, walked.
#[derive(Clone, Debug)]
pub struct Plan {
    order: order::PathOrder,
}

impl Plan {
    /// Looks for a good plan.
    pub fn new(component: &Component) -> Self {
        Plan { order: order::search(component) }
    }

    /// The predicted sum of table sizes.
    pub fn work(&self) -> u64 {
        self.order.work
    }
}

macro_rules! with_key {
    ($words:expr, $K:ident => $body:expr) => {
        match $words {
            0..=1 => {
                type $K = u64;
                $body
            }
            2 => {
                type $K = Wide<2>;
                $body
            }
            3..=4 => {
                type $K = Wide<4>;
                $body
            }
            5..=32 => {
                type $K = Wide<32>;
                $body
            }
            33..=1024 => {
                type $K = Wide<1024>;
                $body
            }
            _ => Err(StopReason::NotApplicable),
        }
    };
}

/// How many placements there are.
pub fn count(component: &Component, plan: &Plan, budget: &Budget, largest: &mut u64) -> Answer<BigUint> {
    let ops = plan.order.ops();
    let layout = Layout::new(component, &ops, &[]);
    with_key!(layout.words, K => {
        let steps: Vec<Step<K>> = layout.compile(component, &[]);
        let counts = walk(&Growing { tracked: &layout.tracked, budget }, &steps, largest)?;
        Ok(counts.entries().into_iter().map(|(_, count)| count).sum())
    })
}
