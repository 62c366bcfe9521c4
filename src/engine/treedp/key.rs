//! States packed into machine words.
//!
//! # Theory
//! A state is the vector of rests of the open numbers. Each rest has a [`Slot`]: as many bits as
//! its largest value needs and a guard bit above them that is always 0. Adding or subtracting the
//! same vector from many states is then one word operation each, and comparing a whole vector
//! with bounds is one subtraction: set the guards, subtract, and a guard that was borrowed from
//! tells a slot that was too small.
//!
//! Slots never straddle words, so wide keys work word by word without carries. Words compare from
//! the first; adding a constant without overflow keeps the order of keys, which is what lets
//! tables stay sorted without ever being sorted.

use std::fmt::Debug;

use num_bigint::BigUint;

use super::counts::{CountTable, Growing};
use super::table::Table;

/// Where a rest lives in a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Which word.
    pub word: u32,
    /// The lowest bit.
    pub shift: u32,
    /// How many bits the value has, the guard not counted.
    pub bits: u32,
}

impl Slot {
    /// How many bits are needed for values up to `max`.
    pub fn bits_for(max: u64) -> u32 {
        64 - max.leading_zeros()
    }

    fn mask(self) -> u64 {
        ((1u64 << self.bits) - 1) << self.shift
    }
}

/// A packed vector of small numbers.
pub trait Key: Copy + Ord + Debug + Send + Sync + 'static {
    /// How counts are stored beside keys of this width.
    type Counts: CountTable<Self>;
    /// All slots 0.
    fn zero() -> Self;
    /// The words combined one by one.
    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self;
    /// One word.
    fn word(&self, index: u32) -> u64;
    /// Changes one word.
    fn set_word(&mut self, index: u32, value: u64);

    /// Slot-wise sum, where no slot overflows.
    #[inline]
    fn plus(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }
    /// Slot-wise difference, where no slot underflows.
    #[inline]
    fn minus(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_sub)
    }
    /// Common bits.
    #[inline]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    /// All bits of both.
    #[inline]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
    /// The value of a slot.
    #[inline]
    fn get(&self, slot: Slot) -> u64 {
        (self.word(slot.word) & slot.mask()) >> slot.shift
    }
    /// The key with `value` in a slot that was 0.
    #[inline]
    #[must_use]
    fn with(mut self, slot: Slot, value: u64) -> Self {
        debug_assert!(value >> slot.bits == 0 && self.get(slot) == 0, "{value} does not fit {slot:?}");
        self.set_word(slot.word, self.word(slot.word) | value << slot.shift);
        self
    }
    /// The key with the guard bit of a slot set.
    #[must_use]
    fn with_guard(mut self, slot: Slot) -> Self {
        self.set_word(slot.word, self.word(slot.word) | 1 << (slot.shift + slot.bits));
        self
    }
    /// The key with all value bits of a slot set.
    #[must_use]
    fn with_mask(mut self, slot: Slot) -> Self {
        self.set_word(slot.word, self.word(slot.word) | slot.mask());
        self
    }
}

impl Key for u64 {
    type Counts = Growing<Self>;

    fn zero() -> Self {
        0
    }
    #[inline]
    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        combine(self, other)
    }
    #[inline]
    fn word(&self, _index: u32) -> u64 {
        *self
    }
    #[inline]
    fn set_word(&mut self, _index: u32, value: u64) {
        *self = value;
    }
}

/// A key of `N` words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wide<const N: usize>([u64; N]);

macro_rules! wide_key {
    ($n:literal, $counts:ty) => {
        impl Key for Wide<$n> {
            type Counts = $counts;

            fn zero() -> Self {
                Wide([0; $n])
            }
            #[inline]
            fn zip(mut self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
                // Unrolled loops over wide keys would make the program several times larger.
                let words = if $n > 2 { std::hint::black_box($n) } else { $n };
                for i in 0..words {
                    self.0[i] = combine(self.0[i], other.0[i]);
                }
                self
            }
            #[inline]
            fn word(&self, index: u32) -> u64 {
                self.0[index as usize]
            }
            #[inline]
            fn set_word(&mut self, index: u32, value: u64) {
                self.0[index as usize] = value;
            }
        }
    };
}

wide_key!(2, Growing<Self>);
wide_key!(8, Table<Self, BigUint>);
wide_key!(128, Table<Self, BigUint>);

/// Gives slots to values and takes them back.
#[derive(Clone, Debug, Default)]
pub struct Allocator {
    /// The used bits of each word.
    used: Vec<u64>,
    /// How many words were ever in use.
    words: usize,
}

impl Allocator {
    /// A slot for values up to `max`, in the first place where it fits.
    pub fn take(&mut self, max: u64) -> Slot {
        let bits = Slot::bits_for(max);
        let mask = if bits == 63 { u64::MAX } else { (1u64 << (bits + 1)) - 1 };
        for word in 0.. {
            if word == self.used.len() {
                self.used.push(0);
                self.words = self.words.max(word + 1);
            }
            if let Some(shift) = (0..=63 - bits).find(|&shift| self.used[word] & mask << shift == 0) {
                self.used[word] |= mask << shift;
                return Slot { word: word as u32, shift, bits };
            }
        }
        unreachable!("an empty word has room for any slot")
    }

    /// Gives a slot back.
    pub fn give_back(&mut self, slot: Slot) {
        let mask = if slot.bits == 63 { u64::MAX } else { (1u64 << (slot.bits + 1)) - 1 };
        self.used[slot.word as usize] &= !(mask << slot.shift);
    }

    /// How many words were ever in use.
    pub fn words(&self) -> usize {
        self.words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_do_not_overlap_and_come_back() {
        let mut allocator = Allocator::default();
        let slots: Vec<Slot> = [8, 1, 100, 7, 3, 4_000_000_000, 8, 8].map(|max| allocator.take(max)).to_vec();
        assert_eq!(allocator.words(), 2);
        let mut key = Wide::<2>::zero();
        for (i, slot) in slots.iter().enumerate() {
            key = key.with(*slot, i as u64 & 1);
        }
        for (i, slot) in slots.iter().enumerate() {
            assert_eq!(key.get(*slot), i as u64 & 1);
        }
        allocator.give_back(slots[0]);
        assert_eq!(allocator.take(8), slots[0]);
    }
}
