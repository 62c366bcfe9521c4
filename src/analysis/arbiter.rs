//! Integer programming as the arbiter of what a total decides.
//!
//! # Theory
//! How many mines there can be is what clauses are worst at and relaxations are best at: so the
//! solver answers for the numbers, and where a total decides, programs are asked
//! ([`Arbiter`]). The program is made when the first question comes, which most boards never ask.
//!
//! # What is kept to
//! Answers must not depend on what was built in: the arbiter always reckons with microlp, so that
//! the placement that is shown is the same everywhere.

use std::cell::OnceCell;

use crate::budget::{Answer, Budget, StopReason};
use crate::engine::ilp::{Backend, Found, Inquiry, Ready, Wanted};
use crate::engine::sat::{Arbiter, Judgement, MaybeArbiter, Question};
use crate::reduce::{BoxId, Component};

use super::Analysis;
use super::engines::{EngineChoice, Engines};

/// Programs that are made when they are needed.
struct Programs<'a> {
    component: &'a Component,
    engines: &'a Engines,
    budget: &'a Budget,
    ready: &'a OnceCell<Ready>,
    inquiry: Option<Inquiry<'a>>,
}

impl<'a> Programs<'a> {
    /// Nothing is made yet; what is made is kept in `ready`.
    fn new(analysis: &'a Analysis, component: &'a Component, ready: &'a OnceCell<Ready>) -> Self {
        let (engines, budget) = (&analysis.engines, &analysis.budget);
        Programs { component, engines, budget, ready, inquiry: None }
    }

    fn inquiry(&mut self) -> Answer<&mut Inquiry<'a>> {
        if self.inquiry.is_none() {
            self.engines.note_programs();
            if self.ready.get().is_none() {
                let ready = Ready::new(self.component, self.budget)?;
                self.ready.get_or_init(|| ready);
            }
            let ready = self.ready.get();
            self.inquiry =
                ready.map(|ready| Inquiry::new(ready, Backend::Microlp, self.budget)).transpose()?;
        }
        self.inquiry.as_mut().ok_or(StopReason::NotApplicable)
    }
}

impl Analysis<'_> {
    /// Who decides where a total does: integer programming, unless a solver was chosen.
    pub(super) fn arbiter<'p>(
        &'p self,
        component: &'p Component,
        ready: &'p OnceCell<Ready>,
    ) -> MaybeArbiter<'p> {
        let programs = || Box::new(Programs::new(self, component, ready)) as Box<dyn Arbiter + 'p>;
        (self.choice == EngineChoice::Auto).then(programs)
    }
}

impl Arbiter for Programs<'_> {
    fn judge(&mut self, question: Question, near: Option<&[u32]>) -> Answer<Judgement> {
        Ok(match self.inquiry()?.ask(wanted(question), near)? {
            Found::Solution(mines) => Judgement::Solution(mines),
            Found::Impossible => Judgement::Impossible,
            Found::Unknown => Judgement::Unknown,
        })
    }

    fn settle(&mut self, question: Question) -> Answer<Option<Vec<u32>>> {
        self.inquiry()?.settle(wanted(question))
    }

    fn range(&mut self, b: BoxId) -> (u32, u32) {
        let known = self.inquiry.as_mut().and_then(|inquiry| inquiry.range(b));
        known.unwrap_or((0, self.component.size(b)))
    }
}

fn wanted(question: Question) -> Wanted {
    match question {
        Question::Anything => Wanted::Anything,
        Question::AtLeast(b, mines) => Wanted::AtLeast(b, mines),
        Question::Below(b, mines) => Wanted::Below(b, mines),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::generate::{Family, Recipe, generate};
    use crate::board::{Board, CellId, Label};

    /// Numbers with cells between them, no two of which decide each other.
    fn board(seed: u64, mines: Option<u64>) -> Board {
        let mut recipe = Recipe::new(Family::Lattice2);
        (recipe.width, recipe.height, recipe.seed) = (16, 12, seed);
        let mut board = generate(&recipe).unwrap();
        board.set_mines(mines);
        board
    }

    fn is_legal(board: &Board, mines: &[CellId]) -> bool {
        let mined = |cell: &CellId| mines.binary_search(cell).is_ok();
        board.mines() == Some(mines.len() as u64)
            && board.cells().all(|cell| match board.label(cell) {
                Label::Number(number) => {
                    !mined(&cell)
                        && board.neighbours(cell).iter().filter(|cell| mined(cell)).count() == number as usize
                }
                _ => true,
            })
    }

    /// At and around the fewest and the most mines, where totals decide most, the solver with its
    /// arbiter says what tables say.
    #[test]
    fn sure_cells_under_tight_totals_are_those_of_tables() {
        let budget = Budget::unlimited();
        let (mut asked, mut sure) = (0, 0);
        for seed in 1..=6 {
            let loose = board(seed, None);
            let bounds = Analysis::new(&loose, EngineChoice::TreeDp, &budget).unwrap().bounds(None);
            let (fewest, most) = bounds.unwrap().unwrap();
            for total in [fewest - 1, fewest, fewest + 1, fewest + 3, most - 3, most - 1, most, most + 1] {
                let board = board(seed, Some(total));
                let tables = Analysis::new(&board, EngineChoice::TreeDp, &budget).unwrap();
                let expected = tables.sure_cells().unwrap();
                let analysis = Analysis::new(&board, EngineChoice::Auto, &budget).unwrap();
                let found = analysis.solve_sure_cells(&mut |_, _| {}).unwrap();
                assert_eq!(found, expected, "seed {seed}, {total} mines");
                if let Some(left) = super::super::binding::binding_total(analysis.reduced()) {
                    let placement = analysis.solved_whole(left).unwrap();
                    assert_eq!(placement.is_some(), expected.is_some(), "seed {seed}, {total} mines");
                    assert!(placement.is_none_or(|mines| is_legal(&board, &mines)));
                }
                asked += usize::from(analysis.components().iter().any(|part| part.engine.contains("ilp")));
                let only = expected.map_or(0, |expected| expected.free.len() + expected.mined.len());
                sure += only;
            }
        }
        assert!(asked > 10 && sure > 500, "the arbiter was asked {asked} times, {sure} cells were sure");
    }
}
