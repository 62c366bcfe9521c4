//! Runs of binomial coefficients.
//!
//! # Theory
//! From C(n, k) the next is C(n, k+1) = C(n, k)·(n−k)/(k+1).
//!
//! # Cost
//! That of [`binomial_within`] for the first, two passes over the integer for each of the others.
//!
//! # What we changed
//! The plain recurrence from C(n, 0) would cost k passes over the integer for the first one alone.
//!
//! # References
//! D. E. Knuth, *The Art of Computer Programming* 1, 1.2.6.

use num_bigint::BigUint;

use crate::algebra::binomial_within;
use crate::budget::{Answer, Budget};

/// C(n, k) for `len` values of k from `first` on; those above n are 0.
pub(super) fn binomials(n: u64, first: u64, len: usize, budget: &Budget) -> Answer<Vec<BigUint>> {
    let mut run = Vec::with_capacity(len);
    let mut value = binomial_within(n, first, budget)?;
    for k in (first..).take(len) {
        if k % 64 == 63 {
            budget.check()?;
        }
        let next = if k < n { &value * (n - k) / (k + 1) } else { BigUint::ZERO };
        run.push(std::mem::replace(&mut value, next));
    }
    Ok(run)
}

/// An upper bound on the bits of C(n, k) for all k from `first` to `last`.
pub(super) fn binomial_bits(n: u64, first: u64, last: u64) -> u64 {
    let log = u64::from(64 - n.leading_zeros());
    let chosen = last.min(n.saturating_sub(first));
    chosen.saturating_mul(log).min(n).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_follow_pascal() {
        let mut row = vec![BigUint::from(1u32)];
        for n in 0..90u64 {
            for first in [0, 1, n / 2, n] {
                let run = binomials(n, first, 5, &Budget::unlimited()).unwrap();
                let most = binomial_bits(n, first, first + 4);
                for (k, value) in (first as usize..).zip(run) {
                    assert_eq!(value, row.get(k).cloned().unwrap_or_default(), "C({n}, {k})");
                    assert!(value.bits() <= most);
                }
            }
            let shifted = std::iter::once(BigUint::ZERO).chain(row.iter().cloned());
            row = shifted.zip(row.iter().cloned().chain([BigUint::ZERO])).map(|(a, b)| a + b).collect();
        }
    }

    #[test]
    fn hugeness_is_refused_by_the_budget() {
        let budget = Budget::new(None, 1 << 20);
        assert!(binomials(4_000_000_000, 2_000_000_000, 1, &budget).is_err());
    }
}
