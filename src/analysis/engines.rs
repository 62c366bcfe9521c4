//! Which engine answers for which component, and why.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;
use num_traits::Zero;
use rayon::prelude::*;

use crate::algebra::Polynomial;
use crate::budget::{Answer, Budget, StopReason};
use crate::engine::list::List;
use crate::engine::{enumerate, ilp, sat, tree, treedp};
use crate::reduce::{Component, Part, Reduced};

use super::ComponentReport;
use super::binding::binding_total;

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Enumerate,
    Tree,
    TreeDp,
    Sat,
    Ilp,
}

/// The components with their engines.
pub struct Engines {
    seats: Vec<Seat>,
    heavy: bool,
}

struct Seat {
    component: Arc<Component>,
    /// All solutions, if they are few; then only what a list can't tell is asked of `kind`.
    list: Option<List>,
    kind: Kind,
    /// Looked for when the first table is asked for.
    plan: OnceLock<treedp::Plan>,
    /// Predicted work, at first sight.
    work: u64,
    /// Whether tables are small enough for questions that a solver could answer too.
    light: OnceLock<bool>,
    /// The most table entries that are called light.
    most: u64,
    why: String,
    asked_sat: AtomicBool,
    /// Whether integer programming has answered although it was not asked for.
    asked_ilp: AtomicBool,
    largest: AtomicU64,
    /// Asked for by several questions, found once.
    polynomial: OnceLock<Polynomial>,
}

/// Predicted work up to which tables are so small that nothing beats them.
const SMALL: u64 = 1 << 12;

/// Table entries up to which tables are quicker than a solver.
const LIGHT: u64 = 1 << 15;

/// The same where a total ties components together: that a total cannot be met is hard to see for
/// a solver, and plain for polynomials.
const LIGHT_IF_TIED: u64 = 1 << 22;

/// Tables of at most this many entries for each box are small, however many there are.
const SMALL_TABLE: u64 = 1 << 10;

/// Work from which bounds are better found by integer programming.
const LARGE: u64 = 1 << 24;

/// The same where states are told apart by their number of mines.
const LARGE_BY_MINES: u64 = 1 << 20;

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
            Kind::TreeDp if allowed.is_none() => {
                let plan = seat.plan(budget)?;
                return seat.walk(|largest| treedp::ranges(&seat.component, plan, None, budget, largest));
            }
            Kind::TreeDp => {
                let plan = seat.plan(budget)?;
                let inside =
                    seat.walk(|largest| treedp::Inside::new(&seat.component, plan, true, budget, largest))?;
                inside.marginals(&weigh, budget)?
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

    /// How component `i` is answered.
    pub fn report(&self, i: usize, part: &Part) -> ComponentReport {
        let seat = &self.seats[i];
        let largest_table = seat.largest.load(Ordering::Relaxed);
        let asked_sat = seat.asked_sat.load(Ordering::Relaxed);
        let asked_ilp = seat.asked_ilp.load(Ordering::Relaxed);
        let plan = seat.plan.get().filter(|_| seat.kind == Kind::TreeDp && seat.list.is_none());
        ComponentReport {
            cells: part.component.cell_count() as usize,
            numbers: part.component.number_count(),
            boxes: part.component.box_count(),
            engine: match seat.kind {
                Kind::TreeDp if asked_sat && largest_table > 0 => "sat+treedp",
                _ if asked_sat && asked_ilp => "sat+ilp",
                _ if asked_sat => "sat",
                _ if seat.list.is_some() => "list",
                Kind::TreeDp if asked_ilp && largest_table == 0 => "ilp",
                Kind::Enumerate => "enumerate",
                Kind::Tree => "tree",
                Kind::TreeDp => "treedp",
                Kind::Sat => "sat",
                Kind::Ilp => "ilp",
            },
            width: plan.map_or(0, |plan| plan.width(&seat.component)),
            largest_table,
            why: seat.why(),
        }
    }
}

/// What the way back of a component starts from.
pub enum Inside<'a> {
    /// Kept tables.
    TreeDp(treedp::Inside),
    /// All solutions.
    List(&'a List, Polynomial),
    /// Nothing but the polynomial: the engine walks anew.
    #[expect(private_interfaces, reason = "only made and read here")]
    Plain(&'a Seat, Polynomial),
}

impl Inside<'_> {
    /// How many placements have each number of mines; all in one coefficient if mines were not
    /// told apart.
    pub fn polynomial(&self) -> &Polynomial {
        match self {
            Inside::TreeDp(inside) => &inside.polynomial,
            Inside::Plain(_, polynomial) | Inside::List(_, polynomial) => polynomial,
        }
    }

    /// For each box the sum of its mines over all placements, each weighted with `outer` of the
    /// placement's mines.
    pub fn expected(self, outer: &dyn Fn(u64) -> BigUint, budget: &Budget) -> Answer<Vec<BigUint>> {
        let marginals = match self {
            Inside::List(list, _) => return Ok(list.expected(outer)),
            Inside::TreeDp(inside) => inside.marginals(outer, budget)?,
            Inside::Plain(seat, _) if seat.kind == Kind::Tree => {
                tree::marginals(&seat.component, outer, budget)?
            }
            Inside::Plain(seat, _) => enumerate::marginals(&seat.component, outer, budget)?,
        };
        let mut expected = Vec::with_capacity(marginals.len());
        for counts in marginals {
            budget.check()?;
            expected.push(counts.iter().zip(0u32..).skip(1).map(|(count, mines)| count * mines).sum());
        }
        Ok(expected)
    }
}

impl Seat {
    fn new(component: Arc<Component>, choice: EngineChoice, most: u64, budget: &Budget) -> Answer<Self> {
        budget.check()?;
        if choice == EngineChoice::Auto
            && let Some(list) = List::new(&component, budget)?
        {
            let light = OnceLock::from(true);
            return Ok(Seat {
                list: Some(list),
                light,
                ..Seat::with(component, Kind::TreeDp, String::new())
            });
        }
        // A long strip has many small tables, and a solver takes long for it.
        let most = most.max(component.box_count() as u64 * SMALL_TABLE);
        let asked_for = || "asked for".to_string();
        let plan = OnceLock::new();
        let (mut work, light) = (0, OnceLock::new());
        let (kind, why) = match choice {
            EngineChoice::Enumerate => (Kind::Enumerate, asked_for()),
            EngineChoice::TreeDp => (Kind::TreeDp, asked_for()),
            EngineChoice::Sat(_) => {
                light.get_or_init(|| false);
                (Kind::Sat, asked_for())
            }
            EngineChoice::Ilp => (Kind::Ilp, format!("asked for; solver {}", ilp::Backend::default().name())),
            EngineChoice::Tree if tree::applies(&component) => (Kind::Tree, asked_for()),
            EngineChoice::Tree => return Err(StopReason::NotApplicable),
            EngineChoice::Auto => {
                let sketch = treedp::Plan::sketch(&component);
                work = sketch.work();
                let is_tree = work > SMALL && tree::applies(&component);
                if is_tree || work <= most {
                    light.get_or_init(|| true);
                }
                if sketch.is_final() {
                    plan.get_or_init(|| sketch);
                }
                if is_tree {
                    (Kind::Tree, "numbers and boxes form a forest".to_string())
                } else {
                    (Kind::TreeDp, String::new())
                }
            }
        };
        Ok(Seat { plan, work, light, most, ..Seat::with(component, kind, why) })
    }

    fn with(component: Arc<Component>, kind: Kind, why: String) -> Self {
        Seat {
            component,
            list: None,
            kind,
            plan: OnceLock::new(),
            work: 0,
            light: OnceLock::new(),
            most: LIGHT,
            why,
            asked_sat: AtomicBool::new(false),
            asked_ilp: AtomicBool::new(false),
            largest: AtomicU64::new(0),
            polynomial: OnceLock::new(),
        }
    }

    /// The plan for tables, searched for when it is first needed.
    fn plan(&self, budget: &Budget) -> Answer<&treedp::Plan> {
        if matches!(self.kind, Kind::Sat | Kind::Ilp) {
            return Err(StopReason::NotApplicable);
        }
        if let Some(plan) = self.plan.get() {
            return Ok(plan);
        }
        let found = treedp::Plan::new(&self.component, budget)?;
        Ok(self.plan.get_or_init(|| found))
    }

    /// Whether tables are small enough for questions that a solver could answer too. Where trying
    /// it is stopped, they are not.
    fn is_light(&self, budget: &Budget) -> bool {
        let tried = || {
            let sketch = treedp::Plan::sketch(&self.component);
            self.kind != Kind::TreeDp || sketch.is_within(&self.component, self.most, budget) == Ok(true)
        };
        *self.light.get_or_init(tried)
    }

    /// Why this engine, or these.
    fn why(&self) -> String {
        if let Some(list) = &self.list {
            return format!("few solutions: {}", list.len());
        }
        if !self.why.is_empty() {
            return self.why.clone();
        }
        let tables = match self.plan.get() {
            Some(plan) if plan.work() <= SMALL => {
                format!("small tables: {} in all predicted", entries(plan.work()))
            }
            Some(plan) => {
                let shape = if plan.is_branching() { "branching" } else { "path-like" };
                format!("{shape} plan: {} in all predicted", entries(plan.work()))
            }
            None if self.light.get() != Some(&false) => {
                format!("tables of at most {} in all", entries(self.work.min(self.most)))
            }
            None => format!("tables would take more than {}", entries(self.most)),
        };
        match (self.asked_sat.load(Ordering::Relaxed), self.light.get() != Some(&false)) {
            (true, false) => format!("{tables}; a solver needs none"),
            (true, true) => format!("{tables}; the total ties it to a part too large for tables"),
            (false, _) if self.asked_ilp.load(Ordering::Relaxed) => {
                format!("{tables}; bounds by integer programming, which needs none")
            }
            (false, _) => tables,
        }
    }

    /// Runs a walk and remembers its largest table.
    fn walk<T>(&self, run: impl FnOnce(&mut u64) -> Answer<T>) -> Answer<T> {
        let mut largest = 0;
        let answer = run(&mut largest);
        self.largest.fetch_max(largest, Ordering::Relaxed);
        answer
    }
}

/// So many entries, in words.
fn entries(count: u64) -> String {
    if count == 1 { "1 entry".to_string() } else { format!("{count} entries") }
}
