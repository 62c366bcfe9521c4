//! What each family means.

use mineproof::board::generate::{Family, GridKind, Recipe, Share, generate, generate_with_mines};
use mineproof::board::{Board, CellId, Label, Topology};
use mineproof::model;

use crate::small;

fn share(text: &str) -> Share {
    text.parse().unwrap()
}

fn open_cells(board: &Board) -> Vec<CellId> {
    board.cells().filter(|&cell| matches!(board.label(cell), Label::Number(_))).collect()
}

/// The families that shares of mines and open cells mean something to.
fn drawn() -> impl Iterator<Item = Family> {
    Family::ALL.iter().copied().filter(|family| !Family::HARD.contains(family))
}

/// The hidden mines are a legal placement, the board depends on nothing but the recipe, and only
/// open numbers and covered cells occur.
fn check_legal(recipe: &Recipe) {
    let (board, mines) = generate_with_mines(recipe).unwrap_or_else(|error| panic!("{recipe:?}: {error}"));
    assert!(model::check(&board, &mines), "{recipe:?}");
    assert!(mines.is_sorted(), "{recipe:?}");
    assert_eq!(board.mines(), recipe.tell_total.then_some(mines.len() as u64), "{recipe:?}");
    assert_eq!(generate(recipe).as_ref(), Ok(&board), "{recipe:?}");
    if let Some(exact) = recipe.mines {
        assert_eq!(mines.len() as u64, exact, "{recipe:?}");
    }
}

#[test]
fn hidden_mines_are_a_legal_placement() {
    for family in drawn().filter(|&family| family != Family::Contradiction) {
        for seed in 0..60 {
            let mut recipe = small(family, seed);
            check_legal(&recipe);
            recipe.tell_total = seed % 2 == 0;
            recipe.mines = Some(3 + seed % 4);
            recipe.where_free = seed % 3 == 0;
            if family != Family::Midgame {
                check_legal(&recipe);
            }
        }
    }
}

#[test]
fn every_grid_serves_the_random_and_pattern_families() {
    for &family in &Family::ALL[..8] {
        for &topology in GridKind::ALL {
            let depth = if topology == GridKind::Box { 2 } else { 1 };
            for seed in 0..5 {
                check_legal(&Recipe { topology, depth, ..small(family, seed) });
            }
        }
    }
}

#[test]
fn seeds_give_different_boards() {
    for &family in Family::ALL {
        assert_ne!(generate(&small(family, 1)), generate(&small(family, 2)), "{}", family.name());
    }
}

#[test]
fn quarter_opens_and_mines_exact_shares() {
    let mut recipe = Recipe::new(Family::Quarter);
    (recipe.width, recipe.height) = (20, 10);
    let (board, mines) = generate_with_mines(&recipe).unwrap();
    assert_eq!((open_cells(&board).len(), mines.len()), (50, 75));
    (recipe.open, recipe.density) = (share("1/8"), share("0.2"));
    let (board, mines) = generate_with_mines(&recipe).unwrap();
    assert_eq!((open_cells(&board).len(), mines.len()), (25, 35));
}

fn in_pattern(family: Family, x: u32, y: u32) -> bool {
    match family {
        Family::Checkerboard => (x + y).is_multiple_of(2),
        Family::Rows => y.is_multiple_of(2),
        Family::Lattice2 => x.is_multiple_of(2) && y.is_multiple_of(2),
        Family::Lattice5 => (x + 2 * y).is_multiple_of(5),
        _ => unreachable!(),
    }
}

#[test]
fn patterns_are_open_where_they_should_be() {
    for family in [Family::Checkerboard, Family::Rows, Family::Lattice2, Family::Lattice5] {
        for where_free in [false, true] {
            let recipe = Recipe { where_free, ..Recipe::new(family) };
            let (board, mines) = generate_with_mines(&recipe).unwrap();
            let pattern: Vec<CellId> = board
                .cells()
                .filter(|&cell| {
                    let (x, y, _) = board.topology().place(cell);
                    in_pattern(family, x, y)
                })
                .collect();
            let minable = if where_free { board.len() } else { board.len() - pattern.len() };
            assert_eq!(mines.len() as u64, recipe.density.of(minable as u64), "{recipe:?}");
            let expected: Vec<CellId> =
                pattern.iter().copied().filter(|cell| !mines.contains(cell)).collect();
            assert_eq!(open_cells(&board), expected, "{recipe:?}");
            assert_eq!(expected.len() < pattern.len(), where_free, "{recipe:?}");
        }
    }
}

#[test]
fn defaults_are_those_of_the_field() {
    let checkerboard = Recipe::new(Family::Checkerboard);
    assert_eq!((checkerboard.where_free, checkerboard.density), (true, share("35%")));
    for family in [Family::Rows, Family::Lattice2, Family::Lattice5] {
        assert_eq!((Recipe::new(family).where_free, Recipe::new(family).density), (false, share("1/2")));
    }
    let strip = Recipe::new(Family::Strip);
    assert_eq!((strip.width, strip.height), (8, 200));
    let (_, mines) = generate_with_mines(&Recipe::new(Family::Midgame)).unwrap();
    assert_eq!(mines.len(), 99);
}

#[test]
fn random_boards_meet_their_shares_on_average() {
    let recipe = Recipe { width: 300, height: 300, seed: 5, ..Recipe::new(Family::Random) };
    let (board, mines) = generate_with_mines(&recipe).unwrap();
    assert!((31_000..32_000).contains(&mines.len()), "{} of 90000 mined", mines.len());
    let open = open_cells(&board).len();
    assert!((28_700..29_800).contains(&open), "{open} of 58500 open");
}

#[test]
fn graph_families_have_their_graphs() {
    let graph = |family| match generate(&Recipe::new(family)).unwrap().topology() {
        Topology::Graph(graph) => graph.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(graph(Family::Tree).edge_count(), 99);
    assert_eq!(graph(Family::Regular3).edge_count(), 150);
    assert!((150..294).contains(&graph(Family::Treewidth).edge_count()));
    assert_eq!(graph(Family::RandomGraph).edge_count(), 200);
}

#[test]
fn extreme_shares_are_exact() {
    for family in drawn().filter(|family| !matches!(family, Family::Contradiction | Family::Midgame)) {
        let bare = Recipe { density: Share::NONE, ..small(family, 3) };
        assert!(generate_with_mines(&bare).unwrap().1.is_empty(), "{}", family.name());
        let full = Recipe { density: Share::ALL, where_free: true, ..small(family, 3) };
        let (board, mines) = generate_with_mines(&full).unwrap();
        assert_eq!(open_cells(&board).len() + mines.len(), board.len(), "{}", family.name());
    }
}

/// Long strips are for linear-time tests of others; they must not be slow to make.
#[test]
fn long_strips_are_generated() {
    for family in [Family::Strip, Family::Quarter, Family::Checkerboard, Family::Lattice2, Family::Lattice5] {
        check_legal(&Recipe { width: 8, height: 200_000, ..Recipe::new(family) });
    }
}
