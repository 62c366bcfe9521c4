//! Changed certificates are refused.

use mineproof::board::{Board, CellId};
use mineproof::budget::Budget;
use mineproof::certify::Files;
use mineproof::certify::verify::{Refusal, verify};
use mineproof::formats::read_board;
use serde_json::Value;

use crate::boards::{Family, draw};
use crate::brute::Brute;
use crate::dice::Dice;
use crate::repair::{repair, spoil};
use crate::{certify_claim, walk};

const FILES: [&str; 7] =
    ["manifest.json", "formula.cnf", "proof.lrat", "proof.drat", "placements.txt", "board.txt", "SHA256SUMS"];

/// Changed certificates of each file, with the old checksums and with new ones.
const CHANGES: usize = 250;

#[test]
fn every_changed_byte_is_caught() {
    let mut pool: Vec<(Board, Files)> = Vec::new();
    for (name, board, _) in walk::instances() {
        if board.len() <= 150 {
            let files = crate::certify(&name, &board);
            pool.push((board, files));
        }
    }
    let mut dice = Dice::new(31);
    let mut caught = 0;
    for name in FILES {
        let with: Vec<&Files> =
            pool.iter().map(|(_, files)| files).filter(|files| files.contains_key(name)).collect();
        let mut changed = 0;
        while changed < CHANGES {
            let mut files = dice.pick(&with).clone();
            if spoil(files.get_mut(name).unwrap(), &mut dice) {
                let verdict = verify(&files, &Budget::unlimited());
                assert!(matches!(verdict, Err(Refusal::False(_))), "{name}: {verdict:?}");
                changed += 1;
            }
        }
        // Nor may a file be missing, or a stranger be there.
        let mut files = dice.pick(&with).clone();
        files.remove(name);
        assert!(verify(&files, &Budget::unlimited()).is_err(), "{name}");
        files.insert(format!("{name}~"), Vec::new());
        assert!(verify(&files, &Budget::unlimited()).is_err(), "{name}");
        caught += changed;
    }
    println!("{caught} changed certificates refused");
    assert!(caught >= 1000);
}

/// With checksums that fit, some changes do no harm: a line that says the same, another name of the
/// board. So whatever is accepted must be true of the board that is then in the certificate, by
/// brute force; and most changes are refused.
#[test]
fn with_repaired_checksums_nothing_false_is_accepted() {
    let families = [Family::King, Family::Hex, Family::Graph, Family::Star, Family::Box, Family::Torus];
    let mut dice = Dice::new(77);
    let mut pool = Vec::new();
    for seed in 0..400 {
        let board = draw(dice.pick(&families), &mut Dice::new(7000 + seed));
        let sure = Brute::new(&board).sure_cells();
        pool.push(certify_claim("board", &board, sure.as_ref(), &[]).unwrap());
    }
    let mut refused = [0; FILES.len()];
    let mut harmless = [0; FILES.len()];
    for (f, name) in FILES.into_iter().enumerate().filter(|(_, name)| *name != "SHA256SUMS") {
        let with: Vec<&Files> = pool.iter().filter(|files| files.contains_key(name)).collect();
        while refused[f] + harmless[f] < 4 * CHANGES {
            let mut files = dice.pick(&with).clone();
            if !spoil(files.get_mut(name).unwrap(), &mut dice) {
                continue;
            }
            repair(&mut files);
            match verify(&files, &Budget::unlimited()) {
                Err(_) => refused[f] += 1,
                Ok(proven) => {
                    assert!(is_true(&files), "{name}: {proven}\n{:?}", files.get("board.txt"));
                    harmless[f] += 1;
                }
            }
        }
        println!("{name}: {} refused, {} true all the same", refused[f], harmless[f]);
    }
    let (all, good): (usize, usize) = (refused.iter().sum(), harmless.iter().sum());
    assert!(all > 5 * good, "{all} refused, {good} accepted");
}

/// Whether what the manifest claims of the board is so.
fn is_true(files: &Files) -> bool {
    let board = read_board("board.txt", &files["board.txt"], None, &Budget::unlimited()).unwrap();
    let manifest: Value = serde_json::from_slice(&files["manifest.json"]).unwrap();
    let truth = Brute::new(&board).sure_cells();
    let list = |field: &str| -> Vec<CellId> {
        let cell = |place: &Value| match place.as_array() {
            None => CellId(place.as_u64().unwrap() as u32 - 1),
            Some(parts) => {
                let part = |i: usize| parts.get(i).map_or(0, |part| part.as_u64().unwrap() as u32);
                board.topology().at(part(0), part(1), part(2)).unwrap()
            }
        };
        manifest[field].as_array().unwrap().iter().map(cell).collect()
    };
    match (manifest["claim"].as_str().unwrap(), truth) {
        ("no placement", truth) => truth.is_none(),
        ("a placement", truth) => truth.is_some(),
        ("sure cells", Some(truth)) => {
            truth.free == list("safe")
                && truth.mined == list("mines")
                && manifest["undecided"] == truth.undecided
        }
        _ => false,
    }
}

/// Claims that differ from the truth in one cell, with everything else as it was.
#[test]
fn another_claim_needs_another_proof() {
    let mut tried = 0;
    for seed in 0..600 {
        let board = draw(Family::King, &mut Dice::new(12_000 + seed));
        let Some(sure) = Brute::new(&board).sure_cells() else { continue };
        let files = certify_claim("board", &board, Some(&sure), &[]).unwrap();
        let manifest: Value = serde_json::from_slice(&files["manifest.json"]).unwrap();
        for (from, to) in [("safe", "mines"), ("mines", "safe"), ("safe", ""), ("mines", "")] {
            let mut other = manifest.clone();
            let Some(cell) = other[from].as_array_mut().unwrap().pop() else { continue };
            if to.is_empty() {
                other["undecided"] = (manifest["undecided"].as_u64().unwrap() + 1).into();
            } else {
                other[to] = vec![cell].into();
            }
            refused_with(&files, &other);
            tried += 1;
        }
        for (claim, consistent) in [("no placement", false), ("a placement", true)] {
            let mut other = manifest.clone();
            (other["claim"], other["consistent"]) = (claim.into(), consistent.into());
            (other["safe"], other["mines"], other["undecided"]) =
                (Value::Array(vec![]), Value::Array(vec![]), Value::Null);
            if claim != "a placement" || files.contains_key("formula.cnf") {
                refused_with(&files, &other);
                tried += 1;
            }
        }
    }
    assert!(tried > 500, "only {tried}");
}

fn refused_with(files: &Files, manifest: &Value) {
    let mut files = files.clone();
    files.insert("manifest.json".to_owned(), format!("{manifest}\n").into_bytes());
    repair(&mut files);
    let verdict = verify(&files, &Budget::unlimited());
    assert!(matches!(verdict, Err(Refusal::False(_))), "{manifest}: {verdict:?}");
}
