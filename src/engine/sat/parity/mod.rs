//! Sums that come down to odd and even.
//!
//! # Theory
//! What a few numbers around a place say of the boxes at its border is a relation. Boxes that only
//! those numbers see are eliminated from it one by one: all relations of the box are joined, and
//! the box is projected out. If every relation that is left is affine, that is, if it says of some
//! of its boxes together that an even or an odd number is mined and nothing else, then the whole is
//! a system of equations modulo 2. Elimination brings it to free boxes and boxes that are sums of
//! them, from which it is read what any few boxes can be together. That goes back to the boxes that
//! were eliminated: what the boxes of a joint relation can be is what it allows of what the others
//! of them can be, and the relation that was made of it is within the joint relation of the next of
//! them to be eliminated, or within the equations.
//!
//! ```text
//!   numbers of a vertex         a b c        equations          all that a b c can be
//!   over a b c and s x y z  ▸   even      ▸  modulo 2       ▸   ▸ all that s x y z can be
//! ```
//!
//! So the boards of Tseitin's formulas, on which every search is lost, cost next to nothing, be
//! they consistent or not. Nothing is guessed: if a relation that is left is not affine, nothing
//! was learnt, and the solver is asked.
//!
//! # Cost
//! A relation is a word of 64 truths over at most six boxes. Boxes are eliminated in the order of
//! the size of their joint relation, and of the new pairs it makes; equations take cubic time by
//! words of 64 columns.
//!
//! # References
//! R. Dechter, *Bucket elimination: a unifying framework for reasoning*, Artificial Intelligence
//! 113 (1999). T. J. Schaefer, *The complexity of satisfiability problems*, STOC 1978.

mod equations;
mod relation;

use std::collections::BTreeSet;

use crate::budget::{Answer, Budget};
use crate::reduce::classes::{Classes, Member, gather};
use crate::reduce::intervals::Intervals;
use crate::reduce::{BoxId, Component, NumberId};

use equations::{COLUMNS, Equations};
use relation::{ARITY, Relation, Scope};

/// What is found out of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parity<T> {
    /// It is more than odd and even.
    Unknown,
    /// There is no solution.
    Contradiction,
    /// It is nothing more, and so this is known.
    Known(T),
}

/// Solves a component if it comes down to parities.
pub fn solve(
    component: &Component,
    number_boxes: &[Vec<BoxId>],
    intervals: &Intervals,
    classes: &Classes,
    budget: &Budget,
) -> Answer<Parity<Vec<(u32, u32)>>> {
    Ok(match bring_down(component, number_boxes, intervals, classes, budget)? {
        Brought::Unknown => Parity::Unknown,
        Brought::Contradiction => Parity::Contradiction,
        Brought::Down(found) => {
            let (elimination, equations) = *found;
            let possible = elimination.possible(&equations);
            let range = |b: BoxId| {
                if !is_open(b, intervals) {
                    return (intervals.least[b.index()], intervals.most[b.index()]);
                }
                let Member { first, turned } = classes.of(b);
                let can_be = |mined: bool| possible[first.index()] >> u32::from(mined != turned) & 1 == 1;
                (u32::from(!can_be(false)), u32::from(can_be(true)))
            };
            Parity::Known(component.boxes().map(range).collect())
        }
    })
}

/// Solutions of a component that comes down to parities, as mines of each box, without end and in
/// no order; none if it does not come down to parities, or has no solution.
pub fn solutions<'a>(
    component: &'a Component,
    number_boxes: &[Vec<BoxId>],
    intervals: &'a Intervals,
    classes: &'a Classes,
    budget: &Budget,
) -> Answer<Parity<impl Iterator<Item = Vec<u32>> + 'a>> {
    let found = bring_down(component, number_boxes, intervals, classes, budget)?;
    let (elimination, equations) = match found {
        Brought::Unknown => return Ok(Parity::Unknown),
        Brought::Contradiction => return Ok(Parity::Contradiction),
        Brought::Down(found) => *found,
    };
    Ok(Parity::Known((0..).map(move |round| {
        let values = elimination.solution(&equations, &|at| coin(round, at));
        let mines = |b: BoxId| {
            let Member { first, turned } = classes.of(b);
            let value = u32::from(values[first.index()] != turned);
            if is_open(b, intervals) { value } else { intervals.least[b.index()] }
        };
        component.boxes().map(mines).collect()
    })))
}

/// All free, all mined, and then anything.
fn coin(round: u64, at: u64) -> bool {
    let mixed = (round << 32 ^ at).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    if round < 2 { round == 1 } else { mixed >> 63 == 1 }
}

fn is_open(b: BoxId, intervals: &Intervals) -> bool {
    intervals.least[b.index()] != intervals.most[b.index()]
}

/// What a component comes down to.
enum Brought {
    Unknown,
    Contradiction,
    Down(Box<(Elimination, Equations)>),
}

fn bring_down(
    component: &Component,
    number_boxes: &[Vec<BoxId>],
    intervals: &Intervals,
    classes: &Classes,
    budget: &Budget,
) -> Answer<Brought> {
    let is_open = |b: &BoxId| is_open(*b, intervals);
    if component.boxes().any(|b| is_open(&b) && component.size(b) > 1) {
        return Ok(Brought::Unknown);
    }
    let mut relations = Vec::with_capacity(component.number_count());
    for j in component.numbers() {
        let (terms, rest) = terms(component, number_boxes, intervals, classes, j);
        if terms.len() > ARITY {
            return Ok(Brought::Unknown);
        }
        relations.push(Relation::of_sum(&terms, rest));
    }
    let mut elimination = Elimination::new(component.box_count(), relations);
    if !elimination.run(budget)? {
        return Ok(Brought::Unknown);
    }
    let left = |b: &u32| elimination.bucket_of[*b as usize].is_none();
    let firsts = component.boxes().filter(is_open).map(|b| classes.of(b).first.0);
    let columns: Vec<u32> = firsts.filter(left).collect::<BTreeSet<u32>>().into_iter().collect();
    if elimination.contradiction {
        return Ok(Brought::Contradiction);
    }
    if columns.len() > COLUMNS {
        return Ok(Brought::Unknown);
    }
    Ok(match Equations::new(&elimination, columns, budget)? {
        Some(equations) => Brought::Down(Box::new((elimination, equations))),
        None => Brought::Contradiction,
    })
}

/// The open classes of a number and what they sum to.
fn terms(
    component: &Component,
    number_boxes: &[Vec<BoxId>],
    intervals: &Intervals,
    classes: &Classes,
    j: NumberId,
) -> (Vec<(u32, i64)>, i64) {
    let (mut terms, mut rest) = (Vec::new(), i64::from(component.rest(j)));
    for &b in &number_boxes[j.index()] {
        let least = intervals.least[b.index()];
        if least == intervals.most[b.index()] {
            rest -= i64::from(least);
            continue;
        }
        let Member { first, turned } = classes.of(b);
        rest -= i64::from(turned);
        terms.push((first.0, if turned { -1 } else { 1 }));
    }
    gather(&mut terms);
    (terms, rest)
}

/// A relation among those that are left, and whether it is affine.
type Left = (Relation, bool);

/// A box that was eliminated, and its joint relation.
struct Bucket {
    b: u32,
    joint: Relation,
}

struct Elimination {
    /// Emptied where they were joined.
    relations: Vec<Option<Left>>,
    /// For each box the relations that it is in.
    seen: Vec<Vec<usize>>,
    /// Boxes by the size of their joint relation and the pairs that it would make.
    queue: BTreeSet<(usize, usize, u32)>,
    /// Where each box is in the queue.
    keys: Vec<Option<(usize, usize, u32)>>,
    /// How many relations are not affine.
    crooked: usize,
    buckets: Vec<Bucket>,
    /// In which bucket a box was eliminated.
    bucket_of: Vec<Option<usize>>,
    /// Whether a relation allows nothing.
    contradiction: bool,
}

impl Elimination {
    fn new(boxes: usize, relations: Vec<Relation>) -> Self {
        let mut elimination = Elimination {
            relations: Vec::new(),
            seen: vec![Vec::new(); boxes],
            queue: BTreeSet::new(),
            keys: vec![None; boxes],
            crooked: 0,
            buckets: Vec::new(),
            bucket_of: vec![None; boxes],
            contradiction: false,
        };
        for relation in relations {
            elimination.push(relation);
        }
        (0..boxes as u32).for_each(|b| elimination.rank(b));
        elimination
    }

    fn push(&mut self, relation: Relation) {
        self.contradiction |= relation.truths == 0;
        let affine = relation.is_affine();
        self.crooked += usize::from(!affine);
        for &b in relation.scope.iter() {
            self.seen[b as usize].push(self.relations.len());
        }
        self.relations.push(Some((relation, affine)));
    }

    /// Eliminates until all relations are affine, or one allows nothing; `false` if boxes are tied
    /// too closely for that.
    fn run(&mut self, budget: &Budget) -> Answer<bool> {
        while self.crooked > 0 && !self.contradiction {
            budget.check()?;
            let Some((_, _, b)) = self.queue.pop_first() else { return Ok(false) };
            self.keys[b as usize] = None;
            self.eliminate(b);
        }
        Ok(true)
    }

    fn eliminate(&mut self, b: u32) {
        let Some(scope) = self.joint_scope(b) else { return };
        let mut truths = u64::MAX >> (64 - (1u32 << scope.len));
        for at in std::mem::take(&mut self.seen[b as usize]) {
            let Some((relation, affine)) = self.relations[at].take() else { continue };
            self.crooked -= usize::from(!affine);
            for other in relation.scope.iter().filter(|&&other| other != b) {
                self.seen[*other as usize].retain(|&seen| seen != at);
            }
            truths &= relation.over(&scope);
        }
        let (joint, rest) = (Relation { scope, truths }, scope.without(b));
        self.bucket_of[b as usize] = Some(self.buckets.len());
        self.buckets.push(Bucket { b, joint });
        self.push(Relation { scope: rest, truths: joint.onto(&rest) });
        rest.iter().for_each(|&other| self.rank(other));
    }

    fn relations_of(&self, b: u32) -> impl Iterator<Item = &Relation> {
        self.seen[b as usize].iter().filter_map(|&at| self.relations[at].as_ref()).map(|left| &left.0)
    }

    /// The boxes of all relations of a box; `None` if they are too many.
    fn joint_scope(&self, b: u32) -> Option<Scope> {
        let mut scope = Scope::default();
        let mut boxes = self.relations_of(b).flat_map(|relation| relation.scope.iter());
        boxes.all(|&other| scope.add(other)).then_some(scope)
    }

    /// Puts a box in its place in the queue, if it can be eliminated.
    fn rank(&mut self, b: u32) {
        if let Some(key) = self.keys[b as usize].take() {
            self.queue.remove(&key);
        }
        let Some(scope) = self.joint_scope(b).filter(|scope| scope.len > 0) else { return };
        let others = scope.without(b);
        let meet = |x: u32, y: u32| self.relations_of(x).any(|relation| relation.scope.contains(&y));
        let pairs = others.iter().enumerate().flat_map(|(i, &x)| others[..i].iter().map(move |&y| (x, y)));
        let new = pairs.filter(|&(x, y)| !meet(x, y)).count();
        let key = (scope.len, new, b);
        self.keys[b as usize] = Some(key);
        self.queue.insert(key);
    }

    /// For each box what it can be: bit 0 for free, bit 1 for mined.
    fn possible(&self, equations: &Equations) -> Vec<u64> {
        let mut possible = vec![0; self.seen.len()];
        for &b in &equations.columns {
            possible[b as usize] = equations.onto(&[b]);
        }
        let mut whole: Vec<Relation> = Vec::with_capacity(self.buckets.len());
        for Bucket { b, joint } in self.buckets.iter().rev() {
            let scope = joint.scope.without(*b);
            // Later buckets come first here.
            let next = scope.iter().filter_map(|&other| self.bucket_of[other as usize]).min();
            let truths = match next {
                Some(next) => whole[self.buckets.len() - 1 - next].onto(&scope),
                None => equations.onto(&scope),
            };
            let truths = joint.truths & Relation { scope, truths }.over(&joint.scope);
            let joint = Relation { scope: joint.scope, truths };
            possible[*b as usize] = joint.onto(&[*b]);
            whole.push(joint);
        }
        possible
    }

    /// A value for each box, so that all relations are met; `wish` is met wherever it can be.
    fn solution(&self, equations: &Equations, wish: &impl Fn(u64) -> bool) -> Vec<bool> {
        let mut values = vec![false; self.seen.len()];
        for (&b, value) in equations.columns.iter().zip(equations.values(wish)) {
            values[b as usize] = value;
        }
        for Bucket { b, joint } in self.buckets.iter().rev() {
            let at = |value: bool| {
                let bit = |other: u32| if other == *b { value } else { values[other as usize] };
                let places = joint.scope.iter().enumerate();
                places.fold(0u64, |all, (i, &other)| all | u64::from(bit(other)) << i)
            };
            let wished = wish(u64::from(*b));
            let can_be = joint.truths >> at(wished) & 1 == 1;
            values[*b as usize] = wished == can_be;
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The truth by trying everything; boxes are single cells.
    fn brute(component: &Component) -> Option<Vec<(u32, u32)>> {
        let boxes = component.box_count();
        let meets = |m: &u32| {
            let mut sums = vec![0; component.number_count()];
            for b in component.boxes().filter(|b| m >> b.index() & 1 == 1) {
                component.box_numbers(b).iter().for_each(|j| sums[j.index()] += 1);
            }
            component.numbers().all(|j| sums[j.index()] == component.rest(j))
        };
        let solutions: Vec<u32> = (0..1 << boxes).filter(meets).collect();
        let any = |b: usize, value: u32| solutions.iter().any(|m| m >> b & 1 == value);
        (!solutions.is_empty())
            .then(|| (0..boxes).map(|b| (u32::from(!any(b, 0)), u32::from(any(b, 1)))).collect())
    }

    fn found(component: &Component) -> Parity<Vec<(u32, u32)>> {
        let budget = Budget::unlimited();
        let number_boxes = component.number_boxes();
        let Some(mut intervals) = Intervals::new(component, &number_boxes) else {
            return Parity::Contradiction;
        };
        let classes = Classes::new(component, &number_boxes, &mut intervals, &budget).unwrap();
        let Some(classes) = classes else { return Parity::Contradiction };
        solve(component, &number_boxes, &intervals, &classes, &budget).unwrap()
    }

    /// Solutions are such, and stay within the ranges; how many boxes they do not show both ways.
    fn unshown(component: &Component, ranges: &[(u32, u32)]) -> usize {
        let budget = Budget::unlimited();
        let number_boxes = component.number_boxes();
        let mut intervals = Intervals::new(component, &number_boxes).unwrap();
        let classes = Classes::new(component, &number_boxes, &mut intervals, &budget).unwrap().unwrap();
        let Ok(Parity::Known(found)) = solutions(component, &number_boxes, &intervals, &classes, &budget)
        else {
            panic!("not a parity")
        };
        let mut seen = vec![(1, 0); component.box_count()];
        for solution in found.take(100) {
            for j in component.numbers() {
                let mines = number_boxes[j.index()].iter().map(|b| solution[b.index()]);
                assert_eq!(mines.sum::<u32>(), component.rest(j), "{component:?}");
            }
            let note =
                |(seen, &mines): (&mut (u32, u32), &u32)| *seen = (seen.0.min(mines), seen.1.max(mines));
            seen.iter_mut().zip(&solution).for_each(note);
        }
        let within = |(seen, range): (&(u32, u32), &(u32, u32))| range.0 <= seen.0 && seen.1 <= range.1;
        assert!(seen.iter().zip(ranges).all(within), "{component:?}");
        seen.iter().zip(ranges).filter(|(seen, range)| seen != range).count()
    }

    fn check(component: &Component) -> bool {
        match found(component) {
            Parity::Unknown => return false,
            Parity::Contradiction => assert_eq!(brute(component), None, "{component:?}"),
            Parity::Known(ranges) => {
                assert_eq!(brute(component), Some(ranges.clone()), "{component:?}");
                assert!(unshown(component, &ranges) <= 1, "{component:?}");
            }
        }
        true
    }

    /// Small components of single cells: what is said of them is true.
    #[test]
    fn what_is_found_is_true() {
        let mut seed = 1u32;
        let mut below = |n: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) % n
        };
        let mut known = 0;
        for _ in 0..3000 {
            let numbers = 1 + below(7);
            let boxes: Vec<(u32, Vec<u32>)> = (0..2 + below(9))
                .map(|_| {
                    let seen = (0..=below(3)).map(|_| below(numbers));
                    (1, seen.collect::<BTreeSet<u32>>().into_iter().collect())
                })
                .collect();
            let rests = (0..numbers).map(|_| 1 + below(2)).collect();
            known += usize::from(check(&Component::new(rests, &boxes)));
        }
        assert!(known > 2000, "{known} of 3000 were solved");
    }

    /// Tseitin's formula on the complete graph of four vertices: every box can be both if the
    /// charges are even in sum, and there is no solution if they are odd.
    #[test]
    fn parities_are_solved() {
        let edges = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        for charges in 0..16u32 {
            let mut boxes: Vec<(u32, Vec<u32>)> = vec![(1, Vec::new()); edges.len()];
            let mut rests = Vec::new();
            for vertex in 0..4 {
                let ends: Vec<usize> =
                    (0..edges.len()).filter(|&e| edges[e].0 == vertex || edges[e].1 == vertex).collect();
                // a + s + x = 1, b + s + y = 1, c + s + z = 1 and ¬a + y + z = 1: each of the even
                // triples has one completion. An odd vertex has a and its opposite ¬a swapped.
                let first = rests.len() as u32;
                let odd = charges >> vertex & 1 == 1;
                rests.extend([1, 1, 1, 1, 1]);
                let (a, b, c) = (ends[0], ends[1], ends[2]);
                // The last number is a + ¬a = 1.
                boxes[a].1.extend([if odd { first + 3 } else { first }, first + 4]);
                boxes[b].1.push(first + 1);
                boxes[c].1.push(first + 2);
                let opposite = if odd { first } else { first + 3 };
                boxes.push((1, vec![first + 4, opposite]));
                boxes.push((1, vec![first, first + 1, first + 2]));
                boxes.push((1, vec![first]));
                boxes.push((1, vec![first + 1, first + 3]));
                boxes.push((1, vec![first + 2, first + 3]));
            }
            let component = Component::new(rests, &boxes);
            let free = vec![(0, 1); component.box_count()];
            let even = charges.count_ones() % 2 == 0;
            let expected = if even { Parity::Known(free) } else { Parity::Contradiction };
            assert_eq!(found(&component), expected, "{charges:04b}");
        }
    }
}
