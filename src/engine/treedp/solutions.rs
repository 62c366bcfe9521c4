//! Solutions one by one, without dead ends.
//!
//! # Theory
//! The tables of the way forth hold exactly the states that some choice of the boxes before
//! reaches. Walking back from a final state, every branch whose origin is in the table before
//! leads to at least one solution, so each is found without ever failing.
//!
//! # Cost
//! One binary search a box and branch.

use crate::algebra::Truth;
use crate::budget::{Answer, Budget, StopReason};
use crate::reduce::Component;

use super::Plan;
use super::key::{Key, Slot, Wide};
use super::layout::Layout;
use super::program::{Program, Step, Tracked};
use super::table::Table;
use super::walk::{Fixed, walk_keeping};
use super::{impossible, with_key};

/// All solutions of a component, grouped by their number of mines.
pub struct Solutions {
    walker: Box<dyn Walker>,
}

trait Walker: Send + Sync {
    fn mines(&self) -> Vec<u64>;
    fn first(&self, mines: u64) -> Option<Cursor>;
    fn next(&self, cursor: Cursor) -> Option<Cursor>;
    fn parts(&self, cursor: &Cursor, parts: &mut [u32]);
}

/// One solution: for each step the position of the state it leaves and the branch it took.
#[derive(Clone, Debug)]
pub struct Cursor {
    /// From the last step to the first: the entry after the step, and the branch taken.
    trail: Vec<(u32, u32)>,
}

impl Solutions {
    /// Prepares the solutions of a component, told apart by their number of mines.
    pub fn new(component: &Component, plan: &Plan, budget: &Budget) -> Answer<Self> {
        Solutions::prepare(component, plan, true, budget)
    }

    /// Prepares the solutions of a component where their number of mines does not matter: all of
    /// them count as having none.
    pub fn regardless_of_mines(component: &Component, plan: &Plan, budget: &Budget) -> Answer<Self> {
        Solutions::prepare(component, plan, false, budget)
    }

    fn prepare(component: &Component, plan: &Plan, by_mines: bool, budget: &Budget) -> Answer<Self> {
        if impossible(component) {
            let tracked = None;
            return Ok(Solutions {
                walker: Box::new(Forth::<u64> { steps: Program::empty(budget)?, tables: vec![], tracked }),
            });
        }
        let ops = plan.path_ops();
        let tracked = if by_mines { vec![Tracked::mines(component)] } else { Vec::new() };
        let layout = Layout::new(component, &ops, &tracked, budget)?;
        let walker: Answer<Box<dyn Walker>> = with_key!(layout.words, K => {
            let steps: Program<K> = layout.compile(component, &tracked, budget)?;
            let arithmetic = Fixed { semiring: Truth, tracked: &layout.tracked, budget };
            let tables = walk_keeping(&arithmetic, &steps, &mut 0)?;
            Ok(Box::new(Forth { steps, tables, tracked: layout.tracked.first().copied() }) as Box<dyn Walker>)
        });
        Ok(Solutions { walker: walker? })
    }

    /// The numbers of mines that solutions have, ascending.
    pub fn mines(&self) -> Vec<u64> {
        self.walker.mines()
    }

    /// The first solution with this number of mines.
    pub fn first(&self, mines: u64) -> Option<Cursor> {
        self.walker.first(mines)
    }

    /// The next solution with the same number of mines.
    pub fn next(&self, cursor: Cursor) -> Option<Cursor> {
        self.walker.next(cursor)
    }

    /// Writes the number of mines in each box.
    pub fn parts(&self, cursor: &Cursor, parts: &mut [u32]) {
        self.walker.parts(cursor, parts);
    }
}

struct Forth<K> {
    steps: Program<K>,
    tables: Vec<Table<K, bool>>,
    tracked: Option<Slot>,
}

impl<K: Key> Forth<K> {
    /// Goes back from the end of the trail to the start, taking at each step the first branch
    /// from `branch` on that is open.
    fn descend(&self, trail: &mut Vec<(u32, u32)>, mut branch: u32) -> bool {
        let last = self.steps.len() - 1;
        loop {
            let depth = trail.len();
            let Some(&(entry, _)) = trail.last() else { return false };
            let t = last + 1 - depth;
            let Step::Add(step) = &self.steps[t] else { return true };
            let goal = self.tables[t].keys[entry as usize];
            let found = (branch..step.branches.len() as u32).find_map(|i| {
                let origin = step.undo(&step.branches[i as usize], goal)?;
                self.tables[t - 1].position(&origin).map(|at| (i, at as u32))
            });
            if let Some((i, at)) = found {
                trail[depth - 1].1 = i;
                trail.push((at, 0));
                branch = 0;
            } else {
                trail.pop();
                let Some(&(_, taken)) = trail.last() else { return false };
                branch = taken + 1;
            }
        }
    }
}

impl<K: Key> Walker for Forth<K> {
    fn mines(&self) -> Vec<u64> {
        let last = self.tables.last().map_or(&[][..], |table| &table.keys);
        let mut mines: Vec<u64> =
            last.iter().map(|key| self.tracked.map_or(0, |slot| key.get(slot))).collect();
        mines.sort_unstable();
        mines
    }

    fn first(&self, mines: u64) -> Option<Cursor> {
        let key = match self.tracked {
            Some(slot) if mines >> slot.bits == 0 => K::zero().with(slot, mines),
            None if mines == 0 => K::zero(),
            _ => return None,
        };
        let entry = self.tables.last()?.position(&key)?;
        let mut trail = vec![(entry as u32, 0)];
        self.descend(&mut trail, 0).then_some(Cursor { trail })
    }

    fn next(&self, mut cursor: Cursor) -> Option<Cursor> {
        cursor.trail.pop();
        let branch = cursor.trail.last()?.1 + 1;
        self.descend(&mut cursor.trail, branch).then_some(cursor)
    }

    fn parts(&self, cursor: &Cursor, parts: &mut [u32]) {
        for (step, &(_, branch)) in self.steps.iter().rev().zip(&cursor.trail) {
            if let Step::Add(step) = step {
                parts[step.b.index()] = step.branches[branch as usize].part;
            }
        }
    }
}
