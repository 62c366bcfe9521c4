//! How other programs' files are told apart.
//!
//! # Theory
//! Some formats show themselves in their first line. Rows of characters do so only all together:
//! the characters that occur anywhere are compared with each alphabet, and a format is only
//! named where no other one could be meant, or all would be read alike.

use super::super::Format;
use super::super::lines::{Piece, is_blank};
use super::{mine, rawvf, tatham_id, toollib};

/// The format that a file's first line, or its first bytes, can only belong to.
pub(in super::super) fn shows_itself(text: &[u8]) -> Option<Format> {
    if text.starts_with(b"*rmv") {
        return Some(Format::Rmv);
    }
    if text.starts_with(b"\x11\x4D") {
        return Some(Format::Mvf);
    }
    let text = text.trim_ascii_start();
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default().trim_ascii_end();
    if line.starts_with(toollib::MAGIC) {
        Some(Format::Toollib)
    } else if line.starts_with(rawvf::MAGIC) {
        Some(Format::RawVf)
    } else if mine::head_of(line).is_some() {
        Some(Format::Mine)
    } else if tatham_id::size(line).is_some_and(|(.., rest)| rest.iter().any(|byte| b":#".contains(byte))) {
        Some(Format::TathamId)
    } else {
        None
    }
}

/// The format of lines of which the first is a row of some format; `None` if no other than board
/// text can be meant, or it cannot be told.
pub(in super::super) fn told_by_rows<'a>(lines: impl Iterator<Item = Piece<'a>>) -> Option<Format> {
    let mut seen = [false; 256];
    for line in lines {
        for &byte in line.bytes.strip_suffix(b"\r").unwrap_or(line.bytes) {
            // Once a character is in no alphabet there is nothing to be told.
            if !ANY.contains(&byte) {
                return None;
            }
            seen[usize::from(byte)] = true;
        }
    }
    let has = |byte: u8| seen[usize::from(byte)];
    let only = |alphabet: &[u8]| {
        let outside = |&byte: &u8| !alphabet.contains(&byte) && !byte.is_ascii_digit() && !is_blank(byte);
        !ANY.iter().copied().filter(|&byte| has(byte)).any(|byte| outside(&byte))
    };
    let blank = has(b' ') || has(b'\t');
    // Letters alone may be anything; a board of which something is known shows a number.
    if !(b'1'..=b'8').any(has) {
        return None;
    }
    if (has(b'-') || has(b'!')) && only(b"-!?*") && !has(b'0') {
        Some(Format::Tatham)
    } else if b"HhMm".iter().any(|&byte| has(byte)) && only(b"HhMm") {
        Some(Format::Hill)
    } else if has(b'x') && only(b".x") && !has(b'0') && !blank {
        Some(Format::Minesweepr)
    } else if (has(b'x') != has(b'.')) && only(b".x") && !blank {
        // With both of them, or with spaces, two meanings are possible.
        Some(Format::Minesolve)
    } else {
        None
    }
}

/// All characters of all these rows.
const ANY: &[u8] = b"012345678?*-!HhMm.x \t\r";

/// The format of a file with this ending, in small letters.
pub(in super::super) fn endings(ending: &str) -> Option<Format> {
    match ending {
        "mbf" | "abf" => Some(Format::Mbf),
        "mine" => Some(Format::Mine),
        "rawvf" => Some(Format::RawVf),
        "avf" => Some(Format::Avf),
        "mvf" => Some(Format::Mvf),
        "rmv" => Some(Format::Rmv),
        "evf" => Some(Format::Evf),
        _ => None,
    }
}
