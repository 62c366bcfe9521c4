//! Questions in the order of what they cost, in which only integers decide.
//!
//! # Theory
//! A question is a cost for each box and a limit: is there a solution that costs no more? First the
//! sums are asked themselves, with a little work ([`learner`](super::learner)). Then comes the
//! relaxation. Its multipliers give a bound ([`bound`](super::bound)), its mines, rounded, perhaps
//! a solution; where both meet, the answer is proven. Where the relaxation is far off, the sums are
//! asked again with more work, for the least cost from below and from above
//! ([`cheapest`](super::cheapest)). What is left then is branch and bound: the solver claims an
//! optimum, its mines are rounded and checked against every number, and that nothing is better is
//! shown by cutting the room in two at a box that holds a fraction, until each piece is ruled out by
//! propagation, by a bound or by a refutation, all in integers. A guess that rules out nothing only
//! makes the tree larger: in the end every box has one choice, and that is simply checked. So an
//! answer is proven whatever the solver says, and what contradicts its claim is reported as a
//! disagreement.
//!
//! # Cost
//! Most questions about positions need no relaxation at all, and those about fewest and most mines
//! one. Relaxations of positions are nearly whole: at 60×60 cells they are off by one mine or none.
//! Those of circuits are off by a mine at every gate, and there conflicts and cores take over.
//!
//! # What we changed
//! Exact solvers carry rational bases along. Here the pieces are judged by rounded multipliers, as
//! safe bounds are, which is enough since data and costs are small integers.
//!
//! # References
//! A. H. Land, A. G. Doig, *An automatic method of solving discrete programming problems*,
//! Econometrica 28 (1960). W. Cook, T. Koch, D. Steffy, K. Wolter, *A hybrid branch-and-bound
//! approach for exact rational mixed-integer programming*, Mathematical Programming Computation 5
//! (2013).

use crate::budget::{Answer, Budget, StopReason};

use super::bound::{kept_bounds, least_cost, refutes};
use super::cheapest::{Gap, close, within};
use super::learner::{Learner, Verdict};
use super::program::{Program, Room, cost};
use super::solver::{Claim, Relaxed, Solver, UNIT};
use super::trail::Bound;

/// A program under questions.
pub struct Search<'a> {
    program: &'a Program,
    solver: Box<dyn Solver + 'a>,
    learner: Learner,
    effort: Effort,
    budget: &'a Budget,
}

/// How much work goes into a question before the relaxation is asked, and before its solver is
/// asked for a claim.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Before the relaxation.
    pub first: u64,
    /// Before the claim.
    pub second: u64,
}

impl Effort {
    /// What pays for a program of this size.
    pub fn of(program: &Program) -> Self {
        let size: usize = program.rows.iter().map(Vec::len).sum();
        let first = FIRST_WORK + FIRST_PASSES * size as u64;
        Effort { first, second: SECOND_PIECES * first }
    }
}

/// A relaxation of the smallest programs costs about as much.
const FIRST_WORK: u64 = 1 << 12;

/// So often may each sum be gone through before the relaxation is asked.
const FIRST_PASSES: u64 = 64;

/// So often the first work goes into closing a gap before the solver of a nearly right relaxation is asked.
const FIRST_PIECES: u64 = 2;

/// A relaxation is nearly right if it is so many mines short of what is known.
const NEAR: i64 = 3;

/// So much more before the claim: a tenth of a second for hundreds of terms, a second for thousands.
const SECOND_PIECES: u64 = 512;

/// What the relaxation of the whole tells.
struct Outlook {
    /// Costs are at least this; `None` if there is no solution.
    least: Option<i64>,
    /// The relaxation's mines where they are a solution.
    found: Option<Vec<i64>>,
}

/// What the solver claims, its mines rounded and checked.
enum Claimed {
    /// There is no solution.
    Infeasible,
    /// None is better than this one.
    Best(Vec<i64>),
    Nothing,
}

/// What is known of a piece.
enum Piece {
    Ruled,
    /// A box to cut at, and the last value of the lower half.
    Cut {
        b: usize,
        at: i64,
        upper_first: bool,
    },
    Solution(Vec<i64>),
}

impl<'a> Search<'a> {
    /// Nothing is asked yet.
    pub fn new(
        program: &'a Program,
        solver: Box<dyn Solver + 'a>,
        effort: Effort,
        budget: &'a Budget,
    ) -> Answer<Self> {
        let mut room = program.whole();
        let fits = program.narrow(&mut room, &vec![0; program.variable_count()], 0);
        let mut learner = Learner::new(program, &room, budget)?;
        if !fits {
            learner.give_up();
        }
        Ok(Search { program, solver, learner, effort, budget })
    }

    /// All that is known of the variables; `None` if there is no solution.
    pub fn room(&mut self) -> Option<Room> {
        self.learner.room()
    }

    /// All that is known of one variable.
    pub fn ends(&mut self, variable: usize) -> (i64, i64) {
        self.learner.ends(variable)
    }

    /// Values with a variable on the far side of a bound, if they are found or ruled out quickly.
    pub fn beyond(&mut self, bound: Bound) -> Answer<Verdict> {
        self.learner.like(bound.variable(), bound.value());
        self.learner.ask(&[bound], self.effort.first, self.budget)
    }

    /// Values that keep to a bound, if there is one, unless that takes a claim to be decided. They
    /// are sought near others. What is ruled out is taken in, with all that is ruled out by the same
    /// multipliers.
    pub fn decide(&mut self, bound: Option<Bound>, near: Option<&[i64]>) -> Answer<Verdict> {
        for (x, &value) in near.into_iter().flatten().enumerate() {
            self.learner.like(x, value);
        }
        let verdict = self.decide_alone(bound, near)?;
        if let (Verdict::Impossible(_), Some(bound)) = (&verdict, bound) {
            self.learner.take_in(bound.opposite());
        }
        Ok(verdict)
    }

    /// Values that keep to a bound, if there is one, whatever it takes; `None` if there are none.
    pub fn settle(&mut self, bound: Option<Bound>) -> Answer<Option<Vec<i64>>> {
        let Some(mut room) = self.room() else { return Ok(None) };
        if let Some(bound) = bound {
            room.keep_to(bound);
        }
        let costs = vec![0; room.low.len()];
        if !self.program.narrow(&mut room, &costs, 0) {
            return Ok(None);
        }
        let claims_none = match self.claim(&costs, &room)? {
            Claimed::Best(values) => return Ok(Some(values)),
            Claimed::Infeasible => true,
            Claimed::Nothing => false,
        };
        let found = self.better(&costs, &room, 0, 0)?;
        agree(found.is_none() || !claims_none)?;
        if let (None, Some(bound)) = (&found, bound) {
            self.learner.take_in(bound.opposite());
        }
        Ok(found)
    }

    fn decide_alone(&mut self, bound: Option<Bound>, near: Option<&[i64]>) -> Answer<Verdict> {
        let Effort { first, second } = self.effort;
        let bounds = bound.as_slice();
        let verdict = self.learner.ask(bounds, first, self.budget)?;
        if verdict != Verdict::Unknown {
            return Ok(verdict);
        }
        let impossible = Ok(Verdict::Impossible(bounds.to_vec()));
        let Some(whole) = self.room() else { return impossible };
        let mut room = whole.clone();
        if let Some(bound) = bound {
            room.keep_to(bound);
        }
        if !self.program.narrow(&mut room, &vec![0; whole.low.len()], 0) {
            return impossible;
        }
        let costs = near.map_or_else(|| vec![0; room.low.len()], |near| distance(near, &whole));
        self.budget.check()?;
        match self.solver.relax(&costs, &room, self.budget)? {
            Relaxed::Infeasible => {
                let multipliers = self.solver.refutation(&room, self.budget)?;
                for bound in kept_bounds(self.program, &whole, &multipliers) {
                    self.learner.take_in(bound);
                }
                if refutes(self.program, &room, &multipliers) {
                    return impossible;
                }
            }
            Relaxed::Feasible(values) => {
                if let Some(found) = self.solution(&values) {
                    return Ok(Verdict::Found(found));
                }
                values.iter().enumerate().for_each(|(x, value)| self.learner.like(x, rounded(*value)));
            }
            Relaxed::Unknown => {}
        }
        self.learner.ask(bounds, second, self.budget)
    }

    /// The least cost with mines that have it; `None` if there is no solution.
    pub fn minimise(&mut self, costs: &[i64]) -> Answer<Option<(i64, Vec<i64>)>> {
        let mut best = match self.learner.ask(&[], self.effort.first, self.budget)? {
            Verdict::Impossible(_) => return Ok(None),
            Verdict::Found(mines) => Some(mines),
            Verdict::Unknown => None,
        };
        let Some(room) = self.room() else { return Ok(None) };
        let outlook = self.outlook(costs, &room)?;
        let Some(least) = outlook.least else { return Ok(None) };
        // What was found first may be far from cheap; what is found near the relaxation is not.
        let near = match outlook.found {
            None => self.learner.ask(&[], self.effort.first, self.budget)?.found(),
            found => found,
        };
        let is_better =
            |mines: &Vec<i64>| best.as_ref().is_none_or(|best| cost(costs, mines) < cost(costs, best));
        if let Some(mines) = near.filter(is_better) {
            best = Some(mines);
        }
        let mut gap = Gap { least, best };
        if self.close(costs, &mut gap)? {
            return Ok(gap.best.map(|mines| (cost(costs, &mines), mines)));
        }
        let best = self.claimed_best(costs, &room, gap.least, gap.best)?;
        Ok(best.map(|mines| (cost(costs, &mines), mines)))
    }

    /// Closes the gap between the least cost that is possible and the best that is known, if that
    /// can be done without a claim.
    fn close(&mut self, costs: &[i64], gap: &mut Gap) -> Answer<bool> {
        let Effort { first, second } = self.effort;
        let relaxed = gap.least;
        if close(&mut self.learner, costs, gap, (first, FIRST_PIECES * first), self.budget)? {
            return Ok(true);
        }
        // Where the relaxation is nearly right, solvers are at their best.
        let is_near = gap.best.as_ref().is_some_and(|best| cost(costs, best) <= relaxed + NEAR);
        if is_near {
            return Ok(false);
        }
        close(&mut self.learner, costs, gap, (FIRST_PIECES * first, second), self.budget)
    }

    /// The best mines by the solver's claim, proven piece by piece.
    fn claimed_best(
        &mut self,
        costs: &[i64],
        room: &Room,
        least: i64,
        best: Option<Vec<i64>>,
    ) -> Answer<Option<Vec<i64>>> {
        match self.claim(costs, room)? {
            Claimed::Best(mines) => {
                agree(best.is_none_or(|best| cost(costs, &best) >= cost(costs, &mines)))?;
                let better = self.better(costs, room, cost(costs, &mines) - 1, least)?;
                agree(better.is_none())?;
                Ok(Some(mines))
            }
            Claimed::Infeasible => {
                agree(best.is_none() && self.better(costs, room, i64::MAX, least)?.is_none())?;
                Ok(None)
            }
            Claimed::Nothing => self.descend(costs, room, least, best),
        }
    }

    /// Mines that cost at most `most`, not necessarily the least; `None` if there are none.
    pub fn at_most(&mut self, costs: &[i64], most: i64) -> Answer<Option<Vec<i64>>> {
        match within(&mut self.learner, costs, most, self.effort.first, self.budget)? {
            Verdict::Found(mines) => return Ok(Some(mines)),
            Verdict::Impossible(_) => return Ok(None),
            Verdict::Unknown => {}
        }
        let Some(room) = self.room() else { return Ok(None) };
        let outlook = self.outlook(costs, &room)?;
        let Some(least) = outlook.least.filter(|&least| least <= most) else { return Ok(None) };
        if let Some(mines) = outlook.found.filter(|mines| cost(costs, mines) <= most) {
            return Ok(Some(mines));
        }
        match within(&mut self.learner, costs, most, self.effort.second, self.budget)? {
            Verdict::Found(mines) => return Ok(Some(mines)),
            Verdict::Impossible(_) => return Ok(None),
            Verdict::Unknown => {}
        }
        let claims_none = match self.claim(costs, &room)? {
            Claimed::Best(mines) if cost(costs, &mines) <= most => return Ok(Some(mines)),
            Claimed::Best(_) | Claimed::Infeasible => true,
            Claimed::Nothing => false,
        };
        let found = self.better(costs, &room, most, least)?;
        agree(found.is_none() || !claims_none)?;
        Ok(found)
    }

    /// The relaxation as a filter.
    fn outlook(&mut self, costs: &[i64], room: &Room) -> Answer<Outlook> {
        let zero_at_least = room_cost(costs, room);
        if let Some(mines) = room.only() {
            let met = self.program.is_met_by(mines);
            return Ok(Outlook { least: met.then_some(zero_at_least), found: met.then(|| mines.to_vec()) });
        }
        self.budget.check()?;
        match self.solver.relax(costs, room, self.budget)? {
            Relaxed::Infeasible => {
                let multipliers = self.solver.refutation(room, self.budget)?;
                let refuted = refutes(self.program, room, &multipliers);
                Ok(Outlook { least: (!refuted).then_some(zero_at_least), found: None })
            }
            Relaxed::Feasible(values) => {
                let multipliers = self.solver.multipliers(costs, room, self.budget)?;
                let least = least_cost(self.program, costs, room, &multipliers).max(zero_at_least);
                // Where solutions are sought next, they are sought near here.
                values.iter().enumerate().for_each(|(x, value)| self.learner.like(x, rounded(*value)));
                Ok(Outlook { least: Some(least), found: self.solution(&values) })
            }
            Relaxed::Unknown => Ok(Outlook { least: Some(zero_at_least), found: None }),
        }
    }

    fn claim(&mut self, costs: &[i64], room: &Room) -> Answer<Claimed> {
        self.budget.check()?;
        Ok(match self.solver.solve(costs, room, self.budget)? {
            Claim::Infeasible => Claimed::Infeasible,
            Claim::Optimal(values) => Claimed::Best(self.solution(&values).ok_or(StopReason::Disagreement)?),
            Claim::Unknown => Claimed::Nothing,
        })
    }

    /// The best mines, found without a claim.
    fn descend(
        &mut self,
        costs: &[i64],
        room: &Room,
        least: i64,
        mut best: Option<Vec<i64>>,
    ) -> Answer<Option<Vec<i64>>> {
        let mut most = best.as_ref().map_or(i64::MAX, |mines| cost(costs, mines) - 1);
        while let Some(mines) = self.better(costs, room, most, least)? {
            most = cost(costs, &mines) - 1;
            best = Some(mines);
        }
        Ok(best)
    }

    /// Mines that cost at most `most`, or the proof that there are none, piece by piece.
    fn better(&mut self, costs: &[i64], room: &Room, most: i64, least: i64) -> Answer<Option<Vec<i64>>> {
        if most < least {
            return Ok(None);
        }
        let bytes = (size_of::<i64>() * 2 * room.low.len()) as u64;
        let mut lease = self.budget.reserve(bytes)?;
        let mut pieces = vec![room.clone()];
        while let Some(mut piece) = pieces.pop() {
            self.budget.check()?;
            match self.judge(costs, &mut piece, most)? {
                Piece::Ruled => {}
                Piece::Solution(mines) => return Ok(Some(mines)),
                Piece::Cut { b, at, upper_first } => {
                    lease.resize(bytes * (pieces.len() as u64 + 3))?;
                    let mut upper = piece.clone();
                    piece.high[b] = at;
                    upper.low[b] = at + 1;
                    pieces.extend(if upper_first { [piece, upper] } else { [upper, piece] });
                }
            }
        }
        Ok(None)
    }

    fn judge(&mut self, costs: &[i64], piece: &mut Room, most: i64) -> Answer<Piece> {
        if !self.program.narrow(piece, costs, most) {
            return Ok(Piece::Ruled);
        }
        if let Some(mines) = piece.only() {
            let good = self.program.is_met_by(mines) && cost(costs, mines) <= most;
            return Ok(if good { Piece::Solution(mines.to_vec()) } else { Piece::Ruled });
        }
        match self.solver.relax(costs, piece, self.budget)? {
            Relaxed::Infeasible => {
                let multipliers = self.solver.refutation(piece, self.budget)?;
                if refutes(self.program, piece, &multipliers) {
                    return Ok(Piece::Ruled);
                }
            }
            Relaxed::Feasible(values) => {
                if let Some(mines) = self.solution(&values).filter(|mines| cost(costs, mines) <= most) {
                    return Ok(Piece::Solution(mines));
                }
                // Bounds are dear where they take a program of their own: only if one may help.
                if most != i64::MAX && relaxed_cost(costs, &values) > i128::from(most) * i128::from(UNIT) {
                    let multipliers = self.solver.multipliers(costs, piece, self.budget)?;
                    if least_cost(self.program, costs, piece, &multipliers) > most {
                        return Ok(Piece::Ruled);
                    }
                }
                return Ok(cut_at_fraction(piece, &values));
            }
            Relaxed::Unknown => {}
        }
        Ok(cut_anywhere(piece))
    }

    /// Guessed mines, rounded, if they are a solution.
    fn solution(&self, values: &[i64]) -> Option<Vec<i64>> {
        let mines: Vec<i64> = values.iter().map(|value| rounded(*value)).collect();
        self.program.is_met_by(&mines).then_some(mines)
    }
}

/// The solver's claim holds, or there is a disagreement.
fn agree(holds: bool) -> Answer<()> {
    if holds { Ok(()) } else { Err(StopReason::Disagreement) }
}

/// What mines cost at least if every box could choose for itself.
fn room_cost(costs: &[i64], room: &Room) -> i64 {
    costs.iter().zip(room.low.iter().zip(&room.high)).map(|(c, (low, high))| (c * low).min(c * high)).sum()
}

fn relaxed_cost(costs: &[i64], values: &[i64]) -> i128 {
    costs.iter().zip(values).map(|(c, value)| i128::from(*c) * i128::from(*value)).sum()
}

fn rounded(value: i64) -> i64 {
    value.saturating_add(UNIT / 2).div_euclid(UNIT)
}

/// The box whose guess is farthest from whole; the half that is nearer to the guess comes first.
/// Costs that count how far values are from others, as far as those are at an end of a room.
fn distance(from: &[i64], room: &Room) -> Vec<i64> {
    let ends = room.low.iter().zip(&room.high);
    from.iter()
        .zip(ends)
        .map(|(from, (low, high))| i64::from(from == low) - i64::from(from == high))
        .collect()
}

fn cut_at_fraction(piece: &Room, values: &[i64]) -> Piece {
    let part = |b: usize| values[b].rem_euclid(UNIT);
    let open = (0..values.len()).filter(|&b| piece.low[b] < piece.high[b]);
    let farthest = open.max_by_key(|&b| (part(b).min(UNIT - part(b)), std::cmp::Reverse(b)));
    match farthest {
        Some(b) => {
            let at = values[b].div_euclid(UNIT).clamp(piece.low[b], piece.high[b] - 1);
            Piece::Cut { b, at, upper_first: part(b) * 2 > UNIT }
        }
        None => cut_anywhere(piece),
    }
}

/// The first box that has a choice, cut in the middle.
fn cut_anywhere(piece: &Room) -> Piece {
    let b = (0..piece.low.len()).find(|&b| piece.low[b] < piece.high[b]);
    let b = b.expect("a piece with one choice was judged before");
    Piece::Cut { b, at: piece.low[b].midpoint(piece.high[b]), upper_first: false }
}
