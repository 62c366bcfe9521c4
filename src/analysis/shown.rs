//! What a cell would show.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::Zero;

use crate::algebra::{Fraction, Polynomial, binomial, binomial_within};
use crate::board::{CellId, Label};
use crate::budget::Answer;

use super::Analysis;
use super::bounds::split_boxes;
use super::engines::{EngineChoice, Engines};

/// How many ways there are for each number of mines and of mines near the cell.
type Joint = BTreeMap<(u64, u64), BigUint>;

impl Analysis<'_> {
    /// What a covered cell would show if it were opened and free: each number with its
    /// probability given that the cell is free, ascending, no zero rows. `None` if the cell
    /// cannot be free.
    ///
    /// # Panics
    /// If the cell is not covered.
    pub fn shown_numbers(&self, cell: CellId) -> Answer<Option<Vec<(u32, Fraction)>>> {
        assert_eq!(self.board.label(cell), Label::Covered, "only a covered cell can be opened");
        let mut board = self.board.clone();
        board.set_label(cell, Label::Free);
        self.refuse_solver()?;
        let freed = Analysis::new(&board, EngineChoice::Auto, &self.budget)?;
        let ways = freed.ways_near(cell)?;
        let total: BigUint = ways.values().sum();
        if total.is_zero() {
            return Ok(None);
        }
        let share = |(number, count): (u64, BigUint)| (number as u32, Fraction::new(count, total.clone()));
        Ok(Some(ways.into_iter().filter(|(_, count)| !count.is_zero()).map(share).collect()))
    }

    /// For each number of mines around a cell how many placements have it.
    fn ways_near(&self, cell: CellId) -> Answer<BTreeMap<u64, BigUint>> {
        let mut ways = BTreeMap::new();
        if self.reduced.contradiction || self.reduced.mines_left() == Some(None) {
            return Ok(ways);
        }
        let mut near = vec![false; self.board.len()];
        let mut known = 0;
        self.board.topology().for_each_neighbour(cell, |other| {
            near[other.index()] = true;
            known += u64::from(self.board.label(other) == Label::Mine);
        });
        known += self.reduced.mined.iter().filter(|cell| near[cell.index()]).count() as u64;
        let left = self.reduced.mines_left().flatten();
        let mut joint = Joint::from([((0, 0), 1u32.into())]);
        let mut others = vec![Polynomial::one()];
        for (i, part) in self.reduced.parts.iter().enumerate() {
            let touches = part.component.boxes().flat_map(|b| part.box_cells(b)).any(|c| near[c.index()]);
            if touches {
                let (component, counted) = split_boxes(part, &near);
                let engines = Engines::single(component, EngineChoice::TreeDp, &self.budget)?;
                let counts = engines.joint_counts(0, &counted, &self.budget)?;
                // Without a total the number of mines does not matter.
                let told = counts.into_iter().map(|(m, v, n)| ((if left.is_some() { m } else { 0 }, v), n));
                joint = combine(&joint, &told.collect::<Vec<_>>());
            } else if left.is_some() {
                others.push(self.engines.polynomial(i, &self.budget)?);
            } else if !self.engines.consistent(i, &self.budget)? {
                return Ok(ways);
            }
        }
        let close = self.reduced.background.iter().filter(|cell| near[cell.index()]).count() as u64;
        let far = self.reduced.background.len() as u64 - close;
        let others = Polynomial::product(&others, &self.budget)?;
        for ((mines, shown), count) in joint {
            for more in 0..=close {
                let choices = binomial(close, more);
                let rest = match left {
                    None => 1u32.into(),
                    Some(left) => others
                        .terms()
                        .filter_map(|(m, n)| Some((left.checked_sub(mines + more + m)?, n)))
                        .map(|(rest, n)| Ok(n * binomial_within(far, rest, &self.budget)?))
                        .sum::<Answer<BigUint>>()?,
                };
                *ways.entry(known + shown + more).or_insert_with(BigUint::zero) += &count * choices * rest;
            }
        }
        Ok(ways)
    }
}

fn combine(a: &Joint, b: &[((u64, u64), BigUint)]) -> Joint {
    let mut all = Joint::new();
    for ((m, v), x) in a {
        for ((n, w), y) in b {
            *all.entry((m + n, v + w)).or_insert_with(BigUint::zero) += x * y;
        }
    }
    all
}
