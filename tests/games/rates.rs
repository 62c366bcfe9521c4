//! Win rates as published, over few games of a fixed seed: the published rate lies in the interval
//! that holds the true one with 99.9 % confidence.

use std::convert::Infallible;

use mineproof::budget::Budget;
use mineproof::play::{Promise, clopper_pearson};

use crate::{king, usual};

const SMALL: (u32, u32, u64) = (8, 8, 10);
const NINE: (u32, u32, u64) = (9, 9, 10);
const MEDIUM: (u32, u32, u64) = (16, 16, 40);
const EXPERT: (u32, u32, u64) = (30, 16, 99);

/// The published rate, in per cent, must be near what is found.
fn check((width, height, mines): (u32, u32, u64), strategy: &str, promise: Promise, games: u64, known: f64) {
    let field = king(width, height, mines);
    let run = usual(&field, strategy, promise, games);
    let played = run.play(&field, 2, &Budget::unlimited(), |_, _| Ok::<(), Infallible>(())).unwrap();
    let (low, high) = clopper_pearson(played.tallies[0].wins, games, 0.999);
    assert!(
        100.0 * low < known && known < 100.0 * high,
        "{strategy} on {width}x{height}/{mines} ({promise:?}): {known} is not from {low} to {high}"
    );
}

#[test]
fn a_free_first_cell_at_the_corner() {
    check(SMALL, "PSEQ", Promise::Safe, 40_000, 81.6351);
    check(NINE, "PSEQ", Promise::Safe, 40_000, 91.6775);
    check(MEDIUM, "PSEQ", Promise::Safe, 10_000, 78.1228);
    check(EXPERT, "PSEQ", Promise::Safe, 10_000, 39.6158);
    check(SMALL, "PSEQ-D256", Promise::Safe, 10_000, 81.7711);
    check(NINE, "PSEQ-D256", Promise::Safe, 10_000, 91.6949);
    check(MEDIUM, "PSEQ-D256", Promise::Safe, 5_000, 78.2295);
    check(EXPERT, "PSEQ-D256", Promise::Safe, 5_000, 40.0468);
}

#[test]
fn a_free_neighbourhood() {
    check(SMALL, "PSEQ", Promise::Zero, 40_000, 90.1456);
    check(NINE, "PSEQ", Promise::Zero, 40_000, 97.1453);
    check(MEDIUM, "PSEQ", Promise::Zero, 10_000, 88.9267);
    check(EXPERT, "PSEQ", Promise::Zero, 10_000, 52.7838);
    check(SMALL, "PSEQ-D256", Promise::Zero, 10_000, 90.3448);
    check(NINE, "PSEQ-D256", Promise::Zero, 10_000, 97.1669);
    check(MEDIUM, "PSEQ-D256", Promise::Zero, 5_000, 89.0757);
    check(EXPERT, "PSEQ-D256", Promise::Zero, 5_000, 53.4502);
}

#[test]
fn other_filters_on_the_expert_board() {
    let rows = [
        ("P", 35.56),
        ("S", 35.05),
        ("E", 30.72),
        ("PS", 39.25),
        ("PE", 38.0),
        ("PQ", 34.95),
        ("PSE", 39.60),
        ("PSQ", 39.34),
    ];
    for (strategy, known) in rows {
        check(EXPERT, strategy, Promise::Safe, 4_000, known);
    }
    // As the published program computes them.
    for (strategy, known) in [
        ("s", 35.05),
        ("e", 30.72),
        ("u", 39.14),
        ("q", 13.24),
        ("Ps", 39.25),
        ("Pse", 39.60),
        ("Psu", 39.25),
        ("Pseq", 39.6158),
    ] {
        check(EXPERT, strategy, Promise::Safe, 4_000, known);
    }
    // These look two moves ahead at many cells, or at the numbers of all of them.
    for (strategy, known) in [("PU", 39.12), ("PSU", 39.25)] {
        check(EXPERT, strategy, Promise::Safe, 300, known);
    }
}

#[test]
fn guessing_by_chance_alone_and_giving_up() {
    check(SMALL, "P", Promise::Safe, 40_000, 78.44);
    check(MEDIUM, "P", Promise::Safe, 10_000, 74.30);
    check(SMALL, "T", Promise::Safe, 40_000, 36.06);
    check(MEDIUM, "T", Promise::Safe, 20_000, 34.49);
    check(EXPERT, "T", Promise::Safe, 40_000, 5.097);
}
