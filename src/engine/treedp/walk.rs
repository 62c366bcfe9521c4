//! The walk over a program, and the way back.
//!
//! # Theory
//! The way forth computes the inside value of every state: the sum over all choices for the boxes
//! in its table. The way back computes the outside value: the sum over all choices for the boxes
//! not in it. Inside times outside, summed over the entries that take a branch of a box, is the
//! weight of all solutions in which that box has that many mines: all marginals from one pass.
//!
//! # What we changed
//! Values live in as many words as they need at that point of the walk ([`Growing`]): a bound on
//! the bits grows with every box, is measured when it reaches the words at hand, and the table is
//! widened only if it must be. Early tables are narrow however large the final count.

use num_bigint::BigUint;

use crate::algebra::{Big, Extent, Extremes, Limbs, Semiring};
use crate::budget::{Answer, Budget};

use super::key::{Key, Slot};
use super::program::{AddStep, JoinStep, Step};
use super::table::{Table, add_box, add_box_backward, join, join_backward};

/// How tables are computed.
pub trait Arithmetic<K: Key> {
    /// A table with its values.
    type Table;
    /// The table of nothing.
    fn start(&self) -> Answer<Self::Table>;
    /// Adds a box.
    fn add(&self, step: &AddStep<K>, table: &Self::Table) -> Answer<Self::Table>;
    /// Joins two tables.
    fn join(&self, step: &JoinStep<K>, left: &Self::Table, right: &Self::Table) -> Answer<Self::Table>;
    /// How many entries a table has.
    fn len(table: &Self::Table) -> usize;
}

/// Which step made each operand: for step t the operands are the results of these steps.
pub fn operands<K>(steps: &[Step<K>]) -> Vec<[usize; 2]> {
    let mut stack: Vec<usize> = Vec::new();
    steps
        .iter()
        .enumerate()
        .map(|(t, step)| {
            let from = match step {
                Step::Start => [t, t],
                Step::Add(_) => [stack.pop().expect("a table to add to"); 2],
                Step::Join(_) => {
                    let right = stack.pop().expect("a right table");
                    [stack.pop().expect("a left table"), right]
                }
            };
            stack.push(t);
            from
        })
        .collect()
}

/// Walks forth and keeps the table of every step.
pub fn walk_keeping<K: Key, A: Arithmetic<K>>(
    arithmetic: &A,
    steps: &[Step<K>],
    largest: &mut u64,
) -> Answer<Vec<A::Table>> {
    let from = operands(steps);
    let mut tables: Vec<A::Table> = Vec::with_capacity(steps.len());
    for (step, [left, right]) in steps.iter().zip(from) {
        let table = match step {
            Step::Start => arithmetic.start()?,
            Step::Add(add) => arithmetic.add(add, &tables[left])?,
            Step::Join(join) => arithmetic.join(join, &tables[left], &tables[right])?,
        };
        *largest = (*largest).max(A::len(&table) as u64);
        tables.push(table);
    }
    Ok(tables)
}

/// Walks forth and keeps only what is still needed; the last table.
pub fn walk<K: Key, A: Arithmetic<K>>(
    arithmetic: &A,
    steps: &[Step<K>],
    largest: &mut u64,
) -> Answer<A::Table> {
    let mut stack: Vec<A::Table> = Vec::new();
    for step in steps {
        let table = match step {
            Step::Start => arithmetic.start()?,
            Step::Add(add) => {
                let below = stack.pop().expect("a table to add to");
                arithmetic.add(add, &below)?
            }
            Step::Join(join) => {
                let right = stack.pop().expect("a right table");
                let left = stack.pop().expect("a left table");
                arithmetic.join(join, &left, &right)?
            }
        };
        *largest = (*largest).max(A::len(&table) as u64);
        stack.push(table);
    }
    Ok(stack.pop().expect("a plan has a table"))
}

/// Walks back from the outside values of the last table: for each step that adds a box, and each
/// of its branches, the sum of inside times outside.
///
/// `turn` brings a kept table into the arithmetic of the way back.
pub fn walk_back<K: Key, S: Semiring, T>(
    semiring: &S,
    steps: &[Step<K>],
    tracked: &[Slot],
    tables: Vec<T>,
    turn: impl Fn(T) -> Answer<Table<K, S::Value>>,
    outer: impl Fn(&K) -> S::Value,
    budget: &Budget,
) -> Answer<Vec<Vec<S::Value>>> {
    let from = operands(steps);
    let mut sums: Vec<Vec<S::Value>> = steps.iter().map(|_| Vec::new()).collect();
    let mut kept: Vec<Option<T>> = tables.into_iter().map(Some).collect();
    let mut take = |t: usize| turn(kept[t].take().expect("each table is taken once"));
    // What is known of the steps that are to be undone: their tables and outside values.
    let mut known: Vec<Option<(Table<K, S::Value>, Vec<S::Value>)>> = steps.iter().map(|_| None).collect();
    let last = steps.len() - 1;
    let root = take(last)?;
    let values = root.keys.iter().map(outer).collect();
    known[last] = Some((root, values));
    for t in (0..steps.len()).rev() {
        let (after, values) = known[t].take().expect("known since its successor was undone");
        let [left, right] = from[t];
        match &steps[t] {
            Step::Start => {}
            Step::Add(step) => {
                let before = take(left)?;
                let (back, parts) = add_box_backward(semiring, step, &before, &after.keys, &values, budget)?;
                sums[t] = parts;
                known[left] = Some((before, back));
            }
            Step::Join(step) => {
                let (a, b) = (take(left)?, take(right)?);
                let back = join_backward(semiring, step, tracked, (&a, &b), &after, &values, budget)?;
                known[left] = Some((a, back.0));
                known[right] = Some((b, back.1));
            }
        }
    }
    Ok(sums)
}

/// One semiring from the first step to the last.
pub struct Fixed<'a, S> {
    /// The semiring.
    pub semiring: S,
    /// The slots of the tracked sums.
    pub tracked: &'a [Slot],
    /// What may be spent.
    pub budget: &'a Budget,
}

impl<K: Key, S: Semiring> Arithmetic<K> for Fixed<'_, S> {
    type Table = Table<K, S::Value>;

    fn start(&self) -> Answer<Self::Table> {
        Table::start(self.semiring.one(), self.budget)
    }
    fn add(&self, step: &AddStep<K>, table: &Self::Table) -> Answer<Self::Table> {
        add_box(&self.semiring, step, table, self.budget)
    }
    fn join(&self, step: &JoinStep<K>, left: &Self::Table, right: &Self::Table) -> Answer<Self::Table> {
        join(&self.semiring, step, self.tracked, left, right, self.budget)
    }
    fn len(table: &Self::Table) -> usize {
        table.len()
    }
}

/// The least and the most of what counts.
pub struct Weighted<'a> {
    /// Which boxes count.
    pub counted: &'a [bool],
    /// The slots of the tracked sums.
    pub tracked: &'a [Slot],
    /// What may be spent.
    pub budget: &'a Budget,
}

impl<K: Key> Arithmetic<K> for Weighted<'_> {
    type Table = Table<K, Extent>;

    fn start(&self) -> Answer<Self::Table> {
        Table::start(Extremes::ALL.one(), self.budget)
    }
    fn add(&self, step: &AddStep<K>, table: &Self::Table) -> Answer<Self::Table> {
        let semiring = Extremes { counted: self.counted[step.b.index()] };
        add_box(&semiring, step, table, self.budget)
    }
    fn join(&self, step: &JoinStep<K>, left: &Self::Table, right: &Self::Table) -> Answer<Self::Table> {
        join(&Extremes::ALL, step, self.tracked, left, right, self.budget)
    }
    fn len(table: &Self::Table) -> usize {
        table.len()
    }
}

/// Exact counts in as many words as they need at the moment.
pub struct Growing<'a> {
    /// The slots of the tracked sums.
    pub tracked: &'a [Slot],
    /// What may be spent.
    pub budget: &'a Budget,
}

/// A table of exact counts, none of which has more than `bits` bits.
#[derive(Debug)]
pub struct Counts<K> {
    words: Words<K>,
    bits: u64,
}

macro_rules! words {
    ($($name:ident $w:literal),*) => {
        #[derive(Debug)]
        enum Words<K> { $($name(Table<K, [u64; $w]>),)* Big(Table<K, BigUint>) }

        impl<K: Key> Words<K> {
            fn widest_bits(&self) -> u64 {
                match self {
                    $(Words::$name(t) => t.values.iter().map(Limbs::<$w>::bits).max().unwrap_or(0),)*
                    Words::Big(t) => t.values.iter().map(BigUint::bits).max().unwrap_or(0),
                }
            }
            fn room(&self) -> u64 {
                match self { $(Words::$name(_) => 64 * $w,)* Words::Big(_) => u64::MAX }
            }
            fn len(&self) -> usize {
                match self { $(Words::$name(t) => t.len(),)* Words::Big(t) => t.len() }
            }
            /// The same counts with room for `bits` bits, unless they have it already.
            fn widened(&self, bits: u64, budget: &Budget) -> Answer<Option<Self>> {
                if bits <= self.room() {
                    return Ok(None);
                }
                $(if bits <= 64 * $w {
                    return Ok(Some(Words::$name(self.to_limbs::<$w>(budget)?)));
                })*
                Ok(Some(Words::Big(self.to_big(budget)?)))
            }
            fn to_limbs<const V: usize>(&self, budget: &Budget) -> Answer<Table<K, [u64; V]>> {
                match self {
                    $(Words::$name(t) => t.map(budget, Limbs::<V>::resize::<$w>),)*
                    Words::Big(t) => t.map(budget, Limbs::<V>::from_big),
                }
            }
            fn to_big(&self, budget: &Budget) -> Answer<Table<K, BigUint>> {
                match self {
                    $(Words::$name(t) => t.map(budget, Limbs::<$w>::to_big),)*
                    Words::Big(t) => t.map(budget, BigUint::clone),
                }
            }
            fn entries(&self) -> Vec<(K, BigUint)> {
                match self {
                    $(Words::$name(t) => t.keys.iter().copied().zip(t.values.iter().map(Limbs::<$w>::to_big)).collect(),)*
                    Words::Big(t) => t.keys.iter().copied().zip(t.values.iter().cloned()).collect(),
                }
            }
            fn add(&self, step: &AddStep<K>, budget: &Budget) -> Answer<Self> {
                Ok(match self {
                    $(Words::$name(t) => Words::$name(add_box(&Limbs::<$w>, step, t, budget)?),)*
                    Words::Big(t) => Words::Big(add_box(&Big, step, t, budget)?),
                })
            }
            fn join(step: &JoinStep<K>, tracked: &[Slot], pair: (&Self, &Self), budget: &Budget) -> Answer<Self> {
                Ok(match pair {
                    $((Words::$name(a), Words::$name(b)) => Words::$name(join(&Limbs::<$w>, step, tracked, a, b, budget)?),)*
                    (Words::Big(a), Words::Big(b)) => Words::Big(join(&Big, step, tracked, a, b, budget)?),
                    _ => unreachable!("both were brought to the same width"),
                })
            }
        }

        /// Walks back with exact counts of at most `bits` bits.
        pub fn count_back<K: Key>(
            steps: &[Step<K>],
            tracked: &[Slot],
            tables: Vec<Counts<K>>,
            outer: impl Fn(&K) -> BigUint,
            bits: u64,
            budget: &Budget,
        ) -> Answer<Vec<Vec<BigUint>>> {
            $(if bits <= 64 * $w {
                let sums = walk_back(
                    &Limbs::<$w>, steps, tracked, tables,
                    |counts| counts.words.to_limbs::<$w>(budget),
                    |key| Limbs::<$w>::from_big(&outer(key)),
                    budget,
                )?;
                return Ok(sums.iter().map(|parts| parts.iter().map(Limbs::<$w>::to_big).collect()).collect());
            })*
            walk_back(&Big, steps, tracked, tables, |counts| counts.words.to_big(budget), outer, budget)
        }
    };
}

words!(One 1, Two 2, Three 3, Four 4, Six 6, Eight 8, Twelve 12);

impl<K: Key> Counts<K> {
    /// Every state with its count.
    pub fn entries(&self) -> Vec<(K, BigUint)> {
        self.words.entries()
    }
}

impl<K: Key> Arithmetic<K> for Growing<'_> {
    type Table = Counts<K>;

    fn start(&self) -> Answer<Counts<K>> {
        Ok(Counts { words: Words::One(Table::start(Limbs::<1>.one(), self.budget)?), bits: 1 })
    }

    fn add(&self, step: &AddStep<K>, table: &Counts<K>) -> Answer<Counts<K>> {
        // The weights of a box of s cells sum to 2^s.
        let more = u64::from(step.size);
        let mut bits = table.bits;
        let mut wider = None;
        if bits + more > table.words.room() {
            bits = table.words.widest_bits();
            wider = table.words.widened(bits + more, self.budget)?;
        }
        let words = wider.as_ref().unwrap_or(&table.words).add(step, self.budget)?;
        Ok(Counts { words, bits: bits + more })
    }

    fn join(&self, step: &JoinStep<K>, left: &Counts<K>, right: &Counts<K>) -> Answer<Counts<K>> {
        let (left, right) = (&left.words, &right.words);
        // A sum of at most as many products as the smaller table has entries.
        let pairs = left.len().min(right.len()).max(1).ilog2() + 1;
        let bits = left.widest_bits() + right.widest_bits() + u64::from(pairs);
        let room = bits.max(left.room()).max(right.room());
        let (a, b) = (left.widened(room, self.budget)?, right.widened(room, self.budget)?);
        let pair = (a.as_ref().unwrap_or(left), b.as_ref().unwrap_or(right));
        Ok(Counts { words: Words::join(step, self.tracked, pair, self.budget)?, bits })
    }

    fn len(table: &Counts<K>) -> usize {
        table.words.len()
    }
}
