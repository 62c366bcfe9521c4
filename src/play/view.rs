//! What a player knows, and what simple logic makes of it.
//!
//! # Theory
//! Every open number misses some mines among the covered cells around it. Two rules settle most
//! of a game, and each is looked at again only for numbers whose rest changed:
//! - a number that misses nothing has only free cells around it, and one that misses as many as
//!   it has covered cells has only mines;
//! - of two numbers a and b, the mines that only a sees less the mines that only b sees are what a
//!   misses less what b misses. If that difference is as large as it can be, all cells that only a
//!   sees are mined, and all that only b sees are free.
//!
//! # Cost
//! A few dozen steps for each number whose rest changed.

use super::{Deal, Field};
use crate::board::{Board, CellId, Label};

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing yet.
    Covered,
    /// It was opened.
    Open,
    /// It is surely mined.
    Mine,
}

/// The knowledge of a player in the middle of a game.
#[derive(Debug)]
pub struct View<'f> {
    field: &'f Field,
    state: Vec<State>,
    /// Per open cell: mines around it that are not known yet.
    missing: Vec<u32>,
    /// Per open cell: covered cells around it.
    unknown: Vec<u32>,
    covered: u32,
    mines: u32,
    /// Numbers to be looked at alone, and then in pairs.
    alone: Queue,
    paired: Queue,
    /// Numbers whose rest changed since they were last taken.
    touched: Queue,
    /// How many cells a number shares with the one at hand.
    common: Vec<u32>,
}

/// A set of numbers that are waiting.
#[derive(Debug)]
struct Queue {
    waiting: Vec<u32>,
    is_waiting: Vec<bool>,
}

impl Clone for Queue {
    fn clone(&self) -> Self {
        Queue { waiting: self.waiting.clone(), is_waiting: self.is_waiting.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.waiting.clone_from(&source.waiting);
        self.is_waiting.clone_from(&source.is_waiting);
    }
}

/// Copies take the place of others many times in a game: memory is used again.
impl Clone for View<'_> {
    fn clone(&self) -> Self {
        let mut view = View::new(self.field);
        view.clone_from(self);
        view
    }

    fn clone_from(&mut self, source: &Self) {
        let View { field, state, missing, unknown, covered, mines, alone, paired, touched, common } = source;
        (self.field, self.covered, self.mines) = (field, *covered, *mines);
        self.state.clone_from(state);
        self.missing.clone_from(missing);
        self.unknown.clone_from(unknown);
        self.alone.clone_from(alone);
        self.paired.clone_from(paired);
        self.touched.clone_from(touched);
        self.common.clone_from(common);
    }
}

impl Queue {
    fn new(cells: usize) -> Self {
        Queue { waiting: Vec::new(), is_waiting: vec![false; cells] }
    }

    fn push(&mut self, cell: u32) {
        if !std::mem::replace(&mut self.is_waiting[cell as usize], true) {
            self.waiting.push(cell);
        }
    }

    fn pop(&mut self) -> Option<u32> {
        let cell = self.waiting.pop()?;
        self.is_waiting[cell as usize] = false;
        Some(cell)
    }

    fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}

impl<'f> View<'f> {
    /// Nothing is known.
    pub fn new(field: &'f Field) -> Self {
        let cells = field.len();
        View {
            field,
            state: vec![State::Covered; cells],
            missing: vec![0; cells],
            unknown: vec![0; cells],
            covered: cells as u32,
            mines: field.mines(),
            alone: Queue::new(cells),
            paired: Queue::new(cells),
            touched: Queue::new(cells),
            common: vec![0; cells],
        }
    }

    /// The knowledge that a board with a legal placement shows. Cells that are known to be free and
    /// show no number must have no neighbours on this field: such a cell tells nothing.
    pub fn of(field: &'f Field, board: &Board) -> Self {
        let mut view = View::new(field);
        for cell in board.cells().filter(|&cell| board.label(cell) == Label::Mine) {
            view.mark(cell.0);
        }
        for cell in board.cells() {
            match board.label(cell) {
                Label::Number(number) => view.open(cell.0, number),
                Label::Free => {
                    debug_assert!(field.around(cell.0).is_empty());
                    view.open(cell.0, 0);
                }
                Label::Covered | Label::Mine => {}
            }
        }
        view
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        self.state.fill(State::Covered);
        self.covered = self.field.len() as u32;
        self.mines = self.field.mines();
        self.alone.clear();
        self.paired.clear();
        self.touched.clear();
    }

    /// The ground.
    pub fn field(&self) -> &'f Field {
        self.field
    }

    /// What is known of a cell.
    pub fn state(&self, cell: u32) -> State {
        self.state[cell as usize]
    }

    /// Whether nothing is known of a cell.
    pub fn is_covered(&self, cell: u32) -> bool {
        self.state[cell as usize] == State::Covered
    }

    /// Whether a cell is an open number that still sees covered cells.
    pub fn is_live(&self, cell: u32) -> bool {
        self.state[cell as usize] == State::Open && self.unknown[cell as usize] > 0
    }

    /// How many mines around an open cell are not known yet.
    pub fn missing(&self, cell: u32) -> u32 {
        self.missing[cell as usize]
    }

    /// How many cells are covered and not known to be mined.
    pub fn covered(&self) -> u32 {
        self.covered
    }

    /// How many mines are not known yet.
    pub fn mines(&self) -> u32 {
        self.mines
    }

    /// Whether all that is left is mined.
    pub fn is_won(&self) -> bool {
        self.covered == self.mines
    }

    /// All covered cells, ascending.
    pub fn covered_cells(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.field.len() as u32).filter(|&cell| self.is_covered(cell))
    }

    /// The covered cells around a cell.
    pub fn covered_around(&self, cell: u32) -> impl Iterator<Item = u32> + '_ {
        self.field.around(cell).iter().copied().filter(|&near| self.is_covered(near))
    }

    /// How many mines around a cell are known.
    pub fn known_mines_around(&self, cell: u32) -> u32 {
        let near = self.field.around(cell).iter();
        near.filter(|&&near| self.state(near) == State::Mine).count() as u32
    }

    /// The position as a board.
    pub fn board(&self) -> Board {
        let mut board = self.field.covered();
        for (cell, state) in (0..).zip(&self.state) {
            match state {
                State::Covered => {}
                State::Mine => board.set_label(CellId(cell), Label::Mine),
                State::Open => {
                    let shown = self.missing(cell) + self.known_mines_around(cell);
                    board.set_label(CellId(cell), Label::Number(shown));
                }
            }
        }
        board
    }

    /// A number whose rest changed since it was last taken.
    pub fn take_touched(&mut self) -> Option<u32> {
        self.touched.pop()
    }

    /// Learns that a covered cell is free and shows a number.
    pub fn open(&mut self, cell: u32, shown: u32) {
        debug_assert!(self.is_covered(cell));
        self.state[cell as usize] = State::Open;
        self.covered -= 1;
        let (mut missing, mut unknown) = (shown, 0);
        let field = self.field;
        for &near in field.around(cell) {
            match self.state[near as usize] {
                State::Covered => unknown += 1,
                State::Mine => missing -= 1,
                State::Open => {
                    self.unknown[near as usize] -= 1;
                    self.touch(near);
                }
            }
        }
        (self.missing[cell as usize], self.unknown[cell as usize]) = (missing, unknown);
        self.touch(cell);
    }

    /// Learns that a covered cell is mined.
    pub fn mark(&mut self, cell: u32) {
        debug_assert!(self.is_covered(cell));
        self.state[cell as usize] = State::Mine;
        self.covered -= 1;
        self.mines -= 1;
        let field = self.field;
        for &near in field.around(cell) {
            if self.state[near as usize] == State::Open {
                self.missing[near as usize] -= 1;
                self.unknown[near as usize] -= 1;
                self.touch(near);
            }
        }
    }

    fn touch(&mut self, cell: u32) {
        self.alone.push(cell);
        self.touched.push(cell);
    }

    /// Opens and marks all that simple logic allows.
    pub fn settle(&mut self, deal: &Deal) {
        loop {
            while let Some(number) = self.alone.pop() {
                self.settle_alone(number, deal);
            }
            match self.paired.pop() {
                Some(number) => self.settle_pairs(number, deal),
                None => return,
            }
        }
    }

    /// Opens and marks all that single numbers allow.
    pub fn settle_singly(&mut self, deal: &Deal) {
        while let Some(number) = self.alone.pop() {
            self.settle_alone(number, deal);
        }
    }

    fn settle_alone(&mut self, number: u32, deal: &Deal) {
        let (missing, unknown) = (self.missing[number as usize], self.unknown[number as usize]);
        if unknown == 0 {
            return;
        }
        if missing == 0 || missing == unknown {
            self.decide(number, None, missing > 0, deal);
        } else {
            self.paired.push(number);
        }
    }

    /// Decides the covered cells that `number` sees and `other` does not.
    fn decide(&mut self, number: u32, other: Option<u32>, mined: bool, deal: &Deal) {
        let field = self.field;
        for &cell in field.around(number) {
            let apart = other.is_none_or(|other| field.around(other).binary_search(&cell).is_err());
            if apart && self.is_covered(cell) {
                if mined {
                    self.mark(cell);
                } else {
                    self.open(cell, deal.shown[cell as usize]);
                }
            }
        }
    }

    fn settle_pairs(&mut self, a: u32, deal: &Deal) {
        if !self.is_live(a) {
            return;
        }
        let field = self.field;
        // Counted from the cells of a, so that every number met shares one.
        let mut met: [u32; 64] = [0; 64];
        let mut len = 0;
        let mut many = Vec::new();
        for &cell in field.around(a) {
            if !self.is_covered(cell) {
                continue;
            }
            for &b in field.around(cell) {
                if self.state[b as usize] == State::Open {
                    let common = &mut self.common[b as usize];
                    *common += 1;
                    if *common == 1 {
                        if len < met.len() {
                            met[len] = b;
                            len += 1;
                        } else {
                            many.push(b);
                        }
                    }
                }
            }
        }
        let mut found = None;
        for &b in met[..len].iter().chain(&many) {
            let common = i64::from(std::mem::take(&mut self.common[b as usize]));
            if b == a || found.is_some() {
                continue;
            }
            let only_a = i64::from(self.unknown[a as usize]) - common;
            let only_b = i64::from(self.unknown[b as usize]) - common;
            let more = i64::from(self.missing[a as usize]) - i64::from(self.missing[b as usize]);
            if only_a + only_b > 0 && (more == only_a || -more == only_b) {
                found = Some((b, more == only_a));
            }
        }
        if let Some((b, a_mined)) = found {
            self.paired.push(a);
            self.decide(a, Some(b), a_mined, deal);
            self.decide(b, Some(a), !a_mined, deal);
        }
    }
}
