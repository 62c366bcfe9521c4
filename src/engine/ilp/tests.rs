//! Solvers that fail or lie: answers stay right, and a lie is called one.

use super::program::Program;
use super::*;
use crate::budget::StopReason;
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
        let found = Search::new(&program, solver, NONE, &budget).and_then(|mut search| search.at_most(&[0; 3], 0));
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
