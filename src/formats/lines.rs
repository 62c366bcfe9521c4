//! Lines and words of a file, each with the byte at which it begins.

use super::error::{Fault, shown};

/// A line or a word: its bytes and where they begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'a> {
    pub(super) at: usize,
    pub(super) bytes: &'a [u8],
}

/// All lines, without their ends. A carriage return counts as a blank at the end of its line.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = Piece<'_>> {
    let mut at = 0;
    text.split(|&b| b == b'\n').map(move |bytes| {
        let line = Piece { at, bytes };
        at += bytes.len() + 1;
        line
    })
}

/// The line on which a byte stands, counted from 1.
pub(super) fn line_number(text: &[u8], at: usize) -> usize {
    text[..at].split(|&b| b == b'\n').count()
}

/// Whether a byte only keeps words apart.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

impl<'a> Piece<'a> {
    /// The words of a line.
    pub(super) fn words(self) -> Words<'a> {
        Words { rest: self }
    }

    /// Where it ends, for a word that is missing there.
    pub(super) fn end(self) -> usize {
        self.at + self.bytes.trim_ascii_end().len()
    }

    /// The piece as a whole number; one too large for 64 bits becomes the largest one.
    pub(super) fn whole(self) -> Option<u64> {
        let digits = !self.bytes.is_empty() && self.bytes.iter().all(u8::is_ascii_digit);
        digits.then(|| {
            self.bytes.iter().fold(0u64, |n, &b| n.saturating_mul(10).saturating_add(u64::from(b - b'0')))
        })
    }
}

/// The words of a line, from left to right.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    rest: Piece<'a>,
}

impl<'a> Iterator for Words<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let Piece { at, bytes } = self.rest;
        let from = bytes.iter().position(|&b| !is_blank(b))?;
        let len = bytes[from..].iter().position(|&b| is_blank(b)).unwrap_or(bytes.len() - from);
        self.rest = Piece { at: at + from + len, bytes: &bytes[from + len..] };
        Some(Piece { at: at + from, bytes: &bytes[from..from + len] })
    }
}

impl<'a> Words<'a> {
    /// The next word, or a fault that says what is missing. Every word of a file comes through
    /// here, so the text is only made when there is something to say.
    pub(super) fn need(&mut self, missing: impl FnOnce() -> String) -> Result<Piece<'a>, Fault> {
        let Some(word) = self.next() else { return Err(Fault::new(self.rest.end(), missing())) };
        Ok(word)
    }

    /// Makes sure that nothing follows.
    pub(super) fn done(mut self) -> Result<(), Fault> {
        match self.next() {
            None => Ok(()),
            Some(word) => Err(Fault::new(
                word.at,
                format!(
                    "{} is one word too many; end the line before it (comments have their own lines)",
                    shown(word.bytes)
                ),
            )),
        }
    }
}

/// What the `mines` line of a file says, if it was there.
#[derive(Debug, Default)]
pub(super) struct Mines {
    was_given: bool,
    pub(super) total: Option<u64>,
}

impl Mines {
    /// Reads a `mines` line, whose keyword is already taken from `words`.
    pub(super) fn read(&mut self, keyword: Piece<'_>, words: Words<'_>) -> Result<(), Fault> {
        if std::mem::replace(&mut self.was_given, true) {
            return Err(Fault::new(keyword.at, "a second `mines` line; keep one of them"));
        }
        self.total = read_total(words)?;
        Ok(())
    }
}

fn read_total(mut words: Words<'_>) -> Result<Option<u64>, Fault> {
    let word =
        words.need(|| "the number of mines is missing; write a whole number, or ? for unknown".to_owned())?;
    let mines = match word.whole() {
        _ if word.bytes == b"?" => None,
        Some(mines) => Some(mines),
        None => {
            let what = shown(word.bytes);
            return Err(Fault::new(
                word.at,
                format!("{what} is not a number of mines; write a whole number, or ? for unknown"),
            ));
        }
    };
    words.done()?;
    Ok(mines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_know_where_they_begin() {
        let words: Vec<_> = lines(b"a  bc\r\n\n\td").flat_map(Piece::words).collect();
        let seen: Vec<_> = words.iter().map(|w| (w.at, w.bytes)).collect();
        assert_eq!(seen, [(0, &b"a"[..]), (3, b"bc"), (9, b"d")]);
    }

    #[test]
    fn whole_numbers_saturate() {
        for (text, expected) in [
            ("0", Some(0)),
            ("007", Some(7)),
            ("18446744073709551615", Some(u64::MAX)),
            ("99999999999999999999", Some(u64::MAX)),
            ("", None),
            ("+1", None),
            ("-1", None),
            ("1.0", None),
        ] {
            assert_eq!(Piece { at: 0, bytes: text.as_bytes() }.whole(), expected, "{text}");
        }
    }
}
