//! Where the mines of a game lie.
//!
//! # Theory
//! Game number i of a run is drawn from a stream of its own, which seed and i alone determine:
//! any game can be played again without those before it, and the order in which threads take
//! games makes no difference. Mines are drawn by a partial shuffle, so all sets of the cells that
//! the rules leave are equally likely.
//!
//! # Cost
//! One word a mine.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Field;
use crate::board::generate::below;

/// What the rules promise of the first cell that is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Promise {
    /// It is free.
    #[default]
    Safe,
    /// It is free, and so are its neighbours: it shows a 0. Where mines are too many for that, only
    /// those mines that do not fit elsewhere lie beside it.
    Zero,
    /// Nothing.
    Nothing,
}

impl Promise {
    /// All promises.
    pub const ALL: [Promise; 3] = [Promise::Safe, Promise::Zero, Promise::Nothing];

    /// The name on the command line and in results.
    pub fn name(self) -> &'static str {
        match self {
            Promise::Safe => "safe",
            Promise::Zero => "zero",
            Promise::Nothing => "none",
        }
    }

    /// The promise with this name.
    pub fn from_name(name: &str) -> Option<Promise> {
        Promise::ALL.into_iter().find(|promise| promise.name() == name)
    }

    /// The cell that games begin with where nobody says otherwise, and with which rates are
    /// published: a corner, or two steps from both sides if it shows a 0, three on boards of more
    /// than 256 cells; never past the middle. On a graph the first vertex.
    pub fn usual_first(self, field: &Field) -> u32 {
        let topology = field.topology();
        let Some((width, height, depth)) = topology.extent() else { return 0 };
        let steps = match self {
            Promise::Safe | Promise::Nothing => 0,
            Promise::Zero if field.len() > 256 => 3,
            Promise::Zero => 2,
        };
        let along = |side: u32| steps.min((side - 1) / 2);
        topology.at(along(width), along(height), along(depth)).map_or(0, |cell| cell.0)
    }
}

/// The random choices of a game.
#[derive(Clone, Debug)]
pub struct Luck(Xoshiro256PlusPlus);

impl Luck {
    /// The choices of game `index` of a run.
    pub fn new(seed: u64, index: u64) -> Self {
        // Two rounds of mixing: streams of neighbouring games have nothing in common.
        Luck(Xoshiro256PlusPlus::seed_from_u64(mix(mix(seed) ^ index)))
    }

    /// A uniform number below `n`, which must not be 0.
    pub fn below(&mut self, n: usize) -> usize {
        below(&mut self.0, n as u64) as usize
    }
}

/// The finaliser of `SplitMix64`: a bijection that scatters neighbours.
pub(super) fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The mines of a game, and what each cell shows when it is opened.
#[derive(Clone, Debug, Default)]
pub struct Deal {
    /// Per cell: whether it is mined.
    pub mined: Vec<bool>,
    /// Per cell: how many of its neighbours are mined.
    pub shown: Vec<u32>,
    deck: Vec<u32>,
}

impl Deal {
    /// Draws the mines of a game that begins at `first`.
    pub fn draw(&mut self, field: &Field, first: u32, promise: Promise, luck: &mut Luck) {
        self.mined.clear();
        self.mined.resize(field.len(), false);
        self.deck.clear();
        let mines = field.mines() as usize;
        let near = |cell: u32| field.around(first).binary_search(&cell).is_ok();
        match promise {
            Promise::Nothing => self.deck.extend(0..field.len() as u32),
            Promise::Safe => self.deck.extend((0..field.len() as u32).filter(|&cell| cell != first)),
            Promise::Zero => {
                self.deck.extend((0..field.len() as u32).filter(|&cell| cell != first && !near(cell)));
            }
        }
        let away = self.deck.len().min(mines);
        self.lay(0, away, luck);
        if away < mines {
            // Only where neighbours were promised to be free.
            let from = self.deck.len();
            self.deck.extend_from_slice(field.around(first));
            self.lay(from, mines - away, luck);
        }
        self.count(field);
    }

    /// The game whose mines are these.
    pub fn of(field: &Field, mined: Vec<bool>) -> Self {
        let mut deal = Deal { mined, ..Deal::default() };
        deal.count(field);
        deal
    }

    /// Shuffles the deck from `from` on as far as needed, and lays `mines` mines.
    fn lay(&mut self, from: usize, mines: usize, luck: &mut Luck) {
        for i in from..from + mines {
            let other = i + luck.below(self.deck.len() - i);
            self.deck.swap(i, other);
            self.mined[self.deck[i] as usize] = true;
        }
    }

    fn count(&mut self, field: &Field) {
        self.shown.clear();
        self.shown.resize(field.len(), 0);
        for cell in (0..field.len() as u32).filter(|&cell| self.mined[cell as usize]) {
            for &near in field.around(cell) {
                self.shown[near as usize] += 1;
            }
        }
    }
}
