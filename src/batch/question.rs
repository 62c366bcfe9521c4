//! What is asked of every instance.

use std::fmt;
use std::str::FromStr;

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Is there a legal placement?
    Check,
    /// How many cells are sure?
    Safe,
    /// How many placements?
    Count,
    /// How many with each number of mines?
    ByMines,
    /// Which cell is least likely a mine?
    Prob,
    /// Fewest and most mines?
    Bounds,
}

impl Question {
    /// All of them.
    pub const ALL: [Question; 6] = [
        Question::Check,
        Question::Safe,
        Question::Count,
        Question::ByMines,
        Question::Prob,
        Question::Bounds,
    ];

    /// As the command line calls it.
    pub fn name(self) -> &'static str {
        match self {
            Question::Check => "check",
            Question::Safe => "safe",
            Question::Count => "count",
            Question::ByMines => "by-mines",
            Question::Prob => "prob",
            Question::Bounds => "bounds",
        }
    }
}

/// A set of questions.
///
/// ```
/// use mineproof::batch::{Question, Questions};
/// let asked: Questions = "count,check".parse().unwrap();
/// assert!(asked.has(Question::Count) && !asked.has(Question::Safe));
/// assert_eq!(asked.to_string(), "check,count");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Questions(u8);

impl Questions {
    /// These questions.
    pub const fn of(all: &[Question]) -> Self {
        let (mut bits, mut i) = (0, 0);
        while i < all.len() {
            bits |= 1 << all[i] as u8;
            i += 1;
        }
        Questions(bits)
    }

    /// Whether this is asked.
    pub fn has(self, question: Question) -> bool {
        self.0 & 1 << question as u8 != 0
    }

    /// Whether any of these is asked.
    pub fn has_any(self, all: &[Question]) -> bool {
        all.iter().any(|&question| self.has(question))
    }
}

impl FromStr for Questions {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut all = Vec::new();
        for name in text.split(',') {
            let found = Question::ALL.into_iter().find(|question| question.name() == name.trim());
            all.push(found.ok_or_else(|| {
                let names = Question::ALL.map(Question::name).join(", ");
                format!("'{}' is no question; write some of {names}, with commas between", name.trim())
            })?);
        }
        Ok(Questions::of(&all))
    }
}

impl fmt::Display for Questions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asked = Question::ALL.into_iter().filter(|&question| self.has(question));
        f.write_str(&asked.map(Question::name).collect::<Vec<_>>().join(","))
    }
}
