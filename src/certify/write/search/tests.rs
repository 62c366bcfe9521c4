//! The search against all assignments, and each of its steps against propagation by hand.

use super::*;

/// A stream of random numbers below a bound.
pub struct Stream(pub u64);

impl Stream {
    /// The next one.
    pub fn below(&mut self, n: u64) -> u64 {
        // The constants of Knuth's MMIX; the high bits are the good ones.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

fn random_clauses(stream: &mut Stream, variables: u64) -> Vec<Vec<Literal>> {
    let clauses = variables * (1 + stream.below(5));
    let clause = |stream: &mut Stream| {
        let mut literals: Vec<Literal> = Vec::new();
        for _ in 0..=stream.below(5) {
            let literal = Variable(stream.below(variables) as u32).is(stream.below(2) == 0);
            if literals.iter().all(|other| other.variable() != literal.variable()) {
                literals.push(literal);
            }
        }
        literals
    };
    (0..clauses).map(|_| clause(stream)).collect()
}

fn satisfied(clauses: &[Vec<Literal>], values: &[bool]) -> bool {
    clauses
        .iter()
        .all(|clause| clause.iter().any(|literal| values[literal.variable().index()] == literal.wanted()))
}

fn assignments(variables: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1u32 << variables).map(move |bits| (0..variables).map(|v| bits >> v & 1 == 1).collect())
}

/// The steps up to the contradiction follow.
fn check_steps(search: &Search, clauses: &[Vec<Literal>]) {
    let Some(Origin::Derived(last)) = search.contradiction() else { panic!("no contradiction") };
    check_steps_to(last, search.derivation(), clauses);
}

/// Each step follows from its hints, one after the other, and the last hint is in conflict.
pub fn check_steps_to(last: u32, derivation: &Derivation, clauses: &[Vec<Literal>]) {
    for index in 0..=last {
        let (step, hints) = derivation.step(index);
        let mut truths: Vec<Literal> = step.iter().map(|&literal| !literal).collect();
        for (i, hint) in hints.iter().enumerate() {
            let clause = match *hint {
                Origin::Given(given) => &clauses[given as usize],
                Origin::Derived(other) => {
                    assert!(other < index);
                    derivation.step(other).0
                }
            };
            assert!(!clause.iter().any(|literal| truths.contains(literal)), "step {index}, hint {i}");
            let open: Vec<_> = clause.iter().filter(|&&literal| !truths.contains(&!literal)).collect();
            assert_eq!(open.len(), usize::from(i + 1 < hints.len()), "step {index}, hint {i}");
            truths.extend(open);
        }
    }
}

#[test]
fn answers_are_those_of_all_assignments_and_steps_follow() {
    let mut stream = Stream(7);
    let (mut refuted, mut implied, mut satisfiable) = (0, 0, 0);
    for _ in 0..3000 {
        let variables = 4 + stream.below(8) as usize;
        let clauses = random_clauses(&mut stream, variables as u64);
        let mut search = Search::new(variables, &Budget::unlimited()).unwrap();
        clauses.iter().try_for_each(|clause| search.add(clause)).unwrap();
        let scope: Vec<Variable> = (0..variables as u32).map(Variable).collect();
        let models: Vec<Vec<bool>> =
            assignments(variables).filter(|values| satisfied(&clauses, values)).collect();
        for &variable in &scope {
            let literal = variable.is(stream.below(2) == 0);
            let possible = models.iter().any(|values| values[variable.index()] == literal.wanted());
            let outcome = search.solve(Some(literal), &scope, None).unwrap();
            assert_eq!(outcome == Outcome::Satisfied, possible);
            if possible {
                assert!(satisfied(&clauses, search.found()));
                assert_eq!(search.found()[variable.index()], literal.wanted());
                satisfiable += 1;
            } else if !models.is_empty() {
                assert_eq!(search.known(variable), Some(!literal.wanted()));
                implied += 1;
            }
        }
        if models.is_empty() {
            assert_eq!(search.solve(None, &scope, None), Ok(Outcome::Refuted));
            check_steps(&search, &clauses);
            refuted += 1;
        }
    }
    assert!(refuted > 300 && implied > 300 && satisfiable > 3000, "{refuted} {implied} {satisfiable}");
}

#[test]
fn pigeons_do_not_fit_and_many_clauses_are_forgotten() {
    const HOLES: u32 = 7;
    let at = |pigeon: u32, hole: u32| Variable(pigeon * HOLES + hole);
    let mut clauses: Vec<Vec<Literal>> =
        (0..=HOLES).map(|pigeon| (0..HOLES).map(|hole| at(pigeon, hole).is(true)).collect()).collect();
    for hole in 0..HOLES {
        for a in 0..=HOLES {
            clauses.extend((0..a).map(|b| vec![at(a, hole).is(false), at(b, hole).is(false)]));
        }
    }
    let variables = (HOLES * (HOLES + 1)) as usize;
    let mut search = Search::new(variables, &Budget::unlimited()).unwrap();
    clauses.iter().try_for_each(|clause| search.add(clause)).unwrap();
    let scope: Vec<Variable> = (0..variables as u32).map(Variable).collect();
    assert_eq!(search.solve(None, &scope, Some(50)), Ok(Outcome::GaveUp));
    assert_eq!(search.solve(None, &scope, None), Ok(Outcome::Refuted));
    check_steps(&search, &clauses);
}

#[test]
fn the_tally_bounds_placements() {
    let mut stream = Stream(11);
    let (mut possible, mut impossible) = (0, 0);
    for _ in 0..1000 {
        let variables = 4 + stream.below(7) as usize;
        let mut clauses = random_clauses(&mut stream, variables as u64);
        clauses.truncate(variables * 2);
        let counted: Vec<Variable> =
            (0..variables as u32).map(Variable).filter(|_| stream.below(4) > 0).collect();
        let low = stream.below(counted.len() as u64 + 1);
        let high = low + stream.below(2);
        let mut search = Search::new(variables, &Budget::unlimited()).unwrap();
        clauses.iter().try_for_each(|clause| search.add(clause)).unwrap();
        search.seek_placements(&counted, low, high);
        let scope: Vec<Variable> = (0..variables as u32).map(Variable).collect();
        let fits = |values: &[bool]| {
            let mines = counted.iter().filter(|variable| values[variable.index()]).count() as u64;
            satisfied(&clauses, values) && (low..=high).contains(&mines)
        };
        let expected = assignments(variables).any(|values| fits(&values));
        let found = search.solve(None, &scope, None) == Ok(Outcome::Satisfied);
        assert_eq!(found, expected);
        assert!(!found || fits(search.found()));
        *(if found { &mut possible } else { &mut impossible }) += 1;
    }
    assert!(possible > 100 && impossible > 100, "{possible} {impossible}");
}

#[test]
fn restarts_follow_luby() {
    let terms: Vec<u64> = (1..=15).map(luby).collect();
    assert_eq!(terms, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
}

#[test]
fn limits_are_kept() {
    let budget = Budget::new(Some(std::time::Duration::ZERO), u64::MAX);
    let mut search = Search::new(1, &budget).unwrap();
    assert!(search.solve(None, &[Variable(0)], None).is_err());
    assert!(Search::new(1000, &Budget::new(None, 1000)).is_err());
}
