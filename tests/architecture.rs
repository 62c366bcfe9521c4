//! The invariants of ARCHITECTURE.md that no lint knows.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules from top to bottom: each may use those before it.
const MODULES: [&str; 15] = [
    "budget", "algebra", "decomp", "encode", "board", "formats", "model", "reduce", "engine", "analysis",
    "certify", "play", "report", "batch", "cli",
];

/// The only modules that may read or write.
const TALKING: [&str; 4] = ["formats", "report", "batch", "cli"];

/// The only files that may hold floating point, and what for.
const FLOATS: [(&str, &str); 23] = [
    ("algebra/fraction.rs", "a fraction as a double, for display"),
    ("batch/parquet.rs", "decimals as Parquet has them"),
    ("cli/play/clock.rs", "seconds"),
    ("cli/play/simulate.rs", "games per second"),
    ("cli/session.rs", "seconds"),
    ("cli/values.rs", "limits with decimals"),
    ("engine/ilp/highs.rs", "what goes to HiGHS, and its guesses"),
    ("engine/ilp/modelled.rs", "what goes to good_lp, and its guesses"),
    ("formats/json/document.rs", "JSON numbers that no integer holds"),
    ("report/games.rs", "rates of games, and seconds"),
    ("report/heat.rs", "rates of games"),
    ("report/json.rs", "doubles beside fractions"),
    ("report/map/png.rs", "points of the rasteriser"),
    ("report/mod.rs", "seconds"),
    ("report/next.rs", "decimals beside fractions"),
    ("report/one_mine.rs", "a double beside the fraction, seconds"),
    ("report/optimal.rs", "a double beside the fraction, seconds"),
    ("report/page/chart.rs", "places in charts"),
    ("report/page/record.rs", "seconds, and decimals beside fractions"),
    ("report/page/summary.rs", "seconds, and what charts show"),
    ("report/page/table.rs", "what the table is sorted by"),
    ("report/replay.rs", "decimals beside fractions"),
    ("report/text.rs", "decimals beside fractions"),
];

#[test]
fn no_module_is_missing_in_the_map() {
    let lib = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let declared = lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    assert_eq!(declared.collect::<Vec<_>>(), MODULES);
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let rows = page.lines().filter_map(|line| Some(line.strip_prefix("| `")?.split_once('`')?.0));
    assert_eq!(rows.filter(|name| MODULES.contains(name)).collect::<Vec<_>>(), MODULES);
}

#[test]
fn no_module_uses_one_below_it() {
    for source in sources() {
        let Some(own) = rank(&source.module[0]) else { continue };
        for used in source.uses() {
            let below = rank(&used[0]).is_some_and(|other| other > own);
            assert!(!below, "{} uses {}", source.name, used.join("::"));
        }
    }
}

#[test]
fn no_engine_sees_a_board_or_another_engine() {
    let mut engines = 0;
    for source in sources().into_iter().filter(|source| source.module[0] == "engine") {
        let Some(own) = source.module.get(1) else { continue };
        engines += 1;
        for used in source.uses() {
            let hidden = ["board", "formats", "model"].contains(&used[0].as_str());
            let stranger =
                used[0] == "engine" && used.get(1).is_some_and(|other| other != own && is_engine(other));
            assert!(!hidden && !stranger, "{} uses {}", source.name, used.join("::"));
        }
    }
    assert!(engines > 3, "no engine was found");
}

#[test]
fn the_checker_of_certificates_trusts_nothing_but_the_board() {
    let mut files = 0;
    for source in sources().into_iter().filter(|source| source.name.starts_with("certify/verify")) {
        files += 1;
        for used in source.uses() {
            let own =
                used[0] == "certify" && used.get(1).is_none_or(|part| part == "verify" || part == "Files");
            let allowed = own || ["board", "formats", "budget"].contains(&used[0].as_str());
            assert!(allowed, "{} uses {}", source.name, used.join("::"));
        }
        for solver in ["varisat", "cadical", "sat::"] {
            assert!(!source.code.contains(solver), "{} says {solver}", source.name);
        }
    }
    assert!(files > 5, "no checker was found");
    for source in sources().into_iter().filter(|source| source.name.starts_with("certify/write")) {
        let shares =
            |used: &Vec<String>| used[0] == "certify" && used.get(1).is_some_and(|part| part == "verify");
        assert!(!source.uses().iter().any(shares), "{} uses the checker", source.name);
    }
}

#[test]
fn no_floating_point_outside_display() {
    for source in sources() {
        let floats = ["f32", "f64"].iter().any(|float| source.code.contains(float));
        let allowed = FLOATS.iter().any(|(name, _)| *name == source.name);
        // Games are played in floating point; what optimal play wins is counted.
        if source.module[0] == "play"
            && source.module.get(1).is_none_or(|part| part != "optimal" && part != "one_mine")
        {
            continue;
        }
        assert!(allowed || !floats, "{} uses floating point", source.name);
        assert!(!allowed || floats, "{} needs no permission any more", source.name);
    }
}

/// The one file that may name `std::io` and still says nothing: varisat is interrupted by a proof
/// that cannot be written.
const FUSE: &str = "engine/sat/varisat.rs";

#[test]
fn no_silent_module_prints_or_opens_files() {
    for source in sources().iter().filter(|source| !TALKING.contains(&source.module[0].as_str())) {
        for word in ["print!", "println!", "dbg!", "std::fs", "std::io", "std::env"] {
            let allowed = source.name == FUSE && word == "std::io";
            assert!(allowed || !source.code.contains(word), "{} says {word}", source.name);
        }
    }
}

/// A file of `src`, without its comments.
struct Source {
    /// Its path under `src`.
    name: String,
    /// Its module: `engine/tree/mod.rs` is `["engine", "tree"]`.
    module: Vec<String>,
    code: String,
}

impl Source {
    /// All paths of the code that begin with `crate` or `super`, from the root of the crate.
    fn uses(&self) -> Vec<Vec<String>> {
        let mut found = Vec::new();
        for start in ["crate::", "super::"] {
            for (at, _) in self.code.match_indices(start) {
                let before = &self.code[..at];
                // `super::super` is read from its first word on; `$crate` and `my_crate` are others.
                if before.ends_with(|c: char| c.is_alphanumeric() || "_$:".contains(c)) {
                    continue;
                }
                read_path(&self.module, &self.code[at..], &mut found);
            }
        }
        found.retain(|path| !path.is_empty());
        found
    }
}

/// Reads `a::b::{c, d::e}` at the start of `text`, seen from module `here`.
fn read_path(here: &[String], text: &str, found: &mut Vec<Vec<String>>) {
    let word: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let path = match word.as_str() {
        "crate" => Vec::new(),
        "super" => here[..here.len().saturating_sub(1)].to_vec(),
        "" | "self" => here.to_vec(),
        name => [here, &[name.to_owned()]].concat(),
    };
    let Some(rest) = text[word.len()..].strip_prefix("::") else {
        found.push(path);
        return;
    };
    let Some(group) = rest.strip_prefix('{') else { return read_path(&path, rest, found) };
    let (mut depth, mut begin) = (0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                read_path(&path, group[begin..at].trim_start(), found);
                begin = at + 1;
                if c == '}' {
                    return;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
}

#[test]
fn paths_are_read_as_the_compiler_reads_them() {
    let source = Source {
        name: "engine/tree/rows.rs".to_owned(),
        module: ["engine", "tree", "rows"].map(str::to_owned).to_vec(),
        code: "use crate::{budget::Budget, cli::{a, b}};\nuse super::super::treedp; crate::model::x()"
            .to_owned(),
    };
    let mut uses: Vec<String> = source.uses().iter().map(|path| path.join("::")).collect();
    uses.sort();
    assert_eq!(uses, ["budget::Budget", "cli::a", "cli::b", "engine::treedp", "model::x"]);
}

/// Whether this is an engine, not an item of the one that names it from its tests.
fn is_engine(name: &str) -> bool {
    let path = root().join("src/engine").join(name);
    path.is_dir() || path.with_extension("rs").is_file()
}

fn rank(module: &str) -> Option<usize> {
    MODULES.iter().position(|name| *name == module)
}

fn sources() -> Vec<Source> {
    let (mut folders, mut found) = (vec![root().join("src")], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(source(&path));
            }
        }
    }
    assert!(found.len() > 50, "only {} files were found", found.len());
    found
}

fn source(path: &Path) -> Source {
    let name = path.strip_prefix(root().join("src")).unwrap().to_str().unwrap().replace('\\', "/");
    let stem = name.trim_end_matches(".rs").trim_end_matches("/mod");
    let text = fs::read_to_string(path).unwrap();
    let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let module = stem.split('/').map(str::to_owned).collect();
    Source { name, module, code: code.join("\n") }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
