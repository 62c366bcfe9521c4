//! Where everything is along a plan, before the width of keys is chosen.
//!
//! Every number gets a slot while it is open, and with it what its rest may be after each step:
//! at least `least` and at most `most`, by what the boxes outside can still give (`outlook`).

use crate::budget::{Answer, Budget, Lease};
use crate::reduce::{BoxId, Component, NumberId};

use super::key::{Allocator, Slot};
use super::outlook::Outlook;
use super::program::{Check, Op, Tracked, capacities};

/// The slots of all numbers at all steps.
#[derive(Debug)]
pub struct Layout {
    /// What is known of each step.
    pub steps: Vec<StepLayout>,
    /// The slots of the tracked sums, the same in every table.
    pub tracked: Vec<Slot>,
    /// How many words a key needs.
    pub words: usize,
    /// The most numbers open at the same time in one table.
    pub width: usize,
    lease: Lease,
}

/// One step of a plan with the slots of its numbers.
#[derive(Clone, Debug)]
pub enum StepLayout {
    /// Push the table of nothing.
    Start,
    /// Add a box, whose numbers have these seats.
    Add { b: BoxId, seats: Vec<Seat>, checks: Vec<Check> },
    /// Join two tables: the slots that move, from where to where, and the numbers open in both.
    Join { moved: [Vec<(Slot, Slot)>; 2], shared: Vec<Seat>, checks: Vec<Check> },
}

impl StepLayout {
    /// The memory of its lists.
    pub fn list_bytes(&self) -> u64 {
        let (seats, checks, moved) = match self {
            StepLayout::Start => (0, 0, 0),
            StepLayout::Add { seats, checks, .. } => (seats.len(), checks.len(), 0),
            StepLayout::Join { moved: [left, right], shared, checks } => {
                (shared.len(), checks.len(), left.len() + right.len())
            }
        };
        let bytes =
            seats * size_of::<Seat>() + checks * size_of::<Check>() + moved * size_of::<(Slot, Slot)>();
        bytes as u64
    }
}

/// A number at a step: its slot, and what its rest may be after the step.
#[derive(Clone, Copy, Debug)]
pub struct Seat {
    /// The number.
    pub number: NumberId,
    /// Its slot.
    pub slot: Slot,
    /// Whether the step opens the number.
    pub opens: bool,
    /// Whether the step closes the number.
    pub closes: bool,
    /// The least rest that can be met.
    pub least: u64,
    /// The largest rest that can be met.
    pub most: u64,
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
    boxes: Vec<BoxId>,
    id: u32,
}

impl Frame {
    fn has_open(&self, number: NumberId) -> bool {
        self.open.iter().any(|open| open.number == number)
    }
}

impl Layout {
    /// Gives every number its slots along the plan.
    pub fn new(component: &Component, ops: &[Op], tracked: &[Tracked], budget: &Budget) -> Answer<Self> {
        let capacity = capacities(component);
        let mut root = Allocator::default();
        let tracked: Vec<Slot> = tracked.iter().map(|t| root.take(t.max)).collect();
        let lease = budget.reserve((ops.len() * size_of::<StepLayout>()) as u64)?;
        let steps = Vec::with_capacity(ops.len());
        let layout = Layout { steps, tracked, words: 1, width: 0, lease };
        let outlook = Outlook::new(component, &capacity);
        let mut builder = Builder { component, capacity: &capacity, root, outlook, layout };
        builder.run(ops, budget)?;
        Ok(builder.layout)
    }
}

/// What is needed while steps are laid out.
struct Builder<'a> {
    component: &'a Component,
    capacity: &'a [u64],
    root: Allocator,
    outlook: Option<Outlook<'a>>,
    layout: Layout,
}

impl Builder<'_> {
    fn run(&mut self, ops: &[Op], budget: &Budget) -> Answer<()> {
        let mut stack: Vec<Frame> = Vec::new();
        let mut bytes = self.layout.lease.bytes();
        for (id, op) in (0..).zip(ops) {
            budget.check()?;
            let step = match *op {
                Op::Start => {
                    stack.push(Frame { allocator: self.root.clone(), id, ..Frame::default() });
                    StepLayout::Start
                }
                Op::Add(b) => self.add(stack.last_mut().expect("a plan begins with Start"), b),
                Op::Join => {
                    let right = stack.pop().expect("a join needs two tables");
                    let left = stack.pop().expect("a join needs two tables");
                    let (frame, step) = self.join(left, right);
                    stack.push(frame);
                    step
                }
            };
            bytes += step.list_bytes();
            if bytes > self.layout.lease.bytes() {
                self.layout.lease.resize(bytes + bytes / 4)?;
            }
            self.layout.steps.push(step);
            let words = stack.last().map_or(1, |frame| frame.allocator.words());
            self.layout.words = self.layout.words.max(words);
        }
        Ok(())
    }

    fn outside(&self, open: &Open) -> u64 {
        self.capacity[open.number.index()] - open.inside
    }

    fn rest(&self, number: NumberId) -> u64 {
        u64::from(self.component.rest(number))
    }

    fn add(&mut self, frame: &mut Frame, b: BoxId) -> StepLayout {
        let size = u64::from(self.component.size(b));
        // A box without cells changes nothing, and must not open a number that is closed already.
        let numbers = if size == 0 { &[] } else { self.component.box_numbers(b) };
        let from = frame.open.len();
        for &number in numbers {
            if let Some(open) = frame.open.iter_mut().find(|open| open.number == number) {
                open.inside += size;
            } else {
                let slot = frame.allocator.take(self.rest(number));
                frame.open.push(Open { number, slot, inside: size });
            }
        }
        self.layout.width = self.layout.width.max(frame.open.len());
        if let Some(outlook) = &mut self.outlook {
            outlook.put(b, frame.id);
            frame.boxes.push(b);
        }
        let mut checks = Vec::new();
        let places: Vec<usize> = numbers
            .iter()
            .filter_map(|&number| frame.open.iter().position(|open| open.number == number))
            .collect();
        let seats: Vec<Seat> = places
            .iter()
            .map(|&at| {
                let seat = self.seat(frame, at, at >= from);
                let others = frame.open.iter().filter(|other| !numbers.contains(&other.number));
                others.for_each(|other| self.check_pair(&frame.open[at], other, &mut checks));
                seat
            })
            .collect();
        self.close(frame);
        StepLayout::Add { b, seats, checks }
    }

    /// The seat of an open number after a step; looks from that number.
    fn seat(&mut self, frame: &Frame, at: usize, opens: bool) -> Seat {
        let open = &frame.open[at];
        let outside = self.outside(open);
        let (least, most) = match &mut self.outlook {
            Some(outlook) if outside > 0 => {
                outlook.look(open.number, frame.id);
                outlook.bounds(outside, |k| frame.has_open(k))
            }
            _ => (0, outside),
        };
        Seat { number: open.number, slot: open.slot, opens, closes: outside == 0, least, most }
    }

    /// The rules between the number looked from last and another, where they say anything.
    fn check_pair(&self, open: &Open, other: &Open, checks: &mut Vec<Check>) {
        let Some(outlook) = &self.outlook else { return };
        if self.outside(open) == 0 {
            return;
        }
        let shared = outlook.shared_with(other.number);
        if shared == 0 {
            return;
        }
        for (a, b) in [(open, other), (other, open)] {
            let most = self.outside(a) - shared;
            if self.outside(a).min(self.rest(a.number)) > most {
                checks.push(Check { more: a.slot, less: b.slot, most });
            }
        }
    }

    fn close(&self, frame: &mut Frame) {
        let (allocator, capacity) = (&mut frame.allocator, self.capacity);
        frame.open.retain(|open| {
            let stays = open.inside < capacity[open.number.index()];
            if !stays {
                allocator.give_back(open.slot);
            }
            stays
        });
    }

    fn join(&mut self, left: Frame, right: Frame) -> (Frame, StepLayout) {
        let mut frame = Frame { allocator: self.root.clone(), ..Frame::default() };
        let mut moved = [Vec::new(), Vec::new()];
        let (mut both, mut sides) = (Vec::new(), Vec::new());
        for open in &left.open {
            let other = right.open.iter().find(|other| other.number == open.number);
            let inside = open.inside + other.map_or(0, |other| other.inside);
            let slot = frame.allocator.take(2 * self.rest(open.number));
            moved[0].push((open.slot, slot));
            if let Some(other) = other {
                moved[1].push((other.slot, slot));
                both.push(frame.open.len());
            }
            sides.push((true, other.is_some()));
            frame.open.push(Open { number: open.number, slot, inside });
        }
        for open in &right.open {
            if !left.has_open(open.number) {
                let slot = frame.allocator.take(self.rest(open.number));
                moved[1].push((open.slot, slot));
                sides.push((false, true));
                frame.open.push(Open { number: open.number, slot, inside: open.inside });
            }
        }
        self.unite(&mut frame, left, right);
        self.layout.width = self.layout.width.max(frame.open.len());
        let shared = both.iter().map(|&at| self.seat(&frame, at, false)).collect();
        let checks = self.checks_across(&frame, &sides);
        self.close(&mut frame);
        (frame, StepLayout::Join { moved, shared, checks })
    }

    /// The boxes of both tables are now in one.
    fn unite(&mut self, frame: &mut Frame, left: Frame, right: Frame) {
        let (small, mut large) =
            if left.boxes.len() < right.boxes.len() { (left, right) } else { (right, left) };
        frame.id = large.id;
        if let Some(outlook) = &mut self.outlook {
            small.boxes.iter().for_each(|&b| outlook.put(b, large.id));
        }
        large.boxes.extend(small.boxes);
        frame.boxes = large.boxes;
    }

    /// The rules between numbers of a joint table. Between two that come from the same side alone
    /// they are known to hold.
    fn checks_across(&mut self, frame: &Frame, sides: &[(bool, bool)]) -> Vec<Check> {
        let mut checks = Vec::new();
        for (at, open) in frame.open.iter().enumerate() {
            if self.outside(open) == 0 {
                continue;
            }
            let Some(outlook) = &mut self.outlook else { break };
            outlook.look(open.number, frame.id);
            for (other, side) in frame.open.iter().zip(sides).skip(at + 1) {
                if *side != sides[at] || *side == (true, true) {
                    self.check_pair(open, other, &mut checks);
                }
            }
        }
        checks
    }
}
