//! Values that have names. The names live with what they name; these let clap list them.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::analysis::Backend;
use crate::board::generate::{CircuitKind, Family, GridKind};
use crate::encode::Encoding;
use crate::formats::Format;

pub fn written_format() -> impl TypedValueParser<Value = Format> {
    let writable = Format::ALL.iter().filter(|format| format.is_writable());
    named(writable.map(|format| PossibleValue::new(format.name())), Format::from_name)
}

pub fn readable_format() -> impl TypedValueParser<Value = Format> {
    let readable = Format::ALL.iter().filter(|format| format.is_readable());
    named(readable.map(|format| PossibleValue::new(format.name())), Format::from_name)
}

pub fn encoding() -> impl TypedValueParser<Value = Encoding> {
    named(Encoding::ALL.iter().map(|encoding| PossibleValue::new(encoding.name())), Encoding::from_name)
}

pub fn backend() -> impl TypedValueParser<Value = Backend> {
    named(Backend::ALL.iter().map(|backend| PossibleValue::new(backend.name())), Backend::from_name)
}

pub fn family() -> impl TypedValueParser<Value = Family> {
    named(Family::ALL.iter().map(|family| PossibleValue::new(family.name())), Family::from_name)
}

pub fn topology() -> impl TypedValueParser<Value = GridKind> {
    named(GridKind::ALL.iter().map(|grid| PossibleValue::new(grid.name())), GridKind::from_name)
}

pub fn circuit() -> impl TypedValueParser<Value = CircuitKind> {
    named(CircuitKind::ALL.iter().map(|kind| PossibleValue::new(kind.name())), CircuitKind::from_name)
}

pub fn named<T: Clone + Send + Sync + 'static>(
    names: impl Iterator<Item = PossibleValue>,
    find: fn(&str) -> Option<T>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names).try_map(move |name| find(&name).ok_or("there is nothing of this name"))
}
