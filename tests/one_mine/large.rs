//! Large graphs, deep trees, and limits.

use std::time::Duration;

use mineproof::board::generate::{Family, Recipe, Share, generate};
use mineproof::board::{Board, Topology};
use mineproof::budget::{Budget, StopReason};
use mineproof::decomp::Graph;
use mineproof::play::one_mine::playout::play_out;
use mineproof::play::one_mine::{Position, Unfit, solve};

use crate::graphs::Chance;
use crate::{covered, covered_graph, wins};

fn random(vertices: u32, edges: u64) -> Board {
    let recipe =
        Recipe { vertices, edges: Some(edges), open: Share::NONE, ..Recipe::new(Family::RandomGraph) };
    generate(&recipe).unwrap()
}

/// Such a graph has no modules but twins, if it has some: of those with the same neighbours one is won,
/// and without any the first guess is lost.
#[test]
fn a_hundred_thousand_vertices_with_a_million_edges() {
    let board = random(100_000, 1_000_000);
    let Topology::Graph(graph) = board.topology() else { panic!("it is a graph") };
    let mut rows: Vec<&[u32]> = (0..graph.len()).map(|v| graph.neighbours(v)).collect();
    assert!(rows.iter().all(|row| !row.is_empty()), "no vertex is alone");
    rows.sort_unstable();
    let twins = rows.chunk_by(|a, b| a == b).map(|class| class.len() - 1).sum::<usize>();
    let expected = graph.len() - twins - usize::from(twins == 0);
    assert_eq!(wins(&board), expected as u64);
}

#[test]
fn long_paths_and_large_stars() {
    let n = 1_000_000u32;
    let path: Vec<(u32, u32)> = (1..n).map(|v| (v - 1, v)).collect();
    assert_eq!(wins(&covered_graph(&Graph::from_edges(n as usize, &path))), u64::from(n) - 1);
    let star: Vec<(u32, u32)> = (1..n).map(|v| (0, v)).collect();
    assert_eq!(wins(&covered_graph(&Graph::from_edges(n as usize, &star))), 2);
    assert_eq!(wins(&covered_graph(&Graph::from_edges(n as usize, &[]))), 1);
    assert_eq!(wins(&covered(Topology::King { width: 1000, height: 1000 })), u64::from(n) - 1);
}

/// Vertex v touches all before it if it is odd: the tree is as deep as there are vertices.
#[test]
fn deep_trees_of_modules() {
    let n = 4000u32;
    let edges: Vec<(u32, u32)> = (1..n).step_by(2).flat_map(|v| (0..v).map(move |w| (w, v))).collect();
    let names: Vec<u32> = Chance::new(9).order(n as usize).iter().map(|&v| v as u32).collect();
    let renamed: Vec<(u32, u32)> =
        edges.iter().map(|&(v, w)| (names[v as usize], names[w as usize])).collect();
    // Each level wins one position with its single vertex, the innermost pair one of two.
    let board = covered_graph(&Graph::from_edges(n as usize, &renamed));
    let on_small_stack = std::thread::Builder::new().stack_size(64 << 10).spawn(move || wins(&board));
    assert_eq!(on_small_stack.unwrap().join().unwrap(), u64::from(n) - 1);
}

#[test]
fn limits_are_kept() {
    let board = random(20_000, 200_000);
    let unlimited = Budget::unlimited();
    let position = Position::of(&board, &unlimited).unwrap();
    let solution = solve(&position, &unlimited).unwrap();
    let late = Budget::new(Some(Duration::ZERO), u64::MAX);
    let poor = Budget::new(None, 10_000);
    for (budget, reason) in [(&late, StopReason::Time), (&poor, StopReason::Memory)] {
        assert_eq!(Position::of(&board, budget).unwrap_err(), Unfit::Stopped(reason));
        assert_eq!(solve(&position, budget).unwrap_err(), reason);
        assert_eq!(play_out(&position, &solution.order, budget), Err(reason));
    }
}
