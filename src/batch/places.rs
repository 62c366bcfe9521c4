//! The files of a run: the report, what it is written from, and what is kept until it is whole.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::ledger::named;
use super::row::Form;

/// Where a run writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// The report.
    pub report: PathBuf,
    /// One row for each covered cell.
    pub cells: Option<PathBuf>,
}

impl Places {
    /// Where rows go as they are finished: the report itself, unless it is in a form that cannot
    /// grow row by row.
    pub fn rows(&self) -> PathBuf {
        if is_parquet(&self.report) { beside(&self.report, ".rows.jsonl") } else { self.report.clone() }
    }

    /// The same for cells.
    pub fn cell_rows(&self) -> Option<PathBuf> {
        let cells = self.cells.as_ref()?;
        Some(if is_parquet(cells) { beside(cells, ".rows.jsonl") } else { cells.clone() })
    }

    /// How rows are written.
    pub fn form(&self) -> Form {
        form_of(&self.report)
    }

    /// Files that rows were written to only for the time being, and what is made of them.
    fn converted(&self) -> impl Iterator<Item = (PathBuf, &PathBuf)> {
        let cells = self.cell_rows().zip(self.cells.as_ref());
        std::iter::once((self.rows(), &self.report)).chain(cells).filter(|(rows, whole)| rows != *whole)
    }

    /// Makes the report of its rows, where they are not the report already; the rows stay.
    pub fn finish(&self, timings: bool) -> io::Result<()> {
        for (rows, whole) in self.converted() {
            #[cfg(feature = "parquet")]
            super::parquet::convert(&rows, whole, Some(whole) == self.cells.as_ref(), timings)?;
            #[cfg(not(feature = "parquet"))]
            let _ = (rows, whole, timings);
        }
        Ok(())
    }

    /// Removes the rows that a report was made of.
    pub fn clear_rows(&self) -> io::Result<()> {
        self.converted().try_for_each(|(rows, _)| remove(&rows))
    }

    /// Rows that were finished early, below what tells one run from another.
    pub fn journal(&self) -> PathBuf {
        beside(&self.report, ".journal")
    }

    /// Which instances are being worked on; locked by whoever works.
    pub fn in_flight(&self) -> PathBuf {
        beside(&self.report, ".inflight")
    }

    /// What rows were made of.
    pub fn boards(&self) -> PathBuf {
        beside(&self.report, ".boards")
    }

    /// What a shard says of itself.
    pub fn shard(&self) -> PathBuf {
        shard_file(&self.report)
    }

    /// All files that a run writes while it goes on.
    pub fn written(&self) -> Vec<PathBuf> {
        let rows = [Some(self.rows()), self.cell_rows()].into_iter().flatten();
        rows.chain([self.journal(), self.boards(), self.in_flight()]).collect()
    }

    /// Has the system write to the disk what it was given so far, and the names of the files.
    pub fn sync(&self) -> io::Result<()> {
        // The report comes last: its rows speak of the others.
        let rows = [self.cell_rows(), Some(self.rows())].into_iter().flatten();
        for path in [self.journal(), self.boards()].into_iter().chain(rows).filter(|path| is_plain(path)) {
            let file = fs::OpenOptions::new().write(true).open(&path);
            file.and_then(|file| file.sync_data()).map_err(|error| named(&path, &error))?;
        }
        let folder = self.report.parent().filter(|folder| !folder.as_os_str().is_empty());
        // Where a folder cannot be opened, names are safe by themselves.
        if let Ok(folder) = fs::File::open(folder.unwrap_or(Path::new("."))) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    /// Whether the report is a plain file, or none yet: only such can be continued.
    pub fn is_plain(&self) -> bool {
        fs::metadata(&self.report).map_or(true, |found| found.is_file())
    }

    /// Whether there is anything of an earlier run.
    pub fn is_taken(&self) -> bool {
        let files = [Some(self.report.clone()), self.cells.clone(), Some(self.rows()), Some(self.journal())];
        files.iter().flatten().any(|path| is_plain(path))
    }

    /// Removes everything of an earlier run; what is no plain file stays.
    pub fn clear(&self) -> io::Result<()> {
        let files = [
            Some(self.report.clone()),
            self.cells.clone(),
            Some(self.rows()),
            self.cell_rows(),
            Some(self.shard()),
            Some(self.boards()),
            // The journal goes last: without it nobody could tell what the others are.
            Some(self.journal()),
        ];
        files.iter().flatten().filter(|path| is_plain(path)).try_for_each(|path| remove(path))
    }
}

/// What the shard report of this name says of itself.
pub fn shard_file(report: &Path) -> PathBuf {
    beside(report, ".shard.json")
}

/// Whether there is a plain file of this name.
fn is_plain(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file())
}

/// The form that the ending of a name stands for.
pub fn form_of(path: &Path) -> Form {
    if has_ending(path, "jsonl") || has_ending(path, "ndjson") || is_parquet(path) {
        Form::JsonLines
    } else {
        Form::Csv
    }
}

/// Whether the ending of a name says how rows are written.
pub fn has_known_ending(path: &Path) -> bool {
    ["csv", "jsonl", "ndjson", "parquet"].iter().any(|ending| has_ending(path, ending))
}

/// Whether a name ends in `.parquet`.
pub fn is_parquet(path: &Path) -> bool {
    has_ending(path, "parquet")
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

/// A name beside another.
pub fn beside(path: &Path, what: &str) -> PathBuf {
    let mut name = OsString::from(path.as_os_str());
    name.push(what);
    PathBuf::from(name)
}

/// Removes a file that may not be there.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done.map_err(|error| named(path, &error)),
    }
}
