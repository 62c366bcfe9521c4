//! What the papers say, wherever an analysis can check it. Golan's trees are in `tree_engine`.

use mineproof::algebra::{Fraction, Polynomial, binomial};
use mineproof::analysis::{Analysis, EngineChoice};
use mineproof::board::{Board, CellId, Label, Topology};
use mineproof::budget::Budget;
use mineproof::decomp::Graph;
use mineproof::engine::enumerate;
use mineproof::formats::read_board;
use num_bigint::BigUint;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

const ENGINES: [EngineChoice; 3] = [EngineChoice::Auto, EngineChoice::Enumerate, EngineChoice::TreeDp];

fn read(text: &str) -> Board {
    read_board("-", text.as_bytes(), None, &Budget::unlimited()).unwrap()
}

fn analyse(board: &Board) -> Analysis<'_> {
    Analysis::new(board, EngineChoice::Auto, &Budget::unlimited()).unwrap()
}

fn count(board: &Board) -> BigUint {
    analyse(board).count().unwrap()
}

/// Every engine gives the board so many placements and its covered cells these probabilities.
fn check_probabilities(text: &str, placements: u32, expected: &str) {
    let board = read(text);
    for engine in ENGINES {
        let analysis = Analysis::new(&board, engine, &Budget::unlimited()).unwrap();
        let found = analysis.probabilities().unwrap().unwrap();
        let shown: Vec<String> = found.cells.iter().map(|(_, chance)| chance.to_string()).collect();
        assert_eq!(shown.join(" "), expected, "{engine:?}\n{text}");
        assert_eq!(found.count, placements.into(), "{engine:?}\n{text}");
        assert_eq!(analysis.count(), Ok(placements.into()), "{engine:?}\n{text}");
    }
}

/// Every engine gives the board these counts by mines.
fn check_by_mines(text: &str, expected: &[(u64, u32)]) {
    let board = read(text);
    let expected: Vec<(u64, BigUint)> = expected.iter().map(|&(k, n)| (k, n.into())).collect();
    for engine in ENGINES {
        let analysis = Analysis::new(&board, engine, &Budget::unlimited()).unwrap();
        assert_eq!(analysis.by_mines().as_ref(), Ok(&expected), "{engine:?}\n{text}");
    }
}

const CS70_FIGURE_2: &str = "????\n?2??\n????\n??21\n";

#[test]
fn cs70_displays() {
    // The mine known at (1,2), row 1 at the bottom, leaves three of four to be found.
    check_probabilities("mines 4\n????\n*???\n2?2?", 24, "1/4 1/4 1/4 1/4 1/2 1/3 1/3 1/2 1/3");
    check_probabilities(
        &format!("mines 6\n{CS70_FIGURE_2}"),
        57,
        "17/57 17/57 17/57 14/19 17/57 17/57 14/19 17/57 2/19 2/19 17/19 14/19 17/19",
    );
}

#[test]
fn cs70_weighs_a_fringe_model_by_the_background() {
    let mut board = read(CS70_FIGURE_2);
    let reduced = analyse(&board).reduced().clone();
    assert_eq!((reduced.background.len(), reduced.sure_mines()), (3, 0));
    let polynomial =
        |part: &mineproof::reduce::Part| enumerate::polynomial(&part.component, &Budget::unlimited());
    let factors = reduced.parts.iter().map(polynomial).collect::<Result<Vec<_>, _>>().unwrap();
    let fringe = Polynomial::product(&factors, &Budget::unlimited()).unwrap();
    for total in 0..=16 {
        board.set_mines(Some(total));
        let fitting = fringe.terms().filter(|(mines, _)| *mines <= total);
        let expected: BigUint = fitting.map(|(mines, models)| models * binomial(3, total - mines)).sum();
        assert_eq!(count(&board), expected, "{total} mines");
    }
}

#[test]
fn cs70_prior_after_a_safe_first_click() {
    for (width, height, mines) in [(4u32, 4u32, 6u32), (8, 8, 10), (30, 16, 99), (3, 1, 2), (2, 2, 0)] {
        let cells = width * height;
        let mut board = covered(width, height, mines);
        board.set_label(CellId(cells / 2), Label::Free);
        let prior = Fraction::new(mines.into(), (cells - 1).into());
        let found = analyse(&board).probabilities().unwrap().unwrap();
        assert_eq!(found.cells.len() as u32, cells - 1);
        assert!(found.cells.iter().all(|(_, chance)| *chance == prior), "{width}x{height}/{mines}");
        assert_eq!(found.count, binomial(u64::from(cells) - 1, mines.into()));
    }
}

#[test]
fn cs70_number_of_strategies() {
    // ∏ (N−i)^(9^i) for i = 0..N−M−1.
    let (cells, mines) = (6u32, 3u32);
    let strategies: BigUint = (0..cells - mines).map(|i| BigUint::from(cells - i).pow(9u32.pow(i))).product();
    assert_eq!(strategies.to_string(), "68507889249886074290797726533575766546371837952000000000");
}

#[test]
fn golan_2011_labels_and_table_1() {
    // Single vertices: ?, numbers, a known mine, a known free vertex.
    for (label, rows) in [
        ("?", &[(0, 1), (1, 1)][..]),
        ("0", &[(0, 1)]),
        ("1", &[]),
        ("7", &[]),
        ("*", &[(1, 1)]),
        ("_", &[(0, 1)]),
    ] {
        check_by_mines(&format!("p minesweeper 1 0\nl 1 {label}\n"), rows);
    }
    // A known mine is subtracted from its neighbours; below zero there is no assignment.
    check_by_mines("*0?", &[]);
    check_by_mines("*1?", &[(1, 1)]);
    check_by_mines("*2?", &[(2, 1)]);
    check_by_mines("*3?", &[]);
    check_by_mines("_0?", &[(0, 1)]);
    check_by_mines("_1?", &[(1, 1)]);
    check_by_mines("_2?", &[]);
    check_by_mines("mines 1\n*1?", &[(1, 1)]);
    check_by_mines("mines 0\n*1?", &[]);
}

/// A graph on which some vertices are open, with numbers of a hidden placement or of chance.
fn random_graph(below: &mut impl FnMut(u32) -> u32) -> Board {
    let (n, reach) = (2 + below(11), 1 + below(5));
    let density = 1 + below(4);
    let mut edges = Vec::new();
    for v in 1..n {
        // Edges to the last few vertices alone bound the treewidth.
        edges.extend((v.saturating_sub(reach)..v).filter(|_| below(5) < density).map(|u| (u, v)));
    }
    let topology = Topology::Graph(Graph::from_edges(n as usize, &edges));
    let mut board = Board::new(topology, vec![Label::Covered; n as usize], None).unwrap();
    let hidden: Vec<bool> = (0..n).map(|_| below(3) == 0).collect();
    let by_chance = below(4) == 0;
    for cell in board.cells() {
        if !hidden[cell.index()] && below(2) == 0 {
            let around = board.neighbours(cell);
            let mines = around.iter().filter(|other| hidden[other.index()]).count() as u32;
            let number = if by_chance { below(around.len() as u32 + 1) } else { mines };
            board.set_label(cell, Label::Number(number));
        }
    }
    board
}

/// Proposition 5.2: a total is one more number that touches everything. Being open itself, the
/// apex adds nothing to the numbers around it.
fn with_apex(board: &Board, total: u32) -> Board {
    let Topology::Graph(graph) = board.topology() else { panic!("graphs only") };
    let apex = board.len() as u32;
    let edges: Vec<(u32, u32)> = graph.edges().chain((0..apex).map(|v| (v, apex))).collect();
    let labels = [board.labels(), &[Label::Number(total)]].concat();
    Board::new(Topology::Graph(Graph::from_edges(board.len() + 1, &edges)), labels, None).unwrap()
}

#[test]
fn golan_2011_treewidth_and_apex() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(52);
    let mut below = |n: u32| (rng.next_u64() % u64::from(n)) as u32;
    let mut consistent = 0;
    for _ in 0..1500 {
        let mut board = random_graph(&mut below);
        let by = |engine| {
            let analysis = Analysis::new(&board, engine, &Budget::unlimited()).unwrap();
            (analysis.count().unwrap(), analysis.by_mines().unwrap(), analysis.probabilities().unwrap())
        };
        let (all, rows, _) = by(EngineChoice::Enumerate);
        assert_eq!(by(EngineChoice::TreeDp), by(EngineChoice::Enumerate), "{board:?}");
        consistent += u32::from(!rows.is_empty());
        let mut sum = BigUint::ZERO;
        for total in 0..=board.len() as u32 {
            board.set_mines(Some(total.into()));
            let row =
                rows.iter().find(|row| row.0 == u64::from(total)).map_or(BigUint::ZERO, |row| row.1.clone());
            assert_eq!(count(&board), row, "{board:?}");
            assert_eq!(count(&with_apex(&board, total)), row, "{board:?}");
            sum += row;
        }
        assert_eq!(sum, all, "{board:?}");
    }
    assert!((900..1500).contains(&consistent), "{consistent}");
}

#[test]
fn golan_2011_example_5_1() {
    // P7 = (1 + x1x2)(1 + x2x3)(1 + x1x3), one factor for each of v4, v5 and v6.
    let factors = [[1, 1, 0], [0, 1, 1], [1, 0, 1]];
    let mut p7 = std::collections::BTreeMap::new();
    for mined in 0..8 {
        let power = |v: usize| (0..3).filter(|&f| mined >> f & 1 == 1).map(|f| factors[f][v]).sum::<u32>();
        *p7.entry([power(0), power(1), power(2)]).or_insert(0u32) += 1;
    }
    let single = ["000", "011", "101", "110", "112", "121", "211", "222"];
    for labels in 0..64 {
        let [a, b, c] = [labels / 16, labels / 4 % 4, labels % 4];
        let text = format!(
            "p minesweeper 6 6\ne 4 1\ne 4 2\ne 5 2\ne 5 3\ne 6 1\ne 6 3\nl 1 {a}\nl 2 {b}\nl 3 {c}\n"
        );
        let expected = u32::from(single.contains(&format!("{a}{b}{c}").as_str()));
        assert_eq!(p7.get(&[a, b, c]).copied().unwrap_or(0), expected, "{a}{b}{c}");
        assert_eq!(count(&read(&text)), expected.into(), "{a}{b}{c}");
    }
}

#[test]
fn golan_2014_figure_3() {
    let tree = "p minesweeper 7 6\ne 1 4\ne 2 4\ne 3 4\ne 4 5\ne 5 6\ne 5 7\nl 4 1\nl 5 1\nmines 2\n";
    check_probabilities(tree, 6, "1/3 1/3 1/3 1/2 1/2");
}

#[test]
fn tu_table_3_position() {
    check_probabilities("mines 2\n?1????", 6, "1/2 1/2 1/3 1/3 1/3");
    // What g1, g3, g4, g5 and g6 would show, if free.
    let board = read("mines 2\n?1????");
    let analysis = analyse(&board);
    let shown = |x| -> Vec<String> {
        let rows = analysis.shown_numbers(CellId(x)).unwrap().unwrap();
        rows.iter().map(|(number, chance)| format!("{number}: {chance}")).collect()
    };
    assert_eq!(shown(0), ["0: 1/1"]);
    assert_eq!(shown(2), ["0: 2/3", "1: 1/3"]);
    assert_eq!(shown(3), ["0: 1/4", "1: 1/2", "2: 1/4"]);
    assert_eq!(shown(4), ["1: 1/1"]);
    assert_eq!(shown(5), ["0: 1/2", "1: 1/2"]);
}

/// A covered king grid with a total.
fn covered(width: u32, height: u32, mines: u32) -> Board {
    let labels = vec![Label::Covered; (width * height) as usize];
    Board::new(Topology::King { width, height }, labels, Some(mines.into())).unwrap()
}

/// The chance to survive a second move after a safe first one at a cell: the number it shows, then
/// the cell that is least likely mined.
fn check_two_moves((width, height, mines): (u32, u32, u32), first: u32, expected: &str) {
    let board = covered(width, height, mines);
    let mut survival = Fraction::zero();
    for (number, chance) in analyse(&board).shown_numbers(CellId(first)).unwrap().unwrap() {
        let mut opened = board.clone();
        opened.set_label(CellId(first), Label::Number(number));
        let found = analyse(&opened).probabilities().unwrap().unwrap();
        let least = found.cells.iter().map(|(_, mine)| mine).min().unwrap();
        survival = survival.plus(&chance.times(&least.complement()));
    }
    assert_eq!(survival.to_string(), expected, "{width}x{height}/{mines} from {first}");
}

#[test]
fn tu_table_1_survival_of_two_moves() {
    check_two_moves((8, 8, 10), 0, "37312/39711");
    check_two_moves((16, 16, 40), 0, "32281003/34412301");
    check_two_moves((30, 16, 99), 0, "92522305/103147381");
}

#[test]
fn tu_lemma_1_is_not_general() {
    check_two_moves((4, 4, 5), 0, "212/273");
    check_two_moves((4, 4, 5), 1, "334/429");
}
