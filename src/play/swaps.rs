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
//! A few dozen steps for each pair and block of covered cells; only swaps that `MOST_WITNESSES`
//! mines complete are asked for their chance. Cells with more neighbours than those of a solid grid
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

/// Finds all swaps among `cells` cells, of which `around` tells the neighbours, ascending.
pub(super) fn find<N: Deref<Target = [u32]>>(
    cells: usize,
    around: impl Fn(u32) -> N,
    sight: impl Fn(u32) -> Sight,
    each: impl FnMut(&Swap) -> Answer<()>,
) -> Answer<()> {
    let mut finder =
        Finder { around, sight, each, lead: vec![0; cells], seen: Vec::new(), swap: Swap::default() };
    (0..cells as u32).try_for_each(|cell| finder.from(cell))
}

struct Finder<A, S, E> {
    around: A,
    sight: S,
    each: E,
    /// Per cell: how many more of the one set it touches than of the other.
    lead: Vec<i8>,
    seen: Vec<u32>,
    swap: Swap,
}

impl<N, A, S, E> Finder<A, S, E>
where
    N: Deref<Target = [u32]>,
    A: Fn(u32) -> N,
    S: Fn(u32) -> Sight,
    E: FnMut(&Swap) -> Answer<()>,
{
    /// Tries all pairs and blocks in which a cell is the first one.
    fn from(&mut self, a: u32) -> Answer<()> {
        if (self.sight)(a) != Sight::Covered {
            return Ok(());
        }
        let near = (self.around)(a);
        let behind = |cell: &u32, most: usize| {
            *cell > a && (self.sight)(*cell) == Sight::Covered && (self.around)(*cell).len() <= most
        };
        if near.len() > MOST_PAIRED {
            return Ok(());
        }
        let paired: Vec<u32> = near.iter().copied().filter(|cell| behind(cell, MOST_PAIRED)).collect();
        for &b in &paired {
            self.attempt(&[a], &[b])?;
        }
        if near.len() > MOST_BLOCKED {
            return Ok(());
        }
        let blocked: Vec<u32> =
            paired.into_iter().filter(|&cell| (self.around)(cell).len() <= MOST_BLOCKED).collect();
        for (i, &b) in blocked.iter().enumerate() {
            for (j, &c) in blocked.iter().enumerate().skip(i + 1) {
                if !self.touch(b, c) {
                    continue;
                }
                for &d in &blocked[j + 1..] {
                    if self.touch(b, d) && self.touch(c, d) {
                        self.attempt(&[a, b], &[c, d])?;
                        self.attempt(&[a, c], &[b, d])?;
                        self.attempt(&[a, d], &[b, c])?;
                    }
                }
            }
        }
        Ok(())
    }

    fn touch(&self, a: u32, b: u32) -> bool {
        (self.around)(a).binary_search(&b).is_ok()
    }

    /// Tells of a swap if no number notices it, and few other cells do.
    fn attempt(&mut self, one: &[u32], other: &[u32]) -> Answer<()> {
        for (set, step) in [(one, 1), (other, -1)] {
            for &cell in set {
                for &near in &*(self.around)(cell) {
                    self.lead[near as usize] += step;
                    self.seen.push(near);
                }
            }
        }
        self.swap.witnesses.clear();
        let mut stands = true;
        for near in self.seen.drain(..) {
            let notices = std::mem::take(&mut self.lead[near as usize]) != 0;
            if notices && !one.contains(&near) && !other.contains(&near) {
                match (self.sight)(near) {
                    Sight::Covered => self.swap.witnesses.push(near),
                    Sight::Number => stands = false,
                    Sight::Nothing => {}
                }
            }
        }
        if !stands || self.swap.witnesses.len() > MOST_WITNESSES {
            return Ok(());
        }
        self.swap.one.clear();
        self.swap.one.extend_from_slice(one);
        self.swap.other.clear();
        self.swap.other.extend_from_slice(other);
        (self.each)(&self.swap)
    }
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
    find(board.len(), around, sight, |swap| {
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
