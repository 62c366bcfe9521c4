//! Better trees by annealing.
//!
//! # Theory
//! A sweep visits every inner node and offers it one of the turns that regroup it with a child
//! ([`Contraction::turn`]). A turn that makes the two tables dearer by a factor of 2^d is taken with
//! probability 2^(−d/T), where the temperature T falls to 0 from sweep to sweep; the best tree seen
//! is kept. The rule looks at the two tables alone: most of a tree is cheap, and what is turned
//! there decides how the dear tables can be turned later.
//!
//! # Cost
//! A turn merges two lists of open numbers: as much time as [`TURN`] table entries.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::budget::{Answer, Budget};

use super::contraction::{Contraction, Part};
use super::logs::{exp2, log2};

/// What a turn costs, in table entries.
pub const TURN: u64 = 50;

/// The first temperature, in 256ths: hotter ones lose what the first tree is good at.
const HOT: u64 = 64;

/// Sweeps over a tree so many times; what the tree then costs.
pub fn anneal(tree: &mut Contraction, sweeps: u64, seed: u64, budget: &Budget) -> Answer<u64> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut best = (tree.total(), tree.shape());
    let mut spare = Part::default();
    for sweep in 0..sweeps {
        budget.check()?;
        let temperature = HOT * (sweeps - 1 - sweep) / sweeps;
        for node in tree.postorder() {
            let bits = random.next_u64();
            let Some((inner, turned)) = choose(tree, node, bits) else { continue };
            let before = tree.turn(node, inner, turned, &mut spare);
            let (old, new) = (sum(before), sum([tree.price(inner), tree.price(node)]));
            // −log₂ of a random number between 0 and 1, in 256ths.
            let luck = u64::from((64 << 8) - log2(bits | 3));
            if new > old && u64::from(new - old) << 8 > temperature * luck {
                tree.undo(node, inner, turned, &mut spare, before);
            }
        }
        let total = tree.total();
        if total < best.0 {
            best = (total, tree.shape());
        }
    }
    tree.restore(best.1, budget)?;
    Ok(best.0)
}

/// One of the turns at a node: the inner node and the three that are regrouped.
fn choose(tree: &Contraction, node: u32, bits: u64) -> Option<(u32, [u32; 3])> {
    if tree.is_leaf(node) {
        return None;
    }
    let [mut inner, mut other] = tree.children(node);
    if bits & 1 == 1 || tree.is_leaf(inner) {
        std::mem::swap(&mut inner, &mut other);
    }
    if tree.is_leaf(inner) {
        std::mem::swap(&mut inner, &mut other);
    }
    if tree.is_leaf(inner) {
        return None;
    }
    let [x, y] = tree.children(inner);
    Some((inner, if bits & 2 == 2 { [y, x, other] } else { [x, y, other] }))
}

fn sum(prices: [u32; 2]) -> u32 {
    log2(exp2(prices[0]).saturating_add(exp2(prices[1])).max(1))
}
