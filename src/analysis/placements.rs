//! Placements one by one, in a fixed order and without dead ends.
//!
//! # Theory
//! A placement is a chain of choices: for each component a number of mines that the total still
//! allows and a solution with that many, for each box which of its cells, and last which cells of
//! the background. Every choice can be completed, so an odometer over the chain visits each
//! placement once with a delay that does not depend on how many there are.

use num_traits::Zero;

use crate::algebra::sets::{Set, interval, sums};
use crate::board::{CellId, Label};
use crate::budget::Answer;
use crate::engine::treedp::{Cursor, Solutions};
use crate::reduce::BoxId;

use super::binding::binding_total;
use super::{Analysis, EngineChoice};

impl Analysis<'_> {
    /// The mines of one legal placement, known mines included, ascending; `None` if there is none.
    pub fn witness(&self) -> Answer<Option<Vec<CellId>>> {
        if !self.reduced.contradiction && self.asks_programs() {
            return Ok(self.placement_by_programs()?.cloned());
        }
        if let Some(known) = self.placed.get() {
            return Ok(known.clone());
        }
        let mut found = None;
        let tied = match binding_total(&self.reduced) {
            Some(left) if self.choice == EngineChoice::Auto && !self.reduced.contradiction => {
                self.asks_solver_for_placements().then_some(left)
            }
            _ => None,
        };
        if let Some(left) = tied {
            // A solver may miss a tight total for ever. Where tables are small, but for listing,
            // they find it by themselves.
            found = if self.asks_solver() { self.solved_whole(left)? } else { self.met_total()? };
        } else {
            self.for_each_placement(&mut |mines| {
                found = Some(mines.to_vec());
                false
            })?;
        }
        Ok(self.placed.get_or_init(|| found).clone())
    }

    /// Calls `visit` with legal placements (mined cells, known mines included, ascending) in a
    /// fixed order until it returns `false` or none is left.
    pub fn for_each_placement(&self, visit: &mut dyn FnMut(&[CellId]) -> bool) -> Answer<()> {
        if self.reduced.contradiction || self.reduced.mines_left() == Some(None) {
            return Ok(());
        }
        if self.asks_solver_for_placements() {
            return self.for_each_solved(visit);
        }
        let solutions =
            self.engines.map(|i| self.engines.solutions(i, self.reduced.total.is_some(), &self.budget))?;
        let odometer = Odometer::new(self, solutions);
        odometer.run(visit)
    }
}

/// What a wheel chooses.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// A solution of a component.
    Component(usize),
    /// Which cells of a box; the component's own wheel is at the given position.
    Box { i: usize, b: BoxId, solution: usize },
    /// Which cells of the background.
    Background,
}

/// A choice.
enum Wheel {
    /// A solution with its mines in each box, and how many mines the rest of the chain has left.
    Solution { cursor: Cursor, mines: u64, parts: Vec<u32>, left: u64 },
    /// Cells, as ascending indices.
    Cells(Vec<u32>),
}

struct Odometer<'a, 'b> {
    analysis: &'a Analysis<'b>,
    solutions: Vec<Solutions>,
    places: Vec<Place>,
    /// For each component which numbers of mines the components from it on can hold, together
    /// with the background. Without a total everything fits.
    fits: Option<Vec<Set>>,
    sure: Vec<CellId>,
}

impl<'a, 'b> Odometer<'a, 'b> {
    fn new(analysis: &'a Analysis<'b>, solutions: Vec<Solutions>) -> Self {
        let reduced = &analysis.reduced;
        let fits = reduced.total.map(|_| {
            let mut fits = vec![interval(0, reduced.background.len() as u64)];
            for part in solutions.iter().rev() {
                let support =
                    part.mines().into_iter().fold(Set::zero(), |set, m| set | (Set::from(1u32) << m));
                fits.push(sums(&support, &fits[fits.len() - 1]));
            }
            fits.reverse();
            fits
        });
        let mut places = Vec::new();
        for (i, part) in reduced.parts.iter().enumerate() {
            let solution = places.len();
            places.push(Place::Component(i));
            places.extend(part.component.boxes().map(|b| Place::Box { i, b, solution }));
        }
        places.push(Place::Background);
        let known = analysis.board.cells().filter(|cell| analysis.board.label(*cell) == Label::Mine);
        let sure = known.chain(reduced.mined.iter().copied()).collect();
        Odometer { analysis, solutions, places, fits, sure }
    }

    fn run(&self, visit: &mut dyn FnMut(&[CellId]) -> bool) -> Answer<()> {
        let mut wheels: Vec<Wheel> = Vec::with_capacity(self.places.len());
        loop {
            self.analysis.budget.check()?;
            while let Some(&place) = self.places.get(wheels.len()) {
                match self.first(place, &wheels) {
                    Some(wheel) => wheels.push(wheel),
                    None => break,
                }
            }
            if wheels.len() == self.places.len() && !visit(&self.placement(&wheels)) {
                return Ok(());
            }
            // Turn the last wheel that can; what is behind it starts anew.
            loop {
                let Some(wheel) = wheels.pop() else { return Ok(()) };
                if let Some(next) = self.next(self.places[wheels.len()], wheel, &wheels) {
                    wheels.push(next);
                    break;
                }
            }
        }
    }

    fn first(&self, place: Place, wheels: &[Wheel]) -> Option<Wheel> {
        match place {
            Place::Component(i) => self.solution_from(i, 0, self.left(wheels)),
            Place::Box { b, solution, .. } => {
                let Wheel::Solution { parts, .. } = &wheels[solution] else { return None };
                Some(Wheel::Cells((0..parts[b.index()]).collect()))
            }
            Place::Background => {
                let count = if self.fits.is_some() { self.left(wheels) as u32 } else { 0 };
                Some(Wheel::Cells((0..count).collect()))
            }
        }
    }

    fn next(&self, place: Place, wheel: Wheel, wheels: &[Wheel]) -> Option<Wheel> {
        let background = self.analysis.reduced.background.len() as u32;
        match (place, wheel) {
            (Place::Component(i), Wheel::Solution { cursor, mines, mut parts, left }) => {
                match self.solutions[i].next(cursor) {
                    Some(cursor) => {
                        self.solutions[i].parts(&cursor, &mut parts);
                        Some(Wheel::Solution { cursor, mines, parts, left })
                    }
                    None => self.solution_from(i, mines + 1, self.left(wheels)),
                }
            }
            (Place::Box { i, b, .. }, Wheel::Cells(cells)) => {
                next_choice(cells, self.analysis.reduced.parts[i].component.size(b)).map(Wheel::Cells)
            }
            (Place::Background, Wheel::Cells(cells)) => {
                let more = cells.len() as u32 + 1;
                let next = next_choice(cells, background);
                // Without a total go on with one cell more.
                let larger = || (self.fits.is_none() && more <= background).then(|| (0..more).collect());
                next.or_else(larger).map(Wheel::Cells)
            }
            _ => None,
        }
    }

    /// The mines that the chain so far leaves; 0 without a total, where nobody asks.
    fn left(&self, wheels: &[Wheel]) -> u64 {
        let last = wheels.iter().rev().find_map(|wheel| match wheel {
            Wheel::Solution { left, .. } => Some(*left),
            Wheel::Cells(_) => None,
        });
        last.unwrap_or_else(|| self.analysis.reduced.mines_left().flatten().unwrap_or(0))
    }

    /// The first solution of component `i` with at least `from` mines that leaves a number of
    /// mines which the rest of the chain can hold.
    fn solution_from(&self, i: usize, from: u64, left: u64) -> Option<Wheel> {
        let mines = self.solutions[i].mines().into_iter().filter(|&mines| mines >= from).find(|&mines| {
            self.fits
                .as_ref()
                .is_none_or(|fits| left.checked_sub(mines).is_some_and(|rest| fits[i + 1].bit(rest)))
        })?;
        let cursor = self.solutions[i].first(mines)?;
        let mut parts = vec![0; self.analysis.reduced.parts[i].component.box_count()];
        self.solutions[i].parts(&cursor, &mut parts);
        Some(Wheel::Solution { cursor, mines, parts, left: left.saturating_sub(mines) })
    }

    fn placement(&self, wheels: &[Wheel]) -> Vec<CellId> {
        let reduced = &self.analysis.reduced;
        let mut mines = self.sure.clone();
        for (place, wheel) in self.places.iter().zip(wheels) {
            let Wheel::Cells(chosen) = wheel else { continue };
            let cells = match *place {
                Place::Box { i, b, .. } => reduced.parts[i].box_cells(b),
                _ => &reduced.background[..],
            };
            mines.extend(chosen.iter().map(|&at| cells[at as usize]));
        }
        mines.sort_unstable();
        mines
    }
}

/// The next choice of as many of `n` things, in lexicographic order.
pub(super) fn next_choice(mut chosen: Vec<u32>, n: u32) -> Option<Vec<u32>> {
    let k = chosen.len();
    let at = (0..k).rev().find(|&at| chosen[at] + ((k - at) as u32) < n)?;
    chosen[at] += 1;
    for i in at + 1..k {
        chosen[i] = chosen[i - 1] + 1;
    }
    Some(chosen)
}

#[cfg(test)]
mod tests {
    use super::next_choice;

    #[test]
    fn choices_come_in_order_and_end() {
        let mut all = vec![vec![0, 1]];
        while let Some(next) = next_choice(all[all.len() - 1].clone(), 4) {
            all.push(next);
        }
        assert_eq!(all, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(next_choice(vec![], 4), None);
    }
}
