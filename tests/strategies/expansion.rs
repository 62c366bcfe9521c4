//! How often P, PS, PSE and PSEQ win on small boards, exactly: every placement and every choice
//! among cells that tie.
//!
//! A position is the set of placements that it leaves. What is known of it follows from one of
//! them and the set of open cells, so these two name it.

use std::collections::HashMap;

use mineproof::algebra::Fraction;
use mineproof::board::{CellId, Topology};
use mineproof::play::Filter;
use num_bigint::BigUint;

use super::minds::filters;

/// What a strategy wins of the placements of a position: on average over ties, with the best
/// luck and with the worst.
#[derive(Clone, Debug, PartialEq)]
struct Wins {
    average: Fraction,
    best: u64,
    worst: u64,
}

struct Expansion {
    near: Vec<u32>,
    mines: u32,
    filters: Vec<Filter>,
    known: HashMap<(u32, u32), Wins>,
}

impl Expansion {
    fn new(width: u32, height: u32, mines: u32, strategy: &str) -> Self {
        let topology = Topology::King { width, height };
        let mut near = vec![0; topology.len() as usize];
        for (cell, near) in (0..).zip(&mut near) {
            topology.for_each_neighbour(CellId(cell), |other| *near |= 1 << other.0);
        }
        Expansion { near, mines, filters: filters(strategy), known: HashMap::new() }
    }

    /// Wins of games that begin at a free cell.
    fn begin_at(&mut self, first: usize) -> Wins {
        let cells = self.near.len();
        let all = (0..1u32 << cells).filter(|set| set.count_ones() == self.mines && set >> first & 1 == 0);
        self.after(first, &all.collect::<Vec<_>>(), 0)
    }

    /// Wins after `cell` is opened where it is free.
    fn after(&mut self, cell: usize, set: &[u32], open: u32) -> Wins {
        let mut classes: [Vec<u32>; 9] = Default::default();
        for &placement in set.iter().filter(|&placement| placement >> cell & 1 == 0) {
            classes[(placement & self.near[cell]).count_ones() as usize].push(placement);
        }
        let mut sum = Wins { average: Fraction::zero(), best: 0, worst: 0 };
        for class in classes.iter().filter(|class| !class.is_empty()) {
            let wins = self.wins(class, open | 1 << cell);
            sum.average = sum.average.plus(&wins.average);
            sum.best += wins.best;
            sum.worst += wins.worst;
        }
        sum
    }

    fn wins(&mut self, set: &[u32], open: u32) -> Wins {
        let covered = !open & ((1 << self.near.len()) - 1);
        if covered.count_ones() == self.mines {
            return Wins { average: Fraction::one(), best: 1, worst: 1 };
        }
        if let Some(known) = self.known.get(&(open, set[0])) {
            return known.clone();
        }
        let safe = covered & !set.iter().fold(0, |ever, placement| ever | placement);
        let wins = if safe != 0 {
            self.after(safe.trailing_zeros() as usize, set, open)
        } else {
            let kept = self.filter(set, covered);
            let mut wins = Wins { average: Fraction::zero(), best: 0, worst: u64::MAX };
            for &cell in &kept {
                let next = self.after(cell, set, open);
                wins.average = wins.average.plus(&next.average);
                wins.best = wins.best.max(next.best);
                wins.worst = wins.worst.min(next.worst);
            }
            let share = Fraction::new(1u32.into(), kept.len().into());
            Wins { average: wins.average.times(&share), ..wins }
        };
        self.known.insert((open, set[0]), wins.clone());
        wins
    }

    /// The cells that pass the filters, the first of which is P.
    fn filter(&self, set: &[u32], covered: u32) -> Vec<usize> {
        let mined = |cell: usize| set.iter().filter(|&placement| placement >> cell & 1 == 1).count();
        let cells = (0..self.near.len()).filter(|&cell| covered >> cell & 1 == 1);
        assert_eq!(self.filters[0], Filter::Probability);
        let mut kept = least(cells.map(|cell| (mined(cell), cell)));
        for filter in &self.filters[1..] {
            if kept.len() == 1 {
                break;
            }
            let cells = kept.iter();
            kept = match filter {
                Filter::Safe => most(cells.map(|&cell| (self.safe(set, cell, covered, 1), cell))),
                Filter::Expected => most(cells.map(|&cell| (self.safe(set, cell, covered, u64::MAX), cell))),
                Filter::Entropy => least(cells.map(|&cell| (self.disorder(set, cell), cell))),
                _ => panic!("{filter:?} is not in the tables"),
            };
        }
        kept
    }

    /// Surely free cells after `cell` is opened, summed over placements; no more than `most` each.
    fn safe(&self, set: &[u32], cell: usize, covered: u32, most: u64) -> u64 {
        let (mut counts, mut ever) = ([0; 9], [0; 9]);
        for placement in set.iter().filter(|&placement| placement >> cell & 1 == 0) {
            let number = (placement & self.near[cell]).count_ones() as usize;
            counts[number] += 1;
            ever[number] |= placement;
        }
        let others = covered & !(1 << cell);
        let free = |ever: &u32| u64::from((others & !ever).count_ones()).min(most);
        counts.iter().zip(&ever).map(|(count, ever)| count * free(ever)).sum()
    }

    /// The product of c^c over the sizes of the classes: the less, the more a number tells.
    fn disorder(&self, set: &[u32], cell: usize) -> BigUint {
        let mut counts = [0u32; 9];
        for placement in set.iter().filter(|&placement| placement >> cell & 1 == 0) {
            counts[(placement & self.near[cell]).count_ones() as usize] += 1;
        }
        counts.iter().map(|&count| BigUint::from(count).pow(count)).product()
    }
}

fn least<T: Ord + Clone>(cells: impl Iterator<Item = (T, usize)>) -> Vec<usize> {
    most(cells.map(|(value, cell)| (std::cmp::Reverse(value), cell)))
}

fn most<T: Ord>(cells: impl Iterator<Item = (T, usize)>) -> Vec<usize> {
    let all: Vec<(T, usize)> = cells.collect();
    let best = all.iter().map(|(value, _)| value).max().expect("there is a cell");
    all.iter().filter(|(value, _)| value == best).map(|(_, cell)| *cell).collect()
}

/// Width, height, mines, strategy, then wins: on average, with the best luck and with the worst,
/// of all placements that leave the corner free, in which games begin.
const TABLE: &str = "\
3 3 1 P 8 8 8 8
3 3 1 PS 8 8 8 8
3 3 1 PSE 8 8 8 8
3 3 1 PSEQ 8 8 8 8
3 3 2 P 8348/375 23 20 28
3 3 2 PS 45/2 23 22 28
3 3 2 PSE 23 23 23 28
3 3 2 PSEQ 23 23 23 28
3 3 3 P 7601/270 33 22 56
3 3 3 PS 61/2 31 30 56
3 3 3 PSE 61/2 31 30 56
3 3 3 PSEQ 61/2 31 30 56
3 3 4 P 397/18 26 17 70
3 3 4 PS 74/3 25 24 70
3 3 4 PSE 25 25 25 70
3 3 4 PSEQ 25 25 25 70
3 3 5 P 294/25 14 10 56
3 3 5 PS 37/3 13 11 56
3 3 5 PSE 37/3 13 11 56
3 3 5 PSEQ 13 13 13 56
3 3 6 P 14/3 5 4 28
3 3 6 PS 14/3 5 4 28
3 3 6 PSE 14/3 5 4 28
3 3 6 PSEQ 5 5 5 28
4 4 1 P 15 15 15 15
4 4 1 PS 15 15 15 15
4 4 1 PSE 15 15 15 15
4 4 1 PSEQ 15 15 15 15
4 4 2 P 1219/12 102 101 105
4 4 2 PS 102 102 102 105
4 4 2 PSE 102 102 102 105
4 4 2 PSEQ 102 102 102 105
4 4 3 P 63096571/162000 400 380 455
4 4 3 PS 8357/21 400 396 455
4 4 3 PSE 1195/3 399 398 455
4 4 3 PSEQ 1195/3 399 398 455
4 4 4 P 428696233271/479001600 947 829 1365
4 4 4 PS 289091/315 932 907 1365
4 4 4 PSE 2767/3 929 916 1365
4 4 4 PSEQ 2767/3 929 916 1365
4 4 5 P 7782172396471841/6172588800000 1422 1016 3003
4 4 5 PS 2381681/1800 1364 1284 3003
4 4 5 PSE 40009/30 1358 1308 3003
4 4 5 PSEQ 39989/30 1357 1308 3003
4 4 6 P 177104606829961/137168640000 1528 958 5005
4 4 6 PS 1097953/810 1416 1290 5005
4 4 6 PSE 5471/4 1413 1312 5005
4 4 6 PSEQ 49229/36 1413 1312 5005
5 4 2 P 21101/128 166 164 171
5 4 2 PS 1817/11 166 165 171
5 4 2 PSE 331/2 166 165 171
5 4 2 PSEQ 331/2 166 165 171
5 4 3 P 6308916666923/7451136000 864 823 969
5 4 3 PS 423998/495 863 854 969
5 4 3 PSE 25741/30 862 856 969
5 4 3 PSEQ 25741/30 862 856 969
5 4 4 P 3134765277934817561/1126611763200000 2939 2569 3876
5 4 4 PS 9529318681/3326400 2926 2828 3876
5 4 4 PSE 51677/18 2914 2855 3876
5 4 4 PSEQ 51677/18 2914 2855 3876";

fn check(rows: impl Fn(u32, u32) -> bool) {
    let mut checked = 0;
    for row in TABLE.lines() {
        let words: Vec<&str> = row.split(' ').collect();
        let number = |i: usize| words[i].parse::<u64>().unwrap();
        let [width, height, mines] = [0, 1, 2].map(|i| number(i) as u32);
        if !rows(width * height, mines) {
            continue;
        }
        checked += 1;
        let wins = Expansion::new(width, height, mines, words[3]).begin_at(0);
        let (a, b) = words[4].split_once('/').unwrap_or((words[4], "1"));
        let average = Fraction::new(a.parse().unwrap(), b.parse().unwrap());
        assert_eq!(wins, Wins { average, best: number(5), worst: number(6) }, "{row}");
        let games = num_integer::binomial(u64::from(width * height) - 1, u64::from(mines));
        assert_eq!(games, number(7), "{row}");
    }
    assert!(checked > 0);
}

macro_rules! boards {
    ($($name:ident: $cells:literal cells, $mines:pat,)*) => {
        $(#[test]
        fn $name() {
            check(|cells, mines| cells == $cells && matches!(mines, $mines));
        })*
    };
}

boards! {
    boards_of_9_cells: 9 cells, _,
    boards_of_16_cells: 16 cells, ..5,
    boards_of_16_cells_with_five_mines: 16 cells, 5,
    boards_of_16_cells_with_six_mines: 16 cells, 6,
    boards_of_20_cells: 20 cells, ..4,
    boards_of_20_cells_with_four_mines: 20 cells, 4,
}
