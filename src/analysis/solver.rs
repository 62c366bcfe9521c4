//! Questions that a SAT solver answers, for the whole board.
//!
//! # Theory
//! Without a total, or with one that rules nothing out, components are asked one by one; else the
//! whole board is asked as one component ([`Joined`]).

use std::cell::OnceCell;

use crate::board::{CellId, Label};
use crate::budget::{Answer, StopReason};
use crate::engine::sat::{self, Goal, Settings, Size, Start, Verdict};

use super::binding::binding_total;
use super::engines::EngineChoice;
use super::joined::Joined;
use super::placements::next_choice;
use super::{Analysis, SureCells};

/// Who is told of cells as soon as something is known of them.
pub type Tell<'a> = &'a mut (dyn FnMut(&[CellId], Verdict) + Send);

impl Analysis<'_> {
    /// Whether a solver is asked where both a solver and tables could answer: if it was chosen, or
    /// if some component is too much for tables.
    pub(super) fn asks_solver(&self) -> bool {
        match self.choice {
            EngineChoice::Sat(_) => true,
            EngineChoice::Auto => {
                (0..self.reduced.parts.len()).any(|i| !self.engines.is_light(i, &self.budget))
            }
            _ => false,
        }
    }

    /// Whether a solver is asked for placements: where it is asked at all, and where tables along a
    /// path would be too much.
    pub(super) fn asks_solver_for_placements(&self) -> bool {
        let much = || (0..self.reduced.parts.len()).any(|i| self.engines.is_much_to_list(i));
        self.asks_solver() || self.choice == EngineChoice::Auto && much()
    }

    /// A question that no solver answers.
    pub(super) fn refuse_solver(&self) -> Answer<()> {
        let chosen = matches!(self.choice, EngineChoice::Sat(_));
        if chosen { Err(StopReason::NotApplicable) } else { Ok(()) }
    }

    pub(super) fn settings(&self) -> Settings {
        if let EngineChoice::Sat(settings) = self.choice { settings } else { Settings::default() }
    }

    /// Whether there is a legal placement.
    pub(super) fn is_solvable(&self) -> Answer<bool> {
        if self.reduced.mines_left() == Some(None) {
            return Ok(false);
        }
        if let Some(left) = binding_total(&self.reduced) {
            self.note_all();
            return Ok(self.solved_whole(left)?.is_some());
        }
        let answers = self.engines.map(|i| {
            if self.engines.is_light(i, &self.budget) {
                return self.engines.consistent(i, &self.budget);
            }
            self.engines.note_sat(i);
            Ok(self.solved(i)?.is_some())
        })?;
        Ok(answers.into_iter().all(|answer| answer))
    }

    /// A legal placement of a board with a total that rules some out; `None` if there is none.
    pub(super) fn solved_whole(&self, left: u64) -> Answer<Option<Vec<CellId>>> {
        self.note_all();
        let joint = Joined::whole(&self.reduced, Some(left), &|_| true);
        let ready = OnceCell::new();
        let arbiter = self.arbiter(&joint.component, &ready);
        let solution = sat::solution(&joint.component, self.settings(), arbiter, &self.budget)?;
        let known = self.board.cells().filter(|&cell| self.board.label(cell) == Label::Mine);
        Ok(solution.map(|mines| {
            let sure = known.chain(self.reduced.mined.iter().copied());
            let mut placement: Vec<CellId> = sure.chain(joint.place(&mines)).collect();
            placement.sort_unstable();
            placement
        }))
    }

    /// The mines of each box of a component in one solution by the solver, found once; `None` if
    /// there is none.
    fn solved(&self, i: usize) -> Answer<Option<&Vec<u32>>> {
        let found = &self.solved[i];
        if found.get().is_none() {
            let solution =
                sat::solution(&self.reduced.parts[i].component, self.settings(), None, &self.budget)?;
            found.get_or_init(|| solution);
        }
        Ok(found.get().and_then(Option::as_ref))
    }

    /// The mines of boxes with these cells in the placement that is known, if one is.
    fn placed_in<'c>(&self, boxes: impl Iterator<Item = &'c [CellId]>) -> Option<Vec<u32>> {
        let placed = self.placed.get()?.as_ref()?;
        let mines =
            |cells: &[CellId]| cells.iter().filter(|cell| placed.binary_search(cell).is_ok()).count() as u32;
        Some(boxes.map(mines).collect())
    }

    /// How many variables and clauses a solver gets for the sure cells of the board.
    pub fn solver_size(&self) -> Answer<Size> {
        let mut sum = Size { variables: 0, clauses: 0 };
        let mut add = |component| {
            let size = sat::size(component, self.settings().encoding, &self.budget)?;
            sum.variables += size.variables;
            sum.clauses += size.clauses;
            Ok(())
        };
        match binding_total(&self.reduced) {
            Some(left) => add(&Joined::whole(&self.reduced, Some(left), &|_| true).component)?,
            None => self.reduced.parts.iter().try_for_each(|part| add(&part.component))?,
        }
        Ok(sum)
    }

    fn note_all(&self) {
        (0..self.reduced.parts.len()).for_each(|i| self.engines.note_sat(i));
    }

    /// All sure cells, each told of as soon as it is known. `tell` is not told of cells that are
    /// decided without the solver.
    pub(super) fn solve_sure_cells(&self, tell: Tell) -> Answer<Option<SureCells>> {
        let mut sure =
            SureCells { free: self.reduced.free.clone(), mined: self.reduced.mined.clone(), undecided: 0 };
        if self.reduced.mines_left() == Some(None) {
            return Ok(None);
        }
        let mut take = |cells: &[CellId], verdict: Verdict| {
            sure.sort(cells, verdict);
            tell(cells, verdict);
        };
        if let Some(left) = binding_total(&self.reduced) {
            self.note_all();
            let joint = Joined::whole(&self.reduced, Some(left), &|_| true);
            let mut found = |b: crate::reduce::BoxId, verdict| take(&joint.box_cells[b.index()], verdict);
            let (component, settings) = (&joint.component, self.settings());
            let known = self.placed_in(joint.box_cells.iter().map(Vec::as_slice));
            let ready = OnceCell::new();
            let start = Start { known, arbiter: self.arbiter(component, &ready) };
            let ranges =
                sat::backbone::ranges(component, settings, Goal::Sure, start, &self.budget, &mut found)?;
            return Ok(ranges.map(|_| sure.sorted()));
        }
        // A total that rules nothing out leaves the background neither full nor empty.
        take(&self.reduced.background, Verdict::Undecided);
        for i in 0..self.reduced.parts.len() {
            if !self.solve_part(i, &mut take)? {
                return Ok(None);
            }
        }
        Ok(Some(sure.sorted()))
    }

    /// The sure cells of one component; `false` if it has no solution.
    fn solve_part(&self, i: usize, take: Tell) -> Answer<bool> {
        let part = &self.reduced.parts[i];
        if !self.engines.is_light(i, &self.budget) {
            self.engines.note_sat(i);
            let mut found = |b, verdict| take(part.box_cells(b), verdict);
            let (component, settings) = (&part.component, self.settings());
            let known = self.placed_in(component.boxes().map(|b| part.box_cells(b)));
            let known = known.or_else(|| self.solved[i].get().cloned().flatten());
            let start = Start { known, arbiter: None };
            let ranges =
                sat::backbone::ranges(component, settings, Goal::Sure, start, &self.budget, &mut found)?;
            return Ok(ranges.is_some());
        }
        let Some(ranges) = self.engines.ranges(i, None, &self.budget)? else { return Ok(false) };
        for (b, range) in part.component.boxes().zip(ranges) {
            take(part.box_cells(b), Verdict::of(part.component.size(b), range));
        }
        Ok(true)
    }

    /// Calls `visit` with legal placements in a fixed order until it returns `false`.
    pub(super) fn for_each_solved(&self, visit: &mut dyn FnMut(&[CellId]) -> bool) -> Answer<()> {
        self.note_all();
        let reduced = &self.reduced;
        let left = reduced.mines_left().flatten();
        let binding = binding_total(reduced);
        let joint = Joined::whole(reduced, binding, &|_| true);
        let known = self.board.cells().filter(|&cell| self.board.label(cell) == Label::Mine);
        let sure: Vec<CellId> = known.chain(reduced.mined.iter().copied()).collect();
        let mut stopped = Ok(());
        let mut each = |mines: &[u32]| {
            let mut groups: Vec<Group> = joint
                .box_cells
                .iter()
                .zip(mines)
                .map(|(cells, &mines)| Group { cells, mines: Some(mines) })
                .collect();
            if binding.is_none() {
                let inside: u64 = mines.iter().map(|&mines| u64::from(mines)).sum();
                let rest = left.map(|left| (left - inside) as u32);
                groups.push(Group { cells: &reduced.background, mines: rest });
            }
            for_each_choice(&groups, &sure, &mut |placement| {
                stopped = self.budget.check();
                stopped.is_ok() && visit(placement)
            })
        };
        sat::for_each_solution(&joint.component, self.settings(), &self.budget, &mut each)?;
        stopped
    }
}

/// Cells of which so many are mined, or any.
struct Group<'a> {
    cells: &'a [CellId],
    mines: Option<u32>,
}

impl Group<'_> {
    /// The choice after this one; without a number of mines, larger ones follow smaller ones.
    fn next(&self, chosen: Vec<u32>) -> Option<Vec<u32>> {
        let (all, more) = (self.cells.len() as u32, chosen.len() as u32 + 1);
        let larger = || (self.mines.is_none() && more <= all).then(|| (0..more).collect());
        next_choice(chosen, all).or_else(larger)
    }

    fn first(&self) -> Vec<u32> {
        (0..self.mines.unwrap_or(0)).collect()
    }
}

/// Calls `visit` with every choice of mines in each group, together with those that are sure, until
/// it returns `false`; says whether it never did.
fn for_each_choice(groups: &[Group], sure: &[CellId], visit: &mut dyn FnMut(&[CellId]) -> bool) -> bool {
    let mut chosen: Vec<Vec<u32>> = groups.iter().map(Group::first).collect();
    loop {
        let mut mines = sure.to_vec();
        for (group, chosen) in groups.iter().zip(&chosen) {
            mines.extend(chosen.iter().map(|&at| group.cells[at as usize]));
        }
        mines.sort_unstable();
        if !visit(&mines) {
            return false;
        }
        // The last group that can moves on, and those behind it start anew.
        let moved = (0..groups.len()).rev().find_map(|at| {
            let next = groups[at].next(std::mem::take(&mut chosen[at]));
            if next.is_none() {
                chosen[at] = groups[at].first();
            }
            next.map(|next| (at, next))
        });
        let Some((at, next)) = moved else { return true };
        chosen[at] = next;
    }
}
