//! Kaye's circuits: boards whose placements are the solutions of a formula.
//!
//! # Theory
//! A formula becomes a `netlist`, the netlist a `route` of `gadget`s, and those are drawn (`draw`)
//! as cells of a king grid. Gadgets have exactly one completion for each input, so the board has
//! exactly as many placements as the formula has solutions:
//! - `cnf` (a random k-CNF): clauses are chains of ORs that must be true.
//! - `adder`: two free numbers of n bits add up to a given one, from full adders of five joins.
//! - `multiplier`: two free numbers have a given product, so that its placements are the ways to
//!   write it as a product.
//! - `parity`: a chain of XORs over free inputs that must be even or odd; in the contradictory
//!   variant both.
//!
//! The number of placements is written down as far as it is known: by counting for adders and
//! parities, by trying every factor, and by trying all assignments of up to 24 variables.
//! # Cost
//! Linear in the gadgets, which `route` counts, and in assignments tried.

mod arithmetic;
mod cnf;
mod draw;
mod gadget;
mod netlist;
mod route;

use super::dice::Dice;
use super::known::{Instance, Known};
use super::{CircuitKind, Hard, Recipe, RecipeError};
use netlist::Netlist;

/// A formula as a circuit, with what is known of it.
struct Formula {
    netlist: Netlist,
    known: Known,
}

/// A step of a circuit with two inputs, and the signal it makes.
const STEP_BYTES: u64 = 128;
/// A literal of a formula, of its circuit and of what is told of it.
const LITERAL_BYTES: u64 = 48;

/// The memory that the formula takes, if it can be had at all.
pub(super) fn formula_bytes(hard: &Hard) -> Result<u64, RecipeError> {
    let (bits, variables) = (u64::from(hard.bits), u64::from(hard.variables));
    // A bit of a sum is five joins.
    let adder = bits * 6 * STEP_BYTES;
    Ok(match hard.circuit {
        CircuitKind::Cnf => {
            cnf::check(hard)?;
            let clause = u64::from(hard.literals) * LITERAL_BYTES + STEP_BYTES;
            u64::from(hard.clauses) * clause + variables * STEP_BYTES
        }
        CircuitKind::Adder => arithmetic::check(hard.bits, "bits", 1).map(|()| adder)?,
        CircuitKind::Multiplier => arithmetic::check(hard.bits, "bits", bits * 64).map(|()| adder * bits)?,
        CircuitKind::Parity => {
            arithmetic::check(hard.variables, "variables", 1).map(|()| variables * STEP_BYTES)?
        }
    })
}

/// The circuit of a recipe of which [`formula_bytes`] had nothing to complain.
pub(super) fn build(recipe: &Recipe, dice: &mut Dice) -> Result<Instance, RecipeError> {
    let formula = match recipe.hard.circuit {
        CircuitKind::Cnf => cnf::draw_formula(&recipe.hard, dice)?,
        CircuitKind::Adder => arithmetic::adder(&recipe.hard, dice)?,
        CircuitKind::Multiplier => arithmetic::multiplier(&recipe.hard, dice)?,
        CircuitKind::Parity => arithmetic::parity(&recipe.hard, dice),
    };
    let (layout, _lease) = route::route(&formula.netlist, dice)?;
    let (board, mines) = draw::draw(&layout, dice)?;
    let mut known = formula.known;
    known.about.push(format!(
        "layout: {} gadgets on {} columns and {} rows",
        layout.placed.len(),
        layout.columns,
        layout.rows
    ));
    debug_assert!(known.consistent != Some(true) || mines.is_some(), "the maker's values are a solution");
    Ok(Instance { board, mines: mines.unwrap_or_default(), known: Some(known) })
}
