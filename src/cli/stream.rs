//! `safe --stream`: each cell is written as soon as it is known.
//!
//! The search runs on a thread of its own. So what it has told is with the reader in a moment, however
//! long it is silent afterwards.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::ask::Inquiry;
use crate::analysis::Verdict;
use crate::board::CellId;
use crate::report::{json, text};

/// No reader waits longer than this for a cell that is known.
const FLUSH: Duration = Duration::from_millis(50);

type News = (Vec<CellId>, Verdict);

/// Finds the sure cells of a consistent board and writes each cell when it is known.
pub fn run(inquiry: &mut Inquiry, as_json: bool, out: &mut dyn Write) -> io::Result<()> {
    if inquiry.findings.consistent != Some(true) {
        return Ok(());
    }
    let start = inquiry.findings.clone();
    let mut write = |(cells, verdict): News, out: &mut dyn Write| {
        let verdict = match verdict {
            Verdict::Free => "safe",
            Verdict::Mined => "mine",
            Verdict::Undecided => "undecided",
        };
        cells.iter().try_for_each(|&cell| {
            if as_json {
                json::write_verdict(&start, cell, verdict, out)
            } else {
                text::write_verdict(&start, cell, verdict, out)
            }
        })
    };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel::<News>();
        scope.spawn(move || {
            // Nobody listens any more where writing failed; what is found is still wanted.
            inquiry.sure_cells_telling(&mut |cells, verdict| drop(sender.send((cells.to_vec(), verdict))));
        });
        pass_on(&receiver, out, &mut write)
    })
}

/// Writes what comes in, and lets none of it lie about longer than [`FLUSH`].
fn pass_on(
    receiver: &Receiver<News>,
    out: &mut dyn Write,
    write: &mut dyn FnMut(News, &mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    while let Ok(first) = receiver.recv() {
        let begun = Instant::now();
        write(first, out)?;
        while let Ok(next) = receiver.recv_timeout(FLUSH.saturating_sub(begun.elapsed())) {
            write(next, out)?;
        }
        out.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts lines up to the last flush, and sends the count with every flush.
    struct Reader {
        written: usize,
        flushed: mpsc::Sender<usize>,
    }

    impl Write for Reader {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.written += 1;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            self.flushed.send(self.written).map_err(io::Error::other)
        }
    }

    /// Cells used to be flushed only when the next one was told, which may be never.
    #[test]
    fn what_is_told_arrives_although_nothing_follows() {
        let (sender, receiver) = mpsc::channel();
        let (flushed, seen) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(move || {
                let mut reader = Reader { written: 0, flushed };
                let mut write = |_: News, out: &mut dyn Write| out.write_all(b"cell");
                pass_on(&receiver, &mut reader, &mut write).unwrap();
            });
            for count in 1..=3 {
                sender.send((vec![CellId(0)], Verdict::Free)).unwrap();
                // The sender is still there and silent.
                assert_eq!(seen.recv_timeout(Duration::from_secs(30)), Ok(count));
            }
            drop(sender);
        });
    }
}
