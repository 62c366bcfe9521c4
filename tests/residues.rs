//! Counts modulo primes, put together, are the counts themselves.

use mineproof::board::generate::{Family, Recipe, generate};
use mineproof::budget::{Budget, StopReason};
use mineproof::engine::treedp::{Plan, count, count_by_residues, count_in_words};
use mineproof::model::Model;
use mineproof::reduce::{Component, Reduced};

fn components(family: &str, side: u32, seed: u64) -> Vec<std::sync::Arc<Component>> {
    let recipe =
        Recipe { width: side, height: side, seed, ..Recipe::new(Family::from_name(family).unwrap()) };
    let board = generate(&recipe).unwrap();
    let reduced = Reduced::new(&Model::new(&board), &Budget::unlimited()).unwrap();
    reduced.parts.into_iter().map(|part| part.component).collect()
}

#[test]
fn residues_and_words_agree() {
    let budget = Budget::unlimited();
    for (family, side) in [("lattice5", 16), ("lattice2", 14), ("quarter", 20), ("random", 30)] {
        for seed in 0..5 {
            for component in components(family, side, seed) {
                let plan = Plan::new(&component, &Budget::unlimited()).unwrap();
                let words = count_in_words(&component, &plan, &budget, &mut 0).unwrap();
                assert_eq!(
                    count_by_residues(&component, &plan, &budget, &mut 0),
                    Ok(words),
                    "{family} {seed}"
                );
            }
        }
    }
}

/// Between the memory that full values need and that which residues need, residues answer; below
/// it the answer is that memory is missing.
#[test]
fn residues_step_in_where_words_do_not_fit() {
    let component = components("lattice5", 22, 3).remove(0);
    let plan = Plan::new(&component, &Budget::unlimited()).unwrap();
    let expected = count(&component, &plan, &Budget::unlimited(), &mut 0).unwrap();
    let (mut by_residues, mut by_none) = (0, 0);
    for kilobytes in (4..60).map(|i| (1.25f64.powi(i) * 8.0) as u64) {
        let budget = Budget::new(None, kilobytes << 10);
        let words = count_in_words(&component, &plan, &budget, &mut 0);
        let answer = count(&component, &plan, &budget, &mut 0);
        match (&words, &answer) {
            (Err(StopReason::Memory), Ok(_)) => by_residues += 1,
            (Err(StopReason::Memory), Err(StopReason::Memory)) => by_none += 1,
            _ => {}
        }
        assert!(answer == Ok(expected.clone()) || answer == Err(StopReason::Memory), "{kilobytes}");
        assert!(budget.memory_peak() <= kilobytes << 10);
        assert_eq!(budget.memory_left(), kilobytes << 10, "everything is given back");
    }
    assert!(by_residues > 0 && by_none > 0, "{by_residues} {by_none}");
}
