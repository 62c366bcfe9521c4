//! Many numbers from their residues modulo the same primes.
//!
//! # Theory
//! Garner's form of the Chinese remainder theorem: x = v₀ + v₁·p₀ + v₂·p₀p₁ + …, where digit vₖ
//! is what x's residue modulo pₖ still misses. What the digits so far are worth modulo pₖ is
//! found by Horner's rule; as the primes descend closely, pⱼ modulo pₖ is pⱼ − pₖ.
//!
//! # Cost
//! For k primes and one number k²/2 products modulo a prime and k²/2 products of words. Numbers
//! are taken in blocks, as one number alone would wait for each product.

use super::residue::{Residue, power};
use super::semiring::Semiring;
use super::transform::Factor;

/// So many numbers are put together side by side.
const BLOCK: usize = 8;

/// How to put numbers together from residues modulo certain primes.
#[derive(Clone, Debug)]
pub struct Reassembly {
    primes: Vec<u64>,
    /// For each prime those before it, as factors modulo it.
    factors: Vec<Vec<Factor>>,
    /// For each prime the inverse of the product of those before it.
    inverses: Vec<Factor>,
}

impl Reassembly {
    /// From residues modulo these primes, which descend and are close to each other.
    pub fn new(primes: &[u64]) -> Self {
        let factors = |k: usize| -> Vec<Factor> {
            primes[..k].iter().map(|&p| Factor::new(p - primes[k], primes[k])).collect()
        };
        let inverse = |k: usize| {
            let field = Residue { prime: primes[k] };
            let product = primes[..k].iter().fold(1, |product, &p| field.mul(&product, &(p - primes[k])));
            Factor::new(power(field, product, primes[k] - 2), primes[k])
        };
        Reassembly {
            primes: primes.to_vec(),
            factors: (0..primes.len()).map(factors).collect(),
            inverses: (0..primes.len()).map(inverse).collect(),
        }
    }

    /// Puts numbers together: `residue(k, i)` is number i modulo prime k; each number takes
    /// `words` words of `out`, and what does not fit them is dropped.
    pub fn numbers(&self, residue: impl Fn(usize, usize) -> u64, words: usize, out: &mut [u64]) {
        let mut digits = vec![[0u64; BLOCK]; self.primes.len()];
        for (block, out) in out.chunks_mut(BLOCK * words).enumerate() {
            let count = out.len() / words;
            for k in 0..self.primes.len() {
                let mut residues = [0; BLOCK];
                for (i, r) in residues[..count].iter_mut().enumerate() {
                    *r = residue(k, block * BLOCK + i);
                }
                digits[k] = self.digit(k, &digits[..k], &residues);
            }
            for (i, number) in out.chunks_exact_mut(words).enumerate() {
                self.horner(digits.iter().map(|digit| digit[i]).rev(), number);
            }
        }
    }

    fn digit(&self, k: usize, before: &[[u64; BLOCK]], residues: &[u64; BLOCK]) -> [u64; BLOCK] {
        let prime = self.primes[k];
        let mut have = [0u64; BLOCK];
        for (digit, factor) in before.iter().zip(&self.factors[k]).rev() {
            for (h, d) in have.iter_mut().zip(digit) {
                *h = factor.times(*h, prime) + d;
            }
        }
        let mut digit = [0; BLOCK];
        for ((v, h), r) in digit.iter_mut().zip(have).zip(residues) {
            // The sum in `have` is below 3p and a little more: primes are close to each other.
            let have = if h >= 2 * prime { h - 2 * prime } else { h };
            let missing = self.inverses[k].times(r + (2 * prime - have), prime);
            *v = if missing >= prime { missing - prime } else { missing };
        }
        digit
    }

    /// The number with these digits, the highest first.
    fn horner(&self, digits: impl Iterator<Item = u64>, number: &mut [u64]) {
        number.fill(0);
        let mut used = 0;
        for (digit, prime) in digits.zip(self.primes.iter().rev()) {
            let mut carry = digit;
            for word in &mut number[..used] {
                let wide = u128::from(*word) * u128::from(*prime) + u128::from(carry);
                *word = wide as u64;
                carry = (wide >> 64) as u64;
            }
            if carry != 0 && used < number.len() {
                number[used] = carry;
                used += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use num_traits::ToPrimitive;

    use super::super::transform::transform_primes;
    use super::*;
    use crate::algebra::binomial;

    #[test]
    fn numbers_come_back_from_their_residues() {
        let primes = transform_primes(9);
        let mut numbers: Vec<BigUint> = (0..19).map(|i| binomial(500, 24 * i)).collect();
        // The largest number of all, and one below.
        numbers.push(primes.iter().fold(BigUint::from(1u32), |product, &p| product * p) - 1u32);
        numbers.push(numbers[19].clone() - 1u32);
        let residue = |k: usize, i: usize| (&numbers[i] % primes[k]).to_u64().unwrap();
        let mut out = vec![7; numbers.len() * 9];
        Reassembly::new(&primes).numbers(residue, 9, &mut out);
        for (i, (number, words)) in numbers.iter().zip(out.chunks_exact(9)).enumerate() {
            let found = words.iter().rev().fold(BigUint::ZERO, |sum, &word| (sum << 64u32) + word);
            assert_eq!(found, *number, "{i}");
        }
    }
}
