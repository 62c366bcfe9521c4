//! Makes certificates.
//!
//! # Theory
//! What an analysis claims is proven anew, by a search of its own that writes down why (`proof`),
//! and what it leaves open is shown by placements (`placements`). If proof or placement cannot be
//! found, the analysis was wrong: that is an error, never a certificate.

mod core;
mod counter;
mod files;
mod formula;
mod parity;
mod placements;
mod proof;
mod search;
mod total;
mod union;

use crate::board::{Board, CellId};
use crate::budget::{Budget, StopReason};
use crate::model::Model;

use super::Files;
use placements::Gallery;
use proof::Proof;
use search::{Literal, Variable};

/// What a certificate claims of a board.
#[derive(Clone, Copy, Debug)]
pub enum Claim<'a> {
    /// No placement is legal.
    Inconsistent,
    /// Some placement is.
    Consistent,
    /// These covered cells are free, and these mined, in every placement, and some placement is
    /// legal; all other covered cells can be both. Both lists ascend.
    Sure {
        /// The free ones.
        free: &'a [CellId],
        /// The mined ones.
        mined: &'a [CellId],
    },
}

/// A certificate to be made.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// What the manifest calls the board.
    pub name: &'a str,
    /// The board.
    pub board: &'a Board,
    /// What is claimed.
    pub claim: Claim<'a>,
    /// Legal placements, as far as some are known: they save searches.
    pub placements: &'a [Vec<CellId>],
    /// Also write the proof in DRAT.
    pub drat: bool,
}

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertifyError {
    /// A limit came first.
    #[error(transparent)]
    Stopped(#[from] StopReason),
    /// The claim is false: a fault of ours.
    #[error("the answer cannot be certified, please report this board: {0}")]
    Disagreement(&'static str),
    /// The board is in none of our formats.
    #[error("the board cannot be written: {0}")]
    Board(String),
}

/// Makes a certificate.
///
/// ```
/// use mineproof::board::CellId;
/// use mineproof::budget::Budget;
/// use mineproof::certify::{verify::verify, write::{Claim, Order, certificate}};
/// let budget = Budget::unlimited();
/// let board = mineproof::formats::read_board("-", b"1??\n111\n", None, &budget).unwrap();
/// let claim = Claim::Sure { free: &[CellId(2)], mined: &[CellId(1)] };
/// let order = Order { name: "corner", board: &board, claim, placements: &[], drat: false };
/// let files = certificate(&order, &budget).unwrap();
/// assert!(verify(&files, &budget).unwrap().contains("1 cell is surely free"));
/// ```
pub fn certificate(order: &Order<'_>, budget: &Budget) -> Result<Files, CertifyError> {
    // A few words a cell for the model, and the lists of who sees whom.
    let _lease = budget.reserve(order.board.len() as u64 * 100)?;
    let model = Model::new(order.board);
    let mut proof = Proof::new(&model, budget)?;
    let (end, placements) = match order.claim {
        Claim::Inconsistent => (Some(proof.contradiction()?), Vec::new()),
        Claim::Consistent => (None, gallery(order, &model, &mut proof, &[], budget)?),
        Claim::Sure { free, mined } => {
            let claims = claimed(&model, free, mined)?;
            let end = if claims.is_empty() { None } else { Some(proof.claims(&claims)?) };
            let open = |i: &Variable| claims.binary_search_by_key(i, |claim| claim.variable()).is_err();
            let undecided: Vec<Variable> =
                (0..model.covered.len() as u32).map(Variable).filter(open).collect();
            (end, gallery(order, &model, &mut proof, &undecided, budget)?)
        }
    };
    files::write(order, &model, &proof, end, &placements, budget)
}

/// The claimed cells as literals, ascending.
fn claimed(model: &Model, free: &[CellId], mined: &[CellId]) -> Result<Vec<Literal>, CertifyError> {
    let mut claims = Vec::with_capacity(free.len() + mined.len());
    for (cells, value) in [(free, false), (mined, true)] {
        for cell in cells {
            let place = model.covered.binary_search(cell);
            let i = place.map_err(|_| CertifyError::Disagreement("a cell is not covered"))?;
            claims.push(Variable(i as u32).is(value));
        }
    }
    claims.sort_unstable();
    if claims.windows(2).any(|pair| pair[0].variable() == pair[1].variable()) {
        return Err(CertifyError::Disagreement("a cell is claimed twice"));
    }
    Ok(claims)
}

fn gallery(
    order: &Order<'_>,
    model: &Model,
    proof: &mut Proof<'_>,
    undecided: &[Variable],
    budget: &Budget,
) -> Result<Vec<Vec<CellId>>, CertifyError> {
    let clauses = (proof.formula.variables, proof.total_is_in);
    let mut gallery = Gallery::new(order.board, model, &mut proof.search, undecided, clauses, budget)?;
    gallery.begin_with(order.placements)?;
    gallery.complete()
}
