//! Changes to certificates, and checksums that fit them again.

use std::fmt::Write;

use mineproof::certify::Files;
use sha2::{Digest, Sha256};

use crate::dice::Dice;

/// Gives every file the checksum it should have.
pub fn repair(files: &mut Files) {
    files.remove("SHA256SUMS");
    let mut sums = String::new();
    for (name, bytes) in &*files {
        Sha256::digest(bytes).iter().for_each(|byte| write!(sums, "{byte:02x}").unwrap());
        writeln!(sums, "  {name}").unwrap();
    }
    files.insert("SHA256SUMS".to_owned(), sums.into_bytes());
}

/// Changes a file in one of many ways; `false` if it is as it was.
pub fn spoil(bytes: &mut Vec<u8>, dice: &mut Dice) -> bool {
    let before = bytes.clone();
    if bytes.is_empty() {
        return false;
    }
    let at = dice.below(bytes.len() as u32) as usize;
    match dice.below(9) {
        0 => bytes[at] ^= 1 << dice.below(8),
        1 => drop(bytes.remove(at)),
        2 => bytes.insert(at, dice.pick(b"0123456789-, \n")),
        3 => bytes.truncate(at),
        4 | 5 => change_number(bytes, at, dice),
        way => change_lines(bytes, way, dice),
    }
    *bytes != before
}

/// Puts another number in the place of the next one.
fn change_number(bytes: &mut Vec<u8>, at: usize, dice: &mut Dice) {
    let Some(from) = (at..bytes.len()).find(|&i| bytes[i].is_ascii_digit()) else { return };
    let to = (from..bytes.len()).find(|&i| !bytes[i].is_ascii_digit()).unwrap_or(bytes.len());
    let number: u64 = std::str::from_utf8(&bytes[from..to]).unwrap().parse().unwrap_or(7);
    let other = match dice.below(4) {
        0 => number + 1,
        1 => number.saturating_sub(1),
        2 => u64::from(dice.below(20)),
        // Another sign.
        _ if from > 0 && bytes[from - 1] == b'-' => {
            bytes.remove(from - 1);
            return;
        }
        _ => {
            bytes.insert(from, b'-');
            return;
        }
    };
    bytes.splice(from..to, other.to_string().into_bytes());
}

/// Leaves a line out, repeats it, or swaps it with another.
fn change_lines(bytes: &mut Vec<u8>, way: u32, dice: &mut Dice) {
    let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    let (a, b) = (dice.below(lines.len() as u32) as usize, dice.below(lines.len() as u32) as usize);
    match way {
        6 => drop(lines.remove(a)),
        7 => lines.insert(b, lines[a].clone()),
        _ => lines.swap(a, b),
    }
    *bytes = lines.concat();
}
