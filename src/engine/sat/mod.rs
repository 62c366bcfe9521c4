//! Questions to a SAT solver.
//!
//! # Theory
//! A component becomes clauses once (`clauses`); after that every question is one to the same
//! solver under assumptions, so what it learns serves all of them. Whether there is a solution is
//! one question, which cells are sure is a [`backbone`], and solutions one by one are a walk
//! through the boxes in which the solver says which way is not a dead end (`listing`). Why a cell is
//! sure, or why there is no solution, is a [`core`] of the numbers. Components that come down to odd
//! and even are answered without the solver (`parity`).
//!
//! # Cost
//! Exponential in the worst case, like every method here; but unlike tables, the solver does not
//! care how many numbers are open at the same time.
//!
//! # Limits
//! The budget is asked while clauses are made, between questions, and by the solver itself. Memory
//! is leased for the clauses; what the solver learns comes on top of that.

mod arbiter;
pub mod backbone;
#[cfg(feature = "cadical")]
mod cadical;
mod clauses;
pub mod core;
mod hitting;
mod listing;
mod parity;
mod repair;
mod solver;
mod varisat;

pub use arbiter::{Arbiter, Judgement, MaybeArbiter, Question};
pub use backbone::{Goal, Grouping, Start, Verdict};
pub use listing::for_each_solution;
pub use solver::{Backend, Solver};

use crate::budget::{Answer, Budget, Lease, StopReason};
use crate::encode::{Encoding, Sink};
use crate::reduce::{BoxId, Component, NumberId};

use crate::reduce::classes::{Classes, is_wide};
use crate::reduce::intervals::Intervals;
use clauses::{Loader, Unary};
use parity::Parity;
use repair::Repair;

/// How clauses are made, and who gets them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Settings {
    /// How sums become clauses.
    pub encoding: Encoding,
    /// The solver.
    pub backend: Backend,
    /// How candidates of a backbone are tried.
    pub grouping: Grouping,
}

/// A component in a solver.
struct Loaded {
    solver: Box<dyn Solver>,
    classes: Classes,
    unary: Unary,
    intervals: Intervals,
    number_boxes: Vec<Vec<BoxId>>,
    /// The first variable that nobody uses.
    unused: u32,
    encoding: Encoding,
    /// Whether all numbers were said, wide ones too.
    tight: bool,
    leases: Vec<Lease>,
}

/// Fewer boxes are nothing for a solver.
const MANY_BOXES: usize = 64;

/// What a component is as clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Variables, auxiliary ones included.
    pub variables: u64,
    /// Clauses.
    pub clauses: u64,
}

/// What is known of a component before a solver is asked.
struct Prepared {
    number_boxes: Vec<Vec<BoxId>>,
    intervals: Intervals,
    classes: Classes,
}

impl Prepared {
    /// `None` if a number cannot be met, whatever the others do.
    fn new(component: &Component, budget: &Budget) -> Answer<Option<Self>> {
        budget.check()?;
        let number_boxes = component.number_boxes();
        let Some(mut intervals) = Intervals::new(component, &number_boxes) else { return Ok(None) };
        let classes = Classes::new(component, &number_boxes, &mut intervals, budget)?;
        Ok(classes.map(|classes| Prepared { number_boxes, intervals, classes }))
    }

    /// What the numbers say of odd and even, if that is all they say and a search could get lost.
    fn parity(&self, component: &Component, budget: &Budget) -> Answer<Parity<Vec<(u32, u32)>>> {
        if component.box_count() < MANY_BOXES {
            return Ok(Parity::Unknown);
        }
        parity::solve(component, &self.number_boxes, &self.intervals, &self.classes, budget)
    }

    /// Solutions without end, if the numbers say nothing but odd and even.
    fn parity_solutions<'a>(
        &'a self,
        component: &'a Component,
        budget: &Budget,
    ) -> Answer<Parity<impl Iterator<Item = Vec<u32>> + 'a>> {
        if component.box_count() < MANY_BOXES {
            return Ok(Parity::Unknown);
        }
        parity::solutions(component, &self.number_boxes, &self.intervals, &self.classes, budget)
    }
}

impl Loaded {
    /// Makes the clauses.
    fn with(prepared: Prepared, component: &Component, settings: Settings, budget: &Budget) -> Answer<Self> {
        let Prepared { number_boxes, intervals, classes } = prepared;
        let unary = Unary::new(&intervals, &classes);
        if !clauses::is_sayable(component, &number_boxes, &unary, settings.encoding) {
            return Err(StopReason::NotApplicable);
        }
        let mut solver = settings.backend.start(budget);
        let mut loader = Loader::new(&mut *solver, unary.variable_count(), budget)?;
        clauses::say_boxes(component, &unary, &mut loader)?;
        let wide = |j: &NumberId| is_wide(&number_boxes[j.index()]);
        let narrow = component.numbers().filter(|j| !wide(j));
        clauses::say(component, &number_boxes, narrow, &unary, settings.encoding, &mut loader)?;
        let unused = loader.variables;
        let leases = vec![loader.finish()?];
        let (encoding, tight) = (settings.encoding, !component.numbers().any(|j| wide(&j)));
        Ok(Loaded { solver, classes, unary, intervals, number_boxes, unused, encoding, tight, leases })
    }

    /// Says wide numbers, which were left for last: most answers can do without.
    fn tighten(&mut self, component: &Component, budget: &Budget) -> Answer<()> {
        if std::mem::replace(&mut self.tight, true) {
            return Ok(());
        }
        let mut loader = Loader::new(&mut *self.solver, self.unused, budget)?;
        let wide = component.numbers().filter(|j| is_wide(&self.number_boxes[j.index()]));
        clauses::say(component, &self.number_boxes, wide, &self.unary, self.encoding, &mut loader)?;
        self.unused = loader.variables;
        self.leases.push(loader.finish()?);
        Ok(())
    }

    /// The mines of each box in the model of the last question.
    fn model(&self, component: &Component) -> Vec<u32> {
        component.boxes().map(|b| self.unary.mines(b, &*self.solver)).collect()
    }

    /// Any solution; `None` if there is none. One that meets all but the wide numbers is brought to
    /// meet those too by moving mines; only where that fails and no arbiter helps, the solver gets to
    /// know them.
    fn solution(
        &mut self,
        component: &Component,
        arbiter: &mut MaybeArbiter,
        budget: &Budget,
    ) -> Answer<Option<Vec<u32>>> {
        if !self.solver.solve(&[])? {
            return Ok(None);
        }
        let mut mines = self.model(component);
        if self.tight || Repair::new(component, &self.number_boxes).balance(&mut mines, &self.intervals) {
            return Ok(Some(mines));
        }
        if let Some(arbiter) = arbiter {
            match arbiter.judge(Question::Anything, None)? {
                Judgement::Solution(mines) => return Ok(Some(mines)),
                Judgement::Impossible => return Ok(None),
                Judgement::Unknown if !self.classes.are_large() => return arbiter.settle(Question::Anything),
                Judgement::Unknown => {}
            }
        }
        self.tighten(component, budget)?;
        Ok(self.solver.solve(&[])?.then(|| self.model(component)))
    }
}

/// One solution, as mines in each box; `None` if there is none.
///
/// ```
/// use mineproof::{budget::Budget, engine::sat, reduce::Component};
/// // The first number has one cell, which the second sees beside two others.
/// let component = Component::new(vec![1, 2], &[(1, vec![0, 1]), (2, vec![1])]);
/// let found = sat::solution(&component, sat::Settings::default(), None, &Budget::unlimited());
/// assert_eq!(found, Ok(Some(vec![1, 1])));
/// ```
pub fn solution(
    component: &Component,
    settings: Settings,
    mut arbiter: MaybeArbiter,
    budget: &Budget,
) -> Answer<Option<Vec<u32>>> {
    let Some(prepared) = Prepared::new(component, budget)? else { return Ok(None) };
    match prepared.parity_solutions(component, budget)? {
        Parity::Known(mut found) => return Ok(found.next()),
        Parity::Contradiction => return Ok(None),
        Parity::Unknown => {}
    }
    Loaded::with(prepared, component, settings, budget)?.solution(component, &mut arbiter, budget)
}

/// Whether there is a solution.
pub fn consistent(component: &Component, settings: Settings, budget: &Budget) -> Answer<bool> {
    Ok(solution(component, settings, None, budget)?.is_some())
}

/// Least and most mines of each box over all solutions; `None` if there is none.
pub fn ranges(component: &Component, settings: Settings, budget: &Budget) -> Answer<Option<Vec<(u32, u32)>>> {
    backbone::ranges(component, settings, Goal::Ranges, Start::default(), budget, &mut |_, _| {})
}

/// How large a component is as clauses.
pub fn size(component: &Component, encoding: Encoding, budget: &Budget) -> Answer<Size> {
    struct Count(Size);
    impl Sink for Count {
        type Error = StopReason;
        fn fresh(&mut self) -> crate::encode::Literal {
            self.0.variables += 1;
            crate::encode::Literal::new(self.0.variables as u32 - 1)
        }
        fn clause(&mut self, _: &[crate::encode::Literal]) -> Answer<()> {
            self.0.clauses += 1;
            Ok(())
        }
    }
    budget.check()?;
    let number_boxes = component.number_boxes();
    let impossible = Ok(Size { variables: 0, clauses: 1 });
    let Some(mut intervals) = Intervals::new(component, &number_boxes) else { return impossible };
    let classes = Classes::new(component, &number_boxes, &mut intervals, budget)?;
    let Some(classes) = classes else { return impossible };
    let unary = Unary::new(&intervals, &classes);
    if !clauses::is_sayable(component, &number_boxes, &unary, encoding) {
        return Err(StopReason::NotApplicable);
    }
    let mut count = Count(Size { variables: u64::from(unary.variable_count()), clauses: 0 });
    clauses::say_boxes(component, &unary, &mut count)?;
    clauses::say(component, &number_boxes, component.numbers(), &unary, encoding, &mut count)?;
    Ok(count.0)
}
