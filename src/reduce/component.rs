//! What an engine sees: numbers and boxes, nothing of the board they came from.

/// A number of a [`Component`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NumberId(pub u32);

/// A box of a [`Component`]: covered cells that see exactly the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoxId(pub u32);

impl NumberId {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl BoxId {
    /// The box as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Numbers that must be met and boxes that can meet them.
///
/// A solution gives each box a number of mines from 0 to its size such that the boxes of every
/// number sum to its rest. A box of size s with i mines stands for C(s, i) placements.
///
/// ```
/// use mineproof::reduce::{BoxId, Component, NumberId};
/// // 1 ? ? 1 with one shared box of two cells would be: both numbers see both cells.
/// let component = Component::new(vec![1, 1], &[(2, vec![0, 1])]);
/// assert_eq!(component.box_numbers(BoxId(0)), &[NumberId(0), NumberId(1)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Component {
    rests: Vec<u32>,
    sizes: Vec<u32>,
    starts: Vec<u32>,
    members: Vec<NumberId>,
}

impl Component {
    /// A component from the rests of its numbers and, for each box, its size and its numbers.
    ///
    /// # Panics
    /// If a box names a number that is not there.
    pub fn new(rests: Vec<u32>, boxes: &[(u32, Vec<u32>)]) -> Self {
        let mut component = Component { rests, ..Component::default() };
        for (size, numbers) in boxes {
            component.push_box(*size, numbers.iter().map(|&j| NumberId(j)));
        }
        component
    }

    /// A component without numbers and boxes, with room for so many of them and of pairs of a box
    /// and a number that it counts for.
    pub fn with_capacity(numbers: usize, boxes: usize, pairs: usize) -> Self {
        let mut starts = Vec::with_capacity(boxes + 1);
        starts.push(0);
        Component {
            rests: Vec::with_capacity(numbers),
            sizes: Vec::with_capacity(boxes),
            starts,
            members: Vec::with_capacity(pairs),
        }
    }

    /// Adds a number that is still to receive `rest` mines.
    pub fn push_number(&mut self, rest: u32) -> NumberId {
        self.rests.push(rest);
        NumberId(self.rests.len() as u32 - 1)
    }

    /// Adds a box of `size` cells that see exactly these numbers.
    ///
    /// # Panics
    /// If a number is not there.
    pub fn push_box(&mut self, size: u32, numbers: impl IntoIterator<Item = NumberId>) -> BoxId {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        let from = self.members.len();
        self.members.extend(numbers);
        self.members[from..].sort_unstable();
        assert!(self.members[from..].iter().all(|j| j.index() < self.rests.len()), "no such number");
        self.sizes.push(size);
        self.starts.push(self.members.len() as u32);
        BoxId(self.sizes.len() as u32 - 1)
    }

    /// How many numbers there are.
    pub fn number_count(&self) -> usize {
        self.rests.len()
    }

    /// How many boxes there are.
    pub fn box_count(&self) -> usize {
        self.sizes.len()
    }

    /// All numbers.
    pub fn numbers(&self) -> impl ExactSizeIterator<Item = NumberId> + DoubleEndedIterator + use<> {
        (0..self.rests.len() as u32).map(NumberId)
    }

    /// All boxes.
    pub fn boxes(&self) -> impl ExactSizeIterator<Item = BoxId> + use<> {
        (0..self.sizes.len() as u32).map(BoxId)
    }

    /// How many mines a number is still to receive.
    pub fn rest(&self, number: NumberId) -> u32 {
        self.rests[number.index()]
    }

    /// How many cells a box has.
    pub fn size(&self, b: BoxId) -> u32 {
        self.sizes[b.index()]
    }

    /// The numbers that a box counts for, ascending.
    pub fn box_numbers(&self, b: BoxId) -> &[NumberId] {
        &self.members[self.starts[b.index()] as usize..self.starts[b.index() + 1] as usize]
    }

    /// For each number the boxes that count for it, ascending.
    pub fn number_boxes(&self) -> Vec<Vec<BoxId>> {
        let mut all = vec![Vec::new(); self.rests.len()];
        for b in self.boxes() {
            for j in self.box_numbers(b) {
                all[j.index()].push(b);
            }
        }
        all
    }

    /// How many numbers say of two cells that one of them is mined.
    pub fn pair_count(&self) -> usize {
        let mut cells = vec![0u64; self.rests.len()];
        for b in self.boxes() {
            for j in self.box_numbers(b) {
                cells[j.index()] += u64::from(self.size(b));
            }
        }
        cells.iter().zip(&self.rests).filter(|&(&cells, &rest)| cells == 2 && rest == 1).count()
    }

    /// How many cells all boxes have together.
    pub fn cell_count(&self) -> u64 {
        self.sizes.iter().map(|&s| u64::from(s)).sum()
    }
}
