//! The solutions of a part as a diagram, for parts with more of them than a list should have.
//!
//! # Theory
//! Boxes have an order. Of the values of the first ones nothing matters to the others but what the
//! numbers still miss that have boxes on both sides: so many partial solutions meet in one node.
//! With the placements before and behind each node by their mines, what a few boxes do together is
//! found from the layers between the first and the last of them: partial solutions are carried from
//! one to the other, told apart by what they put beside the cell at hand, and the rest is known.
//!
//! # Cost
//! One step for each arc and number of mines; for a cell that in the layers between, times the mines
//! beside it.

use super::parts::{Part, choose};
use super::study::Near;
use super::{Parts, View};

/// Nodes up to which a diagram is drawn.
const MOST_NODES: usize = 1 << 15;
/// Numbers that its tables may have: 32 megabytes.
const MOST_ENTRIES: usize = 1 << 22;
/// Numbers that can be open at once, and what each can miss: they share a word.
const MOST_OPEN: usize = 32;
const MOST_MISSING: u32 = 15;
/// Placements up to which products keep within floating point.
const MOST_WAYS: f64 = 1e150;

/// A part's solutions.
#[derive(Clone, Debug, Default)]
pub struct Diagram {
    /// What each box leads to, and the layer behind the last one.
    layers: Vec<Layer>,
    /// The fewest mines of a solution.
    pub low: u32,
    /// How many placements have `low` mines, one more, and so on.
    pub by_mines: Vec<f64>,
}

#[derive(Clone, Debug, Default)]
struct Layer {
    /// The cells of the box.
    size: u32,
    nodes: usize,
    arcs: Vec<Arc>,
    /// Per node: the placements of the boxes before it, by mines.
    before: Table,
    /// And of the boxes from it on.
    behind: Table,
}

/// A value of a box.
#[derive(Clone, Copy, Debug)]
struct Arc {
    from: u32,
    to: u32,
    value: u32,
}

/// Numbers for each node and number of mines.
#[derive(Clone, Debug, Default)]
struct Table {
    window: usize,
    ways: Vec<f64>,
}

impl Table {
    fn new(nodes: usize, window: usize) -> Self {
        Table { window, ways: vec![0.0; nodes * window] }
    }

    fn row(&self, node: u32) -> &[f64] {
        &self.ways[node as usize * self.window..][..self.window]
    }

    fn row_mut(&mut self, node: u32) -> &mut [f64] {
        &mut self.ways[node as usize * self.window..][..self.window]
    }
}

/// A number of the part while boxes are being laid.
struct Open {
    missing_at: usize,
    /// Cells of boxes to come.
    to_come: u32,
    boxes_to_come: u32,
}

impl Diagram {
    /// Draws the solutions of a part; `None` if they are too many even so, or there is none.
    pub fn of(part: &Part, view: &View) -> Option<Self> {
        let mut diagram = Diagram::default();
        diagram.lay(part, view)?;
        diagram.sum_up().then_some(diagram)
    }

    /// Lays the boxes one after the other.
    fn lay(&mut self, part: &Part, view: &View) -> Option<()> {
        let numbers_of = |b: usize| -> Vec<usize> {
            let near = view.field().around(part.box_cells(b)[0]).iter();
            near.filter_map(|near| part.numbers.iter().position(|number| number == near)).collect()
        };
        let seen: Vec<Vec<usize>> = (0..part.box_count()).map(numbers_of).collect();
        let mut open: Vec<Open> = part
            .numbers
            .iter()
            .map(|_| Open { missing_at: MOST_OPEN, to_come: 0, boxes_to_come: 0 })
            .collect();
        for (b, seen) in seen.iter().enumerate() {
            for &j in seen {
                open[j].to_come += part.size(b);
                open[j].boxes_to_come += 1;
            }
        }
        let mut spare: Vec<usize> = (0..MOST_OPEN).collect();
        let (mut nodes, mut all) = (vec![0u128], 1);
        let mut next: Vec<(u128, u32, u32)> = Vec::new();
        for (b, seen) in seen.iter().enumerate() {
            let size = part.size(b);
            // Numbers that this box is the first of get a place in the word.
            let mut fresh = 0u128;
            for &j in seen {
                open[j].to_come -= size;
                open[j].boxes_to_come -= 1;
                if open[j].missing_at == MOST_OPEN {
                    let missing = view.missing(part.numbers[j]);
                    if missing > MOST_MISSING {
                        return None;
                    }
                    open[j].missing_at = spare.pop()?;
                    fresh |= u128::from(missing) << (4 * open[j].missing_at);
                }
            }
            let one = seen.iter().fold(0u128, |sum, &j| sum | 1 << (4 * open[j].missing_at));
            next.clear();
            for (from, &node) in nodes.iter().enumerate() {
                let node = node | fresh;
                let (mut least, mut most) = (0, size);
                for &j in seen {
                    let missing = (node >> (4 * open[j].missing_at)) as u32 & MOST_MISSING;
                    least = least.max(missing.saturating_sub(open[j].to_come));
                    most = most.min(missing);
                }
                next.extend((least..=most).map(|value| (node - one * u128::from(value), from as u32, value)));
            }
            for &j in seen.iter().filter(|&&j| open[j].boxes_to_come == 0) {
                spare.push(open[j].missing_at);
            }
            next.sort_unstable();
            let mut layer = Layer { size, nodes: nodes.len(), ..Layer::default() };
            nodes.clear();
            for &(node, from, value) in &next {
                if nodes.last() != Some(&node) {
                    nodes.push(node);
                }
                layer.arcs.push(Arc { from, to: nodes.len() as u32 - 1, value });
            }
            all += nodes.len();
            if all > MOST_NODES {
                return None;
            }
            self.layers.push(layer);
        }
        self.layers.push(Layer { nodes: nodes.len(), ..Layer::default() });
        (nodes.len() == 1).then_some(())
    }

    /// Finds the placements before and behind each node; `false` where they are too many.
    fn sum_up(&mut self) -> bool {
        let boxes = self.layers.len() - 1;
        let mut entries = 0;
        self.layers[boxes].behind = Table { window: 1, ways: vec![1.0] };
        for b in (0..boxes).rev() {
            let (layers, later) = self.layers.split_at_mut(b + 1);
            let (layer, after) = (&mut layers[b], &later[0].behind);
            let most = layer.arcs.iter().map(|arc| arc.value).max().unwrap_or(0);
            let window = after.window + most as usize;
            // Those before are as many, more or less.
            entries += 2 * layer.nodes * window;
            if entries > MOST_ENTRIES {
                return false;
            }
            let mut behind = Table::new(layer.nodes, window);
            for arc in &layer.arcs {
                let ways = choose(layer.size, arc.value);
                let sums = &mut behind.row_mut(arc.from)[arc.value as usize..];
                for (sum, more) in sums.iter_mut().zip(after.row(arc.to)) {
                    *sum += ways * more;
                }
            }
            // What leads nowhere is left out.
            layer.arcs.retain(|arc| after.row(arc.to).iter().any(|ways| *ways > 0.0));
            layer.behind = behind;
        }
        self.layers[0].before = Table { window: 1, ways: vec![1.0] };
        for b in 0..boxes {
            let (layers, later) = self.layers.split_at_mut(b + 1);
            let layer = &layers[b];
            let most = layer.arcs.iter().map(|arc| arc.value).max().unwrap_or(0);
            let mut before = Table::new(later[0].nodes, layer.before.window + most as usize);
            for arc in &layer.arcs {
                let ways = choose(layer.size, arc.value);
                let sums = &mut before.row_mut(arc.to)[arc.value as usize..];
                for (sum, more) in sums.iter_mut().zip(layer.before.row(arc.from)) {
                    *sum += ways * more;
                }
            }
            later[0].before = before;
        }
        let all = self.layers[0].behind.row(0);
        let is_some = |ways: &f64| *ways > 0.0;
        let (Some(low), Some(high)) = (all.iter().position(is_some), all.iter().rposition(is_some)) else {
            return false;
        };
        self.low = low as u32;
        self.by_mines = all[low..=high].to_vec();
        self.by_mines.iter().all(|ways| *ways <= MOST_WAYS)
    }

    /// The placements in which a cell is free, by mined neighbours and mines, from `low` on: `near`
    /// are the boxes of the part that it lies in or touches, in their order.
    pub(super) fn share(&self, near: &[Near], room: &mut Room, weights: &mut Vec<f64>) {
        let numbers = near.iter().map(|near| near.beside as usize).sum::<usize>() + 1;
        let window = self.by_mines.len();
        weights.clear();
        weights.resize(numbers * window, 0.0);
        let (first, last) = (near[0].b, near[near.len() - 1].b);
        // Per node: by mined neighbours and mines.
        let mut wide = self.layers[first].before.window;
        room.here.clear();
        for node in 0..self.layers[first].nodes as u32 {
            room.here.extend_from_slice(self.layers[first].before.row(node));
        }
        let (mut rows, mut left) = (1, near);
        for b in first..=last {
            let (layer, after) = (&self.layers[b], &self.layers[b + 1]);
            let at = left.first().filter(|near| near.b == b);
            let beside = at.map_or(0, |near| near.beside);
            let (next_rows, next_wide) = (rows + beside as usize, after.before.window);
            room.next.clear();
            room.next.resize(after.nodes * next_rows * next_wide, 0.0);
            for arc in &layer.arcs {
                let from = &room.here[arc.from as usize * rows * wide..][..rows * wide];
                let to = &mut room.next[arc.to as usize * next_rows * next_wide..][..next_rows * next_wide];
                let far = at.map_or(layer.size, |near| near.far);
                for j in arc.value.saturating_sub(far)..=arc.value.min(beside) {
                    let ways = choose(beside, j) * choose(far, arc.value - j);
                    for (row, sums) in
                        from.chunks_exact(wide).zip(to.chunks_exact_mut(next_wide).skip(j as usize))
                    {
                        for (sum, more) in sums[arc.value as usize..].iter_mut().zip(row) {
                            *sum += ways * more;
                        }
                    }
                }
            }
            std::mem::swap(&mut room.here, &mut room.next);
            (rows, wide) = (next_rows, next_wide);
            left = if at.is_some() { &left[1..] } else { left };
        }
        let behind = &self.layers[last + 1].behind;
        let low = self.low as usize;
        for (node, table) in room.here.chunks_exact(rows * wide).enumerate() {
            let behind = behind.row(node as u32);
            for (k, row) in table.chunks_exact(wide).enumerate() {
                let sums = &mut weights[k * window..][..window];
                for (m, ways) in row.iter().enumerate().filter(|(_, ways)| **ways > 0.0) {
                    for (n, more) in behind.iter().enumerate().filter(|(_, more)| **more > 0.0) {
                        sums[m + n - low] += ways * more;
                    }
                }
            }
        }
    }
}

/// Room to carry partial solutions in.
#[derive(Clone, Debug, Default)]
pub struct Room {
    here: Vec<f64>,
    next: Vec<f64>,
}

/// The diagrams of the parts of one position, drawn when they are first asked for.
#[derive(Clone, Debug, Default)]
pub struct Diagrams {
    is_drawn: bool,
    /// Per part: `None` if its list is short, or a diagram would be too large.
    drawn: Vec<Option<Diagram>>,
    /// Room for all.
    pub room: Room,
}

impl Diagrams {
    /// Forgets the diagrams of the position before.
    pub fn clear(&mut self) {
        self.is_drawn = false;
        self.drawn.clear();
    }

    /// Draws the parts that are large, or longer than a list should be; `false` where one that has
    /// no list cannot be drawn.
    pub fn draw(&mut self, parts: &Parts, view: &View) -> bool {
        if !self.is_drawn {
            self.is_drawn = true;
            let is_long = |part: &&Part| part.is_large || part.solutions.len() > LONG;
            let draw = |part| Some(part).filter(is_long).and_then(|part| Diagram::of(part, view));
            self.drawn.extend(parts.live().map(draw));
        }
        parts.live().zip(&self.drawn).all(|(part, drawn)| !part.is_large || drawn.is_some())
    }

    /// The diagram of a part, if it has one.
    pub fn get(&self, slot: usize) -> Option<&Diagram> {
        self.drawn.get(slot)?.as_ref()
    }
}

/// Solutions from which on a diagram is quicker than the list.
const LONG: usize = 200;
