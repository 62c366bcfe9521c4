//! Strategies: what each filter keeps, and how often they win.
//!
//! [`brute`] knows nothing of the crate but boards and lists placements; [`games`] draws positions
//! from random games; [`minds`] holds the quick players to brute force, [`exact`] the exact
//! quantities to brute force and the quick players to them; [`large`] looks at them where floating
//! point ends; [`expansion`] plays small boards to every end; [`published`] knows what the published
//! program computes; [`diagrams`] compares diagrams of solutions with lists; [`facts`] are the papers'.

mod brute;
mod diagrams;
mod exact;
mod expansion;
mod facts;
mod games;
mod large;
mod minds;
mod published;
