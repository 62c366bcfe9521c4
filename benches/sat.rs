//! What sure cells cost with a SAT solver: encodings, solvers, ways to group and certificates, as
//! ratios of CPU time in one run, on one thread.
//!
//! ```text
//! cargo bench --bench sat              all sizes
//! cargo bench --bench sat -- --quick   the small ones
//! cargo bench --bench sat -- counting  one of the tables: encodings, solvers, certificates or counting
//! ```
//!
//! Times are of the processor, not of the clock, so that other work beside does not count. They go
//! from the board to all its sure cells, reduction included. With `CADIBACK` set to the path of that
//! program, its time on the CNF that `convert` writes is a column; the start of the process and the
//! reading of an empty file are subtracted, as ours starts once for all, and its backbone must be
//! ours. Its time is read from `/proc`, so that column needs Linux.

mod cpu;

use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use mineproof::analysis::{Analysis, Backend, EngineChoice, Grouping, SatSettings, SureCells};
use mineproof::board::Board;
use mineproof::board::generate::{CircuitKind, Family, Hard, Recipe, Share, generate};
use mineproof::budget::{Answer, Budget, StopReason};
use mineproof::certify::verify::verify;
use mineproof::certify::write::{Claim, Order, certificate};
use mineproof::encode::Encoding;
use mineproof::formats::{Format, read_board, write_board, write_cnf};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use cpu::{since, spent};

/// One way to ask is given up after this time.
const PATIENCE: Duration = Duration::from_secs(30);

const MEMORY: u64 = 8 << 30;

fn main() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("no pool was made before");
    let quick = std::env::args().any(|argument| argument == "--quick");
    let tables = ["encodings", "solvers", "certificates", "counting"];
    let named = |table: &str| std::env::args().any(|argument| argument == table);
    let all = !tables.iter().any(|table| named(table));
    let families = families(quick);
    if all || named("encodings") {
        encodings(&families);
    }
    if all || named("solvers") {
        solvers(&families);
    }
    if all || named("certificates") {
        certificates(&families);
    }
    if all || named("counting") {
        sharpening(if quick { &[40] } else { &[60, 80, 100] });
    }
}

/// A name and some boards.
struct Boards {
    name: String,
    boards: Vec<Board>,
}

/// Whatever is to be measured; a family that this build does not know is left out.
fn families(quick: bool) -> Vec<Boards> {
    let mut all = Vec::new();
    let expert =
        Recipe { width: 30, height: 16, mines: Some(99), tell_total: true, ..Recipe::new(Family::Midgame) };
    all.push(drawn("midgame 30x16/99 with total", &expert, 1..=5));
    let endgame =
        Recipe { width: 9, height: 9, mines: Some(10), tell_total: true, ..Recipe::new(Family::Midgame) };
    all.push(drawn("midgame 9x9/10 with total", &endgame, 1..=20));
    for side in if quick { &[40][..] } else { &[40, 100, 200] } {
        for mined in [20, 35] {
            for (share, word) in [(3, "a third"), (2, "half")] {
                // The share of the free cells that are open, as one of all cells.
                let open = (100 - mined) * 10_000 / share;
                let recipe = Recipe {
                    width: *side,
                    height: *side,
                    density: share_of(mined * 10_000),
                    open: share_of(open),
                    ..Recipe::new(Family::Random)
                };
                all.push(drawn(
                    &format!("random {side}x{side}, {mined} % mined, {word} open"),
                    &recipe,
                    1..=1,
                ));
            }
        }
    }
    let circuit = |circuit, variables, clauses, bits| {
        let plain = Recipe::new(Family::Circuit);
        let hard = Hard { circuit, variables, clauses, bits, ..plain.hard.clone() };
        Recipe { hard, ..plain }
    };
    for (variables, large) in [(10, false), (20, false), (50, true)] {
        if !(large && quick) {
            let recipe = circuit(CircuitKind::Cnf, variables, 4 * variables, 4);
            all.push(drawn(&format!("circuit, formula of {variables} variables"), &recipe, 1..=1));
        }
    }
    for bits in if quick { &[4][..] } else { &[4, 6, 8] } {
        let recipe = circuit(CircuitKind::Multiplier, 4, 4, *bits);
        all.push(drawn(&format!("circuit, multiplier of {bits} bits"), &recipe, 1..=1));
    }
    all.push(drawn("circuit, adder of 16 bits", &circuit(CircuitKind::Adder, 4, 4, 16), 1..=1));
    all.push(drawn("tseitin", &Recipe::new(Family::Tseitin), 1..=3));
    let plain = Recipe::new(Family::Tseitin);
    let hard = Hard { consistent: Some(false), ..plain.hard.clone() };
    all.push(drawn("tseitin, contradictory", &Recipe { hard, ..plain }, 1..=3));
    all.push(drawn("pigeonhole", &Recipe::new(Family::Pigeonhole), 1..=3));
    all
}

fn share_of(millionths: u32) -> Share {
    Share::from_millionths(millionths).expect("below one")
}

fn drawn(name: &str, recipe: &Recipe, seeds: std::ops::RangeInclusive<u64>) -> Boards {
    let draw = |seed| generate(&Recipe { seed, ..recipe.clone() }).expect("the recipe is sound");
    Boards { name: name.to_owned(), boards: seeds.map(draw).collect() }
}

/// All boards once through one way to ask.
fn backbones(boards: &[Board], choice: EngineChoice) -> Answer<Duration> {
    let budget = Budget::new(Some(PATIENCE), MEMORY);
    let begun = spent();
    for board in boards {
        Analysis::new(board, choice, &budget)?.sure_cells()?;
    }
    Ok(since(begun))
}

/// The best of up to five runs: the first of short ones is spent on cold caches.
fn best(mut run: impl FnMut() -> Answer<Duration>) -> Answer<Duration> {
    let (begun, mut best) = (Instant::now(), run()?);
    for _ in 1..5 {
        if begun.elapsed() > Duration::from_secs(2) {
            break;
        }
        best = best.min(run()?);
    }
    Ok(best)
}

fn sat(encoding: Encoding, backend: Backend, grouping: Grouping) -> EngineChoice {
    EngineChoice::Sat(SatSettings { encoding, backend, grouping })
}

/// Clauses, variables and times of each encoding.
fn encodings(families: &[Boards]) {
    let names: Vec<&str> = Encoding::ALL.iter().map(|encoding| encoding.name()).collect();
    println!("\nclauses / variables of each encoding, and time as a ratio to auto");
    println!();
    println!("| boards | auto, seconds | {} |", names.join(" | "));
    println!("|---|---{}|", "|---".repeat(names.len()));
    for Boards { name, boards } in families {
        let time = |encoding| best(|| backbones(boards, sat(encoding, Backend::Varisat, Grouping::Groups)));
        let auto = time(Encoding::Auto);
        let mut cells = vec![name.clone(), seconds(&auto)];
        for encoding in Encoding::ALL {
            let ratio =
                if encoding == Encoding::Auto { String::new() } else { ratio(&time(encoding), &auto) };
            cells.push(format!("{} {ratio}", size(boards, encoding)));
        }
        println!("| {} |", cells.join(" | "));
    }
}

fn size(boards: &[Board], encoding: Encoding) -> String {
    let (mut variables, mut clauses) = (0, 0);
    for board in boards {
        let choice = sat(encoding, Backend::Varisat, Grouping::Groups);
        let analysis = Analysis::new(board, choice, &Budget::unlimited()).expect("no limits");
        let Ok(size) = analysis.solver_size() else { return "too large".to_owned() };
        variables += size.variables;
        clauses += size.clauses;
    }
    format!("{clauses} / {variables}")
}

/// Solvers, ways to group, tables and cadiback, as ratios to the default.
fn solvers(families: &[Boards]) {
    println!("\ntimes as ratios to `--engine sat` with varisat");
    println!();
    println!(
        "| boards | sat, seconds | groups without repairs | cell by cell | cadical | cadical, cell by cell | \
         safe, by itself | cadiback |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let cadiback = std::env::var_os("CADIBACK").map(PathBuf::from);
    for Boards { name, boards } in families {
        let ask = |choice| best(|| backbones(boards, choice));
        let auto = Encoding::Auto;
        let ours = ask(sat(auto, Backend::Varisat, Grouping::Groups));
        let mut cells = vec![name.clone(), seconds(&ours)];
        for grouping in [Grouping::GroupsOnly, Grouping::CellByCell] {
            cells.push(ratio(&ask(sat(auto, Backend::Varisat, grouping)), &ours));
        }
        for grouping in [Grouping::Groups, Grouping::CellByCell] {
            let other = Backend::from_name("cadical");
            cells.push(other.map_or(String::new(), |other| ratio(&ask(sat(auto, other, grouping)), &ours)));
        }
        cells.push(ratio(&ask(EngineChoice::Auto), &ours));
        cells.push(cadiback.as_deref().map_or(String::new(), |program| outside(program, boards, &ours)));
        println!("| {} |", cells.join(" | "));
    }
}

/// What cadiback takes for all boards as a ratio to ours, without its start; a lower bound where it
/// was given up.
fn outside(program: &Path, boards: &[Board], ours: &Answer<Duration>) -> String {
    let mut sum = Duration::ZERO;
    for board in boards {
        let left = PATIENCE.saturating_sub(sum);
        match outside_one(program, board, left) {
            Ok(time) => sum += time,
            Err(_) => return format!("more than {}", ratio(&Ok(PATIENCE), ours)),
        }
    }
    ratio(&Ok(sum), ours)
}

fn outside_one(program: &Path, board: &Board, patience: Duration) -> Answer<Duration> {
    let folder = tempfile::tempdir().expect("a folder for clauses");
    let (empty, file) = (folder.path().join("empty.cnf"), folder.path().join("board.cnf"));
    let found = folder.path().join("found");
    std::fs::write(&empty, "p cnf 1 0\n").expect("a small file");
    let mut text = Vec::new();
    write_cnf(board, Encoding::Auto, &mut text).expect("auto can say every board of this table");
    std::fs::write(&file, &text).expect("a file");
    let run = |file: &Path| -> Answer<Duration> {
        let out = std::fs::File::create(&found).expect("a file");
        let mut child =
            Command::new(program).arg("-q").arg(file).stdout(out).spawn().expect("CADIBACK is a program");
        let pid = Pid::from_child(&child);
        // It is left to be waited for until its time was read.
        let over = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        while waitid(WaitId::Pid(pid), over).expect("it was started").is_none() {
            if spent_by(&child) > patience {
                child.kill().and_then(|()| child.wait()).expect("it can be ended");
                return Err(StopReason::Time);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let time = spent_by(&child);
        child.wait().expect("it has ended");
        Ok(time)
    };
    let idle = best(|| run(&empty))?;
    let time = best(|| run(&file))?;
    let analysis = Analysis::new(board, EngineChoice::Auto, &Budget::unlimited())?;
    if let Some(sure) = analysis.sure_cells()? {
        compare(&sure, &std::fs::read_to_string(&found).expect("what it said"));
    }
    Ok(time.saturating_sub(idle))
}

/// What it takes to find sure cells, to certify them, and to check that.
fn certificates(families: &[Boards]) {
    println!("\nfinding sure cells from the text of a board, certifying them, and checking the certificates");
    println!();
    println!(
        "| boards | finding, seconds | certifying, seconds | checking, seconds | checking / finding | checking / \
         finding and certifying |"
    );
    println!("|---|---|---|---|---|---|");
    for Boards { name, boards } in families {
        let mut texts = Vec::new();
        for board in boards {
            let mut text = Vec::new();
            let graph = board.topology().extent().is_none();
            let format = if graph { Format::Graph } else { Format::Board };
            write_board(board, format, &mut text).expect("every board of this table has a text");
            texts.push(text);
        }
        let budget = Budget::new(Some(PATIENCE), MEMORY);
        let finding = best(|| {
            let begun = spent();
            for text in &texts {
                let board = read_board("board", text, None, &budget).expect("it was written");
                let analysis = Analysis::new(&board, EngineChoice::Auto, &budget)?;
                if analysis.consistent()? {
                    analysis.sure_cells()?;
                }
            }
            Ok(since(begun))
        });
        let mut made = Vec::new();
        let mut certify = || {
            let mut time = Duration::ZERO;
            for board in boards {
                let budget = Budget::new(Some(PATIENCE), MEMORY);
                let analysis = Analysis::new(board, EngineChoice::Auto, &budget)?;
                let sure = analysis.sure_cells()?;
                let claim = match &sure {
                    Some(sure) => Claim::Sure { free: &sure.free, mined: &sure.mined },
                    None => Claim::Inconsistent,
                };
                let begun = spent();
                let placements = analysis.showings()?;
                let order = Order { name, board, claim, placements: &placements, drat: false };
                made.push(certificate(&order, &budget).map_err(|_| StopReason::Time)?);
                time += since(begun);
            }
            Ok(time)
        };
        let certifying = certify();
        let checking = certifying.and_then(|_| {
            best(|| {
                let begun = spent();
                for files in &made {
                    verify(files, &Budget::unlimited()).expect("a true certificate");
                }
                Ok(since(begun))
            })
        });
        let both = finding.and_then(|finding| Ok(finding + certifying?));
        let cells = [
            name.clone(),
            seconds(&finding),
            seconds(&certifying),
            seconds(&checking),
            ratio(&checking, &finding),
            ratio(&checking, &both),
        ];
        println!("| {} |", cells.join(" | "));
    }
}

/// What the processor has spent on another process that was not waited for.
fn spent_by(child: &Child) -> Duration {
    let times = std::fs::read_to_string(format!("/proc/{}/schedstat", child.id()));
    let times = times.expect("CADIBACK is timed where there is /proc");
    let nanoseconds = times.split(' ').next().and_then(|time| time.parse().ok());
    Duration::from_nanos(nanoseconds.expect("the first figure is its time"))
}

/// Both must have found as many sure cells.
fn compare(sure: &SureCells, found: &str) {
    let covered = (sure.free.len() + sure.mined.len() + sure.undecided) as i64;
    let literals = found.lines().filter_map(|line| line.strip_prefix("b ")?.trim().parse::<i64>().ok());
    let cells: Vec<i64> = literals.filter(|l| *l != 0 && l.abs() <= covered).collect();
    let mined = cells.iter().filter(|&&l| l > 0).count();
    assert_eq!((mined, cells.len() - mined), (sure.mined.len(), sure.free.len()), "cadiback differs");
}

/// Counting with sure cells decided beforehand, and without.
fn sharpening(sides: &[u32]) {
    println!("\ncounting where the backbone decides sure cells first, as a ratio to counting at once");
    println!();
    println!("| boards | count at once, seconds | backbone first | cells decided |");
    println!("|---|---|---|---|");
    let random = Recipe { open: share_of(325_000), ..Recipe::new(Family::Random) };
    let kinds = [("random, 35 % mined, half open", random), ("quarter", Recipe::new(Family::Quarter))];
    for (kind, recipe) in kinds.iter().flat_map(|kind| sides.iter().map(move |side| (kind, side))).map(
        |((name, recipe), &side)| {
            (format!("{name} {side}x{side}"), Recipe { width: side, height: side, ..recipe.clone() })
        },
    ) {
        let Boards { name, boards } = drawn(&kind, &recipe, 1..=3);
        let mut decided = 0;
        let mut count = |sharpen: bool| -> Answer<Duration> {
            let budget = Budget::new(Some(PATIENCE), MEMORY);
            let begun = spent();
            decided = 0;
            for board in &boards {
                let mut analysis = Analysis::new(board, EngineChoice::Auto, &budget)?;
                if sharpen {
                    decided += analysis.sharpen()?;
                }
                analysis.count()?;
            }
            Ok(since(begun))
        };
        let (plain, sharp) = (best(|| count(false)), best(|| count(true)));
        println!("| {name} | {} | {} | {decided} |", seconds(&plain), ratio(&sharp, &plain));
    }
}

fn ratio(time: &Answer<Duration>, base: &Answer<Duration>) -> String {
    match (time, base) {
        (Ok(time), Ok(base)) => format!("{:.2}", time.as_secs_f64() / base.as_secs_f64()),
        (Err(reason), _) => reason.to_string(),
        (Ok(time), Err(_)) => format!("{:.2} s", time.as_secs_f64()),
    }
}

fn seconds(time: &Answer<Duration>) -> String {
    match time {
        Ok(time) if time.as_secs_f64() < 0.1 => format!("{:.5}", time.as_secs_f64()),
        Ok(time) => format!("{:.2}", time.as_secs_f64()),
        Err(reason) => reason.to_string(),
    }
}
