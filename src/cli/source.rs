//! Where a board comes from: a file or standard input.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::Failure;
use super::patience::Patient;
use super::values::MinesArg;
use crate::board::Board;
use crate::budget::{Budget, StopReason};
use crate::formats::{Format, FormatError, Reading, Recording, detect_format, read_board_as, read_recording};

/// How much is read between two looks at the budget.
const CHUNK: u64 = 1 << 16;

/// How much is read before the first look at the clock.
const UNTIMED: usize = 1 << 20;

/// A file, or standard input for `-`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    path: PathBuf,
    name: String,
    trust_flags: bool,
}

impl Source {
    /// The source that is meant by an argument.
    pub fn new(path: PathBuf) -> Self {
        Source { name: path.display().to_string(), path, trust_flags: false }
    }

    /// The same source, whose flags are known mines if they are trusted.
    pub fn trusting(self, trust_flags: bool) -> Self {
        Source { trust_flags, ..self }
    }

    /// The sources that are meant by several arguments, or why they cannot all be read.
    pub fn all(paths: Vec<PathBuf>) -> Result<Vec<Self>, String> {
        let sources: Vec<Source> = paths.into_iter().map(Source::new).collect();
        if sources.iter().filter(|source| source.is_stdin()).count() > 1 {
            return Err("standard input (-) can be read only once".to_owned());
        }
        Ok(sources)
    }

    /// How results and errors call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether this is standard input.
    pub fn is_stdin(&self) -> bool {
        self.path == Path::new("-")
    }

    /// Reads the board.
    pub fn read(
        &self,
        format: Option<Format>,
        mines: Option<MinesArg>,
        budget: &Budget,
    ) -> Result<Board, Failure> {
        self.read_with_format(format, mines, budget).map(|(board, _)| board)
    }

    /// Reads the board, and tells in which format it was.
    pub fn read_with_format(
        &self,
        format: Option<Format>,
        mines: Option<MinesArg>,
        budget: &Budget,
    ) -> Result<(Board, Format), Failure> {
        let bytes = self.all_bytes(budget)?;
        let format = format.unwrap_or_else(|| detect_format(&self.name, &bytes));
        let reading = Reading { format: Some(format), trust_flags: self.trust_flags };
        let mut board =
            read_board_as(&self.name, &bytes, reading, budget).map_err(|error| failure(&error))?;
        if let Some(MinesArg(total)) = mines {
            board.set_mines(total);
        }
        Ok((board, format))
    }

    /// Reads a whole game, and tells in which format it was.
    pub fn read_recording(
        &self,
        format: Option<Format>,
        budget: &Budget,
    ) -> Result<(Recording, Format), Failure> {
        let bytes = self.all_bytes(budget)?;
        let format = format.unwrap_or_else(|| detect_format(&self.name, &bytes));
        let game =
            read_recording(&self.name, &bytes, Some(format), budget).map_err(|error| failure(&error))?;
        Ok((game, format))
    }

    fn all_bytes(&self, budget: &Budget) -> Result<Vec<u8>, Failure> {
        if self.is_stdin() {
            self.bytes(Patient::new(io::stdin(), budget), budget)
        } else if fs::metadata(&self.path).is_ok_and(|found| found.is_file()) {
            self.bytes(File::open(&self.path).map_err(|error| self.wrong(&error))?, budget)
        } else {
            // A pipe may keep even whoever opens it waiting.
            let path = self.path.clone();
            self.bytes(Patient::new(Lazily { path, file: None }, budget), budget)
        }
    }

    /// All bytes, as long as they fit the memory limit: the input may have no end.
    fn bytes(&self, mut input: impl Read, budget: &Budget) -> Result<Vec<u8>, Failure> {
        let stopped = |reason: StopReason| Failure::Stopped(format!("{}: {reason}", self.name));
        let mut lease = budget.reserve(0).map_err(stopped)?;
        let mut bytes = Vec::new();
        loop {
            // Small files are read whatever the time is: what to say of them is for the questions.
            if bytes.len() >= UNTIMED {
                budget.check().map_err(stopped)?;
            }
            // A vector grows by doubling.
            lease.resize(2 * (bytes.len() as u64 + CHUNK)).map_err(stopped)?;
            let read = input.by_ref().take(CHUNK).read_to_end(&mut bytes);
            let read = read.map_err(|error| match budget.check() {
                Err(reason) if error.kind() == io::ErrorKind::TimedOut => stopped(reason),
                _ => self.wrong(&error),
            })?;
            if read == 0 {
                return Ok(bytes);
            }
        }
    }

    fn wrong(&self, error: &io::Error) -> Failure {
        Failure::Wrong(format!("{}: {error}", self.name))
    }
}

fn failure(error: &FormatError) -> Failure {
    if error.is_limit() { Failure::Stopped(error.to_string()) } else { Failure::Wrong(error.to_string()) }
}

/// A file that is opened when it is first read.
struct Lazily {
    path: PathBuf,
    file: Option<File>,
}

impl Read for Lazily {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.file {
            Some(file) => file.read(buffer),
            None => self.file.insert(File::open(&self.path)?).read(buffer),
        }
    }
}
