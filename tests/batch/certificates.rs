//! Certificates in bulk: the folder is tried first, the index names them all, and limits hold.

use std::fs;

use crate::resume::cramped;
use crate::{Place, many};

const RUN: &str = "batch boards -o r.csv --certify proofs --quiet --no-timings";

fn place() -> Place {
    let place = Place::new();
    place.write("boards/a.txt", many(12, 8));
    place.write("boards/b.txt", "1?\n");
    place.write("boards/x.txt", "1?\n1x\n");
    place
}

/// The folders of certificates, in order.
fn folders(place: &Place) -> Vec<String> {
    let entries = fs::read_dir(place.path("proofs")).unwrap().map(|entry| entry.unwrap());
    let mut names: Vec<String> = entries
        .filter(|entry| entry.file_type().unwrap().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_folder_that_cannot_be_written_to_is_told_before_work_starts() {
    let place = place();
    place.write("file", "");
    place.write("full/something.txt", "mine");
    for (folder, expected) in [
        ("file", "file: "),
        ("file/below", "file/below: "),
        ("full", "full: it is not empty, and has no index of certificates"),
        ("/proc/none", "/proc/none: "),
    ] {
        let said = place.ends(2, &format!("batch boards -o r.csv --certify {folder} --quiet"));
        assert!(said.contains(expected), "{folder}: {said}");
        assert!(!place.path("r.csv").exists() && !place.path("r.csv.journal").exists(), "{folder}");
    }
    assert_eq!(place.read("full/something.txt"), "mine");
    let said = place.ends(2, "batch boards -o - --certify proofs --quiet");
    assert!(said.contains("--certify") && said.contains("plain file"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_full_disk_stops_the_run_and_it_goes_on_later() {
    let place = place();
    place.write("boards/large.txt", many(1, 60) + &many(3, 90));
    place.ends(2, &RUN.replace("r.csv", "whole.csv").replace("proofs", "whole"));
    // Files of four kilobytes: the proofs of small boards fit, those of large ones do not.
    let output = cramped(&place, 8, RUN);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("cannot write a certificate: proofs/") && said.contains("File too large"),
        "{said}"
    );
    assert!(said.contains("--resume goes on"), "{said}");
    assert!(place.path("r.csv.journal").exists());
    assert!(
        place.rows("r.csv").iter().all(|row| !row["error"].contains("too large")),
        "{}",
        place.read("r.csv")
    );
    // Nobody takes what is there for all.
    let said = place.ends(2, "verify proofs");
    assert!(
        said.contains("proofs/index.jsonl: the run that writes these certificates is not finished"),
        "{said}"
    );
    place.ends(2, &format!("{RUN} --resume"));
    assert_eq!(place.read("r.csv"), place.read("whole.csv").replace("whole/", "proofs/"));
    place.ends(0, "verify proofs");
    // Above it says which run it is of.
    let below = |index: &str| place.read(index).lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(below("proofs/index.jsonl"), below("whole/index.jsonl"));
}

#[test]
fn the_index_is_the_same_for_any_number_of_threads() {
    let place = place();
    let mut indexes = Vec::new();
    for threads in [1, 2, 4] {
        place.ends(2, &format!("{RUN} --threads {threads} --force"));
        indexes.push(place.read("proofs/index.jsonl"));
    }
    assert!(indexes.windows(2).all(|pair| pair[0] == pair[1]));
    // One line above, and one for each board that was read.
    assert_eq!(indexes[0].lines().count(), 1 + 13);
    assert_eq!(folders(&place).len(), 13);
}

#[test]
fn what_the_index_names_must_be_there_and_nothing_else() {
    let place = place();
    place.ends(2, RUN);
    place.ends(0, "verify proofs");
    let names = folders(&place);
    let (one, other) = (format!("proofs/{}", names[3]), format!("proofs/{}", names[4]));
    let kept = |folder: &str| {
        let entries = fs::read_dir(place.path(folder)).unwrap().map(|entry| entry.unwrap().file_name());
        entries
            .map(|name| format!("{folder}/{}", name.to_str().unwrap()))
            .map(|path| (path.clone(), fs::read(place.path(&path)).unwrap()))
            .collect::<Vec<_>>()
    };
    let (saved, others) = (kept(&one), kept(&other));
    let restore = || saved.iter().for_each(|(path, bytes)| place.write(path, bytes));
    // Emptied, and taken away.
    fs::remove_dir_all(place.path(&one)).unwrap();
    let said = place.ends(2, "verify proofs");
    assert!(said.contains(&format!("{one}: it is not there, and the index names it")), "{said}");
    fs::create_dir(place.path(&one)).unwrap();
    let said = place.ends(2, "verify proofs");
    assert!(
        said.contains(&format!("{one}: there is no certificate in it, and the index names it")),
        "{said}"
    );
    // Exchanged for another that is right by itself.
    for (path, bytes) in &others {
        place.write(&path.replace(&other, &one), bytes);
    }
    let output = place.run("verify proofs");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(
        told.contains(&format!("{one}: not proven: it is not the certificate that the index names")),
        "{told}"
    );
    fs::remove_dir_all(place.path(&one)).unwrap();
    restore();
    place.ends(0, "verify proofs");
    // One too many.
    for (path, bytes) in &others {
        place.write(&path.replace(&other, "proofs/more"), bytes);
    }
    let output = place.run("verify proofs --json");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("the index does not name it"), "{told}");
    fs::remove_dir_all(place.path("proofs/more")).unwrap();
    // The index itself.
    let index = place.read("proofs/index.jsonl");
    let cut = index.lines().take(5).map(|line| line.to_owned() + "\n").collect::<String>();
    for (text, expected) in [
        (cut.as_str(), "it names 4 of 13 certificates"),
        ("", "it is empty"),
        ("{\"format\":\"other\"}\n", "it is not an index"),
        (&index[..index.len() - 9], "it is not an index"),
    ] {
        place.write("proofs/index.jsonl", text);
        let said = place.ends(2, "verify proofs");
        assert!(said.contains(&format!("proofs/index.jsonl: {expected}")), "{said}");
    }
    place.write("proofs/index.jsonl", &index);
    place.ends(0, "verify proofs");
}

#[test]
fn a_folder_belongs_to_one_run() {
    let place = place();
    place.ends(2, RUN);
    let said = place.ends(2, "batch boards/b.txt -o other.csv --certify proofs --quiet");
    assert!(said.contains("proofs: index.jsonl is that of another run"), "{said}");
    assert!(!place.path("other.csv").exists());
    // Anew means that nothing of the old run stays, even of boards that are no more.
    place.write("boards/a.txt", many(2, 9));
    place.ends(2, &format!("{RUN} --force"));
    assert_eq!(folders(&place).len(), 3);
    place.ends(0, "verify proofs");
}

#[test]
fn shards_share_a_folder() {
    let place = place();
    for part in [2, 1] {
        let said = place.ends(
            if part == 2 { 2 } else { 0 },
            &format!("{RUN} --shard {part}/2").replace("r.csv", &format!("{part}.csv")),
        );
        assert_eq!(said, "");
        if part == 2 {
            let said = place.ends(2, "verify proofs");
            assert!(said.contains("proofs/index-1-of-2.jsonl: the index of this shard is missing"), "{said}");
        }
    }
    place.ends(0, "verify proofs");
    assert_eq!(folders(&place).len(), 13);
    fs::remove_dir_all(place.path("proofs").join(&folders(&place)[0])).unwrap();
    place.ends(2, "verify proofs");
}

#[test]
fn certificates_in_the_corpus_folder_are_no_boards() {
    let place = place();
    let run = "batch boards -o r.csv --certify boards/proofs --quiet --no-timings --threads 1";
    place.ends(2, run);
    let first = place.read("r.csv");
    let said = place.ends(2, &format!("{run} --resume").replace("--quiet", ""));
    assert!(said.contains("r.csv is finished already"), "{said}");
    place.ends(2, &format!("{run} --force"));
    assert_eq!(place.read("r.csv"), first);
}

/// A lattice of numbers under a total in the middle of what is possible: a search that only counts
/// took minutes to meet it.
#[test]
fn a_total_that_is_hard_to_meet_is_certified_quickly() {
    let place = Place::new();
    let board = concat!(env!("CARGO_MANIFEST_DIR"), "/instances/lattice5/20x16-total-15.txt");
    place.ends(0, &format!("batch {board} -o r.csv --certify proofs --quiet --time-limit 30"));
    place.ends(0, "verify proofs");
}

#[test]
fn a_certificate_that_takes_too_long_is_told_in_its_row() {
    let place = Place::new();
    // Parities with one mine fewer than they can have: tables show in a tenth of a second that it is
    // contradictory, while the proof takes many times the limit on any machine: it grows exponentially
    // with the graph.
    place.ends(0, "generate tseitin --vertices 100 --seed 1 -o parities.graph --quiet");
    place.ends(0, "convert parities.graph hard.graph --mines 233 --quiet");
    place.write("easy.txt", "1?\n");
    let run = "batch hard.graph easy.txt -o r.csv --certify proofs --quiet --ask check --engine treedp";
    place.ends(3, &format!("{run} --time-limit 5"));
    let rows = place.rows("r.csv");
    let told = |row: usize, column: &str| rows[row][column].clone();
    assert_eq!(told(0, "consistent"), "false", "{:?}", rows[0]);
    assert_eq!((told(0, "status"), told(0, "certificate")), ("stopped".to_owned(), String::new()));
    assert_eq!(told(0, "reason"), "time limit reached before the certificate was made");
    assert_eq!(told(1, "status"), "exact");
    place.ends(0, "verify proofs");
}
