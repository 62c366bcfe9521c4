//! Proves what is claimed, cell by cell.
//!
//! # Theory
//! Each claimed cell is assumed to be otherwise, and the search refutes that within the cell's
//! component; its value is then a unit clause that helps with the next. With all claimed cells as
//! units, the clause "at least one of them is not as claimed" is empty, and the proof is complete.
//! As soon as that takes more than a little, the hard core of the formula is proven first (`core`).
//! The total is left out as long as everything follows without it: it ties all components
//! together, and few claims need it. Where the search ends in nothing, the component may come down
//! to odd and even (`parity`).
//! # Cost
//! One question for each cell that propagation has not decided; most are answered by propagation
//! of the assumption alone.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use super::CertifyError;
use super::core;
use super::formula::Formula;
use super::parity::Parities;
use super::search::{Literal, Origin, Outcome, Search, Variable};
use super::total::push_total;
use super::union::{find, join};
use crate::budget::{Answer, Budget};
use crate::model::Model;

/// A formula under proof.
pub struct Proof<'a> {
    model: &'a Model,
    budget: &'a Budget,
    /// The clauses.
    pub formula: Formula,
    /// The search that knows them.
    pub search: Search,
    /// For each cell the numbers that see it.
    seen_by: Vec<Vec<u32>>,
    /// For each variable its component.
    component: Vec<usize>,
    scopes: Vec<Vec<Variable>>,
    /// Components that were searched in vain, and their equations if they come down to such.
    parities: HashMap<usize, Option<Parities>>,
    /// Whether the clauses count the total.
    pub total_is_in: bool,
}

impl<'a> Proof<'a> {
    /// The numbers of a board, without the total.
    pub fn new(model: &'a Model, budget: &'a Budget) -> Answer<Self> {
        let formula = Formula::of_numbers(model, budget)?;
        let mut search = Search::new(formula.variables as usize, budget)?;
        formula.feed(0, &mut search)?;
        // Nothing is decided, but everything that follows at once is known afterwards.
        search.solve(None, &[], None)?;
        let mut seen_by = vec![Vec::new(); model.covered.len()];
        for sum in 0..model.open.len() {
            model.members(sum).iter().for_each(|&member| seen_by[member as usize].push(sum as u32));
        }
        let mut proof = Proof {
            model,
            budget,
            formula,
            search,
            seen_by,
            component: Vec::new(),
            scopes: Vec::new(),
            parities: HashMap::new(),
            total_is_in: false,
        };
        proof.split();
        Ok(proof)
    }

    /// Proves that no placement meets the numbers and the total.
    pub fn contradiction(&mut self) -> Result<Origin, CertifyError> {
        if !self.contradicts_easily()? {
            core::prove(self.model, &self.formula, &mut self.search, None, self.budget)?;
            for scope in &self.scopes {
                if self.search.solve(None, scope, None)? == Outcome::Refuted {
                    break;
                }
            }
        }
        if self.search.contradiction().is_none() {
            self.add_total(false)?;
            self.search.solve(None, &self.all(), None)?;
        }
        self.search.contradiction().ok_or(CertifyError::Disagreement("the board is consistent"))
    }

    /// Looks for a contradiction with little effort, or between parities; `true` if there is one, or
    /// none in any component.
    fn contradicts_easily(&mut self) -> Answer<bool> {
        let mut is_easy = true;
        for i in 0..self.scopes.len() {
            let little = allowance(EASY, &self.scopes[i]).min(PATIENCE);
            let refuted = match self.search.solve(None, &self.scopes[i], Some(little))? {
                Outcome::Refuted => true,
                Outcome::Satisfied => false,
                Outcome::GaveUp => {
                    let parities = self.parities(i)?;
                    let found = parities.map(|(parities, search, budget)| parities.refute(search, budget));
                    is_easy &= found.is_some();
                    found.unwrap_or(Ok(false))?
                }
            };
            if refuted {
                return Ok(true);
            }
        }
        Ok(is_easy)
    }

    /// Proves that these literals hold, and ends with the clause that one of them does not.
    pub fn claims(&mut self, claims: &[Literal]) -> Result<Origin, CertifyError> {
        let heap = |claim: &Literal| self.seen_by[claim.variable().index()].is_empty();
        let unseen = claims.iter().any(heap);
        if !self.settle_easily(claims)? && !self.come_down_to_parities(claims)? {
            core::prove(self.model, &self.formula, &mut self.search, Some(claims), self.budget)?;
        }
        for &claim in claims {
            if !self.settle(claim, None)? && !self.total_is_in {
                self.add_total(unseen)?;
                self.settle(claim, None)?;
            }
            if self.search.known(claim.variable()) != Some(claim.wanted()) {
                return Err(CertifyError::Disagreement("a cell is not sure"));
            }
        }
        let clause: Vec<Literal> = claims.iter().map(|&claim| !claim).collect();
        let given = self.formula.len() as u32;
        self.formula.push(clause.iter().copied())?;
        Ok(self.search.conclude(given, &clause))
    }

    /// Proves the claims one after the other as long as each takes little and all of them do;
    /// whether that is enough.
    fn settle_easily(&mut self, claims: &[Literal]) -> Answer<bool> {
        let most = self.search.effort() + EASY;
        for &claim in claims {
            let Some(left) = most.checked_sub(self.search.effort()) else { return Ok(false) };
            if !self.settle(claim, Some(left))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether some of the claims that are left are in a component that comes down to parities.
    fn come_down_to_parities(&mut self, claims: &[Literal]) -> Answer<bool> {
        let open = claims.iter().filter(|claim| self.search.known(claim.variable()).is_none());
        let components: BTreeSet<usize> =
            open.map(|claim| self.component[claim.variable().index()]).collect();
        for component in components {
            if self.parities(component)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tries to prove one literal from what is there; with about so many values given, if a number
    /// is.
    fn settle(&mut self, claim: Literal, effort: Option<u64>) -> Answer<bool> {
        if self.search.known(claim.variable()).is_some() {
            return Ok(true);
        }
        for &sum in &self.seen_by[claim.variable().index()] {
            self.model.members(sum as usize).iter().for_each(|&member| self.search.favour(Variable(member)));
        }
        let refuted = |outcome| outcome == Outcome::Refuted;
        if self.total_is_in {
            let all = self.all();
            let allowance = effort.map(|effort| allowance(effort, &all));
            return self.search.solve(Some(!claim), &all, allowance).map(refuted);
        }
        let component = self.component[claim.variable().index()];
        if let Some(effort) = effort {
            let scope = &self.scopes[component];
            return self.search.solve(Some(!claim), scope, Some(allowance(effort, scope))).map(refuted);
        }
        // Where search was in vain before, it is hardly worth a try.
        let patience =
            if self.parities.get(&component).is_some_and(Option::is_some) { LITTLE } else { PATIENCE };
        let outcome = self.search.solve(Some(!claim), &self.scopes[component], Some(patience))?;
        if outcome != Outcome::GaveUp {
            return Ok(refuted(outcome));
        }
        if let Some((parities, search, budget)) = self.parities(component)?
            && parities.settle(claim, search, budget)?
        {
            return Ok(true);
        }
        self.search.solve(Some(!claim), &self.scopes[component], None).map(refuted)
    }

    /// The equations of a component, if it comes down to such, and all they need for a proof.
    fn parities(&mut self, component: usize) -> Answer<Option<(&mut Parities, &mut Search, &Budget)>> {
        let Proof { model, budget, formula, search, parities, .. } = self;
        if let Entry::Vacant(place) = parities.entry(component) {
            let of_component = |&sum: &usize| {
                let open =
                    model.members(sum).iter().find(|&&member| search.known(Variable(member)).is_none());
                open.is_some_and(|&member| self.component[member as usize] == component)
            };
            let numbers: Vec<usize> = (0..model.open.len()).filter(of_component).collect();
            place.insert(Parities::new(&numbers, model, formula, search, budget)?);
        }
        Ok(parities.get_mut(&component).and_then(Option::as_mut).map(|found| (found, search, *budget)))
    }

    fn all(&self) -> Vec<Variable> {
        (0..self.formula.variables).map(Variable).collect()
    }

    fn add_total(&mut self, unseen_are_claimed: bool) -> Answer<()> {
        self.total_is_in = true;
        let from = self.formula.len();
        let built = push_total(self.model, &self.search, unseen_are_claimed, &mut self.formula, self.budget)?;
        self.formula.feed(from, &mut self.search)?;
        // The bounds of the windows are small facts about one number each: as units they save
        // the search from finding them over and over.
        for (lemma, cells) in built.map_or(Vec::new(), |built| built.lemmas) {
            self.search.solve(Some(!lemma), &cells, Some(LEMMA))?;
        }
        Ok(())
    }

    /// Finds the components of what is not known yet.
    fn split(&mut self) {
        let variables = self.formula.variables as usize;
        let mut parents: Vec<usize> = (0..variables).collect();
        for sum in 0..self.model.open.len() {
            let members = self.model.members(sum).iter().map(|&member| member as usize);
            let open: Vec<usize> =
                members.filter(|&member| self.search.known(Variable(member as u32)).is_none()).collect();
            open.windows(2).for_each(|pair| join(&mut parents, pair[0], pair[1]));
        }
        // The variables of a counter go with its cells.
        let cells = self.model.covered.len();
        for (i, node) in self.formula.nodes.iter().enumerate() {
            let end = self.formula.nodes.get(i + 1).map_or(variables, |next| next.first.index());
            let own = (node.first.index()..end)
                .chain(node.children.map(|child| self.face(child, cells)).into_iter().flatten());
            let open: Vec<usize> =
                own.filter(|&variable| self.search.known(Variable(variable as u32)).is_none()).collect();
            open.windows(2).for_each(|pair| join(&mut parents, pair[0], pair[1]));
        }
        let mut number = vec![usize::MAX; variables];
        for variable in 0..variables {
            let top = find(&mut parents, variable);
            if number[top] == usize::MAX {
                number[top] = self.scopes.len();
                self.scopes.push(Vec::new());
            }
            self.component.push(number[top]);
            self.scopes[number[top]].push(Variable(variable as u32));
        }
    }

    /// A variable that stands for a node, if it has one.
    fn face(&self, node: u32, cells: usize) -> Option<usize> {
        match (node as usize).checked_sub(cells + 1) {
            None => Some(node as usize - 1),
            Some(inner) => {
                let node = &self.formula.nodes[inner];
                (node.low <= node.high).then_some(node.first.index())
            }
        }
    }
}

/// Conflicts that a lemma is worth.
const LEMMA: u64 = 1000;

/// Values given before the whole formula is looked at: some hundredths of a second.
const EASY: u64 = 2_000_000;

/// Conflicts after which parities are tried.
const PATIENCE: u64 = 1000;

/// Conflicts where parities are known to be what counts.
const LITTLE: u64 = 20;

/// Conflicts that so many values given are worth: each costs as many as the scope has, at most.
fn allowance(effort: u64, scope: &[Variable]) -> u64 {
    effort / scope.len().max(1) as u64 + 1
}
