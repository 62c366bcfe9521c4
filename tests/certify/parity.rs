//! Boards that come down to odd and even, which no search can refute.

use std::time::Duration;

use mineproof::analysis::{Analysis, EngineChoice, SureCells};
use mineproof::board::{Board, Label, Topology};
use mineproof::budget::Budget;
use mineproof::certify::Files;
use mineproof::certify::verify::{Refusal, verify};
use mineproof::decomp::Graph;

use crate::dice::Dice;
use crate::repair::repair;
use crate::{certify, outside, text};

/// A graph board in the making.
#[derive(Default)]
struct Sketch {
    cells: u32,
    numbers: Vec<Vec<u32>>,
}

impl Sketch {
    fn cell(&mut self) -> u32 {
        self.cells += 1;
        self.cells - 1
    }

    /// An even, or odd, number of three cells is mined: the gadget of `generate tseitin`.
    fn parity(&mut self, [a, b, c]: [u32; 3], odd: bool) {
        let [w, v, s, x, y, z] = [(); 6].map(|()| self.cell());
        self.numbers.extend([vec![a, if odd { v } else { w }], vec![w, v], vec![w, y, z], vec![v, s, x]]);
        self.numbers.extend([vec![b, s, y], vec![c, s, z]]);
    }

    /// The board, on which every number is a 1.
    fn board(&self) -> Board {
        let mut edges = Vec::new();
        for (hub, cells) in (self.cells..).zip(&self.numbers) {
            edges.extend(cells.iter().map(|&cell| (cell, hub)));
        }
        let mut labels = vec![Label::Covered; self.cells as usize];
        labels.resize(labels.len() + self.numbers.len(), Label::Number(1));
        Board::new(Topology::Graph(Graph::from_edges(labels.len(), &edges)), labels, None).unwrap()
    }
}

/// The edges of a random graph in which every vertex has three, each to another vertex.
fn cubic(vertices: u32, dice: &mut Dice) -> Vec<(u32, u32)> {
    loop {
        let mut ends: Vec<u32> = (0..3 * vertices).map(|end| end / 3).collect();
        for i in (1..ends.len()).rev() {
            ends.swap(i, dice.below(i as u32 + 1) as usize);
        }
        let mut edges: Vec<(u32, u32)> =
            ends.chunks(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]))).collect();
        edges.sort_unstable();
        if edges.iter().all(|edge| edge.0 != edge.1) && edges.windows(2).all(|pair| pair[0] != pair[1]) {
            return edges;
        }
    }
}

/// Parities on random graphs in a row, each joined to the next by one edge, which therefore is
/// sure; a legal placement is drawn first.
fn bridged(parts: u32, vertices: u32, seed: u64) -> Board {
    let mut dice = Dice::new(seed);
    let (mut edges, mut count) = (Vec::new(), 0);
    let mut last_door = None;
    for part in 0..parts {
        let mut inside = cubic(vertices, &mut dice);
        for (a, b) in &mut inside {
            (*a, *b) = (*a + count, *b + count);
        }
        count += vertices;
        // A door is a vertex in the middle of an edge.
        for wanted in [part > 0, part + 1 < parts] {
            if !wanted {
                continue;
            }
            let (a, b) = inside.swap_remove(dice.below(inside.len() as u32) as usize);
            inside.extend([(a, count), (count, b)]);
            match last_door.take() {
                Some(door) if part > 0 => edges.push((door, count)),
                _ => last_door = Some(count),
            }
            count += 1;
        }
        edges.extend(inside);
    }
    let mut sketch = Sketch::default();
    let mut ends: Vec<Vec<u32>> = vec![Vec::new(); count as usize];
    let mut odd = vec![false; count as usize];
    for (a, b) in edges {
        let (cell, mined) = (sketch.cell(), dice.below(2) == 1);
        for vertex in [a, b] {
            ends[vertex as usize].push(cell);
            odd[vertex as usize] ^= mined;
        }
    }
    for (cells, odd) in ends.iter().zip(odd) {
        sketch.parity([cells[0], cells[1], cells[2]], odd);
    }
    sketch.board()
}

/// Parities on one random graph without a placement.
fn contradictory(vertices: u32, seed: u64) -> Board {
    let mut dice = Dice::new(seed);
    let mut sketch = Sketch::default();
    let mut ends: Vec<Vec<u32>> = vec![Vec::new(); vertices as usize];
    for (a, b) in cubic(vertices, &mut dice) {
        let cell = sketch.cell();
        ends[a as usize].push(cell);
        ends[b as usize].push(cell);
    }
    let mut charges: Vec<bool> = (1..vertices).map(|_| dice.below(2) == 1).collect();
    let odd = charges.iter().filter(|charge| **charge).count() % 2 == 1;
    charges.push(!odd);
    for (cells, odd) in ends.iter().zip(charges) {
        sketch.parity([cells[0], cells[1], cells[2]], odd);
    }
    sketch.board()
}

fn has_definitions(files: &Files) -> bool {
    text(files, "proof.lrat").lines().any(|line| line.ends_with(" 0 0"))
}

/// Search alone did not refute 100 vertices in any time.
#[test]
fn contradictory_parities_of_any_size_are_certified() {
    let mut outside = outside::Checkers::find();
    for (vertices, seeds) in [(10, 20), (40, 10), (100, 4), (200, 2), (600, 1)] {
        for seed in 0..seeds {
            let board = contradictory(vertices, seed);
            let files = certify("parities", &board);
            let said = verify(&files, &Budget::unlimited());
            assert_eq!(said, Ok("inconsistent: no placement of mines is legal".to_owned()));
            assert!(vertices < 100 || has_definitions(&files));
            assert!(vertices < 100 || files["proof.lrat"].len() < 6000 * vertices as usize, "too long");
            outside.check("parities", &files);
        }
    }
    outside.report();
}

/// The edges between parts are sure, and so are some cells around them.
#[test]
fn sure_cells_of_parities_are_certified() {
    let mut outside = outside::Checkers::find();
    let mut with_definitions = 0;
    for (parts, vertices, seeds) in [(2, 10, 10), (2, 60, 3), (3, 80, 2), (2, 200, 1)] {
        for seed in 0..seeds {
            let board = bridged(parts, vertices, seed);
            let budget = Budget::new(Some(Duration::from_secs(100)), u64::MAX);
            let sure = Analysis::new(&board, EngineChoice::Auto, &budget).unwrap().sure_cells().unwrap();
            let SureCells { free, mined, .. } = sure.unwrap();
            assert!(free.len() + mined.len() >= parts as usize - 1);
            let files = certify("parities", &board);
            let said = verify(&files, &Budget::unlimited()).unwrap();
            assert!(said.starts_with("consistent"), "{said}");
            outside.check("parities", &files);
            with_definitions += usize::from(has_definitions(&files));
        }
    }
    outside.report();
    assert!(with_definitions >= 3, "{with_definitions}");
}

/// With checksums that fit: a step of a definition, or of what follows, that is changed, left out or
/// doubled.
#[test]
fn changed_definitions_are_refused() {
    let files = certify("parities", &contradictory(60, 3));
    let files = if has_definitions(&files) { files } else { certify("parities", &contradictory(100, 3)) };
    let steps: Vec<&str> = text(&files, "proof.lrat").lines().collect();
    let definitions: Vec<usize> = (0..steps.len()).filter(|&i| steps[i].ends_with(" 0 0")).collect();
    assert!(definitions.len() > 100);
    let mut dice = Dice::new(5);
    let mut tried = 0;
    while tried < 400 {
        let at = dice.pick(&definitions) + dice.below(4) as usize;
        let mut changed: Vec<String> = steps.iter().map(|&step| step.to_owned()).collect();
        match dice.below(4) {
            0 => drop(changed.remove(at)),
            1 => changed.insert(at, steps[at].to_owned()),
            2 => changed.swap(at, at + 1),
            _ => {
                let mut words: Vec<i64> = steps[at].split(' ').map(|word| word.parse().unwrap()).collect();
                let word = dice.below(words.len() as u32) as usize;
                words[word] = match dice.below(3) {
                    0 => -words[word],
                    1 => words[word] + 1,
                    _ => i64::from(dice.below(900)),
                };
                changed[at] = words.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
            }
        }
        if changed == steps {
            continue;
        }
        let mut other = files.clone();
        other.insert("proof.lrat".to_owned(), (changed.join("\n") + "\n").into_bytes());
        repair(&mut other);
        let verdict = verify(&other, &Budget::unlimited());
        assert!(matches!(verdict, Err(Refusal::False(_))), "{}: {verdict:?}", changed[at]);
        tried += 1;
    }
}
