//! Reasons are reasons: a cell follows from them, none can be left out, and where they are called
//! the fewest there are no fewer.
//!
//! The referee tries all placements: each that denies the answer breaks some numbers, and reasons
//! suffice if every such placement breaks one of them.

#[path = "oracle/boards.rs"]
mod boards;
#[path = "oracle/dice.rs"]
mod dice;

use std::path::Path;

use assert_cmd::cargo::cargo_bin_cmd;
use boards::Family;
use dice::Dice;
use mineproof::analysis::{Analysis, EngineChoice, Why};
use mineproof::board::generate::{Family as Generated, Recipe, generate, generate_instance};
use mineproof::board::{Board, CellId, Label};
use mineproof::budget::Budget;
use serde_json::{Value, json};

/// Boards of each family.
const BOARDS: u64 = 400;

/// With more reasons to choose from not all subsets are tried.
const SUBSETS: usize = 14;

/// What each placement that denies an answer breaks: bit i is the i-th open cell, the bit after
/// them the total.
struct Denials {
    open: Vec<CellId>,
    broken: Vec<u64>,
}

impl Denials {
    /// Of all placements in which the cell is not as claimed; of all placements without a claim.
    fn new(board: &Board, claim: Option<(CellId, bool)>) -> Self {
        let with = |wanted: fn(&Label) -> bool| -> Vec<CellId> {
            board.cells().filter(|&cell| wanted(&board.label(cell))).collect()
        };
        let covered = with(|label| *label == Label::Covered);
        let open = with(|label| matches!(label, Label::Number(_)));
        let known = with(|label| *label == Label::Mine);
        let mut broken: Vec<u64> = Vec::new();
        for set in 0..1u32 << covered.len() {
            let mut mined = vec![false; board.len()];
            for cell in &known {
                mined[cell.index()] = true;
            }
            covered.iter().enumerate().for_each(|(i, cell)| mined[cell.index()] = set >> i & 1 == 1);
            if claim.is_some_and(|(cell, value)| mined[cell.index()] == value) {
                continue;
            }
            let around = |&cell: &CellId| board.neighbours(cell).iter().filter(|c| mined[c.index()]).count();
            let is_broken = |cell: &CellId| Label::Number(around(cell) as u32) != board.label(*cell);
            let mines = mined.iter().filter(|&&mined| mined).count() as u64;
            let total = u64::from(board.mines().is_some_and(|total| total != mines)) << open.len();
            let numbers = open.iter().enumerate().filter(|(_, cell)| is_broken(cell)).map(|(i, _)| 1u64 << i);
            broken.push(total | numbers.sum::<u64>());
        }
        broken.sort_unstable();
        broken.dedup();
        let all = broken.clone();
        // What breaks more than another placement does is no stronger a test.
        broken.retain(|&set| !all.iter().any(|&other| other != set && other & set == other));
        Denials { open, broken }
    }

    fn suffices(&self, reasons: u64) -> bool {
        self.broken.iter().all(|broken| broken & reasons != 0)
    }

    /// Checks reasons, and whether they are missing where there are some.
    fn check(&self, why: Option<&Why>, board: &Board) {
        let all = self.open.len() + 1;
        let Some(why) = why else {
            assert!(!self.suffices(u64::MAX), "there are reasons\n{board:?}");
            return;
        };
        let bit = |cell: &CellId| 1u64 << self.open.binary_search(cell).expect("reasons are open cells");
        let reasons = why.cells.iter().map(bit).sum::<u64>() | u64::from(why.total) << self.open.len();
        assert!(why.cells.is_sorted() && (!why.total || board.mines().is_some()));
        assert!(self.suffices(reasons), "{why:?} do not suffice\n{board:?}");
        for i in (0..all).filter(|i| reasons >> i & 1 == 1) {
            assert!(!self.suffices(reasons & !(1 << i)), "{i} can be left out of {why:?}\n{board:?}");
        }
        if why.smallest && all <= SUBSETS && reasons != 0 {
            let fewer = (0..1u64 << all).filter(|set| set.count_ones() + 1 == reasons.count_ones());
            for set in fewer {
                assert!(!self.suffices(set), "{set:b} are fewer than {why:?}\n{board:?}");
            }
        }
    }
}

fn analysis(board: &Board) -> Analysis<'_> {
    Analysis::new(board, EngineChoice::Auto, &Budget::unlimited()).unwrap()
}

#[test]
fn reasons_suffice_and_none_can_be_left_out() {
    let (mut cores, mut contradictions, mut totals, mut large, mut smallest) = (0, 0, 0, 0, 0);
    for (at, family) in Family::ALL.into_iter().enumerate() {
        let mut dice = Dice::new(900 + at as u64);
        for _ in 0..BOARDS {
            let board = boards::draw(family, &mut dice);
            let analysis = analysis(&board);
            let mut note = |why: &Why| {
                cores += 1;
                totals += usize::from(why.total);
                large += usize::from(why.cells.len() > 2);
                smallest += usize::from(why.smallest);
            };
            let why = analysis.why_contradictory().unwrap();
            Denials::new(&board, None).check(why.as_ref(), &board);
            if let Some(why) = &why {
                note(why);
                contradictions += 1;
                continue;
            }
            // Three cells a board: sure ones rarely, so all are asked for both verdicts.
            let covered: Vec<CellId> = board.cells().filter(|&c| board.label(c) == Label::Covered).collect();
            for _ in 0..3.min(covered.len()) {
                let cell = dice.pick(&covered);
                for mined in [false, true] {
                    let why = analysis.why_sure(cell, mined).unwrap();
                    Denials::new(&board, Some((cell, mined))).check(why.as_ref(), &board);
                    why.iter().for_each(&mut note);
                }
            }
        }
    }
    let seen = [cores, contradictions, totals, large, smallest];
    assert!(cores > 3_000 && contradictions > 500 && totals > 100 && large > 50, "{seen:?}");
    assert_eq!(smallest, cores, "on boards this small the fewest are always found");
}

#[test]
fn the_cause_of_a_culprit_is_found_exactly() {
    for seed in 0..12 {
        let mut recipe = Recipe::new(Generated::Culprit);
        (recipe.width, recipe.height, recipe.seed) = (18, 16, seed);
        recipe.hard.cause = 7 + 2 * seed as u32;
        let instance = generate_instance(&recipe).unwrap();
        let cause = instance.known.as_ref().unwrap().cause.clone();
        let why = analysis(&instance.board).why_contradictory().unwrap();
        assert_eq!(why, Some(Why { cells: cause, total: false, smallest: true }), "seed {seed}");
    }
}

/// The answer of the program, and its exit code.
fn ask(arguments: &str) -> (i32, Value) {
    let output = cargo_bin_cmd!("mineproof")
        .args(arguments.split_whitespace())
        .arg("--json")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let answer = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (output.status.code().unwrap(), answer)
}

#[test]
fn the_cause_of_an_instance_is_the_one_in_its_comment() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["5x5-7-1.txt", "14x12-11-3.txt", "40x40-41-5.txt", "60x40-91-6.txt"] {
        let path = root.join("instances/culprit").join(name);
        let text = std::fs::read_to_string(path).unwrap();
        let cause = text.lines().find_map(|line| line.strip_prefix("# cause: ")).unwrap();
        let place = |cell: &str| -> Vec<u32> { cell.split(',').map(|n| n.parse().unwrap()).collect() };
        let cells: Vec<Vec<u32>> = cause.split(' ').map(place).collect();
        let (code, answer) = ask(&format!("check --why instances/culprit/{name}"));
        assert_eq!((code, &answer["why"]["cells"]), (1, &json!(cells)), "{name}");
        assert_eq!(answer["why"]["smallest"], json!(true), "{name}");
    }
}

/// What people and programs see.
#[test]
fn reasons_are_told() {
    let check = |arguments: &str, board: &str, shown: &str| {
        let arguments = arguments.split_whitespace();
        let output =
            cargo_bin_cmd!("mineproof").args(arguments).arg("-").write_stdin(board).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), shown);
    };
    check(
        "safe --why 3,0",
        "1?1???\n______\n?1____\n",
        "-: consistent, 3,0 is safe\nwhy: 2 numbers 0,0 2,0 (no fewer suffice)\n     0   1   2   3   4   5\n \
         0 [1]   ? [1]  0!   .   .\n 1   _   _   _   _   .   .\n 2   .   .   .   .   .   .\n",
    );
    check(
        "safe --why 3,0",
        "mines 1\n?1??\n",
        "-: consistent, 3,0 is safe\nwhy: 1 number 1,0 and the total of 1 mine (no fewer suffice)\n     \
         0   1   2   3\n 0   ? [1]   ?  0!\n",
    );
    let undecided = "-: consistent, 0,0 is undecided\nwhy: no numbers decide it, it can be both\n";
    check("safe --why 0,0", "?1?\n", undecided);
    check("safe --why 1,0", "?1?\n", "-: consistent, 1,0 is safe (not covered)\nwhy: it is given\n");
    check(
        "check --why",
        "mines 2\n?1?\n",
        "-: inconsistent: no placement of mines is legal\n\
         why: 1 number 1,0 and the total of 2 mines (no fewer suffice)\n     0   1   2\n 0   ? [1]   ?\n",
    );
    check(
        "check --why",
        "mines 3\n?1?\n",
        "-: inconsistent: no placement of mines is legal\n\
         why: the total of 3 mines (no fewer suffice)\n   0 1 2\n 0 ? . ?\n",
    );
}

#[test]
fn programs_are_told_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let check = |command: &str, board: &str, expected_code: i32, why: Value| {
        let path = folder.path().join("board.txt");
        std::fs::write(&path, board).unwrap();
        let (code, answer) = ask(&format!("{command} {}", path.display()));
        assert_eq!((code, &answer["why"]), (expected_code, &why), "{command}: {answer}");
        assert!(answer.as_object().unwrap().contains_key("why"), "{command}: {answer}");
    };
    let reasons = |cells: Value, total: bool| json!({"cells": cells, "total": total, "smallest": true});
    check("safe --why 3,0", "1?1?\n", 0, reasons(json!([[0, 0], [2, 0]]), false));
    check("safe --why 1,0", "mines 1\n??\n*?\n", 0, reasons(json!([]), true));
    check("safe --why 0,0", "?1?\n", 0, Value::Null);
    check("safe --why 0,0", "?3?\n", 1, Value::Null);
    check("check --why", "?1?\n", 0, Value::Null);
    check("check --why", "?3?\n", 1, reasons(json!([[1, 0]]), false));
    check("check --why", "*0?\n", 1, reasons(json!([[1, 0]]), false));
    check("check --why", "mines 0\n*_?\n", 1, reasons(json!([]), true));
    check("safe --why 2", "p minesweeper 3 2\ne 1 2\ne 1 3\nl 1 2\n", 0, reasons(json!([1]), false));
    assert_eq!(ask("safe --why 0,0 --cell 0,0 instances/culprit/5x5-7-1.txt").0, 2);
}

/// Every hundredth sure cell of a board of 10,000 cells, and a number that is wrong, with and without
/// a total.
#[test]
fn large_boards_are_answered_in_seconds() {
    let begun = std::time::Instant::now();
    for (seed, tell_total) in [(5, false), (6, true)] {
        let mut recipe = Recipe::new(Generated::Random);
        (recipe.width, recipe.height, recipe.seed, recipe.tell_total) = (100, 100, seed, tell_total);
        let mut board = generate(&recipe).unwrap();
        let whole = analysis(&board);
        let sure = whole.sure_cells().unwrap().unwrap();
        let claims = sure.free.iter().map(|&c| (c, false)).chain(sure.mined.iter().map(|&c| (c, true)));
        let mut several = 0;
        for (cell, mined) in claims.step_by(100) {
            let why = whole.why_sure(cell, mined).unwrap().expect("the cell is sure");
            assert!(why.smallest, "{cell:?}: {why:?}");
            several += usize::from(why.cells.len() > 1);
        }
        assert!(several > 3, "only {several} cells need more than one number");
        let open = board.cells().filter(|&c| board.label(c) == Label::Number(2)).nth(400).unwrap();
        board.set_label(open, Label::Number(3));
        let why = analysis(&board).why_contradictory().unwrap().expect("a number is wrong");
        assert!(why.smallest && why.cells.len() > 1, "{why:?}");
    }
    assert!(begun.elapsed().as_secs() < 120, "{:?}", begun.elapsed());
}
