//! Plans as trees of boxes.
//!
//! # Theory
//! Every plan is a binary tree with the boxes as leaves: an inner node is the table of all boxes
//! below it, made from the tables of its two children. A child that is a single box is added, any
//! other is joined. What a table has open depends on its set of boxes alone, and so does the
//! prediction of its size: the product of the ranges of its open numbers, or of the choices of its
//! boxes where that is less. A node's price is the predicted number of pairs that its children
//! form, times what a pair costs for the values at hand.
//!
//! Turning ((x, y), z) into (x, (y, z)) changes only the inner of the two tables, so a turn is
//! priced by looking at two nodes ([`anneal`](super::anneal)).
//!
//! # References
//! Contraction trees of tensor networks, where boxes are tensors and numbers are indices:
//! J. Gray, S. Kourtis, Hyper-optimized tensor network contraction, Quantum 5 (2021);
//! G. Kalachev, P. Panteleev, M. Yung, Multi-tensor contraction for XEB verification (2021).

use crate::budget::{Answer, Budget, Lease, StopReason};
use crate::reduce::{BoxId, Component, NumberId};

use super::logs::{exp2, log2};
use super::program::{Op, capacities};

/// What tables hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// One count a state.
    Counts,
    /// One polynomial by mines a state.
    Polynomials,
}

/// How much of a component a table covers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extent {
    boxes: u64,
    cells: u64,
}

impl Extent {
    /// One box.
    pub fn of(component: &Component, b: BoxId) -> Self {
        Extent { boxes: 1, cells: u64::from(component.size(b)) }
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Extent { boxes: self.boxes + other.boxes, cells: self.cells + other.cells }
    }

    /// About how many words the polynomial of a state has: measured on boards of all families,
    /// one coefficient for every seven boxes and one word for every 192 cells.
    fn words(self) -> u64 {
        (1 + self.boxes / 7) * (1 + self.cells / 192)
    }
}

/// So many words of a polynomial cost as much as all else of an entry.
const WORDS: u64 = 8;

/// A pair of long polynomials costs so many products a word of the result: points are a power of
/// two, and what the transforms cost is shared by the pairs.
const POINTS: u64 = 8;

impl Values {
    /// What an entry of a table costs.
    pub fn entry(self, table: Extent) -> u64 {
        match self {
            Values::Counts => 1,
            Values::Polynomials => 1 + table.words() / WORDS,
        }
    }

    /// What a pair of two tables costs.
    pub fn pair(self, left: Extent, right: Extent) -> u64 {
        match self {
            Values::Counts => 1,
            Values::Polynomials => {
                let products = left.words().saturating_mul(right.words());
                1 + products.min(left.plus(right).words().saturating_mul(POINTS)) / WORDS
            }
        }
    }
}

/// A number that is open in a table, and how many of its cells are in.
#[derive(Clone, Copy, Debug)]
struct Open {
    number: NumberId,
    inside: u64,
}

/// What is known of the table of a node.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// Ascending by number.
    open: Vec<Open>,
    /// The logarithm of how many choices the boxes have.
    choices: u32,
    /// The predicted logarithm of the table's size.
    size: u32,
    extent: Extent,
}

/// A node of a tree: boxes come first, then inner nodes.
pub type Node = u32;

/// What a pair of a join costs more than an entry of an added box, as a logarithm.
const JOIN: u32 = 3 << 8;

/// A tree of boxes with its prices.
pub struct Contraction<'a> {
    component: &'a Component,
    capacity: Vec<u64>,
    values: Values,
    leaves: Node,
    children: Vec<[Node; 2]>,
    parts: Vec<Part>,
    /// The logarithm of what each node costs; 0 for leaves.
    prices: Vec<u32>,
    root: Node,
    lease: Lease,
}

/// What a node takes beside its open numbers: its part, price and children, and these once more in
/// a shape to come back to.
const NODE_BYTES: usize = size_of::<Part>() + 2 * size_of::<[Node; 2]>() + 2 * size_of::<u32>();

/// How many nodes are priced between two looks at the budget.
const PACE: usize = 256;

/// The shape of a tree.
#[derive(Clone, Debug)]
pub struct Shape {
    children: Vec<[Node; 2]>,
    root: Node,
}

impl<'a> Contraction<'a> {
    /// The tree of a plan; `None` for a component without boxes, or if the tree does not fit the
    /// memory.
    pub fn new(
        component: &'a Component,
        ops: &[Op],
        values: Values,
        budget: &Budget,
    ) -> Answer<Option<Self>> {
        match Contraction::of_shape(component, ops, values, budget) {
            Err(StopReason::Memory) => Ok(None),
            answer => answer,
        }
    }

    fn of_shape(
        component: &'a Component,
        ops: &[Op],
        values: Values,
        budget: &Budget,
    ) -> Answer<Option<Self>> {
        let leaves = component.box_count() as Node;
        let Some(shape) = shape(ops, leaves) else { return Ok(None) };
        let mut tree = Contraction {
            component,
            capacity: capacities(component),
            values,
            leaves,
            parts: vec![Part::default(); shape.children.len()],
            prices: vec![0; shape.children.len()],
            children: Vec::new(),
            root: shape.root,
            lease: budget.reserve(0)?,
        };
        tree.restore(shape, budget)?;
        Ok(Some(tree))
    }

    /// The shape as it is, to come back to.
    pub fn shape(&self) -> Shape {
        Shape { children: self.children.clone(), root: self.root }
    }

    /// Takes a shape.
    pub fn restore(&mut self, shape: Shape, budget: &Budget) -> Answer<()> {
        Shape { children: self.children, root: self.root } = shape;
        let mut bytes = (self.children.len() * NODE_BYTES) as u64;
        for (step, node) in self.postorder().into_iter().enumerate() {
            if step.is_multiple_of(PACE) {
                budget.check()?;
                self.lease.resize(bytes.max(self.lease.bytes()))?;
            }
            let mut part = std::mem::take(&mut self.parts[node as usize]);
            self.prices[node as usize] = if self.is_leaf(node) {
                self.leaf(BoxId(node), &mut part);
                0
            } else {
                let [left, right] = self.children[node as usize];
                self.combine(left, right, &mut part)
            };
            bytes += (part.open.capacity() * size_of::<Open>()) as u64;
            self.parts[node as usize] = part;
        }
        self.lease.resize(bytes)
    }

    /// Whether a node is a box.
    pub fn is_leaf(&self, node: Node) -> bool {
        node < self.leaves
    }

    /// The two children of an inner node.
    pub fn children(&self, node: Node) -> [Node; 2] {
        self.children[node as usize]
    }

    /// What a node costs, as a logarithm.
    pub fn price(&self, node: Node) -> u32 {
        self.prices[node as usize]
    }

    /// What all nodes cost together.
    pub fn total(&self) -> u64 {
        sum(&self.prices[self.leaves as usize..])
    }

    /// What the first `steps` steps cost of the plan that the tree was made from.
    pub fn total_of(&self, ops: &[Op], steps: usize) -> u64 {
        // The first box after a start makes no node.
        let ops = &ops[..steps];
        let starts = ops.iter().filter(|op| matches!(op, Op::Start)).count();
        let inner = &self.prices[self.leaves as usize..][..(steps - starts).saturating_sub(starts)];
        sum(inner)
    }

    /// All nodes, children before their parents.
    pub fn postorder(&self) -> Vec<Node> {
        let mut order = Vec::with_capacity(self.children.len());
        let mut stack = vec![self.root];
        while let Some(node) = stack.pop() {
            order.push(node);
            if !self.is_leaf(node) {
                stack.extend(self.children(node));
            }
        }
        order.reverse();
        order
    }

    /// Turns ((x, y), z) at `node` into (x, (y, z)), where `inner` is the node of x and y. `spare`
    /// takes the part that is replaced; a second turn with it, by [`undo`](Self::undo), brings it
    /// back. Returns the prices of both nodes before.
    pub fn turn(&mut self, node: Node, inner: Node, [x, y, z]: [Node; 3], spare: &mut Part) -> [u32; 2] {
        let before = [self.price(inner), self.price(node)];
        self.prices[inner as usize] = self.combine(y, z, spare);
        std::mem::swap(spare, &mut self.parts[inner as usize]);
        self.prices[node as usize] = self.price_of(x, inner);
        self.children[inner as usize] = [y, z];
        self.children[node as usize] = [x, inner];
        before
    }

    /// Takes a [`turn`](Self::turn) back.
    pub fn undo(
        &mut self,
        node: Node,
        inner: Node,
        [x, y, z]: [Node; 3],
        spare: &mut Part,
        before: [u32; 2],
    ) {
        std::mem::swap(spare, &mut self.parts[inner as usize]);
        [self.prices[inner as usize], self.prices[node as usize]] = before;
        self.children[inner as usize] = [x, y];
        self.children[node as usize] = [inner, z];
    }

    /// The plan of the tree.
    pub fn ops(&self) -> Vec<Op> {
        let mut ops = Vec::with_capacity(2 * self.children.len());
        let mut stack = vec![(self.root, false)];
        while let Some((node, done)) = stack.pop() {
            if self.is_leaf(node) {
                ops.extend([Op::Start, Op::Add(BoxId(node))]);
                continue;
            }
            let [left, right] = self.children(node);
            let (single, other) = if self.is_leaf(left) { (left, right) } else { (right, left) };
            if done {
                ops.push(if self.is_leaf(single) { Op::Add(BoxId(single)) } else { Op::Join });
                continue;
            }
            stack.push((node, true));
            if self.is_leaf(single) {
                stack.push((other, false));
            } else {
                // The larger side first: its table is the one that waits.
                let boxes = |node: Node| self.parts[node as usize].extent.boxes;
                let (first, second) = if boxes(left) < boxes(right) { (right, left) } else { (left, right) };
                stack.extend([(second, false), (first, false)]);
            }
        }
        ops
    }

    fn leaf(&self, b: BoxId, part: &mut Part) {
        let size = u64::from(self.component.size(b));
        let numbers = if size == 0 { &[] } else { self.component.box_numbers(b) };
        let open = numbers.iter().map(|&number| Open { number, inside: size });
        part.open = open.filter(|open| size < self.capacity[open.number.index()]).collect();
        part.extent = Extent::of(self.component, b);
        part.choices = log2(size + 1);
        part.size = part.choices.min(part.open.iter().map(|open| self.log_range(open)).sum());
    }

    fn log_range(&self, open: &Open) -> u32 {
        let rest = u64::from(self.component.rest(open.number));
        let outside = self.capacity[open.number.index()] - open.inside;
        log2((rest.min(outside) + 1).saturating_sub(rest.saturating_sub(open.inside)).max(1))
    }

    /// Writes the table of two nodes together; what it costs, as a logarithm.
    fn combine(&self, left: Node, right: Node, out: &mut Part) -> u32 {
        let (a, b) = (&self.parts[left as usize], &self.parts[right as usize]);
        out.open.clear();
        out.choices = a.choices.saturating_add(b.choices);
        out.extent = a.extent.plus(b.extent);
        let mut size = 0;
        let pairs = self.meet(a, b, |open, log| {
            size += log;
            out.open.push(open);
        });
        out.size = size.min(out.choices);
        self.charge(left, right, pairs)
    }

    /// What two nodes cost together, as a logarithm.
    fn price_of(&self, left: Node, right: Node) -> u32 {
        let pairs = self.meet(&self.parts[left as usize], &self.parts[right as usize], |_, _| {});
        self.charge(left, right, pairs)
    }

    /// Calls `keep` with every number that is open in the joint table and the logarithm of its
    /// range; the logarithm of how many pairs of entries go together.
    fn meet(&self, a: &Part, b: &Part, mut keep: impl FnMut(Open, u32)) -> u32 {
        let (mut i, mut k, mut pairs) = (0, 0, 0u32);
        loop {
            match (a.open.get(i), b.open.get(k)) {
                (Some(x), Some(y)) if x.number == y.number => {
                    let open = Open { number: x.number, inside: x.inside + y.inside };
                    pairs += self.log_pairs(x, y);
                    if open.inside < self.capacity[open.number.index()] {
                        keep(open, self.log_range(&open));
                    }
                    (i, k) = (i + 1, k + 1);
                }
                (None, None) => break,
                (x, y) => {
                    let first = x.is_some_and(|x| y.is_none_or(|y| x.number < y.number));
                    let open = if first { a.open[i] } else { b.open[k] };
                    (i, k) = if first { (i + 1, k) } else { (i, k + 1) };
                    let log = self.log_range(&open);
                    pairs += log;
                    keep(open, log);
                }
            }
        }
        pairs.min(a.size + b.size)
    }

    /// In how many ways two tables can share what a number receives.
    fn log_pairs(&self, x: &Open, y: &Open) -> u32 {
        let (rest, capacity) = (u64::from(self.component.rest(x.number)), self.capacity[x.number.index()]);
        let outside = capacity - x.inside - y.inside;
        let span = |inside: u64| (rest.saturating_sub(capacity - inside), inside.min(rest));
        let ((low, high), (least, most)) = (span(x.inside), span(y.inside));
        // A number that wants more than it sees has no ways at all; nothing is predicted for it.
        if high.saturating_sub(low) > WIDE {
            return self.log_range(x) + if outside == 0 { 0 } else { self.log_range(y) };
        }
        let ways = (low..=high).map(|part| {
            let most = most.min(rest - part);
            let least = least.max(rest.saturating_sub(outside).saturating_sub(part));
            (most + 1).saturating_sub(least)
        });
        log2(ways.sum::<u64>().max(1))
    }

    fn charge(&self, left: Node, right: Node, pairs: u32) -> u32 {
        let [a, b] = [left, right].map(|node| self.parts[node as usize].extent);
        if self.is_leaf(left) || self.is_leaf(right) {
            pairs + log2(self.values.entry(a.plus(b)))
        } else {
            pairs + JOIN + log2(self.values.pair(a, b))
        }
    }
}

fn sum(prices: &[u32]) -> u64 {
    prices.iter().fold(0u64, |sum, &price| sum.saturating_add(exp2(price)))
}

/// Ranges above this are not gone through one by one.
const WIDE: u64 = 64;

/// The shape of a plan, boxes counted from 0 and inner nodes from `leaves`.
fn shape(ops: &[Op], leaves: Node) -> Option<Shape> {
    let mut children = vec![[Node::MAX; 2]; leaves as usize];
    let mut stack: Vec<Option<Node>> = Vec::new();
    let mut unite = |pair: (Option<Node>, Option<Node>)| match pair {
        (Some(left), Some(right)) => {
            children.push([left, right]);
            Some(children.len() as Node - 1)
        }
        (left, right) => left.or(right),
    };
    for op in ops {
        let node = match *op {
            Op::Start => None,
            Op::Add(b) => unite((stack.pop()?, Some(b.0))),
            Op::Join => {
                let right = stack.pop()?;
                unite((stack.pop()?, right))
            }
        };
        stack.push(node);
    }
    let root = stack.pop()??;
    Some(Shape { children, root })
}
