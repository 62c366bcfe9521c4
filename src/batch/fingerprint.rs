//! What each row was made of: checksums of boards, in a file beside the report.
//!
//! # Theory
//! A run that goes on passes over the boards whose rows are there. That is right only while the
//! corpus is what it was. Ids would tell that a file was added or taken away, but not that its text
//! has changed, nor that boards have moved within a file that gives them numbers for names. So every
//! row has eight bytes in a file, at its own place: a checksum of the id and the text of its board,
//! written before the row is. It is never 0, so a row whose place is empty (a machine may lose its
//! power) is known to be uncertain, and is done again.
//!
//! # Cost
//! One write of eight bytes for a row, and as much disk until the run is finished.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::container::Trouble;
use super::instance::Instance;
use super::ledger::named;

/// Bytes of a checksum.
const WIDTH: u64 = 8;

/// The checksum of a board's id and text.
pub fn fingerprint(instance: &Instance) -> u64 {
    let (kind, text): (u8, &[u8]) = match &instance.text {
        Ok(text) => (0, text),
        Err(Trouble::Wrong(why)) => (1, why.as_bytes()),
        Err(Trouble::TooLarge) => (2, &[]),
    };
    let id = instance.id.as_bytes();
    let lengths = mix(mix(u64::from(kind), id.len() as u64), text.len() as u64);
    hash(hash(lengths, id), text).max(1)
}

/// Takes bytes in, eight at a time. It has to tell accidents from one another, not to withstand an
/// attack: every step is one-to-one, so two texts that differ in one place never come out alike.
fn hash(start: u64, bytes: &[u8]) -> u64 {
    let mut words = bytes.chunks_exact(8);
    let whole = words.by_ref().fold(start, |hash, word| {
        mix(hash, word.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)))
    });
    mix(whole, words.remainder().iter().fold(0, |word, &byte| word << 8 | u64::from(byte)))
}

fn mix(hash: u64, word: u64) -> u64 {
    // An odd factor whose bits look random, that of the golden ratio; the high bits come back down.
    let product = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}

/// The file of checksums.
pub struct Fingerprints {
    file: File,
    name: String,
    /// Where the next write would be.
    at: u64,
}

impl Fingerprints {
    /// An empty file.
    pub fn begin(path: &Path) -> io::Result<Self> {
        Fingerprints::open(path, true)
    }

    /// The file of an earlier run.
    pub fn resume(path: &Path) -> io::Result<Self> {
        Fingerprints::open(path, false)
    }

    fn open(path: &Path, anew: bool) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(anew).open(path);
        let name = path.display().to_string();
        Ok(Fingerprints { file: file.map_err(|error| named(path, &error))?, name, at: 0 })
    }

    /// Notes what a row is made of.
    pub fn put(&mut self, row: u64, print: u64) -> io::Result<()> {
        let (begin, before) = (row * WIDTH, std::mem::replace(&mut self.at, u64::MAX));
        let sought = if before == begin { Ok(begin) } else { self.file.seek(SeekFrom::Start(begin)) };
        let written = sought.and_then(|_| self.file.write_all(&print.to_le_bytes()));
        written.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", self.name)))?;
        self.at = begin + WIDTH;
        Ok(())
    }
}

/// The checksums of an earlier run, read from the first on.
pub struct Prints {
    input: BufReader<File>,
    at: u64,
}

impl Prints {
    /// Opens the file.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path).map_err(|error| named(path, &error))?;
        Ok(Prints { input: BufReader::new(file), at: 0 })
    }

    /// The checksum of a row, if it is there. Rows are asked for in ascending order.
    pub fn of(&mut self, row: u64) -> Option<u64> {
        let begin = row * WIDTH;
        let ahead = i64::try_from(begin.checked_sub(self.at)?).ok()?;
        self.input.seek_relative(ahead).ok()?;
        let mut bytes = [0; WIDTH as usize];
        self.at = begin;
        self.input.read_exact(&mut bytes).ok()?;
        self.at += WIDTH;
        Some(u64::from_le_bytes(bytes)).filter(|&print| print > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn every_difference_shows() {
        let instance = |id: &str, text: Result<&str, Trouble>| {
            let text = text.map(|text| text.as_bytes().to_vec());
            fingerprint(&Instance { index: 0, id: id.to_owned(), file: Arc::default(), text })
        };
        let all = [
            instance("a", Ok("1?\n")),
            instance("a", Ok("2?\n")),
            instance("b", Ok("1?\n")),
            instance("a1", Ok("?\n")),
            instance("a", Err(Trouble::Wrong("1?\n".to_owned()))),
            instance("a", Err(Trouble::Wrong(String::new()))),
            instance("a", Err(Trouble::TooLarge)),
            instance("a", Ok("")),
            instance("a", Ok("1?\n0000000")),
            instance("a", Ok("1?\n0000001")),
            instance("a", Ok("2?\n0000000")),
            instance("a", Ok("1?\n00000000")),
        ];
        let distinct: std::collections::BTreeSet<u64> = all.into_iter().collect();
        assert_eq!(distinct.len(), all.len());
    }

    #[test]
    fn places_that_were_never_written_are_empty() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.boards");
        let mut prints = Fingerprints::begin(&path).unwrap();
        for row in [3, 0, 1] {
            prints.put(row, row + 10).unwrap();
        }
        Fingerprints::resume(&path).unwrap().put(5, 15).unwrap();
        let mut prints = Prints::open(&path).unwrap();
        let found: Vec<_> = [0, 1, 2, 3, 5, 6].into_iter().map(|row| prints.of(row)).collect();
        assert_eq!(found, [Some(10), Some(11), None, Some(13), Some(15), None]);
        assert_eq!(prints.of(0), None, "rows are asked for in order");
    }
}
