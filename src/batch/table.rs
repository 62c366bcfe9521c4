//! Tables with commas between fields, as RFC 4180 has them, by the crate `csv`.
//!
//! # Theory
//! The crate takes the end of its input for the end of a record, and for the end of a quote that is
//! still open; it also reads a record of any size. A corpus that was cut off must not pass for whole,
//! and none has a right to our memory, so [`Records`] lets it read from an input that has a limit for
//! each record and ends with [`TAIL`], which is a record of its own unless a quote is open.
//!
//! Rows of our own reports have one line each, and one whose line has no end was never finished. The
//! crate would take it for a row, so whoever reads reports cuts them into lines by hand and has
//! [`Splitter`] take apart whole lines only.
//!
//! # Cost
//! What the crate takes. A reader is dear to make (its automaton is a table), so one serves for all
//! lines.

use std::io::{self, Read};

use ::csv::{ByteRecord, Reader, ReaderBuilder};

use super::pieces::{Lines, ReadFault};

/// What stands below the last record: after a closed one this is a quote that is never closed, with
/// [`LAST`] in it; within a quote it is the end of that, and no record of its own.
const TAIL: &[u8] = b"\n\".";
const LAST: &[u8] = b".";

/// The records of a table, which may span lines. Lines without a character are no records.
pub struct Records {
    reader: Reader<Bounded>,
    record: ByteRecord,
}

impl Records {
    /// The records of an input; each may have as many bytes as a line.
    pub fn new(lines: Lines) -> Self {
        let input = Bounded { left: lines.limit(), lines, is_over: false, read: 0, tail: None };
        Records { reader: reader_of(input), record: ByteRecord::new() }
    }

    /// The next record, if there is one.
    pub fn next(&mut self) -> Result<Option<&ByteRecord>, ReadFault> {
        loop {
            let begin = self.reader.position().byte();
            let input = self.reader.get_mut();
            let limit = input.lines.limit();
            input.left = limit;
            if !self.reader.read_byte_record(&mut self.record).map_err(|error| fault(error, &self.reader))? {
                return Ok(None);
            }
            let input = self.reader.get_ref();
            let all = input.tail.map_or(u64::MAX, |_| input.read);
            let end = self.reader.position().byte();
            // What was read ahead for the record before is not limited, so sizes are looked at again.
            if end.min(all).saturating_sub(begin) > limit as u64 {
                return Err(ReadFault::TooLarge);
            }
            let alone = (self.record.len() == 1).then(|| &self.record[0]);
            // The end of a line behind the last record is still a part of it.
            if end > all.saturating_add(1) {
                let is_tail = alone == Some(LAST);
                let open = || io::Error::other("a quote of the table is never closed").into();
                return if is_tail { Ok(None) } else { Err(open()) };
            }
            if !alone.is_some_and(|field| field.trim_ascii().is_empty()) {
                return Ok(Some(&self.record));
            }
        }
    }
}

fn reader_of<R: Read>(input: R) -> Reader<R> {
    ReaderBuilder::new().has_headers(false).flexible(true).from_reader(input)
}

fn fault(error: ::csv::Error, reader: &Reader<Bounded>) -> ReadFault {
    match error.into_kind() {
        _ if reader.get_ref().is_over => ReadFault::TooLarge,
        ::csv::ErrorKind::Io(error) => error.into(),
        other => io::Error::other(format!("{other:?}")).into(),
    }
}

/// An input with so many bytes left for the record that is read, and with [`TAIL`] at its end.
struct Bounded {
    lines: Lines,
    left: usize,
    /// Whether more was wanted than was left.
    is_over: bool,
    /// Bytes that were read, without the tail.
    read: u64,
    /// What is left of the tail, once the input has ended.
    tail: Option<&'static [u8]>,
}

impl Read for Bounded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.tail.is_none() {
            let waiting = self.lines.peek()?;
            if !waiting.is_empty() {
                self.is_over = self.left == 0;
                if self.is_over {
                    return Err(io::Error::other("the record is too large"));
                }
                let taken = waiting.len().min(buffer.len()).min(self.left);
                buffer[..taken].copy_from_slice(&waiting[..taken]);
                self.lines.consume(taken);
                self.left -= taken;
                self.read += taken as u64;
                return Ok(taken);
            }
        }
        self.tail.get_or_insert(TAIL).read(buffer)
    }
}

/// Takes lines apart.
pub struct Splitter {
    reader: Reader<Line>,
    record: ByteRecord,
}

/// One line at a time.
struct Line {
    text: io::Cursor<Vec<u8>>,
    /// Whether more was wanted than the line.
    is_over: bool,
}

impl Read for Line {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.text.read(buffer)?;
        self.is_over |= read == 0;
        Ok(read)
    }
}

impl Default for Splitter {
    fn default() -> Self {
        let line = Line { text: io::Cursor::default(), is_over: false };
        Splitter { reader: reader_of(line), record: ByteRecord::new() }
    }
}

impl Splitter {
    /// The fields of a line; `None` if it is no record, or not a whole one.
    pub fn split(&mut self, line: &[u8]) -> Option<&ByteRecord> {
        let Line { text, .. } = self.reader.get_mut();
        text.get_mut().clear();
        text.get_mut().extend_from_slice(line);
        if !line.ends_with(b"\n") {
            text.get_mut().push(b'\n');
        }
        text.set_position(0);
        let is_read = self.reader.read_byte_record(&mut self.record).unwrap_or(false);
        if self.reader.get_ref().is_over {
            // A reader that has seen an end stays there.
            *self = Splitter::default();
            return None;
        }
        is_read.then_some(&self.record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn records(text: &[u8], limit: usize) -> Result<Vec<Vec<String>>, ReadFault> {
        let mut records = Records::new(Lines::new(Box::new(io::Cursor::new(text.to_vec())), limit));
        let mut all = Vec::new();
        while let Some(record) = records.next()? {
            all.push(record.iter().map(|field| String::from_utf8_lossy(field).into_owned()).collect());
        }
        Ok(all)
    }

    #[test]
    fn records_may_span_lines() {
        assert_eq!(
            records(b"\xEF\xBB\xBFa,b\r\n\n \n\"1\n2\",\"say \"\"x\"\"\"\n,", 1000).unwrap(),
            [vec!["a", "b"], vec!["1\n2", "say \"x\""], vec!["", ""]]
        );
        // What looks like the end is none before it.
        assert_eq!(records(b".\n\".\"", 1000).unwrap(), [["."], ["."]]);
        for end in ["", "\n", "\n\n", "\r\n", "\n \n"] {
            assert_eq!(records(format!("a,b{end}").as_bytes(), 1000).unwrap(), [["a", "b"]], "{end:?}");
        }
    }

    #[test]
    fn open_quotes_are_errors() {
        for text in ["\"", "a\n\"", "\"never closed,\n\n", "a,\"b\"\"", "a\n\n\"b\n.", "\"\n\n"] {
            let found = records(text.as_bytes(), 1000);
            assert!(matches!(&found, Err(ReadFault::Input(_))), "{text:?}: {found:?}");
        }
    }

    #[test]
    fn no_record_is_larger_than_the_limit() {
        for len in 1..40 {
            let text = format!("a\n\"{}\"\nb\n", "\n".repeat(len));
            // Two quotes and the end of the line are of the record.
            assert_eq!(records(text.as_bytes(), 20).is_ok(), len + 3 <= 20, "{len}");
        }
        let huge = [b"a\n\"".to_vec(), vec![b'x'; 1 << 20]].concat();
        assert!(matches!(records(&huge, 1000), Err(ReadFault::TooLarge)));
    }

    #[test]
    fn torn_lines_are_no_records() {
        let mut splitter = Splitter::default();
        let mut split = |line: &str| {
            let fields = splitter.split(line.as_bytes())?;
            Some(fields.iter().map(|field| String::from_utf8_lossy(field).into_owned()).collect::<Vec<_>>())
        };
        for _ in 0..2 {
            assert_eq!(split("a,\"b,c\",\n").unwrap(), ["a", "b,c", ""]);
            assert_eq!(split("a"), Some(vec!["a".to_owned()]));
            assert_eq!(split("a,\"b\n"), None);
            assert_eq!(split("\n"), None);
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            rows in prop::collection::vec(prop::collection::vec("[ab.,\"\n\r]{0,6}", 2..5), 0..4)
        ) {
            let mut text = Vec::new();
            let mut writer = ::csv::WriterBuilder::new().flexible(true).from_writer(&mut text);
            for row in &rows {
                writer.write_record(row).unwrap();
            }
            drop(writer);
            prop_assert_eq!(records(&text, 1000).unwrap(), rows);
        }
    }
}
