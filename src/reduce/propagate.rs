//! What simple reasoning decides.
//!
//! # Theory
//! Three rules to a fixed point. Write A for the undecided cells of a number and a for its rest.
//! 1. Trivial: a = 0 frees all of A, a = |A| mines all of A, anything outside 0..=|A| is a
//!    contradiction.
//! 2. Subset: if A ⊆ B, then B can be replaced by B∖A with rest b − a. Equal sets are the case
//!    where nothing is left: the second number is merged into the first.
//! 3. Overlap: B can have at most |A∩B| mines in common with A, so a − b = |A∖B| mines all of A∖B
//!    and frees all of B∖A; a − b > |A∖B| is a contradiction.
//!
//! Rule 2 also makes the remaining problem smaller: cells of A no longer count for B, so fewer
//! numbers hang together.
//!
//! # Cost
//! A number is looked at again when it or a number that shares a cell with it has changed. One
//! look costs the sum of (numbers around a cell) over its cells; where that is above
//! [`LARGE`], which no grid reaches, only rule 1 is applied to the number.

use crate::budget::{Answer, Budget};
use crate::model::Model;

/// What is decided of a covered cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Nothing yet.
    Open,
    /// It must be mined.
    Mined,
    /// It must be free.
    Free,
}

/// Looks that would touch more pairs than this are left out.
const LARGE: usize = 1 << 16;

/// The state of reasoning: undecided cells and the sums over them.
#[derive(Clone, Debug)]
pub struct Propagation {
    fates: Vec<Fate>,
    rests: Vec<i64>,
    cells: Rows,
    sums: Rows,
}

/// Rows of a sparse matrix whose entries can be taken out.
#[derive(Clone, Debug, Default)]
struct Rows {
    starts: Vec<u32>,
    lengths: Vec<u32>,
    entries: Vec<u32>,
}

impl Rows {
    fn row(&self, i: usize) -> &[u32] {
        let from = self.starts[i] as usize;
        &self.entries[from..from + self.lengths[i] as usize]
    }

    /// Keeps the entries of a row that pass; they keep their order.
    fn retain(&mut self, i: usize, mut keep: impl FnMut(u32) -> bool) {
        let from = self.starts[i] as usize;
        let mut kept = from;
        for at in from..from + self.lengths[i] as usize {
            let entry = self.entries[at];
            if keep(entry) {
                self.entries[kept] = entry;
                kept += 1;
            }
        }
        self.lengths[i] = (kept - from) as u32;
    }
}

/// Reasons to a fixed point; `None` is a contradiction.
pub fn propagate(model: &Model, budget: &Budget) -> Answer<Option<Propagation>> {
    let mut worker = Worker::new(model);
    Ok(if worker.run(budget)? { Some(worker.finish()) } else { None })
}

impl Propagation {
    /// What is decided of a covered cell.
    pub fn fate(&self, cell: usize) -> Fate {
        self.fates[cell]
    }

    /// The undecided cells that count for a sum, ascending. Empty where the sum is met.
    pub fn cells(&self, sum: usize) -> &[u32] {
        self.cells.row(sum)
    }

    /// The sums for which an undecided cell counts, ascending.
    pub fn sums(&self, cell: usize) -> &[u32] {
        self.sums.row(cell)
    }

    /// How many mines a sum still needs.
    pub fn rest(&self, sum: usize) -> u32 {
        self.rests[sum] as u32
    }
}

/// What rule 1 says of a sum that it settles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Settled,
    Contradiction,
}

struct Worker {
    state: Propagation,
    /// How many undecided cells a sum has. Its row may still hold decided ones: rows are cleaned
    /// when they are compared, so that a sum over a million cells does not pay for each of them.
    live: Vec<u32>,
    queue: std::collections::VecDeque<u32>,
    queued: Vec<bool>,
    /// |A∩B| for the sums B that share a cell with the sum A at hand.
    overlap: Vec<u32>,
    touched: Vec<u32>,
    /// The cells of a sum that is being subtracted.
    common: Vec<u32>,
}

impl Worker {
    fn new(model: &Model) -> Self {
        let sums = model.open.len();
        let mut cell_lengths = vec![0u32; model.covered.len()];
        let incidences = (0..sums).map(|s| model.members(s).len()).sum();
        let mut cells = Rows {
            starts: Vec::with_capacity(sums),
            lengths: Vec::with_capacity(sums),
            entries: Vec::with_capacity(incidences),
        };
        for s in 0..sums {
            cells.starts.push(cells.entries.len() as u32);
            cells.lengths.push(model.members(s).len() as u32);
            cells.entries.extend_from_slice(model.members(s));
            model.members(s).iter().for_each(|&c| cell_lengths[c as usize] += 1);
        }
        let mut starts = Vec::with_capacity(cell_lengths.len());
        let mut from = 0;
        for &length in &cell_lengths {
            starts.push(from);
            from += length;
        }
        let mut entries = vec![0u32; from as usize];
        let mut next = starts.clone();
        for s in 0..sums {
            for &c in model.members(s) {
                entries[next[c as usize] as usize] = s as u32;
                next[c as usize] += 1;
            }
        }
        Worker {
            live: cells.lengths.clone(),
            state: Propagation {
                fates: vec![Fate::Open; model.covered.len()],
                rests: model.rests.clone(),
                cells,
                sums: Rows { starts, lengths: cell_lengths, entries },
            },
            queue: (0..sums as u32).collect(),
            queued: vec![true; sums],
            overlap: vec![0; sums],
            touched: Vec::with_capacity(32),
            common: Vec::new(),
        }
    }

    fn finish(mut self) -> Propagation {
        for s in 0..self.live.len() {
            self.clean(s);
        }
        self.state
    }

    /// Takes decided cells out of the row of a sum.
    fn clean(&mut self, s: usize) {
        if self.state.cells.lengths[s] != self.live[s] {
            let fates = &self.state.fates;
            self.state.cells.retain(s, |c| fates[c as usize] == Fate::Open);
        }
    }

    /// Works off the queue; `false` is a contradiction.
    fn run(&mut self, budget: &Budget) -> Answer<bool> {
        // Rule 1 alone first: it is cheap, and what it decides need not be compared.
        if !self.work_off(|worker, s| worker.trivial(s) != Some(Verdict::Contradiction), budget)? {
            return Ok(false);
        }
        for s in 0..self.live.len() {
            if self.live[s] > 0 {
                self.enqueue(s as u32);
            }
        }
        self.work_off(Worker::look, budget)
    }

    /// Looks at everything in the queue until it is empty or a look finds a contradiction.
    fn work_off(&mut self, look: impl Fn(&mut Self, usize) -> bool, budget: &Budget) -> Answer<bool> {
        let mut looks = 0u32;
        while let Some(s) = self.queue.pop_front() {
            looks += 1;
            if looks.is_multiple_of(1024) {
                budget.check()?;
            }
            self.queued[s as usize] = false;
            if !look(self, s as usize) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn look(&mut self, a: usize) -> bool {
        match self.trivial(a) {
            Some(verdict) => verdict == Verdict::Settled,
            None => self.compare(a),
        }
    }

    /// Rule 1; `None` where it decides nothing.
    fn trivial(&mut self, a: usize) -> Option<Verdict> {
        let size = i64::from(self.live[a]);
        let rest = self.state.rests[a];
        if rest < 0 || rest > size {
            return Some(Verdict::Contradiction);
        }
        if size == 0 {
            return Some(Verdict::Settled);
        }
        if rest != 0 && rest != size {
            return None;
        }
        let fate = if rest == 0 { Fate::Free } else { Fate::Mined };
        let from = self.state.cells.starts[a] as usize;
        for at in from..from + self.state.cells.lengths[a] as usize {
            self.decide(self.state.cells.entries[at], fate);
        }
        Some(Verdict::Settled)
    }

    /// Rules 2 and 3 between `a` and every sum that shares a cell with it.
    fn compare(&mut self, a: usize) -> bool {
        self.clean(a);
        let pairs: usize = self.state.cells(a).iter().map(|&c| self.state.sums(c as usize).len()).sum();
        if pairs > LARGE {
            return true;
        }
        let mut touched = std::mem::take(&mut self.touched);
        for &c in self.state.cells.row(a) {
            for &b in self.state.sums.row(c as usize) {
                if self.overlap[b as usize] == 0 {
                    touched.push(b);
                }
                self.overlap[b as usize] += 1;
            }
        }
        let mut verdict = Some(false);
        for &b in &touched {
            let common = i64::from(std::mem::take(&mut self.overlap[b as usize]));
            if b as usize != a && verdict == Some(false) {
                verdict = self.compare_pair(a, b as usize, common);
            }
        }
        touched.clear();
        self.touched = touched;
        if verdict == Some(true) {
            // Sets have changed: the overlaps are no longer right, so look again.
            self.enqueue(a as u32);
        }
        verdict.is_some()
    }

    /// Applies the rules to one pair: whether anything changed, or `None` for a contradiction.
    fn compare_pair(&mut self, a: usize, b: usize, common: i64) -> Option<bool> {
        let only = |s: usize| i64::from(self.live[s]) - common;
        let (only_a, only_b) = (only(a), only(b));
        let ahead = self.state.rests[a] - self.state.rests[b];
        if ahead > only_a || -ahead > only_b {
            return None;
        }
        if only_a == 0 {
            self.subtract(b, a);
            return Some(true);
        }
        if only_b == 0 {
            self.subtract(a, b);
            return Some(true);
        }
        if ahead == only_a || -ahead == only_b {
            let (more, less) = if ahead == only_a { (a, b) } else { (b, a) };
            self.clean(b);
            let difference = |x: usize, y: usize| -> Vec<u32> {
                let others = self.state.cells(y);
                self.state.cells(x).iter().copied().filter(|c| others.binary_search(c).is_err()).collect()
            };
            let (mined, freed) = (difference(more, less), difference(less, more));
            for c in mined {
                self.decide(c, Fate::Mined);
            }
            for c in freed {
                self.decide(c, Fate::Free);
            }
            return Some(true);
        }
        Some(false)
    }

    /// Replaces `from` by `from` minus `part`, where the cells of `part` are among its own.
    fn subtract(&mut self, from: usize, part: usize) {
        self.clean(part);
        self.clean(from);
        let mut common = std::mem::take(&mut self.common);
        common.clear();
        common.extend_from_slice(self.state.cells(part));
        self.state.cells.retain(from, |c| common.binary_search(&c).is_err());
        self.live[from] = self.state.cells.lengths[from];
        for &c in &common {
            self.state.sums.retain(c as usize, |s| s != from as u32);
        }
        self.common = common;
        self.state.rests[from] -= self.state.rests[part];
        self.wake(from);
    }

    fn decide(&mut self, c: u32, fate: Fate) {
        if self.state.fates[c as usize] != Fate::Open {
            return;
        }
        self.state.fates[c as usize] = fate;
        let from = self.state.sums.starts[c as usize] as usize;
        for at in from..from + self.state.sums.lengths[c as usize] as usize {
            let s = self.state.sums.entries[at];
            self.live[s as usize] -= 1;
            self.state.rests[s as usize] -= i64::from(fate == Fate::Mined);
            // One that is met and has no cells left has nothing more to say.
            if self.live[s as usize] != 0 || self.state.rests[s as usize] != 0 {
                self.wake(s as usize);
            }
        }
        self.state.sums.lengths[c as usize] = 0;
    }

    /// A sum has changed: it is looked at again. Its comparison with every neighbour is made from
    /// its side, so the neighbours need no look of their own.
    fn wake(&mut self, s: usize) {
        self.enqueue(s as u32);
    }

    fn enqueue(&mut self, s: u32) {
        if !std::mem::replace(&mut self.queued[s as usize], true) {
            self.queue.push_back(s);
        }
    }
}
