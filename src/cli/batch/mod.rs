//! `batch`: arguments ▸ plan ▸ a supervised run.
//!
//! The process that a user sees starts another that does the work (`supervise`), so that a board
//! which brings down a process takes one row with it and not the run. The other process is this
//! program again, told by a hidden argument what to do (`work`).

mod certificates;
mod merge;
mod mode;
mod plan;
mod progress;
mod summary;
mod supervise;
mod work;

pub use merge::run as merge;
pub use mode::Mode;

use super::args::Batch;
use super::{Exit, Failure};
use plan::Plan;

/// Runs `batch`.
pub fn run(args: &Batch) -> Result<Exit, Failure> {
    let plan = Plan::new(args).map_err(Failure::Wrong)?;
    if let Some(mode) = plan.mode {
        return work::run(&plan, mode);
    }
    if plan.is_streamed() {
        return work::stream(&plan);
    }
    let again = args.again;
    if plan.places.is_taken() && !again.resume && !again.force {
        return Err(Failure::Wrong(format!(
            "{} is there already; --resume goes on with an unfinished run, --force writes over it",
            plan.places.report.display()
        )));
    }
    supervise::run(&plan)
}
