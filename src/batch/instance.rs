//! The instances of a corpus, one by one, each with an id that is its alone.
//!
//! # Theory
//! The id is the path as given, and `#` and the name of the board within its file where there are
//! several. Should an id come twice, the later one gets `~2`, `~3` and so on. Which ids were there is
//! remembered in a Bloom filter: it takes the same memory for any corpus, never misses an id that
//! was there, and now and then takes a new one for old, which costs nothing but a needless suffix.
//! The same corpus always gets the same ids.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::archive::unpacked;
use super::container::{Boards, Kind, Name, Piece, Trouble};
use super::corpus::{Corpus, Files, Found, Skipped, without_archive};
use super::own::is_own;
use super::pieces::Lines;
use crate::board::Board;
use crate::budget::Budget;
use crate::formats::{FormatError, Reading, detect_format, read_board_as};

/// A board that is to be answered for.
#[derive(Debug)]
pub struct Instance {
    /// Its place in the corpus, from 0.
    pub index: u64,
    /// Its id.
    pub id: String,
    /// The file that it is from, without the ending of an archive, for telling its format.
    pub file: Arc<PathBuf>,
    /// Its text, or what is wrong.
    pub text: Result<Vec<u8>, Trouble>,
}

impl Instance {
    /// Its board, if there is a text to read it from.
    pub fn board(&self, reading: Reading, budget: &Budget) -> Option<Result<Board, FormatError>> {
        let text = self.text.as_ref().ok()?;
        // The id may end in anything, so the file's own name is asked for the format.
        let detected = || detect_format(&self.file.display().to_string(), text);
        let format = Some(reading.format.unwrap_or_else(detected));
        Some(read_board_as(&self.id, text, Reading { format, ..reading }, budget))
    }
}

/// The instances of a corpus.
pub struct Instances {
    files: Files,
    open: Option<Open>,
    limit: usize,
    count: u64,
    ids: Filter,
    digest: Option<Sha256>,
    /// Files of folders that this program has written.
    own: Skipped,
}

/// The file that is being read.
struct Open {
    name: String,
    file: Arc<PathBuf>,
    boards: Boards,
    count: u64,
}

impl Instances {
    /// The instances of `corpus`; the text of one may have `limit` bytes. With `digest`, all that is
    /// read goes into a checksum.
    pub fn new(corpus: &Corpus, limit: usize, digest: bool) -> Self {
        Instances {
            files: corpus.files(),
            open: None,
            limit,
            count: 0,
            ids: Filter::default(),
            digest: digest.then(Sha256::new),
            own: Skipped::default(),
        }
    }

    /// How many instances there were so far.
    pub fn seen(&self) -> u64 {
        self.count
    }

    /// The files of folders that were passed over so far.
    pub fn skipped(&self) -> &Skipped {
        self.files.skipped()
    }

    /// The files of folders that this program has written.
    pub fn own(&self) -> &Skipped {
        &self.own
    }

    /// The checksum of everything read so far.
    pub fn digest(&self) -> Option<String> {
        Some(hexadecimal(&self.digest.clone()?.finalize()))
    }

    fn instance(&mut self, name: &str, file: Arc<PathBuf>, text: Result<Vec<u8>, Trouble>) -> Instance {
        let id = self.ids.unique(one_line(name), self.count);
        if let Some(digest) = &mut self.digest {
            digest.update((id.len() as u64).to_le_bytes());
            digest.update(&id);
            let text: &[u8] = text.as_deref().unwrap_or_default();
            digest.update((text.len() as u64).to_le_bytes());
            digest.update(text);
        }
        self.count += 1;
        Instance { index: self.count - 1, id, file, text }
    }

    /// Opens a file, unless it is one of our own and may be left out.
    fn open(
        &self,
        name: String,
        path: &Path,
        input: impl io::Read + Send + 'static,
        is_inner: bool,
    ) -> io::Result<Option<Open>> {
        let mut lines = Lines::new(unpacked(input)?, self.limit);
        if is_inner && is_own(lines.peek()?) {
            return Ok(None);
        }
        let inner = without_archive(path);
        let kind = match Kind::of(&inner) {
            Some(kind) => kind,
            None => Kind::sniffed(lines.peek()?),
        };
        Ok(Some(Open { name, file: Arc::new(inner), boards: Boards::new(lines, kind), count: 0 }))
    }
}

impl Iterator for Instances {
    type Item = Instance;

    fn next(&mut self) -> Option<Instance> {
        loop {
            if let Some(open) = &mut self.open {
                let Some(Piece { name, text }) = open.boards.next() else {
                    self.open = None;
                    continue;
                };
                open.count += 1;
                let id = match name {
                    Name::Whole => open.name.clone(),
                    Name::Numbered => format!("{}#{}", open.name, open.count),
                    Name::Given(name) => format!("{}#{}", open.name, shortened(&name)),
                };
                let file = Arc::clone(&open.file);
                return Some(self.instance(&id, file, text));
            }
            let (path, opened) = match self.files.next()? {
                Found::Stdin => {
                    let path = PathBuf::from("-");
                    let opened = self.open("-".to_owned(), &path, io::stdin(), false);
                    (path, opened)
                }
                found @ (Found::File(_) | Found::Inner(_)) => {
                    let is_inner = matches!(found, Found::Inner(_));
                    let (Found::File(path) | Found::Inner(path)) = found else { continue };
                    let name = path.display().to_string();
                    let opened = File::open(&path).and_then(|file| self.open(name, &path, file, is_inner));
                    (path, opened)
                }
                Found::Bad(path, why) => (path, Err(io::Error::other(why))),
            };
            match opened {
                Ok(Some(open)) => self.open = Some(open),
                Ok(None) => self.own.add(path),
                Err(error) => {
                    let name = path.display().to_string();
                    let wrong = Err(Trouble::Wrong(format!("{name}: {error}")));
                    return Some(self.instance(&name, Arc::new(path), wrong));
                }
            }
        }
    }
}

/// Bytes as a checksum is written.
pub fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits =
        bytes.iter().flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
    digits.map(char::from).collect()
}

/// The most characters of a name that go into an id.
const LONGEST: usize = 200;

fn shortened(name: &str) -> String {
    if name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    name.chars().take(LONGEST).chain(['…']).collect()
}

/// The same without anything that would break a line of the report.
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Which ids there were, approximately.
#[derive(Default)]
struct Filter {
    words: Vec<u64>,
}

/// Bits of the filter, a power of two, and how many of them an id sets.
const BITS: usize = 1 << 25;
const MARKS: usize = 6;

/// How many suffixes are tried before the place in the corpus is taken for one.
const TRIES: usize = 16;

impl Filter {
    /// The id, or with a suffix if it was there.
    fn unique(&mut self, id: String, index: u64) -> String {
        if self.is_new(&id) {
            return id;
        }
        let mut suffixed = (2..2 + TRIES).map(|number| format!("{id}~{number}"));
        suffixed.find(|id| self.is_new(id)).unwrap_or_else(|| format!("{id}~@{}", index + 1))
    }

    /// Whether an id is new; from now on it is not.
    fn is_new(&mut self, id: &str) -> bool {
        if self.words.is_empty() {
            self.words = vec![0; BITS / 64];
        }
        // FNV-1a twice over, from two starts: the marks are at a + i·b.
        let hash = |start: u64| {
            let all =
                id.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3));
            all ^ all >> 32
        };
        let (a, b) = (hash(0xCBF2_9CE4_8422_2325), hash(0x9E37_79B9_7F4A_7C15) | 1);
        let mut is_new = false;
        for i in 0..MARKS as u64 {
            let bit = a.wrapping_add(b.wrapping_mul(i)) as usize % BITS;
            let mask = 1u64 << (bit % 64);
            is_new |= self.words[bit / 64] & mask == 0;
            self.words[bit / 64] |= mask;
        }
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_id_comes_twice() {
        let mut ids = Filter::default();
        let mut unique = |id: &str, index| ids.unique(id.to_owned(), index);
        assert_eq!(unique("a", 0), "a");
        assert_eq!(unique("a", 1), "a~2");
        assert_eq!(unique("a~3", 2), "a~3");
        assert_eq!(unique("a", 3), "a~4");
        let all: std::collections::BTreeSet<String> = (4..100).map(|index| unique("a", index)).collect();
        assert_eq!(all.len(), 96);
        assert!(all.contains("a~@100"));
    }

    #[test]
    fn new_ids_are_seldom_taken_for_old() {
        let mut ids = Filter::default();
        let old = (0..200_000).filter(|i| !ids.is_new(&format!("corpus/{i}.txt"))).count();
        assert!(old < 5, "{old}");
    }

    #[test]
    fn ids_keep_to_one_line_and_to_a_length() {
        assert_eq!(one_line("a\nb\u{7f}"), "a b ");
        assert_eq!(shortened(&"é".repeat(300)).chars().count(), LONGEST + 1);
    }
}
