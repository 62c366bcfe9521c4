//! Random small boards of every kind against brute force.

use mineproof::analysis::SureCells;
use mineproof::board::{Board, CellId, Label, Topology};
use mineproof::budget::Budget;
use mineproof::certify::verify::verify;
use mineproof::certify::write::{CertifyError, Claim, Order, certificate};
use mineproof::decomp::Graph;

use mineproof::formats::read_board;
use std::time::Duration;

use crate::boards::{Family, draw};
use crate::brute::Brute;
use crate::dice::Dice;
use crate::{certify_claim, outside, text};

/// Boards of each family.
const BOARDS: u64 = 300;

#[test]
fn truth_is_certified_and_verified() {
    let mut outside = outside::Checkers::find();
    let (mut contradictions, mut counters, mut totals) = (0, 0, 0);
    for (f, family) in Family::ALL.into_iter().enumerate() {
        for seed in 0..BOARDS {
            let board = draw(family, &mut Dice::new(1000 * f as u64 + seed));
            let brute = Brute::new(&board);
            let sure = brute.sure_cells();
            let name = format!("{family:?} {seed}");
            let files = certify_claim(&name, &board, sure.as_ref(), &[])
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            let proven = verify(&files, &Budget::unlimited()).unwrap_or_else(|why| panic!("{name}: {why}"));
            assert_eq!(proven, sentence(sure.as_ref()), "{name}");
            if seed % 10 == 0 {
                outside.check(&name, &files);
            }
            contradictions += usize::from(sure.is_none());
            counters += usize::from(text(&files, "formula.cnf").contains("\nc root "));
            totals += usize::from(text(&files, "formula.cnf").contains(" counts total\n"));
        }
    }
    outside.report();
    println!("{contradictions} contradictions, {counters} with counters, {totals} of the total");
    assert!(contradictions > 300 && counters > 50 && totals > 40);
}

/// What the checker says of the truth.
fn sentence(sure: Option<&SureCells>) -> String {
    let Some(sure) = sure else { return "inconsistent: no placement of mines is legal".to_owned() };
    let counted = |number: usize, what: &str| match number {
        0 => format!("no cell is surely {what}"),
        1 => format!("1 cell is surely {what}"),
        _ => format!("{number} cells are surely {what}"),
    };
    let others = match sure.undecided {
        0 => "there are no others".to_owned(),
        1 => "the 1 other can be both".to_owned(),
        n => format!("each of the {n} others can be both"),
    };
    format!(
        "consistent: {}, {}, {others}",
        counted(sure.free.len(), "free"),
        counted(sure.mined.len(), "mined")
    )
}

/// A writer that is told something false finds out, whatever it is.
#[test]
fn untruth_is_not_certified() {
    let mut refused = 0;
    for seed in 0..2000 {
        let mut dice = Dice::new(50_000 + seed);
        let family = dice.pick(&Family::ALL);
        let board = draw(family, &mut dice);
        let brute = Brute::new(&board);
        let truth = brute.sure_cells();
        let covered = brute.covered.clone();
        let mut lie = truth.clone();
        match (&mut lie, dice.below(3)) {
            (None, _) => lie = Some(SureCells { free: vec![], mined: vec![], undecided: covered.len() }),
            (some, 0) => *some = None,
            (Some(sure), 1) if !sure.free.is_empty() => {
                sure.free.pop();
            }
            (Some(sure), _) => {
                let Some(&cell) = covered.get(dice.below(16) as usize) else { continue };
                if sure.mined.contains(&cell) {
                    sure.mined.retain(|&other| other != cell);
                }
                match sure.free.binary_search(&cell) {
                    Ok(at) => drop(sure.free.remove(at)),
                    Err(at) => sure.free.insert(at, cell),
                }
            }
        }
        let answer = certify_claim("lie", &board, lie.as_ref(), &[]);
        assert!(matches!(answer, Err(CertifyError::Disagreement(_))), "{family:?} {seed}: {answer:?}");
        refused += 1;
    }
    assert!(refused > 1500, "only {refused}");
}

#[test]
fn consistency_alone_takes_one_placement() {
    for seed in 0..500 {
        let mut dice = Dice::new(90_000 + seed);
        let family = dice.pick(&Family::ALL);
        let board = draw(family, &mut dice);
        let consistent = Brute::new(&board).consistent();
        let claim = if consistent { Claim::Consistent } else { Claim::Inconsistent };
        let order = Order { name: "board", board: &board, claim, placements: &[], drat: false };
        let files = certificate(&order, &Budget::unlimited()).unwrap();
        let proven = verify(&files, &Budget::unlimited()).unwrap();
        assert_eq!(proven.starts_with("consistent: a placement of mines is legal"), consistent, "{proven}");
        assert_eq!(text(&files, "placements.txt").lines().count(), usize::from(consistent));
        assert_eq!(files.contains_key("formula.cnf"), !consistent);
    }
}

/// A hub with `leaves` leaves, of which `number` are mined, in all `total` with the hub's.
fn star(leaves: u32, number: u32, total: Option<u64>) -> Board {
    let edges: Vec<(u32, u32)> = (1..=leaves).map(|leaf| (0, leaf)).collect();
    let graph = Graph::from_edges(leaves as usize + 1, &edges);
    let mut labels = vec![Label::Covered; leaves as usize + 1];
    labels[0] = Label::Number(number);
    Board::new(Topology::Graph(graph), labels, total).unwrap()
}

#[test]
fn vertices_of_thousands_of_neighbours_are_certified() {
    for (leaves, number, total, free, mined, undecided) in [
        (3000, 0, None, 3000, 0, 0),
        (3000, 3000, None, 0, 3000, 0),
        (3000, 2990, Some(2990), 0, 0, 3000),
        (400, 200, None, 0, 0, 400),
    ] {
        let board = star(leaves, number, total);
        let all: Vec<CellId> = (1..=leaves).map(CellId).collect();
        let sure = SureCells { free: all[..free].to_vec(), mined: all[..mined].to_vec(), undecided };
        let files = certify_claim("star", &board, Some(&sure), &[]).unwrap();
        assert_eq!(verify(&files, &Budget::unlimited()), Ok(sentence(Some(&sure))));
    }
    for (leaves, number, total) in [(3000, 2, Some(1)), (3000, 40, Some(41)), (400, 200, Some(199))] {
        let files = certify_claim("star", &star(leaves, number, total), None, &[]).unwrap();
        assert_eq!(verify(&files, &Budget::unlimited()), Ok(sentence(None)));
    }
}

/// Hubs over some of `leaves`, from the first up to the last of each, with their numbers.
fn hubs(leaves: u32, hubs: &[(u32, u32, u32)], total: Option<u64>) -> Board {
    let count = hubs.len() as u32;
    let mut edges = Vec::new();
    for (hub, &(from, to, _)) in (0..).zip(hubs) {
        edges.extend((from..to).map(|leaf| (hub, count + leaf)));
    }
    let mut labels: Vec<Label> = hubs.iter().map(|&(_, _, number)| Label::Number(number)).collect();
    labels.resize((count + leaves) as usize, Label::Covered);
    let graph = Graph::from_edges(labels.len(), &edges);
    Board::new(Topology::Graph(graph), labels, total).unwrap()
}

/// What follows from the difference of two large numbers was once sought by matching two trees cell
/// by cell, which did not end.
#[test]
fn a_number_within_another_is_a_branch_of_its_tree() {
    let mut outside = outside::Checkers::find();
    let budget = Budget::new(Some(Duration::from_secs(30)), u64::MAX);
    let mut check = |board: &Board, free: std::ops::Range<u32>, mined: std::ops::Range<u32>| {
        let covered = board.cells().filter(|&cell| board.label(cell) == Label::Covered).count();
        let undecided = covered - free.len() - mined.len();
        let (free, mined) = (free.map(CellId).collect(), mined.map(CellId).collect());
        let sure = SureCells { free, mined, undecided };
        let claim = Claim::Sure { free: &sure.free, mined: &sure.mined };
        let order = Order { name: "hubs", board, claim, placements: &[], drat: true };
        let files = certificate(&order, &budget).unwrap();
        assert_eq!(verify(&files, &budget), Ok(sentence(Some(&sure))));
        outside.check("hubs", &files);
    };
    check(&hubs(3000, &[(0, 3000, 1000), (0, 2000, 1000)], None), 2002..3002, 0..0);
    check(&hubs(3000, &[(0, 3000, 1500), (1000, 3000, 500)], None), 0..0, 2..1002);
    // Three within each other, two of which see the same cells.
    let nested = [(0, 2000, 600), (0, 1500, 600), (500, 1500, 100), (0, 1500, 600)];
    check(&hubs(2000, &nested, Some(600)), 1504..2004, 4..504);
    // Two side by side in a third, which others overlap, and a total that sees more.
    let beside = [(0, 900, 300), (0, 400, 150), (400, 800, 150), (300, 700, 140)];
    check(&hubs(1000, &beside, Some(300)), 804..1004, 0..0);
    let mut refuse = |board: &Board| {
        let claim = Claim::Inconsistent;
        let order = Order { name: "hubs", board, claim, placements: &[], drat: true };
        let files = certificate(&order, &budget).unwrap();
        assert_eq!(verify(&files, &budget), Ok(sentence(None)));
        outside.check("hubs", &files);
    };
    refuse(&hubs(3000, &[(0, 3000, 1000), (0, 2000, 1001)], None));
    refuse(&hubs(3000, &[(0, 3000, 2000), (0, 2000, 999)], None));
    refuse(&hubs(2000, &[(0, 2000, 1000), (0, 2000, 1001)], None));
    refuse(&hubs(2000, &[(0, 2000, 1001), (0, 2000, 1000)], None));
    refuse(&hubs(3000, &[(0, 2000, 1000), (0, 1500, 600)], Some(999)));
    outside.report();
}

/// Under this total a first placement was once sought by counting alone, which took minutes.
#[test]
fn a_placement_is_found_under_a_total_that_is_hard_to_meet() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/instances/lattice5/20x16-total-15.txt");
    let budget = Budget::new(Some(Duration::from_secs(60)), u64::MAX);
    let board = read_board(path, &std::fs::read(path).unwrap(), None, &budget).unwrap();
    let order =
        Order { name: "lattice", board: &board, claim: Claim::Consistent, placements: &[], drat: false };
    let files = certificate(&order, &budget).unwrap();
    assert!(verify(&files, &budget).unwrap().starts_with("consistent"));
}

/// One open number in the corner of a large board, and a total that it uses up.
#[test]
fn totals_over_thousands_of_cells_are_certified() {
    let (width, height) = (80, 50);
    let mut labels = vec![Label::Covered; (width * height) as usize];
    labels[0] = Label::Number(2);
    let topology = Topology::King { width, height };
    let around = [CellId(1), CellId(width), CellId(width + 1)];
    let mut board = Board::new(topology, labels, Some(2)).unwrap();
    let others: Vec<CellId> = board.cells().skip(1).filter(|cell| !around.contains(cell)).collect();
    let sure = SureCells { free: others.clone(), mined: vec![], undecided: 3 };
    let files = certify_claim("corner", &board, Some(&sure), &[]).unwrap();
    assert_eq!(verify(&files, &Budget::unlimited()), Ok(sentence(Some(&sure))));
    board.set_mines(Some(others.len() as u64 + 2));
    let sure = SureCells { free: vec![], mined: others, undecided: 3 };
    let files = certify_claim("corner", &board, Some(&sure), &[]).unwrap();
    assert_eq!(verify(&files, &Budget::unlimited()), Ok(sentence(Some(&sure))));
    for total in [0, 1, u64::from(width * height), u64::MAX] {
        board.set_mines(Some(total));
        let files = certify_claim("corner", &board, None, &[]).unwrap();
        assert_eq!(verify(&files, &Budget::unlimited()), Ok(sentence(None)));
    }
}
