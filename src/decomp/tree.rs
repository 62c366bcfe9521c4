//! Tree decompositions: made from elimination orders, and checked.
//!
//! # Theory
//! A tree decomposition of a graph is a tree of bags of vertices such that (1) every vertex is in a
//! bag, (2) every edge has a bag with both its ends, (3) the bags of a vertex are connected in the
//! tree. Its width is the size of the largest bag minus 1.
//!
//! From an elimination order: the bag of v holds v and its neighbours at its turn; it hangs below
//! the bag of the first of these to be eliminated. The filled graph is never made: the bag of v is v
//! with its later neighbours in the graph itself and in the bags that hang below. Trees of different
//! parts of the graph share no vertex, so their roots may be linked at will.
//!
//! The checker roots the tree. The bags of v are connected exactly if one of them alone, its *top*,
//! has a parent without v or none; and two connected sets of bags meet exactly if the top of one of
//! them is in the other.
//!
//! # Cost
//! Building: the sum of the sizes of all bags, times a logarithm for sorting. Checking: the same,
//! plus a logarithm per edge of the graph.
//!
//! # What we changed
//! Nothing.
//!
//! # References
//! N. Robertson, P. D. Seymour, *Graph minors II*, J. Algorithms 7, 1986; H. L. Bodlaender,
//! A. M. C. A. Koster, *Treewidth computations I: upper bounds*, 2010.

use super::Graph;

/// A tree of bags.
///
/// ```
/// use mineproof::decomp::{Graph, TreeDecomposition};
/// let path = Graph::from_edges(3, &[(0, 1), (1, 2)]);
/// let decomposition = TreeDecomposition::from_order(&path, &[0, 1, 2]);
/// assert_eq!(decomposition.bags, [vec![0, 1], vec![1, 2], vec![2]]);
/// assert_eq!(decomposition.width(), 1);
/// assert_eq!(decomposition.check(&path), Ok(()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct TreeDecomposition {
    /// The vertices of each bag, ascending.
    pub bags: Vec<Vec<u32>>,
    /// Pairs of bags.
    pub edges: Vec<(u32, u32)>,
}

/// What keeps bags and edges from being a tree decomposition of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // The fields are named by the message of each.
pub enum DecompositionError {
    /// A tree edge names a bag that is not there.
    #[error("tree edge {a}–{b} names a bag that is not there")]
    NoSuchBag { a: u32, b: u32 },
    /// A tree edge closes a cycle.
    #[error("tree edge {a}–{b} closes a cycle")]
    Cycle { a: u32, b: u32 },
    /// The bags fall into several parts.
    #[error("bag {bag} is not connected to bag 0")]
    Apart { bag: u32 },
    /// A bag names a vertex that is not there.
    #[error("bag {bag} names vertex {vertex}, which is not there")]
    NoSuchVertex { bag: u32, vertex: u32 },
    /// A bag is not in ascending order, or names a vertex twice.
    #[error("bag {bag} is not in ascending order at vertex {vertex}")]
    Unordered { bag: u32, vertex: u32 },
    /// Condition (1).
    #[error("vertex {vertex} is in no bag")]
    VertexMissing { vertex: u32 },
    /// Condition (2).
    #[error("no bag has both ends of edge {a}–{b}")]
    EdgeMissing { a: u32, b: u32 },
    /// Condition (3).
    #[error("the bags of vertex {vertex} are not connected")]
    Scattered { vertex: u32 },
}

impl TreeDecomposition {
    /// The decomposition of an elimination order: bag i is that of `order[i]`, and each tree edge
    /// leads from a bag to a later one. The empty graph has one empty bag.
    ///
    /// # Panics
    /// If `order` does not name every vertex exactly once.
    pub fn from_order(graph: &Graph, order: &[u32]) -> Self {
        let n = graph.len();
        assert_eq!(order.len(), n, "an order names every vertex");
        if n == 0 {
            return TreeDecomposition { bags: vec![Vec::new()], edges: Vec::new() };
        }
        let mut turns = vec![u32::MAX; n];
        for (turn, &v) in order.iter().enumerate() {
            let before = std::mem::replace(&mut turns[v as usize], turn as u32);
            assert_eq!(before, u32::MAX, "an order names every vertex once");
        }
        let mut bags: Vec<Vec<u32>> = Vec::with_capacity(n);
        let mut below: Vec<Vec<u32>> = vec![Vec::new(); n];
        let mut edges = Vec::with_capacity(n - 1);
        let mut last_root = None;
        for (turn, &v) in order.iter().enumerate() {
            let later = |w: &u32| turns[*w as usize] > turn as u32;
            let mut bag: Vec<u32> = graph.neighbours(v as usize).iter().copied().filter(later).collect();
            for child in std::mem::take(&mut below[turn]) {
                bag.extend(bags[child as usize].iter().filter(|&w| later(w)));
            }
            match bag.iter().map(|&w| turns[w as usize]).min() {
                Some(parent) => {
                    below[parent as usize].push(turn as u32);
                    edges.push((turn as u32, parent));
                }
                None => edges.extend(last_root.replace(turn as u32).map(|root| (root, turn as u32))),
            }
            bag.push(v);
            bag.sort_unstable();
            bag.dedup();
            bags.push(bag);
        }
        TreeDecomposition { bags, edges }
    }

    /// The size of the largest bag minus 1; 0 where all bags are empty.
    pub fn width(&self) -> usize {
        self.bags.iter().map(Vec::len).max().unwrap_or(0).saturating_sub(1)
    }

    /// Whether this is a tree decomposition of `graph`; if not, the first fault found.
    pub fn check(&self, graph: &Graph) -> Result<(), DecompositionError> {
        let parents = self.root()?;
        self.check_bags(graph)?;
        let tops = self.check_connected(graph, &parents)?;
        for (a, b) in graph.edges() {
            let has = |bag: u32, v: u32| self.bags[bag as usize].binary_search(&v).is_ok();
            if !has(tops[a as usize], b) && !has(tops[b as usize], a) {
                return Err(DecompositionError::EdgeMissing { a, b });
            }
        }
        Ok(())
    }

    /// The parent of each bag when bag 0 is the root (which is its own parent).
    fn root(&self) -> Result<Vec<u32>, DecompositionError> {
        let mut sets = DisjointSets((0..self.bags.len() as u32).collect());
        for &(a, b) in &self.edges {
            if a.max(b) as usize >= self.bags.len() {
                return Err(DecompositionError::NoSuchBag { a, b });
            }
            if !sets.unite(a, b) {
                return Err(DecompositionError::Cycle { a, b });
            }
        }
        // No cycle, hence no loop and no doubled edge: the graph has exactly these edges.
        let tree = Graph::from_edges(self.bags.len(), &self.edges);
        let mut parents = vec![u32::MAX; self.bags.len()];
        let mut stack: Vec<(u32, u32)> =
            (0..self.bags.len().min(1) as u32).map(|root| (root, root)).collect();
        while let Some((bag, parent)) = stack.pop() {
            parents[bag as usize] = parent;
            let below = tree.neighbours(bag as usize).iter().filter(|&&other| other != parent);
            stack.extend(below.map(|&child| (child, bag)));
        }
        match parents.iter().position(|&parent| parent == u32::MAX) {
            Some(bag) => Err(DecompositionError::Apart { bag: bag as u32 }),
            None => Ok(parents),
        }
    }

    fn check_bags(&self, graph: &Graph) -> Result<(), DecompositionError> {
        for (at, bag) in self.bags.iter().enumerate() {
            let at = at as u32;
            if let Some(&vertex) = bag.iter().find(|&&v| v as usize >= graph.len()) {
                return Err(DecompositionError::NoSuchVertex { bag: at, vertex });
            }
            if let Some(pair) = bag.windows(2).find(|pair| pair[0] >= pair[1]) {
                return Err(DecompositionError::Unordered { bag: at, vertex: pair[1] });
            }
        }
        Ok(())
    }

    /// Conditions (1) and (3); gives the top bag of each vertex.
    fn check_connected(&self, graph: &Graph, parents: &[u32]) -> Result<Vec<u32>, DecompositionError> {
        let mut tops: Vec<Option<u32>> = vec![None; graph.len()];
        for (at, bag) in self.bags.iter().enumerate() {
            let parent = parents[at];
            for &vertex in bag {
                let goes_on =
                    parent as usize != at && self.bags[parent as usize].binary_search(&vertex).is_ok();
                if !goes_on && tops[vertex as usize].replace(at as u32).is_some() {
                    return Err(DecompositionError::Scattered { vertex });
                }
            }
        }
        let named = (0u32..).zip(tops);
        named.map(|(vertex, top)| top.ok_or(DecompositionError::VertexMissing { vertex })).collect()
    }
}

/// Sets that only grow together; each entry points towards the name of its set.
struct DisjointSets(Vec<u32>);

impl DisjointSets {
    fn find(&mut self, mut v: u32) -> u32 {
        while self.0[v as usize] != v {
            let next = self.0[self.0[v as usize] as usize];
            self.0[v as usize] = next;
            v = next;
        }
        v
    }

    /// Whether the two were apart.
    fn unite(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b) as usize] = a.min(b);
        a != b
    }
}
