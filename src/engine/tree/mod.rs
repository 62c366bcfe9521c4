//! Golan's trees: exact answers in polynomial time where numbers and boxes form a forest.
//!
//! # Theory
//! All that the rest of a tree has to know of the part below a vertex is one series per number of
//! mines of the edge that leads there. `forest` roots the tree, `windows` finds in linear time
//! which numbers of mines each box can have at all, `upward` multiplies the series from the leaves
//! up, and `downward` finds the marginals of all boxes in one walk back.
//!
//! # Cost
//! With n vertices: O(n) for consistency; for the count at most O(n²) integer operations (theorem
//! 2.2), and O(n) of them where every number sees a bounded number of cells; O(n³) by mines (theorem
//! 2.3). In practice far less: nothing outside the windows is computed, boxes seen by one number
//! alone are one lot, and products are taken smallest first.
//!
//! # What we changed
//! The paper's trees are graphs of cells, where a covered cell is free or mined. Two cells that see
//! the same two numbers already are a cycle there. On the incidence graph of numbers and *boxes*
//! they are one vertex, and the paper's recursion holds word for word if P□ and P* become one series
//! for each number i = 0..=s of mines in a box of s cells. So forests here cover more boards.
//! Nothing recurses: a component may be a path of a million vertices.
//!
//! # References
//! S. Golan, *Minesweeper on graphs*, Applied Mathematics and Computation 217, 2011,
//! theorems 2.1–2.3.

mod binomial;
mod downward;
mod forest;
mod rows;
mod series;
mod upward;
mod windows;

use num_bigint::BigUint;
use num_traits::Zero;

use crate::algebra::Polynomial;
use crate::budget::{Answer, Budget, StopReason};
use crate::reduce::Component;

use forest::Forest;
use series::Series;
use upward::{Grade, Upward};

/// Whether numbers and boxes form a forest. Elsewhere every function here answers
/// [`StopReason::NotApplicable`].
///
/// ```
/// use mineproof::{engine::tree, reduce::Component};
/// assert!(tree::applies(&Component::new(vec![1, 1], &[(2, vec![0, 1])])));
/// assert!(!tree::applies(&Component::new(vec![1, 1], &[(1, vec![0, 1]), (1, vec![0, 1])])));
/// ```
pub fn applies(component: &Component) -> bool {
    Forest::new(component).is_some()
}

/// Whether there is a solution, in linear time.
pub fn consistent(component: &Component, budget: &Budget) -> Answer<bool> {
    Ok(windows::windows_below(&plant(component)?, budget)?.is_some())
}

/// How many placements there are.
///
/// ```
/// use mineproof::{budget::Budget, engine::tree, reduce::Component};
/// // Two numbers, 1 and 2, share a box of two cells; the second has two more of its own.
/// let component = Component::new(vec![1, 2], &[(2, vec![0, 1]), (2, vec![1])]);
/// assert_eq!(tree::count(&component, &Budget::unlimited()), Ok(4u32.into()));
/// ```
pub fn count(component: &Component, budget: &Budget) -> Answer<BigUint> {
    let total = total(component, Grade::Count, budget)?;
    Ok(total.terms.into_iter().next().unwrap_or_else(BigUint::zero))
}

/// How many placements have each number of mines.
pub fn polynomial(component: &Component, budget: &Budget) -> Answer<Polynomial> {
    let total = total(component, Grade::Mines, budget)?;
    Ok(Polynomial::new(total.from, total.terms))
}

/// For each box and each i from 0 to its size: the sum, over the solutions with i mines in that
/// box, of the solution's weight times `outer` of its number of mines.
pub fn marginals(
    component: &Component,
    outer: &dyn Fn(u64) -> BigUint,
    budget: &Budget,
) -> Answer<Vec<Vec<BigUint>>> {
    let forest = plant(component)?;
    let windows = windows::windows(&forest, budget)?;
    downward::marginals(component, &forest, windows.as_deref(), outer, budget)
}

fn plant(component: &Component) -> Answer<Forest> {
    Forest::new(component).ok_or(StopReason::NotApplicable)
}

/// P; the empty series if there is no solution.
fn total(component: &Component, grade: Grade, budget: &Budget) -> Answer<Series> {
    let forest = plant(component)?;
    match windows::windows(&forest, budget)? {
        Some(windows) => Upward::new(&forest, &windows, grade, false, budget)?.total(&forest, budget),
        None => Ok(Series::default()),
    }
}
