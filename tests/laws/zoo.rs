//! The boards that laws are tested on.

use mineproof::board::Board;
use mineproof::board::generate::{Family, GridKind, Recipe, Share, generate};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Seeds for each recipe.
const SEEDS: u64 = 10;

/// Calls `visit` with every board, its name, and random numbers below what is asked.
pub fn for_each(visit: impl Fn(&str, &Board, &mut dyn FnMut(usize) -> usize)) {
    let mut boards = 0;
    for recipe in recipes() {
        for seed in 0..SEEDS {
            let recipe = Recipe { seed, ..recipe.clone() };
            let board = generate(&recipe).unwrap();
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut below = |n: usize| (rng.next_u64() % n as u64) as usize;
            visit(&format!("{recipe:?}"), &board, &mut below);
            boards += 1;
        }
    }
    println!("{boards} boards");
}

fn recipes() -> Vec<Recipe> {
    let share = |millionths| Share::from_millionths(millionths).unwrap();
    let grid = |family, width, height| Recipe { width, height, ..Recipe::new(family) };
    let graph = |family, vertices, degree| Recipe { vertices, degree, ..Recipe::new(family) };
    let random = |topology, density, open, tell_total| Recipe {
        topology,
        density: share(density),
        open: share(open),
        tell_total,
        ..grid(Family::Random, 14, 12)
    };
    vec![
        Recipe { mines: Some(99), ..grid(Family::Midgame, 30, 16) },
        Recipe { mines: Some(40), ..grid(Family::Midgame, 16, 16) },
        Recipe { mines: Some(10), ..grid(Family::Midgame, 8, 8) },
        Recipe { mines: Some(60), topology: GridKind::Torus, ..grid(Family::Midgame, 20, 15) },
        random(GridKind::King, 200_000, 500_000, true),
        random(GridKind::King, 350_000, 500_000, false),
        random(GridKind::King, 200_000, 80_000, true),
        random(GridKind::Orthogonal, 400_000, 700_000, true),
        random(GridKind::Hex, 300_000, 600_000, false),
        random(GridKind::Torus, 200_000, 300_000, true),
        random(GridKind::Triangle, 150_000, 250_000, false),
        Recipe { density: share(200_000), ..grid(Family::Random, 20, 20) },
        Recipe { depth: 3, density: share(100_000), open: share(300_000), ..grid(Family::Box, 5, 5) },
        grid(Family::Lattice2, 14, 14),
        grid(Family::Lattice5, 15, 15),
        grid(Family::Rows, 10, 10),
        grid(Family::Quarter, 12, 12),
        grid(Family::Strip, 60, 4),
        graph(Family::Tree, 200, 0),
        graph(Family::Treewidth, 200, 3),
        graph(Family::Treewidth, 120, 5),
        graph(Family::Regular3, 60, 3),
        grid(Family::Contradiction, 10, 10),
    ]
}
