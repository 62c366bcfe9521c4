//! The same questions to every engine, and whether they agree.
//!
//! # Theory
//! Engines share the reduction but nothing below it, so a mistake in one of them shows as a
//! difference. Every engine is asked everything that it can answer; what it answers is compared
//! with what is known already, and a placement is judged by the referee instead, as any legal one
//! will do.
//!
//! # Cost
//! That of all engines together. Enumeration is asked only where the choices of every component
//! can be gone through in a second.

use num_bigint::BigUint;

use crate::board::{Board, CellId};
use crate::budget::{Answer, Budget, StopReason};
use crate::engine::sat;
use crate::model::check;

use super::{Analysis, EngineChoice, Probabilities, SureCells};

/// What is known of a board; `None` where nothing is.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Whether there is a legal placement.
    pub consistent: Option<bool>,
    /// The sure cells, if there is a placement.
    pub sure: Option<SureCells>,
    /// How many placements.
    pub count: Option<BigUint>,
    /// How many with each number of mines.
    pub by_mines: Option<Vec<(u64, BigUint)>>,
    /// How likely each cell is a mine, if there is a placement.
    pub probabilities: Option<Probabilities>,
    /// Fewest and most mines, if there is a placement.
    pub bounds: Option<(u64, u64)>,
}

/// What came of asking an engine something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// It says the same.
    Agrees,
    /// It says something else: one of them is wrong.
    Differs,
    /// It was not asked: the engine has no such answer, or not for such a board, or there is
    /// nothing to compare with.
    NotAsked,
    /// A limit came first.
    Stopped(StopReason),
}

/// An engine and what came of asking it each of [`QUESTIONS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// The engine.
    pub engine: &'static str,
    /// In the order of [`QUESTIONS`].
    pub answers: [Comparison; QUESTIONS.len()],
}

/// What engines are asked.
pub const QUESTIONS: [&str; 7] =
    ["consistent", "placement", "sure cells", "count", "by mines", "probabilities", "bounds"];

/// Choices of a component, as a logarithm, that enumeration goes through in a second.
const ENUMERABLE: u32 = 20;

/// Asks every engine what is known of a board.
///
/// ```
/// use mineproof::analysis::{Analysis, Comparison, EngineChoice, Known, cross_check};
/// use mineproof::board::{Board, Label, Topology};
/// use mineproof::budget::Budget;
/// let labels = vec![Label::Covered, Label::Number(1), Label::Covered];
/// let board = Board::new(Topology::King { width: 3, height: 1 }, labels, None).unwrap();
/// let known = Known { consistent: Some(true), count: Some(3u32.into()), ..Known::default() };
/// let opinions = cross_check(&board, &known, &Budget::unlimited());
/// assert!(opinions.iter().all(|opinion| opinion.answers[0] == Comparison::Agrees));
/// assert_eq!(opinions[0].answers[3], Comparison::Differs);
/// ```
pub fn cross_check(board: &Board, known: &Known, budget: &Budget) -> Vec<Opinion> {
    let engines = [
        ("enumerate", EngineChoice::Enumerate),
        ("tree", EngineChoice::Tree),
        ("treedp", EngineChoice::TreeDp),
        ("sat", EngineChoice::Sat(sat::Settings::default())),
        ("ilp", EngineChoice::Ilp),
    ];
    engines.map(|(engine, choice)| Opinion { engine, answers: ask(board, choice, known, budget) }).into()
}

fn ask(board: &Board, choice: EngineChoice, known: &Known, budget: &Budget) -> [Comparison; QUESTIONS.len()] {
    let analysis = match Analysis::new(board, choice, budget) {
        Ok(analysis) if choice != EngineChoice::Enumerate || analysis.is_enumerable() => analysis,
        Ok(_) => return [Comparison::NotAsked; QUESTIONS.len()],
        Err(reason) => return [stopped(reason); QUESTIONS.len()],
    };
    let legal = |mines: Option<Vec<CellId>>| mines.map(|mines| check(board, &mines));
    let expected = known.consistent.map(|consistent| consistent.then_some(true));
    [
        compare(known.consistent.as_ref(), || analysis.consistent()),
        compare(expected.as_ref(), || analysis.witness().map(legal)),
        known.compare(known.sure.as_ref(), || analysis.sure_cells()),
        compare(known.count.as_ref(), || analysis.count()),
        compare(known.by_mines.as_ref(), || analysis.by_mines()),
        known.compare(known.probabilities.as_ref(), || analysis.probabilities()),
        known.compare(known.bounds.as_ref(), || analysis.bounds(None)),
    ]
}

impl Known {
    /// Compares an answer that exists only where there is a placement.
    fn compare<T: PartialEq + Clone>(
        &self,
        known: Option<&T>,
        ask: impl FnOnce() -> Answer<Option<T>>,
    ) -> Comparison {
        let expected = match (self.consistent, known) {
            (Some(false), _) => Some(None),
            (_, Some(known)) => Some(Some(known.clone())),
            _ => None,
        };
        compare(expected.as_ref(), ask)
    }
}

fn compare<T: PartialEq>(expected: Option<&T>, ask: impl FnOnce() -> Answer<T>) -> Comparison {
    let Some(expected) = expected else { return Comparison::NotAsked };
    match ask() {
        Ok(found) if found == *expected => Comparison::Agrees,
        Ok(_) => Comparison::Differs,
        Err(reason) => stopped(reason),
    }
}

fn stopped(reason: StopReason) -> Comparison {
    match reason {
        StopReason::NotApplicable => Comparison::NotAsked,
        StopReason::Disagreement => Comparison::Differs,
        reason => Comparison::Stopped(reason),
    }
}

impl Analysis<'_> {
    /// Whether the choices of every component can be gone through.
    fn is_enumerable(&self) -> bool {
        self.reduced.parts.iter().all(|part| {
            let component = &part.component;
            let bits = component.boxes().map(|b| (component.size(b) + 1).ilog2() + 1);
            bits.fold(0u32, u32::saturating_add) <= ENUMERABLE
        })
    }
}
