//! Inputs are not written over.

use std::path::Path;

use crate::batch::is_same_file;

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
