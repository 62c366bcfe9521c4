//! Small boxes cell by cell.
//!
//! # Theory
//! A box of s cells is s boxes of one cell (Vandermonde's rule). Adding them one after the other
//! needs more steps, but every step is a merge of two streams with weights 1, which takes a
//! fraction of the time of a merge of s + 1 weighted streams. Only for walks that never come
//! back: the way back wants its sums box by box.

use crate::budget::{Answer, Budget};
use crate::reduce::{BoxId, Component};

use super::layout::Layout;
use super::program::Op;

/// The largest box that is worth splitting where boxes can be added whole.
const LARGEST: u32 = 4;

/// A component in which small boxes are split into cells.
pub struct Units {
    /// The component with the split boxes.
    component: Component,
    /// For each box of the original the first of its pieces and how many there are.
    pieces: Vec<(u32, u32)>,
}

impl Units {
    /// Splits the boxes of a component that have at most `largest` cells.
    fn new(original: &Component, largest: u32) -> Self {
        let mut component = Component::default();
        original.numbers().for_each(|j| {
            component.push_number(original.rest(j));
        });
        let pieces = original.boxes().map(|b| {
            let size = original.size(b);
            let count = if (2..=largest).contains(&size) { size } else { 1 };
            let mut first = None;
            for _ in 0..count {
                let piece = component.push_box(size / count, original.box_numbers(b).iter().copied());
                first = first.or(Some(piece.0));
            }
            (first.unwrap_or(0), count)
        });
        let pieces = pieces.collect();
        Units { component, pieces }
    }

    /// Splits the small boxes of a component and lays out a plan for it over the pieces.
    pub fn laid_out(original: &Component, ops: &[Op], budget: &Budget) -> Answer<(Component, Layout)> {
        let units = Units::new(original, LARGEST);
        let layout = Layout::new(&units.component, &units.ops(ops), &[], budget)?;
        Ok((units.component, layout))
    }

    /// Splits the boxes of a component that have at most `largest` cells, and a path along them.
    pub fn along(original: &Component, path: &[BoxId], largest: u32) -> (Component, Vec<BoxId>) {
        let units = Units::new(original, largest);
        let path = path.iter().flat_map(|b| units.pieces_of(*b)).collect();
        (units.component, path)
    }

    fn pieces_of(&self, b: BoxId) -> impl Iterator<Item = BoxId> + use<> {
        let (first, count) = self.pieces[b.index()];
        (first..first + count).map(BoxId)
    }

    /// A plan for the original as a plan for the pieces.
    fn ops(&self, ops: &[Op]) -> Vec<Op> {
        ops.iter()
            .flat_map(|&op| match op {
                Op::Add(b) => self.pieces_of(b).map(Op::Add).collect(),
                other => vec![other],
            })
            .collect()
    }
}
