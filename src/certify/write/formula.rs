//! The numbers of a board as clauses.
//!
//! # Theory
//! Variable i is the i-th covered cell. k of n cells are mined if among any k + 1 of them one is
//! free and among any n − k + 1 of them one is mined; a sum that cannot be met is the empty clause.
//! Where these are too many, a tree of counters says the same with auxiliary variables (`counter`).
//! A number that sees all cells of another has the tree of that one as a branch, so that what
//! follows from their difference is plain: two trees of their own would have to be matched cell by
//! cell.
//! # Cost
//! C(n, k+1) + C(n, k−1) clauses without auxiliary variables: at most 112 for eight neighbours.

use std::cmp::{Ordering, Reverse};
use std::ops::Range;

use super::counter::{Counter, Group, Node};
use super::search::{Literal, Search, Variable};
use crate::budget::{Answer, Budget, Lease};
use crate::model::Model;

/// A sum with more clauses than this is counted by a tree, unless it has no more than cells.
const DIRECT: u64 = 200;

/// Clauses, in the order in which the file has them.
pub struct Formula {
    /// How many variables there are.
    pub variables: u32,
    literals: Vec<Literal>,
    ends: Vec<usize>,
    /// For each number its clauses, if no tree counts it.
    pub direct: Vec<Range<usize>>,
    /// All inner nodes of all counters.
    pub nodes: Vec<Node>,
    /// The nodes that count sums.
    pub roots: Vec<Root>,
    lease: Lease,
}

/// A node that counts a sum.
#[derive(Clone, Copy, Debug)]
pub struct Root {
    /// The index of the number, or `None` for the total.
    pub sum: Option<usize>,
    /// The number of the node.
    pub node: u32,
    /// Whether it is a branch of a larger tree; no node is one of two.
    pub is_branch: bool,
}

impl Formula {
    /// No clauses over so many variables.
    pub fn empty(variables: u32, budget: &Budget) -> Answer<Self> {
        Ok(Formula {
            variables,
            literals: Vec::new(),
            ends: Vec::new(),
            direct: Vec::new(),
            nodes: Vec::new(),
            roots: Vec::new(),
            lease: budget.reserve(0)?,
        })
    }

    /// The clauses of all numbers.
    pub fn of_numbers(model: &Model, budget: &Budget) -> Answer<Self> {
        let mut formula = Formula::empty(model.covered.len() as u32, budget)?;
        let mut counted = Vec::new();
        for sum in 0..model.open.len() {
            budget.check()?;
            let first = formula.len();
            if !formula.push_direct(model.members(sum), model.rests[sum])? {
                counted.push(sum);
            }
            formula.direct.push(first..formula.len());
        }
        // Small trees first, as they can be branches of larger ones.
        counted.sort_by_key(|&sum| (model.members(sum).len(), sum));
        let mut begun_by = vec![Vec::new(); model.covered.len()];
        for sum in counted {
            budget.check()?;
            formula.push_counted(sum, model, &mut begun_by, budget)?;
        }
        Ok(formula)
    }

    /// Counts the cells of a number by a tree. `begun_by` has for each cell the roots whose first
    /// cell it is.
    fn push_counted(
        &mut self,
        sum: usize,
        model: &Model,
        begun_by: &mut [Vec<usize>],
        budget: &Budget,
    ) -> Answer<()> {
        let (members, count) = (model.members(sum), model.rests[sum] as u64);
        let is_member = |cell: &u32| members.binary_search(cell).is_ok();
        let mut taken = vec![false; members.len()];
        let mut groups = Vec::new();
        let mut inside: Vec<usize> =
            members.iter().flat_map(|&member| &begun_by[member as usize]).copied().collect();
        // All trees so far are of numbers.
        let cells_of = |root: &Root| root.sum.map_or(&[][..], |sum| model.members(sum));
        inside.sort_by_key(|&root| (Reverse(cells_of(&self.roots[root]).len()), root));
        for root in inside {
            let Root { sum: Some(other), node, is_branch } = self.roots[root] else { continue };
            let cells = model.members(other);
            if !cells.iter().all(is_member) {
                continue;
            }
            if cells.len() == members.len() {
                self.push_shared(Some(sum), node, model.rests[other] as u64, count, model)?;
                return Ok(());
            }
            let places: Vec<usize> =
                cells.iter().filter_map(|cell| members.binary_search(cell).ok()).collect();
            if is_branch || places.iter().any(|&place| taken[place]) {
                continue;
            }
            for place in places {
                taken[place] = true;
            }
            self.roots[root].is_branch = true;
            let count = model.rests[other] as u64;
            groups.push(Group { members: cells.to_vec(), min: count, max: count, root: Some(node) });
        }
        let singles = members.iter().zip(taken).filter(|(_, taken)| !taken);
        groups.extend(singles.map(|(&member, _)| Group::single(member)));
        let counter = Counter::of_groups(groups, Vec::new(), false, count);
        let built = counter.build(model.covered.len() as u32, self, budget)?;
        begun_by[members[0] as usize].push(self.roots.len());
        self.roots.push(Root { sum: Some(sum), node: built.root, is_branch: false });
        Ok(())
    }

    /// Counts a sum by the node of another with the same cells, `known` of which are mined; `count`
    /// is at most as large as their number.
    pub fn push_shared(
        &mut self,
        sum: Option<usize>,
        node: u32,
        known: u64,
        count: u64,
        model: &Model,
    ) -> Answer<()> {
        let Node { first, low, .. } = self.nodes[node as usize - model.covered.len() - 1];
        let at_least = |value: u64| Variable(first.0 + (value - low) as u32);
        match count.cmp(&known) {
            Ordering::Less => self.push([at_least(known).is(false)])?,
            Ordering::Equal => {}
            Ordering::Greater => self.push([at_least(known + 1).is(true)])?,
        }
        self.roots.push(Root { sum, node, is_branch: true });
        Ok(())
    }

    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// A clause.
    pub fn clause(&self, i: usize) -> &[Literal] {
        let from = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.literals[from..self.ends[i]]
    }

    /// Adds a clause.
    pub fn push(&mut self, clause: impl IntoIterator<Item = Literal>) -> Answer<()> {
        self.literals.extend(clause);
        self.ends.push(self.literals.len());
        if self.ends.len().is_multiple_of(1 << 12) {
            self.lease.resize((4 * self.literals.capacity() + 8 * self.ends.capacity()) as u64)?;
        }
        Ok(())
    }

    /// Adds the clauses that say `rest` of these cells are mined; `false` if they are too many.
    pub fn push_direct(&mut self, members: &[u32], rest: i64) -> Answer<bool> {
        let n = members.len();
        let Some(k) = usize::try_from(rest).ok().filter(|&k| k <= n) else {
            self.push([])?;
            return Ok(true);
        };
        let most = DIRECT.max(n as u64 + 1);
        let clauses = choose(n, k + 1, most).zip(if k == 0 { Some(0) } else { choose(n, k - 1, most) });
        if clauses.is_none_or(|(upper, lower)| upper + lower > most) {
            return Ok(false);
        }
        for (size, value) in [(k + 1, false), (n + 1 - k, true)] {
            if size > n {
                continue;
            }
            let mut subset: Vec<usize> = (0..size).collect();
            loop {
                self.push(subset.iter().map(|&i| Variable(members[i]).is(value)))?;
                // The last index that can still move moves, and the ones behind it follow closely.
                let Some(i) = (0..size).rev().find(|&i| subset[i] < n - size + i) else { break };
                let first = subset[i] + 1;
                (i..size).for_each(|j| subset[j] = first + j - i);
            }
        }
        Ok(true)
    }

    /// Gives the clauses from index `from` on to a search.
    pub fn feed(&self, from: usize, search: &mut Search) -> Answer<()> {
        search.grow(self.variables as usize)?;
        (from..self.len()).try_for_each(|i| search.add(self.clause(i)))
    }
}

/// C(n, k), if it is at most `most`.
fn choose(n: usize, k: usize, most: u64) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    // Up to n/2 every factor grows the product, so it may stop at the limit.
    (0..k.min(n - k) as u64).try_fold(1u64, |product, i| {
        Some(product.checked_mul(n as u64 - i)? / (i + 1)).filter(|&product| product <= most)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn direct(members: &[u32], rest: i64) -> Option<Vec<Vec<i64>>> {
        let budget = Budget::unlimited();
        let board = crate::formats::read_board("-", b"?", None, &budget).unwrap();
        let mut formula = Formula::of_numbers(&Model::new(&board), &budget).unwrap();
        let fits = formula.push_direct(members, rest).unwrap();
        let dimacs = |i| formula.clause(i).iter().map(|literal| literal.dimacs()).collect();
        fits.then(|| (0..formula.len()).map(dimacs).collect())
    }

    #[test]
    fn small_sums_need_no_auxiliary_variables() {
        assert_eq!(direct(&[0, 2], 1), Some(vec![vec![-1, -3], vec![1, 3]]));
        assert_eq!(direct(&[4], 0), Some(vec![vec![-5]]));
        assert_eq!(direct(&[4], 1), Some(vec![vec![5]]));
        assert_eq!(direct(&[], 0), Some(vec![]));
        assert_eq!(direct(&[], 1), Some(vec![vec![]]));
        assert_eq!(direct(&[1, 2], -1), Some(vec![vec![]]));
        let eight: Vec<u32> = (0..8).collect();
        for (rest, clauses) in [(0, 8), (1, 29), (4, 112), (8, 8)] {
            assert_eq!(direct(&eight, rest).unwrap().len(), clauses);
        }
        let many: Vec<u32> = (0..1000).collect();
        assert_eq!(direct(&many, 1000).unwrap().len(), 1000);
        assert_eq!(direct(&many, 1), None);
        assert_eq!(direct(&many, 500), None);
    }
}
