//! What happens between two runs: the corpus changes, or files beside the report are lost.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use crate::resume::{RUN, interrupt_early};
use crate::{Place, many};

const RESUME: &str =
    "batch boards --no-timings --quiet --threads 2 -o r.csv --cells r.csv.cells.csv --resume";

/// A run over numbered and named boards that was ended early, and its files as they are then.
fn ended_early() -> (Place, Vec<(String, Vec<u8>)>) {
    let place = Place::new();
    let named = many(40, 8);
    let numbered =
        named.lines().map(|line| if line.starts_with("---") { "---" } else { line }.to_owned() + "\n");
    place.write("boards/a.txt", numbered.collect::<String>());
    place.write("boards/b.txt", "1?\n");
    place.write("boards/c.txt", many(2500, 30));
    interrupt_early(&place, "r.csv");
    let files = left(&place);
    assert!(files.len() >= 4, "{:?}", place.names());
    (place, files)
}

fn left(place: &Place) -> Vec<(String, Vec<u8>)> {
    let ours =
        place.names().into_iter().filter(|name| name.starts_with("r.csv") && !name.ends_with("inflight"));
    ours.map(|name| (name.clone(), fs::read(place.path(&name)).unwrap())).collect()
}

#[test]
fn a_run_does_not_go_on_with_another_corpus() {
    let (place, files) = ended_early();
    let (a, b) = (place.read("boards/a.txt"), place.read("boards/b.txt"));
    let check = |expected: &[&str]| {
        let said = place.ends(2, RESUME);
        for expected in expected {
            assert!(said.contains(expected), "{expected}: {said}");
        }
        assert!(
            said.contains("the corpus has changed since r.csv was begun") && said.contains("--force"),
            "{said}"
        );
        // What a torn line and the cells of boards without a row took may have been cut off, no more.
        for (old, new) in files.iter().zip(left(&place)) {
            let (was, is) = (old.1.len(), new.1.len());
            assert!(
                old.0 == new.0 && old.1.starts_with(&new.1) && was < is + 20_000,
                "{}: {was} bytes, then {is}",
                old.0
            );
        }
    };
    // A file more: every row would stand for the board before it.
    place.write("boards/0.txt", "1?\n");
    check(&["row 1 is that of boards/a.txt#1, and now boards/0.txt is there"]);
    fs::remove_file(place.path("boards/0.txt")).unwrap();
    // A file less.
    fs::remove_file(place.path("boards/b.txt")).unwrap();
    check(&["row 41 is that of boards/b.txt, and now boards/c.txt#game 0 is there"]);
    // The same id, and another board.
    place.write("boards/b.txt", "2?\n");
    check(&["boards/b.txt is not what it was"]);
    place.write("boards/b.txt", &b);
    // Boards without names have moved within their file: their ids are the same.
    place.write("boards/a.txt", format!("---\n1?\n{a}"));
    check(&["boards/a.txt#1 is not what it was"]);
    // Nearly all is gone.
    fs::remove_dir_all(place.path("boards")).unwrap();
    place.write("boards/a.txt", &a);
    check(&["it has only 40 boards left"]);
    // As it was, the run goes on.
    place.write("boards/b.txt", &b);
    place.write("boards/c.txt", many(2500, 30));
    place.ends(0, RESUME);
    place.ends(0, &format!("{RUN} -o whole.csv --cells whole.csv.cells.csv"));
    crate::same(&place.path("r.csv"), &place.path("whole.csv"));
    // What is new is told of a finished report, too.
    place.write("boards/d.txt", "1?\n");
    let said = place.ends(2, RESUME);
    assert!(said.contains("r.csv has 2541 rows for 2542 boards"), "{said}");
    place.ends(0, &RESUME.replace("--resume", "--force"));
    assert_eq!(place.rows("r.csv").len(), 2542);
}

#[test]
fn standard_input_is_compared_as_it_comes() {
    let place = Place::new();
    let feed = |text: &str, code: i32| {
        let mut command = place.command("batch - --no-timings --quiet --threads 1 -o r.csv --resume");
        let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // It may end before it has read all.
        let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{said}");
        said
    };
    let text = many(400, 20);
    let mut command = place.command("batch - --no-timings --quiet --threads 1 -o r.csv");
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // It waits for the rest, and is killed meanwhile.
    stdin.write_all(&text.as_bytes()[..text.len() / 2]).unwrap();
    while fs::metadata(place.path("r.csv")).map_or(0, |found| found.len()) < 4000 {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(400));
    drop(stdin);
    let said = feed(&text.replacen("--- game 1\n", "--- other\n", 1), 2);
    assert!(said.contains("row 2 is that of -#game 1, and now -#other is there"), "{said}");
    let said = feed("--- game 0\n1?\n", 2);
    assert!(said.contains("-#game 0 is not what it was"), "{said}");
    feed(&text, 0);
    assert_eq!(place.rows("r.csv").len(), 400);
}

#[test]
fn a_partial_report_without_its_journal_is_not_called_finished() {
    let (place, files) = ended_early();
    fs::remove_file(place.path("r.csv.journal")).unwrap();
    let said = place.ends(2, RESUME);
    assert!(said.contains("without r.csv.journal nobody knows how to go on"), "{said}");
    assert!(!said.contains("finished already"), "{said}");
    // Whole lines, and still not a whole report.
    let report = String::from_utf8(files[0].1.clone()).unwrap();
    place.write("r.csv", &report[..=report.rfind('\n').unwrap()]);
    fs::remove_file(place.path("r.csv.cells.csv")).unwrap();
    let said = place.ends(2, &RESUME.replace("--cells r.csv.cells.csv", ""));
    assert!(said.contains("rows for 2541 boards, and without r.csv.journal"), "{said}");
    let restored = |name: &str| files.iter().find(|(other, _)| other == name).unwrap().1.clone();
    for (name, bytes) in &files {
        place.write(name, bytes);
    }
    // Without the checksums nobody knows what the rows are made of.
    fs::remove_file(place.path("r.csv.boards")).unwrap();
    let said = place.ends(2, RESUME);
    assert!(said.contains("r.csv.boards: ") && said.contains("--force"), "{said}");
    place.write("r.csv.boards", restored("r.csv.boards"));
    place.ends(0, RESUME);
    // Only now it is.
    let said = place.ends(0, &RESUME.replace("--quiet", ""));
    assert!(said.contains("r.csv is finished already"), "{said}");
}

#[test]
fn rows_that_a_power_cut_has_spoilt_are_done_again() {
    let (place, files) = ended_early();
    place.ends(0, &format!("{RUN} -o whole.csv --cells whole.csv.cells.csv"));
    let cut_to = |bytes: &[u8], len: usize| bytes[..len.min(bytes.len())].to_vec();
    let zeroed = |bytes: &[u8], from: usize| {
        let mut bytes = bytes.to_vec();
        bytes[from..].fill(0);
        bytes
    };
    for (spoilt, change) in [
        ("r.csv.boards", cut_to(&files[1].1, 64)),
        ("r.csv.boards", zeroed(&files[1].1, 80)),
        ("r.csv.cells.csv", Vec::new()),
        ("r.csv.cells.csv", cut_to(&files[2].1, 3000)),
        ("r.csv", zeroed(&files[0].1, 2500)),
    ] {
        for (name, bytes) in &files {
            place.write(name, bytes);
        }
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["r.csv", "r.csv.boards", "r.csv.cells.csv", "r.csv.journal"]);
        place.write(spoilt, change);
        place.ends(0, RESUME);
        crate::same(&place.path("r.csv"), &place.path("whole.csv"));
        crate::same(&place.path("r.csv.cells.csv"), &place.path("whole.csv.cells.csv"));
    }
}
