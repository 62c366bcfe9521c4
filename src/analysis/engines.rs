//! Which engine answers for which component, and why.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;
use num_traits::Zero;
use rayon::prelude::*;

use crate::algebra::Polynomial;
use crate::budget::{Answer, Budget, StopReason};
use crate::engine::list::List;
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
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Enumerate,
    Tree,
    TreeDp,
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
    /// Made when it is first asked for where there is a list, else at once.
    plan: OnceLock<treedp::Plan>,
    why: String,
    largest: AtomicU64,
    /// Asked for by several questions, found once.
    polynomial: OnceLock<Polynomial>,
}

/// Predicted work up to which tables are so small that nothing beats them.
const SMALL: u64 = 1 << 12;

/// Predicted work from which components are worth a thread of their own.
const HEAVY: u64 = 1 << 17;

impl Engines {
    /// Chooses an engine for each component.
    pub fn new(reduced: &Reduced, choice: EngineChoice, budget: &Budget) -> Answer<Self> {
        let seat = |part: &Part| Seat::new(Arc::clone(&part.component), choice, budget);
        let numbers: usize = reduced.parts.iter().map(|part| part.component.number_count()).sum();
        let seats: Vec<Seat> = if numbers > 2000 {
            reduced.parts.par_iter().map(seat).collect::<Answer<_>>()?
        } else {
            reduced.parts.iter().map(seat).collect::<Answer<_>>()?
        };
        let plans = seats.iter().filter_map(|seat| seat.plan.get());
        let work = plans.fold(0u64, |sum, plan| sum.saturating_add(plan.work()));
        Ok(Engines { seats, heavy: work > HEAVY })
    }

    /// One engine for a single component that is not a part of the board.
    pub fn single(component: Component, choice: EngineChoice, budget: &Budget) -> Answer<Self> {
        Ok(Engines { seats: vec![Seat::new(Arc::new(component), choice, budget)?], heavy: false })
    }

    /// Asks every component the same; in parallel where it pays. Answers are in their order.
    pub fn map<T: Send>(&self, ask: impl Fn(usize) -> Answer<T> + Sync + Send) -> Answer<Vec<T>> {
        if self.heavy {
            (0..self.seats.len()).into_par_iter().map(ask).collect()
        } else {
            (0..self.seats.len()).map(ask).collect()
        }
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
                seat.walk(|largest| treedp::consistent(&seat.component, seat.plan(budget)?, budget, largest))
            }
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
                seat.walk(|largest| treedp::count(&seat.component, seat.plan(budget)?, budget, largest))
            }
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
                seat.walk(|largest| treedp::polynomial(&seat.component, seat.plan(budget)?, budget, largest))?
            }
        };
        Ok(seat.polynomial.get_or_init(|| found).clone())
    }

    /// How many placements of component `i` have each number of mines and of mines in the boxes
    /// that are `near`: triples of mines, near mines and count.
    pub fn joint_counts(&self, i: usize, near: &[bool], budget: &Budget) -> Answer<Vec<(u64, u64, BigUint)>> {
        let seat = &self.seats[i];
        seat.walk(|largest| {
            treedp::joint_counts(&seat.component, seat.plan(budget)?, near.to_vec(), budget, largest)
        })
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
                return seat.walk(|largest| {
                    treedp::ranges(&seat.component, seat.plan(budget)?, None, budget, largest)
                });
            }
            Kind::TreeDp => {
                let inside = seat.walk(|largest| {
                    treedp::Inside::new(&seat.component, seat.plan(budget)?, true, budget, largest)
                })?;
                inside.marginals(&weigh, budget)?
            }
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
        if let Some(list) = &seat.list {
            return Ok(list.extremes(counted, by_mines));
        }
        if !by_mines && seat.kind != Kind::TreeDp && counted.iter().all(|c| *c) {
            let all = self.polynomial(i, budget)?;
            return Ok(if all.is_zero() { vec![] } else { vec![(0, all.low() as i64, all.high() as i64)] });
        }
        seat.walk(|largest| {
            treedp::extremes(&seat.component, seat.plan(budget)?, counted, by_mines, budget, largest)
        })
    }

    /// The way forth for the marginals of component `i`, its polynomial at once.
    pub fn inside(&self, i: usize, by_mines: bool, budget: &Budget) -> Answer<Inside<'_>> {
        let seat = &self.seats[i];
        if let Some(list) = &seat.list {
            return Ok(Inside::List(list, list.polynomial()));
        }
        Ok(match seat.kind {
            Kind::TreeDp => Inside::TreeDp(seat.walk(|largest| {
                treedp::Inside::new(&seat.component, seat.plan(budget)?, by_mines, budget, largest)
            })?),
            Kind::Enumerate => Inside::Plain(seat, enumerate::polynomial(&seat.component, budget)?),
            Kind::Tree => Inside::Plain(seat, tree::polynomial(&seat.component, budget)?),
        })
    }

    /// All solutions of component `i`, told apart by their number of mines or not.
    pub fn solutions(&self, i: usize, by_mines: bool, budget: &Budget) -> Answer<treedp::Solutions> {
        let seat = &self.seats[i];
        let (component, plan) = (&seat.component, seat.plan(budget)?);
        if by_mines {
            treedp::Solutions::new(component, plan, budget)
        } else {
            treedp::Solutions::regardless_of_mines(component, plan, budget)
        }
    }

    /// How component `i` is answered.
    pub fn report(&self, i: usize, part: &Part) -> ComponentReport {
        let seat = &self.seats[i];
        ComponentReport {
            cells: part.component.cell_count() as usize,
            numbers: part.component.number_count(),
            boxes: part.component.box_count(),
            engine: match seat.kind {
                _ if seat.list.is_some() => "list",
                Kind::Enumerate => "enumerate",
                Kind::Tree => "tree",
                Kind::TreeDp => "treedp",
            },
            width: match seat.plan.get() {
                Some(plan) if seat.kind == Kind::TreeDp && seat.list.is_none() => plan.width(&seat.component),
                _ => 0,
            },
            largest_table: seat.largest.load(Ordering::Relaxed),
            why: match &seat.list {
                Some(list) => format!("few solutions: {}", list.len()),
                None => seat.why.clone(),
            },
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
    fn new(component: Arc<Component>, choice: EngineChoice, budget: &Budget) -> Answer<Self> {
        budget.check()?;
        if choice == EngineChoice::Auto
            && let Some(list) = List::new(&component, budget)?
        {
            return Ok(Seat::with(component, Some(list), Kind::TreeDp, String::new()));
        }
        let plan = treedp::Plan::new(&component, budget)?;
        let small = plan.work() <= SMALL;
        let (kind, why) = match choice {
            EngineChoice::Enumerate => (Kind::Enumerate, "asked for".to_string()),
            EngineChoice::TreeDp => (Kind::TreeDp, "asked for".to_string()),
            EngineChoice::Tree if tree::applies(&component) => (Kind::Tree, "asked for".to_string()),
            EngineChoice::Tree => return Err(StopReason::NotApplicable),
            EngineChoice::Auto if small => {
                (Kind::TreeDp, format!("small tables: {} in all predicted", entries(plan.work())))
            }
            EngineChoice::Auto if tree::applies(&component) => {
                (Kind::Tree, "numbers and boxes form a forest".to_string())
            }
            EngineChoice::Auto => {
                let shape = if plan.is_branching() { "branching" } else { "path-like" };
                (Kind::TreeDp, format!("{shape} plan: {} in all predicted", entries(plan.work())))
            }
        };
        let seat = Seat::with(component, None, kind, why);
        seat.plan.get_or_init(|| plan);
        Ok(seat)
    }

    fn with(component: Arc<Component>, list: Option<List>, kind: Kind, why: String) -> Self {
        Seat {
            component,
            list,
            kind,
            plan: OnceLock::new(),
            why,
            largest: AtomicU64::new(0),
            polynomial: OnceLock::new(),
        }
    }

    fn plan(&self, budget: &Budget) -> Answer<&treedp::Plan> {
        if let Some(plan) = self.plan.get() {
            return Ok(plan);
        }
        let plan = treedp::Plan::new(&self.component, budget)?;
        Ok(self.plan.get_or_init(|| plan))
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
