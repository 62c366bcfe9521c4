//! Boards that a format cannot say are refused before a byte is written.

use super::read;
use mineproof::board::{Board, Label, Topology};
use mineproof::decomp::Graph;
use mineproof::encode::Encoding;
use mineproof::formats::{Format, WriteError, write_board, write_cnf};
use std::io;

fn check(board: &Board, format: Format, expected: &str) {
    let mut out = Vec::new();
    let error = write_board(board, format, &mut out).unwrap_err();
    assert_eq!(error.to_string(), expected);
    assert_eq!(out, b"");
}

fn star(leaves: u32, centre: Label, leaf: Label) -> Board {
    let edges: Vec<_> = (1..=leaves).map(|leaf| (0, leaf)).collect();
    let graph = Graph::from_edges(leaves as usize + 1, &edges);
    let labels = [centre].into_iter().chain(vec![leaf; leaves as usize]).collect();
    Board::new(Topology::Graph(graph), labels, None).unwrap()
}

#[test]
fn rows_have_their_limits() {
    let graph = star(2, Label::Covered, Label::Number(1));
    let why = "a graph has no rows and cannot be board text; write it as graph or json";
    check(&graph, Format::Board, why);

    let mut board = read("????\n????", None).unwrap();
    board.set_label(board.topology().at(2, 1, 0).unwrap(), Label::Number(9));
    let why = "cell 2,1 shows 9, and a cell of a king board says at most 8; write it as graph";
    check(&board, Format::Board, why);
    check(&board, Format::Json, why);

    let empty = Board::new(Topology::Hex { width: 0, height: 3 }, Vec::new(), None).unwrap();
    check(&empty, Format::Board, "a grid without cells has no rows; write it as graph");
}

#[test]
fn clauses_have_their_limits() {
    let refused = |board: &Board, encoding, expected: &str| {
        let mut out = Vec::new();
        let error = write_cnf(board, encoding, &mut out).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert_eq!(out, b"");
    };
    let text = format!("mines 99\n{}", "??????????????????????????????\n".repeat(16));
    let why = "the total of 99 mines over 480 covered cells needs more than 1000000 clauses \
               without auxiliary variables; choose another encoding, or opb";
    refused(&read(text, None).unwrap(), Encoding::Direct, why);

    let why = "the number on vertex 1 with 60 covered neighbours needs more than 1000000 clauses \
               without auxiliary variables; choose another encoding, or opb";
    refused(&star(60, Label::Number(30), Label::Covered), Encoding::Direct, why);

    let why = "one sum needs more than 100000000 clauses as sequential; choose another encoding, or opb";
    refused(&star(20_000, Label::Number(10_000), Label::Covered), Encoding::Sequential, why);
}

#[test]
fn the_graph_of_numbers_has_its_limit() {
    let why = "covered cells join more than 200000000 pairs of numbers; the graph of numbers is too large";
    let board = star(30_000, Label::Covered, Label::Number(1));
    check(&board, Format::Gr, why);
    check(&board, Format::Td, why);
}

#[test]
fn a_failing_output_is_told_apart() {
    struct Full;
    impl io::Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for format in Format::ALL.into_iter().filter(|format| format.is_writable()) {
        // Every format can hold this.
        let error = write_board(&read("mines 1\n1*", None).unwrap(), format, &mut Full).unwrap_err();
        assert!(matches!(error, WriteError::Io(_)), "{}", format.name());
    }
}
