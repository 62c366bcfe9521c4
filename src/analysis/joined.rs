//! Components that stand for more than one part of the board, and the way back to cells.
//!
//! # Theory
//! Without a total the parts of a board and its background know nothing of each other. With one,
//! the total is a number like any other: it sees every box, and the background is one more box
//! that nothing else sees. So the whole board is one component, which an engine without
//! polynomials can answer for. A region is told apart by splitting each box into its cells inside
//! and its cells outside.

use crate::board::CellId;
use crate::reduce::{Component, NumberId, Part, Reduced};

/// A component, with the cells of its boxes.
pub struct Joined {
    /// What engines see.
    pub component: Component,
    /// For each box its cells, ascending.
    pub box_cells: Vec<Vec<CellId>>,
}

impl Joined {
    /// The board in pieces that know nothing of each other, no box of which has cells both inside
    /// and outside a region; `None` if the total alone rules every placement out.
    pub fn pieces(reduced: &Reduced, inside: &dyn Fn(CellId) -> bool) -> Option<Vec<Self>> {
        if let Some(left) = reduced.mines_left() {
            return Some(vec![Joined::whole(reduced, Some(left?), inside)]);
        }
        let mut pieces = Vec::with_capacity(reduced.parts.len() + 1);
        for part in &reduced.parts {
            let mut piece = Joined::empty();
            piece.push_part(part, None, inside);
            pieces.push(piece);
        }
        let mut background = Joined::empty();
        background.push_cells(&reduced.background, &[], inside);
        pieces.push(background);
        Some(pieces)
    }

    /// All parts in one piece; with the background, if the mines that are `left` matter.
    pub fn whole(reduced: &Reduced, left: Option<u64>, inside: &dyn Fn(CellId) -> bool) -> Self {
        let mut whole = Joined::empty();
        // More mines than a number can say are more than there are cells: neither can be met.
        let say = |left| u32::try_from(left).unwrap_or(u32::MAX);
        let total = left.map(|left| whole.component.push_number(say(left)));
        reduced.parts.iter().for_each(|part| whole.push_part(part, total, inside));
        if let Some(total) = total {
            whole.push_cells(&reduced.background, &[total], inside);
        }
        whole
    }

    /// Cells that hold as many mines in each box: the first ones.
    pub fn place(&self, mines: &[u32]) -> impl Iterator<Item = CellId> {
        let chosen = self.box_cells.iter().zip(mines).map(|(cells, &mines)| &cells[..mines as usize]);
        chosen.flatten().copied()
    }

    fn empty() -> Self {
        Joined { component: Component::default(), box_cells: Vec::new() }
    }

    fn push_part(&mut self, part: &Part, total: Option<NumberId>, inside: &dyn Fn(CellId) -> bool) {
        let numbers: Vec<NumberId> =
            part.component.numbers().map(|j| self.component.push_number(part.component.rest(j))).collect();
        for b in part.component.boxes() {
            let seen = part.component.box_numbers(b).iter().map(|j| numbers[j.index()]);
            let seen: Vec<NumberId> = seen.chain(total).collect();
            self.push_cells(part.box_cells(b), &seen, inside);
        }
    }

    /// A box for the cells inside and one for those outside, where there are any.
    fn push_cells(&mut self, cells: &[CellId], seen: &[NumberId], inside: &dyn Fn(CellId) -> bool) {
        let (within, without): (Vec<CellId>, Vec<CellId>) = cells.iter().partition(|cell| inside(**cell));
        for cells in [within, without].into_iter().filter(|cells| !cells.is_empty()) {
            self.component.push_box(cells.len() as u32, seen.iter().copied());
            self.box_cells.push(cells);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Label, Topology};
    use crate::budget::Budget;
    use crate::model::Model;

    /// `?1?..`: a number that sees two cells, and two more that nothing sees.
    fn reduced(mines: Option<u64>) -> Reduced {
        let mut labels = vec![Label::Covered; 5];
        labels[1] = Label::Number(1);
        let board = Board::new(Topology::King { width: 5, height: 1 }, labels, mines).unwrap();
        Reduced::new(&Model::new(&board), &Budget::unlimited()).unwrap()
    }

    #[test]
    fn a_total_joins_everything() {
        let pieces = Joined::pieces(&reduced(Some(2)), &|_| true).unwrap();
        let expected = Component::new(vec![2, 1], &[(2, vec![0, 1]), (2, vec![0])]);
        assert_eq!(pieces[0].component, expected);
        assert_eq!(pieces[0].place(&[1, 1]).collect::<Vec<_>>(), [CellId(0), CellId(3)]);
        assert!(Joined::pieces(&reduced(Some(9)), &|_| true).is_none());
    }

    #[test]
    fn without_one_parts_and_background_stay_apart_and_a_region_splits_boxes() {
        let pieces = Joined::pieces(&reduced(None), &|cell| cell.0 < 2).unwrap();
        assert_eq!(pieces[0].component, Component::new(vec![1], &[(1, vec![0]), (1, vec![0])]));
        assert_eq!(pieces[0].box_cells, [[CellId(0)], [CellId(2)]]);
        assert_eq!(pieces[1].component, Component::new(vec![], &[(2, vec![])]));
    }
}
