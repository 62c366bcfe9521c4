//! Generators give what they promise: the referee accepts the hidden mines, contradictory boards
//! have no placement at all, and a recipe means the same board for ever.

mod contradiction;
mod families;
mod frozen;
mod midgame;
mod recipes;

use mineproof::board::generate::{Family, Recipe};
use mineproof::board::{Board, Label};

/// A recipe with a small size for tests of many boards.
fn small(family: Family, seed: u64) -> Recipe {
    let mut recipe = Recipe::new(family);
    (recipe.width, recipe.height, recipe.vertices, recipe.seed) = (7, 5, 16, seed);
    recipe.depth = if family == Family::Box { 3 } else { 1 };
    recipe
}

/// Labels as characters, numbers above nine as letters.
fn symbols(board: &Board) -> Vec<char> {
    let symbol = |label: &Label| match *label {
        Label::Number(n) => char::from_digit(n, 36).expect("no test cell has so many neighbours"),
        Label::Covered => '?',
        Label::Mine => '*',
        Label::Free => '_',
    };
    board.labels().iter().map(symbol).collect()
}
