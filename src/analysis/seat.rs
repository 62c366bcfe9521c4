//! A component at its engine: which one answers, and why.
//!
//! # Theory
//! A first look ([`treedp::Sketch`]) tells whether tables are surely small; a longer search for a
//! plan waits until somebody asks for a table, and goes on from there. Whether tables are small
//! enough for questions that a solver could answer too is tried when that is first asked.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use crate::algebra::Polynomial;
use crate::board::counted;
use crate::budget::{Answer, Budget, StopReason};
use crate::engine::list::List;
use crate::engine::{ilp, tree, treedp};
use crate::reduce::Component;

use super::{ComponentReport, EngineChoice};

/// The engines that a component may sit at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Enumerate,
    Tree,
    TreeDp,
    Sat,
    Ilp,
}

/// A component, and who answers for it.
pub struct Seat {
    pub component: Arc<Component>,
    /// All solutions, if they are few; then only what a list can't tell is asked of `kind`.
    pub list: Option<List>,
    pub kind: Kind,
    /// What a first look finds; where nobody has chosen the engine, it is taken at once.
    sketch: OnceLock<treedp::Sketch>,
    /// Looked for when the first table is asked for.
    pub plan: OnceLock<treedp::Plan>,
    /// Predicted work, at first sight.
    pub work: u64,
    /// Whether tables are small enough for questions that a solver could answer too.
    pub light: OnceLock<bool>,
    /// The most table entries that are called light.
    pub most: u64,
    pub why: String,
    pub asked_sat: AtomicBool,
    /// Whether integer programming has answered although it was not asked for.
    pub asked_ilp: AtomicBool,
    pub largest: AtomicU64,
    /// Asked for by several questions, found once.
    pub polynomial: OnceLock<Polynomial>,
}

/// Predicted work up to which tables are so small that nothing beats them.
const SMALL: u64 = 1 << 12;

/// Table entries up to which tables are quicker than a solver.
pub const LIGHT: u64 = 1 << 15;

/// Tables of at most this many entries for each box are small, however many there are.
pub const SMALL_TABLE: u64 = 1 << 10;

/// Wires with fewer boxes are looked at like any component.
const MANY_BOXES: usize = 1 << 11;

/// Whether a component is mostly wires, as circuits are: cells of which each decides the next. A
/// solver runs along them at once.
fn is_wired(component: &Component) -> bool {
    component.box_count() > MANY_BOXES && component.pair_count() * 2 > component.number_count()
}

impl Seat {
    /// Chooses an engine; tables of up to `most` entries are called light.
    pub fn new(component: Arc<Component>, choice: EngineChoice, most: u64, budget: &Budget) -> Answer<Self> {
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
        let (sketch, plan) = (OnceLock::new(), OnceLock::new());
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
            EngineChoice::Auto if is_wired(&component) => {
                // A first look would take longer than the solver, for tables that are large anyway.
                light.get_or_init(|| false);
                work = u64::MAX;
                (Kind::TreeDp, String::new())
            }
            EngineChoice::Auto => {
                let first = treedp::Sketch::new(&component, budget)?;
                work = first.work();
                let is_tree = work > SMALL && tree::applies(&component);
                if is_tree || work <= most {
                    light.get_or_init(|| true);
                }
                if first.is_final() {
                    plan.get_or_init(|| first.into());
                } else {
                    sketch.get_or_init(|| first);
                }
                if is_tree {
                    (Kind::Tree, "numbers and boxes form a forest".to_string())
                } else {
                    (Kind::TreeDp, String::new())
                }
            }
        };
        Ok(Seat { sketch, plan, work, light, most, ..Seat::with(component, kind, why) })
    }

    fn with(component: Arc<Component>, kind: Kind, why: String) -> Self {
        Seat {
            component,
            list: None,
            kind,
            sketch: OnceLock::new(),
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

    fn sketch(&self, budget: &Budget) -> Answer<&treedp::Sketch> {
        if let Some(sketch) = self.sketch.get() {
            return Ok(sketch);
        }
        let found = treedp::Sketch::new(&self.component, budget)?;
        Ok(self.sketch.get_or_init(|| found))
    }

    /// The plan for tables, searched for when it is first needed.
    pub fn plan(&self, budget: &Budget) -> Answer<&treedp::Plan> {
        if matches!(self.kind, Kind::Sat | Kind::Ilp) {
            return Err(StopReason::NotApplicable);
        }
        if let Some(plan) = self.plan.get() {
            return Ok(plan);
        }
        let found = treedp::Plan::from_sketch(self.sketch(budget)?, &self.component, budget)?;
        Ok(self.plan.get_or_init(|| found))
    }

    /// Whether tables are small enough for questions that a solver could answer too. Where trying
    /// it is stopped, they are not.
    pub fn is_light(&self, budget: &Budget) -> bool {
        let tried = || {
            let sketch = || self.sketch(budget)?.is_within(&self.component, self.most, budget);
            self.kind != Kind::TreeDp || sketch() == Ok(true)
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
            None if self.work == u64::MAX => "mostly wires, whose cells decide each other".to_string(),
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

    /// The engine that has answered, or would.
    pub fn engine(&self) -> &'static str {
        let asked_sat = self.asked_sat.load(Ordering::Relaxed);
        let asked_ilp = self.asked_ilp.load(Ordering::Relaxed);
        let has_table = self.largest.load(Ordering::Relaxed) > 0;
        match self.kind {
            Kind::TreeDp if asked_sat && has_table => "sat+treedp",
            _ if asked_sat && asked_ilp => "sat+ilp",
            _ if asked_sat => "sat",
            _ if self.list.is_some() => "list",
            Kind::TreeDp if asked_ilp && !has_table => "ilp",
            Kind::Enumerate => "enumerate",
            Kind::Tree => "tree",
            Kind::TreeDp => "treedp",
            Kind::Sat => "sat",
            Kind::Ilp => "ilp",
        }
    }

    /// The most numbers open at the same time, 0 where there is no plan.
    pub fn width(&self, budget: &Budget) -> usize {
        let plan = self.plan.get().filter(|_| self.kind == Kind::TreeDp && self.list.is_none());
        plan.and_then(|plan| plan.width(&self.component, budget).ok()).unwrap_or(0)
    }

    /// How the component is answered.
    pub fn report(&self, budget: &Budget) -> ComponentReport {
        ComponentReport {
            cells: self.component.cell_count() as usize,
            numbers: self.component.number_count(),
            boxes: self.component.box_count(),
            engine: self.engine(),
            width: self.width(budget),
            largest_table: self.largest.load(Ordering::Relaxed),
            why: self.why(),
        }
    }

    /// Runs a walk and remembers its largest table.
    pub fn walk<T>(&self, run: impl FnOnce(&mut u64) -> Answer<T>) -> Answer<T> {
        let mut largest = 0;
        let answer = run(&mut largest);
        self.largest.fetch_max(largest, Ordering::Relaxed);
        answer
    }
}

/// So many entries, in words.
fn entries(count: u64) -> String {
    counted(count, "entry", "entries")
}
