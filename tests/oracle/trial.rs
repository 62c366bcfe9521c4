//! One board, every engine, every question.

use std::collections::BTreeSet;
use std::fmt;

use mineproof::analysis::{Analysis, Backend, EngineChoice, Grouping, SatSettings, Verdict};
use mineproof::board::{Board, CellId, Label};
use mineproof::budget::{Budget, StopReason};
use mineproof::encode::Encoding;
use mineproof::formats::{Format, write_board};
use mineproof::model::{self, Model};
use mineproof::reduce::{Component, Reduced};

use crate::brute::{Brute, touch};
use crate::dice::Dice;

const ENGINES: [EngineChoice; 5] = [
    EngineChoice::Auto,
    EngineChoice::Enumerate,
    EngineChoice::TreeDp,
    EngineChoice::Tree,
    EngineChoice::Ilp,
];

/// Integer programming is asked about one board in so many, for it takes as long as all others.
const PROGRAMS: u32 = 2;

/// One of every encoding, and every solver.
const SOLVERS: [SatSettings; 6] = {
    let mut all =
        [SatSettings { encoding: Encoding::Auto, backend: Backend::Varisat, grouping: Grouping::Groups }; 6];
    let mut i = 0;
    while i < all.len() {
        all[i].encoding = Encoding::ALL[i];
        all[i].backend = Backend::ALL[i % Backend::ALL.len()];
        i += 1;
    }
    all
};

/// Memory that no board of this size needs, so that a leak of leases is seen.
const MEMORY: u64 = 1 << 30;

/// Where every engine lists every placement; elsewhere only the automatic choice does.
const FEW_PLACEMENTS: usize = 200;

/// A board under test.
pub struct Trial {
    board: Board,
    origin: String,
}

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        for format in [Format::Board, Format::Graph, Format::Json] {
            if write_board(&self.board, format, &mut text).is_ok() {
                break;
            }
        }
        write!(f, "{}\n{}", self.origin, String::from_utf8_lossy(&text))
    }
}

/// A panic inside the crate knows nothing of the board.
impl Drop for Trial {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("while testing {self}");
        }
    }
}

impl Trial {
    /// A board and, for the message of a failure, where it comes from.
    pub fn new(board: Board, origin: String) -> Self {
        Trial { board, origin }
    }

    /// Asks everything; says whether the board is consistent.
    pub fn check(&self, dice: &mut Dice) -> bool {
        let brute = Brute::new(&self.board);
        self.check_neighbours();
        self.check_referee(&brute, dice);
        let region: Vec<CellId> = self.board.cells().filter(|_| dice.chance(1, 2)).collect();
        let opened = if brute.covered.is_empty() { 0 } else { dice.below(brute.covered.len() as u32) };
        let programs = dice.chance(1, PROGRAMS);
        for engine in ENGINES.into_iter().filter(|&engine| programs || engine != EngineChoice::Ilp) {
            let budget = Budget::new(None, MEMORY);
            match Analysis::new(&self.board, engine, &budget) {
                Ok(analysis) => {
                    assert!(engine != EngineChoice::Tree || self.is_forest(), "{engine:?} on {self}");
                    self.check_bounds(&analysis, &brute, engine, &region);
                    if engine == EngineChoice::Ilp {
                        self.check_programs(&analysis, &brute);
                    } else {
                        self.check_counts(&analysis, &brute, engine);
                        self.check_cells(&analysis, &brute, engine);
                        self.check_placements(&analysis, &brute, engine);
                    }
                    if engine == EngineChoice::Auto {
                        self.check_shown(&analysis, &brute, opened as usize);
                    }
                }
                Err(reason) => {
                    assert_eq!(reason, StopReason::NotApplicable, "{engine:?} on {self}");
                    assert!(engine == EngineChoice::Tree && !self.is_forest(), "{engine:?} on {self}");
                }
            }
            assert_eq!(budget.memory_left(), MEMORY, "all leases are given back: {engine:?} on {self}");
        }
        // Clauses take longer than tables: a third of the boards is still more than 20,000.
        if dice.chance(1, 3) {
            for settings in SOLVERS {
                self.check_solver(EngineChoice::Sat(settings), &brute);
            }
        }
        brute.consistent()
    }

    /// What a solver answers is right, and it answers nothing else.
    fn check_solver(&self, engine: EngineChoice, brute: &Brute) {
        let budget = Budget::new(None, MEMORY);
        let analysis = Analysis::new(&self.board, engine, &budget).unwrap();
        assert_eq!(analysis.consistent(), Ok(brute.consistent()), "consistent, {engine:?} on {self}");
        let expected = brute.sure_cells();
        let mut told: Vec<(CellId, Verdict)> = Vec::new();
        let mut tell = |cells: &[CellId], verdict| told.extend(cells.iter().map(|&cell| (cell, verdict)));
        assert_eq!(analysis.sure_cells_telling(&mut tell), Ok(expected.clone()), "{engine:?} on {self}");
        if let Some(sure) = expected {
            told.sort_unstable();
            let verdict = |&cell: &CellId| match (sure.free.contains(&cell), sure.mined.contains(&cell)) {
                (true, _) => (cell, Verdict::Free),
                (_, true) => (cell, Verdict::Mined),
                _ => (cell, Verdict::Undecided),
            };
            assert_eq!(told, brute.covered.iter().map(verdict).collect::<Vec<_>>(), "{engine:?} on {self}");
            let counted = analysis.count();
            assert_eq!(counted, Err(StopReason::NotApplicable), "{engine:?} on {self}");
        }
        self.check_placements(&analysis, brute, engine);
        drop(analysis);
        assert_eq!(budget.memory_left(), MEMORY, "all leases are given back: {engine:?} on {self}");
    }

    fn check_neighbours(&self) {
        let topology = self.board.topology();
        for cell in self.board.cells() {
            let near: Vec<CellId> =
                self.board.cells().filter(|&other| touch(topology, cell, other)).collect();
            assert_eq!(self.board.neighbours(cell), near, "neighbours of {cell:?} on {self}");
        }
    }

    /// The referee accepts exactly the placements of the oracle, and nothing malformed.
    fn check_referee(&self, brute: &Brute, dice: &mut Dice) {
        let subsets = 1u32 << brute.covered.len();
        let tried: Vec<u32> = if subsets <= 64 {
            (0..subsets).collect()
        } else {
            (0..64).map(|_| dice.below(subsets)).chain(brute.placements.iter().copied().take(32)).collect()
        };
        for set in tried {
            let legal = brute.placements.binary_search(&set).is_ok();
            assert_eq!(model::check(&self.board, &brute.cells_of(set)), legal, "{set:b} on {self}");
        }
        let Some(&set) = brute.placements.first() else { return };
        let mines = brute.cells_of(set);
        let with = |cell| [&mines[..], &[cell]].concat();
        assert!(!model::check(&self.board, &with(CellId(self.board.len() as u32))), "outside {self}");
        for cell in self.board.cells().filter(|&cell| self.board.label(cell) != Label::Covered) {
            assert!(!model::check(&self.board, &with(cell)), "{cell:?} cannot be added on {self}");
            if self.board.label(cell) == Label::Mine {
                let without: Vec<CellId> = mines.iter().copied().filter(|&other| other != cell).collect();
                assert!(!model::check(&self.board, &without), "{cell:?} is a known mine on {self}");
            }
        }
    }

    fn check_counts(&self, analysis: &Analysis, brute: &Brute, engine: EngineChoice) {
        assert_eq!(analysis.consistent(), Ok(brute.consistent()), "consistent, {engine:?} on {self}");
        assert_eq!(analysis.count(), Ok(brute.count()), "count, {engine:?} on {self}");
        assert_eq!(analysis.by_mines(), Ok(brute.by_mines()), "by mines, {engine:?} on {self}");
    }

    fn check_cells(&self, analysis: &Analysis, brute: &Brute, engine: EngineChoice) {
        let found = analysis.probabilities().unwrap();
        assert_eq!(found.is_some(), brute.consistent(), "probabilities, {engine:?} on {self}");
        if let Some(found) = found {
            assert_eq!(found.count, brute.count(), "count of probabilities, {engine:?} on {self}");
            assert_eq!(Some(found.cells), brute.probabilities(), "probabilities, {engine:?} on {self}");
        }
        assert_eq!(analysis.sure_cells(), Ok(brute.sure_cells()), "sure cells, {engine:?} on {self}");
    }

    fn check_bounds(&self, analysis: &Analysis, brute: &Brute, engine: EngineChoice, region: &[CellId]) {
        let all: Vec<CellId> = self.board.cells().collect();
        assert_eq!(analysis.bounds(None), Ok(brute.bounds(&all)), "bounds, {engine:?} on {self}");
        for region in [region, &all, &[]] {
            let bounds = analysis.bounds(Some(region));
            assert_eq!(bounds, Ok(brute.bounds(region)), "bounds of {region:?}, {engine:?} on {self}");
        }
    }

    /// A witness exists where it should; the listing has each placement once, in the same order
    /// every time.
    fn check_placements(&self, analysis: &Analysis, brute: &Brute, engine: EngineChoice) {
        let witness = analysis.witness().unwrap();
        assert_eq!(witness.is_some(), brute.consistent(), "witness, {engine:?} on {self}");
        if let Some(mines) = &witness {
            assert!(model::check(&self.board, mines), "witness {mines:?}, {engine:?} on {self}");
        }
        if engine != EngineChoice::Auto && brute.placements.len() > FEW_PLACEMENTS {
            return;
        }
        let mut listed: Vec<Vec<CellId>> = Vec::new();
        let mut visit = |mines: &[CellId]| {
            listed.push(mines.to_vec());
            listed.len() <= brute.placements.len()
        };
        analysis.for_each_placement(&mut visit).unwrap();
        assert_eq!(listed.first(), witness.as_ref(), "first placement, {engine:?} on {self}");
        assert_eq!(listed.len(), brute.placements.len(), "placements, {engine:?} on {self}");
        let expected: BTreeSet<Vec<CellId>> =
            brute.placements.iter().map(|&set| brute.cells_of(set)).collect();
        assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), expected, "placements, {engine:?} on {self}");
    }

    /// Integer programming answers what it can, and says of the rest that it cannot.
    fn check_programs(&self, analysis: &Analysis, brute: &Brute) {
        assert_eq!(analysis.consistent(), Ok(brute.consistent()), "consistency by programs on {self}");
        assert_eq!(analysis.sure_cells(), Ok(brute.sure_cells()), "sure cells by programs on {self}");
        let witness = analysis.witness().unwrap();
        assert_eq!(witness.is_some(), brute.consistent(), "a placement by programs on {self}");
        assert!(witness.is_none_or(|mines| model::check(&self.board, &mines)), "a placement on {self}");
        let parts = analysis.reduced().parts.len();
        let counted = if parts == 0 { Ok(brute.count()) } else { Err(StopReason::NotApplicable) };
        let ruled_out = analysis.reduced().contradiction || analysis.reduced().mines_left() == Some(None);
        assert!(ruled_out || analysis.count() == counted, "a count by programs on {self}");
    }

    /// Two cells: one by chance and the first.
    fn check_shown(&self, analysis: &Analysis, brute: &Brute, opened: usize) {
        for i in [0, opened] {
            if let Some(&cell) = brute.covered.get(i) {
                let shown = analysis.shown_numbers(cell);
                assert_eq!(shown, Ok(brute.shown_numbers(i)), "shown at {cell:?} on {self}");
            }
        }
    }

    fn is_forest(&self) -> bool {
        let reduced = Reduced::new(&Model::new(&self.board), &Budget::unlimited()).unwrap();
        reduced.parts.iter().all(|part| is_forest(&part.component))
    }
}

/// Whether numbers and boxes have no cycle: every edge joins two trees.
pub fn is_forest(component: &Component) -> bool {
    let numbers = component.number_count();
    let mut tree: Vec<usize> = (0..numbers + component.box_count()).collect();
    for b in component.boxes() {
        for j in component.box_numbers(b) {
            let (from, to) = (tree[numbers + b.index()], tree[j.index()]);
            if from == to {
                return false;
            }
            tree.iter_mut().filter(|t| **t == from).for_each(|t| *t = to);
        }
    }
    true
}
