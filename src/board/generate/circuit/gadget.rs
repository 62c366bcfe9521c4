//! The pieces of a circuit, as pictures.
//!
//! # Theory
//! A gadget is a picture of 5×5 cells whose middles of sides may be ports:
//!
//! ```text
//!        top
//!      . . ? . .     ?  covered; on the rim it is a port
//!      . . 1 . .     1  open with that number
//! left ? 1 ? ? ? right     .  known to be free, no number shown
//!      . 1 ? 1 .
//!      . . . . .     (this one is AND)
//!       bottom
//! ```
//!
//! A wire carries true where its port is mined. Neighbouring gadgets share their rim, so a port is
//! one cell that both see. Numbers stand only inside, in the 3×3 cells in the middle, and see
//! nothing beyond the rim; so a gadget is a relation between its ports and nothing else. Each
//! gadget has exactly one completion inside for each legal choice of its ports, which is why
//! circuits have as many placements as their inputs have legal values. The tests enumerate all.
//!
//! Two covered cells with a 1 between them are opposite, so a straight wire (`? 1 ? 1 ?`) keeps
//! its value. The crossing turns the horizontal value over and keeps the vertical one; whoever
//! sends a value through crossings sends its opposite if their number is odd, which is why every
//! source has an inverting twin.
//! # Cost
//! 16 cells a gadget, at most five covered ones inside.
//! # What we changed
//! Kaye's gadgets show the number of every free cell and so fill rectangles of up to hundreds of
//! cells. With known free cells that show no number all fit the same small square. They were
//! found by annealing: label cells with Boolean functions of the inputs, show each number that
//! these make constant, and count what else satisfies them.
//! # References
//! R. Kaye, Minesweeper is NP-complete, Mathematical Intelligencer 22(2), 2000.

/// Cells from one gadget to the next.
pub(super) const PITCH: usize = 4;
/// Cells of a picture's side: the rims on both sides belong to it.
pub(super) const SIDE: usize = PITCH + 1;

/// A piece of a circuit; the ports it has when it is not turned are in brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gadget {
    /// Left and right are equal.
    Wire,
    /// Top and right are equal.
    Bend,
    /// Top and right are opposite.
    BendNot,
    /// Top, right and bottom are equal.
    Splitter,
    /// Left and right are opposite.
    Not,
    /// Right is left and top.
    And,
    /// Right is not (left and top).
    Nand,
    /// Right is left or top.
    Or,
    /// Right is not (left or top).
    Nor,
    /// Right is whether left and top differ.
    Xor,
    /// Right is whether left and top are equal.
    Xnor,
    /// Left and right are opposite, top and bottom are equal.
    Crossing,
    /// The end of a wire whose value is free (right).
    FreeEnd,
    /// The end of a wire that is true (right).
    TrueEnd,
    /// The end of a wire that is false (right).
    FalseEnd,
    /// A free value that goes nowhere.
    Island,
}

impl Gadget {
    /// Rows of the picture.
    pub fn picture(self) -> [&'static str; SIDE] {
        match self {
            Gadget::Wire => [".....", ".....", "?1?1?", ".....", "....."],
            Gadget::Bend => ["..?..", "..1..", "..?1?", ".....", "....."],
            Gadget::BendNot => ["..?..", "...1.", "....?", ".....", "....."],
            Gadget::Splitter => ["..?..", "..1..", "..?1?", "..1..", "..?.."],
            Gadget::Not => [".....", ".1?..", "?.1.?", "..?1.", "....."],
            Gadget::And => ["..?..", "..1..", "?1???", ".1?1.", "....."],
            Gadget::Nand => ["..?..", ".?22.", "??.??", ".12?.", "....."],
            Gadget::Or => ["..?..", "..2..", "?2???", ".2?3.", "....."],
            Gadget::Nor => ["..?..", ".?21.", "??.??", ".11?.", "....."],
            Gadget::Xor => ["..?..", ".?2..", "?2.??", "..?2.", "....."],
            Gadget::Xnor => ["..?..", "..1..", "??.??", ".1?1.", "....."],
            Gadget::Crossing => ["..?..", ".22?.", "???2?", ".22?.", "..?.."],
            Gadget::FreeEnd => [".....", ".....", "....?", ".....", "....."],
            Gadget::TrueEnd => [".....", ".....", "...1?", ".....", "....."],
            Gadget::FalseEnd => [".....", ".....", "...0?", ".....", "....."],
            Gadget::Island => [".....", ".....", "..?..", ".....", "....."],
        }
    }
}

/// How a picture is turned: first transposed, then mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Turn {
    /// Rows become columns: left becomes top, right becomes bottom.
    pub transposed: bool,
    /// Left becomes right.
    pub mirrored: bool,
    /// Top becomes bottom.
    pub upended: bool,
}

impl Turn {
    /// As drawn.
    pub const NONE: Turn = Turn { transposed: false, mirrored: false, upended: false };
    /// Rows become columns.
    pub const TRANSPOSED: Turn = Turn { transposed: true, ..Turn::NONE };

    /// Where a cell of the picture comes to lie.
    pub fn apply(self, (x, y): (usize, usize)) -> (usize, usize) {
        let (x, y) = if self.transposed { (y, x) } else { (x, y) };
        (if self.mirrored { PITCH - x } else { x }, if self.upended { PITCH - y } else { y })
    }
}

/// A cell of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// Known to be free, no number shown.
    Free,
    Covered,
    Number(u32),
}

/// A gadget turned: marks by row and column.
#[derive(Clone, Debug)]
pub(super) struct Patch(pub [[Mark; SIDE]; SIDE]);

impl Patch {
    pub fn new(gadget: Gadget, turn: Turn) -> Patch {
        let mut marks = [[Mark::Free; SIDE]; SIDE];
        for (y, row) in gadget.picture().iter().enumerate() {
            for (x, symbol) in row.chars().enumerate() {
                let (to_x, to_y) = turn.apply((x, y));
                marks[to_y][to_x] = match symbol {
                    '?' => Mark::Covered,
                    digit => digit.to_digit(10).map_or(Mark::Free, Mark::Number),
                };
            }
        }
        Patch(marks)
    }

    /// All covered cells, row by row.
    pub fn covered(&self) -> Vec<(usize, usize)> {
        let all = (0..SIDE * SIDE).map(|i| (i % SIDE, i / SIDE));
        all.filter(|&(x, y)| self.0[y][x] == Mark::Covered).collect()
    }

    /// All ways to mine the covered cells that meet the numbers, as lists of mined cells.
    pub fn completions(&self) -> Vec<Vec<(usize, usize)>> {
        let covered = self.covered();
        let choose = |bits: u32| -> Vec<(usize, usize)> {
            let mined = covered.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
            mined.map(|(_, &cell)| cell).collect()
        };
        (0..1 << covered.len()).map(choose).filter(|mined| self.is_met(mined)).collect()
    }

    fn is_met(&self, mined: &[(usize, usize)]) -> bool {
        let near = |(a, b): (usize, usize), x: usize, y: usize| a.abs_diff(x) <= 1 && b.abs_diff(y) <= 1;
        self.0.iter().enumerate().all(|(y, row)| {
            row.iter().enumerate().all(|(x, mark)| match *mark {
                Mark::Number(wanted) => {
                    mined.iter().filter(|&&cell| near(cell, x, y)).count() == wanted as usize
                }
                _ => true,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Gadget, Mark, PITCH, Patch, SIDE, Turn};

    const MIDDLE: usize = PITCH / 2;
    const LEFT: (usize, usize) = (0, MIDDLE);
    const TOP: (usize, usize) = (MIDDLE, 0);
    const RIGHT: (usize, usize) = (PITCH, MIDDLE);
    const BOTTOM: (usize, usize) = (MIDDLE, PITCH);

    /// A relation between ports: the ports, and whether their values go together.
    type Relation = (Gadget, &'static [(usize, usize)], fn(&[bool]) -> bool);

    const RELATIONS: [Relation; 15] = [
        (Gadget::Wire, &[LEFT, RIGHT], |v| v[0] == v[1]),
        (Gadget::Bend, &[TOP, RIGHT], |v| v[0] == v[1]),
        (Gadget::BendNot, &[TOP, RIGHT], |v| v[0] != v[1]),
        (Gadget::Splitter, &[TOP, RIGHT, BOTTOM], |v| v[0] == v[1] && v[0] == v[2]),
        (Gadget::Not, &[LEFT, RIGHT], |v| v[0] != v[1]),
        (Gadget::And, &[LEFT, TOP, RIGHT], |v| v[2] == (v[0] && v[1])),
        (Gadget::Nand, &[LEFT, TOP, RIGHT], |v| v[2] != (v[0] && v[1])),
        (Gadget::Or, &[LEFT, TOP, RIGHT], |v| v[2] == (v[0] || v[1])),
        (Gadget::Nor, &[LEFT, TOP, RIGHT], |v| v[2] != (v[0] || v[1])),
        (Gadget::Xor, &[LEFT, TOP, RIGHT], |v| v[2] == (v[0] != v[1])),
        (Gadget::Xnor, &[LEFT, TOP, RIGHT], |v| v[2] == (v[0] == v[1])),
        (Gadget::Crossing, &[LEFT, RIGHT, TOP, BOTTOM], |v| v[0] != v[1] && v[2] == v[3]),
        (Gadget::FreeEnd, &[RIGHT], |_| true),
        (Gadget::TrueEnd, &[RIGHT], |v| v[0]),
        (Gadget::FalseEnd, &[RIGHT], |v| !v[0]),
    ];

    fn turns() -> impl Iterator<Item = Turn> {
        (0..8).map(|i| Turn { transposed: i & 1 == 1, mirrored: i & 2 == 2, upended: i & 4 == 4 })
    }

    /// Legal values of the ports have exactly one completion, all others none; turned or not.
    #[test]
    fn gadgets_are_their_relations() {
        for (gadget, ports, relation) in RELATIONS {
            for turn in turns() {
                let patch = Patch::new(gadget, turn);
                let ports: Vec<_> = ports.iter().map(|&port| turn.apply(port)).collect();
                let completions = patch.completions();
                for bits in 0..1 << ports.len() {
                    let values: Vec<bool> = (0..ports.len()).map(|i| bits >> i & 1 == 1).collect();
                    let with = completions.iter().filter(|mined| {
                        ports.iter().zip(&values).all(|(port, &value)| mined.contains(port) == value)
                    });
                    let wanted = usize::from(relation(&values));
                    assert_eq!(with.count(), wanted, "{gadget:?} {turn:?} {values:?}");
                }
            }
        }
    }

    /// Nothing but ports is covered on the rim, no number stands there, and the ports are those
    /// of the relation: what one gadget shows is nothing to the next.
    #[test]
    fn gadgets_touch_only_at_ports() {
        for (gadget, ports, _) in RELATIONS {
            let Patch(marks) = Patch::new(gadget, Turn::NONE);
            for (x, y) in (0..SIDE * SIDE).map(|i| (i % SIDE, i / SIDE)) {
                if [x, y].iter().any(|&at| at == 0 || at == PITCH) {
                    let wanted = if ports.contains(&(x, y)) { Mark::Covered } else { Mark::Free };
                    assert_eq!(marks[y][x], wanted, "{gadget:?} at {x},{y}");
                }
            }
        }
    }

    /// An unused variable counts twice, and touches nothing.
    #[test]
    fn an_island_is_free() {
        assert_eq!(Patch::new(Gadget::Island, Turn::NONE).completions().len(), 2);
    }

    /// Crossing and inverter side by side cross two wires and keep both values.
    #[test]
    fn a_crossing_and_an_inverter_keep_both_values() {
        let crossings = Patch::new(Gadget::Crossing, Turn::NONE).completions();
        let inverters = Patch::new(Gadget::Not, Turn::NONE).completions();
        let mut seen = Vec::new();
        for crossing in &crossings {
            for inverter in inverters.iter().filter(|i| i.contains(&LEFT) == crossing.contains(&RIGHT)) {
                assert_eq!(crossing.contains(&LEFT), inverter.contains(&RIGHT));
                assert_eq!(crossing.contains(&TOP), crossing.contains(&BOTTOM));
                seen.push((crossing.contains(&LEFT), crossing.contains(&TOP)));
            }
        }
        seen.sort_unstable();
        assert_eq!(seen, [(false, false), (false, true), (true, false), (true, true)]);
    }
}
