//! The page of `report`, opened in a real browser: no error, the table sorts, the pictures are there.
//!
//! Skipped, with a message, where there is no chromium.

use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin_cmd;

/// What a script appended to the page finds out, line by line.
const PROBE: &str = r#"
<script>
(() => {
  const found = [];
  const table = document.getElementById("instances");
  const column = (n) => [...table.tBodies[0].rows].map((row) => row.cells[n].textContent).join("|");
  const heading = (name) => [...table.querySelectorAll("th button")].find((b) => b.textContent === name);
  const note = (name, value) => found.push(name + "=" + value);
  note("rows", table.tBodies[0].rows.length);
  note("id", column(0));
  heading("placements").click();
  note("placements", column(7));
  note("sort", heading("placements").parentElement.getAttribute("aria-sort"));
  heading("placements").click();
  note("placements up", column(7));
  heading("id").click();
  note("id up", column(0));
  const filter = document.getElementById("filter");
  filter.value = "STOPPED";
  filter.dispatchEvent(new Event("input"));
  note("filtered", column(0));
  note("shown", document.getElementById("shown").textContent);
  note("charts", document.querySelectorAll("svg.chart").length);
  const sized = [...document.querySelectorAll(".boards svg")].filter((svg) => svg.getBoundingClientRect().width > 50);
  note("boards", sized.length);
  note("words", document.querySelector(".boards svg").textContent);
  note("injected", String(window.hacked));
  note("link", table.querySelectorAll("a").length);
  const list = document.createElement("pre");
  list.id = "found";
  list.textContent = found.join("\n");
  document.body.append(list);
})();
</script>
"#;

const REPORT: &str = "\
id,topology,size,covered,mines,status,reason,consistent,count,safe,mined,min_probability,min_probability_value,width,largest_table,engine,agree,error,seconds
b.txt,king,3x1,2,1,exact,,true,2,0,0,1/2,0.5,0,0,list,,,0.001
<script>window.hacked=1</script>,,,,,error,,,,,,,,,,,,\"x:1:1: '<img src=x onerror=window.hacked=1>' is no cell\",0.0001
a.txt,king,2x2,3,,exact,,true,123456789012345678901234567890,3,0,0/1,0.0,2,8,treedp,true,,2.5
stopped.txt,king,9x9,81,10,stopped,time limit,,,,,,,,,,,,1.0
";

fn has_browser() -> bool {
    let found =
        Command::new("chromium").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        println!("skipped: there is no chromium");
    }
    found
}

/// What the browser makes of a page, and what it says of errors.
fn open(page: &Path) -> (String, String) {
    let profile = tempfile::tempdir().unwrap();
    let output = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--dump-dom"])
        .args(["--enable-logging=stderr", "--v=0", "--virtual-time-budget=4000"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .unwrap();
    (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[test]
fn the_page_works_in_a_browser() {
    if !has_browser() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("report.csv"), REPORT).unwrap();
    fs::write(path("b.txt"), "mines 1\n?1?\n").unwrap();
    fs::write(path("a.txt"), "0?\n??\n").unwrap();
    let run = cargo_bin_cmd!("mineproof")
        .current_dir(&folder)
        .args(["report", "report.csv", "-o", "report.html", "--quiet"])
        .output()
        .unwrap();
    assert_eq!((run.status.code(), run.stderr.len()), (Some(0), 0));
    let page = fs::read_to_string(path("report.html")).unwrap();
    // The probe is let in by the page's own policy, which allows its own scripts and nothing from elsewhere.
    fs::write(path("probed.html"), page.replace("</body>", &format!("{PROBE}</body>"))).unwrap();
    let (dom, log) = open(&path("probed.html"));
    let errors: Vec<&str> = log.lines().filter(|line| line.contains("CONSOLE")).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let found = dom.split("<pre id=\"found\">").nth(1).unwrap_or_else(|| panic!("no result in {dom}\n{log}"));
    let found = found.split("</pre>").next().unwrap().replace("&lt;", "<").replace("&gt;", ">");
    let script = "<script>window.hacked=1</script>";
    for line in [
        "rows=4",
        &format!("id=b.txt|{script}|a.txt|stopped.txt"),
        "placements=1.234e29|2||",
        "sort=descending",
        "placements up=2|1.234e29||",
        &format!("id up={script}|a.txt|b.txt|stopped.txt"),
        "filtered=stopped.txt",
        "shown=1 of 4 instances",
        "charts=5",
        "boards=2",
        "words=50150",
        "injected=undefined",
        "link=0",
    ] {
        assert!(found.lines().any(|seen| seen == line), "{line} is not in\n{found}");
    }
}

#[test]
fn errors_of_a_page_would_be_seen() {
    if !has_browser() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("wrong.html");
    fs::write(&page, "<!DOCTYPE html><script>nothing.of.this()</script>").unwrap();
    let (_, log) = open(&page);
    assert!(log.lines().any(|line| line.contains("CONSOLE")), "{log}");
}
