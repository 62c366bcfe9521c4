//! The reports of all shards put together again: the same bytes that one machine gives.
//!
//! # Theory
//! The label of a shard has the checksums of its report and of its cells. Both files are read once:
//! what is read is copied and goes into a checksum, and that is compared when the end is reached. A
//! file that is not what its label says makes the merged report an error, and it is not kept.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::instance::hexadecimal;
use super::ledger::named;
use super::places::{form_of, shard_file};
use super::row::{CELL_COLUMNS, Column, Form, columns, header};
use super::shard::Label;
use super::tally::RowReader;

/// The reports of all shards, in order.
pub struct Parts {
    parts: Vec<(PathBuf, Label)>,
    form: Form,
}

impl Parts {
    /// Reads what the reports say of themselves, and checks that they are all the shards of one run.
    pub fn new(reports: &[PathBuf]) -> Result<Self, String> {
        let mut parts = Vec::new();
        for report in reports {
            parts.push((report.clone(), label(report)?));
        }
        parts.sort_by_key(|(_, label)| label.shard.part);
        let Some((first, one)) = parts.first() else { return Err("there is nothing to merge".to_owned()) };
        let form = form_of(first);
        for (report, label) in &parts {
            let name = report.display();
            if form_of(report) != form {
                return Err(format!("{name} is of another kind than {}", first.display()));
            }
            let differs = [
                (label.shard.of != one.shard.of, "number of shards"),
                (label.digest != one.digest || label.instances != one.instances, "corpus"),
                (label.run != one.run, "version or options"),
            ];
            if let Some((_, what)) = differs.iter().find(|(differs, _)| *differs) {
                return Err(format!("{name} and {} have another {what}", first.display()));
            }
        }
        for pair in parts.windows(2) {
            if pair[0].1.shard == pair[1].1.shard {
                let names = (pair[0].0.display(), pair[1].0.display());
                return Err(format!("shard {} is there twice: {} and {}", pair[0].1.shard, names.0, names.1));
            }
        }
        let there = |part: u64| parts.iter().any(|(_, label)| label.shard.part == part);
        if let Some(missing) = (1..=one.shard.of).find(|&part| !there(part)) {
            return Err(format!("shard {missing}/{} is missing", one.shard.of));
        }
        Ok(Parts { parts, form })
    }

    /// How the merged report is written.
    pub fn form(&self) -> Form {
        self.form
    }

    /// How many rows there are in all.
    pub fn total(&self) -> u64 {
        self.parts[0].1.instances
    }

    /// Whether rows have columns of time and memory.
    pub fn has_timings(&self) -> bool {
        // All shards were asked the same.
        let run = serde_json::from_str::<serde_json::Value>(&self.parts[0].1.run);
        run.is_ok_and(|run| run["--no-timings"] == false)
    }

    /// Writes the rows of all shards in turn, and their cells to `cells`, if they are wanted.
    pub fn write(&self, out: &mut dyn Write, cells: Option<&mut dyn Write>) -> io::Result<()> {
        let names = columns(self.has_timings());
        let mut rows = Vec::new();
        for (report, label) in &self.parts {
            rows.push(Rows::open(report, report, &label.report)?);
        }
        copy_headers(&mut rows, &header(names, self.form), out)?;
        let mut cells = match cells {
            Some(out) => Some((self.cell_rows(out)?, out)),
            None => None,
        };
        let (mut line, mut reader) = (Vec::new(), RowReader::new(self.form, names));
        let count = rows.len() as u64;
        for instance in 0..self.total() {
            let at = (instance % count) as usize;
            rows[at].next(&mut line)?;
            out.write_all(&line)?;
            if let Some((cells, out)) = &mut cells {
                let fields = reader.fields(&line).ok_or_else(|| rows[at].fault())?;
                let covered: u64 = fields[Column::Covered as usize].parse().unwrap_or(0);
                for _ in 0..covered {
                    cells[at].next(&mut line)?;
                    out.write_all(&line)?;
                }
            }
        }
        rows.into_iter().chain(cells.into_iter().flat_map(|(cells, _)| cells)).try_for_each(Rows::finish)
    }

    /// The cells of all shards, behind their lines of names.
    fn cell_rows(&self, out: &mut dyn Write) -> io::Result<Vec<Rows>> {
        let mut all = Vec::new();
        let mut above = Vec::new();
        for (report, label) in &self.parts {
            let (Some(name), Some(sum)) = (&label.cells, &label.cell_rows) else {
                return Err(io::Error::other(format!("{}: the shard has no cells", report.display())));
            };
            // Both files may have been moved together.
            let given = PathBuf::from(name);
            let moved = report.with_file_name(given.file_name().unwrap_or_default());
            let path = if moved.exists() { moved } else { given };
            above = header(&CELL_COLUMNS, form_of(&path));
            all.push(Rows::open(&path, report, sum)?);
        }
        copy_headers(&mut all, &above, out)?;
        Ok(all)
    }
}

/// The line of names above all files, if there is one, goes to the merged file once.
fn copy_headers(all: &mut [Rows], expected: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let mut line = Vec::new();
    for rows in all.iter_mut().filter(|_| !expected.is_empty()) {
        rows.next(&mut line)?;
        if line != expected {
            return Err(rows.fault());
        }
    }
    out.write_all(expected)
}

fn label(report: &Path) -> Result<Label, String> {
    let path = shard_file(report);
    let text = fs::read(&path).map_err(|error| {
        format!("{}: {error}; only finished reports of --shard can be merged", path.display())
    })?;
    let label: Label =
        serde_json::from_slice(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let known = format!("{}/{}", label.shard.part, label.shard.of).parse::<super::Shard>();
    known.map_err(|why| format!("{}: {why}", path.display()))?;
    Ok(label)
}

/// The lines of a file whose checksum is known.
struct Rows {
    path: PathBuf,
    /// The report of its shard.
    report: PathBuf,
    input: BufReader<File>,
    hash: Sha256,
    expected: String,
}

impl Rows {
    fn open(path: &Path, report: &Path, expected: &str) -> io::Result<Self> {
        let file = File::open(path).map_err(|error| named(path, &error))?;
        Ok(Rows {
            path: path.to_owned(),
            report: report.to_owned(),
            input: BufReader::with_capacity(1 << 16, file),
            hash: Sha256::new(),
            expected: expected.to_owned(),
        })
    }

    /// Reads the next line, which must be there.
    fn next(&mut self, line: &mut Vec<u8>) -> io::Result<()> {
        line.clear();
        self.input.read_until(b'\n', line).map_err(|error| named(&self.path, &error))?;
        self.hash.update(&line);
        if line.ends_with(b"\n") { Ok(()) } else { Err(self.fault()) }
    }

    /// There is nothing left to read, and all that was read is as it was written.
    fn finish(mut self) -> io::Result<()> {
        let is_over = self.input.fill_buf().map_err(|error| named(&self.path, &error))?.is_empty();
        let found = hexadecimal(&std::mem::take(&mut self.hash).finalize());
        if is_over && found == self.expected { Ok(()) } else { Err(self.fault()) }
    }

    fn fault(&self) -> io::Error {
        let label = shard_file(&self.report);
        let (path, label) = (self.path.display(), label.display());
        io::Error::other(format!("{path} is not the file that {label} was written for"))
    }
}
