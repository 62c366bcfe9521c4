//! Binomial coefficients.

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// C(n, k), and 0 where k > n.
pub fn binomial(n: u64, k: u64) -> BigUint {
    if k > n {
        return BigUint::zero();
    }
    let k = k.min(n - k);
    if n <= 62 {
        // Every partial product C(n, i)·(n−i) stays below 2⁶⁸; u128 holds it.
        return (0..k).fold(1u128, |c, i| c * u128::from(n - i) / u128::from(i + 1)).into();
    }
    // Numerator and denominator are products of small factors: multiplied as balanced trees they
    // meet the fast multiplication, and one division is left.
    falling(n - k + 1, n) / falling(1, k)
}

/// The product of all integers from `low` to `high`.
fn falling(low: u64, high: u64) -> BigUint {
    if low > high {
        return BigUint::one();
    }
    if high - low < 8 {
        return (low..=high).map(BigUint::from).product();
    }
    let middle = low + (high - low) / 2;
    falling(low, middle) * falling(middle + 1, high)
}

/// The row C(n, 0), C(n, 1), … as an iterator that steps from each to the next.
#[derive(Clone, Debug)]
pub struct Binomials {
    n: u64,
    k: u64,
    value: BigUint,
}

impl Binomials {
    /// C(n, k), C(n, k+1), …, C(n, n).
    pub fn starting_at(n: u64, k: u64) -> Self {
        Binomials { n, k, value: binomial(n, k) }
    }
}

impl Iterator for Binomials {
    type Item = BigUint;

    fn next(&mut self) -> Option<BigUint> {
        if self.k > self.n {
            return None;
        }
        let next = &self.value * (self.n - self.k) / (self.k + 1);
        self.k += 1;
        Some(std::mem::replace(&mut self.value, next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pascals_rule_holds_across_the_word_limit() {
        for n in 0..130u64 {
            let row: Vec<BigUint> = Binomials::starting_at(n, 0).collect();
            assert_eq!(row.len() as u64, n + 1);
            for k in 0..=n {
                assert_eq!(row[k as usize], binomial(n, k));
                if k > 0 {
                    assert_eq!(binomial(n + 1, k), binomial(n, k) + binomial(n, k - 1), "C({n}+1, {k})");
                }
            }
        }
        assert_eq!(binomial(3, 4), BigUint::zero());
    }
}
