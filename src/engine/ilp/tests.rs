//! Solvers that fail or lie: answers stay right, and a lie is called one.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::program::Program;
use super::*;
use crate::budget::StopReason;
use learner::Learner;
use program::Room;
use solver::{Claim, Relaxed, Solver, UNIT};

/// No work before the solver is asked, so that all hangs on what it says.
const NONE: Effort = Effort { first: 0, second: 0 };

/// A solver that says what it was told to say.
struct Told {
    relaxed: Relaxed,
    claim: Claim,
    multipliers: Vec<i64>,
}

impl Solver for Told {
    fn relax(&mut self, _: &[i64], _: &Room, _: &Budget) -> Answer<Relaxed> {
        Ok(self.relaxed.clone())
    }

    fn multipliers(&mut self, _: &[i64], _: &Room, _: &Budget) -> Answer<Vec<i64>> {
        Ok(self.multipliers.clone())
    }

    fn refutation(&mut self, _: &Room, _: &Budget) -> Answer<Vec<i64>> {
        Ok(self.multipliers.clone())
    }

    fn solve(&mut self, _: &[i64], _: &Room, _: &Budget) -> Answer<Claim> {
        Ok(self.claim.clone())
    }
}

/// Two numbers 2 that share the middle one of three boxes of two cells: 2 to 4 mines.
fn chain() -> Component {
    Component::new(vec![2, 2], &[(2, vec![0]), (2, vec![0, 1]), (2, vec![1])])
}

fn fewest(relaxed: &Relaxed, claim: Claim, multiplier: i64) -> Answer<Option<i64>> {
    let program = Program::new(&chain());
    let solver = Box::new(Told { relaxed: relaxed.clone(), claim, multipliers: vec![multiplier; 2] });
    let budget = Budget::unlimited();
    let mut search = Search::new(&program, solver, NONE, &budget)?;
    Ok(search.minimise(&[1; 3])?.map(|(least, _)| least))
}

fn guess(mines: [i64; 3]) -> Vec<i64> {
    mines.map(|mines| mines * UNIT).to_vec()
}

#[test]
fn a_solver_that_knows_nothing_spoils_no_answer() {
    let ignorant = [
        Relaxed::Unknown,
        Relaxed::Infeasible,
        Relaxed::Feasible(guess([7, -3, 0])),
        Relaxed::Feasible(vec![UNIT / 2; 3]),
        Relaxed::Feasible(vec![i64::MAX, i64::MIN, 0]),
    ];
    for relaxed in &ignorant {
        for multiplier in [0, -UNIT, UNIT, i64::MIN, i64::MAX] {
            assert_eq!(fewest(relaxed, Claim::Unknown, multiplier), Ok(Some(2)), "{relaxed:?} {multiplier}");
            let right = Claim::Optimal(guess([0, 2, 0]));
            assert_eq!(fewest(relaxed, right, multiplier), Ok(Some(2)), "{relaxed:?} {multiplier}");
        }
    }
}

#[test]
fn a_wrong_claim_is_a_disagreement() {
    let lies = [
        Claim::Infeasible,
        // Not the fewest; not a solution; not even in its boxes.
        Claim::Optimal(guess([1, 1, 1])),
        Claim::Optimal(guess([0, 1, 1])),
        Claim::Optimal(guess([-1, 3, -1])),
    ];
    for lie in lies {
        assert_eq!(fewest(&Relaxed::Unknown, lie.clone(), 0), Err(StopReason::Disagreement), "{lie:?}");
    }
}

#[test]
fn where_the_relaxation_proves_its_mines_no_integer_program_is_solved() {
    let best = Relaxed::Feasible(guess([0, 2, 0]));
    // Half of the sum of both numbers shows that the costs are at least 2.
    assert_eq!(fewest(&best, Claim::Infeasible, UNIT / 2), Ok(Some(2)));
}

#[test]
fn claims_of_no_solution_are_checked_where_any_solution_will_do() {
    let program = Program::new(&chain());
    for (claim, expected) in [
        (Claim::Infeasible, Err(StopReason::Disagreement)),
        (Claim::Unknown, Ok(true)),
        (Claim::Optimal(guess([2, 0, 2])), Ok(true)),
    ] {
        let solver = Box::new(Told { relaxed: Relaxed::Infeasible, claim, multipliers: vec![0; 2] });
        let budget = Budget::unlimited();
        let found =
            Search::new(&program, solver, NONE, &budget).and_then(|mut search| search.at_most(&[0; 3], 0));
        assert_eq!(found.map(|mines| mines.is_some()), expected);
    }
}

#[test]
fn limits_of_time_and_memory_are_kept() {
    let odd = Component::new(vec![1; 3], &[(1, vec![0, 1]), (1, vec![1, 2]), (1, vec![0, 2])]);
    for &backend in Backend::ALL {
        let late = Budget::new(Some(std::time::Duration::ZERO), u64::MAX);
        assert_eq!(solution(&odd, backend, &late), Err(StopReason::Time), "{backend:?}");
        let poor = Budget::new(None, 1000);
        assert_eq!(ranges(&odd, backend, &poor), Err(StopReason::Memory), "{backend:?}");
        assert_eq!(poor.memory_left(), 1000);
    }
}

/// Two sums of huge boxes that differ by one narrow them by one at a time, on and on: that is
/// given up when the work is done, and the memory of the way there is asked for.
#[test]
fn creeping_bounds_keep_to_work_and_memory() {
    let boxes = [(u32::MAX, vec![0, 1]), (u32::MAX, vec![0, 1])];
    let program = Program::new(&Component::new(vec![u32::MAX - 1, u32::MAX], &boxes));
    let room = program.whole();
    let ask = |memory: u64| {
        let budget = Budget::new(None, memory);
        Learner::new(&program, &room, &budget).and_then(|mut learner| learner.ask(&[], 1 << 20, &budget))
    };
    assert_eq!(ask(u64::MAX), Ok(Verdict::Unknown));
    assert_eq!(ask(1 << 16), Err(StopReason::Memory));
}

/// Values of variables within their room that meet all sums, by trying all.
fn by_trying_all(program: &Program) -> Vec<Vec<i64>> {
    let Room { low, high } = program.whole();
    let mut all = Vec::new();
    let mut values = low.clone();
    loop {
        if program.is_met_by(&values) {
            all.push(values.clone());
        }
        let Some(at) = (0..values.len()).rev().find(|&x| values[x] < high[x]) else { return all };
        values[at] += 1;
        values[at + 1..].copy_from_slice(&low[at + 1..]);
    }
}

/// A number from a range.
fn roll(rng: &mut Xoshiro256PlusPlus, from: i64, below: i64) -> i64 {
    from + (rng.next_u64() % (below - from) as u64) as i64
}

/// A program with weights of either sign and odd ranges, mostly with a solution.
fn draw(rng: &mut Xoshiro256PlusPlus) -> Program {
    let variables = roll(rng, 1, 8) as usize;
    let low: Vec<i64> = (0..variables).map(|_| roll(rng, -2, 2)).collect();
    let high: Vec<i64> = low.iter().map(|low| low + roll(rng, 0, 4)).collect();
    let hidden: Vec<i64> = low.iter().zip(&high).map(|(&low, &high)| roll(rng, low, high + 1)).collect();
    let (mut rows, mut rests) = (Vec::new(), Vec::new());
    for _ in 0..roll(rng, 0, 6) {
        let mut row = program::Row::new();
        for x in 0..variables {
            if roll(rng, 0, 2) == 0 {
                row.push((x, [1, 1, 1, -1, -1, 2, -3][roll(rng, 0, 7) as usize]));
            }
        }
        if !row.is_empty() {
            let off = i64::from(roll(rng, 0, 10) == 0);
            rests.push(program::sum(&row, |x| hidden[x]) + off);
            rows.push(row);
        }
    }
    Program::from_rows(rows, rests, Room { low, high })
}

#[test]
fn however_much_work_goes_into_learning_answers_are_those_of_trying_all() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let budget = Budget::unlimited();
    let mut impossible = 0;
    for trial in 0..6000 {
        let program = draw(&mut rng);
        let all = by_trying_all(&program);
        impossible += usize::from(all.is_empty());
        let costs: Vec<i64> = (0..program.variable_count()).map(|_| roll(&mut rng, -3, 4)).collect();
        let least = all.iter().map(|values| program::cost(&costs, values)).min();
        // Nothing but the solver; a few steps of everything; learning to the end.
        let effort = [(0, 0), (20, 60), (1 << 12, 1 << 20)][trial % 3];
        let effort = Effort { first: effort.0, second: effort.1 };
        for &backend in Backend::ALL {
            let solver = solver::start(backend, &program);
            let mut search = Search::new(&program, solver, effort, &budget).unwrap();
            let found = search.minimise(&costs).unwrap();
            assert_eq!(
                found.as_ref().map(|found| found.0),
                least,
                "{trial} {:?} {:?}",
                program.rows,
                program.rests
            );
            assert!(
                found.is_none_or(
                    |(cost, values)| all.contains(&values) && program::cost(&costs, &values) == cost
                )
            );
            for most in [-2, 0, 3] {
                let found = search.at_most(&costs, most).unwrap();
                assert_eq!(
                    found.is_some(),
                    least.is_some_and(|least| least <= most),
                    "{trial} at most {most}"
                );
                assert!(
                    found
                        .is_none_or(|values| all.contains(&values) && program::cost(&costs, &values) <= most)
                );
            }
            // What was learnt of costs does not spoil what is asked without them.
            for x in 0..program.variable_count() {
                let (low, high) = search.ends(x);
                for (bound, upwards) in
                    [(Bound::at_least(x, low + 1), true), (Bound::at_most(x, high - 1), false)]
                {
                    let holds = |values: &Vec<i64>| if upwards { values[x] > low } else { values[x] < high };
                    match search.beyond(bound).unwrap() {
                        Verdict::Found(values) => assert!(all.contains(&values) && holds(&values), "{trial}"),
                        Verdict::Impossible(_) => {
                            assert!(!all.iter().any(holds), "{trial}: {x} from {low} to {high}");
                        }
                        Verdict::Unknown => {}
                    }
                }
            }
        }
    }
    assert!((500..3000).contains(&impossible), "{impossible} programs without a solution");
}

#[test]
fn parities_take_no_solution_away_and_add_none() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut found = 0;
    for trial in 0..6000 {
        let program = draw(&mut rng);
        let (mut rows, mut rests, mut room) = (program.rows.clone(), program.rests.clone(), program.whole());
        let fits = parity::take_in(&mut rows, &mut rests, &mut room, &Budget::unlimited()).unwrap();
        found += usize::from(!fits || rows.len() > program.rows.len() || room != program.whole());
        let after = if fits { by_trying_all(&Program::from_rows(rows, rests, room)) } else { Vec::new() };
        assert_eq!(after, by_trying_all(&program), "{trial}");
    }
    assert!(found > 1000, "{found} programs in which odd and even tell something");
}

/// Every vertex of a ladder of parities is odd, and there is an odd number of them.
#[test]
fn long_parities_are_refuted_without_a_search() {
    let numbers = 501;
    let boxes: Vec<(u32, Vec<u32>)> =
        (0..numbers).flat_map(|j| [1, 7, 50].map(|far| (1, vec![j, (j + far) % numbers]))).collect();
    let odd = Component::new(vec![3; numbers as usize], &boxes);
    let budget = Budget::new(Some(std::time::Duration::from_secs(20)), u64::MAX);
    assert_eq!(solution(&odd, Backend::Microlp, &budget), Ok(None));
}
