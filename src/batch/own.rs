//! Files that this program has written: no boards of a corpus.
//!
//! Reports are often written into the folder that they are about. What an earlier run has left there
//! is known by its first bytes, whatever it is called, and by the endings of the files beside it.

use std::path::Path;

use super::row::{CELL_COLUMNS, Form, columns, header};

/// The first columns of a report in JSON lines, which no board has.
const FIELDS: [&[u8]; 3] = [b",\"topology\":", b",\"known_mines\":", b",\"min_probability\":"];
const CELL_FIELDS: [&[u8]; 3] = [b",\"cell\":", b",\"state\":", b",\"probability\":"];

/// How the label of a shard begins, and the manifest or the index of certificates.
const LABEL: &[u8] = b"{\"shard\":{\"part\":";
const CERTIFICATES: &[u8] = b"\"mineproof certificate";

/// Whether a file that begins with these bytes is one of ours.
pub fn is_own(start: &[u8]) -> bool {
    let line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let has = |field: &&[u8]| line.windows(field.len()).any(|part| part == *field);
    let tables = [header(columns(false), Form::Csv), header(&CELL_COLUMNS, Form::Csv)];
    tables.iter().any(|names| line.starts_with(names.trim_ascii_end()))
        || line.starts_with(b"{\"id\":") && (FIELDS.iter().all(has) || CELL_FIELDS.iter().all(has))
        || start.starts_with(LABEL)
        || start[..start.len().min(64)].windows(CERTIFICATES.len()).any(|part| part == CERTIFICATES)
}

/// Whether a name is that of a file which a run keeps beside its report.
pub fn is_beside(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    [".journal", ".boards", ".inflight"].iter().any(|ending| {
        let report = name.strip_suffix(ending).unwrap_or_default();
        [".csv", ".jsonl", ".ndjson", ".parquet"].iter().any(|form| report.ends_with(form))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::row::{Row, RowWriter, Value};

    #[test]
    fn reports_are_known_by_how_they_begin() {
        for timings in [false, true] {
            assert!(is_own(&header(columns(timings), Form::Csv)));
            let mut line = Vec::new();
            Row::new("a,\"b\"").write(Form::JsonLines, timings, &mut line);
            assert!(is_own(&line), "{}", String::from_utf8_lossy(&line));
        }
        assert!(is_own(&header(&CELL_COLUMNS, Form::Csv)));
        let mut line = Vec::new();
        let values = [(); 5].map(|()| Value::Text("x".to_owned()));
        RowWriter::new(&CELL_COLUMNS, Form::JsonLines, &mut line).write(&values);
        assert!(is_own(&line));
        assert!(is_own(b"{\"shard\":{\"part\":1,\"of\":2},"));
        for text in ["", "id,board\nx,1?\n", "{\"id\":\"x\",\"rows\":[\"1?\"]}\n", "1?\n", "id\n"] {
            assert!(!is_own(text.as_bytes()), "{text}");
        }
        assert!(is_beside(Path::new("a/r.csv.journal")) && is_beside(Path::new("r.jsonl.inflight")));
        assert!(!is_beside(Path::new("a/my.journal")) && !is_beside(Path::new("r.csv")));
    }
}
