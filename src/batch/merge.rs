//! The reports of all shards put together again: the same bytes that one machine gives.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use super::ledger::named;
use super::places::{form_of, shard_file};
use super::row::{CELL_COLUMNS, Form, columns, header};
use super::shard::{Label, checksum};
use super::tally::{RowReader, Tally};

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
            if label.rows != label.shard.rows_of(label.instances) {
                return Err(format!("{name} has {} rows, and its shard has others", label.rows));
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

    /// Writes the rows of all shards in turn, and their cells to `cells`, if they are wanted.
    pub fn write(&self, out: &mut dyn Write, cells: Option<&mut dyn Write>) -> io::Result<()> {
        let mut rows = Vec::new();
        for (report, _) in &self.parts {
            rows.push(Rows::open(report)?);
        }
        let names = columns(self.has_timings()?);
        self.copy_headers(&mut rows, out, names)?;
        let mut cells = match cells {
            Some(out) => Some((self.cell_rows(out)?, out)),
            None => None,
        };
        let mut line = Vec::new();
        let mut reader = RowReader::new(self.form, names);
        let count = rows.len() as u64;
        for instance in 0..self.total() {
            let at = (instance % count) as usize;
            rows[at].next(&mut line)?;
            out.write_all(&line)?;
            if let Some((cells, out)) = &mut cells {
                let mut tally = Tally::default();
                if !tally.add_line(&line, &mut reader) {
                    return Err(rows[at].fault("has a line that is no row"));
                }
                for _ in 0..tally.covered {
                    cells[at].next(&mut line)?;
                    out.write_all(&line)?;
                }
            }
        }
        for rows in rows.iter_mut().chain(cells.iter_mut().flat_map(|(cells, _)| cells)) {
            if rows.read(&mut line)? {
                return Err(rows.fault("has more rows than its shard"));
            }
        }
        Ok(())
    }

    /// Whether rows have columns of time and memory.
    pub fn has_timings(&self) -> io::Result<bool> {
        // The first line is a line of names, or a row that names its columns by itself; a shard may
        // have neither.
        for (report, _) in &self.parts {
            let mut line = Vec::new();
            if Rows::open(report)?.read(&mut line)? {
                return Ok(match self.form {
                    Form::Csv => line == header(columns(true), self.form),
                    Form::JsonLines => line.windows(11).any(|part| part == b",\"seconds\":"),
                });
            }
        }
        Ok(false)
    }

    /// The line of names goes to the merged report once.
    fn copy_headers(&self, rows: &mut [Rows], out: &mut dyn Write, names: &[&str]) -> io::Result<()> {
        let expected = header(names, self.form);
        let mut line = Vec::new();
        for rows in rows.iter_mut().filter(|_| !expected.is_empty()) {
            rows.next(&mut line)?;
            if line != expected {
                return Err(rows.fault("has other columns than such reports"));
            }
        }
        out.write_all(&expected)
    }

    /// The cells of all shards, behind their lines of names.
    fn cell_rows(&self, out: &mut dyn Write) -> io::Result<Vec<Rows>> {
        let mut all = Vec::new();
        let mut line = Vec::new();
        for (report, label) in &self.parts {
            let Some(name) = &label.cells else {
                return Err(io::Error::other(format!("{}: the shard has no cells", report.display())));
            };
            // Both files may have been moved together.
            let given = PathBuf::from(name);
            let moved = report.with_file_name(given.file_name().unwrap_or_default());
            let path = if moved.exists() { moved } else { given };
            if Some(checksum(&path)?) != label.cell_rows {
                let why = format!("{} is not the file of cells of {}", path.display(), report.display());
                return Err(io::Error::other(why));
            }
            let mut rows = Rows::open(&path)?;
            let above = header(&CELL_COLUMNS, form_of(&path));
            if !above.is_empty() {
                rows.next(&mut line)?;
                if line != above {
                    return Err(rows.fault("is no file of cells"));
                }
                if all.is_empty() {
                    out.write_all(&above)?;
                }
            }
            all.push(rows);
        }
        Ok(all)
    }
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
    let found = checksum(report).map_err(|error| format!("{}: {error}", report.display()))?;
    if found != label.report {
        return Err(format!(
            "{} is not the report that {} was written for",
            report.display(),
            path.display()
        ));
    }
    Ok(label)
}

/// The lines of a file.
struct Rows {
    path: PathBuf,
    input: BufReader<File>,
}

impl Rows {
    fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path).map_err(|error| named(path, &error))?;
        Ok(Rows { path: path.to_owned(), input: BufReader::with_capacity(1 << 16, file) })
    }

    /// Reads the next line; `false` at the end.
    fn read(&mut self, line: &mut Vec<u8>) -> io::Result<bool> {
        line.clear();
        self.input.read_until(b'\n', line).map_err(|error| named(&self.path, &error))?;
        Ok(!line.is_empty())
    }

    /// Reads the next line, which must be there.
    fn next(&mut self, line: &mut Vec<u8>) -> io::Result<()> {
        if self.read(line)? && line.ends_with(b"\n") { Ok(()) } else { Err(self.fault("has lost rows")) }
    }

    fn fault(&self, what: &str) -> io::Error {
        io::Error::other(format!("{} {what}", self.path.display()))
    }
}
