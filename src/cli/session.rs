//! Answers board after board.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Instant;

use super::ask::Inquiry;
use super::certificate::Destination;
use super::output::Output;
use super::plan::{Plan, Request};
use super::progress::Progress;
use super::source::Source;
use super::{Exit, Failure, complain, disagreement, enumerate, interrupt, paint, stream};
use crate::budget::{Budget, StopReason};
use crate::report::{Findings, json, text};

/// Carries out a plan.
pub fn run(plan: &Plan) -> Result<Exit, Failure> {
    start_pool(plan.threads)?;
    let budget = plan.limits.purse();
    interrupt::install(&budget).map_err(Failure::Wrong)?;
    let mut session = Session { plan, budget, output: Output::stdout(plan.colour) };
    let mut exit = Exit::Answered;
    for (i, source) in plan.boards.iter().enumerate() {
        exit = exit.max(session.answer(i, source)?);
        session.output.flush()?;
    }
    Ok(exit)
}

/// Makes all parallel work use so many threads, or one for each core.
pub fn start_pool(threads: Option<usize>) -> Result<(), Failure> {
    let Some(threads) = threads else { return Ok(()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
    pool.map_err(|error| Failure::Wrong(format!("cannot use {threads} threads: {error}")))
}

struct Session<'p> {
    plan: &'p Plan,
    budget: Budget,
    output: Output,
}

impl Session<'_> {
    /// Gives one board its line.
    fn answer(&mut self, i: usize, source: &Source) -> Result<Exit, Failure> {
        let begun = Instant::now();
        let budget = self.budget.with_time(self.plan.limits.time_limit);
        if budget.check() == Err(StopReason::Interrupted) {
            // Do not even read: the input may be a terminal.
            let why = format!("{}: {}", source.name(), StopReason::Interrupted);
            return self.fail(source, Failure::Stopped(why));
        }
        let destination = self.plan.certificates.as_ref().map(|all| all.of(i));
        if let Some(Err(why)) = destination.as_ref().map(Destination::prepare) {
            return self.fail(source, Failure::Wrong(why.to_string()));
        }
        let progress = self.progress();
        progress.say(&format!("{}: reading", source.name()));
        let board = source.read(self.plan.from, self.plan.mines, &budget);
        let board =
            board.and_then(|board| paint::drawable(&self.plan.pictures, source, &board).map(|()| board));
        let asked = board.and_then(|board| match self.plan.request.on(&board) {
            Ok(question) => Ok((board, question)),
            Err(why) => Err(Failure::Wrong(format!("{}: {why}", source.name()))),
        });
        match asked {
            Ok((board, question)) => {
                let inquiry =
                    Inquiry::begin(source.name(), &board, question, self.plan.engine, &budget, &progress);
                let (findings, fault) = self.inquire(inquiry, destination.as_ref(), begun)?;
                let fault =
                    fault.or_else(|| paint::paint(&self.plan.pictures, &findings, &self.budget).err());
                // The line of the progress must be gone before results are written under it.
                drop(progress);
                let exit = self.report(&findings, fault)?;
                if findings.stopped == Some(StopReason::Disagreement) {
                    complain(&disagreement::save(source.name(), &board, Path::new("")));
                }
                Ok(exit)
            }
            Err(failure) => {
                drop(progress);
                self.fail(source, failure)
            }
        }
    }

    /// Asks everything, and writes the certificate if one is wanted; what went wrong with that is
    /// told beside the findings.
    fn inquire<'a>(
        &mut self,
        mut inquiry: Inquiry<'a, '_>,
        destination: Option<&Destination>,
        begun: Instant,
    ) -> Result<(Findings<'a>, Option<String>), Failure> {
        if self.is_streamed() {
            enumerate::stream(&mut inquiry, &mut self.output)?;
            return Ok((inquiry.finish(), None));
        }
        if matches!(self.plan.request, Request::Safe { stream: true, .. }) {
            stream::run(&mut inquiry, self.plan.json, &mut self.output)?;
        } else {
            inquiry.answer();
        }
        if self.plan.cross_check {
            inquiry.cross_check();
        }
        let mut fault = None;
        if let Some(destination) = destination {
            let written = inquiry.certify(destination.drat).and_then(|files| match files {
                Some(files) => match destination.write(&files) {
                    Ok(()) => Ok(Some(destination.name())),
                    Err(why) => Err(why.to_string()),
                },
                None => Ok(None),
            });
            inquiry.findings.certificate = Some(written.unwrap_or_else(|why| {
                fault = Some(why);
                None
            }));
        }
        let mut findings = inquiry.finish();
        findings.seconds = begun.elapsed().as_secs_f64();
        Ok((findings, fault))
    }

    fn report(&mut self, findings: &Findings, fault: Option<String>) -> Result<Exit, Failure> {
        if !self.is_streamed() {
            self.write(findings)?;
        }
        let exit = exit_of(findings);
        Ok(match fault {
            None => exit,
            Some(why) => {
                complain(&format!("error: {why}"));
                exit.max(Exit::Wrong)
            }
        })
    }

    /// Placements for people are written as they are found.
    fn is_streamed(&self) -> bool {
        matches!(self.plan.request, Request::Enumerate(_)) && !self.plan.json
    }

    fn write(&mut self, findings: &Findings) -> io::Result<()> {
        if self.plan.json {
            json::write(findings, &mut self.output)
        } else {
            let screen = self.output.screen();
            text::write(findings, screen, &mut self.output)
        }
    }

    fn fail(&mut self, source: &Source, failure: Failure) -> Result<Exit, Failure> {
        tell_failure(source, failure, self.plan.json, &mut self.output)
    }

    /// Placements or cells that scroll by are progress enough.
    fn progress(&self) -> Progress {
        let cells = matches!(self.plan.request, Request::Safe { stream: true, .. });
        let scrolls = self.is_streamed() || cells;
        Progress::start(!self.plan.quiet && !scrolls && io::stderr().is_terminal())
    }
}

/// Says why a board has no answer at all; the other boards still get theirs.
pub fn tell_failure(
    source: &Source,
    failure: Failure,
    as_json: bool,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let (status, why, exit) = match failure {
        Failure::Wrong(why) => ("error", why, Exit::Wrong),
        Failure::Stopped(why) => ("stopped", why, Exit::Stopped),
        output @ Failure::Output(_) => return Err(output),
    };
    complain(&why);
    if as_json {
        json::write_failure(source.name(), status, &why, out)?;
    }
    Ok(exit)
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
