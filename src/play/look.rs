//! A look at a position: what is sure, and how likely each cell is mined.
//!
//! # Cost
//! One product for each box of each solution; none where something is sure. Positions with a part
//! too large to be listed, or with so many parts that their product is too large for floating point,
//! are analysed exactly instead, which takes milliseconds.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::parts::choose;
use super::weights::Weights;
use super::{Parts, View};
use crate::analysis::{Analysis, EngineChoice};
use crate::budget::{Answer, Budget};

/// What a look at a position shows.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// Covered cells that are surely free.
    pub free: Vec<u32>,
    /// Covered cells that are surely mined.
    pub mined: Vec<u32>,
    /// The weights of the parts.
    pub weights: Weights,
    /// Per part and box: the chance that one of its cells is mined. Found only if nothing is sure.
    pub chances: Vec<Vec<f64>>,
    /// The chance that a cell seen by no number is mined.
    pub background_chance: f64,
    /// What an exact analysis found, if a part is too large to be listed, or all together too many
    /// for floating point.
    exact: Option<Exact>,
}

#[derive(Clone, Debug)]
struct Exact {
    /// Per cell of the board.
    chances: Vec<f64>,
    ln_count: f64,
}

impl Look {
    /// Looks at a position; `false` if it cannot happen.
    pub fn take(&mut self, view: &View, parts: &Parts, budget: &Budget) -> Answer<bool> {
        self.exact = None;
        if parts.live().any(|part| part.is_large) {
            return self.analyse(view, budget);
        }
        let seen: u32 = parts.live().map(|part| part.cells.len() as u32).sum();
        if !self.weights.weigh(parts.live(), view.covered() - seen, view.mines()) {
            return Ok(false);
        }
        if !self.weights.are_reliable() {
            return self.analyse(view, budget);
        }
        self.find_sure(view, parts);
        if self.free.is_empty() && self.mined.is_empty() {
            self.find_chances(parts);
        }
        Ok(true)
    }

    /// Whether a part is too large to be listed, or all together too many for floating point.
    pub fn is_exact(&self) -> bool {
        self.exact.is_some()
    }

    fn analyse(&mut self, view: &View, budget: &Budget) -> Answer<bool> {
        self.free.clear();
        self.mined.clear();
        let board = view.board();
        let analysis = Analysis::new(&board, EngineChoice::Auto, budget)?;
        let Some(found) = analysis.probabilities()? else { return Ok(false) };
        let mut chances = vec![0.0; board.len()];
        for (cell, chance) in &found.cells {
            if chance.is_zero() {
                self.free.push(cell.0);
            } else if chance.is_one() {
                self.mined.push(cell.0);
            }
            chances[cell.index()] = chance.to_f64();
        }
        self.exact = Some(Exact { chances, ln_count: ln(&found.count) });
        Ok(true)
    }

    /// How many placements there are; infinite where they are too many for floating point.
    pub fn count(&self) -> f64 {
        if let Some(exact) = &self.exact {
            return exact.ln_count.exp();
        }
        self.weights.total * choose(self.weights.background, self.weights.heaviest)
    }

    /// The logarithm of the number of placements.
    pub fn ln_count(&self) -> f64 {
        if let Some(exact) = &self.exact {
            return exact.ln_count;
        }
        let Weights { background, heaviest, .. } = self.weights;
        let factors =
            (0..heaviest.min(background - heaviest)).map(|i| f64::from(background - i) / f64::from(i + 1));
        self.weights.total.ln() + factors.map(f64::ln).sum::<f64>()
    }

    /// The chance that a covered cell is mined.
    pub fn chance(&self, cell: u32, parts: &Parts) -> f64 {
        if let Some(exact) = &self.exact {
            return exact.chances[cell as usize];
        }
        parts.of(cell).map_or(self.background_chance, |(part, b)| self.chances[part][b])
    }

    fn find_sure(&mut self, view: &View, parts: &Parts) {
        self.free.clear();
        self.mined.clear();
        let weights = &self.weights;
        for (i, part) in parts.live().enumerate() {
            let (mut ever, mut always) = (part.ever, part.always);
            if weights.is_tight {
                let can_be = &weights.can_be[i];
                (ever, always) = (0, u128::MAX);
                for solution in &part.solutions {
                    if can_be[(solution.mines - part.low) as usize] {
                        ever |= solution.mined;
                        always &= solution.full;
                    }
                }
            }
            for b in 0..part.box_count() {
                if ever >> b & 1 == 0 {
                    self.free.extend_from_slice(part.box_cells(b));
                } else if always >> b & 1 == 1 {
                    self.mined.extend_from_slice(part.box_cells(b));
                }
            }
        }
        let (least, most) = weights.background_range;
        if weights.background > 0 && (most == 0 || least == weights.background) {
            let sure = if most == 0 { &mut self.free } else { &mut self.mined };
            sure.extend(parts.background(view));
        }
    }

    fn find_chances(&mut self, parts: &Parts) {
        let weights = &self.weights;
        self.chances.resize_with(parts.live().len(), Vec::new);
        for ((part, outer), chances) in parts.live().zip(&weights.outer).zip(&mut self.chances) {
            let boxes = part.box_count();
            chances.clear();
            chances.resize(boxes, 0.0);
            for (row, solution) in part.rows.chunks_exact(boxes).zip(&part.solutions) {
                let weight = solution.ways * outer[(solution.mines - part.low) as usize];
                for (sum, &mines) in chances.iter_mut().zip(row) {
                    *sum += weight * f64::from(mines);
                }
            }
            for (b, chance) in chances.iter_mut().enumerate() {
                *chance /= weights.total * f64::from(part.size(b));
            }
        }
        self.background_chance = weights.in_background / f64::from(weights.background.max(1));
    }
}

/// The logarithm of an integer of any size.
pub(super) fn ln(n: &BigUint) -> f64 {
    let shift = n.bits().saturating_sub(64);
    let top = (n >> shift).to_u64().unwrap_or(0);
    (top as f64).ln() + shift as f64 * std::f64::consts::LN_2
}
