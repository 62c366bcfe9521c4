//! A player's view of a game with all that was thought about it.
//!
//! # Theory
//! Before every guess the position is looked at until nothing more is sure. Then the filters of the
//! strategy are applied one after the other; what a filter needs to know of a cell is found when it
//! is first asked for. Cells whose neighbourhood lies in the background alone differ in nothing but
//! their number of neighbours, so one of each kind is studied.

use std::collections::BTreeMap;

use super::debt::Debts;
use super::foresight::{PlainWorth, Scale};
use super::published::Sets;
use super::strategy::Filter;
use super::study::{MOST_NEIGHBOURS, entropy};
use super::{Deal, Field, Look, Outcome, Parts, Study, View};
use crate::budget::{Answer, Budget};

/// A position in the making, and the thoughts on it.
#[derive(Clone, Debug)]
pub struct Mind<'f> {
    /// What is known.
    pub view: View<'f>,
    /// The parts of what is known.
    pub parts: Parts,
    /// What the last look showed.
    pub look: Look,
    study: Study,
    outcomes: Vec<(u32, Outcome)>,
    /// For each number of neighbours: the outcome of a cell that touches the background alone.
    plain: Vec<Option<Outcome>>,
    /// The bits of cells, by where they and their neighbours lie.
    bits: BTreeMap<Vec<u64>, f64>,
    /// Likewise, what is to be expected behind it.
    pub(super) plain_worth: Vec<PlainWorth>,
    /// What cells owe.
    pub(super) debts: Debts,
    /// The sets of the position, for the published program's way.
    pub(super) sets: Sets,
    /// Whether outcomes are asked for that way, too.
    is_held: bool,
    /// Another mind, for positions that may follow.
    pub(super) ahead: Option<Box<Mind<'f>>>,
    pub(super) budget: Budget,
}

/// What came of opening all that is sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Everything free is open.
    Won,
    /// Nothing is sure.
    Open,
}

/// How much two values may differ that are called equal: what rounding does is far less, and what
/// different cells have is far more.
const TOLERANCE: f64 = 1e-9;

/// What leading on is worth, in chances to survive; see [`Filter::Balance`].
const BALANCE: f64 = 0.1;

impl<'f> Mind<'f> {
    /// A mind that knows nothing.
    pub fn new(field: &'f Field, budget: &Budget) -> Self {
        Mind {
            view: View::new(field),
            parts: Parts::new(field.len()),
            look: Look::default(),
            study: Study::default(),
            outcomes: Vec::new(),
            plain: Vec::new(),
            bits: BTreeMap::new(),
            plain_worth: Vec::new(),
            debts: Debts::default(),
            sets: Sets::default(),
            is_held: false,
            ahead: None,
            budget: budget.clone(),
        }
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        self.view.reset();
        self.parts.reset();
    }

    /// Opens everything that is sure.
    pub fn settle(&mut self, deal: &Deal) -> Answer<Standing> {
        loop {
            self.view.settle(deal);
            if self.view.is_won() {
                return Ok(Standing::Won);
            }
            self.look()?;
            if self.look.free.is_empty() && self.look.mined.is_empty() {
                return Ok(Standing::Open);
            }
            for &cell in &self.look.free {
                self.view.open(cell, deal.shown[cell as usize]);
            }
            for &cell in &self.look.mined {
                self.view.mark(cell);
            }
        }
    }

    /// Looks at the position as it is; `false` if it cannot happen.
    pub fn look(&mut self) -> Answer<bool> {
        self.parts.update(&mut self.view);
        self.study.begin();
        self.outcomes.clear();
        self.plain.clear();
        self.plain_worth.clear();
        self.bits.clear();
        self.debts.is_known = false;
        self.sets.is_known = false;
        self.look.take(&self.view, &self.parts, &self.budget)
    }

    /// The cells that pass the filters, after [`settle`](Self::settle) or [`look`](Self::look)
    /// found nothing sure.
    pub fn best(&mut self, filters: &[Filter], cells: &mut Vec<u32>) -> Answer<()> {
        cells.clear();
        self.hear(filters);
        let mut filters = filters;
        if filters.first() == Some(&Filter::Probability) && !self.look.is_exact() {
            self.least_likely(cells);
            filters = &filters[1..];
        } else {
            cells.extend(self.view.covered_cells());
        }
        if let Some(scale) = filters.first().and_then(|filter| Scale::of(*filter)) {
            self.keep_worthiest(scale, cells)?;
            filters = &filters[1..];
        }
        if filters.first() == Some(&Filter::Balance) {
            // Others stay behind the least likely cell, even if they always lead on.
            let least = 1.0 - self.least_chance() - TOLERANCE;
            let Mind { look, parts, .. } = &*self;
            cells.retain(|&cell| (1.0 + BALANCE) * (1.0 - look.chance(cell, parts)) >= least);
        }
        self.filter(filters, cells)
    }

    /// Learns what will be asked for: what was found out for less is found anew.
    fn hear(&mut self, filters: &[Filter]) {
        if !self.is_held && filters.iter().any(|filter| filter.is_published()) {
            self.is_held = true;
            self.outcomes.clear();
            self.plain.clear();
        }
    }

    /// Keeps the cells that pass the filters.
    pub fn filter(&mut self, filters: &[Filter], cells: &mut Vec<u32>) -> Answer<()> {
        self.hear(filters);
        let mut values = Vec::new();
        for &filter in filters {
            if cells.len() <= 1 {
                break;
            }
            if filter == Filter::NextGuess {
                self.keep_by_next_guess(cells)?;
                continue;
            }
            if filter == Filter::Weighed {
                self.keep_weighed(cells)?;
                continue;
            }
            values.clear();
            for &cell in &*cells {
                values.push(self.value(filter, cell)?);
            }
            let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let mut kept = values.iter().map(|value| !Self::is_less(*value, best));
            cells.retain(|_| kept.next().unwrap_or(false));
        }
        Ok(())
    }

    /// Whether a value is less than another by more than rounding does.
    pub(super) fn is_less(value: f64, other: f64) -> bool {
        value < other - TOLERANCE * other.abs().max(1.0)
    }

    /// The chance that a covered cell is free.
    pub(super) fn free_chance(&self, cell: u32) -> f64 {
        1.0 - self.look.chance(cell, &self.parts)
    }

    /// All cells with the least chance to be mined.
    fn least_likely(&self, cells: &mut Vec<u32>) {
        let most = self.least_chance() + TOLERANCE;
        for (part, chances) in self.parts.live().zip(&self.look.chances) {
            for (b, _) in chances.iter().enumerate().filter(|(_, chance)| **chance <= most) {
                cells.extend_from_slice(part.box_cells(b));
            }
        }
        if self.look.weights.background > 0 && self.look.background_chance <= most {
            cells.extend(self.parts.background(&self.view));
        }
    }

    /// The least chance that a covered cell is mined, where nothing is sure.
    fn least_chance(&self) -> f64 {
        let look = &self.look;
        if look.is_exact() {
            return self.view.covered_cells().map(|cell| look.chance(cell, &self.parts)).fold(1.0, f64::min);
        }
        let outside = if look.weights.background > 0 { look.background_chance } else { 1.0 };
        let inside = look.chances.iter().take(self.parts.live().len()).flatten();
        inside.copied().fold(outside, f64::min)
    }

    /// What a filter makes the most of.
    fn value(&mut self, filter: Filter, cell: u32) -> Answer<f64> {
        let free = self.free_chance(cell);
        Ok(match filter {
            Filter::Probability => free,
            Filter::Safe => free * self.outcome(cell)?.progress(),
            Filter::Expected => free * self.outcome(cell)?.expected_free(),
            Filter::Entropy => self.bits(cell)?,
            Filter::PublishedSafe => free * self.outcome(cell)?.held_progress(),
            Filter::PublishedExpected => free * self.outcome(cell)?.held_expected(),
            Filter::PublishedEntropy => {
                // Over the number of all placements, which all cells share.
                let count = self.look.ln_count() / std::f64::consts::LN_2 + free.log2();
                (self.bits(cell)? + count) / free
            }
            Filter::PublishedSurvival => free * self.worth_behind(Scale::Published, cell, 0.0)?,
            Filter::Survival => free * self.worth_behind(Scale::Survival, cell, 0.0)?,
            Filter::Foresight => free * self.worth_behind(Scale::Foresight, cell, 0.0)?,
            Filter::LongRun | Filter::Reach => {
                let scale = if filter == Filter::Reach { Scale::Reach } else { Scale::LongRun };
                self.find_debts()?;
                self.stake(cell, scale) * self.worth_behind(scale, cell, 0.0)?
            }
            Filter::NextGuess | Filter::Weighed => unreachable!("it does not look at cells one by one"),
            Filter::Balance => free + BALANCE * free * self.outcome(cell)?.progress(),
        })
    }

    /// The bits that a cell tells if it is free. Cells that split the same boxes alike share them.
    fn bits(&mut self, cell: u32) -> Answer<f64> {
        if let Some(known) = self.known_outcome(cell) {
            return Ok(known.entropy());
        }
        let place =
            |cell: u32| self.parts.of(cell).map_or(u64::MAX, |(slot, b)| (slot as u64) << 32 | b as u64);
        let mut kind: Vec<u64> = self.view.covered_around(cell).map(place).collect();
        kind.sort_unstable();
        kind.push(place(cell));
        if let Some(bits) = self.bits.get(&kind) {
            return Ok(*bits);
        }
        let is_narrow = self.view.field().around(cell).len() < MOST_NEIGHBOURS;
        let chances = if is_narrow { self.study.numbers(cell, &self.view, &self.parts) } else { None };
        let bits = match chances {
            Some(chances) => entropy(&chances),
            None => self.outcome(cell)?.entropy(),
        };
        self.bits.insert(kind, bits);
        Ok(bits)
    }

    /// What opening a cell would tell, if that was already asked for.
    pub(super) fn known_outcome(&self, cell: u32) -> Option<&Outcome> {
        if let Some((_, known)) = self.outcomes.iter().find(|(known, _)| *known == cell) {
            return Some(known);
        }
        self.plain.get(self.plain_kind(cell)?)?.as_ref()
    }

    /// What opening a cell would tell.
    pub fn outcome(&mut self, cell: u32) -> Answer<&Outcome> {
        if let Some(at) = self.outcomes.iter().position(|(known, _)| *known == cell) {
            return Ok(&self.outcomes[at].1);
        }
        if let Some(kind) = self.plain_kind(cell) {
            if self.plain.len() <= kind {
                self.plain.resize(kind + 1, None);
            }
            if self.plain[kind].is_none() {
                self.plain[kind] = Some(self.study_of(cell)?);
            }
            return Ok(self.plain[kind].as_ref().expect("it was just found"));
        }
        let found = self.study_of(cell)?;
        self.outcomes.push((cell, found));
        Ok(&self.outcomes[self.outcomes.len() - 1].1)
    }

    /// The number of neighbours of a cell that touches the background alone.
    pub(super) fn plain_kind(&self, cell: u32) -> Option<usize> {
        let around = self.view.field().around(cell);
        let is_plain = self.parts.of(cell).is_none()
            && around.iter().all(|&near| self.view.is_covered(near) && self.parts.of(near).is_none());
        is_plain.then_some(around.len())
    }

    fn study_of(&mut self, cell: u32) -> Answer<Outcome> {
        let listed = !self.look.is_exact();
        let shares = self.is_held.then(|| self.shares(cell));
        if let Some(found) = listed
            .then(|| self.study.of(cell, &self.view, &self.parts, &self.look, shares.as_deref()))
            .flatten()
        {
            return Ok(found);
        }
        self.try_numbers(cell)
    }

    /// The least chance to be mined once sure mines are marked.
    pub(super) fn least_after_marking(&mut self) -> Answer<f64> {
        while self.look.free.is_empty() && !self.look.mined.is_empty() && !self.view.is_won() {
            for &cell in &self.look.mined {
                self.view.mark(cell);
            }
            self.look()?;
        }
        let sure = !self.look.free.is_empty() || self.view.is_won();
        Ok(if sure { 0.0 } else { self.least_chance() })
    }

    /// Another mind; to be put back.
    pub(super) fn take_ahead(&mut self) -> Box<Mind<'f>> {
        self.ahead.take().unwrap_or_else(|| Box::new(Mind::new(self.view.field(), &self.budget)))
    }

    /// Looks at the position in which a cell shows a number; `false` if it cannot happen.
    pub(super) fn look_behind(&self, ahead: &mut Mind<'f>, cell: u32, shown: u32) -> Answer<bool> {
        ahead.view.clone_from(&self.view);
        ahead.parts.clone_from(&self.parts);
        ahead.view.open(cell, shown);
        ahead.look()
    }

    /// Finds an outcome by looking at each position that may follow.
    fn try_numbers(&mut self, cell: u32) -> Answer<Outcome> {
        let mut ahead = self.take_ahead();
        let known = self.view.known_mines_around(cell);
        let numbers = self.view.covered_around(cell).count() + 1;
        let mut outcome = Outcome::new(numbers, self.is_held);
        let misjudged = if self.is_held { self.misjudged(cell) } else { Vec::new() };
        let all = self.look.ln_count();
        for n in 0..numbers {
            if self.look_behind(&mut ahead, cell, known + n as u32)? {
                outcome.chances[n] = (ahead.look.ln_count() - all).exp();
                outcome.free[n] = ahead.look.free.len() as u32;
                if let Some(held) = outcome.held.get_mut(n) {
                    *held = ahead.held_free(&misjudged);
                }
            }
        }
        let sum: f64 = outcome.chances.iter().sum();
        outcome.chances.iter_mut().for_each(|chance| *chance /= sum);
        self.ahead = Some(ahead);
        Ok(outcome)
    }
}
