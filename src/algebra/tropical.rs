//! Min-plus and max-plus at once: the least and the greatest sum that can be chosen.

use super::Semiring;

/// The least and the greatest of a set of sums; `None` is the empty set.
pub type Extent = Option<(i64, i64)>;

/// The semiring of extents. Adding two extents takes the wider of both (min and max), multiplying
/// adds the sums. Choosing `part` of `size` things costs `part` if they are counted, else nothing.
#[derive(Clone, Copy, Debug)]
pub struct Extremes {
    /// Whether choices cost anything.
    pub counted: bool,
}

impl Extremes {
    /// Every choice costs.
    pub const ALL: Extremes = Extremes { counted: true };
}

impl Semiring for Extremes {
    type Value = Extent;
    type Weight = (i64, i64);

    fn zero(&self) -> Extent {
        None
    }
    fn one(&self) -> Extent {
        Some((0, 0))
    }
    fn add(&self, sum: &mut Extent, other: &Extent) {
        *sum = match (*sum, *other) {
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
            (some, None) | (None, some) => some,
        };
    }
    fn mul(&self, a: &Extent, b: &Extent) -> Extent {
        let ((a, b), (c, d)) = ((*a)?, (*b)?);
        Some((a + c, b + d))
    }
    fn choose(&self, _size: u32, part: u32) -> (i64, i64) {
        let cost = if self.counted { i64::from(part) } else { 0 };
        (cost, cost)
    }
    fn scale(&self, value: &Extent, &(low, high): &(i64, i64)) -> Extent {
        value.map(|(a, b)| (a + low, b + high))
    }
    fn is_neutral(&self, weight: &(i64, i64)) -> bool {
        *weight == (0, 0)
    }
}
