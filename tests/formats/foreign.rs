//! Other programs' files: what they mean, what comes back, and what is wrong with wrong ones.

use super::samples::grid_boards;
use super::{read, write};
use mineproof::board::{Board, Label, Topology};
use mineproof::budget::Budget;
use mineproof::formats::{Format, Reading, read_board, read_board_as, write_board};
use proptest::prelude::*;

/// The board that board text says.
fn board(text: &str) -> Board {
    read(text, Some(Format::Board)).unwrap()
}

#[test]
fn characters_mean_what_their_program_means() {
    for (format, text, meaning) in [
        (Format::Mine, "3x2x2\n1HF\r\n?2H\n", "mines 2\n1??\n*2?"),
        (Format::Hill, "1HM\n0hm\n", "1?*\n0?*"),
        (Format::Minesolve, "1 .\nx?8\n", "10?\n??8"),
        (Format::Minesweepr, ".1x\n8xx\n", "01?\n8??"),
        (Format::Tatham, "-1?\n*!8\n", "01?\n?*8"),
        (
            Format::Toollib,
            "# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 7\nmines: 3\ngame_mode: 0\n[view]\n1UF?X@#\n",
            "mines 3\n1???_**",
        ),
        (Format::TathamId, "3x1:0,0,u2\n", "mines 1\n01?"),
        (Format::TathamId, "3x1n1a:2,0,u8", "mines 1\n?10"),
    ] {
        assert_eq!(read(text, Some(format)).unwrap(), board(meaning), "{text:?}");
    }
    assert_eq!(read([3, 1, 0, 1, 2, 0], Some(Format::Mbf)).unwrap(), board("mines 1\n???"));
}

#[test]
fn flags_are_mines_only_if_they_are_trusted() {
    for (format, text) in [
        (Format::Mine, "2x1x1\n1F"),
        (Format::Tatham, "1*"),
        (Format::Toollib, "# MINESWEEPER-BOARD v0.1\nmines: 1\n[view]\n1F\n"),
    ] {
        for (trust_flags, label) in [(false, Label::Covered), (true, Label::Mine)] {
            let reading = Reading { format: Some(format), trust_flags };
            let found = read_board_as("f", text.as_bytes(), reading, &Budget::unlimited()).unwrap();
            assert_eq!(found.labels()[1], label, "{text}");
        }
    }
}

#[test]
fn the_ending_decides_where_the_content_does_not() {
    let read = |name: &str, bytes: &[u8]| read_board(name, bytes, None, &Budget::unlimited());
    // Nothing shows that these are replays.
    for name in ["a.avf", "a.EVF"] {
        let error = read(name, b"hello").unwrap_err().to_string();
        assert!(error.contains(&format!("no {} replay", &name[2..].to_lowercase())), "{error}");
    }
    assert!(read("a.mine", b"hello").unwrap_err().to_string().contains("30x16x99"));
    assert!(read("a.abf", b"\0").unwrap_err().to_string().contains("byte 1: the file ends"));
    // Board text stays what it is, whatever its name.
    for name in ["a.mine", "a.board", "a.avf", "-"] {
        assert_eq!(read(name, b"1 ?\n").unwrap().len(), 2, "{name}");
    }
    assert_eq!(read("-", &[2, 2, 0, 1, 0, 0]).unwrap().mines(), Some(1));
}

#[test]
fn wrong_files_are_told_where_and_what() {
    let cases: [(Format, &[u8], &str); 26] = [
        (Format::Mine, b"", "f:1:1: '' is not WIDTHxHEIGHTxMINES; begin with a line such as 30x16x99"),
        (
            Format::Mine,
            b"2x1\nHH",
            "f:1:1: '2x1' is not WIDTHxHEIGHTxMINES; begin with a line such as 30x16x99",
        ),
        (
            Format::Mine,
            b"2x1x1\nHx",
            "f:2:2: 'x' is not a cell; write 0-8, 'H' (hidden), 'F' (flag) or '?' (mine)",
        ),
        (
            Format::Mine,
            b"3x1x1\nHH",
            "f:2:1: a row of 2 cells, and the first line says 3; write as many as it says",
        ),
        (Format::Mine, b"2x2x1\nHH", "f:2:3: 1 rows, and the first line says 2; write as many as it says"),
        (
            Format::Mine,
            b"2x2x1\nHH\nH",
            "f:3:2: row 1 has 1 cell, row 0 has 2; all rows need the same length",
        ),
        (Format::Hill, b"HX", "f:1:2: 'X' is not a cell; write 0-8, 'H' (hidden) or 'M' (mine)"),
        (Format::Hill, b"\n", "f:2:1: there is no row of cells; write at least one, such as 1 ? ?"),
        (
            Format::Minesolve,
            b"1\t",
            "f:1:2: '\\t' is not a cell; write 0-8, a space (0), or '.', 'x' or '?' (unknown)",
        ),
        (
            Format::Minesolve,
            b"1 .\n1.",
            "f:2:3: row 1 has 2 cells, row 0 has 3; all rows need the same length",
        ),
        (Format::Minesweepr, b"1?", "f:1:2: '?' is not a cell; write '.' (0), 1-8 or 'x' (covered)"),
        (
            Format::Tatham,
            b"-_",
            "f:1:2: '_' is not a cell; write '-' (0), 1-8, '?' (covered), '*' (flag) or '!' (exploded)",
        ),
        (
            Format::Mbf,
            &[2, 2, 0],
            "f:1:1: byte 3: the file ends; width, height and the number of mines take four bytes",
        ),
        (Format::Mbf, &[0, 2, 0, 0], "f:1:1: byte 0: a board of 0x2 has no cells; write at least one"),
        (Format::Mbf, &[2, 2, 0, 1], "f:1:1: byte 4: 1 mines make a file of 6 bytes, and this one has 4"),
        (Format::Mbf, &[2, 2, 0, 1, 2, 0], "f:1:1: byte 4: a mine at 2,0 lies outside of a board of 2x2"),
        (Format::Mbf, &[2, 2, 0, 2, 1, 0, 1, 0], "f:1:1: byte 6: a second mine at 1,0; name each mine once"),
        (
            Format::TathamId,
            b"9x9n10#123",
            "f:1:1: this ID is a random seed, from which only the program itself makes a board; open the first cell \
             there and copy the specific ID",
        ),
        (
            Format::TathamId,
            b"9x9:r10,u,abc",
            "f:1:5: in this ID no cell is open yet and the mines are not laid; open the first cell, and copy it again",
        ),
        (Format::TathamId, b"3x1:0,0,u22", "f:1:10: a bitmap of 2 digits; 3 cells take 1"),
        (Format::TathamId, b"3x1:0,0,ug", "f:1:10: 'g' is no hexadecimal digit; write 0-9 or a-f"),
        (Format::TathamId, b"3x1n2:0,0,u2", "f:1:12: a bitmap of 1 mines, and the size tells of 2"),
        (
            Format::Toollib,
            b"# MINESWEEPER-BOARD v0.1\nrows: x\n",
            "f:2:6: 'x' is not a whole number; write rows: N, columns: N, mines: N, game_mode: N, [real] or [view]",
        ),
        (
            Format::Toollib,
            b"rows: 2\n[view]\nUU\n",
            "f:2:1: a section of 1 rows, and the header says 2; write as many as it says",
        ),
        (Format::Toollib, b"[real]\n2*\n", "f:3:1: the number at 0,0 of [real] is wrong; count its mines"),
        (
            Format::Toollib,
            b"mines: 1\n[real]\n1*\n[view]\n2U",
            "f:5:3: [view] shows something at 0,0 that is not so in [real]; correct one of them",
        ),
    ];
    let seen: Vec<String> = cases
        .iter()
        .map(|(format, bytes, _)| match read(bytes, Some(*format)) {
            Err(error) => error.to_string(),
            Ok(board) => format!("read as {board:?}"),
        })
        .collect();
    let wrong: Vec<_> = cases.iter().map(|case| case.2).zip(&seen).filter(|(a, b)| a != b).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn boards_that_do_not_fit_are_refused() {
    for (text, format, why) in [
        (
            "1?",
            Format::Mine,
            "mine cannot hold this board: it tells the total number of mines, which is not known; give it with --mines",
        ),
        (
            "mines 1\n1?_",
            Format::Mine,
            "mine cannot hold this board: it has no sign for a cell that is free with its number not shown",
        ),
        (
            "mines 1\ntopology hex\n1?",
            Format::Mine,
            "mine cannot hold this board: it holds only king grids, the usual ones",
        ),
        (
            "mines 1\ntopology torus\n1?",
            Format::Toollib,
            "toollib cannot hold this board: it holds only king grids, the usual ones",
        ),
        ("1?", Format::Mbf, "mbf cannot hold this board: it holds a whole layout, and 1 cell is covered"),
        (
            "2*",
            Format::Mbf,
            "mbf cannot hold this board: 0,0 shows 2, and 1 of the cells around it are mined",
        ),
        ("mines 3\n_*", Format::Mbf, "mbf cannot hold this board: the total is 3, and 1 cells are mined"),
        ("1?", Format::Hill, "hill cannot hold this board: it is only read"),
    ] {
        let mut out = Vec::new();
        let error = write_board(&board(text), format, &mut out).unwrap_err();
        assert_eq!((error.to_string().as_str(), out.len()), (why, 0), "{text}");
    }
}

/// King grids with a total, which is all that other programs know.
fn usual_boards() -> impl Strategy<Value = Board> {
    grid_boards(7).prop_map(|board| {
        let (width, height, depth) = board.topology().extent().unwrap();
        let topology = Topology::King { width, height: height * depth };
        let small = |label: &Label| match *label {
            Label::Number(n) => Label::Number(n % 9),
            other => other,
        };
        let labels = board.labels().iter().map(small).collect();
        Board::new(topology, labels, Some(board.mines().unwrap_or(3))).unwrap()
    })
}

proptest! {
    #[test]
    fn positions_come_back(board in usual_boards()) {
        let text = write(&board, Format::Toollib);
        let layout = text.contains("[real]");
        prop_assert_eq!(&read(&text, None).unwrap(), &board, "{}", text);
        prop_assert!(!layout || !board.labels().contains(&Label::Covered));
        let mut shown = board.clone();
        for cell in board.cells().filter(|&cell| board.label(cell) == Label::Free) {
            shown.set_label(cell, Label::Covered);
        }
        prop_assert_eq!(&read(write(&shown, Format::Mine), None).unwrap(), &shown);
    }

    #[test]
    fn layouts_come_back(width in 1u32..12, height in 1u32..12, seed in prop::collection::vec(any::<bool>(), 144)) {
        let label = |&mined: &bool| if mined { Label::Mine } else { Label::Free };
        let labels: Vec<Label> = seed[..(width * height) as usize].iter().map(label).collect();
        let board = Board::new(Topology::King { width, height }, labels, None).unwrap();
        let mut bytes = Vec::new();
        write_board(&board, Format::Mbf, &mut bytes).unwrap();
        let budget = Budget::unlimited();
        let game = mineproof::formats::read_recording("a.mbf", &bytes, Some(Format::Mbf), &budget).unwrap();
        let layout = game.layout();
        let is_mine = |board: &Board| board.labels().iter().map(|&l| l == Label::Mine).collect::<Vec<_>>();
        prop_assert_eq!(is_mine(&layout), is_mine(&board));
        // Its own numbers are right, so the layout can be written again.
        let mut again = Vec::new();
        write_board(&layout, Format::Mbf, &mut again).unwrap();
        prop_assert_eq!(again, bytes);
    }
}
