//! Counts of any size, as heap-allocated integers.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::{Semiring, binomial};

/// The semiring of natural numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Big;

impl Semiring for Big {
    type Value = BigUint;
    type Weight = BigUint;

    fn zero(&self) -> BigUint {
        BigUint::zero()
    }
    fn one(&self) -> BigUint {
        BigUint::one()
    }
    fn add(&self, sum: &mut BigUint, other: &BigUint) {
        *sum += other;
    }
    fn mul(&self, a: &BigUint, b: &BigUint) -> BigUint {
        a * b
    }
    fn choose(&self, size: u32, part: u32) -> BigUint {
        binomial(u64::from(size), u64::from(part))
    }
    fn scale(&self, value: &BigUint, weight: &BigUint) -> BigUint {
        value * weight
    }
    const HEAP: bool = true;
    fn heap_bytes(&self, value: &BigUint) -> u64 {
        // A list of words, and what the allocator adds to it.
        value.bits() / 8 + 24
    }
    fn is_neutral(&self, weight: &BigUint) -> bool {
        weight.is_one()
    }
}
