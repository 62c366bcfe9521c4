//! Which cell to open, in words and in JSON.

use std::io::{self, Write};

use serde::Serialize;
use serde::ser::SerializeMap;

use super::json::{Place, Rows};
use super::notation::{abbreviated, cell, cells, fraction, is_long};
use super::text::{decimal, table};
use super::{Finding, Findings};
use crate::algebra::Fraction;
use crate::board::{CellId, Topology};
use crate::play::{Advice, Candidate, Ground, Quantities, Reading, Shown, Step, Strategy, Value};

/// So many cells are listed in a line; JSON lists all.
const MOST_LISTED: usize = 20;
/// Fractions longer than this make way for decimals in the table of quantities.
const MOST_LETTERS: usize = 15;

impl Findings<'_> {
    pub(super) fn next_text(&self, explain: bool, out: &mut dyn Write) -> io::Result<()> {
        let Some(advice) = self.advice.known() else { return writeln!(out) };
        let topology = self.board.topology();
        match advice.cell() {
            Some(best) => writeln!(out, ", open {}: {}", cell(topology, best), reason(advice))?,
            None => writeln!(out, ", open nothing: {}", reason(advice))?,
        }
        writeln!(out, "placements: {}", abbreviated(&advice.placements.to_string()))?;
        if let Ground::Optimal { wins } = advice.ground {
            writeln!(out, "optimal play wins {wins} of them")?;
        }
        let row = |step: &Step| {
            let (exact, value) = match &step.value {
                Value::Exact(value) => (fraction(value), decimal_of(value)),
                Value::Bits(bits) => ("bits".to_owned(), bits_of(bits)),
            };
            vec![step.filter.letter().to_string(), exact, value, few(topology, &step.kept)]
        };
        if !advice.steps.is_empty() {
            let head = ["filter", "best", "value", "kept"];
            table(&head, advice.steps.iter().map(row).collect(), out)?;
        } else if advice.best.len() > 1 {
            writeln!(out, "as good as each other: {}", few(topology, &advice.best))?;
        }
        if explain { quantities(topology, advice, out) } else { Ok(()) }
    }

    pub(super) fn next_json<M: SerializeMap>(&self, by: &Strategy, map: &mut M) -> Result<(), M::Error> {
        let topology = self.board.topology();
        let advice = self.advice.known();
        let place = |cell| Place(topology, cell);
        // Where no placement is legal, nothing is there to be opened.
        let impossible = matches!(self.advice, Finding::Impossible);
        let candidates = advice.map(|advice| &advice.candidates[..]).or(impossible.then_some(&[]));
        let best = advice.map(|advice| &advice.best[..]).or(impossible.then_some(&[]));
        let steps = advice.map(|advice| &advice.steps[..]).or(impossible.then_some(&[]));
        let count = advice.map(|advice| advice.placements.to_string());
        map.serialize_entry("cell", &advice.and_then(Advice::cell).map(place))?;
        map.serialize_entry("candidates", &candidates.map(|all| Rows(all, |one| row_of(topology, one))))?;
        map.serialize_entry("strategy", &by.to_string())?;
        map.serialize_entry("ground", &advice.map(|advice| name(advice.ground)))?;
        map.serialize_entry("best", &best.map(|best| self.list(best)))?;
        let step = |step| StepRow::of(topology, step);
        map.serialize_entry("steps", &steps.map(|steps| Rows(steps, step)))?;
        map.serialize_entry("count", &count.or(impossible.then(|| "0".to_owned())))?;
        let wins = advice.and_then(|advice| match advice.ground {
            Ground::Optimal { wins } => Some(wins.to_string()),
            _ => None,
        });
        map.serialize_entry("wins", &wins)
    }
}

fn name(ground: Ground) -> &'static str {
    match ground {
        Ground::Won => "won",
        Ground::Safe => "safe",
        Ground::Surrender => "surrender",
        Ground::Any => "any",
        Ground::Filters => "filters",
        Ground::Optimal { .. } => "optimal",
    }
}

fn reason(advice: &Advice) -> &'static str {
    match advice.ground {
        Ground::Won => "all covered cells are mined",
        Ground::Safe => "it is surely free",
        Ground::Surrender => "nothing is sure, and T gives up",
        Ground::Any => "any cell will do for this strategy",
        Ground::Filters => "it passes the filters, nothing is sure",
        Ground::Optimal { .. } => "optimal play does, nothing is sure",
    }
}

/// The first cells, and how many there are if these are not all.
fn few(topology: &Topology, all: &[CellId]) -> String {
    if all.len() <= MOST_LISTED {
        return cells(topology, all);
    }
    format!("{} … ({} cells)", cells(topology, &all[..MOST_LISTED]), all.len())
}

/// Six places; above 1 there is nothing that a sure value could be taken for.
fn decimal_of(value: &Fraction) -> String {
    if value.numerator() > value.denominator() { format!("{:.6}", value.to_f64()) } else { decimal(value) }
}

/// Bits are never sure of anything.
fn bits_of(value: &Fraction) -> String {
    format!("{:.6}", value.to_f64())
}

/// A table of all quantities.
fn quantities(topology: &Topology, advice: &Advice, out: &mut dyn Write) -> io::Result<()> {
    let exact = |value: Option<Fraction>| match value {
        None => "-".to_owned(),
        Some(value) if value.denominator() == &1u32.into() => value.numerator().to_string(),
        Some(value) => Some(value.to_string())
            .filter(|whole| whole.len() <= MOST_LETTERS && !is_long(whole))
            .unwrap_or_else(|| format!("~{}", decimal_of(&value))),
    };
    let bits = |value: Option<Fraction>| value.map_or("-".to_owned(), |value| bits_of(&value));
    let row = |one: &Candidate| {
        let mut row = vec![cell(topology, one.cell), exact(Some(one.mine.clone()))];
        for reading in [Reading::All, Reading::IfFree] {
            let get =
                |of: fn(&Quantities, Reading) -> Option<Fraction>| of(one.quantities.as_deref()?, reading);
            row.extend([Quantities::s, Quantities::e, Quantities::u].map(|of| exact(get(of))));
            row.push(bits(get(Quantities::q)));
        }
        row
    };
    let head = ["cell", "p", "s", "e", "u", "q", "s|free", "e|free", "u|free", "q|free"];
    table(&head, advice.candidates.iter().map(row).collect(), out)
}

#[derive(Serialize)]
struct StepRow<L> {
    filter: char,
    value: Option<String>,
    decimal: f64,
    kept: L,
}

impl StepRow<()> {
    fn of<'a>(topology: &'a Topology, step: &'a Step) -> StepRow<impl Serialize + 'a> {
        let (exact, value) = match &step.value {
            Value::Exact(value) => (Some(value.to_string()), value),
            Value::Bits(value) => (None, value),
        };
        let kept = Rows(&step.kept, |&cell| Place(topology, cell));
        StepRow { filter: step.filter.letter(), value: exact, decimal: value.to_f64(), kept }
    }
}

#[derive(Serialize)]
struct CandidateRow<'a> {
    cell: Place<'a>,
    mine: String,
    value: f64,
    #[serde(flatten)]
    found: Option<FoundRow>,
}

#[derive(Serialize)]
struct FoundRow {
    #[serde(flatten)]
    all: Option<QuantityRow>,
    if_free: Option<QuantityRow>,
    numbers: Vec<NumberRow>,
}

/// s, e, u and q in one reading.
#[derive(Serialize)]
struct QuantityRow {
    s: String,
    e: String,
    u: String,
    q: f64,
}

#[derive(Serialize)]
struct NumberRow {
    number: u32,
    count: String,
    safe: usize,
    survivors: String,
}

fn row_of<'a>(topology: &'a Topology, one: &Candidate) -> CandidateRow<'a> {
    let number = |shown: &Shown| NumberRow {
        number: shown.number,
        count: shown.count.to_string(),
        safe: shown.safe,
        survivors: shown.survivors.to_string(),
    };
    let found = one.quantities.as_deref().map(|found| FoundRow {
        all: in_reading(found, Reading::All),
        if_free: in_reading(found, Reading::IfFree),
        numbers: found.shown.iter().map(number).collect(),
    });
    let (mine, value) = (one.mine.to_string(), one.mine.to_f64());
    CandidateRow { cell: Place(topology, one.cell), mine, value, found }
}

/// `None` if the cell cannot be free and the reading asks for it.
fn in_reading(found: &Quantities, reading: Reading) -> Option<QuantityRow> {
    Some(QuantityRow {
        s: found.s(reading)?.to_string(),
        e: found.e(reading)?.to_string(),
        u: found.u(reading)?.to_string(),
        q: found.q(reading)?.to_f64(),
    })
}
