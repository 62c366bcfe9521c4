//! Sums, products and parities with a given result.
//!
//! # Theory
//! A full adder of a, b and the carry c is x = a ⊕ b, s = x ⊕ c, c' = (a ∧ b) ∨ (x ∧ c). Of all
//! pairs of n-bit numbers, those with the sum S are one for each first number from
//! max(0, S − (2ⁿ−1)) to min(S, 2ⁿ−1). A product is added up row by row, as by hand; a pair of
//! factors is a placement.
//!
//! In the contradictory variants the sum is one more than the largest, the product has no
//! factors of n bits, and the parity must be even and odd at the same time.
//! # Cost
//! Five joins a bit of a sum; n² ANDs and about n² full adders for a product. Factors are tried
//! one by one up to 24 bits.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};

use super::Formula;
use super::netlist::{Literal, Netlist, Op, Signal, Source};
use crate::board::generate::dice::Dice;
use crate::board::generate::known::Known;
use crate::board::generate::{Hard, MAX_CELLS, RecipeError};
use crate::budget::Answer;

/// Bits up to which all factors are tried.
const MOST_BITS: u32 = 24;
/// Products drawn until one has no factors of the wanted length.
const ATTEMPTS: u32 = 1000;

/// Two numbers with a given sum.
pub(super) fn adder(hard: &Hard, dice: &mut Dice) -> Result<Formula, RecipeError> {
    let bits = hard.bits;
    let largest = power(bits) - 1u32;
    let (a, b) = (draw_number(bits, dice), draw_number(bits, dice));
    let sum = match (&hard.value, hard.consistent) {
        (Some(value), _) => value.clone(),
        (None, Some(false)) => &largest * 2u32 + 1u32,
        (None, _) => &a + &b,
    };
    if sum.bits() > u64::from(bits) + 1 {
        return Err(RecipeError::ValueTooLarge { value: sum, most: power(bits + 1) - 1u32 });
    }
    let count = if sum <= largest {
        &sum + 1u32
    } else if sum <= &largest * 2u32 {
        &largest * 2u32 - &sum + 1u32
    } else {
        BigUint::ZERO
    };
    // Any first summand will do that leaves the second one in range.
    let a = if sum <= largest { a.min(sum.clone()) } else { a.max((&sum - &largest).min(largest.clone())) };
    let b = if a <= sum { &sum - &a } else { BigUint::ZERO };

    let mut netlist = Netlist::default();
    let mut carry = netlist.sources([Source::Constant(false)])[0];
    for bit in 0..u64::from(bits) {
        let inputs = netlist.sources([Source::Free(a.bit(bit)), Source::Free(b.bit(bit))]);
        let both = Pair::new(&mut netlist, inputs[0], inputs[1]);
        netlist.force(Op::Xor, plain(&[both.differ, carry]), sum.bit(bit));
        carry = both.carry(&mut netlist, carry);
    }
    netlist.force(Op::Or, plain(&[carry]), sum.bit(u64::from(bits)));
    let about = vec![format!("adder: {bits} bits, sum {sum}")];
    Ok(Formula { netlist, known: Known::exactly(about, count) })
}

/// Two numbers with a given product.
pub(super) fn multiplier(hard: &Hard, dice: &mut Dice) -> Result<Formula, RecipeError> {
    let bits = hard.bits;
    // Factors of full length, or the product would have trivial ones.
    let (mut a, mut b) = (draw_number(bits, dice), draw_number(bits, dice));
    for factor in [&mut a, &mut b] {
        factor.set_bit(u64::from(bits) - 1, true);
    }
    let product = match (&hard.value, hard.consistent) {
        (Some(value), _) => value.clone(),
        (None, Some(false)) => draw_prime_like(bits, dice)?,
        (None, _) => &a * &b,
    };
    if product.bits() > 2 * u64::from(bits) {
        return Err(RecipeError::ValueTooLarge { value: product, most: power(2 * bits) - 1u32 });
    }
    let drawn = &a * &b == product;
    let factors = factor_pairs(&product, bits, dice)?;
    if let Some((_, Some(pair))) = &factors {
        (a, b) = pair.clone();
    }
    let mut netlist = Netlist::default();
    let first = netlist.sources((0..u64::from(bits)).map(|bit| Source::Free(a.bit(bit))));
    let second = netlist.sources((0..u64::from(bits)).map(|bit| Source::Free(b.bit(bit))));
    multiply(&mut netlist, &first, &second, &product);
    let count = factors.map(|(count, _)| count);
    let known = Known {
        about: vec![format!("multiplier: {bits} bits, product {product}")],
        consistent: count.as_ref().map(|count| *count != BigUint::ZERO).or(drawn.then_some(true)),
        count,
        cause: Vec::new(),
    };
    Ok(Formula { netlist, known })
}

/// Inputs of a given parity.
pub(super) fn parity(hard: &Hard, dice: &mut Dice) -> Formula {
    let inputs = hard.variables;
    let values: Vec<bool> = (0..inputs).map(|_| dice.below(2) == 1).collect();
    let odd = values.iter().filter(|&&value| value).count() % 2 == 1;
    let mut netlist = Netlist::default();
    let signals = netlist.sources(values.into_iter().map(Source::Free));
    netlist.force(Op::Xor, plain(&signals), odd);
    if hard.consistent == Some(false) {
        netlist.force(Op::Xor, plain(&signals), !odd);
        let about = vec![format!("parity: {inputs} inputs, even and odd")];
        return Formula { netlist, known: Known::exactly(about, BigUint::ZERO) };
    }
    let about = vec![format!("parity: {inputs} inputs, {}", if odd { "odd" } else { "even" })];
    Formula { netlist, known: Known::exactly(about, power(inputs - 1)) }
}

/// Half an adder: what all three bits of a full one need of the first two.
struct Pair {
    differ: Signal,
    both: Signal,
}

impl Pair {
    fn new(netlist: &mut Netlist, a: Signal, b: Signal) -> Pair {
        Pair { differ: netlist.join(Op::Xor, a, b), both: netlist.join(Op::And, a, b) }
    }

    fn carry(&self, netlist: &mut Netlist, carry: Signal) -> Signal {
        let passed = netlist.join(Op::And, self.differ, carry);
        netlist.join(Op::Or, self.both, passed)
    }
}

/// Adds up the rows of a product; each row settles one more bit of the result.
fn multiply(netlist: &mut Netlist, first: &[Signal], second: &[Signal], product: &BigUint) {
    let mut sum: Vec<Signal> = first.iter().map(|&bit| netlist.join(Op::And, bit, second[0])).collect();
    for (at, &by) in (0u64..).zip(&second[1..]) {
        netlist.force(Op::Or, plain(&[sum.remove(0)]), product.bit(at));
        let mut carry: Option<Signal> = None;
        let mut next = Vec::new();
        for (i, &bit) in first.iter().enumerate() {
            let bit = netlist.join(Op::And, bit, by);
            // The first row has no carry out of its uppermost bit to add to.
            let (bit, out) = match (sum.get(i), carry) {
                (Some(&other), Some(carry)) => {
                    let pair = Pair::new(netlist, bit, other);
                    (netlist.join(Op::Xor, pair.differ, carry), Some(pair.carry(netlist, carry)))
                }
                (Some(&other), None) | (None, Some(other)) => {
                    let pair = Pair::new(netlist, bit, other);
                    (pair.differ, Some(pair.both))
                }
                (None, None) => (bit, None),
            };
            next.push(bit);
            carry = out;
        }
        next.extend(carry);
        sum = next;
    }
    for (at, bit) in (second.len() as u64 - 1..).zip(sum) {
        netlist.force(Op::Or, plain(&[bit]), product.bit(at));
    }
    if first.len() == 1 && product.bit(1) {
        // A product of single bits has one bit; the other one is a constant that cannot be 1.
        let never = netlist.sources([Source::Constant(false)]);
        netlist.force(Op::Or, plain(&never), true);
    }
}

/// How many ordered pairs there are, and one of them.
type FactorPairs = (BigUint, Option<(BigUint, BigUint)>);

/// How many ordered pairs of numbers of so many bits have the product, and one of them; `None`
/// where there are too many to try.
fn factor_pairs(product: &BigUint, bits: u32, dice: &Dice) -> Answer<Option<FactorPairs>> {
    if *product == BigUint::ZERO {
        return Ok(Some((power(bits + 1) - 1u32, Some((BigUint::ZERO, BigUint::ZERO)))));
    }
    let Some(product) = product.to_u64().filter(|_| bits <= MOST_BITS) else { return Ok(None) };
    let limit = 1u64 << bits;
    let (mut count, mut pair) = (0u64, None);
    for a in 1..limit {
        dice.check(a as usize)?;
        if product.is_multiple_of(a) && product / a < limit {
            count += 1;
            pair.get_or_insert_with(|| (BigUint::from(a), BigUint::from(product / a)));
        }
    }
    Ok(Some((BigUint::from(count), pair)))
}

/// An odd number of twice as many bits without two factors that fit.
fn draw_prime_like(bits: u32, dice: &mut Dice) -> Result<BigUint, RecipeError> {
    if bits > MOST_BITS {
        return Err(RecipeError::TooManyBits { bits, most: MOST_BITS });
    }
    for _ in 0..ATTEMPTS {
        let product = draw_number(2 * bits, dice) | BigUint::one();
        if matches!(factor_pairs(&product, bits, dice)?, Some((_, None))) {
            return Ok(product);
        }
    }
    Ok(power(2 * bits) - 1u32)
}

fn plain(signals: &[Signal]) -> Vec<Literal> {
    signals.iter().map(|&signal| Literal { signal, negated: false }).collect()
}

fn power(bits: u32) -> BigUint {
    BigUint::one() << bits
}

fn draw_number(bits: u32, dice: &mut Dice) -> BigUint {
    let mut number = BigUint::ZERO;
    (0..u64::from(bits)).for_each(|bit| number.set_bit(bit, dice.below(2) == 1));
    number
}

/// At least one of something, and not so many that no board could hold them.
pub(super) fn check(count: u32, what: &'static str, cells_each: u64) -> Result<(), RecipeError> {
    if count == 0 {
        return Err(RecipeError::NothingOf(what));
    }
    let cells = u64::from(count).saturating_mul(cells_each.max(64));
    if cells > MAX_CELLS { Err(RecipeError::TooManyCells(cells)) } else { Ok(()) }
}
