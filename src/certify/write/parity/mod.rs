//! Proofs for numbers that come down to odd and even.
//!
//! # Theory
//! What a few numbers around a place say of the cells at its border may be a parity, as in boards
//! of Tseitin's formulas. No search refutes these: resolution alone takes exponentially many steps.
//! So after a search in vain, cells that few numbers see are eliminated (`elimination`), and if all
//! that is left are parities, they are equations modulo 2. Which of them add up to what is claimed
//! is found by elimination among them (`system`); for the proof they are added two by two
//! (`total`), with new variables for what a long sum comes to on the way (`chain`). Each small step
//! is a matter of a dozen clauses (`window`).
//!
//! ```text
//!   numbers  ▸  relations  ▸  parities of a few cells  ▸  their sum: 0 = 1, or a claimed cell
//! ```
//!
//! A claimed cell that was eliminated takes what the equations say of the cells at its border, and
//! the way back through the relations to the cell.
//! # Cost
//! Near to linear where additions leave short sums, as they do on boards of Tseitin's formulas: a
//! few hundred steps for each vertex.
//! # References
//! A. Urquhart, *Hard examples for resolution*, Journal of the ACM 34 (1987). S. A. Cook, *A short
//! proof of the pigeon hole principle using extended resolution*, SIGACT News 8 (1976).

mod chain;
mod elimination;
mod relation;
mod system;
mod total;
mod window;

#[cfg(test)]
mod tests;

use super::formula::Formula;
use super::search::{Literal, Origin, Search, Variable};
use crate::budget::{Answer, Budget, Lease};
use crate::model::Model;

use elimination::Elimination;
use relation::{ARITY, Relation};
use system::{Sum, consequences};
use total::{Stated, add_up};
use window::Lemma;

/// Numbers that come down to equations modulo 2.
pub struct Parities {
    elimination: Elimination,
    equations: Vec<Sum>,
    /// What says so: one of the relations that are left, or clauses.
    sources: Vec<Source>,
    _lease: Lease,
}

enum Source {
    Relation(Relation),
    Lemmas(Vec<Lemma>),
}

/// What a variable of a relation takes in memory, with the clauses of the relation.
const MEMBER_BYTES: u64 = 1 << 10;

impl Parities {
    /// Eliminates cells until these numbers are equations; `None` if they are more than that. The
    /// search knows what it takes already.
    pub fn new(
        numbers: &[usize],
        model: &Model,
        formula: &Formula,
        search: &mut Search,
        budget: &Budget,
    ) -> Answer<Option<Self>> {
        let lease = budget.reserve(numbers.len() as u64 * ARITY as u64 * MEMBER_BYTES)?;
        let mut relations = Vec::with_capacity(numbers.len());
        for &number in numbers {
            budget.check()?;
            let Some(relation) = relation_of(number, model, formula, search) else { return Ok(None) };
            relations.push(relation);
        }
        let mut elimination = Elimination::new(model.covered.len(), relations, search.notes());
        if !elimination.run(search.notes(), budget)? {
            return Ok(None);
        }
        search.account()?;
        if let Some(nothing) = &elimination.contradiction {
            search.take(None, nothing.origin);
        }
        let (mut equations, mut sources) = (Vec::new(), Vec::new());
        for relation in elimination.left() {
            for (variables, odd) in relation.parities() {
                equations.push(Sum { variables, odd });
                sources.push(Source::Relation(relation.clone()));
            }
        }
        Ok(Some(Parities { elimination, equations, sources, _lease: lease }))
    }

    /// Derives the empty clause; `false` if it does not follow.
    pub fn refute(&mut self, search: &mut Search, budget: &Budget) -> Answer<bool> {
        self.facts(&[], search, budget)?;
        Ok(search.contradiction().is_some())
    }

    /// Derives a literal as a unit; `false` if it does not follow.
    pub fn settle(&mut self, claim: Literal, search: &mut Search, budget: &Budget) -> Answer<bool> {
        let variable = claim.variable();
        let way = self.elimination.way(variable);
        let keep = way.last().map_or(vec![variable], |&last| self.elimination.rest(last).to_vec());
        let facts = self.facts(&keep, search, budget)?;
        let found = match way[..] {
            [] => Some(Relation::new(keep, facts)),
            _ => self.elimination.back(&way, &facts, search.notes()),
        };
        let lemmas = found.map_or(Vec::new(), |relation| relation.lemmas);
        let Some(unit) = lemmas.iter().find(|lemma| lemma.literals[..] == [claim]) else { return Ok(false) };
        search.take(Some(claim), unit.origin);
        Ok(true)
    }

    /// All that the equations say of a few variables, as clauses.
    fn facts(&mut self, keep: &[Variable], search: &mut Search, budget: &Budget) -> Answer<Vec<Lemma>> {
        let mut facts = Vec::new();
        for leaves in consequences(&self.equations, keep, budget)? {
            let mut parts: Vec<Stated> = Vec::with_capacity(leaves.len());
            for &leaf in &leaves {
                let Some(lemmas) = self.lemmas(leaf, search) else { return Ok(Vec::new()) };
                parts.push((self.equations[leaf].clone(), lemmas));
            }
            let Some((sum, lemmas)) = add_up(&parts, search, budget)? else { continue };
            if sum.variables.is_empty()
                && let [nothing] = &lemmas[..]
            {
                search.take(None, nothing.origin);
            }
            facts.extend_from_slice(&lemmas);
            if leaves.len() > 1 {
                // The next proof may begin here.
                self.equations.push(sum);
                self.sources.push(Source::Lemmas(lemmas));
            }
        }
        Ok(facts)
    }

    /// The clauses of an equation, which are derived when they are needed first.
    fn lemmas(&mut self, equation: usize, search: &mut Search) -> Option<Vec<Lemma>> {
        if let Source::Relation(relation) = &self.sources[equation] {
            let Sum { variables, odd } = &self.equations[equation];
            let lemmas = relation.parity(variables, *odd, search.notes())?;
            self.sources[equation] = Source::Lemmas(lemmas);
        }
        match &self.sources[equation] {
            Source::Lemmas(lemmas) => Some(lemmas.clone()),
            Source::Relation(_) => None,
        }
    }
}

/// What a number says of its cells that are not known; `None` if they are too many, or counted by a
/// tree.
fn relation_of(number: usize, model: &Model, formula: &Formula, search: &mut Search) -> Option<Relation> {
    let members = model.members(number).iter().map(|&member| Variable(member));
    let scope: Vec<Variable> = members.filter(|&member| search.known(member).is_none()).collect();
    let clauses = formula.direct.get(number).cloned().filter(|clauses| !clauses.is_empty())?;
    if scope.len() > ARITY {
        return None;
    }
    let mut lemmas = Vec::new();
    for given in clauses {
        let clause = formula.clause(given);
        if clause.iter().any(|literal| search.known(literal.variable()) == Some(literal.wanted())) {
            continue;
        }
        let (open, known): (Vec<Literal>, Vec<Literal>) =
            clause.iter().partition(|literal| search.known(literal.variable()).is_none());
        let given = Origin::Given(given as u32);
        let origin = if known.is_empty() {
            given
        } else {
            let units: Vec<Origin> =
                known.iter().filter_map(|literal| search.unit(literal.variable())).collect();
            search.notes().push(open.iter().copied(), units.into_iter().chain([given]))
        };
        lemmas.push(Lemma { literals: open.into(), origin });
    }
    Some(Relation::new(scope, lemmas))
}
