//! Which cell of a position to open, and why.
//!
//! # Theory
//! Nothing is played here, so nothing has to be quick: chances are fractions, filters are decided
//! exactly, and cells that tie truly do. Of these the first is named, so that the same position gets
//! the same answer.

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::quantities::{Prospects, Quantities};
use super::sieve::{Step, sift};
use super::{Endgame, Field, Mind, Strategy, View};
use crate::algebra::Fraction;
use crate::board::{Board, CellId, Label, Topology};
use crate::budget::{Answer, Budget};
use crate::decomp::Graph;

/// What a strategy would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// How many placements there are.
    pub placements: BigUint,
    /// Why these cells.
    pub ground: Ground,
    /// The cells that may be opened, all as good as each other, ascending; none to open nothing.
    pub best: Vec<CellId>,
    /// What each filter left.
    pub steps: Vec<Step>,
    /// Cells with all that was found out about them, ascending.
    pub candidates: Vec<Candidate>,
}

/// Why a strategy opens a cell, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// All covered cells are mined: nothing is left to be opened.
    Won,
    /// They are surely free.
    Safe,
    /// Nothing is sure, and the strategy gives up.
    Surrender,
    /// The strategy takes any of them.
    Any,
    /// Nothing is sure; they pass the filters.
    Filters,
    /// Nothing is sure and few placements are left: of the cells of optimal play, which wins so
    /// many of them, these pass the filters.
    Optimal {
        /// Placements won.
        wins: u64,
    },
}

/// A covered cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The cell.
    pub cell: CellId,
    /// The chance of a mine.
    pub mine: Fraction,
    /// What opening it would bring, where that was found out.
    pub quantities: Option<Arc<Quantities>>,
}

impl Advice {
    /// The cell to open.
    pub fn cell(&self) -> Option<CellId> {
        self.best.first().copied()
    }
}

/// What a strategy opens in a position; `None` if the position has no placement. Candidates are the
/// cells to open and those that passed the first filter, with what the filters asked for; `explain`
/// makes them all covered cells, with everything.
pub fn advise(board: &Board, strategy: &Strategy, explain: bool, budget: &Budget) -> Answer<Option<Advice>> {
    let Some(mut prospects) = Prospects::new(board, budget)? else { return Ok(None) };
    let mut advice = Advice {
        placements: prospects.placements().clone(),
        ground: Ground::Any,
        best: Vec::new(),
        steps: Vec::new(),
        candidates: Vec::new(),
    };
    advice.choose(&mut prospects, strategy, budget)?;
    advice.list(&mut prospects, explain)?;
    Ok(Some(advice))
}

impl Advice {
    fn choose(&mut self, prospects: &mut Prospects, strategy: &Strategy, budget: &Budget) -> Answer<()> {
        let with = |is: fn(&Fraction) -> bool| -> Vec<CellId> {
            prospects.chances().iter().filter(|(_, chance)| is(chance)).map(|(cell, _)| *cell).collect()
        };
        let (safe, open) = (with(Fraction::is_zero), with(|chance| !chance.is_one()));
        if open.is_empty() {
            self.ground = Ground::Won;
            return Ok(());
        }
        match strategy {
            Strategy::Random => self.best = with(|_| true),
            Strategy::Single => (self.ground, self.best) = by_single_numbers(prospects.board()),
            _ if !safe.is_empty() => (self.ground, self.best) = (Ground::Safe, safe),
            Strategy::Surrender => self.ground = Ground::Surrender,
            Strategy::Logic => self.best = open,
            Strategy::Filters { filters, depth } => {
                self.ground = Ground::Filters;
                let mut cells = open;
                if self.placements <= BigUint::from(*depth)
                    && let Some((wins, best)) = play_optimally(prospects.board(), &self.placements, budget)?
                {
                    (self.ground, cells) = (Ground::Optimal { wins }, best);
                }
                self.steps = sift(prospects, filters, &cells)?;
                self.best = self.steps.last().map_or(cells, |step| step.kept.clone());
            }
        }
        Ok(())
    }

    /// Lists the candidates.
    fn list(&mut self, prospects: &mut Prospects, explain: bool) -> Answer<()> {
        let cells: Vec<CellId> = if explain {
            prospects.chances().iter().map(|(cell, _)| *cell).collect()
        } else {
            self.steps.first().map_or(self.best.clone(), |step| step.kept.clone())
        };
        for cell in cells {
            let mine = prospects.chance(cell).clone();
            let quantities =
                if explain { Some(prospects.quantities(cell)?) } else { prospects.known_quantities(cell) };
            self.candidates.push(Candidate { cell, mine, quantities });
        }
        Ok(())
    }
}

/// The ground that a board is, with mines to be laid on it; cells that are known to be free and show
/// no number touch nothing there, for they tell nothing. `None` if it is too large to be played on.
fn field_of(board: &Board, mines: u64) -> Option<Field> {
    let topology = if board.labels().contains(&Label::Free) {
        let mut edges = Vec::new();
        for cell in board.cells().filter(|&cell| board.label(cell) != Label::Free) {
            board.topology().for_each_neighbour(cell, |near| {
                if near < cell && board.label(near) != Label::Free {
                    edges.push((near.0, cell.0));
                }
            });
        }
        Topology::Graph(Graph::from_edges(board.len(), &edges))
    } else {
        board.topology().clone()
    };
    Field::new(topology, mines).ok()
}

/// Cells that an end game may have, and what one of them may show.
const MOST_CELLS: usize = 65_535;
const MOST_SHOWN: usize = 254;

/// How many placements optimal play wins where nothing is surely free, and the cells with which it
/// goes on, ascending; `None` where placements cannot be listed, or where their number of mines
/// is not given.
fn play_optimally(
    board: &Board,
    placements: &BigUint,
    budget: &Budget,
) -> Answer<Option<(u64, Vec<CellId>)>> {
    let Some(field) = board.mines().and_then(|mines| field_of(board, mines)) else { return Ok(None) };
    let mut mind = Mind::new(&field, budget);
    mind.view = View::of(&field, board);
    loop {
        mind.look()?;
        if mind.look.mined.is_empty() {
            break;
        }
        for &cell in &mind.look.mined {
            mind.view.mark(cell);
        }
    }
    let covered: Vec<u32> = mind.view.covered_cells().collect();
    let most_shown = covered.iter().map(|&cell| mind.view.covered_around(cell).count()).max();
    if mind.look.is_exact() || covered.len() > MOST_CELLS || most_shown > Some(MOST_SHOWN) {
        return Ok(None);
    }
    // Twice a byte for each cell of each placement: whether it is mined, and what it shows.
    let bytes = placements.to_u64().unwrap_or(u64::MAX).saturating_mul(2 * covered.len() as u64);
    let _lease = budget.reserve(bytes)?;
    let Mind { view, parts, look, .. } = &mind;
    let (wins, best) = Endgame::default().best(view, parts, look, budget)?;
    let mut best: Vec<CellId> = best.into_iter().map(CellId).collect();
    best.sort_unstable();
    Ok(Some((wins, best)))
}

/// The cells that single numbers tell to be free; without any, all that they do not tell to be mined.
fn by_single_numbers(board: &Board) -> (Ground, Vec<CellId>) {
    let covered = |cells: &[bool]| -> Vec<CellId> {
        board.cells().filter(|&c| board.label(c) == Label::Covered && cells[c.index()]).collect()
    };
    let mut mined: Vec<bool> = board.labels().iter().map(|label| *label == Label::Mine).collect();
    let mut free = vec![false; board.len()];
    loop {
        let before = mined.iter().filter(|mined| **mined).count();
        for cell in board.cells() {
            let Label::Number(number) = board.label(cell) else { continue };
            let near = board.neighbours(cell);
            let is_unknown = |c: &CellId| board.label(*c) == Label::Covered && !mined[c.index()];
            let unknown: Vec<CellId> = near.iter().copied().filter(is_unknown).collect();
            let known = near.iter().filter(|c| mined[c.index()]).count() as u32;
            let told = match number - known {
                0 => &mut free,
                missing if missing as usize == unknown.len() => &mut mined,
                _ => continue,
            };
            for c in unknown {
                told[c.index()] = true;
            }
        }
        if mined.iter().filter(|mined| **mined).count() == before {
            break;
        }
    }
    if free.contains(&true) {
        return (Ground::Safe, covered(&free));
    }
    let rest: Vec<bool> = mined.iter().map(|mined| !mined).collect();
    (Ground::Any, covered(&rest))
}
