//! Certificates: written for the corpus and for random boards, checked, spoilt, and refused.

mod circuits;
mod command;
mod corpus;
mod hostile;
mod mutation;
mod outside;
mod parity;
mod random;
mod repair;

#[path = "../corpus/walk.rs"]
mod walk;

#[path = "../oracle/boards.rs"]
mod boards;
#[path = "../oracle/brute.rs"]
#[allow(dead_code)]
mod brute;
#[path = "../oracle/dice.rs"]
mod dice;

use mineproof::analysis::{Analysis, EngineChoice, SureCells};
use mineproof::board::Board;
use mineproof::budget::Budget;
use mineproof::certify::Files;
use mineproof::certify::write::{Claim, Order, certificate};

/// What an analysis says of a board, certified.
fn certify(name: &str, board: &Board) -> Files {
    let budget = Budget::unlimited();
    let analysis = Analysis::new(board, EngineChoice::Auto, &budget).unwrap();
    let sure = analysis.sure_cells().unwrap();
    let witness = analysis.witness().unwrap().filter(|_| board.mines().is_some());
    let placements: Vec<_> = witness.into_iter().chain(analysis.showings().unwrap()).collect();
    certify_claim(name, board, sure.as_ref(), &placements).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn certify_claim(
    name: &str,
    board: &Board,
    sure: Option<&SureCells>,
    placements: &[Vec<mineproof::board::CellId>],
) -> Result<Files, mineproof::certify::write::CertifyError> {
    let claim = match sure {
        None => Claim::Inconsistent,
        Some(SureCells { free, mined, .. }) => Claim::Sure { free, mined },
    };
    certificate(&Order { name, board, claim, placements, drat: true }, &Budget::unlimited())
}

/// A file as text.
fn text<'a>(files: &'a Files, name: &str) -> &'a str {
    files.get(name).map_or("", |bytes| std::str::from_utf8(bytes).unwrap())
}
