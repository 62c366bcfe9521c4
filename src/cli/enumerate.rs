//! Placements for people: each is written as it is found, so that a long list can be piped.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::ask::Inquiry;
use crate::report::{Question, text};

/// No reader waits longer than this for a placement that is found.
const FLUSH: Duration = Duration::from_millis(100);

/// Writes the placements of a consistent board, at most as many as were asked for.
pub fn stream(inquiry: &mut Inquiry, out: &mut dyn Write) -> io::Result<()> {
    let limit = match inquiry.findings.question {
        Question::Enumerate { limit } => limit,
        _ => None,
    };
    let start = inquiry.findings.clone();
    writeln!(out, "{}: {}", start.name, text::opening(&start))?;
    if start.consistent != Some(true) {
        return Ok(());
    }
    let mut written = 0u64;
    let mut more = false;
    let mut failed = Ok(());
    let mut flushed = Instant::now();
    let answer = inquiry.ask("enumerating placements", |analysis| {
        analysis.for_each_placement(&mut |mines| {
            if limit.is_some_and(|limit| written >= limit) {
                more = true;
                return false;
            }
            written += 1;
            failed = text::write_placement(&start, mines, out);
            if failed.is_ok() && flushed.elapsed() >= FLUSH {
                failed = out.flush();
                flushed = Instant::now();
            }
            failed.is_ok()
        })
    });
    failed?;
    let noun = if written == 1 { "placement" } else { "placements" };
    match inquiry.findings.stopped.filter(|_| answer.is_none()) {
        Some(reason) => writeln!(out, "stopped after {written} {noun}: {reason}"),
        None if more => writeln!(out, "{written} {noun}; there are more"),
        None => writeln!(out, "all {written} {noun}"),
    }
}
