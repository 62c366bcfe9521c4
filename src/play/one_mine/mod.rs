//! Optimal play when exactly one mine is left.
//!
//! # Theory
//! A number then only says whether the mine is among the neighbours of its cell, so free cells
//! sort the places where the mine may be into those they touch and those they do not. When
//! nothing is safe any more, the places left look the same from everywhere else: they are what
//! Golan calls a guess component, and what graph theory calls a module. So the guesses of a whole
//! game lie in the modular decomposition tree of the board, and the number W of mine positions
//! that optimal play wins is a sum over that tree ([`recursion`]).
//!
//! - [`position`]: what a board says before the first guess: where the mine may be, what is safe.
//! - `refine`: what safe cells tell, for all mine positions at once.
//! - [`decomposition`]: the tree of modules.
//! - [`recursion`]: W, the best guesses and a strategy, by one pass over the tree.
//! - [`playout`]: that strategy played against every mine position.
//! - [`golan`]: algorithms 1 to 4 of the paper, which the above is tested against.
//! - [`exhaustive`]: all strategies there are, on small boards.
//! # Cost
//! O(n + m log n) for n cells and m pairs of neighbours, where the paper's algorithms take O(n³)
//! for a guess and O(n⁴) for a game.
//! # What we changed
//! The paper begins with a board on which nothing is known. Here some cells may be open, known to
//! be free or known to be mines, as long as one mine is left.
//! # References
//! S. Golan, Minesweeper strategy for one mine, Applied Mathematics and Computation 232, 2014.
//!
//! ```
//! use mineproof::budget::Budget;
//! use mineproof::formats::read_board;
//! use mineproof::play::one_mine::{Position, solve};
//! let budget = Budget::unlimited();
//! let board = read_board("-", b"???\n???", None, &budget).unwrap();
//! let position = Position::of(&board, &budget).unwrap();
//! let solution = solve(&position, &budget).unwrap();
//! assert_eq!((solution.wins, solution.best.len()), (3, 6));
//! ```

pub mod decomposition;
pub mod exhaustive;
pub mod golan;
pub mod playout;
pub mod position;
pub mod recursion;
mod refine;

pub use decomposition::{ModuleId, ModuleKind, ModuleTree};
pub use position::{Position, Unfit};

use crate::board::CellId;
use crate::budget::{Answer, Budget};
use crate::decomp::Graph;
use recursion::Values;
use refine::Partition;

/// What optimal play makes of a position.
#[derive(Clone, Debug)]
pub struct Solution {
    /// How many of the places of the mine are won.
    pub wins: u64,
    /// The cells that may be opened first without losing any of these wins: the safe cells if
    /// there are some, else the best guesses; ascending.
    pub best: Vec<CellId>,
    /// What is left to guess in when all that is safe has been opened, one tree for each thing
    /// that the safe cells may say, in the order of their first cells.
    pub components: Vec<Component>,
    /// The whole strategy: open what is safe, else the first cell of this list where the mine may
    /// still be.
    pub order: Vec<CellId>,
}

/// The places among which no safe cell distinguishes, and the guess components within.
#[derive(Clone, Debug)]
pub struct Component {
    /// The modular decomposition; vertex v is `cells[v]`.
    pub tree: ModuleTree,
    /// The cells, ascending.
    pub cells: Vec<CellId>,
    /// How many mine positions optimal play wins, for each module of the tree.
    pub wins: Vec<u64>,
}

/// Solves a position. Without a place for the mine there is nothing to win.
pub fn solve(position: &Position, budget: &Budget) -> Answer<Solution> {
    let graph = position.graph();
    // The cells and places of the tree, its wins and the strategy; the tree itself asks for more.
    let _lease = budget.reserve(64 * graph.len() as u64)?;
    let mut solution =
        Solution { wins: 0, best: position.safe().to_vec(), components: Vec::new(), order: Vec::new() };
    let mut add = |part: &Graph, cells: Vec<CellId>| -> Answer<()> {
        let tree = decomposition::decompose(part, budget)?;
        let Values { wins, best, order } = recursion::evaluate(&tree);
        solution.wins += wins[0];
        solution.order.extend(order.iter().map(|&v| cells[v as usize]));
        if position.safe().is_empty() {
            solution.best.extend(best.iter().map(|&v| cells[v as usize]));
        }
        solution.components.push(Component { tree, cells, wins });
        Ok(())
    };
    if position.safe().is_empty() {
        // Nothing tells any two places apart.
        if !graph.is_empty() {
            add(graph, position.candidates().to_vec())?;
        }
        return Ok(solution);
    }
    for class in after_safe_cells(position, budget)?.classes() {
        let cells = class.iter().map(|&v| position.candidates()[v as usize]).collect();
        add(&induced(graph, &class), cells)?;
    }
    Ok(solution)
}

/// The places of the mine, those together that nothing safe can tell apart.
fn after_safe_cells<'p>(position: &'p Position, budget: &Budget) -> Answer<Partition<'p>> {
    let mut partition = Partition::new(position.graph(), budget)?;
    for &cell in position.safe() {
        partition.split(&position.touched_by(cell));
    }
    partition.settle(budget)?;
    Ok(partition)
}

/// The graph on `vertices`, ascending, numbered in their order.
fn induced(graph: &Graph, vertices: &[u32]) -> Graph {
    let mut edges = Vec::new();
    for (i, &v) in vertices.iter().enumerate() {
        for &w in graph.neighbours(v as usize).iter().filter(|&&w| v < w) {
            if let Ok(j) = vertices.binary_search(&w) {
                edges.push((i as u32, j as u32));
            }
        }
    }
    Graph::from_edges(vertices.len(), &edges)
}
