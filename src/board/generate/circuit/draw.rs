//! From gadgets to cells.
//!
//! # Theory
//! Pictures are stamped side by side, rims on rims. Cells without a number that see no covered
//! cell show 0; the others stay known free. The maker's placement is found on the way: gadgets
//! come in the order of their inputs, so the mines on the ports that are already known leave one
//! completion of each, or none where a forced end disagrees.
//! # Cost
//! Linear in cells; completions of a gadget are enumerated once.

use super::gadget::{Gadget, Mark, PITCH, Patch, Turn};
use super::route::{Layout, Placed};
use crate::board::generate::dice::Dice;
use crate::board::{Board, CellId, Label, Topology};
use crate::budget::Answer;

/// A label, a mark of the placement, and perhaps a mine in a list that grows.
const BYTES_A_CELL: u64 = 20;

/// The board and, if the values of the free ends lead to one, a legal placement.
pub(super) fn draw(layout: &Layout, dice: &Dice) -> Answer<(Board, Option<Vec<CellId>>)> {
    let (width, height) = layout.extent();
    let _lease = dice.reserve(u64::from(width) * u64::from(height) * BYTES_A_CELL)?;
    let mut stamps = Stamps::default();
    let mut sheet = Sheet {
        width: width as usize,
        labels: vec![Label::Free; width as usize * height as usize],
        mined: vec![None; width as usize * height as usize],
    };
    let mut legal = true;
    for (step, placed) in layout.placed.iter().enumerate() {
        dice.check(step)?;
        let stamp = stamps.get(placed.gadget, placed.turn);
        sheet.stamp(placed, &stamp.patch);
        legal &= sheet.complete(placed, stamp);
    }
    let topology = Topology::King { width, height };
    sheet.show_zeros(&topology, dice)?;
    let mines = (0u32..).zip(&sheet.mined).filter(|(_, mined)| **mined == Some(true));
    let mines = legal.then(|| mines.map(|(cell, _)| CellId(cell)).collect());
    let board = Board::new(topology, sheet.labels, None);
    Ok((board.expect("the layout's size is checked"), mines))
}

/// A turned gadget with its covered cells and its completions.
struct Stamp {
    patch: Patch,
    covered: Vec<(usize, usize)>,
    completions: Vec<Vec<bool>>,
}

/// Every turned gadget that was needed so far: a few dozen at most.
#[derive(Default)]
struct Stamps(Vec<((Gadget, Turn), Stamp)>);

impl Stamps {
    fn get(&mut self, gadget: Gadget, turn: Turn) -> &Stamp {
        let known = self.0.iter().position(|(key, _)| *key == (gadget, turn));
        let at = known.unwrap_or_else(|| {
            let patch = Patch::new(gadget, turn);
            let covered = patch.covered();
            let values = |mined: Vec<_>| covered.iter().map(|cell| mined.contains(cell)).collect();
            let completions = patch.completions().into_iter().map(values).collect();
            self.0.push(((gadget, turn), Stamp { patch, covered, completions }));
            self.0.len() - 1
        });
        &self.0[at].1
    }
}

struct Sheet {
    width: usize,
    labels: Vec<Label>,
    /// What the maker's placement says of a covered cell, once it is known.
    mined: Vec<Option<bool>>,
}

impl Sheet {
    fn at(&self, placed: &Placed, (x, y): (usize, usize)) -> usize {
        (placed.row as usize * PITCH + y) * self.width + placed.column as usize * PITCH + x
    }

    fn stamp(&mut self, placed: &Placed, patch: &Patch) {
        for (y, row) in patch.0.iter().enumerate() {
            for (x, mark) in row.iter().enumerate() {
                let at = self.at(placed, (x, y));
                match *mark {
                    Mark::Free => {}
                    Mark::Covered => self.labels[at] = Label::Covered,
                    Mark::Number(number) => self.labels[at] = Label::Number(number),
                }
            }
        }
    }

    /// Takes the completion that agrees with what is known; whether there is one.
    fn complete(&mut self, placed: &Placed, stamp: &Stamp) -> bool {
        let cells: Vec<usize> = stamp.covered.iter().map(|&cell| self.at(placed, cell)).collect();
        if matches!(placed.gadget, Gadget::FreeEnd | Gadget::Island) {
            for &cell in &cells {
                self.mined[cell] = Some(placed.value);
            }
        }
        let agrees = |values: &&Vec<bool>| {
            let mut pairs = cells.iter().zip(values.iter());
            pairs.all(|(&cell, &value)| self.mined[cell].is_none_or(|known| known == value))
        };
        let Some(values) = stamp.completions.iter().find(agrees) else { return false };
        for (&cell, &value) in cells.iter().zip(values) {
            self.mined[cell] = Some(value);
        }
        true
    }

    fn show_zeros(&mut self, topology: &Topology, dice: &Dice) -> Answer<()> {
        for cell in 0..self.labels.len() {
            dice.check(cell)?;
            let mut blank = self.labels[cell] == Label::Free;
            topology.for_each_neighbour(CellId(cell as u32), |near| {
                blank &= self.labels[near.index()] != Label::Covered;
            });
            if blank {
                self.labels[cell] = Label::Number(0);
            }
        }
        Ok(())
    }
}
