//! Many games: which they are, how they went, and what they add up to.
//!
//! # Theory
//! Game i of a seed is the same whoever plays it (see `deal`), so a run is a range of games, and
//! tallies of disjoint ranges add up to the tally of the whole. Threads take chunks of games in
//! order and hand in how they went; whoever collects puts chunks back in order. So the results do not
//! depend on the number of threads, and when the budget ends, what is reported is the longest row
//! of games from the first on of which none is missing: the run can be continued behind it.
//!
//! A run may begin every game at each of several cells. Game i then is one game for each of them,
//! and counts as finished when all are.
//!
//! # Cost
//! That of the games; a chunk more costs a message.
//!
//! # What we changed
//! Threads are our own and not those of the pool: a game that asks for a large analysis shares it
//! out over the pool, and must find it free.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use super::{
    Adjusted, CONFIDENCE, Field, Fortunes, Manner, Outline, Player, Promise, Strategy, clopper_pearson,
};
use crate::budget::{Answer, Budget, StopReason};

/// Games, counted over all first cells, that a thread plays before it hands them in.
const CHUNK: u64 = 32;

/// What a player keeps for each cell, in bytes, with room for a look ahead.
const CELL_BYTES: u64 = 600;

/// A range of games.
#[derive(Clone, Debug)]
pub struct Run {
    /// How to play.
    pub strategy: Strategy,
    /// What the rules promise of the first cell.
    pub promise: Promise,
    /// The first cells, each of which every game is played from; `None` lets the strategy choose.
    pub firsts: Vec<Option<u32>>,
    /// What the games are drawn from.
    pub seed: u64,
    /// The first game.
    pub from: u64,
    /// How many games.
    pub count: u64,
}

/// What games add up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games that were played.
    pub games: u64,
    /// Games that were won.
    pub wins: u64,
    /// Guesses in all games, first cells left out.
    pub guesses: u64,
    /// Games without a guess.
    pub unguessed: u64,
    /// Free cells that were opened in all games.
    pub opened: u64,
    /// What luck did in them.
    pub luck: Fortunes,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// For each first cell.
    pub tallies: Vec<Tally>,
    /// Games that were finished, counted from the first one on.
    pub games: u64,
    /// Why there are no more of them.
    pub stopped: Option<StopReason>,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, outline: &Outline) {
        self.games += 1;
        self.wins += u64::from(outline.won);
        self.guesses += u64::from(outline.guesses);
        self.unguessed += u64::from(outline.guesses == 0);
        self.opened += u64::from(outline.opened);
        self.luck.add(&outline.fortune, outline.won);
    }

    /// Adds the tally of other games; `None` where the sum is too large.
    pub fn merge(&self, other: &Tally) -> Option<Tally> {
        Some(Tally {
            games: self.games.checked_add(other.games)?,
            wins: self.wins.checked_add(other.wins)?,
            guesses: self.guesses.checked_add(other.guesses)?,
            unguessed: self.unguessed.checked_add(other.unguessed)?,
            opened: self.opened.checked_add(other.opened)?,
            luck: self.luck.merge(&other.luck)?,
        })
    }

    /// The share of games that were won; `None` without games.
    pub fn rate(&self) -> Option<f64> {
        self.per_game(self.wins)
    }

    /// The interval that holds the true rate with 95 % confidence.
    pub fn interval(&self) -> (f64, f64) {
        clopper_pearson(self.wins, self.games, CONFIDENCE)
    }

    /// The rate with luck taken out; `None` where it is not known (see `fortune`).
    pub fn adjusted(&self) -> Option<Adjusted> {
        self.luck.adjusted(self.wins, self.games)
    }

    /// Guesses in a game on average; `None` without games.
    pub fn mean_guesses(&self) -> Option<f64> {
        self.per_game(self.guesses)
    }

    fn per_game(&self, sum: u64) -> Option<f64> {
        (self.games > 0).then(|| sum as f64 / self.games as f64)
    }
}

/// Games in a row, one outline for each of them and each first cell.
struct Chunk {
    place: u64,
    outlines: Vec<Outline>,
    stopped: Option<StopReason>,
}

impl Run {
    /// Plays the games on `threads` threads. `each` hears of every game in order, with one outline
    /// for each first cell; if it fails, the run ends.
    pub fn play<E>(
        &self,
        field: &Field,
        threads: usize,
        budget: &Budget,
        mut each: impl FnMut(u64, &[Outline]) -> Result<(), E>,
    ) -> Result<Played, E> {
        let mut played =
            Played { tallies: vec![Tally::default(); self.firsts.len()], games: 0, stopped: None };
        let next = AtomicU64::new(0);
        let ended = AtomicBool::new(false);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let (sender, next, ended) = (sender.clone(), &next, &ended);
                scope.spawn(move || self.work(field, budget, next, ended, &sender));
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut expected = 0;
            for chunk in receiver {
                waiting.insert(chunk.place, chunk);
                while let Some(chunk) = waiting.remove(&expected).filter(|_| played.stopped.is_none()) {
                    expected += 1;
                    for row in chunk.outlines.chunks_exact(self.firsts.len()) {
                        if let Err(error) = each(self.from + played.games, row) {
                            ended.store(true, Ordering::Relaxed);
                            return Err(error);
                        }
                        played.take(row);
                    }
                    played.stopped = chunk.stopped;
                }
            }
            Ok(played)
        })
    }

    /// Plays chunk after chunk until there are no more or somebody wants an end.
    fn work(
        &self,
        field: &Field,
        budget: &Budget,
        next: &AtomicU64,
        ended: &AtomicBool,
        sender: &mpsc::Sender<Chunk>,
    ) {
        let manner = Manner { promise: self.promise, first: None, strategy: self.strategy.clone() };
        let mut player = None;
        let lease = budget.reserve(field.len() as u64 * CELL_BYTES);
        let games = (CHUNK / self.firsts.len().max(1) as u64).max(1);
        while !ended.load(Ordering::Relaxed) {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let begin = place.saturating_mul(games);
            if begin >= self.count {
                return;
            }
            let mut chunk = Chunk { place, outlines: Vec::new(), stopped: lease.as_ref().err().copied() };
            if chunk.stopped.is_none() {
                let player = player.get_or_insert_with(|| Player::new(field, manner.clone(), budget));
                let range = begin..self.count.min(begin.saturating_add(games));
                chunk.stopped = self.play_chunk(player, range, budget, &mut chunk.outlines).err();
            }
            let stopped = chunk.stopped.is_some();
            if sender.send(chunk).is_err() || stopped {
                ended.store(true, Ordering::Relaxed);
            }
        }
    }

    fn play_chunk(
        &self,
        player: &mut Player,
        range: std::ops::Range<u64>,
        budget: &Budget,
        outlines: &mut Vec<Outline>,
    ) -> Answer<()> {
        for game in range {
            for &first in &self.firsts {
                budget.check()?;
                outlines.push(player.play_from(first, self.seed, self.from + game, |_, _| {})?);
            }
        }
        Ok(())
    }
}

impl Played {
    /// Takes in one game, from every first cell.
    fn take(&mut self, row: &[Outline]) {
        self.games += 1;
        for (tally, outline) in self.tallies.iter_mut().zip(row) {
            tally.add(outline);
        }
    }
}
