//! Small instances of the families, for comparing one version of the code with the next. The table
//! of large ones is `benches/table.rs`.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use mineproof::analysis::{Analysis, EngineChoice};
use mineproof::board::Board;
use mineproof::board::generate::{Family, Recipe, generate};
use mineproof::budget::Budget;

fn analysis(board: &Board) -> Analysis<'_> {
    Analysis::new(board, EngineChoice::Auto, &Budget::unlimited()).expect("nothing limits it")
}

fn draw(family: Family, width: u32, height: u32, seed: u64) -> Board {
    generate(&Recipe { width, height, seed, ..Recipe::new(family) }).expect("the recipe is sound")
}

/// From the board to the number of its placements.
fn count(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("count");
    for (family, width, height) in [
        (Family::Random, 24, 24),
        (Family::Quarter, 24, 24),
        (Family::Checkerboard, 24, 24),
        (Family::Rows, 16, 16),
        (Family::Lattice2, 12, 12),
        (Family::Lattice5, 16, 16),
        (Family::Strip, 8, 200),
        (Family::Hex, 24, 24),
        (Family::Torus, 12, 12),
        (Family::Tree, 100, 1),
    ] {
        let board = draw(family, width, height, 1);
        group.bench_function(family.name(), |bencher| {
            bencher.iter(|| analysis(black_box(&board)).count());
        });
    }
    group.finish();
}

/// The questions of a player: every probability of a game that is stuck.
fn midgame(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("midgame");
    for (name, width, height, mines) in
        [("beginner", 8, 8, 10), ("intermediate", 16, 16, 40), ("expert", 30, 16, 99)]
    {
        let recipe =
            |seed| Recipe { width, height, mines: Some(mines), seed, ..Recipe::new(Family::Midgame) };
        let boards: Vec<Board> =
            (1..=20).map(|seed| generate(&recipe(seed)).expect("the recipe is sound")).collect();
        group.bench_function(format!("probabilities of 20 {name} boards"), |bencher| {
            bencher.iter(|| {
                for board in &boards {
                    black_box(analysis(board).probabilities()).expect("nothing limits it");
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, count, midgame);
criterion_main!(benches);
