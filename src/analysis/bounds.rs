//! Fewest and most mines, on the board or in a region.

use std::collections::BTreeMap;

use crate::board::{CellId, Label};
use crate::budget::Answer;
use crate::reduce::{Component, Part};

use super::Analysis;
use super::engines::{EngineChoice, Engines};

/// For each number of mines the least and the most in the region.
type Extents = BTreeMap<u64, (i64, i64)>;

impl Analysis<'_> {
    /// Fewest and most mines, on the whole board (known mines included) or among the covered
    /// cells and known mines of a region; `None` if there is no legal placement.
    pub fn bounds(&self, region: Option<&[CellId]>) -> Answer<Option<(u64, u64)>> {
        if self.reduced.contradiction {
            return Ok(None);
        }
        self.refuse_solver()?;
        let mut inside = vec![region.is_none(); self.board.len()];
        region.unwrap_or_default().iter().for_each(|cell| inside[cell.index()] = true);
        let known = self.board.cells().filter(|cell| self.board.label(*cell) == Label::Mine);
        let sure =
            known.chain(self.reduced.mined.iter().copied()).filter(|cell| inside[cell.index()]).count();
        // A total ties all parts together, so that one program answers for them all.
        let mut programs = self.asks_programs();
        if self.reduced.total.is_some() {
            for i in 0..self.reduced.parts.len() {
                programs = programs || self.engines.is_large(i, true, &self.budget)?;
            }
        }
        if programs {
            let found = self.bounds_by_programs(&inside)?;
            return Ok(found.map(|(low, high)| (low as u64 + sure as u64, high as u64 + sure as u64)));
        }
        let parts = self.engines.map(|i| self.part_extents(i, &inside))?;
        if parts.iter().any(BTreeMap::is_empty) {
            return Ok(None);
        }
        let near = self.reduced.background.iter().filter(|cell| inside[cell.index()]).count() as i64;
        let far = self.reduced.background.len() as i64 - near;
        let extent = match self.reduced.mines_left() {
            // Without a total components were asked for all their solutions at once.
            None => {
                let sum = |pick: fn(&(i64, i64)) -> i64| {
                    parts.iter().flat_map(BTreeMap::values).map(pick).sum::<i64>()
                };
                Some((sum(|extent| extent.0), sum(|extent| extent.1) + near))
            }
            Some(None) => None,
            Some(Some(left)) => {
                let all =
                    parts.iter().fold(Extents::from([(0, (0, 0))]), |all, part| combine(&all, part, left));
                let with_background = all.iter().filter_map(|(mines, (low, high))| {
                    let rest = (left - mines) as i64;
                    (rest <= near + far).then(|| (low + (rest - far).max(0), high + rest.min(near)))
                });
                with_background.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
            }
        };
        Ok(extent.map(|(low, high)| (low as u64 + sure as u64, high as u64 + sure as u64)))
    }

    /// The extents of a component; all under 0 mines where there is no total.
    fn part_extents(&self, i: usize, inside: &[bool]) -> Answer<Extents> {
        let part = &self.reduced.parts[i];
        let by_mines = self.reduced.total.is_some();
        let whole = |b| part.box_cells(b).iter().all(|cell| inside[cell.index()]);
        let none = |b| part.box_cells(b).iter().all(|cell| !inside[cell.index()]);
        let found = if part.component.boxes().all(|b| whole(b) || none(b)) {
            let counted: Vec<bool> = part.component.boxes().map(whole).collect();
            self.engines.extremes(i, &counted, by_mines, &self.budget)?
        } else {
            let (component, counted) = split_boxes(part, inside);
            let engines = Engines::single(component, EngineChoice::TreeDp, &self.budget)?;
            engines.extremes(0, &counted, by_mines, &self.budget)?
        };
        Ok(found.into_iter().map(|(mines, low, high)| (mines, (low, high))).collect())
    }
}

/// All sums of both, up to `most` mines.
fn combine(a: &Extents, b: &Extents, most: u64) -> Extents {
    let mut all = Extents::new();
    for (m, (low, high)) in a {
        for (n, (more_low, more_high)) in b.range(..=most.saturating_sub(*m)) {
            if m + n <= most {
                let (low, high) = (low + more_low, high + more_high);
                let extent = all.entry(m + n).or_insert((low, high));
                *extent = (extent.0.min(low), extent.1.max(high));
            }
        }
    }
    all
}

/// The component with each box split into its cells that are `chosen` and the others, and which
/// of the new boxes are chosen.
pub(super) fn split_boxes(part: &Part, chosen: &[bool]) -> (Component, Vec<bool>) {
    let mut component = Component::default();
    for j in part.component.numbers() {
        component.push_number(part.component.rest(j));
    }
    let mut counted = Vec::new();
    for b in part.component.boxes() {
        let inside = part.box_cells(b).iter().filter(|cell| chosen[cell.index()]).count() as u32;
        for (size, is_chosen) in [(inside, true), (part.component.size(b) - inside, false)] {
            if size > 0 {
                component.push_box(size, part.component.box_numbers(b).iter().copied());
                counted.push(is_chosen);
            }
        }
    }
    (component, counted)
}
