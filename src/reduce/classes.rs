//! Boxes that decide each other.
//!
//! # Theory
//! A number that two undecided cells must share says that one is mined exactly if the other is
//! not. Such pairs chain up: the wires of a circuit are thousands of cells that all follow from
//! one. They make one class with one variable, its members equal to it or its opposite. Put into
//! the other numbers, opposite members of one class cancel (together they are one mine), and what
//! is left may again be a pair that decides each other, or a cell that is decided. Two numbers that
//! are the same but for one class each say that those two differ by a constant. So on to a fixed
//! point. Every number that is left with nothing is not said to the solver at all.
//!
//! # Cost
//! A number is looked at again when a class of one of its boxes grows or is decided. The smaller
//! class moves to the larger, so a number is looked at log n times for each of its boxes. Numbers
//! are compared by hashing, all of them in each round; rounds end when nothing new was learnt.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

use super::intervals::Intervals;
use super::{BoxId, Component, NumberId};
use crate::budget::{Answer, Budget};

/// A box as its class has it: mined exactly if the first box is, or, turned, if it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The box that stands for the class.
    pub first: BoxId,
    /// Whether it is the opposite.
    pub turned: bool,
}

/// Which boxes decide each other. Boxes of more than one cell are alone.
#[derive(Clone, Debug)]
pub struct Classes {
    member: Vec<Member>,
    /// The members of the class that a box stands for.
    all: Vec<Vec<BoxId>>,
}

/// A class in a sum: its box and how often it counts, less what its opposite does.
type Weighted = (BoxId, i64);

impl Classes {
    /// What the numbers of a component say of pairs; whatever they decide is told to the
    /// intervals. `None` if a number cannot be met.
    pub fn new(
        component: &Component,
        number_boxes: &[Vec<BoxId>],
        intervals: &mut Intervals,
        budget: &Budget,
    ) -> Answer<Option<Self>> {
        let classes = Classes {
            member: component.boxes().map(|b| Member { first: b, turned: false }).collect(),
            all: component.boxes().map(|b| vec![b]).collect(),
        };
        let waiting: Vec<NumberId> =
            component.numbers().filter(|j| !is_wide(&number_boxes[j.index()])).collect();
        let is_waiting = vec![true; component.number_count()];
        let pairs = |boxes: &Vec<BoxId>| if boxes.len() > MOST_TERMS { 0 } else { boxes.len().pow(2) };
        let compared = number_boxes.iter().map(pairs).sum::<usize>() as u64 * COMPARED_BYTES;
        // Comparing is a saving, not a need.
        let lease = budget.reserve(compared).ok();
        let mut search = Search { component, number_boxes, intervals, classes, waiting, is_waiting };
        while !search.waiting.is_empty() {
            budget.check()?;
            if !search.settle() || lease.is_some() && !search.compare() {
                return Ok(None);
            }
        }
        Ok(Some(search.classes))
    }

    /// All boxes of the class that a box stands for, with itself.
    pub fn members(&self, first: BoxId) -> &[BoxId] {
        &self.all[first.index()]
    }

    /// Whether most boxes are decided by others.
    pub fn are_large(&self) -> bool {
        let firsts = self.member.iter().enumerate().filter(|(b, member)| member.first.index() == *b);
        firsts.count() * 2 < self.member.len()
    }

    /// Where a box belongs.
    pub fn of(&self, b: BoxId) -> Member {
        self.member[b.index()]
    }
}

/// Brings the terms of a sum in order, each thing once with all its weight, and nothing without.
pub fn gather<T: Copy + Ord>(terms: &mut Vec<(T, i64)>) {
    terms.sort_unstable();
    terms.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        kept.1 += if same { next.1 } else { 0 };
        same
    });
    terms.retain(|term| term.1 != 0);
}

/// Numbers over more boxes are wide: what they say is seldom worth its price.
const WIDE: usize = 64;

/// Whether a number is over so many boxes that it is left for last.
pub fn is_wide(boxes: &[BoxId]) -> bool {
    boxes.len() > WIDE
}

/// What a term of a sum that is compared takes in memory.
const COMPARED_BYTES: u64 = 40;

/// Longer sums are not compared.
const MOST_TERMS: usize = 8;

/// A sum of at least two terms without one of them, that one, and what both sum to: a sum and its
/// opposite are the same.
pub fn without<T: Copy>(terms: &[(T, i64)], left_out: usize, rest: i64) -> (Vec<(T, i64)>, (T, i64), i64) {
    let mut same = terms.to_vec();
    let other = same.remove(left_out);
    let sign = same[0].1.signum();
    for term in &mut same {
        term.1 *= sign;
    }
    (same, (other.0, other.1 * sign), rest * sign)
}

/// Hashes short sums and clauses quickly: nobody gains by finding two that collide.
#[derive(Debug, Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }
    fn write_i64(&mut self, word: i64) {
        self.write_u64(word as u64);
    }
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

struct Search<'a> {
    component: &'a Component,
    number_boxes: &'a [Vec<BoxId>],
    intervals: &'a mut Intervals,
    classes: Classes,
    waiting: Vec<NumberId>,
    is_waiting: Vec<bool>,
}

impl Search<'_> {
    /// Takes in what numbers say one by one, to a fixed point; `false` if one cannot be met.
    fn settle(&mut self) -> bool {
        while let Some(j) = self.waiting.pop() {
            self.is_waiting[j.index()] = false;
            if let Some((terms, rest)) = self.terms(j)
                && !self.learn(&terms, rest)
            {
                return false;
            }
        }
        true
    }

    /// Takes in what the differences of numbers say that are the same but for one class each;
    /// `false` if two cannot be met together.
    fn compare(&mut self) -> bool {
        let mut seen: HashMap<Vec<Weighted>, (Weighted, i64), BuildHasherDefault<Mixer>> = HashMap::default();
        for j in self.component.numbers().filter(|j| !is_wide(&self.number_boxes[j.index()])) {
            let Some((terms, rest)) = self.terms(j) else { continue };
            if !(3..=MOST_TERMS).contains(&terms.len()) {
                continue;
            }
            for left_out in 0..terms.len() {
                let (same, mine, rest) = without(&terms, left_out, rest);
                match seen.entry(same) {
                    Entry::Vacant(place) => {
                        place.insert((mine, rest));
                    }
                    Entry::Occupied(place) => {
                        let &((its, weight), its_rest) = place.get();
                        let (terms, rest) = self.normal([mine, (its, -weight)].into_iter(), rest - its_rest);
                        if !self.learn(&terms, rest) {
                            return false;
                        }
                    }
                }
            }
        }
        true
    }

    /// Takes in that classes sum to this; `false` if they cannot.
    fn learn(&mut self, terms: &[Weighted], rest: i64) -> bool {
        match terms[..] {
            [] => rest == 0,
            [(first, weight)] => (rest == 0 || rest == weight) && self.decide(first, i64::from(rest != 0)),
            [x, y] => self.pair([x, y], rest),
            _ => self.bounds(terms, rest),
        }
    }

    /// The classes of a number and what they must sum to; `None` if an undecided box has more than
    /// one cell.
    fn terms(&self, j: NumberId) -> Option<(Vec<Weighted>, i64)> {
        let boxes = &self.number_boxes[j.index()];
        let (least, most) = (&self.intervals.least, &self.intervals.most);
        let is_single = |b: &BoxId| self.component.size(*b) == 1 || least[b.index()] == most[b.index()];
        let rest = i64::from(self.component.rest(j));
        boxes.iter().all(is_single).then(|| self.normal(boxes.iter().map(|&b| (b, 1)), rest))
    }

    /// A sum of boxes as one of undecided classes, each once.
    fn normal(&self, boxes: impl Iterator<Item = Weighted>, mut rest: i64) -> (Vec<Weighted>, i64) {
        let mut terms: Vec<Weighted> = Vec::new();
        for (b, weight) in boxes {
            let (least, most) = (self.intervals.least[b.index()], self.intervals.most[b.index()]);
            if least == most {
                rest -= weight * i64::from(least);
                continue;
            }
            let Member { first, turned } = self.classes.of(b);
            rest -= weight * i64::from(turned);
            terms.push((first, if turned { -weight } else { weight }));
        }
        gather(&mut terms);
        (terms, rest)
    }

    fn pair(&mut self, [(x, p), (y, q)]: [Weighted; 2], rest: i64) -> bool {
        let mut ways = [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().filter(|(a, b)| a * p + b * q == rest);
        match (ways.next(), ways.next()) {
            (None, _) => false,
            (Some((a, b)), None) => self.decide(x, a) && self.decide(y, b),
            (Some(one), Some(other)) => {
                // Two weights that are not zero leave no two ways with the same x or the same y.
                debug_assert!(one.0 != other.0 && one.1 != other.1);
                self.unite(x, y, one.0 != one.1);
                true
            }
        }
    }

    /// Decides what bounds alone decide.
    fn bounds(&mut self, terms: &[Weighted], rest: i64) -> bool {
        let low: i64 = terms.iter().map(|term| term.1.min(0)).sum();
        let high: i64 = terms.iter().map(|term| term.1.max(0)).sum();
        if rest < low || rest > high {
            return false;
        }
        for &(first, weight) in terms {
            // With the value that adds the more it is too much, or with the other too little.
            let more = i64::from(weight > 0);
            let size = weight.abs();
            if low + size > rest && !self.decide(first, 1 - more)
                || high - size < rest && !self.decide(first, more)
            {
                return false;
            }
        }
        true
    }

    /// Makes two classes one, the second the opposite of the first if `turned`.
    fn unite(&mut self, x: BoxId, y: BoxId, turned: bool) {
        let size = |b: BoxId| self.classes.all[b.index()].len();
        let (to, from) = if size(x) < size(y) { (y, x) } else { (x, y) };
        let moved = std::mem::take(&mut self.classes.all[from.index()]);
        for &b in &moved {
            let member = &mut self.classes.member[b.index()];
            *member = Member { first: to, turned: member.turned != turned };
            self.wake(b);
        }
        self.classes.all[to.index()].extend(moved);
    }

    /// Sets a class to one of its two values, and what follows; `false` if that cannot be.
    fn decide(&mut self, first: BoxId, value: i64) -> bool {
        let mut open = vec![(first, value == 1)];
        while let Some((first, mined)) = open.pop() {
            for at in 0..self.classes.all[first.index()].len() {
                let b = self.classes.all[first.index()][at];
                let mines = u32::from(mined != self.classes.of(b).turned);
                let mut changed = Vec::new();
                let numbers = self.number_boxes;
                let tell = &mut |b| changed.push(b);
                if !self.intervals.narrow(self.component, numbers, b, (mines, mines), tell) {
                    return false;
                }
                for b in changed {
                    self.wake(b);
                    let Member { first, turned } = self.classes.of(b);
                    if self.classes.all[first.index()].len() > 1 {
                        open.push((first, (self.intervals.least[b.index()] == 1) != turned));
                    }
                }
            }
        }
        true
    }

    /// Has the numbers of a box looked at again.
    fn wake(&mut self, b: BoxId) {
        for &j in self.component.box_numbers(b) {
            let wide = is_wide(&self.number_boxes[j.index()]);
            if !wide && !std::mem::replace(&mut self.is_waiting[j.index()], true) {
                self.waiting.push(j);
            }
        }
    }
}
