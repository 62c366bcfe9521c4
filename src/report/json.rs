//! Results for programs: one JSON object on one line for each board.
//!
//! # What we promise
//! The names and their order are a contract with users' scripts: new fields go after the old
//! ones. Counts are decimal strings, because readers of JSON round large numbers; probabilities
//! are strings `a/b` beside a double. A field whose value was not found before a limit is null.

use std::io::{self, Write};

use num_bigint::BigUint;
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use super::{Finding, Findings, Question, ShownNumbers};
use crate::algebra::Fraction;
use crate::analysis::{ComponentReport, Probabilities};
use crate::board::{CellId, Label, Topology};

/// Writes the findings as one line.
pub fn write(findings: &Findings, out: &mut dyn Write) -> io::Result<()> {
    write_line(findings, out)
}

/// Writes the line of a board of which nothing at all is known: status `error` for an input that
/// makes no sense, `stopped` for one that a limit kept us from reading.
pub fn write_failure(board: &str, status: &str, reason: &str, out: &mut dyn Write) -> io::Result<()> {
    #[derive(Serialize)]
    struct Failure<'a> {
        board: &'a str,
        status: &'a str,
        reason: &'a str,
    }
    write_line(&Failure { board, status, reason }, out)
}

fn write_line(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

impl Serialize for Findings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("board", self.name)?;
        map.serialize_entry("status", if self.stopped.is_some() { "stopped" } else { "exact" })?;
        map.serialize_entry("reason", &self.stopped.map(|reason| reason.to_string()))?;
        map.serialize_entry("consistent", &self.consistent)?;
        map.serialize_entry("engine", &self.engine)?;
        map.serialize_entry("seconds", &((self.seconds * 1e6).round() / 1e6))?;
        match &self.question {
            Question::Check => self.check(&mut map)?,
            Question::Safe { cell } => self.safe(*cell, &mut map)?,
            Question::Count { by_mines } => self.counts(*by_mines, &mut map)?,
            Question::Prob { numbers } => self.prob(numbers, &mut map)?,
            Question::Bounds { region } => self.bounds(region.as_deref(), &mut map)?,
            Question::Enumerate { .. } => self.enumerate(&mut map)?,
            Question::Analyze => self.analyze(&mut map)?,
        }
        map.end()
    }
}

impl Findings<'_> {
    fn check<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("witness", &self.witness.known().map(|mines| self.list(mines)))
    }

    fn safe<M: SerializeMap>(&self, asked: Option<CellId>, map: &mut M) -> Result<(), M::Error> {
        let (free, mined, undecided): (Option<&[_]>, Option<&[_]>, _) = match &self.sure {
            Finding::Unknown => (None, None, None),
            Finding::Impossible => (Some(&[]), Some(&[]), Some(0)),
            Finding::Known(sure) => (Some(&sure.free), Some(&sure.mined), Some(sure.undecided)),
        };
        map.serialize_entry("safe", &free.map(|cells| self.list(cells)))?;
        map.serialize_entry("mines", &mined.map(|cells| self.list(cells)))?;
        map.serialize_entry("undecided", &undecided)?;
        if let Some(cell) = asked {
            map.serialize_entry("cell", &Place(self.board.topology(), cell))?;
            map.serialize_entry("verdict", &self.verdict(cell))?;
        }
        Ok(())
    }

    /// What is known of one cell: `safe`, `mine` or `undecided`.
    pub(super) fn verdict(&self, cell: CellId) -> Option<&'static str> {
        let sure = self.sure.known()?;
        Some(match self.board.label(cell) {
            Label::Mine => "mine",
            Label::Number(_) | Label::Free => "safe",
            Label::Covered if sure.free.binary_search(&cell).is_ok() => "safe",
            Label::Covered if sure.mined.binary_search(&cell).is_ok() => "mine",
            Label::Covered => "undecided",
        })
    }

    fn counts<M: SerializeMap>(&self, by_mines: bool, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("count", &self.count.as_ref().map(BigUint::to_string))?;
        if by_mines {
            let row = |(k, n): &(u64, BigUint)| (*k, n.to_string());
            map.serialize_entry("by_mines", &self.by_mines.as_ref().map(|rows| Rows(rows, row)))?;
        }
        Ok(())
    }

    fn prob<M: SerializeMap>(&self, numbers: &[CellId], map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("count", &self.count.as_ref().map(BigUint::to_string))?;
        self.cells(map)?;
        if !numbers.is_empty() {
            let nothing = Finding::Unknown;
            let found = self.numbers.iter().chain(std::iter::repeat(&nothing));
            let rows: Vec<_> = numbers.iter().copied().zip(found).collect();
            let row = |&(cell, shown): &(CellId, &_)| self.shown(cell, shown);
            map.serialize_entry("numbers", &Rows(&rows, row))?;
        }
        Ok(())
    }

    fn cells<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let rows = match &self.probabilities {
            Finding::Unknown => None,
            Finding::Impossible => Some(&[][..]),
            Finding::Known(Probabilities { cells, .. }) => Some(&cells[..]),
        };
        let topology = self.board.topology();
        let row = |(cell, p): &(CellId, Fraction)| CellRow {
            cell: Place(topology, *cell),
            probability: p.to_string(),
            value: p.to_f64(),
        };
        map.serialize_entry("cells", &rows.map(|rows| Rows(rows, row)))
    }

    fn shown(&self, cell: CellId, shown: &Finding<ShownNumbers>) -> ShownRow<'_> {
        let row = |(number, p): &(u32, Fraction)| NumberRow {
            number: *number,
            probability: p.to_string(),
            value: p.to_f64(),
        };
        ShownRow {
            cell: Place(self.board.topology(), cell),
            shows: shown.known().map(|rows| rows.iter().map(row).collect()),
        }
    }

    fn bounds<M: SerializeMap>(&self, region: Option<&[CellId]>, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("fewest", &self.bounds.known().map(|bounds| bounds.0))?;
        map.serialize_entry("most", &self.bounds.known().map(|bounds| bounds.1))?;
        if let Some(region) = region {
            map.serialize_entry("region", &region.len())?;
        }
        Ok(())
    }

    fn enumerate<'a, M: SerializeMap>(&'a self, map: &mut M) -> Result<(), M::Error> {
        let found = self.placements.as_ref();
        let rows = found.map(|found| Rows(&found.placements, |mines: &'a Vec<CellId>| self.list(mines)));
        map.serialize_entry("placements", &rows)?;
        map.serialize_entry("complete", &found.map(|found| found.complete))
    }

    fn analyze<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        self.check(map)?;
        self.safe(None, map)?;
        self.counts(true, map)?;
        self.cells(map)?;
        self.bounds(None, map)?;
        let components = self.components.as_ref();
        map.serialize_entry("components", &components.map(|all| Rows(all, ComponentRow::of)))
    }

    fn list<'b>(&'b self, cells: &'b [CellId]) -> impl Serialize + 'b {
        let topology = self.board.topology();
        Rows(cells, |&cell| Place(topology, cell))
    }
}

/// A cell as `[x,y]`, `[x,y,z]` or a vertex number counted from 1.
struct Place<'a>(&'a Topology, CellId);

impl Serialize for Place<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Place(topology, cell) = *self;
        if topology.extent().is_none() {
            return (u64::from(cell.0) + 1).serialize(serializer);
        }
        let (x, y, z) = topology.place(cell);
        if matches!(topology, Topology::Box { .. }) {
            (x, y, z).serialize(serializer)
        } else {
            (x, y).serialize(serializer)
        }
    }
}

/// A list whose items are made while it is written: results of a large board are not kept twice.
struct Rows<'a, T, F>(&'a [T], F);

impl<'a, T, R: Serialize, F: Fn(&'a T) -> R> Serialize for Rows<'a, T, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(self.0.len()))?;
        for item in self.0 {
            seq.serialize_element(&(self.1)(item))?;
        }
        seq.end()
    }
}

#[derive(Serialize)]
struct CellRow<'a> {
    cell: Place<'a>,
    probability: String,
    value: f64,
}

#[derive(Serialize)]
struct NumberRow {
    number: u32,
    probability: String,
    value: f64,
}

#[derive(Serialize)]
struct ShownRow<'a> {
    cell: Place<'a>,
    shows: Option<Vec<NumberRow>>,
}

#[derive(Serialize)]
struct ComponentRow<'a> {
    cells: usize,
    numbers: usize,
    boxes: usize,
    engine: &'a str,
    width: usize,
    largest_table: u64,
    why: &'a str,
}

impl<'a> ComponentRow<'a> {
    fn of(report: &'a ComponentReport) -> Self {
        ComponentRow {
            cells: report.cells,
            numbers: report.numbers,
            boxes: report.boxes,
            engine: report.engine,
            width: report.width,
            largest_table: report.largest_table,
            why: &report.why,
        }
    }
}
