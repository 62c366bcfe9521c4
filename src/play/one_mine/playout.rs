//! A strategy played against every mine position.
//!
//! # Theory
//! A strategy that opens what is safe and else the first possible cell of a fixed order cannot
//! tell two mine positions apart before they have shown different numbers. So all positions are
//! played at once: classes of them split by what safe cells say (`refine`), and where nothing
//! is safe, each class guesses its first cell. That one is lost if the mine is there; for the rest of
//! the class it is one more open cell. A class of one is won.
//!
//! Cells come up in the order of the strategy, and whoever comes first of its class is its guess:
//! all that come before it are alone by then. So a game of all positions is one walk over the
//! order, and what is won is whoever was never guessed.
//! # Cost
//! O((n + m) log n) for all n games together.

use super::after_safe_cells;
use super::position::Position;
use crate::board::CellId;
use crate::budget::{Answer, Budget};

/// How many of the places of the mine are won by opening what is safe and, where nothing is, the
/// first cell of `order` that may hold the mine. Every candidate has to be in `order`.
pub fn play_out(position: &Position, order: &[CellId], budget: &Budget) -> Answer<u64> {
    let mut classes = after_safe_cells(position, budget)?;
    let mut won = order.len() as u64;
    for (turn, cell) in order.iter().enumerate() {
        if turn % 4096 == 0 {
            budget.check()?;
        }
        let guess = position.candidates().binary_search(cell).expect("only candidates are guessed") as u32;
        if !classes.is_alone(guess) {
            classes.split(&[guess]);
            won -= 1;
            classes.settle(budget)?;
        }
    }
    Ok(won)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::read_board;

    fn check(text: &str, order: &[u32], won: u64) {
        let budget = Budget::unlimited();
        let board = read_board("-", text.as_bytes(), None, &budget).unwrap();
        let position = Position::of(&board, &budget).unwrap();
        let order: Vec<CellId> = order.iter().map(|&cell| CellId(cell)).collect();
        assert_eq!(play_out(&position, &order, &budget), Ok(won), "{text}");
    }

    #[test]
    fn a_bad_order_wins_less() {
        check("???", &[0, 1, 2], 2);
        check("???", &[0, 2, 1], 2);
        // Guessing the middle first tells nothing about the ends.
        check("???", &[1, 0, 2], 1);
        check("????", &[0, 1, 2, 3], 3);
    }

    #[test]
    fn safe_cells_are_opened_before_anything_is_guessed() {
        check("_???", &[1, 2, 3], 3);
        check("???_", &[0, 1, 2], 3);
        check("?_?", &[0, 2], 1);
        check("?_?_", &[0, 2], 2);
        check("1??", &[1], 1);
    }
}
