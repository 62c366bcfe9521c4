//! A run of games, from the first to the result.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::clock::Clock;
use super::{Plan, Play};
use crate::board::{CellId, Topology};
use crate::budget::Budget;
use crate::cli::output::{Output, write_file};
use crate::cli::{Exit, Failure};
use crate::play::{Outline, Played, Tally};
use crate::report::games::{self, First, Games, quoted};

/// How often the bar says how the games go.
const TICK: Duration = Duration::from_millis(200);

/// Plays the games and writes what they add up to.
pub fn run(args: &Play, plan: Plan, budget: &Budget) -> Result<Exit, Failure> {
    let clock = Clock::start();
    let played = match &args.csv {
        None => play(args, &plan, budget, |_, _| Ok(()))?,
        Some(path) => play_to_file(args, &plan, budget, path)?,
    };
    let Plan { ground, run, course, mut begun } = plan;
    for (begun, tally) in begun.iter_mut().zip(&played.tallies) {
        begun.tally = *tally;
    }
    let result = Games {
        course,
        from: run.from,
        count: run.count,
        begun,
        stopped: played.stopped.map(|reason| reason.to_string()),
        timing: (!args.form.no_timings).then(|| clock.read()),
    };
    write(args, &result, Some(ground.field.topology()).filter(|topology| topology.extent().is_some()))
}

/// Writes a result in the form that is asked for.
pub fn write(args: &Play, result: &Games, grid: Option<&Topology>) -> Result<Exit, Failure> {
    let mut output = Output::stdout(args.manner.color);
    if args.manner.json {
        games::write_json(result, &mut output)?;
    } else if args.form.row {
        games::write_csv(result, &mut output)?;
    } else {
        let screen = output.screen();
        games::write_text(result, grid, screen, &mut output)?;
    }
    output.flush()?;
    Ok(if result.stopped.is_some() { Exit::Stopped } else { Exit::Answered })
}

/// Plays with a row in a file for each game and first cell.
fn play_to_file(args: &Play, plan: &Plan, budget: &Budget, path: &Path) -> Result<Played, Failure> {
    let topology = plan.ground.field.topology();
    let mut played = None;
    let written = write_file(path, |out| {
        writeln!(out, "game,first,won,guesses,opened")?;
        played = Some(play(args, plan, budget, |game, row| {
            for outline in row {
                let first = quoted(&First::at(topology, CellId(outline.first)).to_string());
                let Outline { won, guesses, opened, .. } = outline;
                writeln!(out, "{game},{first},{},{guesses},{opened}", u8::from(*won))?;
            }
            Ok(())
        })?);
        Ok::<(), io::Error>(())
    });
    let wrong = |error: io::Error| Failure::Wrong(format!("{}: {error}", path.display()));
    written.map_err(wrong)?;
    played.ok_or_else(|| wrong(io::Error::other("nothing was written")))
}

/// Plays the games with a bar for whoever looks.
fn play(
    args: &Play,
    plan: &Plan,
    budget: &Budget,
    mut each: impl FnMut(u64, &[Outline]) -> io::Result<()>,
) -> io::Result<Played> {
    let threads = rayon::current_num_threads();
    let mut bar = Bar::start(plan.run.count, !args.manner.quiet && io::stderr().is_terminal());
    plan.run.play(&plan.ground.field, threads, budget, |game, row| {
        bar.count(row);
        each(game, row)
    })
}

/// How the games go, on standard error; wiped when it is dropped.
struct Bar {
    line: Option<ProgressBar>,
    tally: Tally,
    rows: u64,
    told: Instant,
}

impl Bar {
    fn start(games: u64, shown: bool) -> Self {
        let template = "{bar:30} {pos}/{len} {msg} [{elapsed}, {eta} left]";
        let line = shown.then(|| {
            let style = ProgressStyle::with_template(template).expect("the template is fixed");
            ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr()).with_style(style)
        });
        Bar { line, tally: Tally::default(), rows: 0, told: Instant::now() }
    }

    fn count(&mut self, row: &[Outline]) {
        let Some(line) = &self.line else { return };
        self.rows += 1;
        for outline in row {
            self.tally.add(outline);
        }
        if self.told.elapsed() >= TICK {
            self.told = Instant::now();
            let (low, high) = self.tally.interval();
            let rate = self.tally.rate().unwrap_or_default();
            line.set_position(self.rows);
            let speed = self.tally.games as f64 / line.elapsed().as_secs_f64();
            line.set_message(format!(
                "won {:.3} % ({:.3} to {:.3}), {speed:.0} games/s",
                100.0 * rate,
                100.0 * low,
                100.0 * high
            ));
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }
}
