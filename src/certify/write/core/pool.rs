//! Clauses without repetition, and what two of them say together.
//!
//! # Theory
//! Once cells that decide each other share a variable, the clauses of a number say the same many
//! times over, or (A or x) and (A or not x), which together are A: two cells of opposite values are
//! one mine, whichever it is. Doing this for as long as there are such pairs gives the clauses that
//! the number has without those two cells.
//! # Cost
//! One look into a table for each literal of each clause. Whether a clause is implied by a shorter
//! one is only asked where the shorter has two literals, or one less.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::super::search::{Literal, Origin, Search};
use super::links::{Edge, Link};
use crate::budget::{Answer, Budget};
use crate::reduce::classes::Mixer;

/// Clauses between two looks at the budget.
const PACE: usize = 1 << 12;

/// A clause with its literals in order, and what the proof calls it.
pub type Clause = (Vec<Literal>, Origin);

/// Clauses that differ.
#[derive(Debug, Default)]
pub struct Pool {
    clauses: Vec<Clause>,
    places: HashMap<Vec<Literal>, usize, BuildHasherDefault<Mixer>>,
    literals: usize,
}

impl Pool {
    /// Whether a clause is there.
    pub fn has(&self, clause: &[Literal]) -> bool {
        self.places.contains_key(clause)
    }

    /// Adds a clause that is not there yet.
    pub fn push(&mut self, clause: Vec<Literal>, origin: Origin) {
        self.literals += clause.len();
        self.places.insert(clause.clone(), self.clauses.len());
        self.clauses.push((clause, origin));
    }

    /// Adds what pairs of clauses say that differ in the sign of one literal, and leaves out what
    /// follows from a shorter clause.
    pub fn merge(mut self, search: &mut Search, budget: &Budget) -> Answer<Vec<Clause>> {
        let mut i = 0;
        while i < self.clauses.len() {
            if i.is_multiple_of(PACE) {
                budget.check()?;
            }
            let mut key = self.clauses[i].0.clone();
            for at in 0..if key.len() > 1 { key.len() } else { 0 } {
                key[at] = !key[at];
                let other = self.places.get(&key).copied();
                key[at] = !key[at];
                let Some(other) = other.filter(|&other| other < i) else { continue };
                let mut both = key.clone();
                both.remove(at);
                if !self.has(&both) {
                    let origin = search.derive(&both, &[self.clauses[i].1, self.clauses[other].1]);
                    self.push(both, origin);
                }
            }
            i += 1;
        }
        let places = &self.places;
        let is_implied = |clause: &Vec<Literal>| {
            let mut part = Vec::with_capacity(clause.len());
            let shorter = (0..clause.len()).any(|at| {
                part.clear();
                part.extend(clause.iter().enumerate().filter(|&(i, _)| i != at).map(|(_, &l)| l));
                places.contains_key(&part)
            });
            shorter
                || clause.iter().enumerate().any(|(i, &a)| {
                    clause[i + 1..].iter().any(|&b| clause.len() > 3 && places.contains_key(&[a, b][..]))
                })
        };
        let kept: Vec<bool> = self.clauses.iter().map(|(clause, _)| !is_implied(clause)).collect();
        let kept = self.clauses.into_iter().zip(kept).filter(|(_, kept)| *kept);
        Ok(kept.map(|(clause, _)| clause).collect())
    }

    /// How much memory it takes, more or less.
    pub fn bytes(&self) -> u64 {
        // Each clause is there twice, in a vector and a table.
        (8 * self.literals + 160 * self.clauses.len()) as u64
    }
}

/// The pairs of these clauses of two literals that make one variable the other or its opposite.
pub fn edges(mut binaries: Vec<([Literal; 2], Origin)>) -> Vec<Edge> {
    for (clause, _) in &mut binaries {
        clause.sort_unstable();
    }
    binaries.sort_by_key(|(clause, _)| *clause);
    binaries.dedup_by_key(|(clause, _)| *clause);
    let find = |clause: [Literal; 2]| {
        let place = binaries.binary_search_by_key(&clause, |(clause, _)| *clause);
        place.ok().map(|place| binaries[place].1)
    };
    let mut edges = Vec::new();
    for &([a, b], origin) in &binaries {
        // Each pair once: from the clause in which the first variable is positive.
        if a.wanted()
            && let Some(other) = find([!a, !b])
        {
            edges.push(Edge { variable: a.variable(), link: Link { to: !b, if_so: other, if_not: origin } });
        }
    }
    edges
}
