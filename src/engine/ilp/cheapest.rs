//! The least cost, from below by cores and from above by better and better values.
//!
//! # Theory
//! Write the costs as Σ c·y over sides of variables with c > 0; they are at least what they are
//! when every side is at its least. Ask for just that. Either there are such values, and nothing
//! is cheaper, or some of the sides cannot be at their least together: a core K. Then t = Σ y over
//! K is at least one more than the least of its parts, and with w the smallest c in K
//!
//! `Σ c·y = Σ (c − w)·y + w·t` over K,
//!
//! so t takes its place among the costs, which are now at least w more. And so on, until values are
//! found. Cores are local where the board is, and their bounds add up: that closes gaps which a
//! relaxation leaves at every gate of a circuit. Where few values are left that meet the sums at
//! all, it is quicker to ask for anything better than the best known; so both are asked in turns,
//! each time with more work.
//!
//! # Cost
//! From below as many questions as the costs are off when each side is at its own least, divided by
//! the weights; from above as many as there are better values on the way. All the work is limited.
//!
//! # References
//! A. Morgado, C. Dodaro, J. Marques-Silva, *Core-guided `MaxSAT` with soft cardinality constraints*,
//! CP 2014. J. Devriendt, S. Gocht, E. Demirović, J. Nordström, P. Stuckey, *Cutting to the core of
//! pseudo-Boolean optimization*, AAAI 2021.

use num_integer::Integer;

use crate::budget::{Answer, Budget};

use super::learner::{Learner, Verdict};
use super::program::cost;
use super::trail::Bound;

/// What is known of the least cost.
#[derive(Clone, Debug)]
pub struct Gap {
    /// Nothing costs less.
    pub least: i64,
    /// The best values known.
    pub best: Option<Vec<i64>>,
}

/// Brings both ends of a gap together with so much work, in pieces that begin with `piece`; whether
/// they have met. If they have and no values are known, there are none.
pub fn close(
    learner: &mut Learner,
    costs: &[i64],
    gap: &mut Gap,
    (mut piece, work): (u64, u64),
    budget: &Budget,
) -> Answer<bool> {
    let mark = learner.mark();
    let end = learner.work().saturating_add(work);
    let mut climb = Climb::new(costs);
    // A bound that came from a relaxation is nearly always met.
    let mut target = Some(gap.least);
    while !gap.is_closed(costs) && learner.work() < end {
        for most in [target.take(), gap.best.as_ref().map(|best| cost(costs, best) - 1)].into_iter().flatten()
        {
            match within(learner, costs, most, piece, budget)? {
                Verdict::Found(values) => gap.best = Some(values),
                Verdict::Impossible(_) => gap.least = gap.least.max(most.saturating_add(1)),
                Verdict::Unknown => {}
            }
        }
        if !gap.is_closed(costs) {
            match climb.go_on(learner, piece, budget)? {
                Verdict::Found(values) => *gap = Gap { least: cost(costs, &values), best: Some(values) },
                // Nothing at all is to blame but the sums.
                Verdict::Impossible(_) => return Ok(true),
                Verdict::Unknown => gap.least = gap.least.max(climb.least(learner)),
            }
        }
        piece = piece.saturating_mul(2).max(1);
    }
    learner.return_to(mark);
    Ok(gap.is_closed(costs))
}

impl Gap {
    fn is_closed(&self, costs: &[i64]) -> bool {
        self.best.as_ref().is_some_and(|best| cost(costs, best) <= self.least)
    }
}

/// Values that cost at most so much, with so much work.
pub fn within(
    learner: &mut Learner,
    costs: &[i64],
    most: i64,
    work: u64,
    budget: &Budget,
) -> Answer<Verdict> {
    let mut priced = costs.iter().enumerate().filter(|(_, price)| **price != 0);
    match (priced.next(), priced.next()) {
        (None, _) if most < 0 => Ok(Verdict::Impossible(Vec::new())),
        (None, _) => learner.ask(&[], work, budget),
        (Some((x, &price)), None) => {
            let end = if price > 0 {
                Bound::at_most(x, Integer::div_floor(&most, &price))
            } else {
                Bound::at_least(x, Integer::div_ceil(&most, &price))
            };
            learner.ask(&[end], work, budget)
        }
        _ => {
            let mark = learner.mark();
            let limit = learner.limit(costs, most);
            let verdict = learner.ask(&[limit], work, budget)?;
            learner.return_to(mark);
            Ok(verdict)
        }
    }
}

/// The costs as they are written now: sides and what each costs.
struct Climb {
    parts: Vec<(u32, i64)>,
}

impl Climb {
    fn new(costs: &[i64]) -> Self {
        let priced = costs.iter().enumerate().filter(|(_, price)| **price != 0);
        let part = |(x, price): (usize, &i64)| (2 * x as u32 + u32::from(*price < 0), price.abs());
        Climb { parts: priced.map(part).collect() }
    }

    /// What all costs are at least.
    fn least(&self, learner: &mut Learner) -> i64 {
        self.parts.iter().map(|&(side, price)| price * learner.least(side)).sum()
    }

    /// Core after core: the cheapest values, or [`Verdict::Impossible`] if there are none at all.
    fn go_on(&mut self, learner: &mut Learner, work: u64, budget: &Budget) -> Answer<Verdict> {
        let end = learner.work().saturating_add(work);
        loop {
            // The dearest first: what is to blame is then rather among the others.
            self.parts.sort_by_key(|&(side, price)| (std::cmp::Reverse(price), side));
            let at_its_least =
                |&(side, _): &(u32, i64)| Bound { side, at: learner.least(side) + 1 }.opposite();
            let bounds: Vec<Bound> = self.parts.iter().map(at_its_least).collect();
            match learner.ask(&bounds, end.saturating_sub(learner.work()), budget)? {
                Verdict::Impossible(core) if !core.is_empty() => self.rewrite(learner, &core),
                verdict => return Ok(verdict),
            }
        }
    }

    /// Puts the sum of a core in the place of as much of it as all its parts cost.
    fn rewrite(&mut self, learner: &mut Learner, core: &[Bound]) {
        // A single part has been raised for good, which the next question sees by itself.
        if core.len() < 2 {
            return;
        }
        let mut sides: Vec<u32> = core.iter().map(|bound| bound.side ^ 1).collect();
        sides.sort_unstable();
        let is_in = |part: &(u32, i64)| sides.binary_search(&part.0).is_ok();
        let price = self.parts.iter().filter(|part| is_in(part)).map(|part| part.1).min().unwrap_or(0);
        for part in self.parts.iter_mut().filter(|part| is_in(part)) {
            part.1 -= price;
        }
        self.parts.retain(|part| part.1 > 0);
        self.parts.push((learner.total(&sides), price));
    }
}
