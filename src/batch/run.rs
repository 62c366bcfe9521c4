//! A run over a corpus: slots that take the next instance, answer for it, and hand in its row.
//!
//! # Theory
//! Each slot is a thread that works alone: what could be shared out inside an analysis stays on its
//! thread, as instances are many. The next instance is taken under a lock, its row is handed in under
//! another; between them nothing is shared. A panic costs the row that it happened in, and no more.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use super::answer::{Request, answer};
use super::corpus::{Corpus, Skipped};
use super::fingerprint::fingerprint;
use super::in_flight::Slot;
use super::instance::{Instance, Instances};
use super::ledger::Ledger;
use super::recheck::Finished;
use super::row::{Column, Form, Row, Value};
use super::shard::Shard;
use super::tally::{Tally, seconds};
use crate::budget::Budget;

/// Which instances of the corpus a run is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All that have no row yet.
    All,
    /// The one of this row.
    Only(u64),
    /// The one of this row, which gets an error: its worker was ended by this signal (or with this
    /// exit code, where there are no signals).
    Bury(u64, i32),
}

/// What a run does.
pub struct Work<'a> {
    /// The instances.
    pub corpus: &'a Corpus,
    /// Which part of them.
    pub shard: Shard,
    /// Whether a checksum of the whole corpus is wanted.
    pub digest: bool,
    /// Which of that part.
    pub scope: Scope,
    /// What is wanted of each.
    pub request: Request<'a>,
    /// How rows are written.
    pub form: Form,
    /// With time and memory of each row.
    pub timings: bool,
    /// How many at a time.
    pub threads: usize,
    /// The time for each.
    pub time_limit: Option<Duration>,
    /// The memory for each; interrupting it ends the run.
    pub budget: Budget,
    /// Where slots note what they are at.
    pub in_flight: Option<PathBuf>,
}

/// How far a run is, for those who watch.
#[derive(Debug, Default)]
pub struct Progress {
    /// Rows handed in.
    pub rows: AtomicU64,
    /// Those of them that are not exact.
    pub failures: AtomicU64,
}

/// Why a run cannot go on.
#[derive(Debug)]
pub enum Fault {
    /// A row, or a file that goes with rows, cannot be written.
    Output(io::Error),
    /// A certificate cannot be written.
    Certificate(io::Error),
    /// The corpus is not that of the rows that are there.
    Corpus(String),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Fault::Output(error)
    }
}

/// How a run ended.
pub struct End {
    /// Whether all instances have their rows now.
    pub complete: bool,
    /// How many instances were read from the corpus.
    pub instances: u64,
    /// The checksum of the corpus, if it is wanted.
    pub digest: Option<String>,
    /// Files of folders that were not taken.
    pub skipped: Skipped,
    /// Files of folders that this program has written.
    pub own: Skipped,
}

/// The least and the most that the text of one board may take, and its share of the memory limit.
const TEXT: (u64, u64) = (1 << 12, 1 << 32);
const SHARE: u64 = 8;

/// The most bytes of the text of one board under this limit of memory.
pub fn text_limit(memory: u64) -> usize {
    (memory / SHARE).clamp(TEXT.0, TEXT.1) as usize
}

/// Stacks are deep enough for recursion over components; only what is touched takes memory.
const STACK: usize = 1 << 25;

/// Works through the corpus; `tally` counts each new row. Rows that are `finished`, if given, are
/// compared with their boards as these come by.
pub fn run(
    work: &Work,
    ledger: Ledger,
    finished: Option<Finished>,
    tally: &mut Tally,
    progress: &Progress,
) -> Result<(Ledger, End), Fault> {
    let limit = text_limit(work.budget.memory_limit());
    let instances = Instances::new(work.corpus, limit, work.digest);
    let shared = Shared {
        work,
        source: Mutex::new(Source { instances, done: ledger.done(), finished, at_end: false }),
        rows: Mutex::new(Rows { ledger, tally: std::mem::take(tally), fault: None }),
        ended: AtomicBool::new(false),
        progress,
        fate: Fate::asked_for(),
    };
    thread::scope(|scope| {
        for number in 0..work.threads {
            let shared = &shared;
            let slot = move || shared.slot(number);
            let started = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, slot);
            if let Err(error) = started {
                // The others do its work, if there are any.
                if number == 0 {
                    shared.fail(error.into());
                }
                break;
            }
        }
    });
    let Source { instances, at_end, finished, .. } =
        shared.source.into_inner().unwrap_or_else(PoisonError::into_inner);
    let Rows { ledger, tally: counted, fault } =
        shared.rows.into_inner().unwrap_or_else(PoisonError::into_inner);
    *tally = counted;
    if let Some(error) = fault {
        return Err(error);
    }
    let rows = work.shard.rows_of(instances.seen());
    if let Some(finished) = finished.filter(|_| at_end) {
        finished.check_end(rows).map_err(Fault::Corpus)?;
    }
    let complete = at_end && ledger.count() == rows && !ledger.is_waiting();
    let end = End {
        complete,
        instances: instances.seen(),
        digest: instances.digest(),
        skipped: instances.skipped().clone(),
        own: instances.own().clone(),
    };
    Ok((ledger, end))
}

struct Shared<'a> {
    work: &'a Work<'a>,
    source: Mutex<Source>,
    rows: Mutex<Rows>,
    ended: AtomicBool,
    progress: &'a Progress,
    fate: Fate,
}

struct Source {
    instances: Instances,
    /// The rows that are there from an earlier run: all below a number, and some others.
    done: (u64, std::collections::BTreeSet<u64>),
    /// What these were made of, if that is to be compared.
    finished: Option<Finished>,
    at_end: bool,
}

struct Rows {
    ledger: Ledger,
    tally: Tally,
    fault: Option<Fault>,
}

/// How often a slot looks whether a lock is free before it goes to sleep: they are held for a few
/// microseconds, and to be woken takes several times as long.
const LOOKS: u32 = 500;

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    for _ in 0..LOOKS {
        match mutex.try_lock() {
            Ok(guard) => return guard,
            Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => std::hint::spin_loop(),
        }
    }
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared<'_> {
    /// What one slot does.
    fn slot(&self, number: usize) {
        // What an analysis would share out among threads stays on this one.
        let _pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        let slot = match &self.work.in_flight {
            Some(path) => Slot::open(path, number),
            None => Ok(Slot::unwatched()),
        };
        match slot {
            Ok(slot) => self.take_turns(slot),
            Err(error) => self.fail(error.into()),
        }
    }

    fn take_turns(&self, mut slot: Slot) {
        let (mut line, mut cells) = (Vec::new(), Vec::new());
        while let Some((number, instance)) = self.next() {
            if let Err(error) = slot.begin(number) {
                return self.fail(error.into());
            }
            line.clear();
            cells.clear();
            let row = match self.answer(&instance, &mut cells) {
                Ok(Some(row)) => row,
                Ok(None) => return,
                Err(error) => return self.fail(Fault::Certificate(error)),
            };
            row.write(self.work.form, self.work.timings, &mut line);
            let print = fingerprint(&instance);
            let mut rows = locked(&self.rows);
            rows.tally.add(&row);
            if let Err(error) = rows.ledger.put(number, &line, &cells, print) {
                drop(rows);
                return self.fail(error.into());
            }
            drop(rows);
            self.progress.rows.fetch_add(1, Ordering::Relaxed);
            if row.get(Column::Status) != &Value::Word("exact") {
                self.progress.failures.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// The next instance without a row, and the number of the row.
    fn next(&self) -> Option<(u64, Instance)> {
        let mut source = locked(&self.source);
        loop {
            if self.ended.load(Ordering::Relaxed) || self.work.budget.check().is_err() {
                return None;
            }
            let Some(instance) = source.instances.next() else {
                source.at_end = true;
                return None;
            };
            let Some(number) = self.work.shard.row_of(instance.index) else { continue };
            if number < source.done.0 || source.done.1.contains(&number) {
                let checked = source.finished.as_mut().map_or(Ok(()), |rows| rows.check(number, &instance));
                if let Err(why) = checked {
                    self.fail(Fault::Corpus(why));
                    return None;
                }
                continue;
            }
            match self.work.scope {
                Scope::All => return Some((number, instance)),
                Scope::Only(only) | Scope::Bury(only, _) => {
                    if number == only {
                        self.ended.store(true, Ordering::Relaxed);
                        return Some((number, instance));
                    }
                }
            }
        }
    }

    /// The row of an instance; `None` if the run was interrupted. An error is that of a certificate
    /// that could not be written.
    fn answer(&self, instance: &Instance, cells: &mut Vec<u8>) -> io::Result<Option<Row>> {
        if let Scope::Bury(_, signal) = self.work.scope {
            let mut row = Row::new(&instance.id);
            row.fail(&format!("the worker died (signal {signal})"));
            return Ok(Some(row));
        }
        let begun = Instant::now();
        let budget = self.work.budget.afresh(self.work.time_limit);
        let answered = catch_unwind(AssertUnwindSafe(|| {
            self.fate.befall(&instance.id);
            let is_doubted = self.fate.doubt.as_deref() == Some(&instance.id);
            answer(instance, &Request { is_doubted, ..self.work.request }, &budget, cells)
        }));
        let mut row = answered.unwrap_or_else(|panic| {
            cells.clear();
            let mut row = Row::new(&instance.id);
            row.fail(&format!("the program failed on this board, please report it: {}", words(&*panic)));
            Ok(Some(row))
        })?;
        if let Some(row) = &mut row {
            row.set(Column::Seconds, Value::Decimal(seconds(begun.elapsed())));
        }
        Ok(row)
    }

    fn fail(&self, error: Fault) {
        locked(&self.rows).fault.get_or_insert(error);
        self.ended.store(true, Ordering::Relaxed);
    }
}

/// What a panic says.
fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given")
}

/// What is to happen to a worker in a test: nothing in a program that is built for use.
struct Fate {
    abort: Option<String>,
    panic: Option<String>,
    doubt: Option<String>,
}

impl Fate {
    fn asked_for() -> Self {
        let asked = |name: &str| if cfg!(debug_assertions) { std::env::var(name).ok() } else { None };
        Fate {
            abort: asked("MINEPROOF_TEST_ABORT_AT"),
            panic: asked("MINEPROOF_TEST_PANIC_AT"),
            doubt: asked("MINEPROOF_TEST_DOUBT_AT"),
        }
    }

    fn befall(&self, id: &str) {
        if self.abort.as_deref() == Some(id) {
            std::process::abort();
        }
        assert!(self.panic.as_deref() != Some(id), "asked for by a test");
    }
}
