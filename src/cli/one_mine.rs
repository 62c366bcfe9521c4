//! `one-mine`: optimal play when exactly one mine is left.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Instant;

use super::args::OneMine;
use super::output::Output;
use super::progress::Progress;
use super::session::tell_failure;
use super::source::Source;
use super::{Exit, Failure, complain, disagreement, interrupt};
use crate::board::Board;
use crate::budget::{Budget, StopReason};
use crate::play::one_mine::playout::play_out;
use crate::play::one_mine::{Position, Unfit, solve};
use crate::report::one_mine::{Findings, write_json, write_text};

/// A validated request.
pub struct Plan {
    args: OneMine,
    sources: Vec<Source>,
}

impl Plan {
    /// The plan, or why it makes no sense.
    pub fn new(mut args: OneMine) -> Result<Self, String> {
        let sources = Source::all(std::mem::take(&mut args.boards))?;
        let sources = sources.into_iter().map(|source| source.trusting(args.read.trust_flags)).collect();
        Ok(Plan { args, sources })
    }

    /// Answers board after board.
    pub fn run(&self) -> Result<Exit, Failure> {
        let budget = self.args.manner.limits.purse();
        interrupt::install(&budget).map_err(Failure::Wrong)?;
        let mut output = Output::stdout(self.args.manner.color);
        let mut exit = Exit::Answered;
        for source in &self.sources {
            let answered = match self.answer(source, &budget, &mut output) {
                Ok(exit) => exit,
                Err(failure) => tell_failure(source, failure, self.args.manner.json, &mut output)?,
            };
            exit = exit.max(answered);
            output.flush()?;
        }
        Ok(exit)
    }

    fn answer(&self, source: &Source, budget: &Budget, output: &mut Output) -> Result<Exit, Failure> {
        let begun = Instant::now();
        let budget = budget.with_time(self.args.manner.limits.time_limit);
        if budget.check() == Err(StopReason::Interrupted) {
            // Do not even read: the input may be a terminal.
            return Err(Failure::Stopped(format!("{}: {}", source.name(), StopReason::Interrupted)));
        }
        let progress = Progress::start(!self.args.manner.quiet && io::stderr().is_terminal());
        progress.say(&format!("{}: reading", source.name()));
        let board = source.read(self.args.read.from, self.args.read.mines, &budget)?;
        let (mut stopped, mut position, mut solution) = (None, None, None);
        match Position::of(&board, &budget) {
            Ok(read) => position = Some(read),
            Err(Unfit::Stopped(reason)) => stopped = Some(reason),
            Err(unfit) => return Err(Failure::Wrong(format!("{}: {unfit}", source.name()))),
        }
        progress.say(&format!("{}: looking for guess components", source.name()));
        if let Some(position) = &position {
            match solve(position, &budget) {
                Ok(found) => solution = Some(found),
                Err(reason) => stopped = Some(reason),
            }
        }
        let (play, mut played) = (self.args.shown.play, None);
        if let (Some(position), Some(solution), true) = (&position, &solution, play) {
            progress.say(&format!("{}: playing", source.name()));
            match play_out(position, &solution.order, &budget) {
                Ok(won) => {
                    played = Some(won);
                    stopped = (won != solution.wins).then_some(StopReason::Disagreement);
                }
                Err(reason) => stopped = Some(reason),
            }
        }
        // The line of the progress must be gone before results are written under it.
        drop(progress);
        let findings = Findings {
            name: source.name(),
            board: &board,
            stopped,
            position: position.as_ref(),
            solution: solution.as_ref(),
            tree: self.args.shown.tree,
            play,
            played,
            time: begun.elapsed(),
        };
        if self.args.manner.json {
            write_json(&findings, output)?;
        } else {
            write_text(&findings, output)?;
        }
        Ok(exit_of(&findings, &board))
    }
}

fn exit_of(findings: &Findings, board: &Board) -> Exit {
    match (findings.stopped, findings.consistent()) {
        (Some(StopReason::Disagreement), _) => {
            complain(&disagreement::save(findings.name, board, Path::new("")));
            Exit::Disagreement
        }
        (Some(_), _) => Exit::Stopped,
        (None, Some(false)) => Exit::Contradictory,
        _ => Exit::Answered,
    }
}
