//! What opening a cell would tell.
//!
//! # Theory
//! A cell that turns out free shows a number n. For each n that it can show, a study finds the
//! chance of n and the cells that would then be surely free. Both come from the lists of solutions
//! of the parts that the cell or its neighbours lie in: grouped by how many of the neighbours are
//! mined, the groups of different parts combine to n. Boxes of which only some cells are
//! neighbours are split: of v mines in s cells, j lie in t given ones in C(t,j)·C(s−t,v−j) ways.
//!
//! That the parts combine freely needs enough mines and enough background. Where the number of mines
//! ties parts together, they and the background are first joined into one list.
//!
//! # Cost
//! One step for each solution of the parts around the cell.

use super::diagram::{Diagram, Diagrams, Room};
use super::joined::Joined;
use super::parts::{Part, Parts, choose};
use super::published::Share;
use super::scene::{Drawn, Kind, Loose, Scene, Tied};
use super::weights::{RELIABLE, multiply, weigh_background};
use super::{Look, View};

/// What a cell may show, and what follows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Per number: the chance that the cell shows it, if it is free.
    pub chances: Vec<f64>,
    /// Per number: how many other cells are then surely free.
    pub free: Vec<u32>,
    /// Per number: how many the published program holds these to be, if it was asked for.
    pub held: Vec<u32>,
}

impl Outcome {
    /// What comes of a cell with so many numbers to show, before anything is known of it.
    pub(super) fn new(numbers: usize, is_held: bool) -> Self {
        let held = vec![0; if is_held { numbers } else { 0 }];
        Outcome { chances: vec![0.0; numbers], free: vec![0; numbers], held }
    }

    /// The chance that some cell is surely free after a free cell was opened.
    pub fn progress(&self) -> f64 {
        self.progress_by(&self.free)
    }

    /// The same, as the published program holds it.
    pub fn held_progress(&self) -> f64 {
        self.progress_by(&self.held)
    }

    fn progress_by(&self, free: &[u32]) -> f64 {
        let going = self.chances.iter().zip(free).filter(|(_, free)| **free > 0);
        going.map(|(chance, _)| chance).sum()
    }

    /// How many cells are to be expected to be surely free then.
    pub fn expected_free(&self) -> f64 {
        self.expected_by(&self.free)
    }

    /// The same, as the published program holds it.
    pub fn held_expected(&self) -> f64 {
        self.expected_by(&self.held)
    }

    fn expected_by(&self, free: &[u32]) -> f64 {
        self.chances.iter().zip(free).map(|(chance, free)| chance * f64::from(*free)).sum()
    }

    /// What the number tells, in bits.
    pub fn entropy(&self) -> f64 {
        entropy(&self.chances)
    }
}

/// What one of some things tells that have these chances, in bits.
pub(super) fn entropy(chances: &[f64]) -> f64 {
    chances.iter().filter(|chance| **chance > 0.0).map(|chance| -chance * chance.log2()).sum()
}

/// Numbers of neighbours up to which sums are told apart by the bits of a word.
pub(super) const MOST_NEIGHBOURS: usize = 62;

/// Room for studies of the cells of one position.
#[derive(Clone, Debug, Default)]
pub struct Study {
    groups: Vec<Group>,
    /// The product of all parts but these.
    rest: Vec<f64>,
    rest_without: Vec<usize>,
    /// What the product belongs to: `None` if to nothing at hand.
    rest_of: Option<Kind>,
    background: Vec<f64>,
    joint: Vec<f64>,
    next: Vec<f64>,
    joined: Joined,
    diagrams: Diagrams,
}

/// The solutions of a part by the number of mined neighbours.
#[derive(Clone, Debug, Default)]
struct Group {
    slot: usize,
    near: Vec<Near>,
    window: usize,
    /// By mined neighbours and mines.
    weights: Vec<f64>,
    /// Per number of mined neighbours: what is mined in some of the solutions.
    mined: Vec<Mined>,
    /// Which numbers of mined neighbours there are, one bit each.
    sums: u64,
}

/// A box in which neighbours lie, or the cell itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    /// Its place in its part.
    pub b: usize,
    /// Neighbours in it.
    pub beside: u32,
    /// Other cells in it, without the cell itself.
    pub far: u32,
    /// One if the cell itself is in it.
    own: u32,
    /// How many the published program holds `beside` and `far` to be, if it was asked for.
    held: (u32, u32),
}

#[derive(Clone, Copy, Debug, Default)]
struct Mined {
    boxes: u128,
    /// Of the boxes with neighbours: whether neighbours or other cells are mined.
    near: u64,
    far: u64,
}

impl Study {
    /// Begins with a new position.
    pub fn begin(&mut self) {
        self.rest_of = None;
        self.joined.is_known = false;
        self.diagrams.clear();
    }

    /// Studies a covered cell that can be free; with what opening it makes of sets, also by the
    /// sizes that they are held to have. `None` where parts would have to be joined that have too
    /// many solutions together.
    pub fn of(
        &mut self,
        cell: u32,
        view: &View,
        parts: &Parts,
        look: &Look,
        shares: Option<&[Share]>,
    ) -> Option<Outcome> {
        let reach = view.field().around(cell).len() as u32 + 1;
        if reach as usize > MOST_NEIGHBOURS {
            return None;
        }
        let weights = &look.weights;
        let loose =
            weights.mines > weights.high + reach && weights.mines - weights.low + reach < weights.background;
        if loose {
            return Some(self.combine(cell, view, &Loose(parts, look), shares));
        }
        if !self.joined.is_known {
            self.joined.join(view, parts, look);
        }
        if self.joined.is_too_large {
            return None;
        }
        let joined = std::mem::take(&mut self.joined);
        let found = self.combine(cell, view, &Tied(parts, &joined), shares);
        self.joined = joined;
        Some(found)
    }

    /// The chances of the numbers that a covered cell shows if it is free, and nothing else. `None`
    /// where solutions are too many even for a diagram, or for floating point.
    pub fn numbers(&mut self, cell: u32, view: &View, parts: &Parts) -> Option<Vec<f64>> {
        let mut diagrams = std::mem::take(&mut self.diagrams);
        let drawn = diagrams.draw(parts, view);
        let chances = drawn.then(|| self.weigh_drawn(cell, view, parts, &mut diagrams)).flatten();
        self.diagrams = diagrams;
        chances
    }

    fn weigh_drawn(
        &mut self,
        cell: u32,
        view: &View,
        parts: &Parts,
        diagrams: &mut Diagrams,
    ) -> Option<Vec<f64>> {
        let seen: u32 = parts.live().map(|part| part.cells.len() as u32).sum();
        let outside = (view.covered() - seen, view.mines());
        let (in_background, involved) = self.find_near(cell, view, &Drawn(parts, diagrams, outside));
        let mut room = std::mem::take(&mut diagrams.room);
        for group in &mut self.groups[..involved] {
            match diagrams.get(group.slot) {
                Some(diagram) => group.fill_from(diagram, &mut room),
                None => group.fill(parts.part(group.slot)),
            }
        }
        diagrams.room = room;
        let mut outcome = Outcome::new(view.covered_around(cell).count() + 1, false);
        let is_background = parts.of(cell).is_none();
        let scene = Drawn(parts, diagrams, outside);
        let sum = self.weigh_numbers(involved, in_background, is_background, &scene, &mut outcome);
        RELIABLE.contains(&sum).then_some(outcome.chances)
    }

    fn combine(&mut self, cell: u32, view: &View, scene: &impl Scene, shares: Option<&[Share]>) -> Outcome {
        let (in_background, involved) = self.find_near(cell, view, scene);
        if let Some(shares) = shares {
            self.hold(involved, cell, view, scene, shares);
        }
        for group in &mut self.groups[..involved] {
            group.fill(scene.part(group.slot));
        }
        let numbers = view.covered_around(cell).count() + 1;
        let mut outcome = Outcome::new(numbers, shares.is_some());
        self.weigh_numbers(involved, in_background, scene.locate(cell).is_none(), scene, &mut outcome);
        self.find_free(involved, in_background, scene, &mut outcome);
        outcome
    }

    /// Groups the neighbours of a cell by part and box. Returns those in the background and how
    /// many parts are involved.
    fn find_near(&mut self, cell: u32, view: &View, scene: &impl Scene) -> (u32, usize) {
        let (mut in_background, mut involved) = (0, 0);
        let near = view.covered_around(cell).map(|near| (near, 1, 0));
        for (cell, near, own) in near.chain([(cell, 0, 1)]) {
            let Some((slot, b)) = scene.locate(cell) else {
                in_background += near;
                continue;
            };
            let known = self.groups[..involved].iter().position(|group| group.slot == slot);
            let at = known.unwrap_or_else(|| {
                if self.groups.len() == involved {
                    self.groups.push(Group::default());
                }
                self.groups[involved].slot = slot;
                self.groups[involved].near.clear();
                involved += 1;
                involved - 1
            });
            let boxes = &mut self.groups[at].near;
            match boxes.iter_mut().find(|other| other.b == b) {
                Some(other) => {
                    other.beside += near;
                    other.own += own;
                    other.far -= 1;
                }
                None => {
                    boxes.push(Near {
                        b,
                        beside: near,
                        own,
                        far: scene.part(slot).size(b) - 1,
                        held: (0, 0),
                    });
                }
            }
        }
        (in_background, involved)
    }

    /// Takes over what boxes are held to be.
    fn hold(&mut self, involved: usize, cell: u32, view: &View, scene: &impl Scene, shares: &[Share]) {
        for cell in view.covered_around(cell).chain([cell]) {
            let Some((slot, b)) = scene.locate(cell) else { continue };
            let set = scene.set_of(cell);
            let share = shares.iter().find(|share| share.set == set);
            let group = self.groups[..involved].iter_mut().find(|group| group.slot == slot);
            let near = group.and_then(|group| group.near.iter_mut().find(|near| near.b == b));
            if let (Some(share), Some(near)) = (share, near) {
                near.held = (share.held_beside, share.held_far);
            }
        }
    }

    /// The chances of the numbers. Returns the weight of all placements, on a scale of its own.
    fn weigh_numbers(
        &mut self,
        involved: usize,
        in_background: u32,
        is_background: bool,
        scene: &impl Scene,
        outcome: &mut Outcome,
    ) -> f64 {
        let numbers = outcome.chances.len();
        let groups = &self.groups[..involved];
        // The involved parts together: by mined neighbours and mines.
        let mut window = 1;
        self.joint.clear();
        self.joint.resize(numbers, 0.0);
        self.joint[0] = 1.0;
        for group in groups {
            let wide = window + group.window - 1;
            self.next.clear();
            self.next.resize(numbers * wide, 0.0);
            for (k, row) in self.joint.chunks_exact(window).enumerate() {
                if row.iter().all(|weight| *weight == 0.0) {
                    continue;
                }
                for (more, others) in group.weights.chunks_exact(group.window).enumerate() {
                    if group.sums >> more & 1 == 0 {
                        continue;
                    }
                    let sums = &mut self.next[(k + more) * wide..(k + more + 1) * wide];
                    for (m, weight) in row.iter().enumerate() {
                        for (sum, other) in sums[m..].iter_mut().zip(others) {
                            *sum += weight * other;
                        }
                    }
                }
            }
            std::mem::swap(&mut self.joint, &mut self.next);
            window = wide;
        }
        self.find_rest(involved, scene);
        let (background, mines) = scene.outside();
        let far = background - in_background - u32::from(is_background);
        let low: u32 = (0..scene.part_count()).map(|slot| scene.low(slot)).sum();
        let span = self.rest.len() + window - 1 + in_background as usize;
        weigh_background(far, i64::from(mines) - i64::from(low), span, &mut self.background);
        // What is outside, by mines of the involved parts and of the neighbours in the background.
        let outside = |x: usize| -> f64 {
            self.rest.iter().zip(&self.background[x..]).map(|(ways, weight)| ways * weight).sum()
        };
        self.next.clear();
        self.next.extend((0..window + in_background as usize).map(outside));
        for (k, row) in self.joint.chunks_exact(window).enumerate() {
            if row.iter().all(|weight| *weight == 0.0) {
                continue;
            }
            for j in 0..=in_background {
                let weight: f64 = row.iter().zip(&self.next[j as usize..]).map(|(a, b)| a * b).sum();
                if let Some(chance) = outcome.chances.get_mut(k + j as usize) {
                    *chance += weight * choose(in_background, j);
                }
            }
        }
        let sum: f64 = outcome.chances.iter().sum();
        outcome.chances.iter_mut().for_each(|chance| *chance /= sum);
        sum
    }

    /// The product of the parts that are not involved.
    fn find_rest(&mut self, involved: usize, scene: &impl Scene) {
        let is_involved = |slot: usize| self.groups[..involved].iter().any(|group| group.slot == slot);
        let same = self.rest_of == Some(scene.kind())
            && self.rest_without.len() == involved
            && self.rest_without.iter().all(|&slot| is_involved(slot));
        if same {
            return;
        }
        self.rest.clear();
        self.rest.push(1.0);
        for slot in (0..scene.part_count()).filter(|&slot| !is_involved(slot)) {
            multiply(&self.rest, scene.by_mines(slot), &mut self.next);
            std::mem::swap(&mut self.rest, &mut self.next);
        }
        self.rest_without.clear();
        self.rest_without.extend(self.groups[..involved].iter().map(|group| group.slot));
        self.rest_of = Some(scene.kind());
    }

    /// The cells that are surely free after each number.
    fn find_free(&mut self, involved: usize, in_background: u32, scene: &impl Scene, outcome: &mut Outcome) {
        let groups = &self.groups[..involved];
        let background = (1u64 << (in_background + 1)) - 1;
        let all = groups.iter().fold(1, |sums, group| add_sums(sums, group.sums));
        for (n, free) in outcome.free.iter_mut().enumerate() {
            let mut held = 0;
            if add_sums(all, background) >> n & 1 == 0 {
                continue;
            }
            // A neighbour in the background can be mined if the parts can make up the rest.
            if in_background > 0 && (n == 0 || add_sums(all, background >> 1) >> (n - 1) & 1 == 0) {
                *free += in_background;
                held += in_background;
            }
            for (i, group) in groups.iter().enumerate() {
                let others = groups.iter().enumerate().filter(|(other, _)| *other != i);
                let others = others.fold(background, |sums, (_, other)| add_sums(sums, other.sums));
                let mut mined = Mined::default();
                for k in (0..=n).filter(|k| group.sums >> k & 1 == 1 && others >> (n - k) & 1 == 1) {
                    mined.add(group.mined[k]);
                }
                let (plain, near, near_held) = group.free_cells(mined, scene.part(group.slot));
                *free += plain + near;
                held += plain + near_held;
            }
            if let Some(of_number) = outcome.held.get_mut(n) {
                *of_number = held;
            }
        }
    }
}

impl Mined {
    fn add(&mut self, other: Mined) {
        self.boxes |= other.boxes;
        self.near |= other.near;
        self.far |= other.far;
    }
}

/// All sums of a bit of one word and a bit of another.
fn add_sums(a: u64, b: u64) -> u64 {
    let (mut sums, mut left) = (0, b);
    while left != 0 {
        sums |= a << left.trailing_zeros();
        left &= left - 1;
    }
    sums
}

impl Group {
    /// Takes the solutions of the part in which the cell is free from its diagram.
    fn fill_from(&mut self, diagram: &Diagram, room: &mut Room) {
        self.near.sort_unstable_by_key(|near| near.b);
        self.window = diagram.by_mines.len();
        diagram.share(&self.near, room, &mut self.weights);
        let rows = self.weights.chunks_exact(self.window).enumerate();
        let met = rows.filter(|(_, row)| row.iter().any(|ways| *ways > 0.0));
        self.sums = met.fold(0, |sums, (k, _)| sums | 1 << k);
    }

    /// Groups the solutions of the part in which the cell is free.
    fn fill(&mut self, part: &Part) {
        let numbers = self.near.iter().map(|near| near.beside as usize).sum::<usize>() + 1;
        self.window = part.by_mines.len();
        self.weights.clear();
        self.weights.resize(numbers * self.window, 0.0);
        self.mined.clear();
        self.mined.resize(numbers, Mined::default());
        self.sums = 0;
        let others = !self.near.iter().fold(0u128, |boxes, near| boxes | 1 << near.b);
        for (i, solution) in part.solutions.iter().enumerate() {
            let mined = Mined { boxes: solution.mined & others, near: 0, far: 0 };
            let at = (solution.mines - part.low) as usize;
            self.split(part.row(i), at, 0, 0, solution.ways, mined);
        }
    }

    /// Shares the mines of the boxes from the `i`th near one on out among neighbours and others.
    fn split(&mut self, row: &[u16], at: usize, i: usize, sum: u32, ways: f64, mined: Mined) {
        let Some(&Near { b, beside: near, far, own, .. }) = self.near.get(i) else {
            self.weights[sum as usize * self.window + at] += ways;
            self.mined[sum as usize].add(mined);
            self.sums |= 1 << sum;
            return;
        };
        let mines = u32::from(row[b]);
        let all = choose(near + far + own, mines);
        for j in mines.saturating_sub(far)..=mines.min(near) {
            let share = choose(near, j) * choose(far, mines - j) / all;
            let here = Mined { boxes: 0, near: u64::from(j > 0) << i, far: u64::from(mines > j) << i };
            let mut mined = mined;
            mined.add(here);
            self.split(row, at, i + 1, sum + j, ways * share, mined);
        }
    }

    /// How many cells are free where nothing but these is mined: in boxes that the cell does not
    /// touch, in those that it does, and how many the latter are held to be.
    fn free_cells(&self, mined: Mined, part: &Part) -> (u32, u32, u32) {
        let (mut plain, mut free, mut held) = (0, 0, 0);
        let mut boxes = mined.boxes;
        for (i, near) in self.near.iter().enumerate() {
            boxes |= 1 << near.b;
            if mined.near >> i & 1 == 0 {
                free += near.beside;
                held += near.held.0;
            }
            if mined.far >> i & 1 == 0 {
                free += near.far;
                held += near.held.1;
            }
        }
        let mut left = !boxes & mask(part.box_count());
        while left != 0 {
            plain += part.size(left.trailing_zeros() as usize);
            left &= left - 1;
        }
        (plain, free, held)
    }
}

/// The lowest `bits` bits.
fn mask(bits: usize) -> u128 {
    if bits == 128 { u128::MAX } else { (1 << bits) - 1 }
}
