//! The certificates of a run: a folder for each board below one folder, and an index of them.
//!
//! The folder is tried before any work is done: it is made if need be, and the index that is written
//! first says that the run is not finished. What else is in it must be of the same run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::plan::Plan;
use crate::batch::answer::NotKept;
use crate::batch::instance::hexadecimal;
use crate::batch::recheck::certified;
use crate::certify::{Files, verify};
use crate::cli::certificate::{Destination, UNFINISHED};
use crate::cli::index::{self, Entry, Head};

/// Where the certificates of a run go.
pub struct Certificates<'a> {
    folder: &'a Path,
    head: Head,
}

impl<'a> Certificates<'a> {
    /// The certificates of a run, if any are wanted.
    pub fn of(plan: &'a Plan) -> Option<Self> {
        let (folder, _) = plan.certify.as_ref()?;
        let mut run = plan.manifest.clone();
        // Certificates are the same whatever else is written of the answers.
        for other in ["--shard", "--cells", "--no-timings"] {
            run.remove(other);
        }
        Some(Certificates { folder, head: Head::new(Value::Object(run).to_string(), plan.shard) })
    }

    /// Tries the folder. `anew`: certificates of an earlier run under the same index are removed.
    pub fn begin(&self, anew: bool) -> Result<(), String> {
        let fault = |error: io::Error| format!("{}: {error}", self.folder.display());
        let is_new = !self.folder.exists();
        fs::create_dir_all(self.folder).map_err(fault)?;
        self.check(anew).map_err(|why| format!("{}: {why}", self.folder.display()))?;
        if anew {
            self.clear().map_err(fault)?;
        }
        index::write(self.folder, &self.head, std::iter::empty()).map_err(|error| {
            if is_new {
                let _ = fs::remove_dir(self.folder);
            }
            fault(error)
        })
    }

    /// Whether all that is in the folder is of this run.
    fn check(&self, anew: bool) -> Result<(), String> {
        let names = names(self.folder).map_err(|error| error.to_string())?;
        let mut is_ours = names.is_empty();
        for name in names.iter().filter(|name| index::is_index(name)) {
            is_ours = true;
            if anew && *name == self.head.file_name() {
                continue;
            }
            let other = index::head(&self.folder.join(name)).map_err(|why| format!("{name}: {why}"))?;
            if !index::same_run(&other, &self.head) {
                return Err(format!("{name} is that of another run; name another folder"));
            }
        }
        // Another shard may have begun between two looks.
        let is_ours = is_ours || self.names_again().is_some_and(|name| index::is_index(&name));
        if is_ours { Ok(()) } else { Err("it is not empty, and has no index of certificates".to_owned()) }
    }

    fn names_again(&self) -> Option<String> {
        names(self.folder).ok()?.into_iter().find(|name| index::is_index(name))
    }

    /// Removes certificates of an earlier run: those that the index names, and without shards all.
    fn clear(&self) -> io::Result<()> {
        let own = self.head.file_name();
        let named = index::Catalogue::read(self.folder, &[&own]).entries;
        for name in names(self.folder)? {
            let path = self.folder.join(&name);
            let is_mine = self.head.shard.is_none() || named.contains_key(&name);
            let is_certificate = || {
                let inside = names(&path).unwrap_or_default();
                inside.iter().all(|name| verify::NAMES.contains(&name.as_str()))
            };
            if is_mine && fs::symlink_metadata(&path)?.is_dir() && is_certificate() {
                fs::remove_dir_all(&path)?;
            }
        }
        Ok(())
    }

    /// Writes a certificate into a folder whose name is harmless, says which instance it belongs to,
    /// and is that of no other.
    pub fn keep(&self, id: &str, files: &Files) -> Result<String, NotKept> {
        let path = self.folder.join(folder_name(id));
        Destination::alone(&path).write(files)?;
        Ok(path.display().to_string())
    }

    /// Writes the index once all rows are there.
    pub fn finish(&self, rows: &Path, timings: bool) -> io::Result<()> {
        let fault = |error: io::Error| {
            let index = self.folder.join(self.head.file_name());
            io::Error::new(error.kind(), format!("{}: {error}", index.display()))
        };
        let count = certified(rows, timings)?.count() as u64;
        let entry = |row: io::Result<(String, PathBuf)>| {
            let (id, path) = row?;
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Entry::of(self.folder, &name, &id)
        };
        index::write(self.folder, &self.head.finished(count), certified(rows, timings)?.map(entry))
            .map_err(fault)
    }
}

/// The most characters of an id that go into the name of a folder.
const LONGEST: usize = 60;

fn folder_name(id: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let tail: Vec<char> = id.chars().rev().take(LONGEST).collect();
    let name: String = tail.into_iter().rev().map(plain).collect();
    let mark = hexadecimal(&Sha256::digest(id.as_bytes())[..6]);
    format!("{}-{mark}", name.trim_matches(['.', '-']))
}

/// What is in a folder, but for what somebody is still writing.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let is_unfinished = name.starts_with(UNFINISHED) || name.contains(".jsonl.partial-");
        if !is_unfinished {
            all.push(name);
        }
    }
    Ok(all)
}
