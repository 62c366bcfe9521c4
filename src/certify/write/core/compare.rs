//! What two numbers say together that are the same but for one class each.
//!
//! # Theory
//! With roots in the place of their classes a number is a sum of roots, some of them several times
//! or with a minus. If two such sums are the same but for one term each, the difference of these
//! terms is known, which excludes values of the two roots: a clause of two literals each. They
//! follow from the clauses of the two numbers alone, and `local` finds out how. Wires whose numbers
//! see several of their cells become one class in this way.
//! # Cost
//! A look into a table for each term of each number that is left, and a few small proofs.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;

use super::super::search::{Literal, Search, Variable};
use super::links::Links;
use super::local::Local;
use super::pool::Clause;
use crate::budget::{Answer, Budget};
use crate::model::Model;
use crate::reduce::classes::{Mixer, without};

/// Longer sums are not compared.
const MOST_TERMS: usize = 8;

/// What a sum takes in memory, whole or without a term.
const SUM_BYTES: u64 = 256;

/// Numbers between two looks at the budget.
const PACE: usize = 1 << 12;

/// A root and how often it counts, less what its opposite does.
type Term = (Variable, i64);

/// A term that is left out of a sum, and what all of it must sum to; and which sum.
type Rest = (Term, i64, usize);

/// Derives what differences of numbers say about two roots.
pub fn compare(
    model: &Model,
    links: &Links,
    clauses: &[Clause],
    search: &mut Search,
    budget: &Budget,
) -> Answer<Vec<Clause>> {
    let mut lease = budget.reserve(4 * (clauses.len() + search.variables()) as u64)?;
    let index = Index::new(clauses, search.variables());
    let mut sums: HashSet<(Vec<Term>, i64), BuildHasherDefault<Mixer>> = HashSet::default();
    let mut seen: HashMap<Vec<Term>, Rest, BuildHasherDefault<Mixer>> = HashMap::default();
    let mut all: Vec<Vec<Term>> = Vec::new();
    let mut found = Vec::new();
    for sum in 0..model.open.len() {
        if sum.is_multiple_of(PACE) {
            budget.check()?;
            lease.resize(lease.bytes().max(SUM_BYTES * (all.len() + seen.len()) as u64))?;
        }
        let Some((terms, rest)) = terms(model, sum, links, search) else { continue };
        if !sums.insert((terms.clone(), rest)) {
            continue;
        }
        for left_out in 0..terms.len() {
            let (same, mine, rest) = without(&terms, left_out, rest);
            match seen.entry(same) {
                Entry::Vacant(place) => {
                    place.insert((mine, rest, all.len()));
                }
                Entry::Occupied(place) => {
                    let &(its, its_rest, which) = place.get();
                    let targets = excluded(mine, its, rest - its_rest);
                    if !targets.is_empty() {
                        let mut local = Local::new(index.within(&[&terms, &all[which]]));
                        found.extend(targets.iter().filter_map(|target| local.prove(target, search)));
                    }
                }
            }
        }
        all.push(terms);
    }
    Ok(found)
}

/// The roots of a number and what they must sum to, if there are neither too few nor too many.
fn terms(model: &Model, sum: usize, links: &Links, search: &Search) -> Option<(Vec<Term>, i64)> {
    let mut rest = model.rests[sum];
    let mut terms: Vec<Term> = Vec::new();
    for &member in model.members(sum) {
        if let Some(value) = search.known(Variable(member)) {
            rest -= i64::from(value);
            continue;
        }
        let root = links.root(Variable(member).is(true));
        let weight = if root.wanted() { 1 } else { -1 };
        rest -= i64::from(!root.wanted());
        match terms.iter().position(|term| term.0 == root.variable()) {
            Some(place) => terms[place].1 += weight,
            None if terms.len() < MOST_TERMS => terms.push((root.variable(), weight)),
            None => return None,
        }
    }
    terms.retain(|term| term.1 != 0);
    terms.sort_unstable();
    (terms.len() > 2).then_some((terms, rest))
}

/// The values of two roots that are impossible if the first term less the second is `difference`,
/// each as a clause that says so.
fn excluded((x, p): Term, (y, q): Term, difference: i64) -> Vec<Vec<Literal>> {
    let mut targets = Vec::new();
    for a in [false, true] {
        for b in [false, true] {
            if (x == y && a != b) || p * i64::from(a) - q * i64::from(b) == difference {
                continue;
            }
            let mut target = vec![x.is(!a), y.is(!b)];
            target.sort_unstable();
            target.dedup();
            targets.push(target);
        }
    }
    targets
}

/// Clauses by their first variable.
struct Index<'a> {
    clauses: &'a [Clause],
    order: Vec<u32>,
    starts: Vec<u32>,
}

impl<'a> Index<'a> {
    fn new(clauses: &'a [Clause], variables: usize) -> Self {
        let mut starts = vec![0; variables + 1];
        for (clause, _) in clauses {
            starts[clause[0].variable().index() + 1] += 1;
        }
        for i in 0..variables {
            starts[i + 1] += starts[i];
        }
        let mut order: Vec<u32> = (0..clauses.len() as u32).collect();
        order.sort_by_key(|&i| clauses[i as usize].0[0].variable());
        Index { clauses, order, starts }
    }

    /// All clauses that speak of nothing but the roots of one of these sums.
    fn within(&self, sums: &[&[Term]]) -> Vec<Clause> {
        let mut found = Vec::new();
        for (nth, sum) in sums.iter().enumerate() {
            let is_in = |sum: &[Term], literal: &Literal| sum.iter().any(|term| term.0 == literal.variable());
            for term in *sum {
                let range = self.starts[term.0.index()] as usize..self.starts[term.0.index() + 1] as usize;
                for clause in self.order[range].iter().map(|&i| &self.clauses[i as usize]) {
                    let fits = |sum: &[Term]| clause.0.iter().all(|literal| is_in(sum, literal));
                    if fits(sum) && !sums[..nth].iter().any(|earlier| fits(earlier)) {
                        found.push(clause.clone());
                    }
                }
            }
        }
        found
    }
}
