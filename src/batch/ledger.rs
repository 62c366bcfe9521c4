//! Rows on disk, in the order of the instances, none of them lost.
//!
//! # Theory
//! A row whose turn has come goes to the report; one that was finished early goes to the journal, a
//! file beside the report, and moves on when its turn comes. Either way it is handed to the
//! operating system before [`Ledger::put`] returns, so that no end of the process takes it away
//! again. Of early rows only their places are held in memory, and a few of the rows themselves.
//!
//! Rows of cells are written before the row of their instance, which says how many they are
//! (`covered`). So the rows of the report tell at any time what there is: after an end at any point,
//! a last line without its end and cells without their instance are cut off, and nothing else can
//! be wrong. What a row was made of is noted before the row is there ([`super::fingerprint`]).
//!
//! That holds whatever ends the process. A machine that loses its power may have written the files
//! in any order; what was not there for [`Places::sync`] may be missing anywhere, so rows are kept
//! only up to the first that lacks its cells or its checksum.
//!
//! # Cost
//! Two writes for a row, three where it was early. The journal is written anew once most of it has
//! moved on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::fingerprint::{Fingerprints, Prints};
use super::places::{Places, beside, remove};

/// A journal of at least this size is written anew when little of it is still needed.
const COMPACT: u64 = 1 << 24;

/// The rows of a run.
pub struct Ledger {
    report: Output,
    cells: Option<Output>,
    journal: Journal,
    /// What rows are made of, where they can be continued.
    prints: Option<Fingerprints>,
    early: BTreeMap<u64, Early>,
    /// Bytes of early rows in memory.
    held: usize,
    next: u64,
    buffer: Vec<u8>,
    /// Where early rows were, for others to be: what one slot has allocated and another frees makes
    /// them wait for each other whenever either of them allocates.
    spare: Vec<Vec<u8>>,
}

/// The most bytes of early rows that are held in memory.
const HELD: usize = 1 << 20;

/// How many places of early rows are kept for others.
const SPARE: usize = 64;

/// A row before its turn.
struct Early {
    extent: Extent,
    /// Its bytes, unless too many wait.
    bytes: Option<Vec<u8>>,
}

/// A file or a stream, and how it is called.
struct Output {
    name: String,
    out: Box<dyn Write + Send>,
}

impl Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let written = self.out.write_all(bytes).and_then(|()| self.out.flush());
        written.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", self.name)))
    }
}

/// Where an early row lies in the journal, its cells behind it.
#[derive(Clone, Copy)]
struct Extent {
    offset: u64,
    row: usize,
    cells: usize,
}

/// What a ledger continues.
pub struct Past {
    /// Bytes of the report that stay.
    pub report: u64,
    /// Bytes of the cells that stay.
    pub cells: u64,
    /// How many rows there are.
    pub rows: u64,
}

/// Says of which file an error speaks.
pub fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

impl Ledger {
    /// Files that are new: `manifest` goes into the journal, and headers into the others.
    pub fn begin(places: &Places, manifest: &str, headers: (&[u8], &[u8])) -> io::Result<Self> {
        // The journal is there before the report, so that no report is without one too early.
        let journal = Journal::begin(&places.journal(), manifest)?;
        let prints = Some(Fingerprints::begin(&places.boards())?);
        let mut report = output(&places.rows(), 0)?;
        report.write(headers.0)?;
        let mut cells = places.cell_rows().map(|path| output(&path, 0)).transpose()?;
        if let Some(cells) = &mut cells {
            cells.write(headers.1)?;
        }
        Ok(Ledger::new(report, cells, journal, prints))
    }

    fn new(report: Output, cells: Option<Output>, journal: Journal, prints: Option<Fingerprints>) -> Self {
        let (early, buffer, spare) = (BTreeMap::new(), Vec::new(), Vec::new());
        Ledger { report, cells, journal, prints, early, held: 0, next: 0, buffer, spare }
    }

    /// Goes on where another run ended, in files with these headers; `seen` is shown every early row,
    /// and says whether it is one. Rows do not move on yet.
    pub fn resume(
        places: &Places,
        past: &Past,
        headers: (&[u8], &[u8]),
        seen: &mut dyn FnMut(&[u8]) -> bool,
    ) -> io::Result<Self> {
        let (mut journal, found) = Journal::resume(&places.journal())?;
        let mut prints = Prints::open(&places.boards())?;
        let (mut early, mut row) = (BTreeMap::new(), Vec::new());
        for (index, extent) in found.into_iter().filter(|(index, _)| *index >= past.rows) {
            journal.read(Extent { cells: 0, ..extent }, &mut row)?;
            if prints.of(index).is_some() && seen(&row) {
                early.insert(index, Early { extent, bytes: None });
            }
        }
        let mut report = output(&places.rows(), past.report)?;
        if past.report == 0 {
            report.write(headers.0)?;
        }
        let mut cells = places.cell_rows().map(|path| output(&path, past.cells)).transpose()?;
        if let Some(cells) = cells.as_mut().filter(|_| past.cells == 0) {
            cells.write(headers.1)?;
        }
        let prints = Some(Fingerprints::resume(&places.boards())?);
        let mut ledger = Ledger::new(report, cells, journal, prints);
        (ledger.early, ledger.next) = (early, past.rows);
        Ok(ledger)
    }

    /// An output that is no plain file: it cannot be continued, and its journal has no name.
    pub fn stream(out: Box<dyn Write + Send>, name: &str, header: &[u8]) -> io::Result<Self> {
        let path = std::env::temp_dir().join(format!("mineproof-{}.journal", std::process::id()));
        let journal = Journal::begin(&path, "{}")?;
        remove(&path)?;
        let mut report = Output { name: name.to_owned(), out };
        report.write(header)?;
        Ok(Ledger::new(report, None, journal, None))
    }

    /// The rows that are there: all below a number, and some others.
    pub fn done(&self) -> (u64, BTreeSet<u64>) {
        (self.next, self.early.keys().copied().collect())
    }

    /// How many rows there are in all.
    pub fn count(&self) -> u64 {
        self.next + self.early.len() as u64
    }

    /// Whether rows wait for others.
    pub fn is_waiting(&self) -> bool {
        !self.early.is_empty()
    }

    /// Takes a finished row, those of its cells, and the checksum of what it is made of.
    pub fn put(&mut self, index: u64, row: &[u8], cells: &[u8], print: u64) -> io::Result<()> {
        if let Some(prints) = &mut self.prints {
            prints.put(index, print)?;
        }
        if index != self.next {
            let offset = self.journal.append(index, row, cells)?;
            let extent = Extent { offset, row: row.len(), cells: cells.len() };
            let bytes = (self.held + row.len() + cells.len() <= HELD).then(|| {
                let mut bytes = self.spare.pop().unwrap_or_default();
                bytes.clear();
                bytes.extend_from_slice(row);
                bytes.extend_from_slice(cells);
                bytes
            });
            self.held += bytes.as_ref().map_or(0, Vec::len);
            self.early.insert(index, Early { extent, bytes });
            return Ok(());
        }
        if let Some(out) = &mut self.cells
            && !cells.is_empty()
        {
            out.write(cells)?;
        }
        self.report.write(row)?;
        self.next += 1;
        self.move_on()?;
        if self.journal.len > COMPACT {
            self.compact()?;
        }
        Ok(())
    }

    /// Moves rows whose turn has come from the journal to the report.
    pub fn move_on(&mut self) -> io::Result<()> {
        while let Some(Early { extent, bytes }) = self.early.remove(&self.next) {
            if let Some(bytes) = bytes {
                self.held -= bytes.len();
                let before = std::mem::replace(&mut self.buffer, bytes);
                if self.spare.len() < SPARE && before.capacity() <= HELD / SPARE {
                    self.spare.push(before);
                }
            } else {
                self.journal.read(extent, &mut self.buffer)?;
            }
            let (row, cells) = self.buffer.split_at(extent.row);
            if let Some(out) = &mut self.cells
                && !cells.is_empty()
            {
                out.write(cells)?;
            }
            self.report.write(row)?;
            self.next += 1;
        }
        Ok(())
    }

    /// Writes the journal anew with the rows that still wait, if they are few.
    fn compact(&mut self) -> io::Result<()> {
        let live: u64 = self.early.values().map(|early| (early.extent.row + early.extent.cells) as u64).sum();
        if live > self.journal.len / 4 {
            return Ok(());
        }
        let Some(path) = self.journal.path.clone() else { return Ok(()) };
        let fresh = beside(&path, ".new");
        let mut journal = Journal::begin(&fresh, &self.journal.manifest)?;
        for (index, Early { extent, .. }) in &mut self.early {
            self.journal.read(*extent, &mut self.buffer)?;
            let (row, cells) = self.buffer.split_at(extent.row);
            extent.offset = journal.append(*index, row, cells)?;
        }
        fs::rename(&fresh, &path).map_err(|error| named(&fresh, &error))?;
        journal.path = Some(path);
        self.journal = journal;
        Ok(())
    }
}

/// Opens a file for rows, cut to a length.
fn output(path: &Path, len: u64) -> io::Result<Output> {
    let open = || {
        let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        if fs::metadata(path)?.is_file() {
            file.set_len(len)?;
        }
        // What is no plain file has no end to seek.
        let _ = file.seek(SeekFrom::End(0));
        Ok(file)
    };
    let file = open().map_err(|error: io::Error| named(path, &error))?;
    Ok(Output { name: path.display().to_string(), out: Box::new(file) })
}

/// The file of early rows: a line that tells which run this is, then records of a line
/// `INDEX ROW CELLS` with lengths in bytes, and the bytes.
struct Journal {
    file: File,
    len: u64,
    /// Where the next read or write would be.
    at: u64,
    path: Option<std::path::PathBuf>,
    name: String,
    manifest: String,
    buffer: Vec<u8>,
}

impl Journal {
    fn begin(path: &Path, manifest: &str) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(path);
        let file = file.map_err(|error| named(path, &error))?;
        let (path, name) = (Some(path.to_owned()), path.display().to_string());
        let mut journal =
            Journal { file, len: 0, at: 0, path, name, manifest: manifest.to_owned(), buffer: Vec::new() };
        journal.buffer.extend_from_slice(manifest.as_bytes());
        journal.buffer.push(b'\n');
        journal.write()?;
        Ok(journal)
    }

    /// Opens a journal and finds its rows; the last may be torn, and then was never finished.
    fn resume(path: &Path) -> io::Result<(Self, BTreeMap<u64, Extent>)> {
        let fault = |error: &io::Error| named(path, error);
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(|error| fault(&error))?;
        let size = file.metadata().map_err(|error| fault(&error))?.len();
        let mut input = BufReader::new(file);
        let mut line = String::new();
        let mut len = input.read_line(&mut line).map_err(|error| fault(&error))? as u64;
        let manifest = line.trim_end().to_owned();
        let mut early = BTreeMap::new();
        loop {
            line.clear();
            let head = input.read_line(&mut line).map_err(|error| fault(&error))? as u64;
            let mut fields = line.trim_end().split(' ').map(str::parse::<u64>);
            let (Some(Ok(index)), Some(Ok(row)), Some(Ok(cells))) =
                (fields.next(), fields.next(), fields.next())
            else {
                break;
            };
            let end = len.saturating_add(head).saturating_add(row).saturating_add(cells);
            if !line.ends_with('\n') || end > size {
                break;
            }
            early.insert(index, Extent { offset: len + head, row: row as usize, cells: cells as usize });
            input.seek(SeekFrom::Start(end)).map_err(|error| fault(&error))?;
            len = end;
        }
        let file = input.into_inner();
        file.set_len(len).map_err(|error| fault(&error))?;
        let (path, name) = (Some(path.to_owned()), path.display().to_string());
        Ok((Journal { file, len, at: u64::MAX, path, name, manifest, buffer: Vec::new() }, early))
    }

    /// Says of which file an error speaks.
    fn fault(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", self.name))
    }

    /// Writes the buffer to the end of the file.
    fn write(&mut self) -> io::Result<()> {
        let at = std::mem::replace(&mut self.at, u64::MAX);
        let sought = if at == self.len { Ok(at) } else { self.file.seek(SeekFrom::Start(self.len)) };
        sought.and_then(|_| self.file.write_all(&self.buffer)).map_err(|error| self.fault(&error))?;
        self.len += self.buffer.len() as u64;
        self.at = self.len;
        self.buffer.clear();
        Ok(())
    }

    /// Appends a row; says where its bytes begin.
    fn append(&mut self, index: u64, row: &[u8], cells: &[u8]) -> io::Result<u64> {
        writeln!(self.buffer, "{index} {} {}", row.len(), cells.len())?;
        let offset = self.len + self.buffer.len() as u64;
        self.buffer.extend_from_slice(row);
        self.buffer.extend_from_slice(cells);
        self.write()?;
        Ok(offset)
    }

    fn read(&mut self, extent: Extent, into: &mut Vec<u8>) -> io::Result<()> {
        self.at = u64::MAX;
        into.resize(extent.row + extent.cells, 0);
        let read = self.file.seek(SeekFrom::Start(extent.offset)).and_then(|_| self.file.read_exact(into));
        read.map_err(|error| self.fault(&error))
    }
}

/// The line that tells which run a journal belongs to; `None` if it was never finished.
pub fn manifest_of(journal: &Path) -> io::Result<Option<String>> {
    let file = File::open(journal).map_err(|error| named(journal, &error))?;
    let mut line = String::new();
    BufReader::new(file).take(1 << 20).read_line(&mut line).map_err(|error| named(journal, &error))?;
    Ok(line.strip_suffix('\n').map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(folder: &Path) -> Places {
        Places { report: folder.join("r.csv"), cells: Some(folder.join("c.csv")) }
    }

    #[test]
    fn early_rows_wait_for_their_turn() {
        let folder = tempfile::tempdir().unwrap();
        let places = places(folder.path());
        let read = |path: &Path| fs::read_to_string(path).unwrap();
        let mut ledger = Ledger::begin(&places, "{}", (b"h\n", b"k\n")).unwrap();
        ledger.put(2, b"two\n", b"2\n", 1).unwrap();
        ledger.put(1, b"one\n", b"", 1).unwrap();
        assert_eq!(read(&places.report), "h\n");
        assert_eq!(
            (ledger.done(), ledger.count(), ledger.is_waiting()),
            ((0, BTreeSet::from([1, 2])), 2, true)
        );
        ledger.put(0, b"zero\n", b"0\n", 1).unwrap();
        assert_eq!(read(&places.report), "h\nzero\none\ntwo\n");
        assert_eq!(read(places.cells.as_ref().unwrap()), "k\n0\n2\n");
    }

    #[test]
    fn a_torn_journal_keeps_its_whole_rows() {
        let folder = tempfile::tempdir().unwrap();
        let places = places(folder.path());
        let mut ledger = Ledger::begin(&places, "{}", (b"h\n", b"k\n")).unwrap();
        for (index, row) in [(2, "two\n"), (1, "one\n"), (3, "three\n")] {
            ledger.put(index, row.as_bytes(), b"c\n", 1).unwrap();
        }
        drop(ledger);
        let whole = fs::read(places.journal()).unwrap();
        // Records have 12, 12 and 14 bytes.
        for (cut, expected) in
            [(0, "h\none\ntwo\nthree\n"), (1, "h\none\ntwo\n"), (15, "h\none\n"), (26, "h\n")]
        {
            fs::write(places.journal(), &whole[..whole.len() - cut]).unwrap();
            let past = Past { report: 2, cells: 2, rows: 1 };
            let mut seen = 0;
            let mut take = |_: &[u8]| {
                seen += 1;
                true
            };
            let mut ledger = Ledger::resume(&places, &past, (b"", b""), &mut take).unwrap();
            ledger.move_on().unwrap();
            assert_eq!(seen, 3 - cut.div_ceil(14));
            let rows = fs::read_to_string(&places.report).unwrap();
            // Row 2 came before row 1 in the journal.
            let expected = if cut == 15 { "h\n" } else { expected };
            assert_eq!(rows, expected, "{cut}");
            ledger.put(9, b"nine\n", b"", 1).unwrap();
            assert!(
                ledger.done().1.contains(&9)
                    && manifest_of(&places.journal()).unwrap().as_deref() == Some("{}")
            );
        }
    }

    #[test]
    fn a_long_journal_is_written_anew() {
        let folder = tempfile::tempdir().unwrap();
        let places = places(folder.path());
        let mut ledger = Ledger::begin(&places, "{\"a\":1}", (b"", b"")).unwrap();
        let long = vec![b'x'; COMPACT as usize / 8];
        for index in (1..=10).chain([12]) {
            ledger.put(index, if index == 12 { b"last\n" } else { &long }, b"", 1).unwrap();
        }
        ledger.put(0, b"first\n", b"", 1).unwrap();
        assert!(fs::metadata(places.journal()).unwrap().len() < 100);
        ledger.put(11, b"eleven\n", b"", 1).unwrap();
        let report = fs::read(&places.report).unwrap();
        assert!(report.ends_with(b"xeleven\nlast\n"));
        assert_eq!(manifest_of(&places.journal()).unwrap().as_deref(), Some("{\"a\":1}"));
    }
}
