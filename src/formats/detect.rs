//! Which format a file is in, from its first telling line.
//!
//! # Theory
//! The formats begin differently: JSON with a brace, a graph with `p` (perhaps after comments),
//! board text with a keyword or a row. Letters are cells only after `topology`, so none of these
//! can be taken for another. A file that begins like none of them is left to its name.

use super::Format;
use super::lines::lines;

/// The format that the text shows itself to be in, and the byte at which it does.
pub(super) fn detect(text: &[u8]) -> Option<(Format, usize)> {
    let mut comments = None;
    for line in lines(text) {
        let mut words = line.words();
        let Some(first) = words.next() else { continue };
        let second = words.next().map_or(&b""[..], |word| word.bytes);
        let format = match first.bytes {
            [b'#', ..] | b"mines" => continue,
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
            row if row.iter().all(|b| matches!(b, b'0'..=b'8' | b'?' | b'*' | b'_')) => Format::Board,
            _ => break,
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
            ("hello", None),
            ("mines 3", None),
            ("", None),
        ] {
            assert_eq!(detect(text.as_bytes()).map(|(format, _)| format), expected, "{text:?}");
        }
    }
}
