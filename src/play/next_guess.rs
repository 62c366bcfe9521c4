//! The next guess thought through: the filter N, and the half of W, by which `best` plays.
//!
//! # Theory
//! Where a number leaves no cell surely free, R takes the position to be worth what the least risk of
//! the next guess makes of it. But two guesses of the same risk may lead to very different positions.
//! So behind such a number every cell is weighed as L does, and the position is worth
//!
//! > w = `LIFT`·(v − `DROP`), v being the largest l there,
//!
//! and nothing where that is less. Where a number leaves one or two cells surely free, these are opened
//! in thought first, as R does; cells that are surely free in the end are worth `SURE`. With n(b) found
//! from this w as r(b) from its own, debts forgiven, the filter keeps those cells with the largest
//!
//! > r(b)·n(b), of all with r(b) ≥ `NEAR` · the largest r.
//!
//! Cells with the same r are mostly alike: n is asked of the first of them, and only for the `MOST`
//! largest values of r.
//!
//! # Where the figures come from
//! From games of R: 33,300 guesses, played on against 1,350,000 placements, told what is left of a game
//! behind each number. Once v was known, the least risk ℓ told next to nothing. n alone chooses hardly
//! better than r; what both hold to be good is better than either, as their errors differ (docs/PLAY.md).
//!
//! # Cost
//! Some ten looks for each number that leaves nothing free, of the few cells that R holds to be near. A
//! look at parts with very many solutions takes long, all the more where the number of mines ties them
//! together and `study` joins them, and a game must not stall: with more than `VAST` solutions players take
//! r alone, and behind a number what R makes of it. Exact answers never do so.

use std::collections::HashMap;

use num_bigint::BigUint;
use num_traits::Zero;

use super::Mind;
use super::foresight::Scale;
use super::quantities::{Prospects, next_move};
use super::reach::is_within_reach;
use super::weighed::{twice, twice_exactly};
use crate::algebra::Fraction;
use crate::analysis::{Analysis, EngineChoice, Probabilities};
use crate::board::{Board, CellId, Label};
use crate::budget::{Answer, Budget};

/// Cells with so much of the largest r are thought of, in hundredths.
const NEAR: u32 = 97;

/// How many values of r are thought of.
const MOST: usize = 4;

/// Solutions beyond which players do not think of the next guess.
const VAST: f64 = 5000.0;

/// Neighbours of a cell on a grid; on graphs with more, parts may be tied a little earlier.
const MOST_TOUCHED: u32 = 8;

/// Numbers that come up less often are not thought through twice, in hundredths.
const LIKELY: u32 = 10;

/// Solutions that take as long to be found as one takes to be thought of.
const LOOKED: f64 = 10.0;

/// Solutions that are found in the time of an exact analysis.
const ANALYSED: f64 = 16_384.0;

/// What v counts, in tenths.
const LIFT: u32 = 11;

/// What is taken from v before, in tenths.
const DROP: u32 = 1;

/// What it is worth if one, two or three cells are surely free, in thousandths; more are worth all.
const SURE: [u32; 3] = [900, 950, 985];

/// How often the next guess is thought through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thought {
    /// Behind each number l is taken for what the best cell leads to.
    Once,
    /// Behind each number that is likely, what this filter makes of the best cell (see `weighed`).
    Twice,
}

fn sure(free: usize) -> u32 {
    free.checked_sub(1).and_then(|at| SURE.get(at)).copied().unwrap_or(1000)
}

impl Mind<'_> {
    /// Keeps the cells that are the best with the next guess thought through.
    pub(super) fn keep_by_next_guess(&mut self, cells: &mut Vec<u32>) -> Answer<()> {
        if self.is_vast() {
            return self.keep_worthiest(Scale::Reach, cells);
        }
        let near = self.nearest(cells, NEAR, MOST)?;
        let mut values = Vec::new();
        let mut path = Path::new(f64::INFINITY);
        let mut best = 0.0;
        for (r, alike) in &near {
            let stake = r * self.stake(alike[0], Scale::Reach);
            // Where all are alike, nothing is to be asked.
            let behind = match near.len() {
                1 => 1.0,
                _ => self.next_behind(alike[0], best / stake, Thought::Once, &mut path)?,
            };
            values.push(stake * behind);
            best = f64::max(best, stake * behind);
        }
        let kept = near.iter().zip(&values).filter(|(_, value)| !Self::is_less(**value, best));
        let kept: Vec<u32> = kept.flat_map(|((_, alike), _)| alike).copied().collect();
        cells.retain(|cell| kept.contains(cell));
        Ok(())
    }

    /// The `most` largest values of r that are at least `near` hundredths of the largest, the largest
    /// first, and the cells that have them, ascending.
    pub(super) fn nearest(&mut self, cells: &[u32], near: u32, most: usize) -> Answer<Vec<(f64, Vec<u32>)>> {
        let mut near = self.worthiest(Scale::Reach, f64::from(near) / 100.0, cells)?;
        near.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        let groups = near.chunk_by(|a, b| !Self::is_less(b.0, a.0)).take(most);
        let alike = |group: &[(f64, u32)]| {
            let mut cells: Vec<u32> = group.iter().map(|(_, cell)| *cell).collect();
            cells.sort_unstable();
            (group[0].0, cells)
        };
        Ok(groups.map(alike).collect())
    }

    /// What is to be expected behind a cell that turns out free; where that is less than `least`,
    /// something that is less, too.
    pub(super) fn next_behind(
        &mut self,
        cell: u32,
        least: f64,
        thought: Thought,
        path: &mut Path,
    ) -> Answer<f64> {
        let outcome = self.outcome(cell)?.clone();
        let known = self.view.known_mines_around(cell);
        let mut shown: Vec<(u32, f64)> = (known..).zip(outcome.chances).collect();
        shown.retain(|(_, chance)| *chance > 0.0);
        shown.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut ahead = self.take_ahead();
        let mut worth = 1.0;
        for (number, chance) in shown {
            if Self::is_less(worth, least) {
                break;
            }
            if self.look_behind(&mut ahead, cell, number)? {
                let free = ahead.look.free.clone();
                let opened = if is_within_reach(free.len()) { &free[..] } else { &[] };
                let all = ahead.look.ln_count();
                path.open(cell, number, &ahead);
                worth -= chance * (1.0 - ahead.next_behind_free(opened, (all, chance), thought, path)?);
                path.opened.pop();
            }
        }
        self.ahead = Some(ahead);
        Ok(worth)
    }

    /// The share of exp(`all`) placements that are left, times what they are worth once `free` are open.
    /// `chance` is that of all of them where the cell that was opened first is free.
    fn next_behind_free(
        &mut self,
        free: &[u32],
        (all, chance): (f64, f64),
        thought: Thought,
        path: &mut Path,
    ) -> Answer<f64> {
        let Some((&cell, others)) = free.split_first() else {
            let share = (self.look.ln_count() - all).exp();
            return Ok(share * self.next_worth(share * chance, thought, path)?);
        };
        let mut ahead = self.take_ahead();
        let known = self.view.known_mines_around(cell);
        let mut sum = 0.0;
        for number in known..=known + self.view.covered_around(cell).count() as u32 {
            if self.look_behind(&mut ahead, cell, number)? {
                path.open(cell, number, &ahead);
                sum += ahead.next_behind_free(others, (all, chance), thought, path)?;
                path.opened.pop();
            }
        }
        self.ahead = Some(ahead);
        Ok(sum)
    }

    /// Whether there are too many solutions to think on.
    pub(super) fn is_vast(&self) -> bool {
        self.look.is_exact() || self.solutions() > VAST
    }

    /// How many solutions the parts have, or all of them together where mines may tie them.
    pub(super) fn solutions(&self) -> f64 {
        let weights = &self.look.weights;
        let reach = MOST_TOUCHED + 1;
        let is_loose =
            weights.mines > weights.high + reach && weights.mines - weights.low + reach < weights.background;
        let sizes = self.parts.live().map(|part| part.solutions.len() as f64);
        if is_loose { sizes.sum() } else { sizes.product() }
    }

    /// What the position is worth, whose free cells are not opened any more, and which comes with this
    /// chance.
    fn next_worth(&mut self, chance: f64, thought: Thought, path: &mut Path) -> Answer<f64> {
        let free = self.look.free.len();
        if free > 0 {
            return Ok(f64::from(sure(free)) / 1000.0);
        }
        let risk = self.least_after_marking()?;
        if risk == 0.0 || self.is_vast() {
            return Ok(Scale::Reach.worth(0, risk));
        }
        if path.is_spent() {
            return Ok(0.0);
        }
        let guess = if let Some(guess) = path.known() {
            guess
        } else {
            path.work += self.solutions();
            path.learn(self.guess_by_l()?)
        };
        if thought == Thought::Twice && !Self::is_less(chance, f64::from(LIKELY) / 100.0) {
            return Ok(twice(guess.stake * self.next_behind(guess.cell, 0.0, Thought::Once, path)?));
        }
        Ok((f64::from(LIFT) * (guess.v - f64::from(DROP) / 10.0) / 10.0).max(0.0))
    }

    /// The best guess by l; of several the first.
    fn guess_by_l(&mut self) -> Answer<Guess> {
        let cells: Vec<u32> = self.view.covered_cells().collect();
        let values = self.worthiest(Scale::LongRun, 1.0, &cells)?;
        let v = values.iter().map(|(value, _)| *value).fold(0.0, f64::max);
        let cell = values.iter().map(|(_, cell)| *cell).min().unwrap_or(cells[0]);
        Ok(Guess { cell, stake: self.stake(cell, Scale::LongRun), v })
    }
}

/// What was opened in thought, and the guesses that were found behind it.
#[derive(Debug)]
pub(super) struct Path {
    /// Cells with what they show.
    opened: Vec<(u32, u32)>,
    /// In any order, so that what is opened in another one is known, too.
    guesses: HashMap<Vec<(u32, u32)>, Guess>,
    /// The solutions of all positions that were thought of.
    work: f64,
    /// Beyond so many nothing is thought of any more.
    most_work: f64,
}

/// A guess in a position that may follow.
#[derive(Clone, Copy, Debug)]
struct Guess {
    cell: u32,
    /// What is behind it is weighed with this.
    stake: f64,
    /// What l makes of it.
    v: f64,
}

impl Path {
    /// Nothing is opened yet.
    pub fn new(most_work: f64) -> Self {
        Path { opened: Vec::new(), guesses: HashMap::new(), work: 0.0, most_work }
    }

    /// A cell shows this number in a position that was looked at.
    fn open(&mut self, cell: u32, number: u32, ahead: &Mind) {
        self.opened.push((cell, number));
        let looked = if ahead.look.is_exact() { ANALYSED } else { ahead.solutions() };
        self.work += looked / LOOKED;
    }

    /// Whether more was thought of than may be, so that what was found tells nothing.
    pub fn is_spent(&self) -> bool {
        self.work > self.most_work
    }

    fn place(&self) -> Vec<(u32, u32)> {
        let mut place = self.opened.clone();
        place.sort_unstable();
        place
    }

    fn known(&self) -> Option<Guess> {
        self.guesses.get(&self.place()).copied()
    }

    fn learn(&mut self, guess: Guess) -> Guess {
        self.guesses.insert(self.place(), guess);
        guess
    }
}

/// Cells with the same r.
pub(super) struct Alike {
    pub r: Fraction,
    /// Ascending.
    pub cells: Vec<CellId>,
}

impl Prospects<'_> {
    /// The cells with the `most` largest values of r that are at least `near` hundredths of the largest,
    /// the largest first.
    pub(super) fn nearest(&mut self, cells: &[CellId], near: u32, most: usize) -> Answer<Vec<Alike>> {
        let mut order = Vec::new();
        for &cell in cells {
            order.push((self.r(cell)?.unwrap_or_else(Fraction::zero), cell));
        }
        order.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        let Some((largest, _)) = order.first() else { return Ok(Vec::new()) };
        let least = largest.times(&Fraction::new(near.into(), 100u32.into()));
        let groups = order.chunk_by(|a, b| a.0 == b.0).take(most).filter(|group| group[0].0 >= least);
        let alike = |group: &[(Fraction, CellId)]| Alike {
            r: group[0].0.clone(),
            cells: group.iter().map(|(_, cell)| *cell).collect(),
        };
        Ok(groups.map(alike).collect())
    }

    /// For each cell whose r is near the largest: r·n, of the first cell with this r, exactly.
    pub(super) fn by_next_guess(&mut self, cells: &[CellId]) -> Answer<Vec<(CellId, Fraction)>> {
        let mut values = Vec::new();
        for Alike { r, cells } in self.nearest(cells, NEAR, MOST)? {
            let value = r.times(&self.next_value(cells[0])?);
            values.extend(cells.into_iter().map(|cell| (cell, value.clone())));
        }
        values.sort_unstable_by_key(|(cell, _)| *cell);
        Ok(values)
    }

    /// n, over all placements and with debts forgiven.
    fn next_value(&mut self, cell: CellId) -> Answer<Fraction> {
        let free = self.chance(cell).complement();
        let behind = self.next_behind(cell, Thought::Once)?.times(&free);
        self.forgive(cell, behind)
    }

    /// What is to be expected behind a cell where it is free.
    pub(super) fn next_behind(&mut self, cell: CellId, thought: Thought) -> Answer<Fraction> {
        let found = self.quantities(cell)?;
        let (mut sum, free) = (Fraction::zero(), found.free());
        for shown in &found.shown {
            let mut ahead = self.board().clone();
            ahead.set_label(cell, Label::Number(shown.number));
            let is_opened = is_within_reach(shown.safe);
            let mut thinker = Thinker { thought, all: &free, budget: &self.budget };
            sum = sum.plus(&thinker.behind_free(&mut ahead, None, is_opened)?);
        }
        Ok(if free.is_zero() { sum } else { sum.times(&Fraction::new(BigUint::from(1u32), free)) })
    }

    /// The best guess by l, the first of several, and what l makes of it; `None` if all is mined.
    fn guess_by_l(&mut self) -> Answer<Option<(CellId, Fraction)>> {
        let mut cells: Vec<(CellId, Fraction)> = self.chances().to_vec();
        cells.sort_by(|(_, a), (_, b)| a.cmp(b));
        let mut best: Option<(CellId, Fraction)> = None;
        for (cell, mine) in cells.iter().filter(|(_, mine)| !mine.is_one()) {
            // No more is forgiven than what is at stake.
            let free = mine.complement();
            let hope = free.plus(&free.clone().min(mine.clone()));
            if best.as_ref().is_some_and(|(_, most)| hope < *most) {
                continue;
            }
            let Some(l) = self.l(*cell)? else { continue };
            let is_better = |(first, most): &(CellId, Fraction)| l > *most || l == *most && cell < first;
            if best.as_ref().is_none_or(is_better) {
                best = Some((*cell, l));
            }
        }
        Ok(best)
    }
}

/// Thinks of the guesses behind a cell, exactly.
struct Thinker<'a> {
    thought: Thought,
    /// The placements in which the cell is free.
    all: &'a BigUint,
    budget: &'a Budget,
}

impl Thinker<'_> {
    /// What the placements of a board are worth once its free cells are open, in placements. `free` are
    /// those still to be opened; where it is `None`, `is_opened` tells whether that is all of them or none.
    fn behind_free(
        &mut self,
        board: &mut Board,
        free: Option<&[CellId]>,
        is_opened: bool,
    ) -> Answer<Fraction> {
        self.budget.check()?;
        let (cell, others) = match free.map(<[CellId]>::split_first) {
            Some(Some((&cell, others))) => (cell, others.to_vec()),
            Some(None) => return self.worth(board),
            None => {
                let Some(found) = analyse(board, self.budget)? else { return Ok(Fraction::zero()) };
                let free = found.cells.iter().filter(|(_, chance)| is_opened && chance.is_zero());
                let free: Vec<CellId> = free.map(|(cell, _)| *cell).collect();
                return self.behind_free(board, Some(&free), is_opened);
            }
        };
        let mut sum = Fraction::zero();
        for number in 0..=board.neighbours(cell).len() as u32 {
            board.set_label(cell, Label::Number(number));
            let behind = self.behind_free(board, Some(&others), is_opened);
            board.set_label(cell, Label::Covered);
            sum = sum.plus(&behind?);
        }
        Ok(sum)
    }

    /// What the placements of a board are worth whose free cells are not opened any more.
    fn worth(&self, board: &Board) -> Answer<Fraction> {
        let Some(found) = analyse(board, self.budget)? else { return Ok(Fraction::zero()) };
        let (safe, survivors) = next_move(&found);
        let share = if safe > 0 || survivors == found.count {
            Fraction::new(sure(safe).into(), 1000u32.into())
        } else {
            // Sure mines are known by then.
            let mut ahead = board.clone();
            for (cell, _) in found.cells.iter().filter(|(_, chance)| chance.is_one()) {
                ahead.set_label(*cell, Label::Mine);
            }
            self.worth_of_guess(&ahead, &found.count)?
        };
        Ok(share.times(&Fraction::new(found.count, 1u32.into())))
    }

    /// What a position with so many placements, in which nothing is sure, makes of its best guess.
    fn worth_of_guess(&self, board: &Board, count: &BigUint) -> Answer<Fraction> {
        let Some(mut prospects) = Prospects::new(board, self.budget)? else { return Ok(Fraction::zero()) };
        let Some((cell, v)) = prospects.guess_by_l()? else { return Ok(Fraction::zero()) };
        if self.thought == Thought::Twice && count * 100u32 >= self.all * LIKELY {
            return Ok(twice_exactly(&prospects.next_value(cell)?));
        }
        let lifted = v.times(&Fraction::new(LIFT.into(), 10u32.into()));
        Ok(lifted.less(&Fraction::new((LIFT * DROP).into(), 100u32.into())))
    }
}

fn analyse(board: &Board, budget: &Budget) -> Answer<Option<Probabilities>> {
    let mut analysis = Analysis::new(board, EngineChoice::Auto, budget)?;
    analysis.sharpen()?;
    analysis.probabilities()
}
