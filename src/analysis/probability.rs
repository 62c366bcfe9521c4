//! The exact probability of a mine at every covered cell.

use num_bigint::BigUint;
use num_traits::Zero;

use crate::algebra::{Fraction, Polynomial};
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
        let mut cells = Vec::with_capacity(self.reduced.mined.len() + self.reduced.free.len());
        cells.extend(self.reduced.mined.iter().map(|&cell| (cell, Fraction::one())));
        cells.extend(self.reduced.free.iter().map(|&cell| (cell, Fraction::zero())));
        let found = match self.reduced.mines_left() {
            None => self.independent(&mut cells)?,
            Some(Some(left)) => self.tied_by_total(left, &mut cells)?,
            Some(None) => None,
        };
        let Some(count) = found else { return Ok(None) };
        cells.sort_unstable_by_key(|(cell, _)| *cell);
        Ok(Some(Probabilities { count, cells }))
    }

    /// Without a total every component stands alone and the background is a fair coin.
    fn independent(&self, cells: &mut Vec<(CellId, Fraction)>) -> Answer<Option<BigUint>> {
        let answers = self.engines.map(|i| {
            let inside = self.engines.inside(i, false, &self.budget)?;
            let count = inside.polynomial().sum();
            Ok((count, inside.marginals(&|_| 1u32.into(), &self.budget)?))
        })?;
        let counts: Vec<BigUint> = answers.iter().map(|(count, _)| count.clone()).collect();
        if counts.iter().any(Zero::is_zero) {
            return Ok(None);
        }
        for (i, (count, marginals)) in answers.iter().enumerate() {
            self.lift(i, count, marginals, cells)?;
        }
        let half = Fraction::new(1u32.into(), 2u32.into());
        cells.extend(self.reduced.background.iter().map(|&cell| (cell, half.clone())));
        Ok(Some(product(&counts, &self.budget)? << self.reduced.background.len()))
    }

    /// With a total the background and the other components weigh every number of mines.
    fn tied_by_total(&self, left: u64, cells: &mut Vec<(CellId, Fraction)>) -> Answer<Option<BigUint>> {
        let insides = self.engines.map(|i| self.engines.inside(i, true, &self.budget))?;
        let factors: Vec<Polynomial> = insides.iter().map(|inside| inside.polynomial().clone()).collect();
        let all = Polynomial::product(&factors, &self.budget)?;
        let count = self.count_with(left, &all)?;
        if count.is_zero() {
            return Ok(None);
        }
        let size = self.reduced.background.len() as u64;
        let whole = Weights::of_background(size, left, (all.low(), all.high()), &self.budget)?;
        let total: BigUint = all.terms().map(|(mines, n)| n * whole.at(mines)).sum();
        if size > 0 {
            let expected: BigUint = all
                .terms()
                .filter(|(mines, _)| *mines <= left)
                .map(|(mines, n)| n * whole.at(mines) * (left - mines))
                .sum();
            let chance = Fraction::new(expected, &total * size);
            cells.extend(self.reduced.background.iter().map(|&cell| (cell, chance.clone())));
        }
        let outer = descend(&factors, &whole, &self.budget)?;
        let insides: Vec<_> = insides.into_iter().map(|inside| std::sync::Mutex::new(Some(inside))).collect();
        let marginals = self.engines.map(|i| {
            let inside = insides[i].lock().ok().and_then(|mut seat| seat.take()).expect("each is taken once");
            inside.marginals(&|mines| outer[i].at(mines), &self.budget)
        })?;
        for (i, marginals) in marginals.iter().enumerate() {
            self.lift(i, &total, marginals, cells)?;
        }
        Ok(Some(count))
    }

    /// From numbers of mines in boxes to probabilities of cells: each cell of a box is as likely
    /// as any other.
    fn lift(
        &self,
        i: usize,
        total: &BigUint,
        marginals: &[Vec<BigUint>],
        cells: &mut Vec<(CellId, Fraction)>,
    ) -> Answer<()> {
        let part = &self.reduced.parts[i];
        for (b, counts) in part.component.boxes().zip(marginals) {
            self.budget.check()?;
            let expected: BigUint =
                counts.iter().zip(0u32..).skip(1).map(|(count, mines)| count * mines).sum();
            let chance = Fraction::new(expected, total * part.component.size(b));
            cells.extend(part.box_cells(b).iter().map(|&cell| (cell, chance.clone())));
        }
        Ok(())
    }
}
