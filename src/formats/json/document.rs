//! The fields of a JSON board, before anyone asks what they mean together.

use crate::board::Label;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Unexpected, Visitor};
use std::fmt;

/// Every field that a JSON board may have. A field of any other name is a mistake.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document {
    #[serde(rename = "name")]
    _name: Option<IgnoredAny>,
    pub(super) topology: Option<String>,
    pub(super) depth: Option<Whole>,
    pub(super) rows: Option<Vec<String>>,
    pub(super) vertices: Option<Whole>,
    pub(super) edges: Option<Vec<[Whole; 2]>>,
    pub(super) labels: Option<Labels>,
    pub(super) mines: Option<Whole>,
}

/// A whole number; one too large for 64 bits becomes the largest one.
#[derive(Clone, Copy)]
pub(super) struct Whole(pub(super) u64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u64(WholeVisitor)
    }
}

struct WholeVisitor;

impl Visitor<'_> for WholeVisitor {
    type Value = Whole;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Whole, E> {
        Ok(Whole(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Whole, E> {
        saturate(value).map(Whole).ok_or_else(|| E::invalid_value(Unexpected::Float(value), &self))
    }
}

/// JSON numbers beyond 64 bits arrive as floats; all of those are whole.
fn saturate(value: f64) -> Option<u64> {
    (value >= u64::MAX as f64).then_some(u64::MAX)
}

/// The labels of a graph in the order of the file. A map would lose doubled ones.
#[derive(Default)]
pub(super) struct Labels(pub(super) Vec<(u64, Label)>);

impl<'de> Deserialize<'de> for Labels {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(LabelsVisitor)
    }
}

struct LabelsVisitor;

impl<'de> Visitor<'de> for LabelsVisitor {
    type Value = Labels;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object from vertices to labels, such as {\"4\":1}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Labels, A::Error> {
        let mut labels = Vec::new();
        while let Some(Vertex(vertex)) = map.next_key()? {
            let OneLabel(label) = map.next_value()?;
            labels.push((vertex, label));
        }
        Ok(Labels(labels))
    }
}

struct Vertex(u64);

impl<'de> Deserialize<'de> for Vertex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(VertexVisitor)
    }
}

struct VertexVisitor;

impl Visitor<'_> for VertexVisitor {
    type Value = Vertex;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the number of a vertex in quotes, such as \"4\"")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Vertex, E> {
        let digits = key.bytes().all(|b| b.is_ascii_digit());
        let vertex = key.parse().ok().filter(|_| digits);
        vertex.map(Vertex).ok_or_else(|| E::invalid_value(Unexpected::Str(key), &self))
    }
}

struct OneLabel(Label);

impl<'de> Deserialize<'de> for OneLabel {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LabelVisitor)
    }
}

struct LabelVisitor;

impl Visitor<'_> for LabelVisitor {
    type Value = OneLabel;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, \"?\" (covered), \"*\" (mine) or \"_\" (free)")
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<OneLabel, E> {
        Ok(OneLabel(Label::Number(u32::try_from(value).unwrap_or(u32::MAX))))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<OneLabel, E> {
        match saturate(value) {
            Some(number) => self.visit_u64(number),
            None => Err(E::invalid_value(Unexpected::Float(value), &self)),
        }
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<OneLabel, E> {
        match value {
            "?" => Ok(OneLabel(Label::Covered)),
            "*" => Ok(OneLabel(Label::Mine)),
            "_" => Ok(OneLabel(Label::Free)),
            _ => Err(E::invalid_value(Unexpected::Str(value), &self)),
        }
    }
}
