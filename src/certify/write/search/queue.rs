//! Which variable to decide next: the one that took part in recent conflicts.
//!
//! # Theory
//! VSIDS: whatever takes part in a conflict is bumped, and each bump weighs a sixteenth more than
//! those before the last conflict, so old conflicts fade. Weights are integers that are halved
//! together before they overflow: the order never depends on rounding.
//! # Cost
//! A binary heap: logarithmic for each step, linear to fill.
//! # References
//! Moskewicz, Madigan, Zhao, Zhang, Malik: Chaff, DAC 2001. Eén, Sörensson: An Extensible SAT-solver, SAT 2003.

use super::literal::Variable;

/// Weights are halved together when one reaches this.
const HEAVY: u64 = 1 << 60;

/// Variables by activity, the most active first, the smaller one among equals.
#[derive(Debug, Default)]
pub struct Queue {
    weight: Vec<u64>,
    bump: u64,
    heap: Vec<Variable>,
    /// Where each variable is in the heap; `ABSENT` if it is not there.
    place: Vec<u32>,
}

const ABSENT: u32 = u32::MAX;

impl Queue {
    /// Makes room for `variables` variables.
    pub fn grow(&mut self, variables: usize) {
        self.weight.resize(variables, 0);
        self.place.resize(variables, ABSENT);
        self.bump = self.bump.max(1 << 10);
    }

    /// Puts exactly these variables into the queue.
    pub fn fill(&mut self, variables: &[Variable]) {
        for variable in self.heap.drain(..) {
            self.place[variable.index()] = ABSENT;
        }
        for &variable in variables {
            if self.place[variable.index()] == ABSENT {
                self.place[variable.index()] = self.heap.len() as u32;
                self.heap.push(variable);
            }
        }
        for i in (0..self.heap.len() / 2).rev() {
            self.sink(i);
        }
    }

    /// Puts a variable back.
    pub fn insert(&mut self, variable: Variable) {
        if self.place[variable.index()] == ABSENT {
            self.heap.push(variable);
            self.place[variable.index()] = self.heap.len() as u32 - 1;
            self.rise(self.heap.len() - 1);
        }
    }

    /// Takes the most active variable.
    pub fn pop(&mut self) -> Option<Variable> {
        let last = self.heap.pop()?;
        let Some(&top) = self.heap.first() else {
            self.place[last.index()] = ABSENT;
            return Some(last);
        };
        self.place[top.index()] = ABSENT;
        self.put(0, last);
        self.sink(0);
        Some(top)
    }

    /// Notes that a variable took part in a conflict.
    pub fn bump(&mut self, variable: Variable) {
        self.weight[variable.index()] += self.bump;
        if self.weight[variable.index()] >= HEAVY {
            // Halving keeps the order up to ties, but ties fall back to the variable: sort anew.
            self.weight.iter_mut().for_each(|weight| *weight >>= 30);
            self.bump = (self.bump >> 30).max(1 << 10);
            for i in (0..self.heap.len() / 2).rev() {
                self.sink(i);
            }
        }
        if self.place[variable.index()] != ABSENT {
            self.rise(self.place[variable.index()] as usize);
        }
    }

    /// Lets everything before fade a little.
    pub fn fade(&mut self) {
        self.bump += self.bump >> 4;
    }

    fn before(&self, a: Variable, b: Variable) -> bool {
        let (of_a, of_b) = (self.weight[a.index()], self.weight[b.index()]);
        of_a > of_b || (of_a == of_b && a < b)
    }

    fn put(&mut self, i: usize, variable: Variable) {
        self.heap[i] = variable;
        self.place[variable.index()] = i as u32;
    }

    fn rise(&mut self, mut i: usize) {
        let variable = self.heap[i];
        while i > 0 && self.before(variable, self.heap[(i - 1) / 2]) {
            self.put(i, self.heap[(i - 1) / 2]);
            i = (i - 1) / 2;
        }
        self.put(i, variable);
    }

    fn sink(&mut self, mut i: usize) {
        let variable = self.heap[i];
        loop {
            let mut child = 2 * i + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.before(self.heap[child], variable) {
                break;
            }
            self.put(i, self.heap[child]);
            i = child;
        }
        self.put(i, variable);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_active_comes_first_and_ties_by_number() {
        let mut queue = Queue::default();
        queue.grow(6);
        queue.fill(&[5, 1, 3, 0, 2].map(Variable));
        queue.bump(Variable(3));
        queue.fade();
        queue.bump(Variable(2));
        queue.bump(Variable(4));
        let mut seen = Vec::new();
        while let Some(variable) = queue.pop() {
            seen.push(variable.0);
        }
        assert_eq!(seen, [2, 3, 0, 1, 5]);
        queue.insert(Variable(0));
        queue.insert(Variable(4));
        queue.insert(Variable(4));
        assert_eq!([queue.pop(), queue.pop(), queue.pop()], [Some(Variable(4)), Some(Variable(0)), None]);
    }

    #[test]
    fn weights_never_overflow() {
        let mut queue = Queue::default();
        queue.grow(2);
        for _ in 0..5000 {
            queue.bump(Variable(0));
            queue.bump(Variable(1));
            queue.fade();
        }
        queue.bump(Variable(1));
        queue.fill(&[Variable(0), Variable(1)]);
        assert_eq!(queue.pop(), Some(Variable(1)));
    }
}
