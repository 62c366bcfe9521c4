//! A total that no board could hold is a contradiction like any other, however large it is.

use mineproof::analysis::{Analysis, EngineChoice};
use mineproof::budget::Budget;
use mineproof::formats::read_board;

const BOARD: &str = "mines 18446744073709551615\n?1??";

/// What `ask` makes of a board with far too many mines, in little memory.
fn check<T: PartialEq + std::fmt::Debug>(ask: impl Fn(&Analysis) -> T, expected: T) {
    let budget = Budget::new(None, 1 << 24);
    let board = read_board("-", BOARD.as_bytes(), None, &budget).unwrap();
    let analysis = Analysis::new(&board, EngineChoice::Auto, &budget).unwrap();
    assert_eq!(ask(&analysis), expected);
}

#[test]
fn nothing_is_counted() {
    check(Analysis::count, Ok(0u32.into()));
    check(Analysis::by_mines, Ok(vec![]));
    check(Analysis::probabilities, Ok(None));
    check(Analysis::witness, Ok(None));
}

#[test]
fn there_are_no_bounds() {
    // What is left for the background was taken for a negative number.
    check(|analysis| analysis.bounds(None), Ok(None));
}

#[test]
fn consistency_needs_no_memory_for_every_mine() {
    // The numbers of mines that would fit were a bit each, in an integer as long as the total.
    check(Analysis::consistent, Ok(false));
}

#[test]
fn sure_cells_need_no_memory_for_every_mine() {
    check(Analysis::sure_cells, Ok(None));
}
