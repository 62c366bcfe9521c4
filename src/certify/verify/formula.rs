//! Checks that every clause of a formula follows from one number or from the total.
//!
//! # Theory
//! A clause of cells follows from a sum if it cannot be false: making all its literals false mines
//! t and frees f of the n cells of the sum, and that is impossible if t exceeds the sum or n − f
//! falls short of it. Sums are looked at in the order of their cells, the total last, and never
//! twice: a clause belongs to the sum of the clause before it or to a later one.
//!
//! Other variables belong to nodes. A node adds up two others, down to cells, and its variable for
//! j says that the sum is at least j: a definition, which can contradict nothing. A clause speaks
//! of one node and its two children. Making all its literals false bounds the three counts, and
//! the clause follows if no two counts within the bounds have a sum within the bounds. The root of
//! a tree whose cells are exactly those of a number or of the total has that count.
//! # Cost
//! Linear in the file and in the sums.

use super::board::{Numbers, Sum};
use super::words::{lines, numbers as read_numbers, whole};
use super::{FORMULA, Refusal, refuse};
use crate::board::CellId;
use crate::budget::{Budget, Lease};

/// Clauses one after the other.
pub struct Clauses {
    /// How many variables there are.
    pub variables: u32,
    literals: Vec<i32>,
    ends: Vec<usize>,
    lease: Lease,
}

impl Clauses {
    /// No clauses over so many variables.
    pub fn empty(variables: u32, budget: &Budget) -> Result<Self, Refusal> {
        Ok(Clauses { variables, literals: Vec::new(), ends: Vec::new(), lease: budget.reserve(0)? })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// A clause, counted from 0.
    pub fn get(&self, i: usize) -> &[i32] {
        let from = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.literals[from..self.ends[i]]
    }

    /// Adds a clause.
    pub fn push(&mut self, clause: &[i32]) -> Result<(), Refusal> {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
        if self.ends.len().is_multiple_of(1 << 12) {
            self.lease.resize((4 * self.literals.capacity() + 8 * self.ends.capacity()) as u64)?;
        }
        Ok(())
    }
}

/// Something that adds up two others.
struct Node {
    children: [u32; 2],
    size: i128,
    is_child: bool,
    /// What its count can be: whatever its size allows, or what a number or the total says.
    count: (i128, i128),
}

struct Reader<'n, 'b> {
    numbers: &'n Numbers<'b>,
    nodes: Vec<Node>,
    /// For each open cell, and last for the total, whether a root counts it.
    has_root: Vec<bool>,
    /// For each variable that is no cell: its node and value.
    meaning: Vec<(u32, i128)>,
    /// The sum that the next clause of cells is held against, and which variables it has.
    sum: usize,
    marks: Vec<u32>,
}

/// Reads a formula and checks every clause; the last must deny the claims, if there are any.
pub fn check(
    text: &[u8],
    numbers: &Numbers<'_>,
    claims: Option<&[(u32, CellId, bool)]>,
    budget: &Budget,
) -> Result<Clauses, Refusal> {
    let marks = vec![0; numbers.covered as usize + 1];
    let has_root = vec![false; numbers.open.len() + 1];
    let mut reader = Reader { numbers, nodes: Vec::new(), has_root, meaning: Vec::new(), sum: 0, marks };
    reader.mark();
    // A value of a node takes a variable, and a node a line.
    let _lease = budget.reserve(text.len() as u64 * 4)?;
    let mut clauses = Clauses::empty(0, budget)?;
    let mut header = None;
    let mut found = Vec::new();
    for (i, line) in lines(FORMULA, text)?.enumerate() {
        if i % 4096 == 0 {
            budget.check()?;
        }
        let wrong = |why: &str| refuse(format!("{FORMULA}: line {} {why}", i + 1));
        if header.is_none() {
            if line.starts_with(b"c") {
                if reader.read_comment(line, text.len()).is_none() {
                    return wrong("says something untrue");
                }
            } else {
                header = reader.read_header(line);
                if header.is_none() {
                    return wrong("is not the header that fits the nodes above");
                }
                clauses.variables = reader.variables();
            }
            continue;
        }
        let zero = read_numbers(line, &mut found).and_then(|()| found.pop());
        let in_range = |literal: &i32| *literal != 0 && literal.unsigned_abs() <= clauses.variables;
        if zero != Some(0) || !found.iter().all(in_range) {
            return wrong("is not a clause");
        }
        let last = header == Some(clauses.len() + 1);
        let follows = match claims {
            Some(claims) if last => denies(&found, claims),
            _ => reader.follows(&found),
        };
        if !follows {
            return wrong("follows neither from a number nor from the total");
        }
        clauses.push(&found)?;
    }
    if header != Some(clauses.len()) || (claims.is_some() && clauses.len() == 0) {
        return refuse(format!("{FORMULA} does not have as many clauses as it says"));
    }
    Ok(clauses)
}

/// Whether a clause says that at least one claim is wrong.
fn denies(clause: &[i32], claims: &[(u32, CellId, bool)]) -> bool {
    let denied = claims.iter().map(|&(variable, _, mined)| {
        let variable = i64::from(variable);
        if mined { -variable } else { variable }
    });
    clause.iter().map(|&literal| i64::from(literal)).eq(denied)
}

impl<'n> Reader<'n, '_> {
    fn variables(&self) -> u32 {
        self.numbers.covered + self.meaning.len() as u32
    }

    /// `c node N = L + R from A to B`, `c root N counts X,Y`, `c variable V is X,Y`, or nothing
    /// that matters; `None` if it is one of these and wrong. No window is longer than the file.
    fn read_comment(&mut self, line: &[u8], longest: usize) -> Option<()> {
        let words: Vec<&[u8]> = line.split(|&byte| byte == b' ').collect();
        match words[..] {
            [b"c", b"node", number, b"=", left, b"+", right] => {
                self.add_node(whole(number)?, [whole(left)?, whole(right)?])
            }
            [b"c", b"node", number, b"=", left, b"+", right, b"from", low, b"to", high] => {
                self.add_node(whole(number)?, [whole(left)?, whole(right)?])?;
                let (low, high) = (whole(low)?, whole(high)?);
                let values = high.checked_sub(low)? as usize + 1;
                if low == 0 || values > longest || self.meaning.len() + values > longest {
                    return None;
                }
                let node = self.nodes.len() as u32 - 1;
                self.meaning.extend((low..=high).map(|value| (node, i128::from(value))));
                Some(())
            }
            [b"c", b"root", number, b"counts", what] => self.add_root(whole(number)?, what),
            [b"c", b"variable", number, b"is", name] => {
                let cell = self.numbers.cell(name)?;
                (self.numbers.variable[cell.index()] == whole(number)? && number != b"0").then_some(())
            }
            [b"c", b"node" | b"root" | b"variable", ..] => None,
            _ => Some(()),
        }
    }

    /// The index of an inner node; cells are the nodes from 1 on, inner nodes follow.
    fn inner(&self, node: u32) -> Option<usize> {
        node.checked_sub(self.numbers.covered + 1).map(|inner| inner as usize)
    }

    fn add_node(&mut self, number: u32, children: [u32; 2]) -> Option<()> {
        if self.inner(number)? != self.nodes.len() || children[0] == children[1] {
            return None;
        }
        let mut size = 0;
        for child in children {
            size += match self.inner(child) {
                None if child == 0 => return None,
                None => 1,
                Some(inner) => {
                    // One parent each, so that a tree is never larger than its nodes are many.
                    let node = self.nodes.get_mut(inner).filter(|node| !node.is_child)?;
                    node.is_child = true;
                    node.size
                }
            };
        }
        self.nodes.push(Node { children, size, is_child: false, count: (0, size) });
        Some(())
    }

    fn add_root(&mut self, number: u32, what: &[u8]) -> Option<()> {
        let numbers = self.numbers;
        let (place, sum) = if what == b"total" {
            (numbers.open.len(), numbers.total.as_ref()?)
        } else {
            let cell = numbers.cell(what)?;
            let place = numbers.open.binary_search_by_key(&cell, |(cell, _)| *cell).ok()?;
            (place, &numbers.open[place].1)
        };
        let root = self.inner(number).filter(|&root| root < self.nodes.len())?;
        // One root each, so that all trees together are no larger than the sums.
        if std::mem::replace(&mut self.has_root[place], true)
            || self.nodes[root].size != sum.variables.len() as i128
        {
            return None;
        }
        let (mut stack, mut leaves) = (vec![number], Vec::with_capacity(sum.variables.len()));
        while let Some(node) = stack.pop() {
            match self.inner(node) {
                Some(inner) => stack.extend(self.nodes[inner].children),
                None => leaves.push(node),
            }
        }
        leaves.sort_unstable();
        let count = &mut self.nodes[root].count;
        *count = (count.0.max(sum.mines), count.1.min(sum.mines));
        (leaves == sum.variables).then_some(())
    }

    /// The number of clauses.
    fn read_header(&self, line: &[u8]) -> Option<usize> {
        let rest = line.strip_prefix(b"p cnf ")?;
        let mut found = Vec::new();
        read_numbers(rest, &mut found)?;
        let &[variables, clauses] = &found[..] else { return None };
        (i64::from(variables) == i64::from(self.variables())).then_some(())?;
        usize::try_from(clauses).ok()
    }

    fn follows(&mut self, clause: &[i32]) -> bool {
        if clause.iter().any(|literal| literal.unsigned_abs() > self.numbers.covered) {
            return self.follows_from_node(clause).unwrap_or(false);
        }
        // Ascending variables are distinct ones: none is counted twice.
        if !clause.windows(2).all(|pair| pair[0].unsigned_abs() < pair[1].unsigned_abs()) {
            return false;
        }
        while let Some(sum) = self.current() {
            let mark = self.sum as u32 + 1;
            let (mut free, mut mined) = (0, 0);
            for literal in clause.iter().filter(|l| self.marks[l.unsigned_abs() as usize] == mark) {
                *(if *literal > 0 { &mut free } else { &mut mined }) += 1;
            }
            let possible = sum.variables.len() as i128 - free;
            if mined > sum.mines || possible < sum.mines {
                return true;
            }
            self.sum += 1;
            self.mark();
        }
        false
    }

    fn current(&self) -> Option<&'n Sum> {
        match self.numbers.open.get(self.sum) {
            Some((_, sum)) => Some(sum),
            None => self.numbers.total.as_ref().filter(|_| self.sum == self.numbers.open.len()),
        }
    }

    /// Marks the variables of the current sum.
    fn mark(&mut self) {
        if let Some(sum) = self.current() {
            sum.variables.iter().for_each(|&variable| self.marks[variable as usize] = self.sum as u32 + 1);
        }
    }

    fn follows_from_node(&self, clause: &[i32]) -> Option<bool> {
        let covered = self.numbers.covered;
        let meaning = |literal: i32| match literal.unsigned_abs().checked_sub(covered + 1) {
            None => (literal.unsigned_abs(), 1),
            Some(other) => {
                let (node, value) = self.meaning[other as usize];
                (covered + 1 + node, value)
            }
        };
        let number = clause.iter().map(|&literal| meaning(literal).0).max()?;
        let node = &self.nodes[self.inner(number)?];
        let mut whole = node.count;
        let mut parts =
            node.children.map(|child| self.inner(child).map_or((0, 1), |inner| self.nodes[inner].count));
        for &literal in clause {
            let (which, value) = meaning(literal);
            let bounds = if which == number {
                &mut whole
            } else {
                &mut parts[node.children.iter().position(|&child| child == which)?]
            };
            // The literal is false.
            if literal > 0 {
                bounds.1 = bounds.1.min(value - 1);
            } else {
                bounds.0 = bounds.0.max(value);
            }
        }
        let [a, b] = parts;
        let empty = |bounds: (i128, i128)| bounds.0 > bounds.1;
        let met = (whole.0.max(a.0 + b.0), whole.1.min(a.1 + b.1));
        Some(empty(a) || empty(b) || empty(whole) || empty(met))
    }
}
