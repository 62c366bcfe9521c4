//! CNF for solvers and model counters: the models are exactly the legal placements.
//!
//! # Theory
//! Covered cells are the first variables. Sums are said by [`encode`](crate::encode); where that
//! takes auxiliary variables, the cells determine them, so there are as many models as placements.
//! A sum that cannot be met is the empty clause.
//! # Cost
//! Every sum is encoded twice: the header tells how many clauses follow.
//! # References
//! The header is that of the Model Counting Competition, track `mc`.

use super::error::WriteError;
use super::name::CellName;
use super::sums::{Sum, Sums};
use crate::board::Board;
use crate::encode::{DIRECT_LIMIT, Encoding, Literal, Sink, direct_clauses, exactly, forecast};
use std::convert::Infallible;
use std::io::{self, Write};

/// The most clauses of one sum that is said with auxiliary variables, as forecast.
const SUM_LIMIT: u64 = 100_000_000;
/// The most clauses of a file.
const FILE_LIMIT: u64 = 1_000_000_000;

/// Writes CNF.
pub(super) fn write(board: &Board, encoding: Encoding, out: &mut impl Write) -> Result<(), WriteError> {
    let sums = Sums::new(board);
    let mut counted = Counted { variables: sums.variable_count() as u64, clauses: 0 };
    sums.try_for_each(|sum| {
        refuse_too_large(board, &sum, encoding)?;
        let Ok(()) = say(&sum, encoding, &mut counted);
        if counted.clauses > FILE_LIMIT || counted.variables > i32::MAX as u64 / 2 {
            return Err(WriteError::TooManyClauses { most: FILE_LIMIT });
        }
        Ok(())
    })?;
    writeln!(out, "c t mc")?;
    writeln!(out, "p cnf {} {}", counted.variables, counted.clauses)?;
    sums.write_names("c ", out)?;
    let mut written = Written { variables: sums.variable_count() as u32, out };
    sums.try_for_each(|sum| say(&sum, encoding, &mut written))?;
    Ok(())
}

fn say<S: Sink>(sum: &Sum<'_>, encoding: Encoding, sink: &mut S) -> Result<(), S::Error> {
    let Some(k) = sum.rest else { return sink.clause(&[]) };
    let inputs: Vec<Vec<Literal>> = sum.variables.iter().map(|&x| vec![Literal::new(x - 1)]).collect();
    exactly(&inputs, k as u64, encoding, sink)
}

fn refuse_too_large(board: &Board, sum: &Sum<'_>, encoding: Encoding) -> Result<(), WriteError> {
    let Some(k) = sum.rest else { return Ok(()) };
    let lengths = vec![1; sum.variables.len()];
    let encoding = encoding.resolve(&lengths, k as u64);
    if encoding != Encoding::Direct {
        let clauses = forecast(&lengths, k as u64, encoding);
        return if clauses > SUM_LIMIT {
            Err(WriteError::EncodingTooLarge { encoding: encoding.name(), most: SUM_LIMIT })
        } else {
            Ok(())
        };
    }
    let (covered, most) = (sum.variables.len(), DIRECT_LIMIT);
    if direct_clauses(&lengths, k as u64, most).is_some() {
        return Ok(());
    }
    Err(match sum.cell {
        Some(cell) => {
            WriteError::SumTooLarge { cell: CellName(board.topology(), cell).to_string(), covered, most }
        }
        None => WriteError::TotalTooLarge { mines: board.mines().unwrap_or(0), covered, most },
    })
}

/// Clauses that are only counted.
struct Counted {
    variables: u64,
    clauses: u64,
}

impl Sink for Counted {
    type Error = Infallible;

    fn fresh(&mut self) -> Literal {
        self.variables += 1;
        // Whoever counts asks nothing of the variable itself, and refuses a file with more.
        Literal::new((self.variables - 1).min(u64::from(u32::MAX >> 1)) as u32)
    }

    fn clause(&mut self, _: &[Literal]) -> Result<(), Infallible> {
        self.clauses += 1;
        Ok(())
    }
}

/// Clauses that are written as they come.
struct Written<'a, W> {
    variables: u32,
    out: &'a mut W,
}

impl<W: Write> Sink for Written<'_, W> {
    type Error = io::Error;

    fn fresh(&mut self) -> Literal {
        self.variables += 1;
        Literal::new(self.variables - 1)
    }

    fn clause(&mut self, clause: &[Literal]) -> io::Result<()> {
        for literal in clause {
            write!(self.out, "{} ", literal.dimacs())?;
        }
        writeln!(self.out, "0")
    }
}
