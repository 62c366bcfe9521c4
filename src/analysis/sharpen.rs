//! Sure cells before counting.
//!
//! # Theory
//! A table grows with what its open numbers may still need, and a number whose cells are partly
//! decided needs less. So before a component is counted whose tables would be large, the solver
//! finds its sure cells; they are decided, and the board is reduced again, which also cuts
//! components apart. Sure cells found without the total are sure with it.
//!
//! # Cost
//! One backbone for each component that is too large for small tables; none elsewhere.

use std::sync::OnceLock;

use crate::board::{CellId, Label};
use crate::budget::Answer;
use crate::engine::sat::{self, Goal, Settings, Start};
use crate::model::Model;
use crate::reduce::Reduced;

use super::engines::{EngineChoice, Engines};
use super::{Analysis, SureCells};

impl Analysis<'_> {
    /// Decides the sure cells of components whose tables would be large, and reduces the board
    /// again; does nothing where an engine was chosen. Says how many cells were decided.
    pub fn sharpen(&mut self) -> Answer<usize> {
        if self.choice != EngineChoice::Auto || self.reduced.contradiction {
            return Ok(0);
        }
        let heavy: Vec<usize> = (0..self.reduced.parts.len())
            .filter(|&i| self.engines.is_worth_sharpening(i, &self.budget))
            .collect();
        if heavy.is_empty() {
            return Ok(0);
        }
        let mut sure = SureCells::default();
        for i in heavy {
            let part = &self.reduced.parts[i];
            let mut take = |b, verdict| {
                sure.sort(part.box_cells(b), verdict);
            };
            let (component, settings) = (&part.component, Settings::default());
            let found = sat::backbone::ranges(
                component,
                settings,
                Goal::Sure,
                Start::default(),
                &self.budget,
                &mut take,
            )?;
            if found.is_none() {
                self.take(Reduced { contradiction: true, ..Reduced::default() })?;
                return Ok(0);
            }
        }
        self.decide(&sure)?;
        Ok(sure.free.len() + sure.mined.len())
    }

    /// Reduces the board with these cells decided.
    fn decide(&mut self, sure: &SureCells) -> Answer<()> {
        if sure.free.is_empty() && sure.mined.is_empty() {
            return Ok(());
        }
        let old = &self.reduced;
        let free: Vec<CellId> = [&old.free[..], &sure.free].concat();
        let mined: Vec<CellId> = [&old.mined[..], &sure.mined].concat();
        let mut board = self.board.clone();
        for (cells, label) in [(&free, Label::Free), (&mined, Label::Mine)] {
            for &cell in cells {
                board.set_label(cell, label);
            }
        }
        let mut reduced = Reduced::new(&Model::new(&board), &self.budget)?;
        reduced.known_mines = old.known_mines;
        if !reduced.contradiction {
            reduced.free.extend(free);
            reduced.mined.extend(mined);
            reduced.free.sort_unstable();
            reduced.mined.sort_unstable();
        }
        self.take(reduced)
    }

    /// Goes on with the board in other pieces.
    fn take(&mut self, reduced: Reduced) -> Answer<()> {
        self.engines = Engines::new(&reduced, self.choice, &self.budget)?;
        self.solved = vec![OnceLock::new(); reduced.parts.len()];
        self.reduced = reduced;
        Ok(())
    }
}
