//! Certificates: answers that come with a proof, and a checker that trusts nothing but the board.
//!
//! # Theory
//! A certificate is a handful of small files, described in docs/CERTIFICATES.md: the board, a
//! formula whose clauses each follow from one number or from the total, an LRAT proof that the
//! formula contradicts "at least one claimed cell is not as claimed", and placements that show
//! every other covered cell both mined and free. [`mod@write`] makes them with a solver of its own,
//! [`mod@verify`] checks them. The two share no code, not even the encoding: the checker asks of each
//! clause whether it follows, not whether it is the one it would have written.

pub mod verify;
pub mod write;

use std::collections::BTreeMap;

/// The files of a certificate by name.
pub type Files = BTreeMap<String, Vec<u8>>;
