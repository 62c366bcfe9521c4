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

use crate::algebra::{Polynomial, binomial};
use crate::budget::{Answer, Budget, Lease};

use super::key::Key;
use super::merge::{Sink, Stream, merge};
use super::program::{AddStep, JoinStep, Step};
use super::table::for_each_pair;
use super::walk::{Arithmetic, operands};
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

    /// How many coefficients the longest entry has.
    fn longest(&self) -> u64 {
        self.starts.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0)
    }

    fn join(&self, right: &Self, step: &JoinStep<K>, budget: &Budget) -> Answer<Self> {
        let pairs = pairs(step, (&self.keys, &right.keys), budget)?;
        // A coefficient is a sum over the pairs of its entry and over the shorter polynomial.
        let most = (self.keys.len().min(right.keys.len()) as u64).max(1)
            * self.longest().min(right.longest()).max(1);
        let bits = |table: &Self| table.coefficients().map(words::bits).max().unwrap_or(0);
        let bits = bits(self) + bits(right) + u64::from(most.ilog2()) + 1;
        let limbs = bits.div_ceil(64) as usize;
        // In the width of the result, products of all coefficients with one word are one product.
        let wide = right.widened(limbs.max(right.limbs), budget)?;
        let mut out = PolyTable::empty(limbs.max(right.limbs), budget)?;
        out.bits = bits;
        for group in pairs.list.chunk_by(|a, b| a.0 == b.0) {
            let lows = group.iter().map(|&(_, i, j)| self.lows[i as usize] + right.lows[j as usize]);
            let low = lows.min().unwrap_or(0);
            let from = out.data.len();
            out.push_entry(group[0].0, low, &[]);
            for &(_, i, j) in group {
                let (i, j) = (i as usize, j as usize);
                let factor = wide.words(j);
                let offset = (self.lows[i] + right.lows[j] - low) as usize;
                for (c, coefficient) in self.words(i).chunks_exact(self.limbs).enumerate() {
                    let at = from + (offset + c) * out.limbs;
                    if out.data.len() < at + factor.len() {
                        out.data.resize(at + factor.len(), 0);
                    }
                    words::add_product(&mut out.data[at..], coefficient, factor);
                }
            }
            if let Some(end) = out.starts.last_mut() {
                *end = (out.data.len() / out.limbs) as u64;
            }
            if out.lease.bytes() < out.bytes() {
                budget.check()?;
                out.lease.resize(out.bytes() + out.bytes() / 2)?;
            }
        }
        out.lease.resize(out.bytes())?;
        Ok(out)
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
        _spare: Option<PolyTable<K>>,
    ) -> Answer<PolyTable<K>> {
        table.add_box(step, self.budget)
    }
    fn join(&self, step: &JoinStep<K>, left: &PolyTable<K>, right: &PolyTable<K>) -> Answer<PolyTable<K>> {
        left.join(right, step, self.budget)
    }
    fn len(table: &PolyTable<K>) -> usize {
        table.keys.len()
    }
}

/// Pairs of entries that go together, with their joint key and in its order.
struct Pairs<K> {
    list: Vec<(K, u32, u32)>,
    _lease: Lease,
}

fn pairs<K: Key>(step: &JoinStep<K>, (left, right): (&[K], &[K]), budget: &Budget) -> Answer<Pairs<K>> {
    let relocate = |side: usize, keys: &[K]| -> Vec<K> {
        keys.iter().map(|&key| step.relocate(side, key, &[])).collect()
    };
    let mut lease = budget.reserve(0)?;
    let mut list: Vec<(K, u32, u32)> = Vec::new();
    for_each_pair(step, &relocate(0, left), &relocate(1, right), budget, |i, j, key| {
        if list.len() == list.capacity() {
            lease.resize((list.capacity() * 3 * size_of::<(K, u32, u32)>()) as u64)?;
        }
        list.push((key, i as u32, j as u32));
        Ok(())
    })?;
    list.sort_unstable();
    Ok(Pairs { list, _lease: lease })
}

/// Outside values: for each coefficient of a table, the weight of its number of mines in `limbs`
/// words.
struct Outside {
    data: Vec<u64>,
    limbs: usize,
    _lease: Lease,
}

impl Outside {
    fn new<K: Key>(table: &PolyTable<K>, limbs: usize, budget: &Budget) -> Answer<Self> {
        let words = table.data.len() / table.limbs * limbs;
        let lease = budget.reserve(words as u64 * 8)?;
        Ok(Outside { data: vec![0; words], limbs, _lease: lease })
    }

    fn at(&self, place: usize) -> &[u64] {
        &self.data[place * self.limbs..(place + 1) * self.limbs]
    }

    fn at_mut(&mut self, place: usize) -> &mut [u64] {
        &mut self.data[place * self.limbs..(place + 1) * self.limbs]
    }
}

/// Walks back: for each step that adds a box, and each of its branches, the number of solutions
/// that take it, each weighted with `outer` of its mines. No weighted number has more than `bits`
/// bits.
pub fn walk_back<K: Key>(
    steps: &[Step<K>],
    tables: Vec<PolyTable<K>>,
    outer: &dyn Fn(u64) -> BigUint,
    bits: u64,
    budget: &Budget,
) -> Answer<Vec<Vec<BigUint>>> {
    let limbs = (bits.div_ceil(64) as usize).max(1);
    let from = operands(steps);
    let mut sums: Vec<Vec<BigUint>> = steps.iter().map(|_| Vec::new()).collect();
    let mut outside: Vec<Option<Outside>> = steps.iter().map(|_| None).collect();
    let mut tables: Vec<Option<PolyTable<K>>> = tables.into_iter().map(Some).collect();
    let Some(Some(last)) = tables.last() else { return Ok(sums) };
    let mut root = Outside::new(last, limbs, budget)?;
    for at in 0..last.keys.len() {
        for (i, place) in (last.starts[at]..last.starts[at + 1]).enumerate() {
            let weight = outer(u64::from(last.lows[at]) + i as u64);
            root.at_mut(place as usize).iter_mut().zip(weight.iter_u64_digits()).for_each(|(w, d)| *w = d);
        }
    }
    *outside.last_mut().expect("as many as tables") = Some(root);
    for t in (0..steps.len()).rev() {
        let (Some(after), Some(values)) = (tables[t].take(), outside[t].take()) else { continue };
        let [left, right] = from[t];
        match (&steps[t], &tables[left], &tables[right]) {
            (Step::Add(step), Some(before), _) => {
                let (back, parts) = add_box_backward(step, before, &after, &values, budget)?;
                sums[t] = parts;
                outside[left] = Some(back);
            }
            (Step::Join(step), Some(a), Some(b)) => {
                let back = join_backward(step, (a, b), (&after, &values), budget)?;
                (outside[left], outside[right]) = (Some(back.0), Some(back.1));
            }
            _ => {}
        }
    }
    Ok(sums)
}

fn add_box_backward<K: Key>(
    step: &AddStep<K>,
    before: &PolyTable<K>,
    after: &PolyTable<K>,
    outside: &Outside,
    budget: &Budget,
) -> Answer<(Outside, Vec<BigUint>)> {
    let mut back = Outside::new(before, outside.limbs, budget)?;
    let mut sums = Vec::with_capacity(step.branches.len());
    for (branch, (_, weight)) in step.branches.iter().zip(weights(step)) {
        budget.check()?;
        let mut sum = vec![0u64; outside.limbs];
        let (mut at, mut met) = (0, Stream::new(step, branch, &before.keys));
        while let Some((key, i)) = met.head() {
            // Both sides ascend, and every goal is there.
            while after.keys[at] != key {
                at += 1;
            }
            let shift = before.lows[i] + branch.part - after.lows[at];
            let goal = after.starts[at] as usize + shift as usize;
            let home = before.starts[i] as usize;
            for (c, inside) in before.words(i).chunks_exact(before.limbs).enumerate() {
                // Where no choice leads, the outside value is not bounded and not wanted.
                if inside.iter().any(|word| *word != 0) {
                    words::add_product(&mut sum, inside, outside.at(goal + c));
                    words::add_product(back.at_mut(home + c), &weight, outside.at(goal + c));
                }
            }
            met.advance();
        }
        sums.push(words::to_big(&sum) * words::to_big(&weight));
    }
    Ok((back, sums))
}

fn join_backward<K: Key>(
    step: &JoinStep<K>,
    (left, right): (&PolyTable<K>, &PolyTable<K>),
    (after, outside): (&PolyTable<K>, &Outside),
    budget: &Budget,
) -> Answer<(Outside, Outside)> {
    let mut back = (Outside::new(left, outside.limbs, budget)?, Outside::new(right, outside.limbs, budget)?);
    let pairs = pairs(step, (&left.keys, &right.keys), budget)?;
    let mut at = 0;
    for (n, &(key, i, j)) in pairs.list.iter().enumerate() {
        if n % 256 == 0 {
            budget.check()?;
        }
        while after.keys[at] != key {
            at += 1;
        }
        let (i, j) = (i as usize, j as usize);
        let goal = after.starts[at] as usize + (left.lows[i] + right.lows[j] - after.lows[at]) as usize;
        for (c, a) in left.words(i).chunks_exact(left.limbs).enumerate() {
            for (d, b) in right.words(j).chunks_exact(right.limbs).enumerate() {
                if a.iter().any(|word| *word != 0) && b.iter().any(|word| *word != 0) {
                    let value = outside.at(goal + c + d);
                    words::add_product(back.0.at_mut(left.starts[i] as usize + c), b, value);
                    words::add_product(back.1.at_mut(right.starts[j] as usize + d), a, value);
                }
            }
        }
    }
    Ok(back)
}
