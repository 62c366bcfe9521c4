//! Reports as Parquet: written from JSON lines once all rows are there, as a Parquet file cannot
//! grow row by row.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;

use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::record::Field;
use parquet::schema::parser::parse_message_type;
use serde_json::{Map, Value};

use super::ledger::named;
use super::places::beside;
use super::row::{CELL_COLUMNS, columns};
use super::tally::Tally;

/// Rows that are held at a time.
const GROUP: usize = 1 << 13;

type Object = Map<String, Value>;

/// What a column holds.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Number,
    Decimal,
    Truth,
}

impl Kind {
    /// That of a column; all that may be longer than a machine's number is text.
    fn of(column: &str) -> Kind {
        match column {
            "cells" | "covered" | "numbers" | "known_mines" | "known_free" | "mines" | "fewest" | "most"
            | "safe" | "mined" | "undecided" | "components" | "largest_component" | "width"
            | "largest_table" | "peak_memory" => Kind::Number,
            "min_probability_value" | "value" | "seconds" => Kind::Decimal,
            "consistent" | "agree" => Kind::Truth,
            _ => Kind::Text,
        }
    }

    fn declare(self, name: &str) -> String {
        match self {
            Kind::Text => format!("optional binary {name} (UTF8);"),
            Kind::Number => format!("optional int64 {name};"),
            Kind::Decimal => format!("optional double {name};"),
            Kind::Truth => format!("optional boolean {name};"),
        }
    }
}

/// Writes the rows of a file of JSON lines to a Parquet file, which then is whole.
pub fn convert(rows: &Path, whole: &Path, is_cells: bool, timings: bool) -> io::Result<()> {
    let names: &[&str] = if is_cells { &CELL_COLUMNS } else { columns(timings) };
    let partial = beside(whole, ".partial");
    let out = File::create(&partial).map_err(|error| named(&partial, &error))?;
    let input = BufReader::new(File::open(rows).map_err(|error| named(rows, &error))?);
    if let Err(error) = write(input, out, names) {
        // The disk may be full of it.
        let _ = fs::remove_file(&partial);
        return Err(named(&partial, &error));
    }
    fs::rename(&partial, whole).map_err(|error| named(whole, &error))
}

/// What the rows of a report amount to; `None` if its columns are not those.
pub fn tally(report: &Path, timings: bool) -> io::Result<Option<Tally>> {
    let read = || {
        let reader = SerializedFileReader::new(File::open(report)?).map_err(fault)?;
        let schema = reader.metadata().file_metadata().schema();
        if !schema.get_fields().iter().map(|field| field.name()).eq(columns(timings).iter().copied()) {
            return Ok(None);
        }
        let mut tally = Tally::default();
        for row in reader.get_row_iter(None).map_err(fault)? {
            let row = row.map_err(fault)?;
            tally.add_fields(&row.get_column_iter().map(|(_, field)| shown(field)).collect::<Vec<_>>());
        }
        Ok(Some(tally))
    };
    read().map_err(|error| named(report, &error))
}

/// A field as text.
fn shown(field: &Field) -> String {
    match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        // The only ones that matter here are seconds.
        Field::Double(decimal) => format!("{decimal:.6}"),
        other => other.to_string(),
    }
}

fn write(mut input: impl BufRead, out: File, names: &[&str]) -> io::Result<()> {
    let fields: Vec<String> = names.iter().map(|name| Kind::of(name).declare(name)).collect();
    let schema = parse_message_type(&format!("message report {{ {} }}", fields.join(" "))).map_err(fault)?;
    let properties = Arc::new(WriterProperties::builder().build());
    let mut writer = SerializedFileWriter::new(out, Arc::new(schema), properties).map_err(fault)?;
    let mut line = String::new();
    loop {
        let mut group: Vec<Object> = Vec::new();
        while group.len() < GROUP {
            line.clear();
            if input.read_line(&mut line)? == 0 {
                break;
            }
            group.push(serde_json::from_str(&line)?);
        }
        if group.is_empty() {
            break;
        }
        let mut columns = writer.next_row_group().map_err(fault)?;
        for name in names {
            write_column(&mut columns, name, &group).map_err(fault)?;
        }
        columns.close().map_err(fault)?;
    }
    writer.close().map_err(fault)?;
    Ok(())
}

fn write_column(
    columns: &mut SerializedRowGroupWriter<File>,
    name: &str,
    rows: &[Object],
) -> Result<(), ParquetError> {
    let Some(mut column) = columns.next_column()? else { return Ok(()) };
    let values = || rows.iter().map(|row| row.get(name).unwrap_or(&Value::Null));
    // Level 1 is a value, level 0 none.
    let levels: Vec<i16> = values().map(|value| i16::from(!value.is_null())).collect();
    let there = || values().filter(|value| !value.is_null());
    match Kind::of(name) {
        Kind::Text => {
            let texts: Vec<ByteArray> =
                there().map(|value| ByteArray::from(value.as_str().unwrap_or_default())).collect();
            column.typed::<ByteArrayType>().write_batch(&texts, Some(&levels), None)?;
        }
        Kind::Number => {
            // A total beyond 63 bits is one that no board can have; it stays the largest there is.
            let number = |value: &Value| i64::try_from(value.as_u64().unwrap_or(0)).unwrap_or(i64::MAX);
            let numbers: Vec<i64> = there().map(number).collect();
            column.typed::<Int64Type>().write_batch(&numbers, Some(&levels), None)?;
        }
        Kind::Decimal => {
            let decimals: Vec<f64> = there().map(|value| value.as_f64().unwrap_or(f64::NAN)).collect();
            column.typed::<DoubleType>().write_batch(&decimals, Some(&levels), None)?;
        }
        Kind::Truth => {
            let truths: Vec<bool> = there().map(|value| value == &Value::Bool(true)).collect();
            column.typed::<BoolType>().write_batch(&truths, Some(&levels), None)?;
        }
    }
    column.close()
}

fn fault(error: ParquetError) -> io::Error {
    io::Error::other(error)
}
