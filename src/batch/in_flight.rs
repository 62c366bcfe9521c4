//! Which instances are being worked on, in a file.
//!
//! Should the process be killed by one of them, whoever started it finds here which they were. The
//! file is also the lock of a run: two that write to the same report would ruin it.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::ledger::named;

/// How long to wait for another run to end: one whose supervisor was killed takes a moment.
const PATIENCE: Duration = Duration::from_secs(5);

/// Digits of a slot's number, and the end of its line.
const WIDTH: u64 = 21;

/// The lock of a run. It ends with the process, whatever ends that.
pub struct Lock {
    _file: File,
}

/// Takes the lock of a run, or says that another has it.
pub fn lock(path: &Path) -> Result<Lock, String> {
    let open = || OpenOptions::new().write(true).create(true).truncate(false).open(path);
    let file = open().map_err(|error| named(path, &error).to_string())?;
    let begun = Instant::now();
    while !is_locked(&file) {
        if begun.elapsed() > PATIENCE {
            return Err(format!("{}: another run is at work on this report", path.display()));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(Lock { _file: file })
}

#[cfg(unix)]
fn is_locked(file: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    // A file system without locks is no reason to refuse.
    !matches!(flock(file, FlockOperation::NonBlockingLockExclusive), Err(rustix::io::Errno::WOULDBLOCK))
}

#[cfg(not(unix))]
fn is_locked(_: &File) -> bool {
    true
}

/// The line of one slot.
pub struct Slot {
    file: Option<File>,
    at: u64,
}

impl Slot {
    /// The line of slot `number`.
    pub fn open(path: &Path, number: usize) -> io::Result<Self> {
        let file = OpenOptions::new().write(true).open(path).map_err(|error| named(path, &error))?;
        Ok(Slot { file: Some(file), at: number as u64 * WIDTH })
    }

    /// A slot of a run that is not watched.
    pub fn unwatched() -> Self {
        Slot { file: None, at: 0 }
    }

    /// Notes that the slot begins with a row.
    pub fn begin(&mut self, row: u64) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.seek(SeekFrom::Start(self.at))?;
        file.write_all(format!("{row:020}\n").as_bytes())
    }
}

/// The rows that slots were at, ascending; some of them may be finished.
pub fn rows(path: &Path) -> Vec<u64> {
    let text = std::fs::read(path).unwrap_or_default();
    let lines = text.split(|&byte| byte == b'\n').filter_map(|line| std::str::from_utf8(line).ok());
    let mut rows: Vec<u64> =
        lines.map(|line| line.trim_start_matches('\0')).filter_map(|line| line.parse().ok()).collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_do_not_touch_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.inflight");
        let _lock = lock(&path).unwrap();
        assert!(rows(&path).is_empty());
        let mut third = Slot::open(&path, 2).unwrap();
        third.begin(7).unwrap();
        assert_eq!(rows(&path), [7]);
        Slot::open(&path, 0).unwrap().begin(u64::MAX).unwrap();
        third.begin(8).unwrap();
        assert_eq!(rows(&path), [8, u64::MAX]);
    }
}
