//! One mine left: the tree of modules against exhaustive play, against the paper's algorithms and
//! against what is known of families of graphs; and the command.

mod command;
mod facts;
mod graphs;
mod large;
mod modules;
mod oracle;

use mineproof::board::{Board, CellId, Label, Topology};
use mineproof::budget::Budget;
use mineproof::decomp::Graph;
use mineproof::play::one_mine::playout::play_out;
use mineproof::play::one_mine::{Position, Solution, solve};

/// What optimal play wins, and the best first guesses.
type Wins = (u64, Vec<u32>);

/// A board of which nothing is known.
fn covered(topology: Topology) -> Board {
    let labels = vec![Label::Covered; topology.len() as usize];
    Board::new(topology, labels, None).unwrap()
}

fn covered_graph(graph: &Graph) -> Board {
    covered(Topology::Graph(graph.clone()))
}

/// Solves a board; the strategy, played against every mine position, wins what it promises.
fn solved(board: &Board) -> Solution {
    let budget = Budget::unlimited();
    let position = Position::of(board, &budget).unwrap();
    let solution = solve(&position, &budget).unwrap();
    let mut order = solution.order.clone();
    assert_eq!(play_out(&position, &order, &budget), Ok(solution.wins), "{board:?}");
    order.sort_unstable();
    assert_eq!(order, position.candidates());
    solution
}

fn wins(board: &Board) -> u64 {
    solved(board).wins
}

/// The answer for a graph of which nothing is known.
fn fast(graph: &Graph) -> Wins {
    let solution = solved(&covered_graph(graph));
    (solution.wins, solution.best.iter().map(|&CellId(v)| v).collect())
}
