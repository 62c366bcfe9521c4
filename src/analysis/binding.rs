//! Whether a total rules anything out.
//!
//! # Theory
//! Most totals rule nothing out: if the components together have fewer mines than are left, and the
//! background has room for what they leave over, then every combination of their solutions can be
//! completed, and the background can be neither full nor empty.
//!
//! # Cost
//! Bounds on the mines of a component come from a greedy choice of numbers that share no box: such
//! numbers hold at least the sum of their rests and leave free at least the sum of what they do not
//! mine.

use crate::reduce::{Component, NumberId, Reduced};

/// The mines that are left, unless they surely rule nothing out.
pub(super) fn binding_total(reduced: &Reduced) -> Option<u64> {
    let left = reduced.mines_left()??;
    let (mut fewest, mut most) = (0, 0);
    for part in &reduced.parts {
        let (low, high) = mine_bounds(&part.component);
        fewest += low;
        most += high;
    }
    let background = reduced.background.len() as u64;
    (most >= left || fewest + background <= left).then_some(left)
}

/// Bounds on the mines of a component, not always met.
fn mine_bounds(component: &Component) -> (u64, u64) {
    let number_boxes = component.number_boxes();
    let seen =
        |j: NumberId| number_boxes[j.index()].iter().map(|&b| u64::from(component.size(b))).sum::<u64>();
    let mined = |j: NumberId| u64::from(component.rest(j));
    let free = |j: NumberId| seen(j).saturating_sub(mined(j));
    let pack = |worth: &dyn Fn(NumberId) -> u64| {
        let mut order: Vec<NumberId> = component.numbers().collect();
        order.sort_by_key(|&j| (std::cmp::Reverse(worth(j)), j));
        let mut taken = vec![false; component.box_count()];
        let mut sum = 0;
        for j in order {
            let boxes = &number_boxes[j.index()];
            if boxes.iter().all(|b| !taken[b.index()]) {
                for b in boxes {
                    taken[b.index()] = true;
                }
                sum += worth(j);
            }
        }
        sum
    };
    (pack(&mined), component.cell_count().saturating_sub(pack(&free)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Label, Topology};
    use crate::budget::Budget;
    use crate::model::Model;

    fn reduced(row: &str, mines: u64) -> Reduced {
        let label = |c: char| c.to_digit(10).map_or(Label::Covered, Label::Number);
        let labels: Vec<Label> = row.chars().map(label).collect();
        let topology = Topology::King { width: labels.len() as u32, height: 1 };
        let board = Board::new(topology, labels, Some(mines)).unwrap();
        Reduced::new(&Model::new(&board), &Budget::unlimited()).unwrap()
    }

    /// One mine beside the number, the others among three cells that nobody sees.
    #[test]
    fn a_total_matters_where_it_could_rule_something_out() {
        for (mines, binding) in [(1, Some(1)), (2, None), (3, None), (4, Some(4))] {
            assert_eq!(binding_total(&reduced("?1????", mines)), binding, "{mines} mines");
        }
    }
}
