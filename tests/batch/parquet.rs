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
    let said = place.ends(0, "batch boards --no-timings --ask check,safe,count,by-mines,prob,bounds -o r.parquet --cells c.parquet --resume");
    assert!(said.contains("r.parquet is finished already"), "{said}");
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
