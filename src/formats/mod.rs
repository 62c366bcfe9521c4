//! Readers and writers of boards. Nothing here guesses silently: what a file does not say
//! clearly is an error with its file, line and column. docs/FORMATS.md describes every format.

mod board_text;
mod cnf;
mod detect;
mod edges;
mod error;
mod foreign;
mod gr;
mod graph_text;
mod grid;
mod json;
mod lines;
mod name;
mod opb;
mod recording;
mod sums;
mod td;

pub use error::{FormatError, WriteError};
pub(crate) use grid::topology_name;
pub use recording::{Move, Playback, Recording};

use crate::board::Board;
use crate::budget::Budget;
use crate::encode::Encoding;
use error::Fault;
use std::io::{self, Write};
use std::path::Path;

/// A file format for boards.
///
/// ```
/// use mineproof::formats::Format;
/// use std::path::Path;
/// assert_eq!(Format::from_path(Path::new("a/b.cnf")), Format::from_name("cnf"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Board text: rows of one character a cell.
    Board,
    /// Graph text in the manner of DIMACS.
    Graph,
    /// JSON, for grids and graphs.
    Json,
    /// CNF whose models are the placements; written only.
    Cnf,
    /// Pseudo-Boolean equations; written only.
    Opb,
    /// The graph of the board's numbers as the PACE challenge writes it; written only.
    Gr,
    /// A tree decomposition of that graph; written only.
    Td,
    /// `JSMinesweeper`'s `.mine`.
    Mine,
    /// `.board` of `ms_toollib`.
    Toollib,
    /// `.mbf` and `.abf`: where the mines are.
    Mbf,
    /// Rows of Hill's Java solver; read only.
    Hill,
    /// Rows of minesolve; read only.
    Minesolve,
    /// Rows of minesweepr; read only.
    Minesweepr,
    /// What Simon Tatham's Mines copies as text; read only.
    Tatham,
    /// A game ID of Simon Tatham's Mines; read only.
    TathamId,
    /// A replay as text; read only.
    RawVf,
    /// A replay of Arbiter; read only.
    Avf,
    /// A replay of Clone; read only.
    Mvf,
    /// A replay of Vienna; read only.
    Rmv,
    /// A replay of Metasweeper; read only.
    Evf,
}

/// How to read a board.
///
/// ```
/// use mineproof::{board::Label, budget::Budget, formats::{Reading, read_board_as}};
/// let reading = Reading { trust_flags: true, ..Reading::default() };
/// let board = read_board_as("-", b"1-\n1*\n!?", reading, &Budget::unlimited()).unwrap();
/// assert_eq!(board.labels()[3], Label::Mine);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Reading {
    /// The format; without one the content decides, then the name of the file.
    pub format: Option<Format>,
    /// Whether a player's flag is a known mine. Else it is a covered cell like any other.
    pub trust_flags: bool,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 20] = [
        Format::Board,
        Format::Graph,
        Format::Json,
        Format::Cnf,
        Format::Opb,
        Format::Gr,
        Format::Td,
        Format::Mine,
        Format::Toollib,
        Format::Mbf,
        Format::Hill,
        Format::Minesolve,
        Format::Minesweepr,
        Format::Tatham,
        Format::TathamId,
        Format::RawVf,
        Format::Avf,
        Format::Mvf,
        Format::Rmv,
        Format::Evf,
    ];

    /// The name by which the command line knows the format.
    pub fn name(self) -> &'static str {
        match self {
            Format::Board => "board",
            Format::Graph => "graph",
            Format::Json => "json",
            Format::Cnf => "cnf",
            Format::Opb => "opb",
            Format::Gr => "gr",
            Format::Td => "td",
            Format::Mine => "mine",
            Format::Toollib => "toollib",
            Format::Mbf => "mbf",
            Format::Hill => "hill",
            Format::Minesolve => "minesolve",
            Format::Minesweepr => "minesweepr",
            Format::Tatham => "tatham",
            Format::TathamId => "tatham-id",
            Format::RawVf => "rawvf",
            Format::Avf => "avf",
            Format::Mvf => "mvf",
            Format::Rmv => "rmv",
            Format::Evf => "evf",
        }
    }

    /// The format of this name.
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format that the ending of a file's name stands for, in small or large letters.
    pub fn from_path(path: &Path) -> Option<Format> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "txt" => Some(Format::Board),
            "msg" => Some(Format::Graph),
            name => Format::ALL[..7]
                .iter()
                .copied()
                .find(|format| format.name() == name)
                .or(foreign::endings(name)),
        }
    }

    /// Whether boards can be read from this format.
    pub fn is_readable(self) -> bool {
        !matches!(self, Format::Cnf | Format::Opb | Format::Gr | Format::Td)
    }

    /// Whether boards can be written in this format.
    pub fn is_writable(self) -> bool {
        matches!(
            self,
            Format::Board
                | Format::Graph
                | Format::Json
                | Format::Cnf
                | Format::Opb
                | Format::Gr
                | Format::Td
                | Format::Mine
                | Format::Toollib
                | Format::Mbf
        )
    }

    /// Whether the format is not text.
    pub fn is_binary(self) -> bool {
        matches!(self, Format::Mbf | Format::Avf | Format::Mvf | Format::Rmv | Format::Evf)
    }
}

/// Reads a board. `file` is its name for messages; without a `format`, the content decides, then
/// the ending of `file`. Memory for the reading is asked of `budget` before it is used.
///
/// ```
/// use mineproof::{budget::Budget, formats::read_board};
/// let board = read_board("-", b"mines 1\n1 ?\n1 ?\n", None, &Budget::unlimited()).unwrap();
/// assert_eq!((board.len(), board.mines()), (4, Some(1)));
/// ```
pub fn read_board(
    file: &str,
    bytes: &[u8],
    format: Option<Format>,
    budget: &Budget,
) -> Result<Board, FormatError> {
    read_board_as(file, bytes, Reading { format, ..Reading::default() }, budget)
}

/// Reads a board in this manner; otherwise as [`read_board`].
pub fn read_board_as(
    file: &str,
    bytes: &[u8],
    reading: Reading,
    budget: &Budget,
) -> Result<Board, FormatError> {
    let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    read_text(file, text, reading, budget).map_err(|fault| FormatError::locate(file, text, fault))
}

/// Reads a whole game: the layout of its mines, and the moves if there are any. Only formats that
/// have a layout give one; others are an error. Without a `format`, the content decides, then the
/// ending of `file`.
pub fn read_recording(
    file: &str,
    bytes: &[u8],
    format: Option<Format>,
    budget: &Budget,
) -> Result<Recording, FormatError> {
    let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let (format, at) = format.map_or_else(|| detected(file, text), |format| (format, 0));
    let recording = refuse_wrong_text(text, format).and_then(|()| {
        foreign::read_recording(format, text, budget)?.ok_or_else(|| {
            let what = format!("{} files hold a position, not a game", format.name());
            Fault::new(at, format!("{what}; give rawvf, avf, mvf, rmv, evf, mbf, toollib or tatham-id"))
        })
    });
    recording.map_err(|fault| FormatError::locate(file, text, fault))
}

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The format that [`read_board`] takes a file for, unless one is named.
pub fn detect_format(file: &str, bytes: &[u8]) -> Format {
    detected(file, bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes)).0
}

/// The format, and the byte that tells it.
fn detected(file: &str, text: &[u8]) -> (Format, usize) {
    let by_name = || (Format::from_path(Path::new(file)).unwrap_or(Format::Board), 0);
    detect::detect(text).unwrap_or_else(by_name)
}

/// A carriage return that ends no line: rows would run together.
fn refuse_lone_returns(text: &[u8]) -> Result<(), Fault> {
    let mut pairs = text.windows(2);
    match pairs.position(|pair| pair[0] == b'\r' && pair[1] != b'\n') {
        Some(at) => Err(Fault::new(
            at,
            "a carriage return inside a line; end lines with a line feed, with or without it",
        )),
        None => Ok(()),
    }
}

fn refuse_wrong_text(text: &[u8], format: Format) -> Result<(), Fault> {
    if format.is_binary() {
        return Ok(());
    }
    if text.starts_with(b"\xFF\xFE") || text.starts_with(b"\xFE\xFF") {
        return Err(Fault::new(0, "the file is UTF-16; save it as UTF-8"));
    }
    // JSON has its own mind about line ends, and so have formats that are only written.
    let strict = !matches!(format, Format::Json) && format.is_readable();
    if strict { refuse_lone_returns(text) } else { Ok(()) }
}

fn read_text(file: &str, text: &[u8], reading: Reading, budget: &Budget) -> Result<Board, Fault> {
    let (format, at) = match reading.format {
        Some(format) => (format, 0),
        None => detected(file, text),
    };
    refuse_wrong_text(text, format)?;
    match format {
        Format::Board => board_text::read(text, budget),
        Format::Graph => graph_text::read(text, budget),
        Format::Json => json::read(text, budget),
        other => foreign::read(other, text, reading, budget)?.ok_or_else(|| {
            let name = format.name();
            Fault::new(at, format!("{name} files are only written; give a board, graph or json file"))
        }),
    }
}

/// Writes a board, or says why this board cannot be written so. In that case nothing was written.
///
/// ```
/// use mineproof::{budget::Budget, formats::{Format, read_board, write_board}};
/// let board = read_board("-", b"1?", None, &Budget::unlimited()).unwrap();
/// let mut out = Vec::new();
/// write_board(&board, Format::Opb, &mut out).unwrap();
/// assert!(out.ends_with(b"+1 x1 = 1 ;\n"));
/// ```
pub fn write_board(board: &Board, format: Format, out: &mut dyn io::Write) -> Result<(), WriteError> {
    let mut out = io::BufWriter::new(out);
    match format {
        Format::Board => board_text::write(board, &mut out),
        Format::Graph => graph_text::write(board, &mut out),
        Format::Json => json::write(board, &mut out),
        Format::Cnf => cnf::write(board, Encoding::Auto, &mut out),
        Format::Opb => opb::write(board, &mut out),
        Format::Gr => gr::write(board, &mut out),
        Format::Td => td::write(board, &mut out),
        Format::Mine => foreign::write_mine(board, &mut out),
        Format::Toollib => foreign::write_toollib(board, &mut out),
        Format::Mbf => foreign::write_mbf(board, &mut out),
        other => Err(WriteError::Unfit { format: other.name(), why: "it is only read".to_owned() }),
    }?;
    Ok(out.flush()?)
}

/// Writes a board under lines of notes that readers skip. Only board text and graph text have
/// such lines; in other formats the notes are left out.
///
/// ```
/// use mineproof::{budget::Budget, formats::{Format, read_board, write_noted}};
/// let board = read_board("-", b"1?", None, &Budget::unlimited()).unwrap();
/// let mut out = Vec::new();
/// write_noted(&board, &["placements: 1".to_owned()], Format::Board, &mut out).unwrap();
/// assert_eq!(out, b"# placements: 1\n1 ?\n");
/// ```
pub fn write_noted(
    board: &Board,
    notes: &[String],
    format: Format,
    out: &mut dyn io::Write,
) -> Result<(), WriteError> {
    let sign = match format {
        Format::Board => '#',
        Format::Graph => 'c',
        _ => return write_board(board, format, out),
    };
    if notes.is_empty() {
        return write_board(board, format, out);
    }
    // Nothing may be written of a board that does not fit the format, its notes included.
    let mut text = Vec::new();
    write_board(board, format, &mut text)?;
    notes.iter().try_for_each(|note| writeln!(out, "{sign} {note}"))?;
    Ok(out.write_all(&text)?)
}

/// Writes a board as CNF with this encoding of its sums; otherwise as [`write_board`].
pub fn write_cnf(board: &Board, encoding: Encoding, out: &mut dyn io::Write) -> Result<(), WriteError> {
    let mut out = io::BufWriter::new(out);
    cnf::write(board, encoding, &mut out)?;
    Ok(out.flush()?)
}
