//! The work of a run, in a process of its own.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::certificates::Certificates;
use super::plan::Plan;
use super::progress::Bar;
use super::{Mode, summary};
use crate::batch::answer::Request;
use crate::batch::recheck::{Finished, Now};
use crate::batch::run::{End, Fault, Progress, Scope, Work, run as run_work};
use crate::batch::{
    Form, Label, Ledger, Places, RowReader, Shard, Tally, checksum, form_of, in_flight, manifest_of, past,
};
use crate::budget::{Budget, StopReason};
use crate::certify::Files;
use crate::cli::args::Engine;
use crate::cli::output::write_file;
use crate::cli::{Exit, Failure, complain, disagreement};
use serde_json::{Map, Value};

/// How often the supervisor hears from us.
const BEAT: Duration = Duration::from_millis(50);

/// How often rows are written to the disk for good.
const SYNC: Duration = Duration::from_secs(1);

/// How long instances may take to notice that they are interrupted.
const GRACE: Duration = Duration::from_secs(2);

/// Does what the supervisor wants.
pub fn run(plan: &Plan, mode: Mode) -> Result<Exit, Failure> {
    beat();
    let _lock = in_flight::lock(&plan.places.in_flight()).map_err(Failure::Wrong)?;
    let done = work(plan, mode);
    if !matches!(done, Ok(Exit::Stopped)) && fs::metadata(plan.places.journal()).is_err() {
        // Nothing is left to be continued, or nothing was ever begun.
        let _ = fs::remove_file(plan.places.in_flight());
    }
    done
}

fn work(plan: &Plan, mode: Mode) -> Result<Exit, Failure> {
    let places = &plan.places;
    let budget = purse(plan)?;
    let is_anew = mode == Mode::Begin && plan.again.force;
    let old = if !is_anew && fs::exists(places.journal()).unwrap_or(false) {
        manifest_of(&places.journal()).map_err(wrong)?
    } else {
        None
    };
    let is_there = |path: &Path| fs::exists(path).unwrap_or(false);
    if let Some(old) = &old {
        compare(old, &plan.manifest).map_err(Failure::Wrong)?;
    } else if !is_anew && (is_there(&places.report) || is_there(&places.rows())) {
        // Without a journal the report is whole, or nobody can go on with it.
        return finished(plan, &budget);
    }
    if let Some(certificates) = Certificates::of(plan).filter(|_| mode == Mode::Begin) {
        certificates.begin(is_anew).map_err(Failure::Wrong)?;
    }
    if is_anew {
        places.clear().map_err(wrong)?;
    }
    let mut tally = Tally::default();
    let (ledger, to_check) = match old {
        Some(_) => go_on(plan, mode, &budget, &mut tally)?,
        None => (begin(plan)?, None),
    };
    let scope = if let Mode::Single(scope) = mode { scope } else { Scope::All };
    let shown = !plan.quiet && scope == Scope::All;
    let (begun, before) = (Instant::now(), tally.rows);
    let out = Out { ledger, to_check, form: places.form(), is_watched: true };
    let (ledger, end) = go(plan, scope, &budget, out, &mut tally, shown)?;
    drop(ledger);
    if scope != Scope::All {
        return Ok(Exit::Answered);
    }
    if end.complete {
        finish(plan, &end, &tally).map_err(wrong)?;
    }
    tell(plan, &end, &tally, (before, begun));
    Ok(if end.complete { exit_of(&tally) } else { Exit::Stopped })
}

/// The ledger of a run that is new.
fn begin(plan: &Plan) -> Result<Ledger, Failure> {
    let headers = past::headers(&plan.places, !plan.again.no_timings);
    let manifest = Value::Object(plan.manifest.clone()).to_string();
    Ledger::begin(&plan.places, &manifest, (&headers.0, &headers.1)).map_err(|error| {
        // Nothing was begun, so nothing of it stays.
        let _ = plan.places.clear();
        wrong(error)
    })
}

/// The ledger of an unfinished run, and its rows if they are to be compared with the corpus as it
/// comes by; else they have been.
fn go_on(
    plan: &Plan,
    mode: Mode,
    budget: &Budget,
    tally: &mut Tally,
) -> Result<(Ledger, Option<Finished>), Failure> {
    let (places, timings) = (&plan.places, !plan.again.no_timings);
    let (past, counted) = past::look(places, timings).map_err(Failure::Wrong)?;
    *tally = counted;
    let mut reader = RowReader::new(places.form(), crate::batch::columns(timings));
    let mut seen = |row: &[u8]| tally.add_line(row, &mut reader);
    let headers = past::headers(places, timings);
    let mut ledger = Ledger::resume(places, &past, (&headers.0, &headers.1), &mut seen).map_err(wrong)?;
    let mut to_check = None;
    // Within one run the corpus stays what it is.
    if mode == Mode::Begin {
        let rows = Finished::new(places, timings, ledger.done()).map_err(Failure::Wrong)?;
        if plan.corpus.is_read_once() {
            to_check = Some(rows);
        } else {
            rows.compare(&now(plan, budget)).map_err(Failure::Wrong)?;
        }
    }
    ledger.move_on().map_err(wrong)?;
    Ok((ledger, to_check))
}

/// The corpus of a run.
fn now<'a>(plan: &'a Plan, budget: &'a Budget) -> Now<'a> {
    Now { corpus: &plan.corpus, shard: plan.shard.unwrap_or(Shard::WHOLE), budget }
}

/// Rows to where nothing can be continued: in this process, as there is nothing to be saved.
pub fn stream(plan: &Plan) -> Result<Exit, Failure> {
    let path = &plan.places.report;
    let form = if plan.is_stdout() { Form::Csv } else { form_of(path) };
    let out: Box<dyn Write + Send> = if plan.is_stdout() {
        Box::new(io::stdout())
    } else {
        let opened = OpenOptions::new().write(true).open(path);
        Box::new(opened.map_err(|error| Failure::Wrong(format!("{}: {error}", path.display())))?)
    };
    let header = crate::batch::header(crate::batch::columns(!plan.again.no_timings), form);
    let ledger = Ledger::stream(out, &path.display().to_string(), &header)
        .map_err(|error| stopped_by(error.into(), false))?;
    let mut tally = Tally::default();
    let budget = purse(plan)?;
    let begun = Instant::now();
    let out = Out { ledger, to_check: None, form, is_watched: false };
    let (_, end) = go(plan, Scope::All, &budget, out, &mut tally, !plan.quiet)?;
    tell(plan, &end, &tally, (0, begun));
    Ok(if end.complete { exit_of(&tally) } else { Exit::Stopped })
}

/// Where rows go.
struct Out {
    ledger: Ledger,
    /// Rows to be compared with their boards.
    to_check: Option<Finished>,
    form: Form,
    /// Whether the run can be continued, and is watched by a supervisor.
    is_watched: bool,
}

/// Works through the corpus.
fn go(
    plan: &Plan,
    scope: Scope,
    budget: &Budget,
    Out { ledger, to_check, form, is_watched }: Out,
    tally: &mut Tally,
    shown: bool,
) -> Result<(Ledger, End), Failure> {
    // A panic becomes the error of a row; more need not be said.
    std::panic::set_hook(Box::new(|_| {}));
    let certificates = Certificates::of(plan);
    let keep = |id: &str, files: &Files| match &certificates {
        Some(certificates) => certificates.keep(id, files),
        None => Ok(String::new()),
    };
    let request = Request {
        questions: plan.questions,
        engine: plan.engine,
        cross_check: plan.named == Engine::All,
        reading: plan.reading,
        mines: plan.mines.map(|mines| mines.0),
        cells: plan.places.cell_rows().map(|path| form_of(&path)),
        certify: plan.certify.as_ref().map(|(_, drat)| (&keep as crate::batch::answer::Keep, *drat)),
        disagreement: &|id, board| complain(&disagreement::save(id, board, Path::new(""))),
        is_doubted: false,
    };
    let single = scope != Scope::All;
    let work = Work {
        corpus: &plan.corpus,
        shard: plan.shard.unwrap_or(Shard::WHOLE),
        digest: plan.shard.is_some(),
        scope,
        request,
        form,
        timings: !plan.again.no_timings,
        threads: if single { 1 } else { plan.threads },
        time_limit: plan.limits.time_limit,
        budget: budget.clone(),
        in_flight: is_watched.then(|| plan.places.in_flight()),
    };
    let progress = Progress::default();
    let ended = thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        if shown {
            let bar = Bar::new(&work, &progress, ledger.count());
            scope.spawn(move || bar.draw(&is_done));
        }
        let (written, is_written) = mpsc::channel::<()>();
        let syncing = is_watched.then(|| scope.spawn(move || sync(&plan.places, budget, &is_written)));
        let ended = run_work(&work, ledger, to_check, tally, &progress);
        drop((done, written));
        match syncing.map(thread::ScopedJoinHandle::join) {
            Some(Ok(Err(error))) => Err(Fault::Output(error)),
            _ => ended,
        }
    });
    ended.map_err(|fault| stopped_by(fault, is_watched))
}

/// Has rows written to the disk now and then, until the run is over, so that a machine which loses
/// its power loses little. What cannot be written ends the run.
fn sync(places: &Places, budget: &Budget, is_over: &mpsc::Receiver<()>) -> io::Result<()> {
    while is_over.recv_timeout(SYNC) == Err(mpsc::RecvTimeoutError::Timeout) {
        if let Err(error) = places.sync() {
            budget.interrupt();
            return Err(error);
        }
    }
    Ok(())
}

/// Why a run ended, for its user.
fn stopped_by(fault: Fault, is_watched: bool) -> Failure {
    let why = match fault {
        Fault::Corpus(why) => return Failure::Wrong(why),
        // That is an error even where a pipe was closed, as rows are missing.
        Fault::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return Failure::Output(error),
        Fault::Output(error) => format!("cannot write a row: {error}"),
        Fault::Certificate(error) => format!("cannot write a certificate: {error}"),
    };
    let more = if is_watched { "; finished rows are kept, and --resume goes on" } else { "" };
    Failure::Wrong(format!("{why}{more}"))
}

/// A purse that Ctrl-C interrupts. It may be pressed for us and for our supervisor, so it counts
/// once however often it comes.
fn purse(plan: &Plan) -> Result<Budget, Failure> {
    let budget = Budget::new(None, plan.memory());
    let pressed = budget.clone();
    let handler = move || {
        let is_first = pressed.check() != Err(StopReason::Interrupted);
        pressed.interrupt();
        if is_first {
            thread::spawn(|| {
                thread::sleep(GRACE);
                // What is finished is on disk: there is nothing to be lost.
                std::process::exit(Exit::Stopped as i32);
            });
        }
    };
    ctrlc::set_handler(handler)
        .map_err(|error| Failure::Wrong(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(budget)
}

/// Lets the supervisor hear from us; once nobody listens, it is gone, and so are we.
fn beat() {
    thread::spawn(|| {
        loop {
            let mut out = io::stdout();
            if out.write_all(b"\n").and_then(|()| out.flush()).is_err() {
                std::process::exit(Exit::Stopped as i32);
            }
            thread::sleep(BEAT);
        }
    });
}

/// Every instance has its row: what was kept for the case that not is removed.
fn finish(plan: &Plan, end: &End, tally: &Tally) -> io::Result<()> {
    let places = &plan.places;
    places.sync()?;
    if let Some(certificates) = Certificates::of(plan) {
        certificates.finish(&places.rows(), !plan.again.no_timings)?;
    }
    places.finish(!plan.again.no_timings)?;
    if let Some(shard) = plan.shard {
        let label = Label {
            shard,
            rows: tally.rows,
            instances: end.instances,
            digest: end.digest.clone().unwrap_or_default(),
            run: run_of(plan),
            report: checksum(&places.report)?,
            cells: places.cells.as_ref().map(|path| path.display().to_string()),
            cell_rows: places.cells.as_deref().map(checksum).transpose()?,
        };
        write_file(&places.shard(), |out| -> io::Result<()> {
            serde_json::to_writer(&mut *out, &label)?;
            out.write_all(b"\n")
        })?;
    }
    [places.journal(), places.boards(), places.in_flight()]
        .iter()
        .try_for_each(|path| crate::batch::remove(path))?;
    places.clear_rows()
}

/// What all shards of a run have in common.
fn run_of(plan: &Plan) -> String {
    let mut all = plan.manifest.clone();
    // Names of files may differ from machine to machine; what is in them, and what it is called, is
    // in the checksum.
    for own in ["--shard", "--cells", "corpus"] {
        all.remove(own);
    }
    all.insert("cells".to_owned(), plan.places.cells.is_some().into());
    Value::Object(all).to_string()
}

/// Says of an earlier run that it is finished.
fn finished(plan: &Plan, budget: &Budget) -> Result<Exit, Failure> {
    let places = &plan.places;
    let tally = past::whole(places, !plan.again.no_timings, &now(plan, budget)).map_err(Failure::Wrong)?;
    // Whatever ended the run before may have left the rows that the report was made of.
    places.clear_rows().and_then(|()| crate::batch::remove(&places.boards())).map_err(wrong)?;
    if !plan.quiet {
        complain(&format!("{} is finished already", places.report.display()));
        summary::write(&tally, None);
    }
    Ok(exit_of(&tally))
}

/// Tells what came of the run, which began then and with so many rows.
fn tell(plan: &Plan, end: &End, tally: &Tally, (before, begun): (u64, Instant)) {
    if plan.json {
        summary::write_json(tally, end.complete);
    }
    if !plan.quiet {
        let (rows, time) = (tally.rows - before, begun.elapsed());
        summary::write(
            tally,
            Some(&summary::Ran { skipped: end.skipped.clone(), own: end.own.clone(), rows, time }),
        );
    }
    if !end.complete {
        let report = plan.places.report.display();
        complain(&format!("stopped: {report} has {} rows so far; --resume goes on", tally.rows));
    }
}

/// The row that weighs most decides.
fn exit_of(tally: &Tally) -> Exit {
    if tally.disagreements.0 > 0 {
        Exit::Disagreement
    } else if tally.stopped > 0 {
        Exit::Stopped
    } else if tally.errors > 0 {
        Exit::Wrong
    } else if tally.contradictory > 0 {
        Exit::Contradictory
    } else {
        Exit::Answered
    }
}

/// Whether an unfinished run is the one that is asked for.
fn compare(old: &str, new: &Map<String, Value>) -> Result<(), String> {
    let old: Map<String, Value> = serde_json::from_str(old).map_err(|_| {
        "the journal of the unfinished run cannot be read; start again with --force".to_owned()
    })?;
    match new.iter().find(|(name, value)| old.get(*name) != Some(value)) {
        None => Ok(()),
        Some((name, value)) => Err(format!(
            "the unfinished run had another {name}: {}, not {value}; give the same arguments, or start again \
             with --force",
            old.get(name).unwrap_or(&Value::Null)
        )),
    }
}

/// An error that no output is to blame for.
#[allow(clippy::needless_pass_by_value, reason = "it is what map_err passes")]
fn wrong(error: io::Error) -> Failure {
    Failure::Wrong(error.to_string())
}
