//! Every encoding against the definition: each choice of the inputs determines all auxiliary
//! variables, and no clause is broken exactly if the sum is right.

use super::*;

/// Sets what unit propagation sets; `false` if a clause is broken.
fn propagate(formula: &Formula, values: &mut [Option<bool>]) -> bool {
    loop {
        let mut changed = false;
        for clause in formula.clauses() {
            let value = |literal: &Literal| {
                values[literal.variable() as usize].map(|value| value == literal.is_positive())
            };
            if clause.iter().any(|literal| value(literal) == Some(true)) {
                continue;
            }
            let mut open = clause.iter().filter(|literal| value(literal).is_none());
            match (open.next(), open.next()) {
                (None, _) => return false,
                (Some(&unit), None) => {
                    values[unit.variable() as usize] = Some(unit.is_positive());
                    changed = true;
                }
                _ => {}
            }
        }
        if !changed {
            return true;
        }
    }
}

/// All parts of unary numbers of these lengths.
fn all_parts(lengths: &[u32]) -> Vec<Vec<u32>> {
    let mut all = vec![vec![]];
    for &length in lengths {
        let longer = |parts: &Vec<u32>| {
            (0..=length).map(|part| [&parts[..], &[part]].concat()).collect::<Vec<Vec<u32>>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

fn inputs(lengths: &[u32]) -> (Formula, Vec<Vec<Literal>>) {
    let formula = Formula::new(lengths.iter().sum::<u32>());
    let mut literals = formula.literals();
    let inputs = lengths.iter().map(|&length| literals.by_ref().take(length as usize).collect()).collect();
    (formula, inputs)
}

/// Sets the inputs to these parts.
fn set(values: &mut [Option<bool>], inputs: &[Vec<Literal>], parts: &[u32]) {
    for (input, &part) in inputs.iter().zip(parts) {
        for (place, literal) in input.iter().enumerate() {
            values[literal.variable() as usize] = Some(place < part as usize);
        }
    }
}

const SHAPES: [&[u32]; 12] = [
    &[],
    &[1],
    &[1, 1],
    &[1, 1, 1],
    &[2, 1],
    &[1, 1, 1, 1, 1],
    &[3, 3, 2],
    &[1, 4, 1, 2],
    &[5],
    &[7, 2],
    &[1, 1, 1, 1, 1, 1, 1, 1],
    &[2, 1, 3, 1, 1, 2],
];

#[test]
fn every_choice_has_one_model_exactly_if_its_sum_is_right() {
    for lengths in SHAPES {
        let n: u32 = lengths.iter().sum();
        for k in 0..=n + 1 {
            for encoding in Encoding::ALL {
                let (mut formula, inputs) = inputs(lengths);
                exactly(&inputs, u64::from(k), encoding, &mut formula).unwrap();
                for parts in all_parts(lengths) {
                    let mut values = vec![None; formula.variable_count() as usize];
                    set(&mut values, &inputs, &parts);
                    let right = parts.iter().sum::<u32>() == k;
                    let met = propagate(&formula, &mut values);
                    assert_eq!(met, right, "{encoding:?} of {lengths:?}: {parts:?} for {k}");
                    assert!(!met || values.iter().all(Option::is_some), "{encoding:?} of {lengths:?}");
                }
            }
        }
    }
}

#[test]
fn direct_clauses_are_as_many_as_counted() {
    for lengths in SHAPES {
        for k in 0..=lengths.iter().sum::<u32>() + 1 {
            let (mut formula, inputs) = inputs(lengths);
            exactly(&inputs, u64::from(k), Encoding::Direct, &mut formula).unwrap();
            let written = formula.clauses().count() as u64;
            assert_eq!(direct_clauses(lengths, u64::from(k), 1000), Some(written), "{k} of {lengths:?}");
            assert!(written == 0 || direct_clauses(lengths, u64::from(k), written - 1).is_none());
            assert_eq!(formula.variable_count(), lengths.iter().sum::<u32>());
        }
    }
    assert_eq!(direct_clauses(&[1; 8], 4, 1000), Some(112));
    assert_eq!(direct_clauses(&[1; 1000], 500, DIRECT_LIMIT), None);
    assert_eq!(direct_clauses(&[1; 480], 99, DIRECT_LIMIT), None);
}

#[test]
fn one_totalizer_serves_every_total() {
    for lengths in SHAPES {
        let n: u32 = lengths.iter().sum();
        let (mut formula, inputs) = inputs(lengths);
        let sum = unary_sum(&inputs, n as usize, &mut formula).unwrap();
        for parts in all_parts(lengths) {
            let mut values = vec![None; formula.variable_count() as usize];
            set(&mut values, &inputs, &parts);
            assert!(propagate(&formula, &mut values));
            let total = parts.iter().sum::<u32>() as usize;
            for (place, literal) in sum.iter().enumerate() {
                assert_eq!(values[literal.variable() as usize], Some(place < total), "{parts:?}");
            }
        }
    }
}

#[test]
fn degrees_in_the_thousands_take_few_clauses() {
    let lengths = vec![1; 3000];
    for (encoding, k, most) in [
        (Encoding::Auto, 1500, 3_000_000),
        (Encoding::Network, 1500, 3_000_000),
        (Encoding::Sequential, 30, 400_000),
        (Encoding::Totalizer, 30, 400_000),
        (Encoding::Bdd, 2970, 500_000),
    ] {
        let (mut formula, inputs) = inputs(&lengths);
        exactly(&inputs, k, encoding, &mut formula).unwrap();
        let clauses = formula.clauses().count();
        assert!(clauses as u64 <= forecast(&lengths, k, encoding), "{encoding:?}: {clauses} clauses");
        assert!(clauses < most, "{encoding:?}: {clauses} clauses for {k}");
        // The inputs alone decide, here with k true ones spread evenly.
        for wrong in [0, 1] {
            let mut values = vec![None; formula.variable_count() as usize];
            let mined = |i: u64| (i + 1) * (k + wrong) / 3000 > i * (k + wrong) / 3000;
            let parts: Vec<u32> = (0..3000).map(|i| u32::from(mined(i))).collect();
            set(&mut values, &inputs, &parts);
            assert_eq!(propagate(&formula, &mut values), wrong == 0, "{encoding:?}");
        }
    }
}

/// A network over boxes took minutes and more where a totalizer takes seconds (docs/BENCH-SAT.md).
#[test]
fn auto_sums_large_boxes_by_a_totalizer_and_single_cells_by_a_network() {
    for (lengths, k, expected) in [
        (vec![23; 64], 736, Encoding::Totalizer),
        (vec![1; 1472], 736, Encoding::Network),
        (vec![23; 1000], 11_500, Encoding::Network),
        (vec![1; 100], 20, Encoding::Sequential),
        (vec![1; 8], 4, Encoding::Direct),
    ] {
        assert_eq!(Encoding::Auto.resolve(&lengths, k), expected, "{} boxes", lengths.len());
    }
}
