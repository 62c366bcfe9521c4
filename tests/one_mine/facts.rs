//! What the paper says of families of graphs, and where it has to be read with care.

use mineproof::board::generate::{Family, GridKind, Recipe, Share, generate};
use mineproof::board::{Board, Topology};
use mineproof::decomp::Graph;

use crate::graphs::{Chance, classes, graph};
use crate::{covered, covered_graph, fast, wins};

/// A board of which nothing is known, as `generate` makes it.
fn generated(recipe: Recipe) -> Board {
    let board = generate(&Recipe { open: Share::NONE, mines: Some(1), tell_total: true, ..recipe }).unwrap();
    assert_eq!(board.mines(), Some(1));
    board
}

fn path(n: u32) -> Graph {
    let edges: Vec<(u32, u32)> = (1..n).map(|v| (v - 1, v)).collect();
    Graph::from_edges(n as usize, &edges)
}

/// Proposition 2.5, with the leaves and their neighbours counted as it says.
fn check_tree(board: &Board) {
    let Topology::Graph(tree) = board.topology() else { panic!("a tree is a graph") };
    let n = tree.len();
    let leaves: Vec<usize> = (0..n).filter(|&v| tree.degree(v) == 1).collect();
    let mut near: Vec<u32> = leaves.iter().map(|&v| tree.neighbours(v)[0]).collect();
    near.sort_unstable();
    near.dedup();
    let expected = (n - 1).min(n - leaves.len() + near.len());
    assert_eq!(wins(board), expected as u64, "{tree:?}");
}

#[test]
fn proposition_2_5_trees() {
    for seed in 0..300 {
        let recipe = Recipe::new(Family::Tree);
        check_tree(&generated(Recipe { vertices: 2 + seed as u32 % 40, seed, ..recipe }));
    }
    check_tree(&covered_graph(&path(2)));
    check_tree(&generated(Recipe { vertices: 20_000, ..Recipe::new(Family::Tree) }));
    // It says n − 1 for a single vertex, which is the mine and won.
    assert_eq!(fast(&path(1)), (1, vec![]));
}

#[test]
fn proposition_2_6_grids() {
    for width in 1..=9 {
        for height in width..=9 {
            let n = u64::from(width * height);
            let expected = match (width, height) {
                (1, 1) | (2, 2) => 1,
                (2, _) => n / 2,
                _ => n - 1,
            };
            let recipe = Recipe { width, height, ..Recipe::new(Family::Random) };
            assert_eq!(wins(&generated(recipe)), expected, "{width}x{height}");
        }
    }
    let recipe = Recipe { width: 300, height: 200, ..Recipe::new(Family::Random) };
    assert_eq!(wins(&generated(recipe)), 59_999);
}

/// Ever more random graphs lose nothing but the first guess.
#[test]
fn proposition_2_7_random_graphs() {
    for share in ["0.1", "0.5", "0.8"] {
        let full = |vertices: u32| {
            let hits = |&seed: &u64| {
                let edge_share = Some(share.parse().unwrap());
                let recipe = Recipe { vertices, edge_share, seed, ..Recipe::new(Family::RandomGraph) };
                wins(&generated(recipe)) == u64::from(vertices) - 1
            };
            (0..60u64).filter(hits).count()
        };
        let found = [5, 20, 300].map(full);
        assert!(found[0] < found[1] && found[1] <= found[2] && found[2] == 60, "{share}: {found:?}");
    }
}

#[test]
fn tori_hexagons_and_squares() {
    for (width, height, expected) in [(3, 3, 1), (3, 4, 4), (3, 5, 5), (2, 3, 1), (4, 4, 15)] {
        let torus = Recipe { width, height, ..Recipe::new(Family::Torus) };
        assert_eq!(wins(&generated(torus)), expected, "{width}x{height}");
        let turned = Recipe { width: height, height: width, ..Recipe::new(Family::Torus) };
        assert_eq!(wins(&generated(turned)), expected, "{height}x{width}");
    }
    for topology in [GridKind::Hex, GridKind::Orthogonal] {
        assert_eq!(wins(&covered(topology.topology(2, 2, 1))), 2, "{}", topology.name());
    }
}

/// Lemmas 4.6 and 4.7 need graphs without isolated vertices, 4.7 also without ones of full degree:
/// the sum over components would be 3 of 3.
#[test]
fn isolated_vertices_and_cliques_win_one_position() {
    for n in 1..20 {
        let isolated = Graph::from_edges(n, &[]);
        assert_eq!(fast(&isolated).0, 1);
        let pairs: Vec<(u32, u32)> = (0..n as u32).flat_map(|w| (0..w).map(move |v| (v, w))).collect();
        assert_eq!(fast(&Graph::from_edges(n, &pairs)).0, 1, "lemma 4.2");
    }
}

/// Lemma 4.8 holds for more than one maximal component with more than one vertex, too: a path of
/// four whose ends are both doubled wins l + 1 + 1, not what m ≤ 1 would allow.
#[test]
fn lemma_4_8_holds_for_every_m() {
    let graph = Graph::from_edges(6, &[(0, 2), (1, 2), (2, 3), (3, 4), (3, 5)]);
    assert_eq!(fast(&graph), (4, vec![0, 1, 4, 5]));
}

#[test]
fn lemma_4_1_complements_are_worth_the_same() {
    for n in 1..=7 {
        for rows in classes(n) {
            let all = (1u8 << n) - 1;
            let other: Vec<u8> = rows.iter().enumerate().map(|(v, row)| !row & all & !(1 << v)).collect();
            assert_eq!(fast(&graph(rows)), fast(&graph(&other)), "{rows:?}");
        }
    }
}

/// Lemma 4.4: isolated vertices together are worth one position beside others.
#[test]
fn lemma_4_4_isolated_vertices_add_one() {
    let mut chance = Chance::new(44);
    for _ in 0..200 {
        let n = 2 + chance.below(12);
        let graph = chance.plain_graph(n);
        if (0..n).any(|v| graph.degree(v) == 0) {
            continue;
        }
        let edges: Vec<(u32, u32)> = graph.edges().collect();
        for more in 1..4 {
            let wider = Graph::from_edges(n + more, &edges);
            assert_eq!(fast(&wider).0, fast(&graph).0 + 1);
        }
    }
}
