//! The hard core of a formula: one variable for each class of cells that decide each other.
//!
//! # Theory
//! The wires of a circuit are thousands of cells that all equal one another or the opposite. A
//! search over them spends its time walking along wires, and what it learns is about single cells.
//! So classes are found first: two clauses that make a cell the opposite of another are an edge,
//! and all that edges join has one root (`links`). With roots in the place of their classes, most
//! clauses vanish or repeat each other, and what is left may again be an edge (`pool`), and so on
//! to a fixed point. Each clause of the core is a step of the proof, derived from the clause it
//! was made of and the two clauses of each link that was used. What the search proves of roots are
//! units of the whole formula, where propagation takes them along the wires.
//!
//! # Cost
//! Linear in the formula for each round, of which there are a few; two short steps for each cell
//! that a link leads over. Where less than half of the cells are linked, nothing is done.
//!
//! # References
//! Aspvall, Plass, Tarjan: A Linear-Time Algorithm for Testing the Truth of Certain Quantified
//! Boolean Formulas, Information Processing Letters 8, 1979 (classes of literals). Pollitt, Fleury,
//! Biere: Faster LRAT Checking Than Solving with `CaDiCaL`, SAT 2023 (hints for substitution).

mod compare;
mod links;
mod local;
mod pool;

#[cfg(test)]
mod tests;

use super::formula::Formula;
use super::search::{Literal, Origin, Outcome, Search, Variable};
use super::union::{find, join};
use crate::budget::{Answer, Budget, Lease};
use crate::model::Model;

use compare::compare;
use links::{Edge, Links};
use pool::{Clause, Pool, edges};

/// Proves as many of the claims as follow from classes and their core, or, without claims, that
/// the formula contradicts itself. What is proven is known to the search afterwards.
pub fn prove(
    model: &Model,
    formula: &Formula,
    search: &mut Search,
    claims: Option<&[Literal]>,
    budget: &Budget,
) -> Answer<()> {
    let Some(core) = Core::new(model, formula, search, budget)? else { return Ok(()) };
    if search.contradiction().is_some() {
        return Ok(());
    }
    let mut inner = Search::new(formula.variables as usize, budget)?;
    inner.swap_derivation(search);
    let outcome = core.answer(&mut inner, claims);
    inner.swap_derivation(search);
    outcome?;
    for (clause, _) in &core.clauses {
        for literal in clause {
            if let (Some(value), Some(unit)) =
                (inner.known(literal.variable()), inner.unit(literal.variable()))
                && search.known(literal.variable()).is_none()
            {
                search.add_derived(&[literal.variable().is(value)], unit);
            }
        }
    }
    search.accept(inner.contradiction());
    search.solve(None, &[], None)?;
    core.links.agree(search)
}

struct Core {
    links: Links,
    clauses: Vec<Clause>,
    _lease: Lease,
}

impl Core {
    /// The core, unless there are too few links for it to be worth its while.
    fn new(model: &Model, formula: &Formula, search: &mut Search, budget: &Budget) -> Answer<Option<Self>> {
        let variables = formula.variables as usize;
        let open = (0..formula.variables).filter(|&i| search.known(Variable(i)).is_none()).count();
        let mut lease = budget.reserve(64 * variables as u64)?;
        let mut links = Links::new(variables);
        links.join(&given_edges(formula, search), search);
        if 2 * links.len() < open {
            return Ok(None);
        }
        let mut pool = Pool::default();
        for i in 0..formula.len() {
            substitute(formula.clause(i), Origin::Given(i as u32), &links, search, &mut pool);
            if i.is_multiple_of(1 << 12) {
                budget.check()?;
                lease.resize(64 * variables as u64 + pool.bytes())?;
            }
        }
        loop {
            budget.check()?;
            lease.resize(64 * variables as u64 + 2 * pool.bytes())?;
            let clauses = pool.merge(search, budget)?;
            search.account()?;
            let mut news = false;
            for (clause, origin) in &clauses {
                if clause.len() == 1 {
                    search.add_derived(clause, *origin);
                    news = true;
                }
            }
            search.solve(None, &[], None)?;
            links.agree(search)?;
            let edges = clause_edges(&clauses, search);
            let mut more = Vec::new();
            if !news && edges.is_empty() {
                more = compare(model, &links, &clauses, search, budget)?;
            }
            if search.contradiction().is_some() || !news && edges.is_empty() && more.is_empty() {
                return Ok(Some(Core { links, clauses, _lease: lease }));
            }
            links.join(&edges, search);
            pool = Pool::default();
            for (clause, origin) in clauses.iter().chain(&more) {
                substitute(clause, *origin, &links, search, &mut pool);
            }
        }
    }

    /// Lets a search that knows nothing yet answer for the core.
    fn answer(&self, inner: &mut Search, claims: Option<&[Literal]>) -> Answer<()> {
        for (clause, origin) in &self.clauses {
            inner.add_derived(clause, *origin);
        }
        inner.solve(None, &[], None)?;
        let (scopes, scope_of) = self.scopes(inner);
        let Some(claims) = claims else {
            for scope in &scopes {
                if inner.solve(None, scope, None)? == Outcome::Refuted {
                    break;
                }
            }
            return Ok(());
        };
        for &claim in claims {
            let root = self.links.root(claim);
            if inner.known(root.variable()).is_none()
                && let Some(&scope) = scope_of.get(root.variable().index())
                && scope != usize::MAX
            {
                inner.solve(Some(!root), &scopes[scope], None)?;
            }
        }
        Ok(())
    }

    /// The roots that clauses join, by components, and for each variable the component.
    fn scopes(&self, inner: &Search) -> (Vec<Vec<Variable>>, Vec<usize>) {
        let variables = inner.variables();
        let mut parents: Vec<usize> = (0..variables).collect();
        let mut is_there = vec![false; variables];
        for (clause, _) in &self.clauses {
            let first = clause[0].variable().index();
            for literal in clause {
                is_there[literal.variable().index()] = true;
                join(&mut parents, first, literal.variable().index());
            }
        }
        let (mut scopes, mut scope_of) = (Vec::new(), vec![usize::MAX; variables]);
        for i in (0..variables).filter(|&i| is_there[i]) {
            let top = find(&mut parents, i);
            if scope_of[top] == usize::MAX {
                scope_of[top] = scopes.len();
                scopes.push(Vec::new());
            }
            scope_of[i] = scope_of[top];
            scopes[scope_of[i]].push(Variable(i as u32));
        }
        (scopes, scope_of)
    }
}

/// The edges of the formula as it stands, under what is known.
fn given_edges(formula: &Formula, search: &mut Search) -> Vec<Edge> {
    let mut binaries = Vec::new();
    for i in 0..formula.len() {
        let clause = formula.clause(i);
        let is_true = |literal: &Literal| search.known(literal.variable()) == Some(literal.wanted());
        let mut open = clause.iter().copied().filter(|literal| search.known(literal.variable()).is_none());
        if let (Some(a), Some(b), None) = (open.next(), open.next(), open.next())
            && !clause.iter().any(is_true)
        {
            binaries.push(([a, b], Origin::Given(i as u32)));
        }
    }
    let mut edges = edges(binaries);
    for edge in &mut edges {
        for origin in [&mut edge.link.if_so, &mut edge.link.if_not] {
            if let Origin::Given(given) = *origin {
                *origin = shortened(formula.clause(given as usize), *origin, search);
            }
        }
    }
    edges
}

/// A clause without the literals that are known to be false.
fn shortened(clause: &[Literal], origin: Origin, search: &mut Search) -> Origin {
    let mut hints: Vec<Origin> =
        clause.iter().filter_map(|literal| search.unit(literal.variable())).collect();
    if hints.is_empty() {
        return origin;
    }
    hints.push(origin);
    let open: Vec<Literal> =
        clause.iter().copied().filter(|literal| search.known(literal.variable()).is_none()).collect();
    search.derive(&open, &hints)
}

/// The edges among clauses of the core.
fn clause_edges(clauses: &[Clause], search: &Search) -> Vec<Edge> {
    let pairs = clauses.iter().filter_map(|(clause, origin)| match clause[..] {
        [a, b] if search.known(a.variable()).is_none() && search.known(b.variable()).is_none() => {
            Some(([a, b], *origin))
        }
        _ => None,
    });
    edges(pairs.collect())
}

/// Puts a clause into the pool: roots instead of their classes, and nothing that is known.
fn substitute(clause: &[Literal], origin: Origin, links: &Links, search: &mut Search, pool: &mut Pool) {
    let (mut literals, mut hints) = (Vec::with_capacity(clause.len()), Vec::new());
    for &literal in clause {
        let variable = literal.variable();
        match (search.known(variable), links.of(variable)) {
            (Some(value), _) if value == literal.wanted() => return,
            (Some(_), _) => hints.extend(search.unit(variable)),
            (None, None) => literals.push(literal),
            (None, Some(link)) => {
                literals.push(if literal.wanted() { link.to } else { !link.to });
                hints.push(if literal.wanted() { link.if_so } else { link.if_not });
            }
        }
    }
    literals.sort_unstable();
    literals.dedup();
    if literals.windows(2).any(|pair| pair[0].variable() == pair[1].variable()) || pool.has(&literals) {
        return;
    }
    if literals.is_empty() {
        // All of it is known to be false: the search says what that means.
        search.add_derived(clause, origin);
        return;
    }
    let origin = if hints.is_empty() {
        origin
    } else {
        hints.push(origin);
        search.derive(&literals, &hints)
    };
    pool.push(literals, origin);
}
