//! What a report amounts to: counts, the slowest instances, and those on which engines disagree.

use std::cmp::Reverse;
use std::time::Duration;

use super::row::{Column, Form, Row, Value};
use super::table::Splitter;

/// How many of the slowest instances, and of those with a disagreement, are named.
const NAMED: usize = 10;

/// What the rows so far amount to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Rows in all.
    pub rows: u64,
    /// Rows in which all that was asked is answered.
    pub exact: u64,
    /// Rows that a limit has stopped.
    pub stopped: u64,
    /// Rows with an error.
    pub errors: u64,
    /// Boards that cannot be.
    pub contradictory: u64,
    /// Rows in which all engines were compared.
    pub compared: u64,
    /// Rows in which engines disagree, and the first of them.
    pub disagreements: (u64, Vec<String>),
    /// The instances that took longest, the slowest first.
    pub slowest: Vec<(Duration, String)>,
    /// Covered cells of all boards.
    pub covered: u64,
}

impl Tally {
    /// Takes a row in.
    pub fn add(&mut self, row: &Row) {
        let text = |column| match row.get(column) {
            Value::Word(word) => *word,
            Value::Text(text) | Value::Decimal(text) => text.as_str(),
            Value::Truth(true) => "true",
            Value::Truth(false) => "false",
            Value::Unknown | Value::Number(_) => "",
        };
        let covered = if let Value::Number(covered) = row.get(Column::Covered) { *covered } else { 0 };
        self.take(&text, covered);
    }

    /// Takes a line of a report in; `false` if it is none.
    pub fn add_line(&mut self, line: &[u8], rows: &mut RowReader) -> bool {
        let Some(fields) = rows.fields(line) else { return false };
        self.add_fields(&fields);
        true
    }

    /// Takes a row in whose fields, from the first on, are these.
    pub fn add_fields(&mut self, fields: &[String]) {
        let text = |column: Column| fields.get(column as usize).map_or("", String::as_str);
        let covered = text(Column::Covered).parse().unwrap_or(0);
        self.take(&text, covered);
    }

    fn take<'a>(&mut self, text: &dyn Fn(Column) -> &'a str, covered: u64) {
        self.rows += 1;
        self.covered += covered;
        match text(Column::Status) {
            "exact" => self.exact += 1,
            "stopped" => self.stopped += 1,
            _ => self.errors += 1,
        }
        self.contradictory += u64::from(text(Column::Consistent) == "false");
        self.compared += u64::from(!text(Column::Agree).is_empty());
        if text(Column::Agree) == "false" {
            self.disagreements.0 += 1;
            if self.disagreements.1.len() < NAMED {
                self.disagreements.1.push(text(Column::Id).to_owned());
            }
        }
        if let Some(time) = microseconds(text(Column::Seconds)).map(Duration::from_micros) {
            let is_slow =
                self.slowest.len() < NAMED || self.slowest.last().is_some_and(|(other, _)| time > *other);
            if is_slow {
                self.slowest.push((time, text(Column::Id).to_owned()));
                self.slowest.sort_by_key(|(time, _)| Reverse(*time));
                self.slowest.truncate(NAMED);
            }
        }
    }
}

/// Reads lines of reports.
pub struct RowReader {
    form: Form,
    columns: &'static [&'static str],
    splitter: Splitter,
}

impl RowReader {
    /// Reads lines of this form with these columns.
    pub fn new(form: Form, columns: &'static [&'static str]) -> Self {
        RowReader { form, columns, splitter: Splitter::default() }
    }

    /// The fields of a line, from the first column on; `None` if it is none of the report.
    pub fn fields(&mut self, line: &[u8]) -> Option<Vec<String>> {
        match self.form {
            Form::Csv => {
                let fields = self.splitter.split(line).filter(|fields| fields.len() == self.columns.len())?;
                fields.iter().map(|field| String::from_utf8(field.to_vec()).ok()).collect()
            }
            Form::JsonLines => {
                let object: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(line).ok()?;
                let shown = |value: &serde_json::Value| match value {
                    serde_json::Value::Null => String::new(),
                    serde_json::Value::String(text) => text.clone(),
                    other => other.to_string(),
                };
                self.columns.iter().map(|name| object.get(*name).map(shown)).collect()
            }
        }
    }
}

/// Seconds with six decimals.
pub fn seconds(time: Duration) -> String {
    format!("{}.{:06}", time.as_secs(), time.subsec_micros())
}

/// Seconds as [`seconds`] writes them; JSON may leave zeros out.
fn microseconds(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let part: u64 = format!("{part:0<6}").get(..6)?.parse().ok()?;
    whole.parse::<u64>().ok()?.checked_mul(1_000_000)?.checked_add(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::COLUMNS;

    #[test]
    fn rows_and_their_lines_count_the_same() {
        let mut rows = Vec::new();
        for (i, status) in ["exact", "stopped", "error", "exact"].into_iter().enumerate() {
            let mut row = Row::new(&format!("a,\"{i}\""));
            row.set(Column::Status, Value::Word(status));
            row.set(Column::Consistent, Value::Truth(i != 3));
            row.set(Column::Covered, i);
            row.set(Column::Agree, Value::Truth(i > 0));
            row.set(Column::Seconds, Value::Decimal(seconds(Duration::from_millis(i as u64 * 10))));
            rows.push(row);
        }
        let mut expected = Tally::default();
        for row in &rows {
            expected.add(row);
        }
        assert_eq!((expected.exact, expected.stopped, expected.errors, expected.contradictory), (2, 1, 1, 1));
        assert_eq!(expected.disagreements, (1, vec!["a,\"0\"".to_owned()]));
        assert_eq!(expected.slowest[0], (Duration::from_millis(30), "a,\"3\"".to_owned()));
        for form in [Form::Csv, Form::JsonLines] {
            let (mut tally, mut reader) = (Tally::default(), RowReader::new(form, COLUMNS));
            for row in &rows {
                let mut line = Vec::new();
                row.write(form, true, &mut line);
                assert!(tally.add_line(&line, &mut reader));
            }
            assert_eq!(tally, expected);
            assert!(!tally.add_line(b"odd\n", &mut reader));
        }
    }

    #[test]
    fn seconds_are_read_back() {
        for micros in [0, 1, 999_999, 1_000_000, 61_234_567] {
            assert_eq!(microseconds(&seconds(Duration::from_micros(micros))), Some(micros));
        }
        assert_eq!(microseconds("0.5"), Some(500_000));
        assert_eq!(microseconds(""), None);
    }
}
