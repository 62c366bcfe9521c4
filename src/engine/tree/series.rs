//! Products of long integer series.
//!
//! # Theory
//! A [`Series`] is a window of a polynomial in x (x counts mines). The same type holds a *dual*: a
//! linear form on such windows, the value of term d being what one unit of xᵈ is worth. With
//! p = q·r and a dual a on p, the dual that a gives on q is Σₑ rₑ·a(d+e): multiplication by r,
//! transposed.
//!
//! Long series are multiplied by Kronecker substitution: both are evaluated at a power of two so
//! large that the terms of the product cannot overlap, and one product of big integers gives all
//! terms at once.
//!
//! # Cost
//! A product of n by m terms costs n·m products of integers, or, from [`PACKED_FROM`] terms on, one
//! product of integers of as many bits as both series have together (Toom–Cook in `num-bigint`).
//!
//! # What we changed
//! The paper multiplies with FFT; see the cost above. Packed products are cut into blocks, so that
//! the time limit is looked at about once a second.
//!
//! # References
//! L. Kronecker, *Grundzüge einer arithmetischen Theorie der algebraischen Grössen*, 1882;
//! A. Bostan, G. Lecerf, É. Schost, *Tellegen's principle into practice*, ISSAC 2003.

use std::borrow::Borrow;

use num_bigint::BigUint;
use num_traits::Zero;

use crate::budget::{Answer, Budget};

/// Series of at least so many terms are multiplied packed.
const PACKED_FROM: usize = 12;
/// The most 32-bit digits of a packed factor.
const BLOCK_DIGITS: usize = 1 << 19;

/// A window of a polynomial, or a dual on one: `terms[i]` belongs to x^(from+i).
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Series {
    pub from: u64,
    pub terms: Vec<BigUint>,
}

impl Series {
    /// One term.
    pub fn term(degree: u64, value: BigUint) -> Self {
        Series { from: degree, terms: vec![value] }
    }

    /// Adds `factor`·`other`, widening the window where needed.
    pub fn add_product(&mut self, factor: &Series, other: &Series, budget: &Budget) -> Answer<()> {
        if factor.terms.is_empty() || other.terms.is_empty() {
            return Ok(());
        }
        let from = factor.from + other.from;
        let len = factor.terms.len() + other.terms.len() - 1;
        let product = convolve(&factor.terms, &other.terms, 0, len, budget)?;
        if self.terms.is_empty() {
            *self = Series { from, terms: product };
            return Ok(());
        }
        if from < self.from {
            let missing = (self.from - from) as usize;
            self.terms.splice(0..0, std::iter::repeat_with(BigUint::zero).take(missing));
            self.from = from;
        }
        let offset = (from - self.from) as usize;
        if self.terms.len() < offset + len {
            self.terms.resize(offset + len, BigUint::zero());
        }
        for (sum, value) in self.terms[offset..].iter_mut().zip(product) {
            *sum += value;
        }
        Ok(())
    }

    /// For this dual, adds what `dual` gives on this window under multiplication by `factor`.
    pub fn add_transposed(&mut self, factor: &Series, dual: &Series, budget: &Budget) -> Answer<()> {
        // The window of a product reaches exactly from the sum of the first degrees to the sum of
        // the last, so the dual knows every term that is asked of it.
        let first = (self.from + factor.from - dual.from) as usize;
        let reach = factor.terms.len() - 1;
        let reversed: Vec<&BigUint> = factor.terms.iter().rev().collect();
        let parts = convolve(&reversed, &dual.terms, first + reach, self.terms.len(), budget)?;
        for (sum, part) in self.terms.iter_mut().zip(parts) {
            *sum += part;
        }
        Ok(())
    }

    /// The value of a dual on a series whose window it covers.
    pub fn pair(&self, series: &Series) -> BigUint {
        let offset = (series.from - self.from) as usize;
        self.terms[offset..].iter().zip(&series.terms).map(|(worth, term)| worth * term).sum()
    }

    /// Bytes of memory, more or less.
    pub fn bytes(&self) -> u64 {
        size_of::<Self>() as u64 + self.terms.iter().map(bytes).sum::<u64>()
    }
}

/// Bytes of memory of an integer, more or less.
pub(super) fn bytes(value: &BigUint) -> u64 {
    size_of::<BigUint>() as u64 + value.bits().div_ceil(64) * 8
}

/// The terms `first..first+len` of the product of two series; terms outside it are 0.
pub(super) fn convolve<A: Borrow<BigUint>, B: Borrow<BigUint>>(
    a: &[A],
    b: &[B],
    first: usize,
    len: usize,
    budget: &Budget,
) -> Answer<Vec<BigUint>> {
    if a.len().min(b.len()).min(len) >= PACKED_FROM {
        return packed(a, b, first, len, budget);
    }
    let mut product = Vec::with_capacity(len);
    for at in first..first + len {
        if at % 64 == 63 {
            budget.check()?;
        }
        let low = (at + 1).saturating_sub(b.len());
        let high = (at + 1).min(a.len());
        let mut sum = BigUint::zero();
        for i in low..high {
            sum += a[i].borrow() * b[at - i].borrow();
        }
        product.push(sum);
    }
    Ok(product)
}

fn packed<A: Borrow<BigUint>, B: Borrow<BigUint>>(
    a: &[A],
    b: &[B],
    first: usize,
    len: usize,
    budget: &Budget,
) -> Answer<Vec<BigUint>> {
    let bits = most_bits(a) + most_bits(b) + u64::from(usize::BITS - a.len().min(b.len()).leading_zeros());
    let slot = bits.div_ceil(32).max(1) as usize;
    let block = (BLOCK_DIGITS / slot).max(1);
    let mut product = vec![BigUint::zero(); len];
    let packs_b: Vec<BigUint> = b.chunks(block).map(|part| pack(part, slot)).collect();
    for (i, part) in a.chunks(block).enumerate() {
        let packed_a = pack(part, slot);
        for (j, packed_b) in packs_b.iter().enumerate() {
            let start = (i + j) * block;
            if start >= first + len || start + 2 * block <= first {
                continue;
            }
            budget.check()?;
            let digits = (&packed_a * packed_b).to_u32_digits();
            for (at, digits) in digits.chunks(slot).enumerate() {
                if let Some(sum) = (start + at).checked_sub(first).and_then(|at| product.get_mut(at)) {
                    *sum += BigUint::from_slice(digits);
                }
            }
        }
    }
    Ok(product)
}

fn most_bits<A: Borrow<BigUint>>(series: &[A]) -> u64 {
    series.iter().map(|term| term.borrow().bits()).max().unwrap_or(0)
}

fn pack<A: Borrow<BigUint>>(series: &[A], slot: usize) -> BigUint {
    let mut digits = vec![0; series.len() * slot];
    for (term, place) in series.iter().zip(digits.chunks_mut(slot)) {
        for (digit, place) in term.borrow().iter_u32_digits().zip(place) {
            *place = digit;
        }
    }
    BigUint::new(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fixed, uneven series.
    fn series(len: u64, seed: u64) -> Vec<BigUint> {
        (0..len).map(|i| BigUint::from((i * 7 + seed) % 11).pow(((i + seed) % 5 * 9) as u32)).collect()
    }

    #[test]
    fn packed_products_equal_plain_ones() {
        let budget = Budget::unlimited();
        for (n, m) in [(1, 1), (12, 12), (13, 40), (40, 13), (64, 64)] {
            let (a, b) = (series(n, 3), series(m, 5));
            let plain: Vec<BigUint> = (0..n + m + 3)
                .map(|at| {
                    let pairs = (0..n).filter(|i| (*i..i + m).contains(&at));
                    pairs.map(|i| &a[i as usize] * &b[(at - i) as usize]).sum()
                })
                .collect();
            for first in [0, 5] {
                let len = plain.len() - first;
                assert_eq!(packed(&a, &b, first, len, &budget).unwrap(), plain[first..]);
                assert_eq!(convolve(&a, &b, first, len, &budget).unwrap(), plain[first..]);
            }
        }
    }

    #[test]
    fn transposing_keeps_the_pairing() {
        // ⟨dual, q·r⟩ = ⟨dual transposed by r, q⟩
        let budget = Budget::unlimited();
        for (n, m) in [(1, 4), (5, 3), (20, 30)] {
            let (q, r) = (Series { from: 2, terms: series(n, 1) }, Series { from: 3, terms: series(m, 2) });
            let mut product = Series::default();
            product.add_product(&q, &r, &budget).unwrap();
            let dual = Series { from: product.from, terms: series(n + m - 1, 4) };
            let mut on_q = Series { from: q.from, terms: vec![BigUint::zero(); n as usize] };
            on_q.add_transposed(&r, &dual, &budget).unwrap();
            assert_eq!(dual.pair(&product), on_q.pair(&q));
        }
    }
}
