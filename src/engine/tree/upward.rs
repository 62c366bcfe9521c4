//! Counting on trees, from the leaves up.
//!
//! # Theory
//! For a lot b of size s with i mines, and a number c of rest k whose lot above has i mines:
//!
//! - M(b, i) = C(s, i)·xⁱ · ∏ N(c, i) over the numbers c below b;
//! - N(c, i) = [y^(k−i)] ∏ M(b, y) over the lots b below c, with M(b, y) = Σ M(b, i)·yⁱ;
//! - P = ∏ N(root, 0) over all trees, times (1+x)^s for s cells that no number sees.
//!
//! For a lot of one cell M(b, 0) and M(b, 1) are the paper's P□ and P* (cases i–iii), and the
//! coefficient of y^(k−i) is its case iv. With 1 in the place of xⁱ the same walk counts.
//!
//! # Cost
//! Only entries inside the [`windows`](super::windows) are ever made: each is part of a solution.
//! Counting a chain of n numbers is n products of an integer of O(n) bits by a small one.
//!
//! # What we changed
//! Lots for cells; see [`super::forest`].
//!
//! # References
//! S. Golan, *Minesweeper on graphs*, 2011, theorems 2.2 and 2.3, Table 1.

use num_bigint::BigUint;
use num_traits::One;

use crate::budget::{Answer, Budget};

use super::binomial::{binomial_bits, binomials};
use super::forest::{Forest, Lot};
use super::rows::{Join, Row, Span};
use super::series::Series;
use super::windows::Window;

/// What a power of x counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grade {
    /// Nothing: every series is a plain number.
    Count,
    /// Mines.
    Mines,
}

/// The rows of all numbers and lots of a forest with a solution.
#[derive(Debug)]
pub(super) struct Upward {
    /// M of each lot; `None` where it is used up.
    pub lots: Vec<Option<Row>>,
    /// N of each number; `None` where it is used up.
    pub numbers: Vec<Option<Row>>,
    /// (1+x)^s for the cells that no number sees.
    pub free: Row,
}

impl Upward {
    /// Walks up. Unless `keep`, rows are dropped once they are used, but for those of the roots.
    pub fn new(
        forest: &Forest,
        windows: &[Window],
        grade: Grade,
        keep: bool,
        budget: &Budget,
    ) -> Answer<Self> {
        let mut up = Upward {
            lots: (0..forest.lots.len()).map(|_| None).collect(),
            numbers: (0..forest.rests.len()).map(|_| None).collect(),
            free: Row::new(0, vec![free_series(&forest.free, grade, budget)?], budget)?,
        };
        for &number in forest.order.iter().rev() {
            for lot in forest.lots_below(number) {
                up.lots[lot as usize] = Some(up.lot_row(forest, windows, lot, grade, budget)?);
                if !keep {
                    forest.numbers_below(lot).for_each(|number| up.numbers[number as usize] = None);
                }
            }
            up.numbers[number as usize] = Some(up.number_row(forest, windows, number, budget)?);
            if !keep {
                forest.lots_below(number).for_each(|lot| up.lots[lot as usize] = None);
            }
        }
        Ok(up)
    }

    /// P, the product over all trees.
    pub fn total(&self, forest: &Forest, budget: &Budget) -> Answer<Series> {
        let mut row = Join::Pointwise.product(&self.factors(forest), Span { first: 0, end: 1 }, budget)?;
        Ok(row.entries.swap_remove(0))
    }

    /// The factors of P: the free cells, then the roots in order.
    pub fn factors(&self, forest: &Forest) -> Vec<&Row> {
        std::iter::once(&self.free).chain(forest.roots().map(|root| self.number(root))).collect()
    }

    pub fn number(&self, number: u32) -> &Row {
        self.numbers[number as usize].as_ref().expect("children come before parents")
    }

    pub fn lot(&self, lot: u32) -> &Row {
        self.lots[lot as usize].as_ref().expect("children come before parents")
    }

    /// M of a lot, from N of the numbers below it.
    fn lot_row(
        &self,
        forest: &Forest,
        windows: &[Window],
        lot: u32,
        grade: Grade,
        budget: &Budget,
    ) -> Answer<Row> {
        let weights = weight_row(&forest.lots[lot as usize], windows[lot as usize], grade, budget)?;
        let mut rows: Vec<&Row> = forest.numbers_below(lot).map(|number| self.number(number)).collect();
        if rows.is_empty() {
            return Ok(weights);
        }
        rows.push(&weights);
        let end = weights.first + weights.entries.len() as u64;
        Join::Pointwise.product(&rows, Span { first: weights.first, end }, budget)
    }

    /// N of a number, from M of the lots below it.
    fn number_row(&self, forest: &Forest, windows: &[Window], number: u32, budget: &Budget) -> Answer<Row> {
        let above = forest.parent(number).map_or(Window { low: 0, high: 0 }, |lot| windows[lot as usize]);
        let rest = i64::from(forest.rests[number as usize]);
        let span = Span { first: (rest - above.high) as u64, end: (rest - above.low + 1) as u64 };
        let rows: Vec<&Row> = forest.lots_below(number).map(|lot| self.lot(lot)).collect();
        let row = if rows.is_empty() {
            // No mines from below, in one way. The windows have seen to it that 0 is in the span.
            Row::new(0, vec![Series::term(0, BigUint::one())], budget)?
        } else {
            Join::Convolve.product(&rows, span, budget)?
        };
        Ok(row.reversed(above.low as u64))
    }
}

/// C(s, i)·xⁱ for all i in the window.
pub(super) fn weight_row(lot: &Lot, window: Window, grade: Grade, budget: &Budget) -> Answer<Row> {
    let (first, last) = (window.low as u64, window.high as u64);
    let run = leased_binomials(lot.size, first, last, budget)?;
    let degree = |i| if grade == Grade::Mines { i } else { 0 };
    Row::new(first, (first..).zip(run).map(|(i, value)| Series::term(degree(i), value)).collect(), budget)
}

fn free_series(free: &Lot, grade: Grade, budget: &Budget) -> Answer<Series> {
    match grade {
        Grade::Count => {
            let _lease = budget.reserve(free.size / 8)?;
            Ok(Series::term(0, BigUint::one() << free.size))
        }
        Grade::Mines => Ok(Series { from: 0, terms: leased_binomials(free.size, 0, free.size, budget)? }),
    }
}

/// C(n, first..=last), once it is known that there is room for them.
pub(super) fn leased_binomials(n: u64, first: u64, last: u64, budget: &Budget) -> Answer<Vec<BigUint>> {
    let len = last - first + 1;
    let _lease = budget.reserve(len.saturating_mul(binomial_bits(n, first, last) / 8 + 32))?;
    binomials(n, first, len as usize, budget)
}
