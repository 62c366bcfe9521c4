//! What open cells tell, for all places of the mine at once.
//!
//! # Theory
//! The places of the mine that have shown the same numbers so far are a class. In the eyes of a
//! class every other cell is open or safe to open, and whatever cell y tells apart two of its
//! members splits it: those that touch y, and those that do not. Two cells tell something about
//! each other's class from the moment on when their classes part. So when a class falls into two,
//! only the edges between the two have to be looked at, from the cells of the smaller one: each
//! cell a of it splits the other side by its neighbours, and each cell y of the other side splits
//! it by the neighbours of y. When no edge is left to be looked at, every class is a module: its
//! cells touch the same cells outside.
//! # Cost
//! A cell is in the smaller half at most log n times, so O((n + m) log n) in all, however many
//! splits there are and whoever asks for them.
//! # What we changed
//! Algorithm 3 of the paper plays one game against one mine in O(n²). The usual partition
//! refinement splits by all cells of one half and by one cell that stands for the other; here
//! the edges of the one half serve both directions, so no cell has to stand for others.
//! # References
//! M. Habib, C. Paul, L. Viennot, Partition refinement techniques: an interesting algorithmic tool
//! kit, 1999.

use std::ops::Range;

use crate::budget::{Answer, Budget, Lease};
use crate::decomp::Graph;

/// Bytes for a vertex: five words, what waits to be looked at, and the edges of one look.
const VERTEX_BYTES: u64 = 40;
/// Bytes for a neighbour in one look.
const NEIGHBOUR_BYTES: u64 = 8;

/// The classes of the vertices of a graph.
#[derive(Debug)]
pub struct Partition<'g> {
    graph: &'g Graph,
    /// The vertices, class by class.
    vertices: Vec<u32>,
    /// Where each vertex stands.
    places: Vec<u32>,
    /// The class of each vertex.
    classes: Vec<u32>,
    /// Where each class stands. A class only ever falls apart within its own range.
    ranges: Vec<(u32, u32)>,
    /// How many vertices of each class are in the set that splits; all 0 between splits.
    inside: Vec<u32>,
    /// Ranges whose edges to the outside have not been looked at.
    waiting: Vec<Range<usize>>,
    _lease: Lease,
}

impl<'g> Partition<'g> {
    /// All vertices in one class.
    pub fn new(graph: &'g Graph, budget: &Budget) -> Answer<Self> {
        let n = graph.len();
        let edges = 2 * graph.edge_count() as u64;
        let lease = budget.reserve(VERTEX_BYTES * n as u64 + NEIGHBOUR_BYTES * edges)?;
        Ok(Partition {
            graph,
            vertices: (0..n as u32).collect(),
            places: (0..n as u32).collect(),
            classes: vec![0; n],
            ranges: vec![(0, n as u32)],
            inside: vec![0],
            waiting: Vec::new(),
            _lease: lease,
        })
    }

    /// The classes, each ascending, in the order of their first vertices.
    pub fn classes(&self) -> Vec<Vec<u32>> {
        let mut of_class = vec![None; self.ranges.len()];
        let mut found: Vec<Vec<u32>> = Vec::new();
        for v in 0..self.classes.len() {
            let at = *of_class[self.classes[v] as usize].get_or_insert_with(|| {
                found.push(Vec::new());
                found.len() - 1
            });
            found[at].push(v as u32);
        }
        found
    }

    /// Whether a vertex is all that is left of its class.
    pub fn is_alone(&self, v: u32) -> bool {
        let (from, to) = self.ranges[self.classes[v as usize] as usize];
        to - from == 1
    }

    /// Splits every class into what is in the set and what is not. No vertex comes twice.
    pub fn split(&mut self, set: &[u32]) {
        let mut touched = Vec::new();
        for &v in set {
            let class = self.classes[v as usize] as usize;
            let (from, inside) = (self.ranges[class].0, self.inside[class]);
            if inside == 0 {
                touched.push(class);
            }
            self.inside[class] += 1;
            self.swap(self.places[v as usize] as usize, (from + inside) as usize);
        }
        for class in touched {
            let inside = std::mem::take(&mut self.inside[class]);
            let (from, to) = self.ranges[class];
            let cut = from + inside;
            if cut == to {
                continue;
            }
            // The smaller half is renamed: it is what will be looked at, too.
            let (kept, smaller) =
                if inside <= to - cut { ((cut, to), from..cut) } else { ((from, cut), cut..to) };
            self.ranges[class] = kept;
            let new = self.ranges.len() as u32;
            self.ranges.push((smaller.start, smaller.end));
            self.inside.push(0);
            let smaller = smaller.start as usize..smaller.end as usize;
            for at in smaller.clone() {
                self.classes[self.vertices[at] as usize] = new;
            }
            self.waiting.push(smaller);
        }
    }

    /// Splits until no vertex tells apart two others that are in one class, but not in its own.
    pub fn settle(&mut self, budget: &Budget) -> Answer<()> {
        let mut looked = 0;
        let (mut members, mut outside, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(range) = self.waiting.pop() {
            // Both directions may reorder the vertices, but only within the range or outside it.
            members.clear();
            members.extend_from_slice(&self.vertices[range.clone()]);
            pairs.clear();
            for &a in &members {
                outside.clear();
                let all = self.graph.neighbours(a as usize);
                outside.extend(
                    all.iter().copied().filter(|&y| !range.contains(&(self.places[y as usize] as usize))),
                );
                pairs.extend(outside.iter().map(|&y| (y, a)));
                self.split(&outside);
                looked += all.len() + 1;
                if looked > 1 << 16 {
                    budget.check()?;
                    looked = 0;
                }
            }
            pairs.sort_unstable();
            for seen in pairs.chunk_by(|left, right| left.0 == right.0) {
                outside.clear();
                outside.extend(seen.iter().map(|&(_, a)| a));
                self.split(&outside);
            }
        }
        Ok(())
    }

    fn swap(&mut self, i: usize, j: usize) {
        self.vertices.swap(i, j);
        self.places[self.vertices[i] as usize] = i as u32;
        self.places[self.vertices[j] as usize] = j as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Splits off one vertex and settles.
    fn classes_without(graph: &Graph, v: u32) -> Vec<Vec<u32>> {
        let mut partition = Partition::new(graph, &Budget::unlimited()).unwrap();
        partition.split(&[v]);
        partition.settle(&Budget::unlimited()).unwrap();
        partition.classes()
    }

    #[test]
    fn classes_are_the_largest_modules_without_a_vertex() {
        // A star with four leaves: all other leaves stay together.
        let star = Graph::from_edges(5, &[(0, 1), (0, 2), (0, 3), (0, 4)]);
        assert_eq!(classes_without(&star, 2), [vec![0], vec![1, 3, 4], vec![2]]);
        assert_eq!(classes_without(&star, 0), [vec![0], vec![1, 2, 3, 4]]);
        // A path of four is prime.
        let path = Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3)]);
        assert_eq!(classes_without(&path, 3).len(), 4);
        // Two triangles: the far one is untouched.
        let two = Graph::from_edges(6, &[(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]);
        assert_eq!(classes_without(&two, 0), [vec![0], vec![1, 2], vec![3, 4, 5]]);
    }

    #[test]
    fn a_whole_class_in_the_set_is_no_split() {
        let graph = Graph::from_edges(3, &[]);
        let mut partition = Partition::new(&graph, &Budget::unlimited()).unwrap();
        partition.split(&[0, 1, 2]);
        partition.split(&[]);
        assert_eq!(partition.classes(), [[0, 1, 2]]);
        assert!(!partition.is_alone(0));
    }
}
