//! Sums of products of many polynomials at once.
//!
//! # Theory
//! A join multiplies every polynomial with many others. By transforms ([`Transform`]) each is
//! brought to its values once, the products are taken point by point, and each sum is brought
//! back once; this is done modulo as many primes as the coefficients need, and the Chinese
//! remainder theorem puts them together ([`Reassembly`]). Polynomials of one family are laid on
//! the points by their degrees, so that the sums need no shifts.
//!
//! The way back of a join is a correlation: the same, with one family laid on the points
//! backwards, around the circle.
//!
//! # Cost
//! For k primes and n points: k·n·log n a polynomial, k·n a pair, k² a coefficient. Schoolbook
//! products cost, a pair, the product of both widths and of both words; [`Convolution::pays`]
//! compares.

use rayon::prelude::*;

use crate::algebra::{LONGEST, Reassembly, Transform, transform_primes};
use crate::budget::{Answer, Budget, Lease};

/// Polynomials one after the other, as their coefficients in words.
pub struct Family<'a> {
    pub data: &'a [u64],
    pub limbs: usize,
    /// Where the coefficients of each begin; one more at the end.
    pub starts: &'a [u64],
    /// On which point the first coefficient of each lies.
    pub places: Vec<u32>,
}

impl Family<'_> {
    fn len(&self) -> usize {
        self.places.len()
    }

    /// Values of every polynomial, one after the other.
    fn values(
        &self,
        transform: &Transform,
        points: usize,
        backwards: bool,
        budget: &Budget,
    ) -> Answer<(Vec<u64>, Lease)> {
        let lease = budget.reserve((self.len() * points * 8) as u64)?;
        let mut values = vec![0; self.len() * points];
        let weights = transform.word_weights(self.limbs);
        for (i, row) in values.chunks_exact_mut(points).enumerate() {
            budget.check()?;
            let span = self.starts[i] as usize * self.limbs..self.starts[i + 1] as usize * self.limbs;
            let place = self.places[i] as usize;
            for (c, words) in self.data[span].chunks_exact(self.limbs).enumerate() {
                let sum = words.iter().zip(&weights).fold(0, |sum, (w, x)| transform.gather(sum, *w, *x));
                let point = if backwards { (points - place - c) % points } else { place + c };
                row[point] = transform.fold(sum);
            }
            transform.forth(row);
        }
        Ok((values, lease))
    }
}

/// One product: of polynomial `a` of the one family and `b` of the other, added to `goal`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Term {
    pub goal: u32,
    pub a: u32,
    pub b: u32,
}

/// Where sums go.
pub struct Goals<'a> {
    pub starts: &'a [u64],
    pub places: Vec<u32>,
    pub limbs: usize,
}

/// How many points and primes it takes.
#[derive(Clone, Copy, Debug)]
pub struct Convolution {
    log: u32,
    primes: usize,
}

/// No prime has fewer bits.
const PRIME_BITS: u64 = 61;

impl Convolution {
    /// For sums of so many bits a coefficient, of polynomials that lie on the first `points`
    /// points; `None` if those are too many.
    pub fn new(points: u64, bits: u64) -> Option<Self> {
        let log = points.max(1).next_power_of_two().ilog2();
        (log <= LONGEST).then_some(Convolution { log, primes: (bits / PRIME_BITS + 1) as usize })
    }

    /// Whether this is quicker than so many products of words.
    pub fn pays(
        self,
        families: [&Family; 2],
        sums: usize,
        coefficients: usize,
        terms: usize,
        schoolbook: u64,
    ) -> bool {
        let (points, primes) = (1u64 << self.log, self.primes as u64);
        let transforms =
            (families[0].len() + families[1].len() + sums) as u64 * points * u64::from(self.log + 2);
        let remainders: u64 = families.iter().map(|f| f.data.len() as u64 * 2).sum();
        let setting_up = points * 64;
        let work = transforms + remainders + setting_up + terms as u64 * points * 2;
        primes.saturating_mul(work + coefficients as u64 * primes * 2) < schoolbook
    }

    /// Adds up `terms`, which are in the order of their goals, and writes the sums into `out`.
    /// Polynomials of the second family may lie `backwards`: then coefficient c of a sum is
    /// Σ aₖ₊꜀·bₖ.
    pub fn sums(
        self,
        [a, b]: [&Family; 2],
        backwards: bool,
        terms: &[Term],
        goals: &Goals,
        out: &mut [u64],
        budget: &Budget,
    ) -> Answer<()> {
        let primes = transform_primes(self.primes);
        let coefficients = out.len() / goals.limbs;
        let _lease = budget.reserve((coefficients * self.primes * 8) as u64)?;
        let mut residues = vec![0u64; coefficients * self.primes];
        residues.par_chunks_mut(coefficients.max(1)).zip(&primes).try_for_each(|(residues, &prime)| {
            let transform = Transform::new(prime, self.log);
            self.residues(&transform, [a, b], backwards, terms, goals, residues, budget)
        })?;
        let reassembly = Reassembly::new(&primes);
        let block = goals.limbs * BLOCK;
        out.par_chunks_mut(block).enumerate().try_for_each(|(n, out)| {
            budget.check()?;
            let residue = |k: usize, i: usize| residues[k * coefficients + n * BLOCK + i];
            reassembly.numbers(residue, goals.limbs, out);
            Ok(())
        })
    }

    #[expect(clippy::too_many_arguments, reason = "what `sums` takes, and one prime")]
    fn residues(
        self,
        transform: &Transform,
        [a, b]: [&Family; 2],
        backwards: bool,
        terms: &[Term],
        goals: &Goals,
        residues: &mut [u64],
        budget: &Budget,
    ) -> Answer<()> {
        let points = 1usize << self.log;
        let (left, _left) = a.values(transform, points, false, budget)?;
        let (right, _right) = b.values(transform, points, backwards, budget)?;
        let _lease = budget.reserve((points * 24) as u64)?;
        let mut sums = vec![0u128; points];
        let mut row = vec![0u64; points];
        for group in terms.chunk_by(|x, y| x.goal == y.goal) {
            budget.check()?;
            sums.fill(0);
            for term in group {
                let x = &left[term.a as usize * points..][..points];
                let y = &right[term.b as usize * points..][..points];
                for ((sum, x), y) in sums.iter_mut().zip(x).zip(y) {
                    *sum = transform.gather(*sum, *x, *y);
                }
            }
            for (value, sum) in row.iter_mut().zip(&sums) {
                *value = transform.fold(*sum);
            }
            transform.back(&mut row);
            let goal = group[0].goal as usize;
            let span = goals.starts[goal] as usize..goals.starts[goal + 1] as usize;
            let place = goals.places[goal] as usize;
            residues[span.clone()].copy_from_slice(&row[place..][..span.len()]);
        }
        Ok(())
    }
}

/// So many numbers are put together between two looks at the budget.
const BLOCK: usize = 1024;

#[cfg(test)]
mod tests {
    use super::super::super::words;
    use super::*;

    /// Polynomials of one to `widest` coefficients of two words each, some of them zero.
    fn polynomials(count: u64, widest: u64, seed: u64) -> (Vec<u64>, Vec<u64>) {
        let random = |i: u64| (i + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23) ^ i;
        let starts: Vec<u64> = (0..=count)
            .scan(0, |sum, i| {
                let start = *sum;
                *sum += 1 + random(i) % widest;
                Some(start)
            })
            .collect();
        let words = 2 * starts[count as usize];
        let data = (0..words).map(|i| if random(i / 2) % 5 == 0 { 0 } else { random(i) >> (i % 2 * 7) });
        (data.collect(), starts)
    }

    /// What `sums` must give, product by product.
    fn plain([a, b]: [&Family; 2], backwards: bool, terms: &[Term], goals: &Goals) -> Vec<u64> {
        let mut out = vec![0; goals.starts[goals.starts.len() - 1] as usize * goals.limbs];
        for term in terms {
            let (i, j, goal) = (term.a as usize, term.b as usize, term.goal as usize);
            for x in a.starts[i]..a.starts[i + 1] {
                for y in b.starts[j]..b.starts[j + 1] {
                    let left = u64::from(a.places[i]) + x - a.starts[i];
                    let right = u64::from(b.places[j]) + y - b.starts[j];
                    let point = if backwards { left.wrapping_sub(right) } else { left + right };
                    let at = point.wrapping_sub(u64::from(goals.places[goal]));
                    if at < goals.starts[goal + 1] - goals.starts[goal] {
                        let at = (goals.starts[goal] + at) as usize * goals.limbs;
                        let [x, y] =
                            [(a, x), (b, y)].map(|(f, x)| &f.data[x as usize * f.limbs..][..f.limbs]);
                        words::add_product(&mut out[at..at + goals.limbs], x, y);
                    }
                }
            }
        }
        out
    }

    #[test]
    fn sums_are_those_of_products_one_by_one() {
        let budget = Budget::unlimited();
        for seed in 0..40 {
            let (left, starts) = polynomials(5, 9, seed);
            let (right, others) = polynomials(4, 6, seed + 100);
            let places = |n: u64| (0..n).map(|i| ((i * 7 + seed) % 5) as u32).collect();
            let a = Family { data: &left, limbs: 2, starts: &starts, places: places(5) };
            let b = Family { data: &right, limbs: 2, starts: &others, places: places(4) };
            let goal = |i: u64| if seed % 2 == 0 { i % 3 } else { i / 7 };
            let mut terms: Vec<Term> = (0..20)
                .map(|i| Term { goal: goal(i) as u32, a: (i % 5) as u32, b: (i / 5) as u32 })
                .collect();
            terms.sort_unstable();
            // Points: degrees up to 4 + 8 and 4 + 5; bits: two words each and up to 2^8 products.
            let way = Convolution::new(22, 2 * 128 + 8).unwrap();
            for (backwards, width) in [(false, 22), (true, 3)] {
                let starts: Vec<u64> = (0..4).map(|i| i * width).collect();
                let goals = Goals { starts: &starts, places: vec![0; 3], limbs: 5 };
                let mut out = vec![1; 3 * width as usize * 5];
                way.sums([&a, &b], backwards, &terms, &goals, &mut out, &budget).unwrap();
                assert_eq!(out, plain([&a, &b], backwards, &terms, &goals), "{seed} {backwards}");
            }
        }
    }
}
