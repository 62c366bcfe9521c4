//! The laws that a counting walk relies on, for every semiring.

use mineproof::algebra::{
    Big, Extremes, Limbs, PRIMES, Polynomial, Polynomials, Residue, Semiring, Support, Supports, Truth,
    binomial,
};
use num_bigint::BigUint;

/// Choices whose weights are tried: all parts of sets up to this size.
const SIZE: u32 = 5;

/// Checks all laws on all values; zero and one are always among them.
fn laws<S: Semiring>(semiring: &S, values: &[S::Value]) {
    let mut values = values.to_vec();
    values.extend([semiring.zero(), semiring.one()]);
    for a in &values {
        neutral_elements(semiring, a);
        for b in &values {
            assert_eq!(sum(semiring, a, b), sum(semiring, b, a), "{a:?} + {b:?}");
            assert_eq!(semiring.mul(a, b), semiring.mul(b, a), "{a:?} · {b:?}");
            weights(semiring, a, b);
            for c in &values {
                three(semiring, a, b, c);
            }
        }
    }
    vandermonde(semiring);
}

fn sum<S: Semiring>(semiring: &S, a: &S::Value, b: &S::Value) -> S::Value {
    let mut sum = a.clone();
    semiring.add(&mut sum, b);
    sum
}

fn neutral_elements<S: Semiring>(semiring: &S, a: &S::Value) {
    let (zero, one) = (semiring.zero(), semiring.one());
    assert_eq!(sum(semiring, a, &zero), *a);
    assert_eq!(semiring.mul(a, &one), *a);
    assert_eq!(semiring.mul(a, &zero), zero, "{a:?}");
}

/// Associativity, distributivity, and the product that is added at once.
fn three<S: Semiring>(semiring: &S, a: &S::Value, b: &S::Value, c: &S::Value) {
    let at = format!("{a:?}, {b:?}, {c:?}");
    let (add, mul) = (|x: &_, y: &_| sum(semiring, x, y), |x: &_, y: &_| semiring.mul(x, y));
    assert_eq!(add(&add(a, b), c), add(a, &add(b, c)), "{at}");
    assert_eq!(mul(&mul(a, b), c), mul(a, &mul(b, c)), "{at}");
    assert_eq!(mul(a, &add(b, c)), add(&mul(a, b), &mul(a, c)), "{at}");
    let mut product = c.clone();
    semiring.add_product(&mut product, a, b);
    assert_eq!(product, add(c, &mul(a, b)), "{at}");
}

/// All choices with at least one way.
fn choices() -> impl Iterator<Item = (u32, u32)> {
    (0..=SIZE).flat_map(|size| (0..=size).map(move |part| (size, part)))
}

/// A weight is a value in another form, and the short cuts are what they stand for.
fn weights<S: Semiring>(semiring: &S, a: &S::Value, b: &S::Value) {
    for (size, part) in choices() {
        let weight = semiring.choose(size, part);
        let at = format!("{a:?}, {b:?} and {part} of {size}");
        let scaled = semiring.scale(a, &weight);
        assert_eq!(scaled, semiring.mul(a, &semiring.scale(&semiring.one(), &weight)), "{at}");
        assert!(!semiring.is_neutral(&weight) || scaled == *a, "{at}");
        let mut added = b.clone();
        semiring.add_scaled(&mut added, a, &weight);
        assert_eq!(added, sum(semiring, b, &scaled), "{at}");
        let other = semiring.choose(SIZE, part);
        let other_scaled = semiring.scale(b, &other);
        let blend = |take_a, take_b| semiring.blend((a, &weight, take_a), (b, &other, take_b));
        assert_eq!(blend(true, false), scaled, "{at}");
        assert_eq!(blend(false, true), other_scaled, "{at}");
        assert_eq!(blend(true, true), sum(semiring, &scaled, &other_scaled), "{at}");
    }
}

/// Choosing from two sets is choosing from their union.
fn vandermonde<S: Semiring>(semiring: &S) {
    let one = semiring.one();
    for (a, b) in (0..=SIZE).flat_map(|a| (0..=SIZE).map(move |b| (a, b))) {
        for n in 0..=a + b {
            let mut ways = semiring.zero();
            for i in n.saturating_sub(b)..=n.min(a) {
                let left = semiring.scale(&one, &semiring.choose(a, i));
                semiring.add_scaled(&mut ways, &left, &semiring.choose(b, n - i));
            }
            assert_eq!(ways, semiring.scale(&one, &semiring.choose(a + b, n)), "{n} of {a} + {b}");
        }
    }
}

#[test]
fn truth() {
    laws(&Truth, &[]);
}

#[test]
fn big_integers() {
    laws(&Big, &[2u32.into(), 7u32.into(), binomial(200, 90), BigUint::from(u64::MAX)]);
}

#[test]
fn one_word() {
    laws(&Limbs::<1>, &[[2], [7], [1 << 20], [999_999]]);
}

#[test]
fn three_words() {
    laws(&Limbs::<3>, &[[2, 0, 0], [u64::MAX >> 2, 0, 0], [1 << 61, 0, 0]]);
}

#[test]
fn a_large_prime() {
    let prime = PRIMES.iter().next().unwrap();
    laws(&Residue { prime }, &[2, 1 << 62, prime - 1, prime / 3]);
}

#[test]
fn a_small_prime() {
    // Smaller than some weights, which are then 0 or 1 though there are several ways.
    laws(&Residue { prime: 5 }, &[2, 3, 4]);
}

#[test]
fn extremes_of_all() {
    laws(&Extremes::ALL, &[Some((0, 4)), Some((2, 2)), Some((-3, 1))]);
}

#[test]
fn extremes_of_what_is_not_counted() {
    laws(&Extremes { counted: false }, &[Some((0, 4)), Some((2, 2)), Some((-3, 1))]);
}

#[test]
fn supports() {
    let sum = |parts: &[Support]| {
        parts.iter().fold(Supports.zero(), |mut all, part| {
            Supports.add(&mut all, part);
            all
        })
    };
    let apart = sum(&[Support::run(7, 7), Support::run(0, 2), Support::run(4, 4)]);
    // So many runs that their products go by bits.
    let odd = sum(&(0..20).map(|n| Support::run(2 * n + 1, 2 * n + 1)).collect::<Vec<_>>());
    assert_eq!(apart.to_set(), 0b1001_0111u32.into());
    assert_eq!(sum(&[apart.clone(), Support::run(3, 3)]).to_set(), 0b1001_1111u32.into());
    for sum in 0..50 {
        let least = (0..=sum).find(|&n| apart.has(n) && odd.has(sum - n));
        assert_eq!(apart.split(&odd, sum), least, "{sum}");
    }
    laws(&Supports, &[Support::run(0, 4), Support::run(3, 3), apart, odd]);
}

#[test]
fn polynomials() {
    let gaps = Polynomial::new(3, [1u32, 0, 0, 5].map(BigUint::from).to_vec());
    laws(&Polynomials, &[Polynomial::power(2), gaps, Polynomial::binomial(4), Polynomial::binomial(20)]);
}
