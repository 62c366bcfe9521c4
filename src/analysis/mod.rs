//! Exact answers about a whole board.
//!
//! # Theory
//! The placements of a board are the free combinations of its components' solutions, of cells
//! inside boxes, and of background cells; a given total ties them together. So each component is
//! answered on its own by an engine, as a polynomial by mines where a total is given, and this
//! module puts them together: products, a weight for each number of mines that the rest of the
//! board leaves to a component (`outer`), and the way back to cells.

mod arbiter;
mod binding;
mod bounds;
mod crosscheck;
mod engines;
mod extent;
mod in_order;
mod inside;
mod joined;
mod met;
mod outer;
mod placements;
mod probability;
mod programs;
mod seat;
mod sharpen;
mod showings;
mod shown;
mod solver;
mod sure;
mod why;

pub use crate::engine::sat::{Backend, Grouping, Settings as SatSettings, Verdict};
pub use crosscheck::{Comparison, Known, Opinion, QUESTIONS, cross_check};
pub use engines::EngineChoice;
pub use extent::Extent;
pub use why::Why;

use std::sync::OnceLock;

use num_bigint::BigUint;
use num_traits::One;

use crate::algebra::{Binomials, Fraction, Polynomial};
use crate::board::{Board, CellId};
use crate::budget::{Answer, Budget, Lease};
use crate::model::Model;
use crate::reduce::Reduced;

use binding::binding_total;
use engines::Engines;

/// All cells that are the same in every legal placement.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SureCells {
    /// Covered cells that are free in every placement, ascending.
    pub free: Vec<CellId>,
    /// Covered cells that are mined in every placement, ascending.
    pub mined: Vec<CellId>,
    /// How many covered cells are free in some placement and mined in another.
    pub undecided: usize,
}

/// The exact probability of a mine at every covered cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probabilities {
    /// How many legal placements there are.
    pub count: BigUint,
    /// Each covered cell with its probability, ascending by cell.
    pub cells: Vec<(CellId, Fraction)>,
}

/// How one component was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentReport {
    /// Its covered cells.
    pub cells: usize,
    /// Its numbers.
    pub numbers: usize,
    /// Its boxes.
    pub boxes: usize,
    /// The engine that answers for it.
    pub engine: &'static str,
    /// The most numbers open at the same time (treedp).
    pub width: usize,
    /// The largest table, in entries (treedp; 0 until a table was made).
    pub largest_table: u64,
    /// Why this engine.
    pub why: String,
}

/// A board made ready for questions.
///
/// ```
/// use mineproof::analysis::{Analysis, EngineChoice};
/// use mineproof::board::{Board, Label, Topology};
/// use mineproof::budget::Budget;
/// let labels = vec![Label::Covered, Label::Number(1), Label::Covered];
/// let board = Board::new(Topology::King { width: 3, height: 1 }, labels, None).unwrap();
/// let analysis = Analysis::new(&board, EngineChoice::Auto, &Budget::unlimited()).unwrap();
/// assert_eq!(analysis.count(), Ok(2u32.into()));
/// ```
pub struct Analysis<'a> {
    board: &'a Board,
    reduced: Reduced,
    engines: Engines,
    choice: EngineChoice,
    budget: Budget,
    /// A placement, once one was asked for.
    placed: OnceLock<Option<Vec<CellId>>>,
    /// For each component its solution by a solver, once one was looked for.
    solved: Vec<OnceLock<Option<Vec<u32>>>>,
    /// For all of the above.
    _lease: Lease,
}

/// What a cell takes in model, pieces and plans, in bytes.
const CELL_BYTES: u64 = 100;

impl<'a> Analysis<'a> {
    /// Reduces the board and chooses engines.
    pub fn new(board: &'a Board, choice: EngineChoice, budget: &Budget) -> Answer<Self> {
        let lease = budget.reserve(board.len() as u64 * CELL_BYTES)?;
        let reduced = Reduced::new(&Model::new(board), budget)?;
        let engines = Engines::new(&reduced, choice, budget)?;
        let (budget, placed) = (budget.clone(), OnceLock::new());
        let solved = vec![OnceLock::new(); reduced.parts.len()];
        Ok(Analysis { board, reduced, engines, choice, budget, placed, solved, _lease: lease })
    }

    /// The board in pieces.
    pub fn reduced(&self) -> &Reduced {
        &self.reduced
    }

    /// Whether so much work is predicted that one question may take long, and others with it if they
    /// are asked together.
    pub fn is_heavy(&self) -> bool {
        self.engines.is_heavy()
    }

    /// Whether there is a legal placement.
    pub fn consistent(&self) -> Answer<bool> {
        if self.reduced.contradiction {
            return Ok(false);
        }
        if self.asks_programs() {
            return Ok(self.placement_by_programs()?.is_some());
        }
        if self.asks_solver() {
            // Where it is one question, the placement that answers it is kept: it is asked for next.
            return if binding_total(&self.reduced).is_some() || self.reduced.parts.len() == 1 {
                Ok(self.witness()?.is_some())
            } else {
                self.is_solvable()
            };
        }
        if self.reduced.total.is_some() {
            return Ok(self.allowed_mines()?.is_some());
        }
        for i in 0..self.reduced.parts.len() {
            if !self.engines.consistent(i, &self.budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How many legal placements there are.
    pub fn count(&self) -> Answer<BigUint> {
        if self.reduced.contradiction {
            return Ok(BigUint::ZERO);
        }
        self.refuse_solver()?;
        let Some(left) = self.reduced.mines_left() else {
            let counts = self.engines.map(|i| self.engines.count(i, &self.budget))?;
            return Ok(product(&counts, &self.budget)? << self.reduced.background.len());
        };
        let Some(left) = left else { return Ok(BigUint::ZERO) };
        self.count_with(left, &Polynomial::product(&self.polynomials()?, &self.budget)?)
    }

    /// How many placements have `left` mines in components and background together, where `all`
    /// is the product of the components' polynomials.
    fn count_with(&self, left: u64, all: &Polynomial) -> Answer<BigUint> {
        let background = self.reduced.background.len() as u64;
        // Coefficients ascend with mines in components, so background mines descend; start with
        // the fewest background mines and go through the coefficients backwards.
        let high = all.high().min(left);
        if all.is_zero() || all.low() > left || left - high > background {
            return Ok(BigUint::ZERO);
        }
        let mut sum = BigUint::ZERO;
        let ways = Binomials::starting_within(background, left - high, &self.budget)?;
        let coefficients = all.coefficients()[..=(high - all.low()) as usize].iter().rev();
        for (coefficient, ways) in coefficients.zip(ways) {
            self.budget.check()?;
            sum += coefficient * ways;
        }
        Ok(sum)
    }

    fn polynomials(&self) -> Answer<Vec<Polynomial>> {
        self.engines.map(|i| self.engines.polynomial(i, &self.budget))
    }

    /// For each possible number of mines (known mines included) how many placements have it:
    /// ascending, no zero rows.
    pub fn by_mines(&self) -> Answer<Vec<(u64, BigUint)>> {
        if self.reduced.contradiction {
            return Ok(Vec::new());
        }
        self.refuse_solver()?;
        if let Some(total) = self.reduced.total {
            let count = self.count()?;
            return Ok(if count == BigUint::ZERO { Vec::new() } else { vec![(total, count)] });
        }
        let background = self.reduced.background.len() as u64;
        // A row of Pascal's triangle is n integers of up to n bits.
        let _lease = self.budget.reserve((background / 8 + 32).saturating_mul(background) * 2)?;
        let mut factors = self.polynomials()?;
        let row = Binomials::starting_at(background, 0).map(|ways| self.budget.check().map(|()| ways));
        factors.push(Polynomial::new(0, row.collect::<Answer<_>>()?));
        let all = Polynomial::product(&factors, &self.budget)?;
        let all = Polynomial::power(self.reduced.sure_mines()).times(&all);
        Ok(all.terms().map(|(mines, count)| (mines, count.clone())).collect())
    }

    /// How each component is answered.
    pub fn components(&self) -> Vec<ComponentReport> {
        // What was found is told although the time may be over.
        self.engines.reports(&self.budget.with_time(None))
    }
}

/// The product of many numbers, multiplied as a balanced tree, unless the budget ends first.
fn product(factors: &[BigUint], budget: &Budget) -> Answer<BigUint> {
    match factors {
        [] => Ok(BigUint::one()),
        [only] => Ok(only.clone()),
        _ => {
            budget.check()?;
            let (left, right) = factors.split_at(factors.len() / 2);
            Ok(product(left, budget)? * product(right, budget)?)
        }
    }
}
