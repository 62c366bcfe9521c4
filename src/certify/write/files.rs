//! The files of a certificate, byte by byte, as docs/CERTIFICATES.md describes them.

use std::fmt::Write as _;

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::proof::Proof;
use super::search::{Derivation, Literal, Origin};
use super::{CertifyError, Claim, Order};
use crate::board::{Board, CellId, Topology};
use crate::budget::{Answer, Budget};
use crate::certify::Files;
use crate::formats::{Format, read_board, write_board};
use crate::model::Model;

/// The version of the format.
const VERSION: u32 = 1;

/// `manifest.json`.
#[derive(Serialize)]
struct Manifest<'a> {
    format: &'a str,
    version: u32,
    tool: &'a str,
    tool_version: &'a str,
    board: &'a str,
    claim: &'a str,
    consistent: bool,
    safe: Vec<Place>,
    mines: Vec<Place>,
    undecided: Option<usize>,
}

/// A cell as JSON results call it.
#[derive(Serialize)]
#[serde(untagged)]
enum Place {
    Vertex(u64),
    Flat([u32; 2]),
    Deep([u32; 3]),
}

/// All files; `end` is the last step of the proof if there is one.
pub fn write(
    order: &Order<'_>,
    model: &Model,
    proof: &Proof<'_>,
    end: Option<Origin>,
    placements: &[Vec<CellId>],
    budget: &Budget,
) -> Result<Files, CertifyError> {
    let mut files = Files::new();
    let (text, board) = board_text(order.board, budget)?;
    let names = Names(board.topology());
    files.insert("board.txt".to_owned(), text);
    if let Some(end) = end {
        let steps = proof.search.derivation().needed(end);
        let mut used = used_clauses(proof, &steps);
        make_room(proof, &steps, &mut used);
        files.insert("formula.cnf".to_owned(), formula(model, proof, &used, &names, budget)?);
        files.insert("proof.lrat".to_owned(), lrat(proof, &steps, &used, budget)?);
        if order.drat {
            files.insert("proof.drat".to_owned(), drat(proof, &steps, budget)?);
        }
    }
    if !placements.is_empty() {
        files.insert("placements.txt".to_owned(), names.lines(placements, budget)?);
    }
    let (claim, free, mined): (_, &[_], &[_]) = match order.claim {
        Claim::Inconsistent => ("no placement", &[], &[]),
        Claim::Consistent => ("a placement", &[], &[]),
        Claim::Sure { free, mined } => ("sure cells", free, mined),
    };
    let undecided =
        matches!(order.claim, Claim::Sure { .. }).then(|| model.covered.len() - free.len() - mined.len());
    let manifest = Manifest {
        format: "mineproof certificate",
        version: VERSION,
        tool: env!("CARGO_PKG_NAME"),
        tool_version: env!("CARGO_PKG_VERSION"),
        board: order.name,
        claim,
        consistent: !matches!(order.claim, Claim::Inconsistent),
        safe: free.iter().map(|&cell| names.place(cell)).collect(),
        mines: mined.iter().map(|&cell| names.place(cell)).collect(),
        undecided,
    };
    let mut text = serde_json::to_vec(&manifest).map_err(|error| CertifyError::Board(error.to_string()))?;
    text.push(b'\n');
    files.insert("manifest.json".to_owned(), text);
    let mut sums = String::new();
    for (name, bytes) in &files {
        for byte in Sha256::digest(bytes) {
            let _ = write!(sums, "{byte:02x}");
        }
        let _ = writeln!(sums, "  {name}");
    }
    files.insert("SHA256SUMS".to_owned(), sums.into_bytes());
    Ok(files)
}

/// The board in the first format that holds it, and as it is read back: a grid that only fits
/// graph text has become a graph, and its cells are called vertices.
fn board_text(board: &Board, budget: &Budget) -> Result<(Vec<u8>, Board), CertifyError> {
    let mut why = String::new();
    for format in [Format::Board, Format::Json, Format::Graph] {
        let mut text = Vec::new();
        match write_board(board, format, &mut text) {
            Err(error) => why = error.to_string(),
            Ok(()) => match read_board("board.txt", &text, None, budget) {
                Ok(read) if read.labels() == board.labels() && read.mines() == board.mines() => {
                    return Ok((text, read));
                }
                Ok(_) => "it is not read back as it was".clone_into(&mut why),
                Err(error) if error.is_limit() => {
                    budget.check()?;
                    return Err(crate::budget::StopReason::Memory.into());
                }
                Err(error) => why = error.to_string(),
            },
        }
    }
    Err(CertifyError::Board(why))
}

/// A text that grows under the limits.
struct Page<'a> {
    text: String,
    /// How many variables the formula has, and for each definition its place among those that are
    /// needed: they get the next numbers.
    variables: u32,
    defined: Vec<u32>,
    budget: &'a Budget,
    lease: crate::budget::Lease,
    lines: u32,
}

impl<'a> Page<'a> {
    fn new(budget: &'a Budget) -> Answer<Self> {
        let (text, lease) = (String::new(), budget.reserve(0)?);
        Ok(Page { text, variables: 0, defined: Vec::new(), budget, lease, lines: 0 })
    }

    /// A page for the steps of a proof.
    fn of_steps(proof: &Proof<'_>, steps: &[u32], budget: &'a Budget) -> Answer<Self> {
        let mut page = Page::new(budget)?;
        page.variables = proof.formula.variables;
        let definitions = steps.iter().filter_map(|&step| proof.search.derivation().definition(step));
        for (at, _) in definitions.filter(|&(_, place)| place == 0) {
            page.defined.resize(at + 1, page.defined.last().map_or(0, |last| last + 1));
        }
        Ok(page)
    }

    fn dimacs(&self, literal: Literal) -> i64 {
        match Derivation::defined(literal.variable()) {
            None => literal.dimacs(),
            Some(at) => {
                let number = i64::from(self.variables) + 1 + i64::from(self.defined[at]);
                if literal.wanted() { number } else { -number }
            }
        }
    }

    fn end_line(&mut self) -> Answer<()> {
        self.text.push('\n');
        self.lines += 1;
        if self.lines.is_multiple_of(1 << 10) {
            self.budget.check()?;
            self.lease.resize(self.text.capacity() as u64)?;
        }
        Ok(())
    }

    fn literals(&mut self, clause: &[Literal]) {
        for literal in clause {
            let number = self.dimacs(*literal);
            let _ = write!(self.text, "{number} ");
        }
        self.text.push('0');
    }
}

/// The clauses of the formula that some step names, ascending. What contradicts a part of the
/// formula contradicts the whole, so the others need not be written, read or checked.
fn used_clauses(proof: &Proof<'_>, steps: &[u32]) -> Vec<u32> {
    let mut is_used = vec![false; proof.formula.len()];
    for hint in steps.iter().flat_map(|&step| proof.search.derivation().step(step).1) {
        if let Origin::Given(given) = *hint {
            is_used[given as usize] = true;
        }
    }
    (0..is_used.len() as u32).filter(|&given| is_used[given as usize]).collect()
}

/// Repeats the first clause as often as lrat-check needs it. That program takes memory for two
/// numbers a clause and lets it grow by half whenever a clause does not fit, but never twice, so a
/// clause that is longer than half of all before it ends in a crash. It is the checker that most
/// people have.
fn make_room(proof: &Proof<'_>, steps: &[u32], used: &mut Vec<u32>) {
    let long = |used: &[u32]| {
        let clauses = used.iter().map(|&given| proof.formula.clause(given as usize).len());
        let steps = steps.iter().map(|&step| proof.search.derivation().step(step).0.len());
        let (mut room, mut filled) = (2 * used.len(), 0);
        clauses.chain(steps).any(|size| {
            // Each clause ends with two zeros, and only the first is asked for.
            if filled + size + 1 >= room {
                room = room * 3 / 2;
            }
            filled += size + 2;
            filled > room
        })
    };
    while long(used) {
        let (first, more) = (used[0], used.len() / 2 + 1);
        used.splice(0..0, std::iter::repeat_n(first, more));
    }
}

fn formula(
    model: &Model,
    proof: &Proof<'_>,
    used: &[u32],
    names: &Names<'_>,
    budget: &Budget,
) -> Answer<Vec<u8>> {
    let formula = &proof.formula;
    let mut page = Page::new(budget)?;
    page.text.push_str("c formula of a mineproof certificate");
    page.end_line()?;
    for (i, &cell) in model.covered.iter().enumerate() {
        let _ = write!(page.text, "c variable {} is {}", i + 1, names.name(cell));
        page.end_line()?;
    }
    for (i, node) in formula.nodes.iter().enumerate() {
        let (number, [left, right]) = (model.covered.len() + 1 + i, node.children);
        let _ = write!(page.text, "c node {number} = {left} + {right}");
        if node.low <= node.high {
            let _ = write!(page.text, " from {} to {}", node.low, node.high);
        }
        page.end_line()?;
    }
    for root in &formula.roots {
        let _ = write!(page.text, "c root {} counts ", root.node);
        match root.sum {
            Some(sum) => page.text.push_str(&names.name(model.open[sum])),
            None => page.text.push_str("total"),
        }
        page.end_line()?;
    }
    let _ = write!(page.text, "p cnf {} {}", formula.variables, used.len());
    page.end_line()?;
    for &given in used {
        page.literals(formula.clause(given as usize));
        page.end_line()?;
    }
    Ok(page.text.into_bytes())
}

fn lrat(proof: &Proof<'_>, steps: &[u32], used: &[u32], budget: &Budget) -> Answer<Vec<u8>> {
    let first = used.len() + 1;
    let mut given_numbers = vec![0; proof.formula.len()];
    for (i, &given) in used.iter().enumerate() {
        given_numbers[given as usize] = i + 1;
    }
    // Steps that were left out have no number; nobody asks for theirs.
    let mut numbers = vec![0; steps.last().map_or(0, |&last| last as usize + 1)];
    let mut page = Page::of_steps(proof, steps, budget)?;
    for (i, &step) in steps.iter().enumerate() {
        numbers[step as usize] = first + i;
        let (clause, hints) = proof.search.derivation().step(step);
        let _ = write!(page.text, "{} ", first + i);
        page.literals(clause);
        // The hints of a definition are the clauses that it cannot be resolved with.
        let sign = if proof.search.derivation().definition(step).is_some() { "-" } else { "" };
        for hint in hints {
            let number = match *hint {
                Origin::Given(given) => given_numbers[given as usize],
                Origin::Derived(step) => numbers[step as usize],
            };
            let _ = write!(page.text, " {sign}{number}");
        }
        page.text.push_str(" 0");
        page.end_line()?;
    }
    Ok(page.text.into_bytes())
}

fn drat(proof: &Proof<'_>, steps: &[u32], budget: &Budget) -> Answer<Vec<u8>> {
    let mut page = Page::of_steps(proof, steps, budget)?;
    for &step in steps {
        page.literals(proof.search.derivation().step(step).0);
        page.end_line()?;
    }
    Ok(page.text.into_bytes())
}

/// How cells are called.
struct Names<'a>(&'a Topology);

impl Names<'_> {
    fn place(&self, cell: CellId) -> Place {
        match self.0 {
            Topology::Graph(_) => Place::Vertex(u64::from(cell.0) + 1),
            Topology::Box { .. } => {
                let (x, y, z) = self.0.place(cell);
                Place::Deep([x, y, z])
            }
            _ => {
                let (x, y, _) = self.0.place(cell);
                Place::Flat([x, y])
            }
        }
    }

    fn name(&self, cell: CellId) -> String {
        match self.place(cell) {
            Place::Vertex(vertex) => vertex.to_string(),
            Place::Flat([x, y]) => format!("{x},{y}"),
            Place::Deep([x, y, z]) => format!("{x},{y},{z}"),
        }
    }

    fn lines(&self, placements: &[Vec<CellId>], budget: &Budget) -> Answer<Vec<u8>> {
        let mut page = Page::new(budget)?;
        for mines in placements {
            for (i, &mine) in mines.iter().enumerate() {
                if i > 0 {
                    page.text.push(' ');
                }
                page.text.push_str(&self.name(mine));
            }
            if mines.is_empty() {
                page.text.push('-');
            }
            page.end_line()?;
        }
        Ok(page.text.into_bytes())
    }
}
