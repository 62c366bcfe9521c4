//! Integer programming: solvers in floating point, answers in integers.
//!
//! # Theory
//! A component is an integer program as it stands: a variable from 0 to its size for each box, an
//! equation for each number. Minimising and maximising sums of boxes over it answers whether there
//! is a solution, how many mines there are at least and at most in any set of boxes, and which
//! boxes are full or empty in every solution. Sums that are odd where they must be even (`parity`)
//! need no search; a short search that learns from its conflicts (`learner`) answers most of the
//! rest. The relaxation, where boxes may hold fractions of mines, is a filter beside it: it is
//! solved in polynomial time, and on positions it is nearly always right.
//!
//! # What is proven
//! Everything. A solution is rounded and checked against every number, and "there is none" and
//! "none is better" are shown by conflicts between sums or by bounds that are reckoned in integers
//! (`learner`, `bound`, `search`): the solver only guesses which bounds those are. Where a solver's claim turns out wrong, the answer
//! is [`StopReason::Disagreement`](crate::budget::StopReason::Disagreement).
//!
//! # Cost
//! That of the relaxation, a polynomial in the size of the component whatever its width, times the
//! pieces of the search, which are exponentially many on boards built to be hard. While a solver is
//! busy it keeps to the time limit by itself and hears of no interruption. Its memory is estimated
//! before, in proportion to the component.
//!
//! # What we changed
//! Sure boxes are asked for one by one with a little work, each from what the last one taught; what
//! is left is asked for in groups: if all boxes that no known solution has used hold nothing
//! together, each of them holds nothing, and otherwise the solution that says so strikes out many.
//!
//! # References
//! See `bound` and `search`.

mod bound;
mod cheapest;
mod conflict;
mod focus;
#[cfg(feature = "highs")]
mod highs;
mod inquiry;
mod learner;
mod modelled;
mod nogood;
mod parity;
mod program;
mod search;
mod shrunk;
mod solver;
#[cfg(test)]
mod tests;
mod trail;

pub use inquiry::{Found, Inquiry, Ready, Wanted};
pub use solver::Backend;

use crate::budget::{Answer, Budget, Lease};
use crate::reduce::{BoxId, Component};

use learner::Verdict;
use program::Room;
use search::{Effort, Search};
use shrunk::Shrunk;
use trail::Bound;

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
    let _lease = lease(component, budget)?;
    let Some(shrunk) = Shrunk::new(component, budget)? else { return Ok(None) };
    let program = &shrunk.program;
    let mut search = Search::new(program, solver::start(backend, program), Effort::of(program), budget)?;
    let Some(found) = search.at_most(&vec![0; program.variable_count()], 0)? else { return Ok(None) };
    Ok(Some(shrunk.mines(&found)?.into_iter().map(|mines| mines as u32).collect()))
}

/// Fewest and most mines in the boxes that are `counted`; `None` if there is no solution.
pub fn extremes(
    component: &Component,
    counted: &[bool],
    backend: Backend,
    budget: &Budget,
) -> Answer<Option<(i64, i64)>> {
    let _lease = lease(component, budget)?;
    let Some(shrunk) = Shrunk::new(component, budget)? else { return Ok(None) };
    let program = &shrunk.program;
    let mut search = Search::new(program, solver::start(backend, program), Effort::of(program), budget)?;
    let mut least = |price: i64| -> Answer<Option<i64>> {
        let (costs, constant) = shrunk.costs(counted.iter().map(|&counted| price * i64::from(counted)));
        let Some((cost, values)) = search.minimise(&costs)? else { return Ok(None) };
        shrunk.mines(&values)?;
        Ok(Some(cost + constant))
    };
    let Some(fewest) = least(1)? else { return Ok(None) };
    Ok(least(-1)?.map(|gain| (fewest, -gain)))
}

/// Least and most mines of each box over all solutions; `None` if there is none.
pub fn ranges(component: &Component, backend: Backend, budget: &Budget) -> Answer<Option<Vec<(u32, u32)>>> {
    let _lease = lease(component, budget)?;
    let Some(shrunk) = Shrunk::new(component, budget)? else { return Ok(None) };
    let program = &shrunk.program;
    let mut search = Search::new(program, solver::start(backend, program), Effort::of(program), budget)?;
    let Some(mut seen) = Seen::first(&mut search, &shrunk)? else { return Ok(None) };
    let mut costs = vec![0; program.variable_count()];
    for x in 0..program.variable_count() {
        for price in [1, -1] {
            // What propagation allows and a solution shows needs no program.
            let ends = search.ends(x);
            let reached = if price > 0 { seen.least[x] == ends.0 } else { seen.most[x] == ends.1 };
            if !reached {
                costs[x] = price;
                let Some((_, values)) = search.minimise(&costs)? else { return Ok(None) };
                seen.note(&values, &shrunk)?;
            }
        }
        costs[x] = 0;
    }
    let ranges = shrunk.ranges(&seen.least, &seen.most);
    Ok(Some(ranges.map(|(least, most)| (least as u32, most as u32)).collect()))
}

/// For each box whether all of its cells are mined in every solution (`Some(true)`), or free in
/// every one (`Some(false)`), or neither; `None` if there is no solution.
pub fn sure(component: &Component, backend: Backend, budget: &Budget) -> Answer<Option<Vec<Option<bool>>>> {
    let _lease = lease(component, budget)?;
    let Some(shrunk) = Shrunk::new(component, budget)? else { return Ok(None) };
    let program = &shrunk.program;
    let mut search = Search::new(program, solver::start(backend, program), Effort::of(program), budget)?;
    let Some(mut seen) = Seen::first(&mut search, &shrunk)? else { return Ok(None) };
    // A variable that never leaves one end of its range may be a box that is surely empty or full.
    let Room { low, high } = program.whole();
    for x in 0..program.variable_count() {
        for (end, other) in [
            (seen.most[x] == low[x], Bound::at_least(x, low[x] + 1)),
            (seen.least[x] == high[x], Bound::at_most(x, high[x] - 1)),
        ] {
            if end && let Verdict::Found(values) = search.beyond(other)? {
                seen.note(&values, &shrunk)?;
            }
        }
    }
    // Those that were not decided so are asked for together.
    for price in [-1, 1] {
        loop {
            let Some(room) = search.room() else { return Ok(None) };
            let held = |x: usize| match price {
                1 => seen.least[x] == high[x] && room.low[x] < high[x],
                _ => seen.most[x] == low[x] && room.high[x] > low[x],
            };
            let costs: Vec<i64> = (0..low.len()).map(|x| price * i64::from(held(x))).collect();
            if costs.iter().all(|&price| price == 0) {
                break;
            }
            let ends = if price == 1 { &high } else { &low };
            let Some(values) = search.at_most(&costs, program::cost(&costs, ends) - 1)? else { break };
            seen.note(&values, &shrunk)?;
        }
    }
    let verdict = |(b, (least, most)): (BoxId, (i64, i64))| match (least, most) {
        (least, _) if least == i64::from(component.size(b)) => Some(true),
        (_, 0) => Some(false),
        _ => None,
    };
    Ok(Some(component.boxes().zip(shrunk.ranges(&seen.least, &seen.most)).map(verdict).collect()))
}

/// What solutions so far have shown of each variable.
struct Seen {
    least: Vec<i64>,
    most: Vec<i64>,
}

impl Seen {
    fn first(search: &mut Search, shrunk: &Shrunk) -> Answer<Option<Self>> {
        let Some(values) = search.at_most(&vec![0; shrunk.program.variable_count()], 0)? else {
            return Ok(None);
        };
        shrunk.mines(&values)?;
        Ok(Some(Seen { least: values.clone(), most: values }))
    }

    fn note(&mut self, values: &[i64], shrunk: &Shrunk) -> Answer<()> {
        shrunk.mines(values)?;
        for ((least, most), &value) in self.least.iter_mut().zip(&mut self.most).zip(values) {
            *least = value.min(*least);
            *most = value.max(*most);
        }
        Ok(())
    }
}

fn lease(component: &Component, budget: &Budget) -> Answer<Lease> {
    let members: usize = component.boxes().map(|b| component.box_numbers(b).len()).sum();
    let items = component.box_count() + component.number_count();
    budget.reserve(items as u64 * ITEM_BYTES + members as u64 * MEMBER_BYTES)
}
