//! Which sums can be chosen at all: polynomials by mines without their coefficients.
//!
//! # Theory
//! Whether a total can be met does not depend on how many ways there are to meet it. So where only
//! that is asked, all that is left of a polynomial is the set of its exponents: adding two is their
//! union, multiplying them all sums of two members.
//!
//! # Cost
//! Those sets have next to no gaps, as mines can nearly always be moved one at a time: most are a
//! single run from the least to the greatest member, which takes two words however many mines
//! there are, and a product is two additions. A polynomial with n mines to choose takes n numbers
//! of up to n bits instead. Where gaps are many, as with odd and even, products go by
//! [`sets`](super::sets).

use super::Semiring;
use super::sets::{self, Set};

/// A set of numbers, as runs of consecutive ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Support(Runs);

/// The first and the last number of a run.
type Run = (u32, u32);

/// Runs are as long as they can be, so that each set has one form.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Runs {
    /// A single run.
    One(Run),
    /// None, or several in ascending order.
    Other(Box<[Run]>),
}

/// Products of more pairs of runs than this go by bits.
const FEW_PAIRS: usize = 64;

impl Support {
    /// The numbers from `first` to `last`, at least one.
    pub fn run(first: u32, last: u32) -> Self {
        debug_assert!(first <= last, "a run has a member");
        Support(Runs::One((first, last)))
    }

    /// The same as bits.
    pub fn to_set(&self) -> Set {
        let bits = |&(first, last): &Run| sets::interval(u64::from(first), u64::from(last));
        self.runs().iter().map(bits).fold(Set::ZERO, |all, run| all | run)
    }

    /// Whether a member passes a test.
    pub fn any(&self, test: impl Fn(u64) -> bool) -> bool {
        self.runs().iter().any(|&(first, last)| (first..=last).any(|number| test(u64::from(number))))
    }

    /// Whether a number is a member.
    pub fn has(&self, number: u32) -> bool {
        self.runs().iter().any(|&(first, last)| (first..=last).contains(&number))
    }

    /// The least member that a member of another set makes up to a sum.
    pub fn split(&self, other: &Support, sum: u32) -> Option<u32> {
        let with = |run: &Run| {
            let fits = |rest: &Run| {
                let least = run.0.max(sum.saturating_sub(rest.1));
                (rest.0 <= sum && least <= run.1.min(sum - rest.0)).then_some(least)
            };
            other.runs().iter().filter_map(fits).min()
        };
        self.runs().iter().find_map(with)
    }

    fn runs(&self) -> &[Run] {
        match &self.0 {
            Runs::One(run) => std::slice::from_ref(run),
            Runs::Other(runs) => runs,
        }
    }

    /// Runs that ascend by their first members, brought into the one form.
    fn of_ascending(runs: impl Iterator<Item = Run>) -> Self {
        let mut joined: Vec<Run> = Vec::new();
        for run in runs {
            match joined.last_mut() {
                Some(last) if run.0 <= last.1.saturating_add(1) => last.1 = last.1.max(run.1),
                _ => joined.push(run),
            }
        }
        match joined[..] {
            [only] => Support(Runs::One(only)),
            _ => Support(Runs::Other(joined.into())),
        }
    }

    fn of_set(set: &Set) -> Self {
        let run = |(first, len): (u64, u64)| (first as u32, (first + len - 1) as u32);
        Support::of_ascending(sets::runs(set).into_iter().map(run))
    }
}

/// The semiring of supports. Choosing `part` of `size` things adds `part`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Supports;

impl Semiring for Supports {
    type Value = Support;
    type Weight = u32;

    const HEAP: bool = true;

    fn zero(&self) -> Support {
        Support(Runs::Other(Box::default()))
    }
    fn one(&self) -> Support {
        Support::run(0, 0)
    }
    fn add(&self, sum: &mut Support, other: &Support) {
        if let (Runs::One(a), Runs::One(b)) = (&mut sum.0, &other.0)
            && a.0 <= b.1.saturating_add(1)
            && b.0 <= a.1.saturating_add(1)
        {
            *a = (a.0.min(b.0), a.1.max(b.1));
            return;
        }
        let mut runs = [sum.runs(), other.runs()].concat();
        runs.sort_unstable();
        *sum = Support::of_ascending(runs.into_iter());
    }
    fn mul(&self, a: &Support, b: &Support) -> Support {
        let both = |a: &Run, b: &Run| (a.0 + b.0, a.1 + b.1);
        if let (Runs::One(a), Runs::One(b)) = (&a.0, &b.0) {
            return Support(Runs::One(both(a, b)));
        }
        if a.runs().len() * b.runs().len() > FEW_PAIRS {
            return Support::of_set(&sets::sums(&a.to_set(), &b.to_set()));
        }
        let pairs = a.runs().iter().flat_map(|a| b.runs().iter().map(move |b| both(a, b)));
        let mut runs: Vec<Run> = pairs.collect();
        runs.sort_unstable();
        Support::of_ascending(runs.into_iter())
    }
    fn choose(&self, _size: u32, part: u32) -> u32 {
        part
    }
    fn scale(&self, value: &Support, &part: &u32) -> Support {
        let shifted = |run: &Run| (run.0 + part, run.1 + part);
        Support(match &value.0 {
            Runs::One(run) => Runs::One(shifted(run)),
            Runs::Other(runs) => Runs::Other(runs.iter().map(shifted).collect()),
        })
    }
    fn is_neutral(&self, weight: &u32) -> bool {
        *weight == 0
    }
    fn heap_bytes(&self, value: &Support) -> u64 {
        match &value.0 {
            Runs::One(_) => 0,
            Runs::Other(runs) => size_of_val::<[Run]>(runs) as u64,
        }
    }
}
