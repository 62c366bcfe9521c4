//! Numbers of things in sentences.

use std::fmt::Display;

/// So many things, in words: `1 cell`, `3 cells`.
pub(crate) fn counted(count: impl Copy + Display + PartialEq + From<u8>, one: &str, more: &str) -> String {
    let noun = if count == 1.into() { one } else { more };
    format!("{count} {noun}")
}
