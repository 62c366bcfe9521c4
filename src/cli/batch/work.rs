//! The work of a run, in a process of its own.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::plan::Plan;
use super::progress::Bar;
use super::{Mode, summary};
use crate::batch::answer::Request;
use crate::batch::instance::hexadecimal;
use crate::batch::run::{End, Progress, Scope, Work, run as run_work};
use crate::batch::{
    Form, Label, Ledger, RowReader, Shard, Tally, checksum, form_of, in_flight, manifest_of, past,
};
use crate::budget::{Budget, StopReason};
use crate::certify::Files;
use crate::cli::args::Engine;
use crate::cli::certificate::Destination;
use crate::cli::output::write_file;
use crate::cli::{Exit, Failure, complain, disagreement};

/// How often the supervisor hears from us.
const BEAT: Duration = Duration::from_millis(50);

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
    let timings = !plan.again.no_timings;
    if mode == Mode::Begin && plan.again.force {
        places.clear().map_err(wrong)?;
    }
    let manifest = Value::Object(plan.manifest.clone()).to_string();
    let mut tally = Tally::default();
    let old = if fs::exists(places.journal()).unwrap_or(false) {
        manifest_of(&places.journal()).map_err(wrong)?
    } else {
        None
    };
    let ledger = if let Some(old) = old {
        compare(&old, &plan.manifest).map_err(Failure::Wrong)?;
        let (past, counted) = past::look(places, timings).map_err(Failure::Wrong)?;
        tally = counted;
        let mut reader = RowReader::new(places.form(), crate::batch::columns(timings));
        let mut seen = |row: &[u8]| {
            tally.add_line(row, &mut reader);
        };
        Ledger::resume(places, &past, &mut seen).map_err(wrong)?
    } else if fs::exists(&places.report).unwrap_or(false) {
        // Without a journal the report is whole.
        return finished(plan);
    } else {
        let headers = past::headers(places, timings);
        Ledger::begin(places, &manifest, (&headers.0, &headers.1)).map_err(|error| {
            // Nothing was begun, so nothing of it stays.
            let _ = places.clear();
            wrong(error)
        })?
    };
    let scope = if let Mode::Single(scope) = mode { scope } else { Scope::All };
    let shown = !plan.quiet && scope == Scope::All;
    let budget = purse(plan)?;
    let (begun, before) = (Instant::now(), tally.rows);
    let (ledger, end) = go(plan, scope, &budget, ledger, (places.form(), true), &mut tally, shown)?;
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
    let ledger = Ledger::stream(out, &path.display().to_string(), &header).map_err(output)?;
    let mut tally = Tally::default();
    let budget = purse(plan)?;
    let begun = Instant::now();
    let (_, end) = go(plan, Scope::All, &budget, ledger, (form, false), &mut tally, !plan.quiet)?;
    tell(plan, &end, &tally, (0, begun));
    Ok(if end.complete { exit_of(&tally) } else { Exit::Stopped })
}

/// Works through the corpus.
fn go(
    plan: &Plan,
    scope: Scope,
    budget: &Budget,
    ledger: Ledger,
    (form, is_watched): (Form, bool),
    tally: &mut Tally,
    shown: bool,
) -> Result<(Ledger, End), Failure> {
    // A panic becomes the error of a row; more need not be said.
    std::panic::set_hook(Box::new(|_| {}));
    let certify = plan.certify.as_ref();
    let keep =
        |id: &str, files: &Files| certify.map_or(Ok(String::new()), |(folder, _)| keep(folder, id, files));
    let request = Request {
        questions: plan.questions,
        engine: plan.engine,
        cross_check: plan.named == Engine::All,
        reading: plan.reading,
        mines: plan.mines.map(|mines| mines.0),
        cells: plan.places.cell_rows().map(|path| form_of(&path)),
        certify: certify.map(|(_, drat)| (&keep as crate::batch::answer::Keep, *drat)),
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
    thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        if shown {
            let bar = Bar::new(&plan.corpus, &progress, ledger.count());
            scope.spawn(move || bar.draw(&is_done));
        }
        let ended = run_work(&work, ledger, tally, &progress);
        drop(done);
        ended.map_err(|error| match output(error) {
            Failure::Wrong(why) if is_watched => {
                Failure::Wrong(format!("{why}; finished rows are kept, and --resume goes on"))
            }
            other => other,
        })
    })
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
    [places.journal(), places.in_flight()].iter().try_for_each(|path| crate::batch::remove(path))?;
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
fn finished(plan: &Plan) -> Result<Exit, Failure> {
    let places = &plan.places;
    let tally = past::whole(places, !plan.again.no_timings).map_err(Failure::Wrong)?;
    // Whatever ended the run before may have left the rows that the report was made of.
    places.clear_rows().map_err(wrong)?;
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
        summary::write(tally, Some(&summary::Ran { skipped: end.skipped.clone(), rows, time }));
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

/// The most characters of an id that go into the name of a folder.
const LONGEST: usize = 60;

/// Writes a certificate into a folder whose name is harmless, says which instance it belongs to, and
/// is that of no other.
fn keep(folder: &Path, id: &str, files: &Files) -> Result<String, String> {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let tail: Vec<char> = id.chars().rev().take(LONGEST).collect();
    let name: String = tail.into_iter().rev().map(plain).collect();
    let mark = hexadecimal(&Sha256::digest(id.as_bytes())[..6]);
    let path = folder.join(format!("{}-{mark}", name.trim_matches(['.', '-'])));
    Destination::alone(&path).write(files)?;
    Ok(path.display().to_string())
}

/// An error that no output is to blame for.
#[allow(clippy::needless_pass_by_value, reason = "it is what map_err passes")]
fn wrong(error: io::Error) -> Failure {
    Failure::Wrong(error.to_string())
}

/// A row could not be written: that is an error even where a pipe was closed, as rows are missing.
fn output(error: io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Failure::Output(error);
    }
    Failure::Wrong(format!("cannot write a row: {error}"))
}
