//! Every engine is asked, and a difference is noticed.

use assert_cmd::Command;
use mineproof::analysis::{Analysis, Comparison, EngineChoice, Known, QUESTIONS, cross_check};
use mineproof::board::Board;
use mineproof::budget::Budget;
use mineproof::formats::read_board;

const BOARD: &str = "mines 3\n?1??\n?2??\n????\n";

fn board() -> Board {
    read_board("-", BOARD.as_bytes(), None, &Budget::unlimited()).unwrap()
}

fn known(board: &Board) -> Known {
    let analysis = Analysis::new(board, EngineChoice::Auto, &Budget::unlimited()).unwrap();
    Known {
        consistent: Some(analysis.consistent().unwrap()),
        sure: analysis.sure_cells().unwrap(),
        count: Some(analysis.count().unwrap()),
        by_mines: Some(analysis.by_mines().unwrap()),
        probabilities: analysis.probabilities().unwrap(),
        bounds: analysis.bounds(None).unwrap(),
    }
}

fn differing(board: &Board, known: &Known) -> Vec<(&'static str, &'static str)> {
    let mut found = Vec::new();
    for opinion in cross_check(board, known, &Budget::unlimited()) {
        for (question, comparison) in QUESTIONS.into_iter().zip(opinion.answers) {
            if comparison == Comparison::Differs {
                found.push((opinion.engine, question));
            }
        }
    }
    found
}

#[test]
fn engines_agree_and_each_answers_what_it_can() {
    let board = board();
    let opinions = cross_check(&board, &known(&board), &Budget::unlimited());
    let all = |engine: &str| {
        let opinion = opinions.iter().find(|opinion| opinion.engine == engine).unwrap();
        opinion.answers.iter().filter(|comparison| **comparison == Comparison::Agrees).count()
    };
    assert_eq!(["enumerate", "treedp", "sat", "ilp"].map(all), [7, 7, 3, 4]);
    assert_eq!(differing(&board, &known(&board)), []);
}

/// Every kind of untruth is seen by every engine that answers the question.
#[test]
fn untruth_is_noticed() {
    let board = board();
    let truth = known(&board);
    let lies = [
        ("count", Known { count: truth.count.clone().map(|n| n + 1u32), ..truth.clone() }),
        ("bounds", Known { bounds: Some((0, 9)), ..truth.clone() }),
        ("sure cells", Known { sure: Some(mineproof::analysis::SureCells::default()), ..truth.clone() }),
        ("by mines", Known { by_mines: Some(Vec::new()), ..truth.clone() }),
    ];
    for (question, lie) in lies {
        let found = differing(&board, &lie);
        assert!(found.iter().all(|(_, asked)| *asked == question), "{found:?}");
        assert!(found.iter().any(|(engine, _)| *engine == "treedp"), "{question}: {found:?}");
    }
    let found = differing(&board, &Known { consistent: Some(false), ..Known::default() });
    for engine in ["enumerate", "treedp", "sat", "ilp"] {
        assert!(found.contains(&(engine, "consistent")), "{engine}: {found:?}");
    }
}

#[test]
fn the_command_says_who_agrees() {
    let run = |args: &[&str], input: &str| {
        let program = assert_cmd::cargo::cargo_bin!("mineproof");
        let output = Command::new(program).args(args).write_stdin(input).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, out) = run(&["analyze", "--engine", "all", "-"], BOARD);
    assert_eq!(code, Some(0), "{out}");
    for engine in ["enumerate ", "tree ", "treedp ", "sat ", "ilp "] {
        assert!(out.lines().any(|line| line.starts_with(engine)), "{out}");
    }
    let (code, out) = run(&["analyze", "--engine", "all", "--json", "-"], "?8?\n");
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains(r#""engines":[{"engine":"enumerate","consistent":"agrees","#), "{out}");
    assert!(!out.contains("DIFFERS"), "{out}");
}
