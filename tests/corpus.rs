//! Every instance of the corpus, through every engine that applies, against answers that were
//! found without the program (`scripts/expected`).

#[path = "corpus/walk.rs"]
mod walk;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use mineproof::analysis::{Analysis, EngineChoice, SatSettings};
use mineproof::board::{Board, CellId, Label, Topology};
use mineproof::budget::{Budget, StopReason};
use serde_json::{Value, json};
use walk::{EXPECTED, files, instances, load, root};

const CHOICES: [EngineChoice; 5] = [
    EngineChoice::Auto,
    EngineChoice::TreeDp,
    EngineChoice::Tree,
    EngineChoice::Enumerate,
    EngineChoice::Ilp,
];

/// Fields that integer programming knows nothing of.
const COUNTED: [&str; 3] = ["count", "by_mines", "probabilities"];

/// Up to so many covered cells plain enumeration is asked as well.
const SMALL: usize = 20;

/// The time for a board that may be too hard.
const LONGEST: Duration = Duration::from_secs(5);

/// The time for a board that integer programs answer in a second or two.
const ENOUGH: Duration = Duration::from_secs(60);

/// The memory for a board that may be too hard.
const MEMORY: u64 = 1 << 30;

#[test]
fn every_instance_is_answered_as_expected() {
    let (mut checked, mut trees) = (0, 0);
    for (name, board, expected) in instances() {
        if expected.get("safe").is_none() {
            compare_count(&name, &board, &expected);
            compare_each_other(&name, &board, &expected);
            checked += 1;
            continue;
        }
        let covered = board.labels().iter().filter(|&&label| label == Label::Covered).count();
        for choice in CHOICES {
            if choice == EngineChoice::Enumerate && covered > SMALL {
                continue;
            }
            match Analysis::new(&board, choice, &Budget::unlimited()) {
                Ok(analysis) => {
                    let mut expected = expected.clone();
                    if choice == EngineChoice::Ilp {
                        expected
                            .as_object_mut()
                            .unwrap()
                            .retain(|field, _| !COUNTED.contains(&field.as_str()));
                    }
                    compare(&format!("{name} by {choice:?}"), &board, &analysis, &expected);
                    trees += usize::from(choice == EngineChoice::Tree);
                }
                Err(StopReason::NotApplicable) if choice == EngineChoice::Tree => {}
                Err(reason) => panic!("{name} by {choice:?}: {reason}"),
            }
        }
        let solver = EngineChoice::Sat(SatSettings::default());
        let analysis = Analysis::new(&board, solver, &Budget::unlimited()).unwrap();
        compare_solved(&format!("{name} by {solver:?}"), &board, &analysis, &expected);
        checked += 1;
    }
    println!("{checked} instances, {trees} of them also as forests");
    assert!(checked >= 200, "only {checked} instances");
    assert!(trees >= 100, "only {trees} forests");
}

/// Boards of which only a count is known by construction may be too hard; then there is no answer,
/// but never a wrong one.
fn compare_count(name: &str, board: &Board, expected: &Value) {
    let budget = Budget::new(Some(LONGEST), MEMORY);
    let count = Analysis::new(board, EngineChoice::Auto, &budget).and_then(|analysis| analysis.count());
    match count {
        Ok(count) => assert_eq!(json!(count.to_string()), expected["count"], "{name}"),
        Err(reason) => assert!(
            matches!(reason, StopReason::Time | StopReason::Memory | StopReason::Width),
            "{name}: {reason}"
        ),
    }
    assert_eq!(expected["consistent"], json!(expected["count"] != json!("0")), "{name}");
}

/// Where sure cells are not known by construction, solver and integer programs find the same, and
/// know what is known.
fn compare_each_other(name: &str, board: &Board, expected: &Value) {
    let solver = EngineChoice::Sat(SatSettings::default());
    let answers = [solver, EngineChoice::Ilp].map(|choice| {
        let budget = Budget::new(Some(ENOUGH), MEMORY);
        let analysis = Analysis::new(board, choice, &budget).unwrap();
        compare_solved(&format!("{name} by {choice:?}"), board, &analysis, expected);
        analysis.sure_cells().unwrap()
    });
    assert_eq!(answers[0], answers[1], "{name}");
    let budget = Budget::new(Some(ENOUGH), MEMORY);
    let bounds = Analysis::new(board, EngineChoice::Ilp, &budget).unwrap().bounds(None);
    assert_eq!(json!(bounds.unwrap().is_some()), expected["consistent"], "{name}");
}

/// Each field that is given is the program's answer.
fn compare(name: &str, board: &Board, analysis: &Analysis, expected: &Value) {
    let sure = analysis.sure_cells().unwrap();
    let bounds = analysis.bounds(None).unwrap();
    let list = |cells: &[CellId]| cells.iter().map(|&cell| place(board, cell)).collect::<Value>();
    for (field, wanted) in expected.as_object().unwrap() {
        let found = match field.as_str() {
            "consistent" => json!(analysis.consistent().unwrap()),
            "count" => json!(analysis.count().unwrap().to_string()),
            "fewest" => json!(bounds.map(|bounds| bounds.0)),
            "most" => json!(bounds.map(|bounds| bounds.1)),
            "by_mines" => {
                analysis.by_mines().unwrap().iter().map(|(mines, n)| json!([mines, n.to_string()])).collect()
            }
            "safe" => list(sure.as_ref().map_or(&[], |sure| &sure.free)),
            "mines" => list(sure.as_ref().map_or(&[], |sure| &sure.mined)),
            "probabilities" => {
                compare_probabilities(name, board, analysis, wanted);
                continue;
            }
            "obtained" => continue,
            other => panic!("{name}: nothing is known of the field {other}"),
        };
        assert_eq!(&found, wanted, "{name}: {field}");
    }
    assert_eq!(sure.is_some(), bounds.is_some(), "{name}");
}

/// Each field that a solver can answer is its answer.
fn compare_solved(name: &str, board: &Board, analysis: &Analysis, expected: &Value) {
    let sure = analysis.sure_cells().unwrap();
    let list = |cells: &[CellId]| cells.iter().map(|&cell| place(board, cell)).collect::<Value>();
    let found = [
        ("consistent", json!(analysis.consistent().unwrap())),
        ("safe", list(sure.as_ref().map_or(&[], |sure| &sure.free))),
        ("mines", list(sure.as_ref().map_or(&[], |sure| &sure.mined))),
    ];
    for (field, found) in found {
        assert!(expected.get(field).is_none_or(|wanted| *wanted == found), "{name}: {field}");
    }
    let witness = analysis.witness().unwrap();
    assert_eq!(witness.is_some(), sure.is_some(), "{name}");
    assert!(witness.is_none_or(|mines| mineproof::model::check(board, &mines)), "{name}: witness");
}

fn compare_probabilities(name: &str, board: &Board, analysis: &Analysis, expected: &Value) {
    let found = analysis.probabilities().unwrap();
    let cells = found.map_or(Vec::new(), |found| found.cells);
    let expected = expected.as_object().unwrap();
    let key = |cell| match place(board, cell) {
        Value::Array(parts) => parts.iter().map(Value::to_string).collect::<Vec<_>>().join(","),
        vertex => vertex.to_string(),
    };
    let given: Vec<_> = cells.iter().filter_map(|(cell, p)| Some((p, expected.get(&key(*cell))?))).collect();
    assert_eq!(given.len(), expected.len(), "{name}: cells with a probability");
    for (p, wanted) in given {
        assert_eq!(&json!(p.to_string()), wanted, "{name}");
    }
}

/// A cell as expected files call it.
fn place(board: &Board, cell: CellId) -> Value {
    if board.topology().extent().is_none() {
        return json!(cell.0 + 1);
    }
    let (x, y, z) = board.topology().place(cell);
    if matches!(board.topology(), Topology::Box { .. }) { json!([x, y, z]) } else { json!([x, y]) }
}

#[test]
fn every_instance_has_expected_answers_and_every_answer_an_instance() {
    let stem = |path: &PathBuf| {
        let text = path.to_str().unwrap();
        let stem = text.strip_suffix(EXPECTED).or_else(|| text.rsplit_once('.').map(|(stem, _)| stem));
        stem.unwrap().to_owned()
    };
    let (expected, boards): (Vec<_>, Vec<_>) =
        files().into_iter().partition(|path| path.to_str().unwrap().ends_with(EXPECTED));
    let distinct: BTreeSet<String> = boards.iter().map(stem).collect();
    assert_eq!(distinct.len(), boards.len(), "two instances share a name");
    assert_eq!(expected.iter().map(stem).collect::<BTreeSet<_>>(), distinct);
}

#[test]
fn every_family_says_what_it_is() {
    for folder in
        fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir())
    {
        let readme = folder.join("README.md");
        assert!(readme.is_file(), "{} is missing", readme.display());
    }
}

/// Values printed in the papers, as corrected where the papers err.
#[test]
fn facts_are_as_published() {
    published("cs70-4x3.txt", 24, &[("1,2", "1/2"), ("2,1", "1/3"), ("3,2", "1/3"), ("0,0", "1/4")]);
    let figure = [("0,0", "17/57"), ("3,0", "14/19"), ("1,2", "2/19"), ("2,2", "2/19"), ("3,2", "17/19")];
    published("cs70-figure2.txt", 57, &figure);
    published("golan2014-figure3.graph", 6, &[("1", "1/3"), ("6", "1/2")]);
    published("tu-table3.txt", 6, &[("0,0", "1/2"), ("2,0", "1/2"), ("3,0", "1/3")]);
    published("optimal-5x4.txt", 360, &[]);
    published("start-4x4-4.txt", 1820, &[("0,0", "1/4")]);
    published("start-4x4-5.txt", 3003, &[("3,3", "1/3")]);
    let single = ["000", "011", "101", "110", "112", "121", "211", "222"];
    for code in 0..27 {
        let labels = format!("{}{}{}", code / 9, code / 3 % 3, code % 3);
        let count = u32::from(single.contains(&labels.as_str()));
        published(&format!("golan2011-example5.1-{labels}.graph"), count, &[]);
    }
}

fn published(file: &str, count: u32, chances: &[(&str, &str)]) {
    let (name, board, expected) = load(&root().join("facts").join(file));
    let analysis = Analysis::new(&board, EngineChoice::Auto, &Budget::unlimited()).unwrap();
    assert_eq!(analysis.count(), Ok(count.into()), "{name}");
    let chances: serde_json::Map<_, _> = chances.iter().map(|(c, p)| ((*c).to_owned(), json!(p))).collect();
    compare_probabilities(&name, &board, &analysis, &Value::Object(chances));
    assert_eq!(expected["count"], json!(count.to_string()), "{name}");
}
