//! Graphs put together from equations, with three neighbours at most.
//!
//! # Theory
//! An open 1 says that exactly one of its covered neighbours is mined. With at most three
//! neighbours each, longer equations are chained: if t and its opposite u are covered, then
//! a + b + t = 1 and t + u = 1 say u = a + b, and u takes the place of a and b in the rest. So a
//! chain has one completion for each solution of the equation, and none otherwise.
//! # Cost
//! Two covered vertices and two numbers for each cell beyond three.

use super::dice::Dice;
use crate::board::{Board, CellId, Label, Topology};
use crate::budget::Answer;
use crate::decomp::Graph;

/// A covered vertex of a sketch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot(u32);

/// A board in the making, and the placement its maker has in mind.
#[derive(Default)]
pub(super) struct Sketch {
    labels: Vec<Label>,
    mined: Vec<bool>,
    edges: Vec<(u32, u32)>,
}

impl Sketch {
    /// A covered vertex, mined or not in the maker's placement.
    pub fn cover(&mut self, mined: bool) -> Spot {
        Spot(self.add(Label::Covered, mined))
    }

    /// Whether the maker's placement mines it.
    pub fn is_mined(&self, spot: Spot) -> bool {
        self.mined[spot.0 as usize]
    }

    /// Exactly one of the spots is mined.
    pub fn one_of(&mut self, spots: &[Spot]) {
        let mut spots = spots.to_vec();
        while spots.len() > 3 {
            let (b, a) = (spots.pop().expect("more than three"), spots.pop().expect("more than three"));
            let one = self.is_mined(a) || self.is_mined(b);
            let (neither, either) = (self.cover(!one), self.cover(one));
            self.one_of(&[a, b, neither]);
            self.one_of(&[neither, either]);
            spots.push(either);
        }
        let number = self.add(Label::Number(1), false);
        self.edges.extend(spots.iter().map(|spot| (number, spot.0)));
    }

    /// The board with its vertices in random order, and the placement if it is `legal`.
    pub fn finish(self, legal: bool, dice: &mut Dice) -> Answer<(Board, Vec<CellId>)> {
        let mut place: Vec<u32> = (0..self.labels.len() as u32).collect();
        dice.shuffle(&mut place)?;
        let mut labels = vec![Label::Covered; place.len()];
        let mut mines = Vec::new();
        for (&to, (&label, &mined)) in place.iter().zip(self.labels.iter().zip(&self.mined)) {
            labels[to as usize] = label;
            if mined && legal {
                mines.push(CellId(to));
            }
        }
        mines.sort_unstable();
        let edges: Vec<(u32, u32)> =
            self.edges.iter().map(|&(a, b)| (place[a as usize], place[b as usize])).collect();
        let graph = Graph::from_edges(labels.len(), &edges);
        let board = Board::new(Topology::Graph(graph), labels, None).expect("one label for each vertex");
        Ok((board, mines))
    }

    fn add(&mut self, label: Label, mined: bool) -> u32 {
        self.labels.push(label);
        self.mined.push(mined);
        self.labels.len() as u32 - 1
    }
}
