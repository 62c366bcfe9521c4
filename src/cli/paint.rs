//! `--svg` and `--png`: the board as a heat map.

use std::io;
use std::path::Path;

use super::Failure;
use super::args::Pictures;
use super::output::write_file;
use super::source::Source;
use crate::board::Board;
use crate::budget::Budget;
use crate::report::Findings;
use crate::report::map::{Style, png, scene, svg};

/// Refuses a board that has no picture, before anything is computed for it.
pub fn drawable(pictures: &Pictures, source: &Source, board: &Board) -> Result<(), Failure> {
    if pictures.svg.is_none() && pictures.png.is_none() {
        return Ok(());
    }
    // With nothing known yet a scene costs little, and fails where any would.
    match scene(board, None, None, Style::Full) {
        Ok(_) => Ok(()),
        Err(why) => Err(Failure::Wrong(format!("{}: {why}", source.name()))),
    }
}

/// Draws what was found, or says what went wrong. What a limit left unknown stays grey.
pub fn paint(pictures: &Pictures, findings: &Findings, budget: &Budget) -> Result<(), String> {
    if pictures.svg.is_none() && pictures.png.is_none() {
        return Ok(());
    }
    let scene = scene(findings.board, findings.probabilities.known(), findings.sure.known(), Style::Full)?;
    let wrong = |path: &Path, why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
    if let Some(path) = &pictures.svg {
        let written: io::Result<()> = write_file(path, |out| svg::write(&scene, out));
        written.map_err(|error| wrong(path, &error))?;
    }
    if let Some(path) = &pictures.png {
        let drawn = png::draw(&scene, budget).map_err(|reason| wrong(path, &reason))?;
        let bytes = drawn.map_err(|why| wrong(path, &why))?;
        let written: io::Result<()> = write_file(path, |out| out.write_all(&bytes));
        written.map_err(|error| wrong(path, &error))?;
    }
    Ok(())
}
