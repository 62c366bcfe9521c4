//! Reading that can be given up.
//!
//! A pipe or a terminal may say nothing for ever, and a thread that waits for it cannot be woken. So
//! another thread waits, and the reader looks at the budget meanwhile.

use std::io::{self, ErrorKind, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::budget::Budget;

/// Bytes read at a time, and how many such pieces may wait.
const PIECE: usize = 1 << 16;
const WAITING: usize = 4;

/// How long a reader waits between two looks at the budget.
const PAUSE: Duration = Duration::from_millis(20);

/// Whoever writes to us gets this long to begin, whatever the time limit.
const BEGINNING: Duration = Duration::from_millis(300);

/// An input that is read by a thread of its own.
pub struct Patient {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Vec<u8>,
    at: usize,
    begun: Instant,
    budget: Budget,
}

impl Patient {
    /// Begins to read.
    pub fn new(mut input: impl Read + Send + 'static, budget: &Budget) -> Self {
        let (send, pieces) = sync_channel(WAITING);
        thread::spawn(move || {
            loop {
                let mut piece = vec![0; PIECE];
                let read = input.read(&mut piece).map(|read| {
                    piece.truncate(read);
                    piece
                });
                let interrupted = matches!(&read, Err(error) if error.kind() == ErrorKind::Interrupted);
                let last = !interrupted && read.as_ref().map_or(true, Vec::is_empty);
                // Nobody listens any more once the budget is spent.
                if !interrupted && send.send(read).is_err() || last {
                    return;
                }
            }
        });
        Patient { pieces, piece: Vec::new(), at: 0, begun: Instant::now(), budget: budget.clone() }
    }

    /// The next piece, empty at the end.
    fn wait(&self) -> io::Result<Vec<u8>> {
        loop {
            match self.pieces.recv_timeout(PAUSE) {
                Ok(piece) => return piece,
                Err(RecvTimeoutError::Disconnected) => return Ok(Vec::new()),
                Err(RecvTimeoutError::Timeout) => {
                    let early = self.begun.elapsed() < BEGINNING;
                    if let (Err(reason), false) = (self.budget.check(), early) {
                        return Err(io::Error::new(ErrorKind::TimedOut, reason));
                    }
                }
            }
        }
    }
}

impl Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.piece.len() {
            self.piece = self.wait()?;
            self.at = 0;
        }
        let count = buffer.len().min(self.piece.len() - self.at);
        buffer[..count].copy_from_slice(&self.piece[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}
