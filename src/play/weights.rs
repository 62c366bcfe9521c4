//! What the rest of the board leaves to each part.
//!
//! # Theory
//! The parts share nothing but the mines. If the others and the background have W(x) placements
//! with x mines fewer, a solution of a part with m mines weighs W(m). The weights of all parts
//! come from products of the parts before and after each.
//!
//! Weights are floating point, scaled so that the heaviest background counts 1. Whether something
//! can happen at all is never read off them: that is reckoned in truth values.
//!
//! # Cost
//! For each part the product of its own window of mines with that of all of them together.

use super::Part;

/// The background of a position and the weights of its parts.
#[derive(Clone, Debug, Default)]
pub struct Weights {
    /// Cells that no number sees.
    pub background: u32,
    /// Mines not yet known, on parts and background together.
    pub mines: u32,
    /// Per part: the weight of its solutions with the fewest mines, one more, and so on.
    pub outer: Vec<Vec<f64>>,
    /// Whether the number of mines rules out some solution of some part.
    pub is_tight: bool,
    /// If it does, per part: whether solutions with the fewest mines, one more and so on can be.
    pub can_be: Vec<Vec<bool>>,
    /// The weight of all placements.
    pub total: f64,
    /// The mines in the background whose ways count 1.
    pub heaviest: u32,
    /// Mines to be expected in the background.
    pub in_background: f64,
    /// The sums of the fewest and of the most mines of all parts.
    pub low: u32,
    /// See `low`.
    pub high: u32,
    /// Fewest and most mines of the background.
    pub background_range: (u32, u32),
    before: Vec<Vec<f64>>,
    after: Vec<f64>,
}

/// How far weights may go from 1. Floating point goes further, but studies of cells weigh some more
/// mines and cells than the position has.
pub const RELIABLE: std::ops::RangeInclusive<f64> = 1e-200..=1e200;

impl Weights {
    /// Whether the weights of the placements keep within floating point: where thousands of parts
    /// are multiplied, they need not.
    pub fn are_reliable(&self) -> bool {
        let parts = self.before.get(self.outer.len());
        let product = parts.map_or(1.0, |product| product.iter().sum::<f64>());
        RELIABLE.contains(&self.total) && product <= *RELIABLE.end()
    }

    /// Weighs the parts of a position; `false` if it has no placement.
    pub fn weigh<'p, I>(&mut self, parts: I, background: u32, mines: u32) -> bool
    where
        I: Iterator<Item = &'p Part> + ExactSizeIterator + DoubleEndedIterator + Clone,
    {
        (self.background, self.mines) = (background, mines);
        if parts.clone().any(|part| part.by_mines.is_empty()) {
            return false;
        }
        self.low = parts.clone().map(|part| part.low).sum();
        self.high = parts.clone().map(Part::high).sum();
        if self.low > mines {
            return false;
        }
        self.is_tight = self.high > mines || mines - self.low > background;
        if self.is_tight {
            if !self.see_what_can_be(parts.clone()) {
                return false;
            }
        } else {
            self.background_range = (mines - self.high, mines - self.low);
        }
        let count = parts.len();
        self.outer.resize_with(count, Vec::new);
        self.before.resize_with(count + 1, Vec::new);
        self.before[0].clear();
        self.before[0].push(1.0);
        for (i, part) in parts.clone().enumerate() {
            let (done, rest) = self.before.split_at_mut(i + 1);
            multiply(&done[i], &part.by_mines, &mut rest[0]);
        }
        let window = (self.high - self.low) as usize + 1;
        self.heaviest = weigh_background(background, i64::from(mines - self.low), window, &mut self.after);
        let Weights { outer, before, after, .. } = self;
        let weighted = || before[count].iter().zip(&*after).map(|(ways, weight)| ways * weight);
        self.total = weighted().sum();
        let left = (0..).map(|more| f64::from(mines) - f64::from(self.low) - f64::from(more));
        self.in_background =
            weighted().zip(left).map(|(weight, left)| weight * left).sum::<f64>() / self.total;
        for (i, part) in parts.enumerate().rev() {
            let before = &before[i];
            outer[i].clear();
            outer[i].extend((0..part.by_mines.len()).map(|m| dot(before, &after[m..])));
            // In place: each entry needs only those from it on.
            for x in 0..before.len() {
                after[x] = dot(&part.by_mines, &after[x..]);
            }
            after.truncate(before.len());
        }
        true
    }

    /// Finds out which numbers of mines each part and the background can have.
    fn see_what_can_be<'p, I>(&mut self, parts: I) -> bool
    where
        I: Iterator<Item = &'p Part> + ExactSizeIterator + DoubleEndedIterator + Clone,
    {
        let mut before = vec![vec![true]];
        for part in parts.clone() {
            let last = &before[before.len() - 1];
            let mut next = vec![false; last.len() + part.by_mines.len() - 1];
            for (x, _) in last.iter().enumerate().filter(|(_, can)| **can) {
                for (m, _) in part.by_mines.iter().enumerate().filter(|(_, ways)| **ways > 0.0) {
                    next[x + m] = true;
                }
            }
            before.push(next);
        }
        let fits = |x: usize| {
            let used = self.low + x as u32;
            used <= self.mines && self.mines - used <= self.background
        };
        let all = &before[before.len() - 1];
        let mut after: Vec<bool> = (0..all.len()).map(fits).collect();
        let met = (0..all.len()).filter(|&x| all[x] && after[x]);
        let (Some(least_used), Some(most_used)) = (met.clone().next(), met.clone().next_back()) else {
            return false;
        };
        self.background_range =
            (self.mines - self.low - most_used as u32, self.mines - self.low - least_used as u32);
        self.can_be.resize_with(parts.len(), Vec::new);
        for (i, part) in parts.enumerate().rev() {
            let before = &before[i];
            let can =
                |m: usize| part.by_mines[m] > 0.0 && (0..before.len()).any(|x| before[x] && after[x + m]);
            self.can_be[i].clear();
            self.can_be[i].extend((0..part.by_mines.len()).map(can));
            for x in 0..before.len() {
                after[x] = (0..part.by_mines.len()).any(|m| part.by_mines[m] > 0.0 && after[x + m]);
            }
        }
        true
    }
}

/// Fills `weights` with C(cells, mines), C(cells, mines − 1) and so on, over the largest of them,
/// whose number of mines it returns.
pub fn weigh_background(cells: u32, mines: i64, window: usize, weights: &mut Vec<f64>) -> u32 {
    weights.clear();
    weights.resize(window, 0.0);
    let most = mines.min(cells.into());
    let least = (mines + 1 - window as i64).max(0);
    if least > most {
        return 0;
    }
    // Rising up to half of the cells, and falling from there.
    let heaviest = i64::from(cells / 2).clamp(least, most);
    let at = |left: i64| (mines - left) as usize;
    let cells_left = |left: i64| (i64::from(cells) - left) as f64;
    weights[at(heaviest)] = 1.0;
    for left in heaviest + 1..=most {
        weights[at(left)] = weights[at(left - 1)] * (cells_left(left) + 1.0) / left as f64;
    }
    for left in (least..heaviest).rev() {
        weights[at(left)] = weights[at(left + 1)] * (left + 1) as f64 / cells_left(left);
    }
    heaviest as u32
}

/// The product of two polynomials.
pub fn multiply(a: &[f64], b: &[f64], product: &mut Vec<f64>) {
    product.clear();
    product.resize(a.len() + b.len() - 1, 0.0);
    for (i, x) in a.iter().enumerate() {
        for (sum, y) in product[i..].iter_mut().zip(b) {
            *sum += x * y;
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}
