//! Optimal play among at most 64 placements.
//!
//! # Theory
//! A set of placements is a word. Each cell cuts it into the placements in which it is mined, and
//! one class for each number that it shows in the others; learning something is one `and`. A cell
//! that is mined in no placement of a set costs nothing to open, so all of them are opened first;
//! a set that no such cell cuts is one where play has to guess:
//!
//! > V(A) = max over cells c of the sum of V(A ∩ class) over the classes of c,
//!
//! with V(A) = 1 for one placement, and for two of them, since one is lost.
//!
//! # Cost
//! A few instructions for each cell and class of each set met; sets that were met before are found
//! in a table. Cells are tried in the order of the placements that survive them, and given up as
//! soon as what is left cannot beat the best. Cells that cut alike are tried once.

use super::cases::{Cases, MINED};
use crate::budget::{Answer, Budget};

/// The most placements of a word.
pub const WORD: usize = 64;

/// Room for searches among few placements.
#[derive(Clone, Debug, Default)]
pub struct Narrow {
    cells: Vec<Cell>,
    classes: Vec<u64>,
    memo: Memo,
    /// Cells that still cut the set at hand, a stretch for each level of the search.
    active: Vec<u16>,
    /// Candidates with the placements that survive them, likewise.
    order: Vec<(u32, u16)>,
    steps: u32,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    mined: u64,
    from: u32,
    to: u32,
}

impl Narrow {
    /// How many of the placements in `set` are won, with the cells in `active`; all other cells
    /// are the same in all of them.
    pub fn solve(&mut self, cases: &Cases, set: &[u32], active: &[u16], budget: &Budget) -> Answer<u32> {
        debug_assert!((1..=WORD).contains(&set.len()));
        self.cells.clear();
        self.classes.clear();
        self.active.clear();
        self.order.clear();
        self.memo.clear();
        for &cell in active {
            self.push_cell(cases.values(cell), set);
        }
        self.active.extend(0..self.cells.len() as u16);
        self.settle(u64::MAX >> (WORD - set.len()), 0, budget)
    }

    /// Adds a cell unless it cuts nothing, or cuts as one that is there.
    fn push_cell(&mut self, values: &[u8], set: &[u32]) {
        let from = self.classes.len();
        let mut mined = 0;
        let mut shown = [0u8; WORD];
        for (i, &case) in set.iter().enumerate() {
            let (value, bit) = (values[case as usize], 1 << i);
            if value == MINED {
                mined |= bit;
                continue;
            }
            let known = self.classes.len() - from;
            if let Some(class) = shown[..known].iter().position(|other| *other == value) {
                self.classes[from + class] |= bit;
            } else {
                shown[known] = value;
                self.classes.push(bit);
            }
        }
        let classes = &self.classes[from..];
        let cuts = classes.len() > 1 || (classes.len() == 1 && mined != 0);
        let alike = |cell: &Cell| {
            cell.mined == mined && self.classes[cell.from as usize..cell.to as usize] == *classes
        };
        if !cuts || self.cells.iter().any(alike) {
            self.classes.truncate(from);
            return;
        }
        self.cells.push(Cell { mined, from: from as u32, to: self.classes.len() as u32 });
    }

    /// Opens what is free, then guesses. The cells that may cut are those from `from` on in `active`.
    fn settle(&mut self, set: u64, from: usize, budget: &Budget) -> Answer<u32> {
        let count = set.count_ones();
        if count <= 1 {
            return Ok(count);
        }
        let to = self.active.len();
        for k in from..to {
            let cell = self.cells[usize::from(self.active[k])];
            if set & cell.mined != 0 {
                continue;
            }
            let met = self.classes[cell.from as usize..cell.to as usize].iter().map(|class| set & class);
            if met.clone().find(|part| *part != 0) == Some(set) {
                continue;
            }
            let mut sum = 0;
            for class in cell.from..cell.to {
                let part = set & self.classes[class as usize];
                if part != 0 {
                    sum += self.settle(part, from, budget)?;
                }
            }
            return Ok(sum);
        }
        if count == 2 {
            return Ok(1);
        }
        if let Some(known) = self.memo.get(set) {
            return Ok(known.into());
        }
        let found = self.guess(set, from, to, budget)?;
        self.memo.insert(set, found as u8);
        Ok(found)
    }

    /// The best that opening a cell that may be mined can do.
    fn guess(&mut self, set: u64, from: usize, to: usize, budget: &Budget) -> Answer<u32> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(1024) {
            budget.check()?;
        }
        let first = self.order.len();
        for k in from..to {
            let id = self.active[k];
            let free = set & !self.cells[usize::from(id)].mined;
            // The others are the same in all placements of the set, and in all its parts.
            if free != 0 && free != set {
                self.active.push(id);
                self.order.push((free.count_ones(), id));
            }
        }
        self.order[first..].sort_unstable_by(|a, b| b.cmp(a));
        let last = self.order.len();
        let mut best = 1;
        for k in first..last {
            let (mut left, id) = self.order[k];
            if left <= best {
                break;
            }
            let cell = self.cells[usize::from(id)];
            let mut sum = 0;
            for class in cell.from..cell.to {
                let part = set & self.classes[class as usize];
                if part == 0 {
                    continue;
                }
                left -= part.count_ones();
                sum += self.settle(part, to, budget)?;
                if sum + left <= best {
                    break;
                }
            }
            best = best.max(sum);
        }
        self.order.truncate(first);
        self.active.truncate(to);
        Ok(best)
    }
}

/// A table from sets to what they are worth. Clearing it costs nothing.
#[derive(Clone, Debug, Default)]
struct Memo {
    slots: Vec<Slot>,
    stamp: u32,
    len: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    set: u64,
    /// When it was written: slots of an earlier search are empty.
    stamp: u32,
    value: u8,
}

impl Memo {
    fn clear(&mut self) {
        self.len = 0;
        if self.slots.is_empty() || self.stamp == u32::MAX {
            self.slots = vec![Slot::default(); 1 << 10];
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    fn place(&self, set: u64) -> usize {
        let hash = (set ^ (set >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> (64 - self.slots.len().ilog2())) as usize
    }

    fn get(&self, set: u64) -> Option<u8> {
        let mut at = self.place(set);
        loop {
            let slot = &self.slots[at];
            if slot.stamp != self.stamp {
                return None;
            }
            if slot.set == set {
                return Some(slot.value);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    fn insert(&mut self, set: u64, value: u8) {
        if self.len * 2 >= self.slots.len() {
            let old = std::mem::take(&mut self.slots);
            let stamp = self.stamp;
            self.slots = vec![Slot::default(); old.len() * 2];
            for slot in old.iter().filter(|slot| slot.stamp == stamp) {
                self.put(slot.set, slot.value);
            }
        }
        self.put(set, value);
        self.len += 1;
    }

    fn put(&mut self, set: u64, value: u8) {
        let mut at = self.place(set);
        while self.slots[at].stamp == self.stamp {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = Slot { set, stamp: self.stamp, value };
    }
}
