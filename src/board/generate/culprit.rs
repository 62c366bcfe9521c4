//! Boards with a single minimal cause of their contradiction.
//!
//! # Theory
//! A ring of covered cells with a 1 between each two neighbours makes them alternate, which a ring
//! of odd length cannot do. Leave out any number and the ring is a path that can. On a grid, a
//! rectangle of steps of two cells has an even length; one corner cut off makes it odd:
//!
//! ```text
//!      ? 1 ? 1 ?
//!    1         1      the corner's number sees both its neighbours;
//!    ?         ?      around the ring all cells are known to be free
//!    1         1
//!    ? 1 ? 1 ? 1 ?
//! ```
//!
//! Everything farther off is a random board of its own that shares no covered cell with the ring
//! and has a legal placement, so every contradictory set of numbers holds the whole ring: it is
//! the only minimal one. No number of the ring decides a cell on its own, so propagation is blind
//! to the contradiction.
//! # Cost
//! Linear in cells.

use num_bigint::BigUint;

use super::dice::Dice;
use super::known::{Instance, Known};
use super::position::count_mines;
use super::{Recipe, RecipeError};
use crate::board::{Board, CellId, Label};

/// The shortest ring whose numbers see nothing but their two neighbours.
const SHORTEST: u32 = 7;
/// The shortest side of a ring, in steps of two cells.
const SHORTEST_SIDE: u32 = 2;

pub(super) fn build(recipe: &Recipe, dice: &mut Dice) -> Result<Instance, RecipeError> {
    let topology = recipe.grid()?;
    let ring = Ring::draw(recipe, dice)?;
    let mut labels: Vec<Option<Label>> = vec![None; topology.len() as usize];
    let marked = ring.cells();
    for &(cell, _) in &marked {
        topology.for_each_neighbour(cell, |near| labels[near.index()] = Some(Label::Free));
    }
    let mut cause = Vec::new();
    for &(cell, label) in &marked {
        labels[cell.index()] = Some(label);
        if label != Label::Covered {
            cause.push(cell);
        }
    }
    cause.sort_unstable();
    let outside: Vec<bool> = labels.iter().map(Option::is_none).collect();
    let eligible = outside.iter().filter(|&&out| out).count() as u64;
    let mined: Vec<bool> = if recipe.mines.is_some() {
        dice.choose(recipe.mine_count(eligible)?, &outside)?
    } else {
        dice.each(outside.len(), |dice, cell| outside[cell] && dice.hit(recipe.density))?
    };
    let show = |dice: &mut Dice, cell: usize| match labels[cell] {
        Some(label) => label,
        None if !mined[cell] && dice.hit(recipe.open) => {
            Label::Number(count_mines(&topology, &mined, CellId(cell as u32)))
        }
        None => Label::Covered,
    };
    let labels = dice.each(labels.len(), show)?;
    let board = Board::new(topology, labels, None).expect("recipes are checked before boards are drawn");
    let about = vec![format!("culprit: {} numbers contradict each other, all others do not", cause.len())];
    let known = Known { cause, ..Known::exactly(about, BigUint::ZERO) };
    Ok(Instance { board, mines: Vec::new(), known: Some(known) })
}

/// A ring: the sides of its rectangle in steps, its upper left cell, and the corner cut off.
struct Ring {
    across: u32,
    down: u32,
    left: u32,
    top: u32,
    mirrored: bool,
    upended: bool,
    width: u32,
}

impl Ring {
    fn draw(recipe: &Recipe, dice: &mut Dice) -> Result<Ring, RecipeError> {
        let numbers = recipe.hard.cause;
        if numbers < SHORTEST || numbers.is_multiple_of(2) {
            return Err(RecipeError::NoRing(numbers));
        }
        let half = numbers.div_ceil(2);
        let fits = |&across: &u32| {
            let wide = u64::from(across) * 2 < u64::from(recipe.width);
            wide && u64::from(half - across) * 2 < u64::from(recipe.height)
        };
        // No side longer than the board is looked at, however long the ring.
        let longest = (half - SHORTEST_SIDE).min(recipe.width);
        let sides: Vec<u32> = (SHORTEST_SIDE..=longest).filter(fits).collect();
        let (width, height) = (recipe.width, recipe.height);
        let across = dice.pick(&sides).ok_or(RecipeError::RingTooLong { numbers, width, height })?;
        let down = half - across;
        let left = dice.below(u64::from(width - 2 * across)) as u32;
        let top = dice.below(u64::from(height - 2 * down)) as u32;
        let (mirrored, upended) = (dice.below(2) == 1, dice.below(2) == 1);
        Ok(Ring { across, down, left, top, mirrored, upended, width })
    }

    /// Covered cells and numbers.
    fn cells(&self) -> Vec<(CellId, Label)> {
        let (right, bottom) = (2 * self.across, 2 * self.down);
        let sides = (1..=right).map(|x| (x, 0)).chain((1..=bottom).map(|y| (right, y)));
        let back = (0..right).map(|x| (x, bottom)).chain((1..bottom).map(|y| (0, y)));
        // The corner at 0,0 is cut off: its neighbours on the ring give way to one number.
        let kept = sides.chain(back).filter(|&at| at != (1, 0) && at != (0, 1)).chain([(1, 1)]);
        let place = |(x, y): (u32, u32)| {
            let x = self.left + if self.mirrored { right - x } else { x };
            let y = self.top + if self.upended { bottom - y } else { y };
            CellId(y * self.width + x)
        };
        let label = |(x, y): (u32, u32)| {
            if x.is_multiple_of(2) && y.is_multiple_of(2) { Label::Covered } else { Label::Number(1) }
        };
        kept.map(|at| (place(at), label(at))).collect()
    }
}
