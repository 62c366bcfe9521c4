//! One go through a table: the cells of a group are added to all of its states.
//!
//! # Theory
//! A cell adds to the value of each vector of rests r that of r + e, where e has a one for each of
//! its numbers: the vectors from which a mine in the cell leads to r. Done for ascending r this
//! needs no second copy, as r + e is read before it is changed.
//!
//! The vectors of rests of the numbers that the group touches are brought into a small buffer, for
//! some vectors of the other open numbers side by side: the lanes. Every instruction on the buffer
//! is made for all lanes at once. What leaves the buffer is one piece of the next table, so many
//! threads can share a go.
//!
//! # Cost
//! Two copies, and one sum for each vector and cell.

use rayon::prelude::*;

use crate::budget::{Answer, Budget, Lease};
use crate::reduce::NumberId;

use super::course::{Course, Range, Ranges};
use super::group::Inside;

/// An open number of a table.
#[derive(Clone, Copy, Debug)]
pub struct Digit {
    /// The number.
    pub number: NumberId,
    /// What its rest may be.
    pub range: Range,
}

/// Where in a table a vector of rests is: as a number whose digits are the rests above their least
/// values, the fastest first.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// The open numbers.
    pub digits: Vec<Digit>,
    /// How many of them, from the first on, were lanes when the table was written.
    lanes: usize,
}

impl Shape {
    /// How many vectors there are.
    pub fn size(&self) -> usize {
        self.digits.iter().map(|digit| digit.range.len() as usize).product()
    }

    /// The digits, each with its weight.
    pub fn weights(&self) -> Vec<(Digit, usize)> {
        let mut weight = 1;
        let weigh = |&digit: &Digit| {
            let own = weight;
            weight *= digit.range.len() as usize;
            (digit, own)
        };
        self.digits.iter().map(weigh).collect()
    }
}

/// The fewest lanes that make up for what an instruction costs, where there are as many.
const LANES: usize = 16;

/// How many lists of the buffer's places there are beside those of the cells.
const LISTS: usize = 6;

/// What a group of cells does to a table, in indices.
#[derive(Debug)]
pub struct Pass {
    /// Where the lanes are in the table that is read.
    lanes: Vec<usize>,
    /// Places of the buffer that are read, each with its place in the table.
    load: Vec<(usize, usize)>,
    /// The cells in their order.
    cells: Vec<Cell>,
    /// Places of the buffer that are written, in their order.
    store: Vec<usize>,
    /// Lengths and weights of the open numbers that are neither touched nor lanes.
    others: Vec<(usize, usize)>,
    /// The size of the buffer for one lane.
    inside: usize,
    /// The table that is written.
    pub after: Shape,
    /// For the places of the buffer.
    _lease: Lease,
}

impl Pass {
    /// Prepares the cells `from..to`; `ranges` is what rests may be before them, and then after.
    pub fn new(
        before: &Shape,
        course: &Course,
        from: usize,
        to: usize,
        ranges: &mut Ranges,
        budget: &Budget,
    ) -> Answer<Self> {
        let mut inside = Inside::default();
        (from..to).for_each(|step| inside.add(course, step, ranges));
        // Each cell lists the places at most once; so do reading, writing and the lists on the way.
        let lists = (to - from + LISTS) as u64 * size_of::<usize>() as u64;
        let lease = budget.reserve(inside.size().saturating_mul(lists))?;
        let weights = before.weights();
        let weight_of = |number| {
            weights.iter().find(|(digit, _)| digit.number == number).map_or(0, |(_, weight)| *weight)
        };
        let lanes = choose_lanes(before, course, to, &inside);
        let buffer = Buffer::new(&inside);
        let load = buffer.load(ranges, weight_of);
        let cells = (from..to).map(|step| buffer.cell(course, step, ranges)).collect();
        let untouched: Vec<(Digit, usize)> =
            weights.iter().copied().filter(|(digit, _)| !inside.touches(digit.number)).collect();
        let (in_lanes, others): (Vec<_>, Vec<_>) =
            untouched.into_iter().partition(|(digit, _)| lanes.contains(&digit.number));
        let axes = |digits: &[(Digit, usize)]| -> Vec<(usize, usize)> {
            digits.iter().map(|(digit, weight)| (digit.range.len() as usize, *weight)).collect()
        };
        let stay = buffer.stay(course, from, to, ranges);
        let after = [&in_lanes[..], &stay, &others].concat();
        Ok(Pass {
            lanes: places(0, &axes(&in_lanes)),
            load,
            cells,
            store: places(buffer.lowest(&stay), &axes(&stay)),
            others: axes(&others),
            inside: buffer.size,
            after: Shape {
                digits: after.into_iter().map(|(digit, _)| digit).collect(),
                lanes: in_lanes.len(),
            },
            _lease: lease,
        })
    }

    /// Reads one table and writes the next; values have `W` words. Returns all bits that the highest
    /// words of values have.
    pub fn run<const W: usize>(&self, input: &[u64], output: &mut [u64], budget: &Budget) -> Answer<u64> {
        let (input, _) = input.as_chunks::<W>();
        let (output, _) = output.as_chunks_mut::<W>();
        let lanes = self.lanes.len();
        let piece = lanes * self.store.len();
        let buffer = self.inside * lanes;
        let pace = (PACE / (buffer * self.cells.len()).max(1)).max(1);
        // Every thread has a buffer.
        let _lease =
            budget.reserve((buffer * size_of::<[u64; W]>() * rayon::current_num_threads()) as u64)?;
        output
            .par_chunks_mut(piece)
            .enumerate()
            .map_init(
                || vec![[0; W]; buffer],
                |buffer, (at, piece)| {
                    if at.is_multiple_of(pace) {
                        budget.check()?;
                    }
                    self.read(buffer, &input[self.begin(at)..]);
                    self.cells.iter().for_each(|cell| cell.add(buffer, lanes));
                    let mut top = 0;
                    for (goal, &place) in piece.chunks_exact_mut(lanes).zip(&self.store) {
                        goal.copy_from_slice(&buffer[place * lanes..][..lanes]);
                        top = goal.iter().fold(top, |top, value| top | value[W - 1]);
                    }
                    Ok(top)
                },
            )
            .try_reduce(|| 0, |a, b| Ok(a | b))
    }

    /// Where in the table the vectors of a piece begin.
    fn begin(&self, mut piece: usize) -> usize {
        let mut at = 0;
        for &(length, weight) in &self.others {
            at += piece % length * weight;
            piece /= length;
        }
        at
    }

    fn read<const W: usize>(&self, buffer: &mut [[u64; W]], table: &[[u64; W]]) {
        let lanes = self.lanes.len();
        let side_by_side = self.lanes.last() == Some(&(lanes - 1));
        for &(place, at) in &self.load {
            let goal = &mut buffer[place * lanes..][..lanes];
            if side_by_side {
                goal.copy_from_slice(&table[at..][..lanes]);
            } else {
                goal.iter_mut().zip(&self.lanes).for_each(|(value, lane)| *value = table[at + lane]);
            }
        }
    }
}

/// How many sums are made between two looks at the budget.
const PACE: usize = 1 << 22;

/// What a cell does to the buffer: a vector has its own value, if it was possible without a mine, and
/// that of the vector `up` places further, if a mine leads from there.
#[derive(Debug)]
struct Cell {
    up: usize,
    /// Places with both values.
    both: Vec<usize>,
    /// Places that were not possible before, with the other value alone and with none.
    only_mine: Vec<usize>,
    none: Vec<usize>,
}

impl Cell {
    fn add<const W: usize>(&self, buffer: &mut [[u64; W]], lanes: usize) {
        let up = self.up * lanes;
        // These first: they are read by no other, and what they read is changed below.
        for place in self.only_mine.iter().map(|place| place * lanes) {
            buffer.copy_within(place + up..place + up + lanes, place);
        }
        for place in self.both.iter().map(|place| place * lanes) {
            let (below, above) = buffer.split_at_mut(place + up);
            let values = below[place..][..lanes].iter_mut();
            values.zip(&above[..lanes]).for_each(|(sum, more)| add_words(sum, more));
        }
        for place in self.none.iter().map(|place| place * lanes) {
            buffer[place..][..lanes].fill([0; W]);
        }
    }
}

#[inline]
fn add_words<const W: usize>(sum: &mut [u64; W], more: &[u64; W]) {
    let mut carry = false;
    for (a, b) in sum.iter_mut().zip(more) {
        let (c, over) = a.overflowing_add(*b);
        let (c, again) = c.overflowing_add(u64::from(carry));
        *a = c;
        carry = over | again;
    }
}

/// All sums of one multiple of each weight below its length, the first counting fastest.
fn places(base: usize, axes: &[(usize, usize)]) -> Vec<usize> {
    let mut places = vec![base];
    for &(length, weight) in axes {
        let below = places.clone();
        places.extend((1..length).flat_map(|n| below.iter().map(move |place| place + n * weight)));
        if length == 0 {
            places.clear();
        }
    }
    places
}

/// Which numbers are lanes: those of the table at hand, or else those that are touched last.
fn choose_lanes(before: &Shape, course: &Course, to: usize, inside: &Inside) -> Vec<NumberId> {
    let length = |digits: &[Digit]| digits.iter().map(|digit| digit.range.len() as usize).product::<usize>();
    let kept = &before.digits[..before.lanes];
    let lanes = if length(kept) >= LANES && kept.iter().all(|digit| !inside.touches(digit.number)) {
        kept.to_vec()
    } else {
        let mut rest: Vec<Digit> =
            before.digits.iter().copied().filter(|digit| !inside.touches(digit.number)).collect();
        rest.sort_by_key(|digit| std::cmp::Reverse(course.next_touch(digit.number, to)));
        let enough = (0..rest.len()).find(|&many| length(&rest[..many]) >= LANES);
        rest.truncate(enough.unwrap_or(rest.len()));
        rest
    };
    lanes.iter().map(|digit| digit.number).collect()
}

/// The numbers that a group touches, with the weights of their rests in the buffer.
struct Buffer<'a> {
    inside: &'a Inside,
    weights: Vec<usize>,
    size: usize,
}

impl<'a> Buffer<'a> {
    fn new(inside: &'a Inside) -> Self {
        let mut size = 1;
        let weigh = |(_, range): &(NumberId, Range)| {
            let own = size;
            size *= range.len() as usize;
            own
        };
        let weights = inside.0.iter().map(weigh).collect();
        Buffer { inside, weights, size }
    }

    /// The places of all vectors with rests in these ranges.
    fn places(&self, ranges: impl Fn(NumberId) -> Range) -> Vec<usize> {
        let mut base = 0;
        let mut axes = Vec::with_capacity(self.weights.len());
        for (&(number, whole), &weight) in self.inside.0.iter().zip(&self.weights) {
            let range = ranges(number);
            base += range.low.saturating_sub(whole.low) as usize * weight;
            axes.push((range.len() as usize, weight));
        }
        places(base, &axes)
    }

    /// The places of all vectors before the group, each with its place in the table.
    fn load(&self, before: &Ranges, weight_of: impl Fn(NumberId) -> usize) -> Vec<(usize, usize)> {
        let axis = |&(number, _): &(NumberId, Range)| (before.of(number).len() as usize, weight_of(number));
        let axes: Vec<(usize, usize)> = self.inside.0.iter().map(axis).collect();
        self.places(|number| before.of(number)).into_iter().zip(places(0, &axes)).collect()
    }

    /// What the cell of a step does.
    fn cell(&self, course: &Course, step: usize, ranges: &mut Ranges) -> Cell {
        let touched = &course.steps[step];
        let touch_of = |number| touched.iter().find(|touch| touch.number == number);
        let possible = self.marked(|number| ranges.of(number));
        let mined = self.marked(|number| match (touch_of(number), ranges.of(number)) {
            (None, before) => before,
            (Some(_), Range { high: 0, .. }) => Range::NONE,
            // What a mine leads from must be in the range before.
            (Some(touch), before) => {
                Range { low: touch.after.low, high: touch.after.high.min(before.high - 1) }
            }
        });
        let numbers = self.inside.0.iter().zip(&self.weights);
        let up =
            numbers.filter(|((number, _), _)| touch_of(*number).is_some()).map(|(_, weight)| weight).sum();
        for touch in touched {
            ranges.set(touch.number, touch.after);
        }
        let mut cell = Cell { up, both: Vec::new(), only_mine: Vec::new(), none: Vec::new() };
        for place in self.places(|number| ranges.of(number)) {
            match (possible[place], mined[place]) {
                (true, true) => cell.both.push(place),
                (false, true) => cell.only_mine.push(place),
                (false, false) => cell.none.push(place),
                (true, false) => {}
            }
        }
        cell
    }

    /// Which places have rests in these ranges.
    fn marked(&self, ranges: impl Fn(NumberId) -> Range) -> Vec<bool> {
        let mut marked = vec![false; self.size];
        self.places(ranges).into_iter().for_each(|place| marked[place] = true);
        marked
    }

    /// The numbers that stay open after the group, with the weights of their rests.
    fn stay(&self, course: &Course, from: usize, to: usize, after: &Ranges) -> Vec<(Digit, usize)> {
        let closes = |number| {
            course.steps[from..to].iter().flatten().any(|touch| touch.number == number && touch.closes)
        };
        let open = self.inside.0.iter().zip(&self.weights).filter(|((number, _), _)| !closes(*number));
        open.map(|(&(number, _), &weight)| (Digit { number, range: after.of(number) }, weight)).collect()
    }

    /// The place of the lowest rests of these numbers; closed numbers are at the rest 0, which is
    /// their lowest.
    fn lowest(&self, stay: &[(Digit, usize)]) -> usize {
        let whole = |number| self.inside.0.iter().find(|(other, _)| *other == number).expect("inside").1;
        stay.iter().map(|(digit, weight)| (digit.range.low - whole(digit.number).low) as usize * weight).sum()
    }
}
