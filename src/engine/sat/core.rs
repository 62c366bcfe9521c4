//! Why: numbers that suffice for a contradiction.
//!
//! # Theory
//! Every clause of number j is weakened by the negation of a selector sⱼ, so j is said only while sⱼ
//! is assumed. A claim ("this cell is free") follows from a set of numbers if the set cannot be met
//! together with the claim's opposite; without a claim the question is whether the numbers
//! contradict each other by themselves. When the solver says no, the assumptions it needed are such
//! a set, a *core*. It is *minimal* if no number can be left out:
//!
//! ```text
//!   core  a b c d e     without e?  no, and c was not needed    core  a b d
//!         a b d         without d?  there is a solution         d stays, for good
//!         a b d         without b?  no                          core  a d
//!         a d           without a?  there is a solution         a stays: a d is minimal
//! ```
//!
//! A number that could not be left out of a core cannot be left out of a smaller one, so one pass
//! suffices. What comes out depends on the order: numbers that the caller puts first are assumed
//! first and left out last, and a few other orders are tried as well. A minimal core need not be a
//! *smallest* one; that is for [`fewer`], which looks among hitting sets.
//!
//! # Cost
//! One question for each number of the first core, and none for those that the solver did not need.
//!
//! # What we changed
//! Selectors stand for whole numbers, not for clauses, so auxiliary variables of an encoding come
//! and go with their number.
//!
//! # References
//! N. Dershowitz, Z. Hanna, A. Nadel, A scalable algorithm for minimal unsatisfiable core
//! extraction, SAT 2006. J. Marques-Silva, I. Lynce, On improving MUS extraction algorithms, SAT
//! 2011.

use crate::budget::{Answer, Budget, Lease, StopReason};
use crate::encode::{Literal, Sink};
use crate::reduce::{BoxId, Component, NumberId};

use super::clauses::{self, AtLeast, Loader, Unary};
use super::{Settings, Solver};

pub use super::hitting::{Fewer, fewer};

/// A core of more numbers than this is not looked for in another order: nobody reads it anyway.
const MANY: usize = 100;

/// What is to follow: that a box is free or that it has a mine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// A box of one cell.
    pub cell: BoxId,
    /// Whether it is mined.
    pub mined: bool,
}

/// A minimal set of numbers from which the claim follows, in the order of numbers; `None` if it
/// follows not even from all of them. Without a claim, a minimal set that has no solution.
///
/// ```
/// use mineproof::budget::Budget;
/// use mineproof::engine::sat::{Settings, core::{Claim, minimal}};
/// use mineproof::reduce::{BoxId, Component, NumberId};
/// // The last number mines the first box, so the first number is met; the other is no reason.
/// let boxes = [(1, vec![0, 1, 2]), (1, vec![0]), (2, vec![1])];
/// let component = Component::new(vec![1, 2, 1], &boxes);
/// let free = Some(Claim { cell: BoxId(1), mined: false });
/// let found = minimal(&component, free, Settings::default(), &Budget::unlimited());
/// assert_eq!(found, Ok(Some(vec![NumberId(0), NumberId(2)])));
/// ```
pub fn minimal(
    component: &Component,
    claim: Option<Claim>,
    settings: Settings,
    budget: &Budget,
) -> Answer<Option<Vec<NumberId>>> {
    let mut gated = Gated::new(component, claim, settings, budget)?;
    let given: Vec<NumberId> = component.numbers().collect();
    let Some(core) = gated.refute(&given)? else { return Ok(None) };
    let mut best = gated.minimise(core)?;
    for order in other_orders(component) {
        if best.len() <= 1 || best.len() > MANY {
            break;
        }
        // A core is known, and a limit does not take it away.
        let Ok(Some(core)) = gated.refute(&order) else { break };
        match gated.minimise(core) {
            Ok(core) if core.len() < best.len() => best = core,
            Ok(_) => {}
            Err(_) => break,
        }
    }
    best.sort_unstable();
    Ok(Some(best))
}

/// Other orders in which numbers are assumed: backwards, few boxes first, many boxes first.
fn other_orders(component: &Component) -> [Vec<NumberId>; 3] {
    let number_boxes = component.number_boxes();
    let boxes = |j: &NumberId| number_boxes[j.index()].len();
    let backwards: Vec<NumberId> = component.numbers().rev().collect();
    let (mut few, mut many): (Vec<NumberId>, _) = (component.numbers().collect(), backwards.clone());
    few.sort_by_key(boxes);
    many.sort_by_key(|j| std::cmp::Reverse(boxes(j)));
    [backwards, few, many]
}

/// A component in a solver, each number behind its selector, and the opposite of the claim.
pub(super) struct Gated<'a> {
    component: &'a Component,
    number_boxes: Vec<Vec<BoxId>>,
    unary: Unary,
    solver: Box<dyn Solver>,
    /// The first selector; the others follow.
    first: u32,
    /// How many questions were asked.
    pub questions: u64,
    /// How many clauses the solver got.
    pub clauses: u64,
    _lease: Lease,
}

impl<'a> Gated<'a> {
    pub fn new(
        component: &'a Component,
        claim: Option<Claim>,
        settings: Settings,
        budget: &Budget,
    ) -> Answer<Self> {
        budget.check()?;
        let number_boxes = component.number_boxes();
        let unary = Unary::of_sizes(component);
        if !clauses::is_sayable(component, &number_boxes, &unary, settings.encoding) {
            return Err(StopReason::NotApplicable);
        }
        let mut solver = settings.backend.start(budget);
        let first = unary.variable_count();
        let mut loader = Loader::new(&mut *solver, first + component.number_count() as u32, budget)?;
        clauses::say_boxes(component, &unary, &mut loader)?;
        for j in component.numbers() {
            let mut gate = Gate { loader: &mut loader, shut: !Literal::new(first + j.0), clause: Vec::new() };
            let only = std::iter::once(j);
            clauses::say(component, &number_boxes, only, &unary, settings.encoding, &mut gate)?;
        }
        if let Some(Claim { cell, mined }) = claim
            && let AtLeast::If(literal) = unary.at_least(cell, 1)
        {
            loader.clause(&[if mined { !literal } else { literal }])?;
        }
        let clauses = loader.clauses;
        let lease = loader.finish()?;
        Ok(Gated { component, number_boxes, unary, solver, first, questions: 0, clauses, _lease: lease })
    }

    /// Those of the numbers, in their order, that suffice for the claim; `None` if all together do
    /// not.
    pub fn refute(&mut self, numbers: &[NumberId]) -> Answer<Option<Vec<NumberId>>> {
        self.questions += 1;
        let selectors: Vec<Literal> = numbers.iter().map(|j| Literal::new(self.first + j.0)).collect();
        if self.solver.solve(&selectors)? {
            return Ok(None);
        }
        let mut failed = self.solver.failed();
        failed.sort_unstable();
        let is_needed = |j: &NumberId| failed.binary_search(&Literal::new(self.first + j.0)).is_ok();
        Ok(Some(numbers.iter().copied().filter(is_needed).collect()))
    }

    /// Leaves out what can be left out of a core, from its end to its beginning.
    pub fn minimise(&mut self, mut core: Vec<NumberId>) -> Answer<Vec<NumberId>> {
        // Behind `at` all are needed.
        let mut at = core.len();
        while at > 0 {
            let needed = core.len() - at;
            at -= 1;
            let mut others = core.clone();
            others.remove(at);
            if let Some(fewer) = self.refute(&others)? {
                core = fewer;
                at = core.len() - needed;
            }
        }
        Ok(core)
    }

    /// Numbers, ascending, without which all others can be met together, though not with any one of
    /// them; none of them is met by the solution of the last question, which had one.
    pub fn correction(&mut self) -> Answer<Vec<NumberId>> {
        let mut left = self.unmet(self.component.numbers());
        let mut correction = Vec::new();
        // If so many went well together, twice as many are tried next.
        let mut stride = 1;
        while !left.is_empty() {
            let tried = stride.min(left.len());
            let mut out = vec![false; self.component.number_count()];
            correction.iter().chain(&left[tried..]).for_each(|j: &NumberId| out[j.index()] = true);
            let all: Vec<NumberId> = self.component.numbers().filter(|j| !out[j.index()]).collect();
            if self.refute(&all)?.is_none() {
                left = self.unmet(left.into_iter());
                stride = tried * 2;
            } else if tried > 1 {
                stride = 1;
            } else {
                correction.push(left.remove(0));
            }
        }
        correction.sort_unstable();
        Ok(correction)
    }

    /// Those of the numbers that the last solution does not meet.
    fn unmet(&self, numbers: impl Iterator<Item = NumberId>) -> Vec<NumberId> {
        let mines = |b: &BoxId| u64::from(self.unary.mines(*b, &*self.solver));
        let sum = |j: NumberId| self.number_boxes[j.index()].iter().map(mines).sum::<u64>();
        numbers.filter(|&j| sum(j) != u64::from(self.component.rest(j))).collect()
    }
}

/// Clauses that hold only while a selector is assumed.
struct Gate<'a, 'b> {
    loader: &'a mut Loader<'b>,
    shut: Literal,
    clause: Vec<Literal>,
}

impl Sink for Gate<'_, '_> {
    type Error = StopReason;

    fn fresh(&mut self) -> Literal {
        self.loader.fresh()
    }

    fn clause(&mut self, clause: &[Literal]) -> Answer<()> {
        self.clause.clear();
        self.clause.push(self.shut);
        self.clause.extend_from_slice(clause);
        self.loader.clause(&self.clause)
    }
}
