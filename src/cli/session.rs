//! Answers board after board.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Instant;

use super::ask::Inquiry;
use super::output::Output;
use super::plan::{Plan, Request};
use super::progress::Progress;
use super::source::Source;
use super::{Exit, Failure, complain, disagreement, enumerate, interrupt, stream};
use crate::board::Board;
use crate::budget::{Budget, StopReason};
use crate::report::{Findings, Question, json, text};

/// Carries out a plan.
pub fn run(plan: &Plan) -> Result<Exit, Failure> {
    if let Some(threads) = plan.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
        pool.map_err(|error| Failure::Wrong(format!("cannot use {threads} threads: {error}")))?;
    }
    let budget = Budget::new(None, plan.memory_limit);
    interrupt::install(&budget).map_err(Failure::Wrong)?;
    let mut session = Session { plan, budget, output: Output::stdout(plan.colour) };
    let mut exit = Exit::Answered;
    for source in &plan.boards {
        exit = exit.max(session.answer(source)?);
        session.output.flush()?;
    }
    Ok(exit)
}

struct Session<'p> {
    plan: &'p Plan,
    budget: Budget,
    output: Output,
}

impl Session<'_> {
    /// Gives one board its line.
    fn answer(&mut self, source: &Source) -> Result<Exit, Failure> {
        let begun = Instant::now();
        let budget = self.budget.with_time(self.plan.time_limit);
        if budget.check() == Err(StopReason::Interrupted) {
            // Do not even read: the input may be a terminal.
            let why = format!("{}: {}", source.name(), StopReason::Interrupted);
            return self.fail(source, Failure::Stopped(why));
        }
        let progress = self.progress();
        progress.say(&format!("{}: reading", source.name()));
        let board = source.read(self.plan.from, self.plan.mines, &budget);
        let asked = board.and_then(|board| match self.plan.request.on(&board) {
            Ok(question) => Ok((board, question)),
            Err(why) => Err(Failure::Wrong(format!("{}: {why}", source.name()))),
        });
        match asked {
            Ok((board, question)) => self.report(source, &board, question, &budget, progress, begun),
            Err(failure) => {
                drop(progress);
                self.fail(source, failure)
            }
        }
    }

    fn report(
        &mut self,
        source: &Source,
        board: &Board,
        question: Question,
        budget: &Budget,
        progress: Progress,
        begun: Instant,
    ) -> Result<Exit, Failure> {
        let streamed = match question {
            Question::Enumerate { limit } if !self.plan.json => Some(limit),
            _ => None,
        };
        let mut inquiry = Inquiry::begin(source.name(), board, question, self.plan.engine, budget, &progress);
        let findings = if let Some(limit) = streamed {
            enumerate::stream(&mut inquiry, limit, &mut self.output)?;
            inquiry.finish()
        } else {
            if matches!(self.plan.request, Request::Safe { stream: true, .. }) {
                stream::run(&mut inquiry, self.plan.json, &mut self.output)?;
            } else {
                inquiry.answer();
            }
            let mut findings = inquiry.finish();
            findings.seconds = begun.elapsed().as_secs_f64();
            findings
        };
        // The line of the progress must be gone before results are written under it.
        drop(progress);
        if streamed.is_none() {
            self.write(&findings)?;
        }
        if findings.stopped == Some(StopReason::Disagreement) {
            complain(&disagreement::save(source.name(), board, Path::new("")));
        }
        Ok(exit_of(&findings))
    }

    fn write(&mut self, findings: &Findings) -> io::Result<()> {
        if self.plan.json {
            json::write(findings, &mut self.output)
        } else {
            let screen = self.output.screen();
            text::write(findings, screen, &mut self.output)
        }
    }

    /// Says why a board has no answer at all; the other boards still get theirs.
    fn fail(&mut self, source: &Source, failure: Failure) -> Result<Exit, Failure> {
        let (status, why, exit) = match failure {
            Failure::Wrong(why) => ("error", why, Exit::Wrong),
            Failure::Stopped(why) => ("stopped", why, Exit::Stopped),
            output @ Failure::Output(_) => return Err(output),
        };
        complain(&why);
        if self.plan.json {
            json::write_failure(source.name(), status, &why, &mut self.output)?;
        }
        Ok(exit)
    }

    /// Placements or cells that scroll by are progress enough.
    fn progress(&self) -> Progress {
        let streaming = match self.plan.request {
            Request::Enumerate(_) => !self.plan.json,
            Request::Safe { stream, .. } => stream,
            _ => false,
        };
        Progress::start(!self.plan.quiet && !streaming && io::stderr().is_terminal())
    }
}

fn exit_of(findings: &Findings) -> Exit {
    match (findings.stopped, findings.consistent) {
        // No limit would have helped: the request names an engine that cannot answer it.
        (Some(StopReason::NotApplicable), _) => Exit::Wrong,
        (Some(StopReason::Disagreement), _) => Exit::Disagreement,
        (Some(_), _) => Exit::Stopped,
        (None, Some(false)) => Exit::Contradictory,
        _ => Exit::Answered,
    }
}
