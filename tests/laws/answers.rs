//! All answers to a board at once.

use mineproof::algebra::Fraction;
use mineproof::analysis::{Analysis, EngineChoice, SureCells};
use mineproof::board::{Board, CellId, Label};
use mineproof::budget::Budget;
use mineproof::model;
use num_bigint::BigUint;

/// Everything that is known of a board's placements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    pub consistent: bool,
    pub count: BigUint,
    pub by_mines: Vec<(u64, BigUint)>,
    pub cells: Option<Vec<(CellId, Fraction)>>,
    pub sure: Option<SureCells>,
    pub bounds: Option<(u64, u64)>,
}

impl Answers {
    /// Asks with the engines that fit best; the witness is checked at once.
    pub fn new(board: &Board) -> Self {
        Answers::by(board, EngineChoice::Auto)
    }

    /// Asks with an engine of choice.
    pub fn by(board: &Board, engine: EngineChoice) -> Self {
        let analysis = Analysis::new(board, engine, &Budget::unlimited()).unwrap();
        let found = analysis.probabilities().unwrap();
        let count = analysis.count().unwrap();
        if let Some(found) = &found {
            assert_eq!(found.count, count);
        }
        let witness = analysis.witness().unwrap();
        assert!(witness.as_ref().is_none_or(|mines| model::check(board, mines)));
        let consistent = analysis.consistent().unwrap();
        assert_eq!(witness.is_some(), consistent);
        Answers {
            consistent,
            count,
            by_mines: analysis.by_mines().unwrap(),
            cells: found.map(|found| found.cells),
            sure: analysis.sure_cells().unwrap(),
            bounds: analysis.bounds(None).unwrap(),
        }
    }

    /// The answers with every cell named anew.
    pub fn renamed(&self, name: impl Fn(CellId) -> CellId) -> Self {
        let all = |cells: &[CellId]| {
            let mut cells: Vec<CellId> = cells.iter().map(|&cell| name(cell)).collect();
            cells.sort_unstable();
            cells
        };
        let rename = |sure: &SureCells| SureCells {
            free: all(&sure.free),
            mined: all(&sure.mined),
            undecided: sure.undecided,
        };
        let cells = self.cells.as_ref().map(|cells| {
            let mut cells: Vec<_> =
                cells.iter().map(|(cell, chance)| (name(*cell), chance.clone())).collect();
            cells.sort_unstable_by_key(|(cell, _)| *cell);
            cells
        });
        Answers { cells, sure: self.sure.as_ref().map(rename), ..self.clone() }
    }
}

/// How many placements a board has.
pub fn count(board: &Board) -> BigUint {
    Analysis::new(board, EngineChoice::Auto, &Budget::unlimited()).unwrap().count().unwrap()
}

/// The number of placements with a cell's label changed.
pub fn count_with(board: &Board, cell: CellId, label: Label) -> BigUint {
    let mut board = board.clone();
    board.set_label(cell, label);
    count(&board)
}

/// The cells with a label.
pub fn labelled(board: &Board, label: Label) -> Vec<CellId> {
    board.cells().filter(|&cell| board.label(cell) == label).collect()
}
