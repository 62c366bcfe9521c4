//! Which format a file is in, from its first telling line.
//!
//! # Theory
//! The formats begin differently: JSON with a brace, a graph with `p` (perhaps after comments),
//! board text with a keyword or a row. Letters are cells only after `topology`, so none of these
//! can be taken for another. Other programs' rows may look alike at first, so all of them are looked
//! at. A file that begins like none of them is left to its name.

use super::lines::lines;
use super::{Format, foreign};

/// The format that the text shows itself to be in, and the byte at which it does.
pub(super) fn detect(text: &[u8]) -> Option<(Format, usize)> {
    if foreign::looks_like_mbf(text) {
        return Some((Format::Mbf, 0));
    }
    if let Some(format) = foreign::shows_itself(text) {
        return Some((format, 0));
    }
    let mut comments = None;
    let mut keywords = false;
    let mut rest = lines(text);
    while let Some(line) = rest.next() {
        let mut words = line.words();
        let Some(first) = words.next() else { continue };
        let second = words.next().map_or(&b""[..], |word| word.bytes);
        let format = match first.bytes {
            [b'#', ..] | b"mines" => {
                keywords = true;
                continue;
            }
            b"c" => {
                comments = comments.or(Some((Format::Graph, first.at)));
                continue;
            }
            b"topology" => Format::Board,
            [b'{' | b'[', ..] => Format::Json,
            b"p" if second == b"cnf" => Format::Cnf,
            b"p" if second == b"tw" => Format::Gr,
            b"s" if second == b"td" => Format::Td,
            b"*" if second == b"#variable=" => Format::Opb,
            b"p" | b"e" | b"l" => Format::Graph,
            row => {
                let rows = std::iter::once(line).chain(rest.by_ref());
                let other = if keywords { None } else { foreign::told_by_rows(rows) };
                let ours = |b: &u8| matches!(b, b'0'..=b'8' | b'?' | b'*' | b'_');
                match other {
                    Some(format) => format,
                    None if row.iter().all(ours) => Format::Board,
                    None => break,
                }
            }
        };
        return Some((format, first.at));
    }
    comments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_show_themselves() {
        for (text, expected) in [
            ("\n # x\n1 ?\n", Some(Format::Board)),
            ("mines 3\n?", Some(Format::Board)),
            ("mines 3\ntopology box 2\np\nq\n", Some(Format::Board)),
            (" \n{}", Some(Format::Json)),
            ("c x\n\np minesweeper 1 0", Some(Format::Graph)),
            ("# x\np minesweeper 1 0", Some(Format::Graph)),
            ("mines 2\np minesweeper 1 0", Some(Format::Graph)),
            ("c t mc\np cnf 1 0", Some(Format::Cnf)),
            ("p tw 1 0", Some(Format::Gr)),
            ("c x\ns td 1 1 1", Some(Format::Td)),
            ("* #variable= 1 #constraint= 0", Some(Format::Opb)),
            ("c only", Some(Format::Graph)),
            ("9x9x10\nHHH", Some(Format::Mine)),
            ("\n# MINESWEEPER-BOARD v0.1\n", Some(Format::Toollib)),
            ("RawVF_Version: Rev6\n", Some(Format::RawVf)),
            ("9x9:3,4,m00", Some(Format::TathamId)),
            ("9x9n10#12345", Some(Format::TathamId)),
            ("1HH\n1hm\n", Some(Format::Hill)),
            ("12?\n1-?\n", Some(Format::Tatham)),
            ("12?\n1*?\n", Some(Format::Board)),
            ("1xx\n.1x\n", Some(Format::Minesweepr)),
            ("1..\n01.\n", Some(Format::Minesolve)),
            ("1xx\n01x\n", Some(Format::Minesolve)),
            // A space may be a cell or none, and so may a dot beside another unknown.
            ("1x\n 1\n", None),
            ("1.?\n", None),
            ("1x?\n", None),
            ("xx\n", None),
            ("mines 2\n1xx\n", None),
            ("\u{1}\u{2}\0\u{1}\0\0", Some(Format::Mbf)),
            ("*rmv", Some(Format::Rmv)),
            ("\u{11}M", Some(Format::Mvf)),
            ("hello", None),
            ("mines 3", None),
            ("", None),
        ] {
            assert_eq!(detect(text.as_bytes()).map(|(format, _)| format), expected, "{text:?}");
        }
    }
}
