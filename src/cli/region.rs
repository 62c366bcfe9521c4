//! Region files: cells, one a line, `#` comments.

use std::path::Path;

use super::values::CellArg;
use crate::board::{Board, CellId};

/// The cells of a region file, still as typed: what they mean depends on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    file: String,
    cells: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    line: usize,
    column: usize,
    cell: CellArg,
}

impl Region {
    /// Reads a region file.
    pub fn read(path: &Path) -> Result<Self, String> {
        let file = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| format!("{file}: {error}"))?;
        Region::parse(file, &text)
    }

    fn parse(file: String, text: &str) -> Result<Self, String> {
        let mut cells = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let kept = line.split('#').next().unwrap_or_default();
            let typed = kept.trim();
            if typed.is_empty() {
                continue;
            }
            let column = 1 + kept.chars().take_while(|c| c.is_whitespace()).count();
            let line = index + 1;
            let cell = typed.parse().map_err(|error| format!("{file}:{line}:{column}: {error}"))?;
            cells.push(Entry { line, column, cell });
        }
        if cells.is_empty() {
            return Err(format!("{file}:1:1: the region has no cell; write at least one, as X,Y on a line"));
        }
        Ok(Region { file, cells })
    }

    /// The cells of this board that are meant, ascending, each once.
    pub fn on(&self, board: &Board) -> Result<Vec<CellId>, String> {
        let mut found = Vec::with_capacity(self.cells.len());
        for Entry { line, column, cell } in &self.cells {
            let cell = cell.on(board).map_err(|error| format!("{}:{line}:{column}: {error}", self.file))?;
            found.push(cell);
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Label, Topology};

    fn check(text: &str, expected: Result<&[u32], &str>) {
        let board =
            Board::new(Topology::King { width: 2, height: 2 }, vec![Label::Covered; 4], None).unwrap();
        let found = Region::parse("r.txt".to_owned(), text).and_then(|region| region.on(&board));
        let found = found.map(|cells| cells.iter().map(|cell| cell.0).collect::<Vec<_>>());
        assert_eq!(found.as_deref().map_err(String::as_str), expected, "{text:?}");
    }

    #[test]
    fn regions_are_sets_of_cells() {
        check("1,1\n0,0 # corner\n\n# all\r\n1,1\r\n", Ok(&[0, 3]));
        check("0,0\n  5,0\n", Err("r.txt:2:3: there is no cell 5,0; write X,Y up to 1,1"));
        check("# none\n", Err("r.txt:1:1: the region has no cell; write at least one, as X,Y on a line"));
        let odd = "r.txt:1:2: 'a' is not a cell; write X,Y (columns from 0 at the left, rows from 0 at the \
                   top), X,Y,Z in a box, or a vertex number on a graph";
        check(" a", Err(odd));
    }
}
