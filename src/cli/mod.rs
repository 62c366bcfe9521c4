//! The command line: arguments ▸ validated plan ▸ command.
//!
//! `args` is the shape of the command line, `plan` gives it meaning and refuses what makes no
//! sense before any work starts, `session` answers board after board. Results go to standard
//! output, everything else to standard error.

mod args;
mod ask;
mod batch;
mod certificate;
mod convert;
mod disagreement;
mod enumerate;
mod generate;
mod help;
mod index;
mod interrupt;
mod memory;
mod moment;
mod one_mine;
mod optimal;
mod output;
mod overwriting;
mod paint;
mod patience;
mod plan;
mod play;
mod progress;
mod region;
mod report;
mod session;
mod shelf;
mod source;
mod stream;
mod values;
mod verify;

use std::io::{self, Write};
use std::process::ExitCode;

use args::{Cli, Command};

/// How a run ended, in the order in which one end outranks another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Exit {
    /// Everything was answered.
    Answered = 0,
    /// Answered, and some board is contradictory.
    Contradictory = 1,
    /// The request or an input is wrong.
    Wrong = 2,
    /// A limit came before the answer.
    Stopped = 3,
    /// Two methods disagree: one of them is wrong.
    Disagreement = 4,
}

/// Why a command ended before its end.
enum Failure {
    /// The request or an input is wrong: tell the user.
    Wrong(String),
    /// A limit came first: tell the user.
    Stopped(String),
    /// The output cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

/// Runs the program.
pub fn main() -> ExitCode {
    let exit = match Cli::read() {
        Ok(cli) => run(cli).unwrap_or_else(explain),
        Err(error) => {
            // A closed pipe is no reason to complain about help that nobody reads.
            let _ = error.print();
            if error.use_stderr() { Exit::Wrong } else { Exit::Answered }
        }
    };
    ExitCode::from(exit as u8)
}

fn run(cli: Cli) -> Result<Exit, Failure> {
    match cli.command {
        Command::Convert(convert) => convert::Plan::new(convert).map_err(Failure::Wrong)?.run(),
        Command::Verify(verify) => verify::Plan::new(verify).run(),
        Command::OneMine(asked) => one_mine::Plan::new(asked).map_err(Failure::Wrong)?.run(),
        Command::Optimal(optimal) => optimal::run(optimal),
        Command::Generate(generate) => generate::Plan::new(generate).map_err(Failure::Wrong)?.run(),
        Command::Play(play) => play::run(&play),
        Command::Batch(asked) => batch::run(&asked),
        Command::Merge(merge) => batch::merge(&merge),
        Command::Report(report) => report::run(&report),
        analysing => session::run(&plan::Plan::new(analysing).map_err(Failure::Wrong)?),
    }
}

fn explain(failure: Failure) -> Exit {
    match failure {
        Failure::Wrong(why) => {
            complain(&format!("error: {why}"));
            Exit::Wrong
        }
        Failure::Stopped(why) => {
            complain(&format!("stopped: {why}"));
            Exit::Stopped
        }
        // Whoever reads us has read enough: `| head` is not an error.
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Answered,
        Failure::Output(error) => {
            complain(&format!("error: cannot write the output: {error}"));
            Exit::Wrong
        }
    }
}

/// Says something on standard error, where there may be nobody: unlike `eprintln!`, that is fine.
fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
