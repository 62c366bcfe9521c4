//! Semirings with tested laws, and exact numbers. Nothing here knows of mines.

mod big;
mod binomial;
mod fraction;
mod limbs;
mod logarithms;
mod polynomial;
mod reassembly;
mod residue;
mod semiring;
pub mod sets;
mod support;
mod transform;
mod tropical;
mod truth;

pub use big::Big;
pub use binomial::{Binomials, binomial, binomial_within, choose};
pub use fraction::Fraction;
pub use limbs::Limbs;
pub use logarithms::Logarithms;
pub use polynomial::{Polynomial, Polynomials};
pub use reassembly::Reassembly;
pub use residue::{PRIMES, Residue, chinese_remainder};
pub use semiring::Semiring;
pub use support::{Support, Supports};
pub use transform::{Factor, LONGEST, Transform, transform_primes};
pub use tropical::{Extent, Extremes};
pub use truth::Truth;
