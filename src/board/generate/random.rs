//! Boards mined and opened by chance.
//!
//! # Theory
//! Each cell is mined with the chance `density`, or the mines are a uniformly random set of an
//! exact size. Each free cell is open with the chance `open`. So the board says nothing but its
//! numbers about where the mines lie, and legal placements with as many mines are equally likely.
//! # Cost
//! Linear in cells and edges.

use super::dice::Dice;
use super::position::Position;
use super::{Recipe, RecipeError};
use crate::board::Topology;

pub(super) fn draw(recipe: &Recipe, topology: Topology, dice: &mut Dice) -> Result<Position, RecipeError> {
    let cells = topology.len() as usize;
    let mined: Vec<bool> = if recipe.mines.is_some() {
        dice.choose(recipe.mine_count(cells as u64)?, &vec![true; cells])?
    } else {
        dice.each(cells, |dice, _| dice.hit(recipe.density))?
    };
    let open = dice.each(cells, |dice, cell| !mined[cell] && dice.hit(recipe.open))?;
    Ok(Position { topology, mined, open })
}
