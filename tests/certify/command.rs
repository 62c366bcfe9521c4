//! `--certify` and `verify` as users run them.

use std::fs;
use std::path::Path;

use assert_cmd::cargo::cargo_bin_cmd;

fn run(args: &[&str], stdin: &str) -> (i32, String, String) {
    let output = cargo_bin_cmd!("mineproof").args(args).write_stdin(stdin).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn answers_are_written_and_checked() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (code, out, err) = run(&["safe", "--certify", &at("new/one"), "--drat", "-"], "1??\n111\n");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.ends_with(&format!("mines: 1,0\ncertificate: {}\n", at("new/one"))), "{out}");
    let all = [
        "SHA256SUMS",
        "board.txt",
        "formula.cnf",
        "manifest.json",
        "placements.txt",
        "proof.drat",
        "proof.lrat",
    ];
    assert_eq!(names(Path::new(&at("new/one"))), all);
    assert_eq!(names(Path::new(&at("new"))), ["one"]);
    let (code, out, _) = run(&["verify", &at("new/one")], "");
    let proven = "consistent: 1 cell is surely free, 1 cell is surely mined, there are no others";
    assert_eq!((code, out), (0, format!("{}: proven: {proven}\n", at("new/one"))));
    let (code, out, _) = run(&["verify", "--json", &at("new")], "");
    let one = at("new/one");
    let line =
        format!("{{\"certificate\":\"{one}\",\"valid\":true,\"proven\":\"{proven}\",\"reason\":null}}\n");
    assert_eq!((code, out), (0, line));
    // The same board again is fine, another is not.
    assert_eq!(run(&["check", "--certify", &one, "-"], "1??\n111\n").0, 0);
    assert_eq!(names(Path::new(&one)), ["SHA256SUMS", "board.txt", "manifest.json", "placements.txt"]);
    let (code, out, err) = run(&["check", "--json", "--certify", &one, "-"], "1?\n");
    assert_eq!(code, 2);
    assert!(out.ends_with("\"certificate\":null}\n"), "{out}");
    assert!(err.contains("it has the certificate of another board"), "{err}");
    assert!(run(&["verify", &one], "").1.contains("consistent: a placement of mines is legal"));
}

#[test]
fn several_boards_get_a_folder_each() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::create_dir(at("a")).unwrap();
    fs::write(at("a/x.txt"), "2?\n").unwrap();
    fs::write(at("x.txt"), "?1?\n").unwrap();
    let (code, out, _) = run(&["analyze", "--certify", &at("out"), &at("a/x.txt"), &at("x.txt")], "");
    assert_eq!(code, 1, "{out}");
    assert_eq!(names(Path::new(&at("out"))), ["x", "x-2"]);
    let (code, out, _) = run(&["verify", &at("out")], "");
    assert_eq!(code, 0);
    assert!(out.contains("x: proven: inconsistent: no placement of mines is legal\n"), "{out}");
    assert!(out.contains("x-2: proven: consistent: no cell is surely free"), "{out}");
    // A changed byte, a file too many, and what is not there.
    fs::write(at("out/x/proof.lrat"), "2 0 1 0 \n").unwrap();
    fs::write(at("out/x-2/notes.txt"), "").unwrap();
    let (code, out, _) = run(&["verify", &at("out")], "");
    assert_eq!(code, 1);
    assert!(out.contains("x: not proven: proof.lrat is not as SHA256SUMS has it\n"), "{out}");
    assert!(out.contains("x-2: not proven: notes.txt is no file of a certificate\n"), "{out}");
    let (code, out, err) = run(&["verify", "--json", &at("a"), &at("nowhere")], "");
    assert_eq!(code, 2);
    assert_eq!(out.lines().filter(|line| line.contains("\"valid\":null")).count(), 2, "{out}");
    assert!(err.contains("there is no certificate in it"), "{err}");
}

#[test]
fn nothing_else_is_overwritten_and_nothing_half_is_left() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::create_dir(at("mine")).unwrap();
    fs::write(at("mine/diary.txt"), "dear").unwrap();
    let (code, out, err) = run(&["safe", "--certify", &at("mine"), "-"], "?1?\n");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("it is not empty; name another folder"), "{err}");
    let (code, ..) = run(&["safe", "--certify", &at("mine/diary.txt"), "-"], "?1?\n");
    assert_eq!(code, 2);
    assert_eq!(fs::read_to_string(at("mine/diary.txt")).unwrap(), "dear");
    let (code, ..) = run(&["safe", "--time-limit", "0", "--certify", &at("late"), "-"], "?1?\n");
    assert_eq!(code, 3);
    assert_eq!(names(dir.path()), ["mine"]);
    let (code, _, err) = run(&["safe", "--drat", "-"], "?1?\n");
    assert_eq!(code, 2);
    assert!(err.contains("--certify"), "{err}");
}

#[test]
fn large_boards_are_certified() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    for (name, options) in
        [("open", "--density 20% --open 40% --no-total"), ("total", "--density 20% --open 40% --total")]
    {
        let board = at(&format!("{name}.txt"));
        let mut args = vec!["generate", "random", "--size", "60x60", "--seed", "5", "-o", &board];
        args.extend(options.split(' '));
        assert_eq!(run(&args, "").0, 0);
        assert_eq!(run(&["safe", "--certify", &at(name), &board], "").0, 0);
        let (code, out, _) = run(&["verify", &at(name)], "");
        assert_eq!(code, 0, "{out}");
    }
}
