//! One game of a run again, with its guesses.

use std::io::Write;

use super::{Plan, Play};
use crate::analysis::{Analysis, EngineChoice, Probabilities};
use crate::board::{Board, CellId, Label};
use crate::budget::{Answer, Budget, Lease};
use crate::cli::output::Output;
use crate::cli::{Exit, Failure};
use crate::play::{Manner, Move, Player};
use crate::report::replay::{self, Replay, Step};

/// What a position takes for each cell, in bytes.
const CELL_BYTES: u64 = 16;

/// Plays the game and tells it.
pub fn run(args: &Play, plan: &Plan, game: u64, budget: &Budget) -> Result<Exit, Failure> {
    let replay = play(plan, game, budget).map_err(|reason| Failure::Stopped(reason.to_string()))?;
    let mut output = Output::stdout(args.manner.color);
    if args.manner.json {
        replay::write_json(&replay, args.show, &mut output)?;
    } else {
        let screen = output.screen();
        replay::write_text(&replay, args.show, screen, &mut output)?;
    }
    output.flush()?;
    Ok(Exit::Answered)
}

fn play(plan: &Plan, game: u64, budget: &Budget) -> Answer<Replay> {
    let field = &plan.ground.field;
    let first = plan.run.firsts.first().copied().flatten();
    let manner = Manner { promise: plan.run.promise, first, strategy: plan.run.strategy.clone() };
    let mut player = Player::new(field, manner, budget);
    let mut positions: Vec<(Board, Move, Lease)> = Vec::new();
    let mut refused = None;
    let outline = player.play(plan.run.seed, game, |mind, taken| {
        match budget.reserve(field.len() as u64 * CELL_BYTES) {
            Ok(lease) => positions.push((mind.view.board(), taken, lease)),
            Err(reason) => refused = Some(reason),
        }
    })?;
    if let Some(reason) = refused {
        return Err(reason);
    }
    let deal = player.deal();
    let mines: Vec<CellId> =
        (0..field.len() as u32).filter(|&cell| deal.mined[cell as usize]).map(CellId).collect();
    let mut end = player.mind().view.board();
    for &mine in &mines {
        end.set_label(mine, Label::Mine);
    }
    let mut steps = Vec::with_capacity(positions.len());
    for (board, taken, _) in &positions {
        let chances = if taken.guess { chances(board, budget)? } else { None };
        let shows = (!taken.mined).then(|| deal.shown[taken.cell as usize]);
        steps.push(Step { board: board.clone(), chances, taken: *taken, shows });
    }
    Ok(Replay { course: plan.course.clone(), game, outline, steps, end, mines })
}

/// The exact chances of a position.
fn chances(board: &Board, budget: &Budget) -> Answer<Option<Probabilities>> {
    Analysis::new(board, EngineChoice::Auto, budget)?.probabilities()
}
