//! Checks certificates, trusting nothing but the board.
//!
//! # Theory
//! A certificate is true if
//!
//! - every clause of its formula follows from one number or from the total of the board, but for
//!   the last, which says "at least one claimed cell is not as claimed" (`formula`);
//! - each step of the proof follows from clauses before it, and the last is empty (`lrat`);
//! - each placement meets all numbers and the total (`placements`);
//! - every covered cell is claimed, or is mined in one placement and free in another.
//!
//! Files that nothing needs, and bytes that no checksum knows, are refused even where they would
//! do no harm. Nothing here uses an engine, the model, or the code that writes certificates.
//! # Cost
//! Linear in the size of the files, with the memory limit asked before anything is kept.

mod board;
mod formula;
mod lrat;
mod manifest;
mod placements;
mod words;

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use super::Files;
use crate::board::CellId;
use crate::budget::{Budget, StopReason};
use crate::formats::read_board;

use board::Numbers;
use manifest::{Kind, Manifest};

/// Why a certificate is not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no certificate that could be checked.
    #[error("{0}")]
    Unreadable(String),
    /// It does not prove what it claims, or is not as it was written.
    #[error("{0}")]
    False(String),
    /// A limit came before the end.
    #[error(transparent)]
    Stopped(#[from] StopReason),
}

/// Says that a certificate is false.
fn refuse<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::False(why.into()))
}

const BOARD: &str = "board.txt";
const FORMULA: &str = "formula.cnf";
const LRAT: &str = "proof.lrat";
const DRAT: &str = "proof.drat";
const PLACEMENTS: &str = "placements.txt";
const MANIFEST: &str = "manifest.json";
/// The file of checksums.
pub const SUMS: &str = "SHA256SUMS";

/// All names that a file of a certificate can have.
pub const NAMES: [&str; 7] = [BOARD, FORMULA, LRAT, DRAT, PLACEMENTS, MANIFEST, SUMS];

/// Whether these are the files of a certificate at all, true or false.
pub fn is_certificate<'a>(mut names: impl Iterator<Item = &'a str>) -> bool {
    names.any(|name| name == MANIFEST || name == SUMS)
}

/// Checks a certificate; the answer is a sentence that says what has been proven.
pub fn verify(files: &Files, budget: &Budget) -> Result<String, Refusal> {
    if !is_certificate(files.keys().map(String::as_str)) {
        return Err(Refusal::Unreadable(format!("not a certificate: there is no {MANIFEST}")));
    }
    if let Some(stranger) = files.keys().find(|name| !NAMES.contains(&name.as_str())) {
        return refuse(format!("{} is no file of a certificate", stranger.escape_debug()));
    }
    check_sums(files)?;
    let manifest = Manifest::read(need(files, MANIFEST)?)?;
    let board = read_board(BOARD, need(files, BOARD)?, None, budget).map_err(|error| {
        let stop = budget.check().err().unwrap_or(StopReason::Memory);
        if error.is_limit() { Refusal::Stopped(stop) } else { Refusal::False(error.to_string()) }
    })?;
    // Neighbours of the numbers, claims, marks: a few words each.
    let _lease = budget.reserve(board.len() as u64 * 120)?;
    let numbers = Numbers::of(&board, budget)?;
    let claims = manifest.claims(&numbers)?;
    let proven = manifest.kind == Kind::NoPlacement || !claims.is_empty();
    for (name, needed) in
        [(FORMULA, proven), (LRAT, proven), (PLACEMENTS, manifest.kind != Kind::NoPlacement)]
    {
        if files.contains_key(name) != needed {
            let what = if needed { "is missing" } else { "proves nothing that is claimed" };
            return refuse(format!("{name} {what}"));
        }
    }
    if files.contains_key(DRAT) && !proven {
        return refuse(format!("{DRAT} proves nothing that is claimed"));
    }
    if proven {
        let last = (manifest.kind == Kind::SureCells).then_some(&claims[..]);
        let clauses = formula::check(need(files, FORMULA)?, &numbers, last, budget)?;
        let proof = lrat::check(need(files, LRAT)?, clauses, budget)?;
        if let Some(text) = files.get(DRAT) {
            lrat::compare(text, &proof)?;
        }
    }
    let mut shown = None;
    if let Some(text) = files.get(PLACEMENTS) {
        shown = Some(placements::check(text, &numbers, budget)?);
    }
    let undecided = match (&manifest.kind, &shown) {
        (Kind::SureCells, Some(shown)) => shown.cover(&numbers, &claims, manifest.undecided)?,
        _ => 0,
    };
    Ok(sentence(&manifest, &claims, undecided))
}

fn need<'a>(files: &'a Files, name: &str) -> Result<&'a [u8], Refusal> {
    match files.get(name) {
        Some(bytes) => Ok(bytes),
        None => refuse(format!("{name} is missing")),
    }
}

/// The checksums must be exactly those of the other files, in the manner of sha256sum.
fn check_sums(files: &Files) -> Result<(), Refusal> {
    let text = need(files, SUMS)?;
    let mut lines = text.split_inclusive(|&byte| byte == b'\n');
    for (name, bytes) in files.iter().filter(|(name, _)| *name != SUMS) {
        let mut digest = String::new();
        for byte in Sha256::digest(bytes) {
            let _ = write!(digest, "{byte:02x}");
        }
        if lines.next() != Some(format!("{digest}  {name}\n").as_bytes()) {
            return refuse(format!("{name} is not as {SUMS} has it"));
        }
    }
    match lines.next() {
        None => Ok(()),
        Some(_) => refuse(format!("{SUMS} has a line too many")),
    }
}

/// What has been proven.
fn sentence(manifest: &Manifest, claims: &[(u32, CellId, bool)], undecided: usize) -> String {
    let counted = |number: usize, what: &str| match number {
        0 => format!("no cell is {what}"),
        1 => format!("1 cell is {what}"),
        _ => format!("{number} cells are {what}"),
    };
    match manifest.kind {
        Kind::NoPlacement => "inconsistent: no placement of mines is legal".to_owned(),
        Kind::APlacement => "consistent: a placement of mines is legal".to_owned(),
        Kind::SureCells => {
            let mined = claims.iter().filter(|claim| claim.2).count();
            let free = counted(claims.len() - mined, "surely free");
            let mined = counted(mined, "surely mined");
            let others = match undecided {
                0 => "there are no others".to_owned(),
                1 => "the 1 other can be both".to_owned(),
                _ => format!("each of the {undecided} others can be both"),
            };
            format!("consistent: {free}, {mined}, {others}")
        }
    }
}
