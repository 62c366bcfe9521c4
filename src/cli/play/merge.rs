//! Results of parts of a run, put together.
//!
//! # Theory
//! Parts fit if they played the same games in the same way and their ranges follow each other
//! without a gap. Then their tallies add up to what one run over all of them would have found. Only
//! the last may have been stopped before its end: the whole is then stopped there, too.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::{Play, ground, simulate};
use crate::budget::Budget;
use crate::cli::{Exit, Failure};
use crate::report::games::{Course, Games, Timing, read_json};

/// No result is as long as this.
const LONGEST: u64 = 1 << 30;

/// A result, and where it was read.
struct Part {
    origin: String,
    games: Games,
}

/// Puts the parts together and writes the whole.
pub fn run(args: &Play, budget: &Budget) -> Result<Exit, Failure> {
    let mut parts = Vec::new();
    for path in &args.merge {
        read(path, budget, &mut parts)?;
    }
    let mut whole = merge(parts).map_err(Failure::Wrong)?;
    if args.form.no_timings {
        whole.timing = None;
    }
    let grid = ground::grid_named(&whole.course.board, &whole.course.topology);
    simulate::write(args, &whole, grid.as_ref())
}

/// Reads the results of a file, one a line.
fn read(path: &Path, budget: &Budget, parts: &mut Vec<Part>) -> Result<(), Failure> {
    let name = path.display().to_string();
    let wrong = |why: String| Failure::Wrong(format!("{name}: {why}"));
    let size = if path == Path::new("-") { 0 } else { path.metadata().map_or(0, |data| data.len()) };
    let _lease =
        budget.reserve(size.min(LONGEST)).map_err(|reason| Failure::Stopped(format!("{name}: {reason}")))?;
    let mut text = String::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().take(LONGEST).read_to_string(&mut text)
    } else {
        File::open(path).and_then(|file| file.take(LONGEST).read_to_string(&mut text))
    };
    read.map_err(|error| wrong(error.to_string()))?;
    let before = parts.len();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let origin = format!("{name}:{}", index + 1);
        let games = read_json(line).map_err(|why| Failure::Wrong(format!("{origin}: {why}")))?;
        parts.push(Part { origin, games });
    }
    if parts.len() == before { Err(wrong("there is no result in it".to_owned())) } else { Ok(()) }
}

fn merge(mut parts: Vec<Part>) -> Result<Games, String> {
    parts.sort_by_key(|part| part.games.from);
    let mut parts = parts.into_iter();
    let Some(Part { mut origin, games: mut whole }) = parts.next() else {
        return Err("there is nothing to merge".to_owned());
    };
    for Part { origin: other, games: next } in parts {
        if let Some((what, one, two)) = difference(&whole, &next) {
            return Err(format!(
                "{origin} and {other} do not belong together: {what} is {one} in the first and {two} in the second"
            ));
        }
        let end = whole.from + whole.finished();
        if next.from < end {
            return Err(format!(
                "{origin} and {other} overlap: games {} to {} are in both",
                next.from,
                end.min(next.from + next.finished()) - 1
            ));
        }
        if next.from > end {
            return Err(format!(
                "games {end} to {} are missing between {origin} and {other}; play them with --from {end} --count {}",
                next.from - 1,
                next.from - end
            ));
        }
        append(&mut whole, &next).ok_or_else(|| format!("{other}: the sums are too large"))?;
        origin = other;
    }
    Ok(whole)
}

/// In what two parts differ that must not, and what it is in either.
fn difference(one: &Games, two: &Games) -> Option<(&'static str, String, String)> {
    let fields = |games: &Games| {
        let Course { board, topology, mines, checksum, strategy, seed, first, promise, version } =
            &games.course;
        let cells: BTreeMap<String, u64> =
            games.begun.iter().map(|begun| (begun.first.to_string(), begun.alike)).collect();
        [
            ("the board", board.clone()),
            ("the topology", topology.clone()),
            ("the number of mines", mines.to_string()),
            ("the graph's checksum", checksum.clone().unwrap_or_default()),
            ("the strategy", strategy.clone()),
            ("the seed", seed.to_string()),
            ("the first cell", first.to_string()),
            ("the promise", promise.clone()),
            ("the version", version.clone()),
            ("the list of first cells", format!("{cells:?}")),
        ]
    };
    let pairs = fields(one).into_iter().zip(fields(two));
    pairs.map(|((what, one), (_, two))| (what, one, two)).find(|(_, one, two)| one != two)
}

/// Adds the games that follow; `None` where a sum is too large.
fn append(whole: &mut Games, next: &Games) -> Option<()> {
    for (begun, more) in whole.begun.iter_mut().zip(&next.begun) {
        begun.tally = begun.tally.merge(&more.tally)?;
    }
    whole.total()?;
    whole.count = (next.from - whole.from).checked_add(next.count)?;
    whole.stopped.clone_from(&next.stopped);
    whole.timing = whole.timing.zip(next.timing).map(|(one, two)| Timing {
        seconds: one.seconds + two.seconds,
        cpu_seconds: one.cpu_seconds.zip(two.cpu_seconds).map(|(one, two)| one + two),
    });
    Some(())
}
