//! Whether two names are one file.

use std::fs;
use std::path::{Path, PathBuf};

/// Whether both names lead to the same place, however they are spelled, whether or not there is a
/// file yet.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((place(one), place(other)), (Some(one), Some(other)) if one == other)
}

/// Refuses to write over what is read.
pub fn refuse_overwriting<'p>(
    output: &Path,
    mut inputs: impl Iterator<Item = &'p Path>,
) -> Result<(), String> {
    if inputs.any(|input| is_same_file(input, output)) {
        return Err(format!("{} is read, and would be written over; name another output", output.display()));
    }
    Ok(())
}

/// The one name of a file: of a file that is not there yet, its folder's and its own.
fn place(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok().or_else(|| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(path.file_name()?))
    })
}
