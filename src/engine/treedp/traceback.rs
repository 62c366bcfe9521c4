//! One solution with a given number of mines, traced back through tables of possible numbers.
//!
//! # Theory
//! An entry of a table says which numbers of mines lead to it. From the last table back, a step that
//! adds a box has a branch, and a step that joins two tables a pair of entries, whose sums hold the
//! number that is wanted; what is left of it is wanted from the table, or the tables, before.
//!
//! # Cost
//! A walk forth with sets of numbers ([`Supports`]), all tables kept, and at each join one pass over
//! its pairs.

use crate::algebra::{Support, Supports};
use crate::budget::{Answer, Budget, StopReason};
use crate::reduce::Component;

use super::key::{Key, Wide};
use super::layout::Layout;
use super::program::{Program, Step};
use super::table::{Table, for_each_pair};
use super::walk::{Fixed, operands, walk_keeping};
use super::{Plan, impossible, with_key};

/// The mines of each box in a solution with so many mines; `None` if there is none.
pub fn solution_with(
    component: &Component,
    plan: &Plan,
    mines: u64,
    budget: &Budget,
    largest: &mut u64,
) -> Answer<Option<Vec<u32>>> {
    let Ok(mines) = u32::try_from(mines) else { return Ok(None) };
    if impossible(component) {
        return Ok(None);
    }
    let layout = Layout::new(component, &plan.ops(), &[], budget)?;
    with_key!(layout.words, K => {
        let steps: Program<K> = layout.compile(component, &[], budget)?;
        let arithmetic = Fixed { semiring: Supports, tracked: &[], budget };
        let tables: Vec<Table<K, Support>> = walk_keeping(&arithmetic, &steps, largest)?;
        trace(component, &steps, &tables, mines, budget)
    })
}

fn trace<K: Key>(
    component: &Component,
    steps: &[Step<K>],
    tables: &[Table<K, Support>],
    mines: u32,
    budget: &Budget,
) -> Answer<Option<Vec<u32>>> {
    let from = operands(steps);
    let mut parts = vec![0; component.box_count()];
    // For each step the entry that the solution goes through, and the mines it has by then.
    let mut wanted: Vec<Option<(K, u32)>> = vec![None; steps.len()];
    let Some((last, table)) = tables.iter().enumerate().next_back() else { return Ok(None) };
    let end = table.keys.iter().zip(&table.values).find(|(_, support)| support.has(mines));
    let Some((&key, _)) = end else { return Ok(None) };
    wanted[last] = Some((key, mines));
    for t in (0..steps.len()).rev() {
        let Some((key, mines)) = wanted[t] else { continue };
        let [left, right] = from[t];
        match &steps[t] {
            Step::Start => {}
            Step::Add(step) => {
                let before = &tables[left];
                let found = step.branches.iter().find_map(|branch| {
                    let origin = step.undo(branch, key)?;
                    let rest = mines.checked_sub(branch.part)?;
                    let at = before.position(&origin)?;
                    before.values[at].has(rest).then_some((branch.part, origin, rest))
                });
                let Some((part, origin, rest)) = found else { return Ok(None) };
                parts[step.b.index()] = part;
                wanted[left] = Some((origin, rest));
            }
            Step::Join(step) => {
                let (a, b) = (&tables[left], &tables[right]);
                let mut found = None;
                for_each_pair(step, &[], (&a.keys, &b.keys), budget, |i, j, goal| {
                    if found.is_none() && goal == key {
                        let split = a.values[i].split(&b.values[j], mines);
                        found = split.map(|few| ((a.keys[i], few), (b.keys[j], mines - few)));
                    }
                    Ok(())
                })?;
                let Some((of_left, of_right)) = found else { return Ok(None) };
                wanted[left] = Some(of_left);
                wanted[right] = Some(of_right);
            }
        }
    }
    Ok(Some(parts))
}
