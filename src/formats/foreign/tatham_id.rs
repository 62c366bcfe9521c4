//! Game IDs of Simon Tatham's Mines: `WxH:X,Y,uHEX`, or masked `WxH:X,Y,mHEX`.
//!
//! # Theory
//! X,Y is the first cell that was opened; the bitmap has a bit for each cell, row by row, the
//! highest bit of a digit first. A masked bitmap, there so that nobody learns the mines by accident,
//! is unmasked in two steps: its bytes are cut in half, the middle rounded down, and a stream of
//! bytes made from the first half is laid over the second by exclusive or; then one made from the
//! second over the first. The stream of a seed is SHA-1 of the seed followed by 0, 1, 2 and so on in
//! decimal. Bits behind the last cell are cleared.
//! # References
//! The comment above `obfuscate_bitmap` in the sources of Simon Tatham's Portable Puzzle Collection.

use super::super::error::{Fault, lease, shown};
use super::super::lines::Piece;
use super::super::recording::{Move, Recording};
use crate::board::CellId;
use crate::budget::Budget;
use sha1::{Digest, Sha1};

const RIGHT: &str = "write an ID such as 9x9:3,4,u… or 9x9:3,4,m…";

/// Reads a game with its first move.
pub(super) fn read(text: &[u8], budget: &Budget) -> Result<Recording, Fault> {
    let start = text.len() - text.trim_ascii_start().len();
    let id = text.trim_ascii();
    let fault = |at: usize, what: String| Fault::new(start + at, what);
    let colon = id.iter().position(|&byte| byte == b':').ok_or_else(|| {
        let seed = id.contains(&b'#');
        let what = if seed {
            "this ID is a random seed, from which only the program itself makes a board; open the first \
             cell there and copy the specific ID"
                .to_owned()
        } else {
            format!("no ':' in this ID; {RIGHT}")
        };
        fault(0, what)
    })?;
    let (width, height, parameters) = size(&id[..colon]).ok_or_else(|| {
        fault(0, format!("{} does not begin with WIDTHxHEIGHT; {RIGHT}", shown(&id[..colon])))
    })?;
    let cells = width.checked_mul(height).filter(|&cells| cells > 0 && cells < u64::from(u32::MAX));
    let cells = cells.ok_or_else(|| fault(0, format!("{width}x{height} is no size of a board; {RIGHT}")))?;
    let told = told_mines(parameters)
        .map_err(|()| fault(0, format!("{} is no size; {RIGHT}", shown(&id[..colon]))))?;
    let rest = &id[colon + 1..];
    if rest.first() == Some(&b'r') {
        return Err(fault(
            colon + 1,
            "in this ID no cell is open yet and the mines are not laid; open the first cell, and copy it again"
                .to_owned(),
        ));
    }
    let (first, hex_at, masked) = first_cell(rest, width, height).ok_or_else(|| {
        fault(colon + 1, format!("the first cell and the kind of bitmap are missing; {RIGHT}"))
    })?;
    let hex = &rest[hex_at..];
    let hex_at = colon + 1 + hex_at;
    if hex.len() as u64 != cells.div_ceil(4) {
        let (found, right) = (hex.len(), cells.div_ceil(4));
        return Err(fault(hex_at, format!("a bitmap of {found} digits; {cells} cells take {right}")));
    }
    let _lease = lease(budget, 2 * cells, 0, "the board")?;
    let mut bytes = vec![0; hex.len().div_ceil(2)];
    for (i, &digit) in hex.iter().enumerate() {
        let value = (digit as char).to_digit(16).ok_or_else(|| {
            fault(hex_at + i, format!("{} is no hexadecimal digit; write 0-9 or a-f", shown(&hex[i..=i])))
        })?;
        bytes[i / 2] |= (value as u8) << if i % 2 == 0 { 4 } else { 0 };
    }
    if masked {
        unmask(&mut bytes, cells);
    }
    let is_mined = |cell: u64| bytes[(cell / 8) as usize] & (0x80 >> (cell % 8)) != 0;
    let mines: Vec<bool> = (0..cells).map(is_mined).collect();
    let count = mines.iter().filter(|&&mined| mined).count() as u64;
    if let Some(told) = told.filter(|&told| told != count) {
        return Err(fault(hex_at, format!("a bitmap of {count} mines, and the size tells of {told}")));
    }
    Ok(Recording::new(width as u32, height as u32, mines, vec![Move::Open(first)]))
}

/// Width and height, and what follows them.
pub(super) fn size(text: &[u8]) -> Option<(u64, u64, &[u8])> {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let wide = digits(text);
    let rest = text[wide..].strip_prefix(b"x")?;
    let high = digits(rest);
    let number = |bytes: &[u8]| Piece { at: 0, bytes }.whole();
    Some((number(&text[..wide])?, number(&rest[..high])?, &rest[high..]))
}

/// The number of mines after `n`, and perhaps `a` for a board that need not be solvable.
fn told_mines(parameters: &[u8]) -> Result<Option<u64>, ()> {
    let Some(rest) = parameters.strip_suffix(b"a").unwrap_or(parameters).strip_prefix(b"n") else {
        return if matches!(parameters, b"" | b"a") { Ok(None) } else { Err(()) };
    };
    Piece { at: 0, bytes: rest }.whole().map(Some).ok_or(())
}

/// The first cell, where the bitmap begins, and whether it is masked.
fn first_cell(text: &[u8], width: u64, height: u64) -> Option<(CellId, usize, bool)> {
    let mut parts = text.splitn(3, |&byte| byte == b',');
    let mut place = || {
        let bytes = parts.next()?;
        Some((Piece { at: 0, bytes }.whole()?, bytes.len() + 1))
    };
    let ((x, wide), (y, high)) = (place()?, place()?);
    let kind = *parts.next()?.first()?;
    let inside = x < width && y < height && matches!(kind, b'u' | b'm');
    inside.then(|| (CellId((y * width + x) as u32), wide + high + 1, kind == b'm'))
}

fn unmask(bytes: &mut [u8], bits: u64) {
    let (first, second) = bytes.split_at_mut(bytes.len() / 2);
    lay_over(second, first);
    clear_rest(second, bits);
    lay_over(first, second);
}

fn clear_rest(bytes: &mut [u8], bits: u64) {
    if let Some(last) = bytes.last_mut()
        && !bits.is_multiple_of(8)
    {
        *last &= 0xFFu8 << (8 - bits % 8);
    }
}

fn lay_over(target: &mut [u8], seed: &[u8]) {
    for (counter, block) in target.chunks_mut(20).enumerate() {
        let stream = Sha1::new().chain_update(seed).chain_update(counter.to_string()).finalize();
        block.iter_mut().zip(stream).for_each(|(byte, mask)| *byte ^= mask);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the program `obfusc` of the puzzle collection checks itself with: 28 bits, the last of
    /// which have no byte of their own, and fifty bytes, which take more than one block of a stream.
    #[test]
    fn masks_are_those_of_the_puzzle_collection() {
        let mut bytes = [0x07, 0xFA, 0x65, 0x00];
        unmask(&mut bytes, 28);
        assert_eq!(bytes, [0x12, 0x34, 0x56, 0x70]);
        let masked = "b202c07b990c01f6ff2d544707f60e506019b671fcb1d8b5a2\
                      10b0af913db85d37ca27f52a9f78bba3a80030db3d01d8df78";
        let digit = |at: usize| u8::from_str_radix(&masked[at..at + 2], 16).unwrap();
        let mut bytes: Vec<u8> = (0..masked.len()).step_by(2).map(digit).collect();
        unmask(&mut bytes, 400);
        assert_eq!(bytes, [0; 50]);
        let budget = Budget::unlimited();
        assert_eq!(read(b"7x4:0,0,m07FA650", &budget).unwrap(), read(b"7x4:0,0,u1234567", &budget).unwrap());
    }
}
