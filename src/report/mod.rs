//! Writers over finished results: text for people, JSON for programs.
//!
//! Nothing here computes an answer. A [`Findings`] holds what was found out about one board, part
//! by part; [`json::write`] and [`text::write`] put it into words. They are plain functions of
//! their arguments, so the same findings always give the same bytes.

mod colour;
mod decimal;
pub mod games;
mod heat;
pub mod json;
pub mod map;
mod next;
mod notation;
pub mod one_mine;
pub mod optimal;
pub mod page;
pub mod picture;
pub mod replay;
pub mod text;
mod why;

pub use decimal::decimal;
pub use notation::cell as cell_name;

use num_bigint::BigUint;

use crate::algebra::Fraction;
use crate::analysis::{ComponentReport, Opinion, Probabilities, SureCells, Why};
use crate::board::{Board, CellId};
use crate::budget::{Answer, StopReason};
use crate::play::{Advice, Strategy};

/// What was asked of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Is there a legal placement?
    Check {
        /// Also why not, if there is none.
        why: bool,
    },
    /// Which cells are sure; perhaps only this one.
    Safe {
        /// The one cell that was asked for.
        cell: Option<CellId>,
        /// Also which engine answered for each component, and why.
        explain: bool,
        /// Also why the one cell is sure, if it is.
        why: bool,
    },
    /// How many placements.
    Count {
        /// Also how many with each number of mines.
        by_mines: bool,
    },
    /// How likely each cell is a mine.
    Prob {
        /// Cells of which the number they would show is asked too.
        numbers: Vec<CellId>,
    },
    /// Fewest and most mines.
    Bounds {
        /// Among these cells, ascending; all cells if there is no region.
        region: Option<Vec<CellId>>,
    },
    /// The placements themselves.
    Enumerate {
        /// At most this many.
        limit: Option<u64>,
    },
    /// Everything.
    Analyze,
    /// Which cell to open.
    Next {
        /// By this strategy.
        strategy: Strategy,
        /// Also all about every covered cell.
        explain: bool,
    },
}

impl Question {
    /// Whether reasons are wanted.
    pub fn wants_reasons(&self) -> bool {
        matches!(self, Question::Check { why: true } | Question::Safe { why: true, .. })
    }

    /// Whether placements are counted for it, with tables for every component.
    pub fn counts(&self) -> bool {
        match self {
            // Advice counts for itself, in many positions.
            Question::Check { .. }
            | Question::Safe { .. }
            | Question::Enumerate { .. }
            | Question::Next { .. } => false,
            Question::Count { .. } | Question::Prob { .. } | Question::Bounds { .. } | Question::Analyze => {
                true
            }
        }
    }
}

/// One part of the answer.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Finding<T> {
    /// Not asked, or stopped before it was found.
    #[default]
    Unknown,
    /// It does not exist, because no legal placement does (or, for the numbers that a cell would
    /// show, because the cell cannot be free).
    Impossible,
    /// Found.
    Known(T),
}

impl<T> Finding<T> {
    /// The part as an option: `None` where it is unknown or does not exist.
    pub fn known(&self) -> Option<&T> {
        match self {
            Finding::Known(value) => Some(value),
            _ => None,
        }
    }
}

impl<T> From<Option<T>> for Finding<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Finding::Impossible, Finding::Known)
    }
}

/// Each number a cell may show, with its probability given that the cell is free.
pub type ShownNumbers = Vec<(u32, Fraction)>;

/// The placements of `enumerate`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Placements {
    /// The mined cells of each placement, ascending.
    pub placements: Vec<Vec<CellId>>,
    /// Whether these are all.
    pub complete: bool,
}

/// What was found out about one board.
///
/// ```
/// use mineproof::board::{Board, Label, Topology};
/// use mineproof::report::{Findings, Question, json};
/// let topology = Topology::King { width: 2, height: 1 };
/// let board = Board::new(topology, vec![Label::Number(1), Label::Covered], None).unwrap();
/// let mut findings = Findings::new("two.txt", &board, Question::Count { by_mines: false });
/// findings.consistent = Some(true);
/// findings.count = Some("1".to_owned());
/// let mut out = Vec::new();
/// json::write(&findings, &mut out).unwrap();
/// assert!(String::from_utf8(out).unwrap().ends_with("\"count\":\"1\"}\n"));
/// ```
#[derive(Clone, Debug)]
pub struct Findings<'a> {
    /// The board's name: its file, or `-`.
    pub name: &'a str,
    /// The board.
    pub board: &'a Board,
    /// What was asked.
    pub question: Question,
    /// Why some part is missing.
    pub stopped: Option<StopReason>,
    /// Whether there is a legal placement.
    pub consistent: Option<bool>,
    /// Which engines answered.
    pub engine: Option<String>,
    /// Wall time spent.
    pub seconds: f64,
    /// The mines of one placement.
    pub witness: Finding<Vec<CellId>>,
    /// Surely free and surely mined cells.
    pub sure: Finding<SureCells>,
    /// The reasons for a sure cell, or for a contradiction; impossible where there is neither.
    pub why: Finding<Why>,
    /// How many placements, in [`decimal`] digits.
    pub count: Option<String>,
    /// How many placements with each number of mines.
    pub by_mines: Option<Vec<(u64, BigUint)>>,
    /// How likely each covered cell is a mine.
    pub probabilities: Finding<Probabilities>,
    /// What the cells of [`Question::Prob`] would show, in its order; shorter if stopped.
    pub numbers: Vec<Finding<ShownNumbers>>,
    /// Fewest and most mines.
    pub bounds: Finding<(u64, u64)>,
    /// The placements of [`Question::Enumerate`].
    pub placements: Option<Placements>,
    /// What the strategy of [`Question::Next`] opens.
    pub advice: Finding<Advice>,
    /// How each component was answered.
    pub components: Option<Vec<ComponentReport>>,
    /// What each engine says of all this, if every one was asked.
    pub opinions: Option<Vec<Opinion>>,
    /// Where the certificate was written, if one was asked for and could be written.
    pub certificate: Option<Option<String>>,
}

impl<'a> Findings<'a> {
    /// Nothing found yet.
    pub fn new(name: &'a str, board: &'a Board, question: Question) -> Self {
        Findings {
            name,
            board,
            question,
            stopped: None,
            consistent: None,
            engine: None,
            seconds: 0.0,
            witness: Finding::Unknown,
            sure: Finding::Unknown,
            why: Finding::Unknown,
            count: None,
            by_mines: None,
            probabilities: Finding::Unknown,
            numbers: Vec::new(),
            bounds: Finding::Unknown,
            placements: None,
            advice: Finding::Unknown,
            components: None,
            opinions: None,
            certificate: None,
        }
    }

    /// The status in one word. No limit stopped a request that names an engine which cannot answer
    /// it, nor engines that disagree: those are errors.
    pub fn status(&self) -> &'static str {
        match self.stopped {
            None => "exact",
            Some(StopReason::NotApplicable | StopReason::Disagreement) => "error",
            Some(_) => "stopped",
        }
    }

    /// Takes the value of an answer, or notes why it is missing. The first reason stays, unless
    /// there is a disagreement: that is no limit but an error.
    pub fn take<T>(&mut self, answer: Answer<T>) -> Option<T> {
        let graver = |reason: &StopReason| *reason == StopReason::Disagreement;
        answer
            .map_err(|reason| self.stopped = self.stopped.filter(|_| !graver(&reason)).or(Some(reason)))
            .ok()
    }
}

#[cfg(test)]
mod examples;
