//! The semiring of truth values: whether, not how many.

use super::Semiring;

/// A value is a reason to exist: an entry that is there is true. Zero is never stored in a table,
/// so the value itself can be told by one byte.
#[derive(Clone, Copy, Debug, Default)]
pub struct Truth;

impl Semiring for Truth {
    type Value = bool;
    type Weight = ();

    fn zero(&self) -> bool {
        false
    }
    fn one(&self) -> bool {
        true
    }
    fn add(&self, sum: &mut bool, other: &bool) {
        *sum |= *other;
    }
    fn mul(&self, a: &bool, b: &bool) -> bool {
        *a && *b
    }
    fn choose(&self, _size: u32, _part: u32) {}
    fn scale(&self, value: &bool, (): &()) -> bool {
        *value
    }
    fn is_neutral(&self, (): &()) -> bool {
        true
    }
}
