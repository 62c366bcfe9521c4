//! Moments of a game that was recorded: `convert --at`.
//!
//! # What a guess is
//! A move that opens a cell of which the position before it does not prove that it is free, by
//! exact analysis and with the total; flags count for nothing. The first cell of a game is none:
//! there is nothing to go by. A chord is a guess if any cell that it opens is. Whether there was
//! a surely free cell elsewhere is noted with each.

use std::path::Path;

use clap::ValueEnum;

use super::Failure;
use super::generate::extension;
use crate::analysis::{Analysis, EngineChoice};
use crate::board::{Board, CellId};
use crate::budget::Budget;
use crate::formats::{Format, Playback, Recording};

/// A moment of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Moment {
    /// Before the first move: nothing is open
    Start,
    /// Before every guess, each into a file of its own
    Guesses,
    /// After the last move
    End,
    /// Everything: mines and numbers
    Layout,
}

/// The position before a guess.
pub struct Guess {
    /// Counted from 1.
    pub number: usize,
    /// What the player saw.
    pub board: Board,
    /// What was opened, and whether that was needed.
    pub notes: Vec<String>,
}

/// Calls `write` with each guess of a game.
pub fn each_guess(
    game: &Recording,
    name: &str,
    trust_flags: bool,
    budget: &Budget,
    mut write: impl FnMut(Guess) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut playback = Playback::of(game);
    let mut number = 0;
    // A note is one line, whatever a file is called.
    let name: String = name.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
    while let Some(opened) = playback.opening() {
        if playback.has_begun() {
            let board = playback.position(false);
            let sure = Analysis::new(&board, EngineChoice::Auto, budget).and_then(|found| found.sure_cells());
            let sure = sure.map_err(|reason| {
                Failure::Stopped(format!("{name}: {reason}, at move {}", playback.made() + 1))
            })?;
            let free = sure.map_or_else(Vec::new, |sure| sure.free);
            if opened.iter().any(|cell| free.binary_search(cell).is_err()) {
                number += 1;
                let mut notes = vec![format!("{name}, move {}, guess {number}", playback.made() + 1)];
                notes.push(told(&board, &opened, &playback));
                notes.push(match free.len() {
                    0 => "no cell is surely free".to_owned(),
                    1 => "1 cell is surely free".to_owned(),
                    many => format!("{many} cells are surely free"),
                });
                write(Guess { number, board: playback.position(trust_flags), notes })?;
            }
        }
        playback.proceed();
    }
    Ok(())
}

fn told(board: &Board, opened: &[CellId], playback: &Playback) -> String {
    let place = |&cell: &CellId| {
        let (x, y, _) = board.topology().place(cell);
        let what = if playback.is_mined(cell) { "a mine" } else { "free" };
        format!("{x},{y} ({what})")
    };
    format!("opened next: {}", opened.iter().map(place).collect::<Vec<_>>().join(", "))
}

/// The name of the file of a guess: that of the game, and a number.
pub fn file_name(game: &str, number: usize, format: Format) -> String {
    let stem = Path::new(game).file_stem().and_then(|stem| stem.to_str()).filter(|stem| *stem != "-");
    format!("{}-guess-{number:03}.{}", stem.unwrap_or("game"), extension(format))
}
