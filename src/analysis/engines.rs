//! Which engine answers for which component, and why.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use num_bigint::BigUint;
use num_traits::Zero;
use rayon::prelude::*;

use crate::algebra::Polynomial;
use crate::algebra::sets::Set;
use crate::budget::{Answer, Budget, StopReason};
use crate::engine::{enumerate, ilp, sat, tree, treedp};
use crate::reduce::{Component, Part, Reduced};

use super::ComponentReport;
use super::binding::binding_total;
use super::inside::Inside;
use super::seat::{Kind, LIGHT, SMALL_TABLE, Seat};

/// Which engine may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum EngineChoice {
    /// Whatever fits each component best.
    #[default]
    Auto,
    /// Plain enumeration.
    Enumerate,
    /// Golan's trees; applies only where every component is a forest.
    Tree,
    /// Counting over decompositions.
    TreeDp,
    /// A SAT solver: for consistency, sure cells and placements one by one.
    Sat(sat::Settings),
    /// Integer programming: consistency, sure cells and bounds, but no counts.
    Ilp,
}

/// The components with their engines.
pub struct Engines {
    seats: Vec<Seat>,
    heavy: bool,
}

/// The same where a total ties components together: that a total cannot be met is hard to see for
/// a solver, and plain for tables of possible numbers of mines.
const LIGHT_IF_TIED: u64 = 1 << 22;

/// Work from which bounds are better found by integer programming.
const LARGE: u64 = 1 << 24;

/// The same where states are told apart by their number of mines.
const LARGE_BY_MINES: u64 = 1 << 20;

/// Predicted work from which on a solver is asked for solutions.
const MUCH_TO_LIST: u64 = 1 << 20;

/// Predicted work from which on a plan is searched for longer than sure cells are.
const WORTH_SHARPENING: u64 = 1 << 30;

/// Predicted work from which components are worth a thread of their own.
const HEAVY: u64 = 1 << 17;

impl Engines {
    /// Chooses an engine for each component.
    pub fn new(reduced: &Reduced, choice: EngineChoice, budget: &Budget) -> Answer<Self> {
        let light = if binding_total(reduced).is_some() { LIGHT_IF_TIED } else { LIGHT };
        let seat = |part: &Part| Seat::new(Arc::clone(&part.component), choice, light, budget);
        let numbers: usize = reduced.parts.iter().map(|part| part.component.number_count()).sum();
        let seats: Vec<Seat> = if numbers > 2000 {
            reduced.parts.par_iter().map(seat).collect::<Answer<_>>()?
        } else {
            reduced.parts.iter().map(seat).collect::<Answer<_>>()?
        };
        let work = seats.iter().fold(0u64, |sum, seat| sum.saturating_add(seat.work));
        Ok(Engines { seats, heavy: work > HEAVY })
    }

    /// One engine for a single component that is not a part of the board.
    pub fn single(component: Component, choice: EngineChoice, budget: &Budget) -> Answer<Self> {
        Ok(Engines { seats: vec![Seat::new(Arc::new(component), choice, LIGHT, budget)?], heavy: false })
    }

    /// Whether components are worth threads of their own.
    pub fn is_heavy(&self) -> bool {
        self.heavy
    }

    /// Asks every component the same; in parallel where it pays. Answers are in their order.
    pub fn map<T: Send>(&self, ask: impl Fn(usize) -> Answer<T> + Sync + Send) -> Answer<Vec<T>> {
        if self.heavy {
            (0..self.seats.len()).into_par_iter().map(ask).collect()
        } else {
            (0..self.seats.len()).map(ask).collect()
        }
    }

    /// Whether tables answer for component `i` quicker than a solver.
    pub fn is_light(&self, i: usize, budget: &Budget) -> bool {
        self.seats[i].is_light(budget)
    }

    /// Whether the tables of component `i` are too much to be kept along a path, as listing its
    /// solutions does, however small they are along a tree.
    pub fn is_much_to_list(&self, i: usize) -> bool {
        let seat = &self.seats[i];
        let most = MUCH_TO_LIST.max(seat.component.box_count() as u64 * SMALL_TABLE);
        seat.kind == Kind::TreeDp && seat.list.is_none() && seat.work > most
    }

    /// Whether finding the sure cells of component `i` pays before its tables are made: the longer
    /// the search for a plan, the more.
    pub fn is_worth_sharpening(&self, i: usize, budget: &Budget) -> bool {
        let seat = &self.seats[i];
        seat.kind == Kind::TreeDp && seat.work > WORTH_SHARPENING && !seat.is_light(budget)
    }

    /// Notes that a solver answers for component `i`.
    pub fn note_sat(&self, i: usize) {
        self.seats[i].asked_sat.store(true, Ordering::Relaxed);
    }

    /// Whether tables are too large for bounds, which integer programming can give as well; states
    /// that are told apart by their number of mines are more.
    pub fn is_large(&self, i: usize, by_mines: bool, budget: &Budget) -> Answer<bool> {
        let seat = &self.seats[i];
        let most = if by_mines { LARGE_BY_MINES } else { LARGE };
        let may = seat.kind == Kind::TreeDp && seat.list.is_none() && seat.why.is_empty();
        Ok(may && seat.work > most && seat.plan(budget)?.work() > most)
    }

    /// Notes that integer programming answers for all components.
    pub fn note_programs(&self) {
        self.seats.iter().for_each(|seat| seat.asked_ilp.store(true, Ordering::Relaxed));
    }

    /// Whether component `i` has a solution.
    pub fn consistent(&self, i: usize, budget: &Budget) -> Answer<bool> {
        let seat = &self.seats[i];
        if let Some(list) = &seat.list {
            return Ok(!list.is_empty());
        }
        match seat.kind {
            Kind::Enumerate => enumerate::consistent(&seat.component, budget),
            Kind::Tree => tree::consistent(&seat.component, budget),
            Kind::TreeDp => {
                let plan = seat.plan(budget)?;
                seat.walk(|largest| treedp::consistent(&seat.component, plan, budget, largest))
            }
            Kind::Sat | Kind::Ilp => Err(StopReason::NotApplicable),
        }
    }

    /// How many placements component `i` has.
    pub fn count(&self, i: usize, budget: &Budget) -> Answer<BigUint> {
        let seat = &self.seats[i];
        if let Some(list) = &seat.list {
            return Ok(list.count());
        }
        match seat.kind {
            Kind::Enumerate => Ok(enumerate::polynomial(&seat.component, budget)?.sum()),
            Kind::Tree => tree::count(&seat.component, budget),
            Kind::TreeDp => {
                let plan = seat.plan(budget)?;
                seat.walk(|largest| treedp::count(&seat.component, plan, budget, largest))
            }
            Kind::Sat | Kind::Ilp => Err(StopReason::NotApplicable),
        }
    }

    /// How many placements of component `i` have each number of mines.
    pub fn polynomial(&self, i: usize, budget: &Budget) -> Answer<Polynomial> {
        let seat = &self.seats[i];
        if let Some(list) = &seat.list {
            return Ok(list.polynomial());
        }
        if let Some(known) = seat.polynomial.get() {
            return Ok(known.clone());
        }
        let found = match seat.kind {
            Kind::Enumerate => enumerate::polynomial(&seat.component, budget)?,
            Kind::Tree => tree::polynomial(&seat.component, budget)?,
            Kind::TreeDp => {
                let plan = seat.plan(budget)?;
                seat.walk(|largest| treedp::polynomial(&seat.component, plan, budget, largest))?
            }
            Kind::Sat | Kind::Ilp => return Err(StopReason::NotApplicable),
        };
        Ok(seat.polynomial.get_or_init(|| found).clone())
    }

    /// The numbers of mines that placements of component `i` have.
    pub fn support(&self, i: usize, budget: &Budget) -> Answer<Set> {
        let seat = &self.seats[i];
        if let (Kind::TreeDp, None, None) = (seat.kind, &seat.list, seat.polynomial.get()) {
            let plan = seat.plan(budget)?;
            let found = seat.walk(|largest| treedp::support(&seat.component, plan, budget, largest))?;
            return Ok(found.to_set());
        }
        let polynomial = self.polynomial(i, budget)?;
        Ok(polynomial.terms().fold(Set::zero(), |mut set, (mines, _)| {
            set.set_bit(mines, true);
            set
        }))
    }

    /// The mines of each box in a solution of component `i` with so many mines; `None` if there is
    /// none.
    pub fn solution_with(&self, i: usize, mines: u64, budget: &Budget) -> Answer<Option<Vec<u32>>> {
        let seat = &self.seats[i];
        let plan = seat.plan(budget)?;
        seat.walk(|largest| treedp::solution_with(&seat.component, plan, mines, budget, largest))
    }

    /// How many placements of component `i` have each number of mines and of mines in the boxes
    /// that are `near`: triples of mines, near mines and count.
    pub fn joint_counts(&self, i: usize, near: &[bool], budget: &Budget) -> Answer<Vec<(u64, u64, BigUint)>> {
        let seat = &self.seats[i];
        let plan = seat.plan(budget)?;
        seat.walk(|largest| treedp::joint_counts(&seat.component, plan, near.to_vec(), budget, largest))
    }

    /// Least and most mines of each box, over the solutions with an allowed number of mines.
    pub fn ranges(
        &self,
        i: usize,
        allowed: Option<&(dyn Fn(u64) -> bool + Sync)>,
        budget: &Budget,
    ) -> Answer<Option<Vec<(u32, u32)>>> {
        let seat = &self.seats[i];
        if let Some(list) = &seat.list {
            return Ok(list.ranges(|mines| allowed.is_none_or(|allowed| allowed(mines))));
        }
        let weigh = |mines: u64| BigUint::from(u32::from(allowed.is_none_or(|allowed| allowed(mines))));
        let marginals = match seat.kind {
            Kind::TreeDp => {
                let plan = seat.plan(budget)?;
                let allowed = allowed.map(|allowed| allowed as &dyn Fn(u64) -> bool);
                return seat.walk(|largest| treedp::ranges(&seat.component, plan, allowed, budget, largest));
            }
            Kind::Enumerate => enumerate::marginals(&seat.component, &weigh, budget)?,
            Kind::Tree => tree::marginals(&seat.component, &weigh, budget)?,
            Kind::Sat | Kind::Ilp => return Err(StopReason::NotApplicable),
        };
        let range = |parts: &Vec<BigUint>| {
            let least = parts.iter().position(|n| !n.is_zero())?;
            let most = parts.iter().rposition(|n| !n.is_zero())?;
            Some((least as u32, most as u32))
        };
        Ok(marginals.iter().map(range).collect())
    }

    /// Fewest and most mines of component `i` in the boxes that are `counted`; see
    /// [`treedp::extremes`].
    pub fn extremes(
        &self,
        i: usize,
        counted: &[bool],
        by_mines: bool,
        budget: &Budget,
    ) -> Answer<Vec<(u64, i64, i64)>> {
        let seat = &self.seats[i];
        if let Some(list) = &seat.list {
            return Ok(list.extremes(counted, by_mines));
        }
        if seat.kind == Kind::Sat {
            return Err(StopReason::NotApplicable);
        }
        if !by_mines && (seat.kind == Kind::Ilp || self.is_large(i, false, budget)?) {
            seat.asked_ilp.store(true, Ordering::Relaxed);
            let found = ilp::extremes(&seat.component, counted, ilp::Backend::default(), budget)?;
            return Ok(found.map(|(fewest, most)| (0, fewest, most)).into_iter().collect());
        }
        if !by_mines && seat.kind != Kind::TreeDp && counted.iter().all(|c| *c) {
            let all = self.polynomial(i, budget)?;
            return Ok(if all.is_zero() { vec![] } else { vec![(0, all.low() as i64, all.high() as i64)] });
        }
        let plan = seat.plan(budget)?;
        seat.walk(|largest| treedp::extremes(&seat.component, plan, counted, by_mines, budget, largest))
    }

    /// The way forth for the marginals of component `i`, its polynomial at once.
    pub fn inside(&self, i: usize, by_mines: bool, budget: &Budget) -> Answer<Inside<'_>> {
        let seat = &self.seats[i];
        if let Some(list) = &seat.list {
            return Ok(Inside::List(list, list.polynomial()));
        }
        Ok(match seat.kind {
            Kind::TreeDp => {
                let plan = seat.plan(budget)?;
                Inside::TreeDp(
                    seat.walk(|largest| {
                        treedp::Inside::new(&seat.component, plan, by_mines, budget, largest)
                    })?,
                )
            }
            Kind::Sat | Kind::Ilp => return Err(StopReason::NotApplicable),
            Kind::Enumerate => Inside::Plain(seat, enumerate::polynomial(&seat.component, budget)?),
            Kind::Tree => Inside::Plain(seat, tree::polynomial(&seat.component, budget)?),
        })
    }

    /// All solutions of component `i`, told apart by their number of mines or not.
    pub fn solutions(&self, i: usize, by_mines: bool, budget: &Budget) -> Answer<treedp::Solutions> {
        let component = &self.seats[i].component;
        let plan = self.seats[i].plan(budget)?;
        if by_mines {
            treedp::Solutions::new(component, plan, budget)
        } else {
            treedp::Solutions::regardless_of_mines(component, plan, budget)
        }
    }

    /// The components with their engines.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// How each component is answered.
    pub fn reports(&self, budget: &Budget) -> Vec<ComponentReport> {
        self.seats.iter().map(|seat| seat.report(budget)).collect()
    }
}
