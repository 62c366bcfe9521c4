//! How much memory the machine gives us.
//!
//! # Theory
//! The default memory limit is three quarters of what the machine has, or of what the control
//! groups of this process allow where that is less: inside a container the machine's own figure
//! would let us grow until we are killed.

use std::fs;
use std::path::Path;

/// What to assume where nothing can be read: a small machine.
const UNKNOWN: u64 = 4 << 30;

/// Three quarters of the memory that this process may use.
pub fn default_limit() -> u64 {
    let meminfo = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let smallest =
        total(&meminfo).into_iter().chain(group_limits(&groups, Path::new("/sys/fs/cgroup"))).min();
    smallest.unwrap_or(UNKNOWN) / 4 * 3
}

/// `MemTotal` in bytes.
fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

/// The limits of the groups of `/proc/self/cgroup` and of all groups above them: any of them may
/// be the smallest. Version 2 has one line `0::PATH`, version 1 one line for each controller.
fn group_limits(groups: &str, root: &Path) -> Vec<u64> {
    let mut limits = Vec::new();
    for line in groups.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else { continue };
        let (root, file) = if controllers.is_empty() {
            (root.to_owned(), "memory.max")
        } else if controllers.split(',').any(|name| name == "memory") {
            (root.join("memory"), "memory.limit_in_bytes")
        } else {
            continue;
        };
        for group in Path::new(path.trim_start_matches('/')).ancestors() {
            let limit = fs::read_to_string(root.join(group).join(file)).unwrap_or_default();
            // `max` means no limit, and is no number.
            limits.extend(limit.trim().parse::<u64>());
        }
    }
    limits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_says_how_much_it_has() {
        assert_eq!(total("MemTotal:        2048 kB\nMemFree: 1 kB\n"), Some(2 << 20));
        assert_eq!(total("nothing of the kind"), None);
        assert!(default_limit() > 0);
    }

    #[test]
    fn every_group_above_counts() {
        let root = tempfile::tempdir().unwrap();
        let below = root.path().join("user/job");
        fs::create_dir_all(&below).unwrap();
        fs::write(below.join("memory.max"), "max\n").unwrap();
        fs::write(root.path().join("user/memory.max"), "4096\n").unwrap();
        assert_eq!(group_limits("0::/user/job\n", root.path()), [4096]);
        fs::create_dir_all(root.path().join("memory")).unwrap();
        fs::write(root.path().join("memory/memory.limit_in_bytes"), "77\n").unwrap();
        assert_eq!(group_limits("5:cpu:/a\n4:hugetlb,memory:/\nodd\n", root.path()), [77]);
    }
}
