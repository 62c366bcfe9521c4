//! The filters of the published program: its rule by brute force, and values worked out by hand.
//!
//! A position is cut into sets of cells that see the same numbers; sure cells are in none. Opening a
//! cell cuts them further into pieces, and each piece is held to have some size.

use mineproof::algebra::Fraction;
use mineproof::board::{Board, CellId, Label, Topology};
use mineproof::budget::Budget;
use mineproof::play::Prospects;

use super::brute::Brute;

/// What is held of a covered cell, in placements.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    /// Placements after which some cell is held to be surely free.
    pub progress: u64,
    /// Such cells, summed over all placements.
    pub expected: u64,
    /// Placements held to survive this move and the next, as a fraction.
    pub survive: Fraction,
}

/// Part of a set that the program tells apart, and the size that it is held to have.
struct Piece {
    cells: Vec<usize>,
    held: usize,
}

/// The pieces of all sets if a cell is opened.
fn pieces(brute: &Brute, i: usize) -> Vec<Piece> {
    let sure: Vec<u32> = brute.free().into_iter().chain(brute.mined()).collect();
    // The background sees no number, so it comes first; the others are met in the order of cells.
    let mut sets: Vec<(&[u32], Vec<usize>)> = Vec::new();
    for (at, seen) in brute.seen.iter().enumerate() {
        if sure.contains(&brute.covered[at]) {
            continue;
        }
        match sets.iter_mut().find(|(other, _)| *other == &seen[..]) {
            Some((_, cells)) => cells.push(at),
            None if seen.is_empty() => sets.insert(0, (seen, vec![at])),
            None => sets.push((seen, vec![at])),
        }
    }
    let is_near = |at: &usize| brute.near[i] >> at & 1 == 1;
    let is_far = |at: &usize| !is_near(at) && *at != i;
    let far_of = |set: usize| sets[set].1.iter().filter(|at| is_far(at)).count();
    let (mut pieces, mut halved) = (Vec::new(), 0);
    for (_, cells) in &sets {
        let near: Vec<usize> = cells.iter().copied().filter(is_near).collect();
        let far: Vec<usize> = cells.iter().copied().filter(is_far).collect();
        if near.is_empty() || far.is_empty() {
            let others = [near, far].concat();
            pieces.push(Piece { cells: others, held: cells.len() });
        } else {
            let held = near.len();
            pieces.push(Piece { cells: near, held });
            pieces.push(Piece { cells: far, held: far_of(halved) });
            halved += 1;
        }
    }
    pieces
}

/// All that is held of the i-th covered cell.
pub fn held(brute: &Brute, i: usize) -> Held {
    let pieces = pieces(brute, i);
    let mut held = Held { progress: 0, expected: 0, survive: Fraction::zero() };
    for number in 0..=brute.near[i].count_ones() {
        let shows = |set: &&u32| *set >> i & 1 == 0 && (*set & brute.near[i]).count_ones() == number;
        let class: Vec<u32> = brute.placements.iter().filter(shows).copied().collect();
        if class.is_empty() {
            continue;
        }
        let count = class.len() as u64;
        let mines = |piece: &Piece| {
            piece.cells.iter().map(|at| class.iter().filter(|&set| set >> at & 1 == 1).count() as u64).sum()
        };
        let mines: Vec<(u64, u64)> = pieces.iter().map(|piece| (mines(piece), piece.held as u64)).collect();
        let free: u64 = mines.iter().filter(|(mines, _)| *mines == 0).map(|(_, held)| held).sum();
        held.expected += count * free;
        held.progress += if free > 0 { count } else { 0 };
        let least = mines.iter().filter(|(_, held)| *held > 0);
        let least = least.map(|&(mines, held)| Fraction::new(mines.into(), held.into())).min();
        let is_some_free = mines.iter().any(|(mines, _)| *mines == 0);
        let lost = least.filter(|_| !is_some_free).unwrap_or_else(Fraction::zero);
        // A chance is never more than 1, for the pieces beside the cell are held to be what they are.
        let lost = lost.times(&Fraction::new(1u32.into(), count.into())).complement();
        held.survive = held.survive.plus(&lost.times(&Fraction::new(count.into(), 1u32.into())));
    }
    held
}

fn board(row: &str, mines: u64) -> Board {
    let label = |letter: char| letter.to_digit(10).map_or(Label::Covered, Label::Number);
    let labels: Vec<Label> = row.chars().map(label).collect();
    Board::new(Topology::King { width: labels.len() as u32, height: 1 }, labels, Some(mines)).unwrap()
}

/// s, e and u of all covered cells, by brute force and exactly, must be these.
fn check(row: &str, mines: u64, s: &str, e: &str, u: &str) {
    let board = board(row, mines);
    let (brute, budget) = (Brute::new(&board), Budget::unlimited());
    let all = brute.placements.len() as u64;
    let mut prospects = Prospects::new(&board, &budget).unwrap().unwrap();
    let fraction = |text: &str| {
        let (a, b) = text.split_once('/').unwrap_or((text, "1"));
        Fraction::new(a.parse().unwrap(), b.parse().unwrap())
    };
    let expected = |text: &str| text.split(' ').map(fraction).collect::<Vec<_>>();
    let (s, e, u) = (expected(s), expected(e), expected(u));
    for (i, &cell) in brute.covered.iter().enumerate() {
        let (held, exact) = (held(&brute, i), prospects.held(CellId(cell)).unwrap());
        let share = |count: u64| Fraction::new(count.into(), all.into());
        assert_eq!((&exact.s, &exact.e, &exact.u), (&s[i], &e[i], &u[i]), "{row}, cell {cell}");
        assert_eq!((share(held.progress), share(held.expected)), (s[i].clone(), e[i].clone()), "{row}");
        let survive = held.survive.times(&Fraction::new(1u32.into(), all.into()));
        assert_eq!(survive, u[i], "{row}, cell {cell}");
    }
}

#[test]
fn values_by_hand() {
    // Table 3. By the definitions only u differs: 1/3 for the fifth cell. Its set, the last three
    // cells, is not split in two by it and held to have three cells still, so that the mine among
    // the two others lies in each of them with a chance of 1/3 in place of 1/2.
    check("?1????", 2, "0 1/2 1/3 0 2/3", "0 2/3 2/3 0 2/3", "1/3 1/2 1/2 4/9 2/3");
    // Three placements: the third cell and one of the last two, or the first and the fifth. These
    // three are alone in their sets, so each counts itself. The last two are a set that neither of
    // them splits in two: the other one is held to be two cells.
    check("?1?1???", 2, "2/3 1/3 2/3 0 2/3", "4/3 1 2 0 5/3", "2/3 1/3 2/3 1/2 2/3");
    // The first cell splits the set of the two cells beside the number, and no other: the far half,
    // one cell, is held to be the two cells that the first set of all, the background, has beyond.
    check("??1???", 2, "2/3 1/2 1/2 1/3 2/3", "1 2/3 2/3 2/3 2/3", "2/3 1/2 1/2 1/2 2/3");
}
