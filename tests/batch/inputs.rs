//! What a corpus may be made of, and inputs that nobody meant well.

use std::io::Write;
use std::process::{Command, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::{Place, many};

fn gz(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// A Zstandard frame of uncompressed blocks, as the format has it.
fn zst(text: &[u8]) -> Vec<u8> {
    // A magic number, a frame with a window of 128 KiB and no checksum, then blocks.
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x38];
    let mut blocks = text.chunks(1 << 16).peekable();
    if text.is_empty() {
        frame.extend([1, 0, 0]);
    }
    while let Some(block) = blocks.next() {
        let header = (block.len() as u32) << 3 | u32::from(blocks.peek().is_none());
        frame.extend(&header.to_le_bytes()[..3]);
        frame.extend(block);
    }
    frame
}

/// The ids and counts of a corpus.
fn counts(place: &Place, corpus: &str) -> Vec<(String, String)> {
    place.run(&format!("batch {corpus} -o counts.csv --ask count --quiet --force"));
    place.rows("counts.csv").into_iter().map(|row| (row["id"].clone(), row["count"].clone())).collect()
}

fn check(place: &Place, corpus: &str, expected: &[(&str, &str)]) {
    let expected: Vec<_> = expected.iter().map(|&(id, count)| (id.to_owned(), count.to_owned())).collect();
    assert_eq!(counts(place, corpus), expected, "{corpus}");
}

#[test]
fn files_hold_many_boards() {
    let place = Place::new();
    place.write("t.txt", "# three\n--- one\n1?\n---\n1??\n1??\n--- one\n??\n");
    check(&place, "t.txt", &[("t.txt#one", "1"), ("t.txt#2", "8"), ("t.txt#one~2", "4")]);
    place.write(
        "l.jsonl",
        "{\"name\":\"a\\nb\",\"rows\":[\"1?\"]}\n\n{\"rows\":[\"??\"]}\n{\"rows\":\n{\"vertices\":2}\n",
    );
    check(
        &place,
        "l.jsonl",
        &[("l.jsonl#a b", "1"), ("l.jsonl#2", "4"), ("l.jsonl#3", ""), ("l.jsonl#4", "4")],
    );
    place.write(
        "c.csv",
        "id,board\nx,\"1?\n??\"\n,\"mines 1\n??\"\ny,1?\\n1?\nz,\"p minesweeper 2 1\ne 1 2\n\"\n",
    );
    check(&place, "c.csv", &[("c.csv#x", "3"), ("c.csv#2", "2"), ("c.csv#y", "2"), ("c.csv#z", "4")]);
    place.write("none.csv", "id,bord\nx,1?\n");
    check(&place, "none.csv", &[("none.csv", "")]);
    assert!(place.read("counts.csv").contains("there is no column 'board'"));
}

#[test]
fn archives_are_read_as_what_is_in_them() {
    let place = Place::new();
    let text = many(40, 9);
    place.write("plain/g.txt", &text);
    let plain = counts(&place, "plain/g.txt");
    assert_eq!(plain.len(), 40);
    let inner = |id: &str| id.split_once('#').unwrap().1.to_owned();
    // Two members, as `cat a.gz b.gz` gives them, cut in the middle of a board.
    let (a, b) = text.as_bytes().split_at(text.len() / 2);
    place.write("g.txt.gz", [gz(a), gz(b)].concat());
    place.write("g.txt.zst", [zst(a), zst(b)].concat());
    place.write("odd.name", gz(text.as_bytes()));
    for name in ["g.txt.gz", "g.txt.zst", "odd.name"] {
        let found = counts(&place, name);
        assert!(
            found
                .iter()
                .map(|(id, count)| (inner(id), count))
                .eq(plain.iter().map(|(id, count)| (inner(id), count)))
        );
        assert!(found[0].0.starts_with(&format!("{name}#game 0")), "{}", found[0].0);
    }
    place.write("l.jsonl.gz", gz(b"{\"rows\":[\"1?\"]}\n"));
    place.write("j.json.zst", zst(b"{\n\"rows\":[\"1?\"]}\n"));
    check(&place, "l.jsonl.gz j.json.zst", &[("l.jsonl.gz#1", "1"), ("j.json.zst", "1")]);
    // What the program zstd makes, where there is one.
    if Command::new("zstd")
        .args(["-q", "-19", "-f", "plain/g.txt", "-o", "real.txt.zst"])
        .current_dir(place.path(""))
        .status()
        .is_ok_and(|status| status.success())
    {
        assert_eq!(counts(&place, "real.txt.zst").len(), 40);
    }
}

#[test]
fn standard_input_is_told_by_its_start() {
    let place = Place::new();
    for (text, expected) in [
        ("1?\n", vec!["-"]),
        ("--- a\n1?\n--- b\n1?\n", vec!["-#a", "-#b"]),
        ("{\"rows\":[\"1?\"]}\n{\"name\":\"n\",\"rows\":[\"1?\"]}\n", vec!["-#1", "-#n"]),
        ("name,board\nq,1?\n", vec!["-#q"]),
    ] {
        let mut child =
            place.command("batch - -o s.csv --quiet --force").stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        assert!(child.wait().unwrap().success());
        let ids: Vec<String> = place.rows("s.csv").iter().map(|row| row["id"].clone()).collect();
        assert_eq!(ids, expected, "{text}");
    }
}

#[test]
fn folders_and_patterns_are_in_order() {
    let place = Place::new();
    for name in ["b/2.txt", "b/10.txt", "b/c/x.json", "b/.hidden.txt", "b/notes.md", "a.txt"] {
        place.write(name, if name.ends_with("json") { "{\"rows\":[\"1?\"]}" } else { "1?\n" });
    }
    check(&place, "b a.txt", &[("b/10.txt", "1"), ("b/2.txt", "1"), ("b/c/x.json", "1"), ("a.txt", "1")]);
    check(&place, "b/*.txt", &[("b/10.txt", "1"), ("b/2.txt", "1")]);
    check(&place, "missing.txt a.txt", &[("missing.txt", ""), ("a.txt", "1")]);
    assert!(place.read("counts.csv").contains("missing.txt: No such file"));
}

#[cfg(unix)]
#[test]
fn what_is_neither_file_nor_folder_is_a_row_with_an_error() {
    use std::os::unix::fs::symlink;
    let (place, other) = (Place::new(), Place::new());
    other.write("inner/far.txt", "1?\n");
    place.write("b/a.txt", "1?\n");
    symlink("gone", place.path("b/dangling.txt")).unwrap();
    symlink("gone", place.path("b/dangling")).unwrap();
    symlink(other.path(""), place.path("b/linked")).unwrap();
    symlink("..", place.path("b/loop")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(place.path("b/socket.txt")).unwrap();
    assert!(Command::new("mkfifo").arg(place.path("b/pipe.txt")).status().unwrap().success());
    symlink("/dev/zero", place.path("b/zero.txt")).unwrap();
    place.ends(2, "batch b b/pipe.txt b/p* /dev/null -o r.csv --quiet");
    let told: Vec<(String, String)> =
        place.rows("r.csv").iter().map(|row| (row["id"].clone(), row["error"].clone())).collect();
    let odd = |id: &str, why: &str| (id.to_owned(), format!("{}: {why}", id.split('~').next().unwrap()));
    let fine = |id: &str| (id.to_owned(), String::new());
    let pipe = "it is a pipe, not a file; - reads standard input";
    let expected = [
        fine("b/a.txt"),
        odd("b/dangling", "it is a link to nothing"),
        odd("b/dangling.txt", "it is a link to nothing"),
        fine("b/linked/inner/far.txt"),
        odd("b/loop/b", "it leads back to a folder that it lies in"),
        odd("b/pipe.txt", pipe),
        odd("b/socket.txt", "it is a socket, not a file"),
        odd("b/zero.txt", "it is a device, not a file"),
        odd("b/pipe.txt~2", pipe),
        odd("b/pipe.txt~3", pipe),
        odd("/dev/null", "it is a device, not a file"),
    ];
    assert_eq!(told, expected);
    // What a shell passes on is read.
    let program = env!("CARGO_BIN_EXE_mineproof");
    let script = format!("{program} batch <(echo '1?') -o - --quiet --no-timings");
    let output = Command::new("bash").args(["-c", &script]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_the_program_wrote_itself_is_no_board() {
    let place = Place::new();
    place.write("b/a.txt", "1?\n");
    place.ends(0, "batch b/a.txt -o b/old.csv --cells b/cells.csv --quiet");
    place.ends(0, "batch b/a.txt -o b/old.jsonl --cells b/cells.jsonl --quiet --no-timings");
    place.ends(0, "batch b/a.txt -o b/part.csv --shard 1/1 --quiet");
    place.write("b/old.csv.gz", gz(place.read("b/old.csv").as_bytes()));
    place.write("b/x.csv.journal", "{}\n");
    place.write("b/none.jsonl", "");
    place.write("b/none.csv", "id,board\n");
    let said = place.ends(2, "batch b -o b/r.csv");
    assert!(
        said.contains("not taken from folders, as mineproof wrote them: 7, the first b/cells.csv"),
        "{said}"
    );
    assert!(
        said.contains("not taken from folders, by their endings: 1, the first b/x.csv.journal"),
        "{said}"
    );
    let rows = place.rows("b/r.csv");
    let told: Vec<(&str, &str)> =
        rows.iter().map(|row| (row["id"].as_str(), row["error"].as_str())).collect();
    assert_eq!(told[0], ("b/a.txt", ""));
    assert_eq!(told[1].0, "b/none.csv");
    assert!(told[1].1.contains("there is no board in it"), "{}", told[1].1);
    assert!(told[2].0 == "b/none.jsonl" && told[2].1.contains("there is no board in it"));
    assert_eq!(told.len(), 3);
}

#[test]
fn hostile_inputs_are_rows_with_errors() {
    let place = Place::new();
    // A thousandfold: 64 MiB of one line, and a gigabyte that nobody may hold.
    place.write("bomb.txt.gz", gz(&vec![b'?'; 64 << 20]));
    place.write("cut.txt.gz", &gz(many(40, 9).as_bytes())[..200]);
    place.write("cut.txt.zst", &zst(many(40, 9).as_bytes())[..200]);
    // A frame that wants a window of a terabyte.
    place.write("window.txt.zst", [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0xF7, 1, 0, 0]);
    place.write(
        "noise.txt",
        (0..4000u32).map(|i| (i.wrapping_mul(i).wrapping_mul(2_654_435_761) >> 13) as u8).collect::<Vec<_>>(),
    );
    place.write("quote.csv", format!("board\n\"{}", "1?\n".repeat(1000)));
    place.write("deep.jsonl", format!("{}\n{{\"rows\":[\"1?\"]}}\n", "[".repeat(100_000)));
    place.write("vertices.graph", "p minesweeper 4000000000 0\n");
    place.write("good.txt", "1?\n");
    place.ends(3, "batch . -o r.csv --memory-limit 16M --quiet --threads 2");
    let rows = place.rows("r.csv");
    let status = |id: &str| {
        let row = rows.iter().find(|row| row["id"] == id).unwrap_or_else(|| panic!("{id}"));
        (row["status"].clone(), format!("{}{}", row["reason"], row["error"]))
    };
    for id in ["./bomb.txt.gz", "./vertices.graph"] {
        assert_eq!(status(id), ("stopped".to_owned(), "memory limit reached".to_owned()), "{id}");
    }
    for id in ["./cut.txt.zst", "./window.txt.zst", "./noise.txt", "./quote.csv#1", "./deep.jsonl#1"] {
        assert_eq!(status(id).0, "error", "{id}");
    }
    for id in ["./good.txt", "./deep.jsonl#2"] {
        assert_eq!(status(id).0, "exact", "{id}");
    }
    assert!(rows.iter().any(|row| row["id"].starts_with("./cut.txt.gz") && row["status"] == "error"));
}

#[test]
fn other_programs_files_are_boards_wherever_boards_are() {
    let place = Place::new();
    // A layout of 50x50 cells whose three mines are, as text, a line that would cut a file.
    let layout = [&[50, 50, 0, 3][..], b"\n---\n\x05"].concat();
    place.write("f/layout.mbf", &layout);
    place.write("f/old.ABF.gz", gz(&layout));
    place.write("f/flags.mine", "3x1x1\nF1H\n");
    place.write("f/flags.expected.json", "{\"count\": 2}");
    place.write("odd.name", &layout);
    place.write("many.txt", "--- ours\n*1?\n--- flags\n3x1x1\nF1H\n--- hill\n1HH\n1hm\n");
    place.write("many.csv", "id,board\nflags,3x1x1\\nF1H\n");
    check(
        &place,
        "f odd.name many.txt many.csv",
        &[
            ("f/flags.mine", "2"),
            ("f/layout.mbf", "2601042500"),
            ("f/old.ABF.gz", "2601042500"),
            ("odd.name", "2601042500"),
            ("many.txt#ours", "1"),
            ("many.txt#flags", "2"),
            ("many.txt#hill", "4"),
            ("many.csv#flags", "2"),
        ],
    );
    // A flag that is trusted is the only mine.
    check(&place, "f/flags.mine many.csv --trust-flags", &[("f/flags.mine", "1"), ("many.csv#flags", "1")]);
    let said = place.ends(0, "batch f -o f.csv --force");
    assert!(
        said.contains("not taken from folders, by their endings: 1, the first f/flags.expected.json"),
        "{said}"
    );
}

#[test]
fn our_own_instances_are_a_corpus_without_errors() {
    let place = Place::new();
    let instances = concat!(env!("CARGO_MANIFEST_DIR"), "/instances");
    place.run(&format!("batch {instances} -o r.csv --ask check --time-limit 20 --quiet"));
    let rows = place.rows("r.csv");
    assert!(rows.len() > 100, "{}", rows.len());
    for row in rows {
        assert_eq!(row["status"], "exact", "{row:?}");
    }
}
