//! `merge`: the reports of all shards as one.

use std::fs;
use std::io::{self, Write};

use crate::batch::merge::Parts;
use crate::batch::{form_of, is_parquet};
use crate::cli::args::Merge;
use crate::cli::output::write_file;
use crate::cli::{Exit, Failure, complain};

/// Runs `merge`.
pub fn run(args: &Merge) -> Result<Exit, Failure> {
    let parts = Parts::new(&args.reports).map_err(Failure::Wrong)?;
    let outputs = [Some(&args.output), args.cells.as_ref()];
    for path in outputs.into_iter().flatten() {
        if is_parquet(path) {
            return Err(Failure::Wrong(format!(
                "{}: merge writes what the shards are, .csv or .jsonl",
                path.display()
            )));
        }
        if fs::symlink_metadata(path).is_ok_and(|found| found.is_file()) && !args.force {
            return Err(Failure::Wrong(format!(
                "{} is there already; --force writes over it",
                path.display()
            )));
        }
    }
    if form_of(&args.output) != parts.form() {
        let name = args.output.display();
        return Err(Failure::Wrong(format!(
            "{name} is to be of another kind than the shards; .csv or .jsonl as they are"
        )));
    }
    let merged = match &args.cells {
        None => write_file(&args.output, |out| parts.write(out, None)),
        Some(cells) => write_file(&args.output, |out| {
            write_file(cells, |cells: &mut dyn Write| -> io::Result<()> { parts.write(out, Some(cells)) })
        }),
    };
    merged.map_err(|error: io::Error| Failure::Wrong(error.to_string()))?;
    if args.manner.json {
        let object = serde_json::json!({"status": "exact", "output": args.output.display().to_string(), "boards": parts.total()});
        writeln!(io::stdout(), "{object}")?;
    }
    if !args.manner.quiet {
        complain(&format!("{}: {} rows", args.output.display(), parts.total()));
    }
    Ok(Exit::Answered)
}
