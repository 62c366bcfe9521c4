//! Circuits have as many placements as what they compute has solutions.

use mineproof::board::generate::{
    CircuitKind, Family, Hard, Instance, MAX_CELLS, Recipe, RecipeError, generate_instance,
};
use mineproof::model;
use num_bigint::BigUint;

use crate::{check_known, symbols};

fn make(seed: u64, hard: Hard) -> Result<Instance, RecipeError> {
    generate_instance(&Recipe { seed, hard, ..Recipe::new(Family::Circuit) })
}

fn cnf(variables: u32, clauses: u32, literals: u32) -> Hard {
    Hard { variables, clauses, literals, ..Hard::default() }
}

fn arithmetic(circuit: CircuitKind, bits: u32, value: Option<u32>) -> Hard {
    Hard { circuit, bits, value: value.map(Into::into), ..Hard::default() }
}

/// Solutions of the formula in an instance's notes, one assignment after the other.
fn solutions(instance: &Instance, variables: u32) -> usize {
    let notes = instance.notes();
    let clauses: Vec<Vec<i32>> = notes
        .iter()
        .filter_map(|note| note.strip_prefix("clause: "))
        .map(|clause| clause.split(' ').map(|literal| literal.parse().unwrap()).collect())
        .collect();
    let holds = |bits: u32, literal: i32| (bits >> (literal.unsigned_abs() - 1) & 1 == 1) == (literal > 0);
    let met = |bits: &u32| clauses.iter().all(|clause| clause.iter().any(|&literal| holds(*bits, literal)));
    (0..1u32 << variables).filter(met).count()
}

#[test]
fn formulas_have_as_many_placements_as_solutions() {
    let (mut yes, mut no, mut many) = (0, 0, 0);
    for seed in 0..150 {
        let variables = 1 + seed as u32 % 5;
        let literals = 1 + seed as u32 % 4 % variables;
        for clauses in [1, variables, 2 * variables, 3 * variables] {
            let instance = make(seed, cnf(variables, clauses, literals)).unwrap();
            let found = check_known(&instance);
            assert_eq!(found, solutions(&instance, variables).into(), "seed {seed}");
            match found {
                none if none == BigUint::ZERO => no += 1,
                one if one == 1u32.into() => yes += 1,
                _ => many += 1,
            }
        }
    }
    assert!(yes > 20 && no > 50 && many > 200, "{yes} {no} {many}");
}

#[test]
fn formulas_are_as_wanted() {
    for seed in 0..20 {
        for consistent in [true, false] {
            let hard = Hard { consistent: Some(consistent), ..cnf(4, 14, 2) };
            let instance = make(seed, hard).unwrap();
            assert_eq!(check_known(&instance) != BigUint::ZERO, consistent, "seed {seed}");
        }
    }
}

/// Whoever counts must count variables that no clause has.
#[test]
fn unused_variables_are_free() {
    let instance = make(3, cnf(7, 1, 2)).unwrap();
    assert_eq!(check_known(&instance), (3u32 << 5).into());
}

#[test]
fn sums_have_as_many_placements_as_pairs_of_summands() {
    for bits in 1..=3 {
        for sum in 0..2 << bits {
            let instance = make(9, arithmetic(CircuitKind::Adder, bits, Some(sum))).unwrap();
            let pairs = (0..1 << bits).filter(|a| *a <= sum && sum - a < 1 << bits).count();
            assert_eq!(check_known(&instance), pairs.into(), "{bits} bits, sum {sum}");
        }
    }
    for seed in 0..10 {
        let drawn = make(seed, arithmetic(CircuitKind::Adder, 9, None)).unwrap();
        assert_ne!(check_known(&drawn), BigUint::ZERO);
        let hard = Hard { consistent: Some(false), ..arithmetic(CircuitKind::Adder, 9, None) };
        assert_eq!(check_known(&make(seed, hard).unwrap()), BigUint::ZERO);
    }
}

#[test]
fn products_have_as_many_placements_as_pairs_of_factors() {
    let small = (1..=2).flat_map(|bits| (0..1 << (2 * bits)).map(move |product| (bits, product)));
    for (bits, product) in small.chain([(3, 0), (3, 6), (3, 12), (3, 35), (3, 36), (3, 49), (3, 63)]) {
        let instance = make(1, arithmetic(CircuitKind::Multiplier, bits, Some(product))).unwrap();
        let numbers = || 0..1u32 << bits;
        let pairs: usize = numbers().map(|a| numbers().filter(|b| a * b == product).count()).sum();
        assert_eq!(check_known(&instance), pairs.into(), "{bits} bits, product {product}");
    }
    for seed in 0..4 {
        for consistent in [true, false] {
            let hard = Hard { consistent: Some(consistent), ..arithmetic(CircuitKind::Multiplier, 3, None) };
            assert_eq!(check_known(&make(seed, hard).unwrap()) != BigUint::ZERO, consistent);
        }
    }
}

#[test]
fn parities_halve_the_choices() {
    for variables in 1..12 {
        let hard = Hard { circuit: CircuitKind::Parity, variables, ..Hard::default() };
        let instance = make(variables.into(), hard.clone()).unwrap();
        assert_eq!(check_known(&instance), (1u32 << (variables - 1)).into());
        let both = Hard { consistent: Some(false), ..hard };
        assert_eq!(check_known(&make(0, both).unwrap()), BigUint::ZERO);
    }
}

/// The referee accepts the maker's placement where no engine is asked.
#[test]
fn large_circuits_have_the_placement_they_promise() {
    let planted = Hard { consistent: Some(true), ..cnf(60, 250, 3) };
    let cases = [
        planted,
        Hard { consistent: Some(true), ..cnf(20, 85, 3) },
        cnf(20, 70, 3),
        arithmetic(CircuitKind::Adder, 200, None),
        arithmetic(CircuitKind::Multiplier, 12, None),
        arithmetic(CircuitKind::Multiplier, 16, None),
        Hard { circuit: CircuitKind::Parity, variables: 1000, ..Hard::default() },
    ];
    for hard in cases {
        let instance = make(5, hard.clone()).unwrap();
        assert_eq!(instance.known.as_ref().unwrap().consistent, Some(true), "{hard:?}");
        assert!(instance.mines.is_sorted() && model::check(&instance.board, &instance.mines), "{hard:?}");
    }
}

/// Formulas too large to be solved say so.
#[test]
fn what_is_not_known_is_not_claimed() {
    let instance = make(0, cnf(40, 170, 3)).unwrap();
    let known = instance.known.as_ref().unwrap();
    assert_eq!((known.consistent, known.count.clone()), (None, None));
    assert!(instance.notes().contains(&"placements: unknown".to_owned()));
}

/// Sizes end where memory would, with a reason and without waiting for it.
#[test]
fn too_large_circuits_are_refused() {
    let most = u32::MAX;
    let cases = [
        cnf(3000, 3000, 3),
        cnf(most, 1, 1),
        cnf(1, most, 1),
        arithmetic(CircuitKind::Adder, most, None),
        arithmetic(CircuitKind::Multiplier, 2000, None),
        arithmetic(CircuitKind::Multiplier, most, None),
        Hard { circuit: CircuitKind::Parity, variables: most, ..Hard::default() },
    ];
    for hard in cases {
        match make(0, hard.clone()) {
            Err(RecipeError::TooManyCells(cells)) => assert!(cells > MAX_CELLS, "{hard:?}"),
            other => panic!("{hard:?}: {:?}", other.map(|instance| instance.notes())),
        }
    }
}

/// One circuit of each kind, kept for ever as a digest (FNV-1a) of its cells.
#[test]
fn circuits_stay_as_they_are() {
    let cases = [
        cnf(8, 30, 3),
        Hard { consistent: Some(true), ..cnf(30, 100, 3) },
        arithmetic(CircuitKind::Adder, 8, None),
        arithmetic(CircuitKind::Multiplier, 4, None),
        Hard { circuit: CircuitKind::Parity, variables: 9, ..Hard::default() },
    ];
    let digest = |hard| {
        let instance = make(42, hard).unwrap();
        symbols(&instance.board).into_iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, symbol| {
            (hash ^ symbol as u64).wrapping_mul(0x100_0000_01b3)
        })
    };
    let frozen = [
        0x6d49_b374_bc0c_b978,
        0x660d_5ef0_ce7e_e9c2,
        0xa32b_11b9_8f58_ee0a,
        0x624a_25eb_626b_84aa,
        0x273c_1b49_c73c_e971,
    ];
    assert_eq!(cases.map(digest), frozen);
}
