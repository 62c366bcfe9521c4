//! How far a run is, for people.

use std::fs;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::batch::run::Progress;
use crate::batch::{Corpus, Found};

/// How often the line is drawn.
const PAUSE: Duration = Duration::from_millis(100);

/// A line on standard error.
pub struct Bar<'a> {
    progress: &'a Progress,
    /// Rows that were there before.
    before: u64,
    /// Bytes of all files, once they are counted.
    total: Arc<OnceLock<u64>>,
    begun: Instant,
}

impl<'a> Bar<'a> {
    /// Begins to count how much there is to read, which gives the time left.
    pub fn new(corpus: &Corpus, progress: &'a Progress, before: u64) -> Self {
        let total = Arc::new(OnceLock::new());
        if io::stderr().is_terminal() && !corpus.has_stdin() {
            let (files, counted) = (corpus.files(), Arc::clone(&total));
            // Nobody waits for it: a run may be over before its files are counted.
            thread::spawn(move || {
                let size = |found| match found {
                    Found::File(path) | Found::Inner(path) => {
                        fs::metadata(path).map_or(0, |found| found.len())
                    }
                    _ => 0,
                };
                counted.set(files.map(size).sum())
            });
        }
        Bar { progress, before, total, begun: Instant::now() }
    }

    /// Draws until the run is over, if anybody looks.
    pub fn draw(&self, is_done: &Receiver<()>) {
        if !io::stderr().is_terminal() {
            return;
        }
        let style = |template| ProgressStyle::with_template(template).expect("the template is fixed");
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
            .with_style(style("{spinner} {msg}, {elapsed}"));
        while is_done.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
            if let Some(&total) = self.total.get()
                && bar.length().is_none()
            {
                bar.set_length(total);
                bar.set_style(style("{bar:20} {percent:>3}%  {msg}, {elapsed}, {eta} left"));
            }
            let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
            bar.set_position(read(&self.progress.bytes));
            let rows = read(&self.progress.rows);
            let rate = u128::from(rows) * 1000 / self.begun.elapsed().as_millis().max(1);
            let failures = read(&self.progress.failures);
            bar.set_message(format!("{} boards, {rate}/s, {failures} failed", self.before + rows));
        }
        bar.finish_and_clear();
    }
}
