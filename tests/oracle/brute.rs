//! The oracle: every subset of the covered cells, judged by the definitions alone.
//!
//! Even what touches what is decided here a second time, from geometry instead of offsets.

use std::collections::BTreeMap;

use mineproof::algebra::Fraction;
use mineproof::analysis::SureCells;
use mineproof::board::{Board, CellId, Label, Topology};
use num_bigint::BigUint;

/// All legal placements of a small board.
pub struct Brute<'a> {
    board: &'a Board,
    /// The covered cells, ascending; bit i of a placement is the i-th of them.
    pub covered: Vec<CellId>,
    /// Which covered cells are mined, for each legal placement, ascending.
    pub placements: Vec<u32>,
    known: Vec<CellId>,
}

impl<'a> Brute<'a> {
    /// Tries all subsets.
    pub fn new(board: &'a Board) -> Self {
        let with = |label| board.cells().filter(move |&cell| board.label(cell) == label).collect();
        let (covered, known): (Vec<CellId>, Vec<CellId>) = (with(Label::Covered), with(Label::Mine));
        assert!(covered.len() <= 16, "too many covered cells for brute force");
        let mut brute = Brute { board, covered, placements: Vec::new(), known };
        let sums: Vec<(u32, u64, u64)> = board.cells().filter_map(|cell| brute.sum_at(cell)).collect();
        let total = |mines: u64| board.mines().is_none_or(|total| total == mines);
        brute.placements = (0..1u32 << brute.covered.len())
            .filter(|set| {
                let met = |&(seen, known, number): &(u32, u64, u64)| {
                    u64::from((set & seen).count_ones()) + known == number
                };
                sums.iter().all(met) && total(brute.mines_of(*set))
            })
            .collect();
        brute
    }

    /// For an open cell: the covered cells it touches, the known mines it touches, its number.
    fn sum_at(&self, cell: CellId) -> Option<(u32, u64, u64)> {
        let Label::Number(number) = self.board.label(cell) else { return None };
        Some((self.seen_from(cell), self.known_around(cell), u64::from(number)))
    }

    fn seen_from(&self, cell: CellId) -> u32 {
        self.mask(|other| touch(self.board.topology(), cell, other))
    }

    fn known_around(&self, cell: CellId) -> u64 {
        self.known.iter().filter(|&&other| touch(self.board.topology(), cell, other)).count() as u64
    }

    fn mask(&self, chosen: impl Fn(CellId) -> bool) -> u32 {
        (0..self.covered.len()).filter(|&i| chosen(self.covered[i])).map(|i| 1 << i).sum()
    }

    /// How many mines a placement has, known ones included.
    pub fn mines_of(&self, set: u32) -> u64 {
        u64::from(set.count_ones()) + self.known.len() as u64
    }

    /// The mined cells of a placement, known ones included, ascending.
    pub fn cells_of(&self, set: u32) -> Vec<CellId> {
        let chosen = (0..self.covered.len()).filter(|i| set >> i & 1 == 1).map(|i| self.covered[i]);
        let mut cells: Vec<CellId> = chosen.chain(self.known.iter().copied()).collect();
        cells.sort_unstable();
        cells
    }

    /// How many placements there are.
    pub fn count(&self) -> BigUint {
        self.placements.len().into()
    }

    /// Whether there is one at all.
    pub fn consistent(&self) -> bool {
        !self.placements.is_empty()
    }

    /// How many have each number of mines.
    pub fn by_mines(&self) -> Vec<(u64, BigUint)> {
        let mut rows: BTreeMap<u64, u64> = BTreeMap::new();
        self.placements.iter().for_each(|&set| *rows.entry(self.mines_of(set)).or_default() += 1);
        rows.into_iter().map(|(mines, count)| (mines, count.into())).collect()
    }

    /// In how many placements the i-th covered cell is mined.
    fn mined(&self, i: usize) -> usize {
        self.placements.iter().filter(|&&set| set >> i & 1 == 1).count()
    }

    /// The probability of each covered cell; `None` if there is no placement.
    pub fn probabilities(&self) -> Option<Vec<(CellId, Fraction)>> {
        let all = self.placements.len();
        let share = |(i, &cell)| (cell, Fraction::new(self.mined(i).into(), all.into()));
        (all > 0).then(|| self.covered.iter().enumerate().map(share).collect())
    }

    /// The cells that never change; `None` if there is no placement.
    pub fn sure_cells(&self) -> Option<SureCells> {
        let all = self.placements.len();
        let mut sure = SureCells::default();
        for (i, &cell) in self.covered.iter().enumerate() {
            match self.mined(i) {
                0 => sure.free.push(cell),
                mined if mined == all => sure.mined.push(cell),
                _ => sure.undecided += 1,
            }
        }
        (all > 0).then_some(sure)
    }

    /// Fewest and most mines in a region; `None` if there is no placement.
    pub fn bounds(&self, region: &[CellId]) -> Option<(u64, u64)> {
        let inside = self.mask(|cell| region.contains(&cell));
        let known = self.known.iter().filter(|cell| region.contains(cell)).count() as u64;
        let mines = |&set: &u32| u64::from((set & inside).count_ones()) + known;
        Some((self.placements.iter().map(mines).min()?, self.placements.iter().map(mines).max()?))
    }

    /// What the i-th covered cell shows where it is free; `None` if it never is.
    pub fn shown_numbers(&self, i: usize) -> Option<Vec<(u32, Fraction)>> {
        let cell = self.covered[i];
        let (seen, known) = (self.seen_from(cell), self.known_around(cell) as u32);
        let mut ways: BTreeMap<u32, usize> = BTreeMap::new();
        for set in self.placements.iter().filter(|&&set| set >> i & 1 == 0) {
            *ways.entry((set & seen).count_ones() + known).or_default() += 1;
        }
        let free: usize = ways.values().sum();
        let share = |(number, count): (u32, usize)| (number, Fraction::new(count.into(), free.into()));
        (free > 0).then(|| ways.into_iter().map(share).collect())
    }
}

/// Whether two cells are neighbours.
pub fn touch(topology: &Topology, a: CellId, b: CellId) -> bool {
    if a == b {
        return false;
    }
    if let Topology::Graph(graph) = topology {
        return graph.edges().any(|edge| edge == (a.0, b.0) || edge == (b.0, a.0));
    }
    let (width, height, _) = topology.extent().expect("all others are grids");
    let place = |cell: CellId| {
        let (row, column) = (cell.0 / width, cell.0 % width);
        (i64::from(column), i64::from(row % height), i64::from(row / height))
    };
    let ((ax, ay, az), (bx, by, bz)) = (place(a), place(b));
    let (dx, dy, dz) = ((ax - bx).abs(), (ay - by).abs(), (az - bz).abs());
    match topology {
        Topology::King { .. } | Topology::Box { .. } => dx <= 1 && dy <= 1 && dz <= 1,
        Topology::Orthogonal { .. } => dx + dy == 1,
        Topology::Torus { .. } => dx.min(i64::from(width) - dx) <= 1 && dy.min(i64::from(height) - dy) <= 1,
        // In cube coordinates x + y + z = 0 neighbours are one step apart.
        Topology::Hex { .. } => dx.max(dy).max((ax + ay - bx - by).abs()) == 1,
        Topology::Triangle { .. } => {
            let others = corners(bx, by);
            corners(ax, ay).iter().any(|corner| others.contains(corner))
        }
        Topology::Graph(_) => unreachable!("answered above"),
    }
}

/// The corners of a triangle of width 2 whose left end is at x, between the lines y and y + 1.
fn corners(x: i64, y: i64) -> [(i64, i64); 3] {
    let (tip, base) = if (x + y) % 2 == 0 { (y, y + 1) } else { (y + 1, y) };
    [(x + 1, tip), (x, base), (x + 2, base)]
}
