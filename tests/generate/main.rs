//! Generators give what they promise: the referee accepts the hidden mines, contradictory boards
//! have no placement at all, answers known by construction are right, and a recipe means the same
//! board for ever.

mod circuit;
mod contradiction;
mod families;
mod frozen;
mod hard;
mod midgame;
mod recipes;

use mineproof::analysis::{Analysis, EngineChoice};
use mineproof::board::generate::{Family, Hard, Instance, Recipe};
use mineproof::board::{Board, Label};
use mineproof::budget::Budget;
use mineproof::model;
use num_bigint::BigUint;

/// A recipe with a small size for tests of many boards.
fn small(family: Family, seed: u64) -> Recipe {
    let mut recipe = Recipe::new(family);
    (recipe.width, recipe.height, recipe.vertices, recipe.seed) = (7, 5, 16, seed);
    recipe.depth = if family == Family::Box { 3 } else { 1 };
    if family == Family::Tseitin {
        recipe.vertices = 4;
    }
    recipe.hard = Hard { variables: 3, clauses: 2, pigeons: 2, holes: 3, cause: 7, ..Hard::default() };
    recipe
}

fn count(board: &Board) -> BigUint {
    Analysis::new(board, EngineChoice::Auto, &Budget::unlimited()).unwrap().count().unwrap()
}

/// What the maker says is what the engines find, and its placement is legal; returns the count.
fn check_known(instance: &Instance) -> BigUint {
    let known = instance.known.as_ref().expect("hard families know their answers");
    let found = count(&instance.board);
    assert_eq!(known.count.as_ref(), Some(&found), "{:?}", instance.notes());
    assert_eq!(known.consistent, Some(found != BigUint::ZERO), "{:?}", instance.notes());
    let legal = model::check(&instance.board, &instance.mines);
    assert_eq!(legal, found != BigUint::ZERO, "{:?}", instance.notes());
    found
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
