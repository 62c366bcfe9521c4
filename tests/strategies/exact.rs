//! Exact quantities and filters, against brute force and against quick players.

use mineproof::algebra::Fraction;
use mineproof::board::{Board, CellId, Label, Topology};
use mineproof::budget::Budget;
use mineproof::play::{
    Deal, Field, Filter, Ground, Luck, Mind, Promise, Prospects, Reading, Standing, advise, sift,
};

use super::brute::Brute;
use super::games::{self, Kind, Mines};
use super::minds::{ROWS, filters};

fn fraction(a: u64, b: u64) -> Option<Fraction> {
    (b > 0).then(|| Fraction::new(a.into(), b.into()))
}

/// A board with all kinds of labels.
fn draw(kind: Kind, mines: Mines, luck: &mut Luck) -> Board {
    let (field, deal) = games::draw(kind, mines, luck);
    let mut board = field.covered();
    let rarely = 1 + luck.below(5);
    for cell in games::openings(&field, &deal, rarely, luck) {
        let is_told = luck.below(5) > 0;
        let label = if is_told { Label::Number(deal.shown[cell.index()]) } else { Label::Free };
        board.set_label(cell, label);
    }
    for cell in board.cells() {
        if deal.mined[cell.index()] && luck.below(6) == 0 {
            board.set_label(cell, Label::Mine);
        }
    }
    if luck.below(3) == 0 {
        board.set_mines(None);
    }
    board
}

/// Keeps the cells that can be free, and lets them pass exactly.
fn pass(prospects: &mut Prospects, row: &[Filter]) -> Vec<u32> {
    let open = prospects.chances().iter().filter(|(_, chance)| !chance.is_one());
    let open: Vec<CellId> = open.map(|(cell, _)| *cell).collect();
    let steps = sift(prospects, row, &open).unwrap();
    steps.last().map_or(open, |step| step.kept.clone()).into_iter().map(|cell| cell.0).collect()
}

fn compare(board: &Board, place: &str) {
    let brute = Brute::new(board);
    let mut prospects = Prospects::new(board, &Budget::unlimited()).unwrap().expect("it can happen");
    let all = brute.placements.len() as u64;
    assert_eq!(*prospects.placements(), all.into(), "{place}");
    for (i, &cell) in brute.covered.iter().enumerate() {
        let (found, tally) = (prospects.quantities(CellId(cell)).unwrap(), brute.tally(i));
        let free = tally.free();
        assert_eq!(found.free(), free.into(), "{place}");
        assert_eq!(Some(found.p()), fraction(tally.mined, all), "{place}");
        assert_eq!(found.p(), *prospects.chance(CellId(cell)), "{place}");
        for (reading, over) in [(Reading::All, all), (Reading::IfFree, free)] {
            assert_eq!(found.s(reading), fraction(tally.progress(), over), "s of {cell}, {place}");
            assert_eq!(found.e(reading), fraction(tally.expected(), over), "e of {cell}, {place}");
            assert_eq!(found.u(reading), fraction(tally.survive(), over), "u of {cell}, {place}");
            let share = |count: u64| count as f64 / over as f64;
            let bits: f64 =
                tally.shown.iter().map(|shown| -share(shown.count) * share(shown.count).log2()).sum();
            let q = found.q(reading).map(|q| q.to_f64());
            assert_eq!(q.is_some(), over > 0);
            assert!(q.is_none_or(|q| (q - bits).abs() < 1e-12), "q of {cell}, {place}");
        }
        assert_eq!(shown(&found.shown), tally.shown, "{place}");
    }
    for row in ROWS {
        assert_eq!(
            pass(&mut prospects, &filters(row)),
            brute.best(&filters(row)),
            "{row}, {place}, {board:?}"
        );
    }
}

fn shown(found: &[mineproof::play::Shown]) -> Vec<super::brute::Shown> {
    let plain = |n: &num_bigint::BigUint| n.to_string().parse().unwrap();
    let row = |shown: &mineproof::play::Shown| super::brute::Shown {
        number: shown.number,
        count: plain(&shown.count),
        safe: shown.safe as u64,
        survive: plain(&shown.survivors),
    };
    found.iter().map(row).collect()
}

#[test]
fn quantities_are_those_of_brute_force() {
    let kinds = [Kind::King, Kind::Orthogonal, Kind::Torus, Kind::Hex, Kind::Triangle, Kind::Graph];
    for kind in kinds {
        for (mines, boards) in [(Mines::Usual, 200), (Mines::Few, 60), (Mines::Most, 60)] {
            for index in 0..boards {
                let board = draw(kind, mines, &mut Luck::new(11, index));
                compare(&board, &format!("{kind:?} {mines:?} {index}"));
            }
        }
    }
}

/// Plays into a game on a board too large for brute force; wherever a guess is due, quick and exact
/// filters must keep the same cells.
fn meet_exact(field: &Field, first: &[u32], rows: &[&str], index: u64) -> usize {
    let mut luck = Luck::new(3, index);
    let mut deal = Deal::default();
    deal.draw(field, first[0], Promise::Safe, &mut luck);
    let mut mind = Mind::new(field, &Budget::unlimited());
    for &cell in first.iter().filter(|&&cell| !deal.mined[cell as usize]) {
        mind.view.open(cell, deal.shown[cell as usize]);
    }
    let mut guesses = 0;
    loop {
        let before = mind.view.board();
        let sure = Prospects::new(&before, &Budget::unlimited()).unwrap().expect("it is being played");
        let is = |is: fn(&Fraction) -> bool| -> Vec<u32> {
            sure.chances().iter().filter(|(_, chance)| is(chance)).map(|(cell, _)| cell.0).collect()
        };
        mind.look().unwrap();
        mind.look.free.sort_unstable();
        mind.look.mined.sort_unstable();
        assert_eq!((&mind.look.free, &mind.look.mined), (&is(Fraction::is_zero), &is(Fraction::is_one)));
        if mind.settle(&deal).unwrap() == Standing::Won {
            return guesses;
        }
        let board = mind.view.board();
        let mut prospects =
            Prospects::new(&board, &Budget::unlimited()).unwrap().expect("it is being played");
        let mut cells = Vec::new();
        for row in rows {
            mind.best(&filters(row), &mut cells).unwrap();
            cells.sort_unstable();
            assert_eq!(cells, pass(&mut prospects, &filters(row)), "{row}, game {index}, {board:?}");
        }
        guesses += 1;
        let cell = cells[luck.below(cells.len())];
        if deal.mined[cell as usize] {
            return guesses;
        }
        mind.view.open(cell, deal.shown[cell as usize]);
    }
}

#[test]
fn players_choose_exactly_on_larger_boards() {
    let king = |width, height, mines| Field::new(Topology::King { width, height }, mines).unwrap();
    let mut guesses = 0;
    for index in 0..12 {
        guesses += meet_exact(
            &king(8, 8, 10),
            &[0],
            &[
                "S", "E", "Q", "U", "B", "F", "L", "R", "N", "s", "e", "u", "q", "PSEUQ", "Pseuq", "PSEQ",
                "BPSEQ",
            ],
            index,
        );
        guesses += meet_exact(&king(9, 9, 20), &[30], &["Q", "PU", "PSEQ"], index);
        let torus = Field::new(Topology::Torus { width: 8, height: 8 }, 12).unwrap();
        guesses += meet_exact(&torus, &[0], &["U", "PSEUQ", "PSEQ"], index);
    }
    for index in 0..6 {
        guesses += meet_exact(
            &king(30, 16, 99),
            &[0],
            &["PSEUQ", "Pseuq", "PSEQ", "BPSEQ", "FPSEQ", "LPSEQ", "RPSEQ", "NPSEQ", "WPSEQ"],
            index,
        );
    }
    println!("{guesses} guesses");
    assert!(guesses > 60, "{guesses} guesses are too few");
}

#[test]
fn players_choose_exactly_where_solutions_cannot_be_listed() {
    let field = Field::new(Topology::King { width: 14, height: 14 }, 30).unwrap();
    let lattice: Vec<u32> = (0..7).flat_map(|y| (0..7).map(move |x| 14 * 2 * y + 2 * x)).collect();
    let mut mind = Mind::new(&field, &Budget::unlimited());
    let mut large = 0;
    for index in 0..3 {
        let mut luck = Luck::new(3, index);
        let mut deal = Deal::default();
        deal.draw(&field, 0, Promise::Safe, &mut luck);
        mind.reset();
        for &cell in lattice.iter().filter(|&&cell| !deal.mined[cell as usize]) {
            mind.view.open(cell, deal.shown[cell as usize]);
        }
        mind.look().unwrap();
        large += u32::from(mind.look.is_exact());
        meet_exact(&field, &lattice, &["PSEUQ", "Pseuq", "PSEQ", "L", "R"], index);
    }
    assert!(large > 0, "all solutions were listed");
}

#[test]
fn advice_is_what_the_filters_keep() {
    for index in 0..150 {
        let board = draw(Kind::King, Mines::Usual, &mut Luck::new(13, index));
        let brute = Brute::new(&board);
        for row in ["PSEQ", "U", "T", "logic", "random", "single", "PSEQ-D1000000"] {
            let strategy = row.parse().unwrap();
            let advice = advise(&board, &strategy, false, &Budget::unlimited()).unwrap().unwrap();
            let best: Vec<u32> = advice.best.iter().map(|cell| cell.0).collect();
            let place = format!("{row}, {index}, {board:?}");
            let open = brute.best(&[]);
            assert!(advice.ground != Ground::Won || open.is_empty(), "{place}");
            match advice.ground {
                Ground::Won | Ground::Surrender => assert!(best.is_empty(), "{place}"),
                Ground::Safe if row == "single" => {
                    assert!(best.iter().all(|cell| brute.free().contains(cell)), "{place}");
                }
                Ground::Safe => assert_eq!(best, brute.free(), "{place}"),
                Ground::Any if row == "random" => assert_eq!(best, brute.covered, "{place}"),
                Ground::Any if row == "single" => {
                    assert!(open.iter().all(|cell| best.contains(cell)), "{place}");
                }
                Ground::Any => assert_eq!(best, open, "{place}"),
                Ground::Filters => assert_eq!(best, brute.best(&filters(row)), "{place}"),
                Ground::Optimal { wins } => {
                    assert!(wins >= 1 && wins <= brute.placements.len() as u64, "{place}");
                    assert!(!best.is_empty() && best.iter().all(|cell| open.contains(cell)), "{place}");
                }
            }
        }
    }
}
