//! Which equations modulo 2 have a sum without all but a few variables.
//!
//! # Theory
//! Elimination: a shortest equation gives up one of its variables and is added to all others that
//! have it. What is left in the end speaks only of the variables that are kept, and every equation
//! of these that follows at all is a sum of what is left. Equations remember which two they are the
//! sum of; the way back, with two visits cancelling, tells the given ones.
//! # Cost
//! On sparse equations near to linear: if every variable is in two of them, as in Tseitin's
//! formulas, each addition merges two equations into one. Cubic at worst.

use std::collections::BTreeSet;

use super::super::search::Variable;
use crate::budget::{Answer, Budget, Lease};

/// Variables, ascending, of which an odd or even number is true.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Which.
    pub variables: Vec<Variable>,
    /// Whether it is odd.
    pub odd: bool,
}

/// The variables that are in one of two lists, ascending.
pub fn difference(a: &[Variable], b: &[Variable]) -> Vec<Variable> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        if j == b.len() || i < a.len() && a[i] < b[j] {
            all.push(a[i]);
            i += 1;
        } else if i == a.len() || b[j] < a[i] {
            all.push(b[j]);
            j += 1;
        } else {
            (i, j) = (i + 1, j + 1);
        }
    }
    all
}

/// Independent sums of some of the given ones in which only kept variables are left; of each the
/// indices of those that it is the sum of. If one of them is 0 = 1, there is no other.
pub fn consequences(given: &[Sum], keep: &[Variable], budget: &Budget) -> Answer<Vec<Vec<usize>>> {
    let mut system = System::new(given, keep, budget)?;
    system.run(budget)?;
    if let Some(absurd) = system.absurd {
        return Ok(vec![system.leaves(absurd)]);
    }
    // What is left speaks of a few variables, and may still say the same twice.
    let mut independent: Vec<(Vec<Variable>, Vec<usize>)> = Vec::new();
    for at in std::mem::take(&mut system.done) {
        let mut leaves = system.leaves(at);
        let mut sum = std::mem::take(&mut system.rows[at]);
        for (other, its_leaves) in &independent {
            if other.first().is_some_and(|first| sum.variables.contains(first)) {
                sum.variables = difference(&sum.variables, other);
                leaves = merge(&leaves, its_leaves);
            }
        }
        if !sum.variables.is_empty() {
            independent.push((sum.variables, leaves));
        } else if leaves.iter().filter(|&&leaf| given[leaf].odd).count() % 2 == 1 {
            return Ok(vec![leaves]);
        }
    }
    Ok(independent.into_iter().map(|(_, leaves)| leaves).collect())
}

/// What is in one of two ascending lists.
fn merge(a: &[usize], b: &[usize]) -> Vec<usize> {
    let mut all: BTreeSet<usize> = a.iter().copied().collect();
    for &x in b {
        if !all.remove(&x) {
            all.insert(x);
        }
    }
    all.into_iter().collect()
}

struct System<'a> {
    keep: &'a [Variable],
    rows: Vec<Sum>,
    /// Which two rows each row is the sum of; the given ones have none.
    parents: Vec<Option<(usize, usize)>>,
    /// For each variable the rows that have it.
    seen: Vec<Vec<usize>>,
    /// Rows by how many variables have to go.
    queue: BTreeSet<(usize, usize)>,
    done: Vec<usize>,
    absurd: Option<usize>,
    lease: Lease,
    /// How many variables all rows have together.
    size: usize,
}

impl<'a> System<'a> {
    fn new(given: &[Sum], keep: &'a [Variable], budget: &Budget) -> Answer<Self> {
        let last = given.iter().flat_map(|sum| &sum.variables).map(|variable| variable.index() + 1).max();
        let mut system = System {
            keep,
            rows: Vec::with_capacity(given.len()),
            parents: Vec::new(),
            seen: vec![Vec::new(); last.unwrap_or(0)],
            queue: BTreeSet::new(),
            done: Vec::new(),
            absurd: None,
            lease: budget.reserve(0)?,
            size: 0,
        };
        for sum in given {
            system.push(sum.clone(), None);
        }
        Ok(system)
    }

    fn goes(&self, variable: Variable) -> bool {
        !self.keep.contains(&variable)
    }

    fn push(&mut self, sum: Sum, parents: Option<(usize, usize)>) {
        let at = self.rows.len();
        for variable in &sum.variables {
            self.seen[variable.index()].push(at);
        }
        self.size += sum.variables.len();
        let rank = sum.variables.iter().filter(|&&variable| self.goes(variable)).count();
        if rank > 0 {
            self.queue.insert((rank, at));
        } else if !sum.variables.is_empty() {
            self.done.push(at);
        } else if sum.odd {
            self.absurd = self.absurd.or(Some(at));
        }
        self.rows.push(sum);
        self.parents.push(parents);
    }

    fn run(&mut self, budget: &Budget) -> Answer<()> {
        while let Some((_, at)) = self.queue.pop_first().filter(|_| self.absurd.is_none()) {
            budget.check()?;
            self.lease.resize((16 * self.size + 64 * self.rows.len() + 24 * self.seen.len()) as u64)?;
            let pivot = self.take(at);
            let going = pivot.variables.iter().filter(|&&variable| self.goes(variable));
            // Whatever is in the queue has a variable that has to go.
            let Some(&variable) = going.min_by_key(|variable| self.seen[variable.index()].len()) else {
                continue;
            };
            for other in std::mem::take(&mut self.seen[variable.index()]) {
                let old = self.take(other);
                let rank = old.variables.iter().filter(|&&variable| self.goes(variable)).count();
                self.queue.remove(&(rank, other));
                let sum = Sum {
                    variables: difference(&pivot.variables, &old.variables),
                    odd: pivot.odd != old.odd,
                };
                self.push(sum, Some((at, other)));
            }
        }
        Ok(())
    }

    /// Takes a row out.
    fn take(&mut self, at: usize) -> Sum {
        let row = std::mem::take(&mut self.rows[at]);
        for variable in &row.variables {
            self.seen[variable.index()].retain(|&other| other != at);
        }
        self.size -= row.variables.len();
        row
    }

    /// The given rows that a row is the sum of.
    fn leaves(&self, row: usize) -> Vec<usize> {
        let mut odd = vec![false; row + 1];
        odd[row] = true;
        for at in (0..=row).rev() {
            if let Some((a, b)) = self.parents[at].filter(|_| odd[at]) {
                odd[a] = !odd[a];
                odd[b] = !odd[b];
            }
        }
        (0..=row).filter(|&at| odd[at] && self.parents[at].is_none()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(variables: &[u32], odd: bool) -> Sum {
        Sum { variables: variables.iter().map(|&variable| Variable(variable)).collect(), odd }
    }

    #[test]
    fn what_is_left_speaks_of_what_is_kept() {
        let budget = Budget::unlimited();
        let given = [sum(&[0, 1], true), sum(&[1, 2], false), sum(&[2, 3, 4], false), sum(&[0, 3, 4], false)];
        // 0 + 1 + 1 + 2 = 1, but 2 + 0 = 0 by the other two.
        assert_eq!(consequences(&given, &[], &budget).unwrap(), [[0, 1, 2, 3]]);
        assert_eq!(consequences(&given[..2], &[], &budget).unwrap(), [[0; 0]; 0]);
        let kept = [Variable(0), Variable(2)];
        assert_eq!(consequences(&given[..3], &kept, &budget).unwrap(), [[0, 1]]);
        assert_eq!(consequences(&given[1..], &[Variable(0), Variable(1)], &budget).unwrap(), [[0, 1, 2]]);
    }
}
