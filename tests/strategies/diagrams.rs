//! Numbers from diagrams of solutions, cell by cell, against those from lists and, where solutions
//! cannot be listed, against exact ones.

use mineproof::algebra::Fraction;
use mineproof::board::{CellId, Topology};
use mineproof::budget::Budget;
use mineproof::play::{Deal, Field, Luck, Mind, Promise, Prospects, Standing, Study};

use super::minds::filters;

/// Solutions that a part surely has a diagram for.
const MANY: usize = 1000;

/// Compares all covered cells of a position; how many touch a part with many solutions.
fn compare(mind: &Mind, place: &str) -> usize {
    let (view, parts, look) = (&mind.view, &mind.parts, &mind.look);
    let mut study = Study::default();
    study.begin();
    let mut many = 0;
    for cell in view.covered_cells() {
        let drawn = study.numbers(cell, view, parts).expect("a diagram holds it");
        // Lists are joined where mines are few, which are then too many now and then.
        let Some(listed) = study.of(cell, view, parts, look, None) else { continue };
        assert_eq!(drawn.len(), listed.chances.len(), "{place}, cell {cell}");
        for (n, (drawn, listed)) in drawn.iter().zip(&listed.chances).enumerate() {
            assert!((drawn - listed).abs() < 1e-12, "{n} at {cell}: {drawn}, not {listed}; {place}");
        }
        let near = view.covered_around(cell).chain([cell]);
        let is_many =
            |near: u32| parts.of(near).is_some_and(|(slot, _)| parts.part(slot).solutions.len() > MANY);
        many += usize::from(near.into_iter().any(is_many));
    }
    many
}

/// Compares some cells of a position that has no list with exact quantities.
fn compare_exact(mind: &Mind, place: &str) {
    let board = mind.view.board();
    let mut prospects = Prospects::new(&board, &Budget::unlimited()).unwrap().expect("it is being played");
    let mut study = Study::default();
    study.begin();
    for cell in mind.view.covered_cells().step_by(9) {
        let drawn = study.numbers(cell, &mind.view, &mind.parts).expect("a diagram holds it");
        let exact = prospects.quantities(CellId(cell)).unwrap();
        let known = mind.view.known_mines_around(cell);
        let mut expected = vec![0.0; drawn.len()];
        for shown in &exact.shown {
            expected[(shown.number - known) as usize] =
                Fraction::new(shown.count.clone(), exact.free()).to_f64();
        }
        for (n, (drawn, exact)) in drawn.iter().zip(&expected).enumerate() {
            assert!((drawn - exact).abs() < 1e-12, "{n} at {cell}: {drawn}, not {exact}; {place}");
        }
    }
}

#[test]
fn diagrams_have_the_numbers_of_lists() {
    let boards = [
        (Topology::King { width: 30, height: 16 }, 99),
        (Topology::Torus { width: 14, height: 14 }, 40),
        (Topology::Hex { width: 16, height: 16 }, 50),
    ];
    let (mut exact, mut all) = (0, 0);
    for (topology, mines) in boards {
        let field = Field::new(topology.clone(), mines).unwrap();
        let (mut many, mut guesses) = (0, 0);
        for index in 0..12 {
            let mut luck = Luck::new(17, index);
            let mut deal = Deal::default();
            deal.draw(&field, 0, Promise::Safe, &mut luck);
            let mut mind = Mind::new(&field, &Budget::unlimited());
            mind.view.open(0, deal.shown[0]);
            while mind.settle(&deal).unwrap() == Standing::Open {
                let place = format!("{topology:?}, game {index}");
                guesses += 1;
                if !mind.look.is_exact() {
                    many += compare(&mind, &place);
                } else if exact < 3 {
                    compare_exact(&mind, &place);
                    exact += 1;
                }
                // Free cells that tell much, so that parts grow together.
                let mut free = Vec::new();
                mind.best(&filters("Q"), &mut free).unwrap();
                free.retain(|&cell| !deal.mined[cell as usize]);
                if free.is_empty() {
                    free.extend(mind.view.covered_cells().filter(|&cell| !deal.mined[cell as usize]));
                }
                let cell = free[luck.below(free.len())];
                mind.view.open(cell, deal.shown[cell as usize]);
            }
        }
        println!("{topology:?}: {guesses} guesses, {many} cells of long lists, {exact} positions without");
        assert!(guesses > 30, "{topology:?}: {guesses} guesses are too few");
        all += many;
    }
    assert!(all > 1000, "{all} cells of long lists are too few");
    assert!(exact > 0, "all solutions were listed");
}
