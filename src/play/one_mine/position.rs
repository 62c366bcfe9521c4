//! What a board says when one mine is left.
//!
//! # Theory
//! Known mines are taken off the numbers they touch. A number that then says 0 rules out all its
//! covered neighbours, one that says 1 all covered cells that are not its neighbours, and any other
//! rules out every cell. The covered cells that remain are the candidates; all others, and the cells
//! known to be free, are safe: they can be opened, and tell something, without a risk.
//! # Cost
//! Linear in cells and pairs of neighbours.

use std::borrow::Cow;

use crate::board::{Board, CellId, Label, Topology};
use crate::budget::{Budget, StopReason};
use crate::decomp::Graph;

/// Why a board is not a position with one mine left.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// Another number of mines is left.
    #[error(
        "{known} of {total} mines are known, but exactly one has to be left; \
         --mines any leaves the total out, and one more than the known mines is assumed"
    )]
    MinesLeft {
        /// The total.
        total: u64,
        /// The known mines.
        known: u64,
    },
    /// A limit came first.
    #[error(transparent)]
    Stopped(#[from] StopReason),
}

/// A position with exactly one mine left to find.
#[derive(Clone, Debug)]
pub struct Position<'b> {
    board: &'b Board,
    candidates: Vec<CellId>,
    /// For each cell its place among the candidates, or [`NOWHERE`].
    places: Vec<u32>,
    safe: Vec<CellId>,
    graph: Cow<'b, Graph>,
}

/// The place of a cell that is no candidate.
const NOWHERE: u32 = u32::MAX;

/// A place among the candidates takes so many bytes, and a pair of neighbours so many while the
/// graph is built.
const CELL_BYTES: u64 = 16;
const PAIR_BYTES: u64 = 24;

impl<'b> Position<'b> {
    /// The position of a board. Without a total, exactly one mine more than the known ones is
    /// taken for granted.
    pub fn of(board: &'b Board, budget: &Budget) -> Result<Self, Unfit> {
        let known = board.labels().iter().filter(|&&label| label == Label::Mine).count() as u64;
        if let Some(total) = board.mines().filter(|&total| Some(total) != known.checked_add(1)) {
            return Err(Unfit::MinesLeft { total, known });
        }
        budget.check()?;
        let _lease = budget.reserve(CELL_BYTES * board.len() as u64)?;
        let possible = possible(board);
        let (mut candidates, mut safe) = (Vec::new(), Vec::new());
        let mut places = vec![NOWHERE; board.len()];
        for cell in board.cells() {
            match board.label(cell) {
                Label::Covered if possible[cell.index()] => {
                    places[cell.index()] = candidates.len() as u32;
                    candidates.push(cell);
                }
                Label::Covered | Label::Free => safe.push(cell),
                Label::Number(_) | Label::Mine => {}
            }
        }
        let graph = match board.topology() {
            Topology::Graph(graph) if candidates.len() == board.len() => Cow::Borrowed(graph),
            topology => Cow::Owned(among(topology, &candidates, &places, budget)?),
        };
        Ok(Position { board, candidates, places, safe, graph })
    }

    /// The board.
    pub fn board(&self) -> &'b Board {
        self.board
    }

    /// Where the mine may be, ascending.
    pub fn candidates(&self) -> &[CellId] {
        &self.candidates
    }

    /// The cells that are surely free and show no number yet, ascending.
    pub fn safe(&self) -> &[CellId] {
        &self.safe
    }

    /// Which candidates touch each other; vertex v is `candidates()[v]`.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The candidates that touch a cell, as vertices of [`graph`](Self::graph).
    pub fn touched_by(&self, cell: CellId) -> Vec<u32> {
        let mut touched = Vec::new();
        self.board.topology().for_each_neighbour(cell, |other| {
            let place = self.places[other.index()];
            if place != NOWHERE {
                touched.push(place);
            }
        });
        touched
    }
}

/// Whether each cell, if it is covered, may hold the mine.
fn possible(board: &Board) -> Vec<bool> {
    let mut possible = vec![true; board.len()];
    // How many numbers that still want a mine each cell touches, and how many of them there are.
    let (mut wanting, mut wants) = (vec![0u32; board.len()], 0);
    for cell in board.cells() {
        let Label::Number(number) = board.label(cell) else { continue };
        let mut known = 0;
        board.topology().for_each_neighbour(cell, |other| {
            known += u32::from(board.label(other) == Label::Mine);
        });
        match number.checked_sub(known) {
            Some(0) => board.topology().for_each_neighbour(cell, |other| possible[other.index()] = false),
            Some(1) => {
                wants += 1;
                board.topology().for_each_neighbour(cell, |other| wanting[other.index()] += 1);
            }
            _ => return vec![false; board.len()],
        }
    }
    for (possible, &wanting) in possible.iter_mut().zip(&wanting) {
        *possible &= wanting == wants;
    }
    possible
}

/// The graph of the candidates.
fn among(
    topology: &Topology,
    candidates: &[CellId],
    places: &[u32],
    budget: &Budget,
) -> Result<Graph, StopReason> {
    let mut lease = budget.reserve(0)?;
    let mut edges: Vec<(u32, u32)> = Vec::new();
    for (place, &cell) in candidates.iter().enumerate() {
        if place % 4096 == 0 {
            budget.check()?;
            lease.resize(PAIR_BYTES * edges.len() as u64)?;
        }
        topology.for_each_neighbour(cell, |other| {
            let other = places[other.index()];
            if other != NOWHERE && (place as u32) < other {
                edges.push((place as u32, other));
            }
        });
    }
    // A graph cannot have more edges than it can count, and a grid that has them is too large
    // for any machine.
    if edges.len() >= 1 << 31 {
        return Err(StopReason::Memory);
    }
    Ok(Graph::from_edges(candidates.len(), &edges))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::read_board;

    /// The board's candidates and safe cells, as places in the text.
    fn check(text: &str, candidates: &[u32], safe: &[u32]) {
        let budget = Budget::unlimited();
        let board = read_board("-", text.as_bytes(), None, &budget).unwrap();
        let position = Position::of(&board, &budget).unwrap();
        let plain = |cells: &[CellId]| cells.iter().map(|cell| cell.0).collect::<Vec<_>>();
        assert_eq!(plain(position.candidates()), candidates, "{text}");
        assert_eq!(plain(position.safe()), safe, "{text}");
    }

    #[test]
    fn numbers_rule_cells_out() {
        check("???", &[0, 1, 2], &[]);
        check("1??", &[1], &[2]);
        check("0??", &[2], &[1]);
        check("1?1?", &[1], &[3]);
        check("_??", &[1, 2], &[0]);
        check("2??", &[], &[1, 2]);
        check("1?0?", &[], &[1, 3]);
    }

    #[test]
    fn known_mines_are_taken_off() {
        check("mines 2\n*1??", &[3], &[2]);
        check("mines 2\n*2??", &[2], &[3]);
        check("*2??", &[2], &[3]);
        check("*0??", &[], &[2, 3]);
    }

    #[test]
    fn another_number_of_mines_is_refused() {
        let budget = Budget::unlimited();
        for (text, total, known) in [("mines 2\n???", 2, 0), ("mines 0\n???", 0, 0), ("mines 1\n*??", 1, 1)] {
            let board = read_board("-", text.as_bytes(), None, &budget).unwrap();
            let unfit = Position::of(&board, &budget).unwrap_err();
            assert_eq!(unfit, Unfit::MinesLeft { total, known }, "{text}");
        }
    }

    #[test]
    fn candidates_keep_their_neighbours() {
        let budget = Budget::unlimited();
        let board = read_board("-", b"?1?\n???\n_??", None, &budget).unwrap();
        let position = Position::of(&board, &budget).unwrap();
        // The five neighbours of the number; two of them touch the free corner.
        assert_eq!(position.candidates(), [0, 2, 3, 4, 5].map(CellId));
        let edges: Vec<_> = position.graph().edges().collect();
        assert_eq!(edges, [(0, 2), (0, 3), (1, 3), (1, 4), (2, 3), (3, 4)]);
        assert_eq!(position.touched_by(CellId(6)), [2, 3]);
    }
}
