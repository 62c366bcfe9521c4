//! Engines: one method per file or folder. An engine sees a reduced component, never a board, and
//! engines never see each other.
//!
//! # Adding an engine
//! Give it a file or folder here. Its abilities are plain functions of a
//! [`Component`](crate::reduce::Component) and a [`Budget`](crate::budget::Budget), named as in
//! the other engines (`consistent`, `count`, `polynomial`, `marginals`); offer only those that it
//! has. Add a variant and its reasons to [`EngineChoice`](crate::analysis::EngineChoice) and its
//! name to the list of engines in `tests/oracle`, which runs them all through the same suite.

pub mod enumerate;
pub mod ilp;
pub mod list;
pub mod sat;
pub mod tree;
pub mod treedp;
