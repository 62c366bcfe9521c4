//! Made-up and worked-out findings through every writer.

use super::*;
use crate::board::{Label, Topology};
use crate::decomp::Graph;
use crate::report::picture::Screen;

fn fraction(a: u32, b: u32) -> Fraction {
    Fraction::new(a.into(), b.into())
}

/// The board of the literal: rows separated by `/`.
fn board(rows: &str, mines: Option<u64>) -> Board {
    let rows: Vec<&str> = rows.split('/').collect();
    let label = |c: char| match c {
        '?' => Label::Covered,
        '*' => Label::Mine,
        '_' => Label::Free,
        digit => Label::Number(digit.to_digit(10).unwrap()),
    };
    let labels = rows.iter().flat_map(|row| row.chars().map(label)).collect();
    let topology = Topology::King { width: rows[0].len() as u32, height: rows.len() as u32 };
    Board::new(topology, labels, mines).unwrap()
}

fn json(findings: &Findings) -> String {
    let mut out = Vec::new();
    json::write(findings, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn text(findings: &Findings, screen: Screen) -> String {
    let mut out = Vec::new();
    text::write(findings, screen, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

const PLAIN: Screen = Screen { colour: false, columns: None };
const COLOUR: Screen = Screen { colour: true, columns: None };

/// `1??` with no total: a mine at 1,0; nothing known of 2,0.
fn answered(board: &Board, question: Question) -> Findings<'_> {
    let mut f = Findings::new("b.txt", board, question);
    f.consistent = Some(true);
    f.engine = Some("treedp".to_owned());
    f.seconds = 0.25;
    f.witness = Finding::Known(vec![CellId(1)]);
    f.sure = Finding::Known(SureCells { free: vec![], mined: vec![CellId(1)], undecided: 1 });
    f.count = Some("2".to_owned());
    f.by_mines = Some(vec![(1, 1u32.into()), (2, 1u32.into())]);
    f.probabilities = Finding::Known(Probabilities {
        count: 2u32.into(),
        cells: vec![(CellId(1), Fraction::one()), (CellId(2), fraction(1, 2))],
    });
    f.numbers = vec![Finding::Impossible, Finding::Known(vec![(1, Fraction::one())])];
    f.bounds = Finding::Known((1, 2));
    f.placements = Some(Placements { placements: vec![vec![CellId(1)]], complete: false });
    f.components = Some(vec![ComponentReport {
        cells: 1,
        numbers: 1,
        boxes: 1,
        engine: "treedp",
        width: 1,
        largest_table: 2,
        why: "small".to_owned(),
    }]);
    f
}

fn questions() -> Vec<Question> {
    vec![
        Question::Check { why: false },
        Question::Safe { cell: None, explain: false, why: false },
        Question::Safe { cell: Some(CellId(1)), explain: false, why: false },
        Question::Count { by_mines: true },
        Question::Prob { numbers: vec![CellId(1), CellId(2)] },
        Question::Bounds { region: None },
        Question::Bounds { region: Some(vec![CellId(1), CellId(2)]) },
        Question::Enumerate { limit: Some(1) },
        Question::Analyze,
    ]
}

#[test]
fn answered_boards() {
    let board = board("1??", None);
    let all = questions();
    let lines: String = all.iter().map(|q| json(&answered(&board, q.clone()))).collect();
    insta::assert_snapshot!("answered_json", lines);
    let pages: Vec<String> = all.iter().map(|q| text(&answered(&board, q.clone()), PLAIN)).collect();
    insta::assert_snapshot!("answered_text", pages.join("---\n"));
}

#[test]
fn inconsistent_boards() {
    let board = board("3??", None);
    let found = |question| {
        let mut f = Findings::new("b.txt", &board, question);
        f.consistent = Some(false);
        f.engine = Some("reduction".to_owned());
        f.witness = Finding::Impossible;
        f.sure = Finding::Impossible;
        f.count = Some("0".to_owned());
        f.by_mines = Some(vec![]);
        f.probabilities = Finding::Impossible;
        f.numbers = vec![Finding::Impossible, Finding::Impossible];
        f.bounds = Finding::Impossible;
        f.placements = Some(Placements { placements: vec![], complete: true });
        f.components = Some(vec![]);
        f
    };
    let all = questions();
    insta::assert_snapshot!(
        "inconsistent_json",
        all.iter().map(|q| json(&found(q.clone()))).collect::<String>()
    );
    let pages: Vec<String> = all.iter().map(|q| text(&found(q.clone()), PLAIN)).collect();
    insta::assert_snapshot!("inconsistent_text", pages.join("---\n"));
}

#[test]
fn stopped_boards_keep_what_was_found() {
    let board = board("1??", None);
    let found = |question| {
        let mut f = Findings::new("b.txt", &board, question);
        f.consistent = Some(true);
        f.engine = Some("treedp".to_owned());
        f.sure = Finding::Known(SureCells { free: vec![], mined: vec![CellId(1)], undecided: 1 });
        f.stopped = Some(StopReason::Memory);
        f
    };
    let all = questions();
    insta::assert_snapshot!("stopped_json", all.iter().map(|q| json(&found(q.clone()))).collect::<String>());
    let pages: Vec<String> = all.iter().map(|q| text(&found(q.clone()), PLAIN)).collect();
    insta::assert_snapshot!("stopped_text", pages.join("---\n"));
}

#[test]
fn graphs_have_a_table_and_boxes_have_layers() {
    let graph = Topology::Graph(Graph::from_edges(3, &[(0, 1), (0, 2)]));
    let graph = Board::new(graph, vec![Label::Number(1), Label::Covered, Label::Covered], None).unwrap();
    let question = Question::Prob { numbers: vec![] };
    insta::assert_snapshot!("graph_text", text(&answered(&graph, question.clone()), PLAIN));
    insta::assert_snapshot!("graph_json", json(&answered(&graph, question.clone())));
    let cube = Topology::Box { width: 1, height: 1, depth: 3 };
    let cube = Board::new(cube, vec![Label::Number(1), Label::Covered, Label::Covered], None).unwrap();
    insta::assert_snapshot!("cube_text", text(&answered(&cube, question.clone()), PLAIN));
    insta::assert_snapshot!("cube_json", json(&answered(&cube, question)));
}

#[test]
fn pictures_show_every_kind_of_cell() {
    let board = board("9*_????", None);
    let cells = [(3, 0, 1), (4, 1, 1000), (5, 999, 1000), (6, 1, 1)];
    let found = Probabilities {
        count: 1u32.into(),
        cells: cells.iter().map(|&(cell, a, b)| (CellId(cell), fraction(a, b))).collect(),
    };
    let plain = picture::draw(&board, Some(&found), None, PLAIN).unwrap();
    insta::assert_snapshot!("picture_plain", plain);
    let coloured = picture::draw(&board, Some(&found), None, COLOUR).unwrap();
    insta::assert_snapshot!("picture_colour", coloured.replace('\u{1b}', "ESC"));
    let narrow = Screen { colour: false, columns: Some(20) };
    insta::assert_snapshot!("picture_narrow", picture::draw(&board, Some(&found), None, narrow).unwrap());
}

#[test]
fn very_wide_boards_are_not_drawn() {
    let wide = board(&"?".repeat(201), None);
    let said = picture::draw(&wide, None, None, PLAIN).unwrap();
    assert_eq!(said, "(not drawn: 201 columns are more than 200)\n");
}

#[test]
fn long_counts_are_whole_in_count_and_short_in_analyze() {
    let board = board("?", None);
    let mut f = Findings::new("b.txt", &board, Question::Count { by_mines: false });
    f.consistent = Some(true);
    f.count = Some(BigUint::from(10u32).pow(70).to_string());
    assert_eq!(text(&f, PLAIN), format!("b.txt: consistent, placements (71 digits):\n1{}\n", "0".repeat(70)));
    f.question = Question::Analyze;
    assert!(text(&f, PLAIN).contains("placements: 100000000000… (71 digits)\n"));
}
