//! `next` through the command line.

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::{Value, json};

/// Tu et al., table 3: six placements.
const ROW: &str = "mines 2\n?1????\n";

fn run(command: &str, stdin: &str) -> (i32, String, String) {
    let output = cargo_bin_cmd!("mineproof")
        .arg("next")
        .args(command.split_whitespace())
        .arg("-")
        .write_stdin(stdin)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn ask(command: &str, stdin: &str) -> (i32, Value) {
    let (code, text, _) = run(&format!("{command} --json"), stdin);
    (code, serde_json::from_str(&text).unwrap())
}

#[test]
fn filters_say_what_they_kept() {
    let (code, text, _) = run("--strategy PSEQ --explain", ROW);
    assert_eq!(code, 0);
    insta::assert_snapshot!(text, @r"
    -: consistent, open 5,0: it passes the filters, nothing is sure
    placements: 6
    filter  best  value     kept
    P       1/3   0.333333  3,0 4,0 5,0
    S       2/3   0.666667  5,0
    cell  p    s    e    u    q         s|free  e|free  u|free  q|free
    0,0   1/2  0    0    1/3  0.500000  0       0       2/3     0.000000
    2,0   1/2  1/2  2/3  1/2  0.959148  1       4/3     1       0.918296
    3,0   1/3  1/3  2/3  1/2  1.389975  1/2     1       3/4     1.500000
    4,0   1/3  0    0    1/3  0.389975  0       0       1/2     0.000000
    5,0   1/3  2/3  2/3  2/3  1.056642  1       1       1       1.000000
    ");
    let (code, found) = ask("", ROW);
    assert_eq!((code, &found["cell"], &found["strategy"]), (0, &json!([5, 0]), &json!("PSEQ")));
    assert_eq!((&found["ground"], &found["count"]), (&json!("filters"), &json!("6")));
    assert_eq!(found["steps"][0]["kept"], json!([[3, 0], [4, 0], [5, 0]]));
    assert_eq!(
        found["candidates"][2],
        json!({
            "cell": [5, 0], "mine": "1/3", "value": 1.0 / 3.0, "s": "2/3", "e": "2/3", "u": "2/3",
            "q": found["candidates"][2]["q"],
            "if_free": {"s": "1/1", "e": "1/1", "u": "1/1", "q": 1.0},
            "numbers": [
                {"number": 0, "count": "2", "safe": 1, "survivors": "2"},
                {"number": 1, "count": "2", "safe": 1, "survivors": "2"},
            ],
        })
    );
}

#[test]
fn few_placements_are_played_optimally() {
    let (code, found) = ask("--strategy E-D6", ROW);
    assert_eq!((code, &found["ground"], &found["wins"]), (0, &json!("optimal"), &json!("3")));
    assert_eq!(found["best"], json!([[2, 0], [3, 0], [5, 0]]));
    assert_eq!(ask("--strategy E-D5", ROW).1["ground"], "filters");
    let (code, text, said) = run("--strategy PSEQ-D6 --mines any", ROW);
    assert_eq!((code, text.as_str()), (2, ""));
    assert!(said.contains("it needs the total number of mines; add --mines N"), "{said}");
    // A known free cell tells nothing, and is not opened.
    let (_, found) = ask("--strategy P-D100", "mines 2\n??_\n?3?\n?_?\n");
    assert_eq!(found["consistent"], false);
    let (_, found) = ask("--strategy P-D100", "mines 2\n??_\n?2?\n?_?\n");
    assert_eq!((&found["ground"], &found["count"]), (&json!("optimal"), &json!("15")));
}

#[test]
fn sure_cells_come_first_and_nothing_may_be_left() {
    let sure = ask("--strategy Q", "?1?1?\n").1;
    assert_eq!((&sure["ground"], &sure["cell"]), (&json!("filters"), &json!([0, 0])));
    let sure = ask("--strategy Q", "mines 1\n?1?1?\n").1;
    assert_eq!(
        (&sure["ground"], &sure["cell"], &sure["best"]),
        (&json!("safe"), &json!([0, 0]), &json!([[0, 0], [4, 0]]))
    );
    assert_eq!(sure["candidates"][0], json!({"cell": [0, 0], "mine": "0/1", "value": 0.0}));
    for (strategy, board, ground) in
        [("PSEQ", "mines 3\n???\n", "won"), ("random", "1*\n", "won"), ("T", "mines 1\n???\n", "surrender")]
    {
        let found = ask(&format!("--strategy {strategy}"), board).1;
        assert_eq!((&found["ground"], &found["cell"]), (&json!(ground), &Value::Null), "{board}");
    }
    let single = ask("--strategy single", "0?1\n").1;
    assert_eq!((&single["consistent"], &single["cell"]), (&json!(false), &Value::Null));
    let single = ask("--strategy single", "0???\n").1;
    assert_eq!((&single["ground"], &single["best"]), (&json!("safe"), &json!([[1, 0]])));
}

#[test]
fn contradictions_limits_and_graphs() {
    let (code, found) = ask("", "2?\n");
    assert_eq!((code, &found["consistent"], &found["count"]), (1, &json!(false), &json!("0")));
    assert_eq!((&found["cell"], &found["candidates"]), (&Value::Null, &json!([])));
    let (code, found) = ask("--time-limit 0", ROW);
    assert_eq!((code, &found["status"], &found["candidates"]), (3, &json!("stopped"), &Value::Null));
    let graph = "p minesweeper 7 6\ne 1 4\ne 2 4\ne 3 4\ne 4 5\ne 5 6\ne 5 7\nl 4 1\nl 5 1\nmines 2\n";
    let (_, found) = ask("--strategy P", graph);
    assert_eq!((&found["best"], &found["candidates"][0]["mine"]), (&json!([1, 2, 3]), &json!("1/3")));
}

#[test]
fn large_boards_are_answered() {
    let expert = format!("mines 99\n{}", format!("{}\n", "?".repeat(30)).repeat(16));
    let (code, found) = ask("--strategy PSEUQ --time-limit 60", &expert);
    assert_eq!((code, &found["best"]), (0, &json!([[0, 0], [29, 0], [0, 15], [29, 15]])));
    assert_eq!(found["candidates"].as_array().unwrap().len(), 480);
}
