//! Few placements that show every undecided cell both mined and free.
//!
//! # Theory
//! Placements that are known already come first, always the one that shows the most. Each further
//! placement is sought with the values that are still missing tried first, so it shows as
//! many of them as it can. Cells that no number sees need no search: with a total they take the
//! mines that are left over, those first that were never mined.
//!
//! A total is met by counting (`search::tally`). Wishing for all missing values at once may lead
//! far away from it; if that takes too many conflicts, fewer are wished for, down to a single one,
//! with everything else as in the last placement. Where even that is hard, or the first placement
//! of all is, the total is not loose, and the clauses of a counter guide the search: they are no
//! part of the certificate.
//! # Cost
//! At least as many placements as a cell needs: one mine among a thousand cells takes a thousand.

use super::CertifyError;
use super::formula::Formula;
use super::search::{Outcome, Search, Variable};
use super::total::{push_total, unseen};
use crate::board::{Board, CellId, Label};
use crate::budget::{Answer, Budget, Lease};
use crate::model::{Model, check};

/// Conflicts that several wishes at once are worth.
const PATIENCE: u64 = 2000;

/// The placements found so far and what they do not show yet.
pub struct Gallery<'a> {
    board: &'a Board,
    model: &'a Model,
    search: &'a mut Search,
    /// Covered cells that numbers see, and those that none sees.
    seen: Vec<Variable>,
    unseen: Vec<Variable>,
    /// The mines that the covered cells hold together.
    total: Option<u64>,
    /// For each covered cell whether it still has to be shown free, and mined.
    missing: Vec<[bool; 2]>,
    /// Values of the seen cells with few mines and with many.
    fewest: Option<Vec<bool>>,
    most: Option<Vec<bool>>,
    last: Vec<bool>,
    /// How many variables the search has, and whether clauses count the total.
    variables: u32,
    has_counter: bool,
    budget: &'a Budget,
    placements: Vec<Vec<CellId>>,
    lease: Lease,
}

impl<'a> Gallery<'a> {
    /// An empty gallery; `undecided` are the cells to be shown both ways.
    pub fn new(
        board: &'a Board,
        model: &'a Model,
        search: &'a mut Search,
        undecided: &[Variable],
        (variables, has_counter): (u32, bool),
        budget: &'a Budget,
    ) -> Answer<Self> {
        let unseen: Vec<Variable> = unseen(model).into_iter().map(Variable).collect();
        let mut is_unseen = vec![false; model.covered.len()];
        for variable in &unseen {
            is_unseen[variable.index()] = true;
        }
        let all = (0..model.covered.len() as u32).map(Variable);
        let seen: Vec<Variable> = all.filter(|variable| !is_unseen[variable.index()]).collect();
        let total = model.total.map(|total| total.saturating_sub(model.known_mines));
        let mut missing = vec![[false; 2]; model.covered.len()];
        for variable in undecided {
            missing[variable.index()] = [true; 2];
        }
        let gallery = Gallery {
            board,
            model,
            search,
            last: vec![false; model.covered.len()],
            seen,
            unseen,
            total,
            missing,
            fewest: None,
            most: None,
            variables,
            has_counter: has_counter || total.is_none(),
            budget,
            placements: Vec::new(),
            lease: budget.reserve(model.covered.len() as u64 * 16)?,
        };
        let (low, high) = gallery.bounds();
        gallery.search.seek_placements(&gallery.seen, low, high);
        Ok(gallery)
    }

    /// Begins with placements that are known already: of those that are left always the one that
    /// shows the most, and none that shows nothing new, but for one.
    pub fn begin_with(&mut self, known: &[Vec<CellId>]) -> Result<(), CertifyError> {
        let _lease = self.budget.reserve((known.len() * self.model.covered.len()) as u64)?;
        let mut left: Vec<Vec<bool>> = Vec::with_capacity(known.len());
        for mines in known {
            let mut values = vec![false; self.model.covered.len()];
            for mine in mines {
                if let Ok(i) = self.model.covered.binary_search(mine) {
                    values[i] = true;
                }
            }
            self.note(&values);
            left.push(values);
        }
        while !left.is_empty() {
            self.budget.check()?;
            // What is shown before needs no second look.
            let open: Vec<usize> =
                (0..self.missing.len()).filter(|&i| self.missing[i] != [false; 2]).collect();
            let news =
                |values: &[bool]| open.iter().filter(|&&i| self.missing[i][usize::from(values[i])]).count();
            let shown: Vec<usize> = left.iter().map(|values| news(values)).collect();
            // Of equal ones the first.
            let best = (0..left.len()).rev().max_by_key(|&at| shown[at]).unwrap_or(0);
            if shown[best] == 0 && !self.placements.is_empty() {
                break;
            }
            self.hang(left.swap_remove(best))?;
        }
        Ok(())
    }

    /// Finds placements until nothing is missing; at least one.
    pub fn complete(mut self) -> Result<Vec<Vec<CellId>>, CertifyError> {
        if self.placements.is_empty() && !self.seek(&[])? {
            self.count_by_clauses()?;
            self.seek(&[])?;
        }
        let mut batch = usize::MAX;
        loop {
            let wanted = |&&variable: &&Variable| self.wish(variable).is_some();
            let wishes: Vec<Variable> = self.seen.iter().filter(wanted).copied().take(batch).collect();
            if wishes.is_empty() {
                break;
            }
            if self.seek(&wishes)? {
                continue;
            }
            batch = (wishes.len() / 4).max(1);
            if wishes.len() == 1 {
                self.count_by_clauses()?;
                batch = usize::MAX;
            }
        }
        self.show_unseen()?;
        Ok(self.placements)
    }

    /// How many mines the seen cells may have.
    fn bounds(&self) -> (u64, u64) {
        let all = self.seen.len() as u64;
        self.total.map_or((0, all), |total| (total.saturating_sub(self.unseen.len() as u64), total))
    }

    /// The value that a cell has not shown yet.
    fn wish(&self, variable: Variable) -> Option<bool> {
        match self.missing[variable.index()] {
            [true, _] => Some(false),
            [_, true] => Some(true),
            _ => None,
        }
    }

    /// Finds a placement with the first wish, and with the others if they can be had; `false` if
    /// they were too many, or the total is too hard to meet by counting alone.
    fn seek(&mut self, wishes: &[Variable]) -> Result<bool, CertifyError> {
        for &variable in &self.seen {
            self.search.prefer(variable, self.last[variable.index()]);
        }
        for &variable in wishes {
            let value = self.wish(variable).unwrap_or(false);
            self.search.prefer(variable, value);
            self.search.favour(variable);
        }
        let assumed = wishes.first().and_then(|&variable| Some(variable.is(self.wish(variable)?)));
        // With clauses that count, one wish or none is a question that has to be answered.
        let allowance = (wishes.len() > 1 || !self.has_counter).then_some(PATIENCE);
        match self.search.solve(assumed, &self.seen, allowance)? {
            Outcome::GaveUp => Ok(false),
            Outcome::Refuted => Err(CertifyError::Disagreement("a cell cannot be both mined and free")),
            Outcome::Satisfied => {
                let values = self.search.found()[..self.model.covered.len()].to_vec();
                self.note(&values);
                self.fill_and_hang(values)?;
                Ok(true)
            }
        }
    }

    /// Tells the search the total by the clauses of a counter.
    fn count_by_clauses(&mut self) -> Answer<()> {
        self.has_counter = true;
        let mut formula = Formula::empty(self.variables, self.budget)?;
        push_total(self.model, self.search, false, &mut formula, self.budget)?;
        self.variables = formula.variables;
        formula.feed(0, self.search)
    }

    fn mines(&self, values: &[bool]) -> u64 {
        self.seen.iter().filter(|variable| values[variable.index()]).count() as u64
    }

    /// Keeps the values if no others have so few or so many mines.
    fn note(&mut self, values: &[bool]) {
        let mines = self.mines(values);
        if self.fewest.as_ref().is_none_or(|old| self.mines(old) > mines) {
            self.fewest = Some(values.to_vec());
        }
        if self.most.as_ref().is_none_or(|old| self.mines(old) < mines) {
            self.most = Some(values.to_vec());
        }
    }

    /// Gives the unseen cells the mines that are left over, as they miss them, and hangs it up.
    fn fill_and_hang(&mut self, mut values: Vec<bool>) -> Result<(), CertifyError> {
        let all = self.unseen.len();
        let mut order = self.unseen.clone();
        // Who misses only being mined comes first, who misses only being free last.
        order.sort_by_key(|variable| match self.missing[variable.index()] {
            [false, true] => 0,
            [true, true] => 1,
            [false, false] => 2,
            [true, false] => 3,
        });
        let mined = match self.total {
            Some(total) => usize::try_from(total.saturating_sub(self.mines(&values))).unwrap_or(all),
            None => order.iter().filter(|variable| self.missing[variable.index()] == [false, true]).count(),
        };
        for (i, variable) in order.into_iter().enumerate() {
            values[variable.index()] = i < mined;
        }
        self.hang(values)
    }

    /// Takes a placement in after the referee has seen it.
    fn hang(&mut self, values: Vec<bool>) -> Result<(), CertifyError> {
        let known = self.board.cells().filter(|&cell| self.board.label(cell) == Label::Mine);
        let mined = self.model.covered.iter().zip(&values).filter(|(_, mined)| **mined);
        let mut mines: Vec<CellId> = mined.map(|(&cell, _)| cell).chain(known).collect();
        mines.sort_unstable();
        if !check(self.board, &mines) {
            return Err(CertifyError::Disagreement("a placement is not legal"));
        }
        for (missing, &mined) in self.missing.iter_mut().zip(&values) {
            missing[usize::from(mined)] = false;
        }
        self.last = values;
        self.lease.resize(self.lease.bytes() + 4 * mines.len() as u64 + 32)?;
        self.placements.push(mines);
        Ok(())
    }

    /// Shows the unseen cells both ways once the seen ones are done.
    fn show_unseen(&mut self) -> Result<(), CertifyError> {
        loop {
            let misses = |value: usize| self.unseen.iter().any(|v| self.missing[v.index()][value]);
            let (free, mined) = (misses(0), misses(1));
            if !free && !mined {
                return Ok(());
            }
            let Some(total) = self.total else {
                let values = self.last.clone();
                self.fill_and_hang(values)?;
                continue;
            };
            // Few mines among the seen cells leave many for the others.
            let all = self.unseen.len() as u64;
            let known = if mined { &self.fewest } else { &self.most };
            let left = known.as_ref().map(|values| total - self.mines(values));
            let helps = left.is_some_and(|left| if mined { left > 0 } else { left < all });
            if helps {
                let values = known.clone().unwrap_or_default();
                self.fill_and_hang(values)?;
                continue;
            }
            if mined && total == 0 {
                return Err(CertifyError::Disagreement("a cell cannot be mined"));
            }
            let (low, high) = self.bounds();
            let (low, high) =
                if mined { (low, total.saturating_sub(1)) } else { ((total + 1).saturating_sub(all), high) };
            // Narrower bounds only, so what was learnt still holds; and once is enough: the other
            // end is then free of its bound already.
            self.search.seek_placements(&self.seen, low, high);
            if !self.seek(&[])? {
                self.count_by_clauses()?;
                self.seek(&[])?;
            }
        }
    }
}
