//! All strategies there are, on small boards.
//!
//! # Theory
//! What a player knows is which cells are open and where the mine may be; the latter are the
//! positions that would have shown the same numbers. Whatever is opened next, safe or not, splits
//! them into those that it touches and those that it does not, and loses the one that it is. The
//! best of all choices, over both answers, is the value of the position. Nothing is taken for
//! granted of safe cells, components or orders.
//!
//! Given the open cells, the sets of positions that look alike are disjoint, so a state is named
//! by its open cells and by the least position that is still possible.
//! # Cost
//! 2ⁿ·n states with n choices each: up to [`MOST`] cells.

use crate::decomp::Graph;

/// More cells than this are not tried.
pub const MOST: usize = 16;

/// The value of every state of a small game.
pub struct Exhaustive {
    neighbours: Vec<u32>,
    /// By open cells and the least possible position; [`UNKNOWN`] where it was not needed yet.
    values: Vec<u8>,
}

const UNKNOWN: u8 = u8::MAX;

impl Exhaustive {
    /// The game on a graph.
    ///
    /// # Panics
    /// With more than [`MOST`] vertices.
    pub fn new(graph: &Graph) -> Self {
        let n = graph.len();
        assert!(n <= MOST, "{n} cells are too many to try all strategies");
        let neighbours = (0..n).map(|v| graph.neighbours(v).iter().fold(0, |set, &w| set | 1 << w)).collect();
        Exhaustive { neighbours, values: vec![UNKNOWN; n << n] }
    }

    /// How many of the `possible` positions of the mine are won, if the cells of `open` are open or
    /// can tell nothing; both are sets of vertices as bits.
    ///
    /// One game must be asked about one beginning only, and what follows from it: what is open
    /// has to tell the possible positions from all others.
    pub fn wins(&mut self, possible: u32, open: u32) -> u32 {
        // One that is left has been found.
        if possible.count_ones() <= 1 {
            return possible.count_ones();
        }
        let state = open as usize * self.neighbours.len() + possible.trailing_zeros() as usize;
        if self.values[state] == UNKNOWN {
            let covered = (0..self.neighbours.len() as u32).filter(|&v| open >> v & 1 == 0);
            let best = covered.map(|v| self.wins_after(v, possible, open)).max();
            self.values[state] = best.expect("possible positions are covered") as u8;
        }
        u32::from(self.values[state])
    }

    /// How many positions are won if this cell is opened next.
    pub fn wins_after(&mut self, cell: u32, possible: u32, open: u32) -> u32 {
        let (left, open) = (possible & !(1 << cell), open | 1 << cell);
        let touched = left & self.neighbours[cell as usize];
        self.wins(touched, open) + self.wins(left & !touched, open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_games_are_known() {
        let mut path = Exhaustive::new(&Graph::from_edges(3, &[(0, 1), (1, 2)]));
        assert_eq!(path.wins(0b111, 0), 2);
        assert_eq!([0, 1, 2].map(|v| path.wins_after(v, 0b111, 0)), [2, 1, 2]);
        assert_eq!(Exhaustive::new(&Graph::from_edges(3, &[])).wins(0b111, 0), 1);
        assert_eq!(Exhaustive::new(&Graph::from_edges(1, &[])).wins(1, 0), 1);
        assert_eq!(Exhaustive::new(&Graph::from_edges(0, &[])).wins(0, 0), 0);
    }

    #[test]
    fn safe_cells_may_be_opened_first() {
        // A vertex of the path is known to be free; two are open, and see the same.
        let path = Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3)]);
        assert_eq!(Exhaustive::new(&path).wins(0b1101, 0), 3);
        assert_eq!(Exhaustive::new(&path).wins(0b1001, 0b0110), 1);
    }
}
