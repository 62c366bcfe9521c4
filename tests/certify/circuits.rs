//! Circuits whose wires have tens of thousands of sure cells.

use mineproof::board::Board;
use mineproof::board::generate::{CircuitKind, Family, Hard, Recipe, generate};
use mineproof::budget::Budget;
use mineproof::certify::verify::verify;

use crate::{certify, text};

fn circuit(hard: Hard, seed: u64) -> Board {
    generate(&Recipe { seed, hard, ..Recipe::new(Family::Circuit) }).unwrap()
}

/// Certifies a circuit and checks it; what is proven, and the hints of all steps together, which
/// tell how much work the search had, whatever the machine.
fn check(board: &Board) -> (String, usize) {
    let files = certify("circuit", board);
    let hints = text(&files, "proof.lrat").split_ascii_whitespace().count();
    (verify(&files, &Budget::unlimited()).unwrap(), hints)
}

#[test]
fn a_formula_of_fifty_variables_is_certified() {
    let (proven, hints) = check(&circuit(Hard { variables: 50, clauses: 215, ..Hard::default() }, 1));
    assert!(proven.contains("45880 cells are surely free, 46396 cells are surely mined"), "{proven}");
    assert!(hints < 5_000_000, "{hints}");
}

#[test]
fn a_contradictory_formula_of_fifty_variables_is_certified() {
    let (proven, hints) = check(&circuit(Hard { variables: 50, clauses: 215, ..Hard::default() }, 2));
    assert!(proven.starts_with("inconsistent"), "{proven}");
    assert!(hints < 3_000_000, "{hints}");
}

#[test]
fn a_multiplier_of_eight_bits_is_certified() {
    let hard = Hard { circuit: CircuitKind::Multiplier, bits: 8, ..Hard::default() };
    let (proven, hints) = check(&circuit(hard, 1));
    assert!(proven.contains("6858 cells are surely free, 6880 cells are surely mined"), "{proven}");
    // A search over all cells of the wires takes ten times as many.
    assert!(hints < 3_000_000, "{hints}");
}
