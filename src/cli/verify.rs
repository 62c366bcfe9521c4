//! `verify`: checks certificates, and that a folder has all that its index names, and no others.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::args::Verify;
use super::certificate::UNFINISHED;
use super::index::{Catalogue, is_index};
use super::output::Output;
use super::{Exit, Failure, complain, interrupt};
use crate::batch::instance::hexadecimal;
use crate::budget::{Budget, Lease};
use crate::certify::Files;
use crate::certify::verify::{NAMES, Refusal, SUMS, is_certificate, verify};
use crate::report::json;

/// How deep certificates are looked for below a folder.
const DEPTH: usize = 16;

/// How much is read between two looks at the budget.
const CHUNK: u64 = 1 << 16;

/// A validated request.
pub struct Plan {
    args: Verify,
}

impl Plan {
    /// There is nothing that could make no sense.
    pub fn new(args: Verify) -> Self {
        Plan { args }
    }

    /// Checks one certificate after the other.
    pub fn run(&self) -> Result<Exit, Failure> {
        let budget = self.args.manner.limits.purse();
        interrupt::install(&budget).map_err(Failure::Wrong)?;
        let mut output = Output::stdout(self.args.manner.color);
        let mut exit = Exit::Answered;
        for folder in &self.args.certificates {
            let certificates = match find(folder, DEPTH) {
                Ok(found) if found.is_empty() => Err("there is no certificate in it".to_owned()),
                Ok(found) => Ok(found),
                Err(error) => Err(error.to_string()),
            };
            match certificates {
                Ok(found) => {
                    for (path, found) in found {
                        let budget = budget.with_time(self.args.manner.limits.time_limit);
                        let verdict = found.check(&path, &budget);
                        exit = exit.max(self.tell(&path, &verdict, &mut output)?);
                        output.flush()?;
                    }
                }
                Err(why) => {
                    exit = exit.max(self.tell(folder, &Err(Refusal::Unreadable(why)), &mut output)?);
                }
            }
        }
        output.flush()?;
        Ok(exit)
    }

    fn tell(
        &self,
        folder: &Path,
        verdict: &Result<String, Refusal>,
        output: &mut Output,
    ) -> Result<Exit, Failure> {
        let name = folder.display().to_string();
        let (valid, exit) = match verdict {
            Ok(_) => (Some(true), Exit::Answered),
            Err(Refusal::False(_)) => (Some(false), Exit::Contradictory),
            Err(Refusal::Unreadable(_)) => (None, Exit::Wrong),
            Err(Refusal::Stopped(_)) => (None, Exit::Stopped),
        };
        let reason = verdict.as_ref().err().map(Refusal::to_string);
        if self.args.manner.json {
            let proven = verdict.as_deref().ok();
            json::write_check(&name, valid, proven, reason.as_deref(), output)?;
        } else if let Ok(proven) = verdict {
            writeln!(output, "{name}: proven: {proven}")?;
        } else if valid == Some(false) {
            writeln!(output, "{name}: not proven: {}", reason.as_deref().unwrap_or_default())?;
        }
        if valid.is_none() {
            complain(&format!("{name}: {}", reason.unwrap_or_default()));
        }
        Ok(exit)
    }
}

/// What is to be said of a path.
enum Found {
    /// It is a certificate that stands for itself.
    Alone,
    /// It is a certificate; the index of its folder names it, with this checksum.
    Named(String),
    /// It is a certificate, and the index of its folder does not name it.
    Extra,
    /// It is not what it should be.
    Wrong(String),
}

impl Found {
    fn check(&self, path: &Path, budget: &Budget) -> Result<String, Refusal> {
        if let Found::Wrong(why) = self {
            return Err(Refusal::Unreadable(why.clone()));
        }
        budget.check()?;
        let mut lease = budget.reserve(0)?;
        let files = read(path, budget, &mut lease)?;
        let proven = verify(&files, budget)?;
        let sums = || hexadecimal(&Sha256::digest(files.get(SUMS).map_or(&[][..], Vec::as_slice)));
        match self {
            Found::Extra => Err(Refusal::False("the index does not name it".to_owned())),
            Found::Named(expected) if *expected != sums() => {
                Err(Refusal::False("it is not the certificate that the index names".to_owned()))
            }
            _ => Ok(proven),
        }
    }
}

/// The folder itself if it is a certificate, else all certificates below it, in order, and what is
/// wrong with those that an index names.
fn find(folder: &Path, depth: usize) -> io::Result<Vec<(PathBuf, Found)>> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    let names: Vec<String> =
        entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    if is_certificate(names.iter().map(String::as_str)) {
        return Ok(vec![(folder.to_owned(), Found::Alone)]);
    }
    let indexes: Vec<&str> = names.iter().map(String::as_str).filter(|name| is_index(name)).collect();
    let mut catalogue = Catalogue::read(folder, &indexes);
    let is_known = !indexes.is_empty() && catalogue.faults.is_empty();
    let mut found = BTreeMap::new();
    for entry in entries {
        // Links are not followed: they may lead back here.
        let name = entry.file_name().to_string_lossy().into_owned();
        if depth == 0 || name.starts_with(UNFINISHED) || !entry.file_type()?.is_dir() {
            continue;
        }
        for (path, inner) in find(&entry.path(), depth - 1)? {
            let own = if path == entry.path() { catalogue.entries.remove(&name) } else { None };
            let is_alone = matches!(inner, Found::Alone);
            let told = match own {
                Some(entry) if is_alone => Found::Named(entry.sums),
                None if is_alone && is_known => Found::Extra,
                _ => inner,
            };
            found.insert(path, told);
        }
    }
    for (name, _) in catalogue.entries {
        let path = folder.join(name);
        let why = if path.is_dir() { "there is no certificate in it" } else { "it is not there" };
        found.insert(path, Found::Wrong(format!("{why}, and the index names it")));
    }
    found.extend(catalogue.faults.into_iter().map(|(path, why)| (path, Found::Wrong(why))));
    Ok(found.into_iter().collect())
}

/// All files of a folder, as long as they fit the memory limit. A stranger is not read, its name
/// is enough.
fn read(folder: &Path, budget: &Budget, lease: &mut Lease) -> Result<Files, Refusal> {
    let unreadable = |path: &Path, error: &io::Error| {
        Refusal::Unreadable(format!("{}: {error}", path.file_name().unwrap_or_default().display()))
    };
    let mut files = Files::new();
    for entry in fs::read_dir(folder).map_err(|error| unreadable(folder, &error))? {
        let entry = entry.map_err(|error| unreadable(folder, &error))?;
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let kind = entry.file_type().map_err(|error| unreadable(&path, &error))?;
        let mut bytes = Vec::new();
        if NAMES.contains(&name.as_str()) {
            if !kind.is_file() {
                return Err(Refusal::False(format!("{name} is not a plain file")));
            }
            let mut file = File::open(&path).map_err(|error| unreadable(&path, &error))?;
            let length = file.metadata().map_or(0, |known| known.len());
            let before = lease.bytes();
            loop {
                budget.check()?;
                lease.resize(before + 2 * (bytes.len() as u64 + CHUNK))?;
                // Room for all that is left, so that a small file takes one reading and a look at its end.
                let left = length.saturating_sub(bytes.len() as u64).min(CHUNK);
                bytes.reserve(left as usize + 1);
                let read = Read::by_ref(&mut file).take(CHUNK).read_to_end(&mut bytes);
                if (read.map_err(|error| unreadable(&path, &error))? as u64) < CHUNK {
                    break;
                }
            }
        }
        files.insert(name, bytes);
    }
    Ok(files)
}
