//! `report`: a page about the rows that `batch` wrote.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::args::{Limits, Manner};
use super::output::write_file;
use super::overwriting::refuse_overwriting;
use super::shelf::Shelf;
use super::{Exit, Failure, complain, interrupt};
use crate::analysis::{Analysis, EngineChoice};
use crate::batch::instance::Instance;
use crate::budget::{Budget, StopReason};
use crate::formats::Reading;
use crate::report::map::{Style, scene, svg};
use crate::report::page::{Page, Reader, Record, Summary, Table, Thumbnail, write};

/// `report`.
#[derive(Debug, Args)]
pub struct Report {
    /// The report that `batch` wrote: CSV, or JSON lines if its name ends in .jsonl
    #[arg(value_name = "REPORT")]
    pub input: PathBuf,
    /// The page to write
    #[arg(short, long, value_name = "PAGE.html")]
    pub output: PathBuf,
    /// Where the boards lie, if their ids are paths from there and not from here
    #[arg(long, value_name = "DIR")]
    pub boards: Option<PathBuf>,
    /// Draw at most this many boards, the first of the report that are at hand
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(..=10_000))]
    pub thumbnails: u32,
    #[command(flatten)]
    pub manner: Manner,
}

/// A thumbnail may take this long, unless a limit says otherwise.
const PATIENCE: Duration = Duration::from_secs(5);

/// Larger boards are no use as thumbnails.
const MOST_CELLS: usize = 4_000;

/// Carries out the command.
pub fn run(args: &Report) -> Result<Exit, Failure> {
    let budget = args.manner.limits.purse();
    interrupt::install(&budget).map_err(Failure::Wrong)?;
    let name = args.input.display().to_string();
    refuse_overwriting(&args.output, [args.input.as_path()].into_iter()).map_err(Failure::Wrong)?;
    let file = File::open(&args.input).map_err(|error| Failure::Wrong(format!("{name}: {error}")))?;
    let mut reader = Reader::new(&name, file).map_err(|error| Failure::Wrong(error.to_string()))?;
    let (mut summary, mut table) = (Summary::default(), Table::default());
    let mut gallery = Gallery::new(args);
    let stopped = |reason: StopReason| Failure::Stopped(format!("{name}: {reason}"));
    let mut lease = budget.reserve(0).map_err(stopped)?;
    while let Some(record) = reader.next_record().map_err(|error| Failure::Wrong(error.to_string()))? {
        summary.add(&record);
        let thumbnail = gallery.draw(&record, &budget);
        table.add(&record, thumbnail);
        // Beside the rows there are some numbers of each for the charts.
        lease.resize(2 * table.bytes() as u64 + 64 * summary.rows).map_err(stopped)?;
        if summary.rows.is_multiple_of(1024) {
            budget.check().map_err(stopped)?;
        }
    }
    let page = Page {
        name: &name,
        summary: &summary,
        table: &table,
        thumbnails: &gallery.drawn,
        note: gallery.note(),
    };
    let written: io::Result<()> = write_file(&args.output, |out| write(&page, out));
    written.map_err(|error| Failure::Wrong(format!("{}: {error}", args.output.display())))?;
    if !args.manner.quiet {
        complain(&format!(
            "{}: {} instances, {} boards drawn",
            args.output.display(),
            summary.rows,
            gallery.drawn.len()
        ));
    }
    Ok(Exit::Answered)
}

/// The pictures, and what became of boards without one.
struct Gallery<'a> {
    shelf: Shelf<'a>,
    most: usize,
    limits: Limits,
    drawn: Vec<Thumbnail>,
    absent: u64,
    left_out: u64,
    undrawable: u64,
}

impl<'a> Gallery<'a> {
    fn new(args: &'a Report) -> Self {
        Gallery {
            shelf: Shelf::new(args.boards.as_deref().unwrap_or(Path::new(""))),
            most: args.thumbnails as usize,
            limits: args.manner.limits,
            drawn: Vec::new(),
            absent: 0,
            left_out: 0,
            undrawable: 0,
        }
    }

    /// Draws the board of a row if it is at hand; the number of its picture.
    fn draw(&mut self, record: &Record, budget: &Budget) -> Option<usize> {
        if self.drawn.len() >= self.most {
            self.left_out += 1;
            return None;
        }
        let budget = budget.with_time(Some(self.limits.time_limit.unwrap_or(PATIENCE)));
        let Some(instance) = self.shelf.find(&record.id, &budget) else {
            self.absent += 1;
            return None;
        };
        let Some(thumbnail) = thumbnail(record, &instance, &budget) else {
            self.undrawable += 1;
            return None;
        };
        self.drawn.push(thumbnail);
        Some(self.drawn.len() - 1)
    }

    fn note(&self) -> String {
        let mut parts = vec![format!("{} drawn, with the chance of a mine in per cent.", self.drawn.len())];
        let mut say = |count: u64, what: &str| {
            if count > 0 {
                parts.push(format!("{count} {what}."));
            }
        };
        say(self.left_out, &format!("left out beyond the first {}; --thumbnails N draws more", self.most));
        say(self.absent, "are not at hand");
        say(self.undrawable, &format!("are no grids of up to {MOST_CELLS} cells, or could not be read"));
        parts.join(" ")
    }
}

/// The picture of a board, if it is one that can be drawn.
fn thumbnail(record: &Record, instance: &Instance, budget: &Budget) -> Option<Thumbnail> {
    let mut board = instance.board(Reading::default(), budget)?.ok()?;
    if board.len() > MOST_CELLS {
        return None;
    }
    if record.mines.is_some() {
        board.set_mines(record.mines);
    }
    let found = Analysis::new(&board, EngineChoice::Auto, budget)
        .and_then(|analysis| Ok((analysis.probabilities()?, analysis.sure_cells()?)));
    let (probabilities, sure) = found.unwrap_or_default();
    let scene = scene(&board, probabilities.as_ref(), sure.as_ref(), Style::Bare).ok()?;
    let caption = match (&probabilities, record.consistent) {
        (Some(_), _) => String::new(),
        (None, Some(false)) => "contradictory".to_owned(),
        (None, _) => "probabilities not found in time".to_owned(),
    };
    let size = record.size.as_deref().unwrap_or_default();
    let caption = [size, &caption].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
    Some(Thumbnail { id: record.id.clone(), svg: svg::element(&scene, " role=\"img\""), caption })
}
