//! How far a run is, for people.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::batch::instance::Instances;
use crate::batch::run::{Progress, Work, text_limit};

/// How often the line is drawn.
const PAUSE: Duration = Duration::from_millis(100);

/// A line on standard error.
pub struct Bar<'a> {
    progress: &'a Progress,
    /// Rows that were there before.
    before: u64,
    /// How many boards there are, once they are counted. Bytes would not do: a few boards of a small
    /// file may take all the time.
    total: Arc<OnceLock<u64>>,
    begun: Instant,
}

impl<'a> Bar<'a> {
    /// Begins to count the boards, which gives the time left.
    pub fn new(work: &Work, progress: &'a Progress, before: u64) -> Self {
        let total = Arc::new(OnceLock::new());
        if io::stderr().is_terminal() && !work.corpus.is_read_once() {
            let limit = text_limit(work.budget.memory_limit());
            let boards = Instances::new(work.corpus, limit, false);
            let (shard, counted) = (work.shard, Arc::clone(&total));
            // Nobody waits for it: a run may be over before its boards are counted.
            thread::spawn(move || counted.set(shard.rows_of(boards.count() as u64)));
        }
        Bar { progress, before, total, begun: Instant::now() }
    }

    /// Draws until the run is over, if anybody looks.
    pub fn draw(&self, is_done: &Receiver<()>) {
        if !io::stderr().is_terminal() {
            return;
        }
        // What does not fit the terminal is cut off at the end, so that the line stays one.
        let style = |template| ProgressStyle::with_template(template).expect("the template is fixed");
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
            .with_style(style("{spinner} {elapsed}: {wide_msg}"));
        bar.set_position(self.before);
        bar.reset_eta();
        while is_done.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
            if let Some(&total) = self.total.get()
                && bar.length().is_none()
            {
                bar.set_length(total);
                bar.set_style(style("{bar:20} {percent:>3}%  {elapsed}, {eta} left: {wide_msg}"));
            }
            let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
            let rows = read(&self.progress.rows);
            bar.set_position(self.before + rows);
            let rate = rate(rows, self.begun.elapsed());
            let of = bar.length().map_or(String::new(), |total| format!(" of {total}"));
            let failures = read(&self.progress.failures);
            bar.set_message(format!("{}{of} boards, {rate}, {failures} failed", self.before + rows));
        }
        bar.finish_and_clear();
    }
}

/// Boards a second, or a minute where they take long.
fn rate(rows: u64, time: Duration) -> String {
    let millis = time.as_millis().max(1);
    match u128::from(rows) * 1000 / millis {
        0..10 => format!("{}/min", u128::from(rows) * 60_000 / millis),
        rate => format!("{rate}/s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_boards_are_counted_by_the_minute() {
        assert_eq!(rate(5000, Duration::from_millis(500)), "10000/s");
        assert_eq!(rate(3, Duration::from_secs(60)), "3/min");
        assert_eq!(rate(0, Duration::ZERO), "0/min");
    }
}
