//! The filters s, e, u and q: what the authors' program computes where the paper defines S, E, U, Q.
//!
//! # Theory
//! The rates of Tu et al. were played by a program that departs from the definitions, and a player
//! who is to win as often has to depart likewise. Covered cells that are not sure form *sets*: those
//! that see the same numbers. Opening b splits a set into b's neighbours and the far cells, b itself
//! left out; a set has two *halves* if there are both. The program goes through sets and halves, not
//! cells, and takes two sizes for others than they are:
//! 1. If the set of b is not split in two, it has its size from before: b counts in it, too. So a
//!    cell that is alone in its set always makes a cell "surely free", namely itself.
//! 2. The far half of the k-th set that has halves is held to be as large as the far cells of the
//!    k-th set of all. The background comes first, so far halves are often held to be huge.
//!
//! With c(n) the cells of all sets and halves without a mine if b shows n, each by the size that it
//! is held to have, and over all placements as for S, E and U,
//! - s(b) is the chance that c is not 0, and e(b) the mean of c;
//! - u(b) is the mean of 1 where some set or half has no mine, else of 1 less the least chance of a
//!   mine, a chance being the mines to be expected in a set or half over the size that it is held to
//!   have. A game that is won has nothing but mines left, so it counts 0;
//! - q(b) = (q + log₂ T)/(1 − p), where q is what Q makes the most of and T the number of placements
//!   in which b is free. There it is over T: shares are divided by T once more than they should be,
//!   and the number of all placements is the same for all cells. So the filter prefers cells that
//!   are likely mined; only among cells with the same chance it is Q.
//!
//! # What we changed
//! There, the order of the sets depends on how the game went; here the background comes first and the
//! others follow by their first cells. The rates do not show it (docs/REPRODUCE.md).
//!
//! # Cost
//! As the filters that they stand for.
//!
//! # References
//! J. Tu et al., *Exploring efficient strategies for Minesweeper*, 2017, section 5; their program
//! b1f6c1c4/MineSweeperProb, whose numbers ours were compared with.

use super::{Mind, Parts, State, View};
use crate::budget::Answer;

/// The background among sets, which are named by their first cells, counted from 1.
pub const BACKGROUND: u32 = 0;

/// The sets of a position.
#[derive(Clone, Debug, Default)]
pub struct Sets {
    /// Whether they belong to the position at hand.
    pub is_known: bool,
    /// All of them with their sizes, in order.
    all: Vec<(u32, u32)>,
}

/// A set that the cell at hand lies in or touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Its name.
    pub set: u32,
    /// Neighbours of the cell in it.
    pub beside: u32,
    /// The others, without the cell itself.
    pub far: u32,
    /// How many the neighbours are held to be.
    pub held_beside: u32,
    /// How many the others are held to be.
    pub held_far: u32,
    own: u32,
}

impl Sets {
    /// The sets of these names and sizes.
    pub fn new(all: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut all: Vec<(u32, u32)> = all.collect();
        all.sort_unstable();
        Sets { is_known: true, all }
    }

    /// The sets of a position in which nothing is sure.
    fn of(view: &View, parts: &Parts) -> Self {
        let boxes = parts.live().flat_map(|part| (0..part.box_count()).map(|b| part.box_cells(b)));
        let boxes = boxes.map(|cells| (name(cells), cells.len() as u32));
        let seen: u32 = parts.live().map(|part| part.cells.len() as u32).sum();
        let background = view.covered() - seen;
        Sets::new(boxes.chain((background > 0).then_some((BACKGROUND, background))))
    }

    /// How many cells a set has.
    fn size(&self, set: u32) -> u32 {
        self.all[self.all.partition_point(|&(other, _)| other < set)].1
    }

    /// How opening a cell splits sets: its own, if it is not sure, and those of its neighbours.
    pub fn split(&self, own: Option<u32>, near: impl Iterator<Item = u32>) -> Vec<Share> {
        let mut shares: Vec<Share> = Vec::new();
        for (set, beside, own) in near.map(|set| (set, 1, 0)).chain(own.map(|set| (set, 0, 1))) {
            match shares.iter_mut().find(|share| share.set == set) {
                Some(share) => {
                    share.beside += beside;
                    share.own += own;
                }
                None => shares.push(Share { set, beside, own, far: 0, held_beside: 0, held_far: 0 }),
            }
        }
        shares.sort_unstable_by_key(|share| share.set);
        for share in &mut shares {
            share.far = self.size(share.set) - share.beside - share.own;
            (share.held_beside, share.held_far) = (share.beside, share.far);
            if share.own == 1 && share.far == 0 && share.beside > 0 {
                share.held_beside += 1;
            } else if share.own == 1 && share.beside == 0 {
                share.held_far += 1;
            }
        }
        let taken = |set: u32| {
            let share = shares.iter().find(|share| share.set == set);
            share.map_or(0, |share| share.beside + share.own)
        };
        let far: Vec<u32> =
            self.all.iter().take(shares.len()).map(|&(set, size)| size - taken(set)).collect();
        let halves = shares.iter_mut().filter(|share| share.beside > 0 && share.far > 0);
        for (share, far) in halves.zip(far) {
            share.held_far = far;
        }
        shares
    }
}

/// The name of the set with these cells.
fn name(cells: &[u32]) -> u32 {
    1 + cells.iter().copied().min().expect("a set has a cell")
}

/// The name of the set of a covered cell.
pub(super) fn set_of(cell: u32, parts: &Parts) -> u32 {
    parts.of(cell).map_or(BACKGROUND, |(slot, b)| name(parts.part(slot).box_cells(b)))
}

impl Mind<'_> {
    /// How opening a cell splits sets, where nothing is sure.
    pub(super) fn shares(&mut self, cell: u32) -> Vec<Share> {
        if !self.sets.is_known {
            self.sets = Sets::of(&self.view, &self.parts);
        }
        let Mind { view, parts, sets, .. } = &*self;
        let near = view.covered_around(cell).map(|near| set_of(near, parts));
        sets.split(Some(set_of(cell, parts)), near)
    }

    /// The cells of a set that are neither a given one nor its neighbours.
    fn far_cells(&self, share: &Share, cell: u32) -> Vec<u32> {
        let near = self.view.field().around(cell);
        let is_far = |other: &u32| *other != cell && !near.contains(other);
        match share.set {
            BACKGROUND => self.parts.background(&self.view).filter(is_far).collect(),
            set => {
                let (slot, b) = self.parts.of(set - 1).expect("a set has a part");
                self.parts.part(slot).box_cells(b).iter().copied().filter(is_far).collect()
            }
        }
    }

    /// The cells of a set that are neighbours of a given one.
    fn beside_cells(&self, share: &Share, cell: u32) -> Vec<u32> {
        let near = self.view.covered_around(cell);
        near.filter(|&near| set_of(near, &self.parts) == share.set).collect()
    }

    /// The sets and halves that are held to be larger or smaller than they are: their cells, and how
    /// many they are held to be.
    pub(super) fn misjudged(&mut self, cell: u32) -> Vec<(Vec<u32>, u32)> {
        let shares = self.shares(cell);
        let mut found = Vec::new();
        for share in shares {
            if share.held_far != share.far {
                found.push((self.far_cells(&share, cell), share.held_far));
            }
            if share.held_beside != share.beside {
                found.push((self.beside_cells(&share, cell), share.held_beside));
            }
        }
        found
    }

    /// How many cells this position is held to have that are surely free, if some sets and halves of
    /// the one before it are misjudged.
    pub(super) fn held_free(&self, misjudged: &[(Vec<u32>, u32)]) -> u32 {
        let mut held = self.look.free.len() as u32;
        for (cells, size) in misjudged {
            if cells.first().is_none_or(|cell| self.look.free.contains(cell)) {
                held = held + size - cells.len() as u32;
            }
        }
        held
    }

    /// The least chance of a mine that this position is held to have, likewise. Marks mines.
    pub(super) fn held_risk(&mut self, misjudged: &[(Vec<u32>, u32)]) -> Answer<f64> {
        while self.look.free.is_empty() && !self.look.mined.is_empty() && self.view.covered() > 0 {
            for &cell in &self.look.mined {
                self.view.mark(cell);
            }
            self.look()?;
        }
        if !self.look.free.is_empty() {
            return Ok(0.0);
        }
        let factor = |cell: u32| {
            let found = misjudged.iter().find(|(cells, _)| cells.contains(&cell));
            found.map_or(1.0, |(cells, size)| cells.len() as f64 / f64::from(*size))
        };
        let Mind { view, parts, look, .. } = &*self;
        let mut least = f64::INFINITY;
        if look.is_exact() {
            let chances = view.covered_cells().map(|cell| look.chance(cell, parts) * factor(cell));
            least = chances.fold(least, f64::min);
        } else {
            for (part, chances) in parts.live().zip(&look.chances) {
                for (b, chance) in chances.iter().enumerate() {
                    least = least.min(chance * factor(part.box_cells(b)[0]));
                }
            }
            if look.weights.background > 0 {
                let first = parts.background(view).next().map_or(1.0, factor);
                least = least.min(look.background_chance * first);
            }
        }
        // Marked mines are still there for the program; if nothing else is, the next move is lost.
        let marked = misjudged.iter().filter_map(|(cells, _)| cells.first());
        let marked = marked.filter(|&&cell| view.state(cell) == State::Mine);
        Ok(marked.map(|&cell| factor(cell)).fold(least, f64::min).min(1.0))
    }
}
