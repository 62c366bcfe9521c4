//! Odd and even: elimination modulo 2 over the sums.
//!
//! # Theory
//! Of a sum over integers only its odd weights matter modulo 2: Σ x over them is odd or even.
//! Adding such parities gives parities. One over nothing that is odd is a contradiction, which no
//! fractions see: on parity boards every box half full meets every number. One over a single
//! variable moves its ends; one over two that have two values each says that they are equal or
//! opposite, which is a sum again. All of these there are come to light when each parity is solved
//! for a variable: a pair then either is left alone, or both were solved for and differ from the
//! same others. In the language of cutting planes these are the cuts of Chvátal
//! and Gomory with multipliers ½, as far as equations give them.
//!
//! # Cost
//! Each parity is solved for one of its variables, which is taken out of all others: shortest
//! parities and rarest variables first, so that what is local stays short. The work is limited;
//! what was found until then is right.
//!
//! # References
//! A. Caprara, M. Fischetti, *{0, ½}-Chvátal-Gomory cuts*, Mathematical Programming 74 (1996).

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap};

use crate::budget::{Answer, Budget};

use super::program::{Room, Row};

/// Terms that are added at most.
const WORK: usize = 1 << 24;

/// Takes parities into a room and the sums; `false` if they contradict each other.
pub fn take_in(rows: &mut Vec<Row>, rests: &mut Vec<i64>, room: &mut Room, budget: &Budget) -> Answer<bool> {
    let mut system = System::new(rows, rests, room.low.len());
    system.eliminate(budget)?;
    let pairs = system.pairs();
    for Parity { variables, odd } in system.parities.into_iter().chain(pairs) {
        match variables[..] {
            [] if odd => return Ok(false),
            [x] => {
                let fits = |value: &i64| (value.rem_euclid(2) == 1) == odd;
                let (low, high) = (room.low[x as usize], room.high[x as usize]);
                room.low[x as usize] = if fits(&low) { low } else { low + 1 };
                room.high[x as usize] = if fits(&high) { high } else { high - 1 };
                if room.low[x as usize] > room.high[x as usize] {
                    return Ok(false);
                }
            }
            [x, y] => {
                let (x, y) = (x as usize, y as usize);
                if [x, y].iter().all(|&x| room.high[x] - room.low[x] == 1) {
                    // Above their least they are equal, or one of them is 1.
                    let base = room.low[x] + room.low[y];
                    let is_opposite = odd == (base.rem_euclid(2) == 0);
                    rows.push(vec![(x.min(y), 1), (x.max(y), if is_opposite { 1 } else { -1 })]);
                    rests.push(if is_opposite { base + 1 } else { room.low[x.min(y)] - room.low[x.max(y)] });
                }
            }
            _ => {}
        }
    }
    Ok(true)
}

/// The sum of some variables is odd or even.
struct Parity {
    /// Ascending.
    variables: Vec<u32>,
    odd: bool,
}

struct System {
    parities: Vec<Parity>,
    /// For each variable the parities that it is in.
    places: Vec<Vec<u32>>,
    /// For each parity the variable that is in no other.
    solved_for: Vec<Option<u32>>,
    work: usize,
}

impl System {
    fn new(rows: &[Row], rests: &[i64], variables: usize) -> Self {
        let mut system = System {
            parities: Vec::new(),
            places: vec![Vec::new(); variables],
            solved_for: vec![None; rows.len()],
            work: 0,
        };
        for (row, rest) in rows.iter().zip(rests) {
            let odd = row.iter().filter(|term| term.1 % 2 != 0).map(|term| term.0 as u32);
            let mut variables: Vec<u32> = odd.collect();
            variables.sort_unstable();
            for &x in &variables {
                system.places[x as usize].push(system.parities.len() as u32);
            }
            system.parities.push(Parity { variables, odd: rest.rem_euclid(2) == 1 });
        }
        system
    }

    /// Solves parity after parity for a variable that is then in no other.
    fn eliminate(&mut self, budget: &Budget) -> Answer<()> {
        let key = |place: usize, parity: &Parity| Reverse((parity.variables.len(), place));
        let mut due: BinaryHeap<_> =
            self.parities.iter().enumerate().map(|(place, parity)| key(place, parity)).collect();
        while let Some(Reverse((length, place))) = due.pop() {
            let variables = &self.parities[place].variables;
            if self.solved_for[place].is_some() || variables.len() != length || self.work > WORK {
                continue;
            }
            budget.check()?;
            let Some(&x) = variables.iter().min_by_key(|&&x| self.places[x as usize].len()) else { continue };
            self.solved_for[place] = Some(x);
            for other in self.places[x as usize].clone() {
                if other as usize != place {
                    self.add(place, other as usize);
                    if self.solved_for[other as usize].is_none() {
                        due.push(key(other as usize, &self.parities[other as usize]));
                    }
                }
            }
        }
        Ok(())
    }

    /// Pairs of variables that parities were solved for and that differ from the same others.
    fn pairs(&self) -> Vec<Parity> {
        let mut seen: HashMap<Vec<u32>, (u32, bool)> = HashMap::new();
        let mut pairs = Vec::new();
        for (&solved_for, parity) in self.solved_for.iter().zip(&self.parities) {
            let Some(x) = solved_for else { continue };
            let others: Vec<u32> = parity.variables.iter().copied().filter(|&y| y != x).collect();
            // A single variable is no pair, and one with one other is among the parities itself.
            if others.len() < 2 {
                continue;
            }
            match seen.entry(others) {
                Entry::Vacant(place) => {
                    place.insert((x, parity.odd));
                }
                Entry::Occupied(place) => {
                    let &(y, odd) = place.get();
                    pairs.push(Parity { variables: vec![x.min(y), x.max(y)], odd: odd != parity.odd });
                }
            }
        }
        pairs
    }

    /// Adds one parity to another.
    fn add(&mut self, from: usize, to: usize) {
        let (added, old) = (&self.parities[from], &self.parities[to]);
        self.work += added.variables.len() + old.variables.len();
        let odd = added.odd != old.odd;
        let mut sum = Vec::with_capacity(added.variables.len() + old.variables.len());
        let (mut left, mut right) = (added.variables.iter().peekable(), old.variables.iter().peekable());
        loop {
            match (left.peek(), right.peek()) {
                (Some(&&x), Some(&&y)) if x == y => {
                    self.places[x as usize].retain(|&place| place as usize != to);
                    left.next();
                    right.next();
                }
                (Some(&&x), y) if y.is_none_or(|&&y| x < y) => {
                    self.places[x as usize].push(to as u32);
                    sum.push(x);
                    left.next();
                }
                (_, Some(&&y)) => {
                    sum.push(y);
                    right.next();
                }
                _ => break,
            }
        }
        self.parities[to] = Parity { variables: sum, odd };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums over variables from 0 to 1 but for the last, which goes to 4; afterwards the room.
    fn taken(variables: usize, sums: &[(&[(usize, i64)], i64)]) -> Option<(Vec<Row>, Room)> {
        let mut rows: Vec<Row> = sums.iter().map(|sum| sum.0.to_vec()).collect();
        let mut rests: Vec<i64> = sums.iter().map(|sum| sum.1).collect();
        let mut high = vec![1; variables];
        high[variables - 1] = 4;
        let mut room = Room { low: vec![0; variables], high };
        let fits = take_in(&mut rows, &mut rests, &mut room, &Budget::unlimited()).unwrap();
        assert_eq!(rows.len(), rests.len());
        fits.then(|| (rows.split_off(sums.len()), room))
    }

    #[test]
    fn an_odd_cycle_is_a_contradiction() {
        let sums: [(&[_], _); 3] = [(&[(0, 1), (1, 1)], 1), (&[(1, 1), (2, 1)], 1), (&[(0, 1), (2, -1)], 1)];
        assert!(taken(4, &sums).is_none());
        assert!(taken(4, &[(&[(0, 2), (1, -4)], 1)]).is_none());
    }

    #[test]
    fn a_single_variable_moves_its_ends() {
        // x + y + z and x + y are both odd, so z, from 0 to 4, is even; with an even sum it is odd.
        let sums: [(&[_], _); 2] = [(&[(0, 1), (1, 1), (2, 3)], 7), (&[(0, 1), (1, 1)], 1)];
        assert_eq!(taken(3, &sums).unwrap().1, Room { low: vec![0, 0, 0], high: vec![1, 1, 4] });
        let sums: [(&[_], _); 2] = [(&[(0, 1), (1, 1), (2, 3)], 4), (&[(0, 1), (1, 1)], 1)];
        assert_eq!(taken(3, &sums).unwrap().1, Room { low: vec![0, 0, 1], high: vec![1, 1, 3] });
    }

    #[test]
    fn pairs_become_sums() {
        // x + y + z is odd, y + z + w is even: x and w differ.
        let sums: [(&[_], _); 2] = [(&[(0, 1), (1, 1), (2, 1)], 1), (&[(1, 1), (2, 1), (3, 1)], 2)];
        let (rows, _) = taken(5, &sums).unwrap();
        assert!(rows.contains(&vec![(0, 1), (3, 1)]), "{rows:?}");
    }
}
