//! Tables of polynomials by mines.
//!
//! # Theory
//! To know how many solutions have each number of mines, the value of a state is a polynomial:
//! the coefficient of x^m counts the choices with m mines. Choosing i mines in a box multiplies by
//! C(s, i)·xⁱ, which shifts the window of coefficients that are not zero and scales them.
//!
//! All coefficients of a table have the same number of words and lie one after the other, so
//! adding two polynomials is one long addition with carry: no coefficient ever overflows into its
//! neighbour, as a bound on their bits is kept as in [`counts`](super::counts). A merge writes
//! entries in order, so values of different lengths simply follow each other.
//!
//! On the way back the outside value of a state is a weight for each number of mines it may have,
//! in the same window, and the marginal of a branch is a sum of products coefficient by
//! coefficient.
//!
//! # Cost
//! The width of the window times the words of a coefficient, for each entry and branch; the keys
//! are merged once, not once for each number of mines.

mod back;
mod convolve;
mod join;

use crate::algebra::{Polynomial, binomial};
use crate::budget::{Answer, Budget, Lease};

use super::key::Key;
use super::merge::{Sink, merge};
use super::program::{AddStep, JoinStep};
use super::walk::Arithmetic;
use super::words;

pub use back::walk_back;

/// A table whose values are polynomials.
#[derive(Debug)]
pub struct PolyTable<K> {
    keys: Vec<K>,
    /// The least degree of each entry.
    lows: Vec<u32>,
    /// Where the coefficients of each entry begin; one more at the end.
    starts: Vec<u64>,
    /// Words of a coefficient.
    limbs: usize,
    data: Vec<u64>,
    /// No coefficient has more bits.
    bits: u64,
    lease: Lease,
}

impl<K: Key> PolyTable<K> {
    fn empty(limbs: usize, budget: &Budget) -> Answer<Self> {
        Ok(PolyTable {
            keys: Vec::new(),
            lows: Vec::new(),
            starts: vec![0],
            limbs,
            data: Vec::new(),
            bits: 0,
            lease: budget.reserve(0)?,
        })
    }

    fn start(budget: &Budget) -> Answer<Self> {
        let mut table = PolyTable::empty(1, budget)?;
        table.push_entry(K::zero(), 0, &[1]);
        table.bits = 1;
        Ok(table)
    }

    fn push_entry(&mut self, key: K, low: u32, words: &[u64]) {
        self.keys.push(key);
        self.lows.push(low);
        self.data.extend_from_slice(words);
        self.starts.push((self.data.len() / self.limbs) as u64);
    }

    fn words(&self, at: usize) -> &[u64] {
        &self.data[self.starts[at] as usize * self.limbs..self.starts[at + 1] as usize * self.limbs]
    }

    /// Every coefficient as its words.
    fn coefficients(&self) -> impl Iterator<Item = &[u64]> {
        self.data.chunks_exact(self.limbs)
    }

    fn bytes(&self) -> u64 {
        ((self.keys.capacity() * (size_of::<K>() + 12)) + self.data.capacity() * 8) as u64
    }

    /// The polynomial of an entry.
    fn polynomial(&self, at: usize) -> Polynomial {
        let coefficients = self.words(at).chunks_exact(self.limbs).map(words::to_big).collect();
        Polynomial::new(u64::from(self.lows[at]), coefficients)
    }

    /// Every state with its polynomial.
    pub fn entries(&self) -> impl Iterator<Item = (K, Polynomial)> + '_ {
        self.keys.iter().enumerate().map(|(at, &key)| (key, self.polynomial(at)))
    }

    /// How many coefficients the longest entry has.
    fn longest(&self) -> u64 {
        self.starts.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0)
    }

    /// The same table with `limbs` words a coefficient.
    fn widened(&self, limbs: usize, budget: &Budget) -> Answer<Self> {
        let mut wide = PolyTable::empty(limbs, budget)?;
        wide.lease.resize(
            (self.keys.len() * (size_of::<K>() + 12) + self.data.len() / self.limbs * limbs * 8) as u64,
        )?;
        wide.keys.clone_from(&self.keys);
        wide.lows.clone_from(&self.lows);
        wide.starts.clone_from(&self.starts);
        wide.data.reserve_exact(self.data.len() / self.limbs * limbs);
        for coefficient in self.coefficients() {
            wide.data.extend_from_slice(coefficient);
            wide.data.resize(wide.data.len() + limbs - self.limbs, 0);
        }
        wide.bits = self.bits;
        Ok(wide)
    }

    /// An empty table in the place of one that is no longer needed.
    fn in_place_of(spare: Option<Self>, limbs: usize, budget: &Budget) -> Answer<Self> {
        let Some(mut table) = spare else { return PolyTable::empty(limbs, budget) };
        table.limbs = limbs;
        table.keys.clear();
        table.lows.clear();
        table.starts.truncate(1);
        table.data.clear();
        Ok(table)
    }

    fn add_box(&self, step: &AddStep<K>, spare: Option<Self>, budget: &Budget) -> Answer<Self> {
        // The weights of a box of s cells sum to 2^s.
        let more = u64::from(step.size);
        let mut bits = self.bits;
        let mut wider = None;
        if bits + more > 64 * self.limbs as u64 {
            bits = self.coefficients().map(words::bits).max().unwrap_or(0);
            let limbs = (bits + more).div_ceil(64) as usize;
            if limbs > self.limbs {
                wider = Some(self.widened(limbs, budget)?);
            }
        }
        let table = wider.as_ref().unwrap_or(self);
        let mut out = PolyTable::in_place_of(spare, table.limbs, budget)?;
        out.bits = bits + more;
        let mut sums = Sums { table, out, weights: weights(step), budget };
        merge(step, &table.keys, &mut sums)?;
        let mut out = sums.out;
        out.lease.resize(out.bytes())?;
        Ok(out)
    }
}

/// For each branch its mines and the words of its weight.
fn weights<K>(step: &AddStep<K>) -> Vec<(u32, Vec<u64>)> {
    let weight = |part| binomial(u64::from(step.size), u64::from(part)).to_u64_digits();
    step.branches.iter().map(|branch| (branch.part, weight(branch.part))).collect()
}

/// The table that a merge writes.
struct Sums<'a, K> {
    table: &'a PolyTable<K>,
    out: PolyTable<K>,
    weights: Vec<(u32, Vec<u64>)>,
    budget: &'a Budget,
}

impl<K: Key> Sink<K> for Sums<'_, K> {
    fn room(&mut self, _more: usize) -> Answer<()> {
        let bytes = self.out.bytes();
        if self.out.lease.bytes() < bytes {
            self.budget.check()?;
            // A vector that grows holds its old and its new place for a moment.
            self.out.lease.resize(bytes + bytes / 2)?;
        }
        Ok(())
    }

    fn push(&mut self, key: K, branch: usize, at: usize) {
        let (part, weight) = &self.weights[branch];
        let source = self.table.words(at);
        let from = self.out.data.len();
        self.out.push_entry(key, self.table.lows[at] + part, source);
        if weight[..] != [1] {
            self.out.data[from..].fill(0);
            words::add_scaled(&mut self.out.data[from..], source, weight, self.out.limbs);
        }
    }

    fn add(&mut self, branch: usize, at: usize) {
        let (part, weight) = &self.weights[branch];
        let (out, source) = (&mut self.out, self.table.words(at));
        let limbs = out.limbs;
        let last = out.keys.len() - 1;
        let begin = out.starts[last] as usize * limbs;
        let low = self.table.lows[at] + part;
        if low < out.lows[last] {
            // The new polynomial begins earlier: move the old one up.
            let gap = (out.lows[last] - low) as usize * limbs;
            let length = out.data.len() - begin;
            out.data.resize(begin + gap + length, 0);
            out.data.copy_within(begin..begin + length, begin + gap);
            out.data[begin..begin + gap].fill(0);
            out.lows[last] = low;
        }
        let offset = begin + (low - out.lows[last]) as usize * limbs;
        if out.data.len() < offset + source.len() {
            out.data.resize(offset + source.len(), 0);
        }
        words::add_scaled(&mut out.data[offset..offset + source.len()], source, weight, limbs);
        out.starts[last + 1] = (out.data.len() / limbs) as u64;
    }
}

/// Exact counts by mines.
pub struct ByMines<'a> {
    /// What may be spent.
    pub budget: &'a Budget,
}

impl<K: Key> Arithmetic<K> for ByMines<'_> {
    type Table = PolyTable<K>;

    fn start(&self) -> Answer<PolyTable<K>> {
        PolyTable::start(self.budget)
    }
    fn add(
        &self,
        step: &AddStep<K>,
        table: &PolyTable<K>,
        spare: Option<PolyTable<K>>,
    ) -> Answer<PolyTable<K>> {
        table.add_box(step, spare, self.budget)
    }
    fn settle(&self, mut table: PolyTable<K>) -> Answer<PolyTable<K>> {
        table.keys.shrink_to_fit();
        table.lows.shrink_to_fit();
        table.starts.shrink_to_fit();
        table.data.shrink_to_fit();
        table.lease.resize(table.bytes())?;
        Ok(table)
    }
    fn join(&self, step: &JoinStep<K>, left: &PolyTable<K>, right: &PolyTable<K>) -> Answer<PolyTable<K>> {
        left.join(right, step, self.budget)
    }
    fn len(table: &PolyTable<K>) -> usize {
        table.keys.len()
    }
}
