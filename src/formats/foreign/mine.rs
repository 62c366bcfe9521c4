//! `.mine` files of `JSMinesweeper`: a line `WxHxM`, then H rows of W cells.

use super::super::Reading;
use super::super::error::{Fault, Pace, WriteError, lease, shown};
use super::super::grid::{Code, Grid};
use super::super::lines::{Piece, lines};
use super::{fitting, flag, usual};
use crate::board::{Board, Label};
use crate::budget::Budget;
use std::io::Write;

/// Reads a board.
pub(super) fn read(text: &[u8], reading: Reading, budget: &Budget) -> Result<Board, Fault> {
    let _lease = lease(budget, (text.len() * size_of::<Label>()) as u64, 0, "the board")?;
    let mut found = lines(text).filter(|line| !line.bytes.trim_ascii().is_empty());
    let head = found.next().unwrap_or(Piece { at: 0, bytes: b"" });
    let [width, height, mines] = head_of(head.bytes.trim_ascii()).ok_or_else(|| {
        let what = shown(head.bytes.trim_ascii());
        Fault::new(head.at, format!("{what} is not WIDTHxHEIGHTxMINES; begin with a line such as 30x16x99"))
    })?;
    let code = |byte: u8| match byte {
        b'H' => Code::Cell(Label::Covered),
        b'F' => flag(reading),
        b'?' => Code::Cell(Label::Mine),
        other => usual(other),
    };
    let right = "0-8, 'H' (hidden), 'F' (flag) or '?' (mine)";
    let mut grid = Grid::coded(code, right, text.len());
    let mut pace = Pace::new(budget);
    for line in found {
        pace.at(line.at)?;
        grid.push_row(line.bytes).map_err(|(at, message)| Fault::new(line.at + at, message))?;
        if grid.width() as u64 != width {
            let what = format!("a row of {} cells, and the first line says {width}", grid.width());
            return Err(Fault::new(line.at, format!("{what}; write as many as it says")));
        }
    }
    if grid.height() as u64 != height {
        let what = format!("{} rows, and the first line says {height}", grid.height());
        return Err(Fault::new(text.len(), format!("{what}; write as many as it says")));
    }
    grid.finish(Some(mines)).map_err(|message| Fault::new(text.len(), message))
}

/// The three numbers of a line `WxHxM`.
pub(super) fn head_of(line: &[u8]) -> Option<[u64; 3]> {
    let mut parts = line.split(|&byte| byte == b'x').map(|bytes| Piece { at: 0, bytes }.whole());
    let found = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(found)
}

/// Writes a board.
pub(in super::super) fn write(board: &Board, out: &mut impl Write) -> Result<(), WriteError> {
    let (width, height, mines) = fitting(board, "mine")?;
    let mut text = format!("{width}x{height}x{mines}\n").into_bytes();
    for row in board.labels().chunks(width) {
        for &label in row {
            text.push(match label {
                Label::Number(n) => b'0' + n as u8,
                Label::Covered => b'H',
                Label::Mine => b'?',
                Label::Free => {
                    return Err(WriteError::Unfit {
                        format: "mine",
                        why: "it has no sign for a cell that is free with its number not shown".to_owned(),
                    });
                }
            });
        }
        text.push(b'\n');
    }
    Ok(out.write_all(&text)?)
}
