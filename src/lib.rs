//! Exact analysis of Minesweeper positions, on grids and on any graph.
//!
//! A [`board::Board`] is a graph whose vertices carry labels. [`formats`] reads and writes it,
//! [`analysis::Analysis`] answers exact questions about it. Everything in between is described in
//! ARCHITECTURE.md; a module uses only modules above it in the list below.

pub mod budget;

pub mod algebra;

pub mod decomp;

pub mod encode;

pub mod board;

pub mod formats;

pub mod model;

pub mod reduce;

pub mod engine;

pub mod analysis;

pub mod certify;

pub mod play;

pub mod report;

pub mod batch;

pub mod cli;
