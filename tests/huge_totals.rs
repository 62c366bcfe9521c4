//! A total that no board could hold is a contradiction like any other, however large it is.

use mineproof::analysis::{Analysis, EngineChoice};
use mineproof::budget::Budget;
use mineproof::formats::read_board;

const BOARD: &str = "mines 18446744073709551615\n?1??";

/// A board with far too many mines, to be answered in little memory.
fn analysis() -> Analysis<'static> {
    let budget = Budget::new(None, 1 << 24);
    let board = read_board("-", BOARD.as_bytes(), None, &budget).unwrap();
    Analysis::new(Box::leak(Box::new(board)), EngineChoice::Auto, &budget).unwrap()
}

#[test]
fn nothing_is_counted() {
    assert_eq!(analysis().count(), Ok(0u32.into()));
    assert_eq!(analysis().by_mines(), Ok(vec![]));
    assert_eq!(analysis().probabilities(), Ok(None));
    assert_eq!(analysis().witness(), Ok(None));
}

#[test]
fn there_are_no_bounds() {
    // What is left for the background was taken for a negative number.
    assert_eq!(analysis().bounds(None), Ok(None));
}

#[test]
fn consistency_needs_no_memory_for_every_mine() {
    // The numbers of mines that would fit were a bit each, in an integer as long as the total.
    assert_eq!(analysis().consistent(), Ok(false));
}

#[test]
fn sure_cells_need_no_memory_for_every_mine() {
    assert_eq!(analysis().sure_cells(), Ok(None));
}
