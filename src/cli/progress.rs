//! A sign of life on standard error for work that takes longer than a second.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work shorter than this passes without a word.
const PATIENCE: Duration = Duration::from_secs(1);

/// Tells a person what goes on until it is dropped, which also wipes the line.
pub struct Progress {
    inner: Option<(Sender<String>, JoinHandle<()>)>,
}

impl Progress {
    /// Starts to tell, if anybody looks (`shown`).
    pub fn start(shown: bool) -> Self {
        let inner = shown.then(|| {
            let (sender, receiver) = mpsc::channel::<String>();
            (sender, thread::spawn(move || tell(&receiver)))
        });
        Progress { inner }
    }

    /// Says what is being done now.
    pub fn say(&self, what: &str) {
        if let Some((sender, _)) = &self.inner {
            // The listener lives as long as the sender: nothing is lost.
            let _ = sender.send(what.to_owned());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.inner.take() {
            drop(sender);
            let _ = thread.join();
        }
    }
}

fn tell(receiver: &mpsc::Receiver<String>) {
    let begun = Instant::now();
    let mut last = String::new();
    loop {
        match receiver.recv_timeout(PATIENCE.saturating_sub(begun.elapsed())) {
            Ok(what) => last = what,
            Err(RecvTimeoutError::Timeout) => break,
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
    let style = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]").expect("the template is fixed");
    let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
        .with_style(style)
        .with_elapsed(begun.elapsed())
        .with_message(last);
    spinner.enable_steady_tick(Duration::from_millis(100));
    while let Ok(what) = receiver.recv() {
        spinner.set_message(what);
    }
    spinner.finish_and_clear();
}
