//! Boards whose total sees more boxes than chains are searched through, and boards of nothing but
//! parities: the solver against tables.

use mineproof::analysis::{Analysis, EngineChoice, SatSettings};
use mineproof::board::generate::{Family, Recipe, Share, generate};
use mineproof::board::{Board, Label};
use mineproof::budget::Budget;
use mineproof::encode::Encoding;
use mineproof::model;

use crate::dice::Dice;

fn draw(seed: u64) -> Board {
    let share = |percent: u64| Share::from_millionths(percent as u32 * 10_000).unwrap();
    let recipe = Recipe {
        width: 16,
        height: 16,
        density: share(15 + seed * 7 % 25),
        open: share(15 + seed * 5 % 25),
        tell_total: true,
        seed,
        ..Recipe::new(Family::Random)
    };
    generate(&recipe).unwrap()
}

/// The true total, the fewest and the most mines, one beyond each, and totals between.
fn totals(board: &Board) -> Vec<u64> {
    let mut any = board.clone();
    any.set_mines(None);
    let analysis = Analysis::new(&any, EngineChoice::TreeDp, &Budget::unlimited()).unwrap();
    let (fewest, most) = analysis.bounds(None).unwrap().unwrap();
    let between = (fewest * 2 + most) / 3;
    vec![board.mines().unwrap(), fewest, most, fewest + 1, most - 1, fewest - 1, most + 1, between]
}

#[test]
fn totals_over_many_boxes_bind_as_tables_say() {
    let (mut asked, mut inconsistent) = (0, 0);
    for seed in 0..24 {
        let mut board = draw(seed);
        for total in totals(&board) {
            board.set_mines(Some(total));
            let tables = Analysis::new(&board, EngineChoice::TreeDp, &Budget::unlimited()).unwrap();
            let expected = tables.sure_cells().unwrap();
            let encoding = [Encoding::Auto, Encoding::Totalizer, Encoding::Sequential][asked % 3];
            let settings = SatSettings { encoding, ..SatSettings::default() };
            let solver = Analysis::new(&board, EngineChoice::Sat(settings), &Budget::unlimited()).unwrap();
            let at = format!("seed {seed}, {total} mines, {encoding:?}");
            assert_eq!(solver.sure_cells(), Ok(expected.clone()), "{at}");
            assert_eq!(solver.consistent(), Ok(expected.is_some()), "{at}");
            let mut placements = Vec::new();
            let few = &mut |mines: &[_]| {
                placements.push(mines.to_vec());
                placements.len() < 3
            };
            solver.for_each_placement(few).unwrap();
            assert_eq!(placements.is_empty(), expected.is_none(), "{at}");
            assert!(placements.iter().all(|mines| model::check(&board, mines)), "{at}");
            placements.dedup();
            assert!(placements.is_sorted_by(|a, b| a != b), "{at}");
            asked += 1;
            inconsistent += usize::from(expected.is_none());
        }
    }
    println!("{asked} boards, {inconsistent} of them inconsistent");
    assert!(inconsistent >= 24, "only {inconsistent} of {asked} are inconsistent");
}

/// Tseitin's parities with some cells known at random, so that others follow or nothing fits.
#[test]
fn parities_are_as_tables_say() {
    let (mut inconsistent, mut sure) = (0, 0);
    for seed in 0..60 {
        let recipe = Recipe { vertices: 12 + 2 * (seed as u32 % 8), seed, ..Recipe::new(Family::Tseitin) };
        let mut board = generate(&recipe).unwrap();
        let mut dice = Dice::new(seed);
        let cells: Vec<_> = board.cells().filter(|&cell| board.label(cell) == Label::Covered).collect();
        for cell in cells {
            if dice.chance(seed as u32 % 6, 80) {
                board.set_label(cell, if dice.chance(1, 3) { Label::Mine } else { Label::Free });
            }
        }
        let answer = |engine| {
            let analysis = Analysis::new(&board, engine, &Budget::unlimited()).unwrap();
            (analysis.sure_cells().unwrap(), analysis.consistent().unwrap())
        };
        let expected = answer(EngineChoice::TreeDp);
        assert_eq!(answer(EngineChoice::Sat(SatSettings::default())), expected, "seed {seed}");
        inconsistent += usize::from(!expected.1);
        sure += usize::from(expected.0.is_some_and(|found| !found.free.is_empty()));
    }
    assert!(inconsistent > 5 && sure > 5, "{inconsistent} inconsistent, {sure} with sure cells");
}
