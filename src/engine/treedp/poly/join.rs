//! Joins of tables of polynomials, and their way back.
//!
//! # Theory
//! A joint entry is the sum of the products of all pairs of entries that lead to it. Short
//! polynomials are multiplied as one learns at school: in the width of the result, the products of
//! all coefficients with one word are one long product. Where the products are many and long,
//! [`convolve`](super::convolve) takes them all at once.

use crate::budget::{Answer, Budget, Lease};

use super::super::key::Key;
use super::super::program::JoinStep;
use super::super::table::for_each_pair;
use super::super::words;
use super::PolyTable;
use super::back::Outside;
use super::convolve::{Convolution, Family, Goals, Term};

/// A pair of entries that go together, with their joint key.
type Pair<K> = (K, u32, u32);

/// Pairs of entries that go together, in the order of their joint keys.
struct Pairs<K> {
    list: Vec<Pair<K>>,
    _lease: Lease,
}

impl<K: Key> Pairs<K> {
    fn new(step: &JoinStep<K>, (left, right): (&[K], &[K]), budget: &Budget) -> Answer<Self> {
        let mut lease = budget.reserve(0)?;
        let mut list: Vec<Pair<K>> = Vec::new();
        for_each_pair(step, &[], (left, right), budget, |i, j, key| {
            if list.len() == list.capacity() {
                lease.resize((list.capacity() * 3 * size_of::<Pair<K>>()) as u64)?;
            }
            list.push((key, i as u32, j as u32));
            Ok(())
        })?;
        list.sort_unstable();
        Ok(Pairs { list, _lease: lease })
    }

    /// The pairs of one goal after the other.
    fn groups(&self) -> impl Iterator<Item = &[Pair<K>]> {
        self.list.chunk_by(|a, b| a.0 == b.0)
    }

    /// How many products of coefficients all pairs have together.
    fn products(&self, left: &PolyTable<K>, right: &PolyTable<K>) -> u64 {
        let product = |&(_, i, j): &Pair<K>| left.width(i as usize).saturating_mul(right.width(j as usize));
        self.list.iter().map(product).fold(0, u64::saturating_add)
    }

    /// Every pair as a term: which goal it has, counted in `goals`' order, and its two entries.
    fn terms(&self, term: impl Fn(u32, u32, u32) -> Term, budget: &Budget) -> Answer<(Vec<Term>, Lease)> {
        let lease = budget.reserve((self.list.len() * size_of::<Term>()) as u64)?;
        let mut terms = Vec::with_capacity(self.list.len());
        for (group, goal) in self.groups().zip(0..) {
            terms.extend(group.iter().map(|&(_, i, j)| term(goal, i, j)));
        }
        Ok((terms, lease))
    }
}

impl<K: Key> PolyTable<K> {
    /// How many coefficients an entry has.
    fn width(&self, at: usize) -> u64 {
        self.starts[at + 1] - self.starts[at]
    }

    /// The least degree of all entries, and one more than the greatest.
    fn degrees(&self) -> (u32, u64) {
        let ends = (0..self.keys.len()).map(|at| u64::from(self.lows[at]) + self.width(at));
        (self.lows.iter().copied().min().unwrap_or(0), ends.max().unwrap_or(0))
    }

    /// The entries laid on points by their degrees, the least of all on the first.
    fn family(&self) -> Family<'_> {
        let low = self.degrees().0;
        Family {
            data: &self.data,
            limbs: self.limbs,
            starts: &self.starts,
            places: self.lows.iter().map(|at| at - low).collect(),
        }
    }

    pub(super) fn join(&self, right: &Self, step: &JoinStep<K>, budget: &Budget) -> Answer<Self> {
        let pairs = Pairs::new(step, (&self.keys, &right.keys), budget)?;
        // A coefficient is a sum over the pairs of its entry and over the shorter polynomial.
        let most = (self.keys.len().min(right.keys.len()) as u64).max(1)
            * self.longest().min(right.longest()).max(1);
        let bits = |table: &Self| table.coefficients().map(words::bits).max().unwrap_or(0);
        let bits = bits(self) + bits(right) + u64::from(most.ilog2()) + 1;
        // Not fewer words than on the right, whose coefficients are widened to it.
        let limbs = (bits.div_ceil(64) as usize).max(right.limbs);
        let mut out = PolyTable::empty(limbs, budget)?;
        out.bits = bits;
        out.frame(self, right, &pairs, budget)?;
        let schoolbook = pairs.products(self, right).saturating_mul((self.limbs * limbs) as u64);
        let families = [&self.family(), &right.family()];
        let way = Convolution::new(points(self, right), bits).filter(|way| {
            way.pays(families, out.keys.len(), out.data.len() / limbs, pairs.list.len(), schoolbook)
        });
        if let Some(way) = way {
            let (terms, _lease) = pairs.terms(|goal, a, b| Term { goal, a, b }, budget)?;
            let low = self.degrees().0 + right.degrees().0;
            let places = out.lows.iter().map(|at| at - low).collect();
            let goals = Goals { starts: &out.starts, places, limbs };
            way.sums(families, false, &terms, &goals, &mut out.data, budget)?;
        } else {
            out.multiply(self, right, &pairs, budget)?;
        }
        Ok(out)
    }

    /// Makes room for the entries that pairs lead to.
    fn frame(&mut self, left: &Self, right: &Self, pairs: &Pairs<K>, budget: &Budget) -> Answer<()> {
        for group in pairs.groups() {
            let low = |&(_, i, j): &Pair<K>| left.lows[i as usize] + right.lows[j as usize];
            let end = |pair: &Pair<K>| {
                u64::from(low(pair)) + left.width(pair.1 as usize) + right.width(pair.2 as usize) - 1
            };
            let least = group.iter().map(low).min().unwrap_or(0);
            let most = group.iter().map(end).max().unwrap_or(0);
            self.keys.push(group[0].0);
            self.lows.push(least);
            self.starts.push(self.starts[self.keys.len() - 1] + most - u64::from(least));
        }
        budget.check()?;
        let words = *self.starts.last().expect("one more than entries") as usize * self.limbs;
        self.lease.resize(self.bytes() + words as u64 * 8)?;
        self.data = vec![0; words];
        self.lease.resize(self.bytes())
    }

    /// Multiplies pair by pair.
    fn multiply(&mut self, left: &Self, right: &Self, pairs: &Pairs<K>, budget: &Budget) -> Answer<()> {
        // In the width of the result, products of all coefficients with one word are one product.
        let wide = right.widened(self.limbs, budget)?;
        for (at, group) in pairs.groups().enumerate() {
            budget.check()?;
            let span = self.starts[at] as usize * self.limbs..self.starts[at + 1] as usize * self.limbs;
            let sum = &mut self.data[span];
            for &(_, i, j) in group {
                let (i, j) = (i as usize, j as usize);
                let offset = (left.lows[i] + right.lows[j] - self.lows[at]) as usize;
                for (c, coefficient) in left.words(i).chunks_exact(left.limbs).enumerate() {
                    words::add_product(&mut sum[(offset + c) * self.limbs..], coefficient, wide.words(j));
                }
            }
        }
        Ok(())
    }
}

/// How many points the products of two tables take.
fn points<K: Key>(left: &PolyTable<K>, right: &PolyTable<K>) -> u64 {
    let span = |table: &PolyTable<K>| table.degrees().1.saturating_sub(u64::from(table.degrees().0));
    (span(left) + span(right)).saturating_sub(1)
}

/// Outside values of both tables of a join from those of their joint table. No wanted value has
/// more than `bits` bits.
pub(super) fn join_backward<K: Key>(
    step: &JoinStep<K>,
    (left, right): (&PolyTable<K>, &PolyTable<K>),
    (after, outside): (&PolyTable<K>, &Outside),
    bits: u64,
    budget: &Budget,
) -> Answer<(Outside, Outside)> {
    let mut back = (Outside::new(left, outside.limbs, budget)?, Outside::new(right, outside.limbs, budget)?);
    let pairs = Pairs::new(step, (&left.keys, &right.keys), budget)?;
    let products = pairs.products(left, right);
    let low = left.degrees().0 + right.degrees().0;
    let above = Family {
        data: &outside.data,
        limbs: outside.limbs,
        starts: &after.starts,
        places: after.lows.iter().map(|at| at - low).collect(),
    };
    let families = [left.family(), right.family()];
    let way = Convolution::new(points(left, right), bits);
    for (side, goal) in [&mut back.0, &mut back.1].into_iter().enumerate() {
        let (mine, other) = (&families[side], &families[1 - side]);
        let schoolbook = products.saturating_mul((other.limbs * outside.limbs) as u64);
        let coefficients = goal.data.len() / goal.limbs;
        let pays = |way: &Convolution| {
            way.pays([&above, other], mine.places.len(), coefficients, pairs.list.len(), schoolbook)
        };
        if let Some(way) = way.filter(pays) {
            let term = |at, i, j| {
                let [goal, b] = if side == 0 { [i, j] } else { [j, i] };
                Term { goal, a: at, b }
            };
            let (mut terms, _lease) = pairs.terms(term, budget)?;
            terms.sort_unstable();
            let goals = Goals { starts: mine.starts, places: mine.places.clone(), limbs: goal.limbs };
            way.sums([&above, other], true, &terms, &goals, &mut goal.data, budget)?;
        } else {
            correlate(&pairs, (left, right), (after, outside), side, goal, budget)?;
        }
    }
    Ok(back)
}

/// Outside values of one side, product by product.
fn correlate<K: Key>(
    pairs: &Pairs<K>,
    (left, right): (&PolyTable<K>, &PolyTable<K>),
    (after, outside): (&PolyTable<K>, &Outside),
    side: usize,
    back: &mut Outside,
    budget: &Budget,
) -> Answer<()> {
    for (at, group) in pairs.groups().enumerate() {
        budget.check()?;
        for &(_, i, j) in group {
            let (i, j) = (i as usize, j as usize);
            let goal = after.starts[at] as usize + (left.lows[i] + right.lows[j] - after.lows[at]) as usize;
            let (mine, other, (me, it)) =
                if side == 0 { (left, right, (i, j)) } else { (right, left, (j, i)) };
            let home = mine.starts[me] as usize;
            for c in 0..mine.width(me) as usize {
                for (d, factor) in other.words(it).chunks_exact(other.limbs).enumerate() {
                    words::add_product(back.at_mut(home + c), factor, outside.at(goal + c + d));
                }
            }
        }
    }
    Ok(())
}
