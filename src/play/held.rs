//! What the published program makes of a cell, exactly: `published` in fractions.
//!
//! # Theory
//! Sets are formed of cells that are not sure: those that see the same numbers. Sure mines around a
//! cell add to what it shows, sure free cells count nowhere, and a cell that is sure itself is in no
//! set. The program never asks for more than that: it opens what is free first.
//!
//! # Cost
//! One analysis for each number that a cell can show; cells that split the same sets alike share it.

use std::collections::HashMap;
use std::sync::Arc;

use super::Prospects;
use super::published::{BACKGROUND, Sets, Share};
use crate::algebra::Fraction;
use crate::analysis::{Analysis, EngineChoice};
use crate::board::{Board, CellId, Label};
use crate::budget::Answer;

/// s, e and u of a cell as the published program holds them, over all placements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The chance that some cell is then held to be surely free.
    pub s: Fraction,
    /// How many are, on average.
    pub e: Fraction,
    /// The chance held to survive this move and the next.
    pub u: Fraction,
}

/// The sets of a position, and what was found of its cells.
pub(super) struct Holdings {
    sets: Sets,
    /// Per cell: its set, if it is covered and not sure.
    names: Vec<Option<u32>>,
    found: HashMap<Vec<u32>, Arc<Held>>,
}

impl Holdings {
    fn of(board: &Board, chances: &[(CellId, Fraction)]) -> Self {
        let mut names = vec![None; board.len()];
        let mut sets: HashMap<Vec<u32>, (u32, u32)> = HashMap::new();
        // Ascending, so that the first cell of a set names it.
        for (cell, _) in chances.iter().filter(|(_, chance)| !chance.is_zero() && !chance.is_one()) {
            let mut seen = Vec::new();
            board.topology().for_each_neighbour(*cell, |near| {
                if matches!(board.label(near), Label::Number(_)) {
                    seen.push(near.0);
                }
            });
            seen.sort_unstable();
            let first = if seen.is_empty() { BACKGROUND } else { cell.0 + 1 };
            let (name, size) = sets.entry(seen).or_insert((first, 0));
            *size += 1;
            names[cell.index()] = Some(*name);
        }
        Holdings { sets: Sets::new(sets.into_values()), names, found: HashMap::new() }
    }
}

impl Prospects<'_> {
    /// What the published program makes of a covered cell.
    pub fn held(&mut self, cell: CellId) -> Answer<Arc<Held>> {
        let mut holdings = self.holdings.take().unwrap_or_else(|| Holdings::of(self.board, &self.chances));
        let found = self.held_by(&mut holdings, cell);
        self.ahead.set_label(cell, Label::Covered);
        self.holdings = Some(holdings);
        found
    }

    fn held_by(&mut self, holdings: &mut Holdings, cell: CellId) -> Answer<Arc<Held>> {
        let (known, near) = self.around(cell);
        let names = &holdings.names;
        let own = names[cell.index()];
        // Sure cells have no set, but mines among them add to the number.
        let mut kind: Vec<u32> = near.iter().filter_map(|near| names[near.index()]).collect();
        let shares = holdings.sets.split(own, kind.iter().copied());
        kind.sort_unstable();
        kind.push(own.unwrap_or(u32::MAX));
        if let Some(found) = holdings.found.get(&kind).filter(|_| own.is_some()) {
            return Ok(Arc::clone(found));
        }
        let (mut s, mut e, mut u) = (Fraction::zero(), Fraction::zero(), Fraction::zero());
        for number in known..=known + near.len() as u32 {
            self.budget.check()?;
            self.ahead.set_label(cell, Label::Number(number));
            let mut analysis = Analysis::new(&self.ahead, EngineChoice::Auto, &self.budget)?;
            analysis.sharpen()?;
            let Some(after) = analysis.probabilities()? else { continue };
            let share = Fraction::new(after.count, self.placements.clone());
            let chances = after.cells.iter().filter(|(cell, _)| names[cell.index()].is_some());
            let chances = chances.map(|(cell, chance)| {
                let place = shares.iter().position(|share| Some(share.set) == names[cell.index()]);
                (place, near.contains(cell), chance)
            });
            let (free, risk) = weigh(&shares, &chances.collect::<Vec<_>>());
            if free > 0 {
                s = s.plus(&share);
            }
            e = e.plus(&share.times(&Fraction::new(free.into(), 1u32.into())));
            u = u.plus(&share.times(&risk.complement()));
        }
        let found = Arc::new(Held { s, e, u });
        holdings.found.insert(kind, Arc::clone(&found));
        Ok(found)
    }
}

/// How many cells are held to be surely free, and the least chance of a mine: of all cells in sets,
/// with the share that each is in, whether it is beside the cell, and its chance.
fn weigh(shares: &[Share], chances: &[(Option<usize>, bool, &Fraction)]) -> (u32, Fraction) {
    let (mut free, mut is_some_free) = (0, false);
    let mut least = Fraction::new(1u32.into(), 1u32.into());
    let mut add = |chance: Option<&Fraction>, size: u32, held: u32| match chance {
        // Nothing in it can be mined, perhaps because there is nothing in it.
        None => (free, is_some_free) = (free + held, true),
        Some(chance) if chance.is_zero() => (free, is_some_free) = (free + held, true),
        Some(chance) if held > 0 => {
            let chance = chance.times(&Fraction::new(size.into(), held.into()));
            if chance < least {
                least = chance;
            }
        }
        Some(_) => {}
    };
    for (_, _, chance) in chances.iter().filter(|(place, ..)| place.is_none()) {
        add(Some(chance), 1, 1);
    }
    for (i, share) in shares.iter().enumerate() {
        for (is_beside, size, held) in
            [(true, share.beside, share.held_beside), (false, share.far, share.held_far)]
        {
            if size > 0 || held > 0 {
                let mut alike =
                    chances.iter().filter(|(at, beside, _)| (*at, *beside) == (Some(i), is_beside));
                add(alike.next().map(|(_, _, chance)| *chance), size, held);
            }
        }
    }
    (free, if is_some_free { Fraction::zero() } else { least })
}
