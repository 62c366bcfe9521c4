//! What becomes of a board on which two methods disagree.
//!
//! One of them is wrong, and the board is the only way to find out which. It may have come from a
//! pipe, so it is written to a file of its own before anything is lost.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::board::Board;
use crate::formats::{Format, write_board};

/// No more boards than this are kept in a folder.
const MOST: u32 = 1000;

/// Writes the board to a new file in a folder; says so, or why not.
pub fn save(name: &str, board: &Board, folder: &Path) -> String {
    match write(board, folder) {
        Ok(path) => format!(
            "error: {name}: two methods disagree, so one of them is wrong; please report it with the board, \
             which was written to {}",
            path.display()
        ),
        Err(error) => format!(
            "error: {name}: two methods disagree, so one of them is wrong; please report it with the board, \
             which could not be written to a file: {error}"
        ),
    }
}

fn write(board: &Board, folder: &Path) -> io::Result<PathBuf> {
    // JSON holds every kind of board.
    let mut text = Vec::new();
    write_board(board, Format::Json, &mut text).map_err(io::Error::other)?;
    for number in 1..=MOST {
        let path = folder.join(format!("mineproof-disagreement-{number}.json"));
        match File::create_new(&path) {
            Ok(mut file) => return file.write_all(&text).map(|()| path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other(format!("there are {MOST} such files already")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Label, Topology};
    use crate::budget::Budget;
    use crate::formats::read_board;

    #[test]
    fn boards_are_kept_and_none_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let topology = Topology::Box { width: 2, height: 1, depth: 1 };
        let board = Board::new(topology, vec![Label::Covered, Label::Number(1)], Some(1)).unwrap();
        for number in 1..=2 {
            let path = folder.path().join(format!("mineproof-disagreement-{number}.json"));
            let said = save("-", &board, folder.path());
            assert!(said.ends_with(&path.display().to_string()), "{said}");
            let text = std::fs::read(&path).unwrap();
            let again = read_board("-", &text, None, &Budget::unlimited()).unwrap();
            assert_eq!((again.labels(), again.mines()), (board.labels(), board.mines()));
        }
        let nowhere = save("-", &board, &folder.path().join("missing"));
        assert!(nowhere.contains("could not be written"), "{nowhere}");
    }
}
