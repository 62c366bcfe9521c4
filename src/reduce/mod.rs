//! From a model to components, and back.

mod component;

pub use component::{BoxId, Component, NumberId};
