//! Semirings and exact numbers. Nothing here knows of mines.

mod fraction;

pub use fraction::Fraction;
