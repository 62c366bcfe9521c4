//! The command line around the answers: arguments, exit codes, convert, generate.

use std::fs;

use assert_cmd::cargo::cargo_bin_cmd;

/// Runs the program; gives exit code, standard output and standard error.
fn run(args: &[&str], stdin: &str) -> (i32, String, String) {
    let output = cargo_bin_cmd!("mineproof").args(args).write_stdin(stdin).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The request is refused before any work: nothing on standard output, and this said.
fn refused(command: &str, said: &str) {
    let args: Vec<&str> = command.split_whitespace().collect();
    let (code, out, err) = run(&args, "?");
    assert_eq!((code, out.as_str()), (2, ""), "{command}\n{err}");
    assert!(err.contains(said), "{command}\n{err}");
}

#[test]
fn wrong_arguments_are_refused_before_work_starts() {
    refused("", "Usage");
    refused("frobnicate", "unrecognized subcommand");
    refused("check", "required");
    refused("check - -", "standard input (-) can be read only once");
    refused("check - --mines ?", "'?' is not a number of mines; write a number such as 99, or 'any'");
    refused("check - --mines -1", "'-1' is not a number of mines; write a number such as 99, or 'any'");
    refused("check - --time-limit -1", "'-1' is not a time; write seconds such as 10 or 0.5");
    refused("check - --memory-limit -1", "'-1' is not a size; write bytes");
    refused("check - --threads -1", "-1 is not in 1..=1024");
    refused("safe - --cell -1,0", "'-1,0' is not a cell; write X,Y");
    refused("check - --time-limit soon", "'soon' is not a time; write seconds such as 10 or 0.5");
    refused("check - --time-limit nan", "is not a time");
    refused("check - --memory-limit 4X", "'4X' is not a size; write bytes, or a unit as in 512M or 4G");
    refused("check - --threads 0", "0 is not in 1..=1024");
    refused("check - --threads 65535", "65535 is not in 1..=1024");
    refused("check - --engine brute", "possible values: auto, enumerate, tree, treedp, sat, ilp, all");
    refused("count - --engine all", "--engine all is for analyze, which asks everything");
    refused(
        "next - --strategy PP",
        "'PP' is not a strategy; write filters P, S, E, Q, U, B, F, L, R, N, W in a row",
    );
    refused("next - --strategy PSEQ-D", "'PSEQ-D' is not a strategy");
    refused("next - --engine tree", "next looks at many positions, each by the engine that fits");
    refused("safe - --encoding bdd", "--encoding and --solver are for --engine sat");
    refused("check - --engine sat --encoding unary", "auto, direct, sequential, totalizer, network, bdd");
    refused("safe - --stream --cell 0,0", "cannot be used with");
    refused("convert - - --to opb --encoding bdd", "--encoding is for cnf, and opb has no clauses");
    refused("check - --color sometimes", "possible values: auto, always, never");
    refused("check - --from cnf", "possible values: board, graph, json");
    refused("safe - --cell 1;2", "'1;2' is not a cell; write X,Y");
    refused("prob - --numbers x,y", "'x,y' is not a cell");
    refused("bounds - --region no-such-file", "no-such-file: ");
    refused("enumerate - -", "unexpected argument");
    refused("enumerate - --limit 0", "0 is not in 1..");
    refused("convert -", "required");
    refused("convert - -", "standard output has no name to tell its format; add --to");
    refused("convert - board.xyz", "board.xyz: this name tells no format; choose one with --to");
    refused(
        "convert - - --to xyz",
        "[possible values: board, graph, json, cnf, opb, gr, td, mine, toollib, mbf]",
    );
    refused("convert - - --to json --json", "--json tells of a file");
    refused("convert - b.json --from td", "[possible values: board, graph, json, mine, ");
    refused("generate random --json --format board", "--json without a file writes the board as JSON");
    refused("generate", "required");
    refused("generate nonsense", "invalid value 'nonsense'");
    refused("generate random --size 30", "'30' is not a size; write WIDTHxHEIGHT such as 30x16");
    refused("generate random --size 0x4", "at least 1");
    refused("generate random --density 2", "is not a share");
    refused("generate random --density 0.5 --mines 3", "cannot be used with");
    refused("generate random --vertices 7", "--vertices means nothing to the random family; use --size");
    refused("generate tree --size 3x3", "--size means nothing to the tree family; use --vertices");
    refused("generate random --where-free", "--where-free means nothing to the random family");
    refused("generate random --degree 3", "--degree means nothing");
    refused("generate tree --edges 3", "--edges or --edge-share means nothing to the tree family");
    refused("generate random-graph --edges 3 --edge-share 1/2", "cannot be used with");
    refused("generate random-graph --vertices 3 --edges 4", "4 edges do not fit; at most 3 can be had");
    refused("generate circuit --size 9x9", "--size means nothing to the circuit family; its size follows");
    refused("generate circuit --total", "--total means nothing to the circuit family");
    refused(
        "generate circuit --density 10%",
        "a share of mines or open cells means nothing to the circuit family",
    );
    refused("generate circuit --bits 4", "--bits means nothing to the circuit family; only adder");
    refused("generate circuit --circuit sorter", "invalid value 'sorter'");
    refused("generate circuit --circuit adder --clauses 4", "--clauses means nothing to the circuit family");
    refused("generate circuit --circuit adder --value -1", "'-1' is out of range; write a whole number");
    refused(
        "generate random --seed -1",
        "'-1' is out of range; write a whole number up to 18446744073709551615",
    );
    refused("generate tree --vertices 4294967296", "write a whole number up to 4294967295");
    refused("generate random --mines -1", "'-1' is not a number of mines; write a number such as 99");
    refused(
        "generate random --mines 99999999999999999999",
        "mines are too many; at most 256 cells may be mined",
    );
    refused("generate circuit --circuit adder --value 9 --consistent", "cannot be used with");
    refused("generate circuit --variables 0", "0 variables make no instance; ask for at least 1");
    refused("generate pigeonhole --contradictory", "--consistent or --contradictory means nothing");
    refused("generate random --pigeons 3", "--pigeons or --holes means nothing to the random family");
    refused("generate random --cause 9", "--cause means nothing to the random family; only culprit has one");
    refused("generate random --count 0", "0 is not in 1..");
    refused("generate random --count 2", "several instances need a directory to go to; add -o DIR");
    refused("generate random --seed 18446744073709551615 --count 2 -o d", "there are no 2 seeds");
}

#[test]
fn help_teaches() {
    let (code, overview, _) = run(&["--help"], "");
    assert_eq!(code, 0);
    let commands = [
        "check",
        "safe",
        "count",
        "prob",
        "bounds",
        "enumerate",
        "analyze",
        "one-mine",
        "optimal",
        "play",
        "next",
        "verify",
        "convert",
        "generate",
        "batch",
        "merge",
    ];
    for command in commands {
        assert!(overview.contains(&format!("\n  {command} ")), "{command} is not listed\n{overview}");
        let (code, help, _) = run(&[command, "--help"], "");
        assert_eq!(code, 0);
        for word in ["Example", "Exit codes: 0 "] {
            assert!(help.contains(word), "{command} --help has no {word}");
        }
        assert!(
            help.contains("JSON: board")
                || ["convert", "generate", "verify", "batch", "merge"].contains(&command),
            "{command}"
        );
    }
}

#[test]
fn inputs_that_make_no_sense_say_where() {
    let (code, out, err) = run(&["check", "-"], "0 1 ?\n0 x ?\n");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.starts_with("-:2:3: "), "{err}");
    let (code, out, err) = run(&["check", "--json", "no/such/board.txt"], "");
    assert_eq!(code, 2);
    assert!(err.starts_with("no/such/board.txt: "), "{err}");
    assert!(out.starts_with(r#"{"board":"no/such/board.txt","status":"error","reason":"No such"#), "{out}");
    assert_eq!(out.lines().count(), 1);
    let (code, _, err) = run(&["safe", "--cell", "5,0", "-"], "?1");
    assert_eq!((code, err.as_str()), (2, "-: there is no cell 5,0; write X,Y up to 1,0\n"));
    let (code, _, err) = run(&["prob", "--numbers", "1,0", "-"], "?1");
    assert_eq!((code, err.as_str()), (2, "-: 1,0 is not covered; --numbers takes a covered cell\n"));
}

#[test]
fn a_board_too_large_to_read_is_stopped_by_the_memory_limit() {
    let (code, out, err) = run(&["check", "--json", "--memory-limit", "1K", "-"], "?1");
    assert_eq!((code, err.as_str()), (3, "-: memory limit reached\n"));
    assert_eq!(
        out,
        "{\"board\":\"-\",\"status\":\"stopped\",\"reason\":\"memory limit reached\",\"consistent\":null,\"engine\":null,\"seconds\":null}\n"
    );
    let (code, ..) = run(&["convert", "--memory-limit", "1K", "--to", "json", "-", "-"], "?1");
    assert_eq!(code, 3);
}

#[test]
fn regions_are_read_before_boards() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("region.txt");
    let name = file.to_str().unwrap();
    fs::write(&file, "0,0 # fine\n  0;1\n").unwrap();
    let (code, out, err) = run(&["bounds", "--region", name, "-"], "?1");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.starts_with(&format!("error: {name}:2:3: '0;1' is not a cell")), "{err}");
    fs::write(&file, "0,0\n7,7\n").unwrap();
    let (code, _, err) = run(&["bounds", "--region", name, "-"], "?1");
    assert_eq!((code, err), (2, format!("-: {name}:2:1: there is no cell 7,7; write X,Y up to 1,0\n")));
}

#[test]
fn convert_goes_there_and_back() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let board = "mines 2\n1?\n?*\n";
    let (code, out, err) = run(&["convert", "-", &path("b.json")], board);
    assert_eq!((code, out.as_str(), err.as_str()), (0, "", ""));
    assert_eq!(run(&["convert", &path("b.json"), &path("b.txt")], "").0, 0);
    let (_, json, _) = run(&["convert", &path("b.txt"), "-", "--to", "json"], "");
    assert_eq!(json, fs::read_to_string(path("b.json")).unwrap());
    let (_, any, _) = run(&["convert", &path("b.txt"), "-", "--to", "board", "--mines", "any"], "");
    assert!(!any.contains("mines 2"), "{any}");
    let left: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "no partial files are left: {left:?}");
}

#[test]
fn a_board_that_does_not_fit_its_format_leaves_the_old_file() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("b.txt");
    fs::write(&file, "old").unwrap();
    let graph = "p minesweeper 2 1\ne 1 2\n";
    let (code, _, err) = run(&["convert", "-", file.to_str().unwrap()], graph);
    assert_eq!(code, 2);
    assert!(err.contains("b.txt: a graph has no rows"), "{err}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn generate_is_reproducible() {
    let order = ["generate", "midgame", "--size", "16x16", "--mines", "40", "--seed", "5"];
    let (code, board, err) = run(&order, "");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(board.contains("mines 40\n"), "{board}");
    assert_eq!(run(&order, "").1, board);
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("boards");
    let target = target.to_str().unwrap();
    let (code, out, err) = run(&[&order[..], &["--count", "2", "-o", target]].concat(), "");
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert_eq!(err.lines().count(), 2);
    assert_eq!(fs::read_to_string(format!("{target}/midgame-5.txt")).unwrap(), board);
    assert_ne!(fs::read_to_string(format!("{target}/midgame-6.txt")).unwrap(), board);
    let (_, untold, _) = run(&[&order[..], &["--no-total"]].concat(), "");
    assert_eq!(untold, board.replace("mines 40\n", ""));
}

/// A total beyond all boards is one that no board can meet, on the command line as in a file.
#[test]
fn totals_of_any_size_are_read() {
    let huge = "9".repeat(30);
    assert_eq!(run(&["check", "--mines", &huge, "-"], "?").0, 1);
    assert_eq!(run(&["check", "-"], &format!("mines {huge}\n?")).0, 1);
}

/// Each family looks at its budget before it takes memory, and at the clock.
#[test]
fn generate_keeps_to_its_limits() {
    let large = [
        ["random", "--size", "9000x9000"],
        ["quarter", "--size", "9000x9000"],
        ["lattice2", "--size", "9000x9000"],
        ["midgame", "--size", "9000x9000"],
        ["contradiction", "--size", "9000x9000"],
        ["culprit", "--size", "9000x9000"],
        ["tree", "--vertices", "90000000"],
        ["regular3", "--vertices", "90000000"],
        ["treewidth", "--vertices", "30000000"],
        ["tseitin", "--vertices", "7000000"],
        ["pigeonhole", "--pigeons", "2000000"],
    ];
    for order in large {
        for (limit, value, reason) in [("--memory-limit", "50M", "memory"), ("--time-limit", "0.05", "time")]
        {
            let args = [&["generate"], &order[..], &[limit, value]].concat();
            let (code, out, err) = run(&args, "");
            assert_eq!((code, out.as_str()), (3, ""), "{order:?} {err}");
            assert_eq!(err, format!("stopped: {}-0: {reason} limit reached\n", order[0]));
        }
    }
    for order in [
        "generate circuit --circuit multiplier --bits 24 --contradictory --time-limit 0.05",
        "generate circuit --variables 24 --clauses 40 --contradictory --time-limit 0.05",
        "generate circuit --variables 300 --clauses 300 --memory-limit 1M",
    ] {
        let (code, out, err) = run(&order.split(' ').collect::<Vec<_>>(), "");
        assert_eq!((code, out.as_str(), err.starts_with("stopped: circuit-0: ")), (3, "", true), "{err}");
    }
    // A recipe that gives no board is wrong, however small the limit.
    refused("generate circuit --circuit adder --bits 4000000000 --memory-limit 1M", "are too many");
    refused("generate random --size 99999x99999 --memory-limit 1M --time-limit 0", "are too many");

    let order = ["generate", "random", "--count", "2", "--json", "--time-limit", "0"];
    let (code, out, err) = run(&order, "");
    let line = |seed| {
        let name = format!("random-{seed}");
        format!(
            r#"{{"board":"{name}","status":"stopped","reason":"time limit reached","consistent":null,"engine":null,"seconds":null}}"#
        )
    };
    assert_eq!((code, out), (3, format!("{}\n{}\n", line(0), line(1))));
    assert_eq!(err.lines().count(), 2);
}

#[test]
fn generated_boards_can_be_read_again() {
    let families = [
        "random",
        "quarter",
        "checkerboard",
        "rows",
        "lattice2",
        "lattice5",
        "strip",
        "midgame",
        "tree",
        "regular3",
        "treewidth",
        "random-graph",
        "hex",
        "torus",
        "triangle",
        "box",
        "contradiction",
        "circuit",
        "tseitin",
        "pigeonhole",
        "culprit",
    ];
    for family in families {
        let (code, board, err) = run(&["generate", family], "");
        assert_eq!(code, 0, "{family}: {err}");
        let (code, _, err) = run(&["convert", "-", "-", "--to", "json"], &board);
        assert_eq!(code, 0, "{family}: {err}");
    }
    let (code, text, _) = run(&["generate", "tree", "--vertices", "9", "--format", "json"], "");
    assert_eq!(code, 0);
    assert!(text.starts_with('{'), "{text}");
}

/// Nobody reads the output: the program ends without a panic and without a complaint.
#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    use std::process::{Command, Stdio};
    let program = assert_cmd::cargo::cargo_bin!("mineproof");
    for args in [&["generate", "random", "--size", "500x500"][..], &["--help"], &["count", "--help"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let child = Command::new(program).args(args).stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

#[test]
fn convert_tells_what_it_wrote() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let td = path("b.td");
    let (code, out, err) = run(&["convert", "--json", "-", &td], "mines 2\n1?\n?*\n");
    assert_eq!((code, err.as_str()), (0, ""));
    let line: serde_json::Value = serde_json::from_str(&out).unwrap();
    let expected = serde_json::json!({
        "board": "-", "status": "exact", "output": td, "from": "board", "to": "td", "cells": 4, "mines": 2
    });
    assert_eq!(line, expected);
    assert_eq!(fs::read_to_string(&td).unwrap(), "c 1 is cell 0,0\ns td 1 1 1\nb 1 1\n");
    let (code, out, err) = run(&["convert", "--json", &td, &path("b.txt")], "");
    assert_eq!(code, 2);
    assert!(err.contains("td files are only written; give a board, graph or json file"), "{err}");
    assert!(out.starts_with("{\"board\":") && out.contains(r#""status":"error""#), "{out}");
}

#[test]
fn generate_speaks_json() {
    let (code, out, _) = run(&["generate", "random", "--size", "3x2", "--count", "2", "--json"], "");
    assert_eq!((code, out.lines().count()), (0, 2));
    for line in out.lines() {
        let (code, answer, _) = run(&["count", "--json", "-"], line);
        assert_eq!((code, answer.contains(r#""status":"exact""#)), (0, true), "{line}");
    }
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().to_str().unwrap();
    let (code, out, err) = run(&["generate", "tree", "--seed", "7", "--json", "-o", target], "");
    assert_eq!((code, err.as_str()), (0, ""));
    let line: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&line["family"], &line["seed"], &line["cells"]), (&"tree".into(), &7.into(), &100.into()));
    assert_eq!((&line["recipe"]["vertices"], &line["recipe"]["size"]), (&100.into(), &().into()));
    assert!(fs::metadata(line["output"].as_str().unwrap()).unwrap().is_file());
}

/// What is known of a board stands above it, in lines that readers skip, and in the JSON about it.
#[test]
fn hard_boards_come_with_their_answers() {
    let sum = ["generate", "circuit", "--circuit", "adder", "--bits", "2", "--value", "4"];
    let (code, board, _) = run(&sum, "");
    assert_eq!(code, 0);
    assert!(board.starts_with("# adder: 2 bits, sum 4\n"), "{board}");
    assert!(board.contains("\n# consistent: yes\n# placements: 3\n"), "{board}");
    let (_, answer, _) = run(&["count", "-"], &board);
    assert!(answer.contains("placements: 3"), "{answer}");
    let (_, graph, _) = run(&["generate", "pigeonhole", "--pigeons", "2", "--holes", "2"], "");
    assert!(
        graph.starts_with("c pigeonhole: 2 pigeons, 2 holes\nc consistent: yes\nc placements: 2\np "),
        "{graph}"
    );
    let (code, nothing, _) = run(&["generate", "pigeonhole", "--format", "board"], "");
    assert_eq!((code, nothing.as_str()), (2, ""));

    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().to_str().unwrap();
    let (_, line, _) = run(&["generate", "culprit", "--cause", "7", "--json", "-o", target], "");
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(line["notes"][1], "consistent: no");
    assert_eq!(line["notes"][3].as_str().unwrap().split_whitespace().count(), 1 + 7);
}

/// Inputs that are no boards each get their message, and the board among them its answer.
#[test]
fn strange_files_do_not_keep_others_from_their_answers() {
    let dir = tempfile::tempdir().unwrap();
    let make = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let directory = dir.path().to_str().unwrap().to_owned();
    let binary: Vec<u8> = (0..=255).rev().collect();
    let files = [
        directory.clone(),
        format!("{directory}/missing"),
        make("empty", b""),
        make("binary", &binary),
        make("nul", b"1?\0\n"),
        make("good", b"1?\n"),
    ];
    let args: Vec<&str> = ["count", "--json"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let (code, out, err) = run(&args, "");
    assert_eq!((code, out.lines().count(), err.lines().count()), (2, 6, 5), "{out}\n{err}");
    for (file, said) in files.iter().zip(err.lines()) {
        assert!(said.starts_with(file.as_str()), "{said}");
    }
    assert!(out.ends_with("\"count\":\"1\"}\n"), "{out}");
    for target in [directory.as_str(), "no/such/place.json"] {
        let (code, _, err) = run(&["convert", &files[5], target, "--to", "json"], "");
        assert_eq!((code, err.starts_with(&format!("error: {target}: "))), (2, true), "{err}");
    }
}

/// A count that would take minutes: it ends with the reason as soon as it is asked to.
#[cfg(unix)]
#[test]
fn ctrl_c_and_limits_end_a_long_count() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("hard.txt");
    let hard = file.to_str().unwrap();
    let order = ["generate", "lattice2", "--size", "44x44", "--density", "0.5", "--quiet", "-o", hard];
    assert_eq!(run(&order, "").0, 0);
    for (limit, value, reason) in
        [("--time-limit", "0.5", "time limit reached"), ("--memory-limit", "50M", "memory limit reached")]
    {
        let (code, out, _) = run(&["count", "--engine", "treedp", limit, value, hard], "");
        // Whether it is consistent at all may be known before the limit.
        assert_eq!((code, out.ends_with(&format!("stopped: {reason}\n"))), (3, true), "{out}");
    }
    let program = assert_cmd::cargo::cargo_bin!("mineproof");
    let child = Command::new(program)
        .args(["count", "--engine", "treedp", hard])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let begun = Instant::now();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(2));
    assert_eq!(output.status.code(), Some(3));
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(out.ends_with("stopped: interrupted\n"), "{out}");
}

/// An input that never comes was once waited for whatever the time limit.
#[test]
fn an_input_that_never_comes_is_given_up() {
    let program = assert_cmd::cargo::cargo_bin!("mineproof");
    let mut child = std::process::Command::new(program)
        .args(["check", "--time-limit", "0.5", "--json", "-"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // Kept open, and nothing written: the program has to end by itself.
    let stdin = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        said,
        "{\"board\":\"-\",\"status\":\"stopped\",\"reason\":\"time limit reached\",\"consistent\":null,\"engine\":null,\"seconds\":null}\n"
    );
}
