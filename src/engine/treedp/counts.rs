//! Tables of exact counts.
//!
//! # Theory
//! Values live in as many words as they need at that point of the walk ([`Growing`]): a bound on
//! the bits grows with every box, is measured when it reaches the words at hand, and the table is
//! widened only if it must be. Early tables are narrow however large the final count.
//!
//! # Cost
//! Every number of words is compiled for every width of keys, so only the two narrowest keys,
//! which all large tables use, have all of them; wide keys go straight to big integers.

use num_bigint::BigUint;

use crate::algebra::{Big, Limbs, Semiring};
use crate::budget::{Answer, Budget};

use super::key::{Key, Slot};
use super::program::{AddStep, JoinStep, Step};
use super::table::{Table, add_box, join};
use super::walk::walk_back;

/// A table whose values are counts.
pub trait CountTable<K: Key>: Sized + Send {
    /// The table of nothing.
    fn start(budget: &Budget) -> Answer<Self>;
    /// Adds a box. The result may take the place of `spare`.
    fn add(&self, step: &AddStep<K>, spare: Option<Self>, budget: &Budget) -> Answer<Self>;
    /// Gives back memory that is not used.
    fn settle(self) -> Answer<Self>;
    /// Joins with another.
    fn join(&self, right: &Self, step: &JoinStep<K>, tracked: &[Slot], budget: &Budget) -> Answer<Self>;
    /// How many entries there are.
    fn len(&self) -> usize;
    /// Every state with its count.
    fn entries(&self) -> Vec<(K, BigUint)>;
    /// Walks back with exact counts of at most `bits` bits; see [`walk_back`].
    fn back(
        steps: &[Step<K>],
        tracked: &[Slot],
        tables: Vec<Self>,
        outer: &dyn Fn(&K) -> BigUint,
        bits: u64,
        budget: &Budget,
    ) -> Answer<Vec<Vec<BigUint>>>;
}

impl<K: Key> CountTable<K> for Table<K, BigUint> {
    fn start(budget: &Budget) -> Answer<Self> {
        Table::start(Big.one(), budget)
    }
    fn add(&self, step: &AddStep<K>, spare: Option<Self>, budget: &Budget) -> Answer<Self> {
        add_box(&Big, step, self, spare, budget)
    }
    fn settle(self) -> Answer<Self> {
        Table::settle(self)
    }
    fn join(&self, right: &Self, step: &JoinStep<K>, tracked: &[Slot], budget: &Budget) -> Answer<Self> {
        join(&Big, step, tracked, self, right, budget)
    }
    fn len(&self) -> usize {
        Table::len(self)
    }
    fn entries(&self) -> Vec<(K, BigUint)> {
        self.keys.iter().copied().zip(self.values.iter().cloned()).collect()
    }
    fn back(
        steps: &[Step<K>],
        tracked: &[Slot],
        tables: Vec<Self>,
        outer: &dyn Fn(&K) -> BigUint,
        _bits: u64,
        budget: &Budget,
    ) -> Answer<Vec<Vec<BigUint>>> {
        walk_back(&Big, steps, tracked, tables, Ok, outer, budget)
    }
}

/// A table of counts in a fixed number of words, none of which has more than `bits` bits.
#[derive(Debug)]
pub struct Growing<K> {
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
                let mut table = match self {
                    $(Words::$name(t) => t.map(budget, Limbs::<$w>::to_big)?,)*
                    Words::Big(t) => t.map(budget, BigUint::clone)?,
                };
                table.account(&Big)?;
                Ok(table)
            }
            fn entries(&self) -> Vec<(K, BigUint)> {
                match self {
                    $(Words::$name(t) => {
                        t.keys.iter().copied().zip(t.values.iter().map(Limbs::<$w>::to_big)).collect()
                    })*
                    Words::Big(t) => t.entries(),
                }
            }
            fn add(&self, step: &AddStep<K>, spare: Option<Self>, budget: &Budget) -> Answer<Self> {
                Ok(match self {
                    $(Words::$name(t) => {
                        let spare = spare.and_then(|spare| match spare { Words::$name(t) => Some(t), _ => None });
                        Words::$name(add_box(&Limbs::<$w>, step, t, spare, budget)?)
                    })*
                    Words::Big(t) => Words::Big(add_box(&Big, step, t, None, budget)?),
                })
            }
            fn settle(self) -> Answer<Self> {
                Ok(match self {
                    $(Words::$name(t) => Words::$name(t.settle()?),)*
                    Words::Big(t) => Words::Big(t.settle()?),
                })
            }
            fn join(pair: (&Self, &Self), step: &JoinStep<K>, tracked: &[Slot], budget: &Budget) -> Answer<Self> {
                Ok(match pair {
                    $((Words::$name(a), Words::$name(b)) => {
                        Words::$name(join(&Limbs::<$w>, step, tracked, a, b, budget)?)
                    })*
                    (Words::Big(a), Words::Big(b)) => Words::Big(join(&Big, step, tracked, a, b, budget)?),
                    _ => unreachable!("both were brought to the same width"),
                })
            }
            fn back(
                steps: &[Step<K>],
                tracked: &[Slot],
                tables: Vec<Self>,
                outer: &dyn Fn(&K) -> BigUint,
                bits: u64,
                budget: &Budget,
            ) -> Answer<Vec<Vec<BigUint>>> {
                $(if bits <= 64 * $w {
                    let sums = walk_back(
                        &Limbs::<$w>, steps, tracked, tables,
                        |table| table.to_limbs::<$w>(budget),
                        |key| Limbs::<$w>::from_big(&outer(key)),
                        budget,
                    )?;
                    let to_big = |parts: Vec<_>| parts.iter().map(Limbs::<$w>::to_big).collect();
                    return Ok(sums.into_iter().map(to_big).collect());
                })*
                walk_back(&Big, steps, tracked, tables, |table| table.to_big(budget), outer, budget)
            }
        }
    };
}

words!(One 1, Two 2, Three 3, Four 4, Eight 8);

impl<K: Key> CountTable<K> for Growing<K> {
    fn start(budget: &Budget) -> Answer<Self> {
        Ok(Growing { words: Words::One(Table::start(Limbs::<1>.one(), budget)?), bits: 1 })
    }

    fn add(&self, step: &AddStep<K>, spare: Option<Self>, budget: &Budget) -> Answer<Self> {
        // The weights of a box of s cells sum to 2^s.
        let more = u64::from(step.size);
        let mut bits = self.bits;
        let mut wider = None;
        if bits + more > self.words.room() {
            bits = self.words.widest_bits();
            wider = self.words.widened(bits + more, budget)?;
        }
        let spare = spare.map(|spare| spare.words);
        let words = wider.as_ref().unwrap_or(&self.words).add(step, spare, budget)?;
        Ok(Growing { words, bits: bits + more })
    }

    fn settle(self) -> Answer<Self> {
        Ok(Growing { words: self.words.settle()?, bits: self.bits })
    }

    fn join(&self, right: &Self, step: &JoinStep<K>, tracked: &[Slot], budget: &Budget) -> Answer<Self> {
        let (left, right) = (&self.words, &right.words);
        // A sum of at most as many products as the smaller table has entries.
        let pairs = left.len().min(right.len()).max(1).ilog2() + 1;
        let bits = left.widest_bits() + right.widest_bits() + u64::from(pairs);
        let room = if bits > 512 { u64::MAX } else { bits.max(left.room()).max(right.room()) };
        let (a, b) = (left.widened(room, budget)?, right.widened(room, budget)?);
        let pair = (a.as_ref().unwrap_or(left), b.as_ref().unwrap_or(right));
        Ok(Growing { words: Words::join(pair, step, tracked, budget)?, bits })
    }

    fn len(&self) -> usize {
        self.words.len()
    }

    fn entries(&self) -> Vec<(K, BigUint)> {
        self.words.entries()
    }

    fn back(
        steps: &[Step<K>],
        tracked: &[Slot],
        tables: Vec<Self>,
        outer: &dyn Fn(&K) -> BigUint,
        bits: u64,
        budget: &Budget,
    ) -> Answer<Vec<Vec<BigUint>>> {
        let tables = tables.into_iter().map(|table| table.words).collect();
        Words::back(steps, tracked, tables, outer, bits, budget)
    }
}
