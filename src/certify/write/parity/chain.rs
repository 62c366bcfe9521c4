//! Long sums modulo 2 as chains of short ones, and how two are added.
//!
//! # Theory
//! Whether an odd number of k variables is true takes 2^(k−1) clauses. With a signal for the sum of
//! the variables up to each of them, it takes four clauses a variable: signal after = signal before
//! + variable, a link. The last signal is known: odd or even.
//!
//! ```text
//!   A   0 ── a ── p ── b ── q ── d ── odd         Invariant: at each variable the signal of C is
//!   B        0 ── b ── r ── c ── s ── e ── even   the sum of those of A and B.
//!   C   0 ── a ── p ─────── t ── …                Signals of C before B begins, and after it ends,
//!                           c                     are those of A; others are defined, t = p + c.
//! ```
//!
//! To add two chains with the same order of variables, one walks along both. A variable of one of
//! them gives a link of the sum; one of both cancels. The links at a variable take the invariant
//! from before it to behind it, which is a matter of a dozen clauses (`window`). In the end both
//! signals are known, and so is that of the sum.
//! # Cost
//! Four clauses for the definition and eight steps for the invariant at each variable between the
//! first and the last of the shorter chain.
//! # References
//! T. Philipp, A. Rebola-Pardo, *DRAT proofs for XOR reasoning*, JELIA 2016. R. E. Bryant,
//! M. J. H. Heule, *Generating extended resolution proofs with a BDD-based SAT solver*, TACAS 2021.

use std::rc::Rc;

use super::super::search::{Derivation, Literal, Origin, Variable};
use super::relation::parity;
use super::window::{Lemma, Window};

/// A constant, or a variable plus a constant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Signal {
    variable: Option<Variable>,
    odd: bool,
}

impl Signal {
    fn of(variable: Variable) -> Self {
        Signal { variable: Some(variable), odd: false }
    }

    fn plus(self, odd: bool) -> Self {
        Signal { odd: self.odd != odd, ..self }
    }
}

/// That a few variables are odd or even in sum, with the clauses that say so.
#[derive(Clone, Debug, Default)]
struct Link {
    /// Ascending.
    variables: Vec<Variable>,
    odd: bool,
    lemmas: Vec<Lemma>,
}

impl Link {
    /// That signals cancel, without clauses yet.
    fn between(signals: [Signal; 3]) -> Self {
        let mut variables: Vec<Variable> = signals.iter().filter_map(|signal| signal.variable).collect();
        variables.sort_unstable();
        let mut at = 0;
        while at + 1 < variables.len() {
            if variables[at] == variables[at + 1] {
                variables.drain(at..at + 2);
            } else {
                at += 1;
            }
        }
        let odd = signals.iter().filter(|signal| signal.odd).count() % 2 == 1;
        Link { variables, odd, lemmas: Vec::new() }
    }

    /// Finds the clauses among others, or derives them from others.
    fn prove(mut self, from: &[&Rc<Link>], notes: &mut Derivation) -> Option<Rc<Link>> {
        if self.variables.is_empty() && !self.odd {
            return Some(Rc::new(self));
        }
        let same = |link: &&&Rc<Link>| link.variables == self.variables && link.odd == self.odd;
        if let Some(&link) = from.iter().find(same) {
            return Some(link.clone());
        }
        let mut window = Window::default();
        for link in from {
            window.add(&link.lemmas);
        }
        self.lemmas = parity(&self.variables, self.odd, &mut window, notes)?;
        Some(Rc::new(self))
    }
}

/// The link that defines a new variable as the sum of two.
fn define(a: Variable, b: Variable, notes: &mut Derivation) -> (Variable, Rc<Link>) {
    let (new, clauses) = notes.define(a, b);
    let lemma = |(literals, origin): ([Literal; 3], Origin)| Lemma { literals: literals.into(), origin };
    let mut variables = vec![new, a, b];
    variables.sort_unstable();
    (new, Rc::new(Link { variables, odd: false, lemmas: clauses.into_iter().map(lemma).collect() }))
}

/// A sum of variables, in an order that all chains share.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    parts: Vec<Part>,
    /// Whether it is odd.
    odd: bool,
    /// The empty clause, if it has no variables and is odd.
    absurd: Rc<Link>,
}

/// A variable of a chain.
#[derive(Clone, Debug)]
struct Part {
    variable: Variable,
    /// The sum up to it.
    signal: Signal,
    link: Rc<Link>,
}

impl Chain {
    /// A chain of a few variables, in their order, of which clauses say that they are odd or even
    /// in sum.
    pub fn new(variables: &[Variable], odd: bool, lemmas: &[Lemma], notes: &mut Derivation) -> Option<Self> {
        let mut sorted = variables.to_vec();
        sorted.sort_unstable();
        let mut links = vec![Rc::new(Link { variables: sorted, odd, lemmas: lemmas.to_vec() })];
        let mut chain = Chain { odd, ..Chain::default() };
        let mut before = Signal::default();
        for (i, &variable) in variables.iter().enumerate() {
            let x = Signal::of(variable);
            let signal = match (before.variable, variables.len() - i) {
                // All that follow sum to the same.
                (_, 1) => Signal { variable: None, odd },
                (Some(_), 2) => Signal::of(variables[i + 1]).plus(odd),
                (None, _) => x,
                (Some(sum), _) => {
                    let (new, link) = define(sum, variable, notes);
                    links.push(link);
                    Signal::of(new)
                }
            };
            let from: Vec<&Rc<Link>> = links.iter().collect();
            let link = Link::between([before, x, signal]).prove(&from, notes)?;
            chain.parts.push(Part { variable, signal, link });
            before = signal;
        }
        Some(chain)
    }

    /// The sum of two chains; `rank` tells the order of variables.
    pub fn add(
        &self,
        other: &Chain,
        rank: &impl Fn(Variable) -> usize,
        notes: &mut Derivation,
    ) -> Option<Self> {
        let mut sum = Chain { odd: self.odd != other.odd, ..Chain::default() };
        let nothing = Rc::new(Link::default());
        let mut invariant = nothing.clone();
        let (mut a, mut b, mut c) = (Signal::default(), Signal::default(), Signal::default());
        let (mut left, mut right) = (self.parts.iter().peekable(), other.parts.iter().peekable());
        loop {
            let next = [left.peek(), right.peek()].into_iter().flatten().map(|part| part.variable);
            let Some(variable) = next.min_by_key(|&variable| rank(variable)) else { break };
            let of_a = left.next_if(|part| part.variable == variable);
            let of_b = right.next_if(|part| part.variable == variable);
            let link_a = of_a.map_or(&nothing, |part| &part.link);
            let link_b = of_b.map_or(&nothing, |part| &part.link);
            a = of_a.map_or(a, |part| part.signal);
            b = of_b.map_or(b, |part| part.signal);
            let mut link_c = nothing.clone();
            if of_a.is_none() || of_b.is_none() {
                let before = c;
                let x = Signal::of(variable);
                match (a.variable, b.variable, before.variable) {
                    (_, None, _) => c = a.plus(b.odd),
                    (None, _, _) => c = b.plus(a.odd),
                    (_, _, None) => c = x.plus(before.odd),
                    (_, _, Some(same)) if same == variable => {
                        c = Signal { variable: None, odd: before.odd };
                    }
                    (_, _, Some(before_it)) => {
                        let (new, link) = define(before_it, variable, notes);
                        c = Signal::of(new).plus(before.odd);
                        link_c = link;
                    }
                }
                let from = [link_a, link_b, &invariant, &link_c];
                link_c = Link::between([before, x, c]).prove(&from, notes)?;
                sum.parts.push(Part { variable, signal: c, link: link_c.clone() });
            }
            let from = [&invariant, link_a, link_b, &link_c];
            invariant = Link::between([a, b, c]).prove(&from, notes)?;
        }
        sum.close(&invariant, notes)
    }

    /// Puts the constant that the invariant gives in the place of the last signal.
    fn close(mut self, invariant: &Rc<Link>, notes: &mut Derivation) -> Option<Self> {
        let odd = self.odd;
        let end = Signal { variable: None, odd };
        let before = self.parts.iter().rev().nth(1).map_or(Signal::default(), |part| part.signal);
        let Some(last) = self.parts.last_mut() else {
            self.absurd = invariant.clone();
            return Some(self);
        };
        if last.signal.variable.is_some() {
            let link = Link::between([before, Signal::of(last.variable), end]);
            last.link = link.prove(&[&last.link, invariant], notes)?;
            last.signal = end;
        }
        Some(self)
    }

    /// The clauses that say it without signals; its variables must be few.
    pub fn lemmas(&self, variables: &[Variable], notes: &mut Derivation) -> Option<Vec<Lemma>> {
        let mut window = Window::default();
        window.add(&self.absurd.lemmas);
        for part in &self.parts {
            window.add(&part.link.lemmas);
        }
        parity(variables, self.odd, &mut window, notes)
    }
}
