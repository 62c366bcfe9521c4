//! CSV as RFC 4180 has it: fields between commas, quoted where they hold a comma, a quote or the
//! end of a line.

use std::io::{self, Write};

use super::pieces::{Lines, ReadFault};

/// Reads the next record into `fields`; `false` at the end of the input. Lines without a character
/// are no records.
pub fn read_record(lines: &mut Lines, fields: &mut Vec<Vec<u8>>) -> Result<bool, ReadFault> {
    let mut text = Vec::new();
    loop {
        if !lines.append(&mut text)? {
            if text.is_empty() {
                return Ok(false);
            }
            return Err(io::Error::other("a quote of the table is never closed").into());
        }
        // A record ends with a line unless that is inside quotes; doubled quotes change nothing.
        let inside = text.iter().fold(false, |inside, &byte| inside != (byte == b'"'));
        if text.trim_ascii().is_empty() {
            text.clear();
        } else if !inside {
            break;
        }
    }
    split(&text, fields);
    Ok(true)
}

/// The fields of one record.
pub fn split(record: &[u8], fields: &mut Vec<Vec<u8>>) {
    let record = record.strip_suffix(b"\n").unwrap_or(record);
    let record = record.strip_suffix(b"\r").unwrap_or(record);
    fields.clear();
    let (mut field, mut quoted) = (Vec::new(), false);
    let mut bytes = record.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' if quoted && bytes.peek() == Some(&b'"') => {
                bytes.next();
                field.push(b'"');
            }
            b'"' => quoted = !quoted,
            b',' if !quoted => fields.push(std::mem::take(&mut field)),
            _ => field.push(byte),
        }
    }
    fields.push(field);
}

/// Writes a field, quoted where it must be.
pub fn write_field(field: &str, out: &mut Vec<u8>) {
    if !field.bytes().any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r')) {
        out.extend_from_slice(field.as_bytes());
        return;
    }
    out.push(b'"');
    for (i, part) in field.split('"').enumerate() {
        if i > 0 {
            out.extend_from_slice(b"\"\"");
        }
        out.extend_from_slice(part.as_bytes());
    }
    out.push(b'"');
}

/// Writes a number.
pub fn write_number(number: u64, out: &mut Vec<u8>) {
    write!(out, "{number}").expect("a vector takes everything");
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn records(text: &[u8]) -> Vec<Vec<String>> {
        let mut lines = Lines::new(Box::new(std::io::Cursor::new(text.to_vec())), 1000);
        let (mut fields, mut all) = (Vec::new(), Vec::new());
        while read_record(&mut lines, &mut fields).unwrap() {
            all.push(fields.iter().map(|field| String::from_utf8_lossy(field).into_owned()).collect());
        }
        all
    }

    #[test]
    fn records_may_span_lines() {
        assert_eq!(
            records(b"a,b\r\n\n\"1\n2\",\"say \"\"x\"\"\"\n,"),
            [vec!["a", "b"], vec!["1\n2", "say \"x\""], vec!["", ""]]
        );
        let mut lines = Lines::new(Box::new(io::Cursor::new(b"\"never closed,\n\n")), 1000);
        assert!(read_record(&mut lines, &mut Vec::new()).is_err());
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(fields in prop::collection::vec("[ab,\"\n\r ]{0,6}", 2..5)) {
            let mut text = Vec::new();
            for (i, field) in fields.iter().enumerate() {
                if i > 0 {
                    text.push(b',');
                }
                write_field(field, &mut text);
            }
            text.push(b'\n');
            prop_assert_eq!(records(&text), [fields]);
        }
    }
}
