//! Random k-CNFs.
//!
//! # Theory
//! A clause has k distinct variables, all sets equally likely, each negated by chance; about 4.27
//! clauses a variable make random 3-CNFs hardest. A consistent formula on demand is planted: a
//! random assignment is kept in mind and clauses that it falsifies are drawn again. An
//! inconsistent one on demand is drawn again until no assignment satisfies it.
//!
//! Assignments are tried 64 at a time: the six lowest variables are fixed patterns of a word.
//! # Cost
//! 2ⁿ⁻⁶ words for each literal while some assignment is left; past 24 variables, or 2³² steps,
//! the number of solutions stays unknown.
//! # References
//! D. Mitchell, B. Selman, H. Levesque, Hard and easy distributions of SAT problems, AAAI 1992.

use num_bigint::BigUint;

use super::Formula;
use super::gadget::PITCH;
use super::netlist::{Literal, Netlist, Op, Source};
use crate::board::generate::dice::Dice;
use crate::board::generate::known::Known;
use crate::board::generate::{Hard, MAX_CELLS, RecipeError};
use crate::budget::Answer;

/// Variables up to which all assignments are tried.
const MOST_VARIABLES: u32 = 24;
/// Words up to which all assignments are tried.
const MOST_STEPS: u64 = 1 << 32;
/// Formulas drawn until one is inconsistent.
const ATTEMPTS: u32 = 200;

/// A clause: each variable, and whether it is negated.
type Clause = Vec<(u32, bool)>;

/// Whether there is such a formula, and room for it on a board.
pub(super) fn check(hard: &Hard) -> Result<(), RecipeError> {
    let &Hard { variables, clauses, literals, .. } = hard;
    for (count, what) in [(variables, "variables"), (clauses, "clauses"), (literals, "literals")] {
        if count == 0 {
            return Err(RecipeError::NothingOf(what));
        }
    }
    if literals > variables {
        return Err(RecipeError::TooFewVariables { variables, literals });
    }
    // Two columns of gadgets for a variable, one row for all and three for a clause.
    let (columns, rows) = (2 * u64::from(variables), 1 + 3 * u64::from(clauses));
    let cells = (columns * PITCH as u64).saturating_mul(rows * PITCH as u64);
    if cells > MAX_CELLS {
        return Err(RecipeError::TooManyCells(cells));
    }
    Ok(())
}

pub(super) fn draw_formula(hard: &Hard, dice: &mut Dice) -> Result<Formula, RecipeError> {
    let &Hard { variables, clauses, consistent, .. } = hard;
    let countable = is_countable(hard);
    let (formula, witness, count) = match consistent {
        Some(true) => {
            let planted: Vec<bool> = (0..variables).map(|_| dice.below(2) == 1).collect();
            let formula = draw(hard, Some(&planted), dice)?;
            let solved = if countable { Some(solve(&formula, variables, dice)?) } else { None };
            (formula, Some(planted), solved.map(|(count, _)| count))
        }
        Some(false) if !countable => return Err(RecipeError::Unprovable { variables, clauses }),
        Some(false) => {
            let mut attempts = 0..ATTEMPTS;
            let formula = loop {
                attempts.next().ok_or(RecipeError::NoContradictoryFormula { variables, clauses })?;
                let formula = draw(hard, None, dice)?;
                if solve(&formula, variables, dice)?.0 == 0 {
                    break formula;
                }
            };
            (formula, None, Some(0))
        }
        None => {
            let formula = draw(hard, None, dice)?;
            let solved = if countable { Some(solve(&formula, variables, dice)?) } else { None };
            let witness = solved.as_ref().and_then(|(_, witness)| witness.clone());
            (formula, witness, solved.map(|(count, _)| count))
        }
    };
    let mut about = vec![format!("cnf: {variables} variables, {clauses} clauses")];
    about.extend(formula.iter().map(|clause| format!("clause: {}", dimacs(clause))));
    let known = Known {
        about,
        consistent: count.map(|count| count > 0).or(consistent),
        count: count.map(BigUint::from),
        cause: Vec::new(),
    };
    Ok(Formula { netlist: netlist(&formula, &witness.unwrap_or(vec![false; variables as usize])), known })
}

fn is_countable(hard: &Hard) -> bool {
    let literals = u64::from(hard.clauses) * u64::from(hard.literals);
    hard.variables <= MOST_VARIABLES && literals << hard.variables.saturating_sub(6) <= MOST_STEPS
}

fn draw(hard: &Hard, planted: Option<&[bool]>, dice: &mut Dice) -> Answer<Vec<Clause>> {
    let mut order: Vec<u32> = (0..hard.variables).collect();
    let mut clause = |dice: &mut Dice| -> Clause {
        // The first k of a shuffle that goes no further.
        for i in 0..hard.literals as usize {
            let other = i + dice.index(order.len() - i);
            order.swap(i, other);
        }
        let mut chosen = order[..hard.literals as usize].to_vec();
        chosen.sort_unstable();
        chosen.into_iter().map(|variable| (variable, dice.below(2) == 1)).collect()
    };
    let holds = |clause: &Clause| {
        planted.is_none_or(|values| {
            clause.iter().any(|&(variable, negated)| values[variable as usize] != negated)
        })
    };
    let drawn = |dice: &mut Dice, _| loop {
        let clause = clause(dice);
        if holds(&clause) {
            return clause;
        }
    };
    dice.each(hard.clauses as usize, drawn)
}

/// How many assignments satisfy the formula, and the first of them.
fn solve(formula: &[Clause], variables: u32, dice: &Dice) -> Answer<(u64, Option<Vec<bool>>)> {
    /// Whether the assignment in each bit sets one of the six lowest variables.
    const PATTERNS: [u64; 6] = [
        0xaaaa_aaaa_aaaa_aaaa,
        0xcccc_cccc_cccc_cccc,
        0xf0f0_f0f0_f0f0_f0f0,
        0xff00_ff00_ff00_ff00,
        0xffff_0000_ffff_0000,
        0xffff_ffff_0000_0000,
    ];
    let (mut count, mut first) = (0, None);
    let all = if variables < 6 { (1 << (1 << variables)) - 1 } else { u64::MAX };
    for word in 0..1u64 << variables.saturating_sub(6) {
        dice.check(word as usize)?;
        let mut left = all;
        for clause in formula {
            left &= clause.iter().fold(0, |met, &(variable, negated)| {
                let set = match PATTERNS.get(variable as usize) {
                    Some(pattern) => *pattern,
                    None => (word >> (variable - 6) & 1).wrapping_neg(),
                };
                met | if negated { !set } else { set }
            });
            if left == 0 {
                break;
            }
        }
        count += u64::from(left.count_ones());
        if left != 0 && first.is_none() {
            let solution = word << 6 | u64::from(left.trailing_zeros());
            first = Some((0..variables).map(|variable| solution >> variable & 1 == 1).collect());
        }
    }
    Ok((count, first))
}

/// Variables count from 1, negated ones are negative.
fn dimacs(clause: &Clause) -> String {
    let literal =
        |&(variable, negated): &(u32, bool)| format!("{}{}", if negated { "-" } else { "" }, variable + 1);
    clause.iter().map(literal).collect::<Vec<_>>().join(" ")
}

fn netlist(formula: &[Clause], values: &[bool]) -> Netlist {
    let mut netlist = Netlist::default();
    let inputs = netlist.sources(values.iter().map(|&value| Source::Free(value)));
    for clause in formula {
        let literal =
            |&(variable, negated): &(u32, bool)| Literal { signal: inputs[variable as usize], negated };
        netlist.force(Op::Or, clause.iter().map(literal).collect(), true);
    }
    netlist
}

#[cfg(test)]
mod tests {
    use super::{Dice, Hard, draw, solve};
    use crate::budget::Budget;

    /// Word by word as one by one.
    #[test]
    fn solutions_are_counted() {
        let mut dice = Dice::new(5, &Budget::unlimited());
        for (variables, clauses) in [(1, 1), (3, 5), (5, 12), (6, 20), (7, 25), (9, 38), (10, 30)] {
            let hard = Hard { variables, clauses, literals: variables.min(3), ..Hard::default() };
            for _ in 0..20 {
                let formula = draw(&hard, None, &mut dice).unwrap();
                let meets = |bits: &u64| {
                    formula
                        .iter()
                        .all(|clause| clause.iter().any(|&(v, negated)| (bits >> v & 1 == 1) != negated))
                };
                let (count, first) = solve(&formula, variables, &dice).unwrap();
                assert_eq!(count, (0..1u64 << variables).filter(meets).count() as u64);
                let bits =
                    first.map(|first| (0..).zip(first).map(|(i, value)| u64::from(value) << i).sum::<u64>());
                assert_eq!(bits, (0..1u64 << variables).find(meets));
            }
        }
    }
}
