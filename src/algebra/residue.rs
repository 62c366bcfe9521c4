//! Counts modulo primes of a word, and the way back to the count itself.
//!
//! # Theory
//! A count below p₁·p₂·…·pₙ is determined by its residues. A table of residues costs one word an
//! entry however large the counts are, so a walk that would not fit the memory with full values
//! is made n times, once for each prime, and Garner's form of the Chinese remainder theorem puts
//! the residues together.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::{Semiring, binomial};

/// The semiring of integers modulo a prime below 2⁶³.
#[derive(Clone, Copy, Debug)]
pub struct Residue {
    /// The prime.
    pub prime: u64,
}

impl Semiring for Residue {
    type Value = u64;
    type Weight = u64;

    fn zero(&self) -> u64 {
        0
    }
    fn one(&self) -> u64 {
        1
    }
    #[inline]
    fn add(&self, sum: &mut u64, other: &u64) {
        let total = *sum + *other;
        *sum = if total >= self.prime { total - self.prime } else { total };
    }
    #[inline]
    fn mul(&self, a: &u64, b: &u64) -> u64 {
        (u128::from(*a) * u128::from(*b) % u128::from(self.prime)) as u64
    }
    fn choose(&self, size: u32, part: u32) -> u64 {
        (binomial(u64::from(size), u64::from(part)) % self.prime).to_u64().unwrap_or(0)
    }
    #[inline]
    fn scale(&self, value: &u64, weight: &u64) -> u64 {
        if *weight == 1 { *value } else { self.mul(value, weight) }
    }
    fn is_neutral(&self, weight: &u64) -> bool {
        *weight == 1
    }
}

/// The largest primes below 2⁶³, descending, as many as are wanted.
pub const PRIMES: Primes = Primes;

/// The primes below 2⁶³ in descending order.
#[derive(Clone, Copy, Debug)]
pub struct Primes;

impl Primes {
    /// An iterator over the primes below 2⁶³, largest first.
    #[expect(clippy::unused_self, reason = "reads as the constant's own")]
    pub fn iter(self) -> impl Iterator<Item = u64> {
        (1..1u64 << 63).rev().step_by(2).filter(|&n| is_prime(n))
    }
}

/// Miller's test with the first twelve primes as bases is exact below 3.3·10²⁴.
pub(super) fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 || BASES.iter().any(|&p| n.is_multiple_of(p)) {
        return BASES.contains(&n);
    }
    let field = Residue { prime: n };
    let twos = (n - 1).trailing_zeros();
    BASES.iter().all(|&base| {
        let mut x = power(field, base, (n - 1) >> twos);
        if x == 1 || x == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = field.mul(&x, &x);
            x == n - 1
        })
    })
}

pub(super) fn power(field: Residue, base: u64, mut exponent: u64) -> u64 {
    let (mut square, mut result) = (base % field.prime, 1);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = field.mul(&result, &square);
        }
        square = field.mul(&square, &square);
        exponent >>= 1;
    }
    result
}

/// The one number below the product of the primes that has these residues: pairs of prime and
/// residue, the primes all different.
///
/// ```
/// use mineproof::algebra::chinese_remainder;
/// assert_eq!(chinese_remainder(&[(5, 2), (7, 3)]), 17u32.into());
/// ```
pub fn chinese_remainder(residues: &[(u64, u64)]) -> BigUint {
    let mut value = BigUint::ZERO;
    let mut modulus = BigUint::from(1u32);
    for &(prime, residue) in residues {
        let field = Residue { prime };
        let have = (&value % prime).to_u64().unwrap_or(0);
        let step = (&modulus % prime).to_u64().unwrap_or(0);
        let inverse = power(field, step, prime - 2);
        let mut missing = residue;
        field.add(&mut missing, &((prime - have) % prime));
        value += &modulus * field.mul(&missing, &inverse);
        modulus *= prime;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_prime() {
        let small: Vec<u64> = (0..60).filter(|&n| is_prime(n)).collect();
        assert_eq!(small, [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59]);
        assert!(!is_prime(3_215_031_751)); // a strong pseudoprime to the bases 2, 3, 5 and 7
        assert_eq!(PRIMES.iter().next(), Some((1 << 63) - 25));
    }

    #[test]
    fn residues_determine_the_number() {
        let number = binomial(500, 217);
        let residues: Vec<(u64, u64)> =
            PRIMES.iter().take(8).map(|p| (p, (&number % p).to_u64().unwrap())).collect();
        assert!(number.bits() < 8 * 62);
        assert_eq!(chinese_remainder(&residues), number);
    }
}
