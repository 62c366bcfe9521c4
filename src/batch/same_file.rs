//! Whether two names are one file.

use std::fs;
use std::path::{Path, PathBuf};

/// Whether both names lead to the same place, however they are spelled, whether or not there is a
/// file yet.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((place(one), place(other)), (Some(one), Some(other)) if one == other)
}

/// The one name of a file: of a file that is not there yet, its folder's and its own.
fn place(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok().or_else(|| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(path.file_name()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_by_where_they_lead() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a"), "").unwrap();
        fs::create_dir(at("d")).unwrap();
        for (one, other, expected) in [
            ("a", "d/../a", true),
            ("a", "./a", true),
            ("none", "d/../none", true),
            ("a", "none", false),
            ("d", "d/.", true),
            ("missing/a", "missing/a", false),
        ] {
            assert_eq!(is_same_file(&at(one), &at(other)), expected, "{one} {other}");
        }
    }
}
