//! What a conflict teaches.
//!
//! # Theory
//! Bounds that hold cannot all hold. Each came from others or was tried. The latest is replaced by
//! its reasons again and again, until only one is left of the latest choice. Those that remain
//! cannot all hold either, whatever else is chosen: a no-good. It says more than the choices
//! themselves, since the search goes back past all that it does not mention, and there the one
//! bound must be the opposite. What follows from the others is left away. Where a bound that was
//! asked for cannot hold, going on until only what was tried is left tells which of the others are
//! to blame.
//!
//! A side may be needed at two bounds; the stronger one stands for both.
//!
//! # Cost
//! Linear in the reasons of the latest choice.
//!
//! # References
//! L. Zhang, C. Madigan, M. Moskewicz, S. Malik, *Efficient conflict driven learning in a Boolean
//! satisfiability solver*, ICCAD 2001. T. Achterberg, *Conflict analysis in mixed integer
//! programming*, Discrete Optimization 4 (2007).

use std::collections::BinaryHeap;

use crate::budget::Answer;

use super::learner::Learner;
use super::trail::{Bound, Reason};

impl Learner {
    /// Turns bounds that cannot all hold into a no-good and goes back to where it says something.
    pub(super) fn learn(&mut self, conflict: &[Bound]) -> Answer<()> {
        let latest = conflict.iter().filter_map(|&bound| self.trail.position(bound)).max();
        let Some(latest) = latest else {
            self.alive = false;
            return Ok(());
        };
        self.back_to(self.trail.level_of(latest));
        let asserted = self.resolve(conflict);
        // A side that was replaced and needed again is noted twice.
        self.noted.sort_unstable();
        self.noted.dedup();
        let mut kept: Vec<(usize, Bound)> = Vec::new();
        for &side in &self.noted {
            if let Some((at, position)) = self.needed[side as usize]
                && side != asserted.side
                && !self.is_implied(position)
            {
                kept.push((position, Bound { side, at }.opposite()));
            }
        }
        for side in self.noted.drain(..) {
            self.needed[side as usize] = None;
        }
        kept.sort_unstable_by_key(|kept| std::cmp::Reverse(kept.0));
        let mut levels: Vec<usize> = kept.iter().map(|kept| self.trail.level_of(kept.0)).collect();
        let back = levels.first().copied().unwrap_or(0);
        levels.dedup();
        let asserted = asserted.opposite();
        self.back_to(back);
        let reason = if kept.is_empty() {
            Reason::Choice
        } else {
            let bounds = std::iter::once(asserted).chain(kept.into_iter().map(|kept| kept.1)).collect();
            let place = self.nogoods.push(bounds, levels.len() as u32 + 1);
            self.lease.resize(self.bytes())?;
            Reason::Nogood(place)
        };
        self.trail.push(asserted, reason);
        Ok(())
    }

    /// Replaces bounds by their reasons until one is left of the last choice; that one.
    fn resolve(&mut self, conflict: &[Bound]) -> Bound {
        let mut reasons = conflict.to_vec();
        let mut position = self.trail.entries().len();
        let level = self.trail.level();
        let mut open = 0;
        loop {
            for bound in reasons.drain(..) {
                let Some(at) = self.trail.position(bound) else { continue };
                let needed = &mut self.needed[bound.side as usize];
                if needed.is_some_and(|needed| needed.0 >= bound.at) {
                    continue;
                }
                if let Some((_, old)) = needed.replace((bound.at, at)) {
                    open -= usize::from(self.trail.level_of(old) == level);
                } else {
                    self.noted.push(bound.side);
                }
                open += usize::from(self.trail.level_of(at) == level);
                let (low, high) = self.trail.ends(bound.variable());
                self.focus.bump(bound.variable(), low < high);
            }
            let side = loop {
                position -= 1;
                let side = self.trail.entries()[position].bound.side;
                if self.needed[side as usize].is_some_and(|needed| needed.1 == position) {
                    break side;
                }
            };
            if open == 1 {
                let at = self.needed[side as usize].map_or(0, |needed| needed.0);
                return Bound { side, at };
            }
            open -= 1;
            self.needed[side as usize] = None;
            self.explain(position, &mut reasons);
        }
    }

    /// A bound that was asked for and cannot hold, and those of the others from which that follows.
    pub(super) fn blame(&mut self, failed: Bound) -> Vec<Bound> {
        let mut blamed = vec![failed];
        let mut reasons = vec![failed.opposite()];
        let mut due = BinaryHeap::new();
        loop {
            due.extend(reasons.drain(..).filter_map(|bound| self.trail.position(bound)));
            let Some(position) = due.pop() else { return blamed };
            while due.peek() == Some(&position) {
                due.pop();
            }
            let entry = self.trail.entries()[position];
            if entry.reason == Reason::Choice {
                blamed.push(entry.bound);
            }
            self.explain(position, &mut reasons);
        }
    }

    /// Whether the reasons of an entry are needed themselves, which makes it needless.
    fn is_implied(&self, position: usize) -> bool {
        let mut reasons = Vec::new();
        if self.trail.entries()[position].reason == Reason::Choice {
            return false;
        }
        self.explain(position, &mut reasons);
        reasons.iter().all(|&bound| {
            // What is needed must come from the same entry: that keeps reasons before conclusions.
            let needed = self.needed[bound.side as usize];
            let is_needed = |at| needed.is_some_and(|needed| needed.1 == at && needed.0 >= bound.at);
            self.trail.position(bound).is_none_or(is_needed)
        })
    }

    fn explain(&self, position: usize, reasons: &mut Vec<Bound>) {
        match self.trail.entries()[position].reason {
            Reason::Choice => {}
            Reason::Sum(place) => self.trail.explain(position, place, reasons),
            Reason::Nogood(place) => self.nogoods.explain(place, reasons),
        }
    }
}
