//! What all solutions of a component have in common, in one incremental run.
//!
//! # Theory
//! A cell is surely free or surely mined if its literal is in the backbone of the clauses: true in
//! every model. One model leaves each literal one candidate, namely its value there. Then:
//!
//! 1. Models strike out: a candidate that another model contradicts is none.
//! 2. Most of those models come from the first by moving a few mines (`repair`) and cost
//!    no question at all. Where most boxes decide each other, as along wires, they find next to
//!    nothing, and are left if a few of them, spread over all candidates, have not found anything.
//! 3. Candidates are tried in groups: one clause says "one of these differs", switched on by an
//!    assumption. If that cannot be, all of the group are in the backbone at once; if it can, the
//!    model strikes out at least one.
//! 4. What is proven is kept as a unit clause and told to the numbers around (`intervals`),
//!    which settles many neighbours without a question.
//! 5. Numbers over many boxes, such as a total, are not said to the solver until a model cannot be
//!    made to meet them by moving mines. What is proven without them holds with them.
//! 6. A box is asked once, not once for each of its cells: if all its cells are mined in one
//!    solution and none in another, or any number between, none of them is sure.
//!
//! 7. Where all numbers together say nothing but odd and even, equations answer for them (`parity`).
//!
//! # Cost
//! One question for each group that is proven and for each candidate that repairs did not strike
//! out, at most. Groups grow when they are proven and shrink when they are not.
//!
//! # What we changed
//! Known extractors work on literals of a CNF. Boxes, numbers and components are known here: hence
//! repairs instead of single flips, unary boxes instead of symmetric cells, and intervals beside unit
//! propagation.
//!
//! # References
//! M. Janota, I. Lynce, J. Marques-Silva, Algorithms for computing backbones of propositional
//! formulae, AI Communications 28 (2015). A. Biere, N. Froleyks, W. Wang, `CadiBack`, SAT 2023.

mod judge;

use crate::budget::{Answer, Budget};
use crate::encode::Literal;
use crate::reduce::{BoxId, Component};

use super::arbiter::MaybeArbiter;
use super::clauses::AtLeast;
use super::parity::Parity;
use super::repair::{Repair, apply};
use super::{Loaded, Prepared, Settings};

/// What is to be found of each box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Whether all its cells are surely free or surely mined; other ranges stay as wide as nobody
    /// has looked.
    Sure,
    /// Its least and its most mines.
    Ranges,
}

/// How candidates are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Grouping {
    /// In groups that grow and shrink, after repairs.
    #[default]
    Groups,
    /// In groups, without repairs.
    GroupsOnly,
    /// One question for each candidate, for comparison.
    CellByCell,
}

/// What is known of the cells of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Free in every solution.
    Free,
    /// Mined in every solution.
    Mined,
    /// Neither.
    Undecided,
}

impl Verdict {
    /// What the least and the most mines of a box say of its cells.
    pub fn of(size: u32, (least, most): (u32, u32)) -> Self {
        match (least == size, most == 0) {
            (true, _) => Verdict::Mined,
            (_, true) => Verdict::Free,
            _ => Verdict::Undecided,
        }
    }
}

/// What is there to begin with.
#[derive(Default)]
pub struct Start<'a> {
    /// A solution: it need not be looked for.
    pub known: Option<Vec<u32>>,
    /// Who decides where wide numbers do.
    pub arbiter: MaybeArbiter<'a>,
}

/// Least and most mines of each box over all solutions, as far as the goal asks; `None` if there
/// is no solution. `tell` is told the verdict on each box as soon as it is known.
pub fn ranges(
    component: &Component,
    settings: Settings,
    goal: Goal,
    start: Start<'_>,
    budget: &Budget,
    tell: &mut dyn FnMut(BoxId, Verdict),
) -> Answer<Option<Vec<(u32, u32)>>> {
    let Some(prepared) = Prepared::new(component, budget)? else { return Ok(None) };
    // Cell by cell is for comparison.
    if settings.grouping != Grouping::CellByCell {
        match prepared.parity(component, budget)? {
            Parity::Unknown => {}
            Parity::Contradiction => return Ok(None),
            Parity::Known(ranges) => {
                for (b, &range) in component.boxes().zip(&ranges) {
                    tell(b, Verdict::of(component.size(b), range));
                }
                return Ok(Some(ranges));
            }
        }
    }
    search(prepared, component, settings, (goal, start), budget, (tell, &mut |_| {}))
}

/// Solutions that together show every box that is neither surely free nor surely mined both ways,
/// as far as solutions of the whole component were found on the way; `show` gets them one by one.
pub fn for_each_shown(
    component: &Component,
    settings: Settings,
    start: Start<'_>,
    budget: &Budget,
    show: &mut dyn FnMut(&[u32]),
) -> Answer<()> {
    let Some(prepared) = Prepared::new(component, budget)? else { return Ok(()) };
    if let Parity::Known(found) = prepared.parity_solutions(component, budget)? {
        let mut shown = vec![[false; 2]; component.box_count()];
        for solution in found.take(ROUNDS) {
            budget.check()?;
            let mut news = false;
            for (shown, &mines) in shown.iter_mut().zip(&solution) {
                news |= !std::mem::replace(&mut shown[usize::from(mines > 0)], true);
            }
            if news {
                show(&solution);
            }
        }
        return Ok(());
    }
    search(prepared, component, settings, (Goal::Sure, start), budget, (&mut |_, _| {}, show))?;
    Ok(())
}

/// Solutions of parities that are looked at. A box that can be both is so in one of four, more or
/// less, so hardly one is left.
const ROUNDS: usize = 100;

/// Who is told of verdicts, and of solutions.
type Listeners<'a> = (&'a mut dyn FnMut(BoxId, Verdict), &'a mut dyn FnMut(&[u32]));

/// Asks the solver, beginning with a solution if one is known.
fn search(
    prepared: Prepared,
    component: &Component,
    settings: Settings,
    (goal, Start { known, mut arbiter }): (Goal, Start<'_>),
    budget: &Budget,
    (tell, show): Listeners<'_>,
) -> Answer<Option<Vec<(u32, u32)>>> {
    let mut loaded = Loaded::with(prepared, component, settings, budget)?;
    let base = match known {
        Some(solution) => solution,
        None => match loaded.solution(component, &mut arbiter, budget)? {
            Some(solution) => solution,
            None => return Ok(None),
        },
    };
    let number_boxes = loaded.number_boxes.clone();
    let seen: Vec<(u32, u32)> = base.iter().map(|&mines| (mines, mines)).collect();
    let mut run = Run {
        component,
        number_boxes: &number_boxes,
        goal,
        budget,
        loaded,
        repair: Repair::new(component, &number_boxes),
        arbiter,
        base,
        seen,
        told: vec![false; component.box_count()],
        tell,
        show,
    };
    (run.show)(&run.base);
    component.boxes().for_each(|b| run.report(b));
    if settings.grouping == Grouping::Groups {
        run.repair()?;
    }
    run.ask(settings.grouping)?;
    Ok(Some(component.boxes().map(|b| run.range(b)).collect()))
}

/// Candidates in the first group, and in the largest.
const GROUP: usize = 8;
const GROUP_MOST: usize = 256;

/// Solutions that are shown while others follow from them by repairs.
const SHOWN: usize = 32;

/// Repairs that are tried before the others where most boxes decide each other.
const PROBES: usize = 8;

/// A box that may have fewer mines than were ever seen in it, or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Candidate {
    Fewer(BoxId),
    More(BoxId),
}

struct Run<'a> {
    component: &'a Component,
    number_boxes: &'a [Vec<BoxId>],
    goal: Goal,
    budget: &'a Budget,
    loaded: Loaded,
    repair: Repair<'a>,
    arbiter: MaybeArbiter<'a>,
    /// A solution to start repairs from.
    base: Vec<u32>,
    /// Least and most mines of each box in solutions found.
    seen: Vec<(u32, u32)>,
    told: Vec<bool>,
    tell: &'a mut dyn FnMut(BoxId, Verdict),
    show: &'a mut dyn FnMut(&[u32]),
}

impl Run<'_> {
    /// Whether nobody knows yet if there is a solution with fewer, or more.
    fn is_open(&self, candidate: Candidate) -> bool {
        let intervals = &self.loaded.intervals;
        match candidate {
            Candidate::Fewer(b) => {
                let (least, size) = (self.seen[b.index()].0, self.component.size(b));
                least > intervals.least[b.index()] && (self.goal == Goal::Ranges || least == size)
            }
            Candidate::More(b) => {
                let most = self.seen[b.index()].1;
                most < intervals.most[b.index()] && (self.goal == Goal::Ranges || most == 0)
            }
        }
    }

    fn candidates(&self) -> Vec<Candidate> {
        // What is found of one box of a class is found of all.
        let firsts = self.component.boxes().filter(|&b| self.loaded.classes.of(b).first == b);
        let both = firsts.flat_map(|b| [Candidate::Fewer(b), Candidate::More(b)]);
        both.filter(|&candidate| self.is_open(candidate)).collect()
    }

    /// Looks for solutions close to the one that is known.
    fn repair(&mut self) -> Answer<()> {
        let candidates = self.candidates();
        if self.loaded.classes.are_large() {
            let mut found = false;
            for &candidate in candidates.iter().step_by(candidates.len().div_ceil(PROBES).max(1)) {
                self.budget.check()?;
                found |= self.repair_for(candidate);
            }
            if !found {
                return Ok(());
            }
        }
        // A few of the solutions on the way show most of what all of them would.
        let stride = candidates.len().div_ceil(SHOWN).max(1);
        for (i, candidate) in candidates.into_iter().enumerate() {
            self.budget.check()?;
            self.repair_for(candidate);
            if (i + 1) % stride == 0 {
                (self.show)(&self.base);
            }
        }
        Ok(())
    }

    /// Looks for solutions that differ on a candidate; says whether there was one.
    fn repair_for(&mut self, candidate: Candidate) -> bool {
        let (b, change) = match candidate {
            Candidate::Fewer(b) => (b, -1),
            Candidate::More(b) => (b, 1),
        };
        let mut any = false;
        // Where ranges are asked for, one step may not be the last.
        while self.is_open(candidate) {
            let found = self.repair.change(&self.base, &self.loaded.intervals, b, change);
            let Some(chain) = found else { break };
            apply(&chain, &mut self.base);
            for (b, _) in chain {
                self.note(b, self.base[b.index()]);
            }
            any = true;
        }
        any
    }

    /// Asks the solver about whatever is still open.
    fn ask(&mut self, grouping: Grouping) -> Answer<()> {
        let mut open = self.candidates();
        let mut declined = Vec::new();
        let mut size = if grouping == Grouping::CellByCell { 1 } else { GROUP };
        while !open.is_empty() {
            self.budget.check()?;
            let group: Vec<Candidate> = open.iter().copied().take(size).collect();
            let differs: Vec<Literal> =
                group.iter().filter_map(|&candidate| self.differs(candidate)).collect();
            let found = self.one_of(&differs)?;
            if found {
                declined.extend(self.note_model(&group)?);
            } else {
                for candidate in group {
                    self.prove(candidate);
                }
            }
            if grouping != Grouping::CellByCell {
                size = if found { (size / 2).max(1) } else { (size * 2).min(GROUP_MOST) };
            }
            open.retain(|&candidate| self.is_open(candidate) && !declined.contains(&candidate));
            if open.is_empty() && !declined.is_empty() {
                // What the arbiter could not decide may be known by now. Else it takes what it takes:
                // where boxes decide each other, solvers are at their best, and else the arbiter.
                declined.retain(|&candidate| self.is_open(candidate));
                if self.loaded.classes.are_large() {
                    self.loaded.tighten(self.component, self.budget)?;
                    open = std::mem::take(&mut declined);
                } else {
                    self.judge(&std::mem::take(&mut declined), true)?;
                }
            }
        }
        Ok(())
    }

    /// The literal that contradicts a candidate.
    fn differs(&self, candidate: Candidate) -> Option<Literal> {
        let unary = &self.loaded.unary;
        match candidate {
            Candidate::Fewer(b) => match unary.at_least(b, self.seen[b.index()].0) {
                AtLeast::If(literal) => Some(!literal),
                _ => None,
            },
            Candidate::More(b) => match unary.at_least(b, self.seen[b.index()].1 + 1) {
                AtLeast::If(literal) => Some(literal),
                _ => None,
            },
        }
    }

    /// Whether some solution has one of these literals.
    fn one_of(&mut self, literals: &[Literal]) -> Answer<bool> {
        if let [only] = literals {
            return self.loaded.solver.solve(&[*only]);
        }
        let switch = Literal::new(self.loaded.unused);
        self.loaded.unused += 1;
        let clause: Vec<Literal> = literals.iter().copied().chain([!switch]).collect();
        self.loaded.solver.add_clause(&clause);
        let found = self.loaded.solver.solve(&[switch])?;
        // Switched off for good, the clause is of no more use and no more harm.
        self.loaded.solver.add_clause(&[!switch]);
        Ok(found)
    }

    /// Takes in the solver's model. While the solver knows nothing of wide numbers, the model may
    /// miss them; then those of its pieces that can be made up for are taken in one by one. If none
    /// of them is what the group wanted, the arbiter decides or wide numbers are said.
    fn note_model(&mut self, group: &[Candidate]) -> Answer<Vec<Candidate>> {
        let model = self.loaded.model(self.component);
        if self.loaded.tight {
            model.iter().zip(self.component.boxes()).for_each(|(&mines, b)| self.note(b, mines));
            (self.show)(&model);
            return Ok(Vec::new());
        }
        self.note_pieces(&model);
        if group.iter().any(|&candidate| !self.is_open(candidate)) {
            return Ok(Vec::new());
        }
        if self.arbiter.is_some() {
            return self.judge(group, false);
        }
        self.loaded.tighten(self.component, self.budget)?;
        Ok(Vec::new())
    }

    /// Takes in what a model shows, piece by piece.
    fn note_pieces(&mut self, model: &[u32]) {
        for chain in self.repair.pieces(&self.base, model, &self.loaded.intervals) {
            for (b, change) in chain {
                self.note(b, self.base[b.index()].wrapping_add_signed(change));
            }
        }
    }

    /// Takes in that some solution has so many mines in a box.
    fn note(&mut self, b: BoxId, mines: u32) {
        let seen = &mut self.seen[b.index()];
        if mines < seen.0 || mines > seen.1 {
            *seen = (seen.0.min(mines), seen.1.max(mines));
            self.report(b);
        }
    }

    /// Takes in that no solution differs from a candidate.
    fn prove(&mut self, candidate: Candidate) {
        let Some(differs) = self.differs(candidate) else { return };
        self.loaded.solver.add_clause(&[!differs]);
        let (b, range) = match candidate {
            Candidate::Fewer(b) => (b, (self.seen[b.index()].0, u32::MAX)),
            Candidate::More(b) => (b, (0, self.seen[b.index()].1)),
        };
        let mut narrowed = Vec::new();
        let Loaded { intervals, classes, .. } = &mut self.loaded;
        let mut waiting = vec![(b, range)];
        while let Some((b, range)) = waiting.pop() {
            let from = narrowed.len();
            // There is a solution, so nothing that follows can contradict it.
            intervals.narrow(self.component, self.number_boxes, b, range, &mut |b| narrowed.push(b));
            for &b in &narrowed[from..] {
                // A class is decided as a whole: as in any solution, now that one of it is sure.
                let members = classes.members(classes.of(b).first);
                if members.len() > 1 {
                    let others = members.iter().filter(|&&other| other != b);
                    let decided =
                        |&other: &BoxId| (other, (self.base[other.index()], self.base[other.index()]));
                    waiting.extend(others.map(decided));
                }
            }
        }
        for b in narrowed {
            self.report(b);
        }
    }

    /// What solutions found and proofs made say of a box: as wide as it may still be where nobody
    /// has looked.
    fn range(&self, b: BoxId) -> (u32, u32) {
        let (least, most) = self.seen[b.index()];
        let intervals = &self.loaded.intervals;
        match self.goal {
            Goal::Ranges => (least, most),
            Goal::Sure => (intervals.least[b.index()].min(least), intervals.most[b.index()].max(most)),
        }
    }

    /// Tells the verdict on a box if it is known and was not told before.
    fn report(&mut self, b: BoxId) {
        let size = self.component.size(b);
        let (least, most) = self.seen[b.index()];
        let intervals = &self.loaded.intervals;
        let verdict = if intervals.most[b.index()] == 0 {
            Verdict::Free
        } else if intervals.least[b.index()] == size {
            Verdict::Mined
        } else if least < size && most > 0 {
            Verdict::Undecided
        } else {
            return;
        };
        if !std::mem::replace(&mut self.told[b.index()], true) {
            (self.tell)(b, verdict);
        }
    }
}
