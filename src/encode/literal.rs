//! Variables, literals, and who takes clauses.

use std::convert::Infallible;
use std::ops::Not;

/// A variable or its negation. Variables count from 0; DIMACS counts them from 1.
///
/// ```
/// use mineproof::encode::Literal;
/// let literal = Literal::new(4);
/// assert_eq!((literal.dimacs(), (!literal).dimacs()), (5, -5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(u32);

impl Literal {
    /// The variable itself.
    pub fn new(variable: u32) -> Self {
        Literal(variable << 1)
    }

    /// Its variable.
    pub fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it is true if its variable is.
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// As DIMACS writes it.
    pub fn dimacs(self) -> i32 {
        let number = self.variable() as i32 + 1;
        if self.is_positive() { number } else { -number }
    }
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// Who takes clauses and hands out auxiliary variables.
pub trait Sink {
    /// Why no more clauses are taken.
    type Error;

    /// A variable that was not used before.
    fn fresh(&mut self) -> Literal;

    /// Takes a clause; the empty one cannot be met.
    fn clause(&mut self, clause: &[Literal]) -> Result<(), Self::Error>;
}

/// Clauses kept in memory, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Formula {
    inputs: u32,
    variables: u32,
    ends: Vec<usize>,
    literals: Vec<Literal>,
}

impl Formula {
    /// No clauses over so many variables.
    pub fn new(variables: u32) -> Self {
        Formula { inputs: variables, variables, ..Formula::default() }
    }

    /// The variables that were there at first, as literals.
    pub fn literals(&self) -> impl Iterator<Item = Literal> + use<> {
        (0..self.inputs).map(Literal::new)
    }

    /// How many variables there are, auxiliary ones included.
    pub fn variable_count(&self) -> u32 {
        self.variables
    }

    /// All clauses.
    pub fn clauses(&self) -> impl Iterator<Item = &[Literal]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start..end])
    }
}

impl Sink for Formula {
    type Error = Infallible;

    fn fresh(&mut self) -> Literal {
        self.variables += 1;
        Literal::new(self.variables - 1)
    }

    fn clause(&mut self, clause: &[Literal]) -> Result<(), Infallible> {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
        Ok(())
    }
}
