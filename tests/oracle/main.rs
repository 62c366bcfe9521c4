//! Every answer about a small board against brute force.
//!
//! [`brute`] tries every subset of the covered cells and knows nothing of the crate but the labels
//! of a board; [`boards`] draws boards of all kinds from a seed; [`trial`] asks every engine every
//! question. [`components`] does the same for engines alone, on components that no board of this
//! size would give. A failure prints the board and its seed; what was ever found wrong is kept in
//! [`found`] as the smallest board that shows it.

mod boards;
mod brute;
mod components;
mod dice;
mod found;
mod tight;
mod trial;
mod wide;

use boards::Family;
use dice::Dice;
use trial::Trial;

/// Tests the boards of a family with the seeds 0, 1, 2, …
fn survey(family: Family, boards: u64) {
    let mut consistent = 0;
    for seed in 0..boards {
        let mut dice = Dice::new(seed);
        let board = boards::draw(family, &mut dice);
        let trial = Trial::new(board, format!("{family:?}, seed {seed}"));
        consistent += u64::from(trial.check(&mut dice));
    }
    println!("{boards} boards of the family {family:?}, {consistent} of them consistent");
    // Both kinds must be there, or half of the questions were never asked.
    assert!(consistent * 4 > boards && consistent * 8 < boards * 7, "{consistent} of {boards} consistent");
}

macro_rules! surveys {
    ($($name:ident: $family:ident, $boards:literal;)*) => {
        $(#[test]
        fn $name() {
            survey(Family::$family, $boards);
        })*

        #[test]
        fn no_family_is_left_out() {
            assert_eq!([$(Family::$family),*], Family::ALL);
        }
    };
}

surveys! {
    king_grids: King, 12000;
    orthogonal_grids: Orthogonal, 6000;
    tori: Torus, 6000;
    narrow_tori: NarrowTorus, 4500;
    hexagons: Hex, 6000;
    triangles: Triangle, 6000;
    boxes_of_cubes: Box, 6000;
    random_graphs: Graph, 9000;
    random_trees: Tree, 9000;
    bounded_treewidth: Treewidth, 9000;
    stars: Star, 3000;
}
