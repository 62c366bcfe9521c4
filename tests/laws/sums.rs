//! Answers that are sums of other answers.

use mineproof::algebra::Fraction;
use mineproof::analysis::{Analysis, EngineChoice};
use mineproof::board::generate::{Family, Recipe, generate};
use mineproof::board::{Board, CellId, Label};
use mineproof::budget::Budget;
use num_bigint::BigUint;
use num_traits::Zero;

use crate::answers::{Answers, count, count_with, labelled};
use crate::zoo;

#[test]
fn one_board_has_one_truth() {
    zoo::for_each(|name, board, _| has_one_truth(name, board));
}

/// Boards whose polynomials are so long that joins go by transforms.
#[test]
fn a_large_board_has_one_truth() {
    for seed in 0..3 {
        let recipe = Recipe { width: 70, height: 70, seed, ..Recipe::new(Family::Quarter) };
        let mut board = generate(&recipe).unwrap();
        has_one_truth(&format!("{recipe:?}"), &board);
        // Half of the covered cells mined is what was drawn, so some placement has about as many.
        board.set_mines(Some(labelled(&board, Label::Covered).len() as u64 / 2));
        has_one_truth(&format!("{recipe:?} with a total"), &board);
    }
}

fn has_one_truth(name: &str, board: &Board) {
    let answers = Answers::new(board);
    let sum: BigUint = answers.by_mines.iter().map(|(_, count)| count).sum();
    assert_eq!(sum, answers.count, "{name}");
    assert_eq!(answers.consistent, !sum.is_zero(), "{name}");
    let ends = answers.by_mines.first().zip(answers.by_mines.last());
    assert_eq!(answers.bounds, ends.map(|(first, last)| (first.0, last.0)), "{name}");
    assert_eq!(answers.cells.is_some(), answers.consistent, "{name}");
    assert_eq!(answers.sure.is_some(), answers.consistent, "{name}");
    let (Some(cells), Some(sure)) = (&answers.cells, &answers.sure) else { return };
    let with = |test: fn(&Fraction) -> bool| -> Vec<CellId> {
        cells.iter().filter(|(_, chance)| test(chance)).map(|(cell, _)| *cell).collect()
    };
    assert_eq!(sure.free, with(Fraction::is_zero), "{name}");
    assert_eq!(sure.mined, with(Fraction::is_one), "{name}");
    assert_eq!(sure.undecided, cells.len() - sure.free.len() - sure.mined.len(), "{name}");
    // The expected number of mines, once over cells and once over placements.
    let known = Fraction::new(labelled(board, Label::Mine).len().into(), 1u32.into());
    let over_cells = cells.iter().fold(known, |sum, (_, chance)| sum.plus(chance));
    let over_placements: BigUint = answers.by_mines.iter().map(|(mines, count)| count * mines).sum();
    assert_eq!(over_cells, Fraction::new(over_placements, answers.count.clone()), "{name}");
}

#[test]
fn a_total_picks_its_row() {
    zoo::for_each(|name, board, below| {
        let mut open = board.clone();
        open.set_mines(None);
        let rows = Answers::new(&open).by_mines;
        if let Some(total) = board.mines() {
            assert_eq!(count(board), row(&rows, total), "{name}");
        }
        let (first, last) = (rows.first().map_or(0, |r| r.0), rows.last().map_or(0, |r| r.0));
        let some = first + below((last - first + 1) as usize) as u64;
        for total in [first.saturating_sub(1), first, some, last, last + 1] {
            open.set_mines(Some(total));
            let answers = Answers::new(&open);
            assert_eq!(answers.count, row(&rows, total), "{name} with {total} mines");
            let bounds = answers.consistent.then_some((total, total));
            assert_eq!(answers.bounds, bounds, "{name} with {total} mines");
        }
    });
}

fn row(rows: &[(u64, BigUint)], mines: u64) -> BigUint {
    rows.iter().find(|row| row.0 == mines).map_or_else(BigUint::zero, |row| row.1.clone())
}

/// Up to `many` covered cells by chance.
fn some_covered(board: &Board, many: usize, below: &mut dyn FnMut(usize) -> usize) -> Vec<CellId> {
    let mut covered = labelled(board, Label::Covered);
    let pick = |_| (!covered.is_empty()).then(|| covered.swap_remove(below(covered.len())));
    (0..many).filter_map(pick).collect()
}

#[test]
fn free_and_mined_sum_to_the_whole() {
    zoo::for_each(|name, board, below| {
        let whole = Answers::new(board);
        let analysis = Analysis::new(board, EngineChoice::Auto, &Budget::unlimited()).unwrap();
        for cell in some_covered(board, 5, below) {
            let (free, mined) = (count_with(board, cell, Label::Free), count_with(board, cell, Label::Mine));
            assert_eq!(&free + &mined, whole.count, "{cell:?} of {name}");
            let bounds = analysis.bounds(Some(&[cell])).unwrap();
            let Some(cells) = &whole.cells else {
                assert_eq!(bounds, None, "{cell:?} of {name}");
                continue;
            };
            assert_eq!(bounds, Some((u64::from(free.is_zero()), u64::from(!mined.is_zero()))), "{name}");
            let chance = &cells.iter().find(|row| row.0 == cell).unwrap().1;
            assert_eq!(*chance, Fraction::new(mined, whole.count.clone()), "{cell:?} of {name}");
        }
    });
}

#[test]
fn what_a_cell_shows_is_what_opening_it_counts() {
    zoo::for_each(|name, board, below| {
        let analysis = Analysis::new(board, EngineChoice::Auto, &Budget::unlimited()).unwrap();
        for cell in some_covered(board, 3, below) {
            let free = count_with(board, cell, Label::Free);
            let shown = analysis.shown_numbers(cell).unwrap();
            assert_eq!(shown.is_some(), !free.is_zero(), "{cell:?} of {name}");
            let Some(shown) = shown else { continue };
            let sum = shown.iter().fold(Fraction::zero(), |sum, (_, chance)| sum.plus(chance));
            assert!(sum.is_one(), "{cell:?} of {name}");
            for number in 0..=board.neighbours(cell).len() as u32 {
                let opened = count_with(board, cell, Label::Number(number));
                let row = shown.iter().find(|row| row.0 == number);
                let chance = row.map_or_else(Fraction::zero, |row| row.1.clone());
                assert_eq!(chance, Fraction::new(opened, free.clone()), "{number} at {cell:?} of {name}");
            }
        }
    });
}

#[test]
fn regions_and_their_rests_fill_the_board() {
    zoo::for_each(|name, board, below| {
        let analysis = Analysis::new(board, EngineChoice::Auto, &Budget::unlimited()).unwrap();
        let all: Vec<CellId> = board.cells().collect();
        let whole = analysis.bounds(None).unwrap();
        assert_eq!(analysis.bounds(Some(&all)).unwrap(), whole, "{name}");
        let (inside, outside): (Vec<CellId>, Vec<CellId>) = all.iter().partition(|_| below(2) == 0);
        let near = analysis.bounds(Some(&inside)).unwrap();
        let far = analysis.bounds(Some(&outside)).unwrap();
        let (Some(whole), Some(near), Some(far)) = (whole, near, far) else {
            assert_eq!((whole, near, far), (None, None, None), "{name}");
            return;
        };
        assert!(near.0 + far.0 <= whole.0 && whole.1 <= near.1 + far.1, "{name}");
        if whole.0 == whole.1 {
            // With a total, what is fewest here is most there.
            assert_eq!((near.0 + far.1, near.1 + far.0), whole, "{name}");
        }
    });
}
