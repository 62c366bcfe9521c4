//! What a run will do, with everything checked that can be checked beforehand.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::Mode;
use crate::analysis::EngineChoice;
use crate::batch::{Corpus, Places, Question, Questions, Shard, has_known_ending, is_parquet, is_same_file};
use crate::cli::args::{Again, Batch, Engine, Limits, SolverArgs};
use crate::cli::memory;
use crate::cli::overwriting::refuse_overwriting;
use crate::cli::values::MinesArg;
use crate::formats::{Format, Reading};

/// A validated request.
pub struct Plan {
    pub corpus: Corpus,
    pub places: Places,
    pub questions: Questions,
    /// Which engine was named: `all` also compares.
    pub named: Engine,
    pub engine: EngineChoice,
    pub reading: Reading,
    pub mines: Option<MinesArg>,
    pub certify: Option<(PathBuf, bool)>,
    /// Which part of the corpus, if it was cut into parts.
    pub shard: Option<Shard>,
    pub again: Again,
    pub limits: Limits,
    pub threads: usize,
    pub quiet: bool,
    pub json: bool,
    pub mode: Option<Mode>,
    /// What tells this run from others.
    pub manifest: Map<String, Value>,
}

/// Why a report cannot be Parquet.
pub const WITHOUT_PARQUET: &str =
    "this program was built without Parquet; build it with --features parquet, or name a .csv or .jsonl file";

/// What is asked by default: all but the longest column.
const DEFAULT: Questions =
    Questions::of(&[Question::Check, Question::Safe, Question::Count, Question::Prob, Question::Bounds]);

impl Plan {
    /// Gives arguments their meaning, or says why they have none.
    pub fn new(args: &Batch) -> Result<Self, String> {
        let engine = args.engine.with(SolverArgs::default())?;
        let questions = questions(args.ask, args.engine)?;
        let places = Places { report: args.output.clone(), cells: args.cells.clone() };
        check_places(&places, args)?;
        let threads = args
            .manner
            .threads
            .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
        // The folder of certificates has boards in it, too.
        let written = places.written().into_iter().chain(args.certify.clone()).collect();
        let mut plan = Plan {
            corpus: Corpus::new(&args.corpus)?.without(written),
            places,
            questions,
            named: args.engine,
            engine,
            reading: Reading { format: args.read.from, trust_flags: args.read.trust_flags },
            mines: args.read.mines,
            certify: args.certify.clone().map(|folder| (folder, args.drat)),
            shard: args.shard,
            again: args.again,
            limits: args.manner.limits,
            threads,
            quiet: args.manner.quiet,
            json: args.manner.json,
            mode: args.worker,
            manifest: Map::new(),
        };
        plan.manifest = plan.manifest_of(args);
        Ok(plan)
    }

    /// Whether rows go where nothing can be continued.
    pub fn is_streamed(&self) -> bool {
        self.is_stdout() || !self.places.is_plain()
    }

    /// Whether rows go to standard output.
    pub fn is_stdout(&self) -> bool {
        self.places.report == Path::new("-")
    }

    /// The memory for each instance: what is asked for, or a fair share of the machine's.
    pub fn memory(&self) -> u64 {
        self.limits.memory_limit.unwrap_or_else(|| memory::default_limit() / self.threads as u64)
    }

    /// Everything that rows depend on.
    fn manifest_of(&self, args: &Batch) -> Map<String, Value> {
        let shown = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
        let all = json!({
            "mineproof": env!("CARGO_PKG_VERSION"),
            "corpus": args.corpus,
            "--ask": self.questions.to_string(),
            "--engine": format!("{:?}", args.engine),
            "--from": args.read.from.map(Format::name),
            "--trust-flags": args.read.trust_flags,
            "--mines": self.mines.map(|MinesArg(mines)| mines.map_or("any".to_owned(), |mines| mines.to_string())),
            "--no-timings": self.again.no_timings,
            "--cells": shown(&args.cells),
            "--certify": shown(&args.certify),
            "--drat": args.drat,
            "--time-limit": self.limits.time_limit.map(crate::batch::seconds),
            "--memory-limit": self.limits.memory_limit,
            "--shard": args.shard.map(|shard| shard.to_string()),
        });
        match all {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }
}

/// The questions that are asked, if the engine answers them.
fn questions(asked: Option<Questions>, engine: Engine) -> Result<Questions, String> {
    let (name, answers): (&str, &[Question]) = match engine {
        Engine::Sat => ("sat", &[Question::Check, Question::Safe]),
        Engine::Ilp => ("ilp", &[Question::Check, Question::Safe, Question::Bounds]),
        _ => return Ok(asked.unwrap_or(DEFAULT)),
    };
    let Some(asked) = asked else { return Ok(Questions::of(answers)) };
    match Question::ALL.into_iter().find(|question| asked.has(*question) && !answers.contains(question)) {
        None => Ok(asked),
        Some(other) => Err(format!(
            "--engine {name} does not answer {}; ask {}, or choose another engine",
            other.name(),
            Questions::of(answers)
        )),
    }
}

fn check_places(places: &Places, args: &Batch) -> Result<(), String> {
    let files: Vec<&PathBuf> = [Some(&places.report), places.cells.as_ref()].into_iter().flatten().collect();
    if files.iter().any(|path| path.as_os_str().is_empty()) {
        return Err("a file to write to needs a name".to_owned());
    }
    if args.cells.as_ref().is_some_and(|cells| is_same_file(cells, &args.output)) {
        return Err("--cells and -o name the same file".to_owned());
    }
    for output in &files {
        refuse_overwriting(output, args.corpus.iter().map(Path::new).filter(|path| path.is_file()))?;
    }
    if files.iter().any(|path| is_parquet(path)) {
        if cfg!(not(feature = "parquet")) {
            return Err(WITHOUT_PARQUET.to_owned());
        }
        if args.shard.is_some() {
            return Err("a shard cannot be .parquet; write .jsonl, and let merge write .parquet".to_owned());
        }
    }
    let is_streamed = args.output == Path::new("-") || !places.is_plain();
    let needs_file =
        args.cells.is_some() || args.shard.is_some() || args.again.resume || args.certify.is_some();
    if is_streamed && needs_file {
        return Err("--cells, --certify, --shard and --resume need a report that is a plain file".to_owned());
    }
    if args.certify.as_ref().is_some_and(|folder| folder.as_os_str().is_empty()) {
        return Err("--certify needs the name of a folder".to_owned());
    }
    check_endings(&files, is_streamed)
}

/// Refuses names that do not say how rows are written. What is no plain file is CSV, whatever its name.
pub fn check_endings(files: &[&PathBuf], is_streamed: bool) -> Result<(), String> {
    let is_plain = |path: &Path| fs::metadata(path).map_or(true, |found| found.is_file());
    let odd = files.iter().filter(|path| !is_streamed && is_plain(path)).find(|path| !has_known_ending(path));
    if let Some(path) = odd {
        return Err(format!(
            "{}: the ending says how rows are written; name a .csv, .jsonl, .ndjson or .parquet file",
            path.display()
        ));
    }
    Ok(())
}
