//! Polynomials with big coefficients, kept in the window where they are not zero.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::{Binomials, Semiring, binomial};

/// Σ coefficients\[i\]·x^(low+i). The zero polynomial has no coefficients; every other begins and
/// ends with one that is not zero.
///
/// ```
/// use mineproof::algebra::Polynomial;
/// let p = Polynomial::binomial(2); // (1 + x)²
/// assert_eq!(p.times(&p), Polynomial::binomial(4));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Polynomial {
    low: u64,
    coefficients: Vec<BigUint>,
}

impl Polynomial {
    /// The polynomial with these coefficients from degree `low` on.
    pub fn new(mut low: u64, mut coefficients: Vec<BigUint>) -> Self {
        while coefficients.last().is_some_and(Zero::is_zero) {
            coefficients.pop();
        }
        let leading = coefficients.iter().take_while(|c| c.is_zero()).count();
        coefficients.drain(..leading);
        low = if coefficients.is_empty() { 0 } else { low + leading as u64 };
        Polynomial { low, coefficients }
    }

    /// 0.
    pub fn zero() -> Self {
        Polynomial::default()
    }

    /// 1.
    pub fn one() -> Self {
        Polynomial::binomial(0)
    }

    /// (1 + x)ⁿ.
    pub fn binomial(n: u64) -> Self {
        Polynomial { low: 0, coefficients: Binomials::starting_at(n, 0).collect() }
    }

    /// xⁿ.
    pub fn power(n: u64) -> Self {
        Polynomial { low: n, coefficients: vec![BigUint::one()] }
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        self.coefficients.is_empty()
    }

    /// The least degree with a coefficient that is not zero.
    pub fn low(&self) -> u64 {
        self.low
    }

    /// The greatest degree with a coefficient that is not zero; 0 for the zero polynomial.
    pub fn high(&self) -> u64 {
        self.low + (self.coefficients.len() as u64).saturating_sub(1)
    }

    /// The coefficients from [`low`](Self::low) to [`high`](Self::high).
    pub fn coefficients(&self) -> &[BigUint] {
        &self.coefficients
    }

    /// The coefficient of x^degree.
    pub fn coefficient(&self, degree: u64) -> BigUint {
        degree
            .checked_sub(self.low)
            .and_then(|i| self.coefficients.get(usize::try_from(i).ok()?))
            .cloned()
            .unwrap_or_default()
    }

    /// Each degree with its coefficient, without those that are zero.
    pub fn terms(&self) -> impl Iterator<Item = (u64, &BigUint)> {
        (self.low..).zip(&self.coefficients).filter(|(_, c)| !c.is_zero())
    }

    /// The value at x = 1.
    pub fn sum(&self) -> BigUint {
        self.coefficients.iter().sum()
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Polynomial::zero();
        }
        let (short, long) =
            if self.coefficients.len() <= other.coefficients.len() { (self, other) } else { (other, self) };
        let low = self.low + other.low;
        if short.coefficients.len() > KRONECKER {
            return Polynomial::new(low, kronecker(&short.coefficients, &long.coefficients));
        }
        let mut product = vec![BigUint::zero(); short.coefficients.len() + long.coefficients.len() - 1];
        for (i, a) in short.coefficients.iter().enumerate() {
            for (j, b) in long.coefficients.iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        Polynomial { low, coefficients: product }
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return if self.is_zero() { other.clone() } else { self.clone() };
        }
        let low = self.low.min(other.low);
        let mut sum = vec![BigUint::zero(); (self.high().max(other.high()) - low) as usize + 1];
        for (degree, coefficient) in self.terms().chain(other.terms()) {
            sum[(degree - low) as usize] += coefficient;
        }
        Polynomial::new(low, sum)
    }

    /// The product of many, multiplied as a balanced tree.
    pub fn product(factors: &[Self]) -> Self {
        match factors {
            [] => Polynomial::one(),
            [only] => only.clone(),
            _ => {
                let (left, right) = factors.split_at(factors.len() / 2);
                Polynomial::product(left).times(&Polynomial::product(right))
            }
        }
    }
}

/// The semiring of polynomials: choosing `part` of `size` things weighs C(size, part)·x^part.
#[derive(Clone, Copy, Debug, Default)]
pub struct Polynomials;

impl Semiring for Polynomials {
    type Value = Polynomial;
    type Weight = Polynomial;

    fn zero(&self) -> Polynomial {
        Polynomial::zero()
    }
    fn one(&self) -> Polynomial {
        Polynomial::one()
    }
    fn add(&self, sum: &mut Polynomial, other: &Polynomial) {
        *sum = sum.plus(other);
    }
    fn mul(&self, a: &Polynomial, b: &Polynomial) -> Polynomial {
        a.times(b)
    }
    fn choose(&self, size: u32, part: u32) -> Polynomial {
        Polynomial::new(u64::from(part), vec![binomial(u64::from(size), u64::from(part))])
    }
    fn scale(&self, value: &Polynomial, weight: &Polynomial) -> Polynomial {
        value.times(weight)
    }
    fn is_neutral(&self, weight: &Polynomial) -> bool {
        *weight == Polynomial::one()
    }
}

/// From this length on, one long multiplication beats many short ones.
const KRONECKER: usize = 16;

/// Kronecker's substitution: evaluate both at a power of two that no coefficient of the product
/// reaches, multiply the two integers, and read the product's coefficients off its digits.
fn kronecker(a: &[BigUint], b: &[BigUint]) -> Vec<BigUint> {
    let bits = |p: &[BigUint]| p.iter().map(BigUint::bits).max().unwrap_or(0);
    let spacing = (bits(a) + bits(b) + u64::from(a.len().min(b.len()).ilog2()) + 1).div_ceil(32) as usize;
    let pack = |p: &[BigUint]| {
        let mut digits = vec![0u32; p.len() * spacing];
        for (c, place) in p.iter().zip(digits.chunks_mut(spacing)) {
            place.iter_mut().zip(c.iter_u32_digits()).for_each(|(d, word)| *d = word);
        }
        BigUint::new(digits)
    };
    let digits = (pack(a) * pack(b)).to_u32_digits();
    let mut product: Vec<BigUint> =
        digits.chunks(spacing).map(|place| BigUint::new(place.to_vec())).collect();
    product.resize(a.len() + b.len() - 1, BigUint::zero());
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long_products_agree() {
        for n in [1u64, 5, 15, 16, 17, 40, 90] {
            for m in [1u64, 16, 17, 18, 33, 200] {
                let shifted = Polynomial::power(3).times(&Polynomial::binomial(n));
                let expected = Polynomial::power(3).times(&Polynomial::binomial(n + m));
                assert_eq!(shifted.times(&Polynomial::binomial(m)), expected, "{n} {m}");
            }
        }
    }

    #[test]
    fn windows_are_tight() {
        let p = Polynomial::new(2, [0u32, 0, 3, 0, 1, 0].map(BigUint::from).to_vec());
        assert_eq!((p.low(), p.high()), (4, 6));
        assert_eq!(p.terms().map(|(d, _)| d).collect::<Vec<_>>(), [4, 6]);
        assert_eq!(p.coefficient(4), 3u32.into());
        assert_eq!(p.coefficient(1), 0u32.into());
        assert!(Polynomial::new(7, vec![BigUint::zero()]).is_zero());
        assert!(p.times(&Polynomial::zero()).is_zero());
        assert_eq!(Polynomial::product(&[]), Polynomial::one());
    }
}
