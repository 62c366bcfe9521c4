//! What a counting walk needs of its values.
//!
//! # Theory
//! The walk only ever adds values, multiplies them, and scales them by the weight of choosing
//! `part` things out of `size`. Whatever satisfies the laws of a commutative semiring can be
//! walked over: truth values say whether, integers say how many, tropical values say how few and
//! how many at most. `choose(s, i)` must satisfy Vandermonde's rule
//! Σᵢ choose(a, i)·choose(b, n−i) = choose(a+b, n), which is what lets boxes be split and merged.

use std::fmt::Debug;

/// A commutative semiring with the weights of choices.
pub trait Semiring: Sync {
    /// An element.
    type Value: Clone + Debug + PartialEq + Send + Sync;
    /// The weight of a choice, in the form that [`scale`](Self::scale) likes best.
    type Weight: Clone + Debug + Send + Sync;

    /// Neutral for [`add`](Self::add).
    fn zero(&self) -> Self::Value;
    /// Neutral for [`mul`](Self::mul).
    fn one(&self) -> Self::Value;
    /// Adds `other` to `sum`.
    fn add(&self, sum: &mut Self::Value, other: &Self::Value);
    /// The product.
    fn mul(&self, a: &Self::Value, b: &Self::Value) -> Self::Value;
    /// The weight of choosing `part` of `size` things.
    fn choose(&self, size: u32, part: u32) -> Self::Weight;
    /// `value` times a weight.
    fn scale(&self, value: &Self::Value, weight: &Self::Weight) -> Self::Value;
    /// Whether values have memory beside their own size; then [`heap_bytes`](Self::heap_bytes) says
    /// how much.
    const HEAP: bool = false;
    /// The memory of a value beside its own size.
    fn heap_bytes(&self, _: &Self::Value) -> u64 {
        0
    }
    /// Whether the weight is neutral, so that scaling can be left out.
    fn is_neutral(&self, weight: &Self::Weight) -> bool;
    /// Adds `value` times `weight` to `sum`.
    fn add_scaled(&self, sum: &mut Self::Value, value: &Self::Value, weight: &Self::Weight) {
        self.add(sum, &self.scale(value, weight));
    }
    /// The sum of two scaled values, each only if it is to be taken; at least one is.
    #[inline]
    fn blend(
        &self,
        (a, weight_a, take_a): (&Self::Value, &Self::Weight, bool),
        (b, weight_b, take_b): (&Self::Value, &Self::Weight, bool),
    ) -> Self::Value {
        if !take_a {
            return self.scale(b, weight_b);
        }
        let mut sum = self.scale(a, weight_a);
        if take_b {
            self.add_scaled(&mut sum, b, weight_b);
        }
        sum
    }
    /// Adds the product of `a` and `b` to `sum`.
    fn add_product(&self, sum: &mut Self::Value, a: &Self::Value, b: &Self::Value) {
        self.add(sum, &self.mul(a, b));
    }
}
