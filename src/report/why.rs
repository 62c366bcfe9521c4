//! Reasons in words: which numbers, and whether fewer would do.

use std::io::{self, Write};

use super::notation::{Percent, cells};
use super::picture::{self, Screen};
use super::{Finding, Findings, Question};
use crate::analysis::Why;
use crate::board::counted;

impl Findings<'_> {
    /// Why a cell is sure, or why there is no placement, and where the reasons are.
    pub(super) fn why_text(&self, screen: Screen, out: &mut dyn Write) -> io::Result<()> {
        let verdict = match self.question {
            Question::Safe { cell: Some(cell), .. } => self.verdict(cell).map(|verdict| (cell, verdict)),
            _ => None,
        };
        let why = match &self.why {
            Finding::Impossible if verdict.is_some() => {
                return writeln!(out, "why: no numbers decide it, it can be both");
            }
            Finding::Unknown | Finding::Impossible => return Ok(()),
            Finding::Known(why) => why,
        };
        if why.cells.is_empty() && !why.total {
            return writeln!(out, "why: it is given");
        }
        let extent = if why.smallest { "no fewer suffice" } else { "none can be left out" };
        writeln!(out, "why: {} ({extent})", self.reasons_text(why))?;
        let percent = |verdict| if verdict == "mine" { Percent::Mine } else { Percent::Safe };
        let verdict = verdict.map(|(cell, verdict)| (cell, percent(verdict)));
        let drawn = picture::draw_reasons(self.board, why, verdict, screen);
        out.write_all(drawn.unwrap_or_default().as_bytes())
    }

    /// `2 numbers 1,0 3,0 and the total of 10 mines`
    fn reasons_text(&self, why: &Why) -> String {
        let listed = cells(self.board.topology(), &why.cells);
        let numbers = format!("{} {listed}", counted(why.cells.len(), "number", "numbers"));
        let mines = self.board.mines().filter(|_| why.total);
        let total =
            mines.map(|mines| format!("the total of {mines} {}", if mines == 1 { "mine" } else { "mines" }));
        match total {
            None => numbers,
            Some(total) if why.cells.is_empty() => total,
            Some(total) => format!("{numbers} and {total}"),
        }
    }
}
