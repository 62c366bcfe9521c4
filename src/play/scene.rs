//! The parts of a position as a cell sees them that is studied: loose, joined, or drawn as diagrams.

use super::Look;
use super::diagram::Diagrams;
use super::joined::Joined;
use super::parts::{Part, Parts};
use super::published::set_of;

/// Where parts are, seen from a cell; as they are by themselves, unless said otherwise.
pub trait Scene {
    /// The parts by themselves.
    fn parts(&self) -> &Parts;
    /// A part.
    fn part(&self, slot: usize) -> &Part {
        self.parts().part(slot)
    }
    /// How many there are.
    fn part_count(&self) -> usize {
        self.parts().live().len()
    }
    /// The part and box of a covered cell; `None` in the background.
    fn locate(&self, cell: u32) -> Option<(usize, usize)> {
        self.parts().of(cell)
    }
    /// The name of the set of a covered cell.
    fn set_of(&self, cell: u32) -> u32 {
        set_of(cell, self.parts())
    }
    /// Cells of the background, and mines of everything.
    fn outside(&self) -> (u32, u32);
    /// What the parts are to the product of those that are not involved.
    fn kind(&self) -> Kind;
    /// The fewest mines of a part.
    fn low(&self, slot: usize) -> u32 {
        self.part(slot).low
    }
    /// How many placements a part has with so many mines, one more, and so on.
    fn by_mines(&self, slot: usize) -> &[f64] {
        &self.part(slot).by_mines
    }
}

/// What parts are taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// They combine freely.
    Loose,
    /// They were joined.
    Tied,
    /// Some are diagrams.
    Drawn,
}

/// Parts that combine freely.
pub struct Loose<'a>(pub &'a Parts, pub &'a Look);

impl Scene for Loose<'_> {
    fn parts(&self) -> &Parts {
        self.0
    }

    fn outside(&self) -> (u32, u32) {
        (self.1.weights.background, self.1.weights.mines)
    }

    fn kind(&self) -> Kind {
        Kind::Loose
    }
}

/// Parts that were joined, the background included.
pub struct Tied<'a>(pub &'a Parts, pub &'a Joined);

impl Scene for Tied<'_> {
    fn parts(&self) -> &Parts {
        self.0
    }

    fn part(&self, _: usize) -> &Part {
        &self.1.part
    }

    fn part_count(&self) -> usize {
        1
    }

    fn locate(&self, cell: u32) -> Option<(usize, usize)> {
        let place = self.0.of(cell).map(|(slot, b)| self.1.offsets[slot] + b);
        Some((0, place.unwrap_or(self.1.part.box_count() - 1)))
    }

    fn outside(&self) -> (u32, u32) {
        (0, self.1.part.low)
    }

    fn kind(&self) -> Kind {
        Kind::Tied
    }
}

/// Parts of which nothing but chances is asked, large ones among them; with the background and the
/// mines of everything.
pub struct Drawn<'a>(pub &'a Parts, pub &'a Diagrams, pub (u32, u32));

impl Scene for Drawn<'_> {
    fn parts(&self) -> &Parts {
        self.0
    }

    fn outside(&self) -> (u32, u32) {
        self.2
    }

    fn kind(&self) -> Kind {
        Kind::Drawn
    }

    fn low(&self, slot: usize) -> u32 {
        self.1.get(slot).map_or(self.part(slot).low, |diagram| diagram.low)
    }

    fn by_mines(&self, slot: usize) -> &[f64] {
        self.1.get(slot).map_or(&self.part(slot).by_mines, |diagram| &diagram.by_mines)
    }
}
