//! PACE `.gr`: the graph of a board's numbers.
//!
//! # Theory
//! Its vertices are the open numbers that still have a covered neighbour; two touch if they share
//! a covered cell. Tree decompositions of this graph are what counting walks over.
//! # Cost
//! Every covered cell makes a clique of its numbers. Grids have few at a cell; a star may have
//! many, so the pairs are counted before the first edge is written.
//! # References
//! The format is that of the PACE challenge, track treewidth.

use super::error::WriteError;
use super::name::CellName;
use crate::board::{Board, CellId, Label};
use std::io::Write;

/// The most pairs of numbers, counted once for each cell they share.
const PAIR_LIMIT: u64 = 200_000_000;

/// Writes the graph of numbers.
pub(super) fn write(board: &Board, out: &mut impl Write) -> Result<(), WriteError> {
    let numbers = Numbers::new(board)?;
    let mut edges = 0u64;
    numbers.for_each_row(|_, row| {
        edges += row.len() as u64;
        Ok(())
    })?;
    numbers.write_names(out)?;
    writeln!(out, "p tw {} {edges}", numbers.len())?;
    numbers.for_each_row(|vertex, row| {
        for other in row {
            writeln!(out, "{vertex} {other}")?;
        }
        Ok(())
    })
}

/// The numbers of a board as vertices.
pub(super) struct Numbers<'a> {
    board: &'a Board,
    /// The cell of vertex 1, of vertex 2, …
    cells: Vec<CellId>,
    /// The vertex of each cell; 0 if it is none.
    vertices: Vec<u32>,
}

impl<'a> Numbers<'a> {
    /// The numbers, unless too many of them touch.
    pub(super) fn new(board: &'a Board) -> Result<Self, WriteError> {
        let mut numbers = Numbers { board, cells: Vec::new(), vertices: vec![0; board.len()] };
        for cell in board.cells() {
            let mut covered = false;
            if matches!(board.label(cell), Label::Number(_)) {
                numbers.for_each_covered(cell, |_| covered = true);
            }
            if covered {
                numbers.cells.push(cell);
                numbers.vertices[cell.index()] = numbers.cells.len() as u32;
            }
        }
        numbers.check_pairs()?;
        Ok(numbers)
    }

    /// How many vertices there are.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// Writes a comment for each vertex that says which cell it is.
    pub(super) fn write_names(&self, out: &mut impl Write) -> Result<(), WriteError> {
        for (&cell, vertex) in self.cells.iter().zip(1..) {
            writeln!(out, "c {vertex} is {}", CellName(self.board.topology(), cell))?;
        }
        Ok(())
    }

    fn for_each_covered(&self, cell: CellId, mut visit: impl FnMut(CellId)) {
        self.board.topology().for_each_neighbour(cell, |other| {
            if self.board.label(other) == Label::Covered {
                visit(other);
            }
        });
    }

    fn check_pairs(&self) -> Result<(), WriteError> {
        let mut pairs = 0u64;
        for cell in self.board.cells().filter(|&cell| self.board.label(cell) == Label::Covered) {
            let mut numbers = 0u64;
            self.board
                .topology()
                .for_each_neighbour(cell, |other| numbers += u64::from(self.vertices[other.index()] != 0));
            pairs += numbers * numbers.saturating_sub(1) / 2;
            if pairs > PAIR_LIMIT {
                return Err(WriteError::TooManyPairs { most: PAIR_LIMIT });
            }
        }
        Ok(())
    }

    /// Calls `visit` with each vertex and the larger vertices it touches, all ascending.
    pub(super) fn for_each_row(
        &self,
        mut visit: impl FnMut(u32, &[u32]) -> Result<(), WriteError>,
    ) -> Result<(), WriteError> {
        let mut row = Vec::new();
        for &cell in &self.cells {
            let vertex = self.vertices[cell.index()];
            row.clear();
            self.for_each_covered(cell, |covered| {
                self.board.topology().for_each_neighbour(covered, |other| {
                    let other = self.vertices[other.index()];
                    if other > vertex {
                        row.push(other);
                    }
                });
            });
            row.sort_unstable();
            row.dedup();
            visit(vertex, &row)?;
        }
        Ok(())
    }
}
