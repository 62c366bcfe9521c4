//! CNF for model counters: the models are exactly the legal placements.
//!
//! # Theory
//! No auxiliary variables: k of n variables are true if among any k + 1 of them one is false, and
//! among any n − k + 1 of them one is true. A sum that cannot be met is the empty clause.
//! # Cost
//! C(n, k+1) + C(n, k−1) clauses a sum: at most 112 for eight neighbours, but beyond use for the
//! total of most boards. So all clauses are counted before the first is written.
//! # References
//! The header is that of the Model Counting Competition, track `mc`.

use super::error::WriteError;
use super::name::CellName;
use super::sums::{Sum, Sums};
use crate::board::Board;
use std::io::{self, Write};

/// The most clauses of one sum.
const SUM_LIMIT: u64 = 1_000_000;
/// The most clauses of a file.
const FILE_LIMIT: u64 = 1_000_000_000;

/// Writes CNF.
pub(super) fn write(board: &Board, out: &mut impl Write) -> Result<(), WriteError> {
    let sums = Sums::new(board);
    let clauses = count_clauses(board, &sums)?;
    writeln!(out, "c t mc")?;
    writeln!(out, "p cnf {} {clauses}", sums.variable_count())?;
    sums.write_names("c ", out)?;
    sums.try_for_each(|sum| write_sum(&sum, out))?;
    Ok(())
}

fn count_clauses(board: &Board, sums: &Sums<'_>) -> Result<u64, WriteError> {
    let mut clauses = 0u64;
    sums.try_for_each(|sum| {
        let (covered, most) = (sum.variables.len(), SUM_LIMIT);
        clauses += clauses_of(&sum).ok_or_else(|| match sum.cell {
            Some(cell) => {
                WriteError::SumTooLarge { cell: CellName(board.topology(), cell).to_string(), covered, most }
            }
            None => WriteError::TotalTooLarge { mines: board.mines().unwrap_or(0), covered, most },
        })?;
        if clauses > FILE_LIMIT { Err(WriteError::TooManyClauses { most: FILE_LIMIT }) } else { Ok(()) }
    })?;
    Ok(clauses)
}

/// How many clauses a sum takes, if not too many.
fn clauses_of(sum: &Sum<'_>) -> Option<u64> {
    let n = sum.variables.len();
    let Some(k) = sum.rest else { return Some(1) };
    let too_many_mines = choose(n, k + 1)?;
    let too_few_mines = if k == 0 { 0 } else { choose(n, k - 1)? };
    Some(too_many_mines + too_few_mines).filter(|&clauses| clauses <= SUM_LIMIT)
}

/// C(n, k), if it is at most [`SUM_LIMIT`].
fn choose(n: usize, k: usize) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    // Up to n/2 every factor grows the product, so it may stop at the limit.
    let mut product = 1u64;
    for i in 0..k.min(n - k) {
        product = product.checked_mul((n - i) as u64)? / (i as u64 + 1);
        if product > SUM_LIMIT {
            return None;
        }
    }
    Some(product)
}

fn write_sum(sum: &Sum<'_>, out: &mut impl Write) -> io::Result<()> {
    let n = sum.variables.len();
    let Some(k) = sum.rest else { return writeln!(out, "0") };
    for_each_subset(n, k + 1, |subset| write_clause(sum, subset, "-", out))?;
    for_each_subset(n, n - k + 1, |subset| write_clause(sum, subset, "", out))
}

fn write_clause(sum: &Sum<'_>, subset: &[usize], sign: &str, out: &mut impl Write) -> io::Result<()> {
    for &i in subset {
        write!(out, "{sign}{} ", sum.variables[i])?;
    }
    writeln!(out, "0")
}

/// Calls `visit` with every subset of `size` of the indices below `n`, in lexicographic order.
fn for_each_subset<E>(
    n: usize,
    size: usize,
    mut visit: impl FnMut(&[usize]) -> Result<(), E>,
) -> Result<(), E> {
    if size > n {
        return Ok(());
    }
    let mut subset: Vec<usize> = (0..size).collect();
    loop {
        visit(&subset)?;
        // The last index that can still move moves, and the ones behind it follow closely.
        let Some(i) = (0..size).rev().find(|&i| subset[i] < n - size + i) else { return Ok(()) };
        subset[i] += 1;
        for j in i + 1..size {
            subset[j] = subset[j - 1] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_as_many_as_counted() {
        for (n, size, expected) in [(0, 0, 1), (4, 0, 1), (4, 2, 6), (4, 4, 1), (4, 5, 0), (9, 4, 126)] {
            let mut seen = Vec::new();
            for_each_subset(n, size, |subset| {
                seen.push(subset.to_vec());
                Ok::<_, ()>(())
            })
            .unwrap();
            assert!(seen.is_sorted());
            assert_eq!((seen.len() as u64, choose(n, size)), (expected, Some(expected)), "C({n}, {size})");
        }
        assert_eq!(choose(1000, 500), None);
        assert_eq!(choose(usize::MAX, 1), None);
        assert_eq!(choose(480, 99), None);
    }
}
