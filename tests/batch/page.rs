//! From a corpus to a page: what `report` makes of what `batch` writes.

use std::io::Write;
use std::path::Path;

use crate::{Place, many};

#[test]
fn reports_of_batch_become_pages_with_boards() {
    let place = Place::new();
    let midgame = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/midgame");
    let mut boards = 0;
    for entry in std::fs::read_dir(midgame).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        boards += usize::from(!name.ends_with(".expected.json") && name != "README.md");
        place.write(&format!("c/midgame/{name}"), std::fs::read(path).unwrap());
    }
    place.write("c/many.txt", many(5, 9));
    let mut archive = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    archive.write_all(b"{\"name\":\"one\",\"rows\":[\"1?\"]}\n{\"rows\":[\"?2?\"]}\n").unwrap();
    place.write("c/lines.jsonl.gz", archive.finish().unwrap());
    place.write("c/table.csv", "id,board\na,1?\\n??\n\"b,\"\"c\",?1?\n");
    place.write("c/bad.txt", "1?\nx<b>\n");
    place.write("c/layout.mbf", [3, 3, 0, 1, 1, 1]);
    boards += 5 + 2 + 2 + 1;
    let names = [
        "c/many.txt#game 4",
        "c/lines.jsonl.gz#one",
        "c/lines.jsonl.gz#2",
        "c/table.csv#b,&quot;c",
        "c/layout.mbf",
    ];
    for report in ["r.csv", "r.jsonl"] {
        place.ends(2, &format!("batch c -o {report} --time-limit 20 --quiet"));
        let said = place.ends(0, &format!("report {report} -o page.html --thumbnails 1000"));
        assert_eq!(said, format!("page.html: {} instances, {boards} boards drawn\n", boards + 1));
        let page = place.read("page.html");
        assert_eq!(page.matches("<figure id=\"board-").count(), boards);
        for name in names {
            assert!(page.contains(&format!("<figcaption><b>{name}</b>")), "{name}");
        }
        assert!(
            page.contains("1 are not at hand") || page.contains("1 are no grids"),
            "the bad file is told of"
        );
        assert!(page.contains("c/bad.txt") && !page.contains("x<b>"));
    }
    // From elsewhere the boards are found by --boards.
    place.write("else/r.csv", place.read("r.csv"));
    let said = place.ends(0, "report else/r.csv -o page.html --thumbnails 3 --boards else");
    assert!(said.contains("0 boards drawn"), "{said}");
    let said = place.ends(0, "report else/r.csv -o page.html --thumbnails 3 --boards .");
    assert!(said.contains("3 boards drawn"), "{said}");
}
