//! One game move by move, for people and programs.
//!
//! # What is told
//! Only cells that were opened without being sure are moves; all that followed from them is in the
//! next position. Chances are exact fractions, found anew from each position: they hold for every
//! strategy, also for those that never look at them.

use std::io::{self, Write};

use serde::Serialize;

use super::games::Course;
use super::json::{Place, write_line};
use super::notation;
use super::picture::{self, Screen};
use crate::algebra::Fraction;
use crate::analysis::Probabilities;
use crate::board::{Board, CellId};
use crate::formats::{Format, write_board};
use crate::play::{Move, Outline};

/// A move, and the position before it.
#[derive(Clone, Debug)]
pub struct Step {
    /// What was known.
    pub board: Board,
    /// The chances of all covered cells, if they could be found.
    pub chances: Option<Probabilities>,
    /// What was done.
    pub taken: Move,
    /// The number that came up, unless it was a mine.
    pub shows: Option<u32>,
}

/// A game that was played again.
#[derive(Clone, Debug)]
pub struct Replay {
    /// What was played.
    pub course: Course,
    /// Which game of the seed.
    pub game: u64,
    /// How it went.
    pub outline: Outline,
    /// Its moves, the first cell included.
    pub steps: Vec<Step>,
    /// What was known at the end, and where the mines are.
    pub end: Board,
    /// The mines.
    pub mines: Vec<CellId>,
}

impl Step {
    /// The chance that the cell is mined, if it was a guess and the chance could be found.
    fn chance(&self) -> Option<&Fraction> {
        let cells = &self.chances.as_ref().filter(|_| self.taken.guess)?.cells;
        let at = cells.binary_search_by_key(&CellId(self.taken.cell), |(cell, _)| *cell).ok()?;
        Some(&cells[at].1)
    }

    fn result(&self) -> String {
        self.shows.map_or_else(|| "a mine".to_owned(), |number| format!("free, shows {number}"))
    }
}

impl Replay {
    /// How the game ended, in a word.
    fn ending(&self) -> &'static str {
        if self.outline.won {
            "won"
        } else if self.steps.last().is_some_and(|step| step.taken.mined) {
            "lost"
        } else {
            "given up"
        }
    }
}

/// Writes a game for people, with pictures if they are wanted.
pub fn write_text(replay: &Replay, show: bool, screen: Screen, out: &mut dyn Write) -> io::Result<()> {
    let Course { board, topology, strategy, seed, promise, .. } = &replay.course;
    let grid = replay.end.topology();
    writeln!(out, "{board} ({topology}), {strategy}, seed {seed}, game {}", replay.game)?;
    for (nth, step) in replay.steps.iter().enumerate() {
        let chosen = CellId(step.taken.cell);
        let cell = notation::cell(grid, chosen);
        if show && step.taken.guess {
            let picture = picture::draw_guess(&step.board, step.chances.as_ref(), chosen, screen);
            out.write_all(picture.unwrap_or_default().as_bytes())?;
        }
        let chance = match step.chance() {
            Some(chance) => format!(", mined with {:.2} % ({chance})", 100.0 * chance.to_f64()),
            None => String::new(),
        };
        if nth == 0 {
            writeln!(out, "first cell {cell} ({promise}){chance}: {}", step.result())?;
        } else {
            writeln!(out, "guess {nth}: {cell}{chance}: {}", step.result())?;
        }
    }
    if show {
        out.write_all(picture::draw(&replay.end, None, None, screen).unwrap_or_default().as_bytes())?;
    }
    let Outline { guesses, opened, .. } = replay.outline;
    writeln!(out, "{}; guesses: {guesses}, cells opened: {opened}", replay.ending())
}

/// Writes a game as one line of JSON, with every position if they are wanted.
pub fn write_json(replay: &Replay, show: bool, out: &mut dyn Write) -> io::Result<()> {
    #[derive(Serialize)]
    struct Line<'a> {
        board: &'a str,
        strategy: &'a str,
        seed: u64,
        game: u64,
        won: bool,
        ending: &'a str,
        guesses: u32,
        opened: u32,
        topology: &'a str,
        mines: Vec<Place<'a>>,
        promise: &'a str,
        moves: Vec<Moved<'a>>,
        version: &'a str,
    }
    #[derive(Serialize)]
    struct Moved<'a> {
        cell: Place<'a>,
        guess: bool,
        mined: bool,
        shows: Option<u32>,
        probability: Option<String>,
        value: Option<f64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        position: Option<serde_json::Value>,
    }
    let topology = replay.end.topology();
    let mut moves = Vec::with_capacity(replay.steps.len());
    for step in &replay.steps {
        moves.push(Moved {
            cell: Place(topology, CellId(step.taken.cell)),
            guess: step.taken.guess,
            mined: step.taken.mined,
            shows: step.shows,
            probability: step.chance().map(Fraction::to_string),
            value: step.chance().map(Fraction::to_f64),
            position: if show { Some(position(&step.board)?) } else { None },
        });
    }
    let Course { board, strategy, seed, topology: kind, promise, version, .. } = &replay.course;
    let line = Line {
        board,
        strategy,
        seed: *seed,
        game: replay.game,
        won: replay.outline.won,
        ending: replay.ending(),
        guesses: replay.outline.guesses,
        opened: replay.outline.opened,
        topology: kind,
        mines: replay.mines.iter().map(|&cell| Place(topology, cell)).collect(),
        promise,
        moves,
        version,
    };
    write_line(&line, out)
}

/// A board in the JSON format of boards.
fn position(board: &Board) -> io::Result<serde_json::Value> {
    let mut text = Vec::new();
    write_board(board, Format::Json, &mut text).map_err(io::Error::other)?;
    Ok(serde_json::from_slice(&text)?)
}
