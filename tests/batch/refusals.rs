//! Requests that make no sense, reports that are there already, and outputs that cannot be written.

use crate::Place;

fn place() -> Place {
    let place = Place::new();
    place.write("a.txt", "1?\n");
    place
}

#[test]
fn wrong_requests_are_refused_before_anything_is_written() {
    let place = place();
    for (arguments, expected) in [
        ("batch a.txt", "--output"),
        ("batch -o r.csv", "CORPUS"),
        ("batch a.txt -o r.csv --ask safe,odd", "'odd' is no question"),
        ("batch a.txt -o r.csv --engine sat --ask count", "--engine sat does not answer count"),
        ("batch a.txt -o r.csv --engine ilp --ask prob", "--engine ilp does not answer prob"),
        ("batch a.txt -o r.csv --shard 3/2", "'3/2' is no shard"),
        ("batch a.txt -o r.csv --cells r.csv", "the same file"),
        ("batch a.txt -o rep.txt", "rep.txt: the ending says how rows are written; name a .csv, .jsonl"),
        ("batch a.txt -o report", "report: the ending says"),
        ("batch a.txt -o r.csv --cells c.tsv", "c.tsv: the ending says"),
        ("batch a.txt -o r.csv --cells ./r.csv", "the same file"),
        ("batch a.txt -o ./a.txt --force", "is read, and would be written over"),
        ("batch a.txt -o r.csv --cells a.txt --force", "is read, and would be written over"),
        ("report a.txt -o ./a.txt", "is read, and would be written over"),
        ("batch *.nothing -o r.csv", "no file matches"),
        ("batch - - -o r.csv", "only once"),
        ("batch a.txt -o - --resume", "plain file"),
        ("batch a.txt -o r.csv --drat", "--certify"),
        ("batch a.txt -o r.csv --resume --force", "cannot be used with"),
        ("merge a.csv -o r.csv", "a.csv.shard.json"),
    ] {
        let said = place.ends(2, arguments);
        assert!(said.contains(expected), "{arguments}: {said}");
    }
    if cfg!(not(feature = "parquet")) {
        let said = place.ends(2, "batch a.txt -o r.parquet");
        assert!(said.contains("built without Parquet"), "{said}");
    }
    assert_eq!(place.names(), ["a.txt"]);
}

#[test]
fn a_report_is_not_written_over_unasked() {
    let place = place();
    place.ends(0, "batch a.txt -o r.csv --quiet --no-timings");
    let first = place.read("r.csv");
    place.write("a.txt", "2?\n");
    let said = place.ends(2, "batch a.txt -o r.csv --quiet --no-timings");
    assert!(said.contains("r.csv is there already; --resume"), "{said}");
    assert_eq!(place.read("r.csv"), first);
    // It is whole, so there is nothing to go on with.
    let said = place.ends(0, "batch a.txt -o r.csv --no-timings --resume");
    assert!(said.contains("r.csv is finished already"), "{said}");
    assert_eq!(place.read("r.csv"), first);
    place.ends(1, "batch a.txt -o r.csv --quiet --no-timings --force");
    assert_ne!(place.read("r.csv"), first);
    place.write("other.csv", "something else\n");
    let said = place.ends(2, "batch a.txt -o other.csv --quiet --resume");
    assert!(said.contains("is not the report of such a run"), "{said}");
    assert_eq!(place.read("other.csv"), "something else\n");
    assert_eq!(place.names(), ["a.txt", "other.csv", "r.csv"]);
}

#[test]
fn outputs_that_cannot_be_written_say_so() {
    let place = place();
    for (arguments, expected) in [
        ("batch a.txt -o missing/r.csv --quiet", "missing/r.csv"),
        ("batch a.txt -o a.txt/r.csv --quiet", "a.txt/r.csv"),
        ("batch a.txt -o r.csv --cells missing/c.csv --quiet", "missing/c.csv"),
    ] {
        let said = place.ends(2, arguments);
        assert!(said.contains(expected), "{arguments}: {said}");
    }
    if cfg!(target_os = "linux") {
        let said = place.ends(2, "batch a.txt -o /dev/full --quiet");
        assert!(said.contains("/dev/full: No space left on device"), "{said}");
        let said = place.ends(2, "batch a.txt -o r2.csv --cells /dev/full --quiet");
        assert!(said.contains("/dev/full: No space left on device"), "{said}");
    }
}

#[test]
fn rows_can_go_to_standard_output() {
    let place = place();
    let output = place.run("batch a.txt a.txt -o - --quiet --no-timings --threads 2");
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    let ids: Vec<String> = crate::table(&text).iter().map(|row| row["id"].clone()).collect();
    assert_eq!(ids, ["a.txt", "a.txt~2"]);
    assert_eq!(place.names(), ["a.txt"]);
}

#[test]
fn the_summary_is_for_people_or_programs() {
    let place = place();
    place.write("b.txt", "2?\n");
    place.write("README.md", "no board");
    let output = place.run("batch . -o r.csv --json");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("contradictory          1\n") && said.contains("slowest"), "{said}");
    assert!(said.contains("not taken from folders, by their endings: 1, the first ./README.md"), "{said}");
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&object["boards"], &object["contradictory"]), (&2.into(), &1.into()));
    // The report lies in the corpus, but is no part of it.
    assert_eq!(place.ends(1, "batch . -o ./r.csv --quiet --force"), "");
    assert_eq!(place.rows("r.csv").len(), 2);
}
