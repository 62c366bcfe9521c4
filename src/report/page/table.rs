//! The rows of the table, as data that a script shows.
//!
//! # What is written
//! A list of rows, each a list in the order of [`COLUMNS`]. It stands in the page within a script
//! element, so no `<` of it may be seen by the browser: it is written as an escape, which JSON allows.

use super::record::Record;
use serde_json::{Value, json};

/// The columns: heading, and whether they are numbers.
pub(super) const COLUMNS: [(&str, bool); 15] = [
    ("id", false),
    ("status", false),
    ("topology", false),
    ("size", false),
    ("covered", true),
    ("mines", true),
    ("consistent", false),
    ("placements", true),
    ("safe", true),
    ("mined", true),
    ("least risk", true),
    ("width", true),
    ("table", true),
    ("engine", false),
    ("seconds", true),
];

/// Longer counts are shown by their first digits and their length.
const LONG: usize = 15;

/// Rows, already written.
#[derive(Clone, Debug, Default)]
pub struct Table {
    text: String,
}

impl Table {
    /// Adds a row; `thumbnail` is the number of its picture.
    pub fn add(&mut self, record: &Record, thumbnail: Option<usize>) {
        // Numbers that are shown otherwise are pairs of what they are sorted by and what is shown.
        let count = record.count.as_deref().map(|count| {
            let head: String = count.chars().take(15).collect();
            let logarithm = count.len() as f64 + head.parse::<f64>().unwrap_or(0.0) / 1e15;
            if count.len() > LONG { json!([logarithm, shortened(count)]) } else { json!([logarithm, count]) }
        });
        let least = record.least_value.map(|value| {
            let shown = record.least.as_deref().filter(|least| least.len() <= 11);
            json!([value, shown.map_or_else(|| format!("{value:.6}"), str::to_owned)])
        });
        let status = match (&record.error, record.status.as_str()) {
            (Some(error), status) => format!("{status}: {error}"),
            (None, status) => status.to_owned(),
        };
        let row: [Value; COLUMNS.len() + 1] = [
            json!(record.id),
            json!(status),
            json!(record.topology),
            json!(record.size),
            json!(record.covered),
            json!(record.mines),
            json!(record.consistent.map(|yes| if yes { "yes" } else { "no" })),
            json!(count),
            json!(record.safe),
            json!(record.mined),
            json!(least),
            json!(record.width),
            json!(record.table),
            json!(record.engine),
            json!(record.seconds),
            json!(thumbnail),
        ];
        self.text.push_str(if self.text.is_empty() { "" } else { ",\n" });
        self.text.push_str(&embedded(&Value::from(row.to_vec()).to_string()));
    }

    /// How many bytes the rows take.
    pub fn bytes(&self) -> usize {
        self.text.capacity()
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

/// The first digits of a count, and how many there are.
pub(super) fn shortened(count: &str) -> String {
    if count.len() <= LONG {
        return count.to_owned();
    }
    format!("{}.{}e{}", &count[..1], &count[1..4], count.len() - 1)
}

/// JSON as it can stand within a script element.
fn embedded(json: &str) -> String {
    json.replace('&', "\\u0026")
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_ends_the_script() {
        let record =
            Record { id: "</script><b>&".to_owned(), status: "exact".to_owned(), ..Record::default() };
        let mut table = Table::default();
        table.add(&record, None);
        assert!(!table.text().contains(['<', '>', '&']));
        let row: Value = serde_json::from_str(table.text()).unwrap();
        assert_eq!(row[0], "</script><b>&");
    }

    #[test]
    fn counts_sort_by_size() {
        let key = |count: &str| {
            let mut table = Table::default();
            table.add(&Record { count: Some(count.to_owned()), ..Record::default() }, None);
            let row: Value = serde_json::from_str(table.text()).unwrap();
            row[7][0].as_f64().unwrap()
        };
        assert!(key("9") < key("10") && key("10") < key("99") && key("99") < key("100"));
        assert!(key("1234567890123456789") < key("2234567890123456789"));
        assert_eq!(shortened("1234567890123456789"), "1.234e18");
    }
}
