//! What an earlier run has left behind.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use super::ledger::{Past, named};
use super::places::{Places, is_parquet};
use super::row::{CELL_COLUMNS, Form, columns, header};
use super::tally::{RowReader, Tally};

/// What stays of the files of an earlier run, and what the rows amount to. Lines that were torn do
/// not stay.
pub fn look(places: &Places, timings: bool) -> Result<(Past, Tally), String> {
    let mut tally = Tally::default();
    let form = places.form();
    let path = places.rows();
    let names = columns(timings);
    let report = if fs::exists(&path).unwrap_or(false) {
        let mut reader = RowReader::new(form, names);
        scan(&path, &header(names, form), u64::MAX, &mut |line| tally.add_line(line, &mut reader))
            .map_err(|error| error.to_string())?
    } else {
        Some(Scanned { bytes: 0, lines: 0 })
    };
    let report = report.ok_or_else(|| foreign(&path))?;
    let mut cells = 0;
    if let Some(path) = places.cell_rows() {
        let above = header(&CELL_COLUMNS, super::places::form_of(&path));
        let found = if fs::exists(&path).unwrap_or(false) {
            scan(&path, &above, tally.covered, &mut |_| true).map_err(|error| error.to_string())?
        } else {
            Some(Scanned { bytes: 0, lines: 0 })
        };
        let found = found.ok_or_else(|| foreign(&path))?;
        if found.lines < tally.covered {
            return Err(format!(
                "{} has lost rows: {} cells for {}; start again with --force",
                path.display(),
                found.lines,
                tally.covered
            ));
        }
        cells = found.bytes;
    }
    Ok((Past { report: report.bytes, cells, rows: report.lines }, tally))
}

fn foreign(path: &Path) -> String {
    format!(
        "{} is not the report of such a run; name another file, or --force to write over it",
        path.display()
    )
}

/// What a finished report amounts to.
pub fn whole(places: &Places, timings: bool) -> Result<Tally, String> {
    let report = &places.report;
    if is_parquet(report) {
        #[cfg(feature = "parquet")]
        return super::parquet::tally(report, timings)
            .map_err(|error| error.to_string())?
            .ok_or_else(|| foreign(report));
    }
    // Cells as Parquet are whole, or not there.
    let cells = places.cells.clone().filter(|cells| !is_parquet(cells));
    let (past, tally) = look(&Places { report: report.clone(), cells }, timings)?;
    let size = fs::metadata(report).map_err(|error| named(report, &error).to_string())?.len();
    if past.report == size {
        return Ok(tally);
    }
    Err(format!(
        "{} ends inside a row, and there is nothing to go on from; start again with --force",
        report.display()
    ))
}

/// How much of a file is whole.
struct Scanned {
    bytes: u64,
    lines: u64,
}

/// Reads up to `most` whole lines below the header; `None` if the file begins otherwise, or if a
/// line is not taken. A header that was torn counts as none.
fn scan(
    path: &Path,
    header: &[u8],
    most: u64,
    take: &mut dyn FnMut(&[u8]) -> bool,
) -> io::Result<Option<Scanned>> {
    let fault = |error: io::Error| named(path, &error);
    let mut input = BufReader::new(File::open(path).map_err(fault)?);
    let mut line = Vec::new();
    if !header.is_empty() {
        input.read_until(b'\n', &mut line).map_err(fault)?;
        if line != header {
            return Ok(header.starts_with(&line).then_some(Scanned { bytes: 0, lines: 0 }));
        }
    }
    let mut scanned = Scanned { bytes: header.len() as u64, lines: 0 };
    while scanned.lines < most {
        line.clear();
        input.read_until(b'\n', &mut line).map_err(fault)?;
        if line.last() != Some(&b'\n') {
            break;
        }
        if !take(&line) {
            return Ok(None);
        }
        scanned.bytes += line.len() as u64;
        scanned.lines += 1;
    }
    Ok(Some(scanned))
}

/// Whether a form has a line of names above.
pub fn headers(places: &Places, timings: bool) -> (Vec<u8>, Vec<u8>) {
    let cells = places.cell_rows().map_or(Form::Csv, |path| super::places::form_of(&path));
    (header(columns(timings), places.form()), header(&CELL_COLUMNS, cells))
}
