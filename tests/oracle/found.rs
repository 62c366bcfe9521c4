//! What was found wrong, each as the smallest board that shows it.

use mineproof::budget::Budget;
use mineproof::formats::read_board;

use crate::dice::Dice;
use crate::trial::Trial;

/// A board in board or graph text gives the oracle's answers to all questions.
fn check(text: &str) {
    let board = read_board("-", text.as_bytes(), None, &Budget::unlimited()).unwrap();
    Trial::new(board, text.to_string()).check(&mut Dice::new(0));
}

#[test]
fn a_background_too_small_for_the_total_has_no_placement() {
    // There is no component that could have noticed: listing the placements went past the end.
    check("mines 3\n??");
}
