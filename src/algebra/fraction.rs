//! Exact fractions of natural numbers, always in lowest terms.

use std::fmt;
use std::sync::Arc;

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
///
/// Copies share their parts: a board has many cells and few different probabilities.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fraction(Arc<Parts>);

#[derive(Debug, PartialEq, Eq, Hash)]
struct Parts {
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
        if numerator.is_zero() {
            return Fraction::zero();
        }
        // Small numbers meet faster divisions.
        if let (Some(a), Some(b)) = (numerator.to_u64(), denominator.to_u64()) {
            let shared = a.gcd(&b);
            return Fraction::of((a / shared).into(), (b / shared).into());
        }
        if let (Some(a), Some(b)) = (numerator.to_u128(), denominator.to_u128()) {
            let shared = a.gcd(&b);
            return Fraction::of((a / shared).into(), (b / shared).into());
        }
        let shared = numerator.gcd(&denominator);
        Fraction::of(numerator / &shared, denominator / shared)
    }

    fn of(numerator: BigUint, denominator: BigUint) -> Self {
        Fraction(Arc::new(Parts { numerator, denominator }))
    }

    /// 0/1.
    pub fn zero() -> Self {
        Fraction::of(BigUint::zero(), BigUint::one())
    }

    /// 1/1.
    pub fn one() -> Self {
        Fraction::of(BigUint::one(), BigUint::one())
    }

    /// The part above the line.
    pub fn numerator(&self) -> &BigUint {
        &self.0.numerator
    }

    /// The part below the line.
    pub fn denominator(&self) -> &BigUint {
        &self.0.denominator
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        self.0.numerator.is_zero()
    }

    /// Whether this is 1.
    pub fn is_one(&self) -> bool {
        self.0.numerator == self.0.denominator
    }

    /// The sum of two fractions.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let numerator = &self.0.numerator * &other.0.denominator + &other.0.numerator * &self.0.denominator;
        Fraction::new(numerator, &self.0.denominator * &other.0.denominator)
    }

    /// The product of two fractions.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        Fraction::new(&self.0.numerator * &other.0.numerator, &self.0.denominator * &other.0.denominator)
    }

    /// The difference; 0 where the other one is larger.
    #[must_use]
    pub fn less(&self, other: &Self) -> Self {
        let own = self.numerator() * other.denominator();
        let taken = other.numerator() * self.denominator();
        if own <= taken {
            return Fraction::zero();
        }
        Fraction::new(own - taken, self.denominator() * other.denominator())
    }

    /// 1 minus a fraction of at most 1.
    ///
    /// # Panics
    /// If the fraction is above 1.
    #[must_use]
    pub fn complement(&self) -> Self {
        Fraction::of(self.denominator() - self.numerator(), self.denominator().clone())
    }

    /// The nearest double, for display alone.
    pub fn to_f64(&self) -> f64 {
        // Keep 64 significant bits of the quotient: numbers of any size stay in range.
        let shift = 64 + self.0.denominator.bits() as i64 - self.0.numerator.bits() as i64;
        let quotient = if shift >= 0 {
            (&self.0.numerator << shift as u64) / &self.0.denominator
        } else {
            &self.0.numerator / (&self.0.denominator << (-shift) as u64)
        };
        quotient.to_f64().unwrap_or(f64::NAN) * (-(shift as f64)).exp2()
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (&self.0.numerator * &other.0.denominator).cmp(&(&other.0.numerator * &self.0.denominator))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.0.numerator, self.0.denominator)
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
    fn differences_end_at_nothing() {
        assert_eq!(fraction(3, 4).less(&fraction(1, 4)), fraction(1, 2));
        assert_eq!(fraction(1, 4).less(&fraction(1, 4)), Fraction::zero());
        assert_eq!(fraction(1, 4).less(&fraction(3, 4)), Fraction::zero());
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
