//! Results for people. The first line says the most; details follow.

use std::io::{self, Write};

use super::notation::{self, abbreviated, cell, cells, fraction, is_long};
use super::picture::{self, Screen};
use super::{Finding, Findings, Question};
use crate::algebra::Fraction;
use crate::analysis::{Opinion, QUESTIONS};
use crate::board::{CellId, Label, counted};

/// Longer tables by mines are left to `count --by-mines`.
const MOST_ROWS: usize = 40;

/// Writes the findings for a person at `screen`.
pub fn write(findings: &Findings, screen: Screen, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{}: {}", findings.name, opening(findings))?;
    match &findings.question {
        Question::Check { .. } => findings.check_text(out),
        Question::Safe { cell, explain, .. } => {
            findings.safe_text(*cell, out)?;
            if *explain { findings.components_text(out) } else { Ok(()) }
        }
        Question::Count { by_mines } => findings.count_text(*by_mines, out),
        Question::Prob { numbers } => findings.prob_text(numbers, screen, out),
        Question::Bounds { region } => findings.bounds_text(region.as_deref(), out),
        Question::Enumerate { .. } => findings.enumerate_text(out),
        Question::Analyze => findings.analyze_text(screen, out),
        Question::Next { explain, .. } => findings.next_text(*explain, out),
    }?;
    if findings.question.wants_reasons() {
        findings.why_text(screen, out)?;
    }
    match &findings.certificate {
        Some(Some(folder)) => writeln!(out, "certificate: {folder}"),
        _ => Ok(()),
    }
}

/// One placement of `enumerate`, which writes them as they come.
pub fn write_placement(findings: &Findings, mines: &[CellId], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", cells(findings.board.topology(), mines))
}

/// One cell of `safe --stream`, written as it becomes known.
pub fn write_verdict(findings: &Findings, of: CellId, verdict: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{} {verdict}", cell(findings.board.topology(), of))
}

/// What is known of the board as a whole.
pub fn opening(findings: &Findings) -> String {
    let known = match findings.consistent {
        Some(true) => "consistent",
        Some(false) => "inconsistent: no placement of mines is legal",
        None => "",
    };
    match findings.stopped {
        None => known.to_owned(),
        Some(reason) if known.is_empty() => format!("stopped: {reason}"),
        Some(reason) => format!("{known}; stopped: {reason}"),
    }
}

impl Findings<'_> {
    fn check_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out)?;
        if let Some(mines) = self.witness.known() {
            writeln!(out, "mines of one placement: {}", cells(self.board.topology(), mines))?;
        }
        Ok(())
    }

    fn safe_text(&self, asked: Option<CellId>, out: &mut dyn Write) -> io::Result<()> {
        let Some(sure) = self.sure.known() else { return writeln!(out) };
        let topology = self.board.topology();
        if let Some((asked, verdict)) = asked.and_then(|asked| Some((asked, self.verdict(asked)?))) {
            let verdict = if verdict == "mine" { "a mine" } else { verdict };
            let known = if self.board.label(asked) == Label::Covered { "" } else { " (not covered)" };
            return writeln!(out, ", {} is {verdict}{known}", cell(topology, asked));
        }
        let (free, mined) = (sure.free.len(), sure.mined.len());
        writeln!(out, ", {free} safe, {}, {} undecided", counted(mined, "mine", "mines"), sure.undecided)?;
        writeln!(out, "safe: {}", cells(topology, &sure.free))?;
        writeln!(out, "mines: {}", cells(topology, &sure.mined))
    }

    fn count_text(&self, by_mines: bool, out: &mut dyn Write) -> io::Result<()> {
        match self.count.as_deref() {
            Some(count) if is_long(count) => {
                writeln!(out, ", placements ({} digits):\n{count}", count.len())?;
            }
            Some(count) if self.consistent == Some(true) => writeln!(out, ", placements: {count}")?,
            _ => writeln!(out)?,
        }
        if by_mines && let Some(rows) = self.by_mines.as_deref().filter(|rows| !rows.is_empty()) {
            let rows = rows.iter().map(|(k, count)| vec![k.to_string(), count.to_string()]);
            table(&["mines", "placements"], rows.collect(), out)?;
        }
        Ok(())
    }

    fn prob_text(&self, numbers: &[CellId], screen: Screen, out: &mut dyn Write) -> io::Result<()> {
        match self.count.as_ref().filter(|_| self.consistent == Some(true)) {
            Some(count) => writeln!(out, ", placements: {}", abbreviated(count))?,
            None => writeln!(out)?,
        }
        if let Some(found) = self.probabilities.known() {
            if self.board.topology().extent().is_none() {
                self.vertices(out)?;
            } else {
                self.picture(screen, out)?;
                self.by_probability(&found.cells, out)?;
            }
        }
        for (&asked, shown) in numbers.iter().zip(&self.numbers) {
            let asked = cell(self.board.topology(), asked);
            match shown {
                Finding::Unknown => {}
                Finding::Impossible if self.consistent == Some(false) => {}
                Finding::Impossible => writeln!(out, "{asked} cannot be free")?,
                Finding::Known(rows) => {
                    writeln!(out, "{asked}, if it is free, shows")?;
                    let row = |(n, p): &(u32, Fraction)| vec![n.to_string(), fraction(p), decimal(p)];
                    table(&["number", "probability", "value"], rows.iter().map(row).collect(), out)?;
                }
            }
        }
        Ok(())
    }

    fn bounds_text(&self, region: Option<&[CellId]>, out: &mut dyn Write) -> io::Result<()> {
        let Some(&bounds) = self.bounds.known() else { return writeln!(out) };
        write!(out, ", {}", span(bounds))?;
        match region {
            Some(region) => writeln!(out, " in the region of {}", counted(region.len(), "cell", "cells")),
            None => writeln!(out),
        }
    }

    fn enumerate_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out)?;
        let Some(found) = &self.placements else { return Ok(()) };
        found.placements.iter().try_for_each(|mines| write_placement(self, mines, out))
    }

    fn analyze_text(&self, screen: Screen, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out)?;
        if let Some(count) = self.count.as_ref().filter(|_| self.consistent == Some(true)) {
            writeln!(out, "placements: {}", abbreviated(count))?;
        }
        if let Some(&bounds) = self.bounds.known() {
            writeln!(out, "mines in all: {}", span(bounds))?;
        }
        let topology = self.board.topology();
        if let Some(sure) = self.sure.known() {
            writeln!(out, "safe: {}", cells(topology, &sure.free))?;
            writeln!(out, "mines: {}", cells(topology, &sure.mined))?;
            writeln!(out, "undecided: {}", counted(sure.undecided, "cell", "cells"))?;
        }
        if topology.extent().is_none() {
            self.vertices(out)?;
        } else if self.consistent == Some(true) {
            self.picture(screen, out)?;
        }
        match self.by_mines.as_deref() {
            None | Some([] | [_]) => {}
            Some(rows) if rows.len() > MOST_ROWS => {
                writeln!(out, "(table by mines: {} rows, see count --by-mines)", rows.len())?;
            }
            Some(rows) => {
                let row = |(k, n): &(u64, _)| vec![k.to_string(), abbreviated(&ToString::to_string(n))];
                table(&["mines", "placements"], rows.iter().map(row).collect(), out)?;
            }
        }
        self.components_text(out)?;
        self.opinions_text(out)
    }

    fn components_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(components) = self.components.as_deref().filter(|all| !all.is_empty()) else {
            return Ok(());
        };
        let head = ["component", "cells", "numbers", "boxes", "engine", "width", "table", "why"];
        let rows = components.iter().enumerate().map(|(i, c)| {
            let sizes = [i + 1, c.cells, c.numbers, c.boxes].map(|n| n.to_string());
            let method =
                [c.engine.to_owned(), c.width.to_string(), c.largest_table.to_string(), c.why.clone()];
            sizes.into_iter().chain(method).collect()
        });
        table(&head, rows.collect(), out)
    }

    /// A row for each engine that was asked, if all were.
    fn opinions_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(opinions) = &self.opinions else { return Ok(()) };
        let head: Vec<&str> = std::iter::once("engine").chain(QUESTIONS).collect();
        let row = |opinion: &Opinion| {
            let words = opinion.answers.iter().map(|&comparison| notation::comparison(comparison));
            std::iter::once(opinion.engine.to_owned()).chain(words).collect()
        };
        table(&head, opinions.iter().map(row).collect(), out)
    }

    fn picture(&self, screen: Screen, out: &mut dyn Write) -> io::Result<()> {
        let drawn = picture::draw(self.board, self.probabilities.known(), self.sure.known(), screen);
        out.write_all(drawn.unwrap_or_default().as_bytes())
    }

    /// The exact values under the rounded picture: cells with the same probability share a line.
    fn by_probability(&self, found: &[(CellId, Fraction)], out: &mut dyn Write) -> io::Result<()> {
        let mut order: Vec<(f64, &Fraction, CellId)> =
            found.iter().map(|(cell, p)| (p.to_f64(), p, *cell)).collect();
        // Doubles first: comparing fractions of thousands of digits is slow, and rarely needed.
        order.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(b.1)).then(a.2.cmp(&b.2)));
        let rows = order.chunk_by(|a, b| a.1 == b.1).map(|same| {
            let members: Vec<CellId> = same.iter().map(|entry| entry.2).collect();
            vec![fraction(same[0].1), decimal(same[0].1), cells(self.board.topology(), &members)]
        });
        table(&["probability", "value", "cells"], rows.collect(), out)
    }

    /// What takes the place of the picture on a graph: a line for each covered vertex.
    fn vertices(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(found) = self.probabilities.known() else { return Ok(()) };
        let row =
            |(v, p): &(CellId, Fraction)| vec![cell(self.board.topology(), *v), fraction(p), decimal(p)];
        table(&["vertex", "probability", "value"], found.cells.iter().map(row).collect(), out)
    }
}

fn span((fewest, most): (u64, u64)) -> String {
    let mines = counted(most, "mine", "mines");
    if fewest == most { format!("exactly {mines}") } else { format!("{fewest} to {mines}") }
}

/// Six places of a probability; a value that would round to a sure one says on which side it is.
pub(super) fn decimal(p: &Fraction) -> String {
    let shown = format!("{:.6}", p.to_f64());
    match shown.as_str() {
        "0.000000" if !p.is_zero() => "<0.000001".to_owned(),
        "1.000000" if !p.is_one() => ">0.999999".to_owned(),
        _ => shown,
    }
}

/// Columns as wide as their widest entry; the last is left ragged.
pub(super) fn table(head: &[&str], rows: Vec<Vec<String>>, out: &mut dyn Write) -> io::Result<()> {
    let head: Vec<String> = head.iter().map(|&name| name.to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
    let columns = rows[0].len();
    let widths: Vec<usize> =
        (0..columns).map(|i| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or(0)).collect();
    for row in &rows {
        let (last, others) = row.split_last().expect("a table has columns");
        for (entry, width) in others.iter().zip(&widths) {
            write!(out, "{entry:<width$}  ")?;
        }
        writeln!(out, "{last}")?;
    }
    Ok(())
}
