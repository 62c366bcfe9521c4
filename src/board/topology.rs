//! What touches what.

use super::CellId;
use crate::decomp::Graph;

#[cfg(test)]
mod tests;

/// Which cells are neighbours. Grid cells are counted row by row from the top left, layers of a
/// 3-D box one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Topology {
    /// The usual grid: up to eight neighbours.
    King {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// Up to four neighbours, sharing a side.
    Orthogonal {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// The king grid with its borders glued together. Narrow tori keep a simple graph: a cell is
    /// never its own neighbour and no neighbour counts twice.
    Torus {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// A parallelogram of hexagons: (x, y) touches (x±1, y), (x, y±1), (x+1, y−1), (x−1, y+1).
    Hex {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// Triangles in rows, pointing up where x + y is even: a triangle touches the up to twelve
    /// others that share a corner with it.
    Triangle {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// A box of cubes: up to 26 neighbours.
    Box {
        /// Columns.
        width: u32,
        /// Rows of a layer.
        height: u32,
        /// Layers.
        depth: u32,
    },
    /// Any graph; vertex v of the graph is cell v.
    Graph(Graph),
}

impl Topology {
    /// Width, height and depth; `None` for a graph.
    pub fn extent(&self) -> Option<(u32, u32, u32)> {
        match *self {
            Topology::King { width, height }
            | Topology::Orthogonal { width, height }
            | Topology::Torus { width, height }
            | Topology::Hex { width, height }
            | Topology::Triangle { width, height } => Some((width, height, 1)),
            Topology::Box { width, height, depth } => Some((width, height, depth)),
            Topology::Graph(_) => None,
        }
    }

    /// How many cells there are; saturates where 64 bits are too few.
    pub fn len(&self) -> u64 {
        match (self, self.extent()) {
            (Topology::Graph(graph), _) => graph.len() as u64,
            (_, Some((w, h, d))) => (u64::from(w) * u64::from(h)).saturating_mul(u64::from(d)),
            (_, None) => 0,
        }
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The place of a grid cell as x, y, z.
    ///
    /// # Panics
    /// On a graph.
    pub fn place(&self, cell: CellId) -> (u32, u32, u32) {
        let (width, height, _) = self.extent().expect("a graph has no places");
        let row = cell.0 / width;
        (cell.0 % width, row % height, row / height)
    }

    /// The grid cell at a place, if there is one.
    pub fn at(&self, x: u32, y: u32, z: u32) -> Option<CellId> {
        let (width, height, depth) = self.extent()?;
        // A topology may be larger than any board; only cells that a board could have are named.
        let row = (u64::from(z) * u64::from(height)).checked_add(u64::from(y))?;
        let cell = row.checked_mul(u64::from(width))?.checked_add(u64::from(x))?;
        if x < width && y < height && z < depth { u32::try_from(cell).ok().map(CellId) } else { None }
    }

    /// Calls `visit` with ranges of cells, ascending, that hold each neighbour of `cell` once and
    /// perhaps the cell itself, but nothing else: for those to whom the cell itself makes no
    /// difference, this is quicker than one neighbour at a time.
    pub fn for_each_run(&self, cell: CellId, mut visit: impl FnMut(std::ops::Range<usize>)) {
        if let Topology::King { width, height } = *self {
            king_runs(width, height, cell, visit);
        } else {
            self.for_each_neighbour(cell, |other| visit(other.index()..other.index() + 1));
        }
    }

    /// Calls `visit` with each neighbour of `cell`, in ascending order.
    pub fn for_each_neighbour(&self, cell: CellId, mut visit: impl FnMut(CellId)) {
        if let Topology::Graph(graph) = self {
            graph.neighbours(cell.index()).iter().for_each(|&v| visit(CellId(v)));
            return;
        }
        if let Topology::King { width, height } = *self {
            king_runs(width, height, cell, |run| {
                run.filter(|&other| other != cell.index()).for_each(|other| visit(CellId(other as u32)));
            });
            return;
        }
        let (x, y, z) = self.place(cell);
        match *self {
            Topology::Box { width, height, depth } => {
                for nz in z.saturating_sub(1)..=(z + 1).min(depth - 1) {
                    for ny in y.saturating_sub(1)..=(y + 1).min(height - 1) {
                        for nx in x.saturating_sub(1)..=(x + 1).min(width - 1) {
                            if (nx, ny, nz) != (x, y, z) {
                                visit(CellId((nz * height + ny) * width + nx));
                            }
                        }
                    }
                }
            }
            Topology::Torus { width, height } => {
                for ny in around(y, height) {
                    for nx in around(x, width) {
                        if (nx, ny) != (x, y) {
                            visit(CellId(ny * width + nx));
                        }
                    }
                }
            }
            Topology::Orthogonal { .. } => self.visit_offsets(x, y, &ORTHOGONAL, visit),
            Topology::Hex { .. } => self.visit_offsets(x, y, &HEX, visit),
            Topology::Triangle { .. } if (x + y) % 2 == 0 => self.visit_offsets(x, y, &TRIANGLE_UP, visit),
            Topology::Triangle { .. } => self.visit_offsets(x, y, &TRIANGLE_DOWN, visit),
            Topology::King { .. } | Topology::Graph(_) => unreachable!("answered above"),
        }
    }

    fn visit_offsets(&self, x: u32, y: u32, offsets: &[(i32, i32)], mut visit: impl FnMut(CellId)) {
        for &(dx, dy) in offsets {
            if let (Some(nx), Some(ny)) = (x.checked_add_signed(dx), y.checked_add_signed(dy))
                && let Some(cell) = self.at(nx, ny, 0)
            {
                visit(cell);
            }
        }
    }
}

/// The rows of the king's neighbourhood of a cell, itself included. Their reading is most of the
/// cost of small boards, so there is one division and no test for each cell.
fn king_runs(width: u32, height: u32, cell: CellId, mut visit: impl FnMut(std::ops::Range<usize>)) {
    let y = cell.0 / width;
    let x = cell.0 - y * width;
    let (left, right) = (x.saturating_sub(1), (x + 2).min(width));
    for ny in y.saturating_sub(1)..(y + 2).min(height) {
        visit((ny * width + left) as usize..(ny * width + right) as usize);
    }
}

/// The distinct places one step or none away from `at` on a ring of `size` places, ascending.
fn around(at: u32, size: u32) -> impl Iterator<Item = u32> + Clone {
    let (mut places, distinct) = match size {
        // Both steps lead back to the place itself, or both to the one other place.
        1 => ([0, 0, 0], 1),
        2 => ([0, 1, 1], 2),
        _ => ([if at == 0 { size - 1 } else { at - 1 }, at, if at + 1 == size { 0 } else { at + 1 }], 3),
    };
    places.sort_unstable();
    places.into_iter().take(distinct)
}

/// Offsets in the order of cells: row by row, left to right.
const ORTHOGONAL: [(i32, i32); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const HEX: [(i32, i32); 6] = [(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)];

/// A triangle that points up has its tip between rows y−1 and y, where three triangles of the row
/// above meet, and its base on row y+1, where five touch it.
const TRIANGLE_UP: [(i32, i32); 12] =
    [(-1, -1), (0, -1), (1, -1), (-2, 0), (-1, 0), (1, 0), (2, 0), (-2, 1), (-1, 1), (0, 1), (1, 1), (2, 1)];
const TRIANGLE_DOWN: [(i32, i32); 12] = [
    (-2, -1),
    (-1, -1),
    (0, -1),
    (1, -1),
    (2, -1),
    (-2, 0),
    (-1, 0),
    (1, 0),
    (2, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];
