//! OPB, the pseudo-Boolean format: one equation a number, one for the total.
//!
//! A sum that cannot be met asks for one mine more than it has cells, whatever it asked for on
//! the board: the numbers of a file stay small, and the file stays unsatisfiable. If it has no
//! cell at all, variable 1 stands in, as the format knows no empty sums.

use super::error::WriteError;
use super::sums::{Sum, Sums};
use crate::board::Board;
use std::io::{self, Write};

/// Writes OPB.
pub(super) fn write(board: &Board, out: &mut impl Write) -> Result<(), WriteError> {
    let sums = Sums::new(board);
    let mut variables = sums.variable_count();
    let mut constraints = 0u64;
    sums.try_for_each(|sum| {
        constraints += u64::from(!is_idle(&sum));
        if sum.rest.is_none() {
            variables = variables.max(1);
        }
        Ok::<_, WriteError>(())
    })?;
    writeln!(out, "* #variable= {variables} #constraint= {constraints}")?;
    sums.write_names("* x", out)?;
    sums.try_for_each(|sum| if is_idle(&sum) { Ok(()) } else { write_sum(&sum, out) })?;
    Ok(())
}

/// Whether the sum says nothing: no mine over no cells.
fn is_idle(sum: &Sum<'_>) -> bool {
    sum.variables.is_empty() && sum.rest == Some(0)
}

fn write_sum(sum: &Sum<'_>, out: &mut impl Write) -> io::Result<()> {
    let variables = if sum.variables.is_empty() { &[1] } else { sum.variables };
    for variable in variables {
        write!(out, "+1 x{variable} ")?;
    }
    writeln!(out, "= {} ;", sum.rest.unwrap_or(variables.len() + 1))
}
