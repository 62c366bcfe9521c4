//! Many short equations modulo 2 added up.
//!
//! # Theory
//! Two sums at a time are added (`chain`): always the shortest with the one that leaves the least
//! together with it. So sums stay short for as long as they can, and those that grow long are few:
//! on a graph whose parts have many edges to the rest, a sequence of additions to one sum would
//! take a long sum for each vertex. Variables are ordered by where the tree of additions meets them
//! first, so that the variables of a part lie together.
//! # Cost
//! As many definitions as the sums on the way are long together: n log n for Tseitin's formulas on
//! random graphs, which expand.

use std::collections::BTreeSet;

use super::super::search::{Search, Variable};
use super::chain::Chain;
use super::system::{Sum, difference};
use super::window::Lemma;
use crate::budget::{Answer, Budget};

/// What a variable of a chain takes in memory.
const PART_BYTES: u64 = 400;

/// An equation with the clauses that say it.
pub type Stated = (Sum, Vec<Lemma>);

/// The sum of equations, with clauses; `None` if they are none, or do not say what they should.
pub fn add_up(parts: &[Stated], search: &mut Search, budget: &Budget) -> Answer<Option<Stated>> {
    if let [single] = parts {
        return Ok(Some(single.clone()));
    }
    let size: usize = parts.iter().map(|(sum, _)| sum.variables.len()).sum();
    let _lease = budget.reserve(size as u64 * PART_BYTES)?;
    let plan = Plan::new(parts, budget)?;
    let rank = plan.ranks(parts);
    let mut chains: Vec<Option<Chain>> = Vec::with_capacity(2 * parts.len());
    for (sum, lemmas) in parts {
        let mut variables = sum.variables.clone();
        variables.sort_unstable_by_key(|&variable| rank[variable.index()]);
        chains.push(Chain::new(&variables, sum.odd, lemmas, search.notes()));
    }
    for &(a, b) in &plan.additions {
        budget.check()?;
        search.account()?;
        let (Some(a), Some(b)) = (chains[a].take(), chains[b].take()) else { return Ok(None) };
        chains.push(a.add(&b, &|variable| rank[variable.index()], search.notes()));
    }
    let odd = parts.iter().filter(|(sum, _)| sum.odd).count() % 2 == 1;
    let Some(chain) = chains.pop().flatten() else { return Ok(None) };
    let Some(lemmas) = chain.lemmas(&plan.left, search.notes()) else { return Ok(None) };
    Ok(Some((Sum { variables: plan.left, odd }, lemmas)))
}

/// Which sums are added to each other.
struct Plan {
    /// Parts have the first numbers, and each addition makes the next one.
    additions: Vec<(usize, usize)>,
    /// The variables that are left in the end.
    left: Vec<Variable>,
}

impl Plan {
    fn new(parts: &[Stated], budget: &Budget) -> Answer<Self> {
        let mut sums: Vec<Vec<Variable>> = parts.iter().map(|(sum, _)| sum.variables.clone()).collect();
        let mut seen: Vec<Vec<usize>> = vec![Vec::new(); width(parts)];
        for (i, variable) in sums.iter().enumerate().flat_map(|(i, sum)| sum.iter().map(move |v| (i, v))) {
            seen[variable.index()].push(i);
        }
        let mut queue: BTreeSet<(usize, usize)> =
            sums.iter().enumerate().map(|(i, sum)| (sum.len(), i)).collect();
        let mut additions = Vec::with_capacity(parts.len());
        while let Some((_, a)) = queue.pop_first() {
            budget.check()?;
            let near: BTreeSet<usize> =
                sums[a].iter().flat_map(|v| &seen[v.index()]).copied().filter(|&b| b != a).collect();
            let length = |&b: &usize| difference(&sums[a], &sums[b]).len();
            // Sums that share nothing with others are added in any order.
            let other =
                near.into_iter().min_by_key(|b| (length(b), *b)).or(queue.first().map(|first| first.1));
            let Some(b) = other else {
                return Ok(Plan { additions, left: std::mem::take(&mut sums[a]) });
            };
            queue.remove(&(sums[b].len(), b));
            let sum = difference(&sums[a], &sums[b]);
            for old in [a, b] {
                for variable in std::mem::take(&mut sums[old]) {
                    seen[variable.index()].retain(|&other| other != old);
                }
            }
            for variable in &sum {
                seen[variable.index()].push(sums.len());
            }
            queue.insert((sum.len(), sums.len()));
            sums.push(sum);
            additions.push((a, b));
        }
        Ok(Plan { additions, left: Vec::new() })
    }

    /// The place of each variable.
    fn ranks(&self, parts: &[Stated]) -> Vec<usize> {
        let mut ranks = vec![usize::MAX; width(parts)];
        let mut next = 0;
        let mut waiting = vec![(parts.len() + self.additions.len()).saturating_sub(1)];
        while let Some(at) = waiting.pop() {
            if let Some(&(a, b)) = at.checked_sub(parts.len()).and_then(|at| self.additions.get(at)) {
                waiting.extend([b, a]);
                continue;
            }
            for variable in parts.get(at).into_iter().flat_map(|(sum, _)| &sum.variables) {
                if ranks[variable.index()] == usize::MAX {
                    ranks[variable.index()] = next;
                    next += 1;
                }
            }
        }
        ranks
    }
}

/// One more than the last variable.
fn width(parts: &[Stated]) -> usize {
    let all = parts.iter().flat_map(|(sum, _)| &sum.variables);
    all.map(|variable| variable.index() + 1).max().unwrap_or(0)
}
