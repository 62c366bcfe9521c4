//! `report`: what is on the page, and what is wrong with wrong reports.

use std::fs;
use std::path::PathBuf;

use assert_cmd::cargo::cargo_bin_cmd;
use tempfile::TempDir;

struct Report {
    folder: TempDir,
}

impl Report {
    fn new() -> Self {
        Report { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Exit code, messages and the page.
    fn make(&self, name: &str, text: &str, options: &[&str]) -> (i32, String, String) {
        fs::write(self.path(name), text).unwrap();
        let run = cargo_bin_cmd!("mineproof")
            .current_dir(&self.folder)
            .args(["report", name, "-o", "page.html"])
            .args(options)
            .output()
            .unwrap();
        let page = fs::read_to_string(self.path("page.html")).unwrap_or_default();
        (run.status.code().unwrap(), String::from_utf8(run.stderr).unwrap(), page)
    }
}

const HEAD: &str = "id,status,width,seconds,count,safe,covered,consistent\n";

#[test]
fn wrong_reports_are_told_with_their_line() {
    let report = Report::new();
    for (name, text, why) in [
        ("r.csv", "", "r.csv:1: there is no column 'id'; give a report that `mineproof batch` wrote"),
        (
            "r.csv",
            "id,x\na,1\n",
            "r.csv:1: there is no column 'status'; give a report that `mineproof batch` wrote",
        ),
        (
            "r.csv",
            "id,status\na,exact,3\n",
            "r.csv:2: a row of 3 fields, and the first line has 2; write as many",
        ),
        ("r.csv", "id,status\na,exact\nb,\n", "r.csv:3: the field 'status' is empty; each row has one"),
        (
            "r.csv",
            "id,status\na,fine\n",
            "r.csv:2: 'fine' is no value of 'status'; write exact, stopped or error, or nothing",
        ),
        (
            "r.csv",
            "id,status,width\n\"a\nb\",exact,1\nc,exact,-1\n",
            "r.csv:4: '-1' is no value of 'width'; write a whole number, or nothing",
        ),
        (
            "r.csv",
            "id,status,seconds\na,exact,nan\n",
            "r.csv:2: 'nan' is no value of 'seconds'; write a number, or nothing",
        ),
        (
            "r.csv",
            "id,status,count\na,exact,1e5\n",
            "r.csv:2: '1e5' is no value of 'count'; write a whole number, or nothing",
        ),
        (
            "r.jsonl",
            "{\"id\":\"a\",\"status\":\"exact\"}\n\n[1]\n",
            "r.jsonl:3: no JSON object; each line is one {…}",
        ),
        ("r.jsonl", "{\"status\":\"exact\"}\n", "r.jsonl:1: the field 'id' is empty; each row has one"),
    ] {
        let (code, message, page) = report.make(name, text, &[]);
        assert_eq!((code, message, page), (2, format!("error: {why}\n"), String::new()));
    }
    // A folder cannot be replaced by a page.
    fs::create_dir(report.path("page.html")).unwrap();
    let (code, message, _) = report.make("r.csv", HEAD, &[]);
    assert_eq!(code, 2);
    assert!(message.starts_with("error: page.html: "), "{message}");
}

#[test]
fn names_never_become_markup() {
    let report = Report::new();
    let hostile = "</script><script>alert(1)</script>";
    let quoted = "<img src=x onerror=alert(1)>";
    let text = format!("id,status,seconds,count,error\n{hostile},exact,9,5,{quoted}\n");
    let (code, _, page) = report.make("<b>.csv", &text, &[]);
    assert_eq!(code, 0);
    assert!(!page.contains("<script>alert") && !page.contains("<img") && !page.contains("<b>.csv"));
    assert_eq!(page.matches("</script>").count(), 2, "the rows and the script of the page");
    assert!(
        !page.contains("http://")
            || page.matches("http://").count() == page.matches("http://www.w3.org/").count()
    );
}

#[test]
fn both_kinds_of_report_make_the_same_page() {
    let report = Report::new();
    let csv = format!("{HEAD}a,exact,3,0.5,12,1,4,true\nb,stopped,,,,,,\n");
    let lines = "{\"id\":\"a\",\"status\":\"exact\",\"width\":3,\"seconds\":0.5,\"count\":\"12\",\"safe\":1,\"covered\":4,\"consistent\":true}\n\
                 {\"id\":\"b\",\"status\":\"stopped\",\"width\":null}\n";
    let first = report.make("r.csv", &csv, &[]).2;
    let second = report.make("r.jsonl", lines, &[]).2;
    assert_eq!(first.replace("r.csv", ""), second.replace("r.jsonl", ""));
    assert_eq!(first.matches("class=\"bar\"").count(), 4, "one bar in each histogram");
    assert_eq!(first.matches("class=\"dot\"").count(), 1);
    // A report without times has no chart of them, but all else.
    let untimed = report.make("r.csv", "id,status,width\na,exact,3\n", &[]).2;
    assert_eq!(untimed.matches("The report does not tell.").count(), 4);
}

#[test]
fn boards_at_hand_are_drawn_up_to_a_limit() {
    let report = Report::new();
    fs::create_dir(report.path("corpus")).unwrap();
    for name in ["a.txt", "b.txt", "c.txt"] {
        fs::write(report.path("corpus").join(name), "mines 1\n?1?\n").unwrap();
    }
    fs::write(report.path("corpus/g.graph"), "p minesweeper 1 0\n").unwrap();
    let text =
        "id,status\nx.txt,exact\ng.graph,exact\n/dev/zero,exact\na.txt,exact\nb.txt,exact\nc.txt,exact\n";
    let (_, message, page) = report.make("r.csv", text, &["--boards", "corpus", "--thumbnails", "2"]);
    assert_eq!(message, "page.html: 6 instances, 2 boards drawn\n");
    assert_eq!(page.matches("<figure id=\"board-").count(), 2);
    let note = "2 drawn, with the chance of a mine in per cent. 1 left out beyond the first 2; --thumbnails N draws more. \
                2 are not at hand. 1 are no grids of up to 4000 cells, or could not be read.";
    assert!(page.contains(note), "{page}");
    assert_eq!(report.make("r.csv", text, &["--quiet"]).1, "");
}
