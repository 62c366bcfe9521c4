//! Candidates that are decided by wide numbers.
//!
//! # Theory
//! A solution of all other numbers is there, but its mines do not add up. The arbiter finds one near
//! the solution that is known, of which pieces can be taken over one by one like those of a model,
//! or rules it out, and with it often many others.

use crate::budget::Answer;

use super::super::arbiter::{Judgement, Question};
use super::{Candidate, Run};

impl Run<'_> {
    /// Has the arbiter decide the candidates of a group; those that it could not.
    pub(super) fn judge(&mut self, group: &[Candidate], settles: bool) -> Answer<Vec<Candidate>> {
        let mut declined = Vec::new();
        for &candidate in group {
            if !self.is_open(candidate) {
                continue;
            }
            self.budget.check()?;
            let Some(arbiter) = &mut self.arbiter else { break };
            let question = match candidate {
                Candidate::Fewer(b) => Question::Below(b, self.seen[b.index()].0),
                Candidate::More(b) => Question::AtLeast(b, self.seen[b.index()].1 + 1),
            };
            let judgement = if settles {
                arbiter.settle(question)?.map_or(Judgement::Impossible, Judgement::Solution)
            } else {
                arbiter.judge(question, Some(&self.base))?
            };
            match judgement {
                Judgement::Solution(mines) => {
                    mines.iter().zip(self.component.boxes()).for_each(|(&mines, b)| self.note(b, mines));
                    (self.show)(&mines);
                    self.note_pieces(&mines);
                }
                Judgement::Impossible => {
                    self.prove(candidate);
                    self.prove_judged();
                }
                Judgement::Unknown => declined.push(candidate),
            }
        }
        Ok(declined)
    }

    /// Takes in all that the arbiter has ruled out by the way.
    fn prove_judged(&mut self) {
        for candidate in self.candidates() {
            let Some(arbiter) = &mut self.arbiter else { return };
            let ruled_out = match candidate {
                Candidate::Fewer(b) => arbiter.range(b).0 >= self.seen[b.index()].0,
                Candidate::More(b) => arbiter.range(b).1 <= self.seen[b.index()].1,
            };
            if ruled_out && self.is_open(candidate) {
                self.prove(candidate);
            }
        }
    }
}
