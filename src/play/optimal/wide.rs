//! Optimal play among any number of placements.
//!
//! # Theory
//! The same search as in `narrow`, with sets as lists, down to where a set fits a word. A set is
//! known again by a fingerprint of 128 bits: the sum of random words, one for each placement. Where
//! the board has symmetries, the least of the fingerprints of all images is taken, so that images of
//! a set are searched once. That two different sets of a search of a billion have the same
//! fingerprint has a chance below 10⁻²⁰.
//!
//! # Cost
//! For each set met, one step for each of its placements and each cell that still cuts it.

use std::collections::HashMap;

use super::cases::{Cases, MINED};
use super::narrow::{Narrow, WORD};
use crate::budget::{Answer, Budget, Lease};
use crate::play::deal::mix;

/// A search among the placements of some cases.
#[derive(Debug)]
pub struct Wide<'c> {
    cases: &'c Cases,
    /// Per symmetry of the board: the random word of the image of each placement.
    words: Vec<Vec<u128>>,
    memo: HashMap<u128, u32>,
    lease: Lease,
    narrow: &'c mut Narrow,
    /// Placements of the sets at hand, a stretch for each.
    members: Vec<u32>,
    /// Cells that may still cut them, likewise.
    active: Vec<u16>,
    order: Vec<(usize, u16)>,
    budget: Budget,
}

/// A set at hand: stretches of members and of active cells.
#[derive(Clone, Copy, Debug)]
struct Set {
    from: usize,
    to: usize,
    cells: usize,
}

/// Bytes of an entry of the table, with the room that hashing leaves.
const ENTRY: u64 = 80;

/// Smaller sets are found as quickly as they are looked up.
const WORTH_KEEPING: usize = 12;

impl<'c> Wide<'c> {
    /// A search. `images` has, for each symmetry but the identity, the image of each placement.
    pub fn new(
        cases: &'c Cases,
        images: &[Vec<u32>],
        narrow: &'c mut Narrow,
        budget: &Budget,
    ) -> Answer<Self> {
        let lease = budget.reserve((cases.len() * (images.len() + 1) * 16) as u64)?;
        let plain: Vec<u128> = (0..cases.len() as u64).map(random_word).collect();
        let image = |image: &Vec<u32>| image.iter().map(|&i| plain[i as usize]).collect();
        let mut words: Vec<Vec<u128>> = images.iter().map(image).collect();
        words.push(plain);
        Ok(Wide {
            cases,
            words,
            memo: HashMap::new(),
            lease,
            narrow,
            members: Vec::new(),
            active: Vec::new(),
            order: Vec::new(),
            budget: budget.clone(),
        })
    }

    /// How many of all placements are won if a cell is opened first, of those in which it is free.
    pub fn wins_after(&mut self, cell: u16) -> Answer<u64> {
        let all = self.start();
        self.open(cell, all, 0)
    }

    /// The set of all placements, with every cell.
    fn start(&mut self) -> Set {
        self.members.clear();
        self.members.extend(0..self.cases.len() as u32);
        self.active.clear();
        self.active.extend(0..self.cases.cells.len() as u16);
        Set { from: 0, to: self.members.len(), cells: 0 }
    }

    /// The best cells where nothing is free, and what they win; others are not followed to their end.
    pub fn best(&mut self) -> Answer<(u64, Vec<u16>)> {
        let mut order: Vec<(usize, u16)> = (0..self.cases.cells.len() as u16)
            .map(|cell| (self.cases.values(cell).iter().filter(|value| **value != MINED).count(), cell))
            .filter(|(free, _)| *free > 0)
            .collect();
        order.sort_unstable_by(|a, b| b.cmp(a));
        let (mut best, mut cells) = (0, Vec::new());
        for (free, cell) in order {
            if (free as u64) < best {
                break;
            }
            let all = self.start();
            let wins = self.open(cell, all, best)?;
            if wins > best {
                best = wins;
                cells.clear();
            }
            if wins == best {
                cells.push(cell);
            }
        }
        cells.sort_unstable();
        Ok((best, cells))
    }

    /// Opens what is free, then guesses.
    fn settle(&mut self, set: Set) -> Answer<u64> {
        let count = set.to - set.from;
        if count <= 1 {
            return Ok(count as u64);
        }
        let key = (count >= WORTH_KEEPING).then(|| self.fingerprint(set));
        if let Some(&known) = key.and_then(|key| self.memo.get(&key)) {
            return Ok(known.into());
        }
        let found = if count <= WORD {
            let (members, active) = (&self.members[set.from..set.to], &self.active[set.cells..]);
            self.narrow.solve(self.cases, members, active, &self.budget)?.into()
        } else {
            self.budget.check()?;
            self.settle_many(set)?
        };
        if let Some(key) = key {
            self.keep(key, found);
        }
        Ok(found)
    }

    fn settle_many(&mut self, set: Set) -> Answer<u64> {
        let count = set.to - set.from;
        let (first, last) = (self.order.len(), self.active.len());
        for k in set.cells..last {
            let cell = self.active[k];
            let values = self.cases.values(cell);
            let members = &self.members[set.from..set.to];
            let mined = members.iter().filter(|&&case| values[case as usize] == MINED).count();
            if mined == 0 {
                let value = values[members[0] as usize];
                if members.iter().any(|&case| values[case as usize] != value) {
                    self.order.truncate(first);
                    self.active.truncate(last);
                    return self.open(cell, set, 0);
                }
            } else if mined < count {
                self.order.push((count - mined, cell));
                self.active.push(cell);
            }
        }
        self.order[first..].sort_unstable_by(|a, b| b.cmp(a));
        let end = self.order.len();
        let inner = Set { cells: last, ..set };
        let mut best = 1;
        for k in first..end {
            let (free, cell) = self.order[k];
            if free as u64 <= best {
                break;
            }
            best = best.max(self.open(cell, inner, best + 1)?);
        }
        self.order.truncate(first);
        self.active.truncate(last);
        Ok(best)
    }

    /// What is won after opening a cell in a set. Where that turns out to be fewer than `least`,
    /// the search ends early with something smaller.
    fn open(&mut self, cell: u16, set: Set, least: u64) -> Answer<u64> {
        let values = self.cases.values(cell);
        // Sort the placements by what the cell shows.
        let mut sizes = [0u32; 256];
        for &case in &self.members[set.from..set.to] {
            sizes[usize::from(values[case as usize])] += 1;
        }
        sizes[usize::from(MINED)] = 0;
        let from = self.members.len();
        let mut places = [0usize; 256];
        let mut at = from;
        for (place, size) in places.iter_mut().zip(&sizes) {
            *place = at;
            at += *size as usize;
        }
        self.members.resize(at, 0);
        for k in set.from..set.to {
            let case = self.members[k];
            let value = values[case as usize];
            if value != MINED {
                let place = &mut places[usize::from(value)];
                self.members[*place] = case;
                *place += 1;
            }
        }
        let (mut sum, mut left) = (0, (at - from) as u64);
        let mut at = from;
        for size in sizes.into_iter().filter(|size| *size > 0) {
            let part = Set { from: at, to: at + size as usize, cells: set.cells };
            at = part.to;
            left -= u64::from(size);
            sum += self.settle(part)?;
            if sum + left < least {
                break;
            }
        }
        self.members.truncate(from);
        Ok(sum)
    }

    /// The same for all images of a set.
    fn fingerprint(&self, set: Set) -> u128 {
        let members = &self.members[set.from..set.to];
        let sum = |words: &Vec<u128>| {
            members.iter().fold(0u128, |sum, &case| sum.wrapping_add(words[case as usize]))
        };
        self.words.iter().map(sum).min().unwrap_or(0)
    }

    /// Remembers what a set is worth, as long as there is memory.
    fn keep(&mut self, key: u128, wins: u64) {
        if self.memo.len() == self.memo.capacity() {
            let more = (self.memo.capacity() as u64 + 1024) * ENTRY;
            if self.lease.resize(self.lease.bytes() + more).is_err() {
                return;
            }
        }
        self.memo.insert(key, wins as u32);
    }
}

/// A random word for each placement, the same in every run.
fn random_word(i: u64) -> u128 {
    let half = |salt: u64| u128::from(mix(mix(salt) ^ i));
    half(0) << 64 | half(1)
}
