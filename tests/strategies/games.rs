//! Positions in the middle of random games on small boards of all kinds.

use mineproof::board::{CellId, Topology};
use mineproof::decomp::Graph;
use mineproof::play::{Deal, Field, Luck, Promise};

/// What kind of board.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// The usual grid.
    King,
    /// Sides alone.
    Orthogonal,
    /// Borders glued together.
    Torus,
    /// Hexagons.
    Hex,
    /// Triangles.
    Triangle,
    /// Any graph.
    Graph,
}

/// How many of its cells are mined.
#[derive(Clone, Copy, Debug)]
pub enum Mines {
    /// About a fifth.
    Usual,
    /// One, two or three.
    Few,
    /// All but a few.
    Most,
}

/// A field of at most 20 cells, and the mines of a game on it.
pub fn draw(kind: Kind, mines: Mines, luck: &mut Luck) -> (Field, Deal) {
    let topology = topology(kind, luck);
    let cells = topology.len() as usize;
    let mines = match mines {
        Mines::Usual => cells / 8 + luck.below(cells / 4 + 1),
        Mines::Few => 1 + luck.below(3),
        Mines::Most => (cells - 1).saturating_sub(luck.below(5)),
    };
    let field = Field::new(topology, mines.clamp(1, cells - 1) as u64).unwrap();
    let mut deal = Deal::default();
    deal.draw(&field, luck.below(cells) as u32, Promise::Nothing, luck);
    (field, deal)
}

fn topology(kind: Kind, luck: &mut Luck) -> Topology {
    let width = 2 + luck.below(5) as u32;
    let height = 2 + luck.below((20 / width - 1) as usize) as u32;
    match kind {
        Kind::King => Topology::King { width, height },
        Kind::Orthogonal => Topology::Orthogonal { width, height },
        Kind::Torus => Topology::Torus { width, height },
        Kind::Hex => Topology::Hex { width, height },
        Kind::Triangle => Topology::Triangle { width, height },
        Kind::Graph => {
            let vertices = 6 + luck.below(13);
            let sparse = 2 + luck.below(6);
            let mut edges = Vec::new();
            for a in 0..vertices as u32 {
                edges.extend((0..a).filter(|_| luck.below(sparse) == 0).map(|b| (b, a)));
            }
            Topology::Graph(Graph::from_edges(vertices, &edges))
        }
    }
}

/// Free cells to be opened at random: about one in `rarely`.
pub fn openings(field: &Field, deal: &Deal, rarely: usize, luck: &mut Luck) -> Vec<CellId> {
    let free = (0..field.len() as u32).filter(|&cell| !deal.mined[cell as usize]);
    free.filter(|_| luck.below(rarely) == 0).map(CellId).collect()
}
