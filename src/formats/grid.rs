//! Rows of cells, one character each: what board text and JSON grids share.

use super::error::{WriteError, shown};
use super::lines::is_blank;
use super::name::CellName;
use crate::board::{Board, Label, Topology, counted};

/// What the rows are rows of: a topology whose size is not known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    King,
    Orthogonal,
    Torus,
    Hex,
    Triangle,
    Box { depth: u32 },
}

/// The names that [`flat_shape`] knows, for messages.
pub(super) const SHAPES: &str = "king, orthogonal, torus, hex, triangle or box";

/// The shape of this name; a box needs its depth and is not among them.
pub(super) fn flat_shape(name: &[u8]) -> Option<Shape> {
    match name {
        b"king" => Some(Shape::King),
        b"orthogonal" => Some(Shape::Orthogonal),
        b"torus" => Some(Shape::Torus),
        b"hex" => Some(Shape::Hex),
        b"triangle" => Some(Shape::Triangle),
        _ => None,
    }
}

/// The name of a topology, and the largest number that one character says on it.
pub(crate) fn topology_name(topology: &Topology) -> (&'static str, u32) {
    match topology {
        Topology::King { .. } => ("king", 8),
        Topology::Orthogonal { .. } => ("orthogonal", 8),
        Topology::Torus { .. } => ("torus", 8),
        Topology::Hex { .. } => ("hex", 8),
        Topology::Triangle { .. } => ("triangle", WIDEST),
        Topology::Box { .. } => ("box", WIDEST),
        Topology::Graph(_) => ("graph", u32::MAX),
    }
}

/// The largest number that any character says: `q`, for the inner cells of a box.
const WIDEST: u32 = 26;

impl Shape {
    fn topology(self, width: u32, rows: u32) -> Topology {
        match self {
            Shape::King => Topology::King { width, height: rows },
            Shape::Orthogonal => Topology::Orthogonal { width, height: rows },
            Shape::Torus => Topology::Torus { width, height: rows },
            Shape::Hex => Topology::Hex { width, height: rows },
            Shape::Triangle => Topology::Triangle { width, height: rows },
            Shape::Box { depth } => Topology::Box { width, height: rows / depth, depth },
        }
    }
}

/// A grid that grows row by row.
pub(super) struct Grid {
    shape: Shape,
    codes: [Code; 256],
    /// What a row may hold, for messages of grids whose characters are not those of board text.
    right: Option<&'static str>,
    labels: Vec<Label>,
    width: usize,
    height: usize,
}

/// What a byte of a row means. One look-up a byte keeps large boards fast.
#[derive(Clone, Copy)]
pub(super) enum Code {
    Cell(Label),
    Blank,
    Wrong,
}

impl Grid {
    /// An empty grid with room for `cells` cells.
    pub(super) fn new(shape: Shape, cells: usize) -> Self {
        let (_, most) = topology_name(&shape.topology(0, 0));
        let mut codes = [Code::Wrong; 256];
        for byte in 0..=u8::MAX {
            if is_blank(byte) {
                codes[usize::from(byte)] = Code::Blank;
            }
        }
        for label in (0..=most).map(Label::Number).chain([Label::Covered, Label::Mine, Label::Free]) {
            if let Some(byte) = symbol(label, most) {
                codes[usize::from(byte)] = Code::Cell(label);
            }
        }
        Grid { shape, codes, right: None, labels: Vec::with_capacity(cells), width: 0, height: 0 }
    }

    /// An empty king grid with room for `cells` cells, in which a byte means what `code` says;
    /// `right` lists what a row may hold.
    pub(super) fn coded(code: impl Fn(u8) -> Code, right: &'static str, cells: usize) -> Self {
        let mut codes = [Code::Wrong; 256];
        (0..=u8::MAX).for_each(|byte| codes[usize::from(byte)] = code(byte));
        let (labels, right) = (Vec::with_capacity(cells), Some(right));
        Grid { shape: Shape::King, codes, right, labels, width: 0, height: 0 }
    }

    /// How many rows there are.
    pub(super) fn height(&self) -> usize {
        self.height
    }

    /// How many cells a row has; 0 before the first.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Adds a row, or says at which of its bytes something is wrong, and what.
    pub(super) fn push_row(&mut self, row: &[u8]) -> Result<(), (usize, String)> {
        let before = self.labels.len();
        for (at, &byte) in row.iter().enumerate() {
            match self.codes[usize::from(byte)] {
                Code::Cell(label) => self.labels.push(label),
                Code::Blank => {}
                Code::Wrong => return Err((at, self.wrong_cell(&row[at..]))),
            }
        }
        let width = self.labels.len() - before;
        if self.height == 0 {
            self.width = width;
        }
        if width == 0 {
            return Err((0, "a row without cells; write at least one cell".to_owned()));
        }
        if width != self.width {
            let (y, right) = (self.height, self.width);
            let cells = counted(width, "cell", "cells");
            let what = format!("row {y} has {cells}, row 0 has {right}; all rows need the same length");
            let is_cell = |byte: u8| matches!(self.codes[usize::from(byte)], Code::Cell(_));
            let cells = row.iter().enumerate().filter(|&(_, &b)| is_cell(b));
            let extra = cells.map(|(at, _)| at).nth(right);
            return Err((extra.unwrap_or(row.trim_ascii_end().len()), what));
        }
        if self.labels.len() as u64 >= u64::from(u32::MAX) {
            return Err((0, format!("too many cells; a board has fewer than {}", u32::MAX)));
        }
        self.height += 1;
        Ok(())
    }

    fn wrong_cell(&self, rest: &[u8]) -> String {
        if let Some(right) = self.right {
            return format!("{} is not a cell; write {right}", shown(&rest[..first_character(rest)]));
        }
        let (name, most) = topology_name(&self.shape.topology(0, 0));
        let numbers = if most == WIDEST { "0-9 or a-q (10 to 26)" } else { "a digit 0-8" };
        let right = format!("write {numbers}, '?' (covered), '*' (mine) or '_' (free)");
        let what = shown(&rest[..first_character(rest)]);
        match rest[0] {
            b'9' | b'a'..=b'q' => format!("{what} is not a cell of a {name} board; {right}"),
            _ => format!("{what} is not a cell; {right}"),
        }
    }

    /// The board, or why its rows do not make one.
    pub(super) fn finish(mut self, mines: Option<u64>) -> Result<Board, String> {
        if self.height == 0 {
            return Err("there is no row of cells; write at least one, such as 1 ? ?".to_owned());
        }
        if let Shape::Box { depth } = self.shape {
            let height = self.height;
            if !height.is_multiple_of(depth as usize) {
                return Err(format!(
                    "{} {depth} layers of equal height; write a multiple of {depth} rows",
                    counted(height, "row does not make", "rows do not make")
                ));
            }
        }
        self.labels.shrink_to_fit();
        // Both fit: there are fewer than 2³² cells, and no row is empty.
        let topology = self.shape.topology(self.width as u32, self.height as u32);
        Board::new(topology, self.labels, mines).map_err(|error| error.to_string())
    }
}

/// How many bytes the first character of a text takes.
fn first_character(text: &[u8]) -> usize {
    text.iter().skip(1).take_while(|&&b| b & 0xC0 == 0x80).count().min(3) + 1
}

/// The character of a label where numbers up to `most` have one.
fn symbol(label: Label, most: u32) -> Option<u8> {
    match label {
        Label::Number(n) if n > most => None,
        Label::Number(n @ 0..=9) => Some(b'0' + n as u8),
        Label::Number(n @ 10..=WIDEST) => Some(b'a' + (n - 10) as u8),
        Label::Number(_) => None,
        Label::Covered => Some(b'?'),
        Label::Mine => Some(b'*'),
        Label::Free => Some(b'_'),
    }
}

/// The width of the board if it can be written in rows of characters.
pub(super) fn writable_width(board: &Board) -> Result<u32, WriteError> {
    let (width, ..) = board.topology().extent().ok_or(WriteError::NotAGrid)?;
    if board.is_empty() {
        return Err(WriteError::NoCells);
    }
    let (topology, most) = topology_name(board.topology());
    for (cell, &label) in board.cells().zip(board.labels()) {
        if let Label::Number(number) = label
            && number > most
        {
            let cell = CellName(board.topology(), cell).to_string();
            return Err(WriteError::NumberTooLarge { cell, number, topology, most });
        }
    }
    Ok(width)
}

/// Puts the characters of one row into `line`, with `gap` between them.
pub(super) fn write_row(labels: &[Label], gap: &[u8], line: &mut Vec<u8>) {
    for (x, &label) in labels.iter().enumerate() {
        if x > 0 {
            line.extend_from_slice(gap);
        }
        line.push(symbol(label, WIDEST).expect("every number was found small enough"));
    }
}
