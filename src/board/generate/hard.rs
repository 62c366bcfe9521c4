//! What the hard families depend on.

use num_bigint::BigUint;

/// What a circuit computes.
///
/// ```
/// use mineproof::board::generate::CircuitKind;
/// assert_eq!(CircuitKind::from_name("adder"), Some(CircuitKind::Adder));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CircuitKind {
    /// A random formula in conjunctive normal form.
    Cnf,
    /// Two numbers with a given sum.
    Adder,
    /// Two numbers with a given product.
    Multiplier,
    /// Inputs with a given parity.
    Parity,
}

impl CircuitKind {
    /// All kinds in the order in which they are listed to users.
    pub const ALL: &'static [CircuitKind] =
        &[CircuitKind::Cnf, CircuitKind::Adder, CircuitKind::Multiplier, CircuitKind::Parity];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            CircuitKind::Cnf => "cnf",
            CircuitKind::Adder => "adder",
            CircuitKind::Multiplier => "multiplier",
            CircuitKind::Parity => "parity",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<CircuitKind> {
        CircuitKind::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

/// The parameters of the hard families: circuits, Tseitin's parities, pigeonholes and culprits.
///
/// ```
/// use mineproof::board::generate::{CircuitKind, Family, Recipe, generate_instance};
/// let mut recipe = Recipe::new(Family::Circuit);
/// (recipe.hard.circuit, recipe.hard.bits, recipe.hard.value) = (CircuitKind::Adder, 3, Some(5u32.into()));
/// let known = generate_instance(&recipe).unwrap().known.unwrap();
/// assert_eq!(known.count, Some(6u32.into())); // 0+5, 1+4, … 5+0
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hard {
    /// What the circuit computes.
    pub circuit: CircuitKind,
    /// Variables of a formula, or inputs of a parity.
    pub variables: u32,
    /// Clauses of a formula.
    pub clauses: u32,
    /// Literals of a clause.
    pub literals: u32,
    /// Bits of the numbers that are added or multiplied.
    pub bits: u32,
    /// The sum or product; drawn if not given.
    pub value: Option<BigUint>,
    /// Whether the board shall have a legal placement; `None` leaves it to chance where chance
    /// decides (formulas) and means yes elsewhere.
    pub consistent: Option<bool>,
    /// Pigeons.
    pub pigeons: u32,
    /// Holes for them.
    pub holes: u32,
    /// Numbers in the cause of a culprit's contradiction.
    pub cause: u32,
}

impl Default for Hard {
    fn default() -> Hard {
        Hard {
            circuit: CircuitKind::Cnf,
            variables: 10,
            clauses: 42,
            literals: 3,
            bits: 4,
            value: None,
            consistent: None,
            pigeons: 5,
            holes: 4,
            cause: 15,
        }
    }
}
