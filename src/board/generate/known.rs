//! What a maker knows of a board because of how it was made.

use num_bigint::BigUint;

use crate::board::{Board, CellId};

/// A generated board with all that its maker knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The board.
    pub board: Board,
    /// A legal placement in ascending order; empty where there is none or none is known.
    pub mines: Vec<CellId>,
    /// The answers; only the hard families have them by construction.
    pub known: Option<Known>,
}

impl Instance {
    /// An instance of which nothing is known but a placement.
    pub(super) fn plain((board, mines): (Board, Vec<CellId>)) -> Instance {
        Instance { board, mines, known: None }
    }

    /// What is known, a line each, for comments in files.
    ///
    /// ```
    /// use mineproof::board::generate::{Family, Recipe, generate_instance};
    /// let instance = generate_instance(&Recipe::new(Family::Pigeonhole)).unwrap();
    /// assert_eq!(instance.notes(), ["pigeonhole: 5 pigeons, 4 holes", "consistent: no", "placements: 0"]);
    /// ```
    pub fn notes(&self) -> Vec<String> {
        let Some(known) = &self.known else { return Vec::new() };
        let mut notes = known.about.clone();
        let consistent = match known.consistent {
            Some(true) => "yes",
            Some(false) => "no",
            None => "unknown",
        };
        notes.push(format!("consistent: {consistent}"));
        let count = known.count.as_ref().map_or("unknown".to_owned(), BigUint::to_string);
        notes.push(format!("placements: {count}"));
        if !known.cause.is_empty() {
            let place = |&cell: &CellId| {
                let (x, y, _) = self.board.topology().place(cell);
                format!("{x},{y}")
            };
            let cells: Vec<String> = known.cause.iter().map(place).collect();
            notes.push(format!("cause: {}", cells.join(" ")));
        }
        notes
    }
}

/// Answers by construction.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Known {
    /// What the board says, a line each.
    pub about: Vec<String>,
    /// Whether there is a legal placement.
    pub consistent: Option<bool>,
    /// How many there are.
    pub count: Option<BigUint>,
    /// The numbers of the only minimal cause of a contradiction, ascending.
    pub cause: Vec<CellId>,
}

impl Known {
    /// Everything is known.
    pub(super) fn exactly(about: Vec<String>, count: BigUint) -> Known {
        Known { about, consistent: Some(count != BigUint::ZERO), count: Some(count), cause: Vec::new() }
    }
}
