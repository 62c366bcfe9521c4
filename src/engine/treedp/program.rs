//! A plan turned into constants: what to add, subtract and compare at each step.
//!
//! # Theory
//! A plan is a postfix expression over tables: [`Op::Start`] pushes the table of nothing,
//! [`Op::Add`] adds a box to the topmost table, [`Op::Join`] puts the two topmost together. A
//! path-like decomposition is one `Start` and then only `Add`s; every `Join` is a branching.
//! A number is open in a table while some of its boxes are in and some are not. Its slot holds
//! its rest: how many mines it still needs from outside of the table. A rest above the capacity
//! of the boxes outside can never be met, so such entries are not made; when the last box is in,
//! that capacity is 0, only rest 0 survives, and the slot is given back.

use std::ops::Deref;

use crate::budget::{Answer, Budget, Lease};
use crate::reduce::{BoxId, Component};

use super::key::{Key, Slot};
use super::layout::{Layout, Seat, StepLayout};

/// One step of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Push the table of nothing: one entry, value 1.
    Start,
    /// Add a box to the topmost table.
    Add(BoxId),
    /// Join the two topmost tables.
    Join,
}

/// A sum over some boxes that every state carries along to the end.
#[derive(Clone, Debug)]
pub struct Tracked {
    /// Which boxes count.
    pub counted: Vec<bool>,
    /// The largest sum that matters; the walk never goes beyond it as the boxes' sizes bound it.
    pub max: u64,
}

impl Tracked {
    /// All boxes of a component: the number of mines.
    pub fn mines(component: &Component) -> Self {
        Tracked { counted: vec![true; component.box_count()], max: component.cell_count() }
    }

    /// Only some boxes.
    pub fn some(component: &Component, counted: Vec<bool>) -> Self {
        let max =
            component.boxes().filter(|b| counted[b.index()]).map(|b| u64::from(component.size(b))).sum();
        Tracked { counted, max }
    }
}

/// A rule between two open numbers: the rest of one is at most so much above that of the other.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// The number that may be ahead.
    pub more: Slot,
    /// The number that it is compared with.
    pub less: Slot,
    /// By how much.
    pub most: u64,
}

impl Check {
    /// Whether a state keeps the rule.
    #[inline]
    pub fn holds<K: Key>(&self, key: &K) -> bool {
        key.get(self.more) <= key.get(self.less) + self.most
    }
}

impl Layout {
    /// The program over keys of type `K`.
    pub fn compile<K: Key>(
        &self,
        component: &Component,
        tracked: &[Tracked],
        budget: &Budget,
    ) -> Answer<Program<K>> {
        let fixed = self.steps.len() * size_of::<Step<K>>();
        let lists = self.steps.iter().map(|step| step.list_bytes() + branch_bytes::<K>(component, step));
        let lease = budget.reserve(fixed as u64 + lists.sum::<u64>())?;
        let mut steps = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            steps.push(match step {
                StepLayout::Start => Step::Start,
                StepLayout::Add { b, seats, checks } => {
                    Step::Add(self.compile_add(component, tracked, *b, seats, checks))
                }
                StepLayout::Join { moved, shared, checks } => {
                    Step::Join(compile_join(component, moved, shared, checks))
                }
            });
        }
        Ok(Program { steps, _lease: lease })
    }

    fn compile_add<K: Key>(
        &self,
        component: &Component,
        tracked: &[Tracked],
        b: BoxId,
        seats: &[Seat],
        checks: &[Check],
    ) -> AddStep<K> {
        let rest = |seat: &Seat| u64::from(component.rest(seat.number));
        let opened = seats.iter().filter(|seat| seat.opens);
        let open = opened.fold(K::zero(), |key, seat| key.with(seat.slot, rest(seat)));
        let guards = seats.iter().fold(K::zero(), |key, seat| key.with_guard(seat.slot));
        let mask = seats.iter().fold(K::zero(), |key, seat| key.with_mask(seat.slot));
        let size = component.size(b);
        let most = most_mines(component, b, seats);
        let branches = (0..=most)
            .filter(|part| {
                let fits = |seat: &Seat| {
                    part + seat.least <= rest(seat) && (!seat.opens || rest(seat) - part <= seat.most)
                };
                seats.iter().all(fits)
            })
            .map(|part| {
                // A rest r goes to r − part, which must lie between the least and the most.
                let lower = seats.iter().fold(K::zero(), |key, seat| key.with(seat.slot, part + seat.least));
                let upper = seats
                    .iter()
                    .fold(K::zero(), |key, seat| key.with(seat.slot, (part + seat.most).min(rest(seat))));
                let fall = seats.iter().fold(K::zero(), |key, seat| key.with(seat.slot, part));
                let rise = self.tracked.iter().zip(tracked).fold(K::zero(), |key, (slot, t)| {
                    if t.counted[b.index()] { key.with(*slot, part) } else { key }
                });
                let delta = open.plus(rise).minus(fall);
                Branch { part: part as u32, lower, upper: upper.or(guards), delta }
            })
            .collect();
        AddStep { b, size, open, guards, mask, branches, checks: checks.to_vec() }
    }
}

/// The most mines of a box that no number forbids.
fn most_mines(component: &Component, b: BoxId, seats: &[Seat]) -> u64 {
    let rests = seats.iter().map(|seat| u64::from(component.rest(seat.number)));
    rests.min().unwrap_or(u64::MAX).min(u64::from(component.size(b)))
}

/// The memory of a step's branches, at most.
fn branch_bytes<K>(component: &Component, step: &StepLayout) -> u64 {
    match step {
        StepLayout::Add { b, seats, .. } => {
            (most_mines(component, *b, seats) + 1) * size_of::<Branch<K>>() as u64
        }
        _ => 0,
    }
}

fn compile_join<K: Key>(
    component: &Component,
    moved: &[Vec<(Slot, Slot)>; 2],
    shared: &[Seat],
    checks: &[Check],
) -> JoinStep<K> {
    let rest = |seat: &Seat| u64::from(component.rest(seat.number));
    let fold = |value: &dyn Fn(&Seat) -> u64| {
        shared.iter().fold(K::zero(), |key, seat| key.with(seat.slot, value(seat)))
    };
    let guards = shared.iter().fold(K::zero(), |key, seat| key.with_guard(seat.slot));
    let closing = shared.iter().filter(|seat| seat.closes);
    JoinStep {
        moved: moved.clone(),
        target: fold(&rest),
        lower: fold(&|seat| rest(seat) + seat.least.min(rest(seat))),
        upper: fold(&|seat| rest(seat) + seat.most.min(rest(seat))).or(guards),
        guards,
        mask: shared.iter().fold(K::zero(), |key, seat| key.with_mask(seat.slot)),
        closing: closing.fold(K::zero(), |key, seat| key.with_mask(seat.slot)),
        checks: checks.to_vec(),
    }
}

/// How many cells each number sees.
pub fn capacities(component: &Component) -> Vec<u64> {
    let mut capacity = vec![0; component.number_count()];
    for b in component.boxes() {
        for j in component.box_numbers(b) {
            capacity[j.index()] += u64::from(component.size(b));
        }
    }
    capacity
}

/// The compiled steps of a plan. With wide keys they take more memory than small tables do.
#[derive(Debug)]
pub struct Program<K> {
    steps: Vec<Step<K>>,
    _lease: Lease,
}

impl<K> Program<K> {
    /// The program that does nothing.
    pub fn empty(budget: &Budget) -> Answer<Self> {
        Ok(Program { steps: Vec::new(), _lease: budget.reserve(0)? })
    }
}

impl<K> Deref for Program<K> {
    type Target = [Step<K>];

    fn deref(&self) -> &[Step<K>] {
        &self.steps
    }
}

/// One compiled step.
#[derive(Clone, Debug)]
pub enum Step<K> {
    /// Push the table of nothing.
    Start,
    /// Add a box to the topmost table.
    Add(AddStep<K>),
    /// Join the two topmost tables.
    Join(JoinStep<K>),
}

/// What adding a box does to keys.
#[derive(Clone, Debug)]
pub struct AddStep<K> {
    /// The box.
    pub b: BoxId,
    /// How many cells it has.
    pub size: u32,
    /// The rests of the numbers that this step opens.
    pub open: K,
    guards: K,
    mask: K,
    /// The numbers of mines that the box may have, ascending.
    pub branches: Vec<Branch<K>>,
    /// What the states that are written must keep to.
    pub checks: Vec<Check>,
}

/// One number of mines in a box.
#[derive(Clone, Copy, Debug)]
pub struct Branch<K> {
    /// How many mines.
    pub part: u32,
    lower: K,
    upper: K,
    delta: K,
}

impl<K: Key> AddStep<K> {
    /// Where an entry goes on a branch, and whether it may take it; the goal must also keep to
    /// the [`checks`](Self::checks).
    #[inline]
    pub fn try_apply(&self, branch: &Branch<K>, key: K) -> (K, bool) {
        let raw = key.plus(self.open);
        let low = raw.or(self.guards).minus(branch.lower);
        let high = branch.upper.minus(raw.and(self.mask));
        (key.plus(branch.delta), low.and(high).and(self.guards) == self.guards)
    }

    /// The only entry that can have gone to `goal` on a branch. Whether it may have taken it must
    /// still be seen: the caller looks it up.
    pub fn undo(&self, branch: &Branch<K>, goal: K) -> Option<K> {
        let origin = goal.minus(branch.delta);
        // A word-wise difference is an origin only if no slot was borrowed from; applying the
        // branch again tells.
        (self.try_apply(branch, origin) == (goal, true)).then_some(origin)
    }
}

/// What joining two tables does to keys.
#[derive(Clone, Debug)]
pub struct JoinStep<K> {
    /// For both tables the slots that move, from where to where.
    pub moved: [Vec<(Slot, Slot)>; 2],
    target: K,
    lower: K,
    upper: K,
    guards: K,
    mask: K,
    closing: K,
    checks: Vec<Check>,
}

impl<K: Key> JoinStep<K> {
    /// A key of one of the tables in the joint layout.
    pub fn relocate(&self, side: usize, key: K, tracked: &[Slot]) -> K {
        let stay = tracked.iter().fold(K::zero(), |new, slot| new.with(*slot, key.get(*slot)));
        self.moved[side].iter().fold(stay, |new, (from, to)| new.with(*to, key.get(*from)))
    }

    /// The bits on which the right entry must answer the left one exactly, for a right entry.
    pub fn closing_bits(&self, key: K) -> K {
        key.and(self.closing)
    }

    /// The [`closing_bits`](Self::closing_bits) that a partner of this left entry has; `None` if
    /// there can't be one.
    pub fn wanted_bits(&self, key: K) -> Option<K> {
        let target = self.target.and(self.closing);
        let guards = self.guards;
        let left = key.and(self.closing);
        (target.or(guards).minus(left).and(guards) == guards).then(|| target.minus(left))
    }

    /// The joint entry, if the two go together.
    #[inline]
    pub fn apply(&self, left: K, right: K) -> Option<K> {
        // Both rests count what is missing seen from one side: together they overshoot by the
        // number itself.
        let sum = left.plus(right);
        let low = sum.or(self.guards).minus(self.lower);
        let high = self.upper.minus(sum.and(self.mask));
        if low.and(high).and(self.guards) != self.guards {
            return None;
        }
        let goal = sum.minus(self.target);
        self.checks.iter().all(|check| check.holds(&goal)).then_some(goal)
    }
}
