//! A report of many instances as one page: summary, charts, thumbnails and a table that sorts.
//!
//! Nothing on the page comes from elsewhere, and nothing of a report is trusted: names become text,
//! never markup. Charts are drawn here; the table is data in the page, of which a script shows a
//! hundred rows at a time, so that a hundred thousand are no burden.

mod chart;
mod record;
mod summary;
mod table;
mod write;

pub use record::{Reader, Record, RecordError};
pub use summary::Summary;
pub use table::Table;
pub use write::{Page, Thumbnail, write};

/// Text as it can stand in markup and in attributes.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // Browsers do not agree on what these are.
            c if c.is_control() => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    #[test]
    fn markup_becomes_text() {
        assert_eq!(super::escaped("<b a=\"1\">&'\n"), "&lt;b a=&quot;1&quot;&gt;&amp;&#39;\u{fffd}");
    }
}
