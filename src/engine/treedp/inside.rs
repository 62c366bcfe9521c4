//! The way forth, kept for the way back.

use num_bigint::BigUint;
use num_traits::Zero;

use crate::algebra::Polynomial;
use crate::budget::{Answer, Budget, StopReason};
use crate::reduce::Component;

use super::counts::CountTable;
use super::key::{Key, Wide};
use super::layout::Layout;
use super::poly::{self, ByMines, PolyTable};
use super::program::{Program, Step};
use super::walk::{Counting, walk_keeping};
use super::{Plan, impossible, with_key};

/// The inside values of a component: its counts by mines at once, its marginals on demand.
pub struct Inside {
    kept: Box<dyn WayBack>,
    /// How many placements have each number of mines; all in one coefficient if mines were not
    /// told apart.
    pub polynomial: Polynomial,
    sizes: Vec<u32>,
}

/// What a box may hold: the sums of inside times outside for each of its numbers of mines.
pub type Marginals = Vec<Vec<BigUint>>;

trait WayBack: Send {
    fn back(
        self: Box<Self>,
        outer: &dyn Fn(u64) -> BigUint,
        bits: u64,
        budget: &Budget,
    ) -> Answer<Vec<Found>>;
}

/// A sum for a box and a number of mines in it.
struct Found {
    b: usize,
    part: u32,
    sum: BigUint,
}

impl Inside {
    /// Walks forth. With `by_mines` states are told apart by their number of mines.
    pub fn new(
        component: &Component,
        plan: &Plan,
        by_mines: bool,
        budget: &Budget,
        largest: &mut u64,
    ) -> Answer<Self> {
        let sizes = component.boxes().map(|b| component.size(b)).collect();
        if impossible(component) {
            return Ok(Inside { kept: Box::new(Nothing), polynomial: Polynomial::zero(), sizes });
        }
        if by_mines {
            return Inside::with_polynomials(component, plan, sizes, budget, largest);
        }
        let ops = plan.ops();
        let layout = Layout::new(component, &ops, &[], budget)?;
        with_key!(layout.words, K => {
            let steps: Program<K> = layout.compile(component, &[], budget)?;
            let tables = walk_keeping(&Counting { tracked: &[], budget }, &steps, largest)?;
            let last = tables.last().map(CountTable::entries).unwrap_or_default();
            let polynomial = Polynomial::new(0, last.into_iter().map(|(_, count)| count).collect());
            let kept = Box::new(KeptCounts { steps, tables });
            Ok(Inside { kept, polynomial, sizes })
        })
    }

    /// Walks forth with a polynomial by mines for each state.
    fn with_polynomials(
        component: &Component,
        plan: &Plan,
        sizes: Vec<u32>,
        budget: &Budget,
        largest: &mut u64,
    ) -> Answer<Self> {
        let ops = plan.ops_by_mines(component, true, budget)?;
        let layout = Layout::new(component, &ops, &[], budget)?;
        with_key!(layout.words, K => {
            let steps: Program<K> = layout.compile(component, &[], budget)?;
            let tables = walk_keeping(&ByMines { budget }, &steps, largest)?;
            let last = tables.last().and_then(|table| table.entries().next());
            let polynomial = last.map(|(_, polynomial)| polynomial).unwrap_or_default();
            Ok(Inside { kept: Box::new(KeptPolynomials { steps, tables }), polynomial, sizes })
        })
    }

    /// Walks back: for each box and each number of mines in it, the number of placements in which
    /// it has that many, each weighted with `outer` of the placement's mines.
    pub fn marginals(self, outer: &dyn Fn(u64) -> BigUint, budget: &Budget) -> Answer<Marginals> {
        let mut marginals: Marginals =
            self.sizes.iter().map(|&s| vec![BigUint::zero(); s as usize + 1]).collect();
        let total: BigUint = self.polynomial.terms().map(|(mines, n)| n * outer(mines)).sum();
        if total.is_zero() {
            return Ok(marginals);
        }
        // Every state in a table is reached at least once, so no outside value, and no inside
        // times outside, is above the total.
        for found in self.kept.back(outer, total.bits(), budget)? {
            marginals[found.b][found.part as usize] = found.sum;
        }
        Ok(marginals)
    }
}

/// What is kept where there is no solution.
struct Nothing;

impl WayBack for Nothing {
    fn back(self: Box<Self>, _: &dyn Fn(u64) -> BigUint, _: u64, _: &Budget) -> Answer<Vec<Found>> {
        Ok(Vec::new())
    }
}

struct KeptCounts<K: Key> {
    steps: Program<K>,
    tables: Vec<K::Counts>,
}

impl<K: Key> WayBack for KeptCounts<K> {
    fn back(
        self: Box<Self>,
        outer: &dyn Fn(u64) -> BigUint,
        bits: u64,
        budget: &Budget,
    ) -> Answer<Vec<Found>> {
        let sums = K::Counts::back(&self.steps, &[], self.tables, &|_| outer(0), bits, budget)?;
        Ok(by_part(&self.steps, sums))
    }
}

struct KeptPolynomials<K> {
    steps: Program<K>,
    tables: Vec<PolyTable<K>>,
}

impl<K: Key> WayBack for KeptPolynomials<K> {
    fn back(
        self: Box<Self>,
        outer: &dyn Fn(u64) -> BigUint,
        bits: u64,
        budget: &Budget,
    ) -> Answer<Vec<Found>> {
        let sums = poly::walk_back(&self.steps, self.tables, outer, bits, budget)?;
        Ok(by_part(&self.steps, sums))
    }
}

/// The sums of each step that adds a box, told apart by its branches.
fn by_part<K: Key>(steps: &[Step<K>], sums: Vec<Vec<BigUint>>) -> Vec<Found> {
    let mut found = Vec::new();
    for (step, sums) in steps.iter().zip(sums) {
        if let Step::Add(step) = step {
            let parts = step.branches.iter().zip(sums);
            found.extend(parts.map(|(branch, sum)| Found { b: step.b.index(), part: branch.part, sum }));
        }
    }
    found
}
