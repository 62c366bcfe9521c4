//! All files below a folder, in the order of their names.
//!
//! # Theory
//! A corpus may be one folder with a million files, so not even their names are held: a folder is
//! gone through for the next few thousand names after the last one seen, again and again.
//!
//! Links are followed, to files and to folders. A folder that lies in itself, by way of a link, would
//! never end; it is an error instead, and so is everything that is neither file nor folder: whoever
//! opened a pipe would wait for somebody to write to it.
//!
//! # Cost
//! One pass over a folder for every [`CHUNK`] entries in it, and memory for as many names on each
//! level.

use std::collections::{BinaryHeap, VecDeque};
use std::ffi::OsString;
use std::fs::{self, FileType};
use std::io;
use std::path::{Path, PathBuf};

/// The most names that are held of one folder.
const CHUNK: usize = 1 << 16;

/// A walk through a folder.
pub struct Walk {
    levels: Vec<Level>,
    chunk: usize,
}

struct Level {
    folder: PathBuf,
    /// Whether a link has led here.
    is_linked: bool,
    /// The next entries, ascending.
    entries: VecDeque<Entry>,
    /// The last name of `entries` if there are more behind it.
    last: Option<OsString>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    name: OsString,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    File,
    Folder,
    Link,
    /// It cannot be read, and why.
    Odd(&'static str),
}

impl Walk {
    /// Starts at a folder.
    pub fn new(folder: PathBuf) -> io::Result<Self> {
        Walk::by(folder, CHUNK)
    }

    fn by(folder: PathBuf, chunk: usize) -> io::Result<Self> {
        Ok(Walk { levels: vec![Level::open(folder, None, chunk)?], chunk })
    }

    /// Whether a folder is one of those that it lies in, which only links can bring about.
    fn leads_back(&self, path: &Path, is_linked: bool) -> bool {
        if !is_linked && self.levels.iter().all(|level| !level.is_linked) {
            return false;
        }
        let Ok(target) = fs::canonicalize(path) else { return false };
        self.levels.iter().any(|level| fs::canonicalize(&level.folder).is_ok_and(|folder| folder == target))
    }
}

impl Iterator for Walk {
    /// A file, or something that cannot be read, and why.
    type Item = Result<PathBuf, (PathBuf, String)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let level = self.levels.last_mut()?;
            let Some(entry) = level.entries.pop_front() else {
                let Level { folder, is_linked, last, .. } = self.levels.pop()?;
                if last.is_some() {
                    match Level::open(folder.clone(), last.as_ref(), self.chunk) {
                        Ok(level) => self.levels.push(Level { is_linked, ..level }),
                        Err(error) => return Some(Err((folder, error.to_string()))),
                    }
                }
                continue;
            };
            let path = level.folder.join(entry.name);
            match entry.kind {
                Kind::File => return Some(Ok(path)),
                Kind::Odd(why) => return Some(Err((path, why.to_owned()))),
                Kind::Folder | Kind::Link => {
                    let is_linked = entry.kind == Kind::Link;
                    if self.leads_back(&path, is_linked) {
                        return Some(Err((path, "it leads back to a folder that it lies in".to_owned())));
                    }
                    match Level::open(path.clone(), None, self.chunk) {
                        Ok(level) => self.levels.push(Level { is_linked, ..level }),
                        Err(error) => return Some(Err((path, error.to_string()))),
                    }
                }
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
            let kind = kind_of(&entry.path(), entry.file_type()?);
            smallest.push(Entry { name, kind });
            if smallest.len() > chunk {
                smallest.pop();
                more = true;
            }
        }
        let entries = VecDeque::from(smallest.into_sorted_vec());
        let last = entries.back().filter(|_| more).map(|entry| entry.name.clone());
        Ok(Level { folder, is_linked: false, entries, last })
    }
}

fn kind_of(path: &Path, kind: FileType) -> Kind {
    if kind.is_file() {
        Kind::File
    } else if kind.is_dir() {
        Kind::Folder
    } else if kind.is_symlink() {
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Kind::Link,
            Ok(found) if found.is_file() => Kind::File,
            Ok(found) => Kind::Odd(oddity(found.file_type())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Kind::Odd("it is a link to nothing"),
            Err(_) => Kind::Odd("it is a link that cannot be followed"),
        }
    } else {
        Kind::Odd(oddity(kind))
    }
}

/// What is neither file nor folder.
#[cfg(unix)]
fn oddity(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    if kind.is_fifo() {
        "it is a pipe, not a file; - reads standard input"
    } else if kind.is_socket() {
        "it is a socket, not a file"
    } else {
        "it is a device, not a file"
    }
}

#[cfg(not(unix))]
fn oddity(_: FileType) -> &'static str {
    "it is not a file"
}

/// Why a named file must not be opened, if it must not. What is open already, as a shell passes it
/// on for `<(command)`, has somebody who writes to it.
pub fn refusal(path: &Path) -> Option<&'static str> {
    let found = fs::metadata(path).ok()?;
    let is_open = ["/dev/fd", "/dev/stdin", "/proc"].iter().any(|folder| path.starts_with(folder));
    (!found.is_file() && !found.is_dir() && !is_open).then(|| oddity(found.file_type()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path, chunk: usize) -> Vec<String> {
        let shown = |path: &Path| path.strip_prefix(folder).unwrap().display().to_string();
        let walk = Walk::by(folder.to_owned(), chunk).unwrap();
        walk.map(|found| match found {
            Ok(path) => shown(&path),
            Err((path, why)) => format!("{}: {why}", shown(&path)),
        })
        .collect()
    }

    #[test]
    fn names_come_in_order_whatever_is_held() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.txt", "a/2", "a/1", "a/10", "c/d/e", ".hidden/x", "z", "a/.x", "empty/.x"] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        for chunk in [1, 2, 3, 100] {
            assert_eq!(names(folder.path(), chunk), ["a/1", "a/10", "a/2", "b.txt", "c/d/e", "z"], "{chunk}");
        }
        assert!(Walk::new(folder.path().join("missing")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_lead_nowhere_twice() {
        use std::os::unix::fs::symlink;
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("a")).unwrap();
        fs::write(at("a/1"), "").unwrap();
        fs::write(other.path().join("x"), "").unwrap();
        symlink(folder.path(), at("a/up")).unwrap();
        symlink("nothing", at("b-gone")).unwrap();
        symlink("c-self", at("c-self")).unwrap();
        symlink(other.path(), at("d")).unwrap();
        symlink(at("a/1"), at("e")).unwrap();
        // Two folders that link to each other.
        symlink(at("a"), other.path().join("y")).unwrap();
        for chunk in [1, 100] {
            assert_eq!(
                names(folder.path(), chunk),
                [
                    "a/1",
                    "a/up: it leads back to a folder that it lies in",
                    "b-gone: it is a link to nothing",
                    "c-self: it is a link that cannot be followed",
                    "d/x",
                    "d/y/1",
                    "d/y/up: it leads back to a folder that it lies in",
                    "e",
                ],
                "{chunk}"
            );
        }
    }
}
