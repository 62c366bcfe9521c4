//! What came of a run, on standard error.

use std::io::{self, Write};
use std::time::Duration;

use serde_json::json;

use crate::batch::{Skipped, Tally, seconds};
use crate::board::counted;
use crate::cli::complain;

/// Writes a table for people.
pub fn write(tally: &Tally, ran: Option<&Ran>) {
    complain(&text(tally, ran));
}

/// What this run itself did; rows may be of earlier ones.
pub struct Ran {
    /// Files of folders that were not taken.
    pub skipped: Skipped,
    /// Those of them that this program has written.
    pub own: Skipped,
    /// New rows.
    pub rows: u64,
    /// How long it took.
    pub time: Duration,
}

fn text(tally: &Tally, ran: Option<&Ran>) -> String {
    let mut lines = vec![format!("{:<14}{:>10}", "status", "boards")];
    for (name, count) in [("exact", tally.exact), ("stopped", tally.stopped), ("error", tally.errors)] {
        lines.push(format!("{name:<14}{count:>10}"));
    }
    lines.push(format!("{:<14}{:>10}", "all", tally.rows));
    lines.push(format!("{:<14}{:>10}", "contradictory", tally.contradictory));
    if tally.compared > 0 {
        lines.push(format!("{:<14}{:>10}", "disagreements", tally.disagreements.0));
        lines.extend(tally.disagreements.1.iter().map(|id| format!("  {id}")));
    }
    if !tally.slowest.is_empty() {
        lines.push(format!("\n{:>14}  slowest", "seconds"));
        lines.extend(tally.slowest.iter().map(|(time, id)| format!("{:>14}  {id}", seconds(*time))));
    }
    if let Some(Ran { skipped, own, rows, time }) = ran {
        let rate = u128::from(*rows) * 1000 / time.as_millis().max(1);
        let count = counted(*rows, "board", "boards");
        lines.push(format!(
            "\n{count} in {}.{:02} s, {rate} a second",
            time.as_secs(),
            time.subsec_millis() / 10
        ));
        if let Skipped { count, first: Some(first) } = skipped {
            let first = first.display();
            lines.push(format!("not taken from folders, by their endings: {count}, the first {first}"));
        }
        if let Skipped { count, first: Some(first) } = own {
            let first = first.display();
            lines
                .push(format!("not taken from folders, as mineproof wrote them: {count}, the first {first}"));
        }
    }
    lines.join("\n")
}

/// Writes one JSON object to standard output.
pub fn write_json(tally: &Tally, complete: bool) {
    let slowest: Vec<_> = tally.slowest.iter().map(|(time, id)| json!([id, seconds(*time)])).collect();
    let object = json!({
        "status": if complete { "exact" } else { "stopped" },
        "boards": tally.rows,
        "exact": tally.exact,
        "stopped": tally.stopped,
        "errors": tally.errors,
        "contradictory": tally.contradictory,
        "disagreements": tally.disagreements.0,
        "slowest": slowest,
    });
    // The report is what counts; nobody may be there to read this.
    let _ = writeln!(io::stdout(), "{object}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_names_what_deserves_it() {
        let tally = Tally {
            rows: 5,
            exact: 3,
            stopped: 1,
            errors: 1,
            contradictory: 2,
            compared: 4,
            disagreements: (1, vec!["odd".to_owned()]),
            slowest: vec![(Duration::from_millis(1500), "slow".to_owned())],
            covered: 0,
        };
        let skipped = Skipped { count: 2, first: Some("a/README.md".into()) };
        let own = Skipped { count: 1, first: Some("a/old.csv".into()) };
        let ran = Ran { skipped, own, rows: 5, time: Duration::from_millis(2560) };
        let expected = "status            boards\nexact                  3\nstopped                1\n\
                        error                  1\nall                    5\ncontradictory          2\n\
                        disagreements          1\n  odd\n\n       seconds  slowest\n      1.500000  slow\n\n\
                        5 boards in 2.56 s, 1 a second\n\
                        not taken from folders, by their endings: 2, the first a/README.md\n\
                        not taken from folders, as mineproof wrote them: 1, the first a/old.csv";
        assert_eq!(text(&tally, Some(&ran)), expected);
    }
}
