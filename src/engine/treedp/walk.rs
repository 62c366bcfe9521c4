//! The walk over a program, and the way back.
//!
//! # Theory
//! The way forth computes the inside value of every state: the sum over all choices for the boxes
//! in its table. The way back computes the outside value: the sum over all choices for the boxes
//! not in it. Inside times outside, summed over the entries that take a branch of a box, is the
//! weight of all solutions in which that box has that many mines: all marginals from one pass.
//!
//! What a join puts together does not depend on each other, so two threads share long branches; a
//! path that is walked from both ends has two.

use crate::algebra::{Extent, Extremes, Semiring};
use crate::budget::{Answer, Budget, StopReason};

use super::counts::CountTable;
use super::key::{Key, Slot};
use super::program::{AddStep, JoinStep, Step};
use super::table::{Table, TableOf, add_box, add_box_backward, join, join_backward};

/// How tables are computed.
pub trait Arithmetic<K: Key> {
    /// A table with its values.
    type Table;
    /// The table of nothing.
    fn start(&self) -> Answer<Self::Table>;
    /// Adds a box. The result may take the place of `spare`.
    fn add(&self, step: &AddStep<K>, table: &Self::Table, spare: Option<Self::Table>) -> Answer<Self::Table>;
    /// Joins two tables.
    fn join(&self, step: &JoinStep<K>, left: &Self::Table, right: &Self::Table) -> Answer<Self::Table>;
    /// Gives back memory that a table which is to be kept does not use.
    fn settle(&self, table: Self::Table) -> Answer<Self::Table> {
        Ok(table)
    }
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
            Step::Add(add) => arithmetic.settle(arithmetic.add(add, &tables[left], None)?)?,
            Step::Join(join) => arithmetic.join(join, &tables[left], &tables[right])?,
        };
        *largest = (*largest).max(A::len(&table) as u64);
        tables.push(table);
    }
    Ok(tables)
}

/// Walks forth and keeps only what is still needed; the last table.
pub fn walk<K: Key, A: Arithmetic<K> + Sync>(
    arithmetic: &A,
    steps: &[Step<K>],
    largest: &mut u64,
) -> Answer<A::Table>
where
    A::Table: Send,
{
    let Some([left, right, rest]) = branches(steps) else {
        return go_on(arithmetic, Vec::new(), steps, largest);
    };
    let mut found = (0, 0);
    let both = rayon::join(|| walk(arithmetic, left, &mut found.0), || walk(arithmetic, right, &mut found.1));
    *largest = (*largest).max(found.0).max(found.1);
    let (left, right) = match both {
        (Ok(left), Ok(right)) => return go_on(arithmetic, vec![left, right], rest, largest),
        // What one of them may have found makes room.
        (left, right) => (left.err(), right.err()),
    };
    match [left, right].into_iter().flatten().find(|why| *why != StopReason::Memory) {
        Some(why) => Err(why),
        // One after the other they may fit.
        None => go_on(arithmetic, Vec::new(), steps, largest),
    }
}

/// Branches with fewer steps are not worth a thread.
const WORTH_A_THREAD: usize = 128;

/// The two branches of the last join of long ones, and what follows them from the join on; `None`
/// if there are none, or nobody to share them with.
fn branches<K>(steps: &[Step<K>]) -> Option<[&[Step<K>]; 3]> {
    if steps.len() < 2 * WORTH_A_THREAD || rayon::current_num_threads() == 1 {
        return None;
    }
    // Where the tables begin that each step works on.
    let mut begins: Vec<usize> = Vec::new();
    let mut found = None;
    for (t, step) in steps.iter().enumerate() {
        match step {
            Step::Start => begins.push(t),
            Step::Add(_) => {}
            Step::Join(_) => {
                let middle = begins.pop()?;
                // The left one must be all there is below, or more than two tables would be at hand.
                if begins.len() == 1 && middle >= WORTH_A_THREAD && t - middle >= WORTH_A_THREAD {
                    found = Some((middle, t));
                }
            }
        }
    }
    let (middle, join) = found?;
    Some([&steps[..middle], &steps[middle..join], &steps[join..]])
}

/// Goes on with these tables at hand.
fn go_on<K: Key, A: Arithmetic<K>>(
    arithmetic: &A,
    mut stack: Vec<A::Table>,
    steps: &[Step<K>],
    largest: &mut u64,
) -> Answer<A::Table> {
    let mut spare = None;
    for step in steps {
        let table = match step {
            Step::Start => arithmetic.start()?,
            Step::Add(add) => {
                let below = stack.pop().expect("a table to add to");
                let table = arithmetic.add(add, &below, spare.take())?;
                spare = Some(below);
                table
            }
            Step::Join(join) => {
                spare = None;
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

/// A table and the outside values of its entries.
type Known<K, S> = (TableOf<K, S>, Vec<<S as Semiring>::Value>);

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
    let mut known: Vec<Option<Known<K, S>>> = steps.iter().map(|_| None).collect();
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
    fn add(&self, step: &AddStep<K>, table: &Self::Table, spare: Option<Self::Table>) -> Answer<Self::Table> {
        add_box(&self.semiring, step, table, spare, self.budget)
    }
    fn settle(&self, table: Self::Table) -> Answer<Self::Table> {
        table.settle()
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
    fn add(&self, step: &AddStep<K>, table: &Self::Table, spare: Option<Self::Table>) -> Answer<Self::Table> {
        let semiring = Extremes { counted: self.counted[step.b.index()] };
        add_box(&semiring, step, table, spare, self.budget)
    }
    fn join(&self, step: &JoinStep<K>, left: &Self::Table, right: &Self::Table) -> Answer<Self::Table> {
        join(&Extremes::ALL, step, self.tracked, left, right, self.budget)
    }
    fn len(table: &Self::Table) -> usize {
        table.len()
    }
}

/// Exact counts, in whatever form the keys at hand ask for.
pub struct Counting<'a> {
    /// The slots of the tracked sums.
    pub tracked: &'a [Slot],
    /// What may be spent.
    pub budget: &'a Budget,
}

impl<K: Key> Arithmetic<K> for Counting<'_> {
    type Table = K::Counts;

    fn start(&self) -> Answer<K::Counts> {
        K::Counts::start(self.budget)
    }
    fn add(&self, step: &AddStep<K>, table: &K::Counts, spare: Option<K::Counts>) -> Answer<K::Counts> {
        table.add(step, spare, self.budget)
    }
    fn settle(&self, table: K::Counts) -> Answer<K::Counts> {
        table.settle()
    }
    fn join(&self, step: &JoinStep<K>, left: &K::Counts, right: &K::Counts) -> Answer<K::Counts> {
        left.join(right, step, self.tracked, self.budget)
    }
    fn len(table: &K::Counts) -> usize {
        table.len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::units::Units;
    use super::super::{Plan, count_in_words};
    use super::*;
    use crate::reduce::Component;
    use num_bigint::BigUint;

    /// A row of numbers, each with a cell of its own and one that it shares with the next.
    fn row(length: usize) -> Component {
        let mut component = Component::default();
        let numbers: Vec<_> = (0..length).map(|_| component.push_number(1)).collect();
        for at in 0..length {
            component.push_box(1, [numbers[at]]);
            if let Some(&next) = numbers.get(at + 1) {
                component.push_box(1, [numbers[at], next]);
            }
        }
        component
    }

    #[test]
    fn two_threads_share_the_ends_of_a_path() {
        let (component, budget) = (row(400), Budget::unlimited());
        let plan = Plan::path_like(&component, &budget).unwrap();
        let (units, layout) = Units::laid_out(&component, &plan.ops_without_return(), &budget).unwrap();
        let steps = layout.compile::<u64>(&units, &[], &budget).unwrap();
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let count = count_in_words(&component, &plan, &budget, &mut 0).unwrap();
                (count, branches(&steps).is_some())
            })
        };
        let ((one, alone), (two, shared)) = (with(1), with(2));
        assert_eq!(one, two);
        assert_eq!((alone, shared), (false, true));
        // Of shared cells no two side by side are mined, so their choices are a Fibonacci number.
        let (mut before, mut fibonacci) = (BigUint::from(1u32), BigUint::from(1u32));
        for _ in 1..400 {
            (before, fibonacci) = (fibonacci.clone(), before + fibonacci);
        }
        assert_eq!(one, fibonacci);
    }
}
