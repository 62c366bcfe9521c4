//! The trees are what they should be: modules, all of them, and of their kind.

use std::collections::BTreeSet;

use mineproof::budget::Budget;
use mineproof::decomp::Graph;
use mineproof::play::one_mine::decomposition::decompose;
use mineproof::play::one_mine::{ModuleId, ModuleKind, ModuleTree};

use crate::graphs::{Chance, classes, graph, labelled};

fn touch(graph: &Graph, v: u32, w: u32) -> bool {
    graph.neighbours(v as usize).contains(&w)
}

/// By the definition: no vertex outside tells two inside apart.
fn is_module(graph: &Graph, inside: &BTreeSet<u32>) -> bool {
    let first = *inside.first().unwrap();
    (0..graph.len() as u32)
        .filter(|w| !inside.contains(w))
        .all(|w| inside.iter().all(|&v| touch(graph, v, w) == touch(graph, first, w)))
}

fn vertices(tree: &ModuleTree, module: ModuleId) -> BTreeSet<u32> {
    tree.vertices(module).collect()
}

/// Every node is a module of the right kind, children part their parent, and no child of a
/// parallel or series module is of the same kind.
fn check_tree(graph: &Graph) -> ModuleTree {
    let tree = decompose(graph, &Budget::unlimited()).unwrap();
    assert_eq!(vertices(&tree, ModuleId(0)).len(), graph.len());
    for module in tree.modules() {
        let inside = vertices(&tree, module);
        assert!(is_module(graph, &inside), "{inside:?} of {graph:?}");
        assert_eq!(tree.size(module) as usize, inside.len());
        let children: Vec<BTreeSet<u32>> =
            tree.children(module).map(|child| vertices(&tree, child)).collect();
        assert!(tree.children(module).all(|child| tree.parent(child) == Some(module)));
        assert!(children.is_sorted_by_key(|child| child.first().copied()));
        let wanted = match tree.kind(module) {
            ModuleKind::Leaf(v) => {
                assert_eq!((inside, children.len()), (BTreeSet::from([v]), 0));
                continue;
            }
            ModuleKind::Parallel => Some(false),
            ModuleKind::Series => Some(true),
            ModuleKind::Prime => None,
        };
        assert!(children.len() >= if wanted.is_some() { 2 } else { 4 });
        assert_eq!(children.iter().map(BTreeSet::len).sum::<usize>(), inside.len());
        if let Some(joined) = wanted {
            for (i, left) in children.iter().enumerate() {
                for right in &children[..i] {
                    assert_eq!(touch(graph, *left.first().unwrap(), *right.first().unwrap()), joined);
                }
            }
            assert!(tree.children(module).all(|child| tree.kind(child) != tree.kind(module)), "{graph:?}");
        }
    }
    tree
}

/// The modules that overlap no other are all in the tree, and nothing else is.
fn check_strong_modules(graph: &Graph) {
    let tree = check_tree(graph);
    let n = graph.len() as u32;
    let set = |bits: u32| (0..n).filter(|v| bits >> v & 1 == 1).collect::<BTreeSet<u32>>();
    let modules: Vec<u32> = (1..1 << n).filter(|&bits| is_module(graph, &set(bits))).collect();
    let overlap = |a: u32, b: u32| a & b != 0 && a & !b != 0 && b & !a != 0;
    let strong: BTreeSet<BTreeSet<u32>> =
        modules.iter().filter(|&&a| modules.iter().all(|&b| !overlap(a, b))).map(|&a| set(a)).collect();
    let found: BTreeSet<BTreeSet<u32>> = tree.modules().map(|module| vertices(&tree, module)).collect();
    assert_eq!(found, strong, "{graph:?}");
    assert_eq!(tree.len(), strong.len());
}

#[test]
fn trees_hold_all_strong_modules_of_all_small_graphs() {
    for n in 1..=5 {
        labelled(n).for_each(|graph| check_strong_modules(&graph));
    }
    for n in 6..=7 {
        for rows in classes(n) {
            check_strong_modules(&graph(rows));
        }
    }
}

#[test]
fn trees_of_larger_graphs_are_trees_of_modules() {
    let mut chance = Chance::new(8);
    for round in 0..300 {
        let n = 2 + chance.below(60);
        check_tree(&if round % 3 == 0 { chance.plain_graph(n) } else { chance.modular_graph(n) });
    }
}

#[test]
fn graphs_without_edges_in_pieces_or_with_one_vertex() {
    assert_eq!(check_tree(&Graph::from_edges(1, &[])).len(), 1);
    assert_eq!(check_tree(&Graph::from_edges(9, &[])).len(), 10);
    let pieces = check_tree(&Graph::from_edges(9, &[(0, 1), (3, 4), (4, 5), (5, 6)]));
    let kinds: Vec<ModuleKind> = pieces.children(ModuleId(0)).map(|child| pieces.kind(child)).collect();
    let expected = [
        ModuleKind::Series,
        ModuleKind::Leaf(2),
        ModuleKind::Prime,
        ModuleKind::Leaf(7),
        ModuleKind::Leaf(8),
    ];
    assert_eq!(kinds, expected);
}
