//! Elimination orders by greedy rules.
//!
//! # Theory
//! Eliminating a vertex makes its neighbours a clique and removes it. The largest number of
//! neighbours that a vertex has when its turn comes is the width of the order, and the treewidth is
//! the least width of all orders. Two greedy rules come close on sparse graphs: take the vertex with
//! fewest neighbours ([`Rule::MinDegree`]), or the one whose elimination adds fewest edges, its
//! *fill* ([`Rule::MinFill`]).
//!
//! Fill is kept up to date instead of computed anew. Adding an edge a–b lowers the fill of every
//! common neighbour by one and raises that of a by its neighbours that are none of b's. Removing v,
//! once its neighbours are a clique, takes from a neighbour u the pairs of v with those neighbours
//! of u that v did not have: deg u − deg v of them.
//!
//! # Cost
//! O(d) for each edge added, d the degree of its ends at that time, and O(log n) for each change in
//! a heap with stale entries.
//!
//! # What we changed
//! Ties go to the lowest vertex, or to a seeded random ranking of all vertices, so that restarts see
//! different orders and any of them can be had again.
//!
//! # References
//! H. L. Bodlaender, A. M. C. A. Koster, *Treewidth computations I: upper bounds*, Information and
//! Computation 208, 2010.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::Graph;
use crate::budget::{Answer, Budget};

/// Which vertex to eliminate next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// One with fewest neighbours.
    MinDegree,
    /// One whose elimination adds fewest edges.
    MinFill,
}

/// Who wins a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The lowest vertex.
    Lowest,
    /// The first in a random ranking drawn from this seed.
    Random(u64),
}

/// All vertices in the order of their elimination.
///
/// ```
/// use mineproof::decomp::{Graph, Rule, Ties, elimination_order};
/// let star = Graph::from_edges(4, &[(0, 1), (0, 2), (0, 3)]);
/// assert_eq!(elimination_order(&star, Rule::MinFill, Ties::Lowest), [1, 2, 0, 3]);
/// ```
pub fn elimination_order(graph: &Graph, rule: Rule, ties: Ties) -> Vec<u32> {
    elimination_order_within(graph, rule, ties, &Budget::unlimited()).expect("nothing is limited")
}

/// As [`elimination_order`], unless a limit comes first.
pub fn elimination_order_within(graph: &Graph, rule: Rule, ties: Ties, budget: &Budget) -> Answer<Vec<u32>> {
    let mut lease = budget.reserve((graph.len() * VERTEX_BYTES + graph.edge_count() * EDGE_BYTES) as u64)?;
    let mut elimination = Elimination::new(graph, rule, ties);
    let mut order = Vec::with_capacity(graph.len());
    while let Some(v) = elimination.next_vertex() {
        if order.len().is_multiple_of(PACE) {
            budget.check()?;
        }
        // Rows are looked through so rarely that it costs next to nothing.
        if order.len().is_multiple_of(graph.len() / LOOKS + PACE) {
            let bytes = (graph.len() * VERTEX_BYTES) as u64 + elimination.row_bytes();
            lease.resize(bytes.max(lease.bytes()))?;
        }
        elimination.eliminate(v);
        order.push(v);
    }
    Ok(order)
}

/// What a vertex takes: its row, rank, fill, and entries of the heap.
const VERTEX_BYTES: usize = 128;

/// What an edge takes: two entries of rows.
const EDGE_BYTES: usize = 8;

/// How many vertices are eliminated between two looks at the clock.
const PACE: usize = 64;

/// At most how often the memory of all rows is added up.
const LOOKS: usize = 32;

struct Elimination {
    rule: Rule,
    /// Neighbours among the vertices that are left, ascending.
    neighbours: Vec<Vec<u32>>,
    /// Kept for [`Rule::MinFill`] alone.
    fill: Vec<u64>,
    ranks: Vec<u64>,
    /// The score each vertex was last pushed with; others of its entries are stale.
    pushed: Vec<Option<u64>>,
    heap: BinaryHeap<Reverse<(u64, u64, u32)>>,
    gone: Vec<bool>,
    /// How many vertices are not gone.
    left: usize,
    /// Vertices whose score may have changed since it was pushed.
    changed: Vec<u32>,
    /// Whether a vertex is among them.
    noted: Vec<bool>,
}

impl Elimination {
    fn new(graph: &Graph, rule: Rule, ties: Ties) -> Self {
        let n = graph.len();
        let ranks = match ties {
            Ties::Lowest => vec![0; n],
            Ties::Random(seed) => {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                (0..n).map(|_| rng.next_u64()).collect()
            }
        };
        let mut elimination = Elimination {
            rule,
            neighbours: (0..n).map(|v| graph.neighbours(v).to_vec()).collect(),
            fill: vec![0; if rule == Rule::MinFill { n } else { 0 }],
            ranks,
            pushed: vec![None; n],
            heap: BinaryHeap::with_capacity(n),
            gone: vec![false; n],
            left: n,
            changed: (0..n as u32).collect(),
            noted: vec![true; n],
        };
        if rule == Rule::MinFill {
            elimination.count_fill(graph);
        }
        elimination
    }

    /// fill v = pairs of neighbours − edges among them; each such edge is a triangle at v.
    fn count_fill(&mut self, graph: &Graph) {
        for v in 0..graph.len() {
            let degree = graph.degree(v) as u64;
            self.fill[v] = degree * degree.saturating_sub(1) / 2;
        }
        let mut common = Vec::new();
        for (a, b) in graph.edges() {
            common_members(graph.neighbours(a as usize), graph.neighbours(b as usize), &mut common);
            for &w in &common {
                self.fill[w as usize] -= 1;
            }
        }
    }

    /// The memory of all rows.
    fn row_bytes(&self) -> u64 {
        self.neighbours.iter().map(|row| (row.capacity() * size_of::<u32>()) as u64).sum()
    }

    fn score(&self, v: u32) -> u64 {
        match self.rule {
            Rule::MinDegree => self.neighbours[v as usize].len() as u64,
            Rule::MinFill => self.fill[v as usize],
        }
    }

    fn next_vertex(&mut self) -> Option<u32> {
        for v in std::mem::take(&mut self.changed) {
            self.noted[v as usize] = false;
            let score = self.score(v);
            if !self.gone[v as usize] && self.pushed[v as usize] != Some(score) {
                self.pushed[v as usize] = Some(score);
                self.heap.push(Reverse((score, self.ranks[v as usize], v)));
            }
        }
        while let Some(Reverse((score, _, v))) = self.heap.pop() {
            if !self.gone[v as usize] && self.pushed[v as usize] == Some(score) {
                return Some(v);
            }
        }
        None
    }

    /// Takes vertices in whose score may have changed, each once: they repeat from edge to edge.
    fn note(&mut self, vertices: &[u32]) {
        for &v in vertices {
            if !std::mem::replace(&mut self.noted[v as usize], true) {
                self.changed.push(v);
            }
        }
    }

    fn eliminate(&mut self, v: u32) {
        let clique = std::mem::take(&mut self.neighbours[v as usize]);
        match self.rule {
            Rule::MinDegree => self.merge(&clique),
            Rule::MinFill => self.fill_in(&clique),
        }
        for &u in &clique {
            let row = &mut self.neighbours[u as usize];
            if self.rule == Rule::MinFill {
                self.fill[u as usize] -= (row.len() - clique.len()) as u64;
            }
            row.remove(row.binary_search(&v).expect("edges have two ends"));
        }
        self.gone[v as usize] = true;
        self.left -= 1;
        self.note(&clique);
    }

    /// Makes a clique where nobody asks for fill: each row is merged with the clique once.
    fn merge(&mut self, clique: &[u32]) {
        if clique.len() + 1 == self.left {
            // The least degree is all there can be: the whole rest is a clique already.
            return;
        }
        let mut merged = Vec::new();
        for &u in clique {
            let row = &mut self.neighbours[u as usize];
            if clique.iter().all(|&w| w == u || row.binary_search(&w).is_ok()) {
                // Nothing to add; a hub's long row is not copied for each of its leaves.
                continue;
            }
            merged.clear();
            merged.reserve(row.len() + clique.len());
            let (mut i, mut j) = (0, 0);
            while i < row.len() || j < clique.len() {
                let (a, b) = (row.get(i).copied(), clique.get(j).copied());
                let next = a.into_iter().chain(b).min().expect("one of them is not at its end");
                i += usize::from(a == Some(next));
                j += usize::from(b == Some(next));
                if next != u {
                    merged.push(next);
                }
            }
            row.clone_from(&merged);
        }
    }

    /// Makes a clique edge by edge, with fill kept right.
    fn fill_in(&mut self, clique: &[u32]) {
        let mut common = Vec::new();
        for (at, &a) in clique.iter().enumerate() {
            for &b in &clique[at + 1..] {
                let Err(place) = self.neighbours[a as usize].binary_search(&b) else { continue };
                let (row_a, row_b) = (&self.neighbours[a as usize], &self.neighbours[b as usize]);
                common_members(row_a, row_b, &mut common);
                self.fill[a as usize] += (row_a.len() - common.len()) as u64;
                self.fill[b as usize] += (row_b.len() - common.len()) as u64;
                for &w in &common {
                    self.fill[w as usize] -= 1;
                }
                self.note(&common);
                self.neighbours[a as usize].insert(place, b);
                let place = self.neighbours[b as usize].partition_point(|&w| w < a);
                self.neighbours[b as usize].insert(place, a);
            }
        }
    }
}

/// What two ascending lists share. A hub's long list is searched, not walked.
fn common_members(a: &[u32], b: &[u32], common: &mut Vec<u32>) {
    common.clear();
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.len() * 16 < long.len() {
        common.extend(short.iter().filter(|v| long.binary_search(v).is_ok()));
        return;
    }
    let (mut i, mut j) = (0, 0);
    while i < short.len() && j < long.len() {
        match short[i].cmp(&long[j]) {
            Ordering::Less => i += 1,
            Ordering::Greater => j += 1,
            Ordering::Equal => {
                common.push(short[i]);
                (i, j) = (i + 1, j + 1);
            }
        }
    }
}
