//! Sets that grow together, as a forest of parents.
//!
//! # Cost
//! Logarithmic for each step, amortised.

/// The smallest of the set that `i` is in.
pub fn find(parents: &mut [usize], mut i: usize) -> usize {
    while parents[i] != i {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    i
}

/// Makes two sets one.
pub fn join(parents: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(parents, a), find(parents, b));
    // The smaller one leads, so components are in the order of their first cells.
    parents[a.max(b)] = a.min(b);
}
