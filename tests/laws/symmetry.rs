//! Mirror, rotate, rename: nothing changes but the names.

use mineproof::analysis::{Analysis, EngineChoice};
use mineproof::board::{Board, CellId, Label, Topology};
use mineproof::budget::{Budget, StopReason};
use mineproof::decomp::Graph;

use crate::answers::Answers;
use crate::zoo;

/// The board on another topology, its cells named anew; `None` if neighbours would change.
fn moved(board: &Board, topology: Topology, name: &dyn Fn(CellId) -> CellId) -> Option<Board> {
    let mut labels = vec![Label::Covered; board.len()];
    board.cells().for_each(|cell| labels[name(cell).index()] = board.label(cell));
    let moved = Board::new(topology, labels, board.mines()).unwrap();
    let keeps = |cell| {
        let mut near: Vec<CellId> = board.neighbours(cell).into_iter().map(name).collect();
        near.sort_unstable();
        near == moved.neighbours(name(cell))
    };
    board.cells().all(keeps).then_some(moved)
}

/// Where a column and a row go.
type Move<'a> = &'a dyn Fn(u32, u32) -> u32;

/// Mirrored left to right, top to bottom, both, and along the diagonal; grids with layers and
/// grids whose borders do not fit are left out by [`moved`].
fn mirrored(board: &Board) -> Vec<(Board, Vec<CellId>)> {
    let Some((width, height, 1)) = board.topology().extent() else { return Vec::new() };
    let turned = match board.topology() {
        Topology::King { .. } => Topology::King { width: height, height: width },
        Topology::Orthogonal { .. } => Topology::Orthogonal { width: height, height: width },
        Topology::Torus { .. } => Topology::Torus { width: height, height: width },
        Topology::Hex { .. } => Topology::Hex { width: height, height: width },
        other => other.clone(),
    };
    let same = board.topology().clone();
    let moves: [(Topology, Move); 5] = [
        (same.clone(), &|x, y| y * width + width - 1 - x),
        (same.clone(), &|x, y| (height - 1 - y) * width + x),
        (same, &|x, y| (height - 1 - y) * width + width - 1 - x),
        (turned.clone(), &|x, y| x * height + y),
        (turned, &|x, y| x * height + height - 1 - y),
    ];
    let apply = |(topology, place): (Topology, Move)| {
        let name = |cell: CellId| CellId(place(cell.0 % width, cell.0 / width));
        let moved = moved(board, topology, &name)?;
        Some((moved, board.cells().map(name).collect()))
    };
    moves.into_iter().filter_map(apply).collect()
}

#[test]
fn mirrors_change_nothing() {
    zoo::for_each(|name, board, _| {
        let expected = Answers::new(board);
        let mirrored = mirrored(board);
        let plane = board.topology().extent().is_some_and(|(.., depth)| depth == 1);
        assert!(!plane || !mirrored.is_empty(), "no mirror fits {name}");
        for (other, names) in mirrored {
            assert_eq!(Answers::new(&other), expected.renamed(|cell| names[cell.index()]), "{name}");
        }
    });
}

#[test]
fn names_of_vertices_change_nothing() {
    zoo::for_each(|name, board, below| {
        let mut names: Vec<CellId> = board.cells().collect();
        (1..names.len()).for_each(|i| names.swap(i, below(i + 1)));
        let near = |cell: CellId| board.neighbours(cell).into_iter().map(move |other| (cell, other));
        let edges: Vec<(u32, u32)> =
            board.cells().flat_map(near).map(|(a, b)| (names[a.index()].0, names[b.index()].0)).collect();
        let topology = Topology::Graph(Graph::from_edges(board.len(), &edges));
        let other = moved(board, topology, &|cell| names[cell.index()]).unwrap();
        let expected = Answers::new(board).renamed(|cell| names[cell.index()]);
        assert_eq!(Answers::new(&other), expected, "{name}");
    });
}

#[test]
fn engines_and_threads_change_nothing() {
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let (one, two) = (pool(1), pool(2));
    zoo::for_each(|name, board, _| {
        let expected = one.install(|| Answers::new(board));
        assert_eq!(two.install(|| Answers::new(board)), expected, "{name}");
        assert_eq!(Answers::by(board, EngineChoice::TreeDp), expected, "{name}");
        match Analysis::new(board, EngineChoice::Tree, &Budget::unlimited()) {
            Ok(_) => assert_eq!(Answers::by(board, EngineChoice::Tree), expected, "{name}"),
            Err(reason) => assert_eq!(reason, StopReason::NotApplicable, "{name}"),
        }
    });
}
