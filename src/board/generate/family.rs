//! The names of the families.

/// A kind of instance.
///
/// ```
/// use mineproof::board::generate::Family;
/// assert_eq!(Family::from_name("lattice5"), Some(Family::Lattice5));
/// assert!(Family::ALL.iter().all(|family| Family::from_name(family.name()) == Some(*family)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Mines by chance, free cells open by chance.
    Random,
    /// A random share of the board open and free, mines among the rest.
    Quarter,
    /// Open where x + y is even.
    Checkerboard,
    /// Every second row open.
    Rows,
    /// Open where x and y are even.
    Lattice2,
    /// Open where x + 2y is a multiple of five.
    Lattice5,
    /// A long narrow random board.
    Strip,
    /// A game interrupted where simple logic no longer helps.
    Midgame,
    /// A random labelled tree.
    Tree,
    /// A random graph with three neighbours everywhere.
    Regular3,
    /// A random graph of bounded treewidth.
    Treewidth,
    /// A uniformly random graph.
    RandomGraph,
    /// A random board of hexagons.
    Hex,
    /// A random board without borders.
    Torus,
    /// A random board of triangles.
    Triangle,
    /// A random box of cubes.
    Box,
    /// A board without any legal placement.
    Contradiction,
    /// A Boolean circuit on a king grid.
    Circuit,
    /// Parities on a random 3-regular graph.
    Tseitin,
    /// Pigeons in holes, on a graph.
    Pigeonhole,
    /// A contradictory board with a single minimal cause.
    Culprit,
}

impl Family {
    /// All families in the order in which they are listed to users.
    pub const ALL: &'static [Family] = &[
        Family::Random,
        Family::Quarter,
        Family::Checkerboard,
        Family::Rows,
        Family::Lattice2,
        Family::Lattice5,
        Family::Strip,
        Family::Midgame,
        Family::Tree,
        Family::Regular3,
        Family::Treewidth,
        Family::RandomGraph,
        Family::Hex,
        Family::Torus,
        Family::Triangle,
        Family::Box,
        Family::Contradiction,
        Family::Circuit,
        Family::Tseitin,
        Family::Pigeonhole,
        Family::Culprit,
    ];

    /// The families that are built, not drawn: their answers are known by construction, they never
    /// tell a total, and [`Hard`](super::Hard) has their parameters.
    pub const HARD: &'static [Family] =
        &[Family::Circuit, Family::Tseitin, Family::Pigeonhole, Family::Culprit];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        self.texts().0
    }

    /// The family with this name.
    pub fn from_name(name: &str) -> Option<Family> {
        Family::ALL.iter().copied().find(|family| family.name() == name)
    }

    /// One line for people who choose a family.
    pub fn describe(self) -> &'static str {
        self.texts().1
    }

    fn texts(self) -> (&'static str, &'static str) {
        match self {
            Family::Random => ("random", "each cell mined by chance, each free cell open by chance"),
            Family::Quarter => {
                ("quarter", "a random quarter of the board open and free, half of the rest mined")
            }
            Family::Checkerboard => {
                ("checkerboard", "mines anywhere; open where x + y is even and the cell free")
            }
            Family::Rows => ("rows", "every second row open and free, half of the rest mined"),
            Family::Lattice2 => ("lattice2", "open and free where x and y are even, half of the rest mined"),
            Family::Lattice5 => {
                ("lattice5", "open and free where x + 2y divides by 5, half of the rest mined")
            }
            Family::Strip => ("strip", "a random board 8 cells wide and 200 long"),
            Family::Midgame => ("midgame", "a game stopped where simple logic is stuck, its total told"),
            Family::Tree => ("tree", "a uniformly random labelled tree, mined and opened by chance"),
            Family::Regular3 => {
                ("regular3", "a uniformly random 3-regular graph, mined and opened by chance")
            }
            Family::Treewidth => ("treewidth", "a random partial k-tree, mined and opened by chance"),
            Family::RandomGraph => (
                "random-graph",
                "a uniformly random graph, by edges or by chance, mined and opened by chance",
            ),
            Family::Hex => ("hex", "a random board of hexagons"),
            Family::Torus => ("torus", "a random board whose borders are glued together"),
            Family::Triangle => ("triangle", "a random board of triangles"),
            Family::Box => ("box", "a random box of cubes"),
            Family::Contradiction => ("contradiction", "a board that surely has no legal placement"),
            Family::Circuit => ("circuit", "a formula, sum, product or parity as a circuit on a king grid"),
            Family::Tseitin => ("tseitin", "parities on a random 3-regular graph, hard for resolution"),
            Family::Pigeonhole => ("pigeonhole", "pigeons in holes, on a graph of degree 3 at most"),
            Family::Culprit => ("culprit", "a board whose contradiction has a single minimal cause"),
        }
    }
}
