//! One row of the report: docs/COLUMNS.md says what each column means.

use std::fmt::Write;
use std::io;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::Serialize;

use crate::algebra::Fraction;

macro_rules! columns {
    ($($column:ident $name:literal,)*) => {
        /// A column of the report, in the order in which they stand.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "docs/COLUMNS.md describes them")]
        pub enum Column { $($column,)* }

        /// The names of all columns in their order; the last two are timings.
        pub const COLUMNS: &[&str] = &[$($name,)*];
    };
}

columns! {
    Id "id",
    Topology "topology",
    Size "size",
    Cells "cells",
    Covered "covered",
    Numbers "numbers",
    KnownMines "known_mines",
    KnownFree "known_free",
    Mines "mines",
    Status "status",
    Reason "reason",
    Consistent "consistent",
    Count "count",
    ByMines "by_mines",
    Fewest "fewest",
    Most "most",
    Safe "safe",
    Mined "mined",
    Undecided "undecided",
    MinProbability "min_probability",
    MinProbabilityValue "min_probability_value",
    MinProbabilityAt "min_probability_at",
    Components "components",
    LargestComponent "largest_component",
    Width "width",
    LargestTable "largest_table",
    Engine "engine",
    Agree "agree",
    Certificate "certificate",
    Error "error",
    Seconds "seconds",
    PeakMemory "peak_memory",
}

/// How many columns at the end tell time and memory.
const TIMINGS: usize = 2;

/// The columns of cells.
pub const CELL_COLUMNS: [&str; 5] = ["id", "cell", "state", "probability", "value"];

/// What stands in a column.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Value {
    /// Nothing.
    #[default]
    Unknown,
    /// A word of ours.
    Word(&'static str),
    /// Any text, numbers that are too long for a machine among them.
    Text(String),
    /// A number.
    Number(u64),
    /// A number in decimals, digit by digit.
    Decimal(String),
    /// Yes or no.
    Truth(bool),
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Value::Number(number)
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Value::Number(number as u64)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Unknown, Into::into)
    }
}

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Commas between fields, a line of names above.
    Csv,
    /// A JSON object a line.
    JsonLines,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    values: Vec<Value>,
}

impl Default for Row {
    fn default() -> Self {
        Row { values: vec![Value::Unknown; COLUMNS.len()] }
    }
}

impl Row {
    /// A row of nothing but its id.
    pub fn new(id: &str) -> Self {
        let mut row = Row::default();
        row.set(Column::Id, id.to_owned());
        row
    }

    /// Fills a column.
    pub fn set(&mut self, column: Column, value: impl Into<Value>) {
        self.values[column as usize] = value.into();
    }

    /// What stands in a column.
    pub fn get(&self, column: Column) -> &Value {
        &self.values[column as usize]
    }

    /// Notes that the instance cannot be answered for at all.
    pub fn fail(&mut self, why: &str) {
        self.set(Column::Status, Value::Word("error"));
        self.set(Column::Error, super::instance::one_line(why));
    }

    /// Writes the row with the end of its line.
    pub fn write(&self, form: Form, timings: bool, out: &mut Vec<u8>) {
        RowWriter::new(COLUMNS, form, out).write(&self.values[..shown(timings)]);
    }
}

fn shown(timings: bool) -> usize {
    if timings { COLUMNS.len() } else { COLUMNS.len() - TIMINGS }
}

/// The names of the columns that are shown.
pub fn columns(timings: bool) -> &'static [&'static str] {
    &COLUMNS[..shown(timings)]
}

/// The line above all rows, empty where there is none.
pub fn header(columns: &[&str], form: Form) -> Vec<u8> {
    let mut line = Vec::new();
    if form == Form::Csv {
        let mut writer = csv::Writer::from_writer(&mut line);
        writer.write_record(columns).expect(TAKES_ALL);
    }
    line
}

const TAKES_ALL: &str = "a vector takes everything";

/// Writes lines of values below their columns.
pub struct RowWriter<'a> {
    columns: &'a [&'a str],
    out: Out<'a>,
    number: String,
}

#[allow(clippy::large_enum_variant, reason = "one is made for every row, and never kept")]
enum Out<'a> {
    Csv(csv::Writer<&'a mut Vec<u8>>),
    JsonLines(&'a mut Vec<u8>),
}

/// What a writer of CSV holds back; it is made anew for every row.
const BUFFER: usize = 1 << 9;

impl<'a> RowWriter<'a> {
    /// Lines go to the end of `out`; they are there when this is dropped.
    pub fn new(columns: &'a [&'a str], form: Form, out: &'a mut Vec<u8>) -> Self {
        let out = match form {
            Form::Csv => Out::Csv(csv::WriterBuilder::new().buffer_capacity(BUFFER).from_writer(out)),
            Form::JsonLines => Out::JsonLines(out),
        };
        RowWriter { columns, out, number: String::new() }
    }

    /// Writes a line.
    pub fn write(&mut self, values: &[Value]) {
        match &mut self.out {
            Out::Csv(out) => {
                for value in values {
                    let field = match value {
                        Value::Unknown => "",
                        Value::Word(text) => text,
                        Value::Text(text) | Value::Decimal(text) => text,
                        Value::Number(number) => {
                            self.number.clear();
                            write!(self.number, "{number}").expect(TAKES_ALL);
                            &self.number
                        }
                        Value::Truth(true) => "true",
                        Value::Truth(false) => "false",
                    };
                    out.write_field(field).expect(TAKES_ALL);
                }
                out.write_record(None::<&[u8]>).expect(TAKES_ALL);
            }
            Out::JsonLines(out) => write_object(self.columns, values, out),
        }
    }
}

fn write_object(columns: &[&str], values: &[Value], out: &mut Vec<u8>) {
    for (i, (name, value)) in columns.iter().zip(values).enumerate() {
        out.push(if i == 0 { b'{' } else { b',' });
        io::Write::write_fmt(out, format_args!("\"{name}\":")).expect(TAKES_ALL);
        match value {
            Value::Unknown => out.extend_from_slice(b"null"),
            Value::Word(text) => write_json(text, out),
            Value::Text(text) => write_json(text, out),
            Value::Decimal(digits) => out.extend_from_slice(digits.as_bytes()),
            Value::Number(number) => write_json(number, out),
            Value::Truth(truth) => write_json(truth, out),
        }
    }
    out.extend_from_slice(b"}\n");
}

fn write_json(value: &(impl Serialize + ?Sized), out: &mut Vec<u8>) {
    serde_json::to_writer(out, value).expect(TAKES_ALL);
}

/// Digits behind the point of a probability.
const DIGITS: usize = 12;

/// A fraction of at most 1 in decimals, rounded half up.
pub fn decimals(value: &Fraction) -> String {
    let unit = 10u64.pow(DIGITS as u32);
    let (a, b) = (value.numerator(), value.denominator());
    let scaled = if let (Some(a), Some(b)) = (a.to_u64(), b.to_u64()) {
        (u128::from(a) * u128::from(2 * unit) + u128::from(b)) / (2 * u128::from(b))
    } else {
        let doubled: BigUint = b * 2u32;
        ((a * (2 * unit) + b) / doubled).to_u128().unwrap_or(u128::from(unit))
    };
    format!("{}.{:0DIGITS$}", scaled / u128::from(unit), scaled % u128::from(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_is_empty_and_never_zero() {
        let mut row = Row::new("a,b");
        row.set(Column::Safe, 0usize);
        row.set(Column::Agree, Value::Truth(true));
        let mut out = Vec::new();
        row.write(Form::Csv, true, &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), "\"a,b\",,,,,,,,,,,,,,,,0,,,,,,,,,,,true,,,,\n");
        let mut out = Vec::new();
        row.write(Form::JsonLines, false, &mut out);
        let object: serde_json::Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(object.as_object().unwrap().len(), COLUMNS.len() - TIMINGS);
        assert_eq!((&object["id"], &object["safe"]), (&"a,b".into(), &0.into()));
        assert!(object["count"].is_null() && object["agree"] == true);
    }

    #[test]
    fn decimals_are_rounded_exactly() {
        let shown = |a: u64, b: u64| decimals(&Fraction::new(a.into(), b.into()));
        assert_eq!(shown(17, 57), "0.298245614035");
        assert_eq!(shown(2, 3), "0.666666666667");
        assert_eq!(shown(1, 1), "1.000000000000");
        assert_eq!(shown(0, 1), "0.000000000000");
        assert_eq!(shown(u64::MAX - 1, u64::MAX), "1.000000000000");
        let huge = BigUint::from(1u32) << 300u32;
        assert_eq!(decimals(&Fraction::new(&huge + 1u32, &huge * 3u32)), "0.333333333333");
    }
}
