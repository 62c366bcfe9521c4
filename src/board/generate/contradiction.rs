//! Boards without any legal placement.
//!
//! # Theory
//! A random board is made contradictory in one place. Let a number n see the covered cells S and
//! let known mines be written `*`. Each cause below violates an inequality that every placement
//! meets, whatever the rest of the board says, so no placement exists:
//! - Below known: a number is at least its known mines. We show r of its mines and lower it below r.
//! - Above covered: a number is at most |S| (no mine is known there). We raise it beyond.
//! - Nested: if S ⊆ S', the numbers n and n' meet n ≤ n' ≤ n + |S' ∖ S|. We change one of the two
//!   so that this fails, though each number alone could still be met.
//! - Total too small or too large: take numbers whose covered cells are disjoint. Together they
//!   need Σ n mines and leave Σ (|S| − n) covered cells free, so the total lies between Σ n and the
//!   number of covered cells less Σ (|S| − n). We write one outside.
//!
//! The causes are tried in random order. On a board that offers none, which happens when hardly a
//! number sees a covered cell, the board is drawn again. A board that does not tell its total is
//! not contradicted through it.
//! # Cost
//! Linear in cells; no search, and no solver is asked.

use super::dice::Dice;
use super::{Recipe, RecipeError, random};
use crate::board::{Board, CellId, Label};
use crate::budget::Answer;

pub(super) fn contradict(recipe: &Recipe, dice: &mut Dice) -> Result<Board, RecipeError> {
    let topology = recipe.grid()?;
    let mut causes = vec![below_known, above_covered, nested];
    if recipe.tell_total {
        causes.extend([total_too_small, total_too_large] as [Cause; 2]);
    }
    for _ in 0..Recipe::attempts(topology.len()) {
        let (mut board, mines) =
            random::draw(recipe, topology.clone(), dice)?.reveal(recipe.tell_total, dice)?;
        let mut sites = Vec::new();
        for cell in board.cells() {
            dice.check(cell.index())?;
            sites.extend(Site::of(&board, cell));
        }
        dice.shuffle(&mut causes)?;
        for cause in &causes {
            if cause(&mut board, &sites, &mines, dice)? {
                return Ok(board);
            }
        }
    }
    Err(RecipeError::NoContradiction(topology.len()))
}

/// Spoils the board if it can, and says whether it did. Mines are ascending.
type Cause = fn(&mut Board, &[Site], &[CellId], &mut Dice) -> Answer<bool>;

/// An open cell that sees covered ones.
#[derive(Clone, Copy)]
struct Site {
    cell: CellId,
    number: u32,
    covered: u32,
    degree: u32,
}

impl Site {
    fn of(board: &Board, cell: CellId) -> Option<Site> {
        let Label::Number(number) = board.label(cell) else { return None };
        let near = board.neighbours(cell);
        let covered = near.iter().filter(|&&other| board.label(other) == Label::Covered).count() as u32;
        (covered > 0).then_some(Site { cell, number, covered, degree: near.len() as u32 })
    }
}

fn below_known(board: &mut Board, sites: &[Site], mines: &[CellId], dice: &mut Dice) -> Answer<bool> {
    // One neighbour at least stays covered.
    let fit: Vec<Site> = sites.iter().copied().filter(|site| site.number > 0 && site.covered > 1).collect();
    let Some(site) = dice.pick(&fit) else { return Ok(false) };
    let mut near = board.neighbours(site.cell);
    near.retain(|cell| mines.binary_search(cell).is_ok());
    dice.shuffle(&mut near)?;
    let known = 1 + dice.below(u64::from(site.number.min(site.covered - 1)));
    near.iter().take(known as usize).for_each(|&mine| board.set_label(mine, Label::Mine));
    board.set_label(site.cell, Label::Number(dice.below(known) as u32));
    Ok(true)
}

#[expect(clippy::unnecessary_wraps, reason = "all causes have one shape")]
fn above_covered(board: &mut Board, sites: &[Site], _: &[CellId], dice: &mut Dice) -> Answer<bool> {
    // The new number stays one that the cell could show on another board.
    let fit: Vec<Site> = sites.iter().copied().filter(|site| site.covered < site.degree).collect();
    let Some(site) = dice.pick(&fit) else { return Ok(false) };
    let above = 1 + dice.below(u64::from(site.degree - site.covered)) as u32;
    board.set_label(site.cell, Label::Number(site.covered + above));
    Ok(true)
}

fn nested(board: &mut Board, sites: &[Site], _: &[CellId], dice: &mut Dice) -> Answer<bool> {
    let mut pairs = Vec::new();
    for (step, &inner) in sites.iter().enumerate() {
        dice.check(step)?;
        pairs.extend(outers(board, inner));
    }
    let Some((inner, outer)) = dice.pick(&pairs) else { return Ok(false) };
    let beyond = outer.covered - inner.covered;
    let wrong_inner: Vec<u32> =
        (0..=inner.covered).filter(|&n| !(n..=n + beyond).contains(&outer.number)).collect();
    let wrong_outer: Vec<u32> =
        (0..=outer.covered).filter(|n| !(inner.number..=inner.number + beyond).contains(n)).collect();
    // The outer number always has a wrong value: 0, or all of its cells.
    let (cell, wrong) = match dice.below(2) {
        0 if !wrong_inner.is_empty() => (inner.cell, wrong_inner),
        _ => (outer.cell, wrong_outer),
    };
    let number = dice.pick(&wrong).expect("the inner number sees a cell");
    board.set_label(cell, Label::Number(number));
    Ok(true)
}

/// All pairs of a number with another that sees all of its covered cells.
fn outers(board: &Board, inner: Site) -> Vec<(Site, Site)> {
    let covered = |cell: CellId| {
        let mut near = board.neighbours(cell);
        near.retain(|&other| board.label(other) == Label::Covered);
        near
    };
    let cells = covered(inner.cell);
    // Whoever sees all of the cells sees the first one.
    let candidates = board.neighbours(cells[0]).into_iter().filter(|&other| other != inner.cell);
    let sites = candidates.filter_map(|other| Site::of(board, other));
    let sees_all = |outer: &Site| {
        let theirs = covered(outer.cell);
        cells.iter().all(|cell| theirs.binary_search(cell).is_ok())
    };
    sites.filter(sees_all).map(|outer| (inner, outer)).collect()
}

fn total_too_small(board: &mut Board, sites: &[Site], _: &[CellId], dice: &mut Dice) -> Answer<bool> {
    let (fewest, _) = bounds(board, sites, dice)?;
    if fewest > 0 {
        board.set_mines(Some(dice.below(fewest)));
    }
    Ok(fewest > 0)
}

fn total_too_large(board: &mut Board, sites: &[Site], _: &[CellId], dice: &mut Dice) -> Answer<bool> {
    let (_, surely_free) = bounds(board, sites, dice)?;
    let covered = board.labels().iter().filter(|&&label| label == Label::Covered).count() as u64;
    // A total above the covered cells would be wrong without any number.
    if surely_free > 0 {
        board.set_mines(Some(covered - dice.below(surely_free)));
    }
    Ok(surely_free > 0)
}

/// How many covered cells are mined at least, and free at least, by numbers that share none.
fn bounds(board: &Board, sites: &[Site], dice: &mut Dice) -> Answer<(u64, u64)> {
    let mut order = sites.to_vec();
    dice.shuffle(&mut order)?;
    let mut taken = vec![false; board.len()];
    let (mut fewest, mut surely_free) = (0, 0);
    for (step, site) in order.into_iter().enumerate() {
        dice.check(step)?;
        let mut near = board.neighbours(site.cell);
        near.retain(|&cell| board.label(cell) == Label::Covered);
        if near.iter().all(|cell| !taken[cell.index()]) {
            for cell in near {
                taken[cell.index()] = true;
            }
            fewest += u64::from(site.number);
            surely_free += u64::from(site.covered - site.number);
        }
    }
    Ok((fewest, surely_free))
}
