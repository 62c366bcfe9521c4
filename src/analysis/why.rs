//! Why a cell is sure, or why there is no legal placement: as few numbers as possible.
//!
//! # Theory
//! The reasons are the board's own numbers and its total, as they stand; known mines and known free
//! cells are given. Numbers are connected if they share a covered cell. A minimal set of numbers
//! from which a cell follows is connected, and one of its numbers touches the cell: what is not
//! connected with the cell could be left out. So
//!
//! - a set is looked for among the numbers at distance 1, 2, 4, 8, … of the cell, where those
//!   that touch it are at distance 1, until the cell follows;
//! - if a set of m is known, smaller ones lie within distance m − 1.
//!
//! The total is connected with everything, so it is taken in only where the cell does not follow
//! without it. It can still make a smaller set; but not if numbers that see D cells at the most,
//! the cell among them, leave it nothing to say: D ≤ mines left ≤ covered cells − D.
//!
//! A contradiction without the total lies within one connected piece.
//!
//! # Cost
//! A [`core`] of the first neighbourhood from which the cell follows, then a search for a smaller
//! one, which is given up where it takes long.

use std::collections::BTreeMap;

use crate::board::{CellId, Label};
use crate::budget::{Answer, Budget};
use crate::engine::sat::Settings;
use crate::engine::sat::core::{self, Claim, Fewer};
use crate::model::Model;
use crate::reduce::{Component, NumberId};

use super::{Analysis, CELL_BYTES};

/// Reasons: no number can be left out of them.
///
/// ```
/// use mineproof::analysis::{Analysis, EngineChoice, Why};
/// use mineproof::board::{Board, CellId, Label, Topology};
/// use mineproof::budget::Budget;
/// let labels = [Label::Number(1), Label::Covered, Label::Number(1), Label::Covered].to_vec();
/// let board = Board::new(Topology::King { width: 4, height: 1 }, labels, None).unwrap();
/// let analysis = Analysis::new(&board, EngineChoice::Auto, &Budget::unlimited()).unwrap();
/// let both = Why { cells: vec![CellId(0), CellId(2)], total: false, smallest: true };
/// assert_eq!(analysis.why_sure(CellId(3), false), Ok(Some(both)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The open cells whose numbers are reasons, ascending.
    pub cells: Vec<CellId>,
    /// Whether the total is one more reason.
    pub total: bool,
    /// Whether fewer reasons, the total among them, do surely not suffice.
    pub smallest: bool,
}

/// A total over more cells than this is not taken in only to see if it makes a smaller set.
const MOST_TOTAL: usize = 4_000;

impl Analysis<'_> {
    /// Why a cell is mined, or why it is free; `None` if it is not surely so. A cell that is not
    /// covered needs no reason. Means nothing on a board without a legal placement.
    pub fn why_sure(&self, cell: CellId, mined: bool) -> Answer<Option<Why>> {
        match self.board.label(cell) {
            Label::Covered => {}
            label => {
                let known = (label == Label::Mine) == mined;
                return Ok(known.then(|| Why { cells: Vec::new(), total: false, smallest: true }));
            }
        }
        let _lease = self.budget.reserve(self.board.len() as u64 * CELL_BYTES)?;
        let model = Model::new(self.board);
        let at = model.covered.binary_search(&cell).expect("the cell is covered") as u32;
        Inquest::new(&model, Some((at, mined)), self.settings(), &self.budget).cell(at)
    }

    /// Why there is no legal placement; `None` if there is one.
    pub fn why_contradictory(&self) -> Answer<Option<Why>> {
        let _lease = self.budget.reserve(self.board.len() as u64 * CELL_BYTES)?;
        let model = Model::new(self.board);
        Inquest::new(&model, None, self.settings(), &self.budget).contradiction()
    }
}

/// One question and what it is asked of.
struct Inquest<'a> {
    model: &'a Model,
    /// For each covered cell the sums that see it.
    seen_by: Vec<Vec<u32>>,
    /// The covered cell that the question is about, and whether it is mined.
    claim: Option<(u32, bool)>,
    settings: Settings,
    budget: &'a Budget,
}

/// Sums of a model, and perhaps the total.
struct Reasons {
    sums: Vec<u32>,
    total: bool,
}

impl Reasons {
    fn len(&self) -> usize {
        self.sums.len() + usize::from(self.total)
    }
}

impl<'a> Inquest<'a> {
    fn new(model: &'a Model, claim: Option<(u32, bool)>, settings: Settings, budget: &'a Budget) -> Self {
        let mut seen_by = vec![Vec::new(); model.covered.len()];
        for sum in 0..model.open.len() {
            model.members(sum).iter().for_each(|&cell| seen_by[cell as usize].push(sum as u32));
        }
        Inquest { model, seen_by, claim, settings, budget }
    }

    /// Why the claim holds for this covered cell.
    fn cell(&self, at: u32) -> Answer<Option<Why>> {
        let start = &self.seen_by[at as usize];
        let mut distance = 1;
        let found = loop {
            let (near, whole) = self.near(start, distance);
            if let Some(found) = self.minimal(near, false)? {
                break Some(found);
            }
            if whole {
                break None;
            }
            distance *= 2;
        };
        let Some(found) = self.or_with_total(found)? else { return Ok(None) };
        let (near, _) = self.near(start, found.len().saturating_sub(1));
        Ok(Some(self.least(found, vec![near])))
    }

    /// Why there is no placement.
    fn contradiction(&self) -> Answer<Option<Why>> {
        let pieces = self.pieces();
        let mut found: Option<Reasons> = None;
        for piece in &pieces {
            let reasons = self.minimal(piece.clone(), false)?;
            if let Some(reasons) =
                reasons.filter(|new| found.as_ref().is_none_or(|old| new.len() < old.len()))
            {
                found = Some(reasons);
            }
        }
        let Some(found) = self.or_with_total(found)? else { return Ok(None) };
        Ok(Some(self.least(found, pieces)))
    }

    /// What was found without the total, or what is found with it.
    fn or_with_total(&self, found: Option<Reasons>) -> Answer<Option<Reasons>> {
        if found.is_some() || self.model.total.is_none() {
            return Ok(found);
        }
        self.minimal(self.all(), true)
    }

    /// The smallest reasons, if they can be found: sets without the total that are smaller than
    /// those found lie within one of `places`.
    fn least(&self, mut best: Reasons, places: Vec<Vec<u32>>) -> Why {
        let mut smallest = true;
        let places: Vec<(Vec<u32>, bool)> = if best.len() <= 1 {
            Vec::new()
        } else if best.total || self.total_may_help(best.len()) {
            if self.model.covered.len() > MOST_TOTAL {
                smallest = false;
                Vec::new()
            } else {
                vec![(self.all(), true)]
            }
        } else {
            places.into_iter().map(|place| (place, false)).collect()
        };
        for (sums, total) in places {
            let posed = self.pose(sums, total);
            // The reasons that are known are an answer, if not the best: a limit does not take it away.
            let found = core::fewer(&posed.component, posed.claim, best.len(), self.settings, self.budget);
            let Ok(Fewer { core, proven }) = found else {
                smallest = false;
                break;
            };
            if let Some(core) = core {
                best = posed.reasons(&core);
            }
            smallest &= proven;
        }
        let mut cells: Vec<CellId> = best.sums.iter().map(|&sum| self.model.open[sum as usize]).collect();
        cells.sort_unstable();
        Why { cells, total: best.total, smallest }
    }

    /// Whether a set with the total that has fewer than `size` reasons might say more than it says
    /// without the total.
    fn total_may_help(&self, size: usize) -> bool {
        let Some(total) = self.model.total else { return false };
        let mut seen: Vec<usize> =
            (0..self.model.open.len()).map(|sum| self.model.members(sum).len()).collect();
        seen.sort_unstable_by_key(|&cells| std::cmp::Reverse(cells));
        let numbers = seen.iter().take(size.saturating_sub(2)).sum::<usize>();
        let most = (numbers + usize::from(self.claim.is_some())) as u64;
        let (covered, known) = (self.model.covered.len() as u64, self.model.known_mines);
        let idle = total >= known && total - known >= most && total - known + most <= covered;
        !idle
    }

    fn minimal(&self, sums: Vec<u32>, total: bool) -> Answer<Option<Reasons>> {
        let posed = self.pose(sums, total);
        let core = core::minimal(&posed.component, posed.claim, self.settings, self.budget)?;
        Ok(core.map(|core| posed.reasons(&core)))
    }

    /// All sums: for a cell the connected ones first, the nearest foremost.
    fn all(&self) -> Vec<u32> {
        let start = self.claim.map_or(&[][..], |(at, _)| &self.seen_by[at as usize]);
        let (mut all, _) = self.near(start, usize::MAX);
        let mut is_near = vec![false; self.model.open.len()];
        for &sum in &all {
            is_near[sum as usize] = true;
        }
        all.extend((0..self.model.open.len() as u32).filter(|&sum| !is_near[sum as usize]));
        all
    }

    /// The sums up to a distance, where `start` is at distance 1, the nearest first; and whether
    /// these are all that are connected with it.
    fn near(&self, start: &[u32], distance: usize) -> (Vec<u32>, bool) {
        if distance == 0 {
            return (Vec::new(), start.is_empty());
        }
        let mut seen = vec![false; self.model.open.len()];
        for &sum in start {
            seen[sum as usize] = true;
        }
        let mut near = start.to_vec();
        let mut ring = 0..near.len();
        for _ in 1..distance {
            if ring.is_empty() {
                break;
            }
            self.step(ring.clone(), &mut near, &mut seen);
            ring = ring.end..near.len();
        }
        let mut beyond = near.clone();
        self.step(ring, &mut beyond, &mut seen);
        let whole = beyond.len() == near.len();
        (near, whole)
    }

    /// Adds what is connected with the sums of a ring and was not seen before.
    fn step(&self, ring: std::ops::Range<usize>, near: &mut Vec<u32>, seen: &mut [bool]) {
        for at in ring {
            for &cell in self.model.members(near[at] as usize) {
                for &other in &self.seen_by[cell as usize] {
                    if !std::mem::replace(&mut seen[other as usize], true) {
                        near.push(other);
                    }
                }
            }
        }
    }

    /// The sums in connected pieces.
    fn pieces(&self) -> Vec<Vec<u32>> {
        let mut seen = vec![false; self.model.open.len()];
        let mut pieces = Vec::new();
        for sum in 0..self.model.open.len() {
            if std::mem::replace(&mut seen[sum], true) {
                continue;
            }
            let mut piece = vec![sum as u32];
            let mut ring = 0..1;
            while !ring.is_empty() {
                self.step(ring.clone(), &mut piece, &mut seen);
                ring = ring.end..piece.len();
            }
            pieces.push(piece);
        }
        pieces
    }

    /// The question as an engine takes it: twins are one box, but the cell of the claim is alone.
    fn pose(&self, sums: Vec<u32>, total: bool) -> Posed {
        // What no cells can sum to stands for a number below the mines that are known.
        let rest = |rest: i64| u32::try_from(rest).unwrap_or(u32::MAX);
        let mut component = Component::default();
        let mut numbers: BTreeMap<u32, Vec<NumberId>> = BTreeMap::new();
        for &sum in &sums {
            let j = component.push_number(rest(self.model.rests[sum as usize]));
            for &cell in self.model.members(sum as usize) {
                numbers.entry(cell).or_default().push(j);
            }
        }
        if let Some(mines) = self.model.total.filter(|_| total) {
            let left = mines.checked_sub(self.model.known_mines).and_then(|left| u32::try_from(left).ok());
            let j = component.push_number(left.unwrap_or(u32::MAX));
            for cell in 0..self.model.covered.len() as u32 {
                numbers.entry(cell).or_default().push(j);
            }
        }
        let claimed = self.claim.map(|(at, mined)| (numbers.remove(&at).unwrap_or_default(), mined));
        let claim = claimed.map(|(seen_by, mined)| Claim { cell: component.push_box(1, seen_by), mined });
        let mut twins: BTreeMap<Vec<NumberId>, u32> = BTreeMap::new();
        for seen_by in numbers.into_values() {
            *twins.entry(seen_by).or_default() += 1;
        }
        for (seen_by, size) in twins {
            component.push_box(size, seen_by);
        }
        Posed { component, claim, sums }
    }
}

/// A question to an engine.
struct Posed {
    component: Component,
    claim: Option<Claim>,
    /// The sum of each number; the total has none.
    sums: Vec<u32>,
}

impl Posed {
    fn reasons(&self, core: &[NumberId]) -> Reasons {
        let sums: Vec<u32> = core.iter().filter_map(|j| self.sums.get(j.index()).copied()).collect();
        let total = sums.len() < core.len();
        Reasons { sums, total }
    }
}
