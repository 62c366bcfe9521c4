//! Other programs' files. docs/FORMATS.md says how each looks and what becomes of it here.
//!
//! A flag is what a player believes, not a fact: it is read as covered unless flags are trusted.
//! Files that hold the whole layout of a game are read as what the player sees of it, and give a
//! [`Recording`](super::Recording) to those who want more.

mod describe;
mod mbf;
mod mine;
mod mouse;
mod plain;
mod rawvf;
mod tatham_id;
mod toollib;
mod video;

pub(super) use describe::{endings, shows_itself, told_by_rows};
pub(super) use mbf::{looks_like as looks_like_mbf, write as write_mbf};
pub(super) use mine::write as write_mine;
pub(super) use toollib::write as write_toollib;

use super::error::{Fault, WriteError};
use super::grid::Code;
use super::lines::is_blank;
use super::recording::Recording;
use super::{Format, Reading};
use crate::board::{Board, Label, Topology};
use crate::budget::Budget;

/// Reads a board of one of these formats.
pub(super) fn read(
    format: Format,
    text: &[u8],
    reading: Reading,
    budget: &Budget,
) -> Result<Option<Board>, Fault> {
    let board = match format {
        Format::Mine => mine::read(text, reading, budget),
        Format::Toollib => toollib::read(text, reading, budget),
        Format::Hill | Format::Minesolve | Format::Minesweepr | Format::Tatham => {
            plain::read(format, text, reading, budget)
        }
        // The game begins with its first cell open.
        Format::TathamId => tatham_id::read(text, budget).map(|game| game.last()),
        _ => match read_recording(format, text, budget)? {
            Some(game) => Ok(game.first()),
            None => return Ok(None),
        },
    };
    board.map(Some)
}

/// Reads the whole layout, and the moves if there are any; `None` of a format that has no layout.
pub(super) fn read_recording(
    format: Format,
    text: &[u8],
    budget: &Budget,
) -> Result<Option<Recording>, Fault> {
    match format {
        Format::Mbf => mbf::read(text, budget),
        Format::TathamId => tatham_id::read(text, budget),
        Format::Toollib => toollib::read_layout(text, budget),
        Format::RawVf => rawvf::read(text, budget),
        Format::Avf | Format::Mvf | Format::Rmv | Format::Evf => video::read(format, text, budget),
        _ => return Ok(None),
    }
    .map(Some)
}

/// The label of a flag.
fn flag(reading: Reading) -> Code {
    Code::Cell(if reading.trust_flags { Label::Mine } else { Label::Covered })
}

/// What characters mean that mean the same in all these formats: digits are open cells, blanks
/// keep cells apart.
fn usual(byte: u8) -> Code {
    match byte {
        b'0'..=b'8' => Code::Cell(Label::Number(u32::from(byte - b'0'))),
        blank if is_blank(blank) => Code::Blank,
        _ => Code::Wrong,
    }
}

/// Width, height and total of a board that other programs know: the usual grid, with cells, with
/// a total, and with numbers up to 8.
fn fitting(board: &Board, format: &'static str) -> Result<(usize, usize, u64), WriteError> {
    let unfit = |why: &str| WriteError::Unfit { format, why: why.to_owned() };
    let &Topology::King { width, height } = board.topology() else {
        return Err(unfit("it holds only king grids, the usual ones"));
    };
    super::grid::writable_width(board)?;
    let mines = board.mines().ok_or_else(|| {
        unfit("it tells the total number of mines, which is not known; give it with --mines")
    })?;
    Ok((width as usize, height as usize, mines))
}
