//! Mines that could lie elsewhere without any number noticing.
//!
//! # Theory
//! Two sets of covered cells, one of them mined and the other free, can be swapped if no open cell
//! will ever notice. A cell notices if it touches more of the one set than of the other; call it a
//! witness. A witness that shows a number tells the two cases apart, and there is no swap. If all
//! witnesses are mined, none will ever show a number: whatever else is opened, both cases remain,
//! they are equally likely, and one guess between them has to be made, now or later. Half of the
//! placements in which that is so are lost whatever is done.
//!
//! So a mine that is hit there is no loss but a debt that is paid early. With h(w) the chance that
//! the witnesses of the swap w are mined, and that its one set is and its other is not,
//! - a cell of either set owes h(w): it is mined in half of the placements that stay undecided;
//! - a witness owes h(w), too: where it is mined and the swap stands, half is lost anyway.
//!
//! Swaps are taken between two cells that touch, and between two pairs out of four cells that all
//! touch each other (on squares a block, with its diagonals or sides as pairs). The debt of a cell is
//! the sum over its pairs and over all swaps that it is a witness of, and the largest of its blocks,
//! which mostly are the same placements seen twice; and no more than p or 1 − p.
//!
//! # Cost
//! Which pairs and blocks there are, and how many cells notice each, is found once for a topology. In a
//! position, most are left after a few steps: known mines must leave no more than `MOST_WITNESSES` cells
//! that notice. Only swaps that so many mines complete are asked for their chance. Cells with more neighbours than those of a solid grid
//! are left out, and blocks of them already with more than those of a triangular one: on dense graphs
//! pairs and blocks would be too many.
//!
//! # References
//! That guesses which cannot be avoided should be made early is common knowledge among players. The
//! best public player, Hill's `JSMinesweeper`, weighs the same pairs and blocks by counts of placements;
//! the debt of witnesses is its idea.

use std::ops::Deref;

use num_bigint::BigUint;

use crate::analysis::{Analysis, EngineChoice};
use crate::board::{Board, CellId, Label};
use crate::budget::{Answer, Budget};

/// Covered witnesses up to which a swap counts: with more it hardly ever stands.
const MOST_WITNESSES: usize = 3;
/// Neighbours up to which a cell is paired.
const MOST_PAIRED: usize = 26;
/// Neighbours up to which a cell is looked at in blocks.
const MOST_BLOCKED: usize = 12;

/// What a cell lets a player know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// Nothing yet.
    Covered,
    /// How many of its neighbours are mined.
    Number,
    /// Nothing, for ever: it is mined, or free without a number.
    Nothing,
}

/// Two sets of covered cells whose mines may be swapped.
#[derive(Clone, Debug, Default)]
pub(super) struct Swap {
    /// The cells of one set, and as many of the other.
    pub one: Vec<u32>,
    /// See `one`.
    pub other: Vec<u32>,
    /// The covered cells that would notice.
    pub witnesses: Vec<u32>,
}

impl Swap {
    /// The cells that are mined if the swap stands, with `one` mined.
    pub fn mined(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        self.one.iter().chain(&self.witnesses).copied()
    }
}

/// What cells owe, in whatever swaps are weighed by.
#[derive(Clone, Debug, Default)]
pub(super) struct Owed<T> {
    /// Per cell: for its pairs, and as a witness.
    pub sums: Vec<T>,
    /// Per cell: the most that it owes for a block.
    pub blocks: Vec<T>,
}

impl<T: Clone + Default + PartialOrd + for<'a> std::ops::AddAssign<&'a T>> Owed<T> {
    /// Nobody owes anything.
    pub fn reset(&mut self, cells: usize) {
        for owed in [&mut self.sums, &mut self.blocks] {
            owed.clear();
            owed.resize(cells, T::default());
        }
    }

    /// Takes in a swap.
    pub fn add(&mut self, swap: &Swap, chance: &T) {
        for &cell in swap.one.iter().chain(&swap.other) {
            if swap.one.len() == 1 {
                self.sums[cell as usize] += chance;
            } else if self.blocks[cell as usize] < *chance {
                self.blocks[cell as usize] = chance.clone();
            }
        }
        for &witness in &swap.witnesses {
            self.sums[witness as usize] += chance;
        }
    }

    /// What a cell owes, before it is held against p and 1 − p.
    pub fn of(&self, cell: u32) -> T {
        let mut owed = self.sums[cell as usize].clone();
        owed += &self.blocks[cell as usize];
        owed
    }
}

/// Two sets of cells that could be swapped, whatever is known of them.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// The cells of the one set, and then those of the other.
    cells: [u32; 4],
    /// How many there are: two or four.
    len: u8,
    /// How many other cells would notice.
    notice: u8,
}

/// All swaps that a topology has.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes(Vec<Shape>);

impl Shapes {
    /// The shapes among `cells` cells, of which `around` tells the neighbours, ascending.
    pub fn of<N: Deref<Target = [u32]>>(cells: usize, around: impl Fn(u32) -> N) -> Self {
        let mut shapes = Vec::new();
        let mut notices = Notices { lead: vec![0; cells], seen: Vec::new(), found: Vec::new() };
        let mut add = |one: &[u32], other: &[u32]| {
            let mut shape = Shape { cells: [0; 4], len: 0, notice: 0 };
            for &cell in one.iter().chain(other) {
                shape.cells[usize::from(shape.len)] = cell;
                shape.len += 1;
            }
            notices.find(one, other, &around);
            // No more than two cells with `MOST_PAIRED` neighbours each have, or four with `MOST_BLOCKED`.
            shape.notice = notices.found.len() as u8;
            shapes.push(shape);
        };
        let touch = |a: u32, b: u32| around(a).binary_search(&b).is_ok();
        for a in 0..cells as u32 {
            let near = around(a);
            if near.len() > MOST_PAIRED {
                continue;
            }
            let behind = |cell: &u32, most: usize| *cell > a && around(*cell).len() <= most;
            let paired = near.iter().copied().filter(|cell| behind(cell, MOST_PAIRED));
            paired.for_each(|b| add(&[a], &[b]));
            if near.len() > MOST_BLOCKED {
                continue;
            }
            let blocked: Vec<u32> = near.iter().copied().filter(|cell| behind(cell, MOST_BLOCKED)).collect();
            for (i, &b) in blocked.iter().enumerate() {
                for (j, &c) in blocked.iter().enumerate().skip(i + 1).filter(|(_, c)| touch(b, **c)) {
                    for &d in blocked[j + 1..].iter().filter(|d| touch(b, **d) && touch(c, **d)) {
                        add(&[a, b], &[c, d]);
                        add(&[a, c], &[b, d]);
                        add(&[a, d], &[b, c]);
                    }
                }
            }
        }
        Shapes(shapes)
    }

    /// Whether nobody looked for them yet.
    pub fn are_unknown(&self) -> bool {
        self.0.is_empty()
    }
}

/// Which cells notice a swap.
struct Notices {
    /// Per cell: how many more of the one set it touches than of the other.
    lead: Vec<i8>,
    seen: Vec<u32>,
    found: Vec<u32>,
}

impl Notices {
    fn find<N: Deref<Target = [u32]>>(&mut self, one: &[u32], other: &[u32], around: impl Fn(u32) -> N) {
        for (set, step) in [(one, 1), (other, -1)] {
            for &cell in set {
                for &near in &*around(cell) {
                    self.lead[near as usize] += step;
                    self.seen.push(near);
                }
            }
        }
        self.found.clear();
        for near in self.seen.drain(..) {
            let notices = std::mem::take(&mut self.lead[near as usize]) != 0;
            if notices && !one.contains(&near) && !other.contains(&near) {
                self.found.push(near);
            }
        }
    }
}

/// Finds all swaps of these shapes that no number notices, and few other cells do.
pub(super) fn find<N: Deref<Target = [u32]>>(
    shapes: &Shapes,
    cells: usize,
    around: impl Fn(u32) -> N,
    sight: impl Fn(u32) -> Sight,
    mut each: impl FnMut(&Swap) -> Answer<()>,
) -> Answer<()> {
    let sights: Vec<Sight> = (0..cells as u32).map(sight).collect();
    // Per cell: how many cells around it show nothing, for ever.
    let mut blind = vec![0; cells];
    for (cell, _) in sights.iter().enumerate().filter(|(_, sight)| **sight == Sight::Nothing) {
        around(cell as u32).iter().for_each(|&near| blind[near as usize] += 1);
    }
    let mut notices = Notices { lead: vec![0; cells], seen: Vec::new(), found: Vec::new() };
    let mut swap = Swap::default();
    for shape in &shapes.0 {
        let both = &shape.cells[..usize::from(shape.len)];
        // Whoever notices and can see is a number, or a witness too many.
        let unseeing: usize = both.iter().map(|&cell| blind[cell as usize]).sum();
        if usize::from(shape.notice) > MOST_WITNESSES + unseeing
            || both.iter().any(|&cell| sights[cell as usize] != Sight::Covered)
        {
            continue;
        }
        let (one, other) = both.split_at(both.len() / 2);
        notices.find(one, other, &around);
        if notices.found.iter().any(|&near| sights[near as usize] == Sight::Number) {
            continue;
        }
        swap.witnesses.clear();
        let seeing = notices.found.iter().filter(|&&near| sights[near as usize] == Sight::Covered);
        swap.witnesses.extend(seeing);
        if swap.witnesses.len() <= MOST_WITNESSES {
            swap.one.clear();
            swap.one.extend_from_slice(one);
            swap.other.clear();
            swap.other.extend_from_slice(other);
            each(&swap)?;
        }
    }
    Ok(())
}

/// What the cells of a board owe, in placements.
pub(super) fn count_owed(board: &Board, budget: &Budget) -> Answer<Owed<BigUint>> {
    let mut owed = Owed::default();
    owed.reset(board.len());
    let mut ahead = board.clone();
    let around = |cell: u32| {
        let mut near: Vec<u32> = board.neighbours(CellId(cell)).iter().map(|near| near.0).collect();
        near.sort_unstable();
        near
    };
    let sight = |cell: u32| match board.label(CellId(cell)) {
        Label::Covered => Sight::Covered,
        Label::Number(_) => Sight::Number,
        Label::Mine | Label::Free => Sight::Nothing,
    };
    find(&Shapes::of(board.len(), around), board.len(), around, sight, |swap| {
        budget.check()?;
        let fixed = swap.mined().map(|cell| (cell, Label::Mine));
        let fixed = fixed.chain(swap.other.iter().map(|&cell| (cell, Label::Free)));
        for (cell, label) in fixed.clone() {
            ahead.set_label(CellId(cell), label);
        }
        let count = Analysis::new(&ahead, EngineChoice::Auto, budget).and_then(|analysis| analysis.count());
        for (cell, _) in fixed {
            ahead.set_label(CellId(cell), Label::Covered);
        }
        owed.add(swap, &count?);
        Ok(())
    })?;
    Ok(owed)
}
