//! Equations modulo 2, brought to free boxes and sums of them.

use crate::budget::{Answer, Budget};

use super::Elimination;
use super::relation::{Span, parities};

/// More columns are left to the solver.
pub const COLUMNS: usize = 1 << 15;

/// Equations modulo 2 in which each box is free, or a sum of free ones and a constant.
pub struct Equations {
    /// The boxes, ascending.
    pub columns: Vec<u32>,
    /// For each box its free boxes, as bits, with the constant behind all columns.
    sums: Vec<Vec<u64>>,
}

impl Equations {
    /// The equations of all relations that are left, over the boxes that are not eliminated; `None`
    /// if they contradict each other.
    pub fn new(elimination: &Elimination, columns: Vec<u32>, budget: &Budget) -> Answer<Option<Self>> {
        let words = columns.len() / 64 + 1;
        let _lease = budget.reserve((columns.len() * words * 16) as u64)?;
        let place = |b: &u32| columns.binary_search(b).expect("all boxes have columns");
        let constant = columns.len();
        // Each row is the only one with its pivot.
        let mut rows: Vec<(usize, Vec<u64>)> = Vec::new();
        for (relation, _) in elimination.relations.iter().flatten() {
            budget.check()?;
            for (mask, odd) in parities(relation) {
                let mut row = vec![0u64; words];
                let chosen = relation.scope.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
                chosen.for_each(|(_, b)| flip(&mut row, place(b)));
                if odd {
                    flip(&mut row, constant);
                }
                for (pivot, other) in &rows {
                    if is_set(&row, *pivot) {
                        add(&mut row, other);
                    }
                }
                let Some(pivot) = (0..constant).find(|&at| is_set(&row, at)) else {
                    if is_set(&row, constant) {
                        return Ok(None);
                    }
                    continue;
                };
                for (_, other) in rows.iter_mut().filter(|(_, other)| is_set(other, pivot)) {
                    add(other, &row);
                }
                rows.push((pivot, row));
            }
        }
        let mut sums: Vec<Vec<u64>> = vec![vec![0; words]; columns.len()];
        (0..columns.len()).for_each(|at| flip(&mut sums[at], at));
        for (pivot, mut row) in rows {
            flip(&mut row, pivot);
            sums[pivot] = row;
        }
        Ok(Some(Equations { columns, sums }))
    }

    /// A value for each box: free ones are as wished.
    pub fn values(&self, wish: &impl Fn(u64) -> bool) -> Vec<bool> {
        let constant = self.columns.len();
        let mut chosen = vec![0u64; constant / 64 + 1];
        // A box that is no free one is in no sum, so its wish does no harm.
        (0..constant).filter(|&at| wish(u64::from(self.columns[at]))).for_each(|at| flip(&mut chosen, at));
        flip(&mut chosen, constant);
        let odd =
            |sum: &Vec<u64>| sum.iter().zip(&chosen).map(|(a, b)| (a & b).count_ones()).sum::<u32>() % 2;
        self.sums.iter().map(|sum| odd(sum) == 1).collect()
    }

    /// What a few boxes can be together.
    pub fn onto(&self, scope: &[u32]) -> u64 {
        let sums: Vec<&Vec<u64>> = scope
            .iter()
            .map(|b| &self.sums[self.columns.binary_search(b).expect("all boxes have columns")])
            .collect();
        let constant = self.columns.len();
        let bits = |at: usize| {
            sums.iter().enumerate().fold(0u64, |all, (i, sum)| all | u64::from(is_set(sum, at)) << i)
        };
        let mut span = Span::default();
        for word in 0..=constant / 64 {
            let mut any = sums.iter().fold(0, |any, sum| any | sum[word]);
            while any != 0 {
                let at = 64 * word + any.trailing_zeros() as usize;
                any &= any - 1;
                if at != constant {
                    span.add(bits(at));
                }
            }
        }
        let mut members = vec![bits(constant)];
        for vector in span.basis {
            let others: Vec<u64> = members.iter().map(|member| member ^ vector).collect();
            members.extend(others);
        }
        members.into_iter().fold(0, |all, member| all | 1 << member)
    }
}

fn is_set(row: &[u64], at: usize) -> bool {
    row[at / 64] >> (at % 64) & 1 == 1
}

fn flip(row: &mut [u64], at: usize) {
    row[at / 64] ^= 1 << (at % 64);
}

fn add(row: &mut [u64], other: &[u64]) {
    row.iter_mut().zip(other).for_each(|(word, other)| *word ^= other);
}
