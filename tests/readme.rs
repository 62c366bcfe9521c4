//! The README, executed: what its `console` blocks show is what the program prints.

use std::path::Path;

use assert_cmd::cargo::cargo_bin_cmd;

const README: &str = include_str!("../README.md");

/// The start of a command that is run; other commands are left to the reader.
const RUN: &str = "cargo run --release -- ";

#[test]
fn shown_output_is_real() {
    let mut ran = 0;
    for (command, shown) in commands() {
        let Some(arguments) = command.strip_prefix(RUN) else { continue };
        let output = cargo_bin_cmd!("mineproof")
            .args(arguments.split_whitespace())
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{command}");
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(untimed(&printed), untimed(&shown), "{command}");
        ran += 1;
    }
    assert!(ran >= 1, "the README shows no command");
}

#[test]
fn named_files_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for link in README.split("](").skip(1) {
        let target = link.split([')', '#']).next().unwrap();
        assert!(target.contains("://") || root.join(target).exists(), "README.md points to {target}");
    }
    for (command, _) in commands() {
        let program = command.split_whitespace().next().unwrap();
        assert!(program == "cargo" || root.join(program).is_file(), "README.md runs {program}");
    }
}

/// The commands of the `console` blocks, each with the output shown under it.
fn commands() -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for block in README.split("```console\n").skip(1) {
        for line in block.split("```").next().unwrap().lines() {
            if let Some(command) = line.strip_prefix("$ ") {
                found.push((command.to_owned(), String::new()));
            } else {
                let shown = &mut found.last_mut().expect("a block begins with a command").1;
                *shown += line;
                *shown += "\n";
            }
        }
    }
    found
}

/// The text with every `"seconds":…` blanked out.
fn untimed(text: &str) -> String {
    let mut parts = text.split("\"seconds\":");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept += "\"seconds\":…";
        kept += part.trim_start_matches(|c: char| c.is_ascii_digit() || ".e-".contains(c));
    }
    kept
}
