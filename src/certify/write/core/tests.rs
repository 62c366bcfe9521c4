//! Cores against all assignments, each step by hand, and what is left of a circuit.

use super::super::search::tests::{Stream, check_steps_to};
use super::*;
use crate::board::generate::{Family, Hard, Recipe, generate};

/// Random clauses over variables most of which are the same as another or its opposite.
fn tied_clauses(stream: &mut Stream, variables: u64) -> Vec<Vec<Literal>> {
    let literal =
        |stream: &mut Stream, below: u64| Variable(stream.below(below) as u32).is(stream.below(2) == 0);
    let mut clauses = Vec::new();
    for i in 1..variables {
        let (x, y) = (Variable(i as u32).is(true), literal(stream, i));
        match stream.below(8) {
            0 => {}
            1 => clauses.push(vec![x, y]),
            _ => clauses.extend([vec![x, y], vec![!x, !y]]),
        }
    }
    for _ in 0..stream.below(2 * variables) {
        let mut clause: Vec<Literal> = Vec::new();
        for _ in 0..2 + stream.below(4) {
            let next = literal(stream, variables);
            if clause.iter().all(|other| other.variable() != next.variable()) {
                clause.push(next);
            }
        }
        clause.sort_unstable();
        clauses.push(clause);
    }
    clauses
}

fn holds(clause: &[Literal], bits: u32) -> bool {
    clause.iter().any(|literal| (bits >> literal.variable().0 & 1 == 1) == literal.wanted())
}

#[test]
fn cores_prove_what_all_assignments_say_step_by_step() {
    let budget = Budget::unlimited();
    let board = crate::formats::read_board("-", b"?", None, &budget).unwrap();
    let model = Model::new(&board);
    let mut stream = Stream(5);
    let (mut proven, mut refuted, mut open) = (0, 0, 0);
    for _ in 0..2000 {
        let variables = 4 + stream.below(8) as u32;
        let clauses = tied_clauses(&mut stream, u64::from(variables));
        let mut formula = Formula::empty(variables, &budget).unwrap();
        clauses.iter().try_for_each(|clause| formula.push(clause.iter().copied())).unwrap();
        let mut search = Search::new(variables as usize, &budget).unwrap();
        formula.feed(0, &mut search).unwrap();
        search.solve(None, &[], None).unwrap();
        let models: Vec<u32> =
            (0..1 << variables).filter(|&bits| clauses.iter().all(|clause| holds(clause, bits))).collect();
        let is_sure = |literal: &Literal| models.iter().all(|&bits| holds(&[*literal], bits));
        let all = (0..variables).flat_map(|i| [Variable(i).is(false), Variable(i).is(true)]);
        let claims: Vec<Literal> = all.filter(is_sure).collect();
        let wanted = (!models.is_empty()).then_some(&claims[..]);
        prove(&model, &formula, &mut search, wanted, &budget).unwrap();
        if models.is_empty() {
            refuted += usize::from(search.contradiction().is_some());
        } else {
            assert_eq!(search.contradiction(), None);
            for i in (0..variables).map(Variable) {
                match search.known(i) {
                    Some(value) => assert!(is_sure(&i.is(value))),
                    None => open += 1,
                }
            }
            proven += claims.iter().filter(|claim| search.known(claim.variable()).is_some()).count();
        }
        let Origin::Derived(steps) = search.derive(&[], &[]) else { panic!("a step is derived") };
        if steps > 0 {
            check_steps_to(steps - 1, search.derivation(), &clauses);
        }
    }
    assert!(proven > 3000 && refuted > 300 && open > 3000, "{proven} {refuted} {open}");
}

#[test]
fn the_wires_of_a_circuit_vanish() {
    let budget = Budget::unlimited();
    let hard = Hard { variables: 10, clauses: 40, ..Hard::default() };
    let board = generate(&Recipe { seed: 1, hard, ..Recipe::new(Family::Circuit) }).unwrap();
    let model = Model::new(&board);
    let formula = Formula::of_numbers(&model, &budget).unwrap();
    let mut search = Search::new(formula.variables as usize, &budget).unwrap();
    formula.feed(0, &mut search).unwrap();
    search.solve(None, &[], None).unwrap();
    let core = Core::new(&model, &formula, &mut search, &budget).unwrap().unwrap();
    let (scopes, _) = core.scopes(&search);
    let roots: usize = scopes.iter().map(Vec::len).sum();
    // A few for each of the 40 clauses, where the board has thousands of cells.
    assert!(model.covered.len() > 3000 && roots < 300, "{} {roots}", model.covered.len());
}
