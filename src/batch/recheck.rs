//! Whether the rows that are there are those of the corpus as it is now.
//!
//! # Theory
//! A corpus may change between two runs: files come and go, boards are mended. Rows that are there
//! would then stand for other boards than those that get their rows next. So a run that goes on
//! first reads the boards of all finished rows again and compares their checksums
//! (`fingerprint`); nothing is written before that. Standard input can be read but once, so
//! there each board is compared as it comes by.
//!
//! A report without a journal has no checksums any more. It is whole if its ids are those of the
//! corpus.
//!
//! # Cost
//! Reading the corpus as far as there are rows.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::corpus::Corpus;
use super::fingerprint::{Prints, fingerprint};
use super::instance::{Instance, Instances};
use super::ledger::named;
use super::places::{Places, form_of};
use super::row::{Column, columns, header};
use super::run::text_limit;
use super::shard::Shard;
use super::tally::RowReader;
use crate::board::counted;
use crate::budget::Budget;

/// The corpus of a run, and the part of it that is asked for.
pub struct Now<'a> {
    /// All boards.
    pub corpus: &'a Corpus,
    /// Which of them.
    pub shard: Shard,
    /// How large a board may be, and whether somebody wants to stop.
    pub budget: &'a Budget,
}

impl Now<'_> {
    /// The boards that have rows, with the numbers of these. They end early where the budget does.
    fn boards(&self) -> impl Iterator<Item = (u64, Instance)> {
        let limit = text_limit(self.budget.memory_limit());
        let all = Instances::new(self.corpus, limit, false);
        all.take_while(|_| self.budget.check().is_ok())
            .filter_map(|instance| Some((self.shard.row_of(instance.index)?, instance)))
    }
}

/// What the finished rows of an earlier run were made of.
pub struct Finished {
    prints: Prints,
    places: Places,
    timings: bool,
    /// All rows below a number, and some others.
    rows: (u64, BTreeSet<u64>),
}

impl Finished {
    /// The rows of a ledger: all below a number, and some others.
    pub fn new(places: &Places, timings: bool, rows: (u64, BTreeSet<u64>)) -> Result<Self, String> {
        let prints = Prints::open(&places.boards()).map_err(|error| error.to_string())?;
        Ok(Finished { prints, places: places.clone(), timings, rows })
    }

    /// Compares all of them with the corpus.
    pub fn compare(mut self, now: &Now) -> Result<(), String> {
        let Some(last) = self.last() else { return Ok(()) };
        let mut seen = 0;
        for (row, instance) in now.boards().take_while(|(row, _)| *row <= last) {
            seen = row + 1;
            if row < self.rows.0 || self.rows.1.contains(&row) {
                self.check(row, &instance)?;
            }
        }
        if now.budget.check().is_ok() { self.check_end(seen) } else { Ok(()) }
    }

    /// Compares one of them with its board. Rows come in ascending order.
    pub fn check(&mut self, row: u64, instance: &Instance) -> Result<(), String> {
        if self.prints.of(row) == Some(fingerprint(instance)) {
            return Ok(());
        }
        let report = self.places.report.display();
        let old = id_of(&self.places, self.timings, row).filter(|old| *old != instance.id);
        let what = match old {
            Some(old) => format!("row {} is that of {old}, and now {} is there", row + 1, instance.id),
            None => format!("{} is not what it was", instance.id),
        };
        Err(changed(&format!("the corpus has changed since {report} was begun: {what}")))
    }

    /// Whether a corpus with so many rows has all of them.
    pub fn check_end(&self, rows: u64) -> Result<(), String> {
        let report = self.places.report.display();
        match self.last() {
            Some(last) if last >= rows => Err(changed(&format!(
                "the corpus has changed since {report} was begun: it has only {} left",
                counted(rows, "board", "boards")
            ))),
            _ => Ok(()),
        }
    }

    fn last(&self) -> Option<u64> {
        self.rows.1.last().copied().or_else(|| self.rows.0.checked_sub(1))
    }
}

fn changed(what: &str) -> String {
    format!("{what}; nothing was written; put the corpus back as it was, or start again with --force")
}

/// The id of a row of an unfinished report, if it can be found.
fn id_of(places: &Places, timings: bool, row: u64) -> Option<String> {
    ids(places, timings).ok()?.nth(usize::try_from(row).ok()?)
}

/// The ids of the rows of a report, as far as they are whole.
fn ids(places: &Places, timings: bool) -> Result<impl Iterator<Item = String> + use<>, String> {
    let rows = rows(&places.rows(), timings).map_err(|error| error.to_string())?;
    Ok(rows.map_while(Result::ok).map(|mut fields| fields.swap_remove(Column::Id as usize)))
}

/// The ids and the certificates of a whole report, where there are certificates.
pub fn certified(
    report: &Path,
    timings: bool,
) -> io::Result<impl Iterator<Item = io::Result<(String, PathBuf)>> + use<>> {
    let rows = rows(report, timings)?.map(|fields| {
        let mut fields = fields?;
        let folder = PathBuf::from(fields.swap_remove(Column::Certificate as usize));
        Ok((fields.swap_remove(Column::Id as usize), folder))
    });
    let is_certified = |row: &io::Result<(String, PathBuf)>| match row {
        Ok((_, folder)) => !folder.as_os_str().is_empty(),
        Err(_) => true,
    };
    Ok(rows.filter(is_certified))
}

/// The fields of each row of a report; a line that is none is an error.
fn rows(path: &Path, timings: bool) -> io::Result<impl Iterator<Item = io::Result<Vec<String>>> + use<>> {
    let (form, names, path) = (form_of(path), columns(timings), path.to_owned());
    let mut input = BufReader::new(File::open(&path).map_err(|error| named(&path, &error))?);
    let (mut reader, mut line) = (RowReader::new(form, names), Vec::new());
    input.read_until(b'\n', &mut line).map_err(|error| named(&path, &error))?;
    // In JSON lines the first line is a row already.
    let mut is_read = header(names, form).is_empty();
    Ok(std::iter::from_fn(move || {
        if !std::mem::replace(&mut is_read, false) {
            line.clear();
            if let Err(error) = input.read_until(b'\n', &mut line) {
                return Some(Err(named(&path, &error)));
            }
        }
        let is_torn = || io::Error::other(format!("{} has a line that is no row", path.display()));
        (!line.is_empty()).then(|| reader.fields(&line).ok_or_else(is_torn))
    }))
}

/// Whether a report has the ids of the corpus, all of them and in their order.
pub fn compare_ids(places: &Places, timings: bool, now: &Now) -> Result<(), String> {
    let report = places.report.display();
    let mut rows = ids(places, timings)?;
    let (mut there, mut boards) = (0u64, 0u64);
    for (row, instance) in now.boards() {
        boards += 1;
        match rows.next() {
            None => {}
            Some(id) if id == instance.id => there += 1,
            Some(id) => {
                return Err(format!("row {} of {report} is that of {id}, not of {}", row + 1, instance.id));
            }
        }
    }
    if let Err(reason) = now.budget.check() {
        return Err(format!("{report} was not compared with its corpus: {reason}"));
    }
    let more = rows.count() as u64;
    if there == boards && more == 0 {
        return Ok(());
    }
    let boards = counted(boards, "board", "boards");
    Err(format!("{report} has {} for {boards}", counted(there + more, "row", "rows")))
}
