//! One table of what answers cost, family by family, on one thread.
//!
//! ```text
//! cargo bench --bench table              all sizes: many minutes
//! cargo bench --bench table -- --quick   the small ones: a few seconds
//! cargo bench --bench table -- --only W  only the rows with W in their names
//! ```
//!
//! Times are those of the processor, from the board to its answer, reduction and the search for an
//! order included. Each row is measured over several seeds; times are means and the worst, all else
//! is the largest.

mod cpu;

use std::time::Duration;

use mineproof::analysis::{Analysis, EngineChoice};
use mineproof::board::Board;
use mineproof::board::generate::{Family, Recipe, Share, generate};
use mineproof::budget::{Answer, Budget};

use cpu::{since, spent};

/// Bytes that tables may hold.
const MEMORY: u64 = 8 << 30;

const SEEDS: std::ops::RangeInclusive<u64> = 1..=3;

/// A plain count above this is not compared with dearer questions.
const DEAR: Duration = Duration::from_secs(4);

/// Dearer questions than the plain count are given up after this time.
const PATIENCE: Duration = Duration::from_secs(60);

fn main() {
    // One thread, so that a figure is work and not luck with the machine.
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("no pool was made before");
    let quick = std::env::args().any(|argument| argument == "--quick");
    let only = std::env::args().skip_while(|argument| argument != "--only").nth(1).unwrap_or_default();
    let wanted = |name: &str| name.contains(&only);
    head();
    for (family, sizes) in [
        (Family::Lattice5, &[(16, 16), (24, 24), (30, 30)][..]),
        (Family::Lattice2, &[(16, 16), (24, 24), (20, 200)]),
        (Family::Quarter, &[(40, 40), (60, 60), (100, 100)]),
        (Family::Random, &[(40, 40), (60, 60)]),
        (Family::Checkerboard, &[(40, 40), (50, 50)]),
    ] {
        for &(width, height) in &sizes[..if quick { 1 } else { sizes.len() }] {
            let recipe = Recipe { width, height, ..Recipe::new(family) };
            if wanted(&describe(&recipe)) {
                counts(&recipe);
            }
        }
    }
    let height = if quick { 2000 } else { 100_000 };
    for family in [Family::Random, Family::Quarter, Family::Checkerboard, Family::Lattice5, Family::Lattice2]
    {
        let recipe = Recipe { width: 8, height, ..Recipe::new(family) };
        if wanted(&format!("{} strip", describe(&recipe))) {
            strips(&recipe);
        }
    }
    let expert = Recipe { width: 30, height: 16, mines: Some(99), ..Recipe::new(Family::Midgame) };
    let name = "midgame 99, all probabilities";
    if wanted(name) {
        probabilities(name, &expert, if quick { 1..=20 } else { 1..=200 });
    }
    for percent in [20, 25] {
        for side in if quick { &[30][..] } else { &[30, 40] } {
            let density = Share::from_millionths(percent * 10_000).expect("below one");
            let recipe = Recipe {
                width: *side,
                height: *side,
                where_free: true,
                density,
                ..Recipe::new(Family::Lattice2)
            };
            let name = format!("lattice2 where free {percent} %, all probabilities");
            if wanted(&name) {
                probabilities(&name, &recipe, SEEDS);
            }
        }
    }
}

/// What one board took.
struct Run {
    numbers: usize,
    boxes: usize,
    components: usize,
    width: usize,
    table: u64,
    memory: u64,
    time: Answer<Duration>,
}

/// Asks one question of a fresh analysis.
fn run<'a, T>(board: &'a Board, budget: &Budget, question: impl FnOnce(&Analysis<'a>) -> Answer<T>) -> Run {
    let begun = spent();
    let ready = || {
        let mut analysis = Analysis::new(board, EngineChoice::Auto, budget)?;
        // As the commands do that count.
        analysis.sharpen()?;
        Ok(analysis)
    };
    let analysis: Answer<Analysis<'a>> = ready();
    let answer =
        analysis.as_ref().map_err(|reason| *reason).and_then(|analysis| question(analysis).map(drop));
    let time = answer.map(|()| since(begun));
    let parts = analysis.map(|analysis| analysis.components()).unwrap_or_default();
    Run {
        numbers: parts.iter().map(|part| part.numbers).sum(),
        boxes: parts.iter().map(|part| part.boxes).sum(),
        components: parts.len(),
        width: parts.iter().map(|part| part.width).max().unwrap_or(0),
        table: parts.iter().map(|part| part.largest_table).max().unwrap_or(0),
        memory: budget.memory_peak(),
        time,
    }
}

fn draw(recipe: &Recipe, seed: u64) -> Board {
    generate(&Recipe { seed, ..recipe.clone() }).expect("the recipe is sound")
}

fn budget() -> Budget {
    Budget::new(None, MEMORY)
}

/// The plain count over all seeds; by mines and marginals as ratios to it, on the first, unless it
/// is dear already.
fn counts(recipe: &Recipe) {
    let board = draw(recipe, *SEEDS.start());
    let patient = || Budget::new(Some(PATIENCE), MEMORY);
    let plain = best(|| run(&board, &budget(), Analysis::count).time);
    let ratios = if plain.is_ok_and(|time| time > DEAR) {
        [String::new(), String::new()]
    } else {
        let by_mines = best(|| run(&board, &patient(), Analysis::by_mines).time);
        let marginals = best(|| run(&board, &patient(), Analysis::probabilities).time);
        [ratio(&by_mines, &plain), ratio(&marginals, &plain)]
    };
    let runs: Vec<Run> = SEEDS.map(|seed| run(&draw(recipe, seed), &budget(), Analysis::count)).collect();
    row(&format!("{}, count", describe(recipe)), &size(recipe), &runs, ratios);
}

/// The best of up to five times: the first of short ones is spent on cold caches.
fn best(mut measure: impl FnMut() -> Answer<Duration>) -> Answer<Duration> {
    let (begun, mut best) = (spent(), measure()?);
    for _ in 1..5 {
        if since(begun) > Duration::from_secs(1) {
            break;
        }
        best = best.min(measure()?);
    }
    Ok(best)
}

/// The plain count of a strip, and of one twice as long as a ratio to it.
fn strips(recipe: &Recipe) {
    let longer = Recipe { height: recipe.height * 2, ..recipe.clone() };
    let mut rows: Vec<Vec<Run>> = Vec::new();
    for recipe in [recipe, &longer] {
        rows.push(SEEDS.map(|seed| run(&draw(recipe, seed), &budget(), Analysis::count)).collect());
    }
    let name = format!("{} strip, count", describe(recipe));
    row(&name, &size(recipe), &rows[0], [String::new(), String::new()]);
    let note = match (mean(&rows[1]), mean(&rows[0])) {
        (Some(long), Some(short)) => format!("{:.2} × the time of {}", long / short, size(recipe)),
        _ => String::new(),
    };
    row(&format!("{name}; {note}"), &size(&longer), &rows[1], [String::new(), String::new()]);
}

/// All probabilities, over the given seeds.
fn probabilities(name: &str, recipe: &Recipe, seeds: std::ops::RangeInclusive<u64>) {
    let ask = |seed| run(&draw(recipe, seed), &budget(), Analysis::probabilities);
    let runs: Vec<Run> = seeds.map(ask).collect();
    let name = format!("{name}, {} boards", runs.len());
    row(&name, &size(recipe), &runs, [String::new(), String::new()]);
}

fn describe(recipe: &Recipe) -> String {
    let shares = match recipe.family {
        Family::Random => "35 % mined, half open",
        Family::Checkerboard => "where free 35 %",
        _ => "half mined",
    };
    format!("{} {shares}", recipe.family.name())
}

fn size(recipe: &Recipe) -> String {
    format!("{}x{}", recipe.width, recipe.height)
}

fn ratio(time: &Answer<Duration>, plain: &Answer<Duration>) -> String {
    match (time, plain) {
        (Ok(time), Ok(plain)) => format!("{:.1}", time.as_secs_f64() / plain.as_secs_f64()),
        (Err(reason), _) | (_, Err(reason)) => reason.to_string(),
    }
}

fn mean(runs: &[Run]) -> Option<f64> {
    let times: Option<Vec<f64>> =
        runs.iter().map(|run| run.time.as_ref().ok().map(Duration::as_secs_f64)).collect();
    times.map(|times| times.iter().sum::<f64>() / times.len() as f64)
}

fn head() {
    println!(
        "| family and question | size | numbers | boxes | components | width | largest table | \
         seconds, mean | worst | peak memory | by mines ÷ count | marginals ÷ count |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
}

fn row(name: &str, size: &str, runs: &[Run], [by_mines, marginals]: [String; 2]) {
    let most = |pick: fn(&Run) -> u64| runs.iter().map(pick).max().unwrap_or(0);
    let stopped = runs.iter().find_map(|run| run.time.as_ref().err());
    let (mean, worst) = match (stopped, mean(runs)) {
        (None, Some(mean)) => {
            let worst = runs.iter().filter_map(|run| run.time.as_ref().ok()).max();
            (seconds(mean), worst.map_or(String::new(), |time| seconds(time.as_secs_f64())))
        }
        (reason, _) => (reason.map_or(String::new(), ToString::to_string), String::new()),
    };
    println!(
        "| {name} | {size} | {} | {} | {} | {} | {} | {mean} | {worst} | {:.1} MiB | {by_mines} | {marginals} |",
        most(|run| run.numbers as u64),
        most(|run| run.boxes as u64),
        most(|run| run.components as u64),
        most(|run| run.width as u64),
        most(|run| run.table),
        most(|run| run.memory) as f64 / f64::from(1 << 20),
    );
}

/// Three significant figures or so.
fn seconds(value: f64) -> String {
    if value < 0.1 { format!("{value:.5}") } else { format!("{value:.2}") }
}
