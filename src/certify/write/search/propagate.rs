//! Unit propagation with two watched literals, and the trail.

use super::literal::Literal;
use super::store::Watch;
use super::{Conflict, Reason, Search};

impl Search {
    /// Makes a literal true. Without any decision it becomes a unit clause of its own.
    pub(super) fn assign(&mut self, literal: Literal, reason: Reason) {
        let variable = literal.variable().index();
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
        self.levels[variable] = self.level();
        self.reasons[variable] = reason;
        self.places[variable] = self.trail.len() as u32;
        self.trail.push(literal);
        self.effort += 1;
        if let Some(tally) = &mut self.tally {
            tally.count(literal);
        }
        if self.limits.is_empty()
            && self.recording
            && let Reason::Clause(id) = reason
        {
            let origin = self.store.origin(id);
            let literals = self.store.literals(id);
            let unit = if literals.len() == 1 {
                origin
            } else {
                let others = literals.iter().filter(|&&other| other != literal);
                let units = others.filter_map(|other| self.units[other.variable().index()]);
                self.derivation.push([literal], units.chain([origin]))
            };
            self.units[variable] = Some(unit);
        }
    }

    /// Gives every value that follows; the conflict if there is one.
    pub(super) fn propagate(&mut self) -> Option<Conflict> {
        loop {
            while self.propagated < self.trail.len() {
                let literal = self.trail[self.propagated];
                self.propagated += 1;
                if let Some(conflict) = self.visit_watches(!literal) {
                    return Some(conflict);
                }
            }
            if let Some(conflict) = self.propagate_tally() {
                return Some(conflict);
            }
            if self.propagated == self.trail.len() {
                return None;
            }
        }
    }

    /// Looks at the clauses that watch a literal which has become false.
    fn visit_watches(&mut self, gone: Literal) -> Option<Conflict> {
        let mut list = std::mem::take(&mut self.store.watches[gone.index()]);
        let (mut kept, mut i, mut conflict) = (0, 0, None);
        while i < list.len() {
            let watch = list[i];
            i += 1;
            if self.value(watch.blocker) == 1 {
                list[kept] = watch;
                kept += 1;
                continue;
            }
            if self.store.is_forgotten(watch.clause) {
                continue;
            }
            let values = &self.values;
            let literals = self.store.literals_mut(watch.clause);
            if literals[0] == gone {
                literals.swap(0, 1);
            }
            let first = literals[0];
            list[kept] = Watch { clause: watch.clause, blocker: first };
            if values[first.index()] == 1 {
                kept += 1;
                continue;
            }
            let other = (2..literals.len()).find(|&k| values[literals[k].index()] != -1);
            if let Some(k) = other {
                literals.swap(1, k);
                let now = literals[1];
                self.store.watches[now.index()].push(Watch { clause: watch.clause, blocker: first });
                continue;
            }
            kept += 1;
            if values[first.index()] == -1 {
                conflict = Some(Conflict::Clause(watch.clause));
                break;
            }
            self.assign(first, Reason::Clause(watch.clause));
        }
        list.copy_within(i.., kept);
        list.truncate(kept + list.len() - i);
        self.store.watches[gone.index()] = list;
        conflict
    }

    /// Takes back all decisions after the first `level`.
    pub(super) fn backtrack(&mut self, level: u32) {
        let Some(&limit) = self.limits.get(level as usize) else { return };
        for i in (limit..self.trail.len()).rev() {
            let literal = self.trail[i];
            let variable = literal.variable();
            self.values[literal.index()] = 0;
            self.values[(!literal).index()] = 0;
            self.phases[variable.index()] = literal.wanted();
            if let Some(tally) = &mut self.tally {
                tally.take_back(literal);
            }
            if self.in_scope[variable.index()] {
                self.queue.insert(variable);
            }
        }
        self.trail.truncate(limit);
        self.limits.truncate(level as usize);
        self.propagated = limit;
    }

    /// Forgets learnt clauses that have not proved useful.
    pub(super) fn forget(&mut self) {
        let (reasons, values) = (&self.reasons, &self.values);
        self.store.reduce(|store, id| {
            store.literals(id).iter().take(2).any(|literal| {
                values[literal.index()] == 1 && reasons[literal.variable().index()] == Reason::Clause(id)
            })
        });
    }
}
