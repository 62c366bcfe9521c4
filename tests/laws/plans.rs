//! Path-like and branching plans are two ways to the same answers.

use mineproof::budget::Budget;
use mineproof::engine::treedp::{self, Inside, Plan};
use mineproof::model::Model;
use mineproof::reduce::{Component, Reduced};
use num_bigint::BigUint;

use crate::zoo;

/// Predicted work up to which a component is walked ten times by both plans.
const WORK: u64 = 1 << 18;

/// All that the engine says of a component when it walks by a plan.
fn walked(component: &Component, plan: &Plan, chosen: &[bool]) -> impl PartialEq + std::fmt::Debug {
    let budget = Budget::unlimited();
    let outer = |mines: u64| BigUint::from(mines * mines % 7);
    let inside = Inside::new(component, plan, true, &budget, &mut 0).unwrap();
    let odd = |mines: u64| mines % 2 == 1;
    (
        treedp::consistent(component, plan, &budget, &mut 0),
        treedp::count(component, plan, &budget, &mut 0),
        treedp::polynomial(component, plan, &budget, &mut 0),
        inside.polynomial.clone(),
        inside.marginals(&outer, &budget),
        treedp::ranges(component, plan, None, &budget, &mut 0),
        treedp::ranges(component, plan, Some(&odd), &budget, &mut 0),
        treedp::extremes(component, plan, chosen, false, &budget, &mut 0),
        treedp::extremes(component, plan, chosen, true, &budget, &mut 0),
        treedp::joint_counts(component, plan, chosen.to_vec(), &budget, &mut 0),
    )
}

#[test]
fn plans_change_nothing() {
    zoo::for_each(|name, board, below| {
        let reduced = Reduced::new(&Model::new(board), &Budget::unlimited()).unwrap();
        for part in reduced.parts {
            let component = part.component;
            let chosen: Vec<bool> = component.boxes().map(|_| below(2) == 0).collect();
            let (path, branching) = (
                Plan::path_like(&component, &Budget::unlimited()).unwrap(),
                Plan::branching(&component, &Budget::unlimited()).unwrap(),
            );
            assert!(!path.is_branching() && branching.is_branching(), "{name}");
            if path.work().max(branching.work()) > WORK {
                continue;
            }
            let expected = walked(&component, &path, &chosen);
            assert_eq!(walked(&component, &branching, &chosen), expected, "{component:?} of {name}");
        }
    });
}

#[test]
fn work_beyond_all_numbers_still_has_a_plan() {
    // One box that 400 numbers see opens them all at once, each with a thousand rests to come:
    // every order is predicted to take more work than can be written down.
    let numbers = 0..400;
    let mut boxes: Vec<(u32, Vec<u32>)> = numbers.clone().map(|j| (1000, vec![j])).collect();
    boxes.push((1000, numbers.collect()));
    let component = Component::new(vec![1000; 400], &boxes);
    let plan = Plan::path_like(&component, &Budget::unlimited()).unwrap();
    assert_eq!(plan.work(), u64::MAX);
}
