//! A circuit before it is laid out: which signals are made of which.

/// A signal: a free input, a constant or the output of a join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Signal(pub u32);

impl Signal {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What two signals are joined by; more than two are joined one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    And,
    Or,
    Xor,
}

/// A signal, or its opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    pub signal: Signal,
    pub negated: bool,
}

/// Where a signal comes from that is not made of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// Any value; the one given is that of the placement which the maker has in mind.
    Free(bool),
    Constant(bool),
}

/// Where the result of a join goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Output {
    Signal(Signal),
    /// Nowhere: it must have this value.
    Forced(bool),
}

/// One step from top to bottom.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// New signals.
    Sources(Vec<(Signal, Source)>),
    /// Distinct signals joined, the result sent on.
    Join { op: Op, inputs: Vec<Literal>, output: Output },
}

/// A circuit.
#[derive(Clone, Debug, Default)]
pub(super) struct Netlist {
    pub steps: Vec<Step>,
    signals: u32,
}

impl Netlist {
    /// How many signals there are.
    pub fn signals(&self) -> usize {
        self.signals as usize
    }

    /// New signals side by side.
    pub fn sources(&mut self, sources: impl IntoIterator<Item = Source>) -> Vec<Signal> {
        let new: Vec<_> = sources.into_iter().map(|source| (self.fresh(), source)).collect();
        let signals = new.iter().map(|&(signal, _)| signal).collect();
        self.steps.push(Step::Sources(new));
        signals
    }

    /// A new signal: two others joined.
    pub fn join(&mut self, op: Op, a: Signal, b: Signal) -> Signal {
        let output = self.fresh();
        let inputs = [a, b].map(|signal| Literal { signal, negated: false }).to_vec();
        self.steps.push(Step::Join { op, inputs, output: Output::Signal(output) });
        output
    }

    /// Signals joined must have this value.
    pub fn force(&mut self, op: Op, inputs: Vec<Literal>, value: bool) {
        self.steps.push(Step::Join { op, inputs, output: Output::Forced(value) });
    }

    /// The last step that uses each signal; `None` where none does.
    pub fn last_uses(&self) -> Vec<Option<usize>> {
        let mut last = vec![None; self.signals()];
        for (at, step) in self.steps.iter().enumerate() {
            if let Step::Join { inputs, .. } = step {
                for input in inputs {
                    last[input.signal.index()] = Some(at);
                }
            }
        }
        last
    }

    fn fresh(&mut self) -> Signal {
        self.signals += 1;
        Signal(self.signals - 1)
    }
}
