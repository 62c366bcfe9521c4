//! Games in numbers: how they are dealt, played, counted, split, merged and told.

mod command;
mod deals;
mod luck;
mod rates;
mod runs;

use mineproof::board::Topology;
use mineproof::play::{Field, Promise, Run};

/// A king's board.
fn king(width: u32, height: u32, mines: u64) -> Field {
    Field::new(Topology::King { width, height }, mines).unwrap()
}

/// The first games of seed 1 from the cell that is usual.
fn usual(field: &Field, strategy: &str, promise: Promise, count: u64) -> Run {
    let firsts = vec![Some(promise.usual_first(field))];
    Run { strategy: strategy.parse().unwrap(), promise, firsts, seed: 1, from: 0, count }
}
