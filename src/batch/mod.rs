//! Corpora in, reports out: the same questions to every instance of a corpus, one row each.
//!
//! # Theory
//! [`Corpus`] says which files there are, [`mod@instance`] takes them apart into boards with ids,
//! [`mod@answer`] answers for one board, [`mod@run`] does so for all of them on several threads, and
//! [`Ledger`] keeps their rows in order and on disk. Nothing here grows with the corpus.
//!
//! A run can end at any point and be continued: what is on disk says how far it was ([`mod@past`]).

pub mod answer;
mod archive;
mod container;
mod corpus;
mod fingerprint;
pub mod in_flight;
pub mod instance;
mod ledger;
pub mod merge;
mod own;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod past;
mod pieces;
mod places;
mod question;
pub mod recheck;
mod row;
pub mod run;
mod same_file;
mod shard;
mod table;
mod tally;
mod walk;

pub use corpus::{Corpus, Files, Found, Skipped};
pub use ledger::{Ledger, Past, manifest_of};
pub use places::{Places, form_of, has_known_ending, is_parquet, remove};
pub use question::{Question, Questions};
pub use row::{CELL_COLUMNS, COLUMNS, Column, Form, Row, Value, columns, header};
pub use same_file::is_same_file;
pub use shard::{Label, Shard, checksum};
pub use tally::{RowReader, Tally, seconds};
