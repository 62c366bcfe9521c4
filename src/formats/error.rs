//! What goes wrong at the edge: where, what, and what instead.
//!
//! Readers work on byte offsets alone, in a [`Fault`]; lines and columns are counted once, when
//! there is something to report. So the happy path pays nothing for good positions.

use super::lines::line_number;
use crate::budget::{Budget, Lease, StopReason};
use crate::decomp::DecompositionError;
use std::fmt::Write as _;
use std::io;

/// Why a file is not a board, and where.
///
/// ```
/// use mineproof::{budget::Budget, formats::read_board};
/// let error = read_board("a.txt", b"1?\n1x\n", None, &Budget::unlimited()).unwrap_err();
/// assert_eq!((error.line(), error.column()), (2, 2));
/// assert!(error.to_string().starts_with("a.txt:2:2: 'x' is not a cell; write "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct FormatError {
    file: String,
    line: usize,
    column: usize,
    message: String,
    limit: bool,
}

impl FormatError {
    pub(super) fn locate(file: &str, text: &[u8], fault: Fault) -> Self {
        let before = &text[..fault.at.min(text.len())];
        let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        // Columns count characters, so bytes that continue one do not count.
        let characters = before[start..].iter().filter(|&&b| b & 0xC0 != 0x80).count();
        FormatError {
            file: file.to_owned(),
            line: line_number(before, before.len()),
            column: 1 + characters,
            message: fault.message,
            limit: fault.limit,
        }
    }

    /// The name of the file, as the caller gave it.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The line, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column in characters, counted from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// What is wrong and what would be right, without the place.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Whether the file may be fine, but a limit came before its end: memory, time or Ctrl-C.
    pub fn is_limit(&self) -> bool {
        self.limit
    }
}

/// Why a board was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Board text has rows, a graph has none.
    #[error("a graph has no rows and cannot be board text; write it as graph or json")]
    NotAGrid,
    /// A grid without a single cell has no rows to write.
    #[error("a grid without cells has no rows; write it as graph")]
    NoCells,
    /// Another program's format cannot say this.
    #[error("{format} cannot hold this board: {why}")]
    Unfit {
        /// The format's name.
        format: &'static str,
        /// What it lacks.
        why: String,
    },
    /// One character cannot say this number on this topology.
    #[error("{cell} shows {number}, and a cell of a {topology} board says at most {most}; write it as graph")]
    NumberTooLarge {
        /// The cell, such as `cell 3,0`.
        cell: String,
        /// The number it shows.
        number: u32,
        /// The topology's name.
        topology: &'static str,
        /// The largest number one character can say there.
        most: u32,
    },
    /// The total number of mines would take too many clauses.
    #[error(
        "the total of {mines} mines over {covered} covered cells needs more than {most} clauses \
         without auxiliary variables; choose another encoding, or opb"
    )]
    TotalTooLarge {
        /// The total number of mines.
        mines: u64,
        /// How many cells are covered.
        covered: usize,
        /// The most clauses that one sum may take.
        most: u64,
    },
    /// One number would take too many clauses.
    #[error(
        "the number on {cell} with {covered} covered neighbours needs more than {most} clauses \
         without auxiliary variables; choose another encoding, or opb"
    )]
    SumTooLarge {
        /// The cell, such as `vertex 7`.
        cell: String,
        /// How many covered neighbours it has.
        covered: usize,
        /// The most clauses that one sum may take.
        most: u64,
    },
    /// One sum would take too many clauses even with auxiliary variables.
    #[error("one sum needs more than {most} clauses as {encoding}; choose another encoding, or opb")]
    EncodingTooLarge {
        /// The encoding.
        encoding: &'static str,
        /// The most clauses that one sum may take.
        most: u64,
    },
    /// All clauses together are too many.
    #[error("the board needs more than {most} clauses; opb can write it")]
    TooManyClauses {
        /// The most clauses that a file may have.
        most: u64,
    },
    /// The graph of numbers has too many edges.
    #[error("covered cells join more than {most} pairs of numbers; the graph of numbers is too large")]
    TooManyPairs {
        /// The most pairs that are looked at.
        most: u64,
    },
    /// What was to be written is no tree decomposition of the graph of numbers: a fault of ours.
    #[error("the tree decomposition made of the board is wrong, please report this: {0}")]
    WrongDecomposition(#[from] DecompositionError),
}

/// A [`FormatError`] before its line and column are counted.
#[derive(Debug)]
pub(super) struct Fault {
    at: usize,
    message: String,
    limit: bool,
}

impl Fault {
    /// Something wrong at byte `at`; `message` says what is wrong; what would be right.
    pub(super) fn new(at: usize, message: impl Into<String>) -> Self {
        Fault { at, message: message.into(), limit: false }
    }
}

/// Asks for `bytes` before they are allocated; `what` is whatever needs them, at byte `at`.
pub(super) fn lease(budget: &Budget, bytes: u64, at: usize, what: &str) -> Result<Lease, Fault> {
    budget.reserve(bytes).map_err(|_| Fault {
        at,
        message: format!("{what} may need {bytes} bytes, more than the memory limit leaves; raise the limit"),
        limit: true,
    })
}

/// How many bytes of a file are read between two looks at the clock.
const PACE: usize = 1 << 20;

/// A reader's looks at its budget, far enough apart to cost nothing.
pub(super) struct Pace<'a> {
    budget: &'a Budget,
    next: usize,
}

impl<'a> Pace<'a> {
    pub(super) fn new(budget: &'a Budget) -> Self {
        Pace { budget, next: PACE }
    }

    /// May the reader go on at byte `at`?
    pub(super) fn at(&mut self, at: usize) -> Result<(), Fault> {
        if at < self.next {
            return Ok(());
        }
        self.next = at + PACE;
        let stopped = |reason: StopReason| Fault { at, message: reason.to_string(), limit: true };
        self.budget.check().map_err(stopped)
    }
}

/// A word of the input for a message: quoted, with anything unprintable escaped, and cut short.
pub(super) fn shown(word: &[u8]) -> String {
    const LONGEST: usize = 24;
    // Four bytes hold any character, so this much is enough however long the word is.
    let head = String::from_utf8_lossy(&word[..word.len().min(4 * LONGEST)]);
    let mut text = String::from("'");
    for (i, c) in head.chars().enumerate() {
        if i == LONGEST {
            text.push('…');
            break;
        }
        match c {
            '\'' | '"' => text.push(c),
            _ => write!(text, "{}", c.escape_debug()).expect("a string takes everything"),
        }
    }
    text.push('\'');
    text
}

/// A number as a file has it, however long, in quotes or not; its first digits if they are many.
pub(super) fn digits(written: &[u8]) -> String {
    let inner = written.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\"")).unwrap_or(written);
    shown(inner).trim_matches('\'').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let error = FormatError::locate("f", "# é\r\né é x".as_bytes(), Fault::new(12, "m"));
        assert_eq!(error.to_string(), "f:2:5: m");
        assert_eq!(FormatError::locate("f", b"1\n", Fault::new(99, "m")).to_string(), "f:2:1: m");
    }

    #[test]
    fn words_are_shown_safely() {
        for (word, expected) in [
            (&b"kings"[..], "'kings'"),
            (b"\x00\xff", "'\\0\u{fffd}'"),
            (&[b'7'; 500], "'777777777777777777777777…'"),
        ] {
            assert_eq!(shown(word), expected);
        }
        assert_eq!(digits(b"\"17\""), "17");
        assert_eq!(digits(&[b'7'; 500]), "777777777777777777777777…");
    }
}
