//! `convert`: reads a board in one format and writes it in another.

use std::path::{Path, PathBuf};

use super::args::{Colour, Convert};
use super::output::{Output, write_file};
use super::source::Source;
use super::values::MinesArg;
use super::{Exit, Failure, memory};
use crate::budget::Budget;
use crate::formats::{Format, WriteError, write_board};
use std::io::Write;

/// A validated conversion.
pub struct Plan {
    input: Source,
    from: Option<Format>,
    mines: Option<MinesArg>,
    output: Option<PathBuf>,
    to: Format,
    memory_limit: u64,
}

impl Plan {
    /// The plan, or why it makes no sense.
    pub fn new(args: Convert) -> Result<Self, String> {
        let output = (args.output != Path::new("-")).then_some(args.output);
        let to = match (args.to, &output) {
            (Some(to), _) => to,
            (None, Some(path)) => Format::from_path(path).ok_or_else(|| {
                format!("{}: this name tells no format; choose one with --to", path.display())
            })?,
            (None, None) => return Err("standard output has no name to tell its format; add --to".to_owned()),
        };
        Ok(Plan {
            input: Source::new(args.input),
            from: args.from,
            mines: args.mines,
            output,
            to,
            memory_limit: args.memory.memory_limit.unwrap_or_else(memory::default_limit),
        })
    }

    /// Reads and writes.
    pub fn run(&self) -> Result<Exit, Failure> {
        let budget = Budget::new(None, self.memory_limit);
        let board = self.input.read(self.from, self.mines, &budget)?;
        match &self.output {
            Some(path) => {
                let named = |error: WriteError| Failure::Wrong(format!("{}: {error}", path.display()));
                write_file(path, |out| write_board(&board, self.to, out)).map_err(named)?;
            }
            None => write_to_stdout(|out| write_board(&board, self.to, out))?,
        }
        Ok(Exit::Answered)
    }
}

/// Writes a board to standard output, telling a closed pipe from a board that does not fit.
pub fn write_to_stdout(fill: impl FnOnce(&mut dyn Write) -> Result<(), WriteError>) -> Result<(), Failure> {
    let mut out = Output::stdout(Colour::Never);
    match fill(&mut out) {
        Ok(()) => Ok(out.flush()?),
        Err(WriteError::Io(error)) => Err(Failure::Output(error)),
        Err(error) => Err(Failure::Wrong(error.to_string())),
    }
}
