//! What costs are at least, shown by multipliers and reckoned in integers.
//!
//! # Theory
//! Let y be any multipliers of the numbers. As the boxes of number j sum to its rest `k_j`,
//!
//! `c·x = Σ y_j·k_j + Σ d_b·x_b` with the reduced costs `d_b = c_b − Σ y_j` over the numbers j of b
//!
//! for every solution x, and within a room each term of the second sum is least at one of its two
//! ends. So *any* y gives a lower bound on the costs; linear duality says that the best y gives the
//! best bound of the relaxation, and whole costs let it be rounded up. A bound above 0 on costs
//! that are all 0 is Farkas' proof that the room holds no solution.
//!
//! # Cost
//! Linear in the component.
//!
//! # What we changed
//! Neumaier and Shcherbina make such bounds safe by directed rounding of floating point. Here all
//! data are integers, so rounding the multipliers to multiples of 1/[`UNIT`] makes the sum itself
//! an integer, and there is nothing left to round.
//!
//! # References
//! A. Neumaier, O. Shcherbina, *Safe bounds in linear and mixed-integer linear programming*,
//! Mathematical Programming 99 (2004). J. Farkas, *Theorie der einfachen Ungleichungen*, 1902.

use num_integer::Integer;

use super::program::{Program, Room, Row};
use super::solver::UNIT;
use super::trail::Bound;

/// Multipliers are cut off here, which keeps all sums far within 128 bits.
const LARGEST: i64 = 1 << 45;

/// The least whole costs that the multipliers, in units of 1/[`UNIT`], leave possible in a room.
pub fn least_cost(program: &Program, costs: &[i64], room: &Room, multipliers: &[i64]) -> i64 {
    let multiplier = |j: usize| i128::from(multipliers[j].clamp(-LARGEST, LARGEST));
    let mut sum: i128 =
        program.rests.iter().enumerate().map(|(j, &rest)| multiplier(j) * i128::from(rest)).sum();
    for (b, numbers) in program.columns.iter().enumerate() {
        let taken: i128 = numbers.iter().map(|&(j, weight)| multiplier(j) * i128::from(weight)).sum();
        let reduced = i128::from(costs[b]) * i128::from(UNIT) - taken;
        sum += (reduced * i128::from(room.low[b])).min(reduced * i128::from(room.high[b]));
    }
    let rounded = Integer::div_ceil(&sum, &i128::from(UNIT));
    i64::try_from(rounded).unwrap_or(if rounded < 0 { i64::MIN } else { i64::MAX })
}

/// Whether the multipliers show that a room holds no solution.
pub fn refutes(program: &Program, room: &Room, multipliers: &[i64]) -> bool {
    least_cost(program, &vec![0; program.variable_count()], room, multipliers) > 0
}

/// Bounds that every solution in a room keeps to, as the multipliers show: Σ y·k = Σ e·x with
/// e the sum of the multipliers of each box, and beside what the others take at least, and at most,
/// a box has only so much left.
pub fn kept_bounds(program: &Program, room: &Room, multipliers: &[i64]) -> Vec<Bound> {
    let multiplier = |j: usize| i128::from(multipliers[j].clamp(-LARGEST, LARGEST));
    let weight =
        |numbers: &Row| -> i128 { numbers.iter().map(|&(j, times)| multiplier(j) * i128::from(times)).sum() };
    let weights: Vec<i128> = program.columns.iter().map(weight).collect();
    let mut above: i128 =
        program.rests.iter().enumerate().map(|(j, &rest)| multiplier(j) * i128::from(rest)).sum();
    let mut below = -above;
    for (b, &weight) in weights.iter().enumerate() {
        let ends = (weight * i128::from(room.low[b]), weight * i128::from(room.high[b]));
        above -= ends.0.min(ends.1);
        below += ends.0.max(ends.1);
    }
    let mut bounds = Vec::new();
    for (b, &weight) in weights.iter().enumerate() {
        let width = i128::from(room.high[b]) - i128::from(room.low[b]);
        if weight == 0 || width == 0 {
            continue;
        }
        // A positive weight is at its least with the box at its low end.
        let (up, down) = if weight > 0 { (above, below) } else { (below, above) };
        let (up, down) = (Integer::div_floor(&up, &weight.abs()), Integer::div_floor(&down, &weight.abs()));
        if up < width {
            bounds.push(Bound::at_most(b, room.low[b] + up.max(-1) as i64));
        }
        if down < width {
            bounds.push(Bound::at_least(b, room.high[b] - down.max(-1) as i64));
        }
    }
    bounds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduce::Component;

    /// Three boxes of one cell, each two of which sum to 1: half a mine each, or nothing whole.
    fn triangle() -> Program {
        Program::new(&Component::new(vec![1; 3], &[(1, vec![0, 1]), (1, vec![1, 2]), (1, vec![0, 2])]))
    }

    #[test]
    fn bounds_are_rounded_up() {
        let program = triangle();
        let half = [UNIT / 2; 3];
        // The relaxation costs 3/2.
        assert_eq!(least_cost(&program, &[1; 3], &program.whole(), &half), 2);
        assert_eq!(least_cost(&program, &[1; 3], &program.whole(), &[0; 3]), 0);
        // At most −3/2 is gained.
        assert_eq!(least_cost(&program, &[-1; 3], &program.whole(), &[-UNIT / 2; 3]), -1);
    }

    #[test]
    fn a_room_without_a_solution_is_refuted_and_no_other() {
        let program = triangle();
        let mut room = program.whole();
        let multipliers = [UNIT, UNIT, -UNIT];
        assert!(!refutes(&program, &room, &multipliers));
        // With the first box free the second and third hold one mine each, and share one.
        room.high[0] = 0;
        assert!(refutes(&program, &room, &multipliers));
        assert!(!refutes(&program, &room, &multipliers.map(|y| -y)));
    }

    /// What the multipliers say of all boxes together leaves a box less than its size.
    #[test]
    fn multipliers_keep_boxes_within_bounds() {
        let program = triangle();
        let mut room = program.whole();
        // x₀ + x₂ − (x₀ + x₁) = 0 says nothing of one box alone; with x₂ free it does of x₁.
        let multipliers = [UNIT, -UNIT, 0];
        assert_eq!(kept_bounds(&program, &room, &multipliers), []);
        room.high[2] = 0;
        assert_eq!(kept_bounds(&program, &room, &multipliers), [Bound::at_most(1, 0)]);
        // Half of all three sums is 3/2 mines: with one box full, the others share half a mine.
        room = program.whole();
        room.low[0] = 1;
        let bounds = kept_bounds(&program, &room, &[UNIT / 2; 3]);
        assert_eq!(bounds, [Bound::at_most(1, 0), Bound::at_most(2, 0)]);
    }

    #[test]
    fn absurd_multipliers_prove_nothing() {
        let program = triangle();
        assert!(least_cost(&program, &[1; 3], &program.whole(), &[i64::MAX, i64::MIN, 7]) <= 0);
    }
}
