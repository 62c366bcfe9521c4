//! The edges of a graph as they are read: what graph text and JSON graphs share.

use super::error::digits;
use crate::decomp::Graph;

/// Edges between the vertices 1 to `vertices`, in the order of the file.
pub(super) struct Edges {
    vertices: u32,
    list: Vec<(u32, u32)>,
}

/// An edge that was given twice: the places of both in the order of the file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Doubled {
    pub(super) first: usize,
    pub(super) second: usize,
}

/// [`Graph`] counts both ends of every edge in 32 bits.
pub(super) const MOST_EDGES: u64 = (1 << 31) - 1;

/// Memory that a board of `vertices` vertices takes apart from its edges: a label, whether it
/// was given, and two words while the rows of the graph are filled.
pub(super) fn bytes_of_vertices(vertices: u32) -> u64 {
    (size_of::<crate::board::Label>() as u64 + 9) * (u64::from(vertices) + 1)
}

/// The number of vertices, if a board can have so many; `written` is how the file has it.
pub(super) fn vertex_count(vertices: u64, written: &[u8]) -> Result<u32, String> {
    let most = u32::MAX;
    let count = u32::try_from(vertices).ok().filter(|&vertices| vertices < most);
    count.ok_or_else(|| format!("{} vertices are too many; a board has fewer than {most}", digits(written)))
}

impl Edges {
    /// No edges yet, and room for `edges` of them.
    pub(super) fn new(vertices: u32, edges: usize) -> Self {
        Edges { vertices, list: Vec::with_capacity(edges) }
    }

    /// How many edges there are.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// A vertex, which the file counts from 1, as an index.
    pub(super) fn vertex(&self, vertex: u64) -> Option<u32> {
        (1..=u64::from(self.vertices)).contains(&vertex).then(|| vertex as u32 - 1)
    }

    /// That there is no such vertex, which the file has `written` so.
    pub(super) fn no_vertex(&self, written: &[u8]) -> String {
        format!("there is no vertex {}; {}", digits(written), self.range())
    }

    /// Which vertices there are, in words.
    pub(super) fn range(&self) -> String {
        match self.vertices {
            0 => "the graph has no vertices".to_owned(),
            most => format!("vertices are 1 to {most}"),
        }
    }

    /// Adds the edge between two indices, or says what is wrong with it.
    pub(super) fn push(&mut self, a: u32, b: u32) -> Result<(), String> {
        if a == b {
            let v = a + 1;
            return Err(format!("edge {v} {v} joins a vertex with itself; leave it out"));
        }
        if self.list.len() as u64 >= MOST_EDGES {
            return Err(format!("too many edges; a graph has at most {MOST_EDGES}"));
        }
        self.list.push((a, b));
        Ok(())
    }

    /// The graph, or the first edge of the file that was there before.
    pub(super) fn finish(self) -> Result<Graph, Doubled> {
        let graph = Graph::from_edges(self.vertices as usize, &self.list);
        if graph.edge_count() == self.list.len() {
            return Ok(graph);
        }
        // The graph merged some: only now is it worth sorting to learn which.
        let mut sorted: Vec<_> =
            self.list.iter().zip(0usize..).map(|(&(a, b), i)| (a.min(b), a.max(b), i)).collect();
        sorted.sort_unstable();
        let pairs = sorted.windows(2).filter(|w| (w[0].0, w[0].1) == (w[1].0, w[1].1));
        let doubled = pairs.map(|w| Doubled { first: w[0].2, second: w[1].2 });
        Err(doubled.min_by_key(|d| d.second).expect("fewer edges than were given"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_doubled_edge_is_named() {
        let mut edges = Edges::new(4, 0);
        for (a, b) in [(2, 3), (0, 1), (1, 2), (1, 0), (3, 2), (0, 1)] {
            edges.push(a, b).unwrap();
        }
        assert_eq!(edges.finish(), Err(Doubled { first: 1, second: 3 }));
    }
}
