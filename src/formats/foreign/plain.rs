//! Rows of characters and nothing else: four programs, each with an alphabet of its own.
//!
//! None of them tells the total number of mines.

use super::super::error::{Fault, Pace, lease};
use super::super::grid::{Code, Grid};
use super::super::lines::lines;
use super::super::{Format, Reading};
use super::{flag, usual};
use crate::board::{Board, Label};
use crate::budget::Budget;

/// Reads the rows.
pub(super) fn read(format: Format, text: &[u8], reading: Reading, budget: &Budget) -> Result<Board, Fault> {
    let _lease = lease(budget, (text.len() * size_of::<Label>()) as u64, 0, "the board")?;
    let mut grid = match format {
        Format::Hill => Grid::coded(hill, "0-8, 'H' (hidden) or 'M' (mine)", text.len()),
        Format::Minesolve => {
            Grid::coded(minesolve, "0-8, a space (0), or '.', 'x' or '?' (unknown)", text.len())
        }
        Format::Minesweepr => Grid::coded(minesweepr, "'.' (0), 1-8 or 'x' (covered)", text.len()),
        _ => Grid::coded(
            |byte| tatham(byte, reading),
            "'-' (0), 1-8, '?' (covered), '*' (flag) or '!' (exploded)",
            text.len(),
        ),
    };
    let mut pace = Pace::new(budget);
    for line in lines(text) {
        pace.at(line.at)?;
        let row = line.bytes.strip_suffix(b"\r").unwrap_or(line.bytes);
        // Blanks may be cells, but a line without anything is none.
        let empty = row.is_empty() || format != Format::Minesolve && row.trim_ascii().is_empty();
        if !empty {
            grid.push_row(row).map_err(|(at, message)| Fault::new(line.at + at, message))?;
        }
    }
    grid.finish(None).map_err(|message| Fault::new(text.len(), message))
}

/// Hill's Java solver.
fn hill(byte: u8) -> Code {
    match byte {
        b'H' | b'h' => Code::Cell(Label::Covered),
        b'M' | b'm' => Code::Cell(Label::Mine),
        other => usual(other),
    }
}

/// In minesolve a space is a cell without mines around it, so nothing may stand between cells.
fn minesolve(byte: u8) -> Code {
    match byte {
        b' ' => Code::Cell(Label::Number(0)),
        b'.' | b'x' | b'?' => Code::Cell(Label::Covered),
        b'\t' => Code::Wrong,
        other => usual(other),
    }
}

fn minesweepr(byte: u8) -> Code {
    match byte {
        b'.' => Code::Cell(Label::Number(0)),
        b'x' => Code::Cell(Label::Covered),
        other => usual(other),
    }
}

/// What Simon Tatham's Mines copies as text.
fn tatham(byte: u8, reading: Reading) -> Code {
    match byte {
        b'-' => Code::Cell(Label::Number(0)),
        b'?' => Code::Cell(Label::Covered),
        b'*' => flag(reading),
        b'!' => Code::Cell(Label::Mine),
        other => usual(other),
    }
}
