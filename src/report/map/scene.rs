//! What is to be seen where: shapes and words in whole units.

use super::super::colour::{self, Rgb};
use super::super::notation::Percent;
use super::layout::{self, Point};
use crate::algebra::Fraction;
use crate::analysis::{Probabilities, SureCells};
use crate::board::{Board, CellId, Label, Topology};
use std::collections::BTreeMap;

/// A shape or a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// An area with a thin edge.
    Area {
        /// The corners, in order.
        corners: Vec<Point>,
        /// The colour inside.
        fill: Rgb,
        /// The colour of the edge.
        edge: Rgb,
    },
    /// Lines with round ends.
    Lines {
        /// Each a row of points.
        lines: Vec<Vec<Point>>,
        /// How thick.
        width: i32,
        /// The colour.
        colour: Rgb,
    },
    /// A full circle.
    Disc {
        /// Its middle.
        middle: Point,
        /// Its radius.
        radius: i32,
        /// The colour.
        fill: Rgb,
    },
    /// A word whose middle is at a point.
    Word {
        /// The middle.
        middle: Point,
        /// The height of its letters with what hangs below the line.
        size: i32,
        /// The colour.
        colour: Rgb,
        /// Whether it is bold.
        bold: bool,
        /// What is written.
        text: String,
    },
}

/// A picture in whole units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The width.
    pub width: i32,
    /// The height.
    pub height: i32,
    /// From back to front.
    pub items: Vec<Item>,
}

/// How much is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// With coordinates, and what the colours mean.
    Full,
    /// Only the cells.
    Bare,
}

/// Boards with more cells are not drawn: nobody could see one of them.
const MOST_CELLS: usize = 250_000;

const INK: Rgb = (52, 58, 64);
const FAINT: Rgb = (134, 142, 150);
const EDGE: Rgb = (173, 181, 189);
const WHITE: Rgb = (255, 255, 255);

/// The picture of a board with what is known of its covered cells, or why there is none.
pub fn scene(
    board: &Board,
    probabilities: Option<&Probabilities>,
    sure: Option<&SureCells>,
    style: Style,
) -> Result<Scene, String> {
    let Some((width, height)) = layout::size(board.topology()) else {
        return Err("a graph has no places to draw its vertices at; pictures are of grids".to_owned());
    };
    if board.is_empty() || board.len() > MOST_CELLS {
        return Err(format!("a board of {} cells is not drawn; from 1 to {MOST_CELLS} are", board.len()));
    }
    // Both fit: no side has more than MOST_CELLS cells.
    let mut painter = Painter { items: Vec::with_capacity(3 * board.len()), shift: (6, 6) };
    if style == Style::Full {
        painter.shift = (44, 36);
        painter.coordinates(board.topology());
    }
    let least = least_likely(probabilities, sure);
    let known = percents(board, probabilities, sure);
    for (cell, face) in board.cells().zip(&known) {
        painter.cell(board, cell, *face);
    }
    for cell in least {
        painter.frame(board, cell);
    }
    let (mut width, mut height) = (width as i32 + painter.shift.0 + 6, height as i32 + painter.shift.1 + 6);
    if style == Style::Full {
        width = width.max(LEGEND) + 14;
        painter.legend(height + 8);
        height += 52;
    }
    Ok(Scene { width, height, items: painter.items })
}

/// The width that the legend needs.
const LEGEND: i32 = 440;

/// What is known of each cell.
fn percents(
    board: &Board,
    probabilities: Option<&Probabilities>,
    sure: Option<&SureCells>,
) -> Vec<Option<Percent>> {
    let mut known = vec![None; board.len()];
    if let Some(sure) = sure {
        sure.free.iter().for_each(|cell| known[cell.index()] = Some(Percent::Safe));
        sure.mined.iter().for_each(|cell| known[cell.index()] = Some(Percent::Mine));
    }
    for (cell, probability) in probabilities.iter().flat_map(|found| &found.cells) {
        known[cell.index()] = Some(Percent::of(probability));
    }
    known
}

/// The cells with the least probability, unless some are surely free, or all are alike.
fn least_likely(probabilities: Option<&Probabilities>, sure: Option<&SureCells>) -> Vec<CellId> {
    let mut groups: BTreeMap<&Fraction, Vec<CellId>> = BTreeMap::new();
    for (cell, probability) in probabilities.iter().flat_map(|found| &found.cells) {
        groups.entry(probability).or_default().push(*cell);
    }
    let differ = groups.len() > 1 && sure.is_none_or(|sure| sure.free.is_empty());
    match groups.into_iter().next() {
        Some((least, cells)) if differ && !least.is_zero() => cells,
        _ => Vec::new(),
    }
}

struct Painter {
    items: Vec<Item>,
    /// Where the cells begin.
    shift: Point,
}

impl Painter {
    fn cell(&mut self, board: &Board, cell: CellId, percent: Option<Percent>) {
        let (x, y, z) = board.topology().place(cell);
        let place = layout::place(board.topology(), x, y, z);
        let corners: Vec<Point> = place.corners.iter().map(|&corner| self.shifted(corner)).collect();
        let middle = self.shifted(place.middle);
        let fill = match (board.label(cell), percent) {
            (Label::Number(_), _) => WHITE,
            (Label::Free, _) => (241, 243, 245),
            (Label::Mine, _) => (73, 80, 87),
            (Label::Covered, Some(percent)) => colour::of(percent),
            (Label::Covered, None) => (206, 212, 218),
        };
        self.items.push(Item::Area { corners, fill, edge: EDGE });
        match (board.label(cell), percent) {
            (Label::Number(0), _) => {}
            (Label::Number(n), _) => {
                self.word(middle, place.text + 5, colour::number(n), true, n.to_string());
            }
            (Label::Free, _) => self.items.push(Item::Disc { middle, radius: 3, fill: FAINT }),
            (Label::Mine, _) | (Label::Covered, Some(Percent::Mine)) => self.mine(middle),
            (Label::Covered, Some(Percent::Safe)) => self.check(middle),
            (Label::Covered, Some(percent)) => {
                let text = match percent {
                    Percent::Below1 => "<1".to_owned(),
                    Percent::Above99 => ">99".to_owned(),
                    Percent::Whole(n) => n.to_string(),
                    Percent::Safe | Percent::Mine => String::new(),
                };
                self.word(middle, place.text, INK, false, text);
            }
            (Label::Covered, None) => self.word(middle, place.text, INK, false, "?".to_owned()),
        }
    }

    fn mine(&mut self, (x, y): Point) {
        let spokes = [(9, 0), (6, 6), (0, 9), (-6, 6)];
        let lines = spokes.map(|(dx, dy)| vec![(x - dx, y - dy), (x + dx, y + dy)]).to_vec();
        self.items.push(Item::Lines { lines, width: 2, colour: WHITE });
        self.items.push(Item::Disc { middle: (x, y), radius: 6, fill: WHITE });
    }

    fn check(&mut self, (x, y): Point) {
        let lines = vec![vec![(x - 7, y), (x - 2, y + 6), (x + 8, y - 6)]];
        self.items.push(Item::Lines { lines, width: 4, colour: WHITE });
    }

    fn frame(&mut self, board: &Board, cell: CellId) {
        let (x, y, z) = board.topology().place(cell);
        let place = layout::place(board.topology(), x, y, z);
        // A little inside, so that frames of neighbours stay apart.
        let middle = place.middle;
        let inside = |corner: i32, middle: i32| middle + (corner - middle) * 7 / 8;
        let mut line: Vec<Point> = place
            .corners
            .iter()
            .map(|&(x, y)| self.shifted((inside(x, middle.0), inside(y, middle.1))))
            .collect();
        line.extend(line.first().copied());
        self.items.push(Item::Lines { lines: vec![line], width: 3, colour: colour::SAFE });
    }

    /// Numbers of columns above, of rows to the left; of many only some.
    fn coordinates(&mut self, topology: &Topology) {
        let Some((width, height, depth)) = topology.extent() else { return };
        let step = |count: u32| if count > 50 { 10 } else { 1 };
        for z in 0..depth {
            for x in (0..width).step_by(step(width)) {
                let place = layout::place(topology, x, 0, z);
                let top = place.corners.iter().map(|corner| corner.1).min().unwrap_or(0);
                self.label((place.middle.0, top - 12), x.to_string());
            }
            for y in (0..height).step_by(step(height)) {
                let place = layout::place(topology, 0, y, z);
                let left = place.corners.iter().map(|corner| corner.0).min().unwrap_or(0);
                self.label((left - 16, place.middle.1), y.to_string());
            }
            if depth > 1 {
                let (x, y) = layout::origin(topology, z);
                self.word(self.shifted((x - 18, y - 18)), 13, INK, true, format!("z{z}"));
            }
        }
    }

    fn legend(&mut self, top: i32) {
        let (mut x, y) = (self.shift.0, top + 14);
        let square = |x: i32, side: i32, width: i32| {
            vec![(x, y - side), (x + width, y - side), (x + width, y + side), (x, y + side)]
        };
        for (fill, text) in [(colour::SAFE, "safe"), (colour::MINED, "mine")] {
            self.items.push(Item::Area { corners: square(x, 13, 26), fill, edge: EDGE });
            if text == "safe" {
                self.check((x + 13, y));
            } else {
                self.mine((x + 13, y));
            }
            self.word((x + 48, y), 15, INK, false, text.to_owned());
            x += 84;
        }
        self.word((x + 8, y), 13, FAINT, false, "0 %".to_owned());
        x += 26;
        for percent in (0..100).step_by(2) {
            let fill = colour::between(percent);
            let corners = square(x + 3 * i32::from(percent) / 2, 8, 3);
            self.items.push(Item::Area { corners, fill, edge: fill });
        }
        self.word((x + 180, y), 13, FAINT, false, "100 %".to_owned());
    }

    fn label(&mut self, at: Point, text: String) {
        self.word(self.shifted(at), 12, FAINT, false, text);
    }

    fn word(&mut self, middle: Point, size: i32, colour: Rgb, bold: bool, text: String) {
        if !text.is_empty() {
            self.items.push(Item::Word { middle, size, colour, bold, text });
        }
    }

    fn shifted(&self, (x, y): Point) -> Point {
        (x + self.shift.0, y + self.shift.1)
    }
}
