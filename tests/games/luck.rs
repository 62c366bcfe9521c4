//! The rate with luck taken out: of luck the mean is 0, and of the rate nothing changes but how far it
//! varies.

use std::convert::Infallible;

use mineproof::board::Topology;
use mineproof::budget::Budget;
use mineproof::decomp::Graph;
use mineproof::play::{FEWEST, Field, Fortunes, Promise, Run, Tally};

use crate::{king, usual};

/// Kinds of luck: their sums come first, and the sum of the squares of each stands here.
const SQUARES: [usize; 3] = [3, 6, 8];

fn tally(run: &Run, field: &Field) -> Tally {
    let played = run.play(field, 2, &Budget::unlimited(), |_, _| Ok::<(), Infallible>(())).unwrap();
    played.tallies[0]
}

/// How far the sum of each kind is from 0, in standard errors; none where it is always 0.
fn lean(tally: &Tally) -> [Option<f64>; 3] {
    let sums = tally.luck.sums(tally.games).unwrap();
    [0, 1, 2].map(|kind| {
        let error = (sums[SQUARES[kind]] as f64).sqrt();
        (error > 0.0).then(|| sums[kind] as f64 / error)
    })
}

#[test]
fn luck_leans_to_no_side() {
    let graph =
        Graph::from_edges(9, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (1, 6), (3, 7), (7, 8)]);
    let fields = [
        king(8, 8, 10),
        king(5, 4, 6),
        king(30, 16, 99),
        Field::new(Topology::Hex { width: 7, height: 6 }, 9).unwrap(),
        Field::new(Topology::Torus { width: 6, height: 5 }, 6).unwrap(),
        Field::new(Topology::Graph(graph), 3).unwrap(),
    ];
    let mut seen = [0; 3];
    for field in &fields {
        for strategy in ["PSEQ", "PSEQ-D50", "Q", "E-D8", "logic", "u", "best"] {
            for promise in Promise::ALL {
                let games = match (field.len() > 100, strategy) {
                    (true, "best") => 60,
                    (true, _) => 600,
                    (_, "best") => 800,
                    _ => 4000,
                };
                let found = tally(&usual(field, strategy, promise, games), field);
                for (kind, lean) in lean(&found).into_iter().enumerate() {
                    let Some(lean) = lean else { continue };
                    seen[kind] += 1;
                    assert!(lean.abs() < 4.5, "{strategy} {promise:?}, kind {kind}: {lean} standard errors");
                }
            }
        }
    }
    assert!(seen[0] > 100 && seen[1] > 70 && seen[2] > 30, "{seen:?}");
}

/// Wins of PSEQ from the corner, ties averaged, of all placements in which it is free: from full
/// expansion (see `tests/strategies/expansion.rs`).
#[test]
fn the_rate_stays_what_it_is() {
    for (width, height, mines, wins, all) in [
        (3, 3, 2, 23.0, 28.0),
        (3, 3, 3, 30.5, 56.0),
        (3, 3, 4, 25.0, 70.0),
        (3, 3, 5, 13.0, 56.0),
        (4, 4, 4, 2767.0 / 3.0, 1365.0),
        (4, 4, 5, 39_989.0 / 30.0, 3003.0),
    ] {
        let field = king(width, height, mines);
        let found = tally(&usual(&field, "PSEQ", Promise::Safe, 40_000), &field);
        let adjusted = found.adjusted().unwrap();
        let (low, high) = adjusted.interval;
        let error = (high - low) / 3.92;
        let off = (adjusted.rate - wins / all) / error;
        assert!(off.abs() < 4.5, "{width}x{height}/{mines}: {adjusted:?} is {off} errors off");
        assert!((adjusted.rate - f64::midpoint(low, high)).abs() < 1e-12);
    }
}

#[test]
fn a_game_tells_as_much_as_two_and_a_half() {
    let field = king(30, 16, 99);
    let found = tally(&usual(&field, "PSEQ-D256", Promise::Safe, 8000), &field);
    let (low, high) = found.interval();
    let adjusted = found.adjusted().unwrap();
    let shrunk = (adjusted.interval.1 - adjusted.interval.0) / (high - low);
    assert!(shrunk < (1.0f64 / 2.5).sqrt(), "{shrunk}");
    assert!((adjusted.rate - found.rate().unwrap()).abs() < 0.02, "{adjusted:?}");
}

/// Where optimal play has all of the game, what is not known of its end is luck alone.
#[test]
fn nothing_is_left_of_optimal_play_but_how_it_begins() {
    let field = king(3, 3, 4);
    let found = tally(&usual(&field, "P-D1000", Promise::Safe, 20_000), &field);
    let adjusted = found.adjusted().unwrap();
    let (low, high) = found.interval();
    assert!(adjusted.interval.1 - adjusted.interval.0 < 0.3 * (high - low), "{adjusted:?}");
}

#[test]
fn what_is_not_known_is_not_told() {
    let field = king(8, 8, 10);
    let few = tally(&usual(&field, "PSEQ", Promise::Safe, FEWEST - 1), &field);
    assert_eq!(few.adjusted(), None);
    let enough = tally(&usual(&field, "PSEQ", Promise::Safe, FEWEST), &field);
    assert!(enough.adjusted().is_some());
    // An older result says nothing of luck, so the sum of both knows nothing of it.
    let older = Tally { luck: Fortunes::default(), ..enough };
    assert_eq!(older.adjusted(), None);
    let both = older.merge(&enough).unwrap();
    assert_eq!((both.games, both.adjusted()), (2 * FEWEST, None));
    // Nobody looks at chances, so there is nothing to take out.
    let random = tally(&usual(&king(3, 3, 1), "random", Promise::Nothing, 2 * FEWEST), &king(3, 3, 1));
    assert!(random.wins > 0 && random.wins < random.games);
    // The first cell is a guess all the same.
    assert!(random.adjusted().is_some());
    let random = tally(&usual(&king(3, 1, 1), "single", Promise::Zero, 2 * FEWEST), &king(3, 1, 1));
    assert_eq!(random.adjusted(), None);
    // All are won.
    let easy = tally(&usual(&king(3, 3, 1), "PSEQ", Promise::Safe, 2 * FEWEST), &king(3, 3, 1));
    assert_eq!((easy.wins, easy.adjusted()), (2 * FEWEST, None));
}
