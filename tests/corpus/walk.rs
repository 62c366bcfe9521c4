//! The files of the corpus, and what is expected of each.

use std::fs;
use std::path::{Path, PathBuf};

use mineproof::board::Board;
use mineproof::budget::Budget;
use mineproof::formats::read_board;
use serde_json::Value;

/// What the names of expected answers end in.
pub const EXPECTED: &str = ".expected.json";

/// An instance: its name, its board and its expected answers.
pub fn load(path: &Path) -> (String, Board, Value) {
    let name = path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
    let board = read_board(&name, &fs::read(path).unwrap(), None, &Budget::unlimited()).unwrap();
    let beside = path.with_extension("").to_str().unwrap().to_owned() + EXPECTED;
    let expected = fs::read(&beside).unwrap_or_else(|error| panic!("{beside}: {error}"));
    (name, board, serde_json::from_slice(&expected).unwrap())
}

/// All instances, in order.
pub fn instances() -> impl Iterator<Item = (String, Board, Value)> {
    files().into_iter().filter(|path| !path.to_str().unwrap().ends_with(EXPECTED)).map(|path| load(&path))
}

/// All files of the corpus but its READMEs, in order.
pub fn files() -> Vec<PathBuf> {
    let (mut folders, mut found) = (vec![root()], Vec::new());
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
    found
}

/// Where the corpus lies.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instances")
}
