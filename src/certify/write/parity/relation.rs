//! What a few variables can be together, with a clause for everything that they cannot be.

use super::super::search::{Derivation, Literal, Variable};
use super::window::{Lemma, Window};

/// Variables of a relation, at most.
pub const ARITY: usize = 8;

/// What some variables can be together.
#[derive(Clone, Debug)]
pub struct Relation {
    /// Which, ascending.
    pub scope: Vec<Variable>,
    /// Clauses over them.
    pub lemmas: Vec<Lemma>,
    /// For each choice of values whether no clause forbids it; variable i has bit i.
    allowed: Vec<bool>,
}

impl Relation {
    /// The relation that clauses over these variables make.
    pub fn new(scope: Vec<Variable>, lemmas: Vec<Lemma>) -> Self {
        let allowed = vec![true; 1 << scope.len()];
        let mut relation = Relation { scope, lemmas: Vec::with_capacity(lemmas.len()), allowed };
        for lemma in lemmas {
            relation.take(lemma);
        }
        relation
    }

    fn take(&mut self, lemma: Lemma) {
        let (mut within, mut negated) = (0usize, 0usize);
        for literal in &lemma.literals {
            let Ok(at) = self.scope.binary_search(&literal.variable()) else { continue };
            within |= 1 << at;
            negated |= usize::from(!literal.wanted()) << at;
        }
        for (m, allowed) in self.allowed.iter_mut().enumerate() {
            *allowed &= m & within != negated;
        }
        self.lemmas.push(lemma);
    }

    /// All of these together; their variables must be few enough.
    pub fn join<'a>(relations: impl IntoIterator<Item = &'a Relation>) -> Self {
        let (mut scope, mut lemmas) = (Vec::new(), Vec::new());
        for relation in relations {
            scope.extend_from_slice(&relation.scope);
            lemmas.extend_from_slice(&relation.lemmas);
        }
        scope.sort_unstable();
        scope.dedup();
        Relation::new(scope, lemmas)
    }

    /// The same with some more clauses over its variables.
    pub fn with(&self, lemmas: &[Lemma]) -> Self {
        Relation::new(self.scope.clone(), self.lemmas.iter().chain(lemmas).cloned().collect())
    }

    /// What all variables but one can be: whatever cannot be completed gets a clause.
    pub fn without(&self, variable: Variable, notes: &mut Derivation) -> Option<Self> {
        let Ok(at) = self.scope.binary_search(&variable) else { return Some(self.clone()) };
        let mut scope = self.scope.clone();
        scope.remove(at);
        let mut window = Window::default();
        window.add(&self.lemmas);
        let (low, bit) = ((1usize << at) - 1, 1usize << at);
        let forbidden = |m: usize| {
            let spread = m & low | (m & !low) << 1;
            !self.allowed[spread] && !self.allowed[spread | bit]
        };
        let rest = Relation::new(scope, Vec::new());
        rest.restrict(forbidden, &mut window, notes)
    }

    /// What only these of its variables can be.
    pub fn onto(&self, scope: &[Variable], notes: &mut Derivation) -> Option<Self> {
        let others = self.scope.iter().filter(|variable| !scope.contains(variable));
        others.copied().try_fold(self.clone(), |relation, variable| relation.without(variable, notes))
    }

    /// The clauses that an even, or odd, number of these variables is true; they must follow.
    pub fn parity(&self, variables: &[Variable], odd: bool, notes: &mut Derivation) -> Option<Vec<Lemma>> {
        let mut window = Window::default();
        window.add(&self.lemmas);
        parity(variables, odd, &mut window, notes)
    }

    /// Derives a clause against everything that is forbidden and has none yet.
    fn restrict(
        mut self,
        forbidden: impl Fn(usize) -> bool,
        window: &mut Window,
        notes: &mut Derivation,
    ) -> Option<Self> {
        for m in 0..1usize << self.scope.len() {
            if forbidden(m) && self.allowed[m] {
                let lemma = window.derive(&against(&self.scope, m), notes)?;
                self.take(lemma);
            }
        }
        Some(self)
    }

    /// Whether nothing is allowed.
    pub fn is_empty(&self) -> bool {
        !self.allowed.contains(&true)
    }

    fn members(&self) -> impl Iterator<Item = usize> {
        (0..self.allowed.len()).filter(|&m| self.allowed[m])
    }

    /// Whether it says odd or even of some of its variables, and nothing else.
    pub fn is_affine(&self) -> bool {
        let Some(base) = self.members().next() else { return false };
        let mut basis: Vec<usize> = Vec::new();
        for m in self.members() {
            extend(&mut basis, m ^ base);
        }
        1 << basis.len() == self.members().count()
    }

    /// The sums modulo 2 that are the same for all members of an affine relation, short ones first,
    /// and whether they are odd.
    pub fn parities(&self) -> Vec<(Vec<Variable>, bool)> {
        let is_odd = |m: usize| m.count_ones() % 2 == 1;
        let mut masks: Vec<usize> = (1..self.allowed.len()).collect();
        masks.sort_by_key(|mask| mask.count_ones());
        let (mut basis, mut all) = (Vec::new(), Vec::new());
        for mask in masks {
            let odd = self.members().next().is_some_and(|m| is_odd(m & mask));
            if self.members().all(|m| is_odd(m & mask) == odd) && extend(&mut basis, mask) {
                let chosen = self.scope.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
                all.push((chosen.map(|(_, &variable)| variable).collect(), odd));
            }
        }
        all
    }
}

/// The clauses that an even, or odd, number of these variables is true, derived in a window.
pub fn parity(
    variables: &[Variable],
    odd: bool,
    window: &mut Window,
    notes: &mut Derivation,
) -> Option<Vec<Lemma>> {
    (0..1usize << variables.len())
        .filter(|m| (m.count_ones() % 2 == 1) != odd)
        .map(|m| window.derive(&against(variables, m), notes))
        .collect()
}

/// The clause that the variables do not have these values.
fn against(scope: &[Variable], m: usize) -> Vec<Literal> {
    scope.iter().enumerate().map(|(i, variable)| variable.is(m >> i & 1 == 0)).collect()
}

/// Adds a vector to a basis modulo 2; `false` if it is a sum of those that are there.
fn extend(basis: &mut Vec<usize>, vector: usize) -> bool {
    let rest = basis.iter().fold(vector, |rest, with| rest.min(rest ^ with));
    if rest != 0 {
        basis.push(rest);
        basis.sort_unstable_by(|a, b| b.cmp(a));
    }
    rest != 0
}
