//! A table of counts that has a place for every vector of rests, and two of them taking turns.
//!
//! # Theory
//! Values live in as many words as they need; before a group of n cells they get room for n more
//! bits. A table is written in the place of the one before the last: fresh memory costs more than
//! what is written to it. Where the place is too small, zeros are taken afresh, which a system hands
//! out when they are first touched: that is done by the threads that write the table, and what lies
//! beyond it costs nothing.

use num_bigint::BigUint;
use rayon::prelude::*;

use crate::budget::{Answer, Budget, Lease, StopReason};

use super::super::words;
use super::course::{Course, Ranges};
use super::pass::{Digit, Pass, Shape};

/// The most words of a value.
pub const MOST_WORDS: u64 = 16;

/// Counts for all vectors of rests of some open numbers.
#[derive(Debug)]
pub struct Dense {
    shape: Shape,
    /// How many words a value has.
    words: usize,
    /// No value has more bits.
    bits: u64,
    values: Memory,
}

/// Words that are leased.
#[derive(Debug)]
pub struct Memory {
    words: Vec<u64>,
    lease: Lease,
}

impl Memory {
    /// None yet.
    pub fn new(budget: &Budget) -> Answer<Self> {
        Ok(Memory { words: Vec::new(), lease: budget.reserve(0)? })
    }

    /// Room for so many words, which may hold anything.
    fn fit(&mut self, words: usize, budget: &Budget) -> Answer<&mut [u64]> {
        let bytes = (words * size_of::<u64>()) as u64;
        if bytes > self.lease.bytes() {
            self.lease.resize(bytes)?;
        }
        if words > self.words.len() {
            let left = usize::try_from(budget.memory_left()).unwrap_or(usize::MAX) / size_of::<u64>();
            // The old ones must be gone before the new ones are there.
            self.words = Vec::new();
            self.words = vec![0; words.saturating_mul(AHEAD).min(words.saturating_add(left))];
        }
        Ok(&mut self.words[..words])
    }
}

/// Zeros are taken for a table so many times as large: it grows from group to group.
const AHEAD: usize = 4;

impl Dense {
    /// Adds all cells of a course, in groups that end at these steps. What is in `memory` is lost; it
    /// can be used again and again.
    pub fn along(
        course: &Course,
        ends: &[usize],
        mut ranges: Ranges,
        memory: &mut [Memory; 2],
        budget: &Budget,
    ) -> Answer<Self> {
        let [values, spare] = memory;
        values.fit(1, budget)?[0] = 1;
        let values = std::mem::replace(values, Memory::new(budget)?);
        let mut table = Dense { shape: Shape::default(), words: 1, bits: 1, values };
        let mut from = 0;
        for &to in ends {
            let pass = Pass::new(&table.shape, course, from, to, &mut ranges, budget)?;
            table.widen((to - from) as u64, spare, budget)?;
            table.go(pass, (to - from) as u64, spare, budget)?;
            from = to;
        }
        let mut own = Memory::new(budget)?;
        let length = table.shape.size() * table.words;
        own.fit(length, budget)?.copy_from_slice(&table.values.words[..length]);
        memory[0] = std::mem::replace(&mut table.values, own);
        Ok(table)
    }

    /// Makes room for values with `more` bits.
    fn widen(&mut self, more: u64, spare: &mut Memory, budget: &Budget) -> Answer<()> {
        let words = (self.bits + more).div_ceil(64);
        if words > MOST_WORDS {
            return Err(StopReason::Width);
        }
        let (old, new) = (self.words, words as usize);
        if new > old {
            let size = self.shape.size();
            let wide = spare.fit(size * new, budget)?.par_chunks_exact_mut(new);
            wide.zip(self.values.words.par_chunks_exact(old)).for_each(|(wide, value)| {
                let (low, high) = wide.split_at_mut(old);
                low.copy_from_slice(value);
                high.fill(0);
            });
            std::mem::swap(&mut self.values, spare);
            self.words = new;
        }
        Ok(())
    }

    /// Adds the cells of a pass.
    fn go(&mut self, pass: Pass, cells: u64, spare: &mut Memory, budget: &Budget) -> Answer<()> {
        let input = &self.values.words[..self.shape.size() * self.words];
        let output = spare.fit(pass.after.size() * self.words, budget)?;
        macro_rules! with_words {
            ($($w:literal)*) => {
                match self.words {
                    $($w => pass.run::<$w>(input, output, budget)?,)*
                    _ => return Err(StopReason::Width),
                }
            };
        }
        let top = with_words!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
        let below = 64 * (self.words as u64 - 1);
        let seen = below + u64::from(u64::BITS - top.leading_zeros());
        self.bits = seen.min(self.bits + cells);
        self.shape = pass.after;
        std::mem::swap(&mut self.values, spare);
        Ok(())
    }

    /// The sum of all products of a value with that of the other table which has the missing rests:
    /// the two have all cells between them. `whole` is what a number has in all.
    pub fn meet(&self, other: &Dense, whole: impl Fn(&Digit) -> u64, budget: &Budget) -> Answer<BigUint> {
        let theirs = other.shape.weights();
        let mut axes = Vec::new();
        let (mut here, mut there) = (0, 0);
        for (digit, weight) in self.shape.weights() {
            let (partner, across) = theirs
                .iter()
                .find(|(partner, _)| partner.number == digit.number)
                .expect("a number is open on both sides or on none");
            let whole = whole(&digit);
            let low = digit.range.low.max(whole.saturating_sub(partner.range.high));
            let high = digit.range.high.min(whole.saturating_sub(partner.range.low));
            if low > high || partner.range.low > whole {
                return Ok(BigUint::ZERO);
            }
            here += (low - digit.range.low) as usize * weight;
            there += (whole - low - partner.range.low) as usize * across;
            axes.push(((high - low + 1) as usize, weight, *across));
        }
        let mut sum = vec![0; self.words + other.words + 1];
        let mut at = vec![0; axes.len()];
        for round in 0usize.. {
            if round.is_multiple_of(PACE) {
                budget.check()?;
            }
            words::add_product(&mut sum, self.value(here), other.value(there));
            let mut moved = false;
            for (n, &(length, weight, across)) in at.iter_mut().zip(&axes) {
                *n += 1;
                here += weight;
                there = there.wrapping_sub(across);
                if *n < length {
                    moved = true;
                    break;
                }
                *n = 0;
                here -= length * weight;
                there = there.wrapping_add(length * across);
            }
            if !moved {
                break;
            }
        }
        Ok(words::to_big(&sum))
    }

    fn value(&self, at: usize) -> &[u64] {
        &self.values.words[at * self.words..][..self.words]
    }
}

/// How many products are made between two looks at the budget.
const PACE: usize = 1 << 16;
