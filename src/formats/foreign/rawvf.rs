//! `RawVF`: replays as text, into which other replays are often converted.
//!
//! # Theory
//! Lines `Key: value`, then `Board:` with rows of `*` (mine) and `0`, then `Events:` with what the
//! mouse did: `TIME EVENT COLUMN ROW (X Y)`. X and Y count points, `SquareSize` (16 if it is not
//! told) to a cell; columns and rows count from 1 and are used only where points are missing. Other
//! events tell what the board did, which follows from the mouse.

use super::super::error::{Fault, Pace, lease, shown};
use super::super::grid::{Code, Grid};
use super::super::lines::{Piece, is_blank, lines};
use super::super::recording::{Move, Recording};
use super::mouse::{Mouse, cell_at};
use crate::board::{CellId, Label};
use crate::budget::Budget;

/// How such a file begins.
pub(super) const MAGIC: &[u8] = b"RawVF_Version:";

/// Reads a game.
pub(super) fn read(text: &[u8], budget: &Budget) -> Result<Recording, Fault> {
    let bytes = (text.len() * (size_of::<Label>() + size_of::<Move>())) as u64;
    let _lease = lease(budget, bytes, 0, "the replay")?;
    let mut reader = Reader { square: 16, ..Reader::default() };
    let mut pace = Pace::new(budget);
    for line in lines(text) {
        pace.at(line.at)?;
        reader.read_line(line, text.len())?;
    }
    reader.finish(text.len())
}

#[derive(Default)]
struct Reader {
    width: Option<u64>,
    height: Option<u64>,
    mines: Option<u64>,
    square: i64,
    grid: Option<Grid>,
    /// The layout, once events begin.
    game: Option<Recording>,
    mouse: Mouse,
}

impl Reader {
    fn read_line(&mut self, line: Piece<'_>, cells: usize) -> Result<(), Fault> {
        let bytes = line.bytes.trim_ascii();
        if bytes.is_empty() {
            return Ok(());
        }
        if self.game.is_some() {
            return self.read_event(line);
        }
        match (bytes, &mut self.grid) {
            (b"Events:", _) => self.close(line.at),
            (b"Board:", None) => {
                let code = |byte: u8| match byte {
                    b'*' => Code::Cell(Label::Mine),
                    b'0' => Code::Cell(Label::Free),
                    blank if is_blank(blank) => Code::Blank,
                    _ => Code::Wrong,
                };
                self.grid = Some(Grid::coded(code, "'*' (mine) or '0'", cells));
                Ok(())
            }
            (_, Some(grid)) => {
                grid.push_row(line.bytes).map_err(|(at, message)| Fault::new(line.at + at, message))
            }
            (_, None) => self.read_header(line),
        }
    }

    fn read_header(&mut self, line: Piece<'_>) -> Result<(), Fault> {
        let Some(colon) = line.bytes.iter().position(|&byte| byte == b':') else {
            let what = shown(line.bytes.trim_ascii());
            return Err(Fault::new(line.at, format!("{what} is no line `Key: value`; `Board:` comes next")));
        };
        let value = line.bytes[colon + 1..].trim_ascii();
        let number = Piece { at: 0, bytes: value }.whole();
        let wrong = |right: &str| {
            Fault::new(line.at + colon + 1, format!("{} is not {right}; write a whole number", shown(value)))
        };
        match line.bytes[..colon].trim_ascii().to_ascii_lowercase().as_slice() {
            b"width" => self.width = Some(number.ok_or_else(|| wrong("a width"))?),
            b"height" => self.height = Some(number.ok_or_else(|| wrong("a height"))?),
            b"mines" => self.mines = Some(number.ok_or_else(|| wrong("a number of mines"))?),
            b"squaresize" => {
                let size = number.and_then(|size| i64::try_from(size).ok()).filter(|&size| size > 0);
                self.square = size.ok_or_else(|| wrong("the size of a cell in points"))?;
            }
            b"superclick" => self.mouse.super_click = value.eq_ignore_ascii_case(b"on"),
            _ => {}
        }
        Ok(())
    }

    /// The layout is complete.
    fn close(&mut self, at: usize) -> Result<(), Fault> {
        let grid = self.grid.take().ok_or_else(|| Fault::new(at, "no `Board:` above; write it first"))?;
        for (name, found, told) in
            [("rows", grid.height(), self.height), ("columns", grid.width(), self.width)]
        {
            if let Some(told) = told.filter(|&told| told != found as u64) {
                let what = format!("a board of {found} {name}, and the header says {told}");
                return Err(Fault::new(at, format!("{what}; write as many as it says")));
            }
        }
        let (width, height) = (grid.width() as u32, grid.height() as u32);
        let board = grid.finish(None).map_err(|message| Fault::new(at, message))?;
        let mines: Vec<bool> = board.labels().iter().map(|&label| label == Label::Mine).collect();
        let count = mines.iter().filter(|&&mined| mined).count() as u64;
        if let Some(told) = self.mines.filter(|&told| told != count) {
            return Err(Fault::new(at, format!("{count} mines on the board, and the header says {told}")));
        }
        self.game = Some(Recording::new(width, height, mines, Vec::new()));
        Ok(())
    }

    fn read_event(&mut self, line: Piece<'_>) -> Result<(), Fault> {
        let mut words = line.words();
        let timed = |word: &Piece<'_>| matches!(word.bytes, [b'0'..=b'9' | b'-' | b'.', ..]);
        let Some(name) = words.find(|word| !timed(word)) else { return Ok(()) };
        let Ok(event) = std::str::from_utf8(name.bytes) else { return Ok(()) };
        // Two letters are the mouse; longer names tell what the board did.
        if event.len() != 2 || event == "mt" {
            return Ok(());
        }
        let cell = self.place(Piece { at: name.end(), bytes: &line.bytes[name.end() - line.at..] })?;
        if self.mouse.take(event, cell) {
            return Ok(());
        }
        let what = shown(name.bytes);
        Err(Fault::new(name.at, format!("{what} is no event; write lc, lr, rc, rr, mc, mr, mv or sc")))
    }

    /// The cell of an event.
    fn place(&self, rest: Piece<'_>) -> Result<Option<CellId>, Fault> {
        let (width, height) = self.game.as_ref().map_or((0, 0), Recording::size);
        let points = rest.bytes.iter().position(|&byte| byte == b'(');
        let (from, points) = points.map_or((0, false), |at| (at + 1, true));
        let mut words = rest.bytes[from..].split(|&byte| is_blank(byte) || matches!(byte, b'(' | b')'));
        let mut number = || {
            let word = words.find(|word| !word.is_empty())?;
            std::str::from_utf8(word).ok()?.parse::<i64>().ok()
        };
        let (Some(x), Some(y)) = (number(), number()) else {
            return Err(Fault::new(rest.at, "the place of the event is missing; write COLUMN ROW (X Y)"));
        };
        Ok(if points {
            cell_at(x, y, self.square, width, height)
        } else {
            cell_at(x.saturating_sub(1), y.saturating_sub(1), 1, width, height)
        })
    }

    fn finish(mut self, end: usize) -> Result<Recording, Fault> {
        if self.game.is_none() {
            self.close(end)?;
        }
        let game = self.game.ok_or_else(|| Fault::new(end, "no `Board:`; write one"))?;
        Ok(game.with_moves(self.mouse.moves))
    }
}
