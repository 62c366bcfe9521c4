//! Playing: which cell to open, and how often anybody can win.

pub mod one_mine;
