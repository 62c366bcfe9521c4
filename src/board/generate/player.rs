//! A player of simple logic.
//!
//! # Theory
//! For an open number let `unknown` be its covered neighbours not yet found mined and `rest` the
//! mines still among them. The player knows three rules:
//! - `rest` = 0: all unknown are free; a zero opens its neighbours by this rule.
//! - `rest` = |unknown|: all unknown are mined.
//! - If the unknown of one number are a subset of another's, the difference of the rests lies in
//!   the difference of the sets, which may be all free or all mined.
//!
//! It knows nothing of the total. A conclusion, once possible, stays possible whatever is found in
//! between, so the order of the rules does not matter and the fixed point is unique.
//! # Cost
//! A number is looked at again only when its unknown cells change, each time against the numbers
//! that share one of them.

use super::dice::Dice;
use super::position::count_mines;
use crate::board::{CellId, Topology};
use crate::budget::Answer;

pub(super) struct Player<'a> {
    topology: &'a Topology,
    mined: &'a [bool],
    state: Vec<State>,
    /// Numbers to look at.
    agenda: Vec<CellId>,
    on_agenda: Vec<bool>,
}

#[derive(Clone, Copy)]
enum State {
    Covered,
    FoundMined,
    Open {
        number: u32,
        /// How many guesses had been made.
        guesses: u32,
    },
}

/// An open number as the rules see it.
struct View {
    rest: usize,
    /// Ascending.
    unknown: Vec<CellId>,
}

impl<'a> Player<'a> {
    pub fn new(topology: &'a Topology, mined: &'a [bool]) -> Self {
        let cells = mined.len();
        let state = vec![State::Covered; cells];
        Player { topology, mined, state, agenda: Vec::new(), on_agenda: vec![false; cells] }
    }

    pub fn is_open(&self, cell: CellId) -> bool {
        matches!(self.state[cell.index()], State::Open { .. })
    }

    /// The cells that were opened when at most `limit` guesses had been made.
    pub fn opened_within(&self, limit: u32) -> Vec<bool> {
        let open = |state: &State| matches!(*state, State::Open { guesses, .. } if guesses <= limit);
        self.state.iter().map(open).collect()
    }

    /// Opens a free cell.
    pub fn open(&mut self, cell: CellId, guesses: u32) {
        debug_assert!(!self.mined[cell.index()], "simple logic is sound and guesses are safe");
        if !self.is_open(cell) {
            let number = count_mines(self.topology, self.mined, cell);
            self.settle(cell, State::Open { number, guesses });
            self.remember(cell);
        }
    }

    /// Applies the rules until nothing follows any more.
    pub fn deduce(&mut self, guesses: u32, dice: &Dice) -> Answer<()> {
        for step in 1.. {
            dice.check(step)?;
            let Some(cell) = self.agenda.pop() else { break };
            self.on_agenda[cell.index()] = false;
            let view = self.view(cell);
            if !view.unknown.is_empty() && !self.conclude(&view.unknown, view.rest, guesses) {
                self.compare(cell, &view, guesses);
            }
        }
        Ok(())
    }

    fn view(&self, cell: CellId) -> View {
        let State::Open { number, .. } = self.state[cell.index()] else {
            unreachable!("only open cells are looked at")
        };
        let mut view = View { rest: number as usize, unknown: Vec::with_capacity(8) };
        self.topology.for_each_neighbour(cell, |other| match self.state[other.index()] {
            State::Covered => view.unknown.push(other),
            State::FoundMined => view.rest -= 1,
            State::Open { .. } => {}
        });
        view
    }

    /// Settles cells among which there are `rest` mines, if that is none or all of them.
    fn conclude(&mut self, cells: &[CellId], rest: usize, guesses: u32) -> bool {
        if rest == 0 {
            for &cell in cells {
                self.open(cell, guesses);
            }
        } else if rest == cells.len() {
            for &cell in cells {
                self.settle(cell, State::FoundMined);
            }
        }
        rest == 0 || rest == cells.len()
    }

    /// The third rule, between one number and all that share an unknown cell with it.
    fn compare(&mut self, cell: CellId, view: &View, guesses: u32) {
        let mut others = Vec::new();
        for &shared in &view.unknown {
            self.topology.for_each_neighbour(shared, |other| {
                if other != cell && self.is_open(other) {
                    others.push(other);
                }
            });
        }
        others.sort_unstable();
        others.dedup();
        for other in others {
            let theirs = self.view(other);
            let (inner, outer) =
                if view.unknown.len() <= theirs.unknown.len() { (view, &theirs) } else { (&theirs, view) };
            if let Some(difference) = difference(&outer.unknown, &inner.unknown)
                && !difference.is_empty()
                && self.conclude(&difference, outer.rest - inner.rest, guesses)
            {
                // What was read is out of date, and other pairs may still tell something.
                self.remember(cell);
                return;
            }
        }
    }

    fn settle(&mut self, cell: CellId, state: State) {
        self.state[cell.index()] = state;
        let topology = self.topology;
        topology.for_each_neighbour(cell, |other| {
            if self.is_open(other) {
                self.remember(other);
            }
        });
    }

    fn remember(&mut self, cell: CellId) {
        if !self.on_agenda[cell.index()] {
            self.on_agenda[cell.index()] = true;
            self.agenda.push(cell);
        }
    }
}

/// What `outer` has beyond `inner`, or `None` if `inner` is not a subset. Both are ascending.
fn difference(outer: &[CellId], inner: &[CellId]) -> Option<Vec<CellId>> {
    let mut inner = inner.iter().peekable();
    let beyond = outer.iter().filter(|cell| inner.next_if_eq(cell).is_none()).copied().collect();
    inner.peek().is_none().then_some(beyond)
}
