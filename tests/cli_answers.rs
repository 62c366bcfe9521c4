//! Answers through the command line: each command on small boards with known answers.

use std::fs;

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::{Value, json};

/// CS70 note 25, figure 2, top row first: 57 legal placements of 6 mines.
const FIGURE_2: &str = "mines 6\n????\n?2??\n????\n??21\n";

/// No cell for the second mine.
const CONTRADICTION: &str = "2?\n";

/// Golan 2014, figure 3: v1, v2, v3 around v4 = 1, next to v5 = 1 with v6 and v7; two mines.
const GRAPH: &str = "p minesweeper 7 6\ne 1 4\ne 2 4\ne 3 4\ne 4 5\ne 5 6\ne 5 7\nl 4 1\nl 5 1\nmines 2\n";

fn run(args: &[&str], stdin: &str) -> (i32, String) {
    let output = cargo_bin_cmd!("mineproof").args(args).write_stdin(stdin).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), text)
}

/// The object of the one line that a command prints about a board on standard input.
fn ask(command: &str, board: &str) -> (i32, Value) {
    let args: Vec<&str> = command.split_whitespace().chain(["--json", "-"]).collect();
    let (code, text) = run(&args, board);
    assert_eq!(text.lines().count(), 1, "{command}: {text}");
    (code, serde_json::from_str(&text).unwrap())
}

/// The command answers with at least these fields.
fn check(command: &str, board: &str, code: i32, expected: &Value) {
    let (found_code, found) = ask(command, board);
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(&found[name], value, "{name} of {command}: {found}");
    }
    assert_eq!(found_code, code, "{command}: {found}");
}

#[test]
fn figure_2_of_cs70() {
    let exact = json!({"board": "-", "status": "exact", "reason": null, "consistent": true});
    for command in ["check", "safe", "count", "prob", "bounds", "enumerate", "analyze"] {
        check(command, FIGURE_2, 0, &exact);
    }
    check("count --by-mines", FIGURE_2, 0, &json!({"count": "57", "by_mines": [[6, "57"]]}));
    check("safe", FIGURE_2, 0, &json!({"safe": [], "mines": [], "undecided": 13}));
    check("safe --cell 1,2", FIGURE_2, 0, &json!({"undecided": 1, "verdict": "undecided", "cell": [1, 2]}));
    check("bounds", FIGURE_2, 0, &json!({"fewest": 6, "most": 6}));
    check("count --mines 0", FIGURE_2, 1, &json!({"count": "0", "consistent": false}));
    let rows = [
        "17/57 17/57 17/57 14/19",
        "17/57 -     17/57 14/19",
        "17/57 2/19  2/19  17/19",
        "14/19 17/19 -     -    ",
    ];
    let (_, found) = ask("prob", FIGURE_2);
    let mut cells = found["cells"].as_array().unwrap().iter();
    for (y, row) in rows.iter().enumerate() {
        for (x, fraction) in row.split_whitespace().enumerate().filter(|(_, fraction)| *fraction != "-") {
            let cell = cells.next().unwrap();
            assert_eq!((&cell["cell"], &cell["probability"]), (&json!([x, y]), &json!(fraction)));
            let (a, b) = fraction.split_once('/').unwrap();
            let value = a.parse::<f64>().unwrap() / b.parse::<f64>().unwrap();
            assert!((cell["value"].as_f64().unwrap() - value).abs() < 1e-15);
        }
    }
    assert!(cells.next().is_none());
}

#[test]
fn every_engine_says_the_same() {
    for engine in ["auto", "enumerate", "treedp"] {
        check(&format!("count --engine {engine}"), FIGURE_2, 0, &json!({"count": "57"}));
        check(&format!("count --engine {engine}"), GRAPH, 0, &json!({"count": "6"}));
    }
    check("count --engine tree", GRAPH, 0, &json!({"count": "6"}));
}

#[test]
fn integer_programs_answer_what_they_can() {
    let engine = json!({"status": "exact", "engine": "ilp"});
    for command in ["check --engine ilp", "safe --engine ilp", "bounds --engine ilp"] {
        check(command, FIGURE_2, 0, &engine);
        check(command, CONTRADICTION, 1, &json!({"consistent": false}));
    }
    check("safe --engine ilp", FIGURE_2, 0, &json!({"safe": [], "mines": [], "undecided": 13}));
    check("bounds --engine ilp --mines any", FIGURE_2, 0, &json!({"fewest": 2, "most": 7}));
    let refusal = json!({"status": "error", "consistent": true, "count": null});
    check("count --engine ilp", FIGURE_2, 2, &refusal);
    check("analyze --engine ilp", FIGURE_2, 2, &json!({"undecided": 13, "fewest": 6, "count": null}));
}

/// Tables of this board would have tens of millions of entries.
#[test]
fn bounds_of_wide_components_need_no_tables() {
    let (_, board) = run(&["generate", "lattice2", "--size", "40x40", "--seed", "1"], "");
    check("bounds", &board, 0, &json!({"status": "exact", "engine": "sat+ilp"}));
}

#[test]
fn fields_keep_their_order() {
    let (_, text) = run(&["analyze", "--json", "-"], FIGURE_2);
    let names = [
        "board",
        "status",
        "reason",
        "consistent",
        "engine",
        "seconds",
        "witness",
        "safe",
        "mines",
        "undecided",
        "count",
        "by_mines",
        "cells",
        "fewest",
        "most",
        "components",
    ];
    let places: Vec<_> = names.iter().map(|name| text.find(&format!("\"{name}\":")).unwrap()).collect();
    assert!(places.is_sorted(), "{places:?}");
}

#[test]
fn a_contradiction_is_an_answer() {
    let none = json!({"status": "exact", "consistent": false});
    for command in ["check", "safe", "count", "prob", "bounds", "enumerate", "analyze"] {
        check(command, CONTRADICTION, 1, &none);
    }
    check("check", CONTRADICTION, 1, &json!({"witness": null}));
    check("safe", CONTRADICTION, 1, &json!({"safe": [], "mines": [], "undecided": 0}));
    check("prob", CONTRADICTION, 1, &json!({"count": "0", "cells": []}));
    check("bounds", CONTRADICTION, 1, &json!({"fewest": null, "most": null}));
    let (code, text) = run(&["check", "-"], CONTRADICTION);
    assert_eq!((code, text.as_str()), (1, "-: inconsistent: no placement of mines is legal\n"));
}

#[test]
fn graphs_name_vertices() {
    // The mine of v4 and that of v5 are apart: three places times two.
    check("count", GRAPH, 0, &json!({"count": "6"}));
    let (_, found) = ask("prob", GRAPH);
    let cells = found["cells"].as_array().unwrap();
    assert_eq!((&cells[0]["cell"], &cells[0]["probability"]), (&json!(1), &json!("1/3")));
    assert_eq!((&cells[3]["cell"], &cells[3]["probability"]), (&json!(6), &json!("1/2")));
    check("safe --cell 6", GRAPH, 0, &json!({"cell": 6, "verdict": "undecided"}));
    check("safe", "p minesweeper 2 1\ne 1 2\nl 1 1\n", 0, &json!({"mines": [2], "undecided": 0}));
}

#[test]
fn placements_come_one_by_one() {
    let (code, text) = run(&["enumerate", "-"], "?1?\n");
    let mut lines: Vec<&str> = text.lines().collect();
    assert_eq!((code, lines.remove(0), lines.pop()), (0, "-: consistent", Some("all 2 placements")));
    lines.sort_unstable();
    assert_eq!(lines, ["0,0", "2,0"]);
    let (code, text) = run(&["enumerate", "--limit", "1", "-"], "?1?\n");
    assert_eq!((code, text.lines().last()), (0, Some("1 placement; there are more")));
    check("enumerate --limit 2", "?1?\n", 0, &json!({"complete": true}));
    check("enumerate --limit 1", "?1?\n", 0, &json!({"complete": false}));
}

#[test]
fn numbers_and_regions() {
    let shows = json!([{"number": 0, "probability": "1/2", "value": 0.5},
                       {"number": 1, "probability": "1/2", "value": 0.5}]);
    check("prob --numbers 0,0", "??\n", 0, &json!({"numbers": [{"cell": [0, 0], "shows": shows}]}));
    check("prob --numbers 1,0", "1?\n", 0, &json!({"numbers": [{"cell": [1, 0], "shows": null}]}));
    let dir = tempfile::tempdir().unwrap();
    let region = dir.path().join("region.txt");
    fs::write(&region, "0,0\n0,0\n1,0\n").unwrap();
    let command = format!("bounds --region {}", region.display());
    check(&command, "*1?\n", 0, &json!({"fewest": 1, "most": 1}));
    check(&command, "?1?\n", 0, &json!({"fewest": 0, "most": 1, "region": 2}));
}

#[test]
fn a_time_limit_of_zero_stops_every_board() {
    for command in ["check", "safe", "count", "prob", "bounds", "enumerate", "analyze"] {
        let command = format!("{command} --time-limit 0");
        check(&command, FIGURE_2, 3, &json!({"status": "stopped", "reason": "time limit reached"}));
    }
    let (code, text) = run(&["count", "--time-limit", "0", "-"], FIGURE_2);
    assert_eq!((code, text.as_str()), (3, "-: stopped: time limit reached\n"));
}

#[test]
fn every_board_gets_its_line_and_the_largest_code_applies() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = dir.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (good, bad, broken) = (file("good", FIGURE_2), file("bad", CONTRADICTION), file("broken", "x"));
    let (code, text) = run(&["check", "--json", &bad, &good], "");
    assert_eq!((code, text.lines().count()), (1, 2));
    let (code, text) = run(&["check", "--json", &broken, &bad, &good], "");
    assert_eq!((code, text.lines().count()), (2, 3));
    let status = |line: &str| serde_json::from_str::<Value>(line).unwrap()["status"].clone();
    assert_eq!(text.lines().map(status).collect::<Vec<_>>(), ["error", "exact", "exact"]);
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    for command in ["check", "safe", "prob", "enumerate", "analyze", "next"] {
        let text = |threads| run(&[command, "--color", "always", "--threads", threads, "-"], FIGURE_2).1;
        assert_eq!(text("1"), text("2"), "{command}");
    }
}

#[test]
fn pictures() {
    let (_, text) = run(&["prob", "-"], FIGURE_2);
    let picture = "     0   1   2   3\n 0  30  30  30  74\n 1  30 [2]  30  74\n 2  30  11  11  89\n 3  74  89 [2] [1]\n";
    assert_eq!(text.lines().next(), Some("-: consistent, placements: 57"));
    assert!(text.contains(picture), "{text}");
    assert!(text.contains("17/57        0.298246  0,0 1,0 2,0 0,1 2,1 0,2\n"), "{text}");
    let (_, coloured) = run(&["prob", "--color", "always", "-"], FIGURE_2);
    assert!(coloured.contains("\u{1b}["), "{coloured}");
}

/// The solver's settings change nothing but the way; what it cannot answer is refused.
#[test]
fn a_solver_answers_what_it_can() {
    for encoding in ["auto", "direct", "sequential", "totalizer", "network", "bdd"] {
        let with = |command: &str| format!("{command} --engine sat --encoding {encoding}");
        check(&with("check"), CONTRADICTION, 1, &json!({"consistent": false, "witness": null}));
        check(&with("safe"), "?1\n11\n", 0, &json!({"mines": [[0, 0]], "undecided": 0}));
        let (code, found) = ask(&with("enumerate"), FIGURE_2);
        assert_eq!((code, found["placements"].as_array().map(Vec::len)), (0, Some(57)), "{found}");
    }
    check("count --engine sat", FIGURE_2, 2, &json!({"status": "error", "count": null}));
}

#[test]
fn safe_explains_and_streams() {
    let (code, found) = ask("safe --explain", "?2?\n???\n");
    assert_eq!(code, 0);
    assert_eq!(found["components"][0]["engine"], "list", "{found}");
    let (_, found) = ask("safe --explain --engine treedp", "?2?\n???\n");
    assert_eq!(found["components"][0]["engine"], "treedp", "{found}");
    let (code, found) = ask("safe --explain --engine sat", "?2?\n???\n");
    assert_eq!((code, &found["components"][0]["engine"]), (0, &json!("sat")), "{found}");

    let board = "?10?\n";
    let (code, text) = run(&["safe", "--stream", "-"], board);
    assert_eq!(
        (code, text.as_str()),
        (0, "3,0 safe\n0,0 mine\n-: consistent, 1 safe, 1 mine, 0 undecided\nsafe: 3,0\nmines: 0,0\n")
    );
    let (_, text) = run(&["safe", "--stream", "--json", "--engine", "sat", "-"], FIGURE_2);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (answer, cells) = lines.split_last().unwrap();
    let undecided = cells.iter().filter(|line| line["verdict"] == "undecided").count();
    assert_eq!((cells.len(), answer["undecided"].as_u64()), (13, Some(undecided as u64)), "{text}");
}
