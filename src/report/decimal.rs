//! Decimal digits of very large numbers.
//!
//! # Theory
//! A number is split by a power of ten near its square root, and both halves are written the same
//! way, side by side. As 10^e = 5^e · 2^e, one divides by 5^e alone what is above the lowest e bits;
//! these go back below the remainder.
//! # Cost
//! That of one division at each of about log n levels, on all cores. Between divisions the budget
//! is asked, so that even the count of a board of millions of free cells can be given up.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Pow;

use crate::budget::{Answer, Budget};

/// Numbers of fewer digits are written in one go.
const SMALL_DIGITS: u64 = 1 << 13;

/// 5^e for a split after e digits.
struct Split {
    digits: usize,
    five: BigUint,
}

/// The digits of a number, unless the budget ends first.
pub fn decimal(number: &BigUint, budget: &Budget) -> Answer<String> {
    // The powers take as much as the number, each level as much again for quotient and remainder,
    // and the digits themselves 2.4 times its bytes.
    let _lease = budget.reserve(number.bits())?;
    // Halving the digits down to a small number makes every split fall near the middle: a digit
    // has 93/28 = 3.3214 bits or a little more, so there are at most as many digits as this.
    let most = number.bits() * 28 / 93 + 2;
    let levels = (most / SMALL_DIGITS).checked_ilog2().map_or(0, |log| log + 1);
    let mut digits = most.div_ceil(1 << levels) as usize;
    let mut splits: Vec<Split> = Vec::new();
    for _ in 0..levels {
        budget.check()?;
        let five = match splits.last() {
            Some(half) => &half.five * &half.five,
            None => BigUint::from(5u32).pow(digits),
        };
        splits.push(Split { digits, five });
        digits *= 2;
    }
    write(number, &splits, budget)
}

fn write(number: &BigUint, splits: &[Split], budget: &Budget) -> Answer<String> {
    let Some((split, smaller)) = splits.split_last() else {
        return Ok(number.to_string());
    };
    budget.check()?;
    if number.bits() <= 3 * split.digits as u64 {
        return write(number, smaller, budget);
    }
    let (high, low) = split.apart(number);
    let (high, low) = rayon::join(|| write(&high, smaller, budget), || write(&low, smaller, budget));
    let (high, low) = (high?, low?);
    if high == "0" {
        return Ok(low);
    }
    let mut all = high;
    all.reserve_exact(split.digits);
    all.extend(std::iter::repeat_n('0', split.digits - low.len()));
    all.push_str(&low);
    Ok(all)
}

impl Split {
    /// Quotient and remainder by 10^e.
    fn apart(&self, number: &BigUint) -> (BigUint, BigUint) {
        let upper = number >> self.digits;
        let lowest = number - (&upper << self.digits);
        let (high, rest) = upper.div_rem(&self.five);
        (high, (rest << self.digits) + lowest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::StopReason;
    use std::time::Duration;

    #[test]
    fn digits_are_those_of_the_plain_way() {
        let ten = BigUint::from(10u32);
        let mut numbers = vec![BigUint::ZERO, BigUint::from(1u32)];
        for digits in [1, 9_000, 12_288, 20_000, 70_000] {
            let power: BigUint = Pow::pow(&ten, digits as u32);
            numbers.extend([&power - 1u32, power.clone(), &power + 1u32, power * 3u32]);
        }
        for bits in [1000u32, 24_573, 24_576, 100_000, 333_333] {
            let power: BigUint = BigUint::from(1u32) << bits;
            numbers.extend([&power - 1u32, power]);
        }
        for number in numbers {
            let found = decimal(&number, &Budget::unlimited()).unwrap();
            assert!(found == number.to_string(), "{} bits", number.bits());
        }
    }

    #[test]
    fn limits_are_kept() {
        let large = BigUint::from(1u32) << 1_000_000u32;
        assert_eq!(decimal(&large, &Budget::new(Some(Duration::ZERO), u64::MAX)), Err(StopReason::Time));
        assert_eq!(decimal(&large, &Budget::new(None, 1000)), Err(StopReason::Memory));
    }
}
