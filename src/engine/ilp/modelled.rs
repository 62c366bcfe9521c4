//! Linear and integer programs through `good_lp`, with microlp inside.
//!
//! # Theory
//! The relaxation is handed over as it stands. microlp tells no multipliers, so they are found by
//! solving the dual program: with the room moved to 0 ≤ x ≤ u,
//!
//! max k·y − u·w with `Σ y_j − w_b ≤ c_b` over the numbers j of each box b, and w ≥ 0.
//!
//! It always has a solution. With all costs 0 and every y within −1 and 1 its optimum is above 0
//! exactly where no fractional mines fit, and its y is then Farkas' refutation.
//!
//! # Cost
//! A model is made anew for every question: `good_lp` gives none back after solving.

use good_lp::solvers::microlp::microlp;
use good_lp::{
    Constraint, Expression, ProblemVariables, ResolutionError, Solution, SolverModel, Variable,
    WithTimeLimit, constraint, variable,
};

use crate::budget::{Answer, Budget};

use super::program::{Program, Room, Row, sum};
use super::solver::{Claim, Relaxed, Solver, UNIT};

/// No multiplier of a bound is larger: beyond it some bound is still found, only not the best.
const LARGEST: f64 = 4096.0;

/// Questions about one program.
pub struct Modelled<'a> {
    program: &'a Program,
}

impl<'a> Modelled<'a> {
    /// Makes no model yet.
    pub fn new(program: &'a Program) -> Self {
        Modelled { program }
    }

    /// The best y of the dual program.
    fn dual(&self, costs: &[i64], room: &Room, largest: f64, budget: &Budget) -> Answer<Vec<i64>> {
        let mut variables = ProblemVariables::new();
        let rows: Vec<Variable> =
            self.program.rows.iter().map(|_| variables.add(variable().min(-largest).max(largest))).collect();
        let mut objective = Expression::default();
        for ((row, y), rest) in self.program.rows.iter().zip(&rows).zip(&self.program.rests) {
            let moved = rest - sum(row, |b| room.low[b]);
            objective.add_mul(moved as f64, y);
        }
        let mut constraints = Vec::new();
        for (b, numbers) in self.program.columns.iter().enumerate() {
            let width = room.high[b] - room.low[b];
            if width > 0 {
                let slack = variables.add(variable().min(0.0));
                objective.add_mul(-(width as f64), slack);
                let mut reduced = Expression::with_capacity(numbers.len() + 1);
                for &(j, weight) in numbers {
                    reduced.add_mul(weight as f64, rows[j]);
                }
                reduced.add_mul(-1.0, slack);
                constraints.push(constraint!(reduced <= costs[b] as f64));
            }
        }
        let model = variables.maximise(objective).using(microlp);
        Ok(match solve(model, constraints, budget)? {
            Solved::Values(values) => rows.iter().map(|&y| units(values.value(y))).collect(),
            Solved::Infeasible | Solved::Failed => vec![0; rows.len()],
        })
    }
}

impl Solver for Modelled<'_> {
    fn relax(&mut self, costs: &[i64], room: &Room, budget: &Budget) -> Answer<Relaxed> {
        let (variables, boxes) = boxes(room, false);
        let model = variables.minimise(objective(costs, &boxes)).using(microlp);
        Ok(match solve(model, sums(self.program, &boxes), budget)? {
            Solved::Values(values) => {
                Relaxed::Feasible(boxes.iter().map(|&x| units(values.value(x))).collect())
            }
            Solved::Infeasible => Relaxed::Infeasible,
            Solved::Failed => Relaxed::Unknown,
        })
    }

    fn multipliers(&mut self, costs: &[i64], room: &Room, budget: &Budget) -> Answer<Vec<i64>> {
        self.dual(costs, room, LARGEST, budget)
    }

    fn refutation(&mut self, room: &Room, budget: &Budget) -> Answer<Vec<i64>> {
        self.dual(&vec![0; room.low.len()], room, 1.0, budget)
    }

    fn solve(&mut self, costs: &[i64], room: &Room, budget: &Budget) -> Answer<Claim> {
        let (variables, boxes) = boxes(room, true);
        let model = variables.minimise(objective(costs, &boxes)).using(microlp);
        claim(model, self.program, &boxes, budget)
    }
}

/// The claim of `HiGHS`.
#[cfg(feature = "highs")]
pub fn claim_of_highs(program: &Program, costs: &[i64], room: &Room, budget: &Budget) -> Answer<Claim> {
    let (variables, boxes) = boxes(room, true);
    let model = variables.minimise(objective(costs, &boxes)).using(good_lp::solvers::highs::highs);
    // Its own default stops within a ten-thousandth of the optimum.
    let model = model.set_option("mip_rel_gap", 0.0).set_option("parallel", "off").set_threads(1);
    claim(model, program, &boxes, budget)
}

fn claim<M>(model: M, program: &Program, boxes: &[Variable], budget: &Budget) -> Answer<Claim>
where
    M: SolverModel<Error = ResolutionError> + WithTimeLimit,
{
    Ok(match solve(model, sums(program, boxes), budget)? {
        Solved::Values(values) => Claim::Optimal(boxes.iter().map(|&x| units(values.value(x))).collect()),
        Solved::Infeasible => Claim::Infeasible,
        Solved::Failed => Claim::Unknown,
    })
}

enum Solved<S> {
    Values(S),
    Infeasible,
    Failed,
}

/// Solves a model within what is left of the time.
fn solve<M>(model: M, constraints: Vec<Constraint>, budget: &Budget) -> Answer<Solved<M::Solution>>
where
    M: SolverModel<Error = ResolutionError> + WithTimeLimit,
{
    let model = match budget.time_left() {
        Some(left) => model.with_time_limit(left.as_secs_f64()),
        None => model,
    };
    let answer = model.with_all(constraints).solve();
    // A limit that came while the solver was busy has spoilt its answer.
    budget.check()?;
    Ok(match answer {
        Ok(values) => Solved::Values(values),
        Err(ResolutionError::Infeasible) => Solved::Infeasible,
        Err(_) => Solved::Failed,
    })
}

fn boxes(room: &Room, whole: bool) -> (ProblemVariables, Vec<Variable>) {
    let mut variables = ProblemVariables::new();
    let add = |(&low, &high): (&i64, &i64)| {
        let definition = variable().min(low as f64).max(high as f64);
        variables.add(if whole { definition.integer() } else { definition })
    };
    let boxes = room.low.iter().zip(&room.high).map(add).collect();
    (variables, boxes)
}

fn objective(costs: &[i64], boxes: &[Variable]) -> Expression {
    let mut objective = Expression::default();
    for (&price, x) in costs.iter().zip(boxes).filter(|(price, _)| **price != 0) {
        objective.add_mul(price as f64, x);
    }
    objective
}

fn sums(program: &Program, boxes: &[Variable]) -> Vec<Constraint> {
    let equation = |(row, &rest): (&Row, &i64)| {
        let sum: Expression = row.iter().map(|&(b, weight)| weight as f64 * boxes[b]).sum();
        sum.eq(rest as f64)
    };
    program.rows.iter().zip(&program.rests).map(equation).collect()
}

/// A float in units of 1/[`UNIT`].
pub fn units(value: f64) -> i64 {
    // What is not a number becomes 0, which like any other guess is checked.
    (value * UNIT as f64).round() as i64
}
