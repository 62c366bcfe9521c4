//! All files below a folder, in the order of their names.
//!
//! # Theory
//! A corpus may be one folder with a million files, so not even their names are held: a folder is
//! gone through for the next few thousand names after the last one seen, again and again.
//!
//! # Cost
//! One pass over a folder for every [`CHUNK`] entries in it, and memory for as many names on each
//! level. Links to folders are not followed: they may lead back.

use std::collections::{BinaryHeap, VecDeque};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::PathBuf;

/// The most names that are held of one folder.
const CHUNK: usize = 1 << 16;

/// A walk through a folder.
pub struct Walk {
    levels: Vec<Level>,
    chunk: usize,
}

struct Level {
    folder: PathBuf,
    /// The next entries, ascending.
    entries: VecDeque<Entry>,
    /// The last name of `entries` if there are more behind it.
    last: Option<OsString>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    name: OsString,
    is_folder: bool,
}

impl Walk {
    /// Starts at a folder.
    pub fn new(folder: PathBuf) -> io::Result<Self> {
        Walk::by(folder, CHUNK)
    }

    fn by(folder: PathBuf, chunk: usize) -> io::Result<Self> {
        Ok(Walk { levels: vec![Level::open(folder, None, chunk)?], chunk })
    }
}

impl Iterator for Walk {
    /// A file, or a folder that cannot be read, and why.
    type Item = Result<PathBuf, (PathBuf, io::Error)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let level = self.levels.last_mut()?;
            let Some(entry) = level.entries.pop_front() else {
                let Level { folder, last, .. } = self.levels.pop()?;
                if last.is_some() {
                    match Level::open(folder.clone(), last.as_ref(), self.chunk) {
                        Ok(level) => self.levels.push(level),
                        Err(error) => return Some(Err((folder, error))),
                    }
                }
                continue;
            };
            let path = level.folder.join(entry.name);
            if !entry.is_folder {
                return Some(Ok(path));
            }
            match Level::open(path.clone(), None, self.chunk) {
                Ok(level) => self.levels.push(level),
                Err(error) => return Some(Err((path, error))),
            }
        }
    }
}

impl Level {
    /// The smallest names after `last`.
    fn open(folder: PathBuf, last: Option<&OsString>, chunk: usize) -> io::Result<Self> {
        let (mut smallest, mut more) = (BinaryHeap::new(), false);
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let is_hidden = name.to_string_lossy().starts_with('.');
            if is_hidden || last.is_some_and(|last| name <= *last) {
                continue;
            }
            let kind = entry.file_type()?;
            let is_file = kind.is_file() || kind.is_symlink() && entry.path().is_file();
            if is_file || kind.is_dir() {
                smallest.push(Entry { name, is_folder: kind.is_dir() });
            }
            if smallest.len() > chunk {
                smallest.pop();
                more = true;
            }
        }
        let entries = VecDeque::from(smallest.into_sorted_vec());
        let last = entries.back().filter(|_| more).map(|entry| entry.name.clone());
        Ok(Level { folder, entries, last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_in_order_whatever_is_held() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.txt", "a/2", "a/1", "a/10", "c/d/e", ".hidden/x", "z", "a/.x", "empty/.x"] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        for chunk in [1, 2, 3, 100] {
            let walk = Walk::by(folder.path().to_owned(), chunk).unwrap();
            let names: Vec<String> = walk
                .map(|found| found.unwrap().strip_prefix(folder.path()).unwrap().display().to_string())
                .collect();
            assert_eq!(names, ["a/1", "a/10", "a/2", "b.txt", "c/d/e", "z"], "{chunk}");
        }
        assert!(Walk::new(folder.path().join("missing")).is_err());
    }
}
