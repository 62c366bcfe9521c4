//! Modular decomposition trees.
//!
//! # Theory
//! A module is a set of vertices that all touch the same vertices outside of it: a guess
//! component. The modules that overlap no other module form a tree under inclusion, whose leaves
//! are the vertices. Of the children of an inner module, either no two touch each other
//! (parallel), or any two do (series), or no union of some of them, but not all, is a module
//! (prime); every module is a module of the tree or a union of children of a parallel or series
//! one.
//! # Cost
//! O(n + m log n) by the crate `modular-decomposition`, and one pass to bring its tree into a
//! fixed order.
//! # What we changed
//! The crate knows no limits. It gets to know the graph only through the neighbours of vertices,
//! so a budget is asked there, and when it is spent, what goes on in the crate is unwound: nothing
//! of it is ever seen again.
//! # References
//! M. Habib, C. Paul, L. Viennot, 1999; C. Capelle, M. Habib, F. de Montgolfier, Graph
//! decompositions and factorizing permutations, 2002.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::{iter, slice};

use modular_decomposition::{ModuleIndex, ModuleKind as Found, modular_decomposition};
use petgraph::Undirected;
use petgraph::visit::{GraphBase, GraphProp, IntoNeighbors, NodeCompactIndexable, NodeCount, NodeIndexable};

use crate::budget::{Answer, Budget, StopReason};
use crate::decomp::Graph;

/// A module of a [`ModuleTree`]; 0 is the whole graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModuleId(pub u32);

impl ModuleId {
    /// The module as an index into per-module arrays.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What the children of a module are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModuleKind {
    /// A single vertex.
    Leaf(u32),
    /// No two touch each other.
    Parallel,
    /// Any two touch each other.
    Series,
    /// Neither, and no union of some of them is a module.
    Prime,
}

/// The modular decomposition tree of a graph with at least one vertex.
///
/// Modules are numbered so that each comes before its children, and they in the order of their
/// smallest vertices.
///
/// ```
/// use mineproof::{budget::Budget, decomp::Graph};
/// use mineproof::play::one_mine::decomposition::{ModuleId, ModuleKind, decompose};
/// let path = Graph::from_edges(3, &[(0, 1), (1, 2)]);
/// let tree = decompose(&path, &Budget::unlimited()).unwrap();
/// assert_eq!(tree.kind(ModuleId(0)), ModuleKind::Series);
/// let ends = tree.children(ModuleId(0)).next().unwrap();
/// assert_eq!((tree.kind(ends), tree.size(ends)), (ModuleKind::Parallel, 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleTree {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    kind: ModuleKind,
    parent: Option<ModuleId>,
    /// The first module that is not below this one.
    end: u32,
    size: u32,
}

impl ModuleTree {
    /// How many modules there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no module; there always is one.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All modules, each before its children.
    pub fn modules(&self) -> impl DoubleEndedIterator<Item = ModuleId> + use<> {
        (0..self.nodes.len() as u32).map(ModuleId)
    }

    /// What the children are to each other.
    pub fn kind(&self, module: ModuleId) -> ModuleKind {
        self.nodes[module.index()].kind
    }

    /// Whether this is a single vertex.
    pub fn is_leaf(&self, module: ModuleId) -> bool {
        matches!(self.kind(module), ModuleKind::Leaf(_))
    }

    /// The module whose child this is.
    pub fn parent(&self, module: ModuleId) -> Option<ModuleId> {
        self.nodes[module.index()].parent
    }

    /// How many vertices it has.
    pub fn size(&self, module: ModuleId) -> u32 {
        self.nodes[module.index()].size
    }

    /// The children in the order of their smallest vertices.
    pub fn children(&self, module: ModuleId) -> impl Iterator<Item = ModuleId> + '_ {
        let end = self.nodes[module.index()].end;
        let first = Some(module.0 + 1).filter(|&first| first < end);
        iter::successors(first, move |&child| Some(self.nodes[child as usize].end).filter(|&next| next < end))
            .map(ModuleId)
    }

    /// The vertices, in the order of the tree.
    pub fn vertices(&self, module: ModuleId) -> impl Iterator<Item = u32> + '_ {
        let below = module.index()..self.nodes[module.index()].end as usize;
        self.nodes[below].iter().filter_map(|node| match node.kind {
            ModuleKind::Leaf(v) => Some(v),
            _ => None,
        })
    }
}

/// Bytes for a vertex in the crate's tables and both trees, rather too many than too few.
const VERTEX_BYTES: u64 = 160;

/// The modular decomposition of a graph.
///
/// # Panics
/// If the graph has no vertex.
pub fn decompose(graph: &Graph, budget: &Budget) -> Answer<ModuleTree> {
    assert!(!graph.is_empty(), "a tree has a leaf");
    budget.check()?;
    let _lease = budget.reserve(VERTEX_BYTES * graph.len() as u64)?;
    let fused = Fused { graph, budget, looks: Cell::new(0) };
    let found = catch_unwind(AssertUnwindSafe(|| modular_decomposition(&fused)));
    let found = match found {
        Ok(found) => found.expect("the graph has a vertex"),
        Err(cause) => {
            return Err(*cause.downcast::<StopReason>().unwrap_or_else(|other| resume_unwind(other)));
        }
    };

    // The smallest vertex and the number of vertices below each of the crate's modules, by one pass
    // that meets children first.
    let mut facts = vec![(u32::MAX, 0u32); found.strong_module_count()];
    let mut waiting = vec![(found.root(), false)];
    while let Some((module, below_is_done)) = waiting.pop() {
        facts[module.index()] = match kind_of(found.module_kind(module)) {
            ModuleKind::Leaf(v) => (v, 1),
            _ if below_is_done => found.children(module).fold((u32::MAX, 0), |(least, size), child| {
                let (v, below) = facts[child.index()];
                (least.min(v), size + below)
            }),
            _ => {
                waiting.push((module, true));
                waiting.extend(found.children(module).map(|child| (child, false)));
                continue;
            }
        };
    }
    let mut nodes: Vec<Node> = Vec::with_capacity(facts.len());
    let mut waiting = vec![(found.root(), None)];
    let mut children: Vec<ModuleIndex> = Vec::new();
    while let Some((module, parent)) = waiting.pop() {
        let id = ModuleId(nodes.len() as u32);
        let (_, size) = facts[module.index()];
        nodes.push(Node { kind: kind_of(found.module_kind(module)), parent, end: id.0 + 1, size });
        children.clear();
        children.extend(found.children(module));
        children.sort_unstable_by_key(|child| std::cmp::Reverse(facts[child.index()].0));
        waiting.extend(children.iter().map(|&child| (child, Some(id))));
    }
    for at in (1..nodes.len()).rev() {
        let Node { parent, end, .. } = nodes[at];
        let parent = &mut nodes[parent.expect("only the root has no parent").index()];
        parent.end = parent.end.max(end);
    }
    Ok(ModuleTree { nodes })
}

fn kind_of(found: Option<&Found<u32>>) -> ModuleKind {
    match found.expect("the module is one of the tree's") {
        Found::Node(v) => ModuleKind::Leaf(*v),
        Found::Parallel => ModuleKind::Parallel,
        Found::Series => ModuleKind::Series,
        Found::Prime => ModuleKind::Prime,
    }
}

/// How often neighbours are asked for between two looks at the budget.
const PATIENCE: u32 = 1 << 12;

/// A graph as the crate sees it, which stops it when the budget is spent.
struct Fused<'a> {
    graph: &'a Graph,
    budget: &'a Budget,
    looks: Cell<u32>,
}

impl GraphBase for Fused<'_> {
    type EdgeId = ();
    type NodeId = u32;
}

impl GraphProp for Fused<'_> {
    type EdgeType = Undirected;
}

impl NodeCount for Fused<'_> {
    fn node_count(&self) -> usize {
        self.graph.len()
    }
}

impl NodeIndexable for Fused<'_> {
    fn node_bound(&self) -> usize {
        self.graph.len()
    }

    fn to_index(&self, v: u32) -> usize {
        v as usize
    }

    fn from_index(&self, v: usize) -> u32 {
        v as u32
    }
}

impl NodeCompactIndexable for Fused<'_> {}

impl<'a> IntoNeighbors for &'a Fused<'_> {
    type Neighbors = iter::Copied<slice::Iter<'a, u32>>;

    fn neighbors(self, v: u32) -> Self::Neighbors {
        self.looks.set(self.looks.get() + 1);
        if self.looks.get() == PATIENCE {
            self.looks.set(0);
            if let Err(reason) = self.budget.check() {
                // Unlike a panic, this is caught by `decompose` without a word to anybody.
                resume_unwind(Box::new(reason));
            }
        }
        self.graph.neighbours(v as usize).iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(n: usize, edges: &[(u32, u32)]) -> ModuleTree {
        decompose(&Graph::from_edges(n, edges), &Budget::unlimited()).unwrap()
    }

    /// The tree as a term: leaves are vertices, `+` is parallel, `*` series, `P` prime.
    fn term(tree: &ModuleTree, module: ModuleId) -> String {
        let sign = match tree.kind(module) {
            ModuleKind::Leaf(v) => return v.to_string(),
            ModuleKind::Parallel => '+',
            ModuleKind::Series => '*',
            ModuleKind::Prime => 'P',
        };
        let below: Vec<String> = tree.children(module).map(|child| term(tree, child)).collect();
        format!("{sign}({})", below.join(" "))
    }

    fn check(n: usize, edges: &[(u32, u32)], expected: &str) {
        assert_eq!(term(&tree(n, edges), ModuleId(0)), expected);
    }

    #[test]
    fn small_graphs_have_known_trees() {
        check(1, &[], "0");
        check(2, &[], "+(0 1)");
        check(2, &[(0, 1)], "*(0 1)");
        check(3, &[], "+(0 1 2)");
        check(3, &[(0, 2)], "+(*(0 2) 1)");
        check(4, &[(0, 1), (1, 2), (2, 3)], "P(0 1 2 3)");
        check(5, &[(0, 1), (1, 2), (2, 3), (4, 2)], "P(0 1 2 +(3 4))");
        check(6, &[(0, 1), (2, 3), (3, 4), (4, 5)], "+(*(0 1) P(2 3 4 5))");
    }

    #[test]
    fn a_spent_budget_stops_the_crate() {
        let edges: Vec<(u32, u32)> = (1..100_000).map(|v| (v - 1, v)).collect();
        let path = Graph::from_edges(100_000, &edges);
        let budget = Budget::unlimited();
        // Nobody is told before the first look inside the crate.
        let fused = Fused { graph: &path, budget: &budget, looks: Cell::new(0) };
        budget.interrupt();
        let stopped = catch_unwind(AssertUnwindSafe(|| modular_decomposition(&fused))).unwrap_err();
        assert_eq!(*stopped.downcast::<StopReason>().unwrap(), StopReason::Interrupted);
        assert_eq!(decompose(&path, &budget), Err(StopReason::Interrupted));
        let poor = Budget::new(None, 1 << 20);
        assert_eq!(decompose(&path, &poor), Err(StopReason::Memory));
    }

    #[test]
    fn deep_trees_need_no_deep_stack() {
        // Vertex v touches all before it if it is odd: the tree is a chain of 2 000 modules.
        let edges: Vec<(u32, u32)> =
            (0..2000).step_by(2).flat_map(|v| (0..=v).map(move |w| (w, v + 1))).collect();
        let deep = tree(2000, &edges);
        assert_eq!(deep.len(), 3999);
        let depth = iter::successors(Some(ModuleId(3998)), |&module| deep.parent(module)).count();
        assert!(depth <= 2000);
        assert_eq!(deep.vertices(ModuleId(0)).count(), 2000);
    }
}
