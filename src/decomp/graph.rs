//! A simple undirected graph in compressed rows.

/// A simple undirected graph on the vertices `0..len`, neighbours in ascending order.
///
/// ```
/// use mineproof::decomp::Graph;
/// let path = Graph::from_edges(3, &[(0, 1), (2, 1), (1, 0)]);
/// assert_eq!(path.neighbours(1), &[0, 2]);
/// assert_eq!(path.edge_count(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    /// The graph with these edges; doubled edges count once, loops are dropped.
    ///
    /// # Panics
    /// If an end is not below `len`, or if there are 2³¹ edges or more.
    pub fn from_edges(len: usize, edges: &[(u32, u32)]) -> Self {
        assert!(edges.len() < 1 << 31, "too many edges");
        let mut starts = vec![0u32; len + 1];
        for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
            starts[a as usize + 1] += 1;
            starts[b as usize + 1] += 1;
        }
        for i in 0..len {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut targets = vec![0u32; starts[len] as usize];
        for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
            for (from, to) in [(a, b), (b, a)] {
                targets[next[from as usize] as usize] = to;
                next[from as usize] += 1;
            }
        }
        let mut graph = Graph { starts, targets };
        graph.sort_rows();
        graph
    }

    fn sort_rows(&mut self) {
        let mut kept = 0;
        for v in 0..self.len() {
            let (from, to) = (self.starts[v] as usize, self.starts[v + 1] as usize);
            self.targets[from..to].sort_unstable();
            let row = kept;
            self.starts[v] = row as u32;
            for i in from..to {
                let target = self.targets[i];
                if kept == row || self.targets[kept - 1] != target {
                    self.targets[kept] = target;
                    kept += 1;
                }
            }
        }
        let last = self.len();
        self.starts[last] = kept as u32;
        self.targets.truncate(kept);
    }

    /// How many vertices there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.targets.len() / 2
    }

    /// The neighbours of `v`, ascending.
    pub fn neighbours(&self, v: usize) -> &[u32] {
        &self.targets[self.starts[v] as usize..self.starts[v + 1] as usize]
    }

    /// How many neighbours `v` has.
    pub fn degree(&self, v: usize) -> usize {
        self.neighbours(v).len()
    }

    /// Every edge once, the smaller end first, in ascending order.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..self.len() as u32).flat_map(move |v| {
            self.neighbours(v as usize).iter().filter(move |&&w| v < w).map(move |&w| (v, w))
        })
    }
}
