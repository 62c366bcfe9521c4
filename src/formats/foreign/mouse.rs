//! From the buttons of a mouse to moves.
//!
//! # Theory
//! Replays hold what the hand did. The left button opens where it is let go; the right button flags
//! where it is pressed; both together, the middle button, or the left one with shift make a chord
//! where the first of them is let go, and the other one then does nothing. With super click the left
//! button alone chords open numbers.

use super::super::recording::Move;
use crate::board::CellId;

/// The buttons that are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Held {
    #[default]
    None,
    Left,
    Right,
    Both,
    /// The left button with shift.
    Shifted,
    /// The left button, left over from a chord.
    Spent,
}

/// The buttons, and the moves they made so far.
#[derive(Debug, Default)]
pub(super) struct Mouse {
    held: Held,
    /// Left clicks chord open numbers.
    pub(super) super_click: bool,
    pub(super) moves: Vec<Move>,
}

impl Mouse {
    /// Takes an event by the name that text replays have for it, at a cell or outside of the
    /// board. Whether the name is known at all.
    pub(super) fn take(&mut self, event: &str, cell: Option<CellId>) -> bool {
        let (chord, open) = (cell.map(Move::Chord), cell.map(Move::Open));
        self.held = match (event, self.held) {
            ("lc" | "l", Held::Right | Held::Both)
            | ("rc" | "r", Held::Left | Held::Both | Held::Shifted | Held::Spent)
            | ("cc", _) => Held::Both,
            ("lc" | "l", _) => Held::Left,
            ("sc", _) => Held::Shifted,
            ("rc" | "r", Held::None | Held::Right) => {
                self.moves.extend(cell.map(Move::Flag));
                Held::Right
            }
            ("lr", Held::Both) => {
                self.moves.extend(chord);
                Held::Right
            }
            ("lr", Held::Shifted) => {
                self.moves.extend(chord);
                Held::None
            }
            ("lr", Held::Left) => {
                // On a covered cell a chord does nothing, and after it there is nothing to open.
                self.moves.extend(chord.filter(|_| self.super_click));
                self.moves.extend(open);
                Held::None
            }
            ("lr", Held::Spent) | ("rr", Held::Right) => Held::None,
            ("rr", Held::Both) => {
                self.moves.extend(chord);
                Held::Spent
            }
            ("mr", held) => {
                self.moves.extend(chord);
                held
            }
            ("pf", held) => {
                self.moves.extend(cell.map(Move::Flag));
                held
            }
            ("lr" | "rr" | "mc" | "m" | "mv" | "mt", held) => held,
            _ => return false,
        };
        true
    }
}

/// The cell under a point, where `size` points make the side of a cell.
pub(super) fn cell_at(x: i64, y: i64, size: i64, width: u32, height: u32) -> Option<CellId> {
    let column = u32::try_from(x.checked_div_euclid(size)?).ok().filter(|&column| column < width)?;
    let row = u32::try_from(y.checked_div_euclid(size)?).ok().filter(|&row| row < height)?;
    Some(CellId(row * width + column))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(super_click: bool, events: &[&str]) -> Vec<Move> {
        let mut mouse = Mouse { super_click, ..Mouse::default() };
        for event in events {
            assert!(mouse.take(event, Some(CellId(3))));
        }
        mouse.moves
    }

    #[test]
    fn buttons_make_moves() {
        let (open, chord, flag) = (Move::Open(CellId(3)), Move::Chord(CellId(3)), Move::Flag(CellId(3)));
        assert_eq!(moves(false, &["lc", "mv", "lr"]), [open]);
        assert_eq!(moves(false, &["rc", "rr"]), [flag]);
        assert_eq!(moves(false, &["lc", "rc", "rr", "lr"]), [chord]);
        assert_eq!(moves(false, &["rc", "lc", "lr", "rr"]), [flag, chord]);
        assert_eq!(moves(false, &["lc", "rc", "rr", "lr", "lc", "lr"]), [chord, open]);
        assert_eq!(moves(false, &["mc", "mr"]), [chord]);
        assert_eq!(moves(false, &["sc", "lr", "lc", "lr"]), [chord, open]);
        assert_eq!(moves(false, &["lc", "rc", "lr", "rr", "rc"]), [chord, flag]);
        assert_eq!(moves(true, &["lc", "lr"]), [chord, open]);
        assert_eq!(moves(false, &["lr", "mv"]), [], "a button that was never pressed");
        assert!(!Mouse::default().take("hello", None));
    }

    #[test]
    fn points_lie_in_cells() {
        assert_eq!(cell_at(31, 16, 16, 4, 2), Some(CellId(5)));
        assert_eq!(cell_at(-1, 0, 16, 4, 2), None);
        assert_eq!(cell_at(64, 0, 16, 4, 2), None);
        assert_eq!(cell_at(0, 0, 0, 4, 2), None);
    }
}
