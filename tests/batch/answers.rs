//! The report says what the commands say of each board, for any number of threads and every engine.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;

use crate::{Place, fields, same};

/// What a command says of a board, as JSON.
fn said(place: &Place, command: &str, board: &str) -> Value {
    let output = place.run(&format!("{command} --json {board}"));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{command} {board}: {error}"))
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A row against every command on its board.
fn check_row(place: &Place, row: &BTreeMap<String, String>) {
    let id = &row["id"];
    let check = said(place, "check", id);
    assert_eq!(row["consistent"], text(&check["consistent"]), "{id}");
    let count = said(place, "count --by-mines", id);
    assert_eq!(row["count"], text(&count["count"]), "{id}");
    let terms: Vec<String> = count["by_mines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|term| format!("{}:{}", text(&term[0]), text(&term[1])))
        .collect();
    assert_eq!(row["by_mines"], terms.join(";"), "{id}");
    if check["consistent"] == false {
        for column in ["fewest", "most", "safe", "mined", "undecided", "min_probability"] {
            assert_eq!(row[column], "", "{column} of {id}");
        }
        return;
    }
    let bounds = said(place, "bounds", id);
    assert_eq!((&row["fewest"], &row["most"]), (&text(&bounds["fewest"]), &text(&bounds["most"])), "{id}");
    let safe = said(place, "safe", id);
    for (column, name) in [("safe", "safe"), ("mined", "mines")] {
        assert_eq!(row[column], safe[name].as_array().unwrap().len().to_string(), "{column} of {id}");
    }
    assert_eq!(row["undecided"], text(&safe["undecided"]), "{id}");
    let prob = said(place, "prob", id);
    let cells = prob["cells"].as_array().unwrap();
    let value = |cell: &&Value| cell["value"].as_f64().unwrap();
    let least = cells.iter().map(|cell| value(&cell)).fold(f64::INFINITY, f64::min);
    if let Some(cell) = cells.iter().find(|cell| value(cell) <= least) {
        assert_eq!(row["min_probability"], text(&cell["probability"]), "{id}");
        let shown: f64 = row["min_probability_value"].parse().unwrap();
        assert!((shown - least).abs() < 1e-12, "{id}");
        let at: Vec<String> = match &cell["cell"] {
            Value::Array(place) => place.iter().map(text).collect(),
            vertex => vec![text(vertex)],
        };
        assert_eq!(row["min_probability_at"], at.join(","), "{id}");
    }
}

#[test]
fn rows_are_what_the_commands_say() {
    let place = Place::new();
    let count = place.corpus("boards", 3);
    // The bad files are the worst that happens.
    let all = "--ask check,safe,count,by-mines,prob,bounds";
    place.ends(2, &format!("batch boards -o report.csv --threads 2 --quiet {all}"));
    let rows = place.rows("report.csv");
    assert_eq!(rows.len(), count);
    assert!(rows.is_sorted_by_key(|row| PathBuf::from(&row["id"])));
    let mut bad = Vec::new();
    for row in &rows {
        if row["status"] == "error" {
            assert!(row["error"].starts_with(&format!("{}:", row["id"])), "{}", row["error"]);
            assert!(row["count"].is_empty() && row["covered"].is_empty());
            bad.push(row["id"].as_str());
            continue;
        }
        assert_eq!((row["status"].as_str(), row["reason"].as_str()), ("exact", ""), "{}", row["id"]);
        check_row(&place, row);
    }
    assert_eq!(bad, ["boards/bad/bad.txt", "boards/bad/empty.txt", "boards/bad/lone.json"]);
    assert!(rows.iter().any(|row| row["consistent"] == "false"));
    assert_eq!(place.names(), ["boards", "report.csv"]);
}

#[test]
fn threads_and_forms_change_nothing() {
    let place = Place::new();
    place.corpus("boards", 3);
    for threads in [1, 2, 4] {
        let options = format!("--threads {threads} --quiet --no-timings");
        place.ends(2, &format!("batch boards -o {threads}.csv --cells {threads}.cells.csv {options}"));
        place.ends(2, &format!("batch boards -o {threads}.jsonl --cells {threads}.cells.jsonl {options}"));
        for ending in ["csv", "cells.csv", "jsonl", "cells.jsonl"] {
            same(&place.path(&format!("1.{ending}")), &place.path(&format!("{threads}.{ending}")));
        }
    }
    let csv = place.rows("1.csv");
    let covered: usize = csv.iter().filter_map(|row| row["covered"].parse::<usize>().ok()).sum();
    assert_eq!(place.rows("1.cells.csv").len(), covered);
    for (name, rows) in [("1.jsonl", csv), ("1.cells.jsonl", place.rows("1.cells.csv"))] {
        let lines = place.read(name);
        assert_eq!(lines.lines().count(), rows.len());
        for (line, row) in lines.lines().zip(rows) {
            let object: BTreeMap<String, Value> = serde_json::from_str(line).unwrap();
            assert!(object.keys().eq(row.keys()));
            for (column, value) in &object {
                // JSON drops the last zeros of a decimal.
                let same = text(value) == row[column]
                    || value.is_f64() && value.as_f64() == row[column].parse().ok();
                assert!(same, "{column}: {value} and {}", row[column]);
            }
        }
    }
}

#[test]
fn cells_are_told_one_by_one() {
    let place = Place::new();
    place.write("a.txt", "mines 2\n1??\n111\n");
    place.write("b.txt", "2?\n");
    place.ends(1, "batch a.txt b.txt -o r.csv --cells c.csv --quiet --no-timings");
    let expected = "id,cell,state,probability,value\na.txt,\"1,0\",mine,1/1,1.000000000000\n\
                    a.txt,\"2,0\",mine,1/1,1.000000000000\n";
    // No placement has two mines here: the 1 in the middle sees both cells.
    assert_eq!(place.rows("r.csv")[0]["consistent"], "false");
    assert_eq!(
        place.read("c.csv"),
        "id,cell,state,probability,value\na.txt,\"1,0\",,,\na.txt,\"2,0\",,,\nb.txt,\"1,0\",,,\n"
    );
    place.ends(0, "batch a.txt -o s.csv --cells d.csv --quiet --no-timings --mines any");
    assert_eq!(place.read("d.csv"), expected.replace("\"2,0\",mine,1/1,1.0", "\"2,0\",safe,0/1,0.0"));
}

#[test]
fn every_engine_agrees() {
    let place = Place::new();
    place.corpus("boards", 2);
    let said =
        place.ends(2, "batch boards -o all.csv --engine all --ask check,safe,count,by-mines,prob,bounds");
    assert!(said.contains("\ndisagreements          0\n"), "{said}");
    for row in place.rows("all.csv") {
        let expected = if row["status"] == "exact" { "true" } else { "" };
        assert_eq!(row["agree"], expected, "{}", row["id"]);
    }
    place.ends(2, "batch boards -o auto.csv --quiet");
    let rows = place.rows("auto.csv");
    for engine in ["enumerate", "treedp", "sat", "ilp"] {
        let report = format!("{engine}.csv");
        place.ends(2, &format!("batch boards -o {report} --quiet --engine {engine}"));
        for (row, other) in rows.iter().zip(place.rows(&report)) {
            for (column, value) in &other {
                let own = ["seconds", "peak_memory", "engine", "width", "largest_table"];
                let unasked = value.is_empty() && ["sat", "ilp"].contains(&engine);
                if !unasked && !own.contains(&column.as_str()) {
                    assert_eq!(value, &row[column], "{column} of {} by {engine}", row["id"]);
                }
            }
            assert!(["", "reduction", engine].contains(&other["engine"].as_str()), "{}", other["engine"]);
        }
    }
}

#[test]
fn limits_are_for_each_board() {
    let place = Place::new();
    place.write("easy.txt", "1?\n");
    let mut hard = String::from("topology torus\n");
    for y in 0..60 {
        let row: String = (0..60).map(|x| if (x * 7 + y * 5) % 3 == 0 { '3' } else { '?' }).collect();
        hard.extend([row.as_str(), "\n"]);
    }
    place.write("hard.txt", hard);
    let said = place.ends(3, "batch hard.txt easy.txt -o t.csv --time-limit 0.3 --threads 1");
    assert!(said.contains("stopped                1"), "{said}");
    let rows = place.rows("t.csv");
    assert_eq!((rows[0]["status"].as_str(), rows[0]["reason"].as_str()), ("stopped", "time limit reached"));
    assert_eq!(rows[1]["status"], "exact");
    place.ends(3, "batch hard.txt easy.txt -o m.csv --memory-limit 300K --threads 1 --quiet");
    let rows = place.rows("m.csv");
    assert_eq!((rows[0]["status"].as_str(), rows[0]["reason"].as_str()), ("stopped", "memory limit reached"));
    assert_eq!(rows[1]["status"], "exact");
}

#[test]
fn every_column_is_documented() {
    let page = include_str!("../../docs/COLUMNS.md");
    let documented: Vec<&str> =
        page.lines().filter_map(|line| Some(line.strip_prefix("| `")?.split_once('`')?.0)).collect();
    // Names with a point are those of files.
    let documented: Vec<&str> = documented.into_iter().filter(|name| !name.contains('.')).collect();
    let place = Place::new();
    place.write("a.txt", "1?\n");
    place.ends(0, "batch a.txt -o r.csv --cells c.csv --quiet");
    let names = |name: &str| fields(place.read(name).lines().next().unwrap());
    assert_eq!(documented, [names("r.csv"), names("c.csv")].concat());
}

#[test]
fn certificates_are_written_in_bulk() {
    let place = Place::new();
    place.corpus("boards", 1);
    place.ends(2, "batch boards -o r.csv --certify proofs --quiet --threads 2");
    let rows = place.rows("r.csv");
    let certified: Vec<&str> =
        rows.iter().filter(|row| row["status"] == "exact").map(|row| row["certificate"].as_str()).collect();
    assert!(certified.iter().all(|folder| place.path(folder).join("board.txt").exists()), "{certified:?}");
    let output = place.run("verify proofs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let proven = String::from_utf8(output.stdout).unwrap();
    assert_eq!(proven.lines().count(), certified.len());
    // What was left by somebody who was killed is no certificate.
    place.write("proofs/.mineproof-partial-x/board.txt", "1?\n");
    place.ends(0, "verify proofs");
}

#[test]
fn a_board_on_which_engines_disagree_is_kept() {
    let place = Place::new();
    place.write("a.txt", "--- one\n1?\n--- two\nmines 1\n?1?\n--- bad\nx\n");
    let run = "batch a.txt -o r.csv --engine all --quiet";
    let output = place.command(run).env("MINEPROOF_TEST_DOUBT_AT", "a.txt#two").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{said}");
    assert!(said.contains("a.txt#two: two methods disagree"), "{said}");
    assert!(said.contains("mineproof-disagreement-1.json"), "{said}");
    let rows = place.rows("r.csv");
    let told: Vec<_> = rows.iter().map(|row| (row["agree"].as_str(), row["status"].as_str())).collect();
    assert_eq!(told, [("true", "exact"), ("false", "error"), ("", "error")]);
    let kept = place.run("count mineproof-disagreement-1.json --json");
    assert!(String::from_utf8_lossy(&kept.stdout).contains("\"count\":\"2\""));
    assert!(!place.path("mineproof-disagreement-2.json").exists());
}
