//! Place and route: gadgets for a circuit, on a coarse grid.
//!
//! # Theory
//! Every live signal runs down a track, an even column of gadgets. A step takes one row where it
//! brings new signals, and three rows where it joins some. Here a and c are joined by OR, c is not
//! needed any more, and the result goes to the track that c leaves:
//!
//! ```text
//!           a       b       c
//!   column  0   1   2   3   4   5
//!           │       │       │
//!   tap     ├───┐   │       └───┐      splitter and bend; bend where c ends
//!   chain   │   └───┼───────────OR     bend, crossing, wires, the joint
//!   send    │       │       ┌───┘      bend, bend
//!           │       │       │
//! ```
//!
//! - Tap: each input's track is split, or bent where it is not needed later, and turned down in
//!   the odd column to its right; the bend is the inverting one for negated inputs.
//! - Chain: the leftmost input turns right and crosses the tracks until it meets the next input,
//!   where a joint sends their result on to the right; the last joint sends it down.
//! - Send: the result ends in a terminal that forces it, or crosses tracks to the nearest free one, or
//!   to a new one on the right if there is none.
//!
//! A crossing turns the horizontal value over, so each source of a horizontal run (a bend or a
//! joint) is the inverting one if the run crosses an odd number of live tracks. Every wire has two
//! ends, so no port is left over, and every gadget's output is a function of its inputs: the board
//! has one placement for each choice of the free inputs that all forced ends agree with.
//! # Cost
//! Gadgets: three for each live track and join, and nothing is searched.

use std::collections::BTreeMap;

use super::gadget::{Gadget, PITCH, Turn};
use super::netlist::{Literal, Netlist, Op, Output, Signal, Source, Step};
use crate::board::generate::dice::Dice;
use crate::board::generate::{MAX_CELLS, RecipeError};
use crate::budget::Lease;

/// A gadget at its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub column: u32,
    pub row: u32,
    pub gadget: Gadget,
    pub turn: Turn,
    /// The value of a free end.
    pub value: bool,
}

/// All gadgets, each after those that its inputs come from.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub placed: Vec<Placed>,
    pub columns: u32,
    pub rows: u32,
}

impl Layout {
    /// Columns and rows of cells.
    pub fn extent(&self) -> (u32, u32) {
        (self.columns * PITCH as u32 + 1, self.rows * PITCH as u32 + 1)
    }
}

/// Lays out a circuit; the lease is for the layout's memory.
pub(super) fn route(netlist: &Netlist, dice: &Dice) -> Result<(Layout, Lease), RecipeError> {
    let mut router = Router {
        layout: Layout::default(),
        tracks: Vec::new(),
        track_of: vec![usize::MAX; netlist.signals()],
        last: netlist.last_uses(),
        lease: dice.reserve(0)?,
    };
    for (at, step) in netlist.steps.iter().enumerate() {
        dice.check(0)?;
        match step {
            Step::Sources(new) => router.bring(new)?,
            Step::Join { op, inputs, output } => router.join(at, *op, inputs, *output)?,
        }
    }
    let Router { layout, lease, .. } = router;
    Ok((layout, lease))
}

struct Router {
    layout: Layout,
    /// The signal on each track.
    tracks: Vec<Option<Signal>>,
    track_of: Vec<usize>,
    last: Vec<Option<usize>>,
    /// For the gadgets of the layout.
    lease: Lease,
}

impl Router {
    fn bring(&mut self, new: &[(Signal, Source)]) -> Result<(), RecipeError> {
        let live: Vec<usize> = self.live().collect();
        let (mut unused, mut track) = (Vec::new(), 0);
        for &(signal, source) in new {
            while self.tracks.get(track).is_some_and(Option::is_some) {
                track += 1;
            }
            self.settle(signal, track);
            let (gadget, value) = match source {
                _ if self.last[signal.index()].is_none() => {
                    unused.push(track);
                    (Gadget::Island, matches!(source, Source::Free(true)))
                }
                Source::Free(value) => (Gadget::FreeEnd, value),
                Source::Constant(true) => (Gadget::TrueEnd, true),
                Source::Constant(false) => (Gadget::FalseEnd, false),
            };
            self.put_valued(2 * track, 0, gadget, Turn::TRANSPOSED, value);
        }
        for track in live {
            self.put(2 * track, 0, Gadget::Wire, Turn::TRANSPOSED);
        }
        for track in unused {
            self.tracks[track] = None;
        }
        self.advance(1)
    }

    fn join(&mut self, at: usize, op: Op, inputs: &[Literal], output: Output) -> Result<(), RecipeError> {
        let mut negated = BTreeMap::new();
        for input in inputs {
            negated.insert(self.track_of[input.signal.index()], input.negated);
        }
        // A single input has room for an inverter on its way down.
        let inverter = negated.len() == 1 && negated.values().all(|&negated| negated);
        if inverter {
            for negated in negated.values_mut() {
                *negated = false;
            }
        }
        self.tap(at, &negated);
        let inputs: Vec<usize> = negated.into_keys().collect();
        self.chain(op, &inputs, inverter);
        self.send(*inputs.last().expect("a join has an input"), output);
        self.advance(3)
    }

    /// The first row; tracks that are not needed any more end here.
    fn tap(&mut self, at: usize, negated: &BTreeMap<usize, bool>) {
        for track in self.live().collect::<Vec<_>>() {
            let Some(&negated) = negated.get(&track) else {
                self.put(2 * track, 0, Gadget::Wire, Turn::TRANSPOSED);
                continue;
            };
            let signal = self.tracks[track].expect("the track is live");
            if self.last[signal.index()] == Some(at) {
                self.put(2 * track, 0, Gadget::Bend, Turn::NONE);
                self.tracks[track] = None;
            } else {
                self.put(2 * track, 0, Gadget::Splitter, Turn::NONE);
            }
            let bend = if negated { Gadget::BendNot } else { Gadget::Bend };
            self.put(2 * track + 1, 0, bend, FROM_LEFT_DOWN);
        }
    }

    /// The second row.
    fn chain(&mut self, op: Op, inputs: &[usize], inverter: bool) {
        let (first, last) = (inputs[0], *inputs.last().expect("a join has an input"));
        for track in self.live().filter(|&track| track <= first || track > last).collect::<Vec<_>>() {
            self.put(2 * track, 1, Gadget::Wire, Turn::TRANSPOSED);
        }
        if first == last {
            let single = if inverter { Gadget::Not } else { Gadget::Wire };
            self.put(2 * first + 1, 1, single, Turn::TRANSPOSED);
        }
        for (i, pair) in inputs.windows(2).enumerate() {
            let (from, to) = (2 * pair[0] + 1, 2 * pair[1] + 1);
            let inverted = self.crossings(from, to) % 2 == 1;
            let source = match (i, inverted) {
                (0, false) => Gadget::Bend,
                (0, true) => Gadget::BendNot,
                _ => joint(op, inverted),
            };
            self.put(from, 1, source, Turn::NONE);
            for column in from + 1..to {
                self.pass(column, 1);
            }
            if pair[1] == last {
                self.put(to, 1, joint(op, false), Turn::TRANSPOSED);
            }
        }
    }

    /// The third row; the result comes from above, to the right of its last input's track.
    fn send(&mut self, last: usize, output: Output) {
        let from = 2 * last + 1;
        let live: Vec<usize> = self.live().collect();
        let mut run = from..from;
        match output {
            Output::Forced(value) => {
                let end = if value { Gadget::TrueEnd } else { Gadget::FalseEnd };
                self.put(from, 2, end, FROM_TOP);
            }
            Output::Signal(signal) => {
                let track = self.free_track(last);
                let to = 2 * track;
                let rightwards = to > from;
                run = if rightwards { from + 1..to } else { to + 1..from };
                let odd = self.crossings(run.start, run.end) % 2 == 1;
                let source = if odd { Gadget::BendNot } else { Gadget::Bend };
                self.put(from, 2, source, Turn { mirrored: !rightwards, ..Turn::NONE });
                // From the source on, so that each gadget comes after the one it depends on.
                let mut columns: Vec<usize> = run.clone().collect();
                if !rightwards {
                    columns.reverse();
                }
                for column in columns {
                    self.pass(column, 2);
                }
                self.put(
                    to,
                    2,
                    Gadget::Bend,
                    Turn { mirrored: rightwards, upended: true, transposed: false },
                );
                self.settle(signal, track);
            }
        }
        for track in live.into_iter().filter(|track| !run.contains(&(2 * track))) {
            self.put(2 * track, 2, Gadget::Wire, Turn::TRANSPOSED);
        }
    }

    /// A horizontal run through a column: across a live track, or straight on.
    fn pass(&mut self, column: usize, row: u32) {
        let gadget = if self.is_live(column) { Gadget::Crossing } else { Gadget::Wire };
        self.put(column, row, gadget, Turn::NONE);
    }

    fn crossings(&self, from: usize, to: usize) -> usize {
        (from..to).filter(|&column| self.is_live(column)).count()
    }

    fn is_live(&self, column: usize) -> bool {
        column.is_multiple_of(2) && self.tracks.get(column / 2).is_some_and(Option::is_some)
    }

    fn live(&self) -> impl Iterator<Item = usize> {
        (0..self.tracks.len()).filter(|&track| self.tracks[track].is_some())
    }

    /// The free track that is nearest, or a new one if none is free.
    fn free_track(&self, near: usize) -> usize {
        let free = (0..self.tracks.len()).filter(|&track| self.tracks[track].is_none());
        free.min_by_key(|&track| track.abs_diff(near)).unwrap_or(self.tracks.len())
    }

    fn settle(&mut self, signal: Signal, track: usize) {
        if track == self.tracks.len() {
            self.tracks.push(None);
        }
        self.tracks[track] = Some(signal);
        self.track_of[signal.index()] = track;
    }

    fn put(&mut self, column: usize, row: u32, gadget: Gadget, turn: Turn) {
        self.put_valued(column, row, gadget, turn, false);
    }

    fn put_valued(&mut self, column: usize, row: u32, gadget: Gadget, turn: Turn, value: bool) {
        let (column, row) = (column as u32, self.layout.rows + row);
        self.layout.columns = self.layout.columns.max(column + 1);
        self.layout.placed.push(Placed { column, row, gadget, turn, value });
    }

    /// Ends a step, unless the board has grown too large.
    fn advance(&mut self, rows: u32) -> Result<(), RecipeError> {
        self.lease.resize((self.layout.placed.capacity() * size_of::<Placed>()) as u64)?;
        self.layout.rows += rows;
        let (width, height) = self.layout.extent();
        let cells = u64::from(width) * u64::from(height);
        if cells > MAX_CELLS { Err(RecipeError::TooManyCells(cells)) } else { Ok(()) }
    }
}

const FROM_LEFT_DOWN: Turn = Turn { transposed: false, mirrored: true, upended: true };
const FROM_TOP: Turn = Turn { transposed: true, mirrored: false, upended: true };

fn joint(op: Op, inverted: bool) -> Gadget {
    match (op, inverted) {
        (Op::And, false) => Gadget::And,
        (Op::And, true) => Gadget::Nand,
        (Op::Or, false) => Gadget::Or,
        (Op::Or, true) => Gadget::Nor,
        (Op::Xor, false) => Gadget::Xor,
        (Op::Xor, true) => Gadget::Xnor,
    }
}
