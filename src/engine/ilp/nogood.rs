//! No-goods: what conflicts taught, each a choice of bounds one of which must hold.
//!
//! # Theory
//! As a clause of a SAT solver, but over bounds: x ≥ 3 or y ≤ 0 or z ≥ 1. Two of its bounds are
//! watched. Only when one of them fails is the no-good looked at: another one that has not failed
//! is watched instead, or the last one left must hold.
//!
//! # References
//! M. Moskewicz et al., *Chaff: engineering an efficient SAT solver*, DAC 2001. O. Ohrimenko,
//! P. Stuckey, M. Codish, *Propagation via lazy clause generation*, Constraints 14 (2009).

use super::trail::{Bound, Reason, Trail};

/// One of these bounds holds.
struct Nogood {
    bounds: Vec<Bound>,
    /// How many levels its bounds were from; few make a good one.
    spread: u32,
}

/// That a bound of a no-good fails once a side has reached so much.
#[derive(Clone, Copy)]
struct Watch {
    from: i64,
    place: u32,
    /// Another of its bounds: if that holds, there is nothing to do.
    other: Bound,
}

/// All no-goods.
#[derive(Default)]
pub struct Nogoods {
    all: Vec<Nogood>,
    watches: Vec<Vec<Watch>>,
    bound_count: usize,
}

impl Nogoods {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// What they take in memory, roughly.
    pub fn bytes(&self) -> u64 {
        (self.all.len() * (size_of::<Nogood>() + 2 * size_of::<Watch>())
            + self.bound_count * size_of::<Bound>()) as u64
    }

    /// Room for so many sides.
    pub fn resize(&mut self, sides: usize) {
        self.watches.resize_with(sides, Vec::new);
    }

    /// Adds one with at least two bounds, of which the first two are watched; its place.
    pub fn push(&mut self, bounds: Vec<Bound>, spread: u32) -> u32 {
        let place = self.all.len() as u32;
        for (watched, other) in [(bounds[0], bounds[1]), (bounds[1], bounds[0])] {
            self.watch(watched, other, place);
        }
        self.bound_count += bounds.len();
        self.all.push(Nogood { bounds, spread });
        place
    }

    fn watch(&mut self, watched: Bound, other: Bound, place: u32) {
        let fails = watched.opposite();
        self.watches[fails.side as usize].push(Watch { from: fails.at, place, other });
    }

    /// What was left to conclude a bound from: the opposites of all others.
    pub fn explain(&self, place: u32, reasons: &mut Vec<Bound>) {
        reasons.extend(self.all[place as usize].bounds[1..].iter().map(|bound| bound.opposite()));
    }

    /// Concludes what follows from a side's newest bound; `false` with `conflict`, bounds that hold
    /// and cannot all hold.
    pub fn settle(&mut self, side: u32, trail: &mut Trail, conflict: &mut Vec<Bound>) -> bool {
        let mut watches = std::mem::take(&mut self.watches[side as usize]);
        trail.work += watches.len() as u64;
        let (mut kept, mut met) = (0, true);
        for at in 0..watches.len() {
            let watch = watches[at];
            let is_due = met && watch.from <= trail.least(side) && !trail.holds(watch.other);
            if !is_due || !self.moves(watch, side, trail, conflict, &mut met) {
                watches[kept] = watch;
                kept += 1;
            }
        }
        watches.truncate(kept);
        // A bound moves to a watch of another side, or of this one that fails later.
        watches.append(&mut self.watches[side as usize]);
        self.watches[side as usize] = watches;
        met
    }

    /// Whether another bound is watched from now on; otherwise the last one is concluded.
    fn moves(
        &mut self,
        watch: Watch,
        side: u32,
        trail: &mut Trail,
        conflict: &mut Vec<Bound>,
        met: &mut bool,
    ) -> bool {
        let bounds = &mut self.all[watch.place as usize].bounds;
        let failed = Bound { side, at: watch.from }.opposite();
        if bounds[0] == failed {
            bounds.swap(0, 1);
        }
        trail.work += bounds.len() as u64;
        let first = bounds[0];
        if trail.holds(first) {
            return false;
        }
        if let Some(at) = (2..bounds.len()).find(|&at| !trail.holds(bounds[at].opposite())) {
            bounds.swap(1, at);
            let watched = bounds[1];
            self.watch(watched, first, watch.place);
            return true;
        }
        if trail.holds(first.opposite()) {
            conflict.clear();
            conflict.extend(bounds.iter().map(|bound| bound.opposite()));
            *met = false;
        } else {
            trail.push(first, Reason::Nogood(watch.place));
        }
        false
    }

    /// Forgets about half of them, the widespread ones first; `false` if what is left cannot be met.
    /// No choice may be open.
    pub fn forget(&mut self, trail: &mut Trail) -> bool {
        let mut spreads: Vec<u32> = self.all.iter().map(|nogood| nogood.spread).collect();
        spreads.sort_unstable();
        let most = spreads.get(spreads.len() / 2).copied().unwrap_or(0).max(2);
        self.retain(trail, |nogood| nogood.spread <= most)
    }

    /// Forgets all that say something of this variable or a later one; `false` if what is left
    /// cannot be met. No choice may be open.
    pub fn forget_from(&mut self, variable: usize, trail: &mut Trail) -> bool {
        self.retain(trail, |nogood| nogood.bounds.iter().all(|bound| bound.variable() < variable))
    }

    /// Keeps these, without what failed for good, and none that holds for good.
    fn retain(&mut self, trail: &mut Trail, keep: impl Fn(&Nogood) -> bool) -> bool {
        self.watches.iter_mut().for_each(Vec::clear);
        self.bound_count = 0;
        for mut nogood in std::mem::take(&mut self.all).into_iter().filter(keep) {
            if nogood.bounds.iter().any(|bound| trail.holds(*bound)) {
                continue;
            }
            nogood.bounds.retain(|bound| !trail.holds(bound.opposite()));
            match nogood.bounds[..] {
                [] => return false,
                [last] => trail.push(last, Reason::Choice),
                _ => {
                    self.push(nogood.bounds, nogood.spread);
                }
            }
        }
        true
    }
}
