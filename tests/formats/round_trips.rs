//! What is written is read back as it was; what is read is never a reason to panic.

use super::samples::{boards, grid_boards};
use super::{read, write};
use mineproof::board::{Board, CellId, Label, Topology};
use mineproof::decomp::Graph;
use mineproof::formats::Format;
use proptest::prelude::*;

const READABLE: [Format; 3] = [Format::Board, Format::Graph, Format::Json];

proptest! {
    #[test]
    fn grids_come_back(board in grid_boards(7)) {
        for format in [Format::Board, Format::Json] {
            let text = write(&board, format);
            prop_assert_eq!(&read(&text, Some(format)).unwrap(), &board);
            prop_assert_eq!(&read(&text, None).unwrap(), &board, "detected");
        }
    }

    #[test]
    fn all_boards_come_back_as_graphs(board in boards(6)) {
        let text = write(&board, Format::Graph);
        let back = read(&text, None).unwrap();
        prop_assert_eq!(back.labels(), board.labels());
        prop_assert_eq!(back.mines(), board.mines());
        for cell in board.cells() {
            prop_assert_eq!(back.neighbours(cell), board.neighbours(cell));
        }
        let json = write(&back, Format::Json);
        prop_assert_eq!(&read(&json, None).unwrap(), &back);
        if matches!(board.topology(), Topology::Graph(_)) {
            prop_assert_eq!(back, board);
        }
    }

    #[test]
    fn blanks_and_line_ends_do_not_matter(board in grid_boards(5), gap in "[ \t]{0,2}") {
        let mut text = String::from("\u{feff}# x\r\n\r\n");
        for line in write(&board, Format::Board).lines() {
            let is_row = !line.starts_with(['m', 't']) || line.len() == 1;
            text += &if is_row { line.replace(' ', &gap) } else { line.to_owned() };
            text += "\r\n";
        }
        prop_assert_eq!(read(&text, None).unwrap(), board);
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_everyhow(&bytes)?;
    }

    #[test]
    fn no_likely_text_makes_a_reader_panic(
        text in r#"(p minesweeper [0-9]{1,11} [0-9]|[elc] |mines|topology box|[{}\[\]":,]|"rows"|"edges"|"labels"|"vertices"|"mines"|"depth"|"box"|[0-9?*_a-q \n]){0,40}"#
    ) {
        read_everyhow(text.as_bytes())?;
    }

    #[test]
    fn no_damage_makes_a_reader_panic(
        board in boards(4),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4), 1..4),
    ) {
        for format in READABLE {
            if format == Format::Board && matches!(board.topology(), Topology::Graph(_)) {
                continue;
            }
            let mut bytes = write(&board, format).into_bytes();
            for (place, byte, kind) in &damage {
                let at = place.index(bytes.len());
                match kind {
                    0 => bytes[at] = *byte,
                    1 => bytes.insert(at, *byte),
                    2 if bytes.len() > 1 => drop(bytes.remove(at)),
                    _ => bytes.truncate(at + 1),
                }
            }
            read_everyhow(&bytes)?;
        }
    }
}

/// Reads the bytes in every format; a fault must lie in the file or right behind it.
fn read_everyhow(bytes: &[u8]) -> Result<(), TestCaseError> {
    let lines = bytes.split(|&b| b == b'\n').count();
    for format in Format::ALL.into_iter().map(Some).chain([None]) {
        if let Err(error) = read(bytes, format) {
            prop_assert!((1..=lines).contains(&error.line()), "{}", error);
            prop_assert!((1..=bytes.len() + 1).contains(&error.column()), "{}", error);
            prop_assert!(!error.message().contains('\n'), "{}", error);
        }
    }
    Ok(())
}

#[test]
fn the_smallest_boards_are_read() {
    for (text, cells) in
        [("?", 1), ("p minesweeper 0 0", 0), (r#"{"vertices":0}"#, 0), (r#"{"rows":["8"]}"#, 1)]
    {
        assert_eq!(read(text, None).unwrap().len(), cells, "{text}");
    }
}

#[test]
fn huge_numbers_are_kept_as_the_largest() {
    let graph = Topology::Graph(Graph::from_edges(2, &[(0, 1)]));
    let labels = vec![Label::Number(u32::MAX), Label::Covered];
    let expected = Board::new(graph, labels, Some(u64::MAX)).unwrap();
    for text in [
        "p minesweeper 2 1\ne 1 2\nl 1 99999999999999999999\nmines 99999999999999999999999999",
        r#"{"vertices":2,"edges":[[1,2]],"labels":{"1":99999999999999999999},"mines":99999999999999999999}"#,
        r#"{"vertices":2,"edges":[[1,2]],"labels":{"1":4294967296},"mines":18446744073709551615}"#,
    ] {
        assert_eq!(read(text, None).unwrap(), expected, "{text}");
    }
}

#[test]
fn keywords_come_in_any_order_and_mines_may_be_unknown() {
    let board = read("topology torus\n\n# c\nmines ?\n1?\n", None).unwrap();
    assert_eq!((board.topology(), board.mines()), (&Topology::Torus { width: 2, height: 1 }, None));
    let board = read("mines 7\ntopology box 2\nmine\nmin?\n", Some(Format::Board)).unwrap();
    assert_eq!(board.label(CellId(0)), Label::Number(22), "letters of a keyword are cells of a box");
}

#[test]
fn a_large_board_is_read_within_its_lease() {
    // 16 million cells: one pass, and no memory but the labels.
    let text = "?1_*".repeat(1000) + "\n";
    let text = text.repeat(4000);
    let budget = mineproof::budget::Budget::new(None, 1 << 30);
    let board = mineproof::formats::read_board("f", text.as_bytes(), None, &budget).unwrap();
    assert_eq!(board.topology(), &Topology::King { width: 4000, height: 4000 });
    assert_eq!(budget.memory_peak(), 8 * text.len() as u64);
    assert_eq!(budget.memory_left(), 1 << 30);
}
