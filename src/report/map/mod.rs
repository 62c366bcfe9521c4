//! Heat maps: one board with its probabilities, as SVG or PNG.
//!
//! # What is drawn
//! Every covered cell in the colour of its probability, with its per cents; surely free cells in
//! green with a check, surely mined ones in red with a mine; open cells with their number, known
//! mines dark, known free cells with a dot. Where no cell is surely free, the least likely mined
//! ones have a frame. A [`Scene`] is made once, in integers; [`svg`] and [`png`] only put it down.

mod glyph;
mod layout;
pub mod png;
mod scene;
pub mod svg;

pub use scene::{Item, Scene, Style, scene};
