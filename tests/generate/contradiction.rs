//! Contradictory boards have no legal placement, by trying all, and come in all kinds.

use mineproof::board::generate::{
    Family, GridKind, Recipe, RecipeError, Share, generate, generate_with_mines,
};
use mineproof::board::{Board, CellId, Label};
use mineproof::model;

fn recipe(topology: GridKind, seed: u64) -> Recipe {
    let mut recipe = Recipe::new(Family::Contradiction);
    (recipe.width, recipe.height, recipe.topology, recipe.seed) = (4, 4, topology, seed);
    if topology == GridKind::Box {
        (recipe.width, recipe.height, recipe.depth) = (3, 2, 2);
    }
    recipe.tell_total = seed % 4 != 3;
    recipe.open = "3/5".parse().unwrap();
    recipe
}

/// A legal placement, if there is one, by trying every set of covered cells.
fn find_placement(board: &Board) -> Option<Vec<CellId>> {
    let with = |wanted: Label| board.cells().filter(move |&cell| board.label(cell) == wanted);
    let covered: Vec<CellId> = with(Label::Covered).collect();
    let known: Vec<CellId> = with(Label::Mine).collect();
    (0..1u32 << covered.len())
        .map(|set| {
            let chosen =
                covered.iter().enumerate().filter(|&(i, _)| set >> i & 1 == 1).map(|(_, &cell)| cell);
            known.iter().copied().chain(chosen).collect::<Vec<_>>()
        })
        .find(|mines| model::check(board, mines))
}

#[test]
fn no_placement_exists() {
    for &topology in GridKind::ALL {
        for seed in 0..80 {
            let (board, mines) = generate_with_mines(&recipe(topology, seed)).unwrap();
            assert_eq!(find_placement(&board), None, "{topology:?} {seed}: {:?}", board.labels());
            assert!(mines.is_empty());
        }
    }
}

/// Why a board has no placement, as far as one number or the total alone can say.
fn cause(board: &Board) -> &'static str {
    let mut without_total = board.clone();
    without_total.set_mines(None);
    if find_placement(&without_total).is_some() {
        let covered = board.labels().iter().filter(|&&label| label == Label::Covered).count() as u64;
        assert!(board.mines().is_some_and(|total| total <= covered), "a number must be at fault too");
        let fewest = (0..=covered).find(|&total| {
            without_total.set_mines(Some(total));
            find_placement(&without_total).is_some()
        });
        return if board.mines() < fewest { "total too small" } else { "total too large" };
    }
    for cell in board.cells() {
        if let Label::Number(number) = board.label(cell) {
            let near = board.neighbours(cell);
            let count = |wanted| near.iter().filter(|&&other| board.label(other) == wanted).count() as u32;
            if number < count(Label::Mine) {
                return "below known";
            }
            if number > count(Label::Mine) + count(Label::Covered) {
                return "above covered";
            }
        }
    }
    "nested"
}

#[test]
fn all_causes_occur() {
    let mut seen = std::collections::BTreeMap::new();
    for seed in 0..200 {
        let board = generate(&recipe(GridKind::King, seed)).unwrap();
        *seen.entry(cause(&board)).or_insert(0) += 1;
    }
    let causes: Vec<&str> = seen.keys().copied().collect();
    assert_eq!(causes, ["above covered", "below known", "nested", "total too large", "total too small"]);
    assert!(seen.values().all(|&count| count >= 10), "{seen:?}");
}

#[test]
fn untold_totals_stay_untold() {
    for seed in (3..80).step_by(4) {
        assert_eq!(generate(&recipe(GridKind::Hex, seed)).unwrap().mines(), None);
    }
}

#[test]
fn boards_without_numbers_cannot_be_contradicted() {
    let closed = Recipe { open: Share::NONE, ..recipe(GridKind::King, 0) };
    assert_eq!(generate(&closed), Err(RecipeError::NoContradiction(16)));
    let single = Recipe { width: 1, height: 1, ..recipe(GridKind::King, 0) };
    assert_eq!(generate(&single), Err(RecipeError::NoContradiction(1)));
}
