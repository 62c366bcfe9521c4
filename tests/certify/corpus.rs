//! Every instance of the corpus.

use std::fs;
use std::path::{Path, PathBuf};

use mineproof::board::Board;
use mineproof::budget::Budget;
use mineproof::certify::verify::verify;
use mineproof::formats::read_board;
use serde_json::Value;

use crate::{certify, outside};

/// All boards of the corpus, with their expected answers.
pub fn instances() -> Vec<(String, Board, Value)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances");
    let (mut folders, mut found) = (vec![root.clone()], Vec::<PathBuf>::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().unwrap() != "README.md" {
                found.push(path);
            }
        }
    }
    found.sort();
    let boards = found.iter().filter(|path| !path.to_str().unwrap().ends_with(".expected.json"));
    let load = |path: &PathBuf| {
        let name = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
        let board = read_board(&name, &fs::read(path).unwrap(), None, &Budget::unlimited()).unwrap();
        let expected = path.with_extension("expected.json");
        (name, board, serde_json::from_slice(&fs::read(expected).unwrap()).unwrap())
    };
    boards.map(load).collect()
}

#[test]
fn every_instance_is_certified_as_expected() {
    let mut outside = outside::Checkers::find();
    let (mut checked, mut proofs, mut placements) = (0, 0, 0);
    for (name, board, expected) in instances() {
        let files = certify(&name, &board);
        let proven = verify(&files, &Budget::unlimited()).unwrap_or_else(|why| panic!("{name}: {why}"));
        let consistent = expected["consistent"] == true;
        assert_eq!(proven.starts_with("consistent"), consistent, "{name}: {proven}");
        let manifest: Value = serde_json::from_slice(&files["manifest.json"]).unwrap();
        for field in ["safe", "mines"] {
            // A grid with numbers that no grid's file can say is certified as a graph.
            let renamed = board.topology().extent().is_some() && manifest[field][0].is_u64();
            if !expected[field].is_null() && !renamed {
                assert_eq!(manifest[field], expected[field], "{name}: {field}");
            }
        }
        outside.check(&name, &files);
        checked += 1;
        proofs += usize::from(files.contains_key("proof.lrat"));
        placements += usize::from(files.contains_key("placements.txt"));
    }
    println!("{checked} certificates, {proofs} with a proof, {placements} with placements");
    outside.report();
    assert!(checked >= 200 && proofs >= 100 && placements >= 100, "{checked} {proofs} {placements}");
}
