//! The heat map: how often games are won from each first cell.
//!
//! # What is drawn
//! The rate at every cell in per cent, with one decimal where that fits the screen, else without.
//! Colours go from red, the worst cell, over yellow to green, the best. Cells that symmetry makes
//! equal show the same. What has no picture, or one too wide, is listed from the best cell down.

use std::io::{self, Write};

use owo_colors::OwoColorize;

use super::games::{Begun, First, Games};
use super::picture::{GRADIENT, Screen, lay_out};
use crate::board::{CellId, Topology};
use crate::play::{Tally, orbits};
use owo_colors::XtermColors;

/// Writes the map, and which cell is best.
pub fn write(games: &Games, grid: Option<&Topology>, screen: Screen, out: &mut dyn Write) -> io::Result<()> {
    let drawn = grid.and_then(|topology| draw(games, topology, screen));
    let mut order: Vec<&Begun> = games.begun.iter().collect();
    order.sort_by_key(|begun| std::cmp::Reverse(begun.tally.wins));
    let listed = if drawn.is_some() { order.len().min(1) } else { order.len() };
    for begun in &order[..listed] {
        let Some(rate) = begun.tally.rate() else { continue };
        let (low, high) = begun.tally.interval();
        writeln!(
            out,
            "{}{}: {:.4} % (95 % confidence: {:.4} to {:.4})",
            if drawn.is_some() { "best first cell " } else { "first cell " },
            begun.first,
            100.0 * rate,
            100.0 * low,
            100.0 * high
        )?;
    }
    match drawn {
        Some(picture) => out.write_all(picture.as_bytes()),
        None => Ok(()),
    }
}

/// The picture; `None` if it would be too wide, or nothing is known.
fn draw(games: &Games, topology: &Topology, screen: Screen) -> Option<String> {
    let rates = rates(games, topology)?;
    let (least, most) =
        rates.iter().fold((f64::INFINITY, 0.0f64), |(least, most), &rate| (least.min(rate), most.max(rate)));
    [1, 0].iter().find_map(|&decimals| {
        let text = |cell: usize| format!("{:.decimals$}", 100.0 * rates[cell]);
        let painted = |cell: usize, plain: String| {
            if !screen.colour {
                return plain;
            }
            let height = if most > least { (most - rates[cell]) / (most - least) } else { 0.0 };
            let shade = GRADIENT[(height * (GRADIENT.len() - 1) as f64).round() as usize];
            plain.color(XtermColors::UserBlack).on_color(XtermColors::from(shade)).to_string()
        };
        lay_out(topology, None, screen, &text, &painted).ok()
    })
}

/// Per cell of the board: how often games from there are won.
fn rates(games: &Games, topology: &Topology) -> Option<Vec<f64>> {
    let orbits = orbits(topology);
    let mut of: Vec<Option<f64>> = vec![None; orbits.len()];
    for begun in &games.begun {
        of[cell_of(topology, &begun.first)?.index()] = Tally::rate(&begun.tally);
    }
    orbits.iter().map(|&least| of[least as usize]).collect()
}

fn cell_of(topology: &Topology, first: &First) -> Option<CellId> {
    match *first {
        First::Cell(ref place) => {
            let &[x, y, z] = &[0, 1, 2].map(|axis| place.get(axis).copied().unwrap_or(0));
            topology.at(x, y, z)
        }
        First::Word(_) | First::Vertex(_) => None,
    }
}
