//! `scripts/reproduce`: its tables have their shape, and games that are kept are not played again.
//!
//! Skipped, with a message, where there is no python3.

use std::fs;
use std::path::Path;
use std::process::Command;

/// What the script prints, with so many games; `None` where there is no python3.
fn reproduce(games: u32, only: &str, out: &Path) -> Option<String> {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3");
        return None;
    }
    let output = Command::new("python3")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/reproduce"))
        .args(["--quiet", "--games", &games.to_string(), "--only", only, "--out"])
        .arg(out)
        .env("MINEPROOF", env!("CARGO_BIN_EXE_mineproof"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
    Some(String::from_utf8(output.stdout).unwrap())
}

/// The cells of the table lines that begin with this label.
fn lines<'t>(text: &'t str, label: &str) -> Vec<Vec<&'t str>> {
    let tables = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    tables.map(|line| line.split(" | ").collect::<Vec<_>>()).filter(|cells| cells[0] == label).collect()
}

#[test]
fn rows_are_kept_and_only_the_missing_games_are_played() {
    let folder = tempfile::tempdir().unwrap();
    let Some(text) = reproduce(50, "table4/PSEQ", folder.path()) else { return };
    assert_eq!(lines(&text, "PS").len(), 0, "it was not asked for");
    let rows = lines(&text, "PSEQ");
    let [_, published, rate, interval, games, verdict] = rows[0][..] else { panic!("{text}") };
    assert_eq!((published, games, verdict), ("39.616 ± 0.005", "50", "inside"));
    let (low, high) = interval.split_once(" to ").unwrap();
    let [low, rate, high] = [low, rate, high].map(|text| text.parse::<f64>().unwrap());
    assert!(low < rate && rate < high && high - low < 40.0, "{text}");
    assert!(text.contains("by the definitions: 2 inside"), "PSEQ and PSEQU: {text}");
    assert!(!text.contains("program's filters"), "it was not asked for: {text}");

    // A kept row is believed: with other wins in it, these are what is shown.
    let kept = folder.path().join("30x16-99-PSEQ-safe-default.json");
    let row = fs::read_to_string(&kept).unwrap();
    let wins: u32 = row.split("\"wins\":").nth(1).unwrap().split(',').next().unwrap().parse().unwrap();
    fs::write(&kept, row.replace(&format!("\"wins\":{wins},"), "\"wins\":50,")).unwrap();
    let again = reproduce(50, "table4/PSEQ", folder.path()).unwrap();
    assert_eq!(lines(&again, "PSEQ")[0][2], "100.000");
    assert!(lines(&again, "PSEQ")[0][5].starts_with("outside: ours +60.384"), "{again}");

    // More games are added to those that are kept.
    fs::write(&kept, row).unwrap();
    let more = reproduce(80, "table4/PSEQ", folder.path()).unwrap();
    let new = tempfile::tempdir().unwrap();
    assert_eq!(more, reproduce(80, "table4/PSEQ", new.path()).unwrap());
    assert_eq!(lines(&more, "PSEQ")[0][4], "80");
}

#[test]
fn filters_of_the_program_have_rows_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let Some(text) = reproduce(50, "published/Pseq", folder.path()) else { return };
    assert_eq!(lines(&text, "PSEQ").len(), 0, "it was not asked for");
    for (label, published) in [
        ("Pseq", "39.616 ± 0.005"),
        ("Psequ", "39.616 ± 0.005"),
        ("8x8/10 Pseq-D256", "81.79 ± 0.02"),
        ("9x9/10 Pseq, free neighbourhood", "97.1453 ± 0.0015"),
    ] {
        let rows = lines(&text, label);
        assert_eq!(rows.len(), 1, "{label}: {text}");
        assert_eq!((rows[0][1], rows[0][4], rows[0].len()), (published, "50", 6), "{label}: {text}");
    }
    assert!(text.contains("99 % intervals, as the authors' program computes them: "), "{text}");
    assert!(!text.contains("by the definitions:"), "nothing was played by them: {text}");
    assert!(folder.path().join("8x8-10-Pseq-D256-published-safe-default.json").exists());
}

#[test]
fn exact_tables_agree_with_what_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let Some(text) = reproduce(50, "table1", folder.path()) else { return };
    for board in ["8x8/10", "16x16/40", "30x16/99"] {
        let rows = lines(&text, board);
        assert_eq!(rows.iter().map(|row| row[5]).collect::<Vec<_>>(), ["yes"; 3], "{text}");
    }
    let text = reproduce(50, "table3", folder.path()).unwrap();
    let last = |label: &str| lines(&text, label).iter().map(|row| row[7]).collect::<Vec<_>>();
    assert_eq!(last("p"), ["yes"]);
    assert_eq!(last("s"), ["no: g3 g4 g6", "yes"]);
    assert_eq!(last("e"), ["no: g3 g4 g6", "no: g4"]);
    assert_eq!(last("u"), ["yes", "no: g1 g3 g4 g5 g6"]);
    assert_eq!(last("q, nats"), ["no: g1 g3 g4 g5 g6", "yes"]);
    assert!(text.contains("Optimal play wins 3 of 6 placements and begins with g3, g4, g6."));
}

#[test]
fn maps_and_curves_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let Some(text) = reproduce(50, "figure2/8x8-10/P", folder.path()) else { return };
    assert_eq!(lines(&text, "8x8/10").len(), 1);
    let table = fs::read_to_string(folder.path().join("figure2-8x8-10-P.csv")).unwrap();
    assert_eq!(table.lines().count(), 1 + 10, "ten cells of a square of 8 differ");
    let drawn = fs::read_to_string(folder.path().join("figure2-8x8-10-P.svg")).unwrap();
    assert_eq!(drawn.matches("h16v16h-16z").count(), 64);

    let text = reproduce(50, "cs70", folder.path()).unwrap();
    assert_eq!(lines(&text, "0")[0][2..], ["100.00"; 4]);
    assert_eq!(lines(&text, "15")[0][2..], ["100.00"; 4]);
    let drawn = fs::read_to_string(folder.path().join("cs70-figure3.svg")).unwrap();
    assert_eq!(drawn.matches("stroke-width=\"2\" d=\"M").count(), 8, "a curve and a key for each player");
}

#[test]
fn propositions_hold() {
    let folder = tempfile::tempdir().unwrap();
    let Some(text) = reproduce(500, "golan", folder.path()) else { return };
    let rows =
        text.lines().filter(|line| line.starts_with("| ") && line.contains(" of ") && line.ends_with(" |"));
    let counts: Vec<(&str, &str)> =
        rows.filter_map(|row| row.trim_end_matches(" |").rsplit(" | ").next()?.split_once(" of ")).collect();
    assert_eq!(counts.len(), 9 + 4, "trees and kinds of grids: {text}");
    assert!(counts.iter().all(|(good, all)| good == all), "{text}");
    assert!(!text.contains("| no |"), "{text}");
}
