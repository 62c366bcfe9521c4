//! Counting many cells by a tree of unary counters, each in its own window.
//!
//! # Theory
//! A node of the tree has the cells of its two children A and B; a leaf is one cell. Variable
//! s(j) of a node S says "at least j of its cells are mined". Then
//!
//! ```text
//!   a(p) and b(q)          give s(p + q)                     a(0) and b(0) are true
//!   not a(p) and not b(q)  give not s(p + q − 1)             beyond the cells of a child all are false
//! ```
//!
//! A node needs only those j that can matter. If all solutions of the numbers have between min and
//! max mines in a node, and its parent asks for the values t to t', child A is asked for
//! t − max(B) to t' − min(B), moved into min(A) to max(A) + 1. With all cells given, propagation
//! then fills every window, so no placement with a wrong number of mines is left. Whatever the
//! windows are, each clause is true of the cells: a checker need not know how they were chosen.
//!
//! # Cost
//! Two clauses for each pair of values of the children: the product of two windows, where a full
//! totalizer has the product of two sizes. Good bounds come from numbers that share no cell: each
//! fixes the mines among its cells. A total close to its bounds needs windows of a few values.
//!
//! # What we changed
//! Windows from bounds of the numbers instead of truncation at the total alone, and cells that no
//! number sees stay one opaque heap unless something is claimed of them.
//!
//! # References
//! Bailleux, Boufkhad: Efficient CNF Encoding of Boolean Cardinality Constraints, CP 2003.
//! Büttner, Rintanen: Satisfiability planning with constraints on the number of actions, 2005
//! (truncation).

use super::formula::Formula;
use super::search::{Literal, Variable};
use crate::budget::{Answer, Budget};

/// An inner node as the formula's file tells it. Leaves are numbered as their variables, from 1.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Its children.
    pub children: [u32; 2],
    /// The variable of its lowest value.
    pub first: Variable,
    /// The values that have variables: from `low` to `high`, none if `high` is below `low`.
    pub low: u64,
    /// See `low`.
    pub high: u64,
}

/// A node while the tree grows.
#[derive(Clone, Copy, Debug)]
struct Draft {
    children: Option<[usize; 2]>,
    /// The variable of a leaf.
    variable: Variable,
    size: u64,
    min: u64,
    max: u64,
    low: u64,
    high: u64,
    /// No value of it is ever asked for.
    opaque: bool,
    /// Its bounds are those of a group, not of its children.
    tight: bool,
    /// The fewest and most mines that need no literal to be said: 0 and its size, or twice the
    /// count of a tree that is known already.
    floor: u64,
    ceiling: u64,
    /// Its number in the file.
    number: u32,
}

/// A tree before it has variables.
pub struct Counter {
    drafts: Vec<Draft>,
    root: usize,
    count: u64,
}

/// A tree that has its variables.
pub struct Built {
    /// The number of its root.
    pub root: u32,
    /// What the bounds of the groups say, and the cells of each group: it follows from the clauses
    /// of one number alone.
    pub lemmas: Vec<(Literal, Vec<Variable>)>,
}

/// Cells that are counted together, with the fewest and most mines among them.
pub struct Group {
    /// Their variables.
    pub members: Vec<u32>,
    /// The fewest mines.
    pub min: u64,
    /// The most mines.
    pub max: u64,
    /// The root that counts exactly these cells, if there is one already.
    pub root: Option<u32>,
}

impl Group {
    /// A cell by itself.
    pub fn single(member: u32) -> Self {
        Group { members: vec![member], min: 0, max: 1, root: None }
    }
}

impl Counter {
    /// A tree that counts the groups and the cells of the `heap`, which no number sees.
    pub fn of_groups(groups: Vec<Group>, heap: Vec<u32>, heap_is_opaque: bool, count: u64) -> Self {
        let mut counter = Counter { drafts: Vec::new(), root: 0, count };
        let mut tops: Vec<usize> = groups.into_iter().map(|group| counter.group(&group)).collect();
        let heap: Vec<usize> = heap.into_iter().map(|member| counter.leaf(member)).collect();
        if !tops.is_empty() {
            tops = vec![counter.join(tops)];
        }
        if !heap.is_empty() {
            let top = counter.join(heap);
            counter.drafts[top].opaque = heap_is_opaque;
            tops.push(top);
        }
        counter.root = counter.join(tops);
        counter
    }

    fn leaf(&mut self, member: u32) -> usize {
        self.drafts.push(Draft {
            children: None,
            variable: Variable(member),
            size: 1,
            min: 0,
            max: 1,
            low: 1,
            high: 1,
            opaque: false,
            tight: false,
            floor: 0,
            ceiling: 1,
            number: member + 1,
        });
        self.drafts.len() - 1
    }

    fn group(&mut self, group: &Group) -> usize {
        if let Some(number) = group.root {
            let (size, count) = (group.members.len() as u64, group.min);
            let leaf = self.leaf(0);
            let (min, max, floor, ceiling) = (count, count, count, count);
            let (low, high) = SHUT;
            self.drafts[leaf] =
                Draft { size, min, max, low, high, floor, ceiling, number, ..self.drafts[leaf] };
            return leaf;
        }
        let leaves = group.members.iter().map(|&member| self.leaf(member)).collect();
        let top = self.join(leaves);
        let draft = &mut self.drafts[top];
        draft.min = draft.min.max(group.min);
        draft.max = draft.max.min(group.max);
        draft.tight = true;
        top
    }

    /// A balanced tree over some nodes in their order.
    fn join(&mut self, mut tops: Vec<usize>) -> usize {
        while tops.len() > 1 {
            let pairs = tops.chunks(2).map(|pair| match *pair {
                [a, b] => {
                    let (left, right) = (self.drafts[a], self.drafts[b]);
                    self.drafts.push(Draft {
                        children: Some([a, b]),
                        variable: Variable(0),
                        size: left.size + right.size,
                        min: left.min + right.min,
                        max: left.max + right.max,
                        low: 1,
                        high: 0,
                        opaque: false,
                        tight: false,
                        floor: 0,
                        ceiling: left.size + right.size,
                        number: 0,
                    });
                    self.drafts.len() - 1
                }
                _ => pair[0],
            });
            tops = pairs.collect();
        }
        tops[0]
    }

    /// Puts nodes, variables and clauses into a formula whose cells are `cells` many.
    pub fn build(mut self, cells: u32, formula: &mut Formula, budget: &Budget) -> Answer<Built> {
        self.open_windows();
        let mut lemmas = Vec::new();
        for i in 0..self.drafts.len() {
            let Some([a, b]) = self.drafts[i].children else { continue };
            let draft = &mut self.drafts[i];
            draft.variable = Variable(formula.variables);
            draft.number = cells + 1 + formula.nodes.len() as u32;
            let values = (draft.high + 1).saturating_sub(draft.low);
            formula.variables += values as u32;
            let Draft { variable: first, low, high, .. } = *draft;
            let children = [self.drafts[a].number, self.drafts[b].number];
            formula.nodes.push(Node { children, first, low, high });
            if values > 0 {
                let node = Meeting { a: &self.drafts[a], b: &self.drafts[b], s: &self.drafts[i] };
                node.push_clauses(formula, budget)?;
            }
            let draft = &self.drafts[i];
            if draft.tight {
                let cells = self.cells(i);
                let least = draft.has(draft.min).then(|| (draft.literal(draft.min), cells.clone()));
                let most = draft.has(draft.max + 1).then(|| (!draft.literal(draft.max + 1), cells));
                lemmas.extend(least.into_iter().chain(most));
            }
        }
        let root = &self.drafts[self.root];
        if root.has(self.count) {
            formula.push([root.literal(self.count)])?;
        }
        if root.has(self.count + 1) {
            formula.push([!root.literal(self.count + 1)])?;
        }
        Ok(Built { root: root.number, lemmas })
    }

    /// The leaves under a node.
    fn cells(&self, node: usize) -> Vec<Variable> {
        let (mut stack, mut cells) = (vec![node], Vec::new());
        while let Some(node) = stack.pop() {
            match self.drafts[node].children {
                Some(children) => stack.extend(children),
                None => cells.push(self.drafts[node].variable),
            }
        }
        cells
    }

    /// Decides from the root down which values each node is asked for. Children come before
    /// their parents in the list.
    fn open_windows(&mut self) {
        let root = &mut self.drafts[self.root];
        (root.low, root.high) = (self.count.max(1), (self.count + 1).min(root.size));
        for i in (0..self.drafts.len()).rev() {
            let parent = self.drafts[i];
            let Some([a, b]) = parent.children else { continue };
            for (child, other) in [(a, b), (b, a)] {
                if self.drafts[child].children.is_some() {
                    let window = self.drafts[child].window(&parent, &self.drafts[other]);
                    (self.drafts[child].low, self.drafts[child].high) = window;
                }
            }
        }
    }
}

/// The window of a node that is asked for nothing.
const SHUT: (u64, u64) = (1, 0);

impl Draft {
    /// The values that a parent needs of this child beside its other child.
    fn window(&self, parent: &Draft, other: &Draft) -> (u64, u64) {
        if self.opaque || parent.opaque || parent.high < parent.low {
            return SHUT;
        }
        let mut low = parent.low.saturating_sub(other.max);
        let mut high = parent.high.saturating_sub(other.min);
        if other.opaque {
            // An opaque heap tells only its ends: just these two values can matter.
            if high > self.max {
                high = low;
            } else if low <= self.min {
                low = high;
            }
        }
        let within = |value: u64| value.clamp(self.min, self.max + 1);
        (within(low).max(1), within(high).min(self.size))
    }

    fn has(&self, value: u64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// The literal "at least `value`", which must be in the window.
    fn literal(&self, value: u64) -> Literal {
        Variable(self.variable.0 + (value - self.low) as u32).is(true)
    }

    /// The values of the window after the one that is always true.
    fn reached(&self) -> Vec<u64> {
        std::iter::once(self.floor).chain(self.low..=self.high).collect()
    }

    /// The values of the window before the one that is never true.
    fn missed(&self) -> Vec<u64> {
        (self.low..=self.high).chain([self.ceiling + 1]).collect()
    }
}

/// A node and its children.
struct Meeting<'a> {
    a: &'a Draft,
    b: &'a Draft,
    s: &'a Draft,
}

impl Meeting<'_> {
    fn push_clauses(&self, formula: &mut Formula, budget: &Budget) -> Answer<()> {
        let Meeting { a, b, s } = *self;
        let (of_a, of_b) = (a.reached(), b.reached());
        for (i, &p) in of_a.iter().enumerate() {
            budget.check()?;
            for (j, &q) in of_b.iter().enumerate() {
                // Past the top of the window only the first pair says something new.
                let known = (i > 0 && of_a[i - 1] + q >= s.high) || (j > 0 && p + of_b[j - 1] >= s.high);
                if p + q < s.low || (p + q > s.high && known) {
                    continue;
                }
                let parts = [(a, p), (b, q)].into_iter().filter(|(child, value)| child.has(*value));
                let head = s.literal((p + q).min(s.high));
                formula.push(parts.map(|(child, value)| !child.literal(value)).chain([head]))?;
            }
        }
        let (of_a, of_b) = (a.missed(), b.missed());
        for (i, &p) in of_a.iter().enumerate() {
            budget.check()?;
            for (j, &q) in of_b.iter().enumerate() {
                let value = p + q - 1;
                let next = |list: &[u64], at: usize| list.get(at + 1).copied();
                let known = next(&of_a, i).is_some_and(|p| p + q - 1 <= s.low)
                    || next(&of_b, j).is_some_and(|q| p + q - 1 <= s.low);
                if value > s.high || (value < s.low && known) {
                    continue;
                }
                let parts = [(a, p), (b, q)].into_iter().filter(|(child, value)| child.has(*value));
                let head = !s.literal(value.max(s.low));
                formula.push(parts.map(|(child, value)| child.literal(value)).chain([head]))?;
            }
        }
        for value in s.low..s.high {
            formula.push([!s.literal(value + 1), s.literal(value)])?;
        }
        Ok(())
    }
}
