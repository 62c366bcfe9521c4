//! All graphs with a few vertices, and random ones.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use mineproof::decomp::Graph;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A graph with up to eight vertices: the neighbours of each as bits.
pub type Rows = Vec<u8>;

/// One graph for each isomorphism class on `n` up to 8 vertices.
pub fn classes(n: usize) -> &'static [Rows] {
    static ALL: OnceLock<Vec<Vec<Rows>>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let mut all: Vec<Vec<Rows>> = vec![vec![Vec::new()]];
        for n in 1..=8 {
            // Every graph is one with a vertex less and a new vertex with some neighbours.
            let larger = |smaller: &Rows, near: u32| {
                let mut rows: Rows = smaller
                    .iter()
                    .enumerate()
                    .map(|(v, row)| row | ((near >> v & 1) << (n - 1)) as u8)
                    .collect();
                rows.push(near as u8);
                canonical(&rows)
            };
            let found: BTreeSet<Rows> = all[n - 1]
                .iter()
                .flat_map(|smaller| (0..1u32 << (n - 1)).map(move |near| larger(smaller, near)))
                .collect();
            all.push(found.into_iter().collect());
        }
        all
    });
    &all[n]
}

/// The least relabelling among those that put the vertices into the order of an invariant.
fn canonical(rows: &Rows) -> Rows {
    let n = rows.len();
    // Degrees, refined by the sorted values of the neighbours until nothing changes.
    let mut colours: Vec<usize> = rows.iter().map(|row| row.count_ones() as usize).collect();
    loop {
        let signatures: Vec<(usize, Vec<usize>)> = (0..n)
            .map(|v| {
                let mut near: Vec<usize> =
                    (0..n).filter(|w| rows[v] >> w & 1 == 1).map(|w| colours[w]).collect();
                near.sort_unstable();
                (colours[v], near)
            })
            .collect();
        let mut sorted = signatures.clone();
        sorted.sort();
        sorted.dedup();
        let refined: Vec<usize> = signatures.iter().map(|s| sorted.binary_search(s).unwrap()).collect();
        if refined == colours {
            break;
        }
        colours = refined;
    }
    let mut search = Search { rows, colours: &colours, order: Vec::new(), best: None };
    search.extend();
    search.best.unwrap()
}

struct Search<'a> {
    rows: &'a Rows,
    colours: &'a [usize],
    order: Vec<usize>,
    best: Option<Rows>,
}

impl Search<'_> {
    fn extend(&mut self) {
        let n = self.rows.len();
        let left: Vec<usize> = (0..n).filter(|v| !self.order.contains(v)).collect();
        let Some(colour) = left.iter().map(|&v| self.colours[v]).min() else {
            let relabelled = relabel(self.rows, &self.order);
            if self.best.as_ref().is_none_or(|best| relabelled < *best) {
                self.best = Some(relabelled);
            }
            return;
        };
        let mut tried: Vec<usize> = Vec::new();
        for v in left.into_iter().filter(|&v| self.colours[v] == colour) {
            // Of twins one is enough.
            let twin = |&w: &usize| {
                let both = 1u8 << v | 1 << w;
                self.rows[v] & !both == self.rows[w] & !both
            };
            if tried.iter().any(twin) {
                continue;
            }
            tried.push(v);
            self.order.push(v);
            self.extend();
            self.order.pop();
        }
    }
}

/// The graph whose vertex i is `order[i]`.
pub fn relabel(rows: &Rows, order: &[usize]) -> Rows {
    let row = |&v: &usize| order.iter().enumerate().fold(0u8, |bits, (i, &w)| bits | (rows[v] >> w & 1) << i);
    order.iter().map(row).collect()
}

pub fn graph(rows: &Rows) -> Graph {
    let edges: Vec<(u32, u32)> = (0..rows.len() as u32)
        .flat_map(|w| (0..w).filter(move |&v| rows[w as usize] >> v & 1 == 1).map(move |v| (v, w)))
        .collect();
    Graph::from_edges(rows.len(), &edges)
}

/// Every labelled graph with `n` vertices.
pub fn labelled(n: u32) -> impl Iterator<Item = Graph> {
    let pairs: Vec<(u32, u32)> = (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    (0..1u32 << pairs.len()).map(move |set| {
        let edges: Vec<(u32, u32)> =
            pairs.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, &pair)| pair).collect();
        Graph::from_edges(n as usize, &edges)
    })
}

/// Random choices for tests.
pub struct Chance(Xoshiro256PlusPlus);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Chance(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    pub fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for last in (1..n).rev() {
            let other = self.below(last + 1);
            order.swap(last, other);
        }
        order
    }

    /// Each pair joined with a chance of its own choosing.
    pub fn plain_graph(&mut self, n: usize) -> Graph {
        let chance = 1 + self.below(99);
        let mut edges = Vec::new();
        for w in 0..n as u32 {
            for v in 0..w {
                if self.below(100) < chance {
                    edges.push((v, w));
                }
            }
        }
        Graph::from_edges(n, &edges)
    }

    /// A graph with many modules: parts joined all, not at all or along a path, again and again.
    pub fn modular_graph(&mut self, n: usize) -> Graph {
        let names = self.order(n);
        let mut parts: Vec<Vec<u32>> = names.iter().map(|&v| vec![v as u32]).collect();
        let mut edges = Vec::new();
        while parts.len() > 1 {
            let how_many = (2 + self.below(4)).min(parts.len());
            let kind = self.below(3);
            let mut joined: Vec<Vec<u32>> = Vec::new();
            for _ in 0..how_many {
                let at = self.below(parts.len());
                joined.push(parts.swap_remove(at));
            }
            for (i, left) in joined.iter().enumerate() {
                for (j, right) in joined.iter().enumerate().skip(i + 1) {
                    if kind == 0 || kind == 1 && j == i + 1 {
                        edges.extend(left.iter().flat_map(|&v| right.iter().map(move |&w| (v, w))));
                    }
                }
            }
            parts.push(joined.concat());
        }
        Graph::from_edges(n, &edges)
    }
}

#[test]
fn there_are_as_many_graphs_as_there_are() {
    let counts: Vec<usize> = (0..=8).map(|n| classes(n).len()).collect();
    assert_eq!(counts, [1, 1, 2, 4, 11, 34, 156, 1044, 12346]);
}
