//! The incidence forest of a component, rooted.
//!
//! # Theory
//! The incidence graph has a vertex for each number and each box, and an edge where the box counts
//! for the number. Every tree of it that has a number is rooted at its lowest number, so that a box
//! always hangs below a number, and a number below a box or nothing.
//!
//! Boxes that count for one number alone are only ever seen through the sum of their mines, and
//! (1+xy)^s · (1+xy)^t = (1+xy)^(s+t): they are merged into one *lot*. So are the boxes that count
//! for no number. Every other box is a lot of its own.
//!
//! # Cost
//! Linear in numbers, boxes and edges.
//!
//! # What we changed
//! The paper's trees have one vertex per covered cell; ours one per lot of cells.
//!
//! # References
//! S. Golan, *Minesweeper on graphs*, 2011, section 3.

use crate::reduce::{BoxId, Component, NumberId};

/// No parent.
const NONE: u32 = u32::MAX;

/// Boxes that act as one.
#[derive(Debug, Default)]
pub(super) struct Lot {
    /// The boxes in it, ascending.
    pub boxes: Vec<BoxId>,
    /// How many cells they have together.
    pub size: u64,
}

/// A component whose incidence graph is a forest, rooted at numbers.
#[derive(Debug)]
pub(super) struct Forest {
    /// The rest of each number.
    pub rests: Vec<u32>,
    /// All lots but the free one.
    pub lots: Vec<Lot>,
    /// The boxes that count for no number.
    pub free: Lot,
    /// All numbers, parents before children.
    pub order: Vec<u32>,
    /// For each number the lot that it hangs below.
    parents: Vec<u32>,
    number_starts: Vec<u32>,
    number_lots: Vec<u32>,
    lot_starts: Vec<u32>,
    lot_numbers: Vec<u32>,
}

impl Forest {
    /// The forest of a component, or `None` if its incidence graph has a cycle.
    pub fn new(component: &Component) -> Option<Self> {
        let numbers = component.number_count();
        let mut lots: Vec<Lot> = Vec::new();
        let mut free = Lot::default();
        let mut private = vec![NONE; numbers];
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for b in component.boxes() {
            let lot = match component.box_numbers(b) {
                [] => &mut free,
                &[j] if private[j.index()] != NONE => &mut lots[private[j.index()] as usize],
                members => {
                    let id = lots.len() as u32;
                    if let &[j] = members {
                        private[j.index()] = id;
                    }
                    edges.extend(members.iter().map(|&NumberId(j)| (j, id)));
                    lots.push(Lot::default());
                    lots.last_mut().expect("just pushed")
                }
            };
            lot.boxes.push(b);
            lot.size += u64::from(component.size(b));
        }
        let (number_starts, number_lots) = rows(numbers, edges.iter().copied());
        let (lot_starts, lot_numbers) = rows(lots.len(), edges.iter().map(|&(j, lot)| (lot, j)));
        let mut forest = Forest {
            rests: component.numbers().map(|j| component.rest(j)).collect(),
            lots,
            free,
            order: Vec::with_capacity(numbers),
            parents: vec![NONE; numbers],
            number_starts,
            number_lots,
            lot_starts,
            lot_numbers,
        };
        let trees = forest.walk();
        // A graph is a forest exactly if each edge joins two parts that were apart before.
        (edges.len() + trees == numbers + forest.lots.len()).then_some(forest)
    }

    /// Fills `order` and `parents`, and counts the trees.
    fn walk(&mut self) -> usize {
        let mut number_seen = vec![false; self.rests.len()];
        let mut lot_seen = vec![false; self.lots.len()];
        let mut trees = 0;
        for root in 0..self.rests.len() as u32 {
            if number_seen[root as usize] {
                continue;
            }
            trees += 1;
            number_seen[root as usize] = true;
            let mut stack = vec![root];
            while let Some(number) = stack.pop() {
                self.order.push(number);
                for at in span(&self.number_starts, number) {
                    let lot = self.number_lots[at];
                    if std::mem::replace(&mut lot_seen[lot as usize], true) {
                        continue;
                    }
                    for at in span(&self.lot_starts, lot) {
                        let child = self.lot_numbers[at];
                        if !std::mem::replace(&mut number_seen[child as usize], true) {
                            self.parents[child as usize] = lot;
                            stack.push(child);
                        }
                    }
                }
            }
        }
        trees
    }

    /// The lot that a number hangs below; `None` for a root.
    pub fn parent(&self, number: u32) -> Option<u32> {
        Some(self.parents[number as usize]).filter(|&lot| lot != NONE)
    }

    /// The lots below a number.
    pub fn lots_below(&self, number: u32) -> impl Iterator<Item = u32> + '_ {
        let parent = self.parents[number as usize];
        self.number_lots[span(&self.number_starts, number)].iter().copied().filter(move |&lot| lot != parent)
    }

    /// The numbers below a lot.
    pub fn numbers_below(&self, lot: u32) -> impl Iterator<Item = u32> + '_ {
        let below = move |&number: &u32| self.parents[number as usize] == lot;
        self.lot_numbers[span(&self.lot_starts, lot)].iter().copied().filter(below)
    }

    /// The numbers without a parent.
    pub fn roots(&self) -> impl Iterator<Item = u32> + '_ {
        self.order.iter().copied().filter(|&number| self.parent(number).is_none())
    }
}

fn span(starts: &[u32], row: u32) -> std::ops::Range<usize> {
    starts[row as usize] as usize..starts[row as usize + 1] as usize
}

/// The pairs grouped by their first half, in compressed rows.
fn rows(len: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0u32; len + 1];
    for (from, _) in pairs.clone() {
        starts[from as usize + 1] += 1;
    }
    for row in 0..len {
        starts[row + 1] += starts[row];
    }
    let mut next = starts.clone();
    let mut targets = vec![0; starts[len] as usize];
    for (from, to) in pairs {
        targets[next[from as usize] as usize] = to;
        next[from as usize] += 1;
    }
    (starts, targets)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rests: &[u32], boxes: &[(u32, Vec<u32>)], lots: Option<&[u64]>) {
        let forest = Forest::new(&Component::new(rests.to_vec(), boxes));
        let sizes = forest.map(|f| f.lots.iter().map(|lot| lot.size).collect::<Vec<_>>());
        assert_eq!(sizes.as_deref(), lots);
    }

    #[test]
    fn merges_private_boxes_and_refuses_cycles() {
        check(&[], &[], Some(&[]));
        check(&[1], &[(1, vec![0]), (2, vec![0]), (5, vec![])], Some(&[3]));
        check(&[1, 1], &[(1, vec![0, 1]), (2, vec![1]), (3, vec![1])], Some(&[1, 5]));
        check(&[1, 1], &[(1, vec![0, 1]), (1, vec![0, 1])], None);
        check(&[1, 1, 1], &[(1, vec![0, 1]), (1, vec![1, 2]), (1, vec![0, 2])], None);
        check(&[1, 1, 1], &[(1, vec![0, 1, 2]), (1, vec![2])], Some(&[1, 1]));
        // A box that names a number twice is a cycle of two edges.
        check(&[2], &[(1, vec![0, 0])], None);
    }
}
