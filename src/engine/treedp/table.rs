//! Tables from states to values, sorted by key.
//!
//! # Theory
//! Adding a box keeps the order of keys, so it is a [`merge`]; only a join has to sort. A join
//! pairs the entries of two tables; numbers that it closes must be answered exactly, so the right
//! table is grouped by what it offers to them and each left entry meets only its group.

use crate::algebra::Semiring;
use crate::budget::{Answer, Budget, Lease};

use super::key::{Key, Slot};
use super::merge::{Sink, Stream, merge};
use super::program::{AddStep, JoinStep};

/// A table: keys ascending, one value each.
#[derive(Debug)]
pub struct Table<K, V> {
    /// The states.
    pub keys: Vec<K>,
    /// Their values.
    pub values: Vec<V>,
    /// What values take beside their own size, as far as it was added up.
    heap: u64,
    lease: Lease,
}

/// How many entries are written between two looks at the budget.
const STRIDE: usize = 1 << 14;

impl<K: Key, V: Clone> Table<K, V> {
    /// The table of nothing: one state, one value.
    pub fn start(one: V, budget: &Budget) -> Answer<Self> {
        let mut table = Table::with_room(1, budget)?;
        table.keys.push(K::zero());
        table.values.push(one);
        Ok(table)
    }

    fn with_room(entries: usize, budget: &Budget) -> Answer<Self> {
        let lease = budget.reserve((entries * Self::ENTRY) as u64)?;
        Ok(Table { keys: Vec::with_capacity(entries), values: Vec::with_capacity(entries), heap: 0, lease })
    }

    const ENTRY: usize = size_of::<K>() + size_of::<V>();

    /// Makes room for `more` entries, asking the budget first.
    fn grow(&mut self, more: usize, budget: &Budget) -> Answer<()> {
        if self.keys.capacity() - self.keys.len() < more {
            budget.check()?;
            // Both the old and the new copy are alive while the vector moves.
            let wanted = (self.keys.capacity() + self.keys.capacity() / 2).max(self.keys.len() + more);
            let moving = budget.reserve((wanted * Self::ENTRY) as u64)?;
            self.keys.reserve_exact(wanted - self.keys.len());
            self.values.reserve_exact(wanted - self.values.len());
            drop(moving);
            self.lease.resize((wanted * Self::ENTRY) as u64 + self.heap)?;
        }
        Ok(())
    }

    /// An empty table in the place of another that is not needed any more: fresh memory costs more
    /// than what is written to it.
    fn recycle(spare: Option<Self>, entries: usize, budget: &Budget) -> Answer<Self> {
        match spare {
            Some(mut table) => {
                table.keys.clear();
                table.values.clear();
                table.lease.resize(table.lease.bytes() - table.heap)?;
                table.heap = 0;
                Ok(table)
            }
            None => Table::with_room(entries, budget),
        }
    }

    /// Gives back what was reserved and not used.
    pub fn settle(mut self) -> Answer<Self> {
        if self.keys.capacity() > 2 * self.keys.len() {
            self.keys.shrink_to_fit();
            self.values.shrink_to_fit();
            self.lease.resize((self.keys.len() * Self::ENTRY) as u64 + self.heap)?;
        }
        Ok(self)
    }

    /// Leases what values have beside their own size.
    pub fn account<S: Semiring<Value = V>>(&mut self, semiring: &S) -> Answer<()> {
        if S::HEAP {
            let heap = self.values.iter().map(|value| semiring.heap_bytes(value)).sum();
            self.lease.resize(self.lease.bytes() - self.heap + heap)?;
            self.heap = heap;
        }
        Ok(())
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// The table with every value turned into another.
    pub fn map<U: Clone>(&self, budget: &Budget, turn: impl Fn(&V) -> U) -> Answer<Table<K, U>> {
        let lease = budget.reserve((self.len() * Table::<K, U>::ENTRY) as u64)?;
        Ok(Table { keys: self.keys.clone(), values: self.values.iter().map(turn).collect(), heap: 0, lease })
    }

    /// The position of a key, if it is there.
    pub fn position(&self, key: &K) -> Option<usize> {
        self.keys.binary_search(key).ok()
    }
}

/// Adds a box to a table. The result may take the place of `spare`.
pub fn add_box<K: Key, S: Semiring>(
    semiring: &S,
    step: &AddStep<K>,
    table: &Table<K, S::Value>,
    spare: Option<Table<K, S::Value>>,
    budget: &Budget,
) -> Answer<Table<K, S::Value>> {
    let most = table.len().saturating_mul(step.branches.len());
    let mut sums = Sums {
        semiring,
        weights: step.branches.iter().map(|branch| semiring.choose(step.size, branch.part)).collect(),
        values: &table.values,
        out: Table::recycle(spare, most.min(STRIDE), budget)?,
        budget,
    };
    merge(step, &table.keys, &mut sums)?;
    sums.out.account(semiring)?;
    Ok(sums.out)
}

/// The table that a merge writes.
struct Sums<'a, K, S: Semiring> {
    semiring: &'a S,
    weights: Vec<S::Weight>,
    values: &'a [S::Value],
    out: Table<K, S::Value>,
    budget: &'a Budget,
}

impl<K: Key, S: Semiring> Sink<K> for Sums<'_, K, S> {
    #[inline]
    fn room(&mut self, more: usize) -> Answer<()> {
        if self.out.keys.capacity() - self.out.keys.len() < more {
            self.out.account(self.semiring)?;
            self.out.grow(more.max(STRIDE), self.budget)?;
        }
        Ok(())
    }

    #[inline]
    fn push(&mut self, key: K, branch: usize, at: usize) {
        self.out.keys.push(key);
        self.out.values.push(self.semiring.scale(&self.values[at], &self.weights[branch]));
    }

    #[inline]
    fn add(&mut self, branch: usize, at: usize) {
        if let Some(sum) = self.out.values.last_mut() {
            self.semiring.add_scaled(sum, &self.values[at], &self.weights[branch]);
        }
    }

    #[inline]
    fn blend(&mut self, key: K, (a, take_a): (usize, bool), (b, take_b): (usize, bool)) {
        self.out.keys.push(key);
        let (a, b) =
            ((&self.values[a], &self.weights[0], take_a), (&self.values[b], &self.weights[1], take_b));
        self.out.values.push(self.semiring.blend(a, b));
    }
}

/// Calls `visit(left, right, joint key)` for every pair of entries that go together. Keys are in
/// the joint layout.
pub fn for_each_pair<K: Key>(
    step: &JoinStep<K>,
    left: &[K],
    right: &[K],
    budget: &Budget,
    mut visit: impl FnMut(usize, usize, K) -> Answer<()>,
) -> Answer<()> {
    let grouped = order_of(right, |key| step.closing_bits(key));
    for (i, &key) in left.iter().enumerate() {
        if i % 256 == 0 {
            budget.check()?;
        }
        let Some(wanted) = step.wanted_bits(key) else { continue };
        let from = grouped.partition_point(|&j| step.closing_bits(right[j as usize]) < wanted);
        for &j in &grouped[from..] {
            if step.closing_bits(right[j as usize]) != wanted {
                break;
            }
            if let Some(goal) = step.apply(key, right[j as usize]) {
                visit(i, j as usize, goal)?;
            }
        }
    }
    Ok(())
}

/// Joins two tables.
pub fn join<K: Key, S: Semiring>(
    semiring: &S,
    step: &JoinStep<K>,
    tracked: &[Slot],
    left: &Table<K, S::Value>,
    right: &Table<K, S::Value>,
    budget: &Budget,
) -> Answer<Table<K, S::Value>> {
    let a: Vec<K> = left.keys.iter().map(|&key| step.relocate(0, key, tracked)).collect();
    let b: Vec<K> = right.keys.iter().map(|&key| step.relocate(1, key, tracked)).collect();
    let mut out = Table::with_room(STRIDE.min(left.len() * right.len()), budget)?;
    // Unsorted products pile up behind the sorted part and are folded into it when they outgrow it.
    let mut sorted = 0;
    for_each_pair(step, &a, &b, budget, |i, j, key| {
        if out.keys.len() == out.keys.capacity() {
            if out.keys.len() >= 2 * sorted + STRIDE {
                compact(semiring, &mut out);
                sorted = out.keys.len();
            }
            out.account(semiring)?;
            out.grow(STRIDE, budget)?;
        }
        out.keys.push(key);
        out.values.push(semiring.mul(&left.values[i], &right.values[j]));
        Ok(())
    })?;
    compact(semiring, &mut out);
    out.account(semiring)?;
    out.settle()
}

/// The entries in the order of `first` and then of their keys. Not generic in more than the key:
/// sorting is much code, and every instance of it is compiled.
fn order_of<K: Key>(keys: &[K], first: impl Fn(K) -> K) -> Vec<u32> {
    let by: Vec<K> = keys.iter().map(|&key| first(key)).collect();
    sort_order(keys, &by)
}

fn sort_order<K: Key>(keys: &[K], by: &[K]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..keys.len() as u32).collect();
    order.sort_unstable_by_key(|&i| (by[i as usize], keys[i as usize], i));
    order
}

/// Sorts a table and adds up entries with the same key.
fn compact<K: Key, S: Semiring>(semiring: &S, table: &mut Table<K, S::Value>) {
    let order = order_of(&table.keys, |_| K::zero());
    let mut keys: Vec<K> = Vec::with_capacity(table.len());
    let mut values: Vec<S::Value> = Vec::with_capacity(table.len());
    for &i in &order {
        let (key, value) = (table.keys[i as usize], &mut table.values[i as usize]);
        match (keys.last(), values.last_mut()) {
            (Some(last), Some(sum)) if *last == key => semiring.add(sum, value),
            _ => {
                keys.push(key);
                // Moved, not copied: long values would be there twice.
                values.push(std::mem::replace(value, semiring.zero()));
            }
        }
    }
    table.keys = keys;
    table.values = values;
}

/// A table over a semiring.
pub type TableOf<K, S> = Table<K, <S as Semiring>::Value>;

/// Two lists of values of a semiring.
type Both<S> = (Vec<<S as Semiring>::Value>, Vec<<S as Semiring>::Value>);

/// Takes the outside values of a table back through the adding of a box, and gives for each
/// branch the sum of inside times outside.
///
/// `outer` has the outside values of the table after the step, entry by entry.
pub fn add_box_backward<K: Key, S: Semiring>(
    semiring: &S,
    step: &AddStep<K>,
    before: &Table<K, S::Value>,
    after: &[K],
    outer: &[S::Value],
    budget: &Budget,
) -> Answer<Both<S>> {
    let _lease = budget.reserve((before.len() * size_of::<S::Value>()) as u64)?;
    let mut back = vec![semiring.zero(); before.len()];
    let mut sums = Vec::with_capacity(step.branches.len());
    for branch in &step.branches {
        budget.check()?;
        let weight = semiring.choose(step.size, branch.part);
        let mut sum = semiring.zero();
        let mut at = 0;
        let mut stream = Stream::new(step, branch, &before.keys);
        while let Some((key, i)) = stream.head() {
            // Both sides ascend, and every goal is there.
            while after[at] != key {
                at += 1;
            }
            semiring.add_product(&mut sum, &before.values[i], &outer[at]);
            semiring.add_scaled(&mut back[i], &outer[at], &weight);
            stream.advance();
        }
        sums.push(semiring.scale(&sum, &weight));
    }
    Ok((back, sums))
}

/// Takes the outside values of a joint table back to both of its parts.
pub fn join_backward<K: Key, S: Semiring>(
    semiring: &S,
    step: &JoinStep<K>,
    tracked: &[Slot],
    (left, right): (&TableOf<K, S>, &TableOf<K, S>),
    after: &Table<K, S::Value>,
    outer: &[S::Value],
    budget: &Budget,
) -> Answer<Both<S>> {
    let a: Vec<K> = left.keys.iter().map(|&key| step.relocate(0, key, tracked)).collect();
    let b: Vec<K> = right.keys.iter().map(|&key| step.relocate(1, key, tracked)).collect();
    let mut back = (vec![semiring.zero(); left.len()], vec![semiring.zero(); right.len()]);
    for_each_pair(step, &a, &b, budget, |i, j, key| {
        if let Some(at) = after.position(&key) {
            semiring.add_product(&mut back.0[i], &right.values[j], &outer[at]);
            semiring.add_product(&mut back.1[j], &left.values[i], &outer[at]);
        }
        Ok(())
    })?;
    Ok(back)
}
