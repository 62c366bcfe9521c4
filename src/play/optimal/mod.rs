//! Optimal play: how many of the placements of a position the best player wins.
//!
//! # Theory
//! All placements of a position are equally likely, so a way of playing is worth the number of
//! placements that it wins. What a player knows is which placements are still possible, and each
//! opened cell cuts that set: into those lost at once, and one class for each number shown. The best
//! player takes at each set the cell whose classes are worth the most together ([`Narrow`], [`Wide`]).
//!
//! # Cost
//! Exponential in the number of placements in the worst case; boards of some tens of thousands of
//! placements take seconds to minutes. The table of sets stays within the budget's memory: once it is
//! full, nothing is added, which costs time only.
//!
//! # References
//! S. Golan, *Minesweeper strategy for one mine*, 2014, section 2; J. Tu et al., *Exploring efficient
//! strategies for Minesweeper*, 2017, section 6.

mod cases;
mod narrow;
mod wide;

pub use cases::{Cases, MINED};
pub use narrow::Narrow;
pub use wide::Wide;

use std::collections::HashMap;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::analysis::{Analysis, EngineChoice};
use crate::board::{Board, CellId, Label};
use crate::budget::{Answer, Budget, Lease, StopReason};

/// What optimal play makes of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How many placements there are.
    pub placements: BigUint,
    /// How many of them optimal play wins.
    pub wins: BigUint,
    /// The cells with which it may begin, ascending. Empty where everything free is open.
    pub best: Vec<CellId>,
    /// Each cell that can be opened, with the placements won if it is opened first, and those in
    /// which it is free.
    pub first: Vec<First>,
}

/// A first cell, and what comes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First {
    /// The cell.
    pub cell: CellId,
    /// The placements won.
    pub wins: u64,
    /// The placements in which it is free.
    pub free: u64,
}

/// Finds the optimal play of a position; `None` if it has no placement. `symmetries` are
/// permutations of the cells that keep what touches what; those that do not keep the labels are left
/// out. `progress` hears how many of how many first cells are done.
pub fn solve(
    board: &Board,
    symmetries: &[Vec<u32>],
    budget: &Budget,
    progress: &mut dyn FnMut(usize, usize),
) -> Answer<Option<Verdict>> {
    let Some(problem) = Problem::new(board, symmetries, budget)? else { return Ok(None) };
    let placements = BigUint::from(problem.cases.len());
    let mut narrow = Narrow::default();
    let mut search = Wide::new(&problem.cases, &problem.images, &mut narrow, budget)?;
    let mut first: Vec<First> = Vec::new();
    for place in 0..problem.cases.cells.len() as u16 {
        progress(usize::from(place), problem.cases.cells.len());
        let cell = CellId(problem.cases.cells[usize::from(place)]);
        let free = problem.cases.values(place).iter().filter(|value| **value != MINED).count() as u64;
        // An image of an earlier cell wins as much.
        let images = problem.symmetries.iter().map(|symmetry| CellId(symmetry[cell.index()]));
        let earlier = images.filter(|image| *image < cell).min();
        let known = earlier.and_then(|image| first.iter().find(|first| first.cell == image));
        let wins = match known {
            Some(first) => first.wins,
            None => search.wins_after(place)?,
        };
        first.push(First { cell, wins, free });
    }
    let wins = first.iter().map(|first| first.wins).max();
    let best =
        first.iter().filter(|first| Some(first.wins) == wins && first.free > 0).map(|first| first.cell);
    // Where nothing is left to open, the one placement is won.
    let nothing_left = problem.cases.cells.is_empty() || first.iter().all(|first| first.free == 0);
    let best = if nothing_left { Vec::new() } else { best.collect() };
    let wins = if nothing_left { placements.clone() } else { wins.unwrap_or(0).into() };
    Ok(Some(Verdict { placements, wins, best, first }))
}

/// The placements of a position, ready for a search.
struct Problem<'s> {
    cases: Cases,
    /// The symmetries that keep the labels, without the identity.
    symmetries: Vec<&'s [u32]>,
    /// Per symmetry: the image of each placement.
    images: Vec<Vec<u32>>,
    _lease: Lease,
}

impl<'s> Problem<'s> {
    fn new(board: &Board, symmetries: &'s [Vec<u32>], budget: &Budget) -> Answer<Option<Self>> {
        let analysis = Analysis::new(board, EngineChoice::Auto, budget)?;
        let count = analysis.count()?;
        let Some(count) = count.to_usize().filter(|count| u32::try_from(*count).is_ok()) else {
            return Err(StopReason::Memory);
        };
        if count == 0 {
            return Ok(None);
        }
        let is_left = |cell: &CellId| matches!(board.label(*cell), Label::Covered | Label::Free);
        let cells: Vec<CellId> = board.cells().filter(is_left).collect();
        if cells.len() > usize::from(u16::MAX) {
            return Err(StopReason::Width);
        }
        let keeps = |symmetry: &&[u32]| {
            let moves = symmetry.iter().enumerate().any(|(from, to)| from != *to as usize);
            moves
                && board.cells().all(|cell| board.label(CellId(symmetry[cell.index()])) == board.label(cell))
        };
        let symmetries: Vec<&[u32]> = symmetries.iter().map(Vec::as_slice).filter(keeps).collect();
        // A byte for each cell and placement, as mines and as values; images, and their look-up.
        let bytes = count as u64 * (3 * cells.len() as u64 + 4 * symmetries.len() as u64 + 80);
        let lease = budget.reserve(bytes)?;
        let mut places = vec![None; board.len()];
        for (place, cell) in cells.iter().enumerate() {
            places[cell.index()] = Some(place);
        }
        let mut placements: Vec<Box<[bool]>> = Vec::with_capacity(count);
        analysis.for_each_placement(&mut |mines| {
            let mut mined = vec![false; cells.len()].into_boxed_slice();
            for place in mines.iter().filter_map(|mine| places[mine.index()]) {
                mined[place] = true;
            }
            placements.push(mined);
            true
        })?;
        let mut cases = Cases::default();
        cases.reset(placements.len());
        for (place, &cell) in cells.iter().enumerate() {
            let near: Vec<usize> =
                board.neighbours(cell).into_iter().filter_map(|near| places[near.index()]).collect();
            if near.len() >= usize::from(MINED) {
                return Err(StopReason::Width);
            }
            let value = |mined: &[bool]| {
                if mined[place] { MINED } else { near.iter().map(|&near| u8::from(mined[near])).sum() }
            };
            cases.push(cell.0, placements.iter().map(|mined| value(mined)));
        }
        let images = find_images(&placements, &cells, &places, &symmetries);
        Ok(Some(Problem { cases, symmetries, images, _lease: lease }))
    }
}

/// The image of each placement under each symmetry.
fn find_images(
    placements: &[Box<[bool]>],
    cells: &[CellId],
    places: &[Option<usize>],
    symmetries: &[&[u32]],
) -> Vec<Vec<u32>> {
    let numbers: HashMap<&[bool], u32> = placements.iter().map(|mined| &**mined).zip(0..).collect();
    let mut image = vec![false; cells.len()];
    let mut find = |symmetry: &&[u32]| {
        let to: Vec<usize> =
            cells.iter().filter_map(|cell| places[symmetry[cell.index()] as usize]).collect();
        let mut number = |mined: &[bool]| {
            for (&to, &mined) in to.iter().zip(mined) {
                image[to] = mined;
            }
            numbers[&*image]
        };
        placements.iter().map(|mined| number(mined)).collect()
    };
    symmetries.iter().map(&mut find).collect()
}
