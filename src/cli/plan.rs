//! What an analysing command will do, with everything checked that can be checked beforehand.

use std::path::PathBuf;

use super::args::{Boards, Certify, Colour, Command, Common, Engine, Limits, Pictures, SolverArgs};
use super::certificate::Destinations;
use super::region::Region;
use super::source::Source;
use super::values::{CellArg, MinesArg};
use crate::analysis::EngineChoice;
use crate::board::{Board, Label};
use crate::formats::Format;
use crate::play::Strategy;
use crate::report::Question;

/// A validated request.
#[derive(Debug)]
pub struct Plan {
    /// The boards in the order given.
    pub boards: Vec<Source>,
    /// What is asked of each.
    pub request: Request,
    /// A total that overrides that of the file.
    pub mines: Option<MinesArg>,
    /// The format of the boards.
    pub from: Option<Format>,
    /// Which engine may answer.
    pub engine: EngineChoice,
    /// JSON rather than text.
    pub json: bool,
    /// Time for each board, memory for all.
    pub limits: Limits,
    /// One for each core if absent.
    pub threads: Option<usize>,
    /// No progress.
    pub quiet: bool,
    /// When to colour.
    pub colour: Colour,
    /// Whether every engine is asked, and their answers are compared.
    pub cross_check: bool,
    /// Where certificates go, if they are wanted.
    pub certificates: Option<Destinations>,
    /// Where pictures go, if they are wanted.
    pub pictures: Pictures,
}

/// A question before it meets a board: cells are still as typed.
#[derive(Debug, PartialEq, Eq)]
pub enum Request {
    /// `check`
    Check {
        /// Why not.
        why: bool,
    },
    /// `safe`
    Safe {
        /// The one cell.
        cell: Option<CellArg>,
        /// Each cell as soon as it is known.
        stream: bool,
        /// Which engine answered, and why.
        explain: bool,
        /// Why the one cell is sure.
        why: bool,
    },
    /// `count`
    Count {
        /// The whole table.
        by_mines: bool,
    },
    /// `prob`
    Prob(Vec<CellArg>),
    /// `bounds`
    Bounds(Option<Region>),
    /// `enumerate`
    Enumerate(Option<u64>),
    /// `analyze`
    Analyze,
    /// `next`
    Next {
        /// How to choose.
        strategy: Strategy,
        /// Everything about every covered cell.
        explain: bool,
    },
}

impl Plan {
    /// The plan of an analysing command, or why it makes no sense.
    pub fn new(command: Command) -> Result<Self, String> {
        let (mut solver, mut wanted, mut drawn) = (SolverArgs::default(), None, Pictures::default());
        let (Boards { boards }, request, common) = match command {
            Command::Check { boards, why, solver: asked, certify, common } => {
                (solver, wanted) = (asked, Some(certify));
                (boards, Request::Check { why }, common)
            }
            Command::Safe { boards, cell, why, stream, explain, solver: asked, certify, common } => {
                (solver, wanted) = (asked, Some(certify));
                let (why, cell) = (why.is_some(), why.or(cell));
                (boards, Request::Safe { cell, stream, explain, why }, common)
            }
            Command::Count { boards, by_mines, common } => (boards, Request::Count { by_mines }, common),
            Command::Prob { boards, numbers, pictures, common } => {
                let wanted = pictures.svg.is_some() || pictures.png.is_some();
                if wanted && boards.boards.len() > 1 {
                    return Err("--svg and --png draw one board; give one".to_owned());
                }
                drawn = pictures;
                (boards, Request::Prob(numbers), common)
            }
            Command::Bounds { boards, region, common } => {
                let region = region.as_deref().map(Region::read).transpose()?;
                (boards, Request::Bounds(region), common)
            }
            Command::Enumerate { board, limit, solver: asked, common } => {
                solver = asked;
                (Boards { boards: vec![board] }, Request::Enumerate(limit), common)
            }
            Command::Analyze { boards, certify, common } => {
                wanted = Some(certify);
                (boards, Request::Analyze, common)
            }
            Command::Next { boards, strategy, explain, common } => {
                if common.engine != Engine::Auto {
                    return Err(
                        "next looks at many positions, each by the engine that fits; leave --engine out"
                            .to_owned(),
                    );
                }
                (boards, Request::Next { strategy, explain }, common)
            }
            Command::Convert(_)
            | Command::Generate(_)
            | Command::Verify(_)
            | Command::OneMine(_)
            | Command::Optimal(_)
            | Command::Play(_)
            | Command::Batch(_)
            | Command::Merge(_)
            | Command::Report(_) => {
                return Err("only commands that analyse boards have plans of this kind".to_owned());
            }
        };
        let mut plan = Plan::for_boards(boards, request, solver, &common)?;
        plan.pictures = drawn;
        if let Some(Certify { certify: Some(folder), drat }) = wanted {
            plan.certificates = Some(Destinations::new(&folder, &plan.boards, drat)?);
        }
        Ok(plan)
    }

    fn for_boards(
        boards: Vec<PathBuf>,
        request: Request,
        solver: SolverArgs,
        common: &Common,
    ) -> Result<Self, String> {
        let boards = Source::all(boards)?;
        let boards = boards.into_iter().map(|source| source.trusting(common.read.trust_flags)).collect();
        if common.engine == Engine::All && !matches!(request, Request::Analyze) {
            return Err("--engine all is for analyze, which asks everything".to_owned());
        }
        Ok(Plan {
            boards,
            request,
            mines: common.read.mines,
            from: common.read.from,
            engine: common.engine.with(solver)?,
            json: common.manner.json,
            limits: common.manner.limits,
            threads: common.manner.threads.map(usize::from),
            quiet: common.manner.quiet,
            colour: common.manner.color,
            certificates: None,
            pictures: Pictures::default(),
            cross_check: common.engine == Engine::All,
        })
    }
}

impl Request {
    /// The question on this board, or why it cannot be asked of it.
    pub fn on(&self, board: &Board) -> Result<Question, String> {
        Ok(match self {
            Request::Check { why } => Question::Check { why: *why },
            Request::Safe { cell, explain, why, .. } => {
                let cell = cell.as_ref().map(|cell| cell.on(board)).transpose()?;
                Question::Safe { cell, explain: *explain, why: *why }
            }
            Request::Count { by_mines } => Question::Count { by_mines: *by_mines },
            Request::Prob(asked) => {
                let mut numbers = Vec::with_capacity(asked.len());
                for typed in asked {
                    let cell = typed.on(board)?;
                    if board.label(cell) != Label::Covered {
                        return Err(format!("{typed} is not covered; --numbers takes a covered cell"));
                    }
                    numbers.push(cell);
                }
                Question::Prob { numbers }
            }
            Request::Bounds(region) => {
                Question::Bounds { region: region.as_ref().map(|region| region.on(board)).transpose()? }
            }
            Request::Enumerate(limit) => Question::Enumerate { limit: *limit },
            Request::Analyze => Question::Analyze,
            Request::Next { strategy, explain } => {
                if matches!(strategy, Strategy::Filters { depth: 1.., .. }) && board.mines().is_none() {
                    return Err("-D counts the placements that are left to be won, so it needs the total \
                                number of mines; add --mines N, or leave -D out"
                        .to_owned());
                }
                Question::Next { strategy: strategy.clone(), explain: *explain }
            }
        })
    }
}
