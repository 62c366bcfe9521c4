//! Tables with a place for every state count what sorted tables count, within their limits.

use std::sync::Arc;
use std::time::{Duration, Instant};

use mineproof::board::generate::{Family, Recipe, generate};
use mineproof::budget::{Budget, StopReason};
use mineproof::engine::treedp::{Plan, count_densely, count_in_words};
use mineproof::model::Model;
use mineproof::reduce::{Component, Reduced};

fn components(family: Family, width: u32, height: u32, seed: u64) -> Vec<Arc<Component>> {
    let recipe = Recipe { width, height, seed, ..Recipe::new(family) };
    let board = generate(&recipe).unwrap();
    let reduced = Reduced::new(&Model::new(&board), &Budget::unlimited()).unwrap();
    reduced.parts.into_iter().map(|part| part.component).collect()
}

fn largest(family: Family, side: u32, seed: u64) -> Arc<Component> {
    let found = components(family, side, side, seed);
    found.into_iter().max_by_key(|component| component.cell_count()).unwrap()
}

#[test]
fn places_and_sorted_states_agree() {
    let budget = Budget::unlimited();
    let (mut compared, mut left_out) = (0, 0);
    for (family, width, height) in [
        (Family::Lattice5, 18, 18),
        (Family::Lattice2, 16, 16),
        (Family::Lattice2, 8, 90),
        (Family::Quarter, 26, 26),
        (Family::Random, 30, 30),
        (Family::Checkerboard, 24, 24),
        (Family::Hex, 14, 14),
        (Family::Torus, 12, 12),
    ] {
        for seed in 0..4 {
            for component in components(family, width, height, seed) {
                let plan = Plan::path_like(&component, &budget).unwrap();
                let words = count_in_words(&component, &plan, &budget, &mut 0).unwrap();
                // Without a limit only what has a hopeless number of places is left out.
                match count_densely(&component, &plan, &budget) {
                    Ok(Some(places)) => {
                        assert_eq!(places, words, "{family:?} {seed}");
                        compared += 1;
                    }
                    other => {
                        assert!(matches!(other, Ok(None) | Err(StopReason::Width)), "{other:?}");
                        left_out += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 100 && left_out < compared / 8, "{compared} compared, {left_out} left out");
}

#[test]
fn threads_change_nothing() {
    let component = largest(Family::Lattice5, 22, 1);
    let plan = Plan::path_like(&component, &Budget::unlimited()).unwrap();
    let counted = [1, 2, 5].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| count_densely(&component, &plan, &Budget::unlimited()).unwrap().unwrap())
    });
    assert!(counted.iter().all(|count| *count == counted[0]));
}

/// With too little memory there is no answer, and no lease is left behind or exceeded.
#[test]
fn memory_is_asked_for_and_given_back() {
    let component = largest(Family::Lattice5, 20, 2);
    let plan = Plan::path_like(&component, &Budget::unlimited()).unwrap();
    let expected = count_densely(&component, &plan, &Budget::unlimited()).unwrap();
    let (mut answered, mut stopped) = (0, 0);
    for kilobytes in (0..60).map(|i| (1.25f64.powi(i) * 8.0) as u64) {
        let budget = Budget::new(None, kilobytes << 10);
        match count_densely(&component, &plan, &budget) {
            Ok(count) => {
                assert_eq!(count, expected);
                answered += 1;
            }
            Err(why) => {
                assert_eq!(why, StopReason::Memory);
                stopped += 1;
            }
        }
        assert!(budget.memory_peak() <= kilobytes << 10);
        assert_eq!(budget.memory_left(), kilobytes << 10, "everything is given back");
    }
    assert!(answered > 0 && stopped > 0, "{answered} {stopped}");
}

/// A walk of minutes ends soon after its time is up.
#[test]
fn time_is_kept() {
    let component = largest(Family::Lattice5, 40, 1);
    let plan = Plan::path_like(&component, &Budget::new(None, u64::MAX)).unwrap();
    let begin = Instant::now();
    let budget = Budget::new(Some(Duration::from_millis(300)), 8 << 30);
    let answer = count_densely(&component, &plan, &budget);
    assert_eq!(answer, Err(StopReason::Time));
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
}
