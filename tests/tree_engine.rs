//! The tree engine against enumeration, and both against what the papers print.

use std::time::Duration;

use mineproof::algebra::Polynomial;
use mineproof::budget::{Budget, StopReason};
use mineproof::engine::{enumerate, tree};
use mineproof::reduce::Component;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

type Boxes<'a> = &'a [(u32, &'a [u32])];

fn component(rests: &[u32], boxes: Boxes) -> Component {
    let boxes: Vec<_> = boxes.iter().map(|&(size, numbers)| (size, numbers.to_vec())).collect();
    Component::new(rests.to_vec(), &boxes)
}

/// Both engines give the polynomial `expected`, written as in "2x + x^2"; "0" for none.
fn check(rests: &[u32], boxes: Boxes, expected: &str) {
    let component = component(rests, boxes);
    let polynomial = enumerate::polynomial(&component, &Budget::unlimited()).unwrap();
    assert_eq!(show(&polynomial), expected, "{rests:?} {boxes:?}");
    agree(&component);
}

fn show(polynomial: &Polynomial) -> String {
    let term = |(degree, value): (u64, &BigUint)| {
        let power = match degree {
            0 => return value.to_string(),
            1 => "x".to_string(),
            _ => format!("x^{degree}"),
        };
        if value.is_one() { power } else { format!("{value}{power}") }
    };
    let terms = polynomial.terms();
    let terms: Vec<_> = terms.map(term).collect();
    if terms.is_empty() { "0".to_string() } else { terms.join(" + ") }
}

/// The tree engine says the same as enumeration, to every question.
fn agree(component: &Component) {
    let budget = Budget::new(None, 1 << 30);
    assert!(tree::applies(component), "{component:?}");
    let polynomial = enumerate::polynomial(component, &budget).unwrap();
    let count = polynomial.sum();
    let consistent = enumerate::consistent(component, &budget);
    assert_eq!(consistent, Ok(!count.is_zero()), "{component:?}");
    assert_eq!(tree::consistent(component, &budget), consistent, "{component:?}");
    assert_eq!(tree::count(component, &budget), Ok(count), "{component:?}");
    assert_eq!(tree::polynomial(component, &budget), Ok(polynomial), "{component:?}");
    let outers: [&dyn Fn(u64) -> BigUint; 3] =
        [&|_| BigUint::one(), &|k| BigUint::from(k * k + 3), &|k| binomial(9, k)];
    for outer in outers {
        assert_eq!(
            tree::marginals(component, outer, &budget),
            enumerate::marginals(component, outer, &budget),
            "{component:?}"
        );
    }
    // The values that a box takes in some solution are an interval, as the windows promise.
    for marginal in enumerate::marginals(component, &|_| BigUint::one(), &budget).unwrap() {
        let taken: Vec<usize> = (0..marginal.len()).filter(|&i| !marginal[i].is_zero()).collect();
        assert!(taken.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{component:?}");
    }
    assert_eq!(budget.memory_left(), 1 << 30, "all leases are given back");
}

/// C(n, k), as a background of n cells weighs what it must hold: 0 for too many mines.
fn binomial(n: u64, k: u64) -> BigUint {
    if k > n { BigUint::zero() } else { num_integer::binomial(n.into(), k.into()) }
}

#[test]
fn golans_table_1() {
    // P of a single vertex. A free vertex is nothing at all; ? is a cell that no number sees.
    check(&[], &[], "1");
    check(&[], &[(1, &[])], "1 + x");
    check(&[0], &[], "1");
    check(&[1], &[], "0");
    check(&[2], &[], "0");
    // P□ and P* of ?: a number beside it says which.
    check(&[0], &[(1, &[0])], "1");
    check(&[1], &[(1, &[0])], "x");
    check(&[2], &[(1, &[0])], "0");
    // P− of a number without children: the cell above it, pinned as a mine, has lowered it by 1.
    check(&[1, 0], &[(1, &[0, 1])], "0");
    check(&[1, 1], &[(1, &[0, 1])], "x");
    check(&[1, 2], &[(1, &[0, 1])], "0");
}

#[test]
fn golans_cases() {
    // i: the subtrees below a free vertex are independent.
    check(&[1, 1], &[(2, &[0]), (3, &[1])], "6x^2");
    check(&[1, 2], &[(2, &[0]), (1, &[1])], "0");
    // ii: a mine lowers the numbers below it. Number 0 pins the mine.
    check(&[1, 2, 1], &[(1, &[0, 1, 2]), (2, &[1])], "2x^2");
    // iii: a covered vertex is one or the other.
    check(&[1, 1], &[(1, &[0, 1]), (2, &[0]), (3, &[1])], "x + 6x^2");
    // iv: exactly k children of a number are mined.
    check(&[2], &[(1, &[0]), (1, &[0]), (1, &[0])], "3x^2");
    check(&[2, 1, 1], &[(1, &[0, 1]), (1, &[0, 2]), (1, &[0]), (2, &[1]), (1, &[2])], "x^2 + 3x^3");
    // Figure 3 of Golan 2014: v1 v2 v3 – 1 – 1 – v6 v7; a number does not count for a number.
    check(&[1, 1], &[(3, &[0]), (2, &[1])], "6x^2");
}

#[test]
fn boxes_of_any_size_are_one_vertex() {
    // As cells this is a cycle: two cells that see the same two numbers.
    check(&[1, 1], &[(2, &[0, 1])], "2x");
    check(&[2, 3], &[(3, &[0, 1]), (1, &[0]), (2, &[1])], "6x^3 + 3x^4");
    check(&[1, 2], &[(2, &[0, 1])], "0");
    check(&[0], &[(0, &[0]), (0, &[])], "1");
}

#[test]
fn example_5_1_has_eight_labellings_with_one_assignment() {
    let good = ["000", "011", "101", "110", "112", "121", "211", "222"];
    for labels in 0..64u32 {
        let rests = [labels / 16, labels / 4 % 4, labels % 4];
        let name: String = rests.iter().map(ToString::to_string).collect();
        let component = component(&rests, &[(1, &[0, 1]), (1, &[1, 2]), (1, &[0, 2])]);
        let budget = Budget::unlimited();
        let mut solutions = 0;
        let mut visit = |_: &[u32]| {
            solutions += 1;
            true
        };
        enumerate::for_each_solution(&component, &budget, &mut visit).unwrap();
        assert_eq!(solutions, u32::from(good.contains(&name.as_str())), "{name}");
        assert_eq!(enumerate::consistent(&component, &budget), Ok(solutions > 0));
        assert!(!tree::applies(&component));
        assert_eq!(tree::count(&component, &budget), Err(StopReason::NotApplicable));
    }
}

#[test]
fn enumeration_stops_when_told_and_counts_every_mention() {
    let budget = Budget::unlimited();
    let mut seen = Vec::new();
    let wide = component(&[2], &[(2, &[0]), (2, &[0]), (2, &[0])]);
    let mut visit = |mines: &[u32]| {
        seen.push(mines.to_vec());
        seen.len() < 3
    };
    enumerate::for_each_solution(&wide, &budget, &mut visit).unwrap();
    assert_eq!(seen, [[0, 0, 2], [0, 1, 1], [0, 2, 0]]);
    let twice = component(&[2], &[(3, &[0, 0])]);
    assert_eq!(show(&enumerate::polynomial(&twice, &budget).unwrap()), "3x");
    assert!(!tree::applies(&twice));
}

#[test]
fn random_forests_agree_with_enumeration() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2011);
    let (mut consistent, mut shared) = (0, 0);
    for _ in 0..4000 {
        let component = random_forest(&mut rng);
        agree(&component);
        consistent += u32::from(tree::consistent(&component, &Budget::unlimited()).unwrap());
        let cyclic_in_cells = |b| component.size(b) > 1 && component.box_numbers(b).len() > 1;
        shared += u32::from(component.boxes().any(cyclic_in_cells));
    }
    // The generator makes both kinds, and enough forests that are none as graphs of cells.
    assert!((1000..3500).contains(&consistent), "{consistent}");
    assert!(shared > 1000, "{shared}");
}

/// At most 6 numbers; boxes of 1 to 4 cells that never close a cycle; rests of a placement, of one
/// with a number changed, or of nothing at all.
fn random_forest(rng: &mut Xoshiro256PlusPlus) -> Component {
    let mut below = |n: u64| rng.next_u64() % n;
    let numbers = below(7) as u32;
    let mut parts: Vec<u32> = (0..numbers).collect();
    let mut boxes: Vec<(u32, Vec<u32>)> = Vec::new();
    for _ in 0..below(8) {
        let mut members: Vec<u32> = Vec::new();
        for j in 0..numbers {
            let apart = members.iter().all(|&k| parts[k as usize] != parts[j as usize]);
            if below(3) == 0 && apart {
                members.push(j);
            }
        }
        let merged: Vec<u32> = members.iter().map(|&j| parts[j as usize]).collect();
        for part in &mut parts {
            if merged.contains(part) {
                *part = merged[0];
            }
        }
        boxes.push((1 + below(4) as u32, members));
    }
    let mut rests = vec![0u32; numbers as usize];
    for (size, members) in &boxes {
        let mines = below(u64::from(*size) + 1) as u32;
        for &j in members {
            rests[j as usize] += mines;
        }
    }
    match below(4) {
        0 => rests.iter_mut().for_each(|rest| *rest = below(5) as u32),
        1 if numbers > 0 => rests[below(u64::from(numbers)) as usize] += 1,
        _ => (),
    }
    Component::new(rests, &boxes)
}

/// Numbers 1 in a row, a shared cell between neighbours and at both ends, a private one each.
fn fence(numbers: u32) -> Component {
    let mut component = Component::new(vec![1; numbers as usize], &[]);
    let all: Vec<_> = component.numbers().collect();
    component.push_box(1, [all[0]]);
    for pair in all.windows(2) {
        component.push_box(1, pair.iter().copied());
    }
    component.push_box(1, [all[numbers as usize - 1]]);
    for &number in &all {
        component.push_box(1, [number]);
    }
    component
}

/// The first terms 0, 1, 1, 2, … of Fibonacci's series, the n-th of them.
fn fibonacci(n: u32) -> BigUint {
    let mut pair = (BigUint::zero(), BigUint::one());
    for _ in 0..n {
        let next = &pair.0 + &pair.1;
        pair = (pair.1, next);
    }
    pair.0
}

#[test]
fn long_fences_count_like_fibonacci() {
    // No two neighbours among the shared cells are mined, and the private ones follow.
    for numbers in [1, 2, 3, 10, 100, 100_000] {
        let counted = tree::count(&fence(numbers), &Budget::unlimited());
        assert!(counted == Ok(fibonacci(numbers + 3)), "{numbers}");
    }
    for numbers in [1, 5, 60] {
        let polynomial = tree::polynomial(&fence(numbers), &Budget::unlimited()).unwrap();
        assert_eq!(polynomial.sum(), fibonacci(numbers + 3));
    }
}

#[test]
fn marginals_of_a_fence_sum_to_its_weight() {
    let component = fence(150);
    let budget = Budget::unlimited();
    let outer = |k: u64| BigUint::from(k + 1);
    let polynomial = tree::polynomial(&component, &budget).unwrap();
    let total: BigUint = polynomial.terms().map(|(k, c)| c * outer(k)).sum();
    for marginal in tree::marginals(&component, &outer, &budget).unwrap() {
        assert_eq!(marginal.iter().sum::<BigUint>(), total);
    }
}

#[test]
fn large_stars_are_fast() {
    let n = 100_000u32;
    let budget = Budget::new(Some(Duration::from_secs(60)), 1 << 28);
    let one_box = Component::new(vec![n / 2], &[(n, vec![0])]);
    let count = tree::count(&one_box, &budget).unwrap();
    // C(n, n/2) is about 2ⁿ/√(πn/2).
    assert_eq!(count.bits(), 99_992);
    let leaves = Component::new(vec![n / 2], &vec![(1, vec![0]); n as usize]);
    assert!(tree::count(&leaves, &budget).unwrap() == count);
    let few = Component::new(vec![3], &vec![(1, vec![0]); n as usize]);
    let marginals = tree::marginals(&few, &|_| BigUint::one(), &budget).unwrap();
    assert_eq!(marginals[777], [binomial(99_999, 3), binomial(99_999, 2)]);
    let all = Component::new(vec![1; n as usize], &[(1, (0..n).collect())]);
    assert_eq!(tree::count(&all, &budget), Ok(BigUint::one()));
}

#[test]
fn many_arms_are_multiplied_in_balance() {
    // A centre that sees one cell of each arm; the number of the arm sees two more.
    let arms = 1000u32;
    let rests: Vec<u32> = std::iter::once(arms / 2).chain((0..arms).map(|_| 1)).collect();
    let shared = (1..=arms).map(|arm| (1, vec![0, arm]));
    let boxes: Vec<_> = shared.chain((1..=arms).map(|arm| (2, vec![arm]))).collect();
    let count = tree::count(&Component::new(rests, &boxes), &Budget::unlimited()).unwrap();
    assert_eq!(count, binomial(arms.into(), u64::from(arms / 2)) << (arms / 2));
}

#[test]
fn a_million_vertices_in_a_row() {
    let budget = Budget::unlimited();
    assert_eq!(tree::consistent(&fence(400_000), &budget), Ok(true));
    // Without private cells the first number decides all cells in turn: 1, 0, 1, 0, …, 1.
    let n = 500_000u32;
    let boxes: Vec<_> = (1..n).map(|j| (1, vec![j - 1, j])).collect();
    for (rest_of_last, solutions) in [(0, 0u32), (1, 1)] {
        let mut rests = vec![1; n as usize];
        rests[n as usize - 1] = rest_of_last;
        let strip = Component::new(rests, &boxes);
        assert_eq!(tree::consistent(&strip, &budget), Ok(solutions > 0));
        assert_eq!(tree::count(&strip, &budget), Ok(solutions.into()));
    }
}

#[test]
fn budgets_are_kept() {
    let boxes: Boxes = &[(60_000, &[0, 1]), (60_000, &[0]), (60_000, &[1])];
    let big = component(&[30_000, 30_000], boxes);
    let small = Budget::new(None, 1 << 20);
    assert_eq!(tree::count(&big, &small), Err(StopReason::Memory));
    assert_eq!(tree::polynomial(&big, &small), Err(StopReason::Memory));
    assert_eq!(tree::marginals(&big, &|_| BigUint::one(), &small), Err(StopReason::Memory));
    let short = || Budget::new(Some(Duration::from_millis(50)), u64::MAX);
    assert_eq!(tree::count(&big, &short()), Err(StopReason::Time));
    let wide = Component::new(vec![20], &vec![(1, vec![0]); 60]);
    assert_eq!(enumerate::polynomial(&wide, &short()), Err(StopReason::Time));
    let spent = Budget::unlimited();
    spent.interrupt();
    assert_eq!(tree::consistent(&fence(3), &spent), Err(StopReason::Interrupted));
    assert_eq!(enumerate::consistent(&fence(3), &spent), Err(StopReason::Interrupted));
}
