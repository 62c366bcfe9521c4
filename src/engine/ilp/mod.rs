//! Integer programming: solvers in floating point, answers in integers.
//!
//! # Theory
//! A component is an integer program as it stands: a variable from 0 to its size for each box, an
//! equation for each number. Minimising and maximising sums of boxes over it answers whether there
//! is a solution, how many mines there are at least and at most in any set of boxes, and which
//! boxes are full or empty in every solution. The relaxation, where boxes may hold fractions of
//! mines, is a quick filter before: it is solved in polynomial time, and on positions it is nearly
//! always right.
//!
//! # What is proven
//! Everything. A solution is rounded and checked against every number, and "there is none" and
//! "none is better" are shown by bounds that are reckoned in integers (`bound`, `search`): the
//! solver only guesses which bounds those are. Where a solver's claim turns out wrong, the answer
//! is [`StopReason::Disagreement`](crate::budget::StopReason::Disagreement).
//!
//! # Cost
//! That of the relaxation, a polynomial in the size of the component whatever its width, times the
//! pieces of the search, which are exponentially many on boards built to be hard. While a solver is
//! busy it keeps to the time limit by itself and hears of no interruption. Its memory is estimated
//! before, in proportion to the component.
//!
//! # What we changed
//! Sure boxes are asked for in groups: if all boxes that no known solution has used hold nothing
//! together, each of them holds nothing, and otherwise the solution that says so strikes out many.
//!
//! # References
//! See `bound` and `search`.

mod bound;
#[cfg(feature = "highs")]
mod highs;
mod modelled;
mod program;
mod search;
mod solver;
#[cfg(test)]
mod tests;

pub use solver::Backend;

use crate::budget::{Answer, Budget, Lease};
use crate::reduce::Component;

use program::Program;
use search::Search;

/// Bytes that a solver takes for a box or a number, and for a box in a number; roughly.
const ITEM_BYTES: u64 = 1024;
const MEMBER_BYTES: u64 = 256;

/// The mines per box of one solution; `None` if there is none.
///
/// ```
/// use mineproof::engine::ilp::{self, Backend};
/// use mineproof::{budget::Budget, reduce::Component};
/// // Each two of three boxes share one mine: half a mine each would do, whole mines do not.
/// let odd = Component::new(vec![1; 3], &[(1, vec![0, 1]), (1, vec![1, 2]), (1, vec![0, 2])]);
/// assert_eq!(ilp::solution(&odd, Backend::default(), &Budget::unlimited()), Ok(None));
/// ```
pub fn solution(component: &Component, backend: Backend, budget: &Budget) -> Answer<Option<Vec<u32>>> {
    let program = Program::new(component);
    let _lease = lease(component, budget)?;
    let mut search = Search::new(&program, solver::start(backend, &program), budget);
    let found = search.at_most(&vec![0; program.box_count()], 0)?;
    Ok(found.map(|mines| mines.into_iter().map(|mines| mines as u32).collect()))
}

/// Fewest and most mines in the boxes that are `counted`; `None` if there is no solution.
pub fn extremes(
    component: &Component,
    counted: &[bool],
    backend: Backend,
    budget: &Budget,
) -> Answer<Option<(i64, i64)>> {
    let program = Program::new(component);
    let _lease = lease(component, budget)?;
    let mut search = Search::new(&program, solver::start(backend, &program), budget);
    let costs = |price: i64| -> Vec<i64> { counted.iter().map(|&c| if c { price } else { 0 }).collect() };
    let Some((fewest, _)) = search.minimise(&costs(1))? else { return Ok(None) };
    Ok(search.minimise(&costs(-1))?.map(|(gain, _)| (fewest, -gain)))
}

/// Least and most mines of each box over all solutions; `None` if there is none.
pub fn ranges(component: &Component, backend: Backend, budget: &Budget) -> Answer<Option<Vec<(u32, u32)>>> {
    let program = Program::new(component);
    let _lease = lease(component, budget)?;
    let mut search = Search::new(&program, solver::start(backend, &program), budget);
    let Some(mut seen) = Seen::first(&mut search, program.box_count())? else { return Ok(None) };
    let Some(room) = search.room().cloned() else { return Ok(None) };
    let mut costs = vec![0; program.box_count()];
    for b in 0..program.box_count() {
        for price in [1, -1] {
            // What propagation allows and a solution shows needs no program.
            let reached = if price > 0 { seen.least[b] == room.low[b] } else { seen.most[b] == room.high[b] };
            if !reached {
                costs[b] = price;
                let Some((_, mines)) = search.minimise(&costs)? else { return Ok(None) };
                seen.note(&mines);
            }
        }
        costs[b] = 0;
    }
    Ok(Some(seen.least.iter().zip(&seen.most).map(|(&least, &most)| (least as u32, most as u32)).collect()))
}

/// For each box whether all of its cells are mined in every solution (`Some(true)`), or free in
/// every one (`Some(false)`), or neither; `None` if there is no solution.
pub fn sure(component: &Component, backend: Backend, budget: &Budget) -> Answer<Option<Vec<Option<bool>>>> {
    let program = Program::new(component);
    let _lease = lease(component, budget)?;
    let mut search = Search::new(&program, solver::start(backend, &program), budget);
    let Some(mut seen) = Seen::first(&mut search, program.box_count())? else { return Ok(None) };
    let sizes: Vec<i64> = component.boxes().map(|b| i64::from(component.size(b))).collect();
    loop {
        let empty: Vec<i64> = seen.most.iter().map(|&most| -i64::from(most == 0)).collect();
        let Some(mines) = search.at_most(&empty, -1)? else { break };
        seen.note(&mines);
    }
    loop {
        let full: Vec<i64> =
            seen.least.iter().zip(&sizes).map(|(least, size)| i64::from(least == size)).collect();
        let held: i64 = full.iter().zip(&sizes).map(|(full, size)| full * size).sum();
        let Some(mines) = search.at_most(&full, held - 1)? else { break };
        seen.note(&mines);
    }
    let verdict = |(b, &size): (usize, &i64)| match (seen.least[b], seen.most[b]) {
        (least, _) if least == size => Some(true),
        (_, 0) => Some(false),
        _ => None,
    };
    Ok(Some(sizes.iter().enumerate().map(verdict).collect()))
}

/// What solutions so far have shown of each box.
struct Seen {
    least: Vec<i64>,
    most: Vec<i64>,
}

impl Seen {
    fn first(search: &mut Search, boxes: usize) -> Answer<Option<Self>> {
        let found = search.at_most(&vec![0; boxes], 0)?;
        Ok(found.map(|mines| Seen { least: mines.clone(), most: mines }))
    }

    fn note(&mut self, mines: &[i64]) {
        for ((least, most), &mines) in self.least.iter_mut().zip(&mut self.most).zip(mines) {
            *least = mines.min(*least);
            *most = mines.max(*most);
        }
    }
}

fn lease(component: &Component, budget: &Budget) -> Answer<Lease> {
    let members: usize = component.boxes().map(|b| component.box_numbers(b).len()).sum();
    let items = component.box_count() + component.number_count();
    budget.reserve(items as u64 * ITEM_BYTES + members as u64 * MEMBER_BYTES)
}
