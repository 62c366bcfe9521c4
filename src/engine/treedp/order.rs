//! In which order numbers are closed: the choice that decides everything.
//!
//! # Theory
//! Closing a number means adding all of its boxes that are not in yet. While it is open it can
//! have min(k, out) − max(0, k − in) + 1 rests, where `in` cells of it are in and `out` are not;
//! the product over all open numbers bounds the table. Its logarithm is a sum that changes only
//! at the numbers of an added box, so a candidate is judged in a handful of operations.
//!
//! Orders are grown from a start at the rim of the graph, closing next whichever open number
//! leaves the smallest table, the longest open first among equals. Where the predicted work is
//! large, more starts, sweeps along the graph and a local search are tried, for a time in
//! proportion to the work.
//!
//! # Cost
//! One growth costs (numbers) × (open numbers) × (cells around a number).

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::budget::{Answer, Budget};
use crate::reduce::{BoxId, Component, NumberId};

use super::program::{Op, capacities};

/// 256·log₂ of a positive number, rounded down.
pub const fn log2(value: u64) -> u32 {
    let whole = value.ilog2();
    // Sixteen bits of mantissa, squared eight times, give eight bits of the logarithm.
    let mut mantissa = if whole > 16 { value >> (whole - 16) } else { value << (16 - whole) };
    let mut fraction = 0;
    let mut bit = 0;
    while bit < 8 {
        bit += 1;
        mantissa = (mantissa * mantissa) >> 16;
        fraction <<= 1;
        if mantissa >> 17 != 0 {
            mantissa >>= 1;
            fraction |= 1;
        }
    }
    (whole << 8) + fraction
}

/// The logarithms of small ranges.
static LOGS: [u32; 64] = {
    let mut logs = [0; 64];
    let mut range = 1;
    while range < logs.len() {
        logs[range] = log2(range as u64);
        range += 1;
    }
    logs
};

/// About 2^(log/256), saturating.
pub fn exp2(log: u32) -> u64 {
    let (whole, fraction) = (log >> 8, u64::from(log & 255));
    // Between powers of two a straight line is within a tenth of the curve.
    if whole >= 55 { u64::MAX >> 8 } else { ((1 << 8) + fraction) << whole >> 8 }
}

/// Predicts table sizes while boxes are added.
#[derive(Clone, Debug)]
pub struct Forecast<'a> {
    component: &'a Component,
    number_boxes: &'a [Vec<BoxId>],
    capacity: &'a [u64],
    inside: Vec<u64>,
    added: Vec<bool>,
    log_size: u32,
}

impl<'a> Forecast<'a> {
    fn new(component: &'a Component, number_boxes: &'a [Vec<BoxId>], capacity: &'a [u64]) -> Self {
        Forecast {
            component,
            number_boxes,
            capacity,
            inside: vec![0; component.number_count()],
            added: vec![false; component.box_count()],
            log_size: 0,
        }
    }

    fn restart(&mut self) {
        self.inside.fill(0);
        self.added.fill(false);
        self.log_size = 0;
    }

    /// How many boxes of `number` are not in yet does not matter, only how many cells.
    fn log_range(&self, number: NumberId) -> u32 {
        let j = number.index();
        let rest = u64::from(self.component.rest(number));
        let (inside, outside) = (self.inside[j], self.capacity[j] - self.inside[j]);
        let range = (rest.min(outside) + 1).saturating_sub(rest.saturating_sub(inside)).max(1);
        LOGS.get(range as usize).copied().unwrap_or_else(|| log2(range))
    }

    fn is_open(&self, number: NumberId) -> bool {
        let j = number.index();
        self.inside[j] > 0 && self.inside[j] < self.capacity[j]
    }

    fn is_closed(&self, number: NumberId) -> bool {
        self.inside[number.index()] == self.capacity[number.index()]
    }

    fn add(&mut self, b: BoxId) {
        self.shift(b, |inside, size| inside + size);
        self.added[b.index()] = true;
    }

    fn remove(&mut self, b: BoxId) {
        self.shift(b, |inside, size| inside - size);
        self.added[b.index()] = false;
    }

    fn shift(&mut self, b: BoxId, change: impl Fn(u64, u64) -> u64) {
        let size = u64::from(self.component.size(b));
        for &j in self.component.box_numbers(b) {
            self.log_size -= self.log_range(j);
            self.inside[j.index()] = change(self.inside[j.index()], size);
            self.log_size += self.log_range(j);
        }
    }

    /// The size after closing a number, all else as it is.
    fn size_after_closing(&mut self, number: NumberId) -> u32 {
        let boxes = &self.number_boxes[number.index()];
        let mut undo = [BoxId(0); 32];
        let mut count = 0;
        let mut more = Vec::new();
        for &b in boxes {
            if !self.added[b.index()] {
                self.add(b);
                if count < undo.len() {
                    undo[count] = b;
                    count += 1;
                } else {
                    more.push(b);
                }
            }
        }
        let size = self.log_size;
        for &b in undo[..count].iter().chain(&more) {
            self.remove(b);
        }
        size
    }

    /// Adds the boxes of a number, always the one that leaves the smallest table, and returns the
    /// summed sizes.
    fn close(&mut self, number: NumberId, boxes: &mut Vec<BoxId>) -> u64 {
        let mut work = 0u64;
        let from = boxes.len();
        boxes.extend(self.number_boxes[number.index()].iter().filter(|b| !self.added[b.index()]));
        // Large neighbourhoods are not worth a quadratic search.
        let search = boxes.len() - from <= 24;
        for i in from..boxes.len() {
            if search && i + 1 < boxes.len() {
                let best = (i..boxes.len())
                    .min_by_key(|&c| {
                        self.add(boxes[c]);
                        let size = self.log_size;
                        self.remove(boxes[c]);
                        size
                    })
                    .unwrap_or(i);
                boxes.swap(i, best);
            }
            self.add(boxes[i]);
            work = work.saturating_add(exp2(self.log_size));
        }
        work
    }
}

/// An order of boxes with its predicted work.
#[derive(Clone, Debug)]
pub struct PathOrder {
    /// The boxes in the order in which they are added.
    pub boxes: Vec<BoxId>,
    /// The predicted sum of table sizes.
    pub work: u64,
    /// The same boxes for a walk from both ends that meets at a small table near the middle: those
    /// of the front and those of the back, each in its order. `None` where all counts fit a word
    /// or two anyway.
    pub halves: Option<(Vec<BoxId>, Vec<BoxId>)>,
    numbers: Vec<NumberId>,
}

impl PathOrder {
    /// The plan that adds the boxes one after the other.
    pub fn ops(&self) -> Vec<Op> {
        std::iter::once(Op::Start).chain(self.boxes.iter().map(|&b| Op::Add(b))).collect()
    }
}

/// The plan that adds both halves on their own and joins them.
pub fn meeting(front: &[BoxId], back: &[BoxId]) -> Vec<Op> {
    let half = |boxes: &[BoxId]| -> Vec<Op> {
        std::iter::once(Op::Start).chain(boxes.iter().map(|&b| Op::Add(b))).collect()
    };
    [half(front), half(back), vec![Op::Join]].concat()
}

/// Cells from which on values are long enough to walk from both ends.
const LONG: u64 = 128;

/// Finds an order of boxes for a connected component from a few starts.
pub fn search(component: &Component) -> PathOrder {
    let number_boxes = component.number_boxes();
    let capacity = capacities(component);
    let mut search = Search::new(Forecast::new(component, &number_boxes, &capacity));
    search.run();
    search.finish()
}

/// Looks for a better order, for a time in proportion to what the walk will cost.
pub fn improve(path: &mut PathOrder, component: &Component, work: u64, budget: &Budget) -> Answer<()> {
    if work <= WORTH_SEARCHING || component.number_count() <= 1 {
        return Ok(());
    }
    let number_boxes = component.number_boxes();
    let capacity = capacities(component);
    let mut search = Search::new(Forecast::new(component, &number_boxes, &capacity));
    search.best = Some(path.clone());
    search.search_more(work, budget)?;
    if search.work() < path.work {
        *path = search.finish();
    }
    Ok(())
}

struct Search<'a> {
    forecast: Forecast<'a>,
    best: Option<PathOrder>,
    scratch: Vec<BoxId>,
}

/// Predicted work from which on the order is searched for longer.
const WORTH_SEARCHING: u64 = 1 << 17;
const MOST_STARTS: u64 = 64;
const MOST_PASSES: u64 = 6;
const MOST_TRIES: u64 = 1000;
/// The most that is spent on a search, in table entries: a second or two.
const MOST_EFFORT: u64 = 1 << 27;
/// How many numbers a local search moves about at a time.
const WINDOW: usize = 14;

/// Moves one item of a slice to another place.
fn move_within<T>(items: &mut [T], from: usize, to: usize) {
    if from < to {
        items[from..=to].rotate_left(1);
    } else {
        items[to..=from].rotate_right(1);
    }
}

impl<'a> Search<'a> {
    fn new(forecast: Forecast<'a>) -> Self {
        Search { forecast, best: None, scratch: Vec::new() }
    }

    fn run(&mut self) {
        let numbers = self.forecast.component.number_count();
        if numbers <= 1 {
            let all: Vec<NumberId> = self.forecast.component.numbers().collect();
            self.best = Some(self.in_order(&all));
            return;
        }
        let rim = self.farthest(NumberId(0)).0;
        self.offer(rim);
        if self.work() > 200 {
            let other = self.farthest(rim).0;
            self.offer(other);
            self.offer(NumberId(0));
            let last = NumberId(self.forecast.component.number_count() as u32 - 1);
            self.offer(last);
        }
    }

    /// More starts, then a local search; both for a time in proportion to the work, but less so the
    /// larger it is: predictions are further off the larger they are.
    fn search_more(&mut self, work: u64, budget: &Budget) -> Answer<()> {
        let numbers = self.forecast.component.number_count() as u64;
        let root = work.isqrt();
        let mut effort = root.saturating_mul(root.isqrt()).saturating_mul(4).min(MOST_EFFORT);
        let growth = numbers * 100;
        let starts = (effort / 4 / growth).min(numbers).min(MOST_STARTS);
        for i in 0..starts {
            budget.check()?;
            self.offer(NumberId((i * numbers / starts) as u32));
        }
        effort -= starts * growth;
        let Some(best) = &self.best else { return Ok(()) };
        let mut order = best.numbers.clone();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(numbers);
        let one_try = numbers * WINDOW as u64 * 30;
        for pass in (1..=MOST_PASSES).rev() {
            let before = self.work();
            let tries = (effort / pass / one_try).min(MOST_TRIES);
            if tries == 0 {
                continue;
            }
            effort -= tries * one_try;
            self.improve(&mut order, tries as usize, &mut random, budget)?;
            let improved = self.in_order(&order);
            if improved.work < before {
                self.best = Some(improved);
            }
        }
        Ok(())
    }

    /// Slides a window along the order and tries to move numbers within it.
    fn improve(
        &mut self,
        order: &mut [NumberId],
        tries: usize,
        random: &mut Xoshiro256PlusPlus,
        budget: &Budget,
    ) -> Answer<()> {
        self.forecast.restart();
        let mut boxes = Vec::new();
        let length = WINDOW.min(order.len());
        for start in 0..=order.len() - length {
            budget.check()?;
            let window = &mut order[start..start + length];
            let mut best = self.window_work(window);
            for _ in 0..tries {
                let (from, to) = (random.next_u64() as usize % length, random.next_u64() as usize % length);
                if from == to {
                    continue;
                }
                move_within(window, from, to);
                let work = self.window_work(window);
                if work < best {
                    best = work;
                } else {
                    move_within(window, to, from);
                }
            }
            self.forecast.close(order[start], &mut boxes);
        }
        Ok(())
    }

    /// The work of closing these numbers next, without doing it.
    fn window_work(&mut self, window: &[NumberId]) -> u64 {
        let mut boxes = std::mem::take(&mut self.scratch);
        boxes.clear();
        let mut work = 0u64;
        for &j in window {
            work = work.saturating_add(self.forecast.close(j, &mut boxes));
        }
        for &b in &boxes {
            self.forecast.remove(b);
        }
        self.scratch = boxes;
        work
    }

    /// The order that closes the numbers as they come.
    fn in_order(&mut self, numbers: &[NumberId]) -> PathOrder {
        self.forecast.restart();
        let mut boxes = Vec::new();
        let mut work = 0u64;
        for &j in numbers {
            work = work.saturating_add(self.forecast.close(j, &mut boxes));
        }
        self.add_others(&mut boxes);
        PathOrder { boxes, work, halves: None, numbers: numbers.to_vec() }
    }

    /// Boxes that no number sees, or that have no cells, come last.
    fn add_others(&self, boxes: &mut Vec<BoxId>) {
        let forecast = &self.forecast;
        boxes.extend(forecast.component.boxes().filter(|b| !forecast.added[b.index()]));
    }

    fn work(&self) -> u64 {
        self.best.as_ref().map_or(u64::MAX, |best| best.work)
    }

    fn offer(&mut self, start: NumberId) {
        let order = self.grow(start);
        // The first one counts even if its predicted work is beyond all numbers.
        if self.best.as_ref().is_none_or(|best| order.work < best.work) {
            self.best = Some(order);
        }
    }

    /// The best order, with its halves.
    fn finish(mut self) -> PathOrder {
        let mut order = self.best.take().expect("at least one order was tried");
        let cells = self.forecast.component.cell_count();
        if cells <= LONG {
            return order;
        }
        self.forecast.restart();
        let (mut inside, mut smallest, mut middle) = (0, u32::MAX, 0);
        for (i, &b) in order.boxes.iter().enumerate() {
            self.forecast.add(b);
            inside += u64::from(self.forecast.component.size(b));
            let central = inside * 5 >= cells * 2 && inside * 5 <= cells * 3;
            if central && self.forecast.log_size < smallest {
                smallest = self.forecast.log_size;
                middle = i + 1;
            }
        }
        let back = self.backwards(&order, middle);
        let front = order.boxes[..middle].to_vec();
        let work = self.work_of(&front).saturating_add(self.work_of(&back));
        // Half as long values do not make up for much larger tables.
        if work / 4 <= order.work / 3 {
            order.halves = Some((front, back));
        }
        order
    }

    /// The work of adding boxes in this order from nothing.
    fn work_of(&mut self, boxes: &[BoxId]) -> u64 {
        self.forecast.restart();
        boxes.iter().fold(0u64, |work, &b| {
            self.forecast.add(b);
            work.saturating_add(exp2(self.forecast.log_size))
        })
    }

    /// The boxes from `middle` on in a good order for a walk from the end: numbers are closed in
    /// the reverse of the order in which the walk from the front opens them.
    fn backwards(&mut self, order: &PathOrder, middle: usize) -> Vec<BoxId> {
        let component = self.forecast.component;
        self.forecast.restart();
        let (front, rest) = order.boxes.split_at(middle);
        let mut opened = vec![false; component.number_count()];
        for &b in front {
            // Not for this walk to add.
            self.forecast.added[b.index()] = true;
            component.box_numbers(b).iter().for_each(|j| opened[j.index()] = true);
        }
        let mut numbers = Vec::new();
        for &b in rest {
            for &j in component.box_numbers(b) {
                if !std::mem::replace(&mut opened[j.index()], true) {
                    numbers.push(j);
                }
            }
        }
        let mut boxes = Vec::with_capacity(rest.len());
        for &j in numbers.iter().rev() {
            self.forecast.close(j, &mut boxes);
        }
        let forecast = &self.forecast;
        boxes.extend(rest.iter().rev().filter(|b| !forecast.added[b.index()]));
        boxes
    }

    /// Grows an order from a number.
    fn grow(&mut self, start: NumberId) -> PathOrder {
        let component = self.forecast.component;
        self.forecast.restart();
        let mut boxes = Vec::with_capacity(component.box_count());
        let mut work = 0u64;
        let mut open: Vec<NumberId> = Vec::new();
        let mut numbers = Vec::with_capacity(component.number_count());
        let mut next = Some(start);
        let mut fresh = 0;
        let mut seen = vec![false; component.number_count()];
        loop {
            let number = match next {
                Some(number) => number,
                None => {
                    // A component may come in several pieces.
                    match (fresh..component.number_count() as u32)
                        .map(NumberId)
                        .find(|&j| !self.forecast.is_closed(j))
                    {
                        Some(number) => {
                            fresh = number.0;
                            number
                        }
                        None => break,
                    }
                }
            };
            let from = boxes.len();
            numbers.push(number);
            work = work.saturating_add(self.forecast.close(number, &mut boxes));
            for &b in &boxes[from..] {
                for &j in component.box_numbers(b) {
                    if !std::mem::replace(&mut seen[j.index()], true) {
                        open.push(j);
                    }
                }
            }
            let forecast = &mut self.forecast;
            open.retain(|&j| forecast.is_open(j));
            // min_by_key takes the first of equals: the longest open.
            next = open.iter().copied().min_by_key(|&j| forecast.size_after_closing(j));
        }
        self.add_others(&mut boxes);
        PathOrder { boxes, work, halves: None, numbers }
    }

    /// The number farthest from `start`, and its distance.
    fn farthest(&self, start: NumberId) -> (NumberId, u32) {
        let distances = self.distances(start);
        let far = distances.iter().enumerate().filter(|(_, d)| **d != u32::MAX);
        far.max_by_key(|&(j, d)| (*d, std::cmp::Reverse(j)))
            .map_or((start, 0), |(j, &d)| (NumberId(j as u32), d))
    }

    fn distances(&self, start: NumberId) -> Vec<u32> {
        let component = self.forecast.component;
        let mut distances = vec![u32::MAX; component.number_count()];
        if distances.is_empty() {
            return distances;
        }
        distances[start.index()] = 0;
        let mut queue = std::collections::VecDeque::from([start]);
        let mut reached = vec![false; component.box_count()];
        while let Some(j) = queue.pop_front() {
            for &b in &self.forecast.number_boxes[j.index()] {
                if std::mem::replace(&mut reached[b.index()], true) {
                    continue;
                }
                for &other in component.box_numbers(b) {
                    if distances[other.index()] == u32::MAX {
                        distances[other.index()] = distances[j.index()] + 1;
                        queue.push_back(other);
                    }
                }
            }
        }
        distances
    }
}
