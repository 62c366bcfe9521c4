//! Boards whose open cells do not depend on the mines.
//!
//! # Theory
//! A random share of the board or a regular pattern of cells is open, and an exact share of the
//! cells that may be mined is mined. The patterns differ in how many numbers see a covered cell
//! in the middle of a king grid: four on a checkerboard, six between open rows, two or four in the
//! lattice of period 2, always two in the lattice of period 5.
//!
//! With `where_free` the mines lie anywhere and a mined cell of the pattern stays covered, so the
//! pattern has random holes; without it the whole pattern is open.
//! # Cost
//! Linear in cells.

use super::dice::Dice;
use super::position::Position;
use super::{Family, Recipe, RecipeError};
use crate::board::CellId;

/// A random share of the board open, and mines among the rest.
pub(super) fn draw_quarter(recipe: &Recipe, dice: &mut Dice) -> Result<Position, RecipeError> {
    let topology = recipe.grid()?;
    let cells = topology.len();
    let open_count = recipe.open.of(cells);
    let mine_count = recipe.mine_count(cells - open_count)?;
    let open = dice.choose(open_count, &vec![true; cells as usize])?;
    let rest: Vec<bool> = open.iter().map(|&open| !open).collect();
    let mined = dice.choose(mine_count, &rest)?;
    Ok(Position { topology, mined, open })
}

/// The pattern of the recipe's family.
pub(super) fn draw_pattern(recipe: &Recipe, dice: &mut Dice) -> Result<Position, RecipeError> {
    let topology = recipe.grid()?;
    let in_pattern = |cell: u32| {
        let (x, y, z) = topology.place(CellId(cell));
        let (x, y, z) = (u64::from(x), u64::from(y), u64::from(z));
        match recipe.family {
            Family::Checkerboard => (x + y + z) % 2 == 0,
            Family::Rows => y % 2 == 0,
            Family::Lattice2 => x % 2 == 0 && y % 2 == 0 && z % 2 == 0,
            Family::Lattice5 => (x + 2 * y) % 5 == 0,
            other => unreachable!("{} has no pattern", other.name()),
        }
    };
    let pattern = dice.each(topology.len() as usize, |_, cell| in_pattern(cell as u32))?;
    let minable: Vec<bool> = pattern.iter().map(|&inside| recipe.where_free || !inside).collect();
    let mine_count = recipe.mine_count(minable.iter().filter(|&&may| may).count() as u64)?;
    let mined = dice.choose(mine_count, &minable)?;
    let open = pattern.iter().zip(&mined).map(|(&inside, &mine)| inside && !mine).collect();
    Ok(Position { topology, mined, open })
}
