//! A deterministic part of a corpus.
//!
//! # Theory
//! Instance i belongs to shard 1 + i mod n: hard instances that lie side by side are spread, all
//! shards have the same number of rows or one more, and the rows of n shard reports go back together
//! in turn. A shard report has a file beside it that says which part of what it is, for `merge` to
//! check that none is missing and none there twice.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::instance::hexadecimal;

/// Shard `part` of `of`, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which one.
    pub part: u64,
    /// How many there are.
    pub of: u64,
}

impl Shard {
    /// The corpus as a whole.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// The row of an instance in the report of this shard, if it belongs to it.
    pub fn row_of(self, instance: u64) -> Option<u64> {
        (instance % self.of == self.part - 1).then_some(instance / self.of)
    }

    /// How many of so many instances belong to this shard.
    pub fn rows_of(self, instances: u64) -> u64 {
        (instances + self.of - self.part) / self.of
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is no shard; write I/N with I from 1 to N, such as 1/4");
        let (part, of) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok());
        let (part, of) = (number(part).flatten().ok_or_else(wrong)?, number(of).flatten().ok_or_else(wrong)?);
        // The upper end keeps all sums within a word.
        if (1..=of).contains(&part) && u32::try_from(of).is_ok() {
            Ok(Shard { part, of })
        } else {
            Err(wrong())
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

/// What a shard report says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// Which shard.
    pub shard: Shard,
    /// Rows of its report.
    pub rows: u64,
    /// Instances of the whole corpus.
    pub instances: u64,
    /// The checksum of all ids and boards of the whole corpus.
    pub digest: String,
    /// The run without its shard: what was asked, and how.
    pub run: String,
    /// The checksum of its report.
    pub report: String,
    /// The file with the rows of its cells.
    pub cells: Option<String>,
    /// The checksum of that file.
    pub cell_rows: Option<String>,
}

/// The checksum of a file, as sha256sum writes it.
pub fn checksum(path: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            read => hash.update(&buffer[..read]),
        }
    }
    Ok(hexadecimal(&hash.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instance_has_one_place() {
        for (of, instances) in [(1u64, 5u64), (3, 7), (3, 9), (4, 2)] {
            let shards: Vec<Shard> = (1..=of).map(|part| Shard { part, of }).collect();
            let mut rows = vec![0; of as usize];
            for instance in 0..instances {
                let places: Vec<_> = shards.iter().filter_map(|shard| shard.row_of(instance)).collect();
                let at = (instance % of) as usize;
                assert_eq!(places, [rows[at]], "{instance} of {of}");
                rows[at] += 1;
            }
            let counted: Vec<u64> = shards.iter().map(|shard| shard.rows_of(instances)).collect();
            assert_eq!(counted, rows);
        }
    }

    #[test]
    fn shards_are_read_with_care() {
        assert_eq!("2/4".parse(), Ok(Shard { part: 2, of: 4 }));
        for text in ["", "1", "0/4", "5/4", "1/0", "+1/4", "-1/4", "1/4/4", "1/99999999999", "a/b"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
