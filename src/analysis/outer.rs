//! What the rest of the board leaves to each component.
//!
//! # Theory
//! With a total, the weight of a component's solution with m mines is the number of ways in which
//! all other components and the background hold the mines that are left. Call it w(m) for a group
//! of components taken as one. For a group of two halves with polynomials A and B,
//! `w_A(m)` = Σₖ B[k]·w(m + k) and likewise for B, so one descent through a balanced tree of
//! products gives the weights of all components for the price of the products themselves.
//!
//! The same descent with sets of possible numbers of mines instead of polynomials tells which
//! numbers of mines each component may have.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

use crate::algebra::sets::{Set, differences, sums};
use crate::algebra::{Binomials, Polynomial};
use crate::budget::{Answer, Budget, Lease};

/// Weights for numbers of mines from `low` on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    low: u64,
    values: Vec<BigUint>,
}

impl Weights {
    /// The weight of a number of mines.
    pub fn at(&self, mines: u64) -> BigUint {
        let place = mines.checked_sub(self.low).and_then(|i| usize::try_from(i).ok());
        place.and_then(|i| self.values.get(i)).cloned().unwrap_or_default()
    }

    /// The greatest number of mines that has a weight.
    pub fn high(&self) -> Option<u64> {
        (self.values.len() as u64).checked_sub(1).map(|last| self.low + last)
    }

    /// C(background, left − m) for all m from `low` to `high`, up to a factor that they share.
    pub fn of_background(
        background: u64,
        left: u64,
        (low, high): (u64, u64),
        budget: &Budget,
    ) -> Answer<Self> {
        // All others are 0.
        let (low, high) = (low.max(left.saturating_sub(background)), high.min(left));
        if low > high {
            return Ok(Weights { low, values: Vec::new() });
        }
        let (first, count) = (left - high, high - low + 1);
        let log = u64::from(64 - background.leading_zeros());
        let _lease = budget.reserve((background.min(2 * count * log) / 8 + 32).saturating_mul(2 * count))?;
        if background < 2 * count * log {
            let row = Binomials::starting_within(background, first, budget)?.take(count as usize);
            let mut values = row.map(|ways| budget.check().map(|()| ways)).collect::<Answer<Vec<_>>>()?;
            values.reverse();
            return Ok(Weights { low, values });
        }
        // Short of the coefficients themselves: C(n, j+1) : C(n, j) = (n − j) : (j + 1). Going down from m = high, j goes up from
        // `first`; a common denominator of all ratios is the product of the (j + 1).
        let mut rising: Vec<BigUint> = vec![BigUint::one()];
        for step in 1..count {
            budget.check()?;
            let factor = background + 1 - (first + step);
            rising.push(rising.last().map_or_else(BigUint::one, |last| last * factor));
        }
        let mut falling = BigUint::one();
        let mut values: Vec<BigUint> = Vec::with_capacity(rising.len());
        for (step, product) in rising.into_iter().enumerate().rev() {
            budget.check()?;
            values.push(product * &falling);
            falling *= first + step as u64;
        }
        let mut common = values[0].clone();
        for value in &values {
            budget.check()?;
            // One division first: what is shared is soon much smaller than the values.
            common = common.gcd(&(value % &common));
        }
        if !common.is_one() {
            for value in &mut values {
                *value /= &common;
            }
        }
        Ok(Weights { low, values })
    }
}

/// The weights that remain for each factor when `whole` are the weights of their product.
pub fn descend(factors: &[Polynomial], whole: &Weights, budget: &Budget) -> Answer<Vec<Weights>> {
    let mut tree = ProductTree { nodes: Vec::new(), lease: budget.reserve(0)?, budget };
    let mut found = Vec::with_capacity(factors.len());
    if !factors.is_empty() {
        let root = tree.build(factors)?;
        tree.descend(root, whole.clone(), &mut found)?;
    }
    Ok(found)
}

struct ProductTree<'a> {
    nodes: Vec<(Polynomial, Option<(usize, usize)>)>,
    /// For all nodes.
    lease: Lease,
    budget: &'a Budget,
}

impl ProductTree<'_> {
    fn build(&mut self, factors: &[Polynomial]) -> Answer<usize> {
        let node = if let [only] = factors {
            (only.clone(), None)
        } else {
            let (left, right) = factors.split_at(factors.len() / 2);
            let (left, right) = (self.build(left)?, self.build(right)?);
            let product = self.nodes[left].0.times_within(&self.nodes[right].0, self.budget)?;
            (product, Some((left, right)))
        };
        self.lease.resize(self.lease.bytes() + node.0.bytes())?;
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    fn descend(&self, node: usize, weights: Weights, found: &mut Vec<Weights>) -> Answer<()> {
        let Some((left, right)) = self.nodes[node].1 else {
            found.push(weights);
            return Ok(());
        };
        for (mine, other) in [(left, right), (right, left)] {
            let (mine_p, other_p) = (&self.nodes[mine].0, &self.nodes[other].0);
            self.descend(mine, correlate(mine_p, other_p, &weights, self.budget)?, found)?;
        }
        Ok(())
    }
}

/// `w_A(m)` = Σₖ B[k]·w(m + k), for m in the window of A.
fn correlate(a: &Polynomial, b: &Polynomial, weights: &Weights, budget: &Budget) -> Answer<Weights> {
    let (low, high) = (a.low(), a.high());
    if b.coefficients().len() > 16 && weights.values.len() > 64 {
        // As one product: reverse B, multiply, and cut the window out.
        let reversed: Vec<BigUint> = b.coefficients().iter().rev().cloned().collect();
        let values = Polynomial::new(0, weights.values.clone());
        let product = Polynomial::new(0, reversed).times_within(&values, budget)?;
        let offset = |m: u64| (m + b.high()).checked_sub(weights.low);
        let values = (low..=high).map(|m| offset(m).map_or_else(BigUint::zero, |i| product.coefficient(i)));
        return Ok(Weights { low, values: values.collect() });
    }
    let term = |m: u64| -> Answer<BigUint> {
        budget.check()?;
        let mut sum = BigUint::zero();
        for (k, count) in b.terms() {
            let place = (m + k).checked_sub(weights.low).and_then(|i| weights.values.get(i as usize));
            if let Some(weight) = place {
                sum += count * weight;
            }
        }
        Ok(sum)
    };
    Ok(Weights { low, values: (low..=high).map(term).collect::<Answer<_>>()? })
}

/// All sums of one number of each set.
pub fn sums_of_all(sets: &[Set], budget: &Budget) -> Answer<Set> {
    match sets {
        [] => Ok(Set::one()),
        [only] => Ok(only.clone()),
        _ => {
            budget.check()?;
            let (left, right) = sets.split_at(sets.len() / 2);
            Ok(sums(&sums_of_all(left, budget)?, &sums_of_all(right, budget)?))
        }
    }
}

/// For each set the members that together with one member of each other set sum to a number of
/// `whole`.
pub fn descend_sets(sets: &[Set], whole: &Set, budget: &Budget) -> Answer<Vec<Set>> {
    match sets {
        [] => Ok(Vec::new()),
        [only] => Ok(vec![only & whole]),
        _ => {
            budget.check()?;
            let (left, right) = sets.split_at(sets.len() / 2);
            let (all_left, all_right) = (sums_of_all(left, budget)?, sums_of_all(right, budget)?);
            let mut found = descend_sets(left, &(differences(&all_right, whole) & &all_left), budget)?;
            found.extend(descend_sets(right, &(differences(&all_left, whole) & &all_right), budget)?);
            Ok(found)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::binomial;
    use crate::algebra::sets::interval;

    #[test]
    fn background_weights_are_binomials_up_to_a_factor() {
        for (background, left, low, high) in
            [(5, 3, 0, 9), (5, 9, 2, 9), (0, 4, 0, 6), (200, 70, 3, 12), (3, 9, 0, 2)]
        {
            let weights =
                Weights::of_background(background, left, (low, high), &Budget::unlimited()).unwrap();
            let truth = |m: u64| left.checked_sub(m).map_or_else(BigUint::zero, |j| binomial(background, j));
            for a in low..=high {
                for b in low..=high {
                    assert_eq!(
                        weights.at(a) * truth(b),
                        weights.at(b) * truth(a),
                        "{background} {left} {a} {b}"
                    );
                }
                assert_eq!(weights.at(a).is_zero(), truth(a).is_zero(), "{background} {left} {a}");
            }
        }
    }

    #[test]
    fn weights_times_factor_give_the_same_total_everywhere() {
        let factors: Vec<Polynomial> =
            [3u64, 1, 20, 4, 40].map(|n| Polynomial::power(n % 3).times(&Polynomial::binomial(n))).to_vec();
        let budget = Budget::unlimited();
        let all = Polynomial::product(&factors, &budget).unwrap();
        let whole = Weights::of_background(30, 40, (all.low(), all.high()), &budget).unwrap();
        let total = |p: &Polynomial, w: &Weights| -> BigUint { p.terms().map(|(m, n)| n * w.at(m)).sum() };
        let expected = total(&all, &whole);
        for (factor, weights) in factors.iter().zip(descend(&factors, &whole, &budget).unwrap()) {
            assert_eq!(total(factor, &weights), expected);
        }
    }

    #[test]
    fn sets_keep_what_fits() {
        let sets = [0b101u32, 0b10, 0b1001].map(Set::from);
        // Sums: {0,2} + {1} + {0,3} = 1, 3, 4, 6.
        let budget = Budget::unlimited();
        let found = descend_sets(&sets, &interval(4, 5), &budget).unwrap();
        assert_eq!(found, [0b1u32, 0b10, 0b1000].map(Set::from));
        assert!(descend_sets(&sets, &interval(5, 5), &budget).unwrap().iter().all(Zero::is_zero));
    }
}
