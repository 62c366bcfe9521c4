//! Optimal play against exact tables that were found without the program, and against a plain search.

use std::collections::HashMap;

use mineproof::board::{Board, CellId, Label, Topology};
use mineproof::budget::{Budget, StopReason};
use mineproof::play::optimal::{Verdict, solve};
use mineproof::play::symmetries;

fn verdict(board: &Board) -> Option<Verdict> {
    solve(board, &symmetries(board.topology()), &Budget::unlimited(), &mut |_, _| {}).unwrap()
}

fn covered(topology: Topology, mines: u64) -> Board {
    let labels = vec![Label::Covered; topology.len() as usize];
    Board::new(topology, labels, Some(mines)).unwrap()
}

fn fields(line: &str) -> Vec<&str> {
    line.split(',').collect()
}

fn number(text: &str) -> u32 {
    text.parse().unwrap()
}

/// `x;y` as a cell of a grid of this width.
fn place(text: &str, width: u32) -> CellId {
    let (x, y) = text.split_once(';').unwrap();
    CellId(number(y) * width + number(x))
}

#[test]
fn boards_up_to_31_cells_are_won_as_often_as_known() {
    let mut boards = 0;
    for line in include_str!("boards.csv").lines().skip(1) {
        let row = fields(line);
        let (width, height) = (number(row[0]), number(row[1]));
        let board = covered(Topology::King { width, height }, number(row[2]).into());
        let found = verdict(&board).unwrap();
        assert_eq!(found.wins, number(row[3]).into(), "{line}");
        for known in row[4].split_whitespace() {
            let (cell, wins) = known.split_once('=').unwrap();
            let cell = place(cell.trim_matches(['(', ')']), width);
            let first = found.first.iter().find(|first| first.cell == cell).unwrap();
            assert_eq!(first.wins, u64::from(number(wins)), "{line}: {cell:?}");
        }
        boards += 1;
    }
    assert_eq!(boards, 203);
}

#[test]
fn boards_that_begin_with_a_zero_are_won_as_often_as_known() {
    for line in include_str!("zero_starts.csv").lines().skip(1) {
        let row = fields(line);
        let (width, height) = (number(row[0]), number(row[1]));
        let mut board = covered(Topology::King { width, height }, number(row[2]).into());
        board.set_label(place(row[3], width), Label::Number(0));
        let (wins, placements) =
            verdict(&board).map_or((0u32.into(), 0u32.into()), |v| (v.wins, v.placements));
        assert_eq!(placements, number(row[5]).into(), "{line}");
        assert_eq!(wins, number(row[4]).into(), "{line}");
    }
}

#[test]
fn positions_of_the_papers() {
    // 6x1 with two mines, the second cell shows 1.
    let mut board = covered(Topology::King { width: 6, height: 1 }, 2);
    board.set_label(CellId(1), Label::Number(1));
    let found = verdict(&board).unwrap();
    assert_eq!((found.wins, found.placements), (3u32.into(), 6u32.into()));
    assert_eq!(found.best, [CellId(2), CellId(3), CellId(5)]);
    // 5x4 with five mines.
    let mut board = covered(Topology::King { width: 5, height: 4 }, 5);
    board.set_label(CellId(6), Label::Number(1));
    board.set_label(CellId(11), Label::Number(3));
    let found = verdict(&board).unwrap();
    assert_eq!((found.wins, found.placements), (285u32.into(), 360u32.into()));
    assert_eq!(found.best, [CellId(2)]);
    // The corner is not always best: 4x4 with four mines.
    let found = verdict(&covered(Topology::King { width: 4, height: 4 }, 4)).unwrap();
    let wins = |cell: usize| found.first[cell].wins;
    assert_eq!((wins(0), wins(1), wins(5)), (949, 961, 914));
    assert_eq!(found.placements, 1820u32.into());
}

/// The most placements won from here on.
fn search(
    open: &mut Vec<Option<u32>>,
    alive: &[&Vec<bool>],
    shown: &dyn Fn(&[bool], CellId) -> u32,
    memo: &mut HashMap<Vec<Option<u32>>, usize>,
) -> usize {
    let Some(first) = alive.first() else { return 0 };
    let free = first.iter().filter(|mined| !**mined).count();
    if open.iter().flatten().count() == free {
        return 1;
    }
    if let Some(&known) = memo.get(open) {
        return known;
    }
    let mut best = 0;
    for cell in (0..open.len()).filter(|&cell| open[cell].is_none()).collect::<Vec<_>>() {
        let mut sum = 0;
        for number in 0..9 {
            let fits = |mined: &&&Vec<bool>| !mined[cell] && shown(mined, CellId(cell as u32)) == number;
            let left: Vec<&Vec<bool>> = alive.iter().filter(fits).copied().collect();
            if !left.is_empty() {
                open[cell] = Some(number);
                sum += search(open, &left, shown, memo);
                open[cell] = None;
            }
        }
        best = best.max(sum);
    }
    memo.insert(open.clone(), best);
    best
}

/// What the best player wins, in the plainest way: over what is open, cell by cell.
fn plain(board: &Board, placements: &[Vec<bool>], memo: &mut HashMap<Vec<Option<u32>>, usize>) -> usize {
    let shown = |mined: &[bool], cell: CellId| {
        board.neighbours(cell).iter().filter(|near| mined[near.index()]).count() as u32
    };
    let all: Vec<&Vec<bool>> = placements.iter().collect();
    search(&mut vec![None; board.len()], &all, &shown, memo)
}

#[test]
fn a_plain_search_wins_as_much_on_every_topology() {
    let grids = [
        Topology::King { width: 3, height: 3 },
        Topology::Orthogonal { width: 4, height: 2 },
        Topology::Torus { width: 3, height: 3 },
        Topology::Hex { width: 3, height: 3 },
        Topology::Triangle { width: 4, height: 2 },
        Topology::Box { width: 2, height: 2, depth: 2 },
    ];
    for topology in grids {
        let cells = topology.len() as usize;
        for mines in 0..cells.min(6) {
            let board = covered(topology.clone(), mines as u64);
            let placements: Vec<Vec<bool>> = (0..1u32 << cells)
                .filter(|set| set.count_ones() as usize == mines)
                .map(|set| (0..cells).map(|cell| set >> cell & 1 == 1).collect())
                .collect();
            let wins = plain(&board, &placements, &mut HashMap::new());
            let found = verdict(&board).unwrap();
            assert_eq!(found.wins, wins.into(), "{topology:?} with {mines} mines");
            assert_eq!(found.placements, placements.len().into());
        }
    }
}

#[test]
fn ends_of_games_are_told() {
    // Everything free is open.
    let mut board = covered(Topology::King { width: 2, height: 1 }, 1);
    board.set_label(CellId(0), Label::Number(1));
    let found = verdict(&board).unwrap();
    assert_eq!((found.wins, found.placements, found.best), (1u32.into(), 1u32.into(), vec![]));
    // A number that no placement meets.
    board.set_label(CellId(0), Label::Number(0));
    assert_eq!(verdict(&board), None);
    // A known free cell is opened at once, and what it shows makes another one free.
    let mut board = covered(Topology::King { width: 4, height: 1 }, 1);
    board.set_label(CellId(1), Label::Free);
    let found = verdict(&board).unwrap();
    assert_eq!((found.wins, found.placements), (3u32.into(), 3u32.into()));
    assert!(found.best.contains(&CellId(1)));
}

#[test]
fn limits_are_kept() {
    let board = covered(Topology::King { width: 8, height: 8 }, 10);
    let ask = |budget: &Budget| solve(&board, &[], budget, &mut |_, _| {});
    assert_eq!(ask(&Budget::unlimited()), Err(StopReason::Memory));
    let board = covered(Topology::King { width: 5, height: 5 }, 5);
    let no_time = Budget::new(Some(std::time::Duration::ZERO), u64::MAX);
    assert_eq!(solve(&board, &[], &no_time, &mut |_, _| {}), Err(StopReason::Time));
    // With little memory the table is small, and the answer the same.
    let board = covered(Topology::King { width: 4, height: 4 }, 4);
    let small = Budget::new(None, 600_000);
    let found = solve(&board, &symmetries(board.topology()), &small, &mut |_, _| {}).unwrap().unwrap();
    assert_eq!(found.wins, 961u32.into());
}
