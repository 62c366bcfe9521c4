//! Shares, exact to the millionth.

use std::fmt;
use std::str::FromStr;

/// A share between none and all, in whole parts per million, so that no rounding of a binary
/// fraction ever decides what a seed means.
///
/// ```
/// use mineproof::board::generate::Share;
/// let share: Share = "35%".parse().unwrap();
/// assert_eq!("0.35".parse(), Ok(share));
/// assert_eq!("7/20".parse(), Ok(share));
/// assert_eq!(share.to_string(), "0.35");
/// assert!("1/3".parse::<Share>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Share(u32);

/// Why a text is not a [`Share`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShareError {
    /// Not a number.
    #[error(
        "'{0}' is not a share; write a decimal such as 0.35, a percentage such as 35% or a fraction such as 7/20"
    )]
    Malformed(String),
    /// A number, but not between 0 and 1.
    #[error("'{0}' is not a share; a share lies between 0 and 1 (100%)")]
    Outside(String),
    /// Not a whole number of parts per million.
    #[error(
        "'{0}' is not a whole number of millionths; write it with at most six decimals, such as 0.333333"
    )]
    TooFine(String),
}

impl Share {
    /// The parts of the whole.
    pub const WHOLE: u32 = 1_000_000;
    /// None.
    pub const NONE: Share = Share(0);
    /// All.
    pub const ALL: Share = Share(Share::WHOLE);

    /// A share of so many parts per million; `None` above a million.
    pub const fn from_millionths(parts: u32) -> Option<Share> {
        if parts <= Share::WHOLE { Some(Share(parts)) } else { None }
    }

    /// A share of so many percent, for defaults.
    pub(super) const fn percent(percent: u32) -> Share {
        assert!(percent <= 100);
        Share(percent * (Share::WHOLE / 100))
    }

    /// The share in parts per million.
    pub const fn millionths(self) -> u32 {
        self.0
    }

    /// This share of `count` things, to the nearest whole thing, halves upwards.
    pub fn of(self, count: u64) -> u64 {
        let whole = u128::from(Share::WHOLE);
        ((u128::from(count) * u128::from(self.0) + whole / 2) / whole) as u64
    }
}

impl FromStr for Share {
    type Err = ShareError;

    fn from_str(text: &str) -> Result<Share, ShareError> {
        let malformed = || ShareError::Malformed(text.to_owned());
        let (parts, divisor) = if let Some((above, below)) = text.split_once('/') {
            let (above, below) = (digits(above).ok_or_else(malformed)?, digits(below).ok_or_else(malformed)?);
            if below == 0 {
                return Err(malformed());
            }
            (above.saturating_mul(u128::from(Share::WHOLE)), below)
        } else if let Some(percentage) = text.strip_suffix('%') {
            let (number, scale) = decimal(percentage).ok_or_else(malformed)?;
            (number.saturating_mul(u128::from(Share::WHOLE)), scale.saturating_mul(100))
        } else {
            let (number, scale) = decimal(text).ok_or_else(malformed)?;
            (number.saturating_mul(u128::from(Share::WHOLE)), scale)
        };
        if parts > divisor.saturating_mul(u128::from(Share::WHOLE)) {
            Err(ShareError::Outside(text.to_owned()))
        } else if parts % divisor != 0 {
            Err(ShareError::TooFine(text.to_owned()))
        } else {
            Ok(Share((parts / divisor) as u32))
        }
    }
}

/// A run of digits. So many that they could overflow later count as no number at all.
fn digits(text: &str) -> Option<u128> {
    let plain = (1..=24).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().expect("24 digits fit in 128 bits"))
}

/// A decimal number as an integer and the power of ten that divides it.
fn decimal(text: &str) -> Option<(u128, u128)> {
    match text.split_once('.') {
        None => Some((digits(text)?, 1)),
        Some((whole, fraction)) => {
            let number = digits(&format!("{whole}{fraction}"))?;
            (!fraction.is_empty()).then(|| (number, 10u128.pow(fraction.len() as u32)))
        }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / Share::WHOLE, self.0 % Share::WHOLE) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, fraction) => write!(f, "{whole}.{}", format!("{fraction:06}").trim_end_matches('0')),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Share, ShareError};

    #[test]
    fn shares_are_read_exactly() {
        for (text, parts, shown) in [
            ("0", 0, "0"),
            ("1", 1_000_000, "1"),
            ("100%", 1_000_000, "1"),
            ("1.000000000", 1_000_000, "1"),
            (".5", 500_000, "0.5"),
            ("0.000001", 1, "0.000001"),
            ("0.0001%", 1, "0.000001"),
            ("12.5%", 125_000, "0.125"),
            ("99/480", 206_250, "0.20625"),
            ("0/7", 0, "0"),
            ("3/3", 1_000_000, "1"),
        ] {
            let share: Share = text.parse().unwrap();
            assert_eq!(share.millionths(), parts, "{text}");
            assert_eq!(share.to_string(), shown, "{text}");
            assert_eq!(share.to_string().parse(), Ok(share), "{text}");
        }
    }

    #[test]
    fn wrong_shares_say_what_is_wrong() {
        let long = "9".repeat(400);
        for text in
            ["", "%", ".", "1.", "/", "1/", "/2", "1/0", "-1", "+1", "1e-3", "0,5", " 1", "half", &long]
        {
            assert_eq!(text.parse::<Share>(), Err(ShareError::Malformed(text.to_owned())));
        }
        for text in ["1.000001", "2", "101%", "3/2", "999999999999999999999999"] {
            assert_eq!(text.parse::<Share>(), Err(ShareError::Outside(text.to_owned())));
        }
        for text in ["1/3", "0.0000001", "0.00001%", "1/999999999999999999999999"] {
            assert_eq!(text.parse::<Share>(), Err(ShareError::TooFine(text.to_owned())));
        }
    }

    #[test]
    fn a_share_of_things_is_rounded_to_the_nearest() {
        for (text, count, expected) in [
            ("0.5", 1, 1),
            ("0.5", 4, 2),
            ("1/4", 5, 1),
            ("0.20625", 479, 99),
            ("0.15625", 255, 40),
            ("1", 9, 9),
        ] {
            assert_eq!(text.parse::<Share>().unwrap().of(count), expected, "{text} of {count}");
        }
    }
}
