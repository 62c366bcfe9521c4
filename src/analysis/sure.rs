//! Which cells are the same in every placement.

use num_traits::Zero;

use crate::algebra::sets::{Set, interval, members};
use crate::board::CellId;
use crate::budget::Answer;
use crate::engine::sat::Verdict;

use super::in_order::{InOrder, Verdicts};
use super::outer::{descend_sets, sums_of_all};
use super::solver::Tell;
use super::{Analysis, SureCells};

/// The numbers of mines that a consistent board with a total allows.
pub(super) struct Allowed {
    /// For each component.
    pub parts: Vec<Set>,
    /// For each component whether the total rules any of its solutions out.
    pub tied: Vec<bool>,
    /// For the background.
    pub background: Set,
}

impl Analysis<'_> {
    /// Which numbers of mines each component and the background may have under the total; `None`
    /// if there is no legal placement. Only for boards with a total.
    pub(super) fn allowed_mines(&self) -> Answer<Option<Allowed>> {
        let Some(Some(left)) = self.reduced.mines_left() else { return Ok(None) };
        let supports = self.engines.map(|i| self.engines.support(i, &self.budget))?;
        let background = self.reduced.background.len() as u64;
        let fitting = interval(left.saturating_sub(background), left);
        let parts = descend_sets(&supports, &fitting, &self.budget)?;
        let all = sums_of_all(&supports, &self.budget)? & fitting;
        if all.is_zero() {
            return Ok(None);
        }
        let tied = parts.iter().zip(&supports).map(|(allowed, support)| allowed != support).collect();
        let mut background = Set::zero();
        members(&all).for_each(|mines| background.set_bit(left - mines, true));
        Ok(Some(Allowed { parts, tied, background }))
    }

    /// All surely free and surely mined cells; `None` if there is no legal placement.
    pub fn sure_cells(&self) -> Answer<Option<SureCells>> {
        self.sure_cells_telling(&mut |_, _| {})
    }

    /// All surely free and surely mined cells; `tell` is told of every covered cell as soon as it is
    /// known whether it is surely free, surely mined or neither. What it is told of a board without
    /// a legal placement means nothing.
    pub fn sure_cells_telling(&self, tell: Tell) -> Answer<Option<SureCells>> {
        if self.reduced.contradiction {
            return Ok(None);
        }
        tell(&self.reduced.free, Verdict::Free);
        tell(&self.reduced.mined, Verdict::Mined);
        if self.asks_solver() {
            return self.solve_sure_cells(tell);
        }
        if self.asks_programs() { self.sure_by_programs(tell) } else { self.tabulate_sure_cells(tell) }
    }

    /// The same from tables, whose entries are told apart by mines where the total rules some out.
    fn tabulate_sure_cells(&self, tell: Tell) -> Answer<Option<SureCells>> {
        let allowed = match self.reduced.total {
            None => None,
            Some(_) => match self.allowed_mines()? {
                None => return Ok(None),
                some => some,
            },
        };
        let in_order = InOrder::new(self.reduced.parts.len(), &mut *tell);
        let found = self.engines.map(|i| {
            let ranges = match &allowed {
                Some(allowed) if allowed.tied[i] => {
                    self.engines.ranges(i, Some(&|mines| allowed.parts[i].bit(mines)), &self.budget)
                }
                _ => self.engines.ranges(i, None, &self.budget),
            };
            let Some(ranges) = ranges? else { return Ok(None) };
            let part = &self.reduced.parts[i];
            let boxes = part.component.boxes().zip(ranges);
            let verdicts: Verdicts = boxes
                .map(|(b, range)| (part.box_cells(b), Verdict::of(part.component.size(b), range)))
                .collect();
            in_order.tell(i, verdicts.clone());
            Ok(Some(verdicts))
        })?;
        let Some(found) = found.into_iter().collect::<Option<Vec<_>>>() else { return Ok(None) };
        let mut sure =
            SureCells { free: self.reduced.free.clone(), mined: self.reduced.mined.clone(), undecided: 0 };
        found.iter().flatten().for_each(|(cells, verdict)| sure.sort(cells, *verdict));
        let size = self.reduced.background.len() as u64;
        let only = |mines: u64| allowed.as_ref().is_some_and(|a| a.background == Set::from(1u32) << mines);
        let background = match (only(size), only(0)) {
            (true, _) => Verdict::Mined,
            (_, true) => Verdict::Free,
            _ => Verdict::Undecided,
        };
        sure.sort(&self.reduced.background, background);
        tell(&self.reduced.background, background);
        Ok(Some(sure.sorted()))
    }
}

impl SureCells {
    /// The same in ascending order.
    pub(super) fn sorted(mut self) -> Self {
        self.free.sort_unstable();
        self.mined.sort_unstable();
        self
    }

    pub(super) fn sort(&mut self, cells: &[CellId], verdict: Verdict) {
        match verdict {
            Verdict::Mined => self.mined.extend(cells),
            Verdict::Free => self.free.extend(cells),
            Verdict::Undecided => self.undecided += cells.len(),
        }
    }
}
