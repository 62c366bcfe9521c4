//! Files that hold many boards.
//!
//! Board text is cut at lines `--- name`; JSON lines have a board on every line; CSV has one in the
//! column `board` of every record. What no such line cuts is one board.

use std::ffi::OsStr;
use std::path::Path;

use csv::ByteRecord;
use serde::Deserialize;

use super::pieces::{Lines, ReadFault};
use super::table::{Records, Splitter};
use crate::formats::{Format, detect_format};

/// How a file holds its boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One board, or many between lines `--- name`.
    Text,
    /// One board, whatever is in it.
    Single,
    /// One JSON document a line.
    JsonLines,
    /// A table with a column `board`.
    Csv,
}

impl Kind {
    /// What the ending of a name says, that of an archive taken off, if it says anything.
    pub fn of(path: &Path) -> Option<Kind> {
        let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
        match ending.as_str() {
            "jsonl" | "ndjson" => Some(Kind::JsonLines),
            "csv" => Some(Kind::Csv),
            _ => Format::from_path(path).map(|format| {
                // No line of a file that is no text means anything.
                if format.is_binary() { Kind::Single } else { Kind::Text }
            }),
        }
    }

    /// What the first bytes of an input say whose name says nothing.
    pub fn sniffed(start: &[u8]) -> Kind {
        if start.contains(&0) || detect_format("-", start).is_binary() {
            return Kind::Single;
        }
        let start = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start);
        let first = start.trim_ascii_start().split(|&byte| byte == b'\n').next().unwrap_or_default();
        // A document that ends where the first line does is followed by others, or by nothing.
        if first.starts_with(b"{") && serde_json::from_slice::<serde::de::IgnoredAny>(first).is_ok() {
            Kind::JsonLines
        } else if Splitter::default().split(first).is_some_and(|fields| column(fields, "board").is_some()) {
            Kind::Csv
        } else {
            Kind::Text
        }
    }
}

/// One board of a file.
#[derive(Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name in the file.
    pub name: Name,
    /// Its text, or what is wrong.
    pub text: Result<Vec<u8>, Trouble>,
}

/// How a board is called within its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// The file is this board alone.
    Whole,
    /// It has no name but its number.
    Numbered,
    /// It has a name.
    Given(String),
}

impl Name {
    /// Takes another name and gives the one before. Both are copied: what one slot has allocated and
    /// another frees makes them wait for each other whenever either of them allocates.
    fn exchange(&mut self, next: Name) -> Name {
        let before = self.clone();
        match (self, next) {
            (Name::Given(kept), Name::Given(next)) => next.clone_into(kept),
            (kept, next) => *kept = next,
        }
        before
    }
}

/// Why there is no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// This is wrong with the file.
    Wrong(String),
    /// It would not fit the memory limit.
    TooLarge,
}

/// The boards of one file.
pub struct Boards {
    input: Input,
    kind: Kind,
    state: State,
    /// Whether there was none so far.
    is_empty: bool,
}

enum Input {
    Lines(Lines),
    Records(Records),
}

enum State {
    /// Nothing was read yet.
    Start,
    /// Within text: the name of the board that comes, if a line has cut the file.
    Cut(Name),
    /// Within a table: the columns of board and name.
    Table { board: usize, name: Option<usize> },
    /// After the last board.
    End,
}

impl Boards {
    /// The boards of an input.
    pub fn new(lines: Lines, kind: Kind) -> Self {
        let input = if kind == Kind::Csv { Input::Records(Records::new(lines)) } else { Input::Lines(lines) };
        Boards { input, kind, state: State::Start, is_empty: true }
    }

    /// The next board. After a fault there is none: what follows it cannot be told from it.
    pub fn next(&mut self) -> Option<Piece> {
        let found = match (&mut self.input, self.kind) {
            _ if matches!(self.state, State::End) => return None,
            (Input::Records(records), _) => next_record(records, &mut self.state),
            (Input::Lines(lines), Kind::Single) => whole(lines, &mut self.state),
            (Input::Lines(lines), Kind::JsonLines) => next_line(lines, &mut self.state),
            (Input::Lines(lines), _) => next_text(lines, &mut self.state),
        };
        if matches!(found, Ok(None)) && self.is_empty {
            self.state = State::End;
            let wrong = "there is no board in it".to_owned();
            return Some(Piece { name: Name::Whole, text: Err(Trouble::Wrong(wrong)) });
        }
        self.is_empty = false;
        found.unwrap_or_else(|fault| {
            let name = match (&self.state, self.kind) {
                (State::Start, _) => Name::Whole,
                (State::Cut(name), Kind::Text) => name.clone(),
                _ => Name::Numbered,
            };
            self.state = State::End;
            let trouble = match fault {
                ReadFault::Input(error) => Trouble::Wrong(error.to_string()),
                ReadFault::TooLarge => Trouble::TooLarge,
            };
            Some(Piece { name, text: Err(trouble) })
        })
    }
}

/// All that there is.
fn whole(lines: &mut Lines, state: &mut State) -> Result<Option<Piece>, ReadFault> {
    let mut text = Vec::new();
    while lines.append(&mut text)? {}
    *state = State::End;
    Ok(Some(Piece { name: Name::Whole, text: Ok(text) }))
}

/// What stands above the next line that cuts.
fn next_text(lines: &mut Lines, state: &mut State) -> Result<Option<Piece>, ReadFault> {
    let mut text = Vec::new();
    loop {
        let before = text.len();
        if !lines.append(&mut text)? {
            let name = match std::mem::replace(state, State::End) {
                State::Cut(name) => name,
                _ => Name::Whole,
            };
            return Ok(Some(Piece { name, text: Ok(text) }));
        }
        let Some(next) = separator(&text[before..]) else { continue };
        text.truncate(before);
        if let State::Cut(name) = state {
            return Ok(Some(Piece { name: name.exchange(next), text: Ok(text) }));
        }
        *state = State::Cut(next);
        // What stands above the first line that cuts is a board only if it says something.
        if !is_empty(&text) {
            return Ok(Some(Piece { name: Name::Numbered, text: Ok(text) }));
        }
        text.clear();
    }
}

/// The next line that is not blank.
fn next_line(lines: &mut Lines, state: &mut State) -> Result<Option<Piece>, ReadFault> {
    loop {
        let mut text = Vec::new();
        if !lines.append(&mut text)? {
            return Ok(None);
        }
        if matches!(state, State::Start) && text.starts_with(b"\xEF\xBB\xBF") {
            text.drain(..3);
        }
        *state = State::Cut(Name::Numbered);
        if !text.trim_ascii().is_empty() {
            let name = serde_json::from_slice::<Named>(&text).ok().and_then(|named| named.name);
            return Ok(Some(Piece { name: name.map_or(Name::Numbered, Name::Given), text: Ok(text) }));
        }
    }
}

/// The next record, the line of names above all of them passed over.
fn next_record(records: &mut Records, state: &mut State) -> Result<Option<Piece>, ReadFault> {
    if matches!(state, State::Start) {
        let names = records.next()?;
        let Some((names, board)) = names.and_then(|names| Some((names, column(names, "board")?))) else {
            *state = State::End;
            let wrong = "there is no column 'board'; name one in the first line of the table".to_owned();
            return Ok(Some(Piece { name: Name::Whole, text: Err(Trouble::Wrong(wrong)) }));
        };
        let name = column(names, "name").or_else(|| column(names, "id"));
        *state = State::Table { board, name };
    }
    let &mut State::Table { board, name } = state else { return Ok(None) };
    let Some(fields) = records.next()? else { return Ok(None) };
    let name = name.and_then(|at| fields.get(at)).filter(|name| !name.is_empty());
    let name = name.map_or(Name::Numbered, |name| Name::Given(String::from_utf8_lossy(name).into_owned()));
    let text = match fields.get(board) {
        Some(field) => Ok(with_line_ends(field)),
        None => Err(Trouble::Wrong(format!(
            "the record has {} and column 'board' is number {}; give every record all columns",
            crate::board::counted(fields.len() as u64, "field", "fields"),
            board + 1
        ))),
    };
    Ok(Some(Piece { name, text }))
}

#[derive(Deserialize)]
struct Named {
    name: Option<String>,
}

/// The place of a column in the first line of a table.
fn column(fields: &ByteRecord, name: &str) -> Option<usize> {
    fields.iter().position(|field| field.trim_ascii().eq_ignore_ascii_case(name.as_bytes()))
}

/// Programs that cannot write line ends into a field write `\n` instead.
fn with_line_ends(field: &[u8]) -> Vec<u8> {
    if field.contains(&b'\n') || !field.windows(2).any(|pair| pair == b"\\n") {
        return field.to_vec();
    }
    String::from_utf8_lossy(field).replace("\\n", "\n").into_bytes()
}

/// What a line `--- name` calls the board below it.
fn separator(line: &[u8]) -> Option<Name> {
    let rest = line.strip_prefix(b"---")?;
    let name = rest.trim_ascii();
    if name.is_empty() {
        return Some(Name::Numbered);
    }
    // A longer dash is decoration of somebody else's.
    rest[0].is_ascii_whitespace().then(|| Name::Given(String::from_utf8_lossy(name).into_owned()))
}

/// Whether a text is nothing but blank lines and comments.
fn is_empty(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    text.split(|&byte| byte == b'\n').all(|line| {
        let line = line.trim_ascii();
        line.is_empty() || line.starts_with(b"#")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the boards of a text are called, and their texts.
    fn pieces(kind: Kind, text: &str) -> Vec<(String, String)> {
        let input = Box::new(std::io::Cursor::new(text.as_bytes().to_vec()));
        let mut boards = Boards::new(Lines::new(input, 60), kind);
        let mut all = Vec::new();
        while let Some(piece) = boards.next() {
            let text = match piece.text {
                Ok(text) => String::from_utf8(text).unwrap(),
                Err(trouble) => format!("{trouble:?}"),
            };
            let name = match piece.name {
                Name::Given(name) => name,
                other => format!("{other:?}"),
            };
            all.push((name, text));
        }
        all
    }

    fn check(kind: Kind, text: &str, expected: &[(&str, &str)]) {
        let expected: Vec<_> = expected.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect();
        assert_eq!(pieces(kind, text), expected, "{text}");
    }

    #[test]
    fn text_is_cut_at_dashes() {
        check(Kind::Text, "1?\n", &[("Whole", "1?\n")]);
        check(Kind::Text, "", &[("Whole", "")]);
        check(Kind::Text, "# all\n\n--- a b \n1?\n---\r\n2?\n", &[("a b", "1?\n"), ("Numbered", "2?\n")]);
        check(Kind::Text, "1?\n--- b\n", &[("Numbered", "1?\n"), ("b", "")]);
        check(Kind::Text, "----\n--x\n", &[("Whole", "----\n--x\n")]);
        check(Kind::Single, "1?\n--- b\n", &[("Whole", "1?\n--- b\n")]);
    }

    #[test]
    fn a_file_without_boards_is_an_error() {
        let none = ("Whole", "Wrong(\"there is no board in it\")");
        for text in ["", "\n\n"] {
            check(Kind::JsonLines, text, &[none]);
        }
        check(Kind::Csv, "id,board\n", &[none]);
        check(Kind::JsonLines, "{}\n", &[("Numbered", "{}\n")]);
    }

    #[test]
    fn lines_and_records_are_boards() {
        check(
            Kind::JsonLines,
            "{\"name\":\"x\"}\n\n{bad\n",
            &[("x", "{\"name\":\"x\"}\n"), ("Numbered", "{bad\n")],
        );
        check(
            Kind::Csv,
            "id,Board\na,\"1?\n??\"\n,1?\\n??\nb\n",
            &[
                ("a", "1?\n??"),
                ("Numbered", "1?\n??"),
                (
                    "b",
                    "Wrong(\"the record has 1 field and column 'board' is number 2; give every record all columns\")",
                ),
            ],
        );
        assert!(pieces(Kind::Csv, "a,b\n1,2\n")[0].1.contains("there is no column 'board'"));
    }

    #[test]
    fn nothing_grows_beyond_the_limit() {
        let long = "?".repeat(100);
        check(
            Kind::Text,
            &format!("--- a\n1?\n--- b\n{long}\n--- c\n1?\n"),
            &[("a", "1?\n"), ("b", "TooLarge")],
        );
        check(Kind::Text, &long, &[("Whole", "TooLarge")]);
        check(Kind::JsonLines, &format!("{{}}\n{long}"), &[("Numbered", "{}\n"), ("Numbered", "TooLarge")]);
        check(Kind::Csv, &format!("board\n\"{long}"), &[("Numbered", "TooLarge")]);
    }

    #[test]
    fn kinds_are_told_by_name_or_start() {
        assert_eq!(Kind::of(Path::new("a.NDJSON")), Some(Kind::JsonLines));
        for name in ["a.mbf", "a.ABF", "a.avf", "a.mvf", "a.rmv", "a.evf"] {
            assert_eq!(Kind::of(Path::new(name)), Some(Kind::Single), "{name}");
        }
        for name in ["a.txt", "a.json", "a.graph", "a.mine", "a.board", "a.rawvf"] {
            assert_eq!(Kind::of(Path::new(name)), Some(Kind::Text), "{name}");
        }
        assert_eq!(Kind::of(Path::new("a.odd")), None);
        assert_eq!(Kind::sniffed(b"\x02\x01\0\x01\0\0"), Kind::Single);
        assert_eq!(Kind::sniffed(b"*rmv\n---\n"), Kind::Single);
        assert_eq!(Kind::sniffed(b"\n{\"rows\":[\"1?\"]}\n{"), Kind::JsonLines);
        assert_eq!(Kind::sniffed(b"{\n\"rows\": []}"), Kind::Text);
        assert_eq!(Kind::sniffed(b"name,board\n"), Kind::Csv);
        assert_eq!(Kind::sniffed(b"1?\n"), Kind::Text);
    }
}
