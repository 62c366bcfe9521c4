//! Board text: keywords, then rows of one character a cell.
//!
//! # Cost
//! One pass, one look-up a byte, one allocation for all cells.

use super::error::{Fault, Pace, WriteError, lease, shown};
use super::grid::{self, Grid, SHAPES, Shape, flat_shape, topology_name};
use super::lines::{Mines, Piece, Words, is_blank, lines};
use crate::board::{Board, Label, Topology};
use crate::budget::Budget;
use std::io::Write;

/// Reads board text.
pub(super) fn read(text: &[u8], budget: &Budget) -> Result<Board, Fault> {
    // Every cell takes at least one byte of the file.
    let bytes = (text.len() * size_of::<Label>()) as u64;
    let _lease = lease(budget, bytes, 0, "the board")?;
    let mut reader = Reader { cells: text.len(), ..Reader::default() };
    let mut pace = Pace::new(budget);
    for line in lines(text) {
        pace.at(line.at)?;
        reader.read_line(line)?;
    }
    reader.finish(text.len())
}

#[derive(Default)]
struct Reader {
    /// No more cells than this can come.
    cells: usize,
    mines: Mines,
    /// The shape and where it was given.
    shape: Option<(Shape, usize)>,
    /// There from the first row on.
    grid: Option<Grid>,
}

impl Reader {
    fn read_line(&mut self, line: Piece<'_>) -> Result<(), Fault> {
        let first = line.bytes.iter().find(|&&b| !is_blank(b));
        match first {
            None | Some(b'#') => Ok(()),
            // No other line pays for a look at its words. `m` may begin a row of a box.
            Some(b'm' | b't') => {
                let mut words = line.words();
                match words.next() {
                    Some(word) if word.bytes == b"mines" => self.read_mines(word, words),
                    Some(word) if word.bytes == b"topology" => self.read_topology(word, words),
                    _ => self.read_row(line),
                }
            }
            Some(_) => self.read_row(line),
        }
    }

    fn read_mines(&mut self, keyword: Piece<'_>, words: Words<'_>) -> Result<(), Fault> {
        self.comes_first(keyword)?;
        self.mines.read(keyword, words)
    }

    fn read_topology(&mut self, keyword: Piece<'_>, mut words: Words<'_>) -> Result<(), Fault> {
        self.comes_first(keyword)?;
        if self.shape.is_some() {
            return Err(Fault::new(keyword.at, "a second `topology` line; keep one of them"));
        }
        let name = words.need(|| format!("the topology is missing; write {SHAPES}"))?;
        let (shape, at) = if name.bytes == b"box" {
            let layers = "write `topology box LAYERS` with 1 or more layers";
            let word = words.need(|| format!("the number of layers is missing; {layers}"))?;
            let depth = word.whole().and_then(|depth| u32::try_from(depth).ok()).filter(|&d| d > 0);
            let wrong = || format!("{} is not a number of layers; {layers}", shown(word.bytes));
            (Shape::Box { depth: depth.ok_or_else(|| Fault::new(word.at, wrong()))? }, word.at)
        } else {
            let wrong = || format!("{} is not a topology; write {SHAPES}", shown(name.bytes));
            (flat_shape(name.bytes).ok_or_else(|| Fault::new(name.at, wrong()))?, name.at)
        };
        words.done()?;
        self.shape = Some((shape, at));
        Ok(())
    }

    fn comes_first(&self, keyword: Piece<'_>) -> Result<(), Fault> {
        if self.grid.is_none() {
            return Ok(());
        }
        let what = shown(keyword.bytes);
        Err(Fault::new(keyword.at, format!("{what} after a row; move it above the first row")))
    }

    fn read_row(&mut self, line: Piece<'_>) -> Result<(), Fault> {
        let shape = self.shape.map_or(Shape::King, |(shape, _)| shape);
        let cells = self.cells;
        let grid = self.grid.get_or_insert_with(|| Grid::new(shape, cells));
        grid.push_row(line.bytes).map_err(|(at, message)| match line.words().next() {
            // A mistyped keyword deserves better than a word about its first letter.
            Some(word) if is_name(word.bytes) && at < word.end() - line.at => Fault::new(
                word.at,
                format!(
                    "{} is neither a keyword nor a row of cells; keywords are `mines` and `topology`",
                    shown(word.bytes)
                ),
            ),
            _ => Fault::new(line.at + at, message),
        })
    }

    fn finish(self, end: usize) -> Result<Board, Fault> {
        let (shape, at) = self.shape.unwrap_or((Shape::King, 0));
        let grid = self.grid.unwrap_or_else(|| Grid::new(shape, 0));
        // Too few layers are the fault of the keyword, a missing row is one of the file's end.
        let at = if grid.height() == 0 { end } else { at };
        grid.finish(self.mines.total).map_err(|message| Fault::new(at, message))
    }
}

fn is_name(word: &[u8]) -> bool {
    word.len() > 2 && word.iter().all(u8::is_ascii_alphabetic)
}

/// Writes board text.
pub(super) fn write(board: &Board, out: &mut impl Write) -> Result<(), WriteError> {
    let width = grid::writable_width(board)?;
    if let Some(mines) = board.mines() {
        writeln!(out, "mines {mines}")?;
    }
    match board.topology() {
        Topology::King { .. } => {}
        Topology::Box { depth, .. } => writeln!(out, "topology box {depth}")?,
        other => writeln!(out, "topology {}", topology_name(other).0)?,
    }
    let (_, height, _) = board.topology().extent().ok_or(WriteError::NotAGrid)?;
    let mut line = Vec::new();
    for (row, labels) in board.labels().chunks(width as usize).enumerate() {
        // A blank line between layers is for the reader's eyes only.
        if row > 0 && row % height as usize == 0 {
            line.push(b'\n');
        }
        grid::write_row(labels, b" ", &mut line);
        line.push(b'\n');
        out.write_all(&line)?;
        line.clear();
    }
    Ok(())
}
