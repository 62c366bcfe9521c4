//! Tseitin's parities, pigeonholes and culprits.

use mineproof::analysis::{Analysis, EngineChoice};
use mineproof::board::generate::{Family, Hard, Recipe, generate_instance};
use mineproof::board::{Board, Label};
use mineproof::budget::Budget;
use num_bigint::BigUint;

use crate::{check_known, small};

fn is_consistent(board: &Board) -> bool {
    Analysis::new(board, EngineChoice::Auto, &Budget::unlimited()).unwrap().consistent().unwrap()
}

fn check_degrees(board: &Board) {
    assert!(board.cells().all(|cell| (1..=3).contains(&board.neighbours(cell).len())));
    assert!(board.labels().iter().all(|label| matches!(label, Label::Covered | Label::Number(1))));
}

#[test]
fn parities_are_consistent_if_their_charges_are_even() {
    for seed in 0..40 {
        for consistent in [None, Some(true), Some(false)] {
            let mut recipe =
                Recipe { seed, vertices: 4 + 2 * (seed as u32 % 5), ..Recipe::new(Family::Tseitin) };
            recipe.hard.consistent = consistent;
            let instance = generate_instance(&recipe).unwrap();
            check_degrees(&instance.board);
            let notes = instance.notes();
            let charges = notes.iter().find_map(|note| note.strip_prefix("charges: ")).unwrap();
            let odd = charges.matches('1').count() % 2 == 1;
            assert_eq!(check_known(&instance) == BigUint::ZERO, consistent == Some(false));
            assert_eq!(odd, consistent == Some(false), "seed {seed}");
        }
    }
}

#[test]
fn pigeons_fit_if_they_have_holes() {
    for pigeons in 1..=5u32 {
        for holes in 1..=5u32 {
            let hard = Hard { pigeons, holes, ..Hard::default() };
            let instance = generate_instance(&Recipe { hard, ..Recipe::new(Family::Pigeonhole) }).unwrap();
            check_degrees(&instance.board);
            let ways = (0..pigeons).map(|pigeon| holes.saturating_sub(pigeon)).product::<u32>();
            assert_eq!(check_known(&instance), ways.into(), "{pigeons} in {holes}");
        }
    }
}

/// The cause is contradictory alone, and the board is consistent without any one of its numbers;
/// so every contradictory set of numbers holds all of them.
#[test]
fn culprits_are_the_only_cause() {
    for seed in 0..40 {
        let mut recipe = Recipe { seed, width: 14, height: 12, ..Recipe::new(Family::Culprit) };
        recipe.hard.cause = 7 + 2 * (seed as u32 % 6);
        recipe.mines = (seed % 5 == 0).then_some(10);
        let instance = generate_instance(&recipe).unwrap();
        assert_eq!(check_known(&instance), BigUint::ZERO);
        let cause = instance.known.as_ref().unwrap().cause.clone();
        assert_eq!(cause.len(), recipe.hard.cause as usize);
        assert!(cause.is_sorted());
        for &number in &cause {
            let mut board = instance.board.clone();
            board.set_label(number, Label::Free);
            assert!(is_consistent(&board), "seed {seed} without {number:?}");
        }
        let mut alone = instance.board.clone();
        for cell in alone.cells().filter(|cell| cause.binary_search(cell).is_err()) {
            if matches!(alone.label(cell), Label::Number(_)) {
                alone.set_label(cell, Label::Free);
            }
        }
        assert!(!is_consistent(&alone), "seed {seed}");
    }
}

/// The tightest ring fits the tightest board, wherever its corner is cut.
#[test]
fn rings_fit_into_corners() {
    for seed in 0..20 {
        let mut recipe = Recipe { width: 5, height: 5, ..small(Family::Culprit, seed) };
        assert_eq!(check_known(&generate_instance(&recipe).unwrap()), BigUint::ZERO);
        (recipe.width, recipe.hard.cause) = (9, 11);
        assert_eq!(check_known(&generate_instance(&recipe).unwrap()), BigUint::ZERO);
        recipe.width = 8;
        assert!(generate_instance(&recipe).is_err());
    }
}
