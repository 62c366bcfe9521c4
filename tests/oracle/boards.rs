//! Random small boards of every kind.
//!
//! A hidden placement gives the numbers; then some boards are spoilt: one number changed, all
//! numbers drawn by chance, a total that is wrong. So there are consistent and inconsistent ones.

use mineproof::board::{Board, CellId, Label, Topology};
use mineproof::decomp::Graph;

use crate::dice::Dice;

/// A kind of board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Family {
    King,
    Orthogonal,
    Torus,
    NarrowTorus,
    Hex,
    Triangle,
    Box,
    Graph,
    Tree,
    Treewidth,
    /// Few hubs with many leaves, hence large numbers.
    Star,
}

impl Family {
    pub const ALL: [Family; 11] = [
        Family::King,
        Family::Orthogonal,
        Family::Torus,
        Family::NarrowTorus,
        Family::Hex,
        Family::Triangle,
        Family::Box,
        Family::Graph,
        Family::Tree,
        Family::Treewidth,
        Family::Star,
    ];
}

/// The most covered cells; few boards reach [`MANY_COVERED`].
const COVERED: usize = 11;
const MANY_COVERED: usize = 14;

/// A board of the family.
pub fn draw(family: Family, dice: &mut Dice) -> Board {
    let topology = draw_topology(family, dice);
    let cells = topology.len() as usize;
    let mut board = Board::new(topology, vec![Label::Covered; cells], None).unwrap();
    let hidden = hide_mines(&mut board, dice);
    let true_total = hidden.iter().filter(|&&mined| mined).count() as u64;
    spoil_numbers(&mut board, dice);
    let total = match dice.below(20) {
        0..8 => None,
        8..15 => Some(true_total),
        15..18 => Some(true_total.saturating_add_signed(dice.pick(&[-2, -1, 1, 2]))),
        18 => Some(u64::from(dice.below(cells as u32 + 3))),
        _ => Some(dice.pick(&[0, cells as u64, cells as u64 + 1, 40_000])),
    };
    board.set_mines(total);
    board
}

/// Draws mines, numbers and other labels; says where the mines are.
fn hide_mines(board: &mut Board, dice: &mut Dice) -> Vec<bool> {
    let (density, open) = (dice.pick(&[10, 20, 30, 45, 60, 80]), dice.pick(&[5, 15, 30, 50, 70, 90]));
    let (known, silent) = (dice.pick(&[0, 0, 10, 40]), dice.pick(&[0, 0, 10, 50]));
    let hidden: Vec<bool> = board.cells().map(|_| dice.chance(density, 100)).collect();
    let most = if dice.chance(1, 25) { MANY_COVERED } else { COVERED };
    let mut covered = Vec::new();
    for cell in board.cells() {
        let shows = if hidden[cell.index()] { dice.chance(known, 100) } else { dice.chance(open, 100) };
        if shows {
            reveal(board, cell, &hidden, dice.chance(silent, 100));
        } else {
            covered.push(cell);
        }
    }
    while covered.len() > most {
        let cell = covered.swap_remove(dice.below(covered.len() as u32) as usize);
        reveal(board, cell, &hidden, dice.chance(silent, 100));
    }
    hidden
}

fn reveal(board: &mut Board, cell: CellId, hidden: &[bool], silent: bool) {
    let around = board.neighbours(cell).iter().filter(|other| hidden[other.index()]).count() as u32;
    let label = match (hidden[cell.index()], silent) {
        (true, _) => Label::Mine,
        (false, true) => Label::Free,
        (false, false) => Label::Number(around),
    };
    board.set_label(cell, label);
}

fn spoil_numbers(board: &mut Board, dice: &mut Dice) {
    let is_open = |cell: &CellId| matches!(board.label(*cell), Label::Number(_));
    let open: Vec<CellId> = board.cells().filter(is_open).collect();
    if open.is_empty() {
        return;
    }
    let cell = dice.pick(&open);
    match dice.below(20) {
        // Off by one.
        0..3 => {
            let Label::Number(number) = board.label(cell) else { return };
            let other = if dice.chance(1, 2) { number + 1 } else { number.saturating_sub(1) };
            board.set_label(cell, Label::Number(other));
        }
        // Anything that the neighbours of each could be.
        3..5 => {
            for &cell in &open {
                let degree = board.neighbours(cell).len() as u32;
                board.set_label(cell, Label::Number(dice.below(degree + 1)));
            }
        }
        // More than there are neighbours.
        5 => {
            let number = dice.pick(&[8, 9, 15, 16, 31, 32, 255, 256, 65_536, u32::MAX]);
            board.set_label(cell, Label::Number(number));
        }
        _ => {}
    }
}

fn draw_topology(family: Family, dice: &mut Dice) -> Topology {
    let (width, height) = loop {
        let (width, height) = (dice.between(1, 8), dice.between(1, 6));
        if width * height <= 24 {
            break (width, height);
        }
    };
    match family {
        Family::King => Topology::King { width, height },
        Family::Orthogonal => Topology::Orthogonal { width, height },
        Family::Torus => Topology::Torus { width: width.max(3), height: height.max(3) },
        Family::NarrowTorus if dice.chance(1, 2) => Topology::Torus { width: dice.between(1, 2), height },
        Family::NarrowTorus => Topology::Torus { width, height: dice.between(1, 2) },
        Family::Hex => Topology::Hex { width, height },
        Family::Triangle => Topology::Triangle { width, height },
        Family::Box => {
            let mut side = || dice.between(1, 3);
            Topology::Box { width: side(), height: side(), depth: side() }
        }
        Family::Graph => Topology::Graph(draw_graph(dice)),
        Family::Tree => Topology::Graph(draw_tree(dice)),
        Family::Treewidth => Topology::Graph(draw_partial_ktree(dice)),
        Family::Star => Topology::Graph(draw_stars(dice)),
    }
}

fn draw_graph(dice: &mut Dice) -> Graph {
    let (n, density) = (dice.between(1, 20), dice.pick(&[5, 12, 25, 50, 80]));
    let pairs = (0..n).flat_map(|a| (0..a).map(move |b| (a, b)));
    let edges: Vec<(u32, u32)> = pairs.filter(|_| dice.chance(density, 100)).collect();
    Graph::from_edges(n as usize, &edges)
}

fn draw_tree(dice: &mut Dice) -> Graph {
    let n = dice.between(1, 24);
    // Near parents make long trees, any parents make bushy ones.
    let reach = dice.pick(&[1, 3, 24]);
    let edges: Vec<(u32, u32)> = (1..n).map(|v| (v, v - 1 - dice.below(v.min(reach)))).collect();
    Graph::from_edges(n as usize, &edges)
}

/// Each vertex joins some of a clique of k earlier vertices, and may replace one of them in it.
fn draw_partial_ktree(dice: &mut Dice) -> Graph {
    let (n, k) = (dice.between(1, 22), dice.between(2, 4));
    let mut clique: Vec<u32> = Vec::new();
    let mut edges = Vec::new();
    for v in 0..n {
        edges.extend(clique.iter().filter(|_| dice.chance(3, 4)).map(|&u| (u, v)));
        if clique.len() < k as usize {
            clique.push(v);
        } else if dice.chance(2, 3) {
            clique[dice.below(k) as usize] = v;
        }
    }
    Graph::from_edges(n as usize, &edges)
}

/// Hubs first, then leaves that touch one, two or three of them.
fn draw_stars(dice: &mut Dice) -> Graph {
    let (hubs, leaves) = (dice.between(1, 4), dice.between(4, 24));
    let mut edges = Vec::new();
    for leaf in hubs..hubs + leaves {
        let arms = dice.pick(&[1, 1, 2, 3]);
        edges.extend((0..arms).map(|_| (dice.below(hubs), leaf)));
    }
    Graph::from_edges((hubs + leaves) as usize, &edges)
}
