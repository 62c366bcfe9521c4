//! Relaxations by `HiGHS` itself, which keeps its basis from question to question.
//!
//! # Theory
//! Questions about one component differ in costs and bounds alone, and a basis that was best before
//! is nearly best after such a change. `good_lp` makes each model anew, so relaxations go to `HiGHS`
//! directly; it tells the multipliers of the numbers with the mines. Where no fractional mines fit,
//! they come from an elastic model: every number may miss its rest at a price of 1 each way, and
//! the multipliers of the cheapest way to do so are Farkas' refutation. Integer programs start from
//! the beginning anyway and go through `good_lp`.
//!
//! # Cost
//! A few pivots for a change of one bound or cost.

use std::time::Instant;

use highs::{Col, HighsModelStatus, Model, RowProblem, Sense, Solution};

use crate::budget::{Answer, Budget};

use super::modelled::{claim_of_highs, units};
use super::program::{Program, Room};
use super::solver::{Claim, Relaxed, Solver};

/// Questions about one program.
pub struct Highs<'a> {
    program: &'a Program,
    plain: Kept,
    elastic: Kept,
    /// The multipliers of the last relaxation.
    multipliers: Vec<i64>,
}

impl<'a> Highs<'a> {
    /// Makes no model yet.
    pub fn new(program: &'a Program) -> Self {
        Highs { program, plain: Kept::default(), elastic: Kept::default(), multipliers: Vec::new() }
    }
}

impl Solver for Highs<'_> {
    fn relax(&mut self, costs: &[i64], room: &Room, budget: &Budget) -> Answer<Relaxed> {
        let answer = self.plain.ask(self.program, false, costs, room, budget);
        // A limit that came while the solver was busy has spoilt its answer.
        budget.check()?;
        Ok(match answer {
            Some((HighsModelStatus::Optimal, solution)) => {
                self.multipliers = solution.dual_rows().iter().map(|&y| units(y)).collect();
                let values = &solution.columns()[..room.low.len()];
                Relaxed::Feasible(values.iter().map(|&x| units(x)).collect())
            }
            Some((HighsModelStatus::Infeasible, _)) => Relaxed::Infeasible,
            _ => Relaxed::Unknown,
        })
    }

    fn multipliers(&mut self, _: &[i64], _: &Room, _: &Budget) -> Answer<Vec<i64>> {
        Ok(self.multipliers.clone())
    }

    fn refutation(&mut self, room: &Room, budget: &Budget) -> Answer<Vec<i64>> {
        let answer = self.elastic.ask(self.program, true, &vec![0; room.low.len()], room, budget);
        budget.check()?;
        Ok(match answer {
            Some((HighsModelStatus::Optimal, solution)) => {
                solution.dual_rows().iter().map(|&y| units(y)).collect()
            }
            _ => vec![0; self.program.rows.len()],
        })
    }

    fn solve(&mut self, costs: &[i64], room: &Room, budget: &Budget) -> Answer<Claim> {
        claim_of_highs(self.program, costs, room, budget)
    }
}

/// A model with what it was last asked.
#[derive(Default)]
struct Kept {
    /// Not made yet, or lost to an error.
    model: Option<Model>,
    boxes: Vec<Col>,
    costs: Vec<i64>,
    room: Option<Room>,
    /// Seconds: `HiGHS` adds up the times of all its runs.
    spent: f64,
}

impl Kept {
    fn ask(
        &mut self,
        program: &Program,
        elastic: bool,
        costs: &[i64],
        room: &Room,
        budget: &Budget,
    ) -> Option<(HighsModelStatus, Solution)> {
        if self.model.is_none() {
            *self = Kept::new(program, elastic, costs, room)?;
        }
        let mut model = self.model.take()?;
        let before = self.room.replace(room.clone())?;
        for (b, &col) in self.boxes.iter().enumerate() {
            if self.costs[b] != costs[b] {
                model.change_column_cost(col, costs[b] as f64);
            }
            if (before.low[b], before.high[b]) != (room.low[b], room.high[b]) {
                model.change_column_bounds(col, room.low[b] as f64..=room.high[b] as f64);
            }
        }
        self.costs.clone_from_slice(costs);
        if let Some(left) = budget.time_left() {
            model.try_set_option("time_limit", self.spent + left.as_secs_f64()).ok()?;
        }
        let begun = Instant::now();
        let solved = model.try_solve().ok()?;
        self.spent += begun.elapsed().as_secs_f64();
        let answer = (solved.status(), solved.get_solution());
        self.model = Some(solved.into());
        Some(answer)
    }

    fn new(program: &Program, elastic: bool, costs: &[i64], room: &Room) -> Option<Self> {
        let mut problem = RowProblem::new();
        let bounds = room.low.iter().zip(&room.high);
        let boxes: Vec<Col> = costs
            .iter()
            .zip(bounds)
            .map(|(&price, (&low, &high))| problem.add_column(price as f64, low as f64..=high as f64))
            .collect();
        for (row, &rest) in program.rows.iter().zip(&program.rests) {
            let mut terms: Vec<(Col, f64)> =
                row.iter().map(|&(b, weight)| (boxes[b], weight as f64)).collect();
            if elastic {
                terms.extend([1.0, -1.0].map(|sign| (problem.add_column(1.0, 0.0..), sign)));
            }
            problem.add_row(rest as f64..=rest as f64, terms);
        }
        let mut model = Model::try_new(problem).ok()?;
        model.set_sense(Sense::Minimise);
        for (option, value) in [("parallel", "off"), ("presolve", "off"), ("solver", "simplex")] {
            model.try_set_option(option, value).ok()?;
        }
        model.try_set_option("threads", 1).ok()?;
        Some(Kept { model: Some(model), boxes, costs: costs.to_vec(), room: Some(room.clone()), spent: 0.0 })
    }
}
