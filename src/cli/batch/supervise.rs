//! The process that a user sees: it starts the one that works, and is there when that one dies.
//!
//! # Theory
//! A board can bring down a process: a stack that is too deep, memory that the system does not give,
//! a fault in a solver. The worker notes which rows it is at (`in_flight`). Once it is gone, each of
//! them is tried again in a process of its own; the one that dies there too gets a row that says so,
//! the others get their rows, and the run goes on. So every death costs one row at most.
//!
//! The worker writes to us all the time, and ends when it can no longer; so it does not outlive us.

use std::env;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::Mode;
use super::plan::Plan;
use crate::batch::in_flight;
use crate::batch::run::Scope;
use crate::cli::{Exit, Failure, complain};

/// Deaths in a row that no instance is to blame for, before we give up.
const PATIENCE: u32 = 3;

/// The exit codes of a worker that has ended by itself.
const EXITS: [Exit; 5] =
    [Exit::Answered, Exit::Contradictory, Exit::Wrong, Exit::Stopped, Exit::Disagreement];

/// What shells call a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// Runs workers until the report is whole.
pub fn run(plan: &Plan) -> Result<Exit, Failure> {
    let presses = Arc::new(AtomicU32::new(0));
    let worker = Arc::new(AtomicU32::new(0));
    listen(&presses, &worker)?;
    let start = |mode: Mode| -> Result<Outcome, Failure> {
        let outcome =
            work(mode, &worker).map_err(|error| Failure::Wrong(format!("cannot start a worker: {error}")))?;
        Ok(outcome)
    };
    let mut mode = Mode::Begin;
    let mut in_vain = 0;
    loop {
        let before = written(plan);
        let death = match start(mode)? {
            Outcome::Ended(exit) => return Ok(exit),
            Outcome::Died(death) => death,
        };
        if presses.load(Ordering::SeqCst) > 0 {
            return Err(Failure::Stopped("interrupted; --resume goes on".to_owned()));
        }
        let name = plan.places.report.display();
        complain(&format!("{name}: the worker died (signal {death}); looking for the board that did it"));
        if plan.corpus.is_read_once() {
            return Err(Failure::Stopped(
                "standard input and pipes cannot be read again; give them once more with --resume".to_owned(),
            ));
        }
        for row in in_flight::rows(&plan.places.in_flight()) {
            if let Outcome::Died(death) = start(Mode::Single(Scope::Only(row)))? {
                start(Mode::Single(Scope::Bury(row, death)))?;
            }
        }
        in_vain = if written(plan) > before { 0 } else { in_vain + 1 };
        if in_vain == PATIENCE {
            return Err(Failure::Stopped(format!(
                "{name}: workers die (signal {death}) whatever they work on; --resume goes on"
            )));
        }
        mode = Mode::Continue;
    }
}

/// How a worker ended.
enum Outcome {
    Ended(Exit),
    /// By a signal, or with an exit code that is none of ours.
    Died(i32),
}

/// Starts a worker and waits for its end. What it says on standard output is for ours.
fn work(mode: Mode, worker: &AtomicU32) -> io::Result<Outcome> {
    let mut arguments = env::args_os().skip(1);
    let mut child: Child = Command::new(env::current_exe()?)
        .args(arguments.next())
        .arg("--worker")
        .arg(mode.to_string())
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()?;
    worker.store(child.id(), Ordering::SeqCst);
    if let Some(said) = child.stdout.take() {
        for line in BufReader::new(said).lines().map_while(Result::ok).filter(|line| !line.is_empty()) {
            // Nobody may be there to read it; the report is what counts.
            let _ = writeln!(io::stdout(), "{line}");
        }
    }
    let status = child.wait()?;
    worker.store(0, Ordering::SeqCst);
    let ended = EXITS.into_iter().find(|exit| status.code() == Some(*exit as i32));
    Ok(ended.map_or_else(|| Outcome::Died(death(status)), Outcome::Ended))
}

#[cfg(unix)]
fn death(status: ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    status.signal().or(status.code()).unwrap_or(0)
}

#[cfg(not(unix))]
fn death(status: ExitStatus) -> i32 {
    status.code().unwrap_or(0)
}

/// How much there is on disk, to tell whether anything is gained.
fn written(plan: &Plan) -> u64 {
    let files = [plan.places.rows(), plan.places.journal()];
    files.iter().map(|path| fs::metadata(path).map_or(0, |found| found.len())).sum()
}

/// The first Ctrl-C is for the worker, which ends with what is finished on disk; the second ends us,
/// and the worker with us.
fn listen(presses: &Arc<AtomicU32>, worker: &Arc<AtomicU32>) -> Result<(), Failure> {
    let (presses, worker) = (Arc::clone(presses), Arc::clone(worker));
    let handler = move || {
        if presses.fetch_add(1, Ordering::SeqCst) > 0 {
            std::process::exit(INTERRUPTED);
        }
        interrupt(worker.load(Ordering::SeqCst));
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::Wrong(format!("cannot listen for Ctrl-C: {error}")))
}

/// Passes the wish on: a terminal tells the worker itself, but not everybody is a terminal.
#[cfg(unix)]
fn interrupt(worker: u32) {
    if let Some(pid) = i32::try_from(worker).ok().and_then(rustix::process::Pid::from_raw) {
        // It may have ended by itself meanwhile.
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::INT);
    }
}

#[cfg(not(unix))]
fn interrupt(_: u32) {}
