//! A board that brings down its worker costs one row.

use crate::{Place, fields, many};

/// Runs a corpus with this end for some board; returns the rows that differ from those of an
/// undisturbed run, and their errors.
fn changed(variable: &str, id: &str, threads: usize) -> Vec<(String, String)> {
    let place = Place::new();
    place.write("a.txt", many(120, 12));
    place.ends(0, "batch a.txt -o whole.csv --no-timings --quiet");
    let run = format!("batch a.txt -o r.csv --no-timings --quiet --threads {threads}");
    let output = place.command(&run).env(variable, id).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(place.names(), ["a.txt", "r.csv", "whole.csv"]);
    let (whole, found) = (place.read("whole.csv"), place.read("r.csv"));
    assert_eq!(whole.lines().count(), found.lines().count());
    let differ = whole.lines().zip(found.lines()).filter(|(a, b)| a != b);
    differ.map(|(_, line)| (fields(line)[0].clone(), fields(line).last().unwrap().clone())).collect()
}

#[test]
fn a_worker_that_dies_takes_one_row_with_it() {
    // The hook is there only where debug assertions are.
    const { assert!(cfg!(debug_assertions)) };
    for (threads, game) in [(1, 0), (2, 60), (4, 119)] {
        let id = format!("a.txt#game {game}");
        let expected = [(id.clone(), "the worker died (signal 6)".to_owned())];
        assert_eq!(changed("MINEPROOF_TEST_ABORT_AT", &id, threads), expected);
    }
}

#[test]
fn a_panic_is_the_error_of_its_row() {
    let id = "a.txt#game 7";
    let error = "the program failed on this board, please report it: asked for by a test";
    assert_eq!(changed("MINEPROOF_TEST_PANIC_AT", id, 2), [(id.to_owned(), error.to_owned())]);
}
