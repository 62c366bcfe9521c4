//! Answers for one instance: all questions to one analysis.
//!
//! # Theory
//! Probabilities tell nearly everything: a board is consistent if they exist, cells of probability
//! 0 and 1 are the sure ones, and the count comes with them. So where little work is predicted they
//! are asked first, and the rest is read from them. Where much is, questions are asked from cheap to
//! dear, so that a limit takes away as little as possible.

use std::collections::HashMap;
use std::io;

use num_bigint::BigUint;

use super::container::Trouble;
use super::instance::Instance;
use super::question::{Question, Questions};
use super::row::{CELL_COLUMNS, Column, Form, Row, RowWriter, Value, decimals};
use crate::algebra::Fraction;
use crate::analysis::{Analysis, Comparison, EngineChoice, Known, Probabilities, SureCells, cross_check};
use crate::board::{Board, CellId, Label};
use crate::budget::{Answer, Budget, StopReason};
use crate::certify::Files;
use crate::certify::write::{CertifyError, Claim, Order, certificate};
use crate::formats::{Reading, topology_name};
use crate::report::{cell_name, decimal};

/// Writes the certificate of the instance with this id; says how its folder is called.
pub type Keep<'a> = &'a (dyn Fn(&str, &Files) -> Result<String, NotKept> + Sync);

/// Why a certificate was not written.
#[derive(Debug, thiserror::Error)]
pub enum NotKept {
    /// Its place is taken: that is the fault of this instance alone.
    #[error("{0}")]
    Taken(String),
    /// Its place cannot be written to, nor could those of others.
    #[error("{0}")]
    Failed(io::Error),
}

/// What is wanted of every instance.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The questions.
    pub questions: Questions,
    /// Which engine may answer.
    pub engine: EngineChoice,
    /// Whether every engine is asked, and their answers are compared.
    pub cross_check: bool,
    /// How all boards are read.
    pub reading: Reading,
    /// A total that overrides that of the board.
    pub mines: Option<Option<u64>>,
    /// How rows of cells are written, where they are wanted.
    pub cells: Option<Form>,
    /// Where certificates go, if they are wanted, and whether with a proof in DRAT.
    pub certify: Option<(Keep<'a>, bool)>,
    /// What becomes of a board on which two methods disagree.
    pub disagreement: &'a (dyn Fn(&str, &Board) + Sync),
    /// Whether engines count as disagreeing whatever they say, so that a test can see what follows.
    pub is_doubted: bool,
}

/// What was found out.
#[derive(Default)]
struct Found {
    stopped: Option<StopReason>,
    consistent: Option<bool>,
    sure: Option<SureCells>,
    count: Option<BigUint>,
    by_mines: Option<Vec<(u64, BigUint)>>,
    probabilities: Option<Probabilities>,
    bounds: Option<(u64, u64)>,
    /// A placement, where a certificate has to show one that meets a total.
    witness: Option<Vec<CellId>>,
}

impl Found {
    /// The value of an answer; the first reason why one is missing is kept, unless two methods
    /// disagree.
    fn take<T>(&mut self, answer: Answer<T>) -> Option<T> {
        match answer {
            Ok(value) => Some(value),
            Err(reason) => {
                if self.stopped.is_none() || reason == StopReason::Disagreement {
                    self.stopped = Some(reason);
                }
                None
            }
        }
    }

    /// Whether anything more may be asked.
    fn is_over(&self) -> bool {
        matches!(self.stopped, Some(StopReason::Time | StopReason::Interrupted))
    }
}

/// Answers for an instance; rows of its cells are appended to `cells`. `None` if the work was
/// interrupted, an error if its certificate cannot be written: then the instance is as if it had
/// never been begun.
pub fn answer(
    instance: &Instance,
    request: &Request,
    budget: &Budget,
    cells: &mut Vec<u8>,
) -> io::Result<Option<Row>> {
    let mut row = Row::new(&instance.id);
    let bytes = instance.text.as_ref().map_or(0, Vec::len) as u64;
    let lease = budget.reserve(bytes);
    let Some(read) = lease.as_ref().ok().and_then(|_| instance.board(request.reading, budget)) else {
        match &instance.text {
            Err(Trouble::Wrong(why)) => row.fail(why),
            Err(Trouble::TooLarge) | Ok(_) => stop(&mut row, StopReason::Memory),
        }
        return Ok(Some(row));
    };
    match read {
        Ok(mut board) => {
            if let Some(total) = request.mines {
                board.set_mines(total);
            }
            describe(&board, &mut row);
            let found = inquire(&board, request, budget, &mut row);
            if found.stopped == Some(StopReason::Disagreement) {
                row.set(Column::Agree, Value::Truth(false));
                (request.disagreement)(&instance.id, &board);
            }
            tell(&board, &found, request, budget, &mut row);
            if let Some((keep, drat)) = request.certify {
                let with_sure = request.questions.has(Question::Safe);
                prove(&board, (&found, with_sure), (keep, drat), budget, &mut row)?;
            }
            if let Some(form) = request.cells {
                write_cells(&instance.id, &board, &found, form, cells);
            }
            row.set(Column::PeakMemory, budget.memory_peak());
        }
        Err(error) if error.is_limit() => {
            stop(&mut row, budget.check().err().unwrap_or(StopReason::Memory));
        }
        Err(error) => row.fail(&error.to_string()),
    }
    Ok((budget.check() != Err(StopReason::Interrupted)).then_some(row))
}

fn stop(row: &mut Row, reason: StopReason) {
    row.set(Column::Status, Value::Word("stopped"));
    row.set(Column::Reason, reason.to_string());
}

/// What is plain to see of a board.
fn describe(board: &Board, row: &mut Row) {
    let (topology, _) = topology_name(board.topology());
    row.set(Column::Topology, Value::Word(topology));
    row.set(
        Column::Size,
        match board.topology().extent() {
            Some((width, height, depth)) if topology == "box" => format!("{width}x{height}x{depth}"),
            Some((width, height, _)) => format!("{width}x{height}"),
            None => board.len().to_string(),
        },
    );
    let (mut covered, mut numbers, mut mines, mut free) = (0usize, 0usize, 0usize, 0usize);
    for label in board.labels() {
        match label {
            Label::Covered => covered += 1,
            Label::Number(_) => numbers += 1,
            Label::Mine => mines += 1,
            Label::Free => free += 1,
        }
    }
    row.set(Column::Cells, board.len());
    row.set(Column::Covered, covered);
    row.set(Column::Numbers, numbers);
    row.set(Column::KnownMines, mines);
    row.set(Column::KnownFree, free);
    row.set(Column::Mines, board.mines());
}

/// Asks everything.
fn inquire(board: &Board, request: &Request, budget: &Budget, row: &mut Row) -> Found {
    const COUNTING: [Question; 4] = [Question::Count, Question::ByMines, Question::Prob, Question::Bounds];
    let mut found = Found::default();
    let analysis = budget.check().and_then(|()| {
        let mut analysis = Analysis::new(board, request.engine, budget)?;
        if request.questions.has_any(&COUNTING) {
            analysis.sharpen()?;
        }
        Ok(analysis)
    });
    let Some(analysis) = found.take(analysis) else { return found };
    let mut asking = Asking { board, analysis: &analysis, questions: request.questions, found };
    let together = request.questions.has(Question::Prob) && !analysis.is_heavy();
    if together && !matches!(request.engine, EngineChoice::Sat(_) | EngineChoice::Ilp) {
        asking.all_at_once();
    }
    asking.one_by_one();
    if request.cross_check && !asking.found.is_over() {
        asking.compare(!request.is_doubted, budget, row);
    }
    if request.certify.is_some() && board.mines().is_some() && !asking.found.is_over() {
        // Counting knows how to meet a total, while a search for a certificate has to try. Without
        // an answer that search goes its own way.
        asking.found.witness = analysis.witness().ok().flatten();
    }
    describe_work(&analysis, row);
    asking.found
}

/// A board under questions.
struct Asking<'a> {
    board: &'a Board,
    analysis: &'a Analysis<'a>,
    questions: Questions,
    found: Found,
}

impl<'a> Asking<'a> {
    fn ask<T>(&mut self, question: impl FnOnce(&Analysis<'a>) -> Answer<T>) -> Option<T> {
        if self.found.is_over() {
            return None;
        }
        let answer = question(self.analysis);
        self.found.take(answer)
    }

    /// Reads from the probabilities what else was asked. What a limit leaves out is asked again by
    /// itself.
    fn all_at_once(&mut self) {
        let Ok(probabilities) = self.analysis.probabilities() else { return };
        self.found.consistent = Some(probabilities.is_some());
        let Some(probabilities) = probabilities else { return };
        let mut sure = SureCells::default();
        for (cell, chance) in &probabilities.cells {
            if chance.is_zero() {
                sure.free.push(*cell);
            } else if chance.is_one() {
                sure.mined.push(*cell);
            } else {
                sure.undecided += 1;
            }
        }
        self.found.sure = Some(sure);
        if let Some(total) = self.board.mines() {
            self.found.bounds = Some((total, total));
            self.found.by_mines = Some(vec![(total, probabilities.count.clone())]);
        }
        self.found.count = Some(probabilities.count.clone());
        self.found.probabilities = Some(probabilities);
    }

    /// Asks from cheap to dear what is not known yet.
    fn one_by_one(&mut self) {
        if self.found.consistent.is_none() {
            self.found.consistent = self.ask(Analysis::consistent);
        }
        if self.found.consistent == Some(false) {
            self.found.count = Some(BigUint::ZERO);
            self.found.by_mines = Some(Vec::new());
            return;
        }
        let questions = self.questions;
        if questions.has(Question::Safe) && self.found.sure.is_none() {
            self.found.sure = self.ask(Analysis::sure_cells).flatten();
        }
        if questions.has(Question::Count) && self.found.count.is_none() {
            self.found.count = self.ask(Analysis::count);
        }
        if questions.has(Question::Prob) && self.found.probabilities.is_none() {
            self.found.probabilities = self.ask(Analysis::probabilities).flatten();
        }
        if questions.has(Question::Bounds) && self.found.bounds.is_none() {
            self.found.bounds = self.ask(|analysis| analysis.bounds(None)).flatten();
        }
        if questions.has(Question::ByMines) && self.found.by_mines.is_none() {
            self.found.by_mines = self.ask(Analysis::by_mines);
        }
    }

    /// Asks every engine, if all `agree` so far.
    fn compare(&mut self, mut agree: bool, budget: &Budget, row: &mut Row) {
        let (found, asked) = (&self.found, |question| self.questions.has(question));
        let known = Known {
            consistent: found.consistent,
            sure: found.sure.clone().filter(|_| asked(Question::Safe)),
            count: found.count.clone().filter(|_| asked(Question::Count)),
            by_mines: found.by_mines.clone().filter(|_| asked(Question::ByMines)),
            probabilities: found.probabilities.clone(),
            bounds: found.bounds.filter(|_| asked(Question::Bounds)),
        };
        let opinions = cross_check(self.board, &known, budget);
        let mut stopped = None;
        for comparison in opinions.iter().flat_map(|opinion| opinion.answers) {
            match comparison {
                Comparison::Differs => agree = false,
                Comparison::Stopped(reason) => stopped = stopped.or(Some(reason)),
                Comparison::Agrees | Comparison::NotAsked => {}
            }
        }
        if !agree {
            self.found.take::<()>(Err(StopReason::Disagreement));
        }
        if let Some(reason) = stopped {
            self.found.take::<()>(Err(reason));
        }
        if !agree || stopped.is_none() {
            row.set(Column::Agree, Value::Truth(agree));
        }
    }
}

/// How the components were answered.
fn describe_work(analysis: &Analysis, row: &mut Row) {
    let extent = analysis.extent();
    let known = |number: u64| Some(number).filter(|&number| number > 0);
    row.set(Column::Components, extent.components);
    row.set(Column::LargestComponent, known(extent.largest as u64));
    row.set(Column::Width, known(extent.width as u64));
    row.set(Column::LargestTable, known(extent.largest_table));
    row.set(Column::Engine, extent.engine);
}

/// Puts what was found into the row.
fn tell(board: &Board, found: &Found, request: &Request, budget: &Budget, row: &mut Row) {
    let asked = |question| request.questions.has(question);
    let mut stopped = found.stopped;
    if let Some(consistent) = found.consistent {
        row.set(Column::Consistent, Value::Truth(consistent));
    }
    let mut digits = |number: &BigUint| match decimal(number, budget) {
        Ok(digits) => Some(digits),
        Err(reason) => {
            stopped = stopped.or(Some(reason));
            None
        }
    };
    if let Some(count) = found.count.as_ref().filter(|_| asked(Question::Count)) {
        row.set(Column::Count, digits(count));
    }
    if let Some(by_mines) = found.by_mines.as_ref().filter(|_| asked(Question::ByMines)) {
        let terms = by_mines.iter().map(|(mines, count)| Some(format!("{mines}:{}", digits(count)?)));
        row.set(Column::ByMines, terms.collect::<Option<Vec<_>>>().map(|terms| terms.join(";")));
    }
    if let Some(sure) = found.sure.as_ref().filter(|_| asked(Question::Safe)) {
        row.set(Column::Safe, sure.free.len());
        row.set(Column::Mined, sure.mined.len());
        row.set(Column::Undecided, sure.undecided);
    }
    if let Some((fewest, most)) = found.bounds.filter(|_| asked(Question::Bounds)) {
        row.set(Column::Fewest, fewest);
        row.set(Column::Most, most);
    }
    if let Some((cell, chance)) = found.probabilities.as_ref().and_then(least) {
        let whole = digits(chance.numerator()).zip(digits(chance.denominator()));
        row.set(Column::MinProbability, whole.map(|(a, b)| format!("{a}/{b}")));
        row.set(Column::MinProbabilityValue, Value::Decimal(decimals(chance)));
        row.set(Column::MinProbabilityAt, cell_name(board.topology(), cell));
    }
    match stopped {
        None => row.set(Column::Status, Value::Word("exact")),
        Some(reason @ (StopReason::NotApplicable | StopReason::Disagreement)) => {
            row.fail(&reason.to_string());
        }
        Some(reason) => stop(row, reason),
    }
}

/// The first of the cells that are least likely mined.
fn least(probabilities: &Probabilities) -> Option<(CellId, &Fraction)> {
    let mut least: Option<(CellId, &Fraction)> = None;
    for (cell, chance) in &probabilities.cells {
        if chance.is_zero() {
            return Some((*cell, chance));
        }
        // Most neighbours share their chance, and looking is cheaper than comparing.
        if least.is_none_or(|(_, smallest)| chance != smallest && chance < smallest) {
            least = Some((*cell, chance));
        }
    }
    least
}

/// Writes a certificate of the sure cells where they were asked for, else of consistency.
fn prove(
    board: &Board,
    (found, with_sure): (&Found, bool),
    (keep, drat): (Keep, bool),
    budget: &Budget,
    row: &mut Row,
) -> io::Result<()> {
    let (Value::Text(id), Some(consistent)) = (row.get(Column::Id).clone(), found.consistent) else {
        return Ok(());
    };
    let claim = match found.sure.as_ref().filter(|_| with_sure) {
        _ if !consistent => Claim::Inconsistent,
        Some(sure) => Claim::Sure { free: &sure.free, mined: &sure.mined },
        None => Claim::Consistent,
    };
    let placements: Vec<Vec<CellId>> = found.witness.iter().cloned().collect();
    let order = Order { name: &id, board, claim, placements: &placements, drat };
    match certificate(&order, budget) {
        Ok(files) => match keep(&id, &files) {
            Ok(folder) => row.set(Column::Certificate, folder),
            Err(NotKept::Taken(why)) => row.fail(&why),
            Err(NotKept::Failed(error)) => return Err(error),
        },
        Err(CertifyError::Stopped(reason)) => {
            // All answers may be there; what is missing is said. An earlier reason stays.
            if row.get(Column::Status) == &Value::Word("exact") {
                row.set(Column::Status, Value::Word("stopped"));
                row.set(Column::Reason, format!("{reason} before the certificate was made"));
            }
        }
        Err(error) => row.fail(&error.to_string()),
    }
    Ok(())
}

/// One row for each covered cell.
fn write_cells(id: &str, board: &Board, found: &Found, form: Form, out: &mut Vec<u8>) {
    let state = |cell: CellId, chance: Option<&Fraction>| {
        let is_sure = |cells: &[CellId]| cells.binary_search(&cell).is_ok();
        match (&found.sure, chance) {
            (Some(sure), _) if is_sure(&sure.free) => Value::Word("safe"),
            (Some(sure), _) if is_sure(&sure.mined) => Value::Word("mine"),
            (None, Some(chance)) if chance.is_zero() => Value::Word("safe"),
            (None, Some(chance)) if chance.is_one() => Value::Word("mine"),
            (None, None) => Value::Unknown,
            _ => Value::Word("undecided"),
        }
    };
    let mut chances = found.probabilities.iter().flat_map(|probabilities| &probabilities.cells).peekable();
    let mut written: HashMap<&Fraction, (Value, Value)> = HashMap::new();
    let mut writer = RowWriter::new(&CELL_COLUMNS, form, out);
    for cell in board.cells().filter(|&cell| board.label(cell) == Label::Covered) {
        let chance = chances.next_if(|(other, _)| *other == cell).map(|(_, chance)| chance);
        let (probability, value) = match chance {
            None => (Value::Unknown, Value::Unknown),
            Some(chance) => written
                .entry(chance)
                .or_insert_with(|| (Value::Text(chance.to_string()), Value::Decimal(decimals(chance))))
                .clone(),
        };
        let values = [
            Value::Text(id.to_owned()),
            Value::Text(cell_name(board.topology(), cell)),
            state(cell, chance),
            probability,
            value,
        ];
        writer.write(&values);
    }
}
