//! Readers and writers of boards: round trips, errors to the letter, exports against enumeration.

use mineproof::board::{Board, CellId, Label};
use mineproof::budget::Budget;
use mineproof::formats::{Format, FormatError, read_board, write_board};
use mineproof::model;

#[path = "formats/documentation.rs"]
mod documentation;
#[path = "formats/errors.rs"]
mod errors;
#[path = "formats/exports.rs"]
mod exports;
#[path = "formats/foreign.rs"]
mod foreign;
#[path = "formats/refusals.rs"]
mod refusals;
#[path = "formats/replays.rs"]
mod replays;
#[path = "formats/round_trips.rs"]
mod round_trips;
#[path = "formats/samples.rs"]
mod samples;

/// Reads under a limit that any honest test fits, and that no hostile one may pass.
fn read(text: impl AsRef<[u8]>, format: Option<Format>) -> Result<Board, FormatError> {
    read_board("f", text.as_ref(), format, &Budget::new(None, 1 << 26))
}

fn write(board: &Board, format: Format) -> String {
    let mut out = Vec::new();
    write_board(board, format, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn covered(board: &Board) -> Vec<CellId> {
    board.cells().filter(|&cell| board.label(cell) == Label::Covered).collect()
}

/// All sets of covered cells, as bits in the order of cells, that the referee accepts.
fn placements(board: &Board) -> Vec<u32> {
    let covered = covered(board);
    let known: Vec<_> = board.cells().filter(|&cell| board.label(cell) == Label::Mine).collect();
    let legal = |bits: &u32| {
        let chosen = covered.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, &cell)| cell);
        model::check(board, &known.iter().copied().chain(chosen).collect::<Vec<_>>())
    };
    (0..1 << covered.len()).filter(legal).collect()
}
