//! Exactly k of n, as clauses: one file for each way to say it.
//!
//! # Theory
//! A sum is a list of unary numbers, each a descending list of literals: the i-th says "at least
//! i". A single variable is a unary number of length one; a box of s cells that nobody can tell
//! apart is one of length s. [`exactly`] says that the numbers sum to k.
//!
//! Every auxiliary variable is defined by the inputs in both directions, so clauses have exactly
//! one model for each way to meet the sum, and counting models counts placements.
//!
//! # Cost
//! For n single variables; unary inputs make the direct and the totalizer encoding cheaper.
//!
//! | encoding | auxiliary variables | clauses |
//! |---|---|---|
//! | direct | none | C(n, k+1) + C(n, k−1) |
//! | sequential | about k·(n − k) | about 4·k·(n − k) |
//! | totalizer | about n·log₂(n/k) + k·n | about n·k·log₂ k + n·k |
//! | network | about n·log₂² k | about 3·n·log₂² k |
//! | bdd | about k·(n − k) | about 4·k·(n − k) |
//!
//! `auto` takes the direct encoding up to [`DIRECT_MOST`] clauses and then one of the
//! others by [`AUTO_SEQUENTIAL`] and [`AUTO_TOTALIZER`]; docs/ENCODINGS.md has the measurements it rests on.
//!
//! # What we changed
//! Unary numbers as inputs, so that symmetric cells are never told apart; and definitions in both
//! directions, where the papers ask only for the one that a solver needs.

mod bdd;
mod direct;
mod literal;
mod network;
mod sequential;
mod totalizer;

pub use direct::clauses as direct_clauses;
pub use literal::{Formula, Literal, Sink};
pub use totalizer::outputs as unary_sum;

/// A way to say that k of n are true.
///
/// ```
/// use mineproof::encode::{Encoding, Formula, exactly};
/// let mut formula = Formula::new(3);
/// let inputs: Vec<_> = formula.literals().map(|literal| vec![literal]).collect();
/// exactly(&inputs, 1, Encoding::Direct, &mut formula).unwrap();
/// // Three pairs that are not both true, and one clause that wants one of them.
/// assert_eq!(formula.clauses().count(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Encoding {
    /// Whichever is best for the size of each sum.
    #[default]
    Auto,
    /// All subsets, no auxiliary variables.
    Direct,
    /// Sinz's sequential counter.
    Sequential,
    /// The totalizer of Bailleux and Boufkhad.
    Totalizer,
    /// A cardinality network.
    Network,
    /// A decision diagram of counters.
    Bdd,
}

/// Up to so many clauses a sum is said directly: all neighbourhoods of flat grids are.
pub const DIRECT_MOST: u64 = 2_000;

/// Up to so many products k·(n − k) a counter is smaller than a network.
pub const AUTO_SEQUENTIAL: u64 = 4_096;

/// Boxes of several cells are summed by a totalizer up to so many clauses.
pub const AUTO_TOTALIZER: u64 = 1 << 21;

/// No sum is said directly in more clauses than this.
pub const DIRECT_LIMIT: u64 = 1_000_000;

impl Encoding {
    /// All encodings.
    pub const ALL: [Encoding; 6] = [
        Encoding::Auto,
        Encoding::Direct,
        Encoding::Sequential,
        Encoding::Totalizer,
        Encoding::Network,
        Encoding::Bdd,
    ];

    /// The name by which the command line knows the encoding.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Auto => "auto",
            Encoding::Direct => "direct",
            Encoding::Sequential => "sequential",
            Encoding::Totalizer => "totalizer",
            Encoding::Network => "network",
            Encoding::Bdd => "bdd",
        }
    }

    /// The encoding of this name.
    pub fn from_name(name: &str) -> Option<Encoding> {
        Encoding::ALL.into_iter().find(|encoding| encoding.name() == name)
    }

    /// What `auto` means for unary numbers of these lengths that sum to `k`; others mean
    /// themselves.
    #[must_use]
    pub fn resolve(self, lengths: &[u32], k: u64) -> Encoding {
        if self != Encoding::Auto {
            return self;
        }
        let n: u64 = lengths.iter().map(|&length| u64::from(length)).sum();
        if direct_clauses(lengths, k, DIRECT_MOST).is_some() {
            Encoding::Direct
        } else if k.saturating_mul(n.saturating_sub(k)) <= AUTO_SEQUENTIAL {
            Encoding::Sequential
        } else if lengths.len() as u64 <= n / 2 && forecast(lengths, k, Encoding::Totalizer) <= AUTO_TOTALIZER
        {
            // Boxes come sorted, and a totalizer tells a solver more of them than a network does.
            Encoding::Totalizer
        } else {
            Encoding::Network
        }
    }
}

/// About how many clauses a sum takes, never far below the truth: whoever cannot take that many
/// need not begin.
pub fn forecast(lengths: &[u32], k: u64, encoding: Encoding) -> u64 {
    let n: u64 = lengths.iter().map(|&length| u64::from(length)).sum();
    if k == 0 || k >= n {
        return n;
    }
    let few = k.min(n - k);
    match encoding.resolve(lengths, k) {
        Encoding::Auto | Encoding::Direct => direct_clauses(lengths, k, DIRECT_LIMIT).unwrap_or(u64::MAX),
        Encoding::Sequential | Encoding::Bdd => 5u64.saturating_mul(k + 1).saturating_mul(n - k + 1),
        Encoding::Totalizer => {
            // Nodes of 2, 4, 8, … leaves; from k + 1 leaves on every pair of outputs is cut off.
            let level = |halves: u64| {
                let outputs = halves.min(few + 1) + 1;
                (n / halves).saturating_mul(outputs).saturating_mul(outputs)
            };
            (0..=u64::from(n.ilog2())).fold(n, |sum, i| sum.saturating_add(level(1 << i)))
        }
        Encoding::Network => {
            let depth = u64::from((few + 1).ilog2()) + 2;
            3u64.saturating_mul(n).saturating_mul(depth * depth)
        }
    }
}

/// Says that the unary numbers `inputs` sum to `k`. That each of them is descending is not said.
pub fn exactly<S: Sink>(
    inputs: &[Vec<Literal>],
    k: u64,
    encoding: Encoding,
    sink: &mut S,
) -> Result<(), S::Error> {
    let n: u64 = inputs.iter().map(|input| input.len() as u64).sum();
    if k > n {
        return sink.clause(&[]);
    }
    if k == 0 || k == n {
        let mut all = inputs.iter().flatten();
        return all.try_for_each(|&literal| sink.clause(&[if k == 0 { !literal } else { literal }]));
    }
    let lengths: Vec<u32> = inputs.iter().map(|input| input.len() as u32).collect();
    match encoding.resolve(&lengths, k) {
        Encoding::Auto | Encoding::Direct => direct::exactly(inputs, k as u32, sink),
        Encoding::Sequential => sequential::exactly(&inputs.concat(), k as usize, sink),
        Encoding::Bdd => bdd::exactly(&inputs.concat(), k as usize, sink),
        // Few are cheaper to count than many, and k of n are true if n − k of n are false.
        other if k > n / 2 => sorted(other, &flipped(inputs), (n - k) as usize, sink),
        other => sorted(other, inputs, k as usize, sink),
    }
}

fn sorted<S: Sink>(
    encoding: Encoding,
    inputs: &[Vec<Literal>],
    k: usize,
    sink: &mut S,
) -> Result<(), S::Error> {
    match encoding {
        Encoding::Totalizer => totalizer::exactly(inputs, k, sink),
        _ => network::exactly(inputs, k, sink),
    }
}

/// How many are not true, as unary numbers.
fn flipped(inputs: &[Vec<Literal>]) -> Vec<Vec<Literal>> {
    inputs.iter().map(|input| input.iter().rev().map(|&literal| !literal).collect()).collect()
}

#[cfg(test)]
mod tests;
