//! Least and most mines of each box, as far as single numbers tell.
//!
//! # Theory
//! A number k sees boxes with at least lᵦ and at most uᵦ mines. Then box b has at least
//! k − Σ u and at most k − Σ l over the others. Whatever becomes narrower is told to the other
//! numbers of the box, to a fixed point.
//!
//! # Cost
//! A number whose slack is at least its largest box narrows nothing and is passed over, so a total
//! over thousands of boxes costs nothing until it is tight.

use super::{BoxId, Component, NumberId};

/// What is known of each box.
#[derive(Clone, Debug)]
pub struct Intervals {
    /// Least mines of each box.
    pub least: Vec<u32>,
    /// Most mines of each box.
    pub most: Vec<u32>,
    /// For each number what its boxes have at least and at most together.
    sums: Vec<(u64, u64)>,
    largest: Vec<u64>,
    waiting: Vec<NumberId>,
    is_waiting: Vec<bool>,
}

impl Intervals {
    /// What the numbers of a component tell; `None` if one of them cannot be met.
    pub fn new(component: &Component, number_boxes: &[Vec<BoxId>]) -> Option<Self> {
        let most: Vec<u32> = component.boxes().map(|b| component.size(b)).collect();
        let sizes = |boxes: &Vec<BoxId>| boxes.iter().map(|b| u64::from(most[b.index()])).collect::<Vec<_>>();
        let sums = number_boxes.iter().map(|boxes| (0, sizes(boxes).iter().sum())).collect();
        let largest = number_boxes.iter().map(|boxes| sizes(boxes).into_iter().max().unwrap_or(0)).collect();
        let mut intervals = Intervals {
            least: vec![0; most.len()],
            most,
            sums,
            largest,
            waiting: component.numbers().collect(),
            is_waiting: vec![true; component.number_count()],
        };
        intervals.settle(component, number_boxes, &mut |_| {}).then_some(intervals)
    }

    /// Takes in that a box has at least and at most so many mines, and what follows; `changed` is
    /// told each box that became narrower. `false` if a number cannot be met any more.
    pub fn narrow(
        &mut self,
        component: &Component,
        number_boxes: &[Vec<BoxId>],
        b: BoxId,
        (least, most): (u32, u32),
        changed: &mut dyn FnMut(BoxId),
    ) -> bool {
        self.set(component, b, least, most, changed) && self.settle(component, number_boxes, changed)
    }

    fn set(
        &mut self,
        component: &Component,
        b: BoxId,
        least: u32,
        most: u32,
        changed: &mut dyn FnMut(BoxId),
    ) -> bool {
        let (old_least, old_most) = (self.least[b.index()], self.most[b.index()]);
        let (least, most) = (least.max(old_least), most.min(old_most));
        if (least, most) == (old_least, old_most) {
            return true;
        }
        self.least[b.index()] = least;
        self.most[b.index()] = most;
        if least > most {
            return false;
        }
        changed(b);
        for &j in component.box_numbers(b) {
            let sums = &mut self.sums[j.index()];
            sums.0 += u64::from(least - old_least);
            sums.1 -= u64::from(old_most - most);
            if !std::mem::replace(&mut self.is_waiting[j.index()], true) {
                self.waiting.push(j);
            }
        }
        true
    }

    fn settle(
        &mut self,
        component: &Component,
        number_boxes: &[Vec<BoxId>],
        changed: &mut dyn FnMut(BoxId),
    ) -> bool {
        while let Some(j) = self.waiting.pop() {
            self.is_waiting[j.index()] = false;
            let rest = u64::from(component.rest(j));
            let (least, most) = self.sums[j.index()];
            if rest < least || rest > most {
                return false;
            }
            let (above, below) = (rest - least, most - rest);
            if above.min(below) >= self.largest[j.index()] {
                continue;
            }
            for &b in &number_boxes[j.index()] {
                let (low, high) = (self.least[b.index()], self.most[b.index()]);
                let width = u64::from(high - low);
                // The others leave at most `above` more than its least, at most `below` less than
                // its most.
                let new_high = if width > above { low + above as u32 } else { high };
                let new_low = if width > below { high - below as u32 } else { low };
                if !self.set(component, b, new_low, new_high, changed) {
                    return false;
                }
            }
        }
        true
    }
}
