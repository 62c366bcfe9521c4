//! Fast convolutions modulo primes of a word.
//!
//! # Theory
//! Modulo a prime p with n dividing p − 1 there is a root of unity ω of order n, and the values of
//! a polynomial at the powers of ω determine it if it has at most n coefficients. Values multiply
//! point by point, so a sum of products of polynomials costs one product a point and a pair, and
//! two transforms a polynomial, however many pairs there are.
//!
//! The transform takes its values in their natural order and leaves them in bit-reversed order,
//! its inverse the other way round, so nothing is ever reordered.
//!
//! # Cost
//! n/2 · log₂ n butterflies, each one product of words with a remainder that is known in advance
//! (Shoup) and kept below 4p (Harvey); that is why primes are below 2⁶².
//!
//! # References
//! D. Harvey, Faster arithmetic for number-theoretic transforms, J. Symb. Comput. 60 (2014);
//! P. L. Montgomery, Modular multiplication without trial division, Math. Comp. 44 (1985).

use std::sync::{PoisonError, RwLock};

use super::residue::{Residue, is_prime, power};
use super::semiring::Semiring;

/// The longest transform has 2 to this many points.
pub const LONGEST: u32 = 24;

/// The first `count` primes below 2⁶² that have transforms of every length up to 2^[`LONGEST`],
/// largest first.
pub fn transform_primes(count: usize) -> Vec<u64> {
    static FOUND: RwLock<Vec<u64>> = RwLock::new(Vec::new());
    // A list that a panic left behind is as right as any: primes are pushed one by one.
    let found = FOUND.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(first) = found.get(..count) {
        return first.to_vec();
    }
    drop(found);
    let mut found = FOUND.write().unwrap_or_else(PoisonError::into_inner);
    let mut next = found.last().map_or(1 << (62 - LONGEST), |last| last >> LONGEST);
    while found.len() < count {
        next -= 1;
        let candidate = (next << LONGEST) + 1;
        if is_prime(candidate) {
            found.push(candidate);
        }
    }
    found[..count].to_vec()
}

/// A factor with what its products need: (w, ⌊w·2⁶⁴/p⌋).
#[derive(Clone, Copy, Debug, Default)]
pub struct Factor {
    value: u64,
    quotient: u64,
}

impl Factor {
    /// The factor `value` below `prime`.
    pub fn new(value: u64, prime: u64) -> Self {
        Factor { value, quotient: ((u128::from(value) << 64) / u128::from(prime)) as u64 }
    }

    /// `x` times the factor modulo the prime, below twice the prime, whatever `x` is.
    #[inline]
    pub fn times(self, x: u64, prime: u64) -> u64 {
        let multiple = ((u128::from(self.quotient) * u128::from(x)) >> 64) as u64;
        self.value.wrapping_mul(x).wrapping_sub(multiple.wrapping_mul(prime))
    }
}

/// Transforms of one length modulo one prime.
#[derive(Clone, Debug)]
pub struct Transform {
    prime: u64,
    /// −p⁻¹ modulo 2⁶⁴.
    negative_inverse: u64,
    /// The powers of the root in bit-reversed order, for the blocks of every layer.
    forth: Vec<Factor>,
    back: Vec<Factor>,
    /// 2⁶⁴/n: divides by the length and makes good what [`Self::fold`] divides by.
    closing: Factor,
}

impl Transform {
    /// Transforms of 2^`log` points modulo one of the [`transform_primes`].
    pub fn new(prime: u64, log: u32) -> Self {
        assert!(log <= LONGEST, "2^{log} points are more than there are roots of unity");
        let field = Residue { prime };
        let root = root_of_unity(field, log);
        let inverse = power(field, root, prime - 2);
        let length = power(field, 1u64 << log, prime - 2);
        let word = ((1u128 << 64) % u128::from(prime)) as u64;
        // Newton's iteration doubles the right bits; an odd number is its own inverse modulo 8.
        let inverse_of_prime =
            (0..5).fold(prime, |x, _| x.wrapping_mul(2u64.wrapping_sub(prime.wrapping_mul(x))));
        Transform {
            prime,
            negative_inverse: inverse_of_prime.wrapping_neg(),
            forth: powers(field, root, log),
            back: powers(field, inverse, log),
            closing: Factor::new(field.mul(&length, &word), prime),
        }
    }

    /// The prime.
    pub fn prime(&self) -> u64 {
        self.prime
    }

    /// From coefficients to values, all below the prime.
    pub fn forth(&self, points: &mut [u64]) {
        let (prime, twice) = (self.prime, 2 * self.prime);
        let mut half = points.len() / 2;
        while half > 0 {
            for (block, root) in points.chunks_exact_mut(2 * half).zip(&self.forth) {
                let (low, high) = block.split_at_mut(half);
                for (x, y) in low.iter_mut().zip(high) {
                    let a = if *x >= twice { *x - twice } else { *x };
                    let b = root.times(*y, prime);
                    (*x, *y) = (a + b, a + twice - b);
                }
            }
            half /= 2;
        }
        for x in points {
            *x = self.below_prime(*x);
        }
    }

    /// From values, as [`fold`](Self::fold) leaves them, to coefficients, all below the prime.
    pub fn back(&self, points: &mut [u64]) {
        let (prime, twice) = (self.prime, 2 * self.prime);
        let mut half = 1;
        while half < points.len() {
            for (block, root) in points.chunks_exact_mut(2 * half).zip(&self.back) {
                let (low, high) = block.split_at_mut(half);
                for (x, y) in low.iter_mut().zip(high) {
                    let sum = *x + *y;
                    let gap = *x + twice - *y;
                    *x = if sum >= twice { sum - twice } else { sum };
                    *y = root.times(gap, prime);
                }
            }
            half *= 2;
        }
        for x in points {
            *x = self.below_prime(self.closing.times(*x, prime));
        }
    }

    /// Adds the product of two numbers, one of them below the prime, to a sum that is kept below
    /// 2⁶⁴ times the prime.
    #[inline]
    pub fn gather(&self, sum: u128, a: u64, b: u64) -> u128 {
        let limit = u128::from(self.prime) << 64;
        let sum = sum + u128::from(a) * u128::from(b);
        if sum >= limit { sum - limit } else { sum }
    }

    /// A gathered sum divided by 2⁶⁴ modulo the prime, below the prime.
    #[inline]
    pub fn fold(&self, sum: u128) -> u64 {
        let multiple = (sum as u64).wrapping_mul(self.negative_inverse);
        let folded = ((sum + u128::from(multiple) * u128::from(self.prime)) >> 64) as u64;
        if folded >= self.prime { folded - self.prime } else { folded }
    }

    /// What word i of a long number is worth, times 2⁶⁴ so that a folded sum is the remainder.
    pub fn word_weights(&self, words: usize) -> Vec<u64> {
        let field = Residue { prime: self.prime };
        let word = ((1u128 << 64) % u128::from(self.prime)) as u64;
        std::iter::successors(Some(word), |weight| Some(field.mul(weight, &word))).take(words).collect()
    }

    #[inline]
    fn below_prime(&self, x: u64) -> u64 {
        let twice = 2 * self.prime;
        let x = if x >= twice { x - twice } else { x };
        if x >= self.prime { x - self.prime } else { x }
    }
}

/// A root of unity of order 2^`log`.
fn root_of_unity(field: Residue, log: u32) -> u64 {
    let prime = field.prime;
    // A power of a number that is no square has the full order; half of all numbers are none.
    let root = (2..prime)
        .find(|&n| power(field, n, (prime - 1) / 2) == prime - 1)
        .map(|n| power(field, n, (prime - 1) >> log));
    root.expect("a prime above 2 has numbers that are no squares")
}

/// root^(i with its bits reversed) for the blocks i of the layer with the most blocks; the layers
/// with fewer use the first of them.
fn powers(field: Residue, root: u64, log: u32) -> Vec<Factor> {
    let mut powers = vec![1u64];
    for layer in (1..log).rev().map(|layer| power(field, root, 1 << (layer - 1))) {
        let more: Vec<u64> = powers.iter().map(|p| field.mul(p, &layer)).collect();
        powers.extend(more);
    }
    powers.into_iter().map(|p| Factor::new(p, field.prime)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_point_by_point_are_convolutions() {
        for (seed, prime) in transform_primes(3).into_iter().enumerate() {
            for log in 0..8 {
                let n = 1usize << log;
                let (transform, field) = (Transform::new(prime, log), Residue { prime });
                let number =
                    |i: usize| (i as u64 + 3).wrapping_mul(0x9e37_79b9_7f4a_7c15 + seed as u64) % prime;
                let a: Vec<u64> = (0..n).map(number).collect();
                let b: Vec<u64> = (n..2 * n).map(number).collect();
                let mut cyclic = vec![0; n];
                for (i, x) in a.iter().enumerate() {
                    for (j, y) in b.iter().enumerate() {
                        let product = field.mul(x, y);
                        field.add(&mut cyclic[(i + j) % n], &product);
                        field.add(&mut cyclic[(i + j) % n], &product);
                    }
                }
                let (mut left, mut right) = (a, b);
                transform.forth(&mut left);
                transform.forth(&mut right);
                let point = |(x, y): (&u64, &u64)| {
                    transform.fold(transform.gather(transform.gather(0, *x, *y), *x, *y))
                };
                let mut product: Vec<u64> = left.iter().zip(&right).map(point).collect();
                transform.back(&mut product);
                assert_eq!(product, cyclic, "{prime} 2^{log}");
            }
        }
    }

    #[test]
    fn words_weigh_what_they_are_worth() {
        let prime = transform_primes(1)[0];
        let transform = Transform::new(prime, 1);
        let words = [u64::MAX, 5, u64::MAX - 7];
        let sum =
            words.iter().zip(transform.word_weights(3)).fold(0, |sum, (w, c)| transform.gather(sum, *w, c));
        let number = num_bigint::BigUint::from(words[0])
            + (num_bigint::BigUint::from(words[1]) << 64u32)
            + (num_bigint::BigUint::from(words[2]) << 128u32);
        assert_eq!(num_bigint::BigUint::from(transform.fold(sum)), number % prime);
    }
}
