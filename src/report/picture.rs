//! The board as a picture: one field of equal width for each cell.
//!
//! # What is drawn
//! Per cents stand for themselves; `0!` is a surely free cell, `100` a surely mined one, `<1` and
//! `>99` are close but not sure. `[3]` is an open number, `*` a known mine, `_` a known free cell,
//! `?` a covered cell of which nothing is known. Of reasons only what matters is drawn: `.` is any
//! other cell, and of large boards only the part around them. With colour a field needs no marks: it is green
//! where free, red where mined, and in between where in between. `(20)` is the cell that is opened next.

use std::fmt::Write;
use std::ops::Range;

use owo_colors::{OwoColorize, XtermColors};

use super::notation::Percent;
use crate::analysis::{Probabilities, SureCells, Why};
use crate::board::{Board, CellId, Label, Topology};

/// Grids with more columns than this are not drawn: no screen shows them.
const MOST_COLUMNS: usize = 200;

/// Up to this size a board is drawn whole, even if only a part of it matters.
const DRAWN_WHOLE: u32 = 30;

/// For whom we write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Screen {
    /// Whether colours are wanted.
    pub colour: bool,
    /// How many characters fit a line, where there is such a limit.
    pub columns: Option<usize>,
}

/// What is shown of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Face {
    Number(u32),
    KnownMine,
    KnownFree,
    Covered,
    Percent(Percent),
    /// A number that is a reason.
    Reason(u32),
    /// A cell that does not matter.
    Elsewhere,
    /// The cell that a player is about to open; nothing is known of it if it could not be found.
    Chosen(Option<Percent>),
}

/// The part of a grid that is drawn: columns and rows of every layer.
pub(super) struct Window {
    columns: Range<u32>,
    rows: Range<u32>,
}

/// Draws a grid with what is known of its covered cells; says in a sentence why it does not
/// where the grid is too wide. `None` for a graph, which has no picture.
pub fn draw(
    board: &Board,
    probabilities: Option<&Probabilities>,
    sure: Option<&SureCells>,
    screen: Screen,
) -> Option<String> {
    let (width, height, _) = board.topology().extent()?;
    let whole = Window { columns: 0..width, rows: 0..height };
    Some(draw_faces(board, &faces(board, probabilities, sure), &whole, screen))
}

/// Draws a position before a guess, with the chosen cell; `None` for a graph.
pub fn draw_guess(
    board: &Board,
    probabilities: Option<&Probabilities>,
    chosen: CellId,
    screen: Screen,
) -> Option<String> {
    let (width, height, _) = board.topology().extent()?;
    let mut faces = faces(board, probabilities, None);
    faces[chosen.index()] = match faces[chosen.index()] {
        Face::Percent(percent) => Face::Chosen(Some(percent)),
        _ => Face::Chosen(None),
    };
    let whole = Window { columns: 0..width, rows: 0..height };
    Some(draw_faces(board, &faces, &whole, screen))
}

/// Draws the reasons for a verdict on a cell, or for a contradiction; `None` for a graph.
pub fn draw_reasons(
    board: &Board,
    why: &Why,
    verdict: Option<(CellId, Percent)>,
    screen: Screen,
) -> Option<String> {
    let (width, height, _) = board.topology().extent()?;
    let mut faces = vec![Face::Elsewhere; board.len()];
    let mut columns = width..0;
    let mut rows = height..0;
    let mut show = |cell: CellId, face: Face| {
        faces[cell.index()] = face;
        let (x, y, _) = board.topology().place(cell);
        columns = columns.start.min(x)..columns.end.max(x + 1);
        rows = rows.start.min(y)..rows.end.max(y + 1);
    };
    let given = |cell: CellId| match board.label(cell) {
        Label::Covered => Some(Face::Covered),
        Label::Mine => Some(Face::KnownMine),
        Label::Free => Some(Face::KnownFree),
        Label::Number(_) => None,
    };
    if why.total {
        board.cells().for_each(|cell| show(cell, given(cell).unwrap_or(Face::Elsewhere)));
    }
    for &reason in &why.cells {
        board.topology().for_each_neighbour(reason, |near| {
            if let Some(face) = given(near) {
                show(near, face);
            }
        });
    }
    for &reason in &why.cells {
        if let Label::Number(number) = board.label(reason) {
            show(reason, Face::Reason(number));
        }
    }
    if let Some((cell, percent)) = verdict {
        show(cell, Face::Percent(percent));
    }
    if width <= DRAWN_WHOLE && height <= DRAWN_WHOLE {
        (columns, rows) = (0..width, 0..height);
    }
    Some(draw_faces(board, &faces, &Window { columns, rows }, screen))
}

fn draw_faces(board: &Board, faces: &[Face], window: &Window, screen: Screen) -> String {
    let text = |cell: usize| text(faces[cell], screen.colour);
    let painted = |cell: usize, plain: String| painted(faces[cell], plain, screen.colour);
    lay_out(board.topology(), Some(window), screen, &text, &painted).unwrap_or_else(|why| why)
}

/// Lays out a grid, or the part of it in a window: a field for each cell, with what `text` says of
/// it, which `painted` may colour once it has the width of all. Where the grid is too wide, a
/// sentence says why it is not drawn. A graph has no picture: nothing is drawn.
pub(super) fn lay_out(
    topology: &Topology,
    window: Option<&Window>,
    screen: Screen,
    text: &dyn Fn(usize) -> String,
    painted: &dyn Fn(usize, String) -> String,
) -> Result<String, String> {
    let Some((board_width, board_height, depth)) = topology.extent() else { return Ok(String::new()) };
    let (columns, rows) = match window {
        Some(window) => (window.columns.clone(), window.rows.clone()),
        None => (0..board_width, 0..board_height),
    };
    if columns.is_empty() || rows.is_empty() {
        return Ok(String::new());
    }
    let width = columns.len();
    if width > MOST_COLUMNS {
        return Err(format!("(not drawn: {width} columns are more than {MOST_COLUMNS})\n"));
    }
    let widest = (0..topology.len() as usize).map(|cell| text(cell).len()).max().unwrap_or(0);
    let field = 1 + widest.max((columns.end - 1).to_string().len());
    let margin = (rows.end - 1).to_string().len() + 1;
    let needed = margin + field * width;
    if let Some(columns) = screen.columns.filter(|&columns| columns < needed) {
        return Err(format!("(not drawn: it needs {needed} columns, the terminal has {columns})\n"));
    }
    let mut out = String::new();
    for z in 0..depth as usize {
        if depth > 1 {
            let _ = writeln!(out, "z = {z}");
        }
        let head = columns.clone().fold(String::new(), |mut head, x| {
            let _ = write!(head, "{x:>field$}");
            head
        });
        let _ = writeln!(out, "{:margin$}{}", "", dimmed(&head, screen.colour));
        for y in rows.clone() {
            let row = (z * board_height as usize + y as usize) * board_width as usize;
            let _ = write!(out, "{}", dimmed(&format!("{y:>margin$}"), screen.colour));
            for x in columns.clone() {
                let cell = row + x as usize;
                out.push_str(&painted(cell, format!("{:>field$}", text(cell))));
            }
            out.push('\n');
        }
    }
    Ok(out)
}

fn faces(board: &Board, probabilities: Option<&Probabilities>, sure: Option<&SureCells>) -> Vec<Face> {
    let mut faces: Vec<Face> = board
        .labels()
        .iter()
        .map(|label| match *label {
            Label::Number(n) => Face::Number(n),
            Label::Mine => Face::KnownMine,
            Label::Free => Face::KnownFree,
            Label::Covered => Face::Covered,
        })
        .collect();
    if let Some(sure) = sure {
        sure.free.iter().for_each(|cell| faces[cell.index()] = Face::Percent(Percent::Safe));
        sure.mined.iter().for_each(|cell| faces[cell.index()] = Face::Percent(Percent::Mine));
    }
    for (cell, probability) in probabilities.iter().flat_map(|found| &found.cells) {
        faces[cell.index()] = Face::Percent(Percent::of(probability));
    }
    faces
}

fn text(face: Face, colour: bool) -> String {
    match face {
        Face::Chosen(None) => "(?)".to_owned(),
        Face::Chosen(Some(percent)) => format!("({})", text(Face::Percent(percent), true)),
        Face::Number(n) if colour => n.to_string(),
        Face::Reason(n) if colour => n.to_string(),
        Face::Number(n) | Face::Reason(n) => format!("[{n}]"),
        Face::Elsewhere => ".".to_owned(),
        Face::KnownMine => "*".to_owned(),
        Face::KnownFree => "_".to_owned(),
        Face::Covered => "?".to_owned(),
        Face::Percent(Percent::Safe) if colour => "0".to_owned(),
        Face::Percent(Percent::Safe) => "0!".to_owned(),
        Face::Percent(Percent::Below1) => "<1".to_owned(),
        Face::Percent(Percent::Whole(n)) => n.to_string(),
        Face::Percent(Percent::Above99) => ">99".to_owned(),
        Face::Percent(Percent::Mine) => "100".to_owned(),
    }
}

fn painted(face: Face, plain: String, colour: bool) -> String {
    if !colour {
        return plain;
    }
    let percent = match face {
        Face::Percent(percent) => percent,
        Face::Reason(_) | Face::Chosen(_) => return plain.bold().to_string(),
        Face::Number(_) | Face::KnownFree | Face::Elsewhere => return plain.dimmed().to_string(),
        Face::KnownMine => return plain.red().to_string(),
        Face::Covered => return plain,
    };
    match percent {
        Percent::Safe => plain.color(BLACK).on_color(XtermColors::from(GRADIENT[0])).bold().to_string(),
        Percent::Mine => plain.color(WHITE).on_color(XtermColors::from(GRADIENT[10])).bold().to_string(),
        unsure => plain.color(BLACK).on_color(XtermColors::from(shade(unsure))).to_string(),
    }
}

/// From green over yellow to red in the 256 colours that nearly every terminal has.
pub(super) const GRADIENT: [u8; 11] = [46, 82, 118, 154, 190, 226, 220, 214, 208, 202, 196];
const BLACK: XtermColors = XtermColors::UserBlack;
const WHITE: XtermColors = XtermColors::UserBrightWhite;

/// The two ends belong to sure cells alone.
fn shade(percent: Percent) -> u8 {
    match percent {
        Percent::Safe => GRADIENT[0],
        Percent::Below1 => GRADIENT[1],
        Percent::Whole(n) => GRADIENT[1 + usize::from(n.min(99)) * 9 / 100],
        Percent::Above99 => GRADIENT[9],
        Percent::Mine => GRADIENT[10],
    }
}

fn dimmed(text: &str, colour: bool) -> String {
    if colour { text.dimmed().to_string() } else { text.to_owned() }
}
