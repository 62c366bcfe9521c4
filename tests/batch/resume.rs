//! Nothing is lost: whatever ends a run, the next one goes on, and the report is the same.

use std::fs::{self, OpenOptions};
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::{Place, many, same};

/// A corpus that takes a moment, in two kinds of files, with bad boards in it.
pub fn place() -> Place {
    let place = Place::new();
    place.write("boards/many.txt", many(2500, 30) + "--- bad\n1x\n");
    place.write("boards/more.txt", many(300, 12));
    place.write("boards/none.json", "{}");
    place
}

pub const RUN: &str = "batch boards --no-timings --quiet --threads 2";

fn start(place: &Place, report: &str, more: &str) -> Child {
    let command = format!("{RUN} -o {report} --cells {report}.cells.csv {more}");
    let mut command = place.command(&command);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn undisturbed(place: &Place) {
    assert_eq!(start(place, "whole.csv", "").wait().unwrap().code(), Some(2));
}

fn check_same(place: &Place, report: &str) {
    same(&place.path(report), &place.path("whole.csv"));
    same(&place.path(&format!("{report}.cells.csv")), &place.path("whole.csv.cells.csv"));
    let left: Vec<String> = place.names().into_iter().filter(|name| name.contains("inflight")).collect();
    assert!(left.is_empty(), "{left:?}");
    assert!(!place.path(&format!("{report}.journal")).exists());
}

/// Ends a run at once: both of its processes, or only the one that a user sees.
fn kill(child: &mut Child, both: bool) {
    #[cfg(unix)]
    if both {
        let group = format!("-{}", child.id());
        let killed = std::process::Command::new("kill").args(["-KILL", "--", &group]).status();
        assert!(killed.is_ok_and(|status| status.success()));
    }
    let _ = (child.kill(), both);
    child.wait().unwrap();
}

#[test]
fn killed_at_any_point_the_report_is_the_same() {
    let place = place();
    undisturbed(&place);
    let size = fs::metadata(place.path("whole.csv")).unwrap().len();
    let (mut killed, mut state) = (0, 0x9E37_79B9_u64);
    for step in 0..20 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        // Somewhere in the next twentieth of the report.
        let until = size * step / 20 + (state >> 33) % (size / 20);
        let mut child = start(&place, "killed.csv", "--resume");
        while fs::metadata(place.path("killed.csv")).map_or(0, |found| found.len()) < until
            && child.try_wait().unwrap().is_none()
        {
            sleep(Duration::from_micros(200));
        }
        if child.try_wait().unwrap().is_some() {
            break;
        }
        kill(&mut child, step % 4 != 3);
        killed += 1;
    }
    assert!(killed >= 10, "the run was over after {killed} kills");
    assert_eq!(start(&place, "killed.csv", "--resume").wait().unwrap().code(), Some(2));
    check_same(&place, "killed.csv");
}

#[test]
fn torn_files_are_mended() {
    let place = place();
    undisturbed(&place);
    for (i, (report_cut, cells_cut)) in [(1, 0), (37, 5), (0, 700), (400, 0)].into_iter().enumerate() {
        let name = format!("torn{i}.csv");
        interrupt_early(&place, &name);
        // Cells of an instance are there before its row, so only the row can be missing.
        cut(&place.path(&name), report_cut);
        cut(&place.path(&format!("{name}.journal")), cells_cut.min(1));
        assert_eq!(start(&place, &name, "--resume").wait().unwrap().code(), Some(2), "{name}");
        check_same(&place, &name);
    }
    interrupt_early(&place, "lost.csv");
    // Rows without their cells are done again.
    let cells = place.path("lost.csv.cells.csv");
    cut(&cells, fs::metadata(&cells).unwrap().len() / 2);
    assert_eq!(start(&place, "lost.csv", "--resume").wait().unwrap().code(), Some(2));
    check_same(&place, "lost.csv");
}

/// Starts a run and kills it once it has written some rows.
pub fn interrupt_early(place: &Place, report: &str) {
    let mut child = start(place, report, "");
    while fs::metadata(place.path(report)).map_or(0, |found| found.len()) < 4000 {
        assert!(child.try_wait().unwrap().is_none(), "the run was over too early");
        sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // The worker notices within a moment that it is alone.
    let journal = place.path(&format!("{report}.journal"));
    sleep(Duration::from_millis(400));
    assert!(journal.exists(), "the run was over too early");
}

fn cut(path: &Path, bytes: u64) {
    let file = OpenOptions::new().write(true).open(path).unwrap();
    let len = file.metadata().unwrap().len();
    file.set_len(len.saturating_sub(bytes)).unwrap();
}

#[test]
fn only_the_same_run_is_continued() {
    let place = place();
    interrupt_early(&place, "r.csv");
    let said = place.ends(2, &format!("{RUN} -o r.csv --cells r.csv.cells.csv"));
    assert!(said.contains("is there already"), "{said}");
    for (change, expected) in [
        ("--ask check", "another --ask: \"check,safe,count,prob,bounds\", not \"check\""),
        ("--time-limit 5", "another --time-limit"),
        ("--engine treedp", "another --engine"),
        ("--shard 1/2", "another --shard"),
        ("boards/more.txt", "another corpus"),
    ] {
        let said = place.ends(2, &format!("{RUN} -o r.csv --cells r.csv.cells.csv --resume {change}"));
        assert!(said.contains(expected), "{change}: {said}");
    }
    undisturbed(&place);
    place.ends(
        2,
        &format!("{RUN} -o r.csv --cells r.csv.cells.csv --resume --threads 1").replace("--threads 2", ""),
    );
    check_same(&place, "r.csv");
}

#[cfg(unix)]
#[test]
fn interrupted_is_not_lost() {
    let place = place();
    undisturbed(&place);
    let mut child = start(&place, "i.csv", "");
    while fs::metadata(place.path("i.csv")).map_or(0, |found| found.len()) < 4000 {
        sleep(Duration::from_millis(2));
    }
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    if !kill.is_ok_and(|status| status.success()) {
        child.kill().unwrap();
        child.wait().unwrap();
        return;
    }
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert!(place.path("i.csv.journal").exists());
    assert_eq!(start(&place, "i.csv", "--resume").wait().unwrap().code(), Some(2));
    check_same(&place, "i.csv");
}

#[test]
fn two_runs_do_not_share_a_report() {
    let place = place();
    let mut first = start(&place, "r.csv", "");
    while !place.path("r.csv.journal").exists() {
        sleep(Duration::from_millis(1));
    }
    // The second waits for the first, and then finds its work done or goes on with it.
    let second = start(&place, "r.csv", "--resume").wait().unwrap();
    assert!(matches!(second.code(), Some(2)), "{second}");
    first.wait().unwrap();
    undisturbed(&place);
    check_same(&place, "r.csv");
}

/// Runs a command of ours in a shell that lets no file grow beyond so many blocks of 512 bytes; what
/// would end the process is an error of the write, as on a full disk.
#[cfg(unix)]
pub fn cramped(place: &Place, blocks: u32, arguments: &str) -> std::process::Output {
    let program = env!("CARGO_BIN_EXE_mineproof");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec {program} {arguments}");
    std::process::Command::new("sh").args(["-c", &script]).current_dir(place.path("")).output().unwrap()
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_costs_nothing() {
    let place = place();
    undisturbed(&place);
    let run = format!("{RUN} -o full.csv --cells full.csv.cells.csv --resume");
    // Cells are the larger file, so they meet the end first; without them the report does.
    for blocks in [0, 1, 40, 333] {
        let output = cramped(&place, blocks, &run);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{blocks}: {said}");
        assert!(said.contains("full.csv") && said.contains("File too large"), "{blocks}: {said}");
        assert!(blocks < 40 || said.contains("--resume goes on"), "{said}");
    }
    assert_eq!(start(&place, "full.csv", "--resume").wait().unwrap().code(), Some(2));
    check_same(&place, "full.csv");
    let run = format!("{RUN} -o alone.csv");
    let output = cramped(&place, 50, &run);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("cannot write a row: alone.csv") && said.contains("File too large"), "{said}");
    place.ends(2, &format!("{run} --resume"));
    same(&place.path("alone.csv"), &place.path("whole.csv"));
}
