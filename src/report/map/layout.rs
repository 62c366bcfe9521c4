//! Where cells lie: squares, hexagons, triangles, and layers of squares side by side.
//!
//! All measures are whole units; a square has [`SIDE`] of them.

use crate::board::Topology;

/// The side of a square.
pub(super) const SIDE: i32 = 40;
/// Half the width and half the height of a hexagon that stands on a corner; its sides are as long
/// as whole units allow.
const HEX: (i32, i32) = (26, 30);
/// Half the base of a triangle, and its height.
const TRIANGLE: (i32, i32) = (36, 62);
/// Between two layers of a box.
const GAP: i32 = 48;
/// Layers in a row.
const LAYERS: u32 = 4;

/// A point.
pub(super) type Point = (i32, i32);

/// One cell: its corners, the middle of what is written in it, and how large that may be.
pub(super) struct Place {
    pub(super) corners: Vec<Point>,
    pub(super) middle: Point,
    pub(super) text: i32,
}

/// Width and height of all cells together.
pub(super) fn size(topology: &Topology) -> Option<(i64, i64)> {
    let (width, height, depth) = topology.extent()?;
    let (w, h) = (i64::from(width), i64::from(height));
    let (side, gap) = (i64::from(SIDE), i64::from(GAP));
    Some(match topology {
        Topology::Hex { .. } => {
            let (a, b) = (i64::from(HEX.0), i64::from(HEX.1));
            (2 * a * w + a * (h - 1), h * b * 3 / 2 + b / 2)
        }
        Topology::Triangle { .. } => ((w + 1) * i64::from(TRIANGLE.0), h * i64::from(TRIANGLE.1)),
        Topology::Box { .. } => {
            let columns = i64::from(depth.min(LAYERS));
            let rows = i64::from(depth.div_ceil(LAYERS));
            (columns * (w * side + gap) - gap, rows * (h * side + gap) - gap)
        }
        _ => (w * side, h * side),
    })
}

/// The place of a cell, from the top left of all.
pub(super) fn place(topology: &Topology, x: u32, y: u32, z: u32) -> Place {
    let (x, y) = (x as i32, y as i32);
    match *topology {
        Topology::Hex { .. } => {
            let (a, b) = HEX;
            let (cx, cy) = (a * (2 * x + y + 1), b + y * b * 3 / 2);
            let corner = |dx: i32, dy: i32| (cx + dx * a, cy + dy * b / 2);
            let corners =
                vec![corner(0, -2), corner(1, -1), corner(1, 1), corner(0, 2), corner(-1, 1), corner(-1, -1)];
            Place { corners, middle: (cx, cy), text: 15 }
        }
        Topology::Triangle { .. } => {
            let (b, h) = TRIANGLE;
            let (left, top) = (x * b, y * h);
            let points_up = (x + y) % 2 == 0;
            let (base, tip) = if points_up { (top + h, top) } else { (top, top + h) };
            let corners = vec![(left, base), (left + 2 * b, base), (left + b, tip)];
            let middle = if points_up { top + 2 * h / 3 - 2 } else { top + h / 3 + 2 };
            Place { corners, middle: (left + b, middle), text: 14 }
        }
        _ => {
            let (dx, dy) = origin(topology, z);
            let (left, top) = (dx + x * SIDE, dy + y * SIDE);
            let (right, bottom) = (left + SIDE, top + SIDE);
            let corners = vec![(left, top), (right, top), (right, bottom), (left, bottom)];
            Place { corners, middle: (left + SIDE / 2, top + SIDE / 2), text: 15 }
        }
    }
}

/// Where a layer begins.
pub(super) fn origin(topology: &Topology, z: u32) -> Point {
    let Topology::Box { width, height, .. } = *topology else { return (0, 0) };
    let (column, row) = ((z % LAYERS) as i32, (z / LAYERS) as i32);
    (column * (width as i32 * SIDE + GAP), row * (height as i32 * SIDE + GAP))
}

/// Corners that meet lie on one point, so that there are no gaps between cells.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_share_their_sides() {
        let shared = |topology: &Topology, a: (u32, u32), b: (u32, u32)| {
            let other = place(topology, b.0, b.1, 0).corners;
            place(topology, a.0, a.1, 0).corners.iter().filter(|corner| other.contains(corner)).count()
        };
        let hex = Topology::Hex { width: 4, height: 4 };
        for near in [(2, 1), (0, 1), (1, 0), (1, 2), (2, 0), (0, 2)] {
            assert_eq!(shared(&hex, (1, 1), near), 2, "{near:?}");
        }
        let triangle = Topology::Triangle { width: 6, height: 4 };
        for (near, corners) in [((1, 2), 2), ((3, 2), 2), ((2, 3), 2), ((2, 1), 1), ((4, 2), 1)] {
            assert_eq!(shared(&triangle, (2, 2), near), corners, "{near:?}");
        }
    }

    #[test]
    fn every_cell_lies_inside() {
        for topology in [
            Topology::King { width: 3, height: 2 },
            Topology::Hex { width: 3, height: 4 },
            Topology::Triangle { width: 5, height: 3 },
            Topology::Box { width: 2, height: 2, depth: 6 },
        ] {
            let (width, height) = size(&topology).unwrap();
            let (w, h, d) = topology.extent().unwrap();
            let mut reached = (0, 0);
            for (x, y, z) in (0..d).flat_map(|z| (0..h).flat_map(move |y| (0..w).map(move |x| (x, y, z)))) {
                for (px, py) in place(&topology, x, y, z).corners {
                    assert!(px >= 0 && py >= 0 && i64::from(px) <= width && i64::from(py) <= height);
                    reached = (reached.0.max(px), reached.1.max(py));
                }
            }
            assert_eq!((i64::from(reached.0), i64::from(reached.1)), (width, height), "{topology:?}");
        }
    }
}
