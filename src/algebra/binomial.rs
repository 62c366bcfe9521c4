//! Binomial coefficients.
//!
//! # Theory
//! C(n, k) for small k is the quotient of two products. For larger k it is written down prime by
//! prime: the exponent of p in C(n, k) is the number of carries when k and n − k are added in base
//! p (Kummer). Nothing is then larger than the result itself, and nothing is divided.
//!
//! # Cost
//! All factors are multiplied as balanced trees, which meets the fast multiplication. Before each
//! product of some size the budget is asked.
//!
//! # References
//! E. Kummer, *Über die Ergänzungssätze zu den allgemeinen Reciprocitätsgesetzen*, 1852.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::budget::{Answer, Budget};

/// Prime by prime if at least one thing in so many is chosen; else the sieve is dearer than it helps.
const SPARSE: u64 = 64;

/// Factors of a product that are multiplied one by one.
const FEW: usize = 16;

/// Factors of a product from which on the budget is asked.
const MANY: usize = 1 << 10;

/// C(n, k), and 0 where k > n.
pub fn binomial(n: u64, k: u64) -> BigUint {
    small(n, k).unwrap_or_else(|| {
        binomial_within(n, k, &Budget::unlimited()).expect("an unlimited budget does not end")
    })
}

/// C(n, k), and 0 where k > n, unless the budget ends first.
pub fn binomial_within(n: u64, k: u64, budget: &Budget) -> Answer<BigUint> {
    if let Some(value) = small(n, k) {
        return Ok(value);
    }
    let k = k.min(n - k);
    if k < n / SPARSE || k < FEW as u64 {
        // Both products and the scratch space of their division.
        let _lease = budget.reserve(k.saturating_mul(8 * 4))?;
        return Ok(rising(n - k + 1, k, budget)? / rising(1, k, budget)?);
    }
    // The sieve takes half a byte a number; the result, its factors and their products, n bits each.
    let _lease = budget.reserve(n)?;
    words_product(&prime_powers(n, k, budget)?, budget)
}

/// What fits machine words all the way.
fn small(n: u64, k: u64) -> Option<BigUint> {
    if k > n {
        return Some(BigUint::zero());
    }
    (n < PASCAL.len() as u64).then(|| choose(n as u32, k as u32).into())
}

/// C(n, k) for n of at most 62, and 0 where k > n.
///
/// # Panics
/// If n is above 62.
#[inline]
pub fn choose(n: u32, k: u32) -> u64 {
    PASCAL[n as usize].get(k as usize).copied().unwrap_or(0)
}

/// The rows of Pascal's triangle that a word holds with room for their sums.
static PASCAL: [[u64; 63]; 63] = {
    let mut rows = [[0; 63]; 63];
    let mut n = 0;
    while n < rows.len() {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
};

/// The product of `len` integers from `first` on.
fn rising(first: u64, len: u64, budget: &Budget) -> Answer<BigUint> {
    if len <= FEW as u64 {
        return Ok((first..first + len).fold(BigUint::one(), |product, factor| product * factor));
    }
    if len > MANY as u64 {
        budget.check()?;
    }
    let half = len / 2;
    Ok(rising(first, half, budget)? * rising(first + half, len - half, budget)?)
}

/// The product of many words.
fn words_product(words: &[u64], budget: &Budget) -> Answer<BigUint> {
    if words.len() <= FEW {
        return Ok(words.iter().fold(BigUint::one(), |product, &word| product * word));
    }
    if words.len() > MANY {
        budget.check()?;
    }
    let (left, right) = words.split_at(words.len() / 2);
    Ok(words_product(left, budget)? * words_product(right, budget)?)
}

/// The prime powers of C(n, k), several to a word where they fit.
fn prime_powers(n: u64, k: u64, budget: &Budget) -> Answer<Vec<u64>> {
    let mut words = Vec::new();
    let mut word = 1u64;
    let mut take = |prime: u64| {
        for _ in 0..carries(n, k, prime) {
            if let Some(product) = word.checked_mul(prime) {
                word = product;
            } else {
                words.push(word);
                word = prime;
            }
        }
    };
    take(2);
    // The place i stands for 2i + 1.
    let mut composite = vec![false; (n as usize).div_ceil(2)];
    for i in 1..composite.len() {
        if i % (1 << 20) == 0 {
            budget.check()?;
        }
        if !composite[i] {
            let prime = 2 * i + 1;
            take(prime as u64);
            if prime <= composite.len() * 2 / prime {
                budget.check()?;
                composite[prime * prime / 2..].iter_mut().step_by(prime).for_each(|place| *place = true);
            }
        }
    }
    words.push(word);
    Ok(words)
}

/// How many carries there are when k and n − k are added in base p.
fn carries(n: u64, k: u64, p: u64) -> u32 {
    let (mut n, mut k, mut borrow, mut count) = (n, k, false, 0);
    while n > 0 && (k > 0 || borrow) {
        borrow = k % p + u64::from(borrow) > n % p;
        count += u32::from(borrow);
        (n, k) = (n / p, k / p);
    }
    count
}

/// The row C(n, 0), C(n, 1), … as an iterator that steps from each to the next.
#[derive(Clone, Debug)]
pub struct Binomials {
    n: u64,
    k: u64,
    value: BigUint,
}

impl Binomials {
    /// C(n, k), C(n, k+1), …, C(n, n).
    pub fn starting_at(n: u64, k: u64) -> Self {
        Binomials { n, k, value: binomial(n, k) }
    }

    /// C(n, k), C(n, k+1), …, C(n, n), unless the budget ends before the first is found.
    pub fn starting_within(n: u64, k: u64, budget: &Budget) -> Answer<Self> {
        Ok(Binomials { n, k, value: binomial_within(n, k, budget)? })
    }
}

impl Iterator for Binomials {
    type Item = BigUint;

    fn next(&mut self) -> Option<BigUint> {
        if self.k > self.n {
            return None;
        }
        let next = &self.value * (self.n - self.k) / (self.k + 1);
        self.k += 1;
        Some(std::mem::replace(&mut self.value, next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::StopReason;
    use std::time::Duration;

    #[test]
    fn pascals_rule_holds_across_the_word_limit() {
        for n in 0..130u64 {
            let row: Vec<BigUint> = Binomials::starting_at(n, 0).collect();
            assert_eq!(row.len() as u64, n + 1);
            for k in 0..=n {
                assert_eq!(row[k as usize], binomial(n, k));
                if k > 0 {
                    assert_eq!(binomial(n + 1, k), binomial(n, k) + binomial(n, k - 1), "C({n}+1, {k})");
                }
            }
        }
        assert_eq!(binomial(3, 4), BigUint::zero());
    }

    #[test]
    fn both_ways_agree() {
        let budget = Budget::unlimited();
        for n in [63u64, 64, 121, 1000, 1024, 2187, 5041] {
            for k in [0, 1, 2, 16, 17, n / 65, n / 3, n / 2] {
                let quotient = rising(n - k + 1, k, &budget).unwrap() / rising(1, k, &budget).unwrap();
                let powers = prime_powers(n, k, &budget).unwrap();
                assert_eq!(words_product(&powers, &budget), Ok(quotient.clone()), "C({n}, {k})");
                assert_eq!(binomial(n, n - k), quotient, "C({n}, {k})");
            }
        }
    }

    #[test]
    fn limits_are_kept() {
        let late = Budget::new(Some(Duration::ZERO), u64::MAX);
        for k in [100_000, 3_200_000] {
            assert_eq!(binomial_within(16_000_000, k, &late), Err(StopReason::Time));
            let poor = Budget::new(None, 1 << 20);
            assert_eq!(binomial_within(16_000_000, k, &poor), Err(StopReason::Memory));
        }
    }
}
