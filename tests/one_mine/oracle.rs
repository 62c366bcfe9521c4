//! Against all strategies there are, and against the paper's algorithms.

use std::collections::BTreeMap;

use mineproof::board::{Board, CellId, Label, Topology};
use mineproof::budget::Budget;
use mineproof::decomp::Graph;
use mineproof::play::one_mine::Position;
use mineproof::play::one_mine::exhaustive::Exhaustive;
use mineproof::play::one_mine::golan::{SafeFirst, generic_strategy, largest_component, optimal_guess};

use crate::graphs::{Chance, classes, graph, labelled, relabel};
use crate::{Wins, covered_graph, fast, solved};

/// Exhaustive play on a graph of which nothing is known.
fn exhaustive(graph: &Graph) -> Wins {
    let n = graph.len() as u32;
    let (mut game, all) = (Exhaustive::new(graph), (1u32 << n) - 1);
    let wins = game.wins(all, 0);
    // A single vertex is the mine: opening it would lose.
    let best = (0..n).filter(|&v| n > 1 && game.wins_after(v, all, 0) == wins).collect();
    (u64::from(wins), best)
}

#[test]
fn trees_equal_exhaustive_play_on_all_labelled_graphs_with_up_to_6_vertices() {
    let mut checked = 0;
    for n in 1..=6 {
        for graph in labelled(n) {
            assert_eq!(fast(&graph), exhaustive(&graph), "{graph:?}");
            checked += 1;
        }
    }
    assert_eq!(checked, 1 + 2 + 8 + 64 + 1024 + 32768);
}

/// Also how many graphs have each number of wins.
#[test]
fn trees_equal_exhaustive_play_on_all_graphs_with_7_and_8_vertices() {
    let mut chance = Chance::new(7);
    for (n, expected) in [
        (6, &[(1, 2), (2, 12), (3, 30), (4, 42), (5, 70)][..]),
        (7, &[(1, 2), (2, 14), (3, 54), (4, 126), (5, 238), (6, 610)]),
        (8, &[(1, 2), (2, 18), (3, 86), (4, 306), (5, 842), (6, 2092), (7, 9000)]),
    ] {
        let mut by_wins = BTreeMap::new();
        for rows in classes(n) {
            let (wins, best) = exhaustive(&graph(rows));
            *by_wins.entry(wins).or_insert(0) += 1;
            assert_eq!(fast(&graph(rows)), (wins, best.clone()), "{rows:?}");
            // The tree comes from an algorithm that depends on names.
            let order = chance.order(n);
            let mut renamed: Vec<u32> =
                best.iter().map(|&v| order.iter().position(|&w| w == v as usize).unwrap() as u32).collect();
            renamed.sort_unstable();
            assert_eq!(fast(&graph(&relabel(rows, &order))), (wins, renamed), "{rows:?} {order:?}");
        }
        assert_eq!(by_wins.into_iter().collect::<Vec<_>>(), expected, "{n} vertices");
    }
}

/// How many mine positions the paper's strategy wins.
fn golan(graph: &Graph) -> u64 {
    let won = |&mine: &u32| generic_strategy(graph, mine, &mut SafeFirst::new(optimal_guess));
    (0..graph.len() as u32).filter(won).count() as u64
}

/// All that algorithm 4 may return over its arbitrary choices.
fn possible_guesses(graph: &Graph, cells: &[u32]) -> Vec<u32> {
    let mut possible = Vec::new();
    for &u in cells {
        let components = cells.iter().filter(|&&v| v != u).map(|&v| largest_component(graph, cells, u, v));
        let mut larger: Vec<Vec<u32>> = components.filter(|component| component.len() > 1).collect();
        larger.sort();
        larger.dedup();
        if larger.is_empty() {
            possible.push(u);
        }
        possible.extend(larger.iter().flat_map(|component| possible_guesses(graph, component)));
    }
    possible.sort_unstable();
    possible.dedup();
    possible
}

#[test]
fn algorithm_4_returns_the_best_guesses_and_no_others() {
    for n in 2..=7 {
        for rows in classes(n) {
            let graph = graph(rows);
            let (wins, best) = fast(&graph);
            assert_eq!(possible_guesses(&graph, &(0..n as u32).collect::<Vec<_>>()), best, "{rows:?}");
            assert_eq!(golan(&graph), wins, "{rows:?}");
        }
    }
}

#[test]
fn algorithm_4_wins_as_much_on_random_graphs_with_up_to_60_vertices() {
    let mut chance = Chance::new(60);
    for round in 0..400 {
        let n = 8 + chance.below(53);
        let graph = if round % 4 == 0 { chance.plain_graph(n) } else { chance.modular_graph(n) };
        let (wins, best) = fast(&graph);
        assert_eq!(golan(&graph), wins, "{graph:?}");
        let all: Vec<u32> = (0..n as u32).collect();
        assert!(best.contains(&optimal_guess(&graph, &all)), "{graph:?}");
    }
}

/// The one list of guesses is as good as algorithm 4 at every turn, game by game.
#[test]
fn the_order_is_a_strategy() {
    let mut chance = Chance::new(61);
    for _ in 0..300 {
        let n = 2 + chance.below(30);
        let graph = chance.modular_graph(n);
        let solution = solved(&covered_graph(&graph));
        let guess = |_: &Graph, cells: &[u32]| {
            solution.order.iter().find(|cell| cells.contains(&cell.0)).expect("some cell is left").0
        };
        let won = |&mine: &u32| generic_strategy(&graph, mine, &mut SafeFirst::new(guess));
        assert_eq!((0..n as u32).filter(won).count() as u64, solution.wins, "{graph:?}");
    }
}

/// Boards with numbers, known free cells and known mines: exhaustive play begins with what the
/// labels leave, found by trying every cell for the mine.
#[test]
fn labelled_boards_equal_exhaustive_play() {
    let mut chance = Chance::new(62);
    let (mut told, mut contradictory) = (0, 0);
    for round in 0..4000 {
        let n = 2 + chance.below(9);
        let graph = if round % 2 == 0 { chance.plain_graph(n) } else { chance.modular_graph(n) };
        let board = labelled_board(&graph, &mut chance);
        let known = |cell: &CellId| board.label(*cell) == Label::Mine;
        let agrees = |mine: CellId| {
            board.label(mine) == Label::Covered
                && board.cells().all(|cell| match board.label(cell) {
                    Label::Number(number) => {
                        let mined = |near: &&CellId| **near == mine || known(near);
                        board.neighbours(cell).iter().filter(mined).count() == number as usize
                    }
                    _ => true,
                })
        };
        let bits = |wanted: &dyn Fn(CellId) -> bool| {
            board.cells().filter(|&cell| wanted(cell)).fold(0u32, |set, cell| set | 1 << cell.0)
        };
        let possible = bits(&agrees);
        let open = bits(&|cell| matches!(board.label(cell), Label::Number(_) | Label::Mine));
        let mut game = Exhaustive::new(&graph);
        let wins = game.wins(possible, open);
        let solution = solved(&board);
        assert_eq!(solution.wins, u64::from(wins), "{board:?}");
        if possible.count_ones() > 1 {
            // Whatever is called best loses nothing; without safe cells nothing else is as good.
            let safe = Position::of(&board, &Budget::unlimited()).unwrap().safe().to_vec();
            for cell in board.cells().filter(|cell| open >> cell.0 & 1 == 0) {
                let good = game.wins_after(cell.0, possible, open) == wins;
                let best = solution.best.contains(&cell);
                assert!(good || !best, "{cell:?} of {board:?}");
                assert!(best || !good || !safe.is_empty(), "{cell:?} of {board:?}");
            }
        }
        told += usize::from(possible.count_ones() > 1 && open != 0);
        contradictory += usize::from(possible == 0);
    }
    assert!(told > 1000 && contradictory > 20, "{told} {contradictory}");
}

/// A mine somewhere, perhaps a known one beside, some cells open or known to be free; seldom one
/// of the numbers is wrong.
fn labelled_board(graph: &Graph, chance: &mut Chance) -> Board {
    let n = graph.len();
    let mine = chance.below(n);
    let known = (chance.below(3) == 0).then(|| chance.below(n)).filter(|&known| known != mine);
    let share = chance.below(60);
    let mut labels = vec![Label::Covered; n];
    for v in (0..n).filter(|&v| v != mine) {
        let near = |w: usize| u32::from(graph.neighbours(v).contains(&(w as u32)));
        let number = near(mine) + known.map_or(0, near);
        if Some(v) == known {
            labels[v] = Label::Mine;
        } else if chance.below(100) < share {
            let wrong = u32::from(chance.below(20) == 0);
            labels[v] = if chance.below(3) == 0 { Label::Free } else { Label::Number(number + wrong) };
        }
    }
    let total = (chance.below(2) == 0).then_some(1 + u64::from(known.is_some()));
    Board::new(Topology::Graph(graph.clone()), labels, total).unwrap()
}
