//! How much memory a board takes in the making.
//!
//! # Theory
//! What a recipe will need is known before anything is allocated: so many cells, vertices or
//! edges, each with what its family keeps of it at the same time. The figures are what the lists
//! hold, rounded up for lists that grow by doubling. A circuit shows its size only when it is laid
//! out, so only its formula is counted here; `circuit` leases the rest as it grows.

use super::{Family, Recipe, RecipeError, circuit, ktree, pigeonhole, tseitin};

/// Marks of a position, its labels and its mines.
const POSITION: u64 = 20;
/// A vertex of a graph and its name.
const VERTEX: u64 = 16;
/// An edge in a list, and twice in the rows of a graph.
const EDGE: u64 = 16;
/// A player of a game: what it knows of a cell, its agenda and its order of guesses.
const PLAYER: u64 = 32;
/// Numbers that could be contradicted, alone and in pairs.
const CONTRADICTION: u64 = 80;
/// A vertex of a sketch and of the board made of it, with three edges at most on two of them.
const SKETCHED: u64 = 80;

/// The bytes to lease for a recipe, or why it gives no board.
pub(super) fn estimate(recipe: &Recipe) -> Result<u64, RecipeError> {
    let cells = || recipe.grid().map(|grid| grid.len());
    let vertices = || recipe.vertex_count().map(u64::from);
    Ok(match recipe.family {
        Family::Midgame => cells()? * (POSITION + PLAYER),
        Family::Contradiction => cells()? * (POSITION + CONTRADICTION),
        Family::Tree => vertices()? * (POSITION + VERTEX + EDGE),
        Family::Regular3 => vertices()? * (POSITION + 2 * VERTEX) + vertices()? * 3 / 2 * EDGE,
        Family::Treewidth => {
            let edges = ktree::edge_limit(recipe.vertex_count()?, recipe.degree)?;
            vertices()? * (POSITION + VERTEX) + edges * 2 * EDGE
        }
        Family::Tseitin => tseitin::vertex_count(recipe)? * SKETCHED,
        Family::Pigeonhole => pigeonhole::vertex_limit(recipe)? * SKETCHED,
        Family::Circuit => circuit::formula_bytes(&recipe.hard)?,
        _ => cells()? * POSITION,
    })
}
