//! `safe --stream`: each cell is written as soon as it is known.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::ask::Inquiry;
use crate::analysis::Verdict;
use crate::report::{json, text};

/// No reader waits longer than this for a cell that is known.
const FLUSH: Duration = Duration::from_millis(50);

/// Finds the sure cells of a consistent board and writes each cell when it is known.
pub fn run(inquiry: &mut Inquiry, as_json: bool, out: &mut dyn Write) -> io::Result<()> {
    if inquiry.findings.consistent != Some(true) {
        return Ok(());
    }
    let start = inquiry.findings.clone();
    let mut failed = Ok(());
    let mut flushed = Instant::now();
    inquiry.sure_cells_telling(&mut |cells, verdict| {
        let verdict = match verdict {
            Verdict::Free => "safe",
            Verdict::Mined => "mine",
            Verdict::Undecided => "undecided",
        };
        for &cell in cells {
            if failed.is_ok() {
                failed = if as_json {
                    json::write_verdict(&start, cell, verdict, out)
                } else {
                    text::write_verdict(&start, cell, verdict, out)
                };
            }
        }
        if failed.is_ok() && flushed.elapsed() >= FLUSH {
            failed = out.flush();
            flushed = Instant::now();
        }
    });
    failed
}
