//! Engines on components of their own: large boxes, large numbers, several pieces, boxes that no
//! number sees, boxes that see the same numbers, and more open numbers than fit a machine word.

use std::collections::BTreeMap;

use mineproof::algebra::Polynomial;
use mineproof::algebra::sets::members;
use mineproof::budget::{Budget, StopReason};
use mineproof::encode::Encoding;
use mineproof::engine::ilp;
use mineproof::engine::list::List;
use mineproof::engine::sat::{self, Backend, Grouping, Settings};
use mineproof::engine::treedp::{Inside, Plan, Solutions};
use mineproof::engine::{enumerate, tree, treedp};
use mineproof::reduce::Component;
use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::dice::Dice;
use crate::trial::is_forest;

type Outer = dyn Fn(u64) -> BigUint;

/// Weights that are not smooth: squares, gaps, huge and tiny side by side, nothing at all.
const OUTERS: [&Outer; 6] = [
    &|_| BigUint::one(),
    &|k| BigUint::from(k * k + 3),
    &|k| BigUint::from(k % 3),
    &|k| BigUint::one() << (if k % 2 == 0 { 200 } else { k }),
    &|k| if k == 4 { BigUint::from(7u32) } else { BigUint::zero() },
    &|_| BigUint::zero(),
];

/// All solutions of a component, by trying every number of mines in every box.
struct Solved {
    solutions: Vec<(Vec<u32>, BigUint)>,
}

impl Solved {
    fn by_trying_all(component: &Component) -> Self {
        let sizes: Vec<u32> = component.boxes().map(|b| component.size(b)).collect();
        let mut solutions = Vec::new();
        let mut mines = vec![0; sizes.len()];
        loop {
            let mut sums = vec![0; component.number_count()];
            for (b, &part) in component.boxes().zip(&mines) {
                component.box_numbers(b).iter().for_each(|j| sums[j.index()] += part);
            }
            if component.numbers().all(|j| component.rest(j) == sums[j.index()]) {
                solutions.push((mines.clone(), ways(&sizes, &mines)));
            }
            let Some(at) = (0..sizes.len()).rev().find(|&at| mines[at] < sizes[at]) else { break };
            mines[at] += 1;
            mines[at + 1..].fill(0);
        }
        Solved { solutions }
    }

    /// Trusts enumeration, for components with too many choices.
    fn by_enumeration(component: &Component) -> Self {
        let sizes: Vec<u32> = component.boxes().map(|b| component.size(b)).collect();
        let mut solutions = Vec::new();
        let mut visit = |mines: &[u32]| {
            solutions.push((mines.to_vec(), ways(&sizes, mines)));
            true
        };
        enumerate::for_each_solution(component, &Budget::unlimited(), &mut visit).unwrap();
        Solved { solutions }
    }

    fn count(&self) -> BigUint {
        self.solutions.iter().map(|(_, ways)| ways).sum()
    }

    fn polynomial(&self) -> Polynomial {
        let mut all = vec![BigUint::zero(); 1];
        for (mines, ways) in &self.solutions {
            let degree = total(mines) as usize;
            all.resize(all.len().max(degree + 1), BigUint::zero());
            all[degree] += ways;
        }
        Polynomial::new(0, all)
    }

    fn marginals(&self, component: &Component, outer: &Outer) -> Vec<Vec<BigUint>> {
        let row = |b| vec![BigUint::zero(); component.size(b) as usize + 1];
        let mut sums: Vec<Vec<BigUint>> = component.boxes().map(row).collect();
        for (mines, ways) in &self.solutions {
            for (sum, &part) in sums.iter_mut().zip(mines) {
                sum[part as usize] += ways * outer(total(mines));
            }
        }
        sums
    }

    fn joint_counts(&self, near: &[bool]) -> Vec<(u64, u64, BigUint)> {
        let mut all: BTreeMap<(u64, u64), BigUint> = BTreeMap::new();
        for (mines, ways) in &self.solutions {
            *all.entry((total(mines), counted_in(mines, near))).or_default() += ways;
        }
        all.into_iter().map(|((mines, near), ways)| (mines, near, ways)).collect()
    }

    fn extremes(&self, counted: &[bool], by_mines: bool) -> Vec<(u64, i64, i64)> {
        let mut all: BTreeMap<u64, (i64, i64)> = BTreeMap::new();
        for (mines, _) in &self.solutions {
            let row = if by_mines { total(mines) } else { 0 };
            let here = counted_in(mines, counted) as i64;
            let extent = all.entry(row).or_insert((here, here));
            *extent = (extent.0.min(here), extent.1.max(here));
        }
        all.into_iter().map(|(mines, (fewest, most))| (mines, fewest, most)).collect()
    }

    fn ranges(&self, allowed: impl Fn(u64) -> bool) -> Option<Vec<(u32, u32)>> {
        let fitting = self.solutions.iter().map(|(mines, _)| mines).filter(|mines| allowed(total(mines)));
        fitting.fold(None, |ranges, mines| {
            let ranges = ranges.unwrap_or_else(|| mines.iter().map(|&m| (m, m)).collect::<Vec<_>>());
            Some(ranges.iter().zip(mines).map(|(r, &m)| (r.0.min(m), r.1.max(m))).collect())
        })
    }
}

fn total(mines: &[u32]) -> u64 {
    mines.iter().map(|&i| u64::from(i)).sum()
}

fn counted_in(mines: &[u32], counted: &[bool]) -> u64 {
    mines.iter().zip(counted).filter(|(_, counted)| **counted).map(|(&i, _)| u64::from(i)).sum()
}

fn ways(sizes: &[u32], mines: &[u32]) -> BigUint {
    let choose = |(&s, &i): (&u32, &u32)| num_integer::binomial(BigUint::from(s), BigUint::from(i));
    sizes.iter().zip(mines).map(choose).product()
}

/// All engines agree with the solutions on every question.
fn check(component: &Component, truth: &Solved, dice: &mut Dice, origin: &str) {
    let budget = Budget::new(None, 1 << 32);
    let at = format!("{origin}: {component:?}");
    check_enumerate(component, truth, &budget, &at);
    check_tree(component, truth, &budget, &at);
    check_sat(component, truth, &budget, &at);
    let chosen: Vec<bool> = component.boxes().map(|_| dice.chance(1, 2)).collect();
    for &backend in ilp::Backend::ALL {
        check_ilp(component, backend, truth, &chosen, &budget, &format!("{at}, {}", backend.name()));
    }
    check_list(component, truth, &chosen, &budget, &at);
    let plans = [Plan::path_like, Plan::branching, Plan::new];
    for plan in plans.map(|make| make(component, &Budget::unlimited()).unwrap()) {
        let at = format!("{at}, branching {}", plan.is_branching());
        check_treedp(component, &plan, truth, &chosen, &budget, &at);
        check_way_back(component, &plan, truth, &budget, &at);
        check_solutions(component, &plan, truth, &budget, &at);
    }
    assert_eq!(budget.memory_left(), 1 << 32, "all leases are given back: {at}");
}

fn check_enumerate(component: &Component, truth: &Solved, budget: &Budget, at: &str) {
    let mut listed = Vec::new();
    let mut visit = |mines: &[u32]| {
        listed.push(mines.to_vec());
        true
    };
    enumerate::for_each_solution(component, budget, &mut visit).unwrap();
    assert!(listed.iter().eq(truth.solutions.iter().map(|(mines, _)| mines)), "{at}");
    assert_eq!(enumerate::polynomial(component, budget), Ok(truth.polynomial()), "{at}");
    for outer in OUTERS {
        let found = enumerate::marginals(component, outer, budget);
        assert_eq!(found, Ok(truth.marginals(component, outer)), "{at}");
    }
}

fn check_tree(component: &Component, truth: &Solved, budget: &Budget, at: &str) {
    assert_eq!(tree::applies(component), is_forest(component), "{at}");
    if !tree::applies(component) {
        assert_eq!(tree::count(component, budget), Err(StopReason::NotApplicable), "{at}");
        return;
    }
    assert_eq!(tree::consistent(component, budget), Ok(!truth.solutions.is_empty()), "{at}");
    assert_eq!(tree::count(component, budget), Ok(truth.count()), "{at}");
    assert_eq!(tree::polynomial(component, budget), Ok(truth.polynomial()), "{at}");
    for outer in OUTERS {
        let found = tree::marginals(component, outer, budget);
        assert_eq!(found, Ok(truth.marginals(component, outer)), "{at}");
    }
}

fn check_ilp(
    component: &Component,
    backend: ilp::Backend,
    truth: &Solved,
    chosen: &[bool],
    budget: &Budget,
    at: &str,
) {
    let solution = ilp::solution(component, backend, budget).unwrap();
    assert_eq!(solution.is_some(), !truth.solutions.is_empty(), "{at}");
    let listed = |mines: Vec<u32>| truth.solutions.iter().any(|(other, _)| *other == mines);
    assert!(solution.is_none_or(listed), "{at}");
    for counted in [chosen, &vec![true; chosen.len()]] {
        let expected = truth.extremes(counted, false).first().map(|&(_, fewest, most)| (fewest, most));
        let found = ilp::extremes(component, counted, backend, budget);
        assert_eq!(found, Ok(expected), "{at}, counted {counted:?}");
    }
    let ranges = truth.ranges(|_| true);
    assert_eq!(ilp::ranges(component, backend, budget), Ok(ranges.clone()), "{at}");
    let verdict = |(b, (least, most))| match (least, most) {
        (least, _) if least == component.size(b) => Some(true),
        (_, 0) => Some(false),
        _ => None,
    };
    let sure = ranges.map(|ranges| component.boxes().zip(ranges).map(verdict).collect());
    assert_eq!(ilp::sure(component, backend, budget), Ok(sure), "{at}");
}

fn check_list(component: &Component, truth: &Solved, chosen: &[bool], budget: &Budget, at: &str) {
    let Some(list) = List::new(component, budget).unwrap() else {
        // Only large ones may be refused.
        assert!(component.cell_count() > 6 || component.number_count() > 32, "{at}");
        return;
    };
    assert_eq!(list.len(), truth.solutions.len(), "{at}");
    assert_eq!(list.is_empty(), truth.solutions.is_empty(), "{at}");
    assert_eq!(list.count(), truth.count(), "{at}");
    assert_eq!(list.polynomial(), truth.polynomial(), "{at}");
    for outer in OUTERS {
        let sum = |parts: &Vec<BigUint>| -> BigUint { parts.iter().zip(0u32..).map(|(n, i)| n * i).sum() };
        let expected: Vec<BigUint> = truth.marginals(component, outer).iter().map(sum).collect();
        assert_eq!(list.expected(outer), expected, "{at}");
    }
    let alloweds: [&dyn Fn(u64) -> bool; 3] = [&|_| true, &|k| k % 2 == 0, &|_| false];
    for allowed in alloweds {
        assert_eq!(list.ranges(allowed), truth.ranges(allowed), "{at}");
    }
    for by_mines in [false, true] {
        let extremes = truth.extremes(chosen, by_mines);
        assert_eq!(list.extremes(chosen, by_mines), extremes, "{at}, counted {chosen:?} {by_mines}");
    }
}

/// Every encoding and every way to group; a large box alone can be more than direct clauses say.
fn check_sat(component: &Component, truth: &Solved, budget: &Budget, at: &str) {
    for (i, encoding) in Encoding::ALL.into_iter().enumerate() {
        let grouping = [Grouping::Groups, Grouping::GroupsOnly, Grouping::CellByCell][i % 3];
        let settings = Settings { encoding, backend: Backend::ALL[i % Backend::ALL.len()], grouping };
        let at = format!("{settings:?}: {at}");
        let ranges = sat::ranges(component, settings, budget);
        if encoding == Encoding::Direct && ranges == Err(StopReason::NotApplicable) {
            continue;
        }
        assert_eq!(ranges, Ok(truth.ranges(|_| true)), "{at}");
        assert_eq!(sat::consistent(component, settings, budget), Ok(!truth.solutions.is_empty()), "{at}");
        if truth.solutions.len() > 60 {
            continue;
        }
        let mut listed = Vec::new();
        let mut visit = |mines: &[u32]| {
            listed.push(mines.to_vec());
            listed.len() <= truth.solutions.len()
        };
        sat::for_each_solution(component, settings, budget, &mut visit).unwrap();
        listed.sort_unstable();
        assert!(listed.iter().eq(truth.solutions.iter().map(|(mines, _)| mines)), "{at}");
    }
}

fn check_treedp(
    component: &Component,
    plan: &Plan,
    truth: &Solved,
    chosen: &[bool],
    budget: &Budget,
    at: &str,
) {
    let consistent = treedp::consistent(component, plan, budget, &mut 0);
    assert_eq!(consistent, Ok(!truth.solutions.is_empty()), "{at}");
    assert_eq!(treedp::count(component, plan, budget, &mut 0), Ok(truth.count()), "{at}");
    // Many numbers have so many states that tables with a place for each would take most of the time.
    let memory = if component.number_count() > 8 { 1 << 22 } else { 1 << 30 };
    match treedp::count_densely(component, plan, &Budget::new(None, memory)) {
        Ok(Some(count)) => assert_eq!(count, truth.count(), "{at}"),
        // Boxes that can't be added cell by cell are left to the sorted tables.
        Ok(None) => assert!(
            component.boxes().any(|b| {
                component.size(b) == 0 || component.size(b) > 64 || component.box_numbers(b).is_empty()
            }),
            "{at}"
        ),
        // So are components with many open numbers, of whose states few can be reached.
        Err(why) => assert!(why == StopReason::Memory && component.number_count() > 8, "{why}: {at}"),
    }
    assert_eq!(treedp::polynomial(component, plan, budget, &mut 0), Ok(truth.polynomial()), "{at}");
    let joint = treedp::joint_counts(component, plan, chosen.to_vec(), budget, &mut 0);
    assert_eq!(joint, Ok(truth.joint_counts(chosen)), "{at}, near {chosen:?}");
    for by_mines in [false, true] {
        let extremes = treedp::extremes(component, plan, chosen, by_mines, budget, &mut 0);
        assert_eq!(extremes, Ok(truth.extremes(chosen, by_mines)), "{at}, counted {chosen:?} {by_mines}");
    }
}

fn check_way_back(component: &Component, plan: &Plan, truth: &Solved, budget: &Budget, at: &str) {
    for outer in OUTERS {
        let inside = Inside::new(component, plan, true, budget, &mut 0).unwrap();
        assert_eq!(inside.polynomial, truth.polynomial(), "{at}");
        assert_eq!(inside.marginals(outer, budget), Ok(truth.marginals(component, outer)), "{at}");
    }
    let inside = Inside::new(component, plan, false, budget, &mut 0).unwrap();
    assert_eq!(inside.polynomial.sum(), truth.count(), "{at}");
    let seven: &Outer = &|_| 7u32.into();
    assert_eq!(inside.marginals(seven, budget), Ok(truth.marginals(component, seven)), "{at}");
    assert_eq!(treedp::ranges(component, plan, None, budget, &mut 0), Ok(truth.ranges(|_| true)), "{at}");
    let alloweds: [&dyn Fn(u64) -> bool; 3] = [&|k| k % 2 == 0, &|k| k < 4, &|_| false];
    for allowed in alloweds {
        let found = treedp::ranges(component, plan, Some(allowed), budget, &mut 0);
        assert_eq!(found, Ok(truth.ranges(allowed)), "{at}");
    }
    check_supports(component, plan, truth, budget, at);
}

/// The possible numbers of mines, and a solution with each of them.
fn check_supports(component: &Component, plan: &Plan, truth: &Solved, budget: &Budget, at: &str) {
    let possible: Vec<u64> = truth.polynomial().terms().map(|(mines, _)| mines).collect();
    let support = treedp::support(component, plan, budget, &mut 0).unwrap();
    assert_eq!(members(&support.to_set()).collect::<Vec<_>>(), possible, "{at}");
    for mines in 0..component.cell_count() + 2 {
        let found = treedp::solution_with(component, plan, mines, budget, &mut 0).unwrap();
        assert_eq!(found.is_some(), possible.contains(&mines), "{mines} mines, {at}");
        let Some(parts) = found else { continue };
        assert_eq!(parts.iter().map(|&part| u64::from(part)).sum::<u64>(), mines, "{at}");
        let mut sums = vec![0; component.number_count()];
        for (b, &part) in component.boxes().zip(&parts) {
            assert!(part <= component.size(b), "{at}");
            component.box_numbers(b).iter().for_each(|j| sums[j.index()] += part);
        }
        assert!(component.numbers().all(|j| sums[j.index()] == component.rest(j)), "{parts:?}, {at}");
    }
}

/// The solutions one by one: each once, those with the same number of mines together.
fn check_solutions(component: &Component, plan: &Plan, truth: &Solved, budget: &Budget, at: &str) {
    let solutions = Solutions::new(component, plan, budget).unwrap();
    let mines: Vec<u64> = truth.polynomial().terms().map(|(mines, _)| mines).collect();
    assert_eq!(solutions.mines(), mines, "{at}");
    let mut listed = Vec::new();
    for mines in mines {
        let mut cursor = solutions.first(mines);
        while let Some(here) = cursor {
            let mut parts = vec![0; component.box_count()];
            solutions.parts(&here, &mut parts);
            assert_eq!(total(&parts), mines, "{at}");
            listed.push(parts);
            assert!(listed.len() <= truth.solutions.len(), "{at}");
            cursor = solutions.next(here);
        }
    }
    listed.sort_unstable();
    assert!(listed.iter().eq(truth.solutions.iter().map(|(mines, _)| mines)), "{at}");
}

/// Numbers that boxes of these sizes see by chance, met by a hidden choice unless spoilt.
fn draw(sizes: &[u32], numbers: u32, sight: u32, dice: &mut Dice) -> Component {
    let mut boxes: Vec<(u32, Vec<u32>)> = Vec::new();
    for &size in sizes {
        let twin = (!boxes.is_empty() && dice.chance(1, 8)).then(|| dice.below(boxes.len() as u32));
        let seen = match twin {
            Some(twin) => boxes[twin as usize].1.clone(),
            None => (0..numbers).filter(|_| dice.chance(sight, 100)).collect(),
        };
        boxes.push((size, seen));
    }
    let mut rests = vec![0; numbers as usize];
    for (size, seen) in &boxes {
        let mines = dice.below(*size + 1);
        for &j in seen {
            rests[j as usize] += mines;
        }
    }
    if numbers > 0 && dice.chance(1, 4) {
        let j = dice.below(numbers) as usize;
        rests[j] = if dice.chance(1, 2) { dice.below(21) } else { rests[j] + 1 };
    }
    Component::new(rests, &boxes)
}

/// Whether every number sees a box and every box has a cell, as in all components of boards.
fn is_plain(component: &Component) -> bool {
    component.number_count() > 0
        && component.number_boxes().iter().all(|boxes| !boxes.is_empty())
        && component.boxes().all(|b| component.size(b) > 0)
}

/// The first component drawn that is plain.
fn draw_plain(mut draw: impl FnMut() -> Component) -> Component {
    loop {
        let component = draw();
        if is_plain(&component) {
            return component;
        }
    }
}

fn check_all(kind: &str, components: u64, mut draw: impl FnMut(&mut Dice) -> (Component, Solved)) {
    let mut consistent = 0;
    for seed in 0..components {
        let mut dice = Dice::new(seed);
        let (component, truth) = draw(&mut dice);
        check(&component, &truth, &mut dice, &format!("{kind}, seed {seed}"));
        consistent += u32::from(!truth.solutions.is_empty());
    }
    println!("{components} {kind} components, {consistent} of them consistent");
    assert!(consistent > 0);
}

#[test]
fn small_components() {
    check_all("small", 6000, |dice| {
        let component = draw_plain(|| draw_small(1, dice));
        let truth = Solved::by_trying_all(&component);
        (component, truth)
    });
}

#[test]
fn components_that_no_board_gives() {
    // Numbers that see nothing, boxes without cells, no number at all.
    check_all("odd", 1000, |dice| {
        let component = draw_small(0, dice);
        let truth = Solved::by_trying_all(&component);
        (component, truth)
    });
}

/// Up to 8 boxes of up to 5 cells, up to 6 numbers.
fn draw_small(smallest: u32, dice: &mut Dice) -> Component {
    let mut sizes = Vec::new();
    let mut choices = 1;
    for _ in 0..dice.below(9) {
        let size = dice.between(smallest, 5);
        choices *= size + 1;
        if choices > 3000 {
            break;
        }
        sizes.push(size);
    }
    let (numbers, sight) = (dice.below(7), dice.pick(&[10, 20, 35, 60]));
    draw(&sizes, numbers, sight, dice)
}

#[test]
fn components_with_more_open_numbers_than_fit_a_word() {
    check_all("wide", 120, |dice| {
        let component = draw_plain(|| {
            let sizes: Vec<u32> = (0..dice.between(4, 9)).map(|_| dice.between(1, 2)).collect();
            let (numbers, sight) = (dice.pick(&[12, 20, 30, 45, 70, 120, 250]), dice.pick(&[30, 60, 80]));
            draw(&sizes, numbers, sight, dice)
        });
        let truth = Solved::by_trying_all(&component);
        (component, truth)
    });
}

#[test]
fn components_with_counts_beyond_a_word() {
    check_all("heavy", 300, |dice| {
        // Small rests keep the solutions few, while each of them stands for many placements.
        let component = draw_plain(|| {
            let sizes: Vec<u32> = (0..dice.between(2, 5)).map(|_| dice.between(20, 300)).collect();
            let numbers = dice.between(1, 4);
            let seen = |dice: &mut Dice| (0..numbers).filter(|_| dice.chance(1, 2)).collect::<Vec<_>>();
            let boxes: Vec<(u32, Vec<u32>)> = sizes.iter().map(|&size| (size, seen(dice))).collect();
            let boxes: Vec<_> = boxes.into_iter().filter(|(_, seen)| !seen.is_empty()).collect();
            Component::new((0..numbers).map(|_| dice.below(13)).collect(), &boxes)
        });
        let truth = Solved::by_enumeration(&component);
        (component, truth)
    });
}

#[test]
fn no_solution_has_more_mines_than_cells() {
    let component = Component::new(vec![1], &[(2, vec![0])]);
    let plan = Plan::new(&component, &Budget::unlimited()).unwrap();
    let solutions = Solutions::new(&component, &plan, &Budget::unlimited()).unwrap();
    for (mines, exists) in [(0, false), (1, true), (2, false), (3, false), (5, false), (1 << 40, false)] {
        assert_eq!(solutions.first(mines).is_some(), exists, "{mines}");
    }
}

/// A component without boxes, or with empty ones, in all engines.
fn check_edge(rests: &[u32], boxes: &[(u32, Vec<u32>)], solutions: usize) {
    let component = Component::new(rests.to_vec(), boxes);
    let truth = Solved::by_trying_all(&component);
    assert_eq!(truth.solutions.len(), solutions);
    check(&component, &truth, &mut Dice::new(0), "edge");
}

#[test]
fn nothing_at_all_has_one_solution() {
    check_edge(&[], &[], 1);
}

#[test]
fn boxes_that_no_number_sees_hold_anything() {
    check_edge(&[], &[(2, vec![])], 3);
    check_edge(&[1], &[(2, vec![]), (2, vec![0])], 3);
}

#[test]
fn a_number_that_sees_nothing_must_be_0() {
    check_edge(&[1, 1], &[(2, vec![0])], 0);
    check_edge(&[0, 1], &[(2, vec![1])], 1);
}

#[test]
fn without_boxes_there_is_still_a_number_to_meet() {
    check_edge(&[0], &[], 1);
    check_edge(&[1], &[], 0);
}

#[test]
fn a_box_without_cells_holds_nothing() {
    check_edge(&[3, 0], &[(5, vec![0]), (0, vec![1])], 1);
    check_edge(&[1], &[(0, vec![0]), (2, vec![0])], 1);
}
