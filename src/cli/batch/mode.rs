//! What a process that a run has started is to do.

use std::fmt;
use std::str::FromStr;

use crate::batch::run::Scope;

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The run as it was asked for.
    Begin,
    /// Go on with it after a worker has died.
    Continue,
    /// One row alone, or the error that stands for it.
    Single(Scope),
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is nothing that a worker does");
        let mut words = text.split(':');
        let mode = words.next().unwrap_or_default();
        let mut number = || words.next().and_then(|word| word.parse().ok()).ok_or_else(wrong);
        match mode {
            "begin" => Ok(Mode::Begin),
            "continue" => Ok(Mode::Continue),
            "only" => Ok(Mode::Single(Scope::Only(number()?))),
            "bury" => Ok(Mode::Single(Scope::Bury(number()?, number()? as i32))),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mode::Begin | Mode::Single(Scope::All) => f.write_str("begin"),
            Mode::Continue => f.write_str("continue"),
            Mode::Single(Scope::Only(row)) => write!(f, "only:{row}"),
            Mode::Single(Scope::Bury(row, signal)) => write!(f, "bury:{row}:{signal}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_read_as_they_are_written() {
        let single = [Scope::Only(17), Scope::Bury(3, 9)].map(Mode::Single);
        for mode in [Mode::Begin, Mode::Continue].into_iter().chain(single) {
            assert_eq!(mode.to_string().parse(), Ok(mode));
        }
        for text in ["", "only", "only:x", "bury:1", "end"] {
            assert!(text.parse::<Mode>().is_err(), "{text}");
        }
    }
}
