//! A player: plays games by a strategy.

use super::strategy::Strategy;
use super::{Deal, Endgame, Field, Fortune, Luck, Mind, Promise, Standing, State};
use crate::budget::{Answer, Budget, StopReason};

/// The rules and the way of a run of games.
#[derive(Clone, Debug)]
pub struct Manner {
    /// What the rules promise of the first cell.
    pub promise: Promise,
    /// The first cell; `None` lets the strategy choose.
    pub first: Option<u32>,
    /// How to play.
    pub strategy: Strategy,
}

/// How a game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The first cell.
    pub first: u32,
    /// Whether it was won.
    pub won: bool,
    /// Cells that were opened without being sure, the first one left out.
    pub guesses: u32,
    /// Free cells that were opened in all.
    pub opened: u32,
    /// What luck did.
    pub fortune: Fortune,
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The cell that was opened.
    pub cell: u32,
    /// Whether it was a guess.
    pub guess: bool,
    /// Whether it was mined.
    pub mined: bool,
}

/// A player with room to think, for game after game.
#[derive(Clone, Debug)]
pub struct Player<'f> {
    field: &'f Field,
    manner: Manner,
    mind: Mind<'f>,
    endgame: Endgame,
    deal: Deal,
    cells: Vec<u32>,
    budget: Budget,
    /// The first cells that the strategy could choose, found once.
    openings: Vec<u32>,
    /// The share of placements that optimal play wins, once it has taken over in this game.
    share: Option<f64>,
}

impl<'f> Player<'f> {
    /// A player of games on a field.
    pub fn new(field: &'f Field, manner: Manner, budget: &Budget) -> Self {
        Player {
            field,
            manner,
            mind: Mind::new(field, budget),
            endgame: Endgame::default(),
            deal: Deal::default(),
            cells: Vec::new(),
            budget: budget.clone(),
            openings: Vec::new(),
            share: None,
        }
    }

    /// Plays game `index` of the run with this seed; `tell` hears of every guess.
    pub fn play(&mut self, seed: u64, index: u64, tell: impl FnMut(&Mind, Move)) -> Answer<Outline> {
        self.play_from(self.manner.first, seed, index, tell)
    }

    /// Plays a game that begins elsewhere than the others; `None` lets the strategy choose.
    pub fn play_from(
        &mut self,
        first: Option<u32>,
        seed: u64,
        index: u64,
        tell: impl FnMut(&Mind, Move),
    ) -> Answer<Outline> {
        let mut luck = Luck::new(seed, index);
        let first = match first {
            Some(first) => first,
            None => self.choose_first(&mut luck)?,
        };
        self.deal.draw(self.field, first, self.manner.promise, &mut luck);
        self.play_deal(first, &mut luck, tell)
    }

    /// The mines of the game that was played last.
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    /// What the player knew when the last game ended.
    pub fn mind(&self) -> &Mind<'f> {
        &self.mind
    }

    fn choose_first(&mut self, luck: &mut Luck) -> Answer<u32> {
        if self.openings.is_empty() {
            match &self.manner.strategy {
                Strategy::Filters { filters, .. } => {
                    self.mind.reset();
                    self.mind.look()?;
                    self.mind.best(filters, &mut self.openings)?;
                }
                _ => self.openings.extend(0..self.field.len() as u32),
            }
        }
        Ok(self.openings[luck.below(self.openings.len())])
    }

    fn play_deal(
        &mut self,
        first: u32,
        luck: &mut Luck,
        mut tell: impl FnMut(&Mind, Move),
    ) -> Answer<Outline> {
        self.mind.reset();
        self.share = None;
        let mut fortune = Fortune::default();
        let (mined, shown) = (self.deal.mined[first as usize], self.deal.shown[first as usize]);
        fortune.begin(self.field, first, self.manner.promise, mined, shown == 0);
        let mut guesses = 0;
        let mut cell = first;
        let mut guess = self.manner.promise == Promise::Nothing;
        let won = loop {
            let mined = self.deal.mined[cell as usize];
            tell(&self.mind, Move { cell, guess, mined });
            if mined {
                break false;
            }
            self.mind.view.open(cell, self.deal.shown[cell as usize]);
            if self.settle()? == Standing::Won {
                break true;
            }
            if self.manner.strategy == Strategy::Surrender {
                break false;
            }
            self.choose()?;
            cell = self.cells[luck.below(self.cells.len())];
            if self.share.is_none() {
                self.take_chances(cell, &mut fortune);
            }
            guess = true;
            guesses += 1;
        };
        if let Some(share) = self.share {
            fortune.end(won, share);
        }
        let open = (0..self.field.len() as u32).filter(|&cell| self.mind.view.state(cell) == State::Open);
        Ok(Outline { first, won, guesses, opened: open.count() as u32, fortune })
    }

    /// Tells what luck it is that a guess has what is under its cell, as far as its chances are known.
    fn take_chances(&self, cell: u32, fortune: &mut Fortune) {
        if !matches!(self.manner.strategy, Strategy::Filters { .. } | Strategy::Logic) {
            return;
        }
        let mined = self.deal.mined[cell as usize];
        let free = self.mind.free_chance(cell);
        fortune.guess(!mined, free);
        if let Some(outcome) = self.mind.known_outcome(cell) {
            let number = self.deal.shown[cell as usize] - self.mind.view.known_mines_around(cell);
            let leads = !mined && outcome.free[number as usize] > 0;
            fortune.lead(leads, free * outcome.progress());
        }
    }

    /// Opens what the strategy sees to be free.
    fn settle(&mut self) -> Answer<Standing> {
        let view = &mut self.mind.view;
        match self.manner.strategy {
            Strategy::Random => {}
            Strategy::Single => view.settle_singly(&self.deal),
            _ => return self.mind.settle(&self.deal),
        }
        Ok(if self.mind.view.is_won() { Standing::Won } else { Standing::Open })
    }

    /// Finds the cells that the strategy may open next.
    fn choose(&mut self) -> Answer<()> {
        let Strategy::Filters { filters, depth } = &self.manner.strategy else {
            self.cells.clear();
            self.cells.extend(self.mind.view.covered_cells());
            return Ok(());
        };
        // Placements are listed from the solutions of parts, so these must be listed too.
        let few = self.mind.look.count() < *depth as f64 + 0.5 && !self.mind.look.is_exact();
        if *depth > 1 && few {
            let Mind { view, parts, look, .. } = &self.mind;
            match self.endgame.best(view, parts, look, &self.budget) {
                Ok((wins, best)) => {
                    self.share.get_or_insert(wins as f64 / self.endgame.placements() as f64);
                    self.cells = best;
                    return self.mind.filter(filters, &mut self.cells);
                }
                // Too many for lists: the filters have to do, unless optimal play has begun.
                Err(StopReason::Memory | StopReason::Width) if self.share.is_none() => {}
                Err(stopped) => return Err(stopped),
            }
        }
        self.mind.best(filters, &mut self.cells)
    }
}
