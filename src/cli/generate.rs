//! `generate`: instances of a family, one for each seed.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::args::{Colour, Generate, Limits};
use super::convert::{write_board_file, write_to_stdout};
use super::output::Output;
use super::{Exit, Failure, complain};
use crate::board::generate::{CircuitKind, Family, Instance, Recipe, RecipeError, generate_within};
use crate::board::{Board, Topology};
use crate::budget::Budget;
use crate::formats::{Format, write_board, write_noted};
use crate::report::json;

/// A validated order of instances.
pub struct Plan {
    recipe: Recipe,
    count: u64,
    target: Target,
    format: Option<Format>,
    json: bool,
    quiet: bool,
    limits: Limits,
}

enum Target {
    Stdout,
    File(PathBuf),
    Directory(PathBuf),
}

impl Plan {
    /// The plan, or why it makes no sense.
    pub fn new(args: Generate) -> Result<Self, String> {
        let recipe = recipe(&args)?;
        if args.seed.checked_add(args.count - 1).is_none() {
            return Err(format!("there are no {} seeds from {} on; start lower", args.count, args.seed));
        }
        let target = match args.output {
            None if args.count > 1 && !args.manner.json => {
                return Err(
                    "several instances need a directory to go to; add -o DIR, or --json for one a line"
                        .to_owned(),
                );
            }
            None => Target::Stdout,
            Some(path) if path == Path::new("-") && (args.count == 1 || args.manner.json) => Target::Stdout,
            Some(path) if args.count > 1 && path.is_file() => {
                return Err(format!("{} is a file; several instances need a directory", path.display()));
            }
            Some(path) if args.count > 1 || path.is_dir() || ends_in_separator(&path) => {
                Target::Directory(path)
            }
            Some(path) => Target::File(path),
        };
        let format = match (&target, args.format) {
            (Target::File(path), None) => Format::from_path(path),
            (_, format) => format,
        };
        if args.manner.json
            && matches!(target, Target::Stdout)
            && format.is_some_and(|format| format != Format::Json)
        {
            return Err(
                "--json without a file writes the board as JSON; leave out --format, or add -o".to_owned()
            );
        }
        Ok(Plan {
            recipe,
            count: args.count,
            target,
            format,
            json: args.manner.json,
            quiet: args.manner.quiet,
            limits: args.manner.limits,
        })
    }

    /// Makes and writes the instances.
    pub fn run(&self) -> Result<Exit, Failure> {
        if let Target::Directory(path) = &self.target {
            let made = fs::create_dir_all(path);
            made.map_err(|error| Failure::Wrong(format!("{}: {error}", path.display())))?;
        }
        let purse = self.limits.purse();
        let mut exit = Exit::Answered;
        for index in 0..self.count {
            let recipe = Recipe { seed: self.recipe.seed + index, ..self.recipe.clone() };
            match self.make(&recipe, &purse.with_time(self.limits.time_limit)) {
                Err(Failure::Stopped(why)) => {
                    complain(&format!("stopped: {why}"));
                    self.note_failure(&recipe, "stopped", &why)?;
                    exit = Exit::Stopped;
                }
                // What is wrong with one board is most likely wrong with all of them.
                Err(Failure::Wrong(why)) => {
                    complain(&format!("error: {why}"));
                    self.note_failure(&recipe, "error", &why)?;
                    return Ok(exit.max(Exit::Wrong));
                }
                done => done?,
            }
        }
        Ok(exit)
    }

    /// Makes and writes one instance.
    fn make(&self, recipe: &Recipe, budget: &Budget) -> Result<(), Failure> {
        let instance = generate_within(recipe, budget).map_err(|error| match error {
            RecipeError::Stopped(reason) => Failure::Stopped(format!("{}: {reason}", instance_name(recipe))),
            error => Failure::Wrong(error.to_string()),
        })?;
        let format = self.format.unwrap_or_else(|| natural_format(&instance.board));
        match &self.target {
            Target::Stdout if self.json => write_to_stdout(|out| {
                write_board(&instance.board, Format::Json, &mut OneLine(&mut *out))?;
                Ok(out.write_all(b"\n")?)
            }),
            Target::Stdout => {
                write_to_stdout(|out| write_noted(&instance.board, &instance.notes(), format, out))
            }
            Target::File(path) => self.write(path, recipe, &instance, format),
            Target::Directory(path) => {
                let name = format!("{}.{}", instance_name(recipe), extension(format));
                self.write(&path.join(name), recipe, &instance, format)
            }
        }
    }

    /// Gives a board that could not be made its line of JSON, if lines of JSON are wanted.
    fn note_failure(&self, recipe: &Recipe, status: &str, why: &str) -> Result<(), Failure> {
        if self.json {
            let mut out = Output::stdout(Colour::Never);
            json::write_failure(&instance_name(recipe), status, why, &mut out)?;
        }
        Ok(())
    }

    fn write(
        &self,
        path: &Path,
        recipe: &Recipe,
        instance: &Instance,
        format: Format,
    ) -> Result<(), Failure> {
        write_board_file(path, &instance.board, &instance.notes(), format)?;
        let output = path.display().to_string();
        if self.json {
            let name = instance_name(recipe);
            let written = json::Written { board: &name, output: &output, to: format.name() };
            json::write_generation(&written, recipe, instance, &mut Output::stdout(Colour::Never))?;
        } else if !self.quiet {
            complain(&format!("wrote {output}"));
        }
        Ok(())
    }
}

/// What files of a directory and lines of JSON call an instance.
fn instance_name(recipe: &Recipe) -> String {
    format!("{}-{}", recipe.family.name(), recipe.seed)
}

/// Passes everything on but the ends of lines, which JSON does not need between rows.
struct OneLine<'a>(&'a mut dyn Write);

impl Write for OneLine<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for line in bytes.split(|&byte| byte == b'\n') {
            self.0.write_all(line)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The recipe with the options laid over the family's defaults. An option that means nothing to
/// the family is refused: it would silently change nothing.
fn recipe(args: &Generate) -> Result<Recipe, String> {
    let family = args.family;
    let refused = refusals(args).into_iter().chain(hard_refusals(args)).find(|(wrong, ..)| *wrong);
    if let Some((_, option, instead)) = refused {
        return Err(format!("{option} means nothing to the {} family; {instead}", family.name()));
    }
    let mut recipe = Recipe::new(family);
    if let Some(size) = args.size {
        (recipe.width, recipe.height) = (size.width, size.height);
        recipe.depth = size.depth.unwrap_or(recipe.depth);
    }
    recipe.vertices = args.vertices.unwrap_or(recipe.vertices);
    recipe.degree = args.degree.unwrap_or(recipe.degree);
    (recipe.edges, recipe.edge_share) = (args.edges, args.edge_share);
    recipe.topology = args.topology.unwrap_or(recipe.topology);
    recipe.density = args.density.unwrap_or(recipe.density);
    recipe.open = args.open.unwrap_or(recipe.open);
    recipe.mines = args.mines;
    recipe.where_free |= args.where_free;
    recipe.tell_total = (recipe.tell_total || args.telling.total) && !args.telling.no_total;
    recipe.seed = args.seed;
    let (hard, given) = (&mut recipe.hard, &args.hard);
    hard.circuit = given.circuit.unwrap_or(hard.circuit);
    hard.variables = given.variables.unwrap_or(hard.variables);
    hard.clauses = given.clauses.unwrap_or(hard.clauses);
    hard.literals = given.literals.unwrap_or(hard.literals);
    hard.bits = given.bits.unwrap_or(hard.bits);
    hard.value.clone_from(&given.value);
    hard.consistent = (given.consistent || given.contradictory).then_some(given.consistent);
    hard.pigeons = given.pigeons.unwrap_or(hard.pigeons);
    hard.holes = given.holes.unwrap_or(hard.holes);
    hard.cause = given.cause.unwrap_or(hard.cause);
    Ok(recipe)
}

/// Whether it is refused, the option, and what to do instead.
type Refusal = (bool, &'static str, &'static str);

fn refusals(args: &Generate) -> [Refusal; 10] {
    let family = args.family;
    let sized = !matches!(family, Family::Circuit | Family::Pigeonhole);
    let random = family == Family::RandomGraph;
    let graph =
        random || matches!(family, Family::Tree | Family::Regular3 | Family::Treewidth | Family::Tseitin);
    let pattern = matches!(family, Family::Checkerboard | Family::Rows | Family::Lattice2 | Family::Lattice5);
    let built = Family::HARD.contains(&family);
    let mined = !built || family == Family::Culprit;
    let grown = "its size follows from what it is made of";
    [
        (args.size.is_some() && !sized, "--size", grown),
        (args.vertices.is_some() && !sized, "--vertices", grown),
        (args.size.is_some() && graph, "--size", "use --vertices"),
        (args.topology.is_some() && (graph || !sized), "--topology", "it brings its own"),
        (args.vertices.is_some() && !graph, "--vertices", "use --size"),
        (args.degree.is_some() && family != Family::Treewidth, "--degree", "only treewidth has one"),
        (
            (args.edges.is_some() || args.edge_share.is_some()) && !random,
            "--edges or --edge-share",
            "only random-graph has them to choose",
        ),
        (args.where_free && !pattern, "--where-free", "only checkerboard, rows and lattices have a pattern"),
        (
            (args.density.is_some() || args.open.is_some() || args.mines.is_some()) && !mined,
            "a share of mines or open cells",
            "it is built, not drawn",
        ),
        (args.telling.total && built, "--total", "its answers are known for an unknown total only"),
    ]
}

fn hard_refusals(args: &Generate) -> [Refusal; 9] {
    let (family, given) = (args.family, &args.hard);
    let kind = (family == Family::Circuit).then(|| given.circuit.unwrap_or(CircuitKind::Cnf));
    let cnf = kind == Some(CircuitKind::Cnf);
    let arithmetic = matches!(kind, Some(CircuitKind::Adder | CircuitKind::Multiplier));
    let choosable = matches!(family, Family::Circuit | Family::Tseitin);
    let holed = family == Family::Pigeonhole;
    let variable = cnf || kind == Some(CircuitKind::Parity);
    [
        (given.circuit.is_some() && kind.is_none(), "--circuit", "only circuits compute something"),
        (given.variables.is_some() && !variable, "--variables", "only cnf and parity circuits have some"),
        (given.clauses.is_some() && !cnf, "--clauses", "only cnf circuits have some"),
        (given.literals.is_some() && !cnf, "--literals", "only cnf circuits have some"),
        (given.bits.is_some() && !arithmetic, "--bits", "only adder and multiplier circuits have some"),
        (given.value.is_some() && !arithmetic, "--value", "only adder and multiplier circuits have one"),
        (
            (given.consistent || given.contradictory) && !choosable,
            "--consistent or --contradictory",
            "only circuit and tseitin can be chosen so",
        ),
        (
            (given.pigeons.is_some() || given.holes.is_some()) && !holed,
            "--pigeons or --holes",
            "only pigeonhole has some",
        ),
        (given.cause.is_some() && family != Family::Culprit, "--cause", "only culprit has one"),
    ]
}

/// What a board is written in unless somebody chooses: the format people read most easily.
fn natural_format(board: &Board) -> Format {
    match board.topology() {
        Topology::Graph(_) => Format::Graph,
        _ => Format::Board,
    }
}

/// The ending by which [`Format::from_path`] knows the format again.
pub fn extension(format: Format) -> &'static str {
    match format {
        Format::Board => "txt",
        // Its content tells it from board text.
        Format::Toollib => "board",
        other => other.name(),
    }
}

fn ends_in_separator(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}
