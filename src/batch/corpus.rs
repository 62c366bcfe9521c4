//! Which files a corpus is made of: folders, patterns, files, and `-` for standard input.
//!
//! Of a folder all files are taken whose ending is that of boards, but not the answers that lie
//! beside boards in a corpus like ours (`.expected.json`), nor what this program has written itself;
//! the others are counted, not passed over in silence. A file that is named is taken whatever it is
//! called, if it is a file.

use std::path::{Path, PathBuf};

use super::own::is_beside;
use super::same_file::is_same_file;
use super::walk::{Walk, refusal};
use crate::formats::Format;

/// The arguments that name a corpus, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corpus {
    arguments: Vec<Argument>,
    /// Files that are written meanwhile.
    written: Vec<PathBuf>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Argument {
    Stdin,
    Path(PathBuf),
    Pattern(String),
}

/// Patterns mean what they mean in a shell: a star does not stand for a leading point.
const SHELL: glob::MatchOptions = glob::MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: true,
};

/// The next part of a corpus.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// Standard input.
    Stdin,
    /// A file that was named, or matches a pattern.
    File(PathBuf),
    /// A file of a folder.
    Inner(PathBuf),
    /// Something that cannot be looked into, and why.
    Bad(PathBuf, String),
}

impl Corpus {
    /// What the arguments mean, or why they mean nothing.
    pub fn new(arguments: &[String]) -> Result<Self, String> {
        let mut all = Vec::new();
        for argument in arguments {
            let is_pattern = argument.contains(['*', '?', '[']) && !Path::new(argument).exists();
            all.push(if argument == "-" {
                Argument::Stdin
            } else if is_pattern {
                let mut matches = glob::glob_with(argument, SHELL)
                    .map_err(|error| format!("{argument}: not a pattern: {error}"))?;
                if matches.next().is_none() {
                    return Err(format!("{argument}: no file matches"));
                }
                Argument::Pattern(argument.clone())
            } else {
                Argument::Path(PathBuf::from(argument))
            });
        }
        if all.iter().filter(|argument| **argument == Argument::Stdin).count() > 1 {
            return Err("standard input (-) can be read only once".to_owned());
        }
        Ok(Corpus { arguments: all, written: Vec::new() })
    }

    /// One file, whatever its name would mean.
    pub fn file(path: PathBuf) -> Self {
        Corpus { arguments: vec![Argument::Path(path)], written: Vec::new() }
    }

    /// The same without files and folders that the run itself writes, should they lie in a folder
    /// of it.
    #[must_use]
    pub fn without(mut self, written: Vec<PathBuf>) -> Self {
        self.written = written;
        self
    }

    /// Whether standard input is a part of it, or a pipe that the shell has opened: what is read from
    /// these is gone.
    pub fn is_read_once(&self) -> bool {
        self.arguments.iter().any(|argument| match argument {
            Argument::Stdin => true,
            Argument::Path(path) => path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir()),
            Argument::Pattern(_) => false,
        })
    }

    /// All files in their order.
    pub fn files(&self) -> Files {
        Files {
            arguments: self.arguments.clone().into_iter(),
            open: Open::Nothing,
            skipped: Skipped::default(),
            written: self.written.clone(),
        }
    }
}

/// Files of folders that were not taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// How many.
    pub count: u64,
    /// The first of them.
    pub first: Option<PathBuf>,
}

impl Skipped {
    /// One more.
    pub fn add(&mut self, path: PathBuf) {
        self.count += 1;
        self.first.get_or_insert(path);
    }
}

/// The files of a corpus, one by one.
pub struct Files {
    arguments: std::vec::IntoIter<Argument>,
    open: Open,
    skipped: Skipped,
    written: Vec<PathBuf>,
}

enum Open {
    Nothing,
    Folder(Walk),
    Pattern { matches: glob::Paths, is_deep: bool, folder: Option<Walk> },
}

impl Files {
    /// The files of folders that were passed over so far.
    pub fn skipped(&self) -> &Skipped {
        &self.skipped
    }

    /// The next file of a folder that looks like a board.
    fn walk(walk: &mut Walk, skipped: &mut Skipped, written: &[PathBuf]) -> Option<Found> {
        for found in walk {
            match found {
                Ok(path) if is_one_of(&path, written) => {}
                Ok(path) if is_taken(&path) => return Some(Found::Inner(path)),
                Ok(path) => skipped.add(path),
                Err((path, why)) => return Some(Found::Bad(path, why)),
            }
        }
        None
    }

    fn open(&mut self, argument: Argument) -> Option<Found> {
        match argument {
            Argument::Stdin => Some(Found::Stdin),
            Argument::Path(path) if path.is_dir() => match Walk::new(path.clone()) {
                Ok(walk) => {
                    self.open = Open::Folder(walk);
                    None
                }
                Err(error) => Some(Found::Bad(path, error.to_string())),
            },
            Argument::Path(path) => Some(named(path)),
            Argument::Pattern(pattern) => match glob::glob_with(&pattern, SHELL) {
                Ok(matches) => {
                    let is_deep = pattern.contains("**");
                    self.open = Open::Pattern { matches, is_deep, folder: None };
                    None
                }
                Err(error) => Some(Found::Bad(PathBuf::from(pattern), error.to_string())),
            },
        }
    }
}

impl Iterator for Files {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            match &mut self.open {
                Open::Nothing => {
                    let argument = self.arguments.next()?;
                    if let Some(found) = self.open(argument) {
                        return Some(found);
                    }
                }
                Open::Folder(walk) => match Files::walk(walk, &mut self.skipped, &self.written) {
                    None => self.open = Open::Nothing,
                    found => return found,
                },
                Open::Pattern { matches, is_deep, folder } => {
                    if let Some(walk) = folder {
                        match Files::walk(walk, &mut self.skipped, &self.written) {
                            None => *folder = None,
                            found => return found,
                        }
                        continue;
                    }
                    match matches.next() {
                        None => self.open = Open::Nothing,
                        Some(Err(error)) => {
                            return Some(Found::Bad(error.path().to_owned(), error.error().to_string()));
                        }
                        // A pattern with ** goes into folders by itself.
                        Some(Ok(path)) if path.is_dir() => {
                            if !*is_deep {
                                match Walk::new(path.clone()) {
                                    Ok(walk) => *folder = Some(walk),
                                    Err(error) => return Some(Found::Bad(path, error.to_string())),
                                }
                            }
                        }
                        Some(Ok(path)) => return Some(named(path)),
                    }
                }
            }
        }
    }
}

/// A file that was not found in a folder.
fn named(path: PathBuf) -> Found {
    match refusal(&path) {
        None => Found::File(path),
        Some(why) => Found::Bad(path, why.to_owned()),
    }
}

/// Whether a file is among others, or lies in one of them, however they are called.
fn is_one_of(path: &Path, others: &[PathBuf]) -> bool {
    // Most names differ; only for the others the disk is asked.
    let is_same =
        |path: &Path, other: &PathBuf| path.file_name() == other.file_name() && is_same_file(path, other);
    others.iter().any(|other| path.ancestors().any(|path| is_same(path, other)))
}

/// How files end that hold the answers for a board beside them.
const ANSWERS: &str = ".expected.json";

/// Whether the name of a file in a folder says that there are boards in it.
fn is_taken(path: &Path) -> bool {
    let path = without_archive(path);
    if is_beside(&path) {
        return false;
    }
    if path.to_string_lossy().to_ascii_lowercase().ends_with(ANSWERS) {
        return false;
    }
    let holds_many = path.extension().is_some_and(|ending| {
        ["jsonl", "ndjson", "csv"].iter().any(|name| ending.eq_ignore_ascii_case(name))
    });
    holds_many || Format::from_path(&path).is_some_and(Format::is_readable)
}

/// The path without `.gz` or `.zst`.
pub fn without_archive(path: &Path) -> PathBuf {
    let is_archive = path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("gz") || ending.eq_ignore_ascii_case("zst"));
    if is_archive { path.with_extension("") } else { path.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn folders_patterns_and_files_are_taken_in_their_order() {
        let folder = tempfile::tempdir().unwrap();
        for name in
            ["b/2.txt", "b/2.expected.json", "b/1.txt.gz", "b/README.md", "b/d/x.jsonl", "a.TXT", "odd.name"]
        {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let at = |name: &str| folder.path().join(name).display().to_string();
        let files = |names: &[&str]| {
            let arguments: Vec<String> = names.iter().map(|name| at(name)).collect();
            let mut files = Corpus::new(&arguments).unwrap().files();
            let found: Vec<String> = files
                .by_ref()
                .map(|found| match found {
                    Found::File(path) | Found::Inner(path) => {
                        path.strip_prefix(folder.path()).unwrap().display().to_string()
                    }
                    other => format!("{other:?}"),
                })
                .collect();
            (found.join(" "), files.skipped().count)
        };
        assert_eq!(files(&["b"]), ("b/1.txt.gz b/2.txt b/d/x.jsonl".to_owned(), 2));
        assert_eq!(files(&["odd.name", "b/d"]), ("odd.name b/d/x.jsonl".to_owned(), 0));
        assert_eq!(files(&["b/?.txt"]), ("b/2.txt".to_owned(), 0));
        assert_eq!(files(&["**/*.txt"]), ("b/2.txt".to_owned(), 0));
        assert_eq!(files(&["[bo]*"]), ("b/1.txt.gz b/2.txt b/d/x.jsonl odd.name".to_owned(), 2));
        assert_eq!(files(&["missing"]), ("missing".to_owned(), 0));
        assert!(Corpus::new(&[at("*.nothing")]).unwrap_err().ends_with("no file matches"));
        assert!(Corpus::new(&["-".to_owned(), "-".to_owned()]).is_err());
        let is_read_once = |name: &str| Corpus::new(&[name.to_owned()]).unwrap().is_read_once();
        assert!(is_read_once("-") && !is_read_once(&at("b")) && !is_read_once(&at("odd.name")));
        assert!(!cfg!(unix) || is_read_once("/dev/null"), "only files can be read again");
    }
}
