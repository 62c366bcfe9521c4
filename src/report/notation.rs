//! How single things are written: cells, per cents, long numbers.

use num_traits::ToPrimitive;

use crate::algebra::Fraction;
use crate::analysis::Comparison;
use crate::board::{CellId, Topology};

/// A cell as people type it: `X,Y` on a grid, `X,Y,Z` in a box, the vertex counted from 1 on a
/// graph.
pub fn cell(topology: &Topology, cell: CellId) -> String {
    match (topology, topology.extent()) {
        (Topology::Box { .. }, _) => {
            let (x, y, z) = topology.place(cell);
            format!("{x},{y},{z}")
        }
        (_, Some(_)) => {
            let (x, y, _) = topology.place(cell);
            format!("{x},{y}")
        }
        (_, None) => (u64::from(cell.0) + 1).to_string(),
    }
}

/// Cells in a row, or a dash for none.
pub fn cells(topology: &Topology, all: &[CellId]) -> String {
    if all.is_empty() {
        return "-".to_owned();
    }
    all.iter().map(|&c| cell(topology, c)).collect::<Vec<_>>().join(" ")
}

/// A probability as a whole per cent that never calls an unsure cell sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Percent {
    /// Exactly 0.
    Safe,
    /// Below 1 per cent, but not 0.
    Below1,
    /// From 1 to 99, rounded.
    Whole(u8),
    /// Above 99 per cent, but not 100.
    Above99,
    /// Exactly 100.
    Mine,
}

impl Percent {
    /// The per cents of a probability. Integers only: a double would round 1 − 10⁻²⁰ to 1.
    pub fn of(probability: &Fraction) -> Self {
        let (a, b) = (probability.numerator() * 100u32, probability.denominator());
        if probability.is_zero() {
            Percent::Safe
        } else if probability.is_one() {
            Percent::Mine
        } else if a < *b {
            Percent::Below1
        } else if a > b * 99u32 {
            Percent::Above99
        } else {
            Percent::Whole(((a * 2u32 + b) / (b * 2u32)).to_u8().unwrap_or(99))
        }
    }
}

/// Numbers longer than this are called long: nobody reads them digit by digit.
const LONG: usize = 60;

/// A number as it is, or its first digits and its length.
pub fn abbreviated(digits: &str) -> String {
    if is_long(digits) {
        format!("{}… ({} digits)", &digits[..12], digits.len())
    } else {
        digits.to_owned()
    }
}

/// Whether a number has more digits than a line takes.
pub fn is_long(digits: &str) -> bool {
    digits.len() > LONG
}

/// A fraction for a table: itself, or how long it is.
pub fn fraction(value: &Fraction) -> String {
    let whole = value.to_string();
    if is_long(&whole) { format!("({} digits)", whole.len() - 1) } else { whole }
}

/// What came of asking an engine, in a word or two.
pub fn comparison(comparison: Comparison) -> String {
    match comparison {
        Comparison::Agrees => "agrees".to_owned(),
        Comparison::Differs => "DIFFERS".to_owned(),
        Comparison::NotAsked => "-".to_owned(),
        Comparison::Stopped(reason) => reason.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    #[test]
    fn unsure_is_never_shown_as_sure() {
        let percent = |a: u64, b: u64| Percent::of(&Fraction::new(a.into(), b.into()));
        assert_eq!(percent(0, 1), Percent::Safe);
        assert_eq!(percent(1, u64::MAX), Percent::Below1);
        assert_eq!(percent(99, 10_000), Percent::Below1);
        assert_eq!(percent(1, 100), Percent::Whole(1));
        assert_eq!(percent(17, 57), Percent::Whole(30));
        assert_eq!(percent(1, 200), Percent::Below1);
        assert_eq!(percent(3, 200), Percent::Whole(2));
        assert_eq!(percent(99, 100), Percent::Whole(99));
        assert_eq!(percent(991, 1000), Percent::Above99);
        assert_eq!(percent(u64::MAX - 1, u64::MAX), Percent::Above99);
        assert_eq!(percent(1, 1), Percent::Mine);
    }

    #[test]
    fn long_numbers_are_cut_and_measured() {
        let long = BigUint::from(7u32).pow(100).to_string();
        assert_eq!(abbreviated(&long), "323447650962… (85 digits)");
        assert_eq!(abbreviated("57"), "57");
    }

    #[test]
    fn cells_are_written_as_they_are_typed() {
        let cube = Topology::Box { width: 2, height: 3, depth: 4 };
        assert_eq!(cell(&cube, CellId(23)), "1,2,3");
        assert_eq!(cell(&Topology::Hex { width: 2, height: 3 }, CellId(3)), "1,1");
        assert_eq!(cells(&cube, &[]), "-");
    }
}
