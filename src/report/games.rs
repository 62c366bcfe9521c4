//! Results of many games: which they were and what they add up to, for people, tables and programs.
//!
//! # What we promise
//! Rates and intervals are worked out from the integers beside them, so results that were put
//! together from parts are the same bytes as those of one run. Whatever depends on the machine is
//! in [`Timing`], which can be left out.

use std::fmt;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::heat;
use super::json::write_line;
use super::picture::Screen;
use crate::board::{CellId, Topology};
use crate::play::{Adjusted, Fortunes, SUMS, Tally};

/// Everything that decides how a game goes, but for its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// `30x16/99`, or the name of a graph's file.
    pub board: String,
    /// What touches what: the name of the kind of grid, or `graph`.
    pub topology: String,
    /// How many mines.
    pub mines: u64,
    /// Of the edges of a graph, which no name tells.
    pub checksum: Option<String>,
    /// How it is played.
    pub strategy: String,
    /// What games are drawn from.
    pub seed: u64,
    /// Where games begin.
    pub first: First,
    /// What is promised of the first cell.
    pub promise: String,
    /// The version of the program: another one may break ties in another order.
    pub version: String,
}

/// Where games begin: a cell, or a word for more than one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum First {
    /// `auto`: where the strategy chooses; `all`: at each cell.
    Word(String),
    /// A cell of a grid.
    Cell(Vec<u32>),
    /// A vertex of a graph, counted from 1.
    Vertex(u32),
}

impl First {
    /// A cell.
    pub fn at(topology: &Topology, cell: CellId) -> Self {
        if topology.extent().is_none() {
            return First::Vertex(cell.0 + 1);
        }
        let (x, y, z) = topology.place(cell);
        First::Cell(if matches!(topology, Topology::Box { .. }) { vec![x, y, z] } else { vec![x, y] })
    }
}

impl fmt::Display for First {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            First::Word(word) => out.write_str(word),
            First::Cell(place) => {
                let parts: Vec<String> = place.iter().map(ToString::to_string).collect();
                out.write_str(&parts.join(","))
            }
            First::Vertex(vertex) => write!(out, "{vertex}"),
        }
    }
}

/// The games that began at one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begun {
    /// The cell, or the word for it.
    pub first: First,
    /// How many cells symmetry makes equal to it, itself included.
    pub alike: u64,
    /// What the games add up to.
    pub tally: Tally,
}

impl Begun {
    /// A first cell of which no game is known yet.
    pub fn new(first: First, alike: u64) -> Self {
        Begun { first, alike, tally: Tally::default() }
    }
}

/// What the games took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// On the clock.
    pub seconds: f64,
    /// On all processors together, where that is known.
    pub cpu_seconds: Option<f64>,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Games {
    /// What was played.
    pub course: Course,
    /// The first game.
    pub from: u64,
    /// How many games were wanted.
    pub count: u64,
    /// What came of them, for each first cell; there is at least one.
    pub begun: Vec<Begun>,
    /// Why there are fewer games than were wanted.
    pub stopped: Option<String>,
    /// What it took, unless it is left out.
    pub timing: Option<Timing>,
}

impl Games {
    /// Games that were finished, for each first cell.
    pub fn finished(&self) -> u64 {
        self.begun.first().map_or(0, |begun| begun.tally.games)
    }

    /// Whether each cell was a first cell.
    pub fn is_map(&self) -> bool {
        self.course.first == First::Word("all".to_owned())
    }

    /// All games together; `None` where a number is too large.
    pub fn total(&self) -> Option<Tally> {
        self.begun.iter().try_fold(Tally::default(), |sum, begun| sum.merge(&begun.tally))
    }
}

/// A line of JSON, and what is read of it again.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Line {
    board: String,
    strategy: String,
    seed: u64,
    wins: u64,
    games: u64,
    rate: Option<f64>,
    interval: Option<(f64, f64)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    games_per_cpu_second: Option<f64>,
    status: String,
    reason: Option<String>,
    topology: String,
    mines: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    checksum: Option<String>,
    first: First,
    promise: String,
    from: u64,
    count: u64,
    guesses: u64,
    mean_guesses: Option<f64>,
    without_guess: u64,
    opened: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    firsts: Option<Vec<Row>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cpu_seconds: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seconds_per_game: Option<f64>,
    version: String,
    #[serde(default)]
    adjusted_rate: Option<f64>,
    #[serde(default)]
    adjusted_interval: Option<(f64, f64)>,
    /// Where there is one first cell; else each row has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    luck: Option<Vec<String>>,
}

/// One first cell of many.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Row {
    cell: First,
    alike: u64,
    wins: u64,
    games: u64,
    rate: Option<f64>,
    interval: Option<(f64, f64)>,
    guesses: u64,
    without_guess: u64,
    opened: u64,
    #[serde(default)]
    adjusted_rate: Option<f64>,
    #[serde(default)]
    adjusted_interval: Option<(f64, f64)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    luck: Option<Vec<String>>,
}

impl Line {
    fn new(games: &Games) -> Self {
        let Games { course, from, count, begun, stopped, timing } = games;
        let total = games.total().unwrap_or_default();
        let is_map = games.is_map();
        let rows = is_map.then(|| begun.iter().map(Row::new).collect());
        let adjusted = total.adjusted().filter(|_| !is_map);
        let course = course.clone();
        Line {
            board: course.board,
            strategy: course.strategy,
            seed: course.seed,
            wins: total.wins,
            games: total.games,
            rate: total.rate(),
            // First cells differ in their rates, so together they have none to be confident of.
            interval: (!is_map).then(|| interval(&total)),
            games_per_cpu_second: timing.and_then(|timing| per(total.games, timing.cpu_seconds?)),
            status: if stopped.is_some() { "stopped" } else { "complete" }.to_owned(),
            reason: stopped.clone(),
            topology: course.topology,
            mines: course.mines,
            checksum: course.checksum,
            first: course.first,
            promise: course.promise,
            from: *from,
            count: *count,
            guesses: total.guesses,
            mean_guesses: total.mean_guesses(),
            without_guess: total.unguessed,
            opened: total.opened,
            firsts: rows,
            seconds: timing.map(|timing| timing.seconds),
            cpu_seconds: timing.and_then(|timing| timing.cpu_seconds),
            seconds_per_game: timing.and_then(|timing| seconds_per_game(total.games, timing)),
            version: course.version,
            adjusted_rate: adjusted.map(|adjusted| rounded(adjusted.rate)),
            adjusted_interval: adjusted.map(adjusted_interval),
            luck: if is_map { None } else { luck(&total) },
        }
    }
}

impl Row {
    fn new(begun: &Begun) -> Self {
        let tally = &begun.tally;
        let adjusted = tally.adjusted();
        Row {
            cell: begun.first.clone(),
            alike: begun.alike,
            wins: tally.wins,
            games: tally.games,
            rate: tally.rate(),
            interval: Some(interval(tally)),
            guesses: tally.guesses,
            without_guess: tally.unguessed,
            opened: tally.opened,
            adjusted_rate: adjusted.map(|adjusted| rounded(adjusted.rate)),
            adjusted_interval: adjusted.map(adjusted_interval),
            luck: luck(tally),
        }
    }
}

/// A number for programs, without digits in which machines may differ.
fn rounded(number: f64) -> f64 {
    (number * 1e12).round() / 1e12
}

fn interval(tally: &Tally) -> (f64, f64) {
    let (low, high) = tally.interval();
    (rounded(low), rounded(high))
}

fn adjusted_interval(adjusted: Adjusted) -> (f64, f64) {
    let (low, high) = adjusted.interval;
    (rounded(low), rounded(high))
}

/// The sums from which the luck of games can be added to that of others.
fn luck(tally: &Tally) -> Option<Vec<String>> {
    Some(tally.luck.sums(tally.games)?.iter().map(ToString::to_string).collect())
}

/// The luck of so many games from its sums; unknown where an older version did not write them.
fn read_luck(games: u64, luck: Option<Vec<String>>) -> Result<Fortunes, String> {
    let Some(sums) = luck else { return Ok(Fortunes::default()) };
    let wrong = |_| "its luck is not a list of whole numbers".to_owned();
    let sums: Result<Vec<i128>, String> = sums.iter().map(|sum| sum.parse().map_err(wrong)).collect();
    let sums: [i128; SUMS] =
        sums?.try_into().map_err(|_| format!("its luck should be a list of {SUMS} numbers"))?;
    Ok(Fortunes::of(games, sums))
}

fn per(games: u64, seconds: f64) -> Option<f64> {
    (seconds > 0.0).then(|| games as f64 / seconds)
}

/// The time of a processor for a game, or the time of all of them where that is not known.
fn seconds_per_game(games: u64, timing: Timing) -> Option<f64> {
    (games > 0).then(|| timing.cpu_seconds.unwrap_or(timing.seconds) / games as f64)
}

/// Writes a result as one line of JSON.
pub fn write_json(games: &Games, out: &mut dyn Write) -> io::Result<()> {
    write_line(&Line::new(games), out)
}

/// Reads a line of JSON that [`write_json`] wrote; says what is wrong with any other.
pub fn read_json(line: &str) -> Result<Games, String> {
    let line: Line = serde_json::from_str(line)
        .map_err(|error| format!("this is no line of `mineproof play --json`: {error}"))?;
    let whole = Tally {
        games: line.games,
        wins: line.wins,
        guesses: line.guesses,
        unguessed: line.without_guess,
        opened: line.opened,
        luck: read_luck(line.games, line.luck)?,
    };
    let begun = match line.firsts {
        None => vec![Begun { first: line.first.clone(), alike: 1, tally: whole }],
        Some(rows) => rows.into_iter().map(Begun::read).collect::<Result<_, String>>()?,
    };
    let games = Games {
        course: Course {
            board: line.board,
            topology: line.topology,
            mines: line.mines,
            checksum: line.checksum,
            strategy: line.strategy,
            seed: line.seed,
            first: line.first,
            promise: line.promise,
            version: line.version,
        },
        from: line.from,
        count: line.count,
        begun,
        stopped: line.reason,
        timing: line.seconds.map(|seconds| Timing { seconds, cpu_seconds: line.cpu_seconds }),
    };
    let finished = games.finished();
    // The whole of a map is told without its luck.
    let total = games.total().map(|total| Tally { luck: whole.luck, ..total });
    let adds_up = total == Some(whole)
        && games.begun.iter().all(|begun| begun.tally.games == finished && begun.tally.wins <= finished)
        && finished <= games.count
        && (finished == games.count) != games.stopped.is_some()
        && games.from.checked_add(games.count).is_some();
    if adds_up { Ok(games) } else { Err("its numbers do not fit together".to_owned()) }
}

impl Begun {
    fn read(row: Row) -> Result<Self, String> {
        let tally = Tally {
            games: row.games,
            wins: row.wins,
            guesses: row.guesses,
            unguessed: row.without_guess,
            opened: row.opened,
            luck: read_luck(row.games, row.luck)?,
        };
        Ok(Begun { first: row.cell, alike: row.alike, tally })
    }
}

/// Writes a result as CSV: a head and a row for each first cell.
pub fn write_csv(games: &Games, out: &mut dyn Write) -> io::Result<()> {
    let timed = games.timing.is_some();
    let times = ",seconds,cpu_seconds,seconds_per_game,games_per_cpu_second";
    writeln!(
        out,
        "board,topology,strategy,seed,first,promise,from,count,wins,games,rate,low,high,mean_guesses,\
         without_guess,opened,status,version{},adjusted,adjusted_low,adjusted_high",
        if timed { times } else { "" }
    )?;
    let Course { board, topology, strategy, seed, promise, version, .. } = &games.course;
    let status = if games.stopped.is_some() { "stopped" } else { "complete" };
    for Begun { first, tally, .. } in &games.begun {
        let (low, high) = interval(tally);
        write!(
            out,
            "{},{topology},{strategy},{seed},{},{promise},{},{},{},{},{},{low},{high},{},{},{},{status},{version}",
            quoted(board),
            quoted(&first.to_string()),
            games.from,
            games.count,
            tally.wins,
            tally.games,
            known(tally.rate()),
            known(tally.mean_guesses()),
            tally.unguessed,
            tally.opened,
        )?;
        if let Some(timing) = games.timing {
            // The times are those of the whole run, whatever the row.
            let all = games.total().unwrap_or_default().games;
            let cpu = timing.cpu_seconds;
            write!(out, ",{},{}", timing.seconds, known(cpu))?;
            write!(out, ",{}", known(seconds_per_game(all, timing)))?;
            write!(out, ",{}", known(cpu.and_then(|cpu| per(all, cpu))))?;
        }
        let adjusted = tally.adjusted();
        let (low, high) = adjusted.map(adjusted_interval).unzip();
        let rate = adjusted.map(|adjusted| rounded(adjusted.rate));
        writeln!(out, ",{},{},{}", known(rate), known(low), known(high))?;
    }
    Ok(())
}

/// A field that is empty where nothing is known.
fn known(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// A field of CSV: in quotes where it must be.
pub fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// Writes a result for people; `grid` is the board where it has a picture.
pub fn write_text(
    games: &Games,
    grid: Option<&Topology>,
    screen: Screen,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Course { board, topology, strategy, seed, first, promise, .. } = &games.course;
    let total = games.total().unwrap_or_default();
    let Games { from, count, .. } = games;
    writeln!(out, "{board} ({topology}), {strategy}, first cell {first} ({promise}), seed {seed}")?;
    if games.is_map() {
        writeln!(
            out,
            "games: {} from each of {} cells, from game {from} on",
            games.finished(),
            games.begun.len()
        )?;
        heat::write(games, grid, screen, out)?;
    } else {
        let (low, high) = total.interval();
        writeln!(out, "games: {} from game {from} on", total.games)?;
        if let Some(rate) = total.rate() {
            writeln!(
                out,
                "won: {} = {:.4} % (95 % confidence: {:.4} to {:.4})",
                total.wins,
                100.0 * rate,
                100.0 * low,
                100.0 * high
            )?;
        }
        if let Some(Adjusted { rate, interval: (low, high) }) = total.adjusted() {
            let [rate, low, high] = [rate, low, high].map(|share| 100.0 * share);
            writeln!(out, "with luck taken out: {rate:.4} % ({low:.4} to {high:.4})")?;
        }
    }
    if let Some(mean) = total.mean_guesses() {
        writeln!(out, "guesses: {mean:.4} a game; {} games without one", total.unguessed)?;
    }
    if let Some((timing, each)) =
        games.timing.and_then(|timing| Some((timing, seconds_per_game(total.games, timing)?)))
    {
        write!(out, "time: {:.3} s, {:.4} ms a game", timing.seconds, 1000.0 * each)?;
        match timing.cpu_seconds.and_then(|cpu| per(total.games, cpu)) {
            Some(rate) => writeln!(out, ", {rate:.0} games per CPU second")?,
            None => writeln!(out)?,
        }
    }
    if let Some(reason) = &games.stopped {
        let done = games.finished();
        writeln!(
            out,
            "stopped: {reason}; {done} of {count} games are finished, the rest is --from {} --count {}",
            from + done,
            count - done
        )?;
    }
    Ok(())
}
