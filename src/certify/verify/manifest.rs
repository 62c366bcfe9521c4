//! The manifest: what is claimed.

use serde::Deserialize;

use super::board::Numbers;
use super::{MANIFEST, Refusal, refuse};
use crate::board::CellId;

/// The kinds of claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Kind {
    /// No placement is legal.
    #[serde(rename = "no placement")]
    NoPlacement,
    /// Some placement is.
    #[serde(rename = "a placement")]
    APlacement,
    /// Every covered cell is sure as listed, or can be both.
    #[serde(rename = "sure cells")]
    SureCells,
}

/// The manifest of a certificate.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    format: String,
    version: u32,
    tool: String,
    #[serde(rename = "tool_version")]
    _tool_version: String,
    #[serde(rename = "board")]
    _board: String,
    /// What kind of claim it is.
    #[serde(rename = "claim")]
    pub kind: Kind,
    consistent: bool,
    safe: Vec<Place>,
    mines: Vec<Place>,
    /// How many covered cells are not sure.
    pub undecided: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Place {
    Vertex(u32),
    Grid(Vec<u32>),
}

impl Manifest {
    /// Reads a manifest.
    pub fn read(text: &[u8]) -> Result<Self, Refusal> {
        #[derive(Deserialize)]
        struct Version {
            version: u64,
        }
        match serde_json::from_slice(text) {
            Ok(Version { version: 1 }) => {}
            Ok(Version { version }) => {
                let why = format!("{MANIFEST}: version {version} is not known; this program knows version 1");
                return Err(Refusal::Unreadable(why));
            }
            Err(error) => return refuse(format!("{MANIFEST}: {error}")),
        }
        let manifest: Manifest = match serde_json::from_slice(text) {
            Ok(manifest) => manifest,
            Err(error) => return refuse(format!("{MANIFEST}: {error}")),
        };
        if manifest.format != "mineproof certificate" || manifest.version != 1 || manifest.tool.is_empty() {
            return refuse(format!("{MANIFEST} is not that of a certificate"));
        }
        if manifest.consistent != (manifest.kind != Kind::NoPlacement) {
            return refuse(format!("{MANIFEST}: consistent contradicts the claim"));
        }
        if (manifest.kind == Kind::SureCells) != manifest.undecided.is_some() {
            return refuse(format!("{MANIFEST}: undecided belongs to sure cells"));
        }
        Ok(manifest)
    }

    /// The claimed cells by their variables, ascending: each with its cell and whether it is mined.
    pub fn claims(&self, numbers: &Numbers<'_>) -> Result<Vec<(u32, CellId, bool)>, Refusal> {
        let mut claims = Vec::with_capacity(self.safe.len() + self.mines.len());
        for (field, list, mined) in [("safe", &self.safe, false), ("mines", &self.mines, true)] {
            let mut last = 0;
            for place in list {
                let cell = match place {
                    Place::Vertex(vertex) => {
                        numbers.at(&[*vertex]).filter(|_| numbers.board.topology().extent().is_none())
                    }
                    Place::Grid(place) => {
                        numbers.at(place).filter(|_| numbers.board.topology().extent().is_some())
                    }
                };
                let Some(cell) = cell else { return refuse(format!("{MANIFEST}: {field} names no cell")) };
                let variable = numbers.variable[cell.index()];
                if variable <= last {
                    return refuse(format!("{MANIFEST}: {field} does not list covered cells in their order"));
                }
                last = variable;
                claims.push((variable, cell, mined));
            }
        }
        claims.sort_unstable();
        if claims.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return refuse(format!("{MANIFEST}: a cell is claimed to be safe and mined"));
        }
        if !claims.is_empty() && self.kind != Kind::SureCells {
            return refuse(format!("{MANIFEST}: the claim has no place for cells"));
        }
        Ok(claims)
    }
}
