//! Optimal play.
mod cases;
mod narrow;
mod wide;
pub use cases::{Cases, MINED};
pub use narrow::Narrow;
pub use wide::Wide;
