//! Choices, and what their conflicts teach, in integers alone.
//!
//! # Theory
//! Bounds are tried one after the other and their consequences drawn ([`trail`](super::trail),
//! [`nogood`](super::nogood)). Where a sum cannot be met any more, its conflict becomes a no-good
//! ([`conflict`](super::conflict)), which is kept, and by which the search goes back as far as it
//! can. If that is before all choices, there is no solution. Bounds on costs hang on a variable of
//! their own that is 0 while they are asked for, so what is learnt says itself whether it needs
//! them, and everything else is kept for the next question.
//!
//! # Cost
//! Each question takes as much work as it is given and may stay unanswered: refuting pigeonholes
//! this way takes exponentially many choices, while one relaxation does it. Memory grows by the
//! no-goods, half of which are forgotten now and then.
//!
//! # References
//! J. Marques-Silva, K. Sakallah, *GRASP: a search algorithm for propositional satisfiability*,
//! IEEE Transactions on Computers 48 (1999). T. Achterberg, *Conflict analysis in mixed integer
//! programming*, Discrete Optimization 4 (2007).

use crate::budget::{Answer, Budget, Lease};

use super::focus::Focus;
use super::nogood::Nogoods;
use super::program::{Program, Room};
use super::trail::{Bound, Reason, Trail};

/// What a question came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// These values meet every sum.
    Found(Vec<i64>),
    /// None do, which is proven, and these of the bounds alone are to blame.
    Impossible(Vec<Bound>),
    /// The work was not enough.
    Unknown,
}

impl Verdict {
    /// The values, if some were found.
    pub fn found(self) -> Option<Vec<i64>> {
        match self {
            Verdict::Found(values) => Some(values),
            Verdict::Impossible(_) | Verdict::Unknown => None,
        }
    }
}

/// A moment to return to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    sums: usize,
    variables: usize,
}

/// A program that learns from every question.
pub struct Learner {
    pub(super) trail: Trail,
    pub(super) nogoods: Nogoods,
    pub(super) focus: Focus,
    /// What each variable is tried with.
    liked: Vec<i64>,
    /// How many variables are the program's; others belong to limits.
    variables: usize,
    /// Whether there may be a solution.
    pub(super) alive: bool,
    /// So many entries of the trail were told to the no-goods.
    told: usize,
    /// In the analysis of a conflict, for each side the bound that is needed and where it is.
    pub(super) needed: Vec<Option<(i64, usize)>>,
    pub(super) noted: Vec<u32>,
    pub(super) lease: Lease,
}

/// Conflicts up to the first restart.
const RESTART: u64 = 64;

/// No-goods up to the first time that some are forgotten.
const KEPT: usize = 4000;

/// The budget is asked after so much work.
const WORK_BETWEEN_CHECKS: u64 = 1 << 16;

impl Learner {
    /// A program within a room.
    pub fn new(program: &Program, room: &Room, budget: &Budget) -> Answer<Self> {
        let trail = Trail::new(program, room);
        let variables = program.variable_count();
        // Whoever counts for most sums decides most.
        let mut order: Vec<usize> = (0..variables).collect();
        order.sort_by_key(|&x| std::cmp::Reverse(program.columns[x].len()));
        let mut nogoods = Nogoods::default();
        nogoods.resize(2 * variables);
        Ok(Learner {
            trail,
            nogoods,
            focus: Focus::new(variables, order.into_iter()),
            liked: room.low.clone(),
            variables,
            alive: true,
            told: 0,
            needed: vec![None; 2 * variables],
            noted: Vec::new(),
            lease: budget.reserve(0)?,
        })
    }

    /// What is left of the room whatever is chosen; `None` if nothing.
    pub fn room(&mut self) -> Option<Room> {
        self.back_to(0);
        let ends = |x| self.trail.ends(x);
        let (low, high) = (0..self.variables).map(ends).unzip();
        self.alive.then_some(Room { low, high })
    }

    /// What a variable is at least and at most, whatever is chosen.
    pub fn ends(&mut self, variable: usize) -> (i64, i64) {
        self.back_to(0);
        self.trail.ends(variable)
    }

    /// Takes in that there is no solution.
    pub fn give_up(&mut self) {
        self.alive = false;
    }

    /// Takes in a bound that every solution keeps to.
    pub fn take_in(&mut self, bound: Bound) {
        self.back_to(0);
        if self.trail.holds(bound.opposite()) {
            self.alive = false;
        } else if !self.trail.holds(bound) {
            self.trail.push(bound, Reason::Choice);
        }
    }

    /// What has been spent on all questions.
    pub fn work(&self) -> u64 {
        self.trail.work
    }

    /// Has a variable tried with this value first.
    pub fn like(&mut self, variable: usize, value: i64) {
        self.liked[variable] = value;
    }

    /// A bound under which costs are at most `most`.
    pub fn limit(&mut self, costs: &[i64], most: i64) -> Bound {
        self.back_to(0);
        // Σ −c·x + m·s ≥ −most, where s = 1 is enough to meet it.
        let dearest = |(x, &c): (usize, &i64)| (c * self.trail.ends(x).0).max(c * self.trail.ends(x).1);
        let excess = costs.iter().enumerate().map(dearest).sum::<i64>().saturating_sub(most).max(1);
        let switch = self.push_variable(0, 1);
        let terms = costs.iter().enumerate().map(|(x, &c)| (x, -c));
        self.trail.push_sum(terms.chain([(switch, excess)]), -most);
        Bound::at_most(switch, 0)
    }

    /// A new variable that is the sum of these sides; its first side.
    pub fn total(&mut self, sides: &[u32]) -> u32 {
        self.back_to(0);
        let ends =
            |ends: (i64, i64), &side: &u32| (ends.0 + self.trail.least(side), ends.1 + self.trail.most(side));
        let (low, high) = sides.iter().fold((0, 0), ends);
        let total = self.push_variable(low, high);
        for sign in [1, -1] {
            let term = |&side: &u32| (side as usize / 2, if side.is_multiple_of(2) { sign } else { -sign });
            self.trail.push_sum(sides.iter().map(term).chain([(total, -sign)]), 0);
        }
        2 * total as u32
    }

    /// What a side is at least, whatever is chosen.
    pub fn least(&mut self, side: u32) -> i64 {
        self.back_to(0);
        self.trail.least(side)
    }

    fn push_variable(&mut self, low: i64, high: i64) -> usize {
        let variable = self.trail.push_variable(low, high);
        self.nogoods.resize(2 * variable + 2);
        self.needed.resize(2 * variable + 2, None);
        self.liked.push(low);
        variable
    }

    /// How many sums and variables there are.
    pub fn mark(&self) -> Mark {
        Mark { sums: self.trail.sum_count(), variables: self.liked.len() }
    }

    /// Takes all limits and totals since then back, with all that was learnt of them.
    pub fn return_to(&mut self, mark: Mark) {
        self.back_to(0);
        while self.trail.sum_count() > mark.sums {
            self.trail.pop_sum();
        }
        self.alive &= self.nogoods.forget_from(mark.variables, &mut self.trail);
    }

    /// Values that keep to these bounds, found or ruled out with so much work.
    pub fn ask(&mut self, bounds: &[Bound], work: u64, budget: &Budget) -> Answer<Verdict> {
        self.back_to(0);
        let most = self.trail.work.saturating_add(work);
        let mut restarts = Restarts::new();
        let mut kept = KEPT.max(2 * self.nogoods.len());
        let mut checked = self.trail.work;
        let mut conflict = Vec::new();
        while self.alive {
            if self.trail.work >= checked + WORK_BETWEEN_CHECKS {
                checked = self.trail.work;
                budget.check()?;
                self.lease.resize(self.bytes())?;
            }
            if self.trail.work >= most {
                self.back_to(0);
                self.trail.wake_all();
                return Ok(Verdict::Unknown);
            }
            match self.settle(&mut conflict, checked + WORK_BETWEEN_CHECKS) {
                Settled::Conflict => {
                    self.learn(&conflict)?;
                    restarts.conflicts += 1;
                }
                Settled::Unfinished => {}
                Settled::All => {
                    if restarts.due() {
                        self.back_to(0);
                        if self.nogoods.len() > kept {
                            self.alive &= self.nogoods.forget(&mut self.trail);
                            kept += kept / 10;
                        }
                    } else if !self.choose(bounds) {
                        return Ok(self.conclude(bounds));
                    }
                }
            }
        }
        Ok(Verdict::Impossible(Vec::new()))
    }

    /// What bounds and no-goods take in memory, roughly; where ranges are huge, bounds may creep.
    pub(super) fn bytes(&self) -> u64 {
        self.nogoods.bytes() + size_of_val(self.trail.entries()) as u64
    }

    /// Makes the next choice; `false` if there is none to make.
    fn choose(&mut self, bounds: &[Bound]) -> bool {
        while let Some(&bound) = bounds.get(self.trail.level()) {
            if self.trail.holds(bound.opposite()) {
                return false;
            }
            self.trail.open_level();
            if !self.trail.holds(bound) {
                self.trail.push(bound, Reason::Choice);
                return true;
            }
        }
        let ends = |x| self.trail.ends(x);
        let Some(x) = self.focus.next(|x| ends(x).0 < ends(x).1) else { return false };
        let (low, high) = ends(x);
        let value = self.liked[x].clamp(low, high);
        self.trail.open_level();
        let bound = if value < high { Bound::at_most(x, value) } else { Bound::at_least(x, value) };
        self.trail.push(bound, Reason::Choice);
        true
    }

    /// Where no choice is left, a solution, or a bound that cannot be.
    fn conclude(&mut self, bounds: &[Bound]) -> Verdict {
        if let Some(&failed) = bounds.get(self.trail.level()) {
            let blamed = self.blame(failed);
            self.back_to(0);
            return Verdict::Impossible(blamed);
        }
        let values: Vec<i64> = (0..self.variables).map(|x| self.trail.ends(x).0).collect();
        self.liked[..self.variables].copy_from_slice(&values);
        Verdict::Found(values)
    }

    /// Draws consequences, up to so much work in all.
    fn settle(&mut self, conflict: &mut Vec<Bound>, most: u64) -> Settled {
        loop {
            while self.told < self.trail.entries().len() {
                let side = self.trail.entries()[self.told].bound.side;
                self.told += 1;
                if !self.nogoods.settle(side, &mut self.trail, conflict) {
                    return Settled::Conflict;
                }
            }
            match self.trail.settle_one(conflict) {
                Some(true) if self.trail.work < most => {}
                Some(true) => return Settled::Unfinished,
                Some(false) => return Settled::Conflict,
                None if self.told < self.trail.entries().len() => {}
                None => return Settled::All,
            }
        }
    }

    pub(super) fn back_to(&mut self, level: usize) {
        let (liked, focus) = (&mut self.liked, &mut self.focus);
        self.trail.back_to(level, |bound| {
            liked[bound.variable()] = bound.value();
            focus.reopen(bound.variable());
        });
        self.told = self.told.min(self.trail.entries().len());
    }
}

enum Settled {
    All,
    Unfinished,
    Conflict,
}

/// When to begin anew: after 1, 1, 2, 1, 1, 2, 4, ... times [`RESTART`] conflicts.
struct Restarts {
    conflicts: u64,
    limit: u64,
    luby: (u64, u64),
}

impl Restarts {
    fn new() -> Self {
        Restarts { conflicts: 0, limit: RESTART, luby: (1, 1) }
    }

    fn due(&mut self) -> bool {
        if self.conflicts < self.limit {
            return false;
        }
        let (u, v) = self.luby;
        self.luby = if u & u.wrapping_neg() == v { (u + 1, 1) } else { (u, 2 * v) };
        self.conflicts = 0;
        self.limit = RESTART * self.luby.1;
        true
    }
}
