//! Which cells are the same in every placement.

use num_traits::Zero;

use crate::algebra::Polynomial;
use crate::budget::Answer;

use super::outer::{Set, descend_sets, interval, members, sums_of_all};
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
        let support = |polynomial: &Polynomial| {
            polynomial.terms().fold(Set::zero(), |mut set, (mines, _)| {
                set.set_bit(mines, true);
                set
            })
        };
        let supports: Vec<Set> = self.polynomials()?.iter().map(support).collect();
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
        if self.reduced.contradiction {
            return Ok(None);
        }
        if self.engines.only_programs() {
            return self.sure_by_programs();
        }
        let allowed = match self.reduced.total {
            None => None,
            Some(_) => match self.allowed_mines()? {
                None => return Ok(None),
                some => some,
            },
        };
        let ranges = self.engines.map(|i| match &allowed {
            Some(allowed) if allowed.tied[i] => {
                self.engines.ranges(i, Some(&|mines| allowed.parts[i].bit(mines)), &self.budget)
            }
            _ => self.engines.ranges(i, None, &self.budget),
        })?;
        let Some(ranges) = ranges.into_iter().collect::<Option<Vec<_>>>() else { return Ok(None) };
        let mut sure = self.decided();
        for (part, ranges) in self.reduced.parts.iter().zip(ranges) {
            for (b, (least, most)) in part.component.boxes().zip(ranges) {
                sure.sort(part.box_cells(b), least == part.component.size(b), most == 0);
            }
        }
        let size = self.reduced.background.len() as u64;
        let only = |mines: u64| allowed.as_ref().is_some_and(|a| a.background == Set::from(1u32) << mines);
        sure.sort(&self.reduced.background, only(size), only(0));
        Ok(Some(sure.in_order()))
    }

    /// The cells that reduction decided.
    pub(super) fn decided(&self) -> SureCells {
        SureCells { free: self.reduced.free.clone(), mined: self.reduced.mined.clone(), undecided: 0 }
    }
}

impl SureCells {
    /// Adds cells of which all are mined in every placement, or all free, or neither.
    pub(super) fn sort(&mut self, cells: &[crate::board::CellId], mined: bool, free: bool) {
        match (mined, free) {
            (true, _) => self.mined.extend(cells),
            (_, true) => self.free.extend(cells),
            _ => self.undecided += cells.len(),
        }
    }

    pub(super) fn in_order(mut self) -> Self {
        self.free.sort_unstable();
        self.mined.sort_unstable();
        self
    }
}
