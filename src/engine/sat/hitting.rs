//! A smallest core, by hitting sets.
//!
//! # Theory
//! Take a set of numbers that can be met against the claim, and add others as long as that stays
//! so. What is left over then, a *correction set*, has at least one number of every core, for no
//! core fits into the rest. So a core is a hitting set of all correction sets, and if no set of
//! fewer than m numbers hits those known so far, no core has fewer than m:
//!
//! ```text
//!   known correction sets ──▶ a hitting set of fewer than m numbers?
//!           ▲                       │ none: no core is that small
//!           │                       ▼
//!           └── add what is ◀── do these numbers suffice?
//!               left over   no      │ yes: a smaller core, m goes down
//! ```
//!
//! # Cost
//! Exponential in the worst case, like the question itself. We stop after a number of questions that
//! depends on the number of clauses alone, so the answer is the same on every machine.
//!
//! # What we changed
//! Only hitting sets smaller than the best core are looked for, never a smallest one. When one does
//! not suffice, its correction set is added to it and the question asked again until it does: this
//! gives disjoint correction sets, which raise the bound fastest.
//!
//! # References
//! A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, Smallest MUS extraction with minimal
//! hitting set dualization, CP 2015.

use crate::budget::{Answer, Budget};
use crate::reduce::{Component, NumberId};

use super::Settings;
use super::core::{Claim, Gated};

/// Questions times clauses that a search may take.
const WORK: u64 = 100_000_000;

/// Questions that a search may take, however small the component.
const MOST_QUESTIONS: u64 = 3_000;

/// Branches of one search for a hitting set.
const MOST_BRANCHES: u64 = 100_000;

/// What is known of cores below a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fewer {
    /// The smallest core that was found, ascending, if one is below the size.
    pub core: Option<Vec<NumberId>>,
    /// Whether there is no smaller one.
    pub proven: bool,
}

/// Looks for a core of fewer than `size` numbers.
pub fn fewer(
    component: &Component,
    claim: Option<Claim>,
    size: usize,
    settings: Settings,
    budget: &Budget,
) -> Answer<Fewer> {
    let mut gated = Gated::new(component, claim, settings, budget)?;
    let most_questions = (WORK / gated.clauses.max(1)).min(MOST_QUESTIONS);
    let (mut core, mut size) = (None, size);
    let mut corrections: Vec<Vec<NumberId>> = Vec::new();
    loop {
        let mut numbers = match hit(&corrections, size) {
            Hit::By(numbers) => numbers,
            Hit::Nothing => return Ok(Fewer { core, proven: true }),
            Hit::Unknown => return Ok(Fewer { core, proven: false }),
        };
        loop {
            if gated.questions > most_questions {
                return Ok(Fewer { core, proven: false });
            }
            if let Some(found) = gated.refute(&numbers)? {
                if found.len() < size {
                    let mut smaller = gated.minimise(found)?;
                    smaller.sort_unstable();
                    size = smaller.len();
                    core = Some(smaller);
                }
                break;
            }
            let correction = gated.correction()?;
            if correction.is_empty() {
                // All numbers together do not suffice.
                return Ok(Fewer { core, proven: true });
            }
            numbers.extend_from_slice(&correction);
            corrections.push(correction);
        }
    }
}

/// Numbers that hit all sets.
#[derive(Debug, PartialEq, Eq)]
enum Hit {
    By(Vec<NumberId>),
    /// There are none so few.
    Nothing,
    /// Nobody knows if there are any.
    Unknown,
}

/// Looks for fewer than `size` numbers that hit all sets.
fn hit(sets: &[Vec<NumberId>], size: usize) -> Hit {
    let Some(most) = size.checked_sub(1) else { return Hit::Nothing };
    let mut search = Search { sets, chosen: Vec::new(), branches: 0 };
    match search.extend(most) {
        Some(true) => Hit::By(search.chosen),
        Some(false) => Hit::Nothing,
        None => Hit::Unknown,
    }
}

struct Search<'a> {
    sets: &'a [Vec<NumberId>],
    chosen: Vec<NumberId>,
    branches: u64,
}

impl Search<'_> {
    /// Chooses up to `more` numbers so that all sets are hit; `None` if the branches ran out.
    fn extend(&mut self, more: usize) -> Option<bool> {
        self.branches += 1;
        if self.branches > MOST_BRANCHES {
            return None;
        }
        let mut open: Vec<&Vec<NumberId>> = self
            .sets
            .iter()
            .filter(|set| !self.chosen.iter().any(|j| set.binary_search(j).is_ok()))
            .collect();
        open.sort_by_key(|set| set.len());
        let Some(&first) = open.first() else { return Some(true) };
        // Each of these disjoint sets needs a number of its own.
        let mut disjoint: Vec<&Vec<NumberId>> = Vec::new();
        for &set in &open {
            if disjoint.iter().all(|other| !set.iter().any(|j| other.binary_search(j).is_ok())) {
                disjoint.push(set);
            }
        }
        if disjoint.len() > more {
            return Some(false);
        }
        let hits = |j: &NumberId| open.iter().filter(|set| set.binary_search(j).is_ok()).count();
        let mut choices: Vec<NumberId> = first.clone();
        choices.sort_by_key(|j| std::cmp::Reverse(hits(j)));
        for j in choices {
            self.chosen.push(j);
            if self.extend(more - 1)? {
                return Some(true);
            }
            self.chosen.pop();
        }
        Some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(all: &[&[u32]]) -> Vec<Vec<NumberId>> {
        all.iter().map(|set| set.iter().map(|&j| NumberId(j)).collect()).collect()
    }

    #[test]
    fn hitting_sets_are_found_if_there_are_any() {
        let triangle = sets(&[&[0, 1], &[1, 2], &[0, 2]]);
        assert_eq!(hit(&triangle, 2), Hit::Nothing);
        assert!(matches!(hit(&triangle, 3), Hit::By(numbers) if numbers.len() == 2));
        assert_eq!(hit(&[], 1), Hit::By(Vec::new()));
        assert_eq!(hit(&[], 0), Hit::Nothing);
        assert_eq!(hit(&sets(&[&[]]), 9), Hit::Nothing);
    }
}
