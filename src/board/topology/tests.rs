//! Every topology is a simple undirected graph with the degrees that its geometry says.

use std::collections::BTreeMap;

use super::Topology;
use crate::board::CellId;
use crate::decomp::Graph;

fn neighbours(topology: &Topology, cell: CellId) -> Vec<CellId> {
    let mut all = Vec::new();
    topology.for_each_neighbour(cell, |other| all.push(other));
    all
}

fn cells(topology: &Topology) -> impl Iterator<Item = CellId> + use<> {
    (0..topology.len() as u32).map(CellId)
}

/// Every kind of grid with the given extent; a box has three layers.
fn grids(width: u32, height: u32) -> [Topology; 6] {
    [
        Topology::King { width, height },
        Topology::Orthogonal { width, height },
        Topology::Torus { width, height },
        Topology::Hex { width, height },
        Topology::Triangle { width, height },
        Topology::Box { width, height, depth: 3 },
    ]
}

#[test]
fn neighbourhood_is_ascending_symmetric_and_without_the_cell_itself() {
    let graph = Topology::Graph(Graph::from_edges(5, &[(0, 3), (3, 1), (4, 0)]));
    let all = (1..7).flat_map(|width| (1..7).flat_map(move |height| grids(width, height)));
    for topology in all.chain([graph]) {
        for cell in cells(&topology) {
            let near = neighbours(&topology, cell);
            assert!(near.is_sorted_by(|a, b| a < b), "{topology:?} {cell:?}: {near:?}");
            assert!(!near.contains(&cell), "{topology:?} {cell:?} touches itself");
            for other in near {
                assert!(other.0 < topology.len() as u32, "{topology:?} has no {other:?}");
                assert!(neighbours(&topology, other).contains(&cell), "{topology:?} {cell:?} {other:?}");
            }
        }
    }
}

/// How many cells have how many neighbours.
fn check_degrees(topology: &Topology, expected: &[(usize, usize)]) {
    let mut degrees = BTreeMap::new();
    for cell in cells(topology) {
        *degrees.entry(neighbours(topology, cell).len()).or_insert(0) += 1;
    }
    assert_eq!(degrees.into_iter().collect::<Vec<_>>(), expected, "{topology:?}");
}

#[test]
fn degrees_are_those_of_the_geometry() {
    check_degrees(&Topology::King { width: 1, height: 1 }, &[(0, 1)]);
    check_degrees(&Topology::King { width: 4, height: 1 }, &[(1, 2), (2, 2)]);
    check_degrees(&Topology::King { width: 5, height: 4 }, &[(3, 4), (5, 10), (8, 6)]);
    check_degrees(&Topology::Orthogonal { width: 5, height: 4 }, &[(2, 4), (3, 10), (4, 6)]);
    // The two sharp corners of the parallelogram have two neighbours, the two blunt ones three.
    check_degrees(&Topology::Hex { width: 5, height: 4 }, &[(2, 2), (3, 2), (4, 10), (6, 6)]);
    check_degrees(&Topology::Box { width: 3, height: 3, depth: 3 }, &[(7, 8), (11, 12), (17, 6), (26, 1)]);
    check_degrees(&Topology::Box { width: 3, height: 2, depth: 1 }, &[(3, 4), (5, 2)]);
}

#[test]
fn narrow_tori_stay_simple() {
    check_degrees(&Topology::Torus { width: 1, height: 1 }, &[(0, 1)]);
    check_degrees(&Topology::Torus { width: 1, height: 2 }, &[(1, 2)]);
    check_degrees(&Topology::Torus { width: 2, height: 2 }, &[(3, 4)]);
    check_degrees(&Topology::Torus { width: 1, height: 3 }, &[(2, 3)]);
    check_degrees(&Topology::Torus { width: 7, height: 1 }, &[(2, 7)]);
    check_degrees(&Topology::Torus { width: 2, height: 6 }, &[(5, 12)]);
    check_degrees(&Topology::Torus { width: 6, height: 2 }, &[(5, 12)]);
    check_degrees(&Topology::Torus { width: 3, height: 3 }, &[(8, 9)]);
    check_degrees(&Topology::Torus { width: 4, height: 6 }, &[(8, 24)]);
}

/// The relation from the places of two cells alone: distances along each axis, going around where
/// the grid does, or shared corners.
#[test]
fn neighbours_follow_from_places() {
    fn gap(a: u32, b: u32, around: Option<u32>) -> u32 {
        let straight = a.abs_diff(b);
        around.map_or(straight, |size| straight.min(size - straight))
    }
    for (width, height) in [(1, 5), (2, 4), (3, 3), (5, 4), (6, 1)] {
        for topology in grids(width, height) {
            let glued = matches!(topology, Topology::Torus { .. });
            for a in cells(&topology) {
                let expected = cells(&topology).filter(|&b| {
                    let ((ax, ay, az), (bx, by, bz)) = (topology.place(a), topology.place(b));
                    let dx = gap(ax, bx, glued.then_some(width));
                    let dy = gap(ay, by, glued.then_some(height));
                    let dz = gap(az, bz, None);
                    match topology {
                        Topology::Orthogonal { .. } => dx + dy == 1,
                        Topology::Hex { .. } => {
                            // Cube coordinates: hexagons touch where the largest difference is 1.
                            let third = (ax + ay).abs_diff(bx + by);
                            dx.max(dy).max(third) == 1
                        }
                        Topology::Triangle { .. } => share_corner((ax, ay), (bx, by)),
                        _ => dx.max(dy).max(dz) == 1,
                    }
                });
                assert_eq!(neighbours(&topology, a), expected.collect::<Vec<_>>(), "{topology:?} {a:?}");
            }
        }
    }
}

/// The corners of a triangle, in units of half a base and of one row's height.
fn corners((x, y): (u32, u32)) -> [(u32, u32); 3] {
    if (x + y) % 2 == 0 {
        [(x + 1, y), (x, y + 1), (x + 2, y + 1)]
    } else {
        [(x, y), (x + 2, y), (x + 1, y + 1)]
    }
}

fn share_corner(a: (u32, u32), b: (u32, u32)) -> bool {
    a != b && corners(a).iter().any(|corner| corners(b).contains(corner))
}

#[test]
fn triangles_touch_where_they_share_a_corner() {
    let topology = Topology::Triangle { width: 9, height: 6 };
    for a in cells(&topology) {
        let (ax, ay, _) = topology.place(a);
        let expected = cells(&topology).filter(|&b| {
            let (bx, by, _) = topology.place(b);
            share_corner((ax, ay), (bx, by))
        });
        assert_eq!(neighbours(&topology, a), expected.collect::<Vec<_>>(), "{a:?}");
    }
    // Six triangles meet at an inner corner; those sharing a side meet the cell twice.
    assert_eq!(neighbours(&topology, topology.at(4, 2, 0).unwrap()).len(), 12);
    assert_eq!(neighbours(&topology, topology.at(5, 2, 0).unwrap()).len(), 12);
}

#[test]
fn places_and_cells_are_each_others_inverse() {
    for topology in grids(4, 3) {
        for cell in cells(&topology) {
            let (x, y, z) = topology.place(cell);
            assert_eq!(topology.at(x, y, z), Some(cell));
        }
        assert_eq!(topology.at(4, 0, 0), None);
        assert_eq!(topology.at(0, 3, 0), None);
        assert_eq!(topology.at(0, 0, 3), None);
    }
}

/// Rings of more than 2³¹ places overflowed 32 bits, and so did places of grids too large for a
/// board.
#[test]
fn large_grids_do_not_overflow() {
    let last = u32::MAX - 2;
    let ring = Topology::Torus { width: 1, height: u32::MAX - 1 };
    assert_eq!(neighbours(&ring, CellId(last)), [CellId(0), CellId(last - 1)]);
    let ring = Topology::Torus { width: u32::MAX - 1, height: 1 };
    assert_eq!(neighbours(&ring, CellId(0)), [CellId(1), CellId(last)]);
    let line = Topology::King { width: u32::MAX - 1, height: 1 };
    assert_eq!(neighbours(&line, CellId(last)), [CellId(last - 1)]);
    let line = Topology::Triangle { width: 1, height: u32::MAX - 1 };
    assert_eq!(neighbours(&line, CellId(last)), [CellId(last - 1)]);
    let huge = Topology::Box { width: u32::MAX, height: u32::MAX, depth: u32::MAX };
    assert_eq!(huge.len(), u64::MAX);
    assert_eq!(huge.at(u32::MAX - 1, u32::MAX - 1, u32::MAX - 1), None);
    assert_eq!(huge.at(7, 0, 0), Some(CellId(7)));
}
