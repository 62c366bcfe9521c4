//! One table of what fewest and most mines cost: by walking tables, and by integer programming
//! with every solver of this build.
//!
//! ```text
//! cargo bench --bench programs                     microlp alone
//! cargo bench --bench programs --features highs    and HiGHS
//! ```
//!
//! Times are those of the whole board, component by component, on one thread, after reduction; the
//! walk's include the search for its plan. A time limit is a figure too.

use std::time::{Duration, Instant};

use mineproof::board::Board;
use mineproof::board::generate::{Family, Recipe, generate};
use mineproof::budget::{Answer, Budget};
use mineproof::engine::ilp::{self, Backend};
use mineproof::engine::treedp::{self, Plan};
use mineproof::model::Model;
use mineproof::reduce::{Component, Reduced};

const SEEDS: std::ops::RangeInclusive<u64> = 1..=3;

/// For each board and method.
const PATIENCE: Duration = Duration::from_secs(30);

const MEMORY: u64 = 8 << 30;

fn main() {
    let names: Vec<&str> = Backend::ALL.iter().map(|backend| backend.name()).collect();
    println!("| family | size | numbers | boxes | largest component | walk | {} |", names.join(" | "));
    println!("|---|---|---|---|---|---|{}", "---|".repeat(names.len()));
    for family in [Family::Random, Family::Quarter, Family::Checkerboard, Family::Lattice2] {
        for side in [20, 40, 60] {
            row(family, side);
        }
    }
}

fn row(family: Family, side: u32) {
    let boards: Vec<Vec<Component>> = SEEDS.map(|seed| components(family, side, seed)).collect();
    let most = |count: &dyn Fn(&[Component]) -> usize| boards.iter().map(|b| count(b)).max().unwrap_or(0);
    let numbers = most(&|board| board.iter().map(Component::number_count).sum());
    let boxes = most(&|board| board.iter().map(Component::box_count).sum());
    let largest = most(&|board| board.iter().map(Component::box_count).max().unwrap_or(0));
    let walk = timed(&boards, &|component, counted, budget| {
        let plan = Plan::new(component, budget)?;
        let found = treedp::extremes(component, &plan, counted, false, budget, &mut 0)?;
        Ok(found.first().map(|&(_, fewest, most)| (fewest, most)))
    });
    let programs = Backend::ALL.iter().map(|&backend| {
        timed(&boards, &move |component, counted, budget| ilp::extremes(component, counted, backend, budget))
    });
    let times: Vec<Times> = std::iter::once(walk).chain(programs).collect();
    for (i, answers) in times.iter().enumerate() {
        for (seed, (a, b)) in times[0].answers.iter().zip(&answers.answers).enumerate() {
            // Where both came through, they say the same.
            assert!(a.is_none() || b.is_none() || a == b, "{family:?} {side} {seed} {i}: {a:?} {b:?}");
        }
    }
    let shown: Vec<String> = times.iter().map(|times| times.shown.clone()).collect();
    let name = family.name();
    println!("| {name} | {side}x{side} | {numbers} | {boxes} | {largest} boxes | {} |", shown.join(" | "));
}

struct Times {
    shown: String,
    /// For each board the answers of its components, unless it was stopped.
    answers: Vec<Option<Vec<Extent>>>,
}

/// Fewest and most mines.
type Extent = Option<(i64, i64)>;

type Ask = dyn Fn(&Component, &[bool], &Budget) -> Answer<Extent>;

/// The mean over all boards, or why one of them has none.
fn timed(boards: &[Vec<Component>], ask: &Ask) -> Times {
    let (mut seconds, mut stopped, mut answers) = (0.0, Vec::new(), Vec::new());
    for board in boards {
        let budget = Budget::new(Some(PATIENCE), MEMORY);
        let begun = Instant::now();
        let each = |component: &Component| ask(component, &vec![true; component.box_count()], &budget);
        let found: Answer<Vec<_>> = board.iter().map(each).collect();
        seconds += begun.elapsed().as_secs_f64();
        stopped.extend(found.as_ref().err().copied());
        answers.push(found.ok());
    }
    let shown = match stopped.first() {
        Some(reason) => format!("{reason} on {} of {}", stopped.len(), boards.len()),
        None => format!("{:.4} s", seconds / boards.len() as f64),
    };
    Times { shown, answers }
}

fn components(family: Family, side: u32, seed: u64) -> Vec<Component> {
    let recipe = Recipe { width: side, height: side, seed, ..Recipe::new(family) };
    let board: Board = generate(&recipe).expect("the recipe is sound");
    let reduced = Reduced::new(&Model::new(&board), &Budget::unlimited()).expect("there is no limit");
    reduced.parts.into_iter().map(|part| (*part.component).clone()).collect()
}
