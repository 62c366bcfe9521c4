//! Graph text: `p minesweeper V E`, edges and labels, in the manner of DIMACS.
//!
//! # Cost
//! Linear in the file and in the number of vertices it declares; both are leased before anything
//! is allocated, so that a short file cannot ask for a lot of memory.

use super::edges::{Edges, MOST_EDGES, bytes_of_vertices, vertex_count};
use super::error::{Fault, Pace, WriteError, digits, lease, shown};
use super::grid::topology_name;
use super::lines::{Mines, Piece, Words, line_number, lines};
use crate::board::{Board, Label, Topology, counted};
use crate::budget::{Budget, Lease};
use std::io::Write;

/// The form of the first line, for messages.
const PROBLEM: &str = "`p minesweeper VERTICES EDGES`";

/// The shortest edge line is `e 1 2` and its end.
const EDGE_BYTES: usize = 6;

/// Reads graph text.
pub(super) fn read(text: &[u8], budget: &Budget) -> Result<Board, Fault> {
    // An edge is held once as a pair and once, at both ends, in the graph.
    let _lease = lease(budget, (text.len() / EDGE_BYTES * 16) as u64, 0, "the graph")?;
    let mut reader: Option<Reader> = None;
    let mut pace = Pace::new(budget);
    for line in lines(text) {
        pace.at(line.at)?;
        let mut words = line.words();
        let Some(keyword) = words.next() else { continue };
        match (keyword.bytes, &mut reader) {
            (b"c" | [b'#', ..], _) => {}
            (b"p", None) => reader = Some(Reader::new(words, text.len(), budget)?),
            (b"p", Some(_)) => {
                return Err(Fault::new(keyword.at, "a second `p` line; keep one of them"));
            }
            (_, None) => {
                let what = shown(keyword.bytes);
                return Err(Fault::new(
                    keyword.at,
                    format!("{what} before the `p` line; begin with {PROBLEM}"),
                ));
            }
            (b"e", Some(reader)) => reader.read_edge(keyword, words)?,
            (b"l", Some(reader)) => reader.read_label(words)?,
            (b"mines", Some(reader)) => reader.mines.read(keyword, words)?,
            (other, Some(_)) => {
                let what = shown(other);
                return Err(Fault::new(
                    keyword.at,
                    format!("{what} does not begin a line of a graph; write c, e, l or mines"),
                ));
            }
        }
    }
    match reader {
        Some(reader) => reader.finish(text),
        None => Err(Fault::new(text.len(), format!("there is no `p` line; begin with {PROBLEM}"))),
    }
}

struct Reader {
    edges: Edges,
    /// How many edges the `p` line says there are, and where it says so.
    promised: (u64, usize),
    labels: Vec<Label>,
    /// Which vertices have been given theirs.
    labelled: Vec<bool>,
    mines: Mines,
    _lease: Lease,
}

impl Reader {
    fn new(mut words: Words<'_>, text_len: usize, budget: &Budget) -> Result<Self, Fault> {
        let kind = words.need(|| format!("the problem line is cut short; write {PROBLEM}"))?;
        if kind.bytes != b"minesweeper" {
            let what = shown(kind.bytes);
            return Err(Fault::new(kind.at, format!("{what} is not 'minesweeper'; write {PROBLEM}")));
        }
        let (vertices, word) = whole(&mut words, "number of vertices")?;
        let at = word.at;
        let vertices = vertex_count(vertices, word.bytes).map_err(|message| Fault::new(at, message))?;
        let (promised, word) = whole(&mut words, "number of edges")?;
        if promised > MOST_EDGES {
            let what = format!("{} edges are too many; a graph has at most {MOST_EDGES}", digits(word.bytes));
            return Err(Fault::new(word.at, what));
        }
        let promised = (promised, word.at);
        words.done()?;
        let lease =
            lease(budget, bytes_of_vertices(vertices), at, &format!("a graph of {vertices} vertices"))?;
        Ok(Reader {
            edges: Edges::new(vertices, (promised.0 as usize).min(text_len / EDGE_BYTES)),
            promised,
            labels: vec![Label::Covered; vertices as usize],
            labelled: vec![false; vertices as usize],
            mines: Mines::default(),
            _lease: lease,
        })
    }

    fn read_edge(&mut self, keyword: Piece<'_>, mut words: Words<'_>) -> Result<(), Fault> {
        let promised = self.promised.0;
        if self.edges.len() as u64 == promised {
            return Err(Fault::new(
                keyword.at,
                format!("one edge more than the {promised} of the `p` line; correct its number of edges"),
            ));
        }
        let (a, _) = self.vertex(&mut words)?;
        let (b, at) = self.vertex(&mut words)?;
        words.done()?;
        self.edges.push(a, b).map_err(|message| Fault::new(at, message))
    }

    fn read_label(&mut self, mut words: Words<'_>) -> Result<(), Fault> {
        const RIGHT: &str = "write a number, '?' (covered), '*' (mine) or '_' (free)";
        let (vertex, at) = self.vertex(&mut words)?;
        let word = words.need(|| format!("the label is missing; {RIGHT}"))?;
        let label = match (word.bytes, word.whole()) {
            (b"?", _) => Label::Covered,
            (b"*", _) => Label::Mine,
            (b"_", _) => Label::Free,
            (_, Some(number)) => Label::Number(u32::try_from(number).unwrap_or(u32::MAX)),
            (other, None) => {
                return Err(Fault::new(word.at, format!("{} is not a label; {RIGHT}", shown(other))));
            }
        };
        words.done()?;
        if std::mem::replace(&mut self.labelled[vertex as usize], true) {
            let vertex = vertex + 1;
            return Err(Fault::new(at, format!("a second label for vertex {vertex}; keep one of them")));
        }
        self.labels[vertex as usize] = label;
        Ok(())
    }

    /// The next word as the index of a vertex, and where it stands.
    fn vertex(&self, words: &mut Words<'_>) -> Result<(u32, usize), Fault> {
        let word = words.need(|| format!("a vertex is missing; {}", self.edges.range()))?;
        let vertex = match word.whole() {
            Some(vertex) => self.edges.vertex(vertex).ok_or_else(|| self.edges.no_vertex(word.bytes)),
            None => Err(format!("{} is not a vertex; {}", shown(word.bytes), self.edges.range())),
        };
        vertex.map(|v| (v, word.at)).map_err(|message| Fault::new(word.at, message))
    }

    fn finish(self, text: &[u8]) -> Result<Board, Fault> {
        let (promised, at) = self.promised;
        let edges = self.edges.len() as u64;
        if edges < promised {
            let promised = counted(promised, "edge", "edges");
            let follow = counted(edges, "follows", "follow");
            let what = format!("the `p` line says {promised}, but {follow}; correct the number");
            return Err(Fault::new(at, what));
        }
        let graph = self.edges.finish().map_err(|doubled| {
            let line = line_number(text, edge_line(text, doubled.first));
            let what = format!("this edge was given before, on line {line}; keep one of them");
            Fault::new(edge_line(text, doubled.second), what)
        })?;
        Board::new(Topology::Graph(graph), self.labels, self.mines.total)
            .map_err(|error| Fault::new(at, error.to_string()))
    }
}

/// Where the edge line with this index begins. Only a faulty file is read again for it, so that
/// no other pays for remembering lines.
fn edge_line(text: &[u8], index: usize) -> usize {
    let first_words = lines(text).filter_map(|line| line.words().next());
    first_words.filter(|word| word.bytes == b"e").nth(index).map_or(0, |word| word.at)
}

fn whole<'a>(words: &mut Words<'a>, what: &str) -> Result<(u64, Piece<'a>), Fault> {
    let word = words.need(|| format!("the {what} is missing; write {PROBLEM}"))?;
    let wrong = || Fault::new(word.at, format!("{} is not a {what}; write {PROBLEM}", shown(word.bytes)));
    Ok((word.whole().ok_or_else(wrong)?, word))
}

/// Writes graph text. A grid becomes the graph of its cells; a comment keeps its size.
pub(super) fn write(board: &Board, out: &mut impl Write) -> Result<(), WriteError> {
    let topology = board.topology();
    let degrees = |cell| {
        let mut degree = 0u64;
        topology.for_each_neighbour(cell, |_| degree += 1);
        degree
    };
    let edges = board.cells().map(degrees).sum::<u64>() / 2;
    if let Some((width, height, depth)) = topology.extent() {
        let (name, _) = topology_name(topology);
        writeln!(out, "c {name} grid, {width} x {height} x {depth}")?;
        writeln!(out, "c cell x,y,z is vertex (z * {height} + y) * {width} + x + 1")?;
    }
    writeln!(out, "p minesweeper {} {edges}", board.len())?;
    if let Some(mines) = board.mines() {
        writeln!(out, "mines {mines}")?;
    }
    for cell in board.cells() {
        let mut written = Ok(());
        topology.for_each_neighbour(cell, |other| {
            if cell < other && written.is_ok() {
                written = writeln!(out, "e {} {}", cell.0 + 1, other.0 + 1);
            }
        });
        written?;
    }
    for (cell, label) in board.cells().zip(board.labels()) {
        let vertex = cell.0 + 1;
        match label {
            Label::Covered => {}
            Label::Number(number) => writeln!(out, "l {vertex} {number}")?,
            Label::Mine => writeln!(out, "l {vertex} *")?,
            Label::Free => writeln!(out, "l {vertex} _")?,
        }
    }
    Ok(())
}
