//! Runs: the same games for any number of threads and however they are split.

use std::convert::Infallible;
use std::time::Duration;

use mineproof::board::Topology;
use mineproof::budget::{Budget, StopReason};
use mineproof::decomp::Graph;
use mineproof::play::{Field, Manner, Outline, Played, Player, Promise, Run, Tally};

use crate::{king, usual};

/// All games in the order in which they are told, and the end of the run.
fn play(run: &Run, field: &Field, threads: usize) -> (Vec<Vec<Outline>>, Played) {
    let mut rows = Vec::new();
    let each = |game: u64, row: &[Outline]| {
        assert_eq!(game, run.from + rows.len() as u64);
        rows.push(row.to_vec());
        Ok::<(), Infallible>(())
    };
    let played = run.play(field, threads, &Budget::unlimited(), each).unwrap();
    (rows, played)
}

#[test]
fn threads_make_no_difference() {
    let field = king(9, 9, 12);
    for strategy in ["PSEQ", "PSEQ-D64", "S", "T", "logic", "single", "random"] {
        let mut run = usual(&field, strategy, Promise::Safe, 301);
        let alone = play(&run, &field, 1);
        assert_eq!(alone.1.games, 301);
        assert_eq!(alone.1.stopped, None);
        for threads in [2, 5] {
            assert_eq!(play(&run, &field, threads), alone, "{strategy} on {threads} threads");
        }
        run.firsts = vec![Some(0), None, Some(40)];
        run.count = 50;
        assert_eq!(play(&run, &field, 3), play(&run, &field, 1), "{strategy} from three cells");
    }
}

#[test]
fn parts_add_up_to_the_whole() {
    let field = Field::new(Topology::Torus { width: 9, height: 7 }, 9).unwrap();
    let whole = usual(&field, "PSEQ", Promise::Nothing, 1000);
    let (rows, played) = play(&whole, &field, 2);
    let (mut parts, mut sum) = (Vec::new(), Tally::default());
    for (from, count) in [(0, 1), (1, 99), (100, 400), (500, 500)] {
        let (part, end) = play(&Run { from, count, ..whole.clone() }, &field, 2);
        parts.extend(part);
        sum = sum.merge(&end.tallies[0]).unwrap();
    }
    assert_eq!(parts, rows);
    assert_eq!([sum], played.tallies[..]);
    let won = rows.iter().filter(|row| row[0].won).count() as u64;
    assert_eq!((sum.games, sum.wins), (1000, won));
    assert_eq!(sum.guesses, rows.iter().map(|row| u64::from(row[0].guesses)).sum::<u64>());
    assert_eq!(sum.unguessed, rows.iter().filter(|row| row[0].guesses == 0).count() as u64);
}

#[test]
fn several_first_cells_are_as_many_runs() {
    let field = king(6, 5, 6);
    let all = Run { firsts: vec![Some(0), Some(8), None], ..usual(&field, "PSE", Promise::Zero, 90) };
    let (rows, _) = play(&all, &field, 2);
    for (at, &first) in all.firsts.iter().enumerate() {
        let (alone, _) = play(&Run { firsts: vec![first], ..all.clone() }, &field, 1);
        assert!(rows.iter().map(|row| row[at]).eq(alone.iter().map(|row| row[0])));
        assert!(first.is_none_or(|first| alone.iter().all(|row| row[0].first == first)));
    }
}

#[test]
fn a_game_alone_is_the_game_of_the_run() {
    let graph =
        Graph::from_edges(9, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (1, 6), (3, 7), (7, 8)]);
    let fields = [
        king(8, 8, 10),
        Field::new(Topology::Hex { width: 7, height: 6 }, 8).unwrap(),
        Field::new(Topology::Triangle { width: 8, height: 5 }, 7).unwrap(),
        Field::new(Topology::Box { width: 4, height: 3, depth: 3 }, 5).unwrap(),
        Field::new(Topology::Graph(graph), 3).unwrap(),
    ];
    for field in &fields {
        for (strategy, first) in [("PSEQ", Some(0)), ("PSEQ-D100", None), ("U", Some(1)), ("random", None)] {
            let run = Run { firsts: vec![first], ..usual(field, strategy, Promise::Safe, 60) };
            let (rows, _) = play(&run, field, 2);
            for game in [0, 17, 59] {
                let manner = Manner { promise: run.promise, first, strategy: run.strategy.clone() };
                let mut guesses = 0;
                let mut player = Player::new(field, manner, &Budget::unlimited());
                let alone = player.play(1, game, |_, taken| guesses += u32::from(taken.guess)).unwrap();
                assert_eq!(rows[game as usize], [alone], "{strategy} on {:?}", field.topology());
                assert_eq!(guesses, alone.guesses);
            }
        }
    }
}

#[test]
fn limits_leave_whole_games() {
    let field = king(8, 8, 10);
    let run = usual(&field, "PSEQ", Promise::Safe, u64::MAX);
    let budget = Budget::new(Some(Duration::from_millis(300)), u64::MAX);
    let mut told = Vec::new();
    let played = run
        .play(&field, 3, &budget, |game, row| {
            told.push((game, row[0]));
            Ok::<(), Infallible>(())
        })
        .unwrap();
    assert_eq!(played.stopped, Some(StopReason::Time));
    assert_eq!(played.games, told.len() as u64);
    assert_eq!(played.tallies[0].games, played.games);
    let (again, _) = play(&Run { count: played.games.max(1), ..run.clone() }, &field, 2);
    assert!(told.iter().zip(again).all(|((_, outline), row)| row == [*outline]));

    let nothing = Budget::new(None, 100);
    let played = run.play(&field, 2, &nothing, |_, _| Ok::<(), Infallible>(())).unwrap();
    assert_eq!((played.games, played.stopped), (0, Some(StopReason::Memory)));

    let interrupted = Budget::unlimited();
    let played = run.play(&field, 2, &interrupted, |game, _| {
        if game == 100 {
            interrupted.interrupt();
        }
        Ok::<(), Infallible>(())
    });
    let played = played.unwrap();
    assert_eq!(played.stopped, Some(StopReason::Interrupted));
    assert!(played.games > 100);
}

#[test]
fn a_listener_that_fails_ends_the_run() {
    let field = king(5, 5, 4);
    let run = usual(&field, "PSEQ", Promise::Safe, u64::MAX);
    let each = |game: u64, _: &[Outline]| if game < 70 { Ok(()) } else { Err("full") };
    assert_eq!(run.play(&field, 2, &Budget::unlimited(), each), Err("full"));
}

#[test]
fn promises_are_kept_in_games() {
    let field = king(5, 4, 7);
    let lost_at_once =
        |rows: &[Vec<Outline>]| rows.iter().filter(|row| !row[0].won && row[0].opened == 0).count();
    let (rows, _) = play(&usual(&field, "PSEQ", Promise::Safe, 400), &field, 2);
    assert_eq!(lost_at_once(&rows), 0);
    let (rows, _) = play(&usual(&field, "PSEQ", Promise::Zero, 400), &field, 2);
    assert!(rows.iter().all(|row| row[0].opened >= 9));
    // Nothing is promised: the first cell is mined in 7 of 20 games.
    let (rows, _) = play(&usual(&field, "PSEQ", Promise::Nothing, 4000), &field, 2);
    let share = lost_at_once(&rows) as f64 / 4000.0;
    assert!((share - 0.35).abs() < 0.03, "{share}");
}
