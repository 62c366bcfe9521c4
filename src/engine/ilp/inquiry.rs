//! Questions about one box after the other, with a limited effort each.
//!
//! # Theory
//! A solution with so many mines in a box is found or ruled out by the search
//! ([`Search::decide`](super::search)); what one question taught helps with the next, and the
//! multipliers of a relaxation that rule one box out rule out many others at once.
//!
//! # Cost
//! At most one relaxation and a fixed amount of work a question. Where that is not enough, the
//! question stays open, or is settled by branch and bound.

use crate::budget::{Answer, Budget, Lease};
use crate::reduce::{BoxId, Component};

use super::learner::Verdict;
use super::search::{Effort, Search};
use super::shrunk::Shrunk;
use super::trail::Bound;
use super::{Backend, lease, solver};

/// What is asked of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Nothing: any will do.
    Anything,
    /// At least so many mines in a box.
    AtLeast(BoxId, u32),
    /// Fewer mines than that in a box.
    Below(BoxId, u32),
}

/// What a question came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The mines of each box in such a solution.
    Solution(Vec<u32>),
    /// There is none.
    Impossible,
    /// The effort was not enough.
    Unknown,
}

/// A component made ready for questions.
pub struct Ready {
    /// `None` if it has no solution.
    shrunk: Option<Shrunk>,
    _lease: Lease,
}

impl Ready {
    /// Makes the program.
    pub fn new(component: &Component, budget: &Budget) -> Answer<Self> {
        let lease = lease(component, budget)?;
        Ok(Ready { shrunk: Shrunk::new(component, budget)?, _lease: lease })
    }
}

/// A component under questions.
///
/// ```
/// use mineproof::engine::ilp::{Backend, Found, Inquiry, Ready, Wanted};
/// use mineproof::{budget::Budget, reduce::{BoxId, Component}};
/// // A mine in one of two boxes.
/// let component = Component::new(vec![1], &[(1, vec![0]), (1, vec![0])]);
/// let budget = Budget::unlimited();
/// let ready = Ready::new(&component, &budget).unwrap();
/// let mut inquiry = Inquiry::new(&ready, Backend::default(), &budget).unwrap();
/// assert_eq!(inquiry.ask(Wanted::AtLeast(BoxId(1), 1), None), Ok(Found::Solution(vec![0, 1])));
/// assert_eq!(inquiry.settle(Wanted::AtLeast(BoxId(1), 2)), Ok(None));
/// ```
pub struct Inquiry<'a> {
    /// `None` if there is no solution.
    open: Option<(&'a Shrunk, Search<'a>)>,
}

impl<'a> Inquiry<'a> {
    /// Nothing is asked yet.
    pub fn new(ready: &'a Ready, backend: Backend, budget: &'a Budget) -> Answer<Self> {
        let Some(shrunk) = &ready.shrunk else { return Ok(Inquiry { open: None }) };
        let program = &shrunk.program;
        let search = Search::new(program, solver::start(backend, program), Effort::of(program), budget)?;
        Ok(Inquiry { open: Some((shrunk, search)) })
    }

    /// Looks for a solution with a limited effort, near another one if one is known.
    pub fn ask(&mut self, wanted: Wanted, near: Option<&[u32]>) -> Answer<Found> {
        if self.is_ruled_out(wanted) {
            return Ok(Found::Impossible);
        }
        let Some((shrunk, search)) = &mut self.open else { return Ok(Found::Impossible) };
        let near = near.map(|near| shrunk.values(near));
        Ok(match search.decide(bound(wanted, shrunk), near.as_deref())? {
            Verdict::Found(values) => Found::Solution(mines(&values, shrunk)?),
            Verdict::Impossible(_) => Found::Impossible,
            Verdict::Unknown => Found::Unknown,
        })
    }

    /// Looks for a solution, whatever it takes; `None` if there is none.
    pub fn settle(&mut self, wanted: Wanted) -> Answer<Option<Vec<u32>>> {
        if self.is_ruled_out(wanted) {
            return Ok(None);
        }
        let Some((shrunk, search)) = &mut self.open else { return Ok(None) };
        let found = search.settle(bound(wanted, shrunk))?;
        found.map(|values| mines(&values, shrunk)).transpose()
    }

    fn is_ruled_out(&mut self, wanted: Wanted) -> bool {
        match wanted {
            Wanted::Anything => self.open.is_none(),
            Wanted::AtLeast(b, mines) => self.range(b).is_none_or(|(_, most)| most < mines),
            Wanted::Below(b, mines) => self.range(b).is_none_or(|(least, _)| least >= mines),
        }
    }

    /// What is known of a box by now: its least and its most mines; nothing lies outside.
    pub fn range(&mut self, b: BoxId) -> Option<(u32, u32)> {
        let (shrunk, search) = self.open.as_mut()?;
        let (low, high) = shrunk.range(b, |x| search.ends(x));
        Some((low as u32, high as u32))
    }
}

/// What is wanted, as a bound of the program; nothing if it is decided.
fn bound(wanted: Wanted, shrunk: &Shrunk) -> Option<Bound> {
    match wanted {
        Wanted::Anything => None,
        Wanted::AtLeast(b, mines) => shrunk.at_least(b, i64::from(mines)),
        Wanted::Below(b, mines) => shrunk.at_least(b, i64::from(mines)).map(Bound::opposite),
    }
}

fn mines(values: &[i64], shrunk: &Shrunk) -> Answer<Vec<u32>> {
    Ok(shrunk.mines(values)?.into_iter().map(|mines| mines as u32).collect())
}
