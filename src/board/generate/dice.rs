//! Exact random choices.
//!
//! # Theory
//! The stream is xoshiro256++ seeded through `SplitMix64`, both fixed by their authors. Everything
//! above it is our own integer arithmetic, because libraries change how many words a choice takes:
//! - `below` multiplies a word by n and keeps the upper half; the 2⁶⁴ mod n smallest lower halves
//!   are drawn again, which leaves every result equally likely (Lemire 2019).
//! - `choose` is selection sampling (Knuth, TAOCP 2, 3.4.2, algorithm S): the next of `left`
//!   candidates is taken with chance wanted/left, which makes all subsets of the size equally
//!   likely in one pass and without a list.
//!
//! Whoever makes a board has the dice in hand all the way, so they also carry the budget: long
//! series of choices look at the clock between them.
//! # Cost
//! One word a choice but for the rare redraw.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Share;
use crate::budget::{Answer, Budget, Lease};

/// How many choices are made between two looks at the clock.
const PACE: usize = 1 << 14;

pub(super) struct Dice {
    stream: Xoshiro256PlusPlus,
    budget: Budget,
}

/// A uniform number below `n`, which must not be 0.
pub(crate) fn below(stream: &mut Xoshiro256PlusPlus, n: u64) -> u64 {
    let surplus = n.wrapping_neg() % n;
    loop {
        let product = u128::from(stream.next_u64()) * u128::from(n);
        if product as u64 >= surplus {
            return (product >> 64) as u64;
        }
    }
}

impl Dice {
    pub fn new(seed: u64, budget: &Budget) -> Self {
        Dice { stream: Xoshiro256PlusPlus::seed_from_u64(seed), budget: budget.clone() }
    }

    /// Whether there is time left, asked in earnest at every so manieth step.
    pub fn check(&self, step: usize) -> Answer<()> {
        if step.is_multiple_of(PACE) { self.budget.check() } else { Ok(()) }
    }

    /// Leases memory from the budget.
    pub fn reserve(&self, bytes: u64) -> Answer<Lease> {
        self.budget.reserve(bytes)
    }

    /// What `make` makes of each number below `count`.
    pub fn each<T>(&mut self, count: usize, mut make: impl FnMut(&mut Self, usize) -> T) -> Answer<Vec<T>> {
        let mut all = Vec::with_capacity(count);
        for start in (0..count).step_by(PACE) {
            self.budget.check()?;
            all.extend((start..count.min(start + PACE)).map(|i| make(self, i)));
        }
        Ok(all)
    }

    /// A uniform number below `n`, which must not be 0.
    pub fn below(&mut self, n: u64) -> u64 {
        below(&mut self.stream, n)
    }

    /// A uniform index into `len` things.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// True with the chance `share`.
    pub fn hit(&mut self, share: Share) -> bool {
        self.below(u64::from(Share::WHOLE)) < u64::from(share.millionths())
    }

    /// Marks a uniformly random set of `wanted` of the eligible cells, or all where there are fewer.
    pub fn choose(&mut self, mut wanted: u64, eligible: &[bool]) -> Answer<Vec<bool>> {
        let mut left = eligible.iter().filter(|&&may| may).count() as u64;
        self.each(eligible.len(), |dice, cell| {
            if !eligible[cell] {
                return false;
            }
            let taken = dice.below(left) < wanted;
            left -= 1;
            wanted -= u64::from(taken);
            taken
        })
    }

    /// Puts things into a uniformly random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, things: &mut [T]) -> Answer<()> {
        for last in (1..things.len()).rev() {
            self.check(last)?;
            let other = self.index(last + 1);
            things.swap(last, other);
        }
        Ok(())
    }

    /// One of the things, uniformly; `None` where there is none.
    pub fn pick<T: Copy>(&mut self, things: &[T]) -> Option<T> {
        (!things.is_empty()).then(|| things[self.index(things.len())])
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Dice, Share};
    use crate::budget::StopReason;
    use std::time::Duration;

    fn dice(seed: u64) -> Dice {
        Dice::new(seed, &Budget::unlimited())
    }

    /// The first words for seed 0, from the reference implementation, through `below(2^63)`.
    #[test]
    fn stream_is_the_published_one() {
        let mut dice = dice(0);
        let halves: Vec<u64> = (0..2).map(|_| dice.below(1 << 63)).collect();
        assert_eq!(halves, [0x5317_5d61_490b_23df >> 1, 0x61da_6f3d_c380_d507 >> 1]);
    }

    #[test]
    fn choices_are_even() {
        let mut dice = dice(1);
        let mut seen = [0; 7];
        (0..70_000).for_each(|_| seen[dice.index(7)] += 1);
        assert!(seen.iter().all(|count| (9_600..10_400).contains(count)), "{seen:?}");

        // Each of the six pairs out of four eligible cells is equally likely.
        let mut pairs = std::collections::BTreeMap::new();
        for _ in 0..60_000 {
            *pairs.entry(dice.choose(2, &[true, false, true, true, true]).unwrap()).or_insert(0) += 1;
        }
        assert_eq!(pairs.len(), 6);
        assert!(pairs.iter().all(|(pair, count)| !pair[1] && (9_600..10_400).contains(count)), "{pairs:?}");
    }

    #[test]
    fn certain_things_are_certain() {
        let mut dice = dice(2);
        assert!((0..1000).all(|_| dice.hit(Share::ALL) && !dice.hit(Share::NONE)));
        assert_eq!(dice.choose(9, &[true, false, true]).unwrap(), [true, false, true]);
        assert_eq!(dice.pick::<u8>(&[]), None);
    }

    #[test]
    fn long_series_end_with_the_time() {
        let mut late = Dice::new(3, &Budget::new(Some(Duration::ZERO), u64::MAX));
        assert_eq!(late.each(1, |_, i| i), Err(StopReason::Time));
        assert_eq!(late.choose(1, &[true]), Err(StopReason::Time));
        assert_eq!(late.shuffle(&mut vec![0; 1 << 15]), Err(StopReason::Time));
    }
}
