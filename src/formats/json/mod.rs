//! JSON boards: grids as rows of characters, graphs as edges and labels.
//!
//! The shape of the document is checked by serde, whose errors carry their own position. What
//! the fields mean together is checked here, and [`locate`] finds the place to blame.

mod document;
mod locate;

use super::edges::{Edges, bytes_of_vertices, vertex_count};
use super::error::{Fault, Pace, WriteError, digits, lease, shown};
use super::grid::{self, Grid, SHAPES, Shape, flat_shape, topology_name};
use crate::board::{Board, Label, Topology};
use crate::budget::Budget;
use document::Document;
use locate::Step::{Item, Key};
use locate::{Step, locate, skip_value};
use std::io::Write;

/// Bytes of memory for each byte of the file. The costliest are rows of one cell: four bytes
/// become a string with its allocation, twice that while the list grows, and a label.
const BLOW_UP: u64 = 24;

/// Reads a JSON board.
pub(super) fn read(text: &[u8], budget: &Budget) -> Result<Board, Fault> {
    let _lease = lease(budget, BLOW_UP * text.len() as u64, 0, "the board")?;
    if text.trim_ascii_start().first() == Some(&b'[') {
        // serde would take the fields of a board from a list in their order; nobody means that.
        return Err(Fault::new(locate(text, &[]), "a list is not a board; write one object {…}"));
    }
    let document: Document = serde_json::from_slice(text).map_err(|error| syntax_fault(text, &error))?;
    // serde reads in one go; what follows takes about as long again.
    Pace::new(budget).at(text.len())?;
    let reader = Reader { text, budget };
    match (&document.rows, &document.vertices) {
        (Some(_), None) => reader.grid(document),
        (None, Some(_)) => reader.graph(document),
        (Some(_), Some(_)) => {
            Err(reader
                .fault(&[Key("vertices")], "both \"rows\" and \"vertices\"; a board is a grid or a graph"))
        }
        (None, None) => Err(reader.fault(
            &[],
            "neither \"rows\" nor \"vertices\"; give a grid its \"rows\", a graph its \"vertices\"",
        )),
    }
}

/// Turns serde's line and column, which counts bytes, into a place of ours.
fn syntax_fault(text: &[u8], error: &serde_json::Error) -> Fault {
    let before = error.line().saturating_sub(1);
    let start: usize = text.split_inclusive(|&b| b == b'\n').take(before).map(<[u8]>::len).sum();
    let full = error.to_string();
    let message = printable(full.rfind(" at line ").map_or(full.as_str(), |end| &full[..end]));
    let message = if message.starts_with("duplicate field") {
        format!("{message}; keep one of them")
    } else if message == "number out of range" {
        format!("{message}; write a smaller one")
    } else if error.is_data() {
        message.replacen(", expected", "; expected", 1)
    } else {
        format!("{message}; mind JSON's brackets, commas and quotes")
    };
    let at = if error.is_eof() { text.len() } else { start + error.column().saturating_sub(1) };
    Fault::new(at, message)
}

/// serde quotes the file as it is: a field's name may hold line breaks, or be as long as the file.
fn printable(message: &str) -> String {
    const ENDS: usize = 150;
    let count = message.chars().count();
    let mut text = String::new();
    for (i, c) in message.chars().enumerate() {
        match (i, c) {
            (ENDS, _) if count > 2 * ENDS => text.push('…'),
            _ if i > ENDS && i + ENDS < count => {}
            _ if c.is_control() => text.extend(c.escape_debug()),
            _ => text.push(c),
        }
    }
    text
}

struct Reader<'a> {
    text: &'a [u8],
    budget: &'a Budget,
}

impl Reader<'_> {
    fn fault(&self, path: &[Step<'_>], message: impl Into<String>) -> Fault {
        Fault::new(locate(self.text, path), message)
    }

    /// How the file has the value at the end of a path.
    fn written(&self, path: &[Step<'_>]) -> &[u8] {
        let at = locate(self.text, path);
        self.text.get(at..skip_value(self.text, at)).unwrap_or_default()
    }

    /// Fields of the other kind of board are mistakes, not decoration.
    fn refuse(&self, fields: &[(&str, bool)], kind: &str) -> Result<(), Fault> {
        match fields.iter().find(|(_, present)| *present) {
            None => Ok(()),
            Some((name, _)) => {
                Err(self.fault(&[Key(name)], format!("{kind} has no \"{name}\"; leave it out")))
            }
        }
    }

    fn grid(&self, document: Document) -> Result<Board, Fault> {
        let fields = [("edges", document.edges.is_some()), ("labels", document.labels.is_some())];
        self.refuse(&fields, "a grid")?;
        let shape = self.shape(&document)?;
        let rows = document.rows.unwrap_or_default();
        let mut grid = Grid::new(shape, rows.iter().map(String::len).sum());
        for (y, row) in rows.iter().enumerate() {
            grid.push_row(row.as_bytes()).map_err(|(at, message)| {
                let start = locate(self.text, &[Key("rows"), Item(y)]);
                let plain = self.text.get(start + 1..).is_some_and(|rest| rest.starts_with(row.as_bytes()));
                // Behind an escape, bytes of the row and of the file do not run side by side.
                Fault::new(if plain { start + 1 + at } else { start }, message)
            })?;
        }
        let mines = document.mines.map(|mines| mines.0);
        grid.finish(mines).map_err(|message| self.fault(&[Key("rows")], message))
    }

    fn shape(&self, document: &Document) -> Result<Shape, Fault> {
        let name = document.topology.as_deref().unwrap_or("king");
        let depth_path = [Key("depth")];
        match (name, &document.depth) {
            ("box", None) => {
                Err(self.fault(&[Key("topology")], "a box needs \"depth\"; give its number of layers"))
            }
            ("box", Some(depth)) => match u32::try_from(depth.0) {
                Ok(depth) if depth > 0 => Ok(Shape::Box { depth }),
                _ => {
                    let depth = digits(self.written(&depth_path));
                    Err(self.fault(&depth_path, format!("{depth} is not a number of layers; give 1 or more")))
                }
            },
            (name, depth) => {
                let shape = flat_shape(name.as_bytes()).ok_or_else(|| {
                    let what = shown(name.as_bytes());
                    self.fault(&[Key("topology")], format!("{what} is not a topology; write {SHAPES}"))
                })?;
                match depth {
                    None => Ok(shape),
                    Some(_) => Err(self.fault(&depth_path, "only a box has \"depth\"; leave it out")),
                }
            }
        }
    }

    fn graph(&self, document: Document) -> Result<Board, Fault> {
        let fields = [("topology", document.topology.is_some()), ("depth", document.depth.is_some())];
        self.refuse(&fields, "a graph")?;
        let at_vertices = |message: String| self.fault(&[Key("vertices")], message);
        let vertices =
            document.vertices.map_or(Ok(0), |count| vertex_count(count.0, self.written(&[Key("vertices")])));
        let vertices = vertices.map_err(at_vertices)?;
        let at = locate(self.text, &[Key("vertices")]);
        let what = format!("a graph of {vertices} vertices");
        let _lease = lease(self.budget, bytes_of_vertices(vertices), at, &what)?;

        let list = document.edges.unwrap_or_default();
        let mut edges = Edges::new(vertices, list.len());
        for (i, [a, b]) in list.iter().enumerate() {
            let end = |end, vertex: u64| {
                let path = [Key("edges"), Item(i), Item(end)];
                edges.vertex(vertex).ok_or_else(|| self.fault(&path, edges.no_vertex(self.written(&path))))
            };
            let (a, b) = (end(0, a.0)?, end(1, b.0)?);
            edges.push(a, b).map_err(|message| self.fault(&[Key("edges"), Item(i)], message))?;
        }
        let mut labels = vec![Label::Covered; vertices as usize];
        let mut labelled = vec![false; vertices as usize];
        for (i, &(vertex, label)) in document.labels.unwrap_or_default().0.iter().enumerate() {
            let path = [Key("labels"), Item(i)];
            let at_label = |message: String| self.fault(&path, message);
            let missing = || at_label(edges.no_vertex(self.written(&path)));
            let index = edges.vertex(vertex).ok_or_else(missing)? as usize;
            if std::mem::replace(&mut labelled[index], true) {
                return Err(at_label(format!("a second label for vertex {vertex}; keep one of them")));
            }
            labels[index] = label;
        }
        let graph = edges.finish().map_err(|doubled| {
            let what =
                format!("this edge was given before, as number {}; keep one of them", doubled.first + 1);
            self.fault(&[Key("edges"), Item(doubled.second)], what)
        })?;
        let mines = document.mines.map(|mines| mines.0);
        Board::new(Topology::Graph(graph), labels, mines).map_err(|error| at_vertices(error.to_string()))
    }
}

/// Writes a JSON board: one line for each row or edge, so that boards can be compared by line.
pub(super) fn write(board: &Board, out: &mut impl Write) -> Result<(), WriteError> {
    match board.topology() {
        Topology::Graph(graph) => {
            write!(out, "{{\"vertices\":{}", graph.len())?;
            write_mines(board, out)?;
            write!(out, ",\"edges\":[")?;
            for (i, (a, b)) in graph.edges().enumerate() {
                let comma = if i == 0 { "" } else { "," };
                write!(out, "{comma}\n[{},{}]", a + 1, b + 1)?;
            }
            write_labels(board, out)
        }
        topology => {
            let width = grid::writable_width(board)?;
            write!(out, "{{\"topology\":\"{}\"", topology_name(topology).0)?;
            if let Topology::Box { depth, .. } = topology {
                write!(out, ",\"depth\":{depth}")?;
            }
            write_mines(board, out)?;
            write!(out, ",\"rows\":[")?;
            let mut line = Vec::new();
            for (row, labels) in board.labels().chunks(width as usize).enumerate() {
                line.extend_from_slice(if row == 0 { b"\n\"" } else { b",\n\"" });
                grid::write_row(labels, b"", &mut line);
                line.push(b'"');
                out.write_all(&line)?;
                line.clear();
            }
            Ok(out.write_all(b"\n]}\n")?)
        }
    }
}

fn write_mines(board: &Board, out: &mut impl Write) -> Result<(), WriteError> {
    match board.mines() {
        None => Ok(()),
        Some(mines) => Ok(write!(out, ",\"mines\":{mines}")?),
    }
}

/// The end of a graph: its labels but for covered cells, and the closing brackets.
fn write_labels(board: &Board, out: &mut impl Write) -> Result<(), WriteError> {
    write!(out, "\n],\"labels\":{{")?;
    let known = board.cells().zip(board.labels()).filter(|(_, label)| **label != Label::Covered);
    for (i, (cell, label)) in known.enumerate() {
        let (comma, vertex) = (if i == 0 { "" } else { "," }, cell.0 + 1);
        match label {
            Label::Number(number) => write!(out, "{comma}\n\"{vertex}\":{number}")?,
            Label::Mine => write!(out, "{comma}\n\"{vertex}\":\"*\"")?,
            Label::Free => write!(out, "{comma}\n\"{vertex}\":\"_\"")?,
            Label::Covered => {}
        }
    }
    Ok(out.write_all(b"\n}}\n")?)
}
