//! `play`: how often a strategy wins, over many games; results put together; one game again.

mod args;
mod clock;
pub mod ground;
mod merge;
mod replay;
mod simulate;

use std::io::Write;
use std::path::Path;

pub use args::Play;

use args::FirstArg;
use ground::Ground;

use super::output::Output;
use super::{Exit, Failure, complain, interrupt, session};
use crate::board::{CellId, Topology};
use crate::play::{Run, orbits};
use crate::report::games::{Begun, Course, First};
use crate::report::json;

/// How many games are played where nobody says it: about a second on the largest usual board.
const GAMES: u64 = 10_000;

/// Carries out the command.
pub fn run(args: &Play) -> Result<Exit, Failure> {
    let budget = args.manner.limits.purse();
    if !args.merge.is_empty() {
        return merge::run(args, &budget);
    }
    let (from, count) = range(args).map_err(Failure::Wrong)?;
    if args.csv.as_deref() == Some(Path::new("-")) {
        return Err(Failure::Wrong("--csv needs a file: standard output is for the result".to_owned()));
    }
    let ground = match Ground::new(args, &budget) {
        Ok(ground) => ground,
        // A size is part of the request; of a file there is a line, whatever is wrong with it.
        Err(failure) if !ground::is_file(args) => return Err(failure),
        Err(failure) => return fail(args, failure),
    };
    let plan = Plan::new(args, ground, from, count).map_err(Failure::Wrong)?;
    session::start_pool(args.manner.threads.map(usize::from))?;
    interrupt::install(&budget).map_err(Failure::Wrong)?;
    let budget = budget.with_time(args.manner.limits.time_limit);
    match args.replay {
        Some(game) => replay::run(args, &plan, game, &budget),
        None => simulate::run(args, plan, &budget),
    }
}

/// What is to be played, with everything checked.
struct Plan {
    ground: Ground,
    run: Run,
    course: Course,
    /// For each first cell, still without games.
    begun: Vec<Begun>,
}

impl Plan {
    fn new(args: &Play, ground: Ground, from: u64, count: u64) -> Result<Self, String> {
        let field = &ground.field;
        let mut begun = Vec::new();
        let at = |cell: u32| First::at(field.topology(), CellId(cell));
        let one = |cell: u32| (at(cell), vec![Some(cell)]);
        let (first, firsts) = match &args.first {
            Some(FirstArg::Auto) => (First::Word("auto".to_owned()), vec![None]),
            Some(FirstArg::All) if args.replay.is_some() => {
                return Err("a game has one first cell; replay it with --first X,Y".to_owned());
            }
            Some(FirstArg::All) => {
                let kinds = kinds(field.topology());
                begun.extend(kinds.iter().map(|&(cell, alike)| Begun::new(at(cell), alike)));
                (First::Word("all".to_owned()), kinds.into_iter().map(|(cell, _)| Some(cell)).collect())
            }
            Some(FirstArg::Cell(typed)) => one(typed.on(&field.covered())?.0),
            None => one(args.promise.usual_first(field)),
        };
        if begun.is_empty() {
            begun.push(Begun::new(first.clone(), 1));
        }
        let course = Course {
            board: ground.name.clone(),
            topology: ground.topology.to_owned(),
            mines: field.mines().into(),
            checksum: ground.checksum.clone(),
            strategy: args.strategy.to_string(),
            seed: args.seed,
            first,
            promise: args.promise.name().to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        };
        let (strategy, promise, seed) = (args.strategy.clone(), args.promise, args.seed);
        Ok(Plan { run: Run { strategy, promise, firsts, seed, from, count }, ground, course, begun })
    }
}

/// The least cell of each kind that symmetry tells apart, and how many there are of it.
fn kinds(topology: &Topology) -> Vec<(u32, u64)> {
    let least = orbits(topology);
    let mut alike = vec![0; least.len()];
    for &cell in &least {
        alike[cell as usize] += 1;
    }
    (0..).zip(alike).filter(|(_, alike)| *alike > 0).collect()
}

/// The first game and how many games.
fn range(args: &Play) -> Result<(u64, u64), String> {
    let from = args.from.unwrap_or(0);
    let count = match (args.games, args.count) {
        (None, None) => GAMES,
        (Some(games), None) => games.checked_sub(from).filter(|&rest| rest > 0).ok_or_else(|| {
            format!(
                "--from {from} lies behind the {games} games, which are counted from 0; ask for more --games"
            )
        })?,
        (None, Some(count)) => count,
        (Some(games), Some(count)) => {
            if from.checked_add(count).is_none_or(|end| end > games) {
                return Err(format!(
                    "--from {from} --count {count} goes beyond the {games} games; leave out --games, or ask for fewer"
                ));
            }
            count
        }
    };
    match from.checked_add(count) {
        Some(_) => Ok((from, count)),
        None => Err(format!("there are no {count} games from {from} on; start lower")),
    }
}

/// Says why there is no board to play on.
fn fail(args: &Play, failure: Failure) -> Result<Exit, Failure> {
    let (status, why, exit) = match failure {
        Failure::Wrong(why) => ("error", why, Exit::Wrong),
        Failure::Stopped(why) => ("stopped", why, Exit::Stopped),
        output @ Failure::Output(_) => return Err(output),
    };
    complain(&why);
    if args.manner.json {
        let mut output = Output::stdout(args.manner.color);
        json::write_failure(args.board.as_deref().unwrap_or_default(), status, &why, &mut output)?;
        output.flush()?;
    }
    Ok(exit)
}
