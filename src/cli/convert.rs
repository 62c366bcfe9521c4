//! `convert`: reads a board in one format and writes it in another.

use std::path::{Path, PathBuf};

use super::args::{Colour, Convert, Limits};
use super::moment::{Guess, Moment, each_guess, file_name};
use super::output::{Output, write_file};
use super::source::Source;
use super::values::MinesArg;
use super::{Exit, Failure, complain};
use crate::board::Board;
use crate::budget::Budget;
use crate::encode::Encoding;
use crate::formats::{Format, Recording, WriteError, write_board, write_cnf, write_noted};
use crate::report::json;
use std::fs;
use std::io::Write;

/// A validated conversion.
pub struct Plan {
    input: Source,
    from: Option<Format>,
    mines: Option<MinesArg>,
    output: Option<PathBuf>,
    to: Format,
    encoding: Option<Encoding>,
    at: Option<Moment>,
    trust_flags: bool,
    json: bool,
    quiet: bool,
    limits: Limits,
}

impl Plan {
    /// The plan, or why it makes no sense.
    pub fn new(args: Convert) -> Result<Self, String> {
        let output = (args.output != Path::new("-")).then_some(args.output);
        if args.manner.json && output.is_none() {
            return Err(
                "--json tells of a file, and standard output already has the board; name a file, or \
                        write the board itself with --to json"
                    .to_owned(),
            );
        }
        if args.at == Some(Moment::Guesses) && output.is_none() {
            return Err("--at guesses writes many files; name a folder for them".to_owned());
        }
        let to = match (args.to, &output) {
            (Some(to), _) => to,
            (None, _) if args.at == Some(Moment::Guesses) => Format::Board,
            (None, Some(path)) => Format::from_path(path).ok_or_else(|| {
                format!("{}: this name tells no format; choose one with --to", path.display())
            })?,
            (None, None) => return Err("standard output has no name to tell its format; add --to".to_owned()),
        };
        if args.encoding.is_some() && to != Format::Cnf {
            return Err(format!("--encoding is for cnf, and {} has no clauses", to.name()));
        }
        Ok(Plan {
            input: Source::new(args.input).trusting(args.read.trust_flags),
            from: args.read.from,
            mines: args.read.mines,
            output,
            to,
            encoding: args.encoding,
            at: args.at,
            trust_flags: args.read.trust_flags,
            json: args.manner.json,
            quiet: args.manner.quiet,
            limits: args.manner.limits,
        })
    }

    /// Reads and writes.
    pub fn run(&self) -> Result<Exit, Failure> {
        match self.convert() {
            Err(Failure::Wrong(why)) if self.json => self.fail("error", &why, Exit::Wrong),
            Err(Failure::Stopped(why)) if self.json => self.fail("stopped", &why, Exit::Stopped),
            done => done.map(|()| Exit::Answered),
        }
    }

    fn convert(&self) -> Result<(), Failure> {
        let budget = self.limits.purse().with_time(self.limits.time_limit);
        let (board, from) = match self.at {
            None => self.input.read_with_format(self.from, self.mines, &budget)?,
            Some(moment) => {
                let (game, from) = self.input.read_recording(self.from, &budget)?;
                let mut board = match moment {
                    Moment::Start => game.first(),
                    Moment::End => game.last(),
                    Moment::Layout => game.layout(),
                    Moment::Guesses => return self.write_guesses(&game, from, &budget),
                };
                if let Some(MinesArg(total)) = self.mines {
                    board.set_mines(total);
                }
                (board, from)
            }
        };
        let Some(path) = &self.output else {
            return write_to_stdout(|out| self.write(&board, out));
        };
        write_named_file(path, |out| self.write(&board, out))?;
        self.tell(path, from, &board)
    }

    /// Says what was written, if that is wanted.
    fn tell(&self, path: &Path, from: Format, board: &Board) -> Result<(), Failure> {
        if self.json {
            let output = path.display().to_string();
            let written = json::Written { board: self.input.name(), output: &output, to: self.to.name() };
            json::write_conversion(&written, from.name(), board, &mut Output::stdout(Colour::Never))?;
        }
        Ok(())
    }

    /// Writes the position before every guess of a game, or says that there is none.
    fn write_guesses(&self, game: &Recording, from: Format, budget: &Budget) -> Result<(), Failure> {
        let name = self.input.name();
        if game.moves() == 0 {
            let why = "it records no moves, so there are no guesses in it; --at layout shows its mines";
            return Err(Failure::Wrong(format!("{name}: {why}")));
        }
        let mut count = 0;
        each_guess(game, name, self.trust_flags, budget, |guess| {
            count = guess.number;
            self.write_guess(guess, from, budget)
        })?;
        if count == 0 && !self.quiet {
            complain(&format!("{name}: no move of it is a guess, so nothing was written"));
        }
        Ok(())
    }

    /// Writes the position before a guess into the folder of positions.
    fn write_guess(&self, mut guess: Guess, from: Format, budget: &Budget) -> Result<(), Failure> {
        budget.check().map_err(|reason| Failure::Stopped(format!("{}: {reason}", self.input.name())))?;
        let folder = self.output.as_deref().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)
            .map_err(|error| Failure::Wrong(format!("{}: {error}", folder.display())))?;
        if let Some(MinesArg(total)) = self.mines {
            guess.board.set_mines(total);
        }
        let path = folder.join(file_name(self.input.name(), guess.number, self.to));
        match self.encoding {
            Some(_) => write_named_file(&path, |out| self.write(&guess.board, out))?,
            None => write_board_file(&path, &guess.board, &guess.notes, self.to)?,
        }
        self.tell(&path, from, &guess.board)
    }

    fn write(&self, board: &Board, out: &mut dyn Write) -> Result<(), WriteError> {
        match self.encoding {
            Some(encoding) => write_cnf(board, encoding, out),
            None => write_board(board, self.to, out),
        }
    }

    fn fail(&self, status: &str, why: &str, exit: Exit) -> Result<Exit, Failure> {
        complain(&format!("{status}: {why}"));
        json::write_failure(self.input.name(), status, why, &mut Output::stdout(Colour::Never))?;
        Ok(exit)
    }
}

/// Writes a board and notes on it to a file; whatever is wrong is wrong with that file.
pub fn write_board_file(path: &Path, board: &Board, notes: &[String], format: Format) -> Result<(), Failure> {
    write_named_file(path, |out| write_noted(board, notes, format, out))
}

fn write_named_file(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), WriteError>,
) -> Result<(), Failure> {
    let named = |error: WriteError| Failure::Wrong(format!("{}: {error}", path.display()));
    write_file(path, fill).map_err(named)
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
