//! A long path walked from both ends.
//!
//! # Theory
//! Values grow with the cells behind them. Walked from both ends to a small table near the middle,
//! they grow only half as long, and one join puts the halves together. Going backwards, numbers are
//! closed in the reverse of the order in which the walk from the front opens them.
//!
//! # Cost
//! Two more predictions of the whole path.

use crate::reduce::BoxId;

use super::forecast::Forecast;
use super::logs::exp2;
use super::order::PathOrder;
use super::program::Op;

/// Cells from which on values are long enough to walk from both ends.
const LONG: u64 = 128;

/// The plan that adds both halves on their own and joins them.
pub fn meeting(front: &[BoxId], back: &[BoxId]) -> Vec<Op> {
    let half = |boxes: &[BoxId]| -> Vec<Op> {
        std::iter::once(Op::Start).chain(boxes.iter().map(|&b| Op::Add(b))).collect()
    };
    [half(front), half(back), vec![Op::Join]].concat()
}

/// The halves of an order, if walking them is not much more work.
pub fn halves(order: &PathOrder, forecast: &mut Forecast) -> Option<(Vec<BoxId>, Vec<BoxId>)> {
    let cells = forecast.component.cell_count();
    if cells <= LONG {
        return None;
    }
    forecast.restart();
    let (mut inside, mut smallest, mut middle) = (0, u32::MAX, 0);
    for (i, &b) in order.boxes.iter().enumerate() {
        forecast.add(b);
        inside += u64::from(forecast.component.size(b));
        let central = inside * 5 >= cells * 2 && inside * 5 <= cells * 3;
        if central && forecast.log_size < smallest {
            smallest = forecast.log_size;
            middle = i + 1;
        }
    }
    let back = backwards(order, middle, forecast);
    let front = order.boxes[..middle].to_vec();
    let work = work_of(&front, forecast).saturating_add(work_of(&back, forecast));
    // Half as long values do not make up for much larger tables.
    (work / 4 <= order.work / 3).then_some((front, back))
}

/// The work of adding boxes in this order from nothing.
fn work_of(boxes: &[BoxId], forecast: &mut Forecast) -> u64 {
    forecast.restart();
    boxes.iter().fold(0u64, |work, &b| {
        forecast.add(b);
        work.saturating_add(exp2(forecast.log_size))
    })
}

/// The boxes from `middle` on in a good order for a walk from the end: numbers are closed in
/// the reverse of the order in which the walk from the front opens them.
fn backwards(order: &PathOrder, middle: usize, forecast: &mut Forecast) -> Vec<BoxId> {
    let component = forecast.component;
    forecast.restart();
    let (front, rest) = order.boxes.split_at(middle);
    let mut opened = vec![false; component.number_count()];
    for &b in front {
        // Not for this walk to add.
        forecast.added[b.index()] = true;
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
        forecast.close(j, &mut boxes);
    }
    boxes.extend(rest.iter().rev().filter(|b| !forecast.added[b.index()]));
    boxes
}
