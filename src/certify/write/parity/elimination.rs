//! Variables that only a few numbers see are eliminated, with a clause for all that they forbid.
//!
//! # Theory
//! The relations of a variable are joined, and whatever cannot be completed by either value of the
//! variable gets a clause: its hints are a clause for each value. So one variable after the other
//! goes, until all relations that are left are affine. What becomes known of the others goes back:
//! the relation that was made of a joint one lies within the joint relation of the next of its
//! variables to be eliminated, so a fact is brought from relation to relation to the variable that
//! is asked for.
//! # Cost
//! Variables go in the order of the size of their joint relation and of the new pairs it makes, but
//! those of wide affine relations last: these are what is aimed at. A joint relation has at most
//! 256 members.
//! # References
//! R. Dechter, *Bucket elimination: a unifying framework for reasoning*, Artificial Intelligence
//! 113 (1999).

use std::collections::BTreeSet;

use super::super::search::{Derivation, Variable};
use super::relation::{ARITY, Relation};
use super::window::Lemma;
use crate::budget::{Answer, Budget};

/// Joint relations of so many variables are made even where nothing needs them: wires vanish.
const WIRE: usize = 3;

/// Where a variable is in the queue: whether it is in a wide affine relation, the size of its joint
/// relation, the pairs that it would make, and itself.
type Key = (bool, usize, usize, Variable);

/// A variable that was eliminated, and its joint relation.
struct Bucket {
    variable: Variable,
    joint: Relation,
    rest: Vec<Variable>,
}

/// Relations, some of whose variables were eliminated.
pub struct Elimination {
    /// Those that are left, and whether they are affine; emptied where they were joined.
    relations: Vec<Option<(Relation, bool)>>,
    /// For each variable the relations that it is in.
    seen: Vec<Vec<usize>>,
    queue: BTreeSet<Key>,
    keys: Vec<Option<Key>>,
    /// How many relations are not affine.
    crooked: usize,
    buckets: Vec<Bucket>,
    /// In which bucket a variable was eliminated.
    bucket_of: Vec<Option<usize>>,
    /// The empty clause, if it was met.
    pub contradiction: Option<Lemma>,
}

impl Elimination {
    /// Begins with these relations over variables below `variables`.
    pub fn new(variables: usize, relations: Vec<Relation>, notes: &mut Derivation) -> Self {
        let mut elimination = Elimination {
            relations: Vec::new(),
            seen: vec![Vec::new(); variables],
            queue: BTreeSet::new(),
            keys: vec![None; variables],
            crooked: 0,
            buckets: Vec::new(),
            bucket_of: vec![None; variables],
            contradiction: None,
        };
        let scope: BTreeSet<Variable> =
            relations.iter().flat_map(|relation| relation.scope.iter().copied()).collect();
        for relation in relations {
            elimination.push(relation, notes);
        }
        for variable in scope {
            elimination.rank(variable);
        }
        elimination
    }

    /// Eliminates until all relations are affine, or the empty clause is met; `false` if variables
    /// are tied too closely for that.
    pub fn run(&mut self, notes: &mut Derivation, budget: &Budget) -> Answer<bool> {
        while self.contradiction.is_none() {
            budget.check()?;
            let Some(&key) = self.queue.first() else { break };
            if self.crooked == 0 && key.1 > WIRE {
                break;
            }
            self.queue.remove(&key);
            self.keys[key.3.index()] = None;
            if !self.eliminate(key.3, notes) {
                return Ok(false);
            }
        }
        Ok(self.crooked == 0 || self.contradiction.is_some())
    }

    /// The relations that are left.
    pub fn left(&self) -> impl Iterator<Item = &Relation> {
        self.relations.iter().flatten().map(|(relation, _)| relation)
    }

    /// The buckets that lead from a variable that was eliminated to the last one, whose other
    /// variables were not; none for a variable that was not eliminated.
    pub fn way(&self, variable: Variable) -> Vec<usize> {
        let mut way = Vec::new();
        let mut next = self.bucket_of[variable.index()];
        while let Some(bucket) = next {
            way.push(bucket);
            let rest = &self.buckets[bucket].rest;
            next = rest.iter().filter_map(|other| self.bucket_of[other.index()]).min();
        }
        way
    }

    /// The variables of a bucket but the one that was eliminated.
    pub fn rest(&self, bucket: usize) -> &[Variable] {
        &self.buckets[bucket].rest
    }

    /// What the first variable of a way can be if this is known at its end.
    pub fn back(&self, way: &[usize], known: &[Lemma], notes: &mut Derivation) -> Option<Relation> {
        let mut facts = known.to_vec();
        let mut last = None;
        for &bucket in way.iter().rev() {
            let Bucket { variable, joint, rest } = &self.buckets[bucket];
            if let Some(whole) = last {
                facts = Relation::onto(&whole, rest, notes)?.lemmas;
            }
            let whole = joint.with(&facts);
            if bucket == way[0] {
                return whole.onto(&[*variable], notes);
            }
            last = Some(whole);
        }
        None
    }

    fn push(&mut self, relation: Relation, notes: &mut Derivation) {
        if relation.is_empty() && self.contradiction.is_none() {
            let nothing = relation.onto(&[], notes);
            self.contradiction = nothing.and_then(|nothing| nothing.lemmas.first().cloned());
        }
        let affine = relation.is_affine();
        self.crooked += usize::from(!affine);
        for variable in &relation.scope {
            self.seen[variable.index()].push(self.relations.len());
        }
        self.relations.push(Some((relation, affine)));
    }

    fn eliminate(&mut self, variable: Variable, notes: &mut Derivation) -> bool {
        let mut joined = Vec::new();
        for at in std::mem::take(&mut self.seen[variable.index()]) {
            let Some((relation, affine)) = self.relations[at].take() else { continue };
            self.crooked -= usize::from(!affine);
            for other in relation.scope.iter().filter(|&&other| other != variable) {
                self.seen[other.index()].retain(|&seen| seen != at);
            }
            joined.push(relation);
        }
        let joint = Relation::join(&joined);
        let Some(made) = joint.without(variable, notes) else { return false };
        let rest = made.scope.clone();
        self.bucket_of[variable.index()] = Some(self.buckets.len());
        self.push(made, notes);
        for &other in &rest {
            self.rank(other);
        }
        self.buckets.push(Bucket { variable, joint, rest });
        true
    }

    fn relations_of(&self, variable: Variable) -> impl Iterator<Item = &(Relation, bool)> {
        self.seen[variable.index()].iter().filter_map(|&at| self.relations[at].as_ref())
    }

    /// The other variables of all relations of a variable; `None` if they are too many.
    fn others(&self, variable: Variable) -> Option<Vec<Variable>> {
        let mut others: Vec<Variable> = Vec::new();
        for &other in self.relations_of(variable).flat_map(|(relation, _)| &relation.scope) {
            if other != variable && !others.contains(&other) {
                others.push(other);
            }
            if others.len() >= ARITY {
                return None;
            }
        }
        Some(others)
    }

    /// Puts a variable in its place in the queue, if it can be eliminated.
    fn rank(&mut self, variable: Variable) {
        if let Some(key) = self.keys[variable.index()].take() {
            self.queue.remove(&key);
        }
        let Some(others) = self.others(variable) else { return };
        let meet = |x, y| self.relations_of(x).any(|(relation, _)| relation.scope.binary_search(y).is_ok());
        let pairs = others.iter().enumerate().flat_map(|(i, &x)| others[..i].iter().map(move |y| (x, y)));
        let new = pairs.filter(|&(x, y)| !meet(x, y)).count();
        let wide = self.relations_of(variable).any(|(relation, affine)| *affine && relation.scope.len() > 2);
        let key = (wide, others.len() + 1, new, variable);
        self.keys[variable.index()] = Some(key);
        self.queue.insert(key);
    }
}
