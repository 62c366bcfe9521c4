//! Laws that tie answers to each other on boards too large for brute force.
//!
//! Whatever the answers are, a mirrored board has the same, splitting on a cell sums to the whole,
//! and every question that can be asked in two ways has one answer. [`zoo`] has the boards,
//! [`answers`] all answers to a board at once.

mod answers;
mod changes;
mod plans;
mod sums;
mod symmetry;
mod zoo;
