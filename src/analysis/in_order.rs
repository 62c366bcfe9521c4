//! Verdicts on components that are decided side by side, told in their order.
//!
//! # Theory
//! What is known of a component is told at once if all before it have been told, else as soon as
//! they are. So nothing waits for what comes after it, and the order does not depend on threads.

use std::sync::{Mutex, PoisonError};

use crate::board::CellId;
use crate::engine::sat::Verdict;

use super::solver::Tell;

/// Cells and what is known of them.
pub(super) type Verdicts<'c> = Vec<(&'c [CellId], Verdict)>;

/// Components whose turn has not come.
pub(super) struct InOrder<'t, 'c> {
    state: Mutex<State<'t, 'c>>,
}

struct State<'t, 'c> {
    tell: Tell<'t>,
    next: usize,
    waiting: Vec<Option<Verdicts<'c>>>,
}

impl<'t, 'c> InOrder<'t, 'c> {
    /// So many components are to come.
    pub(super) fn new(count: usize, tell: Tell<'t>) -> Self {
        let waiting = std::iter::repeat_with(|| None).take(count).collect();
        InOrder { state: Mutex::new(State { tell, next: 0, waiting }) }
    }

    /// Takes in what is known of component `i`.
    pub(super) fn tell(&self, i: usize, verdicts: Verdicts<'c>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let State { tell, next, waiting } = &mut *state;
        waiting[i] = Some(verdicts);
        while let Some(verdicts) = waiting.get_mut(*next).and_then(Option::take) {
            for (cells, verdict) in verdicts {
                tell(cells, verdict);
            }
            *next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_told_once_all_before_it_are() {
        let told = Mutex::new(Vec::new());
        let mut tell = |cells: &[CellId], _| told.lock().unwrap().push(cells[0].0);
        let cells = [0, 1, 2].map(CellId);
        let order = InOrder::new(3, &mut tell);
        for (i, expected) in [(1, &[][..]), (0, &[0, 1]), (2, &[0, 1, 2])] {
            order.tell(i, vec![(&cells[i..], Verdict::Free)]);
            assert_eq!(*told.lock().unwrap(), expected, "after {i}");
        }
    }
}
