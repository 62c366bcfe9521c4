//! Pigeons in holes, on a graph with three neighbours at most.
//!
//! # Theory
//! A covered vertex for each pigeon p and hole h says that p sits in h. Each pigeon sits in exactly
//! one hole; a hole has at most one pigeon, so one of its vertices or a vertex of its own, mined
//! where the hole stays empty, is mined exactly. `sketch` chains these sums. With P pigeons and H
//! holes there are H!/(H−P)! placements, and none if P > H, which resolution can show only in
//! exponentially many steps.
//! # Cost
//! Linear in P·H vertices.
//! # References
//! A. Haken, The intractability of resolution, Theoretical Computer Science 39, 1985.

use num_bigint::BigUint;
use num_traits::One;

use super::dice::Dice;
use super::known::{Instance, Known};
use super::sketch::{Sketch, Spot};
use super::{MAX_CELLS, Recipe, RecipeError};

/// Vertices for a pigeon and a hole: the covered one, and two links of four vertices.
const VERTICES_EACH: u64 = 9;

/// At most how many vertices the board will have, if they can be had.
pub(super) fn vertex_limit(recipe: &Recipe) -> Result<u64, RecipeError> {
    let (pigeons, holes) = (recipe.hard.pigeons, recipe.hard.holes);
    for (count, what) in [(pigeons, "pigeons"), (holes, "holes")] {
        if count == 0 {
            return Err(RecipeError::NothingOf(what));
        }
    }
    let vertices =
        (u64::from(pigeons) + 1).saturating_mul(u64::from(holes) + 1).saturating_mul(VERTICES_EACH);
    if vertices > MAX_CELLS {
        return Err(RecipeError::TooManyCells(vertices));
    }
    Ok(vertices)
}

pub(super) fn build(recipe: &Recipe, dice: &mut Dice) -> Result<Instance, RecipeError> {
    let (pigeons, holes) = (recipe.hard.pigeons, recipe.hard.holes);
    let mut seats: Vec<u32> = (0..holes).collect();
    dice.shuffle(&mut seats)?;
    let mut sketch = Sketch::default();
    let sits = |pigeon: u32, hole: u32| seats.get(pigeon as usize) == Some(&hole);
    let spots: Vec<Vec<Spot>> =
        (0..pigeons).map(|p| (0..holes).map(|h| sketch.cover(sits(p, h))).collect()).collect();
    for row in &spots {
        dice.check(0)?;
        sketch.one_of(row);
    }
    for hole in 0..holes as usize {
        dice.check(0)?;
        let mut column: Vec<Spot> = spots.iter().map(|row| row[hole]).collect();
        let empty = !column.iter().any(|&spot| sketch.is_mined(spot));
        column.push(sketch.cover(empty));
        sketch.one_of(&column);
    }
    let fits = pigeons <= holes;
    let count = if fits {
        (holes - pigeons + 1..=holes).fold(BigUint::one(), |product, free| product * free)
    } else {
        BigUint::ZERO
    };
    let (board, mines) = sketch.finish(fits, dice)?;
    let about = vec![format!("pigeonhole: {pigeons} pigeons, {holes} holes")];
    Ok(Instance { board, mines, known: Some(Known::exactly(about, count)) })
}
