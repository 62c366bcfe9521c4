//! `mineproof one-mine` on the command line.

use std::fs;

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::{Value, json};

fn run(args: &[&str], stdin: &str) -> (i32, String, String) {
    let output = cargo_bin_cmd!("mineproof").arg("one-mine").args(args).write_stdin(stdin).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// What is said of a board, with exit code 0 and nothing on standard error.
fn said(args: &str, board: &str) -> String {
    let args: Vec<&str> = args.split_whitespace().chain(["-"]).collect();
    let (code, out, err) = run(&args, board);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    out
}

fn object(args: &str, board: &str) -> Value {
    let text = said(&format!("--json {args}"), board);
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn text_says_it_all() {
    insta::assert_snapshot!(said("", "???\n???\n???\n"), @r"
    -: consistent, 8 of 9 mine positions won, chance 8/9
    best guesses: 0,0 1,0 2,0 0,1 2,1 0,2 1,2 2,2
    ");
    insta::assert_snapshot!(said("--tree --play --mines 3", "?_?1?*?*\n"), @r"
    -: consistent, 2 of 2 mine positions won, chance 1/1
    safe: 0,0 1,0 6,0
    guess components:
      one cell: 2,0
      one cell: 4,0
    order of guesses: 2,0 4,0
    played: 2 of 2 games won
    ");
    insta::assert_snapshot!(said("--tree --play", "?\n"), @r"
    -: consistent, 1 of 1 mine position won, chance 1/1
    best guesses: -
    guess components:
      one cell: 0,0
    order of guesses: 0,0
    played: 1 of 1 game won
    ");
}

#[test]
fn the_example_of_the_help_is_real() {
    let (code, help, _) = run(&["--help"], "");
    assert_eq!(code, 0);
    let example = help.split("Example: printf '???\\n???\\n' | mineproof one-mine --tree --play -\n").nth(1);
    let shown =
        said("--tree --play", "???\n???\n").lines().fold(String::new(), |all, line| all + "  " + line + "\n");
    assert!(example.unwrap().starts_with(&shown), "{help}");
}

/// Figure 3's tree, now with one mine.
const FIGURE_3: &str = "p minesweeper 7 6\ne 1 4\ne 2 4\ne 3 4\ne 4 5\ne 5 6\ne 5 7\nmines 1\n";

#[test]
fn json_keeps_its_promise() {
    let mut found = object("", FIGURE_3);
    assert!(found["seconds"].is_number());
    found["seconds"] = json!(0);
    let expected = json!({
        "board": "-", "status": "exact", "reason": null, "consistent": true, "engine": "modules", "seconds": 0,
        "vertices": 7, "wins": 4, "chance": "4/7", "best": [1, 2, 3, 6, 7], "value": 4.0 / 7.0,
        "candidates": 7, "safe": []
    });
    assert_eq!(found, expected);
    let more = object("--tree --play", FIGURE_3);
    assert_eq!((&more["played"], &more["order"]), (&json!(4), &json!([1, 2, 3, 6, 7, 4, 5])));
    let nodes = more["tree"].as_array().unwrap();
    let node = |kind: &str, parent: Value, size: u32, wins: u32, cell: Value| json!({"kind": kind, "parent": parent, "size": size, "wins": wins, "cell": cell});
    assert_eq!(nodes.len(), 10);
    assert_eq!(nodes[0], node("prime", json!(null), 7, 4, json!(null)));
    assert_eq!(nodes[1], node("parallel", json!(0), 3, 1, json!(null)));
    assert_eq!(nodes[2], node("cell", json!(1), 1, 1, json!(1)));
    assert_eq!(nodes[5], node("cell", json!(0), 1, 1, json!(4)));
}

#[test]
fn grids_and_boxes_name_their_cells() {
    assert_eq!(object("", "topology torus\n???\n???\n???\n")["chance"], json!("1/9"));
    assert_eq!(object("", "topology hex\n??\n??\n")["best"], json!([[0, 0], [1, 0], [0, 1], [1, 1]]));
    assert_eq!(object("", "topology box 2\n?\n?\n")["best"], json!([[0, 0, 0], [0, 0, 1]]));
}

#[test]
fn labels_are_understood() {
    let found = object("--play", "mines 2\n1???\n?*??\n");
    assert_eq!((&found["candidates"], &found["wins"], &found["played"]), (&json!(4), &json!(2), &json!(2)));
    assert_eq!((&found["best"], &found["safe"]), (&json!([[1, 0], [0, 1]]), &json!([[1, 0], [0, 1]])));
    // Without a total one mine more than the known ones is assumed.
    assert_eq!(object("--mines any", "mines 9\n1???\n?*??\n")["wins"], json!(2));
}

#[test]
fn contradictions_wrong_totals_and_limits_have_their_exit_codes() {
    let (code, out, _) = run(&["-"], "2??");
    assert_eq!((code, out.as_str()), (1, "-: inconsistent: no placement of mines is legal\n"));
    let (code, out, _) = run(&["--json", "--play", "--tree", "-"], "p minesweeper 0 0\n");
    let line: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &line["consistent"], &line["wins"]), (1, &json!(false), &json!(0)));
    assert_eq!((&line["chance"], &line["best"], &line["played"]), (&json!(null), &json!([]), &json!(0)));
    let (code, out, err) = run(&["-"], "mines 2\n???");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.starts_with("-: 0 of 2 mines are known, but exactly one has to be left; "), "{err}");
    let (code, out, _) = run(&["--json", "-", "--mines", "0"], "???");
    assert_eq!(code, 2);
    assert!(out.starts_with(r#"{"board":"-","status":"error","reason":"0 of 0 mines are known"#), "{out}");
    let (code, out, _) = run(&["--json", "--time-limit", "0", "-"], "???");
    let line: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &line["status"], &line["wins"]), (3, &json!("stopped"), &json!(null)));
    assert_eq!(line["reason"], json!("time limit reached"));
    let (code, out, _) = run(&["--time-limit", "0", "-"], "???");
    assert_eq!((code, out.as_str()), (3, "-: stopped: time limit reached\n"));
    let (code, ..) = run(&["--memory-limit", "1K", "-"], "???");
    assert_eq!(code, 3);
    let (code, _, err) = run(&["-", "-"], "???");
    assert_eq!((code, err.as_str()), (2, "error: standard input (-) can be read only once\n"));
}

#[test]
fn every_board_gets_its_line() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("a.txt"), "????").unwrap();
    fs::write(path("b.txt"), "2??").unwrap();
    let (code, out, err) =
        run(&["--threads", "2", "--quiet", &path("a.txt"), &path("none"), &path("b.txt")], "");
    assert_eq!((code, out.lines().count()), (2, 3));
    assert!(out.contains("a.txt: consistent, 3 of 4 mine positions won, chance 3/4\n"), "{out}");
    assert!(out.contains("b.txt: inconsistent"), "{out}");
    assert!(err.contains("none: "), "{err}");
}

#[test]
fn deep_modules_are_not_indented_for_ever() {
    // Every odd vertex touches all before it.
    let edges: Vec<String> =
        (2..=60).step_by(2).flat_map(|v| (1..v).map(move |w| format!("e {w} {v}\n"))).collect();
    let board = format!("p minesweeper 60 {}\n{}", edges.len(), edges.concat());
    let text = said("--tree", &board);
    let widest = text.lines().map(|line| line.len() - line.trim_start().len()).max();
    assert_eq!(widest, Some(42));
    assert!(text.contains("(depth 58) series of 2 cells, 1 won: 1 2\n"), "{text}");
}
