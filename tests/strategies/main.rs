//! Strategies: what each filter keeps, and how often they win.
//!
//! [`brute`] knows nothing of the crate but boards and lists placements; [`games`] draws positions
//! from random games; [`minds`] holds the quick players to it.

mod brute;
mod games;
mod minds;
