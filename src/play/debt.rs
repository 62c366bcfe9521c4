//! What cells owe: risks that would have to be run anyway.
//!
//! # Theory
//! The filter L weighs what a cell leads to, as F does, by the risk that is truly run. Of all
//! placements a share d(b), the debt of b, is lost sooner or later whether b is opened or not (see
//! `swaps`). So of the mines that may lie under b those are no loss, and what b leads to, f(b) where
//! it is free, is weighed with 1 − p(b) + `CREDIT`·d(b) in place of 1 − p(b):
//!
//! > l(b) = f(b) · (1 + `CREDIT`·d(b) / (1 − p(b))).
//!
//! Two cells that nothing will ever tell apart owe 1/2 each: their guess is worth almost as much as
//! a safe cell, and is made as soon as nothing is sure. `CREDIT` is a little less than 1, so that
//! between a safe step and a debt the safe step comes first. It was not fitted: 1.2 and 1.4 in place
//! of 0.9 made no difference that played games could tell (docs/PLAY.md).
//!
//! # Cost
//! A swap touches few parts: its chance is a sum over their solutions, in which the cells of a box
//! share its mines out as `study` has it, times what all other parts and the background leave.
//! Where parts are too large to be listed, swaps are counted exactly instead.

use num_bigint::BigUint;

use super::foresight::Scale;
use super::look::ln;
use super::parts::Part;
use super::swaps::{Owed, Shapes, Sight, Swap, count_owed, find};
use super::weights::{multiply, weigh_background};
use super::{Look, Mind, Parts, State};
use crate::algebra::Fraction;
use crate::budget::Answer;

/// How much of a debt is forgiven, in tenths.
const CREDIT: u32 = 9;

/// l, from f, what is owed before it is held against the chance of a mine, and that chance, not 1.
pub(super) fn lift(f: &Fraction, owed: Fraction, mine: &Fraction) -> Fraction {
    let debt = owed.min(mine.clone()).min(mine.complement());
    let free = mine.complement();
    let credit = debt.times(&Fraction::new(CREDIT.into(), 10u32.into()));
    let over = Fraction::new(free.denominator().clone(), free.numerator().clone());
    f.times(&Fraction::one().plus(&credit.times(&over)))
}

/// The debts of the cells of a position.
#[derive(Clone, Debug, Default)]
pub(super) struct Debts {
    /// Whether they belong to the position at hand.
    pub is_known: bool,
    owed: Owed<f64>,
    /// What could be swapped on this field; found when it is first asked for.
    shapes: Shapes,
    room: Room,
}

/// Room for the chances of swaps.
#[derive(Clone, Debug, Default)]
struct Room {
    fixed: Vec<Fixed>,
    /// The weights of the background, by mines that the parts have more than they must.
    background: Vec<f64>,
    joint: Vec<f64>,
    own: Vec<f64>,
    next: Vec<f64>,
}

/// Cells of a box of which it is said what they are.
#[derive(Clone, Copy, Debug)]
struct Fixed {
    slot: usize,
    b: usize,
    mined: u32,
    free: u32,
}

impl Mind<'_> {
    /// What is behind a cell is weighed with this: the chance that it is free, or that a mine is no
    /// loss if debts count, which then must be known.
    pub(super) fn stake(&self, cell: u32, scale: Scale) -> f64 {
        let free = self.free_chance(cell);
        if !scale.forgives() {
            return free;
        }
        let debt = self.debts.owed.of(cell).min(free).min(1.0 - free);
        free + f64::from(CREDIT) / 10.0 * debt
    }

    /// Finds out what all cells owe.
    pub(super) fn find_debts(&mut self) -> Answer<()> {
        if self.debts.is_known {
            return Ok(());
        }
        let Mind { view, parts, look, debts, .. } = self;
        debts.is_known = true;
        let field = view.field();
        debts.owed.reset(field.len());
        if look.is_exact() {
            return self.count_debts();
        }
        let Debts { owed, shapes, room, .. } = debts;
        if shapes.are_unknown() {
            *shapes = Shapes::of(field.len(), |cell| field.around(cell));
        }
        room.begin(look);
        let sight = |cell: u32| match view.state(cell) {
            State::Covered => Sight::Covered,
            State::Open => Sight::Number,
            State::Mine => Sight::Nothing,
        };
        find(
            shapes,
            field.len(),
            |cell| field.around(cell),
            sight,
            |swap| {
                let chance = room.chance(swap, parts, look);
                if chance > 0.0 {
                    owed.add(swap, &chance);
                }
                Ok(())
            },
        )
    }

    /// The same by exact counts.
    fn count_debts(&mut self) -> Answer<()> {
        let counted = count_owed(&self.view.board(), &self.budget)?;
        let all = self.look.ln_count();
        let share = |count: &BigUint| (ln(count) - all).exp();
        self.debts.owed.sums = counted.sums.iter().map(share).collect();
        self.debts.owed.blocks = counted.blocks.iter().map(share).collect();
        Ok(())
    }
}

impl Room {
    fn begin(&mut self, look: &Look) {
        let weights = &look.weights;
        let window = (weights.high - weights.low) as usize + 1;
        let mines = i64::from(weights.mines) - i64::from(weights.low);
        weigh_background(weights.background, mines, window, &mut self.background);
    }

    /// The chance that a swap stands, with its one set mined.
    fn chance(&mut self, swap: &Swap, parts: &Parts, look: &Look) -> f64 {
        let outside = self.fix(swap, parts);
        let weights = &look.weights;
        self.joint.clear();
        self.joint.push(1.0);
        let mut at = 0;
        while let Some(&Fixed { slot, .. }) = self.fixed.get(at) {
            let many = self.fixed[at..].iter().take_while(|fixed| fixed.slot == slot).count();
            let part = parts.part(slot);
            if !weigh_fixed(part, &self.fixed[at..at + many], &mut self.own) {
                return 0.0;
            }
            if many == self.fixed.len() && outside == (0, 0) {
                let weighted = self.own.iter().zip(&weights.outer[slot]).map(|(ways, outer)| ways * outer);
                return weighted.sum::<f64>() / weights.total;
            }
            multiply(&self.joint, &self.own, &mut self.next);
            std::mem::swap(&mut self.joint, &mut self.next);
            at += many;
        }
        for (slot, part) in parts.live().enumerate() {
            if self.fixed.iter().all(|fixed| fixed.slot != slot) {
                multiply(&self.joint, &part.by_mines, &mut self.next);
                std::mem::swap(&mut self.joint, &mut self.next);
            }
        }
        let most = weights.mines - weights.low;
        let both = self.joint.iter().zip(&self.background).zip((0..=most).rev());
        let weight = |((ways, weight), left): ((&f64, &f64), u32)| {
            ways * weight * share(weights.background, left, outside)
        };
        both.map(weight).sum::<f64>() / weights.total
    }

    /// Sorts the cells of a swap into boxes; returns those of the background, mined and free.
    fn fix(&mut self, swap: &Swap, parts: &Parts) -> (u32, u32) {
        self.fixed.clear();
        let (mut mined_outside, mut free_outside) = (0, 0);
        let mined = swap.mined().map(|cell| (cell, 1, 0));
        for (cell, mined, free) in mined.chain(swap.other.iter().map(|&cell| (cell, 0, 1))) {
            let Some((slot, b)) = parts.of(cell) else {
                mined_outside += mined;
                free_outside += free;
                continue;
            };
            match self.fixed.iter_mut().find(|fixed| (fixed.slot, fixed.b) == (slot, b)) {
                Some(fixed) => {
                    fixed.mined += mined;
                    fixed.free += free;
                }
                None => self.fixed.push(Fixed { slot, b, mined, free }),
            }
        }
        self.fixed.sort_unstable_by_key(|fixed| fixed.slot);
        (mined_outside, free_outside)
    }
}

/// The placements of a part, by mines, in which cells are what is said of them; `false` if there are
/// none.
fn weigh_fixed(part: &Part, fixed: &[Fixed], sums: &mut Vec<f64>) -> bool {
    sums.clear();
    sums.resize(part.by_mines.len(), 0.0);
    let (mut mined, mut free) = (0u128, 0u128);
    for fixed in fixed {
        mined |= u128::from(fixed.mined > 0) << fixed.b;
        free |= u128::from(fixed.free > 0) << fixed.b;
    }
    let mut can_be = false;
    for (i, solution) in part.solutions.iter().enumerate() {
        if solution.mined & mined != mined || solution.full & free != 0 {
            continue;
        }
        let row = part.row(i);
        let shares = fixed
            .iter()
            .map(|fixed| share(part.size(fixed.b), u32::from(row[fixed.b]), (fixed.mined, fixed.free)));
        let ways = solution.ways * shares.product::<f64>();
        can_be |= ways > 0.0;
        sums[(solution.mines - part.low) as usize] += ways;
    }
    can_be
}

/// Of all ways to lay mines into so many cells, the share in which some given ones are mined and
/// others free.
fn share(cells: u32, mines: u32, (mined, free): (u32, u32)) -> f64 {
    if mines < mined || mines > cells || cells - mines < free {
        return 0.0;
    }
    let falling = |from: u32, steps: u32| (0..steps).map(move |i| f64::from(from - i)).product::<f64>();
    falling(mines, mined) * falling(cells - mines, free) / falling(cells, mined + free)
}
