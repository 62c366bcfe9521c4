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

use crate::reduce::{BoxId, Component, NumberId};

use super::key::{Allocator, Key, Slot};

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

/// Where everything is, before the width of keys is chosen.
#[derive(Clone, Debug)]
pub struct Layout {
    steps: Vec<StepLayout>,
    /// The slots of the tracked sums, the same in every table.
    pub tracked: Vec<Slot>,
    /// How many words a key needs.
    pub words: usize,
    /// The most numbers open at the same time in one table.
    pub width: usize,
}

#[derive(Clone, Debug)]
enum StepLayout {
    Start,
    Add { b: BoxId, seats: Vec<Seat> },
    Join { moved: [Vec<(Slot, Slot)>; 2], shared: Vec<Seat> },
}

/// A number at a step: its slot, and what can still come from outside after the step.
#[derive(Clone, Copy, Debug)]
struct Seat {
    number: NumberId,
    slot: Slot,
    /// Whether the step opens the number.
    opens: bool,
    outside: u64,
}

/// A number that is open in a table.
#[derive(Clone, Copy, Debug)]
struct Open {
    number: NumberId,
    slot: Slot,
    inside: u64,
}

#[derive(Clone, Debug, Default)]
struct Frame {
    allocator: Allocator,
    open: Vec<Open>,
}

impl Layout {
    /// Gives every number its slots along the plan.
    pub fn new(component: &Component, ops: &[Op], tracked: &[Tracked]) -> Self {
        let capacity = capacities(component);
        let mut root = Allocator::default();
        let tracked: Vec<Slot> = tracked.iter().map(|t| root.take(t.max)).collect();
        let mut layout = Layout { steps: Vec::with_capacity(ops.len()), tracked, words: 1, width: 0 };
        let mut stack: Vec<Frame> = Vec::new();
        for op in ops {
            let step = match *op {
                Op::Start => {
                    stack.push(Frame { allocator: root.clone(), open: Vec::new() });
                    StepLayout::Start
                }
                Op::Add(b) => {
                    let frame = stack.last_mut().expect("a plan begins with Start");
                    StepLayout::Add { b, seats: frame.add(component, &capacity, b, &mut layout.width) }
                }
                Op::Join => {
                    let right = stack.pop().expect("a join needs two tables");
                    let left = stack.pop().expect("a join needs two tables");
                    let (frame, step) = join_frames(component, &capacity, &left, &right, &root);
                    layout.width = layout.width.max(frame.open.len());
                    stack.push(frame);
                    step
                }
            };
            layout.steps.push(step);
            layout.words = layout.words.max(stack.last().map_or(1, |frame| frame.allocator.words()));
        }
        layout
    }

    /// The program over keys of type `K`.
    pub fn compile<K: Key>(&self, component: &Component, tracked: &[Tracked]) -> Vec<Step<K>> {
        self.steps
            .iter()
            .map(|step| match step {
                StepLayout::Start => Step::Start,
                StepLayout::Add { b, seats } => Step::Add(self.compile_add(component, tracked, *b, seats)),
                StepLayout::Join { moved, shared } => Step::Join(compile_join(component, moved, shared)),
            })
            .collect()
    }

    fn compile_add<K: Key>(
        &self,
        component: &Component,
        tracked: &[Tracked],
        b: BoxId,
        seats: &[Seat],
    ) -> AddStep<K> {
        let rest = |seat: &Seat| u64::from(component.rest(seat.number));
        let opened = seats.iter().filter(|seat| seat.opens);
        let open = opened.fold(K::zero(), |key, seat| key.with(seat.slot, rest(seat)));
        let guards = seats.iter().fold(K::zero(), |key, seat| key.with_guard(seat.slot));
        let mask = seats.iter().fold(K::zero(), |key, seat| key.with_mask(seat.slot));
        let size = component.size(b);
        let most = seats.iter().map(rest).min().unwrap_or(u64::from(size)).min(u64::from(size));
        let branches = (0..=most)
            .filter_map(|part| {
                // A rest r goes to r − part, which must lie between 0 and what is left outside.
                let lower = seats.iter().fold(K::zero(), |key, seat| key.with(seat.slot, part));
                let upper = seats
                    .iter()
                    .fold(K::zero(), |key, seat| key.with(seat.slot, (part + seat.outside).min(rest(seat))));
                let possible = seats.iter().all(|seat| !seat.opens || rest(seat) - part <= seat.outside);
                let rise = self.tracked.iter().zip(tracked).fold(K::zero(), |key, (slot, t)| {
                    if t.counted[b.index()] { key.with(*slot, part) } else { key }
                });
                possible.then(|| Branch {
                    part: part as u32,
                    lower,
                    upper: upper.or(guards),
                    delta: open.plus(rise).minus(lower),
                })
            })
            .collect();
        AddStep { b, size, open, guards, mask, branches }
    }
}

impl Frame {
    fn add(&mut self, component: &Component, capacity: &[u64], b: BoxId, width: &mut usize) -> Vec<Seat> {
        let size = u64::from(component.size(b));
        // A box without cells changes nothing, and must not open a number that is closed already.
        let numbers = if size == 0 { &[] } else { component.box_numbers(b) };
        let seats: Vec<Seat> = numbers
            .iter()
            .map(|&number| {
                let found = self.open.iter_mut().find(|open| open.number == number);
                let opens = found.is_none();
                let open = if let Some(open) = found {
                    open
                } else {
                    let slot = self.allocator.take(u64::from(component.rest(number)));
                    self.open.push(Open { number, slot, inside: 0 });
                    self.open.last_mut().expect("just pushed")
                };
                open.inside += size;
                Seat { number, slot: open.slot, opens, outside: capacity[number.index()] - open.inside }
            })
            .collect();
        *width = (*width).max(self.open.len());
        self.close(capacity);
        seats
    }

    fn close(&mut self, capacity: &[u64]) {
        let allocator = &mut self.allocator;
        self.open.retain(|open| {
            let stays = open.inside < capacity[open.number.index()];
            if !stays {
                allocator.give_back(open.slot);
            }
            stays
        });
    }
}

fn join_frames(
    component: &Component,
    capacity: &[u64],
    left: &Frame,
    right: &Frame,
    root: &Allocator,
) -> (Frame, StepLayout) {
    let mut frame = Frame { allocator: root.clone(), open: Vec::new() };
    let mut moved = [Vec::new(), Vec::new()];
    let mut shared = Vec::new();
    for open in &left.open {
        let other = right.open.iter().find(|other| other.number == open.number);
        let inside = open.inside + other.map_or(0, |other| other.inside);
        let slot = frame.allocator.take(2 * u64::from(component.rest(open.number)));
        moved[0].push((open.slot, slot));
        if let Some(other) = other {
            moved[1].push((other.slot, slot));
            let outside = capacity[open.number.index()] - inside;
            shared.push(Seat { number: open.number, slot, opens: false, outside });
        }
        frame.open.push(Open { number: open.number, slot, inside });
    }
    for open in &right.open {
        if !left.open.iter().any(|other| other.number == open.number) {
            let slot = frame.allocator.take(u64::from(component.rest(open.number)));
            moved[1].push((open.slot, slot));
            frame.open.push(Open { number: open.number, slot, inside: open.inside });
        }
    }
    frame.close(capacity);
    (frame, StepLayout::Join { moved, shared })
}

fn compile_join<K: Key>(
    component: &Component,
    moved: &[Vec<(Slot, Slot)>; 2],
    shared: &[Seat],
) -> JoinStep<K> {
    let rest = |seat: &Seat| u64::from(component.rest(seat.number));
    let closing = shared.iter().filter(|seat| seat.outside == 0);
    JoinStep {
        moved: moved.clone(),
        target: shared.iter().fold(K::zero(), |key, seat| key.with(seat.slot, rest(seat))),
        upper: shared.iter().fold(K::zero(), |key, seat| {
            key.with(seat.slot, (rest(seat) + seat.outside).min(2 * rest(seat))).with_guard(seat.slot)
        }),
        guards: shared.iter().fold(K::zero(), |key, seat| key.with_guard(seat.slot)),
        mask: shared.iter().fold(K::zero(), |key, seat| key.with_mask(seat.slot)),
        closing: closing.fold(K::zero(), |key, seat| key.with_mask(seat.slot)),
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
    /// Where an entry goes on a branch, and whether it may take it.
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
    upper: K,
    guards: K,
    mask: K,
    closing: K,
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
        let low = sum.or(self.guards).minus(self.target);
        let high = self.upper.minus(sum.and(self.mask));
        (low.and(high).and(self.guards) == self.guards).then(|| sum.minus(self.target))
    }
}
