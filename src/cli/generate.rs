//! `generate`: instances of a family, one for each seed.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::args::Generate;
use super::convert::write_to_stdout;
use super::output::write_file;
use super::{Exit, Failure, complain};
use crate::board::generate::{Family, Recipe, generate};
use crate::board::{Board, Topology};
use crate::formats::{Format, WriteError, write_board};

/// A validated order of instances.
pub struct Plan {
    recipe: Recipe,
    count: u64,
    target: Target,
    format: Option<Format>,
    quiet: bool,
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
            None if args.count > 1 => {
                return Err("several instances need a directory to go to; add -o DIR".to_owned());
            }
            None => Target::Stdout,
            Some(path) if path == Path::new("-") && args.count == 1 => Target::Stdout,
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
        Ok(Plan { recipe, count: args.count, target, format, quiet: args.quiet })
    }

    /// Makes and writes the instances.
    pub fn run(&self) -> Result<Exit, Failure> {
        if let Target::Directory(path) = &self.target {
            let made = fs::create_dir_all(path);
            made.map_err(|error| Failure::Wrong(format!("{}: {error}", path.display())))?;
        }
        for index in 0..self.count {
            let recipe = Recipe { seed: self.recipe.seed + index, ..self.recipe.clone() };
            let board = generate(&recipe).map_err(|error| Failure::Wrong(error.to_string()))?;
            let format = self.format.unwrap_or_else(|| natural_format(&board));
            match &self.target {
                Target::Stdout => write_to_stdout(|out| write_board(&board, format, out))?,
                Target::File(path) => self.write(path, &board, format)?,
                Target::Directory(path) => {
                    let name = format!("{}-{}.{}", recipe.family.name(), recipe.seed, extension(format));
                    self.write(&path.join(name), &board, format)?;
                }
            }
        }
        Ok(Exit::Answered)
    }

    fn write(&self, path: &Path, board: &Board, format: Format) -> Result<(), Failure> {
        let named = |error: WriteError| Failure::Wrong(format!("{}: {error}", path.display()));
        write_file(path, |out: &mut dyn Write| write_board(board, format, out)).map_err(named)?;
        if !self.quiet {
            complain(&format!("wrote {}", path.display()));
        }
        Ok(())
    }
}

/// The recipe with the options laid over the family's defaults. An option that means nothing to
/// the family is refused: it would silently change nothing.
fn recipe(args: &Generate) -> Result<Recipe, String> {
    let family = args.family;
    let graph = matches!(family, Family::Tree | Family::Regular3 | Family::Treewidth);
    let pattern = matches!(family, Family::Checkerboard | Family::Rows | Family::Lattice2 | Family::Lattice5);
    let refused = [
        (args.size.is_some() && graph, "--size", "use --vertices"),
        (args.topology.is_some() && graph, "--topology", "graphs bring their own"),
        (args.vertices.is_some() && !graph, "--vertices", "use --size"),
        (args.degree.is_some() && family != Family::Treewidth, "--degree", "only treewidth has one"),
        (args.where_free && !pattern, "--where-free", "only checkerboard, rows and lattices have a pattern"),
    ];
    if let Some((_, option, instead)) = refused.iter().find(|(wrong, ..)| *wrong) {
        return Err(format!("{option} means nothing to the {} family; {instead}", family.name()));
    }
    let mut recipe = Recipe::new(family);
    if let Some(size) = args.size {
        (recipe.width, recipe.height) = (size.width, size.height);
        recipe.depth = size.depth.unwrap_or(recipe.depth);
    }
    recipe.vertices = args.vertices.unwrap_or(recipe.vertices);
    recipe.degree = args.degree.unwrap_or(recipe.degree);
    recipe.topology = args.topology.unwrap_or(recipe.topology);
    recipe.density = args.density.unwrap_or(recipe.density);
    recipe.open = args.open.unwrap_or(recipe.open);
    recipe.mines = args.mines;
    recipe.where_free |= args.where_free;
    recipe.tell_total = (recipe.tell_total || args.telling.total) && !args.telling.no_total;
    recipe.seed = args.seed;
    Ok(recipe)
}

/// What a board is written in unless somebody chooses: the format people read most easily.
fn natural_format(board: &Board) -> Format {
    match board.topology() {
        Topology::Graph(_) => Format::Graph,
        _ => Format::Board,
    }
}

/// The ending by which [`Format::from_path`] knows the format again.
fn extension(format: Format) -> &'static str {
    match format {
        Format::Board => "txt",
        other => other.name(),
    }
}

fn ends_in_separator(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}
