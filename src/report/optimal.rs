//! What optimal play makes of a position, in words and in JSON.

use std::io::{self, Write};
use std::time::Duration;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::json::{Place, Rows, write_line};
use super::notation::{cell, cells};
use crate::algebra::Fraction;
use crate::board::{Board, CellId, counted};
use crate::budget::StopReason;
use crate::play::optimal::{First, Verdict};

/// What was found out about one board.
#[derive(Debug)]
pub struct Findings<'a> {
    /// The board's name: its file, `-`, or its size.
    pub name: &'a str,
    /// The board.
    pub board: &'a Board,
    /// What optimal play makes of it: `None` without a placement, or the reason why it is missing.
    pub found: Result<Option<Verdict>, StopReason>,
    /// Wall time spent.
    pub time: Duration,
}

impl Findings<'_> {
    fn verdict(&self) -> Option<&Verdict> {
        self.found.as_ref().ok().and_then(Option::as_ref)
    }

    /// Whether there is a placement, as far as that is known.
    pub fn consistent(&self) -> Option<bool> {
        self.found.as_ref().ok().map(Option::is_some)
    }
}

fn chance(verdict: &Verdict) -> Fraction {
    Fraction::new(verdict.wins.clone(), verdict.placements.clone())
}

/// The most that is won of the placements in which the first cell is free, by the cells where that
/// share is largest.
fn if_free(verdict: &Verdict) -> Option<Fraction> {
    let shares = verdict.first.iter().filter(|first| first.free > 0);
    // Shares are compared as products: w/f > w'/f' if w·f' > w'·f.
    let better = |a: &&First, b: &&First| {
        (u128::from(a.wins) * u128::from(b.free)).cmp(&(u128::from(b.wins) * u128::from(a.free)))
    };
    let best = shares.max_by(better)?;
    Some(Fraction::new(best.wins.into(), best.free.into()))
}

/// Writes the findings for a person.
pub fn write_text(findings: &Findings, out: &mut dyn Write) -> io::Result<()> {
    let topology = findings.board.topology();
    write!(out, "{}: ", findings.name)?;
    let verdict = match &findings.found {
        Err(reason) => return writeln!(out, "stopped: {reason}"),
        Ok(None) => return writeln!(out, "inconsistent: no placement of mines is legal"),
        Ok(Some(verdict)) => verdict,
    };
    let placements = if verdict.placements == 1u32.into() { "placement" } else { "placements" };
    writeln!(out, "{} of {} {placements} won, chance {}", verdict.wins, verdict.placements, chance(verdict))?;
    if verdict.best.is_empty() {
        return writeln!(out, "everything free is open");
    }
    if let Some(share) = if_free(verdict) {
        writeln!(out, "if the first cell is free: {share}")?;
    }
    writeln!(out, "best: {}", cells(topology, &verdict.best))?;
    for first in &verdict.first {
        let free = counted(first.free, "placement", "placements");
        writeln!(out, "  {}: {} won, free in {free}", cell(topology, first.cell), first.wins)?;
    }
    Ok(())
}

/// Writes the findings as one line of JSON.
pub fn write_json(findings: &Findings, out: &mut dyn Write) -> io::Result<()> {
    write_line(findings, out)
}

impl Serialize for Findings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let topology = self.board.topology();
        let verdict = self.verdict();
        let stopped = self.found.as_ref().err();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("board", self.name)?;
        map.serialize_entry("status", if stopped.is_some() { "stopped" } else { "exact" })?;
        map.serialize_entry("reason", &stopped.map(ToString::to_string))?;
        map.serialize_entry("consistent", &self.consistent())?;
        map.serialize_entry("engine", "optimal")?;
        map.serialize_entry("seconds", &((self.time.as_secs_f64() * 1e6).round() / 1e6))?;
        map.serialize_entry("wins", &verdict.map(|verdict| verdict.wins.to_string()))?;
        map.serialize_entry("placements", &verdict.map(|verdict| verdict.placements.to_string()))?;
        map.serialize_entry("chance", &verdict.map(|verdict| chance(verdict).to_string()))?;
        map.serialize_entry("value", &verdict.map(|verdict| chance(verdict).to_f64()))?;
        let share = verdict.and_then(if_free);
        map.serialize_entry("chance_if_free", &share.map(|share| share.to_string()))?;
        let place = |cell: &CellId| Place(topology, *cell);
        map.serialize_entry("best", &verdict.map(|verdict| Rows(&verdict.best, place)))?;
        let row =
            |first: &First| (Place(topology, first.cell), first.wins.to_string(), first.free.to_string());
        map.serialize_entry("first", &verdict.map(|verdict| Rows(&verdict.first, row)))?;
        map.end()
    }
}
