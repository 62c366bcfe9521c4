//! The way back of a component: from its polynomial to what each box expects.

use num_bigint::BigUint;

use crate::algebra::Polynomial;
use crate::budget::{Answer, Budget};
use crate::engine::list::List;
use crate::engine::{enumerate, tree, treedp};

use super::seat::{Kind, Seat};

/// What the way back of a component starts from.
pub enum Inside<'a> {
    /// Kept tables.
    TreeDp(treedp::Inside),
    /// All solutions.
    List(&'a List, Polynomial),
    /// Nothing but the polynomial: the engine walks anew.
    Plain(&'a Seat, Polynomial),
}

impl Inside<'_> {
    /// How many placements have each number of mines; all in one coefficient if mines were not
    /// told apart.
    pub fn polynomial(&self) -> &Polynomial {
        match self {
            Inside::TreeDp(inside) => &inside.polynomial,
            Inside::Plain(_, polynomial) | Inside::List(_, polynomial) => polynomial,
        }
    }

    /// For each box the sum of its mines over all placements, each weighted with `outer` of the
    /// placement's mines.
    pub fn expected(self, outer: &dyn Fn(u64) -> BigUint, budget: &Budget) -> Answer<Vec<BigUint>> {
        let marginals = match self {
            Inside::List(list, _) => return Ok(list.expected(outer)),
            Inside::TreeDp(inside) => inside.marginals(outer, budget)?,
            Inside::Plain(seat, _) if seat.kind == Kind::Tree => {
                tree::marginals(&seat.component, outer, budget)?
            }
            Inside::Plain(seat, _) => enumerate::marginals(&seat.component, outer, budget)?,
        };
        let mut expected = Vec::with_capacity(marginals.len());
        for counts in marginals {
            budget.check()?;
            expected.push(counts.iter().zip(0u32..).skip(1).map(|(count, mines)| count * mines).sum());
        }
        Ok(expected)
    }
}
