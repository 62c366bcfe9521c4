//! What players see and choose, against brute force.

use mineproof::budget::Budget;
use mineproof::play::{Filter, Luck, Mind, Standing, Strategy};

use super::brute::Brute;
use super::games::{self, Kind, Mines};

/// Rows of filters with which every position is met.
pub const ROWS: [&str; 31] = [
    "P", "S", "E", "Q", "U", "PSEQ", "PSEUQ", "PU", "PE", "PQ", "SEQ", "UEQP", "QSP", "BPSEQ", "FPSEQ", "QF",
    "LPSEQ", "EL", "RPSEQ", "SR", "NPSEQ", "EN", "WPSEQ", "SW", "s", "e", "u", "q", "Pseuq", "uSqe", "Esu",
];

pub fn filters(row: &str) -> Vec<Filter> {
    match row.parse() {
        Ok(Strategy::Filters { filters, .. }) => filters,
        other => panic!("{row} is {other:?}"),
    }
}

/// Plays into a random game, and looks at the position before and after everything sure is open.
fn meet(kind: Kind, mines: Mines, index: u64) -> usize {
    let mut luck = Luck::new(7, index);
    let (field, deal) = games::draw(kind, mines, &mut luck);
    let rarely = 1 + luck.below(6);
    let mut mind = Mind::new(&field, &Budget::unlimited());
    for cell in games::openings(&field, &deal, rarely, &mut luck) {
        mind.view.open(cell.0, deal.shown[cell.index()]);
    }
    for cell in 0..field.len() as u32 {
        if deal.mined[cell as usize] && luck.below(8) == 0 {
            mind.view.mark(cell);
        }
    }
    let place = format!("{kind:?} {mines:?}, game {index}");
    assert!(mind.look().unwrap(), "{place}: it can happen");
    let brute = Brute::new(&mind.view.board());
    for (found, expected) in [(&mind.look.free, brute.free()), (&mind.look.mined, brute.mined())] {
        let mut found = found.clone();
        found.sort_unstable();
        assert_eq!(found, expected, "{place}, {:?}", mind.view.board());
    }
    let count = brute.placements.len() as f64;
    assert!((mind.look.count() - count).abs() < 1e-6 * count, "{place}");
    if mind.settle(&deal).unwrap() == Standing::Won {
        return 0;
    }
    let brute = Brute::new(&mind.view.board());
    assert!(brute.free().is_empty() && brute.mined().is_empty(), "{place}: nothing is sure any more");
    for row in ROWS {
        let mut cells = Vec::new();
        mind.best(&filters(row), &mut cells).unwrap();
        cells.sort_unstable();
        assert_eq!(cells, brute.best(&filters(row)), "{row} on {place}, {:?}", mind.view.board());
    }
    1
}

#[test]
fn filters_keep_what_brute_force_keeps() {
    let kinds = [Kind::King, Kind::Orthogonal, Kind::Torus, Kind::Hex, Kind::Triangle, Kind::Graph];
    for mines in [Mines::Usual, Mines::Few, Mines::Most] {
        let mut met = 0;
        for kind in kinds {
            met += (0..400).map(|index| meet(kind, mines, index)).sum::<usize>();
        }
        println!("{met} guesses, {mines:?}");
        assert!(met > 300, "{met} guesses are too few, {mines:?}");
    }
}
