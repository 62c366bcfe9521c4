//! Lines of an input that has no right to our memory.

use std::io::{self, BufRead, ErrorKind};

/// Why there is no more.
#[derive(Debug)]
pub enum ReadFault {
    /// The input failed.
    Input(io::Error),
    /// What is read would take more than the limit.
    TooLarge,
}

impl From<io::Error> for ReadFault {
    fn from(error: io::Error) -> Self {
        ReadFault::Input(error)
    }
}

/// An input that is read line by line.
pub struct Lines {
    input: Box<dyn BufRead + Send>,
    limit: usize,
}

impl Lines {
    /// Lines of up to `limit` bytes.
    pub fn new(input: Box<dyn BufRead + Send>, limit: usize) -> Self {
        Lines { input, limit }
    }

    /// The most bytes of a line.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Passes over bytes that come next.
    pub fn consume(&mut self, bytes: usize) {
        self.input.consume(bytes);
    }

    /// The bytes that come next, without reading them; empty at the end.
    pub fn peek(&mut self) -> io::Result<&[u8]> {
        loop {
            match self.input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(_) => break,
            }
        }
        self.input.fill_buf()
    }

    /// Appends the next line with its end to `text`, which may not grow beyond the limit; `false`
    /// at the end of the input.
    pub fn append(&mut self, text: &mut Vec<u8>) -> Result<bool, ReadFault> {
        let before = text.len();
        loop {
            let waiting = self.peek()?;
            if waiting.is_empty() {
                return Ok(text.len() > before);
            }
            let (taken, is_whole) = match waiting.iter().position(|&byte| byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (waiting.len(), false),
            };
            text.extend_from_slice(&waiting[..taken]);
            self.input.consume(taken);
            if text.len() > self.limit {
                return Err(ReadFault::TooLarge);
            }
            if is_whole {
                return Ok(true);
            }
        }
    }
}
