//! Rows of a report, from CSV or JSON lines.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde_json::Value;

/// One row: what is known of an instance. What is not known is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The path, perhaps with `#` and a name within the file.
    pub id: String,
    /// `exact`, `stopped` or `error`.
    pub status: String,
    /// What touches what.
    pub topology: Option<String>,
    /// Such as 30x16, or a number of vertices.
    pub size: Option<String>,
    /// Covered cells.
    pub covered: Option<u64>,
    /// The total number of mines.
    pub mines: Option<u64>,
    /// Whether there is a legal placement.
    pub consistent: Option<bool>,
    /// How many placements, in digits.
    pub count: Option<String>,
    /// Surely free cells.
    pub safe: Option<u64>,
    /// Surely mined cells.
    pub mined: Option<u64>,
    /// The smallest probability, as a fraction.
    pub least: Option<String>,
    /// The same as a decimal.
    pub least_value: Option<f64>,
    /// The largest width of a component.
    pub width: Option<u64>,
    /// The entries of the largest table.
    pub table: Option<u64>,
    /// Which engines answered.
    pub engine: Option<String>,
    /// Whether all engines agree, if all were asked.
    pub agree: Option<bool>,
    /// Wall time.
    pub seconds: Option<f64>,
    /// Why there is no answer.
    pub error: Option<String>,
}

/// What is wrong with a report, and on which line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {message}")]
pub struct RecordError {
    file: String,
    line: u64,
    message: String,
}

/// A report that is read row by row.
pub struct Reader<R: Read> {
    file: String,
    rows: Rows<R>,
}

enum Rows<R: Read> {
    Csv { rows: csv::Reader<R>, header: Vec<String> },
    Lines { rows: BufReader<R>, line: u64 },
}

/// The longest line of JSON; a count may have a million digits.
const LONGEST: u64 = 1 << 28;

impl<R: Read> Reader<R> {
    /// A report; `file` is its name for messages, and tells JSON lines from CSV by its ending.
    pub fn new(file: &str, input: R) -> Result<Self, RecordError> {
        let ending = Path::new(file).extension().map(OsStr::to_ascii_lowercase);
        let mut reader = if ending.is_some_and(|ending| ending == "jsonl" || ending == "ndjson") {
            Reader { file: file.to_owned(), rows: Rows::Lines { rows: BufReader::new(input), line: 0 } }
        } else {
            let rows = csv::ReaderBuilder::new().from_reader(input);
            Reader { file: file.to_owned(), rows: Rows::Csv { rows, header: Vec::new() } }
        };
        let mut wrong = None;
        if let Rows::Csv { rows, header } = &mut reader.rows {
            match rows.headers() {
                Ok(found) => {
                    *header =
                        found.iter().map(|name| name.trim_start_matches('\u{feff}').to_owned()).collect();
                    let missing = ["id", "status"].into_iter().find(|name| !header.iter().any(|h| h == name));
                    wrong = missing.map(|name| {
                        format!("there is no column '{name}'; give a report that `mineproof batch` wrote")
                    });
                }
                Err(error) => wrong = Some(error.to_string()),
            }
        }
        match wrong {
            None => Ok(reader),
            Some(message) => Err(reader.wrong(1, &message)),
        }
    }

    fn wrong(&self, line: u64, message: &str) -> RecordError {
        let message = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        RecordError { file: self.file.clone(), line, message }
    }

    /// The next row.
    pub fn next_record(&mut self) -> Result<Option<Record>, RecordError> {
        let mut record = Record::default();
        let (line, problem) = match &mut self.rows {
            Rows::Csv { rows, header } => {
                let mut row = csv::StringRecord::new();
                match rows.read_record(&mut row) {
                    Ok(false) => return Ok(None),
                    Ok(true) => {
                        let line = row.position().map_or(0, csv::Position::line);
                        let mut fields = header.iter().zip(row.iter());
                        (line, fields.try_for_each(|(name, value)| record.take(name, value)).err())
                    }
                    Err(error) => {
                        let line = error.position().map_or(1, csv::Position::line);
                        (line, Some(sentence(&error)))
                    }
                }
            }
            Rows::Lines { rows, line } => {
                let mut text = Vec::new();
                loop {
                    text.clear();
                    *line += 1;
                    match rows.by_ref().take(LONGEST).read_until(b'\n', &mut text) {
                        Ok(0) => return Ok(None),
                        Ok(_) if text.trim_ascii().is_empty() => {}
                        Ok(_) => break (*line, record.take_json(&text).err()),
                        Err(error) => break (*line, Some(error.to_string())),
                    }
                }
            }
        };
        let problem = problem.or_else(|| {
            let lacking = [("id", record.id.is_empty()), ("status", record.status.is_empty())];
            lacking
                .iter()
                .find(|lack| lack.1)
                .map(|lack| format!("the field '{}' is empty; each row has one", lack.0))
        });
        match problem {
            None => Ok(Some(record)),
            Some(message) => Err(self.wrong(line, &message)),
        }
    }
}

fn sentence(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("a row of {len} fields, and the first line has {expected_len}; write as many")
        }
        csv::ErrorKind::Utf8 { .. } => "this is not UTF-8; save the report as UTF-8".to_owned(),
        _ => error.to_string(),
    }
}

impl Record {
    fn take_json(&mut self, text: &[u8]) -> Result<(), String> {
        let value: Value =
            serde_json::from_slice(text).map_err(|error| format!("no JSON object: {error}"))?;
        let Value::Object(fields) = value else {
            return Err("no JSON object; each line is one {…}".to_owned());
        };
        for (name, value) in &fields {
            match value {
                Value::Null => {}
                Value::String(text) => self.take(name, text)?,
                other => self.take(name, &other.to_string())?,
            }
        }
        Ok(())
    }

    /// Takes a field; columns that a page has no use for are passed over.
    fn take(&mut self, name: &str, value: &str) -> Result<(), String> {
        if value.is_empty() {
            return Ok(());
        }
        let text = || Some(value.to_owned());
        match name {
            "id" => value.clone_into(&mut self.id),
            "status" => match value {
                "exact" | "stopped" | "error" => value.clone_into(&mut self.status),
                _ => return Err(wrong(name, value, "exact, stopped or error")),
            },
            "topology" => self.topology = text(),
            "size" => self.size = text(),
            "covered" => self.covered = Some(whole(name, value)?),
            "mines" => self.mines = Some(whole(name, value)?),
            "consistent" => self.consistent = Some(truth(name, value)?),
            "count" if value.bytes().all(|byte| byte.is_ascii_digit()) => self.count = text(),
            "count" => return Err(wrong(name, value, "a whole number")),
            "safe" => self.safe = Some(whole(name, value)?),
            "mined" => self.mined = Some(whole(name, value)?),
            "min_probability" => self.least = text(),
            "min_probability_value" => self.least_value = Some(decimal(name, value)?),
            "width" => self.width = Some(whole(name, value)?),
            "largest_table" => self.table = Some(whole(name, value)?),
            "engine" => self.engine = text(),
            "agree" => self.agree = Some(truth(name, value)?),
            "seconds" => self.seconds = Some(decimal(name, value)?),
            "error" => self.error = text(),
            "reason" => self.error = self.error.take().or_else(text),
            _ => {}
        }
        Ok(())
    }
}

fn wrong(name: &str, value: &str, right: &str) -> String {
    let short: String = value.chars().take(24).collect();
    format!("'{short}' is no value of '{name}'; write {right}, or nothing")
}

fn whole(name: &str, value: &str) -> Result<u64, String> {
    value.parse().map_err(|_| wrong(name, value, "a whole number"))
}

fn decimal(name: &str, value: &str) -> Result<f64, String> {
    let number = value.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| wrong(name, value, "a number"))
}

fn truth(name: &str, value: &str) -> Result<bool, String> {
    value.parse().map_err(|_| wrong(name, value, "true or false"))
}
