//! The index of a folder of certificates: which of them a run has written.
//!
//! # Theory
//! Every certificate proves what it says, and none says that there are no others. So a run over a
//! corpus leaves a file beside its certificates that names them all, each with the checksum of its
//! own checksums. It is there before the first certificate, and says then that the run is not
//! finished; in the end it is made of the rows of the report, which are the same whatever happened
//! on the way, and takes the place of the first one. Each shard of a corpus has an index of its own,
//! so that all of them can share a folder.
//!
//! The first line is an object that tells which run this is and how many lines follow; each of
//! these is an object with the name of a certificate, the id of its board and the checksum.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::output::write_file;
use crate::batch::{Shard, checksum};
use crate::certify::verify::SUMS;

/// What stands in the first line.
const FORMAT: &str = "mineproof certificates";
const VERSION: u32 = 1;

/// The most bytes of a line: an id is a path and a name.
const LONGEST: u64 = 1 << 20;

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    format: String,
    version: u32,
    /// What was asked of which corpus.
    pub run: String,
    /// Which part of it, if it was cut into parts.
    pub shard: Option<Shard>,
    /// Whether all certificates are there.
    pub finished: bool,
    /// How many there are.
    pub certificates: u64,
}

impl Head {
    /// The head of an index whose certificates are still to come.
    pub fn new(run: String, shard: Option<Shard>) -> Self {
        Head { format: FORMAT.to_owned(), version: VERSION, run, shard, finished: false, certificates: 0 }
    }

    /// The head once all of so many certificates are there.
    pub fn finished(&self, certificates: u64) -> Self {
        Head { finished: true, certificates, ..self.clone() }
    }

    /// The name of such an index.
    pub fn file_name(&self) -> String {
        match self.shard {
            None => "index.jsonl".to_owned(),
            Some(Shard { part, of }) => format!("index-{part}-of-{of}.jsonl"),
        }
    }
}

/// One certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The name of its folder.
    pub certificate: String,
    /// The id of its board.
    pub id: String,
    /// The checksum of its checksums.
    pub sums: String,
}

impl Entry {
    /// The entry of a certificate that lies in this folder.
    pub fn of(folder: &Path, certificate: &str, id: &str) -> io::Result<Self> {
        let sums = folder.join(certificate).join(SUMS);
        let sums = checksum(&sums)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", sums.display())))?;
        Ok(Entry { certificate: certificate.to_owned(), id: id.to_owned(), sums })
    }
}

/// Whether a file in a folder of certificates is called like an index.
pub fn is_index(name: &str) -> bool {
    name.strip_suffix(".jsonl").is_some_and(|stem| stem == "index" || stem.starts_with("index-"))
}

/// Writes an index.
pub fn write(folder: &Path, head: &Head, entries: impl Iterator<Item = io::Result<Entry>>) -> io::Result<()> {
    write_file(&folder.join(head.file_name()), |out| {
        let mut line = |object: String| writeln!(out, "{object}");
        line(serde_json::to_string(head)?)?;
        for entry in entries {
            line(serde_json::to_string(&entry?)?)?;
        }
        Ok(())
    })
}

/// The first line of an index.
pub fn head(path: &Path) -> Result<Head, String> {
    Lines::open(path)?.head()
}

/// All indexes of a folder, and the certificates that they name.
pub struct Catalogue {
    /// What the certificates are, by the names of their folders.
    pub entries: BTreeMap<String, Entry>,
    /// What is wrong with the indexes themselves.
    pub faults: Vec<(PathBuf, String)>,
}

impl Catalogue {
    /// Reads the indexes of these names; all shards of a run must be there.
    pub fn read(folder: &Path, names: &[&str]) -> Self {
        let mut all = Catalogue { entries: BTreeMap::new(), faults: Vec::new() };
        let mut heads = Vec::new();
        for name in names {
            let path = folder.join(name);
            match all.take(&path) {
                Ok(head) => heads.push(head),
                Err(why) => all.faults.push((path, why)),
            }
        }
        if let Some(head) = heads.iter().find(|head| !same_run(head, &heads[0])) {
            let why = format!("it is of another run than {}", heads[0].file_name());
            all.faults.push((folder.join(head.file_name()), why));
        } else if let Some(Shard { of, .. }) = heads.first().and_then(|head| head.shard) {
            let is_there = |part| heads.iter().any(|head| head.shard.is_some_and(|shard| shard.part == part));
            if let Some(missing) = (1..=of).find(|&part| !is_there(part)) {
                let path = folder.join(format!("index-{missing}-of-{of}.jsonl"));
                all.faults.push((path, "the index of this shard is missing".to_owned()));
            }
        }
        all
    }

    /// Takes the entries of one index in.
    fn take(&mut self, path: &Path) -> Result<Head, String> {
        let mut lines = Lines::open(path)?;
        let head = lines.head()?;
        if path.file_name().is_some_and(|name| name != head.file_name().as_str()) {
            return Err(format!("it should be called {}", head.file_name()));
        }
        let mut count = 0;
        while let Some(entry) = lines.next::<Entry>()? {
            count += 1;
            if let Some(twice) = self.entries.insert(entry.certificate.clone(), entry) {
                return Err(format!("{} is named twice", twice.certificate));
            }
        }
        if !head.finished {
            return Err("the run that writes these certificates is not finished".to_owned());
        }
        if count != head.certificates {
            return Err(format!("it names {count} of {} certificates", head.certificates));
        }
        Ok(head)
    }
}

/// Whether two indexes are of the same run, or of two of its shards.
pub fn same_run(one: &Head, other: &Head) -> bool {
    let parts = |head: &Head| head.shard.map(|shard| shard.of);
    one.run == other.run && parts(one) == parts(other)
}

/// The lines of an index.
struct Lines {
    input: BufReader<File>,
    line: Vec<u8>,
}

impl Lines {
    fn open(path: &Path) -> Result<Self, String> {
        let plain = fs::symlink_metadata(path).map_err(|error| error.to_string())?.is_file();
        if !plain {
            return Err("it is not a plain file".to_owned());
        }
        let file = File::open(path).map_err(|error| error.to_string())?;
        Ok(Lines { input: BufReader::new(file), line: Vec::new() })
    }

    fn head(&mut self) -> Result<Head, String> {
        let head: Head = self.next()?.ok_or("it is empty")?;
        if (head.format.as_str(), head.version) == (FORMAT, VERSION) {
            return Ok(head);
        }
        Err("it is no index of certificates that this program knows".to_owned())
    }

    fn next<T: for<'a> Deserialize<'a>>(&mut self) -> Result<Option<T>, String> {
        self.line.clear();
        let mut limited = io::Read::take(&mut self.input, LONGEST);
        limited.read_until(b'\n', &mut self.line).map_err(|error| error.to_string())?;
        if self.line.is_empty() {
            return Ok(None);
        }
        serde_json::from_slice(&self.line).map(Some).map_err(|error| format!("it is not an index: {error}"))
    }
}
