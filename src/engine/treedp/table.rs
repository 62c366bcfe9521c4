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

    /// The first position from `from` on with no smaller key; quick if it is near.
    fn not_below(&self, from: usize, key: &K) -> usize {
        let (mut low, mut step) = (from, 1);
        while self.keys.get(low + step - 1).is_some_and(|other| other < key) {
            low += step;
            step *= 2;
        }
        let high = (low + step).min(self.keys.len());
        low + self.keys[low..high].partition_point(|other| other < key)
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

/// Calls `visit(left, right, joint key)` for every pair of entries that go together.
pub fn for_each_pair<K: Key>(
    step: &JoinStep<K>,
    tracked: &[Slot],
    (left, right): (&[K], &[K]),
    budget: &Budget,
    mut visit: impl FnMut(usize, usize, K) -> Answer<()>,
) -> Answer<()> {
    let partners = Partners::new(step, tracked, right, budget)?;
    for (i, &key) in left.iter().enumerate() {
        if i % 256 == 0 {
            budget.check()?;
        }
        let key = step.relocate(0, key, tracked);
        let Some(wanted) = step.wanted_bits(key) else { continue };
        for &(partner, j) in partners.of(wanted) {
            if let Some(goal) = step.apply(key, partner) {
                visit(i, j as usize, goal)?;
            }
        }
    }
    Ok(())
}

/// The entries of the right table of a join, in the joint layout and grouped by what they offer to
/// the numbers that it closes: those that an entry of the left meets lie side by side.
struct Partners<K> {
    entries: Vec<(K, u32)>,
    /// What each group offers, ascending, and where it begins.
    groups: Vec<(K, u32)>,
    _lease: Lease,
}

impl<K: Key> Partners<K> {
    fn new(step: &JoinStep<K>, tracked: &[Slot], right: &[K], budget: &Budget) -> Answer<Self> {
        // There may be as many groups as entries.
        let mut lease = budget.reserve((right.len() * 2 * size_of::<(K, u32)>()) as u64)?;
        let mut entries: Vec<(K, u32)> =
            (0..).zip(right).map(|(j, &key)| (step.relocate(1, key, tracked), j)).collect();
        entries.sort_unstable_by_key(|&(key, j)| (step.closing_bits(key), key, j));
        let mut groups: Vec<(K, u32)> = Vec::new();
        for (at, &(key, _)) in (0..).zip(&entries) {
            let offered = step.closing_bits(key);
            if groups.last().is_none_or(|(last, _)| *last != offered) {
                groups.push((offered, at));
            }
        }
        groups.shrink_to_fit();
        lease.resize(((entries.len() + groups.len()) * size_of::<(K, u32)>()) as u64)?;
        Ok(Partners { entries, groups, _lease: lease })
    }

    /// The entries that offer this, and where they are in their table.
    fn of(&self, offered: K) -> &[(K, u32)] {
        let Ok(group) = self.groups.binary_search_by_key(&offered, |(offered, _)| *offered) else {
            return &[];
        };
        let end = self.groups.get(group + 1).map_or(self.entries.len(), |(_, at)| *at as usize);
        &self.entries[self.groups[group].1 as usize..end]
    }
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
    let mut out = Table::with_room(STRIDE.min(left.len() * right.len()), budget)?;
    // Unsorted products pile up behind the sorted part and are folded into it when they outgrow it.
    let mut sorted = 0;
    for_each_pair(step, tracked, (&left.keys, &right.keys), budget, |i, j, key| {
        if out.keys.len() == out.keys.capacity() {
            if out.keys.len() >= 2 * sorted + STRIDE {
                out.compact(semiring, budget)?;
                sorted = out.keys.len();
            }
            out.account(semiring)?;
            out.grow(STRIDE, budget)?;
        }
        out.keys.push(key);
        out.values.push(semiring.mul(&left.values[i], &right.values[j]));
        Ok(())
    })?;
    out.compact(semiring, budget)?;
    out.account(semiring)?;
    out.settle()
}

impl<K: Key, V: Clone> Table<K, V> {
    /// Sorts the entries and adds up those with the same key.
    fn compact<S: Semiring<Value = V>>(&mut self, semiring: &S, budget: &Budget) -> Answer<()> {
        // The old entries and the new ones are there at the same time, and their order.
        let _lease = budget.reserve((self.len() * (Self::ENTRY + size_of::<(K, u32)>())) as u64)?;
        let order = sorted(&self.keys);
        let mut keys: Vec<K> = Vec::with_capacity(self.len());
        let mut values: Vec<V> = Vec::with_capacity(self.len());
        for (key, at) in order {
            let value = &mut self.values[at as usize];
            match (keys.last(), values.last_mut()) {
                (Some(last), Some(sum)) if *last == key => semiring.add(sum, value),
                _ => {
                    keys.push(key);
                    // Moved, not copied: long values would be there twice.
                    values.push(std::mem::replace(value, semiring.zero()));
                }
            }
        }
        (self.keys, self.values) = (keys, values);
        Ok(())
    }
}

/// The keys in order, and where each is. Not generic in more than the key: sorting is much code, and
/// every instance of it is compiled.
fn sorted<K: Key>(keys: &[K]) -> Vec<(K, u32)> {
    let mut order: Vec<(K, u32)> = keys.iter().copied().zip(0..).collect();
    order.sort_unstable();
    order
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
    let _lease = budget.reserve(((left.len() + right.len()) * size_of::<S::Value>()) as u64)?;
    let mut back = (vec![semiring.zero(); left.len()], vec![semiring.zero(); right.len()]);
    // Joint keys of one left entry ascend, so each is looked for from the last one on.
    let mut last = (usize::MAX, 0);
    for_each_pair(step, tracked, (&left.keys, &right.keys), budget, |i, j, key| {
        let from = if last.0 == i { last.1 } else { 0 };
        let at = after.not_below(from, &key);
        last = (i, at);
        if after.keys.get(at) == Some(&key) {
            semiring.add_product(&mut back.0[i], &right.values[j], &outer[at]);
            semiring.add_product(&mut back.1[j], &left.values[i], &outer[at]);
        }
        Ok(())
    })?;
    Ok(back)
}
