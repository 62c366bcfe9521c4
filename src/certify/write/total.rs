//! The total of mines, where something follows from it.
//!
//! # Theory
//! The cells of a number hold exactly as many mines as it says. Numbers that share no cell
//! therefore bound the mines of all their cells together; every other cell may be mined or not.
//! Cells whose values are known already count as such. These bounds make the windows of the
//! counter (`counter`) narrow.
//! # Cost
//! Sorting the numbers; one pass over their cells.

use std::cmp::Reverse;

use super::counter::{Built, Counter, Group};
use super::formula::{Formula, Root};
use super::search::{Search, Variable};
use crate::budget::{Answer, Budget};
use crate::model::Model;

/// Adds the clauses of the total to a formula whose numbers `search` knows. If the cells that no
/// number sees are not `claimed`, they are not counted one by one.
pub fn push_total(
    model: &Model,
    search: &Search,
    claimed: bool,
    formula: &mut Formula,
    budget: &Budget,
) -> Answer<Option<Built>> {
    let Some(total) = model.total else { return Ok(None) };
    let everything: Vec<u32> = (0..model.covered.len() as u32).collect();
    let rest = i64::try_from(i128::from(total) - i128::from(model.known_mines)).unwrap_or(i64::MAX);
    if formula.push_direct(&everything, rest)? {
        return Ok(None);
    }
    let heap = unseen(model);
    let groups = disjoint_groups(model, search, &heap, &formula.roots);
    if let ([Group { root: Some(root), min, .. }], []) = (&groups[..], &heap[..]) {
        // One number sees every covered cell: its tree counts the total as well.
        formula.push_shared(None, *root, *min, rest as u64, model)?;
        return Ok(None);
    }
    let built = Counter::of_groups(groups, heap, !claimed, rest as u64).build(
        everything.len() as u32,
        formula,
        budget,
    )?;
    formula.roots.push(Root { sum: None, node: built.root, is_branch: false });
    Ok(Some(built))
}

/// The covered cells that no number sees.
pub fn unseen(model: &Model) -> Vec<u32> {
    let mut seen = vec![false; model.covered.len()];
    for sum in 0..model.open.len() {
        model.members(sum).iter().for_each(|&member| seen[member as usize] = true);
    }
    (0..seen.len() as u32).filter(|&member| !seen[member as usize]).collect()
}

/// All cells but those of the heap: those that a tree counts already, known ones, the cells of
/// numbers that share none, single ones.
fn disjoint_groups(model: &Model, search: &Search, heap: &[u32], roots: &[Root]) -> Vec<Group> {
    let mut taken = vec![false; model.covered.len()];
    for &member in heap {
        taken[member as usize] = true;
    }
    let mut groups = Vec::new();
    // The largest come last, and no branch of a tree can be one of another.
    for root in roots.iter().rev().filter(|root| !root.is_branch) {
        let Some(sum) = root.sum else { continue };
        let members = model.members(sum);
        if members.iter().all(|&member| !taken[member as usize]) {
            for &member in members {
                taken[member as usize] = true;
            }
            // A tree counts no number that cannot be met.
            let count = model.rests[sum] as u64;
            groups.push(Group { members: members.to_vec(), min: count, max: count, root: Some(root.node) });
        }
    }
    for member in 0..model.covered.len() as u32 {
        if !taken[member as usize]
            && let Some(mined) = search.known(Variable(member))
        {
            taken[member as usize] = true;
            groups.push(Group {
                members: vec![member],
                min: u64::from(mined),
                max: u64::from(mined),
                root: None,
            });
        }
    }
    let open = |sum: usize| {
        let members = model.members(sum).iter().copied();
        members.filter(|&member| search.known(Variable(member)).is_none()).collect::<Vec<_>>()
    };
    let mut order: Vec<(Reverse<usize>, usize)> =
        (0..model.open.len()).map(|sum| (Reverse(open(sum).len()), sum)).collect();
    order.sort_unstable();
    let known = groups.len();
    for (_, sum) in order {
        let members = open(sum);
        if members.len() < 2 || members.iter().any(|&member| taken[member as usize]) {
            continue;
        }
        for &member in &members {
            taken[member as usize] = true;
        }
        let mined = |member: &&u32| search.known(Variable(**member)) == Some(true);
        let decided = model.members(sum).iter().filter(mined).count() as i64;
        // Propagation has refuted every other number.
        let count = (model.rests[sum] - decided).clamp(0, members.len() as i64) as u64;
        groups.push(Group { members, min: count, max: count, root: None });
    }
    let singles = (0..model.covered.len() as u32).filter(|&member| !taken[member as usize]);
    groups.extend(singles.map(Group::single));
    // Neighbours in the file are neighbours on the board, more or less.
    groups[known..].sort_by_key(|group| group.members[0]);
    groups
}
