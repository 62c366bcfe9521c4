//! Sums of logarithms of natural numbers, compared exactly.
//!
//! # Theory
//! A sum k₁·log m₁ + k₂·log m₂ + … with whole k and m is 0 exactly if the product of all mᵢ^kᵢ is 1.
//! That can be told without factoring: greatest common divisors split the m into numbers that have
//! no factor in common, and of those the product is 1 only if every exponent is 0. A sum that is
//! not 0 has a sign, and sooner or later binary digits show it.
//!
//! Digits of log₂ m come from squaring: with m scaled to 1 ≤ y < 2, the next digit is 1 if y² ≥ 2.
//! Squares are cut off below, never above, so what was lost is known: the logarithm is at least the
//! digits found and less than two units of the last place above them.
//!
//! # Cost
//! As many squarings as digits; the digits are those of the k and some more.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Zero};

use super::Fraction;

/// A sum of binary logarithms with whole factors.
///
/// ```
/// use mineproof::algebra::Logarithms;
/// use std::cmp::Ordering;
/// let mut sum = Logarithms::default();
/// sum.add(3.into(), 4u32.into());
/// sum.add((-2).into(), 8u32.into());
/// assert_eq!(sum.sign(), Ordering::Equal);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Logarithms {
    terms: Vec<(BigInt, BigUint)>,
}

/// Digits behind the point with which the search for a sign begins, and of what is shown.
const DIGITS: u64 = 64;

impl Logarithms {
    /// Adds `factor` · log `number`.
    ///
    /// # Panics
    /// If the number is 0.
    pub fn add(&mut self, factor: BigInt, number: BigUint) {
        assert!(!number.is_zero(), "0 has no logarithm");
        if !factor.is_zero() && !number.is_one() {
            self.terms.push((factor, number));
        }
    }

    /// Adds another sum `factor` times.
    pub fn add_times(&mut self, factor: &BigInt, other: &Self) {
        self.terms.extend(other.terms.iter().map(|(k, m)| (k * factor, m.clone())));
    }

    /// How the sum compares with 0.
    pub fn sign(&self) -> Ordering {
        let longest = self.terms.iter().map(|(k, _)| k.bits()).max().unwrap_or(0);
        let mut digits = DIGITS + longest;
        let mut is_known_not_to_be_zero = false;
        loop {
            let (low, high) = self.within(digits);
            if low.sign() == Sign::Plus {
                return Ordering::Greater;
            }
            if high.sign() == Sign::Minus {
                return Ordering::Less;
            }
            if !is_known_not_to_be_zero && self.is_zero() {
                return Ordering::Equal;
            }
            is_known_not_to_be_zero = true;
            digits *= 2;
        }
    }

    /// The sum over `divisor`, in bits, rounded to 64 binary places: for display. A sum below 0 is
    /// shown as 0.
    pub fn over(&self, divisor: &BigUint) -> Fraction {
        let longest = self.terms.iter().map(|(k, _)| k.bits()).max().unwrap_or(0);
        let extra = longest + DIGITS;
        let (low, high) = self.within(DIGITS + extra);
        let twice = (low + high).to_biguint().unwrap_or_default();
        let unit = divisor << extra;
        Fraction::new((twice + &unit) / (unit << 1u32), BigUint::one() << DIGITS)
    }

    /// Between what the sum lies, times 2^digits.
    fn within(&self, digits: u64) -> (BigInt, BigInt) {
        let (mut low, mut high) = (BigInt::zero(), BigInt::zero());
        for (factor, number) in &self.terms {
            let product = factor * BigInt::from(log2(number, digits));
            // What the digits miss is below two.
            let slack: BigInt = factor * 2;
            let (under, over) =
                if factor.sign() == Sign::Minus { (slack, BigInt::zero()) } else { (BigInt::zero(), slack) };
            low += &product + under;
            high += product + over;
        }
        (low, high)
    }

    /// Whether the sum is 0.
    fn is_zero(&self) -> bool {
        // Numbers without common factors, and their exponents.
        let mut base: Vec<(BigUint, BigInt)> = Vec::new();
        let mut waiting: Vec<(BigUint, BigInt)> =
            self.terms.iter().map(|(factor, number)| (number.clone(), factor.clone())).collect();
        while let Some((number, exponent)) = waiting.pop() {
            if number.is_one() || exponent.is_zero() {
                continue;
            }
            let met = base.iter().position(|(other, _)| !number.gcd(other).is_one());
            let Some(at) = met else {
                base.push((number, exponent));
                continue;
            };
            let (other, its_exponent) = base.swap_remove(at);
            let shared = number.gcd(&other);
            waiting.push((number / &shared, exponent.clone()));
            waiting.push((other / &shared, its_exponent.clone()));
            waiting.push((shared, exponent + its_exponent));
        }
        base.is_empty()
    }
}

/// Binary digits of log₂ `number`, `digits` of them behind the point; what is missing is below two
/// units of the last.
fn log2(number: &BigUint, digits: u64) -> BigUint {
    let places = digits + 2;
    let whole = number.bits() - 1;
    // 1 ≤ y < 2, with so many places behind the point.
    let mut y = if whole > places { number >> (whole - places) } else { number << (places - whole) };
    let mut found = BigUint::from(whole);
    for _ in 0..digits {
        y = (&y * &y) >> places;
        found <<= 1u32;
        if y.bits() > places + 1 {
            y >>= 1u32;
            found += 1u32;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(terms: &[(i64, u64)]) -> Logarithms {
        let mut sum = Logarithms::default();
        for &(factor, number) in terms {
            sum.add(factor.into(), number.into());
        }
        sum
    }

    #[test]
    fn signs_are_those_of_products() {
        assert_eq!(sum(&[]).sign(), Ordering::Equal);
        assert_eq!(sum(&[(1, 1)]).sign(), Ordering::Equal);
        assert_eq!(sum(&[(5, 1), (1, 2)]).sign(), Ordering::Greater);
        assert_eq!(sum(&[(1, 12), (-1, 18), (-1, 4), (1, 6)]).sign(), Ordering::Equal);
        assert_eq!(sum(&[(2, 3), (-1, 8)]).sign(), Ordering::Greater);
        assert_eq!(sum(&[(2, 3), (-1, 10)]).sign(), Ordering::Less);
    }

    #[test]
    fn all_small_sums_compare_as_their_powers() {
        let power = |base: u64, exponent: i64| BigUint::from(base).pow(exponent.max(0) as u32);
        for a in 1..12 {
            for b in 1..12 {
                for (j, k) in (-4..5).flat_map(|j| (-4..5).map(move |k| (j, k))) {
                    let above = power(a, j) * power(b, k);
                    let below = power(a, -j) * power(b, -k);
                    assert_eq!(sum(&[(j, a), (k, b)]).sign(), above.cmp(&below), "{a}^{j} {b}^{k}");
                }
            }
        }
    }

    #[test]
    fn numbers_that_hardly_differ_are_told_apart() {
        let large = BigUint::one() << 5000u32;
        for (more, expected) in [(0u32, Ordering::Equal), (1, Ordering::Less)] {
            let mut sum = Logarithms::default();
            sum.add(BigInt::from(7), large.clone());
            sum.add(BigInt::from(-7), &large + more);
            assert_eq!(sum.sign(), expected);
        }
    }

    #[test]
    fn shown_digits_are_right() {
        // log₂ 3 = 1.584962500721156181…
        let scale = BigUint::from(10u32).pow(18);
        let at = |digits: u64| Fraction::new(digits.into(), scale.clone());
        let (low, high) = (at(1_584_962_500_721_156_181), at(1_584_962_500_721_156_182));
        let shown = sum(&[(2, 3)]).over(&2u32.into());
        assert!(low < shown && shown < high, "{shown}");
        assert_eq!(sum(&[(5, 3), (-5, 12)]).over(&1u32.into()), Fraction::zero());
        assert_eq!(sum(&[(5, 12), (-5, 3)]).over(&10u32.into()), Fraction::one(), "not a bit less");
        let factor = BigInt::one() << 400u32;
        let mut large = Logarithms::default();
        large.add(factor.clone(), 6u32.into());
        large.add(-factor, 2u32.into());
        let shown = large.over(&(BigUint::one() << 400u32));
        assert!(low < shown && shown < high, "{shown}");
    }
}
