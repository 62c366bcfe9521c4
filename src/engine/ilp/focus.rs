//! Which variable to choose next: the one that was in a conflict last.
//!
//! # Theory
//! Variables stand in a list; whoever takes part in a conflict moves to its end, and choices are
//! made from the end. A pointer stays behind the last that may be open, so looking for it costs
//! little.
//!
//! # References
//! A. Biere, A. Fröhlich, *Evaluating CDCL variable scoring schemes*, SAT 2015 (variable move to
//! front).

/// No variable.
const NONE: u32 = u32::MAX;

/// The variables by when they were last in a conflict.
pub struct Focus {
    before: Vec<u32>,
    after: Vec<u32>,
    /// When each was moved; later means nearer to the end.
    moved: Vec<u64>,
    last: u32,
    clock: u64,
    /// All behind this one have no choice.
    from: u32,
}

impl Focus {
    /// So many variables, to be chosen in this order at first.
    pub fn new(count: usize, order: impl DoubleEndedIterator<Item = usize>) -> Self {
        let mut focus = Focus {
            before: vec![NONE; count],
            after: vec![NONE; count],
            moved: vec![0; count],
            last: NONE,
            clock: 0,
            from: NONE,
        };
        order.rev().for_each(|x| focus.append(x as u32));
        focus.from = focus.last;
        focus
    }

    /// Moves a variable to the end; `open` tells whether it has a choice.
    pub fn bump(&mut self, variable: usize, open: bool) {
        let x = variable as u32;
        // Variables that nobody is to choose are not in the list.
        if x == self.last || self.moved.get(variable).is_none_or(|&moved| moved == 0) {
            return;
        }
        let (before, after) = (self.before[variable], self.after[variable]);
        if before != NONE {
            self.after[before as usize] = after;
        }
        if after != NONE {
            self.before[after as usize] = before;
        }
        if self.from == x {
            self.from = before;
        }
        self.append(x);
        if open || self.from == NONE {
            self.from = x;
        }
    }

    fn append(&mut self, x: u32) {
        self.clock += 1;
        self.moved[x as usize] = self.clock;
        (self.before[x as usize], self.after[x as usize]) = (self.last, NONE);
        if self.last != NONE {
            self.after[self.last as usize] = x;
        }
        self.last = x;
    }

    /// A variable has a choice again.
    pub fn reopen(&mut self, variable: usize) {
        let Some(&moved) = self.moved.get(variable) else { return };
        if moved > 0 && (self.from == NONE || moved > self.moved[self.from as usize]) {
            self.from = variable as u32;
        }
    }

    /// The last variable that is open.
    pub fn next(&mut self, open: impl Fn(usize) -> bool) -> Option<usize> {
        while self.from != NONE {
            if open(self.from as usize) {
                return Some(self.from as usize);
            }
            self.from = self.before[self.from as usize];
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_that_was_moved_and_is_open_comes_first() {
        let mut focus = Focus::new(4, 0..4);
        assert_eq!(focus.next(|_| true), Some(0));
        assert_eq!(focus.next(|x| x > 1), Some(2));
        focus.bump(3, false);
        focus.reopen(0);
        assert_eq!(focus.next(|x| x != 3), Some(0));
        focus.bump(1, true);
        assert_eq!(focus.next(|_| true), Some(1));
        focus.bump(2, true);
        focus.bump(2, true);
        assert_eq!(focus.next(|x| x == 0), Some(0));
        assert_eq!(focus.next(|_| false), None);
        focus.reopen(3);
        assert_eq!(focus.next(|_| true), Some(3));
    }
}
