//! Random boards of every topology. Most numbers are those of hidden mines, so that many boards
//! have placements; the rest are anything that can be written.

use mineproof::board::{Board, Label, Topology};
use mineproof::decomp::Graph;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// Boards with at most `most` cells in a row, column or layer.
pub fn boards(most: u32) -> impl Strategy<Value = Board> {
    prop_oneof![grids(most).boxed(), graphs(most * most).boxed()].prop_flat_map(labelled)
}

/// Boards that have rows.
pub fn grid_boards(most: u32) -> impl Strategy<Value = Board> {
    grids(most).prop_flat_map(labelled)
}

fn grids(most: u32) -> impl Strategy<Value = Topology> {
    (0..6, 1..=most, 1..=most, 1..=3u32).prop_map(|(kind, width, height, depth)| match kind {
        0 => Topology::King { width, height },
        1 => Topology::Orthogonal { width, height },
        2 => Topology::Torus { width, height },
        3 => Topology::Hex { width, height },
        4 => Topology::Triangle { width, height },
        _ => Topology::Box { width, height: height.div_ceil(depth), depth },
    })
}

fn graphs(most: u32) -> impl Strategy<Value = Topology> {
    (1..=most).prop_flat_map(|len| {
        vec((0..len, 0..len), 0..2 * len as usize)
            .prop_map(move |edges| Topology::Graph(Graph::from_edges(len as usize, &edges)))
    })
}

fn labelled(topology: Topology) -> impl Strategy<Value = Board> {
    let len = topology.len() as usize;
    let total = prop_oneof![
        2 => Just(Total::Unknown),
        2 => Just(Total::True),
        1 => (0..=len as u64).prop_map(Total::Wild),
        1 => Just(Total::Wild(u64::MAX)),
    ];
    (Just(topology), vec((any::<bool>(), 0..20u8, 0..=26u32), len), total).prop_map(label)
}

#[derive(Clone, Debug)]
enum Total {
    Unknown,
    True,
    Wild(u64),
}

/// What a cell becomes: whether a mine is hidden there, which kind of label it gets, and the
/// number it shows if that need not be true.
type Seed = (bool, u8, u32);

fn label((topology, seeds, total): (Topology, Vec<Seed>, Total)) -> Board {
    let most = match topology {
        Topology::Triangle { .. } | Topology::Box { .. } => 26,
        Topology::Graph(_) => u32::MAX,
        _ => 8,
    };
    let blank = Board::new(topology.clone(), vec![Label::Covered; seeds.len()], None).unwrap();
    let labels = blank.cells().zip(&seeds).map(|(cell, &(mined, kind, wild))| match (kind, mined) {
        (0, _) => Label::Number(if wild == 26 { most } else { wild.min(most) }),
        (1..=2, true) => Label::Mine,
        (1..=2, false) => Label::Free,
        (3..=9, _) | (_, true) => Label::Covered,
        (_, false) => {
            let mines = blank.neighbours(cell).iter().filter(|n| seeds[n.index()].0).count();
            Label::Number(mines as u32)
        }
    });
    let total = match total {
        Total::Unknown => None,
        Total::True => Some(seeds.iter().filter(|(mined, ..)| *mined).count() as u64),
        Total::Wild(total) => Some(total),
    };
    Board::new(topology, labels.collect(), total).unwrap()
}

#[test]
fn samples_are_neither_all_possible_nor_all_contradictory() {
    let mut runner = TestRunner::deterministic();
    let possible = (0..300)
        .map(|_| boards(3).new_tree(&mut runner).unwrap().current())
        .filter(|board| !super::placements(board).is_empty())
        .count();
    assert!((100..=250).contains(&possible), "{possible} of 300");
}
