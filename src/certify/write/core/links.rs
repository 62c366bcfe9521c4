//! Which variable stands for which, with a proof of each.
//!
//! # Theory
//! Two clauses (x or y) and (not x or not y) say that x is the opposite of y. Such pairs are the
//! edges of a graph; in each of its connected parts the smallest variable is the root, and every
//! other one equals the root or its opposite. Going outwards from the root, the two clauses that
//! say so follow from those of the variable before and from the edge between.
//! # Cost
//! Linear: two steps of two hints each for every variable.

use std::collections::VecDeque;

use super::super::search::{Literal, Origin, Search, Variable};
use crate::budget::Answer;

/// What a variable is the same as.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The literal that is true exactly if the variable is.
    pub to: Literal,
    /// The clause "not the variable, or `to`".
    pub if_so: Origin,
    /// The clause "the variable, or not `to`".
    pub if_not: Origin,
}

/// A variable and what it is the same as.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The variable.
    pub variable: Variable,
    /// What it is the same as.
    pub link: Link,
}

/// A forest over the variables: each has a link or is a root.
#[derive(Debug)]
pub struct Links(Vec<Option<Link>>);

impl Links {
    /// Every variable by itself.
    pub fn new(variables: usize) -> Self {
        Links(vec![None; variables])
    }

    /// The link of a variable that is no root.
    pub fn of(&self, variable: Variable) -> Option<Link> {
        self.0[variable.index()]
    }

    /// How many variables are no roots.
    pub fn len(&self) -> usize {
        self.0.iter().flatten().count()
    }

    /// The literal of a root that is true exactly if this one is.
    pub fn root(&self, mut literal: Literal) -> Literal {
        while let Some(link) = self.of(literal.variable()) {
            literal = if literal.wanted() { link.to } else { !link.to };
        }
        literal
    }

    /// Links what the edges join; all their variables are roots before.
    pub fn join(&mut self, edges: &[Edge], search: &mut Search) {
        // Each edge from both of its ends, in order.
        let mut ends: Vec<Edge> = edges.iter().flat_map(|edge| [*edge, edge.reversed()]).collect();
        ends.sort_by_key(|edge| (edge.link.to.variable(), edge.variable));
        let mut reached = vec![false; self.0.len()];
        let mut open = VecDeque::new();
        for first in 0..ends.len() {
            let root = ends[first].link.to.variable();
            if std::mem::replace(&mut reached[root.index()], true) {
                continue;
            }
            open.push_back(root);
            while let Some(before) = open.pop_front() {
                let start = ends.partition_point(|edge| edge.link.to.variable() < before);
                for edge in ends[start..].iter().take_while(|edge| edge.link.to.variable() == before) {
                    if !std::mem::replace(&mut reached[edge.variable.index()], true) {
                        self.0[edge.variable.index()] = Some(self.behind(edge, search));
                        open.push_back(edge.variable);
                    }
                }
            }
        }
    }

    /// The link to the root of what an edge leads to.
    fn behind(&self, edge: &Edge, search: &mut Search) -> Link {
        let Edge { variable, link: near } = *edge;
        let Some(far) = self.of(near.to.variable()) else { return near };
        let straight = near.to.wanted();
        let to = if straight { far.to } else { !far.to };
        // From `near.to` to the root, and from the root to `near.to`.
        let (outward, inward) = if straight { (far.if_so, far.if_not) } else { (far.if_not, far.if_so) };
        Link {
            to,
            if_so: search.derive(&[variable.is(false), to], &[near.if_so, outward]),
            if_not: search.derive(&[variable.is(true), !to], &[near.if_not, inward]),
        }
    }

    /// Gives a variable the value of what it is linked to, and the other way round, wherever only
    /// one of them is known to the search.
    pub fn agree(&self, search: &mut Search) -> Answer<()> {
        loop {
            let mut news = false;
            for (i, link) in self.0.iter().enumerate() {
                let (Some(link), variable) = (link, Variable(i as u32)) else { continue };
                let far = search.known(link.to.variable()).map(|value| value == link.to.wanted());
                let (unit, known, value) = match (search.known(variable), far) {
                    (None, Some(value)) => (variable.is(value), link.to.variable(), value),
                    (Some(value), None) => (if value { link.to } else { !link.to }, variable, !value),
                    _ => continue,
                };
                let Some(because) = search.unit(known) else { continue };
                // A true variable and a false end are excluded by the same clause.
                let lemma = if value { link.if_not } else { link.if_so };
                let origin = search.derive(&[unit], &[because, lemma]);
                search.add_derived(&[unit], origin);
                news = true;
            }
            if !news || search.contradiction().is_some() {
                return Ok(());
            }
            search.solve(None, &[], None)?;
        }
    }
}

impl Edge {
    /// The same edge from its other end.
    fn reversed(&self) -> Edge {
        let Edge { variable, link: Link { to, if_so, if_not } } = *self;
        let straight = to.wanted();
        let (if_so, if_not) = if straight { (if_not, if_so) } else { (if_so, if_not) };
        Edge { variable: to.variable(), link: Link { to: variable.is(straight), if_so, if_not } }
    }
}
