//! What optimal play makes of a position with one mine left, in words and in JSON.

use std::io::{self, Write};
use std::time::Duration;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::json::{Place, Rows, write_line};
use super::notation::{cell, cells};
use crate::algebra::Fraction;
use crate::board::{Board, CellId, Topology, counted};
use crate::budget::StopReason;
use crate::play::one_mine::{Component, ModuleId, ModuleKind, ModuleTree, Position, Solution};

/// Deeper modules are not indented any further; their lines say how deep they are.
const DEEPEST: usize = 20;

/// What was found out about one board.
#[derive(Debug)]
pub struct Findings<'a> {
    /// The board's name: its file, or `-`.
    pub name: &'a str,
    /// The board.
    pub board: &'a Board,
    /// Why something is missing.
    pub stopped: Option<StopReason>,
    /// Where the mine may be, and what is safe.
    pub position: Option<&'a Position<'a>>,
    /// How to play.
    pub solution: Option<&'a Solution>,
    /// Whether the tree of guess components is wanted.
    pub tree: bool,
    /// Whether the strategy is wanted, played against every mine position.
    pub play: bool,
    /// How many of these games were won.
    pub played: Option<u64>,
    /// Wall time spent.
    pub time: Duration,
}

impl Findings<'_> {
    /// Whether there is a place for the mine.
    pub fn consistent(&self) -> Option<bool> {
        self.position.map(|position| !position.candidates().is_empty())
    }

    /// The chance to win; there is none without a place for the mine.
    fn chance(&self) -> Option<Fraction> {
        let (wins, places) = (self.solution?.wins, self.position?.candidates().len());
        (places > 0).then(|| Fraction::new(wins.into(), places.into()))
    }
}

/// Writes the findings for a person.
pub fn write_text(findings: &Findings, out: &mut dyn Write) -> io::Result<()> {
    let topology = findings.board.topology();
    write!(out, "{}: ", findings.name)?;
    let stop = findings.stopped.map(|reason| format!("stopped: {reason}"));
    let (Some(position), Some(solution)) = (findings.position, findings.solution) else {
        return writeln!(out, "{}", stop.unwrap_or_default());
    };
    match findings.chance() {
        Some(chance) => write!(
            out,
            "consistent, {} of {} won, chance {chance}",
            solution.wins,
            counted(position.candidates().len(), "mine position", "mine positions"),
        )?,
        None => write!(out, "inconsistent: no placement of mines is legal")?,
    }
    writeln!(out, "{}", stop.map(|stop| format!("; {stop}")).unwrap_or_default())?;
    if findings.chance().is_none() {
        return Ok(());
    }
    let what = if position.safe().is_empty() { "best guesses" } else { "safe" };
    writeln!(out, "{what}: {}", cells(topology, &solution.best))?;
    if findings.tree {
        writeln!(out, "guess components:")?;
        solution.components.iter().try_for_each(|component| write_tree(topology, component, out))?;
    }
    if let Some(won) = findings.played {
        writeln!(out, "order of guesses: {}", cells(topology, &solution.order))?;
        writeln!(out, "played: {won} of {} won", counted(position.candidates().len(), "game", "games"))?;
    }
    Ok(())
}

/// One line for each module that is not a single cell of a larger one.
fn write_tree(topology: &Topology, component: &Component, out: &mut dyn Write) -> io::Result<()> {
    let Component { tree, cells: names, wins } = component;
    let place = |module| match tree.kind(module) {
        ModuleKind::Leaf(v) => cell(topology, names[v as usize]),
        _ => String::new(),
    };
    let mut depths: Vec<usize> = Vec::with_capacity(tree.len());
    for module in tree.modules() {
        let depth = tree.parent(module).map_or(0, |parent| depths[parent.index()] + 1);
        depths.push(depth);
        if depth > 0 && tree.is_leaf(module) {
            continue;
        }
        write!(out, "{:indent$}", "", indent = 2 + 2 * depth.min(DEEPEST))?;
        if depth > DEEPEST {
            write!(out, "(depth {depth}) ")?;
        }
        if tree.is_leaf(module) {
            writeln!(out, "one cell: {}", place(module))?;
            continue;
        }
        let size = tree.size(module) as usize;
        write!(
            out,
            "{} of {}, {} won",
            word(tree, module),
            counted(size, "cell", "cells"),
            wins[module.index()]
        )?;
        let alone = tree.children(module).filter(|&child| tree.is_leaf(child));
        for (i, leaf) in alone.enumerate() {
            write!(out, "{}{}", if i == 0 { ": " } else { " " }, place(leaf))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn word(tree: &ModuleTree, module: ModuleId) -> &'static str {
    match tree.kind(module) {
        ModuleKind::Leaf(_) => "cell",
        ModuleKind::Parallel => "parallel",
        ModuleKind::Series => "series",
        ModuleKind::Prime => "prime",
    }
}

/// Writes the findings as one line of JSON.
pub fn write_json(findings: &Findings, out: &mut dyn Write) -> io::Result<()> {
    write_line(findings, out)
}

impl Serialize for Findings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let topology = self.board.topology();
        let place = |cell: &CellId| Place(topology, *cell);
        let chance = self.chance();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("board", self.name)?;
        map.serialize_entry("status", if self.stopped.is_some() { "stopped" } else { "exact" })?;
        map.serialize_entry("reason", &self.stopped.map(|reason| reason.to_string()))?;
        map.serialize_entry("consistent", &self.consistent())?;
        map.serialize_entry("engine", "modules")?;
        map.serialize_entry("seconds", &((self.time.as_secs_f64() * 1e6).round() / 1e6))?;
        map.serialize_entry("vertices", &self.board.len())?;
        map.serialize_entry("wins", &self.solution.map(|solution| solution.wins))?;
        map.serialize_entry("chance", &chance.as_ref().map(Fraction::to_string))?;
        map.serialize_entry("best", &self.solution.map(|solution| Rows(&solution.best, place)))?;
        map.serialize_entry("value", &chance.as_ref().map(Fraction::to_f64))?;
        map.serialize_entry("candidates", &self.position.map(|position| position.candidates().len()))?;
        map.serialize_entry("safe", &self.position.map(|position| Rows(position.safe(), place)))?;
        if self.tree {
            map.serialize_entry("tree", &self.solution.map(|solution| modules(topology, solution)))?;
        }
        if self.play {
            map.serialize_entry("played", &self.played)?;
            map.serialize_entry("order", &self.solution.map(|solution| Rows(&solution.order, place)))?;
        }
        map.end()
    }
}

/// A module; `parent` is its place in the list, so that no reader has to follow a deep nesting.
#[derive(Serialize)]
struct Module<'a> {
    kind: &'a str,
    parent: Option<usize>,
    size: u32,
    wins: u64,
    cell: Option<Place<'a>>,
}

fn modules<'a>(topology: &'a Topology, solution: &Solution) -> Vec<Module<'a>> {
    let mut all = Vec::new();
    for Component { tree, cells, wins } in &solution.components {
        let first = all.len();
        all.extend(tree.modules().map(|module| Module {
            kind: word(tree, module),
            parent: tree.parent(module).map(|parent| first + parent.index()),
            size: tree.size(module),
            wins: wins[module.index()],
            cell: match tree.kind(module) {
                ModuleKind::Leaf(v) => Some(Place(topology, cells[v as usize])),
                _ => None,
            },
        }));
    }
    all
}
