//! Asks a board's analysis the questions of a command, from cheap to dear.
//!
//! # Theory
//! A limit may come at any time, and what was answered before it should not be lost. So each
//! question is asked by itself and its answer noted at once. Past the time limit or after Ctrl-C
//! nothing more is asked; past the memory limit a later question may still fit.

use num_bigint::BigUint;

use super::progress::Progress;
use crate::analysis::{
    Analysis, Comparison, EngineChoice, Known, Probabilities, SureCells, Verdict, Why, cross_check,
};
use crate::board::{Board, CellId, Label};
use crate::budget::{Answer, Budget, StopReason};
use crate::certify::Files;
use crate::certify::write::{CertifyError, Claim, Order, certificate};
use crate::play::{Strategy, advise};
use crate::report::{Finding, Findings, Placements, Question, decimal};

/// One board under questions.
pub struct Inquiry<'a, 'p> {
    /// What was found so far.
    pub findings: Findings<'a>,
    analysis: Option<Analysis<'a>>,
    budget: Budget,
    progress: &'p Progress,
}

impl<'a, 'p> Inquiry<'a, 'p> {
    /// Makes the board ready and asks whether it is consistent at all.
    pub fn begin(
        name: &'a str,
        board: &'a Board,
        question: Question,
        engine: EngineChoice,
        budget: &Budget,
        progress: &'p Progress,
    ) -> Self {
        let mut findings = Findings::new(name, board, question);
        progress.say(&format!("{name}: reducing"));
        let analysis = budget.check().and_then(|()| {
            let mut analysis = Analysis::new(board, engine, budget)?;
            if findings.question.counts() {
                progress.say(&format!("{name}: deciding sure cells"));
                analysis.sharpen()?;
            }
            Ok(analysis)
        });
        let analysis = findings.take(analysis);
        let mut inquiry = Inquiry { findings, analysis, budget: budget.clone(), progress };
        inquiry.findings.consistent = inquiry.ask("is it consistent?", Analysis::consistent);
        if inquiry.findings.consistent == Some(false) {
            inquiry.note_impossible();
        }
        inquiry
    }

    /// Asks one thing; `None` if a limit came first.
    pub fn ask<T>(&mut self, what: &str, question: impl FnOnce(&Analysis<'a>) -> Answer<T>) -> Option<T> {
        if matches!(self.findings.stopped, Some(StopReason::Time | StopReason::Interrupted)) {
            return None;
        }
        let analysis = self.analysis.as_ref()?;
        self.progress.say(&format!("{}: {what}", self.findings.name));
        let answer = self.budget.check().and_then(|()| question(analysis));
        self.findings.take(answer)
    }

    /// Asks what the command asks.
    pub fn answer(&mut self) {
        if self.findings.consistent == Some(false) {
            if self.findings.question == (Question::Check { why: true }) {
                self.why("finding the contradiction", Analysis::why_contradictory);
            }
            return;
        }
        match self.findings.question.clone() {
            Question::Check { .. } => {
                self.witness();
                if self.findings.consistent == Some(true) {
                    self.findings.why = Finding::Impossible;
                }
            }
            Question::Safe { cell, why, .. } => {
                self.sure_cells(cell);
                if let Some(cell) = cell.filter(|_| why) {
                    self.why_sure(cell);
                }
            }
            Question::Count { by_mines } => {
                self.count();
                if by_mines {
                    self.by_mines();
                }
            }
            Question::Prob { numbers } => {
                self.probabilities();
                let count = self.findings.probabilities.known().map(|found| found.count.clone());
                self.note_count(count);
                self.numbers(&numbers);
            }
            Question::Bounds { region } => self.bounds(region.as_deref()),
            Question::Enumerate { limit } => self.placements(limit),
            Question::Analyze => {
                self.witness();
                self.sure_cells(None);
                self.count();
                self.probabilities();
                self.bounds(None);
                self.by_mines();
            }
            Question::Next { strategy, explain } => self.advice(&strategy, explain),
        }
    }

    /// The certificate of what was found; `None` if a limit came first.
    pub fn certify(&mut self, drat: bool) -> Result<Option<Files>, String> {
        let (name, board) = (self.findings.name, self.findings.board);
        let Some(consistent) = self.findings.consistent else { return Ok(None) };
        let sure = match &self.findings.question {
            Question::Safe { cell: None, .. } | Question::Analyze
                if consistent && self.findings.sure.known().is_some() =>
            {
                self.findings.sure.known().cloned()
            }
            Question::Safe { .. } | Question::Analyze if consistent => {
                match self.ask("finding sure cells", Analysis::sure_cells) {
                    Some(Some(sure)) => Some(sure),
                    _ => return Ok(None),
                }
            }
            _ => None,
        };
        let claim = match &sure {
            _ if !consistent => Claim::Inconsistent,
            None => Claim::Consistent,
            Some(sure) => Claim::Sure { free: &sure.free, mined: &sure.mined },
        };
        // A total is easily missed by a search, so a placement that meets it is a good beginning.
        // Without it the certificate may still be found.
        let mut witness = self.findings.witness.known().cloned();
        if witness.is_none() && consistent && board.mines().is_some() {
            witness = self.analysis.as_ref().and_then(|analysis| analysis.witness().ok().flatten());
        }
        let mut placements: Vec<Vec<CellId>> = witness.into_iter().collect();
        if sure.is_some()
            && let Some(analysis) = &self.analysis
        {
            placements.extend(analysis.showings().unwrap_or_default());
        }
        let order = Order { name, board, claim, placements: &placements, drat };
        let budget = self.budget.clone();
        let mut fault = None;
        let files = self.ask("proving", |_| match certificate(&order, &budget) {
            Ok(files) => Ok(Some(files)),
            Err(CertifyError::Stopped(reason)) => Err(reason),
            Err(error) => {
                fault = Some(format!("{name}: {error}"));
                Ok(None)
            }
        });
        fault.map_or(Ok(files.flatten()), Err)
    }

    /// Asks every engine what was found; a difference is an error.
    pub fn cross_check(&mut self) {
        let findings = &self.findings;
        let known = Known {
            consistent: findings.consistent,
            sure: findings.sure.known().cloned(),
            count: findings.count.as_ref().and_then(|digits| digits.parse().ok()),
            by_mines: findings.by_mines.clone(),
            probabilities: findings.probabilities.known().cloned(),
            bounds: findings.bounds.known().copied(),
        };
        let (board, budget) = (findings.board, self.budget.clone());
        let opinions =
            self.ask("asking every engine", |_| Ok(cross_check(board, &known, &budget))).unwrap_or_default();
        for comparison in opinions.iter().flat_map(|opinion| opinion.answers) {
            let reason = match comparison {
                Comparison::Differs => StopReason::Disagreement,
                Comparison::Stopped(reason) => reason,
                Comparison::Agrees | Comparison::NotAsked => continue,
            };
            self.findings.take::<()>(Err(reason));
        }
        self.findings.opinions = Some(opinions);
    }

    /// Ends the questions: which engines answered?
    pub fn finish(mut self) -> Findings<'a> {
        if let Some(analysis) = &self.analysis {
            self.findings.engine = Some(analysis.extent().engine);
            self.findings.components = Some(analysis.components());
        }
        self.findings
    }

    fn witness(&mut self) {
        if let Some(found) = self.ask("finding a placement", Analysis::witness) {
            self.findings.witness = found.into();
        }
    }

    /// All sure cells; `tell` is told of each as soon as it is known.
    pub fn sure_cells_telling(&mut self, tell: &mut (dyn FnMut(&[CellId], Verdict) + Send)) {
        if self.findings.consistent != Some(false)
            && let Some(found) = self.ask("finding sure cells", |analysis| analysis.sure_cells_telling(tell))
        {
            self.findings.sure = found.into();
        }
    }

    fn sure_cells(&mut self, only: Option<CellId>) {
        if let Some(found) = self.ask("finding sure cells", Analysis::sure_cells) {
            let board = self.findings.board;
            self.findings.sure = found.map(|sure| narrowed(sure, only, board)).into();
        }
    }

    /// Why a cell is sure, as soon as it is known that it is.
    fn why_sure(&mut self, cell: CellId) {
        match self.findings.verdict(cell) {
            None => {}
            Some("undecided") => self.findings.why = Finding::Impossible,
            Some(verdict) => {
                self.why("finding reasons", |analysis| analysis.why_sure(cell, verdict == "mine"));
            }
        }
    }

    fn why(&mut self, what: &str, question: impl FnOnce(&Analysis<'a>) -> Answer<Option<Why>>) {
        if let Some(found) = self.ask(what, question) {
            self.findings.why = found.into();
        }
    }

    fn count(&mut self) {
        let count = self.ask("counting placements", Analysis::count);
        self.note_count(count);
    }

    /// A count of millions of digits takes longer to write than to find: that is under the limits too.
    fn note_count(&mut self, count: Option<BigUint>) {
        let budget = self.budget.clone();
        self.findings.count =
            count.and_then(|count| self.ask("writing the count", |_| decimal(&count, &budget)));
    }

    fn by_mines(&mut self) {
        self.findings.by_mines = self.ask("counting placements by mines", Analysis::by_mines);
    }

    fn probabilities(&mut self) {
        if let Some(found) = self.ask("computing probabilities", Analysis::probabilities) {
            self.findings.probabilities = found.into();
        }
    }

    fn numbers(&mut self, cells: &[CellId]) {
        for &cell in cells {
            let shown = self.ask("computing shown numbers", |analysis| analysis.shown_numbers(cell));
            self.findings.numbers.push(shown.map_or(Finding::Unknown, Finding::from));
        }
    }

    fn advice(&mut self, strategy: &Strategy, explain: bool) {
        let (board, budget) = (self.findings.board, self.budget.clone());
        if let Some(found) = self.ask("choosing a cell", |_| advise(board, strategy, explain, &budget)) {
            self.findings.advice = found.into();
        }
    }

    fn bounds(&mut self, region: Option<&[CellId]>) {
        if let Some(found) = self.ask("bounding mines", |analysis| analysis.bounds(region)) {
            self.findings.bounds = found.into();
        }
    }

    /// Collects placements as long as they fit the memory limit.
    fn placements(&mut self, limit: Option<u64>) {
        let mut found = Placements { placements: Vec::new(), complete: true };
        let mut bytes = 0;
        let budget = self.budget.clone();
        let answer = self.ask("enumerating placements", |analysis| {
            let mut lease = budget.reserve(0)?;
            let mut stopped = Ok(());
            analysis.for_each_placement(&mut |mines| {
                if limit.is_some_and(|limit| found.placements.len() as u64 >= limit) {
                    found.complete = false;
                    return false;
                }
                bytes += (size_of_val(mines) + size_of::<Vec<CellId>>() * 2) as u64;
                stopped = lease.resize(bytes);
                if stopped.is_ok() {
                    found.placements.push(mines.to_vec());
                }
                stopped.is_ok()
            })?;
            stopped
        });
        found.complete &= answer.is_some();
        self.findings.placements = Some(found);
    }

    /// Without a legal placement every question has the same answer.
    fn note_impossible(&mut self) {
        let findings = &mut self.findings;
        findings.witness = Finding::Impossible;
        findings.sure = Finding::Impossible;
        findings.count = Some("0".to_owned());
        findings.by_mines = Some(Vec::new());
        findings.probabilities = Finding::<Probabilities>::Impossible;
        findings.bounds = Finding::Impossible;
        findings.advice = Finding::Impossible;
        findings.placements = Some(Placements { placements: Vec::new(), complete: true });
        if let Question::Prob { numbers } = &findings.question {
            findings.numbers = vec![Finding::Impossible; numbers.len()];
        }
    }
}

/// The part of the sure cells that tells of one cell.
fn narrowed(sure: SureCells, only: Option<CellId>, board: &Board) -> SureCells {
    let Some(cell) = only else { return sure };
    let keep = |cells: Vec<CellId>| cells.into_iter().filter(|&other| other == cell).collect::<Vec<_>>();
    let (free, mined) = (keep(sure.free), keep(sure.mined));
    let undecided = board.label(cell) == Label::Covered && free.is_empty() && mined.is_empty();
    SureCells { free, mined, undecided: usize::from(undecided) }
}
