//! Branching plans from elimination orders.
//!
//! # Theory
//! Eliminating the numbers in some order, each box goes to the bucket of its first number. When
//! a number is eliminated, the tables that mention it are joined, its bucket is added and it is
//! closed; the table then waits for the next number that it still has open. The buckets form a
//! tree, and the open numbers of its tables the bags of a tree decomposition of the graph of
//! numbers (two numbers touch if they share a box).
//!
//! # What we changed
//! The heaviest child of a bucket is not joined but continued, so that a path-like stretch of the
//! tree costs no join.

use crate::decomp::Graph;
use crate::reduce::{BoxId, Component};

use super::program::Op;

/// Whether the graph of numbers is small enough to be made and eliminated in little time: long
/// strips are paths anyway, and a box that thousands of numbers see makes them all touch.
pub fn is_feasible(component: &Component) -> bool {
    let pairs: usize = component.boxes().map(|b| component.box_numbers(b).len().pow(2)).sum();
    component.number_count() <= 20_000 && pairs <= 1_000_000
}

/// The graph of numbers: two touch if they share a box.
pub fn number_graph(component: &Component) -> Graph {
    let mut edges = Vec::new();
    for b in component.boxes() {
        let numbers = component.box_numbers(b);
        for (i, a) in numbers.iter().enumerate() {
            edges.extend(numbers[i + 1..].iter().map(|c| (a.0, c.0)));
        }
    }
    edges.sort_unstable();
    edges.dedup();
    Graph::from_edges(component.number_count(), &edges)
}

/// The plan that eliminates the numbers in this order.
pub fn ops_from_elimination(component: &Component, order: &[u32]) -> Vec<Op> {
    let mut rank = vec![u32::MAX; component.number_count()];
    for (i, &j) in order.iter().enumerate() {
        rank[j as usize] = i as u32;
    }
    let mut buckets: Vec<Vec<BoxId>> = vec![Vec::new(); order.len()];
    let mut loose = Vec::new();
    for b in component.boxes() {
        match component.box_numbers(b).iter().map(|j| rank[j.index()]).min() {
            Some(first) => buckets[first as usize].push(b),
            None => loose.push(b),
        }
    }
    let children = bucket_tree(component, &rank, &buckets);
    let mut ops = Vec::new();
    let roots: Vec<usize> = (0..order.len()).filter(|&i| !children.has_parent[i]).collect();
    for (i, &root) in roots.iter().enumerate() {
        emit(root, &children.lists, &buckets, &mut ops);
        if i > 0 {
            ops.push(Op::Join);
        }
    }
    if ops.is_empty() {
        ops.push(Op::Start);
    }
    ops.extend(loose.into_iter().map(Op::Add));
    ops
}

struct Tree {
    lists: Vec<Vec<usize>>,
    has_parent: Vec<bool>,
}

/// For each bucket its children, the largest subtree first.
fn bucket_tree(component: &Component, rank: &[u32], buckets: &[Vec<BoxId>]) -> Tree {
    let mut lists: Vec<Vec<usize>> = vec![Vec::new(); buckets.len()];
    let mut has_parent = vec![false; buckets.len()];
    let mut weight = vec![0usize; buckets.len()];
    let mut scopes: Vec<Vec<u32>> = vec![Vec::new(); buckets.len()];
    for i in 0..buckets.len() {
        let mut scope: Vec<u32> = std::mem::take(&mut scopes[i]);
        for &b in &buckets[i] {
            scope.extend(component.box_numbers(b).iter().map(|j| rank[j.index()]));
        }
        scope.sort_unstable();
        scope.dedup();
        scope.retain(|&r| r as usize > i);
        weight[i] += 1;
        lists[i].sort_by_key(|&child| std::cmp::Reverse(weight[child]));
        if let Some(&parent) = scope.first() {
            let parent = parent as usize;
            has_parent[i] = true;
            lists[parent].push(i);
            weight[parent] += weight[i];
            scopes[parent].extend(scope);
        }
    }
    Tree { lists, has_parent }
}

/// Writes the plan of a subtree; a stack instead of recursion, as trees can be deep.
fn emit(root: usize, children: &[Vec<usize>], buckets: &[Vec<BoxId>], ops: &mut Vec<Op>) {
    let mut stack = vec![(root, 0)];
    while let Some((node, done)) = stack.pop() {
        if done > 1 {
            ops.push(Op::Join);
        }
        if let Some(&child) = children[node].get(done) {
            stack.push((node, done + 1));
            stack.push((child, 0));
            continue;
        }
        if done == 0 {
            ops.push(Op::Start);
        }
        ops.extend(buckets[node].iter().map(|&b| Op::Add(b)));
    }
}
