//! Bounds in the order in which they were found, and sums that tighten them.
//!
//! # Theory
//! Each variable x has two sides, x and −x, and a [`Bound`] says that a side is at least so much.
//! An equation is two sums "at least": Σ a·y ≥ r over sides y with weights a > 0. With u the most
//! that a side can be, the slack of the sum is Σ a·u − r. It must not be below 0, and no side can
//! be more than slack / a below its most. What was so found goes on the trail with its reason, the
//! most of the other sides at that moment, and is taken back from there.
//!
//! # Cost
//! A bound costs its occurrences in sums; a sum is gone through only when its slack is so small
//! that it can tell something.

use super::program::{Program, Room};

/// A side of a variable is at least so much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Twice the variable, and one more for its opposite.
    pub side: u32,
    /// The least of that side.
    pub at: i64,
}

impl Bound {
    /// A variable is at least so much.
    pub fn at_least(variable: usize, value: i64) -> Self {
        Bound { side: 2 * variable as u32, at: value }
    }

    /// A variable is at most so much.
    pub fn at_most(variable: usize, value: i64) -> Self {
        Bound { side: 2 * variable as u32 + 1, at: -value }
    }

    /// That this does not hold.
    pub fn opposite(self) -> Self {
        Bound { side: self.side ^ 1, at: 1 - self.at }
    }

    /// The value of the variable at the bound.
    pub fn value(self) -> i64 {
        if self.side.is_multiple_of(2) { self.at } else { -self.at }
    }

    /// The variable.
    pub fn variable(self) -> usize {
        self.side as usize / 2
    }
}

/// Why a bound holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It was tried.
    Choice,
    /// A sum, by its place.
    Sum(u32),
    /// A no-good, by its place; the bound is its first.
    Nogood(u32),
}

/// A bound on the trail.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The bound.
    pub bound: Bound,
    /// Why.
    pub reason: Reason,
    /// What the side was at least before.
    before: i64,
    /// Where the side was tightened before.
    previous: u32,
}

/// Nowhere on the trail: it was so from the beginning.
const NOWHERE: u32 = u32::MAX;

/// Σ weight · side ≥ r.
struct Sum {
    terms: Vec<(u32, i64)>,
    slack: i64,
    /// A slack of so much tells nothing.
    reach: i64,
}

/// All bounds that hold.
pub struct Trail {
    reached: Vec<i64>,
    latest: Vec<u32>,
    entries: Vec<Entry>,
    /// Where each choice begins.
    levels: Vec<usize>,
    sums: Vec<Sum>,
    /// For each side the sums that it is in.
    occurrences: Vec<Vec<(u32, i64)>>,
    waiting: Vec<u32>,
    is_waiting: Vec<bool>,
    /// Terms looked at so far: what it has cost.
    pub work: u64,
}

impl Trail {
    /// The sums of a program within a room; none of them has been gone through.
    pub fn new(program: &Program, room: &Room) -> Self {
        let reached: Vec<i64> =
            room.low.iter().zip(&room.high).flat_map(|(&low, &high)| [low, -high]).collect();
        let mut trail = Trail {
            latest: vec![NOWHERE; reached.len()],
            occurrences: vec![Vec::new(); reached.len()],
            reached,
            entries: Vec::new(),
            levels: Vec::new(),
            sums: Vec::new(),
            waiting: Vec::new(),
            is_waiting: Vec::new(),
            work: 0,
        };
        for (row, &rest) in program.rows.iter().zip(&program.rests) {
            trail.push_sum(row.iter().copied(), rest);
            trail.push_sum(row.iter().map(|&(x, weight)| (x, -weight)), -rest);
        }
        trail
    }

    /// A new variable within these ends.
    pub fn push_variable(&mut self, low: i64, high: i64) -> usize {
        self.reached.extend([low, -high]);
        self.latest.extend([NOWHERE; 2]);
        self.occurrences.extend([Vec::new(), Vec::new()]);
        self.reached.len() / 2 - 1
    }

    /// A new sum: weighted variables, each once, are at least `rest`. No choice may be open.
    pub fn push_sum(&mut self, terms: impl Iterator<Item = (usize, i64)>, rest: i64) {
        debug_assert!(self.levels.is_empty());
        let side = |(x, weight): (usize, i64)| (2 * x as u32 + u32::from(weight < 0), weight.abs());
        let terms: Vec<(u32, i64)> = terms.filter(|term| term.1 != 0).map(side).collect();
        let place = self.sums.len() as u32;
        let (mut slack, mut reach) = (-rest, 0);
        for &(side, weight) in &terms {
            slack += weight * self.most(side);
            reach = reach.max(weight * (self.most(side) - self.least(side)));
            self.occurrences[side as usize].push((place, weight));
        }
        self.sums.push(Sum { terms, slack, reach });
        self.is_waiting.push(true);
        self.waiting.push(place);
    }

    /// Takes the last sum back. No choice may be open.
    pub fn pop_sum(&mut self) {
        debug_assert!(self.levels.is_empty());
        if let Some(sum) = self.sums.pop() {
            for &(side, _) in &sum.terms {
                self.occurrences[side as usize].pop();
            }
            self.is_waiting.pop();
            let count = self.sums.len() as u32;
            self.waiting.retain(|&place| place < count);
        }
    }

    /// How many sums there are.
    pub fn sum_count(&self) -> usize {
        self.sums.len()
    }

    /// What a side is at least.
    pub fn least(&self, side: u32) -> i64 {
        self.reached[side as usize]
    }

    /// What a side is at most.
    pub fn most(&self, side: u32) -> i64 {
        -self.reached[(side ^ 1) as usize]
    }

    /// Whether a bound holds.
    pub fn holds(&self, bound: Bound) -> bool {
        self.least(bound.side) >= bound.at
    }

    /// The ends of a variable.
    pub fn ends(&self, variable: usize) -> (i64, i64) {
        let side = 2 * variable as u32;
        (self.least(side), self.most(side))
    }

    /// How many choices are open.
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// Opens a choice.
    pub fn open_level(&mut self) {
        self.levels.push(self.entries.len());
    }

    /// Everything found so far, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How many choices were open when an entry was made.
    pub fn level_of(&self, position: usize) -> usize {
        self.levels.partition_point(|&start| start <= position)
    }

    /// Takes in a bound that is new and leaves the side something.
    pub fn push(&mut self, bound: Bound, reason: Reason) {
        let side = bound.side as usize;
        let before = self.reached[side];
        debug_assert!(bound.at > before && bound.at <= self.most(bound.side));
        self.entries.push(Entry { bound, reason, before, previous: self.latest[side] });
        self.latest[side] = self.entries.len() as u32 - 1;
        self.reached[side] = bound.at;
        self.work += 1 + self.occurrences[side ^ 1].len() as u64;
        for &(place, weight) in &self.occurrences[side ^ 1] {
            let sum = &mut self.sums[place as usize];
            sum.slack -= weight * (bound.at - before);
            if sum.slack < sum.reach && !self.is_waiting[place as usize] {
                self.is_waiting[place as usize] = true;
                self.waiting.push(place);
            }
        }
    }

    /// Goes back to so many open choices; `undone` hears of every bound that is taken back.
    pub fn back_to(&mut self, level: usize, mut undone: impl FnMut(Bound)) {
        if level >= self.levels.len() {
            return;
        }
        let start = self.levels[level];
        self.levels.truncate(level);
        while self.entries.len() > start {
            let Some(entry) = self.entries.pop() else { break };
            let side = entry.bound.side as usize;
            for &(place, weight) in &self.occurrences[side ^ 1] {
                self.sums[place as usize].slack += weight * (entry.bound.at - entry.before);
            }
            self.reached[side] = entry.before;
            self.latest[side] = entry.previous;
            undone(entry.bound);
        }
        // At that level every sum had been gone through before the next choice was opened.
        for place in self.waiting.drain(..) {
            self.is_waiting[place as usize] = false;
        }
    }

    /// Has every sum gone through again.
    pub fn wake_all(&mut self) {
        self.waiting = (0..self.sums.len() as u32).collect();
        self.is_waiting.fill(true);
    }

    /// Goes through one sum that waits: `None` if none does, otherwise whether it can be met. If
    /// not, `conflict` gets bounds that hold and cannot all hold.
    pub fn settle_one(&mut self, conflict: &mut Vec<Bound>) -> Option<bool> {
        let place = self.waiting.pop()?;
        self.is_waiting[place as usize] = false;
        let sum = &self.sums[place as usize];
        self.work += sum.terms.len() as u64;
        let slack = sum.slack;
        if slack < 0 {
            conflict.clear();
            conflict.extend(sum.terms.iter().map(|&(side, _)| self.reached_bound(side ^ 1)));
            return Some(false);
        }
        if slack < sum.reach {
            for at in 0..sum.terms.len() {
                let (side, weight) = self.sums[place as usize].terms[at];
                let bound = Bound { side, at: self.most(side) - slack / weight };
                if !self.holds(bound) {
                    self.push(bound, Reason::Sum(place));
                }
            }
        }
        Some(true)
    }

    fn reached_bound(&self, side: u32) -> Bound {
        Bound { side, at: self.least(side) }
    }

    /// Where a bound that holds became true; `None` if no choice was open then.
    pub fn position(&self, bound: Bound) -> Option<usize> {
        let mut at = self.latest[bound.side as usize];
        while at != NOWHERE && self.entries[at as usize].before >= bound.at {
            at = self.entries[at as usize].previous;
        }
        let root = self.levels.first().copied().unwrap_or(self.entries.len());
        (at != NOWHERE && at as usize >= root).then_some(at as usize)
    }

    /// The bounds from which a sum concluded an entry.
    pub fn explain(&self, position: usize, sum: u32, reasons: &mut Vec<Bound>) {
        let concluded = self.entries[position].bound.side;
        for &(side, _) in &self.sums[sum as usize].terms {
            if side != concluded {
                reasons.push(self.bound_before(side ^ 1, position));
            }
        }
    }

    fn bound_before(&self, side: u32, position: usize) -> Bound {
        let (mut value, mut at) = (self.least(side), self.latest[side as usize]);
        while at != NOWHERE && at as usize >= position {
            value = self.entries[at as usize].before;
            at = self.entries[at as usize].previous;
        }
        Bound { side, at: value }
    }
}
