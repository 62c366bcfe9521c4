//! Which engine answers for which component, and why.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use num_bigint::BigUint;
use num_traits::Zero;
use rayon::prelude::*;

use crate::algebra::Polynomial;
use crate::budget::{Answer, Budget, StopReason};
use crate::engine::ilp::{self, Backend};
use crate::engine::{enumerate, tree, treedp};
use crate::reduce::{Component, Part, Reduced};

use super::ComponentReport;

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
    /// Integer programming: consistency, sure cells and bounds, but no counts.
    Ilp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Enumerate,
    Tree,
    TreeDp,
    Ilp,
}

/// The components with their engines.
pub struct Engines {
    seats: Vec<Seat>,
    heavy: bool,
    only_programs: bool,
}

struct Seat {
    component: Component,
    kind: Kind,
    /// Integer programming needs none.
    plan: Option<treedp::Plan>,
    why: String,
    /// Whether any engine may answer.
    may_ask_programs: bool,
    /// Whether integer programming has answered for a component of which it was not in charge.
    programs: AtomicBool,
    largest: AtomicU64,
    /// Asked for by several questions, found once.
    polynomial: OnceLock<Polynomial>,
}

/// Predicted work up to which tables are so small that nothing beats them.
const SMALL: u64 = 1 << 12;

/// Predicted work from which components are worth a thread of their own.
const HEAVY: u64 = 1 << 17;

/// Predicted work from which a single number is better found by integer programming.
const LARGE: u64 = 1 << 24;

/// The same where states are told apart by their number of mines, which makes them more.
const LARGE_BY_MINES: u64 = 1 << 20;

impl Engines {
    /// Chooses an engine for each component.
    pub fn new(reduced: &Reduced, choice: EngineChoice, budget: &Budget) -> Answer<Self> {
        let seat = |part: &Part| Seat::new(part.component.clone(), choice, budget);
        let numbers: usize = reduced.parts.iter().map(|part| part.component.number_count()).sum();
        let seats: Vec<Seat> = if numbers > 2000 {
            reduced.parts.par_iter().map(seat).collect::<Answer<_>>()?
        } else {
            reduced.parts.iter().map(seat).collect::<Answer<_>>()?
        };
        let work = seats.iter().fold(0u64, |sum, seat| sum.saturating_add(seat.work()));
        Ok(Engines { seats, heavy: work > HEAVY, only_programs: choice == EngineChoice::Ilp })
    }

    /// One engine for a single component that is not a part of the board.
    pub fn single(component: Component, choice: EngineChoice, budget: &Budget) -> Answer<Self> {
        let only_programs = choice == EngineChoice::Ilp;
        Ok(Engines { seats: vec![Seat::new(component, choice, budget)?], heavy: false, only_programs })
    }

    /// Asks every component the same; in parallel where it pays. Answers are in their order.
    pub fn map<T: Send>(&self, ask: impl Fn(usize) -> Answer<T> + Sync + Send) -> Answer<Vec<T>> {
        if self.heavy {
            (0..self.seats.len()).into_par_iter().map(ask).collect()
        } else {
            (0..self.seats.len()).map(ask).collect()
        }
    }

    /// Whether integer programming alone may answer.
    pub fn only_programs(&self) -> bool {
        self.only_programs
    }

    /// Whether a yes, a placement or bounds are better found by integer programming: in a component
    /// of which all tables would be large, told apart by mines or not.
    pub fn prefer_programs(&self, by_mines: bool) -> bool {
        self.only_programs || self.seats.iter().any(|seat| seat.is_large(by_mines))
    }

    /// Notes that integer programming has answered for all components.
    pub fn note_programs(&self) {
        self.seats.iter().for_each(|seat| seat.programs.store(true, Ordering::Relaxed));
    }

    /// Whether component `i` has a solution.
    pub fn consistent(&self, i: usize, budget: &Budget) -> Answer<bool> {
        let seat = &self.seats[i];
        match seat.kind {
            Kind::Enumerate => enumerate::consistent(&seat.component, budget),
            Kind::Tree => tree::consistent(&seat.component, budget),
            Kind::TreeDp => {
                seat.walk(|plan, largest| treedp::consistent(&seat.component, plan, budget, largest))
            }
            Kind::Ilp => Ok(ilp::solution(&seat.component, Backend::default(), budget)?.is_some()),
        }
    }

    /// How many placements component `i` has.
    pub fn count(&self, i: usize, budget: &Budget) -> Answer<BigUint> {
        let seat = &self.seats[i];
        match seat.kind {
            Kind::Enumerate => Ok(enumerate::polynomial(&seat.component, budget)?.sum()),
            Kind::Tree => tree::count(&seat.component, budget),
            Kind::TreeDp => seat.walk(|plan, largest| treedp::count(&seat.component, plan, budget, largest)),
            Kind::Ilp => Err(StopReason::NotApplicable),
        }
    }

    /// How many placements of component `i` have each number of mines.
    pub fn polynomial(&self, i: usize, budget: &Budget) -> Answer<Polynomial> {
        let seat = &self.seats[i];
        if let Some(known) = seat.polynomial.get() {
            return Ok(known.clone());
        }
        let found = match seat.kind {
            Kind::Enumerate => enumerate::polynomial(&seat.component, budget)?,
            Kind::Tree => tree::polynomial(&seat.component, budget)?,
            Kind::TreeDp => {
                seat.walk(|plan, largest| treedp::polynomial(&seat.component, plan, budget, largest))?
            }
            Kind::Ilp => return Err(StopReason::NotApplicable),
        };
        Ok(seat.polynomial.get_or_init(|| found).clone())
    }

    /// How many placements of component `i` have each number of mines and of mines in the boxes
    /// that are `near`: triples of mines, near mines and count.
    pub fn joint_counts(&self, i: usize, near: &[bool], budget: &Budget) -> Answer<Vec<(u64, u64, BigUint)>> {
        let seat = &self.seats[i];
        seat.walk(|plan, largest| treedp::joint_counts(&seat.component, plan, near.to_vec(), budget, largest))
    }

    /// Least and most mines of each box, over the solutions with an allowed number of mines.
    pub fn ranges(
        &self,
        i: usize,
        allowed: Option<&(dyn Fn(u64) -> bool + Sync)>,
        budget: &Budget,
    ) -> Answer<Option<Vec<(u32, u32)>>> {
        let seat = &self.seats[i];
        let weigh = |mines: u64| BigUint::from(u32::from(allowed.is_none_or(|allowed| allowed(mines))));
        let marginals = match seat.kind {
            Kind::TreeDp if allowed.is_none() => {
                return seat
                    .walk(|plan, largest| treedp::ranges(&seat.component, plan, None, budget, largest));
            }
            Kind::Ilp if allowed.is_none() => {
                return ilp::ranges(&seat.component, Backend::default(), budget);
            }
            Kind::Ilp => return Err(StopReason::NotApplicable),
            Kind::TreeDp => self.inside(i, true, budget)?.marginals(&weigh, budget)?,
            Kind::Enumerate => enumerate::marginals(&seat.component, &weigh, budget)?,
            Kind::Tree => tree::marginals(&seat.component, &weigh, budget)?,
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
        if !by_mines && (seat.kind == Kind::Ilp || seat.is_large(false)) {
            seat.programs.store(true, Ordering::Relaxed);
            let found = ilp::extremes(&seat.component, counted, Backend::default(), budget)?;
            return Ok(found.map(|(fewest, most)| (0, fewest, most)).into_iter().collect());
        }
        if !by_mines && seat.kind != Kind::TreeDp && counted.iter().all(|c| *c) {
            let all = self.polynomial(i, budget)?;
            return Ok(if all.is_zero() { vec![] } else { vec![(0, all.low() as i64, all.high() as i64)] });
        }
        seat.walk(|plan, largest| treedp::extremes(&seat.component, plan, counted, by_mines, budget, largest))
    }

    /// The way forth for the marginals of component `i`, its polynomial at once.
    pub fn inside(&self, i: usize, by_mines: bool, budget: &Budget) -> Answer<Inside<'_>> {
        let seat = &self.seats[i];
        Ok(match seat.kind {
            Kind::TreeDp => Inside::TreeDp(seat.walk(|plan, largest| {
                treedp::Inside::new(&seat.component, plan, by_mines, budget, largest)
            })?),
            Kind::Enumerate => Inside::Plain(seat, enumerate::polynomial(&seat.component, budget)?),
            Kind::Tree => Inside::Plain(seat, tree::polynomial(&seat.component, budget)?),
            Kind::Ilp => return Err(StopReason::NotApplicable),
        })
    }

    /// All solutions of component `i`, told apart by their number of mines or not.
    pub fn solutions(&self, i: usize, by_mines: bool, budget: &Budget) -> Answer<treedp::Solutions> {
        let (component, plan) = (&self.seats[i].component, self.seats[i].plan()?);
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
        let programs = seat.kind != Kind::Ilp && seat.programs.load(Ordering::Relaxed);
        let mut why = seat.why.clone();
        if programs {
            why.push_str("; yes or no and bounds by integer programming, which needs no table");
        }
        ComponentReport {
            cells: part.component.cell_count() as usize,
            numbers: part.component.number_count(),
            boxes: part.component.box_count(),
            engine: match seat.kind {
                Kind::Enumerate => "enumerate",
                Kind::Tree => "tree",
                Kind::TreeDp if programs && largest_table == 0 => "ilp",
                Kind::TreeDp => "treedp",
                Kind::Ilp => "ilp",
            },
            width: match &seat.plan {
                Some(plan) if seat.kind == Kind::TreeDp => plan.width(&seat.component),
                _ => 0,
            },
            largest_table,
            why,
        }
    }
}

/// What the way back of a component starts from.
pub enum Inside<'a> {
    /// Kept tables.
    TreeDp(treedp::Inside),
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
            Inside::Plain(_, polynomial) => polynomial,
        }
    }

    /// For each box and number of mines in it, the placements weighted with `outer`.
    pub fn marginals(self, outer: &dyn Fn(u64) -> BigUint, budget: &Budget) -> Answer<Vec<Vec<BigUint>>> {
        match self {
            Inside::TreeDp(inside) => inside.marginals(outer, budget),
            Inside::Plain(seat, _) if seat.kind == Kind::Tree => {
                tree::marginals(&seat.component, outer, budget)
            }
            Inside::Plain(seat, _) => enumerate::marginals(&seat.component, outer, budget),
        }
    }
}

impl Seat {
    fn new(component: Component, choice: EngineChoice, budget: &Budget) -> Answer<Self> {
        budget.check()?;
        let plan = match choice {
            EngineChoice::Ilp => None,
            _ => Some(treedp::Plan::new(&component, budget)?),
        };
        let work = plan.as_ref().map_or(0, treedp::Plan::work);
        let (kind, why) = match choice {
            EngineChoice::Enumerate => (Kind::Enumerate, "asked for".to_string()),
            EngineChoice::TreeDp => (Kind::TreeDp, "asked for".to_string()),
            EngineChoice::Ilp => (Kind::Ilp, format!("asked for; solver {}", Backend::default().name())),
            EngineChoice::Tree if tree::applies(&component) => (Kind::Tree, "asked for".to_string()),
            EngineChoice::Tree => return Err(StopReason::NotApplicable),
            EngineChoice::Auto if work <= SMALL => {
                (Kind::TreeDp, format!("small tables: {} in all predicted", entries(work)))
            }
            EngineChoice::Auto if tree::applies(&component) => {
                (Kind::Tree, "numbers and boxes form a forest".to_string())
            }
            EngineChoice::Auto => {
                let branching = plan.as_ref().is_some_and(treedp::Plan::is_branching);
                let shape = if branching { "branching" } else { "path-like" };
                (Kind::TreeDp, format!("{shape} plan: {} in all predicted", entries(work)))
            }
        };
        Ok(Seat {
            component,
            kind,
            plan,
            why,
            may_ask_programs: choice == EngineChoice::Auto,
            programs: AtomicBool::new(false),
            largest: AtomicU64::new(0),
            polynomial: OnceLock::new(),
        })
    }

    /// The plan of the tables, which every engine has but integer programming.
    fn plan(&self) -> Answer<&treedp::Plan> {
        self.plan.as_ref().ok_or(StopReason::NotApplicable)
    }

    /// The predicted sum of table sizes.
    fn work(&self) -> u64 {
        self.plan.as_ref().map_or(0, treedp::Plan::work)
    }

    /// Whether tables are too large for an answer that integer programming can give as well.
    fn is_large(&self, by_mines: bool) -> bool {
        self.may_ask_programs
            && self.kind == Kind::TreeDp
            && self.work() > if by_mines { LARGE_BY_MINES } else { LARGE }
    }

    /// Runs a walk and remembers its largest table.
    fn walk<T>(&self, run: impl FnOnce(&treedp::Plan, &mut u64) -> Answer<T>) -> Answer<T> {
        let mut largest = 0;
        let answer = run(self.plan()?, &mut largest);
        self.largest.fetch_max(largest, Ordering::Relaxed);
        answer
    }
}

/// So many entries, in words.
fn entries(count: u64) -> String {
    if count == 1 { "1 entry".to_string() } else { format!("{count} entries") }
}
