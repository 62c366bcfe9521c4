//! In which order numbers are closed: the choice that decides everything.
//!
//! # Theory
//! Closing a number means adding all of its boxes that are not in yet; `forecast` says how large
//! the tables will be.
//!
//! Orders are grown from a start at the rim of the graph, closing next whichever open number
//! leaves the smallest table, the longest open first among equals. Where the predicted work is
//! large, `slide` looks for better ones; `halves` cuts long ones in two.
//!
//! # Cost
//! One growth costs (numbers) × (open numbers) × (cells around a number).

use crate::budget::{Answer, Budget};
use crate::reduce::{BoxId, Component, NumberId};

use super::forecast::Forecast;
use super::halves::halves;
use super::program::{Op, capacities};

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
    /// The numbers in the order in which they are closed.
    pub numbers: Vec<NumberId>,
}

impl PathOrder {
    /// The plan that adds the boxes one after the other.
    pub fn ops(&self) -> Vec<Op> {
        std::iter::once(Op::Start).chain(self.boxes.iter().map(|&b| Op::Add(b))).collect()
    }
}

/// How many numbers are closed between two looks at the clock.
const PACE: usize = 64;

/// Finds an order of boxes for a connected component from a few starts.
pub fn search(component: &Component, budget: &Budget) -> Answer<PathOrder> {
    let number_boxes = component.number_boxes();
    let capacity = capacities(component);
    let mut search = Search::new(Forecast::new(component, &number_boxes, &capacity));
    search.run(budget)?;
    Ok(search.finish())
}

/// The best order found so far, and what is needed to find more.
pub struct Search<'a> {
    pub forecast: Forecast<'a>,
    pub best: Option<PathOrder>,
    pub scratch: Vec<BoxId>,
}

impl<'a> Search<'a> {
    /// Nothing is found yet.
    pub fn new(forecast: Forecast<'a>) -> Self {
        Search { forecast, best: None, scratch: Vec::new() }
    }

    fn run(&mut self, budget: &Budget) -> Answer<()> {
        let numbers = self.forecast.component.number_count();
        if numbers <= 1 {
            let all: Vec<NumberId> = self.forecast.component.numbers().collect();
            self.best = Some(self.in_order(&all));
            return Ok(());
        }
        let rim = self.farthest(NumberId(0)).0;
        self.offer(rim, budget)?;
        if self.work() > 200 {
            let other = self.farthest(rim).0;
            self.offer(other, budget)?;
            self.offer(NumberId(0), budget)?;
            let last = NumberId(self.forecast.component.number_count() as u32 - 1);
            self.offer(last, budget)?;
        }
        Ok(())
    }

    /// The order that closes the numbers as they come.
    pub fn in_order(&mut self, numbers: &[NumberId]) -> PathOrder {
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

    /// What the best order costs.
    pub fn work(&self) -> u64 {
        self.best.as_ref().map_or(u64::MAX, |best| best.work)
    }

    /// Grows an order from a number and keeps it if it is the best.
    pub fn offer(&mut self, start: NumberId, budget: &Budget) -> Answer<()> {
        let order = self.grow(start, budget)?;
        // The first one counts even if its predicted work is beyond all numbers.
        if self.best.as_ref().is_none_or(|best| order.work < best.work) {
            self.best = Some(order);
        }
        Ok(())
    }

    /// Grows an order from a number.
    fn grow(&mut self, start: NumberId, budget: &Budget) -> Answer<PathOrder> {
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
            if numbers.len().is_multiple_of(PACE) {
                budget.check()?;
            }
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
        Ok(PathOrder { boxes, work, halves: None, numbers })
    }

    /// The best order, with its halves.
    pub fn finish(mut self) -> PathOrder {
        let mut order = self.best.take().expect("at least one order was tried");
        order.halves = halves(&order, &mut self.forecast);
        order
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
