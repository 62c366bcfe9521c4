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

use num_bigint::BigUint;

use crate::algebra::{Polynomial, Polynomials, binomial};
use crate::budget::{Answer, Budget, Lease};

use super::key::{Key, Slot};
use super::merge::{Sink, Stream, merge};
use super::program::{AddStep, JoinStep, Step};
use super::table::{Table, join};
use super::walk::Arithmetic;
use super::words;

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

    fn from_table(table: &Table<K, Polynomial>, budget: &Budget) -> Answer<Self> {
        let all = || table.values.iter().flat_map(Polynomial::coefficients);
        let bits = all().map(BigUint::bits).max().unwrap_or(0);
        let mut packed = PolyTable::empty((bits.div_ceil(64) as usize).max(1), budget)?;
        packed.lease.resize((all().count() * packed.limbs * 8) as u64)?;
        for (&key, polynomial) in table.keys.iter().zip(&table.values) {
            let mut data = Vec::with_capacity(polynomial.coefficients().len() * packed.limbs);
            for coefficient in polynomial.coefficients() {
                let from = data.len();
                data.extend(coefficient.iter_u64_digits());
                data.resize(from + packed.limbs, 0);
            }
            packed.push_entry(key, polynomial.low() as u32, &data);
        }
        packed.bits = bits;
        Ok(packed)
    }

    fn add_box(&self, step: &AddStep<K>, budget: &Budget) -> Answer<Self> {
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
        let mut out = PolyTable::empty(table.limbs, budget)?;
        out.bits = bits + more;
        let mut sums = Sums { table, out, weights: weights(step), budget };
        merge(step, &table.keys, &mut sums)?;
        let mut out = sums.out;
        out.data.shrink_to_fit();
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
    /// The slots of the tracked sums.
    pub tracked: &'a [Slot],
    /// What may be spent.
    pub budget: &'a Budget,
}

impl<K: Key> Arithmetic<K> for ByMines<'_> {
    type Table = PolyTable<K>;

    fn start(&self) -> Answer<PolyTable<K>> {
        PolyTable::start(self.budget)
    }
    fn add(&self, step: &AddStep<K>, table: &PolyTable<K>) -> Answer<PolyTable<K>> {
        table.add_box(step, self.budget)
    }
    fn join(&self, step: &JoinStep<K>, left: &PolyTable<K>, right: &PolyTable<K>) -> Answer<PolyTable<K>> {
        let open = |table: &PolyTable<K>| Table::from_entries(table.entries(), self.budget);
        let joint = join(&Polynomials, step, self.tracked, &open(left)?, &open(right)?, self.budget)?;
        PolyTable::from_table(&joint, self.budget)
    }
    fn len(table: &PolyTable<K>) -> usize {
        table.keys.len()
    }
}

/// Walks back along a path: for each step that adds a box, and each of its branches, the number
/// of solutions that take it, each weighted with `outer` of its mines. No weighted number has more
/// than `bits` bits.
pub fn walk_back<K: Key>(
    steps: &[Step<K>],
    mut tables: Vec<PolyTable<K>>,
    outer: &dyn Fn(u64) -> BigUint,
    bits: u64,
    budget: &Budget,
) -> Answer<Vec<Vec<BigUint>>> {
    let limbs = (bits.div_ceil(64) as usize).max(1);
    let mut sums: Vec<Vec<BigUint>> = steps.iter().map(|_| Vec::new()).collect();
    let Some(mut after) = tables.pop() else { return Ok(sums) };
    let mut outside = vec![0u64; after.data.len() / after.limbs * limbs];
    for at in 0..after.keys.len() {
        for (i, place) in (after.starts[at]..after.starts[at + 1]).enumerate() {
            let weight = outer(u64::from(after.lows[at]) + i as u64);
            let place = place as usize * limbs;
            outside[place..place + limbs].iter_mut().zip(weight.iter_u64_digits()).for_each(|(w, d)| *w = d);
        }
    }
    for t in (1..steps.len()).rev() {
        let Step::Add(step) = &steps[t] else { unreachable!("a path only adds boxes") };
        let Some(before) = tables.pop() else { break };
        let _lease = budget.reserve((before.data.len() / before.limbs * limbs * 8) as u64)?;
        let mut back = vec![0u64; before.data.len() / before.limbs * limbs];
        for (branch, (_, weight)) in step.branches.iter().zip(weights(step)) {
            budget.check()?;
            let mut sum = vec![0u64; limbs];
            let (mut at, mut met) = (0, Stream::new(step, branch, &before.keys));
            while let Some((key, i)) = met.head() {
                // Both sides ascend, and every goal is there.
                while after.keys[at] != key {
                    at += 1;
                }
                let shift = before.lows[i] + branch.part - after.lows[at];
                let goal = (after.starts[at] as usize + shift as usize) * limbs;
                let home = before.starts[i] as usize * limbs;
                let inside = before.words(i).chunks_exact(before.limbs);
                for (c, inside) in inside.enumerate() {
                    // Where no choice leads, the outside value is not bounded and not wanted.
                    if inside.iter().any(|word| *word != 0) {
                        let value = &outside[goal + c * limbs..goal + (c + 1) * limbs];
                        words::add_product(&mut sum, inside, value);
                        words::add_product(
                            &mut back[home + c * limbs..home + (c + 1) * limbs],
                            &weight,
                            value,
                        );
                    }
                }
                met.advance();
            }
            sums[t].push(words::to_big(&sum) * BigUint::new(words::halves(&weight)));
        }
        (after, outside) = (before, back);
    }
    Ok(sums)
}
