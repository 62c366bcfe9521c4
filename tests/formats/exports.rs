//! Exports for other solvers, read back by the plainest means and compared with enumeration.

use super::samples::boards;
use super::{placements, read, write};
use mineproof::board::{Board, Label};
use mineproof::decomp::pace;
use mineproof::encode::Encoding;
use mineproof::formats::{Format, write_cnf};
use proptest::prelude::*;

proptest! {
    #[test]
    fn models_are_placements(board in boards(3)) {
        prop_assert_eq!(cnf_models(&write(&board, Format::Cnf)), placements(&board));
        for encoding in Encoding::ALL {
            let mut text = Vec::new();
            write_cnf(&board, encoding, &mut text).unwrap();
            prop_assert_eq!(cnf_models(std::str::from_utf8(&text).unwrap()), placements(&board));
        }
    }

    #[test]
    fn solutions_are_placements(board in boards(3)) {
        prop_assert_eq!(opb_solutions(&write(&board, Format::Opb)), placements(&board));
    }

    #[test]
    fn numbers_touch_if_they_share_a_covered_cell(board in boards(5)) {
        prop_assert_eq!(gr_body(&write(&board, Format::Gr)), expected_gr(&board));
    }

    #[test]
    fn decompositions_are_of_the_graph_that_is_exported(board in boards(5)) {
        let graph = pace::read_gr(write(&board, Format::Gr).as_bytes()).unwrap();
        let (decomposition, vertices) = pace::read_td(write(&board, Format::Td).as_bytes()).unwrap();
        prop_assert_eq!(vertices as usize, graph.len());
        prop_assert_eq!(decomposition.check(&graph), Ok(()));
    }
}

#[test]
fn every_covered_cell_is_a_variable() {
    for (text, models) in
        [("????", 16), ("1?_??", 4), ("mines 2\n????", 6), ("mines 9\n?", 0), ("2?", 0), ("1", 0), ("0", 1)]
    {
        let board = read(text, None).unwrap();
        assert_eq!(cnf_models(&write(&board, Format::Cnf)).len(), models, "{text}");
        assert_eq!(opb_solutions(&write(&board, Format::Opb)).len(), models, "{text}");
    }
}

fn cnf_models(text: &str) -> Vec<u32> {
    assert!(text.starts_with("c t mc\np cnf "));
    let mut lines = text.lines().filter(|line| !line.starts_with('c'));
    let header: Vec<_> = lines.next().unwrap().split(' ').collect();
    let variables: u32 = header[2].parse().unwrap();
    let clauses: Vec<Vec<i32>> = lines
        .map(|line| line.strip_suffix('0').unwrap().split_whitespace().map(|l| l.parse().unwrap()).collect())
        .collect();
    assert_eq!(clauses.len().to_string(), header[3]);
    assert!(clauses.iter().flatten().all(|l| (1..=variables).contains(&l.unsigned_abs())));
    // Cells come first and determine the rest: one model at most for each choice of theirs.
    let cells = text.lines().filter(|line| line.starts_with("c ") && line.contains(" is ")).count();
    (0..1 << cells)
        .filter(|&bits| is_extended_in_one_way(&clauses, bits, cells, variables as usize))
        .collect()
}

/// Whether unit propagation leaves nothing open from these cells on, and breaks no clause.
fn is_extended_in_one_way(clauses: &[Vec<i32>], bits: u32, cells: usize, variables: usize) -> bool {
    let mut values: Vec<Option<bool>> =
        (0..variables).map(|i| (i < cells).then(|| bits >> i & 1 == 1)).collect();
    loop {
        let before = values.iter().flatten().count();
        for clause in clauses {
            let holds = |l: &&i32| values[l.unsigned_abs() as usize - 1].map(|value| value == (**l > 0));
            if clause.iter().any(|l| holds(&l) == Some(true)) {
                continue;
            }
            let open: Vec<i32> = clause.iter().filter(|l| holds(l).is_none()).copied().collect();
            match open[..] {
                [] => return false,
                [unit] => values[unit.unsigned_abs() as usize - 1] = Some(unit > 0),
                _ => {}
            }
        }
        if values.iter().flatten().count() == before {
            assert_eq!(before, variables, "the cells leave a variable open");
            return true;
        }
    }
}

fn opb_solutions(text: &str) -> Vec<u32> {
    let (comments, equations): (Vec<_>, Vec<_>) = text.lines().partition(|line| line.starts_with('*'));
    let header: Vec<_> = comments[0].split(' ').collect();
    let variables: u32 = header[2].parse().unwrap();
    assert_eq!(
        [header[1], header[3], header[4]],
        ["#variable=", "#constraint=", &equations.len().to_string()]
    );
    let meets = |bits: u32, line: &str| {
        let (sum, value) = line.strip_suffix(" ;").unwrap().split_once(" = ").unwrap();
        let terms = sum.split("+1 x").skip(1).map(|term| term.trim().parse::<u32>().unwrap());
        terms.map(|x| bits >> (x - 1) & 1).sum::<u32>().to_string() == value
    };
    (0..1 << variables).filter(|&bits| equations.iter().all(|line| meets(bits, line))).collect()
}

fn gr_body(text: &str) -> Vec<String> {
    text.lines().filter(|line| !line.starts_with('c')).map(str::to_owned).collect()
}

/// The same graph, straight from its definition.
fn expected_gr(board: &Board) -> Vec<String> {
    let sees = |cell| -> Vec<_> {
        let all = board.neighbours(cell).into_iter();
        all.filter(|&other| board.label(other) == Label::Covered).collect()
    };
    let numbers: Vec<_> = board
        .cells()
        .filter(|&cell| matches!(board.label(cell), Label::Number(_)))
        .map(sees)
        .filter(|seen| !seen.is_empty())
        .collect();
    let mut edges = Vec::new();
    for (i, a) in numbers.iter().enumerate() {
        for (j, b) in numbers.iter().enumerate().skip(i + 1) {
            if a.iter().any(|cell| b.contains(cell)) {
                edges.push(format!("{} {}", i + 1, j + 1));
            }
        }
    }
    edges.insert(0, format!("p tw {} {}", numbers.len(), edges.len()));
    edges
}
