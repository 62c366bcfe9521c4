//! Mines are dealt as promised, and every set of cells equally often.

use std::collections::BTreeMap;

use mineproof::board::Topology;
use mineproof::play::{Deal, Field, Luck, Promise};

use crate::king;

/// How often each set of mines is met in games of a fixed seed.
fn frequencies(field: &Field, first: u32, promise: Promise, games: u64) -> BTreeMap<Vec<u32>, u64> {
    let mut deal = Deal::default();
    let mut met = BTreeMap::new();
    for game in 0..games {
        deal.draw(field, first, promise, &mut Luck::new(5, game));
        let mines: Vec<u32> = (0..field.len() as u32).filter(|&cell| deal.mined[cell as usize]).collect();
        for cell in 0..field.len() as u32 {
            let around = field.around(cell).iter().filter(|near| mines.contains(near)).count();
            assert_eq!(deal.shown[cell as usize] as usize, around);
        }
        *met.entry(mines).or_insert(0) += 1;
    }
    met
}

/// All `expected` sets are met, none far too often or too seldom. Chi-square has mean n − 1 and
/// variance 2(n − 1): four standard deviations would be a sign of bias.
fn check(field: &Field, first: u32, promise: Promise, sets: u64) {
    let games = 1000 * sets;
    let met = frequencies(field, first, promise, games);
    assert_eq!(met.len() as u64, sets, "{promise:?}");
    let chi: f64 = met.values().map(|&n| (n as f64 - 1000.0).powi(2) / 1000.0).sum();
    let freedom = (sets - 1) as f64;
    assert!((chi - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(), "{promise:?}: {chi} for {freedom}");
    for mines in met.keys() {
        let near = mines.iter().filter(|mine| field.around(first).contains(mine)).count();
        match promise {
            Promise::Nothing => {}
            Promise::Safe => assert!(!mines.contains(&first)),
            Promise::Zero => {
                let room = field.len() - 1 - field.around(first).len();
                assert!(!mines.contains(&first));
                assert_eq!(near, mines.len().saturating_sub(room));
            }
        }
    }
}

#[test]
fn every_set_of_cells_is_equally_likely() {
    let field = king(4, 3, 2);
    check(&field, 0, Promise::Nothing, 66);
    check(&field, 0, Promise::Safe, 55);
    check(&field, 5, Promise::Safe, 55);
    // The first cell and its three neighbours are free: two of eight.
    check(&field, 0, Promise::Zero, 28);
}

#[test]
fn mines_that_do_not_fit_elsewhere_lie_beside_the_first_cell() {
    // No cell is away from the middle: three of eight neighbours.
    check(&king(3, 3, 3), 4, Promise::Zero, 56);
    // Two cells are away from cell 1,1, so two of its eight neighbours are mined as well.
    let field = Field::new(Topology::King { width: 3, height: 4 }, 5).unwrap();
    check(&field, 4, Promise::Zero, 28);
}

#[test]
fn games_begin_where_rates_are_published() {
    let first = |field: &Field, promise: Promise| promise.usual_first(field);
    let expert = king(30, 16, 99);
    assert_eq!(first(&expert, Promise::Safe), 0);
    assert_eq!(first(&expert, Promise::Nothing), 0);
    assert_eq!(first(&expert, Promise::Zero), 3 * 30 + 3);
    assert_eq!(first(&king(16, 16, 40), Promise::Zero), 2 * 16 + 2);
    assert_eq!(first(&king(8, 8, 10), Promise::Zero), 2 * 8 + 2);
    assert_eq!(first(&king(3, 2, 1), Promise::Zero), 1);
    for promise in Promise::ALL {
        assert_eq!(Promise::from_name(promise.name()), Some(promise));
    }
}
