//! Exact fractions of natural numbers, always in lowest terms.

use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

/// A fraction a/b in lowest terms.
///
/// ```
/// use mineproof::algebra::Fraction;
/// let third = Fraction::new(17u32.into(), 51u32.into());
/// assert_eq!(third.to_string(), "1/3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: BigUint,
    denominator: BigUint,
}

impl Fraction {
    /// The fraction `numerator`/`denominator`.
    ///
    /// # Panics
    /// If the denominator is zero.
    pub fn new(numerator: BigUint, denominator: BigUint) -> Self {
        assert!(!denominator.is_zero(), "a fraction needs a denominator");
        if let (Some(a), Some(b)) = (numerator.to_u128(), denominator.to_u128()) {
            let shared = a.gcd(&b);
            return Fraction { numerator: (a / shared).into(), denominator: (b / shared).into() };
        }
        let shared = numerator.gcd(&denominator);
        Fraction { numerator: numerator / &shared, denominator: denominator / shared }
    }

    /// 0/1.
    pub fn zero() -> Self {
        Fraction { numerator: BigUint::zero(), denominator: BigUint::one() }
    }

    /// 1/1.
    pub fn one() -> Self {
        Fraction { numerator: BigUint::one(), denominator: BigUint::one() }
    }

    /// The part above the line.
    pub fn numerator(&self) -> &BigUint {
        &self.numerator
    }

    /// The part below the line.
    pub fn denominator(&self) -> &BigUint {
        &self.denominator
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// Whether this is 1.
    pub fn is_one(&self) -> bool {
        self.numerator == self.denominator
    }

    /// The sum of two fractions.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let numerator = &self.numerator * &other.denominator + &other.numerator * &self.denominator;
        Fraction::new(numerator, &self.denominator * &other.denominator)
    }

    /// The product of two fractions.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        Fraction::new(&self.numerator * &other.numerator, &self.denominator * &other.denominator)
    }

    /// 1 minus a fraction of at most 1.
    ///
    /// # Panics
    /// If the fraction is above 1.
    #[must_use]
    pub fn complement(&self) -> Self {
        Fraction { numerator: &self.denominator - &self.numerator, denominator: self.denominator.clone() }
    }

    /// The nearest double, for display alone.
    pub fn to_f64(&self) -> f64 {
        // Keep 64 significant bits of the quotient: numbers of any size stay in range.
        let shift = 64 + self.denominator.bits() as i64 - self.numerator.bits() as i64;
        let quotient = if shift >= 0 {
            (&self.numerator << shift as u64) / &self.denominator
        } else {
            &self.numerator / (&self.denominator << (-shift) as u64)
        };
        quotient.to_f64().unwrap_or(f64::NAN) * (-(shift as f64)).exp2()
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(a: u64, b: u64) -> Fraction {
        Fraction::new(a.into(), b.into())
    }

    #[test]
    fn is_always_in_lowest_terms() {
        assert_eq!(fraction(6, 8), fraction(3, 4));
        assert_eq!(fraction(0, 8), Fraction::zero());
        assert_eq!(fraction(1, 6).plus(&fraction(1, 3)), fraction(1, 2));
        assert_eq!(fraction(2, 3).times(&fraction(3, 4)), fraction(1, 2));
        assert_eq!(fraction(1, 3).complement(), fraction(2, 3));
        let huge = BigUint::one() << 300u32;
        assert_eq!(Fraction::new(&huge * 3u32, &huge * 4u32), fraction(3, 4));
    }

    #[test]
    fn shows_as_the_nearest_double() {
        assert!((fraction(17, 57).to_f64() - 17.0 / 57.0).abs() < 1e-16);
        assert_eq!(Fraction::zero().to_f64().to_bits(), 0.0f64.to_bits());
        assert_eq!(Fraction::one().to_f64().to_bits(), 1.0f64.to_bits());
        let tiny = Fraction::new(BigUint::one(), BigUint::one() << 2000u32);
        assert_eq!(tiny.to_f64().to_bits(), 0.0f64.to_bits());
    }
}
