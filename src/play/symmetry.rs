//! The symmetries of a board: ways to turn it that change nothing.
//!
//! # Theory
//! A symmetry is a permutation of the cells that keeps what touches what, so games that begin at
//! a cell and at its image are won equally often. Grids are turned by exchanging axes of equal
//! length, by mirroring axes and, where borders are glued together, by shifting along them:
//! - king, orthogonal, box: every mirror, every exchange of equal axes;
//! - torus: these, and every shift;
//! - hexagons: half a turn and, in a rhombus, the exchange of both axes;
//! - triangles: mirrors and half turns that take triangles that point up to such that point up, or
//!   all of them to such that point down, which depends on the parity of the sides.
//!
//! Any two of them make a third; all that can be made of a few generators are a group.
//! A graph is taken as it is: its one symmetry here is to leave it alone. Narrow boards may have
//! more symmetries than these, which only makes for more cells to play from.
//!
//! # Cost
//! [`orbits`] takes a few steps a cell. [`symmetries`] writes down every permutation: up to 48 for a
//! box, eight times the number of cells for a torus.

use std::collections::BTreeSet;

use crate::board::{CellId, Topology};

/// The symmetries of a topology as permutations, the one that moves nothing first: cell `i` goes
/// to cell `symmetry[i]`.
///
/// ```
/// use mineproof::{board::Topology, play::symmetries};
/// let all = symmetries(&Topology::King { width: 3, height: 1 });
/// assert_eq!(all, [[0, 1, 2], [2, 1, 0]]);
/// ```
pub fn symmetries(topology: &Topology) -> Vec<Vec<u32>> {
    let cells = topology.len() as u32;
    let turns: Vec<Vec<u32>> = generators(topology)
        .iter()
        .map(|turn| (0..cells).map(|cell| turn.image(topology, cell)).collect())
        .collect();
    let mut all: Vec<Vec<u32>> = vec![(0..cells).collect()];
    let mut known: BTreeSet<Vec<u32>> = all.iter().cloned().collect();
    let mut at = 0;
    while at < all.len() {
        for turn in &turns {
            let turned: Vec<u32> = all[at].iter().map(|&cell| turn[cell as usize]).collect();
            if known.insert(turned.clone()) {
                all.push(turned);
            }
        }
        at += 1;
    }
    all
}

/// Per cell: the least cell that a symmetry takes it to.
///
/// ```
/// use mineproof::{board::Topology, play::orbits};
/// assert_eq!(orbits(&Topology::King { width: 3, height: 2 }), [0, 1, 0, 0, 1, 0]);
/// ```
pub fn orbits(topology: &Topology) -> Vec<u32> {
    let cells = topology.len() as u32;
    let turns = generators(topology);
    let mut least = vec![u32::MAX; cells as usize];
    let mut waiting = Vec::new();
    for first in 0..cells {
        // Each generator has finite order, so steps forwards reach all that steps back would.
        waiting.push(first);
        while let Some(cell) = waiting.pop() {
            if least[cell as usize] == u32::MAX {
                least[cell as usize] = first;
                waiting.extend(turns.iter().map(|turn| turn.image(topology, cell)));
            }
        }
    }
    least
}

/// One way to turn a grid. Axes are x, y and z.
#[derive(Clone, Copy, Debug)]
struct Turn {
    /// Which axis becomes each axis.
    axes: [usize; 3],
    /// Which axes then run backwards.
    mirrored: [bool; 3],
    /// How far everything then moves along each axis, round the border.
    shift: [u32; 3],
}

/// Leaves everything where it is.
const STAY: Turn = Turn { axes: [0, 1, 2], mirrored: [false; 3], shift: [0; 3] };

impl Turn {
    fn mirror(mirrored: [bool; 3]) -> Self {
        Turn { mirrored, ..STAY }
    }

    fn exchange(a: usize, b: usize) -> Self {
        let mut turn = STAY;
        turn.axes.swap(a, b);
        turn
    }

    fn image(self, topology: &Topology, cell: u32) -> u32 {
        let (width, height, depth) = topology.extent().expect("only grids are turned");
        let (x, y, z) = topology.place(CellId(cell));
        let (place, sides) = ([x, y, z], [width, height, depth]);
        let moved = [0, 1, 2].map(|axis| {
            let from = place[self.axes[axis]];
            let to = if self.mirrored[axis] { sides[axis] - 1 - from } else { from };
            (to + self.shift[axis]) % sides[axis]
        });
        (moved[2] * height + moved[1]) * width + moved[0]
    }
}

/// Turns of which all symmetries are made.
fn generators(topology: &Topology) -> Vec<Turn> {
    let (mirror_x, mirror_y) = (Turn::mirror([true, false, false]), Turn::mirror([false, true, false]));
    let half_turn = Turn::mirror([true, true, false]);
    let Some((width, height, depth)) = topology.extent() else { return Vec::new() };
    let mut turns = Vec::new();
    match topology {
        Topology::King { .. } | Topology::Orthogonal { .. } => turns.extend([mirror_x, mirror_y]),
        Topology::Torus { .. } => {
            let shifts = [[1, 0, 0], [0, 1, 0]].map(|shift| Turn { shift, ..STAY });
            turns.extend([mirror_x, mirror_y].into_iter().chain(shifts));
        }
        Topology::Hex { .. } => turns.push(half_turn),
        Topology::Triangle { .. } => {
            // A mirror of the columns keeps tips up, a mirror of the rows and half a turn do not.
            let kept = [
                (width % 2 == 1, mirror_x),
                (height % 2 == 0, mirror_y),
                ((width + height) % 2 == 1, half_turn),
            ];
            turns.extend(kept.iter().filter(|(keeps, _)| *keeps).map(|(_, turn)| *turn));
            return turns;
        }
        Topology::Box { .. } => {
            turns.extend([mirror_x, mirror_y, Turn::mirror([false, false, true])]);
            if width == depth {
                turns.push(Turn::exchange(0, 2));
            }
            if height == depth {
                turns.push(Turn::exchange(1, 2));
            }
        }
        Topology::Graph(_) => {}
    }
    if width == height {
        turns.push(Turn::exchange(0, 1));
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decomp::Graph;

    fn neighbours(topology: &Topology, cell: u32) -> Vec<u32> {
        let mut all = Vec::new();
        topology.for_each_neighbour(CellId(cell), |near| all.push(near.0));
        all
    }

    /// All grids with sides up to 5, boxes up to 3.
    fn grids() -> Vec<Topology> {
        let mut all = Vec::new();
        for (width, height) in (1..=5).flat_map(|width| (1..=5).map(move |height| (width, height))) {
            all.extend([
                Topology::King { width, height },
                Topology::Orthogonal { width, height },
                Topology::Torus { width, height },
                Topology::Hex { width, height },
                Topology::Triangle { width, height },
            ]);
            if width <= 3 && height <= 3 {
                all.extend((1..=3).map(|depth| Topology::Box { width, height, depth }));
            }
        }
        all
    }

    #[test]
    fn symmetries_keep_what_touches_what() {
        for topology in grids() {
            let all = symmetries(&topology);
            assert!(all[0].iter().copied().eq(0..topology.len() as u32), "{topology:?}");
            for symmetry in &all {
                for cell in 0..topology.len() as u32 {
                    let mut images: Vec<u32> =
                        neighbours(&topology, cell).iter().map(|&near| symmetry[near as usize]).collect();
                    images.sort_unstable();
                    assert_eq!(images, neighbours(&topology, symmetry[cell as usize]), "{topology:?}");
                }
            }
        }
    }

    #[test]
    fn orbits_are_those_of_the_symmetries() {
        for topology in grids() {
            let all = symmetries(&topology);
            let least = |cell: usize| all.iter().map(|symmetry| symmetry[cell]).min().unwrap();
            let expected: Vec<u32> = (0..topology.len() as usize).map(least).collect();
            assert_eq!(orbits(&topology), expected, "{topology:?}");
        }
    }

    #[test]
    fn there_are_as_many_as_known() {
        let (w, h) = (5, 4);
        let cases = [
            (Topology::King { width: 4, height: 4 }, 8, 3),
            (Topology::King { width: w, height: h }, 4, 6),
            (Topology::Orthogonal { width: 5, height: 5 }, 8, 6),
            (Topology::Torus { width: 5, height: 5 }, 200, 1),
            (Topology::Torus { width: w, height: h }, 80, 1),
            (Topology::Hex { width: 3, height: 3 }, 4, 4),
            (Topology::Hex { width: w, height: h }, 2, 10),
            (Topology::Triangle { width: w, height: h }, 4, 6),
            (Topology::Triangle { width: 4, height: 5 }, 2, 10),
            (Topology::Triangle { width: 5, height: 5 }, 2, 15),
            (Topology::Triangle { width: 4, height: 4 }, 2, 8),
            (Topology::Box { width: 3, height: 3, depth: 3 }, 48, 4),
            (Topology::Graph(Graph::from_edges(3, &[(0, 1)])), 1, 3),
        ];
        for (topology, group, kinds) in cases {
            let mut kinds_found = orbits(&topology);
            kinds_found.sort_unstable();
            kinds_found.dedup();
            assert_eq!((symmetries(&topology).len(), kinds_found.len()), (group, kinds), "{topology:?}");
        }
    }
}
