//! Better orders by local search.
//!
//! # Theory
//! More starts are tried, then a window slides along the order and numbers are moved about within
//! it. Both last for a time in proportion to what the walk will cost, but less so the larger it is:
//! predictions are further off the larger they are.
//!
//! # Cost
//! A try closes the numbers of a window anew.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::budget::{Answer, Budget};
use crate::reduce::{Component, NumberId};

use super::forecast::Forecast;
use super::order::{PathOrder, Search};
use super::program::capacities;

/// Predicted work from which on the order is searched for longer.
const WORTH_SEARCHING: u64 = 1 << 17;
const MOST_STARTS: u64 = 64;
const MOST_PASSES: u64 = 6;
const MOST_TRIES: u64 = 1000;
/// The most that is spent on a search, in table entries: some seconds.
const MOST_EFFORT: u64 = 1 << 30;
/// Beyond this work no walk ends, whatever is found: not worth more than half a second.
const HOPELESS: u64 = 1 << 42;
const LEAST_EFFORT: u64 = 1 << 27;
/// How many numbers a local search moves about at a time.
const WINDOW: usize = 14;

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

impl Search<'_> {
    /// More starts, then a local search; both for a time in proportion to the work, but less so the
    /// larger it is: predictions are further off the larger they are.
    fn search_more(&mut self, work: u64, budget: &Budget) -> Answer<()> {
        let numbers = self.forecast.component.number_count() as u64;
        let root = work.isqrt();
        let most = if work < HOPELESS { MOST_EFFORT } else { LEAST_EFFORT };
        let mut effort = root.saturating_mul(root.isqrt()).saturating_mul(4).max(work / 64).min(most);
        let growth = numbers * 100;
        let starts = (effort / 4 / growth).min(numbers).min(MOST_STARTS);
        for i in 0..starts {
            self.offer(NumberId((i * numbers / starts) as u32), budget)?;
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
}

/// Moves one item of a slice to another place.
fn move_within<T>(items: &mut [T], from: usize, to: usize) {
    if from < to {
        items[from..=to].rotate_left(1);
    } else {
        items[to..=from].rotate_right(1);
    }
}
