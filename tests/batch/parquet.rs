//! Reports as Parquet say what reports as JSON lines say.

use std::fs::File;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::Value;

use crate::{Place, same};

fn field(field: &Field) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Bool(truth) => (*truth).into(),
        Field::Long(number) => (*number).into(),
        Field::Double(decimal) => (*decimal).into(),
        Field::Str(text) => text.clone().into(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn parquet_holds_the_same_rows() {
    let place = Place::new();
    place.corpus("boards", 2);
    let run = "batch boards --quiet --no-timings --ask check,safe,count,by-mines,prob,bounds";
    place.ends(2, &format!("{run} -o r.jsonl --cells c.jsonl"));
    place.ends(2, &format!("{run} -o r.parquet --cells c.parquet"));
    assert_eq!(place.names(), ["boards", "c.jsonl", "c.parquet", "r.jsonl", "r.parquet"]);
    for name in ["r", "c"] {
        let reader =
            SerializedFileReader::new(File::open(place.path(&format!("{name}.parquet"))).unwrap()).unwrap();
        let lines = place.read(&format!("{name}.jsonl"));
        let mut lines = lines.lines();
        for (row, line) in reader.get_row_iter(None).unwrap().zip(lines.by_ref()) {
            let object: serde_json::Map<String, Value> = serde_json::from_str(line).unwrap();
            let row = row.unwrap();
            assert_eq!(row.len(), object.len());
            for (column, value) in row.get_column_iter() {
                assert_eq!(field(value), object[column], "{column} of {line}");
            }
        }
        assert_eq!(lines.next(), None);
        assert_eq!(
            reader.metadata().file_metadata().num_rows() as usize,
            place.read(&format!("{name}.jsonl")).lines().count()
        );
    }
    assert!(place.ends(2, &format!("{run} -o r.parquet --cells c.parquet")).contains("is there already"));
    let said = place.ends(2, "batch boards --no-timings --ask check,safe,count,by-mines,prob,bounds -o r.parquet --cells c.parquet --resume");
    assert!(
        said.contains("r.parquet is finished already") && said.contains("error                  3"),
        "{said}"
    );
    // The same where only one of both files is Parquet.
    for (report, cells) in [("p.csv", "p.parquet"), ("q.parquet", "q.csv")] {
        let run = format!("{run} -o {report} --cells {cells}");
        place.ends(2, &run);
        place.ends(2, &format!("{run} --resume"));
    }
    assert!(
        place
            .ends(2, "batch boards --quiet -o r.parquet --resume")
            .contains("is not the report of such a run")
    );
}

#[test]
fn shards_are_merged_into_parquet() {
    let place = Place::new();
    place.corpus("boards", 1);
    let run = "batch boards --quiet --no-timings";
    place.ends(2, &format!("{run} -o whole.parquet --cells whole.cells.parquet"));
    for part in 1..=2 {
        let cells = format!("--cells {part}.cells.jsonl");
        place.run(&format!("{run} -o {part}.jsonl {cells} --shard {part}/2"));
    }
    place.ends(0, "merge 1.jsonl 2.jsonl -o m.parquet --cells m.cells.parquet --quiet");
    same(&place.path("m.parquet"), &place.path("whole.parquet"));
    same(&place.path("m.cells.parquet"), &place.path("whole.cells.parquet"));
    assert!(!place.names().iter().any(|name| name.contains("rows")));
}

#[test]
fn killed_at_any_point_the_parquet_is_the_same() {
    let place = crate::resume::place();
    let run =
        |report: &str| format!("{} -o {report}.parquet --cells {report}.cells.parquet", crate::resume::RUN);
    place.ends(2, &run("whole"));
    for step in 0..8 {
        let mut child = place.command(&format!("{} --resume", run("k"))).spawn().unwrap();
        let rows = place.path("k.parquet.rows.jsonl");
        let len = || std::fs::metadata(&rows).map_or(0, |found| found.len());
        // From nothing at all to somewhere in the second half, and while Parquet is written.
        let until = step * 150_000;
        while len() < until && child.try_wait().unwrap().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    place.ends(2, &format!("{} --resume", run("k")));
    same(&place.path("k.parquet"), &place.path("whole.parquet"));
    same(&place.path("k.cells.parquet"), &place.path("whole.cells.parquet"));
    assert_eq!(
        place.names(),
        ["boards", "k.cells.parquet", "k.parquet", "whole.cells.parquet", "whole.parquet"]
    );
}
