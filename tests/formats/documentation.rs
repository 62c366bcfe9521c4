//! docs/FORMATS.md, executed.

use super::{read, write};
use mineproof::budget::Budget;
use mineproof::formats::{Format, read_board};

const TEXT: &str = include_str!("../../docs/FORMATS.md");

/// All fenced blocks with this tag.
fn blocks(tag: &str) -> Vec<&'static str> {
    let fence = format!("```{tag}\n");
    TEXT.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn examples_are_read_in_their_formats() {
    let foreign = [
        Format::Mine,
        Format::Toollib,
        Format::Hill,
        Format::Minesolve,
        Format::Minesweepr,
        Format::Tatham,
        Format::TathamId,
        Format::RawVf,
    ];
    let ours = [(Format::Board, 2), (Format::Graph, 1), (Format::Json, 3)];
    for (format, count) in ours.into_iter().chain(foreign.map(|format| (format, 1))) {
        let blocks = blocks(format.name());
        assert_eq!(blocks.len(), count);
        for block in blocks {
            assert_eq!(read(block, None).unwrap(), read(block, Some(format)).unwrap());
        }
    }
}

#[test]
fn json_examples_are_the_boards_of_the_other_sections() {
    let json: Vec<_> = blocks("json").into_iter().map(|block| read(block, None).unwrap()).collect();
    let others = blocks("board").into_iter().chain(blocks("graph"));
    assert_eq!(json, others.map(|block| read(block, None).unwrap()).collect::<Vec<_>>());
}

#[test]
fn exports_are_those_of_the_first_board() {
    let board = read(blocks("board")[0], None).unwrap();
    for format in [Format::Cnf, Format::Opb, Format::Gr, Format::Td] {
        assert_eq!(blocks(format.name()), [write(&board, format)], "{}", format.name());
    }
}

#[test]
fn the_error_is_as_shown() {
    let text = b"mines 1\n1 1 ?\n0 1 ? x\n";
    let error = read_board("board.txt", text, None, &Budget::unlimited()).unwrap_err();
    assert_eq!(blocks("error"), [format!("{error}\n")]);
}
