//! What single arguments mean: cells, sizes, limits. Every reader says what it wants instead.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::board::{Board, CellId, Topology};

/// A cell as typed: `X,Y`, `X,Y,Z`, or one vertex number. Which of them fits is for the board to
/// say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellArg(Vec<u32>);

impl FromStr for CellArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<u32>> = text.split(',').map(|part| whole(part.trim())).collect();
        match numbers {
            Some(numbers) if numbers.len() <= 3 => Ok(CellArg(numbers)),
            _ => Err(format!(
                "'{text}' is not a cell; write X,Y (columns from 0 at the left, rows from 0 at \
                              the top), X,Y,Z in a box, or a vertex number on a graph"
            )),
        }
    }
}

impl fmt::Display for CellArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&parts.join(","))
    }
}

impl CellArg {
    /// The cell of this board that is meant, or why there is none.
    pub fn on(&self, board: &Board) -> Result<CellId, String> {
        let topology = board.topology();
        let found = match (topology, self.0.as_slice()) {
            (Topology::Graph(_), [v]) => v.checked_sub(1).filter(|&v| (v as usize) < board.len()).map(CellId),
            (Topology::Box { .. }, &[x, y, z]) => topology.at(x, y, z),
            (Topology::Graph(_) | Topology::Box { .. }, _) => None,
            (_, &[x, y]) => topology.at(x, y, 0),
            _ => None,
        };
        found.ok_or_else(|| {
            let last = |n: u32| n.saturating_sub(1);
            match topology.extent() {
                None => format!("there is no vertex {self}; vertices go from 1 to {}", board.len()),
                _ if board.is_empty() => format!("there is no cell {self}; the board is empty"),
                Some((w, h, d)) if matches!(topology, Topology::Box { .. }) => {
                    format!("there is no cell {self}; write X,Y,Z up to {},{},{}", last(w), last(h), last(d))
                }
                Some((w, h, _)) => {
                    format!("there is no cell {self}; write X,Y up to {},{}", last(w), last(h))
                }
            }
        })
    }
}

/// The total number of mines: `N`, or `any` for a total that is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinesArg(pub Option<u64>);

impl FromStr for MinesArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "any" => Ok(MinesArg(None)),
            _ => total(text).map(|n| MinesArg(Some(n))).ok_or_else(|| {
                format!("'{text}' is not a number of mines; write a number such as 99, or 'any'")
            }),
        }
    }
}

/// Reads a number of mines that shall be placed.
pub fn mines(text: &str) -> Result<u64, String> {
    total(text).ok_or_else(|| format!("'{text}' is not a number of mines; write a number such as 99"))
}

/// A number of mines, however large. One that no word holds becomes the largest that one does, as
/// in a file: no board has so many cells.
fn total(text: &str) -> Option<u64> {
    let digits: BigUint = whole(text)?;
    Some(digits.to_u64().unwrap_or(u64::MAX))
}

/// Reads a whole number.
pub fn number<N: FromStr>(text: &str) -> Result<N, String> {
    let wanted = match size_of::<N>() {
        4 => format!("a whole number up to {}", u32::MAX),
        8 => format!("a whole number up to {}", u64::MAX),
        _ => "a whole number".to_owned(),
    };
    whole(text).ok_or_else(|| format!("'{text}' is out of range; write {wanted}"))
}

/// Reads a time limit: seconds, decimals allowed.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let limit = decimal(text).and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    limit.ok_or_else(|| format!("'{text}' is not a time; write seconds such as 10 or 0.5"))
}

/// Reads a memory limit: bytes, or a number with a unit (`512M`, `1.5G`; 1K is 1024 bytes).
pub fn memory(text: &str) -> Result<u64, String> {
    let upper = text.to_ascii_uppercase();
    let number = upper.trim_end_matches("IB").trim_end_matches('B').trim_end_matches(['K', 'M', 'G', 'T']);
    let power = match &upper[number.len()..] {
        "" | "B" => Some(0),
        "K" | "KB" | "KIB" => Some(10),
        "M" | "MB" | "MIB" => Some(20),
        "G" | "GB" | "GIB" => Some(30),
        "T" | "TB" | "TIB" => Some(40),
        _ => None,
    };
    let bytes = match (power, whole::<u64>(number)) {
        (Some(power), Some(n)) => n.checked_mul(1 << power),
        (Some(power), None) if power > 0 => decimal(number)
            .map(|n| n * (1u64 << power) as f64)
            .filter(|&bytes| bytes < u64::MAX as f64)
            .map(|bytes| bytes as u64),
        _ => None,
    };
    bytes.ok_or_else(|| format!("'{text}' is not a size; write bytes, or a unit as in 512M or 4G"))
}

/// Reads how many games: `1000000`, `1_000_000` or `1e6`, at least one.
pub fn games(text: &str) -> Result<u64, String> {
    integer(text).filter(|&games| games > 0).ok_or_else(|| {
        format!("'{text}' is not a number of games; write one from 1 on, such as 1000000, 1_000_000 or 1e6")
    })
}

/// Reads the number of a game, counted from 0, written as in [`games`].
pub fn index(text: &str) -> Result<u64, String> {
    integer(text)
        .ok_or_else(|| format!("'{text}' is not the number of a game; write one from 0 on, such as 123456"))
}

/// Digits, perhaps with underscores between them, with a power of ten behind them, or with decimals
/// that it makes whole.
fn integer(text: &str) -> Option<u64> {
    let (mantissa, power) = match text.split_once(['e', 'E']) {
        Some((mantissa, power)) => (mantissa, whole::<u32>(power)?),
        None => (text, 0),
    };
    let (units, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{}{decimals}", units.replace('_', ""));
    let power = power.checked_sub(decimals.len() as u32)?;
    whole::<u64>(&digits)?.checked_mul(10u64.checked_pow(power)?)
}

/// The size of a generated board: `WxH` or `WxHxD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeArg {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Layers, where they were given.
    pub depth: Option<u32>,
}

impl FromStr for SizeArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sides: Option<Vec<u32>> = text.split(['x', 'X']).map(whole).collect();
        match sides.as_deref() {
            Some(&[width, height]) => Ok(SizeArg { width, height, depth: None }),
            Some(&[width, height, depth]) => Ok(SizeArg { width, height, depth: Some(depth) }),
            _ => Err(format!("'{text}' is not a size; write WIDTHxHEIGHT such as 30x16, or WxHxD for a box")),
        }
    }
}

/// Digits and nothing else: `parse` alone would also take a plus sign.
fn whole<N: FromStr>(text: &str) -> Option<N> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Digits with at most one point: `parse` alone would also take `inf`, `nan` and signs.
fn decimal(text: &str) -> Option<f64> {
    text.bytes().all(|b| b.is_ascii_digit() || b == b'.').then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Label;
    use crate::decomp::Graph;

    #[test]
    fn memory_has_units() {
        let cases = [
            ("0", Some(0)),
            ("1000", Some(1000)),
            ("1k", Some(1024)),
            ("512M", Some(512 << 20)),
            ("1.5G", Some(3 << 29)),
            ("4GiB", Some(4 << 30)),
            ("4GB", Some(4 << 30)),
            ("", None),
            ("G", None),
            ("1.5", None),
            ("-1", None),
            ("+1", None),
            ("1KM", None),
            ("1BB", None),
            ("4 G", None),
            ("99999999999999999999", None),
            ("99999999999999G", None),
            ("99999999999999.5T", None),
            ("µ", None),
        ];
        for (text, bytes) in cases {
            assert_eq!(memory(text).ok(), bytes, "{text}");
        }
    }

    #[test]
    fn games_are_counted_in_many_ways() {
        let cases = [
            ("1", Some(1)),
            ("1000000", Some(1_000_000)),
            ("1_000_000", Some(1_000_000)),
            ("1e6", Some(1_000_000)),
            ("2.5E5", Some(250_000)),
            ("18446744073709551615", Some(u64::MAX)),
            ("18446744073709551616", None),
            ("1e20", None),
            ("1e99999999999", None),
            ("1.5", None),
            ("1.55e1", None),
            ("", None),
            ("_", None),
            ("e6", None),
            ("1e", None),
            ("-1", None),
            ("+1", None),
            ("1e-1", None),
            ("many", None),
            ("0", None),
        ];
        for (text, count) in cases {
            assert_eq!(games(text).ok(), count, "{text}");
        }
        assert_eq!(index("0"), Ok(0));
        assert_eq!(index("1e3"), Ok(1000));
        assert!(index("first").is_err());
    }

    #[test]
    fn times_are_finite() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(seconds("0"), Ok(Duration::ZERO));
        for text in ["", ".", "-1", "inf", "NaN", "1e3", "1.2.3", &"9".repeat(400)] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn cells_must_be_on_the_board() {
        let labels = vec![Label::Covered; 6];
        let grid = Board::new(Topology::Hex { width: 3, height: 2 }, labels.clone(), None).unwrap();
        let cube = Board::new(Topology::Box { width: 1, height: 2, depth: 3 }, labels.clone(), None).unwrap();
        let graph = Board::new(Topology::Graph(Graph::from_edges(6, &[])), labels, None).unwrap();
        let on = |board: &Board, text: &str| text.parse::<CellArg>()?.on(board).map(|cell| cell.0);
        assert_eq!(on(&grid, "2,1"), Ok(5));
        assert_eq!(on(&grid, "3,1").unwrap_err(), "there is no cell 3,1; write X,Y up to 2,1");
        assert_eq!(on(&cube, "0,1,2"), Ok(5));
        assert_eq!(on(&cube, "0,1").unwrap_err(), "there is no cell 0,1; write X,Y,Z up to 0,1,2");
        assert_eq!(on(&graph, "6"), Ok(5));
        assert_eq!(on(&graph, "0").unwrap_err(), "there is no vertex 0; vertices go from 1 to 6");
        for text in ["", ",", "1,", "1,2,3,4", "a,b", "-1,0", "1;2", "99999999999,0"] {
            assert!(text.parse::<CellArg>().is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_and_totals() {
        assert_eq!("30x16".parse(), Ok(SizeArg { width: 30, height: 16, depth: None }));
        assert_eq!("3x4x5".parse(), Ok(SizeArg { width: 3, height: 4, depth: Some(5) }));
        for text in ["", "30", "30x", "x", "1x2x3x4", "30*16", "-1x2"] {
            assert!(text.parse::<SizeArg>().is_err(), "{text}");
        }
        assert_eq!("any".parse(), Ok(MinesArg(None)));
        assert_eq!("99".parse(), Ok(MinesArg(Some(99))));
        assert_eq!("99999999999999999999".parse(), Ok(MinesArg(Some(u64::MAX))));
        for text in ["?", "", "-1", "+1", "1.5"] {
            assert!(text.parse::<MinesArg>().is_err() && mines(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_say_how_far_they_go() {
        assert_eq!(number::<u32>("4294967295"), Ok(u32::MAX));
        let said = number::<u32>("4294967296").unwrap_err();
        assert_eq!(said, "'4294967296' is out of range; write a whole number up to 4294967295");
        assert!(number::<u64>("-1").unwrap_err().ends_with("up to 18446744073709551615"));
        assert!(number::<BigUint>("-1").unwrap_err().ends_with("write a whole number"));
        assert!(number::<u64>("").is_err());
    }
}
