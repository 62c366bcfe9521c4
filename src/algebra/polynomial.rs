//! Polynomials with big coefficients, kept in the window where they are not zero.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::{Binomials, Semiring, binomial};
use crate::budget::{Answer, Budget};

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

    /// The product, unless the budget ends first.
    ///
    /// Large factors are halved until one multiplication of integers is a matter of parts of a
    /// second, so that a limit on time is met soon after it passed.
    pub fn times_within(&self, other: &Self, budget: &Budget) -> Answer<Self> {
        if self.bytes().min(other.bytes()) < LONG {
            return Ok(self.times(other));
        }
        budget.check()?;
        let (short, long) =
            if self.coefficients.len() <= other.coefficients.len() { (self, other) } else { (other, self) };
        let terms = short.coefficients.len() + long.coefficients.len();
        let bits = short.longest() + long.longest() + u64::from(terms.ilog2()) + 1;
        // Both integers, their product, its coefficients, and the scratch space.
        let _lease = budget.reserve((bits / 8 + 32).saturating_mul(4 * terms as u64))?;
        if terms as u64 * bits / 8 <= 4 * LONG || long.coefficients.len() == 1 {
            return Ok(short.times(long));
        }
        let half = long.coefficients.len() / 2;
        let (low, high) = long.split(half);
        if short.coefficients.len() <= half {
            return Ok(short.times_within(&low, budget)?.plus(&short.times_within(&high, budget)?));
        }
        // Karatsuba: the middle is (a + A)(b + B) − ab − AB, where A and B are shifted down.
        let (short_low, short_high) = short.split(half);
        let (down, short_down) = (high.shifted_down(half), short_high.shifted_down(half));
        let middle = low.plus(&down).times_within(&short_low.plus(&short_down), budget)?;
        let (bottom, top) = (low.times_within(&short_low, budget)?, down.times_within(&short_down, budget)?);
        let middle = middle.minus(&bottom).minus(&top);
        Ok(bottom.plus(&middle.shifted_up(half)).plus(&top.shifted_up(2 * half)))
    }

    /// The coefficients before place `at`, and the others.
    fn split(&self, at: usize) -> (Self, Self) {
        let (before, after) = self.coefficients.split_at(at);
        (Polynomial::new(self.low, before.to_vec()), Polynomial::new(self.low + at as u64, after.to_vec()))
    }

    fn shifted_up(mut self, by: usize) -> Self {
        if !self.is_zero() {
            self.low += by as u64;
        }
        self
    }

    fn shifted_down(mut self, by: usize) -> Self {
        self.low = self.low.saturating_sub(by as u64);
        self
    }

    /// The difference, where no coefficient of `other` is greater.
    fn minus(mut self, other: &Self) -> Self {
        for (degree, coefficient) in other.terms() {
            self.coefficients[(degree - self.low) as usize] -= coefficient;
        }
        Polynomial::new(self.low, self.coefficients)
    }

    /// The bits of the longest coefficient.
    fn longest(&self) -> u64 {
        self.coefficients.iter().map(BigUint::bits).max().unwrap_or(0)
    }

    /// How much memory the coefficients take, about.
    pub fn bytes(&self) -> u64 {
        self.coefficients.iter().map(|c| c.bits() / 8 + 32).sum()
    }

    /// The product of many, multiplied as a balanced tree, unless the budget ends first.
    pub fn product(factors: &[Self], budget: &Budget) -> Answer<Self> {
        match factors {
            [] => Ok(Polynomial::one()),
            [only] => Ok(only.clone()),
            _ => {
                let (left, right) = factors.split_at(factors.len() / 2);
                let left = Polynomial::product(left, budget)?;
                let _lease = budget.reserve(left.bytes())?;
                left.times_within(&Polynomial::product(right, budget)?, budget)
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

/// Factors of so many bytes are multiplied without a look at the clock.
const LONG: u64 = 1 << 18;

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
    fn products_by_halves_agree() {
        let budget = Budget::unlimited();
        for (n, m) in [(2000u64, 2000u64), (2000, 2500), (2000, 4100)] {
            let gaps = Polynomial::new(0, vec![BigUint::one(), BigUint::zero(), BigUint::one()]);
            let long = Polynomial::power(5).times(&Polynomial::binomial(m)).times(&gaps);
            let short = Polynomial::binomial(n);
            assert!(short.bytes().min(long.bytes()) > LONG);
            assert_eq!(long.times_within(&short, &budget), Ok(long.times(&short)), "{n} {m}");
        }
        let late = Budget::new(Some(std::time::Duration::ZERO), u64::MAX);
        let long = Polynomial::binomial(2000);
        assert!(long.times_within(&long, &late).is_err());
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
        assert_eq!(Polynomial::product(&[], &Budget::unlimited()), Ok(Polynomial::one()));
    }
}
