//! Small boards of parities against trying everything, and every step of their proofs gone through.

use super::Parities;
use crate::board::{Board, Label, Topology};
use crate::budget::Budget;
use crate::certify::write::formula::Formula;
use crate::certify::write::proof::Proof;
use crate::certify::write::search::{Derivation, Literal, Origin, Variable};
use crate::decomp::Graph;
use crate::model::Model;

/// Cells and the numbers that see them; a number's cells are a list.
#[derive(Default)]
struct Sketch {
    cells: u32,
    numbers: Vec<(Vec<u32>, u32)>,
}

impl Sketch {
    fn cell(&mut self) -> u32 {
        self.cells += 1;
        self.cells - 1
    }

    fn number(&mut self, cells: &[u32], mines: u32) {
        self.numbers.push((cells.to_vec(), mines));
    }

    /// An even, or odd, number of three cells is mined, as in Tseitin's boards. A cell that is known
    /// to be mined is in the way of some numbers.
    fn parity(&mut self, [a, b, c]: [u32; 3], odd: bool, known: Option<u32>) {
        let [w, v, s, x, y, z] = [(); 6].map(|()| self.cell());
        self.number(&[a, if odd { v } else { w }], 1);
        self.number(&[w, v], 1);
        for sum in [[w, y, z], [v, s, x], [b, s, y], [c, s, z]] {
            let cells: Vec<u32> = sum.into_iter().chain(known).collect();
            self.number(&cells, 1 + u32::from(known.is_some()));
        }
    }

    fn board(&self) -> Board {
        let hub = |i: usize| self.cells + i as u32;
        let edges: Vec<(u32, u32)> = (0..self.numbers.len())
            .flat_map(|i| self.numbers[i].0.iter().map(move |&cell| (cell, hub(i))))
            .collect();
        let mut labels = vec![Label::Covered; self.cells as usize];
        labels.extend(self.numbers.iter().map(|&(_, mines)| Label::Number(mines)));
        Board::new(Topology::Graph(Graph::from_edges(labels.len(), &edges)), labels, None).unwrap()
    }

    /// For each cell whether it can be free, and mined: a depth-first search that gives up numbers
    /// as soon as they cannot be met.
    fn possible(&self) -> Vec<[bool; 2]> {
        let mut possible = vec![[false; 2]; self.cells as usize];
        let mut values = Vec::new();
        self.try_all(&mut values, &mut possible);
        possible
    }

    fn try_all(&self, values: &mut Vec<bool>, possible: &mut [[bool; 2]]) {
        for (cells, mines) in &self.numbers {
            let set = cells.iter().filter_map(|&cell| values.get(cell as usize));
            let mined = set.clone().filter(|mined| **mined).count() as u32;
            if mined > *mines || mined + cells.len() as u32 - (set.count() as u32) < *mines {
                return;
            }
        }
        if values.len() == possible.len() {
            values.iter().zip(possible).for_each(|(&mined, both)| both[usize::from(mined)] = true);
            return;
        }
        for value in [false, true] {
            values.push(value);
            self.try_all(values, possible);
            values.pop();
        }
    }
}

fn draw(mut below: impl FnMut(u32) -> u32) -> Sketch {
    let mut sketch = Sketch::default();
    let variables = 3 + below(5);
    for _ in 0..variables {
        sketch.cell();
    }
    let known = (below(3) == 0).then(|| {
        let known = sketch.cell();
        sketch.number(&[known], 1);
        known
    });
    for _ in 0..=below(variables + 1) {
        let a = below(variables);
        let b = (a + 1 + below(variables - 1)) % variables;
        let c = (b + 1 + below(variables - 1)) % variables;
        if below(4) == 0 {
            sketch.number(&[a, b], 1);
        } else if c != a {
            sketch.parity([a, b, c], below(2) == 1, known);
        }
    }
    sketch
}

#[test]
fn parities_are_proven_as_they_are() {
    let mut seed = 7u32;
    let mut below = |n: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) % n
    };
    let budget = Budget::unlimited();
    let (mut contradictions, mut sure, mut definitions) = (0, 0, 0);
    for round in 0..800 {
        let sketch = draw(&mut below);
        let (board, possible) = (sketch.board(), sketch.possible());
        let model = Model::new(&board);
        let mut proof = Proof::new(&model, &budget).unwrap();
        let numbers: Vec<usize> = (0..model.open.len())
            .filter(|&sum| {
                model.members(sum).iter().any(|&cell| proof.search.known(Variable(cell)).is_none())
            })
            .collect();
        let Proof { formula, search, .. } = &mut proof;
        let mut parities = Parities::new(&numbers, &model, formula, search, &budget).unwrap().unwrap();
        let consistent = possible[0] != [false; 2];
        assert_eq!(parities.refute(search, &budget), Ok(!consistent), "{round}");
        if consistent {
            for cell in (0..sketch.cells).map(Variable) {
                if search.known(cell).is_some() {
                    continue;
                }
                for value in [false, true] {
                    let follows = !possible[cell.index()][usize::from(!value)];
                    assert_eq!(parities.settle(cell.is(value), search, &budget), Ok(follows), "{round}");
                    sure += usize::from(follows);
                }
            }
        }
        contradictions += usize::from(!consistent);
        definitions += usize::from(replay(formula, search.derivation()) > 0);
    }
    assert!(contradictions > 50, "{contradictions} contradictions");
    assert!(sure > 500 && definitions > 50, "{sure} sure cells, {definitions} with definitions");
}

/// Goes through all steps: each follows by its hints, or belongs to a definition of a variable that
/// is in no step before it. How many definitions there are.
fn replay(formula: &Formula, notes: &Derivation) -> usize {
    let clause = |origin: &Origin| match *origin {
        Origin::Given(given) => formula.clause(given as usize),
        Origin::Derived(step) => notes.step(step).0,
    };
    let mut defined = 0;
    for step in 0..notes.len() {
        let (literals, hints) = notes.step(step);
        if let Some((at, place)) = notes.definition(step) {
            assert_eq!(Derivation::defined(literals[0].variable()), Some(at));
            assert_eq!(hints.is_empty(), place < 2);
            defined = at + 1;
            continue;
        }
        // Variables of definitions to come are not known yet.
        let is_known =
            |literal: &Literal| Derivation::defined(literal.variable()).is_none_or(|at| at < defined);
        assert!(literals.iter().all(is_known));
        let mut falsified: Vec<Literal> = literals.to_vec();
        for (i, hint) in hints.iter().enumerate() {
            let open: Vec<Literal> =
                clause(hint).iter().filter(|literal| !falsified.contains(literal)).copied().collect();
            assert_eq!(open.len(), usize::from(i + 1 < hints.len()), "step {step}, hint {i}");
            falsified.extend(open.iter().map(|&literal| !literal));
        }
        assert!(!hints.is_empty());
    }
    defined
}
