//! `mineproof batch` as its users see it: whole runs of the program over small corpora.

mod answers;
mod certificates;
mod changes;
mod inputs;
mod page;
#[cfg(feature = "parquet")]
mod parquet;
mod refusals;
mod resume;
mod shards;
mod workers;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use mineproof::board::generate::{Family, Hard, Recipe, generate};
use mineproof::formats::{Format, write_board};
use tempfile::TempDir;

/// A folder for one test; programs run in it, so that ids are short.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        Place { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mineproof"));
        command.args(arguments.split_whitespace()).current_dir(self.folder.path());
        command
    }

    fn run(&self, arguments: &str) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs a command that must end with this exit code; returns what it says on standard error.
    fn ends(&self, code: i32, arguments: &str) -> String {
        let output = self.run(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments}: {said}");
        said
    }

    /// The rows of a CSV report, each by column.
    fn rows(&self, name: &str) -> Vec<BTreeMap<String, String>> {
        table(&self.read(name))
    }

    /// The names of all files in the folder itself.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Boards of all families, and a bad file here and there; returns how many instances there are.
    fn corpus(&self, folder: &str, seeds: u64) -> usize {
        let mut count = 0;
        for &family in Family::ALL {
            for seed in 0..seeds {
                let mut board = generate(&small(family, seed)).unwrap();
                if seed % 3 == 1 {
                    board.set_mines(None);
                }
                let format = if board.topology().extent().is_none() { Format::Graph } else { Format::Board };
                let format = if seed % 4 == 3 { Format::Json } else { format };
                let mut text = Vec::new();
                write_board(&board, format, &mut text).unwrap();
                let ending = if format == Format::Board { "txt" } else { format.name() };
                self.write(&format!("{folder}/{}/{seed}.{ending}", family.name()), text);
                count += 1;
            }
        }
        for (name, text) in
            [("bad.txt", "1?\n1x\n"), ("empty.txt", ""), ("lone.json", "{\"rows\": 5}"), ("no.txt", "8?\n")]
        {
            self.write(&format!("{folder}/bad/{name}"), text);
            count += 1;
        }
        count
    }
}

/// The rows of a CSV text, each by column. Fields of a report have no line ends.
fn table(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut lines = text.lines().map(fields);
    let names = lines.next().unwrap_or_default();
    lines
        .map(|fields| {
            assert_eq!(fields.len(), names.len());
            names.iter().cloned().zip(fields).collect()
        })
        .collect()
}

fn fields(line: &str) -> Vec<String> {
    let (mut all, mut quoted) = (vec![String::new()], false);
    for c in line.chars() {
        match c {
            '"' => {
                // The second of two quotes in a row stands for one.
                if !quoted && all.last().is_some_and(|field| field.ends_with('\u{0}')) {
                    let field = all.last_mut().unwrap();
                    field.pop();
                    field.push('"');
                } else if quoted {
                    all.last_mut().unwrap().push('\u{0}');
                }
                quoted = !quoted;
            }
            ',' if !quoted => all.push(String::new()),
            c => all.last_mut().unwrap().push(c),
        }
    }
    all.into_iter().map(|field| field.replace('\u{0}', "")).collect()
}

/// A recipe with a small size.
fn small(family: Family, seed: u64) -> Recipe {
    let mut recipe = Recipe::new(family);
    (recipe.width, recipe.height, recipe.vertices, recipe.seed) = (6, 5, 14, seed);
    recipe.depth = if family == Family::Box { 2 } else { 1 };
    if family == Family::Tseitin {
        recipe.vertices = 4;
    }
    recipe.hard = Hard { variables: 3, clauses: 2, pigeons: 2, holes: 3, cause: 7, ..Hard::default() };
    recipe
}

/// Mid-game boards of this many columns, with a line above each, in one file.
fn many(count: u64, width: u32) -> String {
    let mut all = Vec::new();
    for seed in 0..count {
        let mut recipe = Recipe::new(Family::Midgame);
        (recipe.width, recipe.height, recipe.seed) = (width, 8, seed);
        all.extend(format!("--- game {seed}\n").bytes());
        write_board(&generate(&recipe).unwrap(), Format::Board, &mut all).unwrap();
    }
    String::from_utf8(all).unwrap()
}

/// The same bytes; says where they differ rather than what they are.
fn same(one: &Path, other: &Path) {
    let (one, other) = (fs::read(one).unwrap(), fs::read(other).unwrap());
    let at = one.iter().zip(&other).position(|(a, b)| a != b);
    assert!(one == other, "{} and {} bytes, the first difference at {at:?}", one.len(), other.len());
}
