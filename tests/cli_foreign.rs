//! Other programs' files on the command line: options, moments of a game, exit codes.

use std::fs;
use std::path::Path;

use assert_cmd::cargo::cargo_bin_cmd;

/// Runs the program; its exit code, output and messages.
fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = cargo_bin_cmd!("mineproof")
        .args(arguments)
        .write_stdin(input)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn flags_are_trusted_only_on_demand() {
    for command in ["count", "safe", "analyze", "check", "bounds"] {
        let asked = run(&[command, "-"], "3x1x1\n1FH\n");
        assert_eq!(asked.0, 0, "{}", asked.2);
    }
    assert_eq!(run(&["count", "-"], "3x1x1\nH1F\n").1, "-: consistent, placements: 2\n");
    assert_eq!(run(&["count", "--trust-flags", "-"], "3x1x1\nH1F\n").1, "-: consistent, placements: 1\n");
    assert_eq!(run(&["count", "--mines", "1", "-"], "-1?\n-1*\n").1, "-: consistent, placements: 2\n");
    let (code, _, why) = run(&["count", "--from", "hill", "-"], "HX\n");
    assert_eq!(
        (code, why.as_str()),
        (2, "-:1:2: 'X' is not a cell; write 0-8, 'H' (hidden) or 'M' (mine)\n")
    );
}

#[test]
fn formats_are_written() {
    let convert = |to: &str, board: &str| run(&["convert", "--to", to, "-", "-"], board);
    assert_eq!(convert("mine", "mines 1\n1?\n1?\n").1, "2x2x1\n1H\n1H\n");
    let toollib =
        "# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 2\nmines: 1\ngame_mode: 0\n[real]\n1*\n[view]\n1#\n";
    assert_eq!(convert("toollib", "mines 1\n1*\n").1, toollib);
    assert_eq!(convert("mbf", "_*\n").1, "\u{2}\u{1}\0\u{1}\u{1}\0");
    let (code, out, why) = convert("mbf", "1?\n");
    let right = "error: mbf cannot hold this board: it holds a whole layout, and 1 cell is covered\n";
    assert_eq!((code, out.as_str(), why.as_str()), (2, "", right));
}

#[test]
fn guesses_of_a_game_become_positions() {
    let folder = tempfile::tempdir().unwrap();
    let positions = folder.path().join("new/positions");
    let game = "instances/foreign/rawvf-lost.rawvf";
    let to = positions.to_str().unwrap();
    let (code, out, why) = run(&["convert", game, to, "--at", "guesses", "--json"], "");
    assert_eq!((code, out.lines().count(), why.as_str()), (0, 4, ""));
    let mut names: Vec<_> = fs::read_dir(&positions).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert_eq!(names.len(), 4);
    let last = fs::read_to_string(&names[3]).unwrap();
    let notes = format!(
        "# {game}, move 6, guess 4\n# opened next: 3,2 (a mine)\n# 11 cells are surely free\nmines 7\n\
         0 0 0 1 ? 1 0 0\n"
    );
    assert!(last.starts_with(&notes), "{last}");
    // What is noted is what the program says of the position.
    let safe = run(&["safe", names[3].to_str().unwrap()], "").1;
    assert!(safe.contains("11"), "{safe}");
    // A flag is only in the position if it is trusted.
    run(&["convert", game, to, "--at", "guesses", "--trust-flags"], "");
    assert!(fs::read_to_string(&names[3]).unwrap().contains("0 0 0 1 * 1 0 0"));
}

#[test]
fn games_without_guesses_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("positions");
    let guesses =
        |game: &str, input: &str| run(&["convert", game, to.to_str().unwrap(), "--at", "guesses"], input);
    // A layout has no moves at all.
    let (code, _, why) = guesses("instances/foreign/mbf-small.mbf", "");
    let right = "error: instances/foreign/mbf-small.mbf: it records no moves, so there are no guesses in it; \
                 --at layout shows its mines\n";
    assert_eq!((code, why.as_str()), (2, right));
    // Of a game of which only the first cell is known, that cell is no guess.
    let (code, _, why) = guesses("-", "3x1:0,0,u2\n");
    assert_eq!((code, why.as_str()), (0, "-: no move of it is a guess, so nothing was written\n"));
    assert!(!to.exists());
}

#[test]
fn moments_of_a_game() {
    let at = |moment: &str, file: &str| run(&["convert", file, "-", "--to", "board", "--at", moment], "");
    let game = "instances/foreign/rawvf-lost.rawvf";
    assert!(at("start", game).1.starts_with("mines 7\n? ? ? ? ? ? ? ?\n"));
    assert!(at("end", game).1.contains("? ? ? * ? 1 1 0"));
    assert!(at("layout", game).1.ends_with("1 1 1 * 1 1 * 1\n"));
    assert_eq!(at("layout", game).1, at("layout", "instances/foreign/mbf-small.mbf").1);
    assert_eq!(at("layout", game).1, at("layout", "instances/foreign/toollib-both.board").1);
    assert_eq!(at("layout", game).1, at("layout", "instances/foreign/tatham-id-masked.txt").1);
    let (code, _, why) = at("guesses", game);
    assert_eq!((code, why.as_str()), (2, "error: --at guesses writes many files; name a folder for them\n"));
    let (code, _, why) = at("end", "instances/foreign/hill-hidden.txt");
    assert_eq!(code, 2);
    assert!(why.contains("hill files hold a position, not a game; give rawvf"), "{why}");
}

#[test]
fn a_hostile_replay_is_an_error_and_says_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.avf");
    // A mine in row 0 of a format that counts rows from 1.
    fs::write(&path, b"\x22\0\0\0\0\x03\0\0\0\0\0\0\0\0").unwrap();
    let name = Path::new(&path).to_str().unwrap();
    let (code, out, why) = run(&["prob", name], "");
    assert_eq!((code, out.as_str(), why.lines().count()), (2, "", 1), "{why}");
}
