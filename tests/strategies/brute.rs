//! Quantities and filters by the definitions alone: every placement, cell by cell, in integers.
//!
//! Nothing of the crate is used but boards, and the fractions that results are compared as.

use mineproof::board::{Board, CellId, Label};
use mineproof::play::Filter;

use super::published::{Held, held};

/// A position as the list of its placements.
pub struct Brute {
    /// The covered cells, ascending; bit i of a placement is the i-th of them.
    pub covered: Vec<u32>,
    /// Which covered cells are mined, for each placement.
    pub placements: Vec<u32>,
    /// Per covered cell: the covered cells that it touches.
    pub near: Vec<u32>,
    /// Per covered cell: the numbers that it touches.
    pub seen: Vec<Vec<u32>>,
    /// Per covered cell: the known mines that it touches.
    known: Vec<u32>,
    /// Per covered cell: in how many placements a mine there is no loss.
    pub owed: Vec<u64>,
    board: Board,
}

/// What a covered cell shows in some placements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The number.
    pub number: u32,
    /// In how many placements.
    pub count: u64,
    /// Other covered cells that are free in all of them.
    pub safe: u64,
    /// In how many of them the next move can survive, if it is the best one.
    pub survive: u64,
}

impl Shown {
    fn worth(&self) -> u64 {
        match (self.safe, self.count - self.survive) {
            (0, 0) => 1_000_000 * self.count,
            (0, lost) => 960_000 * self.count - 960 * 830 * lost,
            (1, _) => 940_000 * self.count,
            (2, _) => 977_000 * self.count,
            (3, _) => 992_000 * self.count,
            _ => 1_000_000 * self.count,
        }
    }
}

/// What is to be known of a covered cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Placements in which it is mined.
    pub mined: u64,
    /// What it shows in the others, by number.
    pub shown: Vec<Shown>,
}

impl Tally {
    /// Placements in which it is free.
    pub fn free(&self) -> u64 {
        self.shown.iter().map(|shown| shown.count).sum()
    }

    /// Placements in which opening it makes a cell surely free.
    pub fn progress(&self) -> u64 {
        self.shown.iter().filter(|shown| shown.safe > 0).map(|shown| shown.count).sum()
    }

    /// Surely free cells then, summed over all placements.
    pub fn expected(&self) -> u64 {
        self.shown.iter().map(|shown| shown.count * shown.safe).sum()
    }

    /// Placements in which this move and the next survive.
    pub fn survive(&self) -> u64 {
        self.shown.iter().map(|shown| shown.survive).sum()
    }

    /// What follows, in millionths of a placement: 1 if the game is won or three cells are surely
    /// free, and a little less if fewer are; where none is, what the next guess risks counts.
    pub fn foresight(&self) -> u64 {
        self.shown.iter().map(Shown::worth).sum()
    }

    /// The bits of its number, if it is free.
    pub fn bits(&self) -> f64 {
        let free = self.free() as f64;
        let share = |shown: &Shown| shown.count as f64 / free;
        self.shown.iter().map(|shown| -share(shown) * share(shown).log2()).sum()
    }
}

impl Brute {
    /// Tries all sets of covered cells.
    pub fn new(board: &Board) -> Self {
        let covered: Vec<u32> =
            board.cells().filter(|&cell| board.label(cell) == Label::Covered).map(|cell| cell.0).collect();
        assert!(covered.len() <= 20, "too many covered cells for brute force");
        let known = board.labels().iter().filter(|label| **label == Label::Mine).count() as u64;
        let mask = |cell| {
            let near = board.neighbours(cell);
            let bits = (0..covered.len()).filter(|&i| near.iter().any(|other| other.0 == covered[i]));
            bits.map(|i| 1u32 << i).sum::<u32>()
        };
        let sums: Vec<(u32, u32)> = board
            .cells()
            .filter_map(|cell| {
                let Label::Number(number) = board.label(cell) else { return None };
                Some((mask(cell), number.checked_sub(mines_around(board, cell)).unwrap_or(u32::MAX)))
            })
            .collect();
        let total = |set: u32| board.mines().is_none_or(|all| all == known + u64::from(set.count_ones()));
        let legal =
            |set: &u32| total(*set) && sums.iter().all(|&(seen, number)| (set & seen).count_ones() == number);
        let placements: Vec<u32> = (0..1u32 << covered.len()).filter(legal).collect();
        let owed = owed(board, &covered, &placements);
        let near = covered.iter().map(|&cell| mask(CellId(cell))).collect();
        let known = covered.iter().map(|&cell| mines_around(board, CellId(cell))).collect();
        let is_number = |cell: &CellId| matches!(board.label(*cell), Label::Number(_));
        let seen = |&cell: &u32| {
            let mut seen: Vec<u32> =
                board.neighbours(CellId(cell)).into_iter().filter(is_number).map(|near| near.0).collect();
            seen.sort_unstable();
            seen
        };
        let seen = covered.iter().map(seen).collect();
        Brute { covered, placements, near, seen, known, owed, board: board.clone() }
    }

    fn cells_with(&self, is: impl Fn(usize) -> bool) -> Vec<u32> {
        (0..self.covered.len()).filter(|&i| is(i)).map(|i| self.covered[i]).collect()
    }

    /// The surely free cells.
    pub fn free(&self) -> Vec<u32> {
        let ever = self.placements.iter().fold(0, |all, set| all | set);
        self.cells_with(|i| ever >> i & 1 == 0)
    }

    /// The surely mined cells.
    pub fn mined(&self) -> Vec<u32> {
        let always = self.placements.iter().fold(u32::MAX, |all, set| all & set);
        self.cells_with(|i| always >> i & 1 == 1)
    }

    /// All about the i-th covered cell.
    pub fn tally(&self, i: usize) -> Tally {
        let classes = self.split(&self.placements, i);
        let shown = |(number, class): (usize, &Vec<u32>)| Shown {
            number: self.known[i] + number as u32,
            ..self.behind(class, 1 << i)
        };
        let met = classes.iter().enumerate().filter(|(_, class)| !class.is_empty());
        let mined = self.placements.iter().filter(|&set| set >> i & 1 == 1).count() as u64;
        Tally { mined, shown: met.map(shown).collect() }
    }

    /// Placements in which the i-th covered cell is free, by how many of its neighbours are mined.
    fn split(&self, placements: &[u32], i: usize) -> Vec<Vec<u32>> {
        let mut classes: Vec<Vec<u32>> = vec![Vec::new(); self.near[i].count_ones() as usize + 1];
        for &set in placements.iter().filter(|&set| set >> i & 1 == 0) {
            classes[(set & self.near[i]).count_ones() as usize].push(set);
        }
        classes
    }

    /// What is known once some cells are open and only these placements are left.
    fn behind(&self, class: &[u32], open: u32) -> Shown {
        let count = class.len() as u64;
        let others = (0..self.covered.len()).filter(|&other| open >> other & 1 == 0);
        let hits = others.map(|other| class.iter().filter(|&set| set >> other & 1 == 1).count() as u64);
        let safe = hits.clone().filter(|hits| *hits == 0).count() as u64;
        // Where all the rest is mined, the game is won.
        let won = hits.clone().all(|hits| hits == count);
        let survive = if won { count } else { count - hits.min().unwrap_or(0) };
        Shown { number: 0, count, safe, survive }
    }

    /// What follows once the i-th covered cell is open and, where one or two cells are then surely free,
    /// these are open, too; in millionths of a placement.
    fn reach(&self, i: usize) -> u64 {
        let mut sum = 0;
        for class in self.split(&self.placements, i).iter().filter(|class| !class.is_empty()) {
            let ever = class.iter().fold(1 << i, |all, set| all | set);
            let free: Vec<usize> = (0..self.covered.len()).filter(|cell| ever >> cell & 1 == 0).collect();
            if free.is_empty() || free.len() > 2 {
                sum += self.behind(class, 1 << i).worth();
                continue;
            }
            let (mut classes, mut open) = (vec![class.clone()], 1 << i);
            for cell in free {
                classes = classes.iter().flat_map(|class| self.split(class, cell)).collect();
                open |= 1 << cell;
            }
            let met = classes.iter().filter(|class| !class.is_empty());
            sum += met.map(|class| self.behind(class, open).worth()).sum::<u64>();
        }
        sum
    }

    /// What follows on average, and nine tenths of that for mines that are no loss.
    fn long_run(&self, i: usize, tally: &Tally, follows: u64) -> f64 {
        let all = self.placements.len() as f64;
        let owed = self.owed[i].min(tally.mined).min(tally.free()) as f64;
        let free = tally.free() as f64;
        follows as f64 / 1e6 / free * (free + 0.9 * owed) / all
    }

    /// What follows once the i-th covered cell is open and the next guess is thought through, in
    /// placements; `twice` if the one after that is, too.
    fn next_guess(&self, i: usize, twice: bool) -> f64 {
        let classes = self.split(&self.placements, i);
        let free: usize = classes.iter().map(Vec::len).sum();
        let met = classes.iter().enumerate().filter(|(_, class)| !class.is_empty());
        let ahead = met.map(|(number, _)| {
            let mut board = self.board.clone();
            board.set_label(CellId(self.covered[i]), Label::Number(self.known[i] + number as u32));
            board
        });
        ahead.map(|board| Brute::new(&board).opened(None, twice.then_some(free))).sum()
    }

    /// What the placements are worth once one or two free cells are open; `left` says which are still to
    /// be opened, if that is known, and `all` of how many placements a tenth is thought through twice.
    fn opened(&self, left: Option<&[u32]>, all: Option<usize>) -> f64 {
        let free = self.free();
        let left = left.unwrap_or(if free.len() <= 2 { &free } else { &[] });
        let Some((&cell, others)) = left.split_first() else { return self.next_worth(all) };
        let i = self.covered.iter().position(|&other| other == cell).unwrap();
        let classes = self.split(&self.placements, i);
        let met = classes.iter().enumerate().filter(|(_, class)| !class.is_empty());
        let behind = met.map(|(number, _)| {
            let mut board = self.board.clone();
            board.set_label(CellId(cell), Label::Number(self.known[i] + number as u32));
            Brute::new(&board).opened(Some(others), all)
        });
        behind.sum()
    }

    fn next_worth(&self, all: Option<usize>) -> f64 {
        let count = self.placements.len() as f64;
        let (free, mined) = (self.free().len(), self.mined());
        if free > 0 || mined.len() == self.covered.len() {
            return count * [1.0, 0.9, 0.95, 0.985].get(free).copied().unwrap_or(1.0);
        }
        let mut board = self.board.clone();
        for &cell in &mined {
            board.set_label(CellId(cell), Label::Mine);
        }
        let ahead = Brute::new(&board);
        let tallies: Vec<Tally> = (0..ahead.covered.len()).map(|i| ahead.tally(i)).collect();
        let l = |i: usize| ahead.long_run(i, &tallies[i], tallies[i].foresight());
        let most = (0..tallies.len()).map(l).fold(0.0, f64::max);
        if all.is_some_and(|all| 10 * self.placements.len() >= all) {
            let best = (0..tallies.len()).find(|&i| l(i) >= most - 1e-9).unwrap();
            let v = ahead.staked(best, &tallies[best], ahead.next_guess(best, false));
            return count * (1.17 * v - 0.11).clamp(0.0, 1.0);
        }
        count * (1.1 * most - 0.11).max(0.0)
    }

    /// What is behind a cell, in placements, held against what is at stake.
    fn staked(&self, i: usize, tally: &Tally, behind: f64) -> f64 {
        let owed = self.owed[i].min(tally.mined).min(tally.free()) as f64;
        let free = tally.free() as f64;
        behind / free * (free + 0.9 * owed) / self.placements.len() as f64
    }

    /// The cells with the largest r, and no less than this share of the largest, by their r.
    fn nearest(&self, all: &[Tally], kept: &[usize], share: f64, most: usize) -> Vec<(f64, Vec<usize>)> {
        let mut r: Vec<(f64, usize)> =
            kept.iter().map(|&i| (self.long_run(i, &all[i], self.reach(i)), i)).collect();
        r.sort_by(|a, b| b.0.total_cmp(&a.0));
        let groups = r.chunk_by(|a, b| a.0 - b.0 < 1e-9).take(most);
        let near = groups.filter(|group| group[0].0 >= share * r[0].0 - 1e-12);
        near.map(|group| {
            let mut cells: Vec<usize> = group.iter().map(|(_, i)| *i).collect();
            cells.sort_unstable();
            (group[0].0, cells)
        })
        .collect()
    }

    /// r·n of the cells with the four largest r, and no less than 0.97 of the largest; 0 for others.
    fn next_guesses(&self, all: &[Tally], kept: &[usize]) -> Vec<f64> {
        let mut values = vec![0.0; all.len()];
        for (r, cells) in self.nearest(all, kept, 0.97, 4) {
            let n = self.staked(cells[0], &all[cells[0]], self.next_guess(cells[0], false));
            for i in cells {
                values[i] = r * n;
            }
        }
        values
    }

    /// 1 for the cells that are the best once the guesses behind them are thought through, 0 for others.
    fn weighed(&self, all: &[Tally], kept: &[usize]) -> Vec<f64> {
        let mined = self.mined();
        let value = |i: usize, figures: [f64; 6]| {
            let free = all[i].free() as f64;
            let bits = (0..self.covered.len()).filter(|&other| self.near[i] >> other & 1 == 1);
            let touched = bits.filter(|&other| !mined.contains(&self.covered[other])).count() as f64;
            let unseen = f64::from(u8::from(self.seen[i].is_empty()));
            let expected = (all[i].expected() as f64 / free).min(5.0);
            let [always, once, twice, of_free, of_touched, of_unseen] = figures;
            let behind = always * free + once * self.next_guess(i, false) + of_free * expected * free
                - (of_touched * touched + of_unseen * unseen) * free
                + if twice > 0.0 { twice * self.next_guess(i, true) } else { 0.0 };
            self.staked(i, &all[i], behind).max(0.0)
        };
        let mut found: Vec<(f64, Vec<usize>)> = Vec::new();
        for (_, cells) in self.nearest(all, kept, 0.95, 5) {
            found.push((value(cells[0], [0.0694, 0.767, 0.0, 0.0, 0.0008, 0.0126]), cells));
        }
        let by_value = |a: &(f64, Vec<usize>), b: &(f64, Vec<usize>)| {
            if (a.0 - b.0).abs() < 1e-10 { std::cmp::Ordering::Equal } else { b.0.total_cmp(&a.0) }
        };
        found.sort_by(by_value);
        let most = found.first().map_or(0.0, |(value, _)| *value);
        found.retain(|(value, _)| *value >= 0.996 * most - 1e-11);
        found.truncate(3);
        if found.len() > 1 {
            for (found, cells) in &mut found {
                *found = value(cells[0], [0.0083, 0.2555, 0.5729, 0.0031, 0.0014, 0.0119]);
            }
            found.sort_by(by_value);
        }
        let mut values = vec![0.0; all.len()];
        for &i in found.first().map_or(&[][..], |(_, cells)| cells) {
            values[i] = 1.0;
        }
        values
    }

    /// What passes the filters, from all covered cells that can be free.
    pub fn best(&self, filters: &[Filter]) -> Vec<u32> {
        let all: Vec<Tally> = (0..self.covered.len()).map(|i| self.tally(i)).collect();
        let mut kept: Vec<usize> = (0..all.len()).filter(|&i| all[i].free() > 0).collect();
        let is_published = filters.iter().any(|filter| filter.letter().is_lowercase());
        let held: Vec<Held> = (0..if is_published { all.len() } else { 0 }).map(|i| held(self, i)).collect();
        for filter in filters {
            let guesses = match filter {
                Filter::NextGuess => self.next_guesses(&all, &kept),
                Filter::Weighed => self.weighed(&all, &kept),
                _ => Vec::new(),
            };
            let value = |&i: &usize| match filter {
                Filter::NextGuess | Filter::Weighed => guesses[i],
                Filter::Probability => all[i].free() as f64,
                Filter::Safe => all[i].progress() as f64,
                Filter::Expected => all[i].expected() as f64,
                Filter::Survival => all[i].survive() as f64,
                Filter::Entropy => all[i].bits(),
                // Ten times (1 − p) + s/10, of all placements.
                Filter::Foresight => all[i].foresight() as f64,
                Filter::LongRun => self.long_run(i, &all[i], all[i].foresight()),
                Filter::Reach => self.long_run(i, &all[i], self.reach(i)),
                Filter::PublishedSafe => held[i].progress as f64,
                Filter::PublishedExpected => held[i].expected as f64,
                Filter::PublishedSurvival => held[i].survive.to_f64(),
                Filter::PublishedEntropy => {
                    let free = all[i].free() as f64;
                    (all[i].bits() + free.log2()) / free * self.placements.len() as f64
                }
                Filter::Balance => (10 * all[i].free() + all[i].progress()) as f64,
            };
            let best = kept.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
            // Bits and some others are not whole.
            kept.retain(|i| value(i) >= best - 1e-11 * best.max(1.0));
        }
        kept.into_iter().map(|i| self.covered[i]).collect()
    }
}

/// For each covered cell, the placements in which a mine there is no loss: two sets of cells could
/// change their mines, and all cells that touch more of the one than of the other are mined.
fn owed(board: &Board, covered: &[u32], placements: &[u32]) -> Vec<u64> {
    let (mut sums, mut blocks) = (vec![0; covered.len()], vec![0; covered.len()]);
    let near: Vec<Vec<CellId>> = covered.iter().map(|&cell| board.neighbours(CellId(cell))).collect();
    let touch = |i: usize, j: usize| near[i].contains(&CellId(covered[j]));
    let mut attempt = |one: &[usize], other: &[usize]| {
        let (mut mined, mut witnesses) = (one.to_vec(), Vec::new());
        for cell in board.cells() {
            let touched = |set: &[usize]| set.iter().filter(|&&i| near[i].contains(&cell)).count();
            let at = covered.iter().position(|&other| other == cell.0);
            let is_inside = at.is_some_and(|at| one.contains(&at) || other.contains(&at));
            if is_inside || touched(one) == touched(other) {
                continue;
            }
            match (board.label(cell), at) {
                (Label::Number(_), _) => return,
                (_, Some(at)) => witnesses.push(at),
                _ => {}
            }
        }
        if witnesses.len() > 3 {
            return;
        }
        mined.extend(&witnesses);
        let stands = |set: &&u32| {
            mined.iter().all(|&i| *set >> i & 1 == 1) && other.iter().all(|&i| *set >> i & 1 == 0)
        };
        let count = placements.iter().filter(stands).count() as u64;
        for &i in one.iter().chain(other) {
            if one.len() == 1 {
                sums[i] += count;
            } else {
                blocks[i] = count.max(blocks[i]);
            }
        }
        for &i in &witnesses {
            sums[i] += count;
        }
    };
    for b in 0..covered.len() {
        for a in (0..b).filter(|&a| touch(a, b) && near[a].len() <= 26 && near[b].len() <= 26) {
            attempt(&[a], &[b]);
            let beside = |c: &usize| touch(a, *c) && touch(b, *c);
            for c in (b + 1..covered.len()).filter(beside) {
                for d in (c + 1..covered.len()).filter(beside).filter(|&d| touch(c, d)) {
                    if [a, b, c, d].iter().all(|&i| near[i].len() <= 12) {
                        attempt(&[a, b], &[c, d]);
                        attempt(&[a, c], &[b, d]);
                        attempt(&[a, d], &[b, c]);
                    }
                }
            }
        }
    }
    (0..covered.len()).map(|i| sums[i] + blocks[i]).collect()
}

fn mines_around(board: &Board, cell: CellId) -> u32 {
    board.neighbours(cell).iter().filter(|&&near| board.label(near) == Label::Mine).count() as u32
}
