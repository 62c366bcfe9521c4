//! Games interrupted where simple logic is stuck.
//!
//! # Theory
//! The mines are uniform over all cells but the first opened one, a corner. A player of simple
//! logic ([`Player`]) opens all it can; when stuck, it is shown a random safe cell, as if every
//! guess came out well. A whole game is played, with G such guesses, and g is drawn uniformly from
//! 0 to G − 1. The position is the one in which guess g + 1 was made: nothing follows by simple
//! logic, and a free cell is still covered. So the positions are spread over the whole game.
//!
//! The guesses come from one random order of all cells: the first free covered one in it is
//! uniform among them, because what was opened before depends only on earlier cells of the order.
//! # Cost
//! One game. Games that end without a guess have no such position and are drawn again.

use super::dice::Dice;
use super::player::Player;
use super::position::Position;
use super::{Recipe, RecipeError};
use crate::board::CellId;

/// The corner that is opened first.
const FIRST: CellId = CellId(0);

pub(super) fn interrupt(recipe: &Recipe, dice: &mut Dice) -> Result<Position, RecipeError> {
    let topology = recipe.grid()?;
    let cells = topology.len();
    let mines = recipe.mine_count(cells - 1)?;
    let hopeless = RecipeError::NoMidgame { mines, cells };
    if mines == 0 || mines == cells - 1 {
        return Err(hopeless);
    }
    let mut minable = vec![true; cells as usize];
    minable[FIRST.index()] = false;
    let mut order: Vec<CellId> = (0..cells as u32).map(CellId).collect();
    for _ in 0..Recipe::attempts(cells) {
        let mined = dice.choose(mines, &minable)?;
        dice.shuffle(&mut order)?;
        let mut player = Player::new(&topology, &mined);
        player.open(FIRST, 0);
        player.deduce(0, dice)?;
        let mut guesses = 0;
        for (step, &cell) in order.iter().enumerate() {
            dice.check(step)?;
            if !mined[cell.index()] && !player.is_open(cell) {
                guesses += 1;
                player.open(cell, guesses);
                player.deduce(guesses, dice)?;
            }
        }
        if guesses > 0 {
            let last = dice.below(u64::from(guesses)) as u32;
            let open = player.opened_within(last);
            return Ok(Position { topology, mined, open });
        }
    }
    Err(hopeless)
}
