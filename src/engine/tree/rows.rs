//! Rows of series, their products, and the duals of those products.
//!
//! # Theory
//! A [`Row`] has one series in x for each number i of mines of a lot: the paper's P□ and P* are its
//! entries 0 and 1. Rows are joined in two ways:
//!
//! - [`Join::Pointwise`], below a lot: all sides speak of the same i, so entries multiply;
//! - [`Join::Convolve`], below a number: the mines of different lots add up, so entry t is the sum
//!   of products of entries i and t−i. This is the paper's product in two variables, y for t.
//!
//! Many rows are joined two smallest first, so that a large one is multiplied late and seldom. For
//! the duals of all factors at once, the same tree of products is walked back from its root: the
//! dual of a factor is the dual of the product, transposed by the other factor.
//!
//! # Cost
//! A join costs the product of the sizes of its rows at most; for m equal factors the tree has
//! log m levels. The duals cost about twice as much as the product.
//!
//! # What we changed
//! The paper has no duals: it would run once per cell.
//!
//! # References
//! S. Golan, *Minesweeper on graphs*, 2011, section 4, cases i–iv.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use num_bigint::BigUint;
use num_traits::Zero;

use crate::budget::{Answer, Budget, Lease};

use super::series::{Series, convolve};

/// For each number of mines from `first` on a series. Its memory is leased.
#[derive(Debug)]
pub(super) struct Row {
    pub first: u64,
    pub entries: Vec<Series>,
    bytes: u64,
    _lease: Lease,
}

impl Row {
    /// A row with its memory leased.
    pub fn new(first: u64, entries: Vec<Series>, budget: &Budget) -> Answer<Self> {
        Self::with_lease(first, entries, budget.reserve(0)?)
    }

    fn with_lease(first: u64, entries: Vec<Series>, mut lease: Lease) -> Answer<Self> {
        let bytes = entries.iter().map(Series::bytes).sum();
        lease.resize(bytes)?;
        Ok(Row { first, entries, bytes, _lease: lease })
    }

    /// The entry for i mines, where there is one.
    pub fn get(&self, i: u64) -> Option<&Series> {
        self.entries.get(usize::try_from(i.checked_sub(self.first)?).ok()?)
    }

    /// The same entries, last first, starting at `first`.
    pub fn reversed(mut self, first: u64) -> Self {
        self.entries.reverse();
        self.first = first;
        self
    }

    fn end(&self) -> u64 {
        self.first + self.entries.len() as u64
    }

    fn cut(&self, span: Span, budget: &Budget) -> Answer<Row> {
        let entries = (span.first..span.end).map(|t| self.get(t).cloned().unwrap_or_default()).collect();
        Row::new(span.first, entries, budget)
    }

    /// Longest series and most bits of a term.
    fn extent(&self) -> (u64, u64) {
        let terms = |entry: &Series| entry.terms.iter().map(BigUint::bits).max().unwrap_or(0);
        let length = self.entries.iter().map(|entry| entry.terms.len()).max().unwrap_or(0);
        (length as u64, self.entries.iter().map(terms).max().unwrap_or(0))
    }

    /// Whether each entry is a plain number.
    fn is_flat(&self) -> bool {
        self.entries.iter().all(|entry| entry.from == 0 && entry.terms.len() == 1)
    }
}

/// The entries `first..end` of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub first: u64,
    pub end: u64,
}

/// How two rows become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    /// Both speak of the same mines.
    Pointwise,
    /// Their mines add up.
    Convolve,
}

impl Join {
    /// The product of rows (at least one), its entries `span` alone.
    pub fn product(self, rows: &[&Row], span: Span, budget: &Budget) -> Answer<Row> {
        let mut tree = self.tree(rows, span, budget, false)?;
        match tree.joined.pop() {
            Some(row) => Ok(row.expect("the last product is not consumed")),
            None => rows[0].cut(span, budget),
        }
    }

    /// The dual on each of the rows that `dual` gives, a dual on their product.
    pub fn duals(self, rows: &[&Row], dual: Row, budget: &Budget) -> Answer<Vec<Row>> {
        let span = Span { first: dual.first, end: dual.end() };
        let tree = self.tree(rows, span, budget, true)?;
        let mut duals: Vec<Option<Row>> = (0..rows.len() + tree.joined.len()).map(|_| None).collect();
        *duals.last_mut().expect("at least one row") = Some(dual);
        for (at, &(left, right)) in tree.pairs.iter().enumerate().rev() {
            budget.check()?;
            let dual = duals[rows.len() + at].take().expect("parents come last");
            for (part, other) in [(left, right), (right, left)] {
                duals[part] =
                    Some(self.transpose(tree.row(rows, part), tree.row(rows, other), &dual, budget)?);
            }
        }
        duals.truncate(rows.len());
        Ok(duals.into_iter().map(|dual| dual.expect("every row is joined once")).collect())
    }

    /// Joins the two smallest until one is left; `keep` keeps what was joined.
    fn tree(self, rows: &[&Row], span: Span, budget: &Budget, keep: bool) -> Answer<ProductTree> {
        let mut tree = ProductTree { joined: Vec::new(), pairs: Vec::new() };
        let mut heap: BinaryHeap<_> =
            rows.iter().enumerate().map(|(at, row)| Reverse((row.bytes, at))).collect();
        while let (Some(Reverse((_, left))), Some(Reverse((_, right)))) = (heap.pop(), heap.peek().copied()) {
            heap.pop();
            let last = heap.is_empty();
            let (a, b) = (tree.row(rows, left), tree.row(rows, right));
            let whole = match self {
                Join::Pointwise => Span { first: a.first, end: a.end() },
                Join::Convolve => Span { first: a.first + b.first, end: a.end() + b.end() - 1 },
            };
            let row = self.join(a, b, if last { span } else { whole }, budget)?;
            heap.push(Reverse((row.bytes, rows.len() + tree.joined.len())));
            for part in [left, right] {
                if let (false, Some(consumed)) = (keep, part.checked_sub(rows.len())) {
                    tree.joined[consumed] = None;
                }
            }
            tree.joined.push(Some(row));
            tree.pairs.push((left, right));
        }
        Ok(tree)
    }

    fn join(self, a: &Row, b: &Row, span: Span, budget: &Budget) -> Answer<Row> {
        budget.check()?;
        let ((length_a, bits_a), (length_b, bits_b)) = (a.extent(), b.extent());
        let terms = (span.end - span.first).saturating_mul(length_a + length_b);
        let lease = budget.reserve(terms.saturating_mul((bits_a + bits_b) / 8 + 32))?;
        if self == Join::Convolve && a.entries.len().min(b.entries.len()) > 2 && a.is_flat() && b.is_flat() {
            return Row::with_lease(span.first, flat_product(a, b, span, budget)?, lease);
        }
        let mut entries = Vec::with_capacity((span.end - span.first) as usize);
        for t in span.first..span.end {
            let mut entry = Series::default();
            match self {
                Join::Pointwise => {
                    if let (Some(a), Some(b)) = (a.get(t), b.get(t)) {
                        entry.add_product(a, b, budget)?;
                    }
                }
                Join::Convolve => {
                    let low = a.first.max((t + 1).saturating_sub(b.end()));
                    for i in low..a.end().min((t + 1).saturating_sub(b.first)) {
                        entry.add_product(
                            &a.entries[(i - a.first) as usize],
                            &b.entries[(t - i - b.first) as usize],
                            budget,
                        )?;
                    }
                }
            }
            entries.push(entry);
        }
        Row::with_lease(span.first, entries, lease)
    }

    /// The dual on `part` that `dual` gives, a dual on the join of `part` and `other`.
    fn transpose(self, part: &Row, other: &Row, dual: &Row, budget: &Budget) -> Answer<Row> {
        let (length, _) = part.extent();
        let terms = (part.entries.len() as u64).saturating_mul(length);
        let lease = budget.reserve(terms.saturating_mul((dual.extent().1 + other.extent().1) / 8 + 32))?;
        let mut entries = Vec::with_capacity(part.entries.len());
        for (i, shape) in (part.first..).zip(&part.entries) {
            let mut entry = Series { from: shape.from, terms: vec![BigUint::zero(); shape.terms.len()] };
            match self {
                Join::Pointwise => {
                    if let (Some(other), Some(dual)) = (other.get(i), dual.get(i)) {
                        entry.add_transposed(other, dual, budget)?;
                    }
                }
                Join::Convolve => {
                    for (j, other) in (other.first..).zip(&other.entries) {
                        if let Some(dual) = dual.get(i + j) {
                            entry.add_transposed(other, dual, budget)?;
                        }
                    }
                }
            }
            entries.push(entry);
        }
        Row::with_lease(part.first, entries, lease)
    }
}

/// The product of rows of plain numbers: one series in y.
fn flat_product(a: &Row, b: &Row, span: Span, budget: &Budget) -> Answer<Vec<Series>> {
    let flat = |row: &'_ Row| row.entries.iter().map(|entry| entry.terms[0].clone()).collect::<Vec<_>>();
    // A span never starts below the first entry of the product.
    let first = (span.first - a.first - b.first) as usize;
    let product = convolve(&flat(a), &flat(b), first, (span.end - span.first) as usize, budget)?;
    Ok(product.into_iter().map(|value| Series::term(0, value)).collect())
}

/// Products of rows: the leaves are numbered first, then the joins in their order.
struct ProductTree {
    joined: Vec<Option<Row>>,
    pairs: Vec<(usize, usize)>,
}

impl ProductTree {
    fn row<'a>(&'a self, leaves: &[&'a Row], at: usize) -> &'a Row {
        match at.checked_sub(leaves.len()) {
            None => leaves[at],
            Some(joined) => self.joined[joined].as_ref().expect("joined once"),
        }
    }
}
