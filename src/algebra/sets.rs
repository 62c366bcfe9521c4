//! Sets of natural numbers, and their sums.
//!
//! # Theory
//! A set is an integer whose bits say which numbers are in it. Adding a number to all members is a
//! shift, and adding all numbers below n to them is a few shifts by doubling, so all sums of two
//! sets cost a few passes over their bits for each run of consecutive members.

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// A set of natural numbers, as the bits of an integer.
pub type Set = BigUint;

/// The numbers from `low` to `high`.
pub fn interval(low: u64, high: u64) -> Set {
    if low > high { Set::zero() } else { ((Set::one() << (high - low + 1)) - 1u32) << low }
}

/// All sums of a number of `a` and one of `b`.
pub fn sums(a: &Set, b: &Set) -> Set {
    let (few, many) = if a.count_ones() < b.count_ones() { (a, b) } else { (b, a) };
    runs(few).into_iter().fold(Set::zero(), |all, (first, len)| all | (spread(many, len) << first))
}

/// The numbers m for which some number k of `b` has m + k in `whole`.
pub fn differences(b: &Set, whole: &Set) -> Set {
    // Spreading goes up: from the last of a run, m + k − last goes over all of it.
    runs(b).into_iter().fold(Set::zero(), |all, (first, len)| {
        all | ((spread(whole, len) >> (first + len - 1)) & interval(0, whole.bits()))
    })
}

/// The numbers of a set as runs of consecutive ones: each first number with the run's length.
pub fn runs(set: &Set) -> Vec<(u64, u64)> {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for n in members(set) {
        match runs.last_mut() {
            Some((first, len)) if *first + *len == n => *len += 1,
            _ => runs.push((n, 1)),
        }
    }
    runs
}

/// All sums of a number of the set and one below `len`, by doubling.
fn spread(set: &Set, len: u64) -> Set {
    let (mut all, mut done) = (set.clone(), 1);
    while done < len {
        let step = done.min(len - done);
        all = &all | (&all << step);
        done += step;
    }
    all
}

/// The numbers of a set, ascending.
pub fn members(set: &Set) -> impl Iterator<Item = u64> + '_ {
    set.iter_u64_digits().enumerate().flat_map(|(i, word)| {
        (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * i as u64 + bit)
    })
}
