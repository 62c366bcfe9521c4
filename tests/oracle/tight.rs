//! Totals at the fewest and the most mines that a board allows, and close to them: that is where a
//! total decides cells, and where sets of possible numbers of mines have their gaps.

use mineproof::algebra::Fraction;
use mineproof::analysis::{Analysis, EngineChoice, SatSettings, SureCells};
use mineproof::board::generate::{Family as Drawn, Recipe, Share, generate};
use mineproof::budget::Budget;

use crate::boards::{self, Family};
use crate::brute::Brute;
use crate::dice::Dice;

/// Totals this close to an end, on both sides of it.
const CLOSE: u64 = 2;

fn close_to(ends: [u64; 2]) -> Vec<u64> {
    let mut totals: Vec<u64> = ends.iter().flat_map(|end| end.saturating_sub(CLOSE)..=end + CLOSE).collect();
    totals.sort_unstable();
    totals.dedup();
    totals
}

#[test]
fn small_boards_against_brute_force() {
    let (mut asked, mut decided) = (0, 0);
    for (i, family) in Family::ALL.into_iter().enumerate() {
        for seed in 0..150 {
            let mut dice = Dice::new(1_000_000 * (i as u64 + 1) + seed);
            let mut board = boards::draw(family, &mut dice);
            board.set_mines(None);
            let by_mines = Brute::new(&board).by_mines();
            let (Some(first), Some(last)) = (by_mines.first(), by_mines.last()) else { continue };
            let without = Brute::new(&board).sure_cells();
            for total in close_to([first.0, last.0]) {
                board.set_mines(Some(total));
                let expected = Brute::new(&board).sure_cells();
                for engine in
                    [EngineChoice::Auto, EngineChoice::TreeDp, EngineChoice::Sat(SatSettings::default())]
                {
                    let analysis = Analysis::new(&board, engine, &Budget::unlimited()).unwrap();
                    let at = format!("{engine:?}, {family:?}, seed {seed}, {total} mines");
                    assert_eq!(analysis.sure_cells(), Ok(expected.clone()), "{at}");
                    assert_eq!(analysis.consistent(), Ok(expected.is_some()), "{at}");
                }
                asked += 1;
                decided += usize::from(expected.is_some() && expected != without);
            }
        }
    }
    println!("{asked} boards, on {decided} of them the total decides cells");
    assert!(asked > 5000 && decided > 500, "{decided} of {asked}");
}

/// Sure cells are those whose probability is 0 or 1, and probabilities come from polynomials.
#[test]
fn larger_boards_against_polynomials() {
    let share = |percent: u32| Share::from_millionths(percent * 10_000).unwrap();
    let mut decided = 0;
    for seed in 0..12 {
        let recipe = Recipe {
            width: 18,
            height: 18,
            density: share(20 + 5 * (seed as u32 % 4)),
            open: share(20 + 6 * (seed as u32 % 3)),
            seed,
            ..Recipe::new(Drawn::Random)
        };
        let mut board = generate(&recipe).unwrap();
        board.set_mines(None);
        let any = Analysis::new(&board, EngineChoice::TreeDp, &Budget::unlimited()).unwrap();
        let ((fewest, most), without) = (any.bounds(None).unwrap().unwrap(), any.sure_cells().unwrap());
        drop(any);
        for total in close_to([fewest, most]).into_iter().chain([fewest.midpoint(most)]) {
            board.set_mines(Some(total));
            for engine in [EngineChoice::Auto, EngineChoice::TreeDp] {
                let analysis = Analysis::new(&board, engine, &Budget::unlimited()).unwrap();
                let expected = analysis.probabilities().unwrap().map(|found| {
                    let with = |wanted: fn(&Fraction) -> bool| {
                        found.cells.iter().filter(move |(_, p)| wanted(p)).map(|(cell, _)| *cell).collect()
                    };
                    let (free, mined): (Vec<_>, Vec<_>) = (with(Fraction::is_zero), with(Fraction::is_one));
                    let undecided = found.cells.len() - free.len() - mined.len();
                    SureCells { free, mined, undecided }
                });
                decided += usize::from(expected.is_some() && expected != without);
                // Asked anew, so that no polynomial is known.
                let analysis = Analysis::new(&board, engine, &Budget::unlimited()).unwrap();
                assert_eq!(analysis.sure_cells(), Ok(expected), "{engine:?}, seed {seed}, {total} mines");
            }
        }
    }
    assert!(decided > 50, "only {decided} totals decide cells");
}
