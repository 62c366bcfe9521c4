//! Games from beginning to end: where the mines are, and what a player did.
//!
//! # Theory
//! Opening a cell shows its number; around a 0 all cells are opened too, but not those that are
//! flagged. A chord is a click on an open number with as many flags around it: it opens all
//! other covered cells around. A game is over when a mine is opened; what is done after that
//! changes nothing.
//! # Cost
//! Every cell is opened at most once, a chord looks at one neighbourhood.

use crate::board::{Board, CellId, Label, Topology};

/// Something that a player did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Opens a cell if it is covered and not flagged.
    Open(CellId),
    /// Opens the cells around a number that has enough flags.
    Chord(CellId),
    /// Flags a covered cell, or takes its flag away.
    Flag(CellId),
}

/// The layout of a game on the usual grid, and all moves.
///
/// ```
/// use mineproof::budget::Budget;
/// use mineproof::formats::{Format, read_recording};
/// let game = read_recording("two.mbf", &[2, 1, 0, 1, 1, 0], None, &Budget::unlimited()).unwrap();
/// assert_eq!((game.first().mines(), game.layout().mines()), (Some(1), Some(1)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    width: u32,
    height: u32,
    mines: Vec<bool>,
    moves: Vec<Move>,
}

impl Recording {
    /// A game of which each cell of `mines` tells whether it is mined, row by row.
    pub(super) fn new(width: u32, height: u32, mines: Vec<bool>, moves: Vec<Move>) -> Self {
        debug_assert_eq!(u64::from(width) * u64::from(height), mines.len() as u64);
        Recording { width, height, mines, moves }
    }

    /// The game before its first move: nothing is open.
    pub fn first(&self) -> Board {
        Playback::of(self).position(false)
    }

    /// The game after its last move.
    pub fn last(&self) -> Board {
        let mut playback = Playback::of(self);
        while playback.opening().is_some() {
            playback.proceed();
        }
        playback.position(false)
    }

    /// Everything: mines, and the number of every other cell.
    pub fn layout(&self) -> Board {
        let playback = Playback::of(self);
        let show = |cell: usize| {
            let cell = CellId(cell as u32);
            if self.mines[cell.index()] { Label::Mine } else { playback.number(cell) }
        };
        playback.board((0..self.mines.len()).map(show).collect())
    }

    /// The same layout with other moves.
    pub(super) fn with_moves(self, moves: Vec<Move>) -> Self {
        Recording { moves, ..self }
    }

    /// Width and height.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// How many moves there are.
    pub fn moves(&self) -> usize {
        self.moves.len()
    }
}

/// A recording that is played move by move.
pub struct Playback<'a> {
    game: &'a Recording,
    topology: Topology,
    labels: Vec<Label>,
    flags: Vec<bool>,
    next: usize,
    over: bool,
}

impl<'a> Playback<'a> {
    /// At the beginning of a game.
    pub fn of(game: &'a Recording) -> Self {
        let cells = game.mines.len();
        Playback {
            game,
            topology: Topology::King { width: game.width, height: game.height },
            labels: vec![Label::Covered; cells],
            flags: vec![false; cells],
            next: 0,
            over: false,
        }
    }

    /// Goes on to the next move that opens something, and says what: the cells that are clicked or
    /// chorded, not those that follow from a 0. `None` at the end of the game.
    pub fn opening(&mut self) -> Option<Vec<CellId>> {
        while !self.over {
            let moved = *self.game.moves.get(self.next)?;
            let opened = self.opened_by(moved);
            if !opened.is_empty() {
                return Some(opened);
            }
            if let Move::Flag(cell) = moved
                && self.labels[cell.index()] == Label::Covered
            {
                self.flags[cell.index()] ^= true;
            }
            self.next += 1;
        }
        None
    }

    /// Makes the move that [`Playback::opening`] told.
    pub fn proceed(&mut self) {
        let Some(opened) = self.opening() else { return };
        self.next += 1;
        let mut stack = opened;
        while let Some(cell) = stack.pop() {
            if self.labels[cell.index()] != Label::Covered {
                continue;
            }
            if self.game.mines[cell.index()] {
                self.labels[cell.index()] = Label::Mine;
                self.over = true;
                continue;
            }
            let number = self.number(cell);
            self.labels[cell.index()] = number;
            if number == Label::Number(0) {
                self.topology.for_each_neighbour(cell, |near| {
                    if !self.flags[near.index()] {
                        stack.push(near);
                    }
                });
            }
        }
    }

    /// How many moves were made or passed over.
    pub fn made(&self) -> usize {
        self.next
    }

    /// Whether a cell is mined, which the player does not see.
    pub fn is_mined(&self, cell: CellId) -> bool {
        self.game.mines[cell.index()]
    }

    /// Whether anything is open.
    pub fn has_begun(&self) -> bool {
        self.labels.iter().any(|&label| label != Label::Covered)
    }

    /// What the player sees, with the total; flags are mines if they are trusted.
    pub fn position(&self, trust_flags: bool) -> Board {
        let seen = |(&label, &flag): (&Label, &bool)| match label {
            Label::Covered if flag && trust_flags => Label::Mine,
            other => other,
        };
        self.board(self.labels.iter().zip(&self.flags).map(seen).collect())
    }

    fn board(&self, labels: Vec<Label>) -> Board {
        let mines = self.game.mines.iter().filter(|&&mined| mined).count() as u64;
        Board::new(self.topology.clone(), labels, Some(mines)).expect("a label for each cell")
    }

    fn number(&self, cell: CellId) -> Label {
        let mut number = 0;
        self.topology.for_each_neighbour(cell, |near| number += u32::from(self.game.mines[near.index()]));
        Label::Number(number)
    }

    /// The covered cells that a move opens by itself, ascending.
    fn opened_by(&self, moved: Move) -> Vec<CellId> {
        let is_shut = |cell: CellId| self.labels[cell.index()] == Label::Covered && !self.flags[cell.index()];
        match moved {
            Move::Open(cell) if is_shut(cell) => vec![cell],
            Move::Chord(cell) => {
                let Label::Number(number) = self.labels[cell.index()] else { return Vec::new() };
                let (mut flags, mut shut) = (0, Vec::new());
                self.topology.for_each_neighbour(cell, |near| {
                    flags += u32::from(self.flags[near.index()]);
                    if is_shut(near) {
                        shut.push(near);
                    }
                });
                if flags == number { shut } else { Vec::new() }
            }
            Move::Open(_) | Move::Flag(_) => Vec::new(),
        }
    }
}

/// The layout that a board tells completely, with all its numbers; else what is missing.
pub(super) fn layout_of(board: &Board) -> Result<Board, String> {
    let Topology::King { width, height } = *board.topology() else {
        return Err("only king grids have layouts here".to_owned());
    };
    let covered = board.labels().iter().filter(|&&label| label == Label::Covered).count();
    if covered > 0 {
        let cells = crate::board::counted(covered, "cell is covered", "cells are covered");
        return Err(format!("it holds a whole layout, and {cells}"));
    }
    let mines: Vec<bool> = board.labels().iter().map(|&label| label == Label::Mine).collect();
    let count = mines.iter().filter(|&&mined| mined).count() as u64;
    if let Some(total) = board.mines().filter(|&total| total != count) {
        return Err(format!("the total is {total}, and {count} cells are mined"));
    }
    let layout = Recording::new(width, height, mines, Vec::new()).layout();
    for cell in board.cells() {
        if let (Label::Number(shown), Label::Number(right)) = (board.label(cell), layout.label(cell))
            && shown != right
        {
            let (x, y, _) = board.topology().place(cell);
            return Err(format!("{x},{y} shows {shown}, and {right} of the cells around it are mined"));
        }
    }
    Ok(layout)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(rows: &[&str], moves: &[Move]) -> Recording {
        let mines = rows.iter().flat_map(|row| row.bytes().map(|byte| byte == b'*')).collect();
        Recording::new(rows[0].len() as u32, rows.len() as u32, mines, moves.to_vec())
    }

    fn text(board: &Board) -> String {
        let mut out = Vec::new();
        crate::formats::write_board(board, crate::formats::Format::Board, &mut out).unwrap();
        String::from_utf8(out).unwrap().lines().skip(1).collect::<Vec<_>>().join("/").replace(' ', "")
    }

    #[test]
    fn zeros_open_what_is_around_them_but_no_flag() {
        let cells: Vec<CellId> = (0..8).map(CellId).collect();
        let open = game(&["0000", "000*"], &[Move::Open(cells[0])]);
        assert_eq!(text(&open.last()), "001?/001?");
        assert_eq!(text(&open.layout()), "0011/001*");
        assert_eq!(text(&open.first()), "????/????");
        let flagged = game(&["0000", "000*"], &[Move::Flag(cells[5]), Move::Open(cells[0])]);
        assert_eq!(text(&flagged.last()), "001?/0?1?");
    }

    #[test]
    fn chords_need_their_flags_and_believe_them() {
        let cells: Vec<CellId> = (0..4).map(CellId).collect();
        let moves =
            [Move::Open(cells[0]), Move::Chord(cells[0]), Move::Flag(cells[1]), Move::Chord(cells[0])];
        assert_eq!(text(&game(&["0*", "00"], &moves[..2]).last()), "1?/??");
        assert_eq!(text(&game(&["0*", "00"], &moves).last()), "1?/11");
        let lost = game(&["00", "0*"], &[&moves[..], &[Move::Open(cells[1])]].concat());
        assert_eq!(text(&lost.last()), "1?/1*", "after a loss nothing changes");
    }

    #[test]
    fn a_flag_keeps_a_cell_shut_until_it_is_taken_away() {
        let cell = CellId(0);
        let moves = [Move::Flag(cell), Move::Open(cell), Move::Flag(cell), Move::Open(cell)];
        assert_eq!(text(&game(&["0*"], &moves[..2]).last()), "??");
        assert_eq!(text(&game(&["0*"], &moves).last()), "1?");
    }
}
