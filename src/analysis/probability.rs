//! The exact probability of a mine at every covered cell.
//!
//! # Theory
//! With a total, a component that has the same number of mines in all of its solutions only takes
//! them off the total: its cells are as likely as if it stood alone. All others are weighted with
//! what the rest of the board leaves to them (`outer`).

use std::sync::Mutex;

use num_bigint::BigUint;
use num_traits::Zero;

use crate::algebra::{Fraction, Polynomial, binomial_within};
use crate::board::{CellId, Label};
use crate::budget::Answer;

use super::outer::{Weights, descend};
use super::{Analysis, Probabilities, product};

/// What the probability of a cell takes while it is worked out, in bytes: a fraction is two
/// allocated integers, and lists grow by doubling.
const CELL_BYTES: u64 = 170;

impl Analysis<'_> {
    /// The probability of every covered cell; `None` if there is no legal placement.
    pub fn probabilities(&self) -> Answer<Option<Probabilities>> {
        if self.reduced.contradiction {
            return Ok(None);
        }
        let covered = self.board.cells().filter(|&cell| self.board.label(cell) == Label::Covered).count();
        let _lease = self.budget.reserve(covered as u64 * CELL_BYTES)?;
        self.refuse_solver()?;
        let mut chances = Chances { all: Vec::new(), of: vec![0; self.board.len()] };
        chances.give(&self.reduced.mined, Fraction::one());
        chances.give(&self.reduced.free, Fraction::zero());
        let found = match self.reduced.mines_left() {
            None => self.independent(&mut chances)?,
            Some(Some(left)) => self.tied_by_total(left, &mut chances)?,
            Some(None) => None,
        };
        let Some(count) = found else { return Ok(None) };
        let mut cells = Vec::with_capacity(covered);
        for ((cell, label), &of) in self.board.cells().zip(self.board.labels()).zip(&chances.of) {
            if *label == Label::Covered {
                cells.push((cell, chances.all[of as usize].clone()));
            }
        }
        Ok(Some(Probabilities { count, cells }))
    }

    /// Without a total every component stands alone and the background is a fair coin.
    fn independent(&self, chances: &mut Chances) -> Answer<Option<BigUint>> {
        let answers = self.engines.map(|i| {
            let inside = self.engines.inside(i, false, &self.budget)?;
            let count = inside.polynomial().sum();
            Ok((count, inside.expected(&|_| 1u32.into(), &self.budget)?))
        })?;
        let counts: Vec<BigUint> = answers.iter().map(|(count, _)| count.clone()).collect();
        if counts.iter().any(Zero::is_zero) {
            return Ok(None);
        }
        for (i, (count, expected)) in answers.into_iter().enumerate() {
            self.lift(i, &count, expected, chances)?;
        }
        chances.give(&self.reduced.background, Fraction::new(1u32.into(), 2u32.into()));
        Ok(Some(product(&counts, &self.budget)? << self.reduced.background.len()))
    }

    /// With a total the background and the other components weigh every number of mines.
    fn tied_by_total(&self, left: u64, chances: &mut Chances) -> Answer<Option<BigUint>> {
        let insides = self.engines.map(|i| self.engines.inside(i, true, &self.budget))?;
        let mut tied = Tied { left, places: Vec::new(), factors: Vec::new(), fixed: Vec::new() };
        if !insides.iter().all(|inside| tied.take(inside.polynomial())) {
            return Ok(None);
        }
        let all = Polynomial::product(&tied.factors, &self.budget)?;
        let size = self.reduced.background.len() as u64;
        let whole = Weights::of_background(size, tied.left, (all.low(), all.high()), &self.budget)?;
        let total: BigUint = all.terms().map(|(mines, n)| n * whole.at(mines)).sum();
        let Some(high) = whole.high().filter(|_| !total.is_zero()) else { return Ok(None) };
        if size > 0 {
            let expected: BigUint = all
                .terms()
                .filter(|(mines, _)| *mines <= tied.left)
                .map(|(mines, n)| n * whole.at(mines) * (tied.left - mines))
                .sum();
            chances.give(&self.reduced.background, Fraction::new(expected, &total * size));
        }
        let outer = descend(&tied.factors, &whole, &self.budget)?;
        let insides: Vec<_> = insides.into_iter().map(|inside| Mutex::new(Some(inside))).collect();
        let expected = self.engines.map(|i| {
            let inside = insides[i].lock().ok().and_then(|mut seat| seat.take()).expect("each is taken once");
            match tied.places[i] {
                Place::Factor(at) => inside.expected(&|mines| outer[at].at(mines), &self.budget),
                Place::Fixed(_) => inside.expected(&|_| 1u32.into(), &self.budget),
            }
        })?;
        for (i, expected) in expected.into_iter().enumerate() {
            let count = match tied.places[i] {
                Place::Factor(_) => &total,
                Place::Fixed(at) => &tied.fixed[at],
            };
            self.lift(i, count, expected, chances)?;
        }
        // Weights are true up to one factor, which any of them tells.
        let ways = binomial_within(size, tied.left - high, &self.budget)?;
        Ok(Some(total * ways / whole.at(high) * product(&tied.fixed, &self.budget)?))
    }

    /// From numbers of mines in boxes to probabilities of cells: each cell of a box is as likely
    /// as any other.
    fn lift(&self, i: usize, total: &BigUint, expected: Vec<BigUint>, chances: &mut Chances) -> Answer<()> {
        let part = &self.reduced.parts[i];
        for (b, expected) in part.component.boxes().zip(expected) {
            self.budget.check()?;
            chances.give(part.box_cells(b), Fraction::new(expected, total * part.component.size(b)));
        }
        Ok(())
    }
}

/// The probabilities found so far, and for each cell of the board which of them is its own.
struct Chances {
    all: Vec<Fraction>,
    of: Vec<u32>,
}

impl Chances {
    fn give(&mut self, cells: &[CellId], chance: Fraction) {
        for cell in cells {
            self.of[cell.index()] = self.all.len() as u32;
        }
        self.all.push(chance);
    }
}

/// Components under a total.
struct Tied {
    /// The mines that are left when all fixed components have theirs.
    left: u64,
    places: Vec<Place>,
    /// The polynomials of the components whose number of mines varies.
    factors: Vec<Polynomial>,
    /// The counts of the others.
    fixed: Vec<BigUint>,
}

#[derive(Clone, Copy)]
enum Place {
    Factor(usize),
    Fixed(usize),
}

impl Tied {
    /// Takes the next component in; `false` if it leaves no placement.
    fn take(&mut self, polynomial: &Polynomial) -> bool {
        if let [count] = polynomial.coefficients() {
            self.places.push(Place::Fixed(self.fixed.len()));
            self.fixed.push(count.clone());
            let left = self.left.checked_sub(polynomial.low());
            self.left = left.unwrap_or(0);
            return left.is_some();
        }
        self.places.push(Place::Factor(self.factors.len()));
        self.factors.push(polynomial.clone());
        !polynomial.is_zero()
    }
}
