//! Numbers that say nothing new change nothing.

use mineproof::board::{Board, CellId, Label, Topology};
use mineproof::decomp::Graph;

use crate::answers::Answers;
use crate::zoo;

/// The board as a graph with one more open vertex that touches these cells.
fn with_number(board: &Board, number: u32, cells: &[CellId]) -> Board {
    let near = |cell: CellId| board.neighbours(cell).into_iter().map(move |other| (cell.0, other.0));
    let extra = cells.iter().map(|cell| (cell.0, board.len() as u32));
    let edges: Vec<(u32, u32)> = board.cells().flat_map(near).chain(extra).collect();
    let labels = [board.labels(), &[Label::Number(number)]].concat();
    let topology = Topology::Graph(Graph::from_edges(board.len() + 1, &edges));
    Board::new(topology, labels, board.mines()).unwrap()
}

fn open_cells(board: &Board) -> Vec<(CellId, u32)> {
    let number = |cell| match board.label(cell) {
        Label::Number(number) => Some((cell, number)),
        _ => None,
    };
    board.cells().filter_map(number).collect()
}

#[test]
fn saying_a_number_twice_changes_nothing() {
    zoo::for_each(|name, board, below| {
        let open = open_cells(board);
        let (cell, number) = open[below(open.len())];
        let twice = with_number(board, number, &board.neighbours(cell));
        assert_eq!(Answers::new(&twice), Answers::new(board), "{cell:?} of {name}");
    });
}

#[test]
fn the_sum_of_two_numbers_changes_nothing() {
    zoo::for_each(|name, board, below| {
        let open = open_cells(board);
        let (first, a) = open[below(open.len())];
        let near = board.neighbours(first);
        let apart = |cell: CellId| board.neighbours(cell).iter().all(|other| !near.contains(other));
        let Some(&(second, b)) = open.iter().find(|(cell, _)| apart(*cell)) else { return };
        let both = with_number(board, a + b, &[near.clone(), board.neighbours(second)].concat());
        assert_eq!(Answers::new(&both), Answers::new(board), "{first:?} and {second:?} of {name}");
    });
}

#[test]
fn writing_down_what_is_sure_changes_nothing() {
    zoo::for_each(|name, board, _| {
        let answers = Answers::new(board);
        let Some(sure) = &answers.sure else { return };
        let mut told = board.clone();
        sure.free.iter().for_each(|&cell| told.set_label(cell, Label::Free));
        sure.mined.iter().for_each(|&cell| told.set_label(cell, Label::Mine));
        let mut expected = answers.clone();
        let is_open = |cell: &CellId| told.label(*cell) == Label::Covered;
        expected.cells = answers.cells.map(|cells| cells.into_iter().filter(|row| is_open(&row.0)).collect());
        expected.sure.iter_mut().for_each(|sure| {
            sure.free.clear();
            sure.mined.clear();
        });
        assert_eq!(Answers::new(&told), expected, "{name}");
    });
}
