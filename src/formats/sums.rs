//! A board as sums over variables, for files of other solvers.
//!
//! # Theory
//! Covered cells are the variables 1, 2, … in the order of cells. A number asks its covered
//! neighbours for what its known mines leave to be found; the total asks all covered cells.

use super::name::CellName;
use crate::board::{Board, CellId, Label};
use std::io::{self, Write};

/// The variables of a board; sums are made one at a time, as a large board has many.
pub(super) struct Sums<'a> {
    board: &'a Board,
    /// The variable of each cell; 0 if it is not covered.
    variables: Vec<u32>,
    count: usize,
}

/// Variables that sum to a number.
pub(super) struct Sum<'a> {
    /// The number's cell; `None` for the total of the board.
    pub(super) cell: Option<CellId>,
    pub(super) variables: &'a [u32],
    /// How many of them are mined; `None` if the sum cannot be met: below 0, or above their number.
    pub(super) rest: Option<usize>,
}

impl<'a> Sums<'a> {
    pub(super) fn new(board: &'a Board) -> Self {
        let mut count = 0;
        let mut number = |label: &Label| {
            let covered = *label == Label::Covered;
            count += u32::from(covered);
            if covered { count } else { 0 }
        };
        let variables = board.labels().iter().map(&mut number).collect();
        Sums { board, variables, count: count as usize }
    }

    /// How many variables there are.
    pub(super) fn variable_count(&self) -> usize {
        self.count
    }

    /// Calls `visit` with the sum of each number in the order of cells, then with the total's.
    pub(super) fn try_for_each<E>(&self, mut visit: impl FnMut(Sum<'_>) -> Result<(), E>) -> Result<(), E> {
        let mut variables = Vec::new();
        for cell in self.board.cells() {
            let Label::Number(number) = self.board.label(cell) else { continue };
            variables.clear();
            let mut known = 0u64;
            self.board.topology().for_each_neighbour(cell, |other| match self.board.label(other) {
                Label::Covered => variables.push(self.variables[other.index()]),
                Label::Mine => known += 1,
                Label::Free | Label::Number(_) => {}
            });
            let rest = rest(u64::from(number), known, variables.len());
            visit(Sum { cell: Some(cell), variables: &variables, rest })?;
        }
        if let Some(mines) = self.board.mines() {
            let known = self.board.labels().iter().filter(|&&label| label == Label::Mine).count() as u64;
            let all: Vec<u32> = (1..=self.count as u32).collect();
            visit(Sum { cell: None, variables: &all, rest: rest(mines, known, self.count) })?;
        }
        Ok(())
    }

    /// Writes one line for each variable that says which cell it is: `begin` comes before the
    /// variable.
    pub(super) fn write_names(&self, begin: &str, out: &mut impl Write) -> io::Result<()> {
        for cell in self.board.cells() {
            let variable = self.variables[cell.index()];
            if variable != 0 {
                writeln!(out, "{begin}{variable} is {}", CellName(self.board.topology(), cell))?;
            }
        }
        Ok(())
    }
}

fn rest(number: u64, known: u64, variables: usize) -> Option<usize> {
    number.checked_sub(known).and_then(|rest| usize::try_from(rest).ok()).filter(|&rest| rest <= variables)
}
