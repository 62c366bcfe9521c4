//! `.board` files of `ms_toollib`, version 0.1: a header, then the layout and what is seen of it.
//!
//! # Theory
//! The section `[real]` has a mine (`*`) or a number for each cell, `[view]` what the player sees:
//! `U` covered, `0`-`8` open, `F` a flag, `?` a question mark, and after a loss `X` a flag where no
//! mine is, `@` the mine that exploded, `#` any other mine. A position is the view; where both
//! sections are there they are compared, and without a view nothing is open.

use super::super::Reading;
use super::super::error::{Fault, Pace, WriteError, lease, shown};
use super::super::grid::{Code, Grid};
use super::super::lines::{Piece, lines};
use super::super::recording::{Recording, layout_of};
use super::{fitting, flag, usual};
use crate::board::{Board, Label};
use crate::budget::Budget;
use std::io::Write;

/// How such a file begins.
pub(super) const MAGIC: &[u8] = b"# MINESWEEPER-BOARD";

const RIGHT: &str = "write rows: N, columns: N, mines: N, game_mode: N, [real] or [view]";

/// Reads what is seen.
pub(super) fn read(text: &[u8], reading: Reading, budget: &Budget) -> Result<Board, Fault> {
    let file = File::read(text, reading, budget)?;
    match (file.view, file.real) {
        (Some(view), _) => Ok(view),
        (None, Some(real)) => Ok(recording(&real).first()),
        (None, None) => {
            Err(Fault::new(text.len(), "neither a section [real] nor [view]; write at least one of them"))
        }
    }
}

/// Reads the layout.
pub(super) fn read_layout(text: &[u8], budget: &Budget) -> Result<Recording, Fault> {
    let file = File::read(text, Reading::default(), budget)?;
    let real = file.real.ok_or_else(|| {
        Fault::new(text.len(), "no section [real], so the layout is not known; leave --at out")
    })?;
    Ok(recording(&real))
}

fn recording(real: &Board) -> Recording {
    let (width, height, _) = real.topology().extent().unwrap_or_default();
    let mines = real.labels().iter().map(|&label| label == Label::Mine).collect();
    Recording::new(width, height, mines, Vec::new())
}

/// The two boards of a file.
#[derive(Default)]
struct File {
    real: Option<Board>,
    view: Option<Board>,
}

impl File {
    fn read(text: &[u8], reading: Reading, budget: &Budget) -> Result<Self, Fault> {
        let _lease = lease(budget, (2 * text.len() * size_of::<Label>()) as u64, 0, "the board")?;
        let mut pace = Pace::new(budget);
        let mut head = Head::default();
        let mut file = File::default();
        let mut open: Option<Section> = None;
        for line in lines(text) {
            pace.at(line.at)?;
            let bytes = line.bytes.trim_ascii();
            // A '#' may begin a row of the view; above the sections it begins a comment.
            if bytes.is_empty() || bytes[0] == b'#' && open.is_none() {
                continue;
            }
            if matches!(bytes, b"[real]" | b"[view]") {
                if let Some(section) = open.take() {
                    file.close(section, &head)?;
                }
                let is_view = bytes == b"[view]";
                if (if is_view { &file.view } else { &file.real }).is_some() {
                    let what = format!("a second section {}; keep one of them", shown(bytes));
                    return Err(Fault::new(line.at, what));
                }
                let grid = if is_view { view_rows(text.len(), reading) } else { real_rows(text.len()) };
                open = Some(Section { at: line.at, is_view, grid });
            } else if let Some(section) = &mut open {
                let wrong = |(at, message)| Fault::new(line.at + at, message);
                section.grid.push_row(line.bytes).map_err(wrong)?;
            } else {
                head.read(line)?;
            }
        }
        if let Some(section) = open.take() {
            file.close(section, &head)?;
        }
        file.compare(text.len(), head.mines)?;
        Ok(file)
    }

    fn close(&mut self, section: Section, head: &Head) -> Result<(), Fault> {
        let Section { at, is_view, grid } = section;
        for (name, found, told) in
            [("rows", grid.height(), head.rows), ("columns", grid.width(), head.columns)]
        {
            if let Some(told) = told.filter(|&told| told != found as u64) {
                let what = format!("a section of {found} {name}, and the header says {told}");
                return Err(Fault::new(at, format!("{what}; write as many as it says")));
            }
        }
        let board = grid.finish(head.mines).map_err(|message| Fault::new(at, message))?;
        *(if is_view { &mut self.view } else { &mut self.real }) = Some(board);
        Ok(())
    }

    /// What is seen must be there, and there must be as many mines as the header says.
    fn compare(&self, end: usize, told: Option<u64>) -> Result<(), Fault> {
        let Some(real) = &self.real else { return Ok(()) };
        let game = recording(real);
        let count = real.labels().iter().filter(|&&label| label == Label::Mine).count() as u64;
        if let Some(told) = told.filter(|&told| told != count) {
            return Err(Fault::new(end, format!("{count} mines in [real], and the header says {told}")));
        }
        let layout = game.layout();
        if let Some(cell) = real.cells().find(|&cell| real.label(cell) != layout.label(cell)) {
            let (x, y, _) = real.topology().place(cell);
            return Err(Fault::new(
                end,
                format!("the number at {x},{y} of [real] is wrong; count its mines"),
            ));
        }
        let Some(view) = &self.view else { return Ok(()) };
        if view.len() != real.len() || view.topology() != real.topology() {
            return Err(Fault::new(end, "[real] and [view] differ in size; give them the same"));
        }
        for cell in real.cells() {
            let (is, seen) = (layout.label(cell), view.label(cell));
            let differs = match seen {
                Label::Covered => false,
                Label::Free => is == Label::Mine,
                // A flag that is trusted may still be wrong, and then so is the trust in it.
                other => other != is,
            };
            if differs {
                let (x, y, _) = real.topology().place(cell);
                let what = format!("[view] shows something at {x},{y} that is not so in [real]");
                return Err(Fault::new(end, format!("{what}; correct one of them")));
            }
        }
        Ok(())
    }
}

/// A section while it is read, and where it began.
struct Section {
    at: usize,
    is_view: bool,
    grid: Grid,
}

#[derive(Default)]
struct Head {
    rows: Option<u64>,
    columns: Option<u64>,
    mines: Option<u64>,
    mode: Option<u64>,
}

impl Head {
    fn read(&mut self, line: Piece<'_>) -> Result<(), Fault> {
        let colon = line.bytes.iter().position(|&byte| byte == b':');
        let (key, value) = line.bytes.split_at(colon.unwrap_or(line.bytes.len()));
        let field = match key.trim_ascii() {
            b"rows" => &mut self.rows,
            b"columns" => &mut self.columns,
            b"mines" => &mut self.mines,
            b"game_mode" => &mut self.mode,
            other => {
                return Err(Fault::new(line.at, format!("{} is not known; {RIGHT}", shown(other))));
            }
        };
        let value = value.get(1..).unwrap_or_default().trim_ascii();
        let number = Piece { at: 0, bytes: value }.whole();
        let at = line.at + colon.map_or(line.bytes.len(), |colon| colon + 1);
        let wrong = || Fault::new(at, format!("{} is not a whole number; {RIGHT}", shown(value)));
        let number = number.ok_or_else(wrong)?;
        if field.replace(number).is_some() {
            return Err(Fault::new(line.at, format!("a second {}; keep one of them", shown(key))));
        }
        Ok(())
    }
}

fn real_rows(cells: usize) -> Grid {
    let code = |byte: u8| if byte == b'*' { Code::Cell(Label::Mine) } else { usual(byte) };
    Grid::coded(code, "0-8 or '*' (mine)", cells)
}

fn view_rows(cells: usize, reading: Reading) -> Grid {
    let code = |byte: u8| match byte {
        b'U' | b'?' => Code::Cell(Label::Covered),
        b'F' => flag(reading),
        b'@' | b'#' => Code::Cell(Label::Mine),
        b'X' => Code::Cell(Label::Free),
        other => usual(other),
    };
    let right = "0-8, 'U' (covered), 'F' (flag), '?' (question mark), 'X' (wrong flag), '@' or '#' (mine)";
    Grid::coded(code, right, cells)
}

/// Writes a board; the layout too, where it is known.
pub(in super::super) fn write(board: &Board, out: &mut impl Write) -> Result<(), WriteError> {
    let (width, height, mines) = fitting(board, "toollib")?;
    let mut text = [MAGIC, b" v0.1\n"].concat();
    let head = format!("rows: {height}\ncolumns: {width}\nmines: {mines}\ngame_mode: 0\n");
    text.extend_from_slice(head.as_bytes());
    if let Ok(layout) = layout_of(board) {
        text.extend_from_slice(b"[real]\n");
        rows(&layout, width, &mut text, |label| match label {
            Label::Number(n) => b'0' + n as u8,
            _ => b'*',
        });
    }
    text.extend_from_slice(b"[view]\n");
    rows(board, width, &mut text, |label| match label {
        Label::Number(n) => b'0' + n as u8,
        Label::Covered => b'U',
        Label::Mine => b'#',
        Label::Free => b'X',
    });
    Ok(out.write_all(&text)?)
}

fn rows(board: &Board, width: usize, text: &mut Vec<u8>, sign: impl Fn(Label) -> u8) {
    for row in board.labels().chunks(width) {
        text.extend(row.iter().map(|&label| sign(label)));
        text.push(b'\n');
    }
}
