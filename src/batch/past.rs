//! What an earlier run has left behind.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;

use super::fingerprint::Prints;
use super::ledger::{Past, named};
use super::places::{Places, form_of, is_parquet};
use super::recheck::{Now, compare_ids};
use super::row::{CELL_COLUMNS, Column, Form, columns, header};
use super::tally::{RowReader, Tally};

/// What stays of the files of an unfinished run, and what the rows amount to. Lines that were torn
/// do not stay, nor rows from the first on that lacks its cells or its checksum.
pub fn look(places: &Places, timings: bool) -> Result<(Past, Tally), String> {
    let prints = Prints::open(&places.boards());
    let mut prints = prints.map_err(|error| format!("{error}; start again with --force"))?;
    read(places, timings, &mut |row| prints.of(row).is_some())
}

/// What a report without a journal amounts to: it must have a row for every board.
pub fn whole(places: &Places, timings: bool, now: &Now) -> Result<Tally, String> {
    let report = &places.report;
    if is_parquet(report) && fs::exists(report).unwrap_or(false) {
        // Such a file is made of all its rows at once.
        #[cfg(feature = "parquet")]
        return super::parquet::tally(report, timings)
            .map_err(|error| error.to_string())?
            .ok_or_else(|| foreign(report));
    }
    // Cells as Parquet are whole, or not there.
    let plain =
        Places { report: places.rows(), cells: places.cells.clone().filter(|cells| !is_parquet(cells)) };
    let (past, tally) = read(&plain, timings, &mut |_| true)?;
    let files = [Some((&plain.report, past.report)), plain.cells.as_ref().map(|path| (path, past.cells))];
    for (path, len) in files.into_iter().flatten() {
        let size = fs::metadata(path).map_err(|error| named(path, &error).to_string())?.len();
        if size != len {
            return Err(format!("{} is not whole, {}", path.display(), without_journal(places)));
        }
    }
    compare_ids(&plain, timings, now).map_err(|why| format!("{why}, {}", without_journal(places)))?;
    Ok(tally)
}

/// Why a report that is not whole cannot be continued.
fn without_journal(places: &Places) -> String {
    let journal = places.journal();
    format!("and without {} nobody knows how to go on; start again with --force", journal.display())
}

/// Reads rows as long as they are `vouched` for and have their cells.
fn read(
    places: &Places,
    timings: bool,
    vouched: &mut dyn FnMut(u64) -> bool,
) -> Result<(Past, Tally), String> {
    let cells = places.cell_rows().map(|path| (header(&CELL_COLUMNS, form_of(&path)), path));
    let there = match &cells {
        Some((above, path)) => scan(path, above, &mut |_| Take::Kept)?.lines,
        None => u64::MAX,
    };
    let (form, names) = (places.form(), columns(timings));
    let (mut tally, mut reader) = (Tally::default(), RowReader::new(form, names));
    let mut take = |line: &[u8]| {
        let Some(fields) = reader.fields(line) else { return Take::of_no_row(line) };
        let covered: u64 = fields[Column::Covered as usize].parse().unwrap_or(0);
        if covered > there - tally.covered || !vouched(tally.rows) {
            return Take::End;
        }
        tally.add_fields(&fields);
        Take::Kept
    };
    let report = scan(&places.rows(), &header(names, form), &mut take)?;
    let (mut bytes, mut left) = (0, tally.covered);
    if let Some((above, path)) = &cells {
        let mut take = |_: &[u8]| {
            let is_more = left > 0;
            left = left.saturating_sub(1);
            if is_more { Take::Kept } else { Take::End }
        };
        bytes = scan(path, above, &mut take)?.bytes;
    }
    Ok((Past { report: report.bytes, cells: bytes, rows: report.lines }, tally))
}

fn foreign(path: &Path) -> String {
    format!(
        "{} is not the report of such a run; name another file, or --force to write over it",
        path.display()
    )
}

/// How much of a file is whole.
struct Scanned {
    bytes: u64,
    lines: u64,
}

/// What becomes of a line.
enum Take {
    Kept,
    /// It is left out, and so is everything below it.
    End,
    /// It shows that the file is none of ours.
    Foreign,
}

impl Take {
    /// A line that is no row. A machine that lost its power leaves zeros for what was not written.
    fn of_no_row(line: &[u8]) -> Self {
        if line.contains(&0) { Take::End } else { Take::Foreign }
    }
}

/// Reads whole lines below the header. A header that was torn counts as none.
fn scan(path: &Path, header: &[u8], take: &mut dyn FnMut(&[u8]) -> Take) -> Result<Scanned, String> {
    let fault = |error| named(path, &error).to_string();
    if !fs::exists(path).unwrap_or(false) {
        return Ok(Scanned { bytes: 0, lines: 0 });
    }
    let mut input = BufReader::new(File::open(path).map_err(fault)?);
    let mut line = Vec::new();
    if !header.is_empty() {
        input.read_until(b'\n', &mut line).map_err(fault)?;
        if line != header {
            let is_torn = header.starts_with(&line);
            return if is_torn { Ok(Scanned { bytes: 0, lines: 0 }) } else { Err(foreign(path)) };
        }
    }
    let mut scanned = Scanned { bytes: header.len() as u64, lines: 0 };
    loop {
        line.clear();
        input.read_until(b'\n', &mut line).map_err(fault)?;
        if line.last() != Some(&b'\n') {
            return Ok(scanned);
        }
        match take(&line) {
            Take::Kept => {}
            Take::End => return Ok(scanned),
            Take::Foreign => return Err(foreign(path)),
        }
        scanned.bytes += line.len() as u64;
        scanned.lines += 1;
    }
}

/// Whether a form has a line of names above.
pub fn headers(places: &Places, timings: bool) -> (Vec<u8>, Vec<u8>) {
    let cells = places.cell_rows().map_or(Form::Csv, |path| form_of(&path));
    (header(columns(timings), places.form()), header(&CELL_COLUMNS, cells))
}
