//! Answers by integer programming, which knows neither counts nor polynomials.
//!
//! # Theory
//! A board is as many programs as it has pieces that know nothing of each other; a total makes it
//! one ([`Joined`]). Fewest and most mines add up over pieces, a placement is one for each, and a
//! box that is full or empty in every solution of its piece is so in every placement.

use rayon::prelude::*;

use crate::board::{CellId, Label};
use crate::budget::Answer;
use crate::engine::ilp::{self, Backend};
use crate::engine::sat::Verdict;

use super::engines::EngineChoice;
use super::in_order::{InOrder, Verdicts};
use super::joined::Joined;
use super::solver::Tell;
use super::{Analysis, SureCells};

impl Analysis<'_> {
    /// Whether integer programming was chosen to answer.
    pub(super) fn asks_programs(&self) -> bool {
        self.choice == EngineChoice::Ilp
    }

    /// One legal placement, found once.
    pub(super) fn placement_by_programs(&self) -> Answer<Option<&Vec<CellId>>> {
        if self.placed.get().is_none() {
            let found = self.find_placement()?;
            return Ok(self.placed.get_or_init(|| found).as_ref());
        }
        Ok(self.placed.get().and_then(Option::as_ref))
    }

    fn find_placement(&self) -> Answer<Option<Vec<CellId>>> {
        self.engines.note_programs();
        let Some(pieces) = self.pieces(&|_| true) else { return Ok(None) };
        let solve = |piece: &Joined| ilp::solution(&piece.component, Backend::default(), &self.budget);
        let solved: Vec<Option<Vec<u32>>> = pieces.par_iter().map(solve).collect::<Answer<_>>()?;
        let known = self.board.cells().filter(|cell| self.board.label(*cell) == Label::Mine);
        let mut mines: Vec<CellId> = known.chain(self.reduced.mined.iter().copied()).collect();
        for (piece, solution) in pieces.iter().zip(solved) {
            let Some(solution) = solution else { return Ok(None) };
            mines.extend(piece.place(&solution));
        }
        mines.sort_unstable();
        Ok(Some(mines))
    }

    /// Fewest and most mines on undecided cells that are `inside`.
    pub(super) fn bounds_by_programs(&self, inside: &[bool]) -> Answer<Option<(i64, i64)>> {
        self.engines.note_programs();
        let within = |cell: CellId| inside[cell.index()];
        let Some(pieces) = self.pieces(&within) else { return Ok(None) };
        let extremes = |piece: &Joined| {
            let counted: Vec<bool> = piece.box_cells.iter().map(|cells| within(cells[0])).collect();
            ilp::extremes(&piece.component, &counted, Backend::default(), &self.budget)
        };
        let found: Vec<Option<(i64, i64)>> = pieces.par_iter().map(extremes).collect::<Answer<_>>()?;
        Ok(found
            .into_iter()
            .try_fold((0, 0), |sum, extent| extent.map(|(fewest, most)| (sum.0 + fewest, sum.1 + most))))
    }

    /// All surely free and surely mined cells; `tell` is told of those of each piece in turn.
    pub(super) fn sure_by_programs(&self, tell: Tell) -> Answer<Option<SureCells>> {
        self.engines.note_programs();
        let Some(pieces) = self.pieces(&|_| true) else { return Ok(None) };
        let in_order = InOrder::new(pieces.len(), tell);
        let ask = |i: usize| {
            let piece = &pieces[i];
            let found = ilp::sure(&piece.component, Backend::default(), &self.budget)?;
            let verdict = |sure: Option<bool>| match sure {
                Some(true) => Verdict::Mined,
                Some(false) => Verdict::Free,
                None => Verdict::Undecided,
            };
            let Some(found) = found else { return Ok(None) };
            let verdicts: Verdicts =
                piece.box_cells.iter().map(Vec::as_slice).zip(found.into_iter().map(verdict)).collect();
            in_order.tell(i, verdicts.clone());
            Ok(Some(verdicts))
        };
        let found: Vec<Option<Verdicts>> =
            (0..pieces.len()).into_par_iter().map(ask).collect::<Answer<_>>()?;
        let mut sure =
            SureCells { free: self.reduced.free.clone(), mined: self.reduced.mined.clone(), undecided: 0 };
        let Some(found) = found.into_iter().collect::<Option<Vec<_>>>() else { return Ok(None) };
        found.iter().flatten().for_each(|(cells, verdict)| sure.sort(cells, *verdict));
        Ok(Some(sure.sorted()))
    }

    fn pieces(&self, inside: &dyn Fn(CellId) -> bool) -> Option<Vec<Joined>> {
        if self.reduced.contradiction { None } else { Joined::pieces(&self.reduced, inside) }
    }
}
