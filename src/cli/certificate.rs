//! Where certificates go: folders that are whole or not there.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::source::Source;
use crate::batch::answer::NotKept;
use crate::certify::{Files, verify};

/// A folder for the certificate of each board.
#[derive(Debug)]
pub struct Destinations {
    folders: Vec<PathBuf>,
    drat: bool,
}

/// How the names of folders begin that are not whole yet, or no longer.
pub const UNFINISHED: &str = ".mineproof-";

/// The longest name that is made from that of a board.
const LONGEST: usize = 100;

impl Destinations {
    /// The certificate of a single board is `folder` itself; those of several lie below it, with
    /// names made from the boards'.
    pub fn new(folder: &Path, boards: &[Source], drat: bool) -> Result<Self, String> {
        if folder.as_os_str().is_empty() {
            return Err("--certify needs the name of a folder".to_owned());
        }
        if boards.len() == 1 {
            return Ok(Destinations { folders: vec![folder.to_owned()], drat });
        }
        let mut taken = BTreeSet::new();
        let folders = boards.iter().map(|board| folder.join(fresh_name(board.name(), &mut taken)));
        Ok(Destinations { folders: folders.collect(), drat })
    }

    /// Where the certificate of the i-th board goes.
    pub fn of(&self, i: usize) -> Destination<'_> {
        Destination { folder: &self.folders[i], drat: self.drat }
    }
}

/// A name for a board that is harmless as that of a folder, and that no other has. Names that
/// differ only in their case are one to some file systems.
fn fresh_name(board: &str, taken: &mut BTreeSet<String>) -> String {
    let stem = Path::new(board).file_stem().unwrap_or_default().to_string_lossy();
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let clean: String = stem.chars().map(plain).take(LONGEST).collect();
    let base = match clean.trim_matches(['.', '-']) {
        "" => "board",
        name => name,
    };
    let mut name = base.to_owned();
    for number in 2.. {
        if taken.insert(name.to_ascii_lowercase()) {
            break;
        }
        name = format!("{base}-{number}");
    }
    name
}

/// A folder for one certificate.
pub struct Destination<'a> {
    folder: &'a Path,
    /// Whether the proof is wanted in DRAT, too.
    pub drat: bool,
}

impl<'a> Destination<'a> {
    /// A folder that no other process or thread writes to.
    pub fn alone(folder: &'a Path) -> Self {
        Destination { folder, drat: false }
    }

    /// How results call it.
    pub fn name(&self) -> String {
        self.folder.display().to_string()
    }

    /// Refuses a folder that has something else in it, before any work is done.
    pub fn prepare(&self) -> Result<(), NotKept> {
        let entries = match fs::read_dir(self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(self.failed(&error)),
        };
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| self.failed(&error))?;
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            names.push(entry.file_name().to_string_lossy().into_owned());
            if !is_file || !verify::NAMES.contains(&names[names.len() - 1].as_str()) {
                return Err(self.taken("it is not empty; name another folder"));
            }
        }
        if names.is_empty() || verify::is_certificate(names.iter().map(String::as_str)) {
            return Ok(());
        }
        Err(self.taken("it is not empty, and no certificate; name another folder"))
    }

    /// Writes a certificate: all of it, or none. An older one is replaced only if it is of the
    /// same board.
    pub fn write(&self, files: &Files) -> Result<(), NotKept> {
        self.prepare()?;
        if let Ok(old) = fs::read(self.folder.join("board.txt"))
            && files.get("board.txt") != Some(&old)
        {
            return Err(self.taken("it has the certificate of another board"));
        }
        self.replace(files).map_err(|error| self.failed(&error))
    }

    fn replace(&self, files: &Files) -> io::Result<()> {
        let parent = match self.folder.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        fs::create_dir_all(parent)?;
        let name = self.folder.file_name().unwrap_or_default().to_string_lossy();
        let beside = |what: &str| parent.join(format!("{UNFINISHED}{what}-{name}"));
        let (partial, old) = (beside("partial"), beside("old"));
        // Whoever was killed here has left these behind.
        for left in [&partial, &old] {
            if left.exists() {
                fs::remove_dir_all(left)?;
            }
        }
        let filled = fs::create_dir(&partial).and_then(|()| {
            files.iter().try_for_each(|(name, bytes)| fs::write(partial.join(name), bytes))?;
            if self.folder.exists() {
                fs::rename(self.folder, &old)?;
            }
            fs::rename(&partial, self.folder)
        });
        if let Err(error) = filled {
            let _ = fs::remove_dir_all(&partial);
            if old.exists() && !self.folder.exists() {
                let _ = fs::rename(&old, self.folder);
            }
            return Err(error);
        }
        if old.exists() { fs::remove_dir_all(&old) } else { Ok(()) }
    }

    fn taken(&self, why: &str) -> NotKept {
        NotKept::Taken(format!("{}: {why}", self.name()))
    }

    fn failed(&self, error: &io::Error) -> NotKept {
        NotKept::Failed(io::Error::new(error.kind(), format!("{}: {error}", self.name())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_harmless_and_distinct() {
        let mut taken = BTreeSet::new();
        for (board, expected) in [
            ("a/b.txt", "b"),
            ("c/b.graph", "b-2"),
            ("c/B.json", "B-3"),
            ("b-2", "b-2-2"),
            ("-", "board"),
            ("..", "board-2"),
            ("a/.hidden.txt", "hidden"),
            ("x y/é:\u{0}.txt", "___"),
        ] {
            assert_eq!(fresh_name(board, &mut taken), expected, "{board}");
        }
        assert_eq!(fresh_name(&"x".repeat(5000), &mut taken).len(), LONGEST);
    }
}
