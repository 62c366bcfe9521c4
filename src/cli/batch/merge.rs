//! `merge`: the reports of all shards as one.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use super::plan::{WITHOUT_PARQUET, check_endings};
use crate::batch::merge::Parts;
use crate::batch::{Places, is_parquet, is_same_file};
use crate::cli::args::Merge;
use crate::cli::output::write_file;
use crate::cli::overwriting::refuse_overwriting;
use crate::cli::{Exit, Failure, complain};

/// Runs `merge`.
pub fn run(args: &Merge) -> Result<Exit, Failure> {
    let parts = Parts::new(&args.reports).map_err(Failure::Wrong)?;
    let places = Places { report: args.output.clone(), cells: args.cells.clone() };
    check(args, &parts, &places).map_err(Failure::Wrong)?;
    let merged = match places.cell_rows() {
        None => write_file(&places.rows(), |out| parts.write(out, None)),
        Some(cells) => write_file(&places.rows(), |out| {
            write_file(&cells, |cells: &mut dyn Write| -> io::Result<()> { parts.write(out, Some(cells)) })
        }),
    };
    let merged = merged.and_then(|()| places.finish(parts.has_timings())).and_then(|()| places.clear_rows());
    merged.map_err(|error: io::Error| Failure::Wrong(format!("{}: {error}", args.output.display())))?;
    if args.manner.json {
        let output = args.output.display().to_string();
        let object = serde_json::json!({"status": "exact", "output": output, "boards": parts.total()});
        writeln!(io::stdout(), "{object}")?;
    }
    if !args.manner.quiet {
        complain(&format!("{}: {} rows", args.output.display(), parts.total()));
    }
    Ok(Exit::Answered)
}

/// Whether the outputs can be what they are to be.
fn check(args: &Merge, parts: &Parts, places: &Places) -> Result<(), String> {
    if args.cells.as_ref().is_some_and(|cells| is_same_file(cells, &args.output)) {
        return Err("--cells and -o name the same file".to_owned());
    }
    let outputs: Vec<&PathBuf> = [Some(&args.output), args.cells.as_ref()].into_iter().flatten().collect();
    check_endings(&outputs, false)?;
    for path in outputs {
        refuse_overwriting(path, args.reports.iter().map(PathBuf::as_path))?;
        if is_parquet(path) && cfg!(not(feature = "parquet")) {
            return Err(WITHOUT_PARQUET.to_owned());
        }
        if fs::metadata(path).is_ok_and(|found| found.is_file()) && !args.force {
            return Err(format!("{} is there already; --force writes over it", path.display()));
        }
    }
    if places.form() == parts.form() {
        return Ok(());
    }
    let name = args.output.display();
    Err(format!(
        "{name} is to be of another kind than the shards; .csv of .csv, .jsonl and .parquet of .jsonl"
    ))
}
