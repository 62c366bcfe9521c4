//! Shards of a corpus, and their reports put together again.

use crate::{Place, same};

#[test]
fn merged_shards_are_the_whole() {
    let place = Place::new();
    place.corpus("boards", 2);
    for ending in ["csv", "jsonl"] {
        place.ends(
            2,
            &format!("batch boards -o whole.{ending} --cells whole.cells.{ending} --no-timings --quiet"),
        );
        for of in [1, 3] {
            let mut names = Vec::new();
            for part in (1..=of).rev() {
                let name = format!("{of}-{part}.{ending}");
                let cells = format!("--cells {of}-{part}.cells.{ending}");
                let run = place
                    .run(&format!("batch boards -o {name} {cells} --shard {part}/{of} --no-timings --quiet"));
                assert!(run.status.code().is_some_and(|code| code <= 2));
                names.push(name);
            }
            let merged = format!("merged-{of}.{ending}");
            place.ends(0, &format!("merge {} -o {merged} --cells cells-{merged} --quiet", names.join(" ")));
            same(&place.path(&merged), &place.path(&format!("whole.{ending}")));
            same(&place.path(&format!("cells-{merged}")), &place.path(&format!("whole.cells.{ending}")));
        }
    }
}

#[test]
fn more_shards_than_boards_do_no_harm() {
    let place = Place::new();
    place.write("a.txt", "1?\n");
    place.ends(0, "batch a.txt -o whole.csv --quiet --no-timings");
    for part in 1..=3 {
        place.ends(0, &format!("batch a.txt -o {part}.csv --quiet --no-timings --shard {part}/3"));
    }
    place.ends(0, "merge 1.csv 2.csv 3.csv -o m.csv --quiet");
    same(&place.path("m.csv"), &place.path("whole.csv"));
}

#[test]
fn shards_that_do_not_fit_are_refused() {
    let place = Place::new();
    place.corpus("boards", 1);
    for (part, options) in [(1, ""), (2, ""), (3, "")] {
        place.run(&format!("batch boards -o {part}.csv --shard {part}/3 --quiet {options}"));
    }
    place.run("batch boards -o asked.csv --shard 2/3 --quiet --ask check");
    place.run("batch boards/random boards/hex -o other.csv --shard 2/3 --quiet");
    place.run("batch boards -o halves.csv --shard 2/2 --quiet");
    place.run("batch boards -o whole.csv --quiet");
    place.write("moved.csv", place.read("2.csv"));
    for (reports, expected) in [
        ("1.csv 3.csv", "shard 2/3 is missing"),
        ("1.csv 2.csv 2.csv 3.csv", "shard 2/3 is there twice"),
        ("1.csv asked.csv 3.csv", "another version or options"),
        ("1.csv other.csv 3.csv", "another corpus"),
        ("1.csv halves.csv 3.csv", "another number of shards"),
        ("1.csv moved.csv 3.csv", "moved.csv.shard.json"),
        ("whole.csv", "whole.csv.shard.json"),
    ] {
        let said = place.ends(2, &format!("merge {reports} -o m.csv"));
        assert!(said.contains(expected), "{reports}: {said}");
        assert!(!place.path("m.csv").exists());
    }
    let torn = place.read("2.csv");
    let more = torn.clone() + torn.lines().last().unwrap() + "\n";
    for other in
        [torn[..torn.len() - 1].to_owned(), more, torn.replacen("exact", "error", 1), place.read("1.csv")]
    {
        place.write("2.csv", other);
        let said = place.ends(2, "merge 1.csv 2.csv 3.csv -o m.csv");
        assert!(said.contains("2.csv is not the file that 2.csv.shard.json was written for"), "{said}");
        assert!(!place.path("m.csv").exists());
    }
    place.write("2.csv", torn);
    place.ends(0, "merge 1.csv 2.csv 3.csv -o m.csv --quiet");
    assert!(place.ends(2, "merge 1.csv 2.csv 3.csv -o m.csv").contains("is there already"));
}
