//! Counts in a fixed number of machine words.
//!
//! # Theory
//! Tables hold millions of values that grow by a few bits a step. As fixed arrays of words they
//! need no allocation and add with a carry chain. All arithmetic is modulo 2^(64·W): exact as
//! long as the true value is below that, which the walk guarantees by widening in time.
//!
//! # Cost
//! W additions a sum, W(W+1)/2 multiplications a product.

use num_bigint::BigUint;

use super::{Semiring, binomial, choose};

/// The semiring of natural numbers below 2^(64·W).
#[derive(Clone, Copy, Debug, Default)]
pub struct Limbs<const W: usize>;

/// The weight of a choice: most are 1 or a small number.
#[derive(Clone, Debug)]
pub enum LimbWeight<const W: usize> {
    /// 1.
    One,
    /// Fits a word.
    Word(u64),
    /// Anything else.
    Wide([u64; W]),
}

impl<const W: usize> Limbs<W> {
    /// The low 64·W bits of a number.
    pub fn from_big(value: &BigUint) -> [u64; W] {
        let mut words = [0; W];
        words.iter_mut().zip(value.iter_u64_digits()).for_each(|(w, digit)| *w = digit);
        words
    }

    /// The value as a big integer.
    pub fn to_big(value: &[u64; W]) -> BigUint {
        let mut digits = Vec::with_capacity(2 * W);
        for word in value {
            digits.extend([*word as u32, (*word >> 32) as u32]);
        }
        BigUint::new(digits)
    }

    /// The same value with another number of words; high words are cut off.
    pub fn resize<const V: usize>(value: &[u64; V]) -> [u64; W] {
        let mut words = [0; W];
        words.iter_mut().zip(value).for_each(|(w, v)| *w = *v);
        words
    }

    /// How many bits the value has.
    pub fn bits(value: &[u64; W]) -> u64 {
        (0..W).rev().find(|&i| value[i] != 0).map_or(0, |i| 64 * i as u64 + u64::from(value[i].ilog2()) + 1)
    }
}

#[inline]
fn add_words<const W: usize>(sum: &mut [u64; W], other: &[u64; W]) {
    let mut carry = false;
    for i in 0..W {
        let (a, over) = sum[i].overflowing_add(other[i]);
        let (b, again) = a.overflowing_add(u64::from(carry));
        sum[i] = b;
        carry = over | again;
    }
}

#[inline]
fn add_word_product<const W: usize>(sum: &mut [u64; W], a: &[u64; W], factor: u64, shift: usize) {
    let mut carry = 0u64;
    for i in 0..W - shift {
        let wide = u128::from(a[i]) * u128::from(factor) + u128::from(sum[i + shift]) + u128::from(carry);
        sum[i + shift] = wide as u64;
        carry = (wide >> 64) as u64;
    }
}

impl<const W: usize> Semiring for Limbs<W> {
    type Value = [u64; W];
    type Weight = LimbWeight<W>;

    fn zero(&self) -> [u64; W] {
        [0; W]
    }
    fn one(&self) -> [u64; W] {
        let mut one = [0; W];
        one[0] = 1;
        one
    }
    #[inline]
    fn add(&self, sum: &mut [u64; W], other: &[u64; W]) {
        add_words(sum, other);
    }
    #[inline]
    fn mul(&self, a: &[u64; W], b: &[u64; W]) -> [u64; W] {
        let mut product = [0; W];
        self.add_product(&mut product, a, b);
        product
    }
    fn choose(&self, size: u32, part: u32) -> LimbWeight<W> {
        if size <= 62 {
            let word = choose(size, part);
            return if word == 1 { LimbWeight::One } else { LimbWeight::Word(word) };
        }
        let weight = binomial(u64::from(size), u64::from(part));
        match u64::try_from(&weight) {
            Ok(1) => LimbWeight::One,
            Ok(word) => LimbWeight::Word(word),
            Err(_) => LimbWeight::Wide(Self::from_big(&weight)),
        }
    }
    #[inline]
    fn scale(&self, value: &[u64; W], weight: &LimbWeight<W>) -> [u64; W] {
        if self.is_neutral(weight) {
            return *value;
        }
        let mut product = [0; W];
        self.add_scaled(&mut product, value, weight);
        product
    }
    #[inline]
    fn is_neutral(&self, weight: &LimbWeight<W>) -> bool {
        matches!(weight, LimbWeight::One)
    }
    #[inline]
    fn add_scaled(&self, sum: &mut [u64; W], value: &[u64; W], weight: &LimbWeight<W>) {
        match weight {
            LimbWeight::One => add_words(sum, value),
            LimbWeight::Word(word) => add_word_product(sum, value, *word, 0),
            LimbWeight::Wide(wide) => self.add_product(sum, value, wide),
        }
    }
    #[inline]
    fn blend(
        &self,
        (a, weight_a, take_a): (&[u64; W], &LimbWeight<W>, bool),
        (b, weight_b, take_b): (&[u64; W], &LimbWeight<W>, bool),
    ) -> [u64; W] {
        // Masked instead of branched: which one is taken is as good as random.
        let mask = |value: &[u64; W], take: bool| value.map(|word| word & u64::from(take).wrapping_neg());
        let mut sum = self.scale(&mask(a, take_a), weight_a);
        self.add_scaled(&mut sum, &mask(b, take_b), weight_b);
        sum
    }
    #[inline]
    fn add_product(&self, sum: &mut [u64; W], a: &[u64; W], b: &[u64; W]) {
        for (shift, &word) in b.iter().enumerate() {
            if word != 0 {
                add_word_product(sum, a, word, shift);
            }
        }
    }
}
