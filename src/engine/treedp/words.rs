//! Natural numbers as slices of words, the lowest first.

use num_bigint::BigUint;

/// The number as a big integer.
pub fn to_big(words: &[u64]) -> BigUint {
    BigUint::new(halves(words))
}

/// The same number in half words.
pub fn halves(words: &[u64]) -> Vec<u32> {
    words.iter().flat_map(|word| [*word as u32, (*word >> 32) as u32]).collect()
}

/// How many bits the number has.
pub fn bits(words: &[u64]) -> u64 {
    let top = words.iter().rposition(|word| *word != 0);
    top.map_or(0, |i| 64 * i as u64 + u64::from(words[i].ilog2()) + 1)
}

/// Adds `weight` times `source` to `sum`, both of the same length and made of coefficients of
/// `limbs` words, none of which overflows.
#[inline]
pub fn add_scaled(sum: &mut [u64], source: &[u64], weight: &[u64], limbs: usize) {
    match weight {
        [1] => add(sum, source),
        [word] => add_word_product(sum, source, *word),
        _ => {
            for (sum, source) in sum.chunks_exact_mut(limbs).zip(source.chunks_exact(limbs)) {
                add_product(sum, source, weight);
            }
        }
    }
}

/// Adds `source` to `sum`; the carry out of the last word is dropped.
#[inline]
fn add(sum: &mut [u64], source: &[u64]) {
    let mut carry = false;
    for (a, b) in sum.iter_mut().zip(source) {
        let (c, over) = a.overflowing_add(*b);
        let (c, again) = c.overflowing_add(u64::from(carry));
        *a = c;
        carry = over | again;
    }
}

#[inline]
fn add_word_product(sum: &mut [u64], source: &[u64], factor: u64) {
    let mut carry = 0u64;
    for (a, b) in sum.iter_mut().zip(source) {
        let wide = u128::from(*b) * u128::from(factor) + u128::from(*a) + u128::from(carry);
        *a = wide as u64;
        carry = (wide >> 64) as u64;
    }
}

/// Adds `a` times `b` to `sum`, modulo what `sum` can hold.
#[inline]
pub fn add_product(sum: &mut [u64], a: &[u64], b: &[u64]) {
    for (shift, &factor) in a.iter().enumerate().take(sum.len()) {
        if factor != 0 {
            let (_, place) = sum.split_at_mut(shift);
            let mut carry = 0u64;
            let mut rest = place.iter_mut();
            for (word, c) in b.iter().zip(&mut rest) {
                let wide = u128::from(*word) * u128::from(factor) + u128::from(*c) + u128::from(carry);
                *c = wide as u64;
                carry = (wide >> 64) as u64;
            }
            for c in rest {
                if carry == 0 {
                    break;
                }
                let (sum, over) = c.overflowing_add(carry);
                *c = sum;
                carry = u64::from(over);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_agree_with_big_integers() {
        let a = [u64::MAX, 0, 7];
        let b = [u64::MAX - 1, u64::MAX];
        let mut sum = [5u64, 0, 0, 0, 0, 0];
        add_product(&mut sum, &a, &b);
        assert_eq!(to_big(&sum), to_big(&a) * to_big(&b) + 5u32);
        let mut short = [0u64; 2];
        add_product(&mut short, &a, &b);
        assert_eq!(to_big(&short), (to_big(&a) * to_big(&b)) % (BigUint::from(1u32) << 128));
        assert_eq!(bits(&a), to_big(&a).bits());
    }
}
