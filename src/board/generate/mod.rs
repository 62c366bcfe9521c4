//! Instances of many kinds, reproducible from a seed.
//!
//! A [`Recipe`] says what to generate; the same recipe gives the same board on every machine and
//! in every later version (`tests/generate` keeps one board of every family). Each technique
//! has a file of its own; all draw from one stream of exact integers (`dice`).
//!
//! ```
//! use mineproof::board::generate::{Family, Recipe, generate};
//! let mut recipe = Recipe::new(Family::Quarter);
//! (recipe.width, recipe.height, recipe.seed) = (20, 10, 7);
//! let board = generate(&recipe).unwrap();
//! assert_eq!(board.len(), 200);
//! assert_eq!(generate(&recipe).unwrap(), board);
//! ```

mod circuit;
mod contradiction;
mod culprit;
mod dice;
mod family;
mod hard;
mod known;
mod ktree;
mod memory;
mod midgame;
mod pairing;
mod pairs;
mod pattern;
mod pigeonhole;
mod player;
mod position;
mod pruefer;
mod random;
mod recipe;
mod share;
mod sketch;
mod tseitin;

pub(crate) use dice::below;
pub use family::Family;
pub use hard::{CircuitKind, Hard};
pub use known::{Instance, Known};
pub use recipe::{GridKind, MAX_CELLS, Recipe, RecipeError};
pub use share::{Share, ShareError};

use super::{Board, CellId, Topology};
use crate::budget::Budget;
use dice::Dice;

/// The board of a recipe.
pub fn generate(recipe: &Recipe) -> Result<Board, RecipeError> {
    generate_with_mines(recipe).map(|(board, _)| board)
}

/// The board of a recipe and, in ascending order, where its mines lie: a legal placement of the
/// board. A contradictory board has none, so its list is empty; so is that of a formula too large
/// for its maker to solve.
pub fn generate_with_mines(recipe: &Recipe) -> Result<(Board, Vec<CellId>), RecipeError> {
    generate_instance(recipe).map(|instance| (instance.board, instance.mines))
}

/// The board of a recipe with all that is known of it by construction.
pub fn generate_instance(recipe: &Recipe) -> Result<Instance, RecipeError> {
    generate_within(recipe, &Budget::unlimited())
}

/// As [`generate_instance`], unless a limit comes first: then [`RecipeError::Stopped`].
///
/// ```
/// use mineproof::board::generate::{Family, Recipe, RecipeError, generate_within};
/// use mineproof::budget::{Budget, StopReason};
/// let instance = generate_within(&Recipe::new(Family::Random), &Budget::new(None, 100));
/// assert_eq!(instance, Err(RecipeError::Stopped(StopReason::Memory)));
/// ```
pub fn generate_within(recipe: &Recipe, budget: &Budget) -> Result<Instance, RecipeError> {
    let _lease = budget.reserve(memory::estimate(recipe)?)?;
    budget.check()?;
    let mut dice = Dice::new(recipe.seed, budget);
    let dice = &mut dice;
    let position = match recipe.family {
        Family::Circuit => return circuit::build(recipe, dice),
        Family::Tseitin => return tseitin::build(recipe, dice),
        Family::Pigeonhole => return pigeonhole::build(recipe, dice),
        Family::Culprit => return culprit::build(recipe, dice),
        Family::Contradiction => {
            let board = contradiction::contradict(recipe, dice)?;
            return Ok(Instance::plain((board, Vec::new())));
        }
        Family::Midgame => midgame::interrupt(recipe, dice)?,
        Family::Quarter => pattern::draw_quarter(recipe, dice)?,
        Family::Checkerboard | Family::Rows | Family::Lattice2 | Family::Lattice5 => {
            pattern::draw_pattern(recipe, dice)?
        }
        Family::Random | Family::Strip | Family::Hex | Family::Torus | Family::Triangle | Family::Box => {
            random::draw(recipe, recipe.grid()?, dice)?
        }
        Family::Tree => {
            let tree = pruefer::draw_tree(recipe.vertex_count()?, dice)?;
            random::draw(recipe, Topology::Graph(tree), dice)?
        }
        Family::Regular3 => {
            let cubic = pairing::draw_cubic(recipe.vertex_count()?, dice)?;
            random::draw(recipe, Topology::Graph(cubic), dice)?
        }
        Family::Treewidth => {
            let partial = ktree::draw_partial(recipe.vertex_count()?, recipe.degree, dice)?;
            random::draw(recipe, Topology::Graph(partial), dice)?
        }
        Family::RandomGraph => {
            let graph = pairs::draw_graph(recipe, dice)?;
            random::draw(recipe, Topology::Graph(graph), dice)?
        }
    };
    Ok(Instance::plain(position.reveal(recipe.tell_total, dice)?))
}
