//! `.mbf` and `.abf` files: where the mines of a board are, and nothing else.
//!
//! # Theory
//! Four bytes, the width, the height and the number of mines with its larger byte first; then x
//! and y of every mine. Nothing is open, so as a position this is a covered board with its total;
//! the mines themselves are for those who ask for the layout.

use super::super::error::{Fault, WriteError, lease};
use super::super::recording::{Recording, layout_of};
use crate::board::{Board, CellId, Label, Topology};
use crate::budget::Budget;
use std::io::Write;

/// Reads a layout.
pub(super) fn read(bytes: &[u8], budget: &Budget) -> Result<Recording, Fault> {
    let wrong = |at: usize, what: String| Fault::new(0, format!("byte {at}: {what}"));
    let &[width, height, high, low, ref mines @ ..] = bytes else {
        return Err(wrong(
            bytes.len(),
            "the file ends; width, height and the number of mines take four bytes".to_owned(),
        ));
    };
    if width == 0 || height == 0 {
        return Err(wrong(0, format!("a board of {width}x{height} has no cells; write at least one")));
    }
    let count = usize::from(high) << 8 | usize::from(low);
    if mines.len() != 2 * count {
        let (right, found) = (4 + 2 * count, bytes.len());
        return Err(wrong(
            found.min(right),
            format!("{count} mines make a file of {right} bytes, and this one has {found}"),
        ));
    }
    let _lease = lease(budget, 1 << 16, 0, "the board")?;
    let mut mined = vec![false; usize::from(width) * usize::from(height)];
    for (i, place) in mines.chunks_exact(2).enumerate() {
        let (at, x, y) = (4 + 2 * i, place[0], place[1]);
        if x >= width || y >= height {
            return Err(wrong(at, format!("a mine at {x},{y} lies outside of a board of {width}x{height}")));
        }
        let cell = usize::from(y) * usize::from(width) + usize::from(x);
        if std::mem::replace(&mut mined[cell], true) {
            return Err(wrong(at, format!("a second mine at {x},{y}; name each mine once")));
        }
    }
    Ok(Recording::new(width.into(), height.into(), mined, Vec::new()))
}

/// Whether bytes can be nothing but such a file. Text has no bytes like those.
pub(in super::super) fn looks_like(bytes: &[u8]) -> bool {
    let &[width, height, high, low, ref mines @ ..] = bytes else { return false };
    let count = usize::from(high) << 8 | usize::from(low);
    mines.len() == 2 * count
        && bytes.iter().any(|&byte| byte < b'\t')
        && mines.chunks_exact(2).all(|place| place[0] < width && place[1] < height)
}

/// Writes a layout: a board on which every cell is known.
pub(in super::super) fn write(board: &Board, out: &mut impl Write) -> Result<(), WriteError> {
    let unfit = |why: String| WriteError::Unfit { format: "mbf", why };
    let &Topology::King { width, height } = board.topology() else {
        return Err(unfit("it holds only king grids, the usual ones".to_owned()));
    };
    let (Ok(wide), Ok(high)) = (u8::try_from(width), u8::try_from(height)) else {
        return Err(unfit(format!("{width}x{height} cells are too many; it holds up to 255x255")));
    };
    layout_of(board).map_err(unfit)?;
    let mines: Vec<CellId> = board.cells().filter(|&cell| board.label(cell) == Label::Mine).collect();
    let count = u16::try_from(mines.len()).expect("a board of 255x255 has fewer cells");
    out.write_all(&[wide, high])?;
    out.write_all(&count.to_be_bytes())?;
    for mine in mines {
        let (x, y, _) = board.topology().place(mine);
        out.write_all(&[x as u8, y as u8])?;
    }
    Ok(())
}
