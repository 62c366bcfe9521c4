//! Midgame positions are stuck and unfinished. The rules are applied here a second time, plainly:
//! every rule to every number and every pair, over and over.

use std::collections::BTreeSet;

use mineproof::board::generate::{Family, Recipe, RecipeError, generate, generate_with_mines};
use mineproof::board::{Board, CellId, Label};

/// What the rules say of a set of cells with so many mines among them.
fn settle(cells: &BTreeSet<CellId>, rest: usize, found: &mut BTreeSet<CellId>) -> Option<CellId> {
    if rest == cells.len() {
        found.extend(cells);
    } else if rest == 0 {
        return cells.first().copied();
    }
    None
}

/// A covered cell that simple logic knows to be free, if there is one.
fn find_free(board: &Board) -> Option<CellId> {
    let mut found: BTreeSet<CellId> = BTreeSet::new();
    loop {
        let before = found.len();
        let mut views: Vec<(BTreeSet<CellId>, usize)> = Vec::new();
        for cell in board.cells() {
            if let Label::Number(number) = board.label(cell) {
                let near = board.neighbours(cell).into_iter();
                let (mined, unknown): (Vec<CellId>, Vec<CellId>) =
                    near.filter(|&c| board.label(c) == Label::Covered).partition(|c| found.contains(c));
                if !unknown.is_empty() {
                    views.push((unknown.into_iter().collect(), number as usize - mined.len()));
                }
            }
        }
        for (unknown, rest) in &views {
            if let Some(free) = settle(unknown, *rest, &mut found) {
                return Some(free);
            }
        }
        if found.len() == before {
            for (inner, inner_rest) in &views {
                for (outer, outer_rest) in views.iter().filter(|(outer, _)| inner.is_subset(outer)) {
                    let difference: BTreeSet<CellId> = outer.difference(inner).copied().collect();
                    if let Some(free) = settle(&difference, outer_rest - inner_rest, &mut found) {
                        return Some(free);
                    }
                }
            }
        }
        if found.len() == before {
            return None;
        }
    }
}

#[test]
fn the_plain_rules_find_what_they_should() {
    use mineproof::board::Topology;
    let check = |rows: &[&str], expected: Option<u32>| {
        let labels =
            rows.concat().chars().map(|c| c.to_digit(10).map_or(Label::Covered, Label::Number)).collect();
        let topology = Topology::King { width: rows[0].len() as u32, height: rows.len() as u32 };
        assert_eq!(find_free(&Board::new(topology, labels, None).unwrap()), expected.map(CellId), "{rows:?}");
    };
    check(&["?1?"], None);
    check(&["?0?"], Some(0));
    check(&["???", "111", "000"], Some(2));
    check(&["????", "1221", "0000"], Some(0));
}

#[test]
fn positions_are_stuck_and_unfinished() {
    for (width, height, mines, seeds) in [(8, 8, 10, 100), (16, 16, 40, 25), (30, 16, 99, 10), (5, 1, 2, 20)]
    {
        for seed in 0..seeds {
            let mut recipe = Recipe::new(Family::Midgame);
            (recipe.width, recipe.height, recipe.mines, recipe.seed) = (width, height, Some(mines), seed);
            let (board, hidden) = generate_with_mines(&recipe).unwrap();
            assert_eq!(board.mines(), Some(mines));
            assert_eq!(hidden.len() as u64, mines);
            assert_eq!(find_free(&board), None, "{recipe:?}");
            assert!(matches!(board.label(CellId(0)), Label::Number(_)), "the first cell is open");
            let covered = board.labels().iter().filter(|&&label| label == Label::Covered).count();
            assert!(covered as u64 > mines, "{recipe:?} is finished");
            assert!(!board.labels().contains(&Label::Mine), "mines stay covered");
        }
    }
}

#[test]
fn positions_are_spread_over_the_game() {
    let mut thirds = [0; 3];
    for seed in 0..60 {
        let board = generate(&Recipe { seed, ..Recipe::new(Family::Midgame) }).unwrap();
        let open = board.labels().iter().filter(|label| matches!(label, Label::Number(_))).count();
        thirds[open * 3 / (480 - 99)] += 1;
    }
    assert!(thirds.iter().all(|&count| count >= 5), "{thirds:?}");
}

#[test]
fn games_without_a_guess_are_refused() {
    for (size, mines) in [(8, 0), (8, 63), (2, 3), (1, 0)] {
        let recipe = Recipe { width: size, height: size, mines: Some(mines), ..Recipe::new(Family::Midgame) };
        let cells = u64::from(size * size);
        assert_eq!(generate(&recipe), Err(RecipeError::NoMidgame { mines, cells }));
    }
}
