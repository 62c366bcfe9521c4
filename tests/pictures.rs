//! `prob --svg` and `--png`: what is drawn, and what is refused.

use std::fs;
use std::path::Path;

use assert_cmd::cargo::cargo_bin_cmd;
use mineproof::analysis::{Analysis, EngineChoice};
use mineproof::budget::{Budget, StopReason};
use mineproof::formats::read_board;
use mineproof::report::map::{Item, Style, png, scene, svg};

/// Exit code and messages.
fn run(arguments: &[&str], input: &str) -> (i32, String) {
    let output = cargo_bin_cmd!("mineproof").args(arguments).write_stdin(input).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn words(text: &str) -> Vec<String> {
    let board = read_board("-", text.as_bytes(), None, &Budget::unlimited()).unwrap();
    let analysis = Analysis::new(&board, EngineChoice::Auto, &Budget::unlimited()).unwrap();
    let (found, sure) = (analysis.probabilities().unwrap(), analysis.sure_cells().unwrap());
    let scene = scene(&board, found.as_ref(), sure.as_ref(), Style::Bare).unwrap();
    let word = |item: Item| match item {
        Item::Word { text, .. } => Some(text),
        _ => None,
    };
    scene.items.into_iter().filter_map(word).collect()
}

#[test]
fn cells_say_their_per_cents() {
    assert_eq!(words("mines 1\n?1?"), ["50", "1", "50"]);
    // Sure cells have marks instead of words, open zeros nothing.
    assert_eq!(words("1?\n"), ["1"]);
    assert_eq!(words("0?\n"), [""; 0]);
    for topology in ["hex", "triangle", "torus", "orthogonal", "box 1"] {
        assert_eq!(words(&format!("topology {topology}\n?1?")).len(), 3, "{topology}");
    }
}

#[test]
fn the_least_likely_cells_are_framed_only_where_none_is_safe() {
    let frames = |text: &str| {
        let board = read_board("-", text.as_bytes(), None, &Budget::unlimited()).unwrap();
        let analysis = Analysis::new(&board, EngineChoice::Auto, &Budget::unlimited()).unwrap();
        let found = analysis.probabilities().unwrap();
        let items = scene(&board, found.as_ref(), None, Style::Bare).unwrap().items;
        items.iter().filter(|item| matches!(item, Item::Lines { lines, .. } if lines[0].len() == 5)).count()
    };
    assert_eq!(frames("mines 2\n?1????"), 3);
    assert_eq!(frames("mines 1\n?1?"), 0, "all are alike");
    assert_eq!(frames("mines 2\n?1?0??"), 0, "some are safe");
}

#[test]
fn files_are_written_whole_and_alike() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for round in ["1", "2"] {
        let (svg, png) = (path(&format!("{round}.svg")), path(&format!("{round}.png")));
        let (code, why) = run(&["prob", "-", "--svg", &svg, "--png", &png], "mines 2\n?1??\n???1\n");
        assert_eq!((code, why.as_str()), (0, ""));
    }
    let read = |name: &str| fs::read(path(name)).unwrap();
    assert_eq!(read("1.svg"), read("2.svg"));
    assert_eq!(read("1.png"), read("2.png"));
    assert!(read("1.png").starts_with(b"\x89PNG\r\n\x1a\n"));
    let svg = String::from_utf8(read("1.svg")).unwrap();
    assert!(svg.starts_with("<?xml") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<text").count(), 4 + 2 + 5 + 4, "columns, rows, unsure and open cells, legend");
    // A contradictory board is drawn with nothing known of it.
    let (code, _) = run(&["prob", "-", "--svg", &path("c.svg")], "8?\n");
    assert_eq!(code, 1);
    assert!(fs::read_to_string(path("c.svg")).unwrap().contains(">?</text>"));
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("a.svg");
    let name = svg.to_str().unwrap();
    let (code, why) = run(&["prob", "-", "--svg", name], "p minesweeper 2 1\ne 1 2\nl 1 1\n");
    let right = "-: a graph has no places to draw its vertices at; pictures are of grids\n";
    assert_eq!((code, why.as_str(), svg.exists()), (2, right, false));
    let (code, why) = run(&["prob", "a", "b", "--svg", name], "");
    assert_eq!((code, why.as_str()), (2, "error: --svg and --png draw one board; give one\n"));
    let (code, why) = run(&["prob", "-", "--png", "/nowhere/a.png"], "1?\n");
    assert_eq!(code, 2);
    assert!(why.starts_with("error: /nowhere/a.png: "), "{why}");
    assert!(!Path::new("/nowhere").exists());
}

#[test]
fn large_pictures_are_coarser_or_refused() {
    let board = |width: usize, height: usize| {
        let text = format!("{}\n", "?".repeat(width)).repeat(height);
        read_board("-", text.as_bytes(), None, &Budget::unlimited()).unwrap()
    };
    let of = |width, height| scene(&board(width, height), None, None, Style::Full);
    assert!(of(500, 500).is_ok());
    assert!(of(501, 500).unwrap_err().contains("250500 cells"));
    let strip = of(20_000, 1).unwrap();
    assert!(png::draw(&strip, &Budget::unlimited()).unwrap().unwrap_err().contains("SVG"));
    assert!(svg::element(&strip, "").len() > 1_000_000);
    let small = of(100, 100).unwrap();
    assert_eq!(png::draw(&small, &Budget::new(None, 1 << 20)), Err(StopReason::Memory));
}
