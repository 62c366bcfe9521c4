//! Placements that a solver finds on the way to the sure cells.
//!
//! # Theory
//! Before the solver knows of a box that it is neither surely free nor surely mined, it has seen
//! solutions that show it both ways. Certificates need just such placements, and need not look for
//! them again. Solutions of different components are combined side by side, the first of one with
//! the first of the others. Which cells of a box are mined goes around from one placement to the
//! next, so that all of them have their turn.

use std::cell::OnceCell;

use crate::board::CellId;
use crate::budget::{Answer, Lease};
use crate::engine::sat::{self, Start};
use crate::reduce::Component;

use super::Analysis;
use super::binding::binding_total;
use super::joined::Joined;

/// Solutions of a component, as mines in each box.
type Solutions = Vec<Vec<u32>>;

impl Analysis<'_> {
    /// Legal placements that show many undecided cells both mined and free, where a solver finds
    /// some anyway; none where it is not asked.
    pub fn showings(&self) -> Answer<Vec<Vec<CellId>>> {
        let reduced = &self.reduced;
        if reduced.contradiction || reduced.mines_left() == Some(None) || !self.asks_solver() {
            return Ok(Vec::new());
        }
        let Some(first) = self.witness()? else { return Ok(Vec::new()) };
        let mut leases = Vec::new();
        if let Some(left) = binding_total(reduced) {
            let joint = Joined::whole(reduced, Some(left), &|_| true);
            let boxes = joint.box_cells.iter().map(Vec::as_slice).collect();
            let found = self.shown(&joint.component, &mut leases)?;
            return Ok(self.hung(&first, &[(boxes, found)]));
        }
        let mut all = Vec::new();
        for i in (0..reduced.parts.len()).filter(|&i| !self.engines.is_light(i, &self.budget)) {
            let part = &reduced.parts[i];
            let boxes = part.component.boxes().map(|b| part.box_cells(b)).collect();
            all.push((boxes, self.shown(&part.component, &mut leases)?));
        }
        Ok(self.hung(&first, &all))
    }

    /// Solutions of a component that a solver comes across.
    fn shown(&self, component: &Component, leases: &mut Vec<Lease>) -> Answer<Solutions> {
        let (mut found, mut kept) = (Vec::new(), Ok(()));
        let show = &mut |mines: &[u32]| match self.budget.reserve(12 * mines.len() as u64) {
            Ok(lease) => {
                leases.push(lease);
                found.push(mines.to_vec());
            }
            Err(reason) => kept = Err(reason),
        };
        let ready = OnceCell::new();
        let start = Start { known: None, arbiter: self.arbiter(component, &ready) };
        sat::backbone::for_each_shown(component, self.settings(), start, &self.budget, show)?;
        kept.map(|()| found)
    }

    /// The first placement with the solutions of components, given with the cells of their boxes,
    /// in its place.
    fn hung(&self, first: &[CellId], components: &[(Vec<&[CellId]>, Solutions)]) -> Vec<Vec<CellId>> {
        let most = components.iter().map(|(_, found)| found.len()).max().unwrap_or(0);
        let total_is_loose = self.board.mines().filter(|_| binding_total(&self.reduced).is_none());
        let placement = |n: usize| {
            let mut mined = vec![false; self.board.len()];
            for cell in first {
                mined[cell.index()] = true;
            }
            for (boxes, found) in components {
                // A component with fewer solutions stays at its last.
                let Some(solution) = found.get(n).or(found.last()) else { continue };
                for (cells, &mines) in boxes.iter().zip(solution) {
                    let (len, mines) = (cells.len(), mines as usize);
                    for (at, cell) in cells.iter().enumerate() {
                        mined[cell.index()] = (at + n * mines) % len < mines;
                    }
                }
            }
            if let Some(total) = total_is_loose {
                let background = &self.reduced.background;
                for cell in background {
                    mined[cell.index()] = false;
                }
                let held = mined.iter().filter(|mined| **mined).count() as u64;
                let left = total.saturating_sub(held) as usize;
                background.iter().take(left).for_each(|cell| mined[cell.index()] = true);
            }
            self.board.cells().filter(|cell| mined[cell.index()]).collect()
        };
        (0..most).map(placement).collect()
    }
}
