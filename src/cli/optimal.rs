//! `optimal`: the most that anyone can win of a small board or of a position.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::args::{Manner, ReadArgs, topology};
use super::output::Output;
use super::play::ground::{grid, sized};
use super::progress::Progress;
use super::session::tell_failure;
use super::source::Source;
use super::{Exit, Failure, interrupt};
use crate::board::Board;
use crate::board::generate::GridKind;
use crate::budget::{Budget, StopReason};
use crate::play::optimal::solve;
use crate::play::{Field, symmetries};
use crate::report::optimal::{Findings, write_json, write_text};

/// `optimal`.
#[derive(Debug, Args)]
pub struct Optimal {
    /// Positions to play on from: board files, or - for standard input
    #[arg(value_name = "POSITION", required_unless_present = "board", conflicts_with = "board")]
    pub positions: Vec<PathBuf>,
    /// A board on which nothing is open yet: WIDTHxHEIGHT/MINES, or WxHxD/MINES for a box
    #[arg(long, value_name = "WxH/MINES")]
    pub board: Option<String>,
    /// With --board: what touches what [default: king, or box where there are three sides]
    #[arg(long, value_parser = topology(), requires = "board")]
    pub topology: Option<GridKind>,
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub manner: Manner,
}

/// Boards from which symmetries are worth looking for; on larger ones no full board is solved.
const MOST_SYMMETRIC: usize = 4096;

/// Carries out the command.
pub fn run(mut args: Optimal) -> Result<Exit, Failure> {
    let sources = Source::all(std::mem::take(&mut args.positions)).map_err(Failure::Wrong)?;
    let sources: Vec<_> = sources.into_iter().map(|source| source.trusting(args.read.trust_flags)).collect();
    let empty = args.board.as_deref().map(|board| empty_board(board, &args)).transpose();
    let empty = empty.map_err(Failure::Wrong)?;
    let budget = args.manner.limits.purse();
    interrupt::install(&budget).map_err(Failure::Wrong)?;
    let mut output = Output::stdout(args.manner.color);
    let mut exit = Exit::Answered;
    if let (Some(board), Some(name)) = (&empty, &args.board) {
        let budget = budget.with_time(args.manner.limits.time_limit);
        exit = exit.max(answer(name, board, &args, &budget, Instant::now(), &mut output)?);
    }
    for source in &sources {
        let begun = Instant::now();
        let budget = budget.with_time(args.manner.limits.time_limit);
        let read = read(source, &args, &budget);
        exit = exit.max(match read {
            Ok(board) => answer(source.name(), &board, &args, &budget, begun, &mut output)?,
            Err(failure) => tell_failure(source, failure, args.manner.json, &mut output)?,
        });
        output.flush()?;
    }
    output.flush()?;
    Ok(exit)
}

fn read(source: &Source, args: &Optimal, budget: &Budget) -> Result<Board, Failure> {
    if budget.check() == Err(StopReason::Interrupted) {
        // Do not even read: the input may be a terminal.
        return Err(Failure::Stopped(format!("{}: {}", source.name(), StopReason::Interrupted)));
    }
    let board = source.read(args.read.from, args.read.mines, budget)?;
    if board.mines().is_none() {
        let why = "a game has a known number of mines; add a line such as `mines 10` to the file, or --mines";
        return Err(Failure::Wrong(format!("{}: {why}", source.name())));
    }
    Ok(board)
}

fn empty_board(text: &str, args: &Optimal) -> Result<Board, String> {
    if args.read.mines.is_some() {
        return Err("--board tells the mines; leave out --mines".to_owned());
    }
    let wrong = || format!("'{text}' is not a board; write WIDTHxHEIGHT/MINES, such as 4x4/4");
    let (size, mines) = sized(text).ok_or_else(wrong)?;
    let topology = grid(args.topology, size)?;
    let field = Field::new(topology, mines.ok_or_else(wrong)?).map_err(|error| error.to_string())?;
    Ok(field.covered())
}

fn answer(
    name: &str,
    board: &Board,
    args: &Optimal,
    budget: &Budget,
    begun: Instant,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let progress = Progress::start(!args.manner.quiet && io::stderr().is_terminal());
    progress.say(&format!("{name}: listing placements"));
    let images = if board.len() <= MOST_SYMMETRIC { symmetries(board.topology()) } else { Vec::new() };
    let found = solve(board, &images, budget, &mut |done, all| {
        progress.say(&format!("{name}: first cell {} of {all}", done + 1));
    });
    // The line of the progress must be gone before results are written under it.
    drop(progress);
    let findings = Findings { name, board, found, time: begun.elapsed() };
    if args.manner.json {
        write_json(&findings, output)?;
    } else {
        write_text(&findings, output)?;
    }
    Ok(match (&findings.found, findings.consistent()) {
        (Err(_), _) => Exit::Stopped,
        (Ok(_), Some(false)) => Exit::Contradictory,
        _ => Exit::Answered,
    })
}
