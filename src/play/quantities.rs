//! How good it would be to open a cell, exactly.
//!
//! # Theory
//! Of N placements, N(b, n) have cell b free and showing n, and F = Σ N(b, n) have it free at all.
//! For each n the position that would follow is analysed: which other covered cells are then
//! surely free, and how likely the next move survives if it is the best one. Hence
//! - p(b) = 1 − F/N, the chance of a mine;
//! - s(b), the chance that some other cell is then surely free;
//! - e(b), how many cells are then surely free, on average;
//! - u(b), the chance to survive this move and the next; a game that is won is survived;
//! - q(b), the bits that the number tells.
//!
//! Each but p can be read in two ways: over all placements, in which a mine counts nothing, or over
//! those in which b is free. The one is the other times 1 − p(b), except for q, where shares of N
//! or of F stand in −Σ x·log₂ x. Strategies take s, e and u over all and q where b is free.
//!
//! # Cost
//! One exact analysis for each number that a cell can show. Cells of a box can change places
//! without changing the set of placements, so cells in the same box with as many neighbours in
//! each box are studied once.
//!
//! # References
//! J. Tu et al., *Exploring efficient strategies for Minesweeper*, 2017, section 5; its table 3
//! mixes both readings.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

use super::debt::lift;
use super::foresight::{UNIT, worth};
use super::held::Holdings;
use super::reach::{is_within_reach, worth_of_opening};
use super::swaps::{Owed, count_owed};
use crate::algebra::{Fraction, Logarithms};
use crate::analysis::{Analysis, EngineChoice, Probabilities};
use crate::board::{Board, CellId, Label};
use crate::budget::{Answer, Budget, Lease};
use crate::reduce::Reduced;

/// Over which placements a quantity is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// All of them; a mine counts nothing.
    All,
    /// Those in which the cell is free.
    IfFree,
}

/// What a cell shows in some placements, and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The number.
    pub number: u32,
    /// In how many placements.
    pub count: BigUint,
    /// Other covered cells that are free in all of these.
    pub safe: usize,
    /// In how many of these the best next move survives: all, if nothing is left to be opened.
    pub survivors: BigUint,
}

/// All about opening a covered cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantities {
    /// How many placements there are.
    pub placements: BigUint,
    /// What the cell shows where it is free, by number.
    pub shown: Vec<Shown>,
}

impl Quantities {
    /// In how many placements the cell is free.
    pub fn free(&self) -> BigUint {
        self.shown.iter().map(|shown| &shown.count).sum()
    }

    /// p: the chance of a mine.
    pub fn p(&self) -> Fraction {
        Fraction::new(&self.placements - self.free(), self.placements.clone())
    }

    /// s: the chance that another cell is then surely free. `None` if the cell cannot be free
    /// and the reading asks for it; so with all that follow.
    pub fn s(&self, reading: Reading) -> Option<Fraction> {
        let going = self.shown.iter().filter(|shown| shown.safe > 0);
        self.share(going.map(|shown| &shown.count).sum(), reading)
    }

    /// e: how many other cells are then surely free, on average.
    pub fn e(&self, reading: Reading) -> Option<Fraction> {
        self.share(self.shown.iter().map(|shown| &shown.count * shown.safe).sum(), reading)
    }

    /// u: the chance to survive this move and the next.
    pub fn u(&self, reading: Reading) -> Option<Fraction> {
        self.share(self.shown.iter().map(|shown| &shown.survivors).sum(), reading)
    }

    /// f: what the number makes of the position, over all placements (see `foresight`). `None` if
    /// there are none.
    pub fn f(&self) -> Option<Fraction> {
        let worth = |shown: &Shown| worth(shown.count.clone(), shown.safe, shown.survivors.clone());
        let sum = self.shown.iter().map(worth).sum();
        (!self.placements.is_zero()).then(|| Fraction::new(sum, &self.placements * UNIT))
    }

    /// q: the bits that the number tells, rounded to 64 binary places. Compare with
    /// [`compare_q`](Self::compare_q), which rounds nothing.
    pub fn q(&self, reading: Reading) -> Option<Fraction> {
        let all = self.over(reading);
        (!all.is_zero()).then(|| self.logarithms(&all).over(&all))
    }

    /// How q compares with that of another cell of the same position, exactly. A cell that cannot
    /// be free tells nothing.
    pub fn compare_q(&self, other: &Self, reading: Reading) -> Ordering {
        if self.classes() == other.classes() {
            return Ordering::Equal;
        }
        // Where there is nothing to share, any divisor will do: nothing is told.
        let over = |of: &Self| of.over(reading).max(BigUint::one());
        let (own, its) = (over(self), over(other));
        let mut difference = Logarithms::default();
        difference.add_times(&BigInt::from(its.clone()), &self.logarithms(&own));
        difference.add_times(&-BigInt::from(own), &other.logarithms(&its));
        difference.sign()
    }

    /// The published program's q: (q + log₂ T)/(1 − p), where q is over the T placements in which the
    /// cell is free, rounded to 64 binary places. Compare with
    /// [`compare_held_q`](Self::compare_held_q).
    pub fn held_q(&self) -> Option<Fraction> {
        let free = self.free();
        let mut sum = Logarithms::default();
        sum.add_times(&self.placements.clone().into(), &self.held_logarithms(&free)?);
        Some(sum.over(&(&free * &free)))
    }

    /// How it compares with that of another cell of the same position, exactly. A cell that cannot be
    /// free has none, which is the least.
    pub fn compare_held_q(&self, other: &Self) -> Ordering {
        if self.classes() == other.classes() {
            return Ordering::Equal;
        }
        let (own, its) = (self.free(), other.free());
        match (self.held_logarithms(&own), other.held_logarithms(&its)) {
            (Some(of_own), Some(of_its)) => {
                let mut difference = Logarithms::default();
                difference.add_times(&BigInt::from(&its * &its), &of_own);
                difference.add_times(&-BigInt::from(&own * &own), &of_its);
                difference.sign()
            }
            _ => own.cmp(&its),
        }
    }

    /// T times (q + log₂ T); `None` where T is 0.
    fn held_logarithms(&self, free: &BigUint) -> Option<Logarithms> {
        if free.is_zero() {
            return None;
        }
        let mut sum = self.logarithms(free);
        sum.add(free.clone().into(), free.clone());
        Some(sum)
    }

    /// `all` times q, where `all` is over what it is taken: Σ count · log₂ (all / count).
    fn logarithms(&self, all: &BigUint) -> Logarithms {
        let mut sum = Logarithms::default();
        sum.add(self.free().into(), all.clone());
        for shown in &self.shown {
            sum.add(-BigInt::from(shown.count.clone()), shown.count.clone());
        }
        sum
    }

    /// The sizes of the classes, ascending.
    fn classes(&self) -> Vec<&BigUint> {
        let mut sizes: Vec<&BigUint> = self.shown.iter().map(|shown| &shown.count).collect();
        sizes.sort_unstable();
        sizes
    }

    fn share(&self, part: BigUint, reading: Reading) -> Option<Fraction> {
        let all = self.over(reading);
        (!all.is_zero()).then(|| Fraction::new(part, all))
    }

    fn over(&self, reading: Reading) -> BigUint {
        match reading {
            Reading::All => self.placements.clone(),
            Reading::IfFree => self.free(),
        }
    }
}

/// A position of which quantities are asked.
pub struct Prospects<'a> {
    pub(super) board: &'a Board,
    /// The board, for positions that may follow.
    pub(super) ahead: Board,
    pub(super) placements: BigUint,
    /// The covered cells with their chances of a mine, ascending.
    pub(super) chances: Vec<(CellId, Fraction)>,
    /// Per cell: its box.
    boxes: Vec<u32>,
    /// What was found so far, by kind.
    found: HashMap<Vec<u32>, Arc<Quantities>>,
    /// What cells owe, once it was asked for.
    owed: Option<Owed<BigUint>>,
    /// What the published program makes of it, likewise.
    pub(super) holdings: Option<Holdings>,
    pub(super) budget: Budget,
    _lease: Lease,
}

/// What a cell takes, in bytes.
const CELL_BYTES: u64 = 40;

impl<'a> Prospects<'a> {
    /// Makes a position ready; `None` if it has no placement.
    pub fn new(board: &'a Board, budget: &Budget) -> Answer<Option<Self>> {
        let lease = budget.reserve(board.len() as u64 * CELL_BYTES)?;
        let mut analysis = Analysis::new(board, EngineChoice::Auto, budget)?;
        analysis.sharpen()?;
        let Some(found) = analysis.probabilities()? else { return Ok(None) };
        Ok(Some(Prospects {
            board,
            ahead: board.clone(),
            placements: found.count,
            chances: found.cells,
            boxes: boxes_of(analysis.reduced(), board.len()),
            found: HashMap::new(),
            owed: None,
            holdings: None,
            budget: budget.clone(),
            _lease: lease,
        }))
    }

    /// The position.
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// How many placements there are.
    pub fn placements(&self) -> &BigUint {
        &self.placements
    }

    /// The covered cells with their chances of a mine, ascending.
    pub fn chances(&self) -> &[(CellId, Fraction)] {
        &self.chances
    }

    /// The chance of a mine at a covered cell.
    ///
    /// # Panics
    /// If the cell is not covered.
    pub fn chance(&self, cell: CellId) -> &Fraction {
        let at = self.chances.binary_search_by_key(&cell, |(cell, _)| *cell);
        &self.chances[at.expect("the cell is covered")].1
    }

    /// All about opening a covered cell.
    pub fn quantities(&mut self, cell: CellId) -> Answer<Arc<Quantities>> {
        let kind = self.kind(cell);
        if let Some(found) = self.found.get(&kind) {
            return Ok(Arc::clone(found));
        }
        let shown = self.study(cell);
        self.ahead.set_label(cell, Label::Covered);
        let found = Arc::new(Quantities { placements: self.placements.clone(), shown: shown? });
        self.found.insert(kind, Arc::clone(&found));
        Ok(found)
    }

    /// l: what opening a cell leads to with what it owes forgiven (see `debt`), over all placements.
    pub fn l(&mut self, cell: CellId) -> Answer<Option<Fraction>> {
        let Some(f) = self.quantities(cell)?.f() else { return Ok(None) };
        self.forgive(cell, f).map(Some)
    }

    /// r: the same, with what few free cells would show (see `reach`).
    pub fn r(&mut self, cell: CellId) -> Answer<Option<Fraction>> {
        let found = self.quantities(cell)?;
        let mut sum = BigUint::ZERO;
        for shown in &found.shown {
            sum += if is_within_reach(shown.safe) {
                self.ahead.set_label(cell, Label::Number(shown.number));
                let reached = self.reach();
                self.ahead.set_label(cell, Label::Covered);
                reached?
            } else {
                worth(shown.count.clone(), shown.safe, shown.survivors.clone())
            };
        }
        if self.placements.is_zero() {
            return Ok(None);
        }
        self.forgive(cell, Fraction::new(sum, &self.placements * UNIT)).map(Some)
    }

    /// What the position ahead is worth once its free cells are open.
    fn reach(&mut self) -> Answer<BigUint> {
        let mut analysis = Analysis::new(&self.ahead, EngineChoice::Auto, &self.budget)?;
        analysis.sharpen()?;
        let cells = analysis.probabilities()?.map_or(Vec::new(), |found| found.cells);
        let free = cells.iter().filter(|(_, chance)| chance.is_zero()).map(|(cell, _)| *cell);
        worth_of_opening(&mut self.ahead, &free.collect::<Vec<_>>(), &self.budget)
    }

    /// What opening a cell leads to, with what it owes forgiven.
    pub(super) fn forgive(&mut self, cell: CellId, f: Fraction) -> Answer<Fraction> {
        if self.owed.is_none() {
            self.owed = Some(count_owed(self.board, &self.budget)?);
        }
        let owed = self.owed.as_ref().map_or(BigUint::ZERO, |owed| owed.of(cell.0));
        let mine = self.chance(cell);
        // Where it cannot be free, f is 0, whatever it owes.
        let can_be = !mine.is_one();
        Ok(if can_be { lift(&f, Fraction::new(owed, self.placements.clone()), mine) } else { f })
    }

    /// The same, if it was already found out.
    pub fn known_quantities(&self, cell: CellId) -> Option<Arc<Quantities>> {
        self.found.get(&self.kind(cell)).cloned()
    }

    /// What makes a cell the same as another: its box, the known mines around it, and the boxes of
    /// its covered neighbours in order, each as often as it occurs.
    fn kind(&self, cell: CellId) -> Vec<u32> {
        let (known, near) = self.around(cell);
        let mut kind: Vec<u32> = near.into_iter().map(|near| self.boxes[near.index()]).collect();
        kind.sort_unstable();
        kind.extend([known, self.boxes[cell.index()]]);
        kind
    }

    /// Known mines and covered cells around a cell.
    pub(super) fn around(&self, cell: CellId) -> (u32, Vec<CellId>) {
        let (mut known, mut covered) = (0, Vec::new());
        self.board.topology().for_each_neighbour(cell, |near| match self.board.label(near) {
            Label::Mine => known += 1,
            Label::Covered => covered.push(near),
            Label::Number(_) | Label::Free => {}
        });
        (known, covered)
    }

    /// Analyses what may follow, number by number.
    fn study(&mut self, cell: CellId) -> Answer<Vec<Shown>> {
        let mut shown = Vec::new();
        let chance = self.chance(cell);
        let mut left = &self.placements - &self.placements * chance.numerator() / chance.denominator();
        let (known, near) = self.around(cell);
        for number in known..=known + near.len() as u32 {
            if left.is_zero() {
                break;
            }
            self.budget.check()?;
            self.ahead.set_label(cell, Label::Number(number));
            let mut analysis = Analysis::new(&self.ahead, EngineChoice::Auto, &self.budget)?;
            analysis.sharpen()?;
            let Some(found) = analysis.probabilities()? else { continue };
            left -= &found.count;
            let (safe, survivors) = next_move(&found);
            shown.push(Shown { number, count: found.count, safe, survivors });
        }
        Ok(shown)
    }
}

/// How many cells are surely free, and in how many placements the best next move survives: in all, if
/// nothing is left to be opened.
pub(super) fn next_move(found: &Probabilities) -> (usize, BigUint) {
    let safe = found.cells.iter().filter(|(_, chance)| chance.is_zero()).count();
    let can_be_free = found.cells.iter().map(|(_, chance)| chance).filter(|chance| !chance.is_one());
    let survivors = match can_be_free.min() {
        None => found.count.clone(),
        Some(least) => &found.count - &found.count * least.numerator() / least.denominator(),
    };
    (safe, survivors)
}

/// Per cell of the board which cells it can change places with.
fn boxes_of(reduced: &Reduced, cells: usize) -> Vec<u32> {
    let mut boxes = vec![0; cells];
    let parts = reduced.parts.iter();
    let inside = parts.flat_map(|part| part.component.boxes().map(|b| part.box_cells(b)));
    let outside = [&reduced.mined[..], &reduced.free, &reduced.background];
    for (b, cells) in (0..).zip(outside.into_iter().chain(inside)) {
        for cell in cells {
            boxes[cell.index()] = b;
        }
    }
    boxes
}
