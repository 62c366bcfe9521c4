//! Who decides where wide numbers do.
//!
//! # Theory
//! A number over thousands of boxes, such as a total, is what clauses are worst at: that it cannot
//! be met takes a solver for ever where a relaxation sees it at once. So questions in which wide
//! numbers matter can be handed on to somebody else, who may decline.

use crate::budget::Answer;
use crate::reduce::BoxId;

/// What an arbiter is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Any solution.
    Anything,
    /// A solution with at least so many mines in a box.
    AtLeast(BoxId, u32),
    /// A solution with fewer mines than that in a box.
    Below(BoxId, u32),
}

/// What an arbiter says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The mines of each box in such a solution.
    Solution(Vec<u32>),
    /// There is none.
    Impossible,
    /// It is too hard to say.
    Unknown,
}

/// Answers questions about all numbers of a component.
pub trait Arbiter {
    /// Answers with some effort, best near a solution that is known.
    fn judge(&mut self, question: Question, near: Option<&[u32]>) -> Answer<Judgement>;

    /// Answers whatever it takes; `None` if there is no such solution.
    fn settle(&mut self, question: Question) -> Answer<Option<Vec<u32>>>;

    /// What is known of a box by now: every solution has at least and at most so many mines there.
    fn range(&mut self, b: BoxId) -> (u32, u32);
}

/// An arbiter where there is one.
pub type MaybeArbiter<'a> = Option<Box<dyn Arbiter + 'a>>;
