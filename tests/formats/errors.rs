//! Wrong and hostile files, each with its message to the letter.

use super::read;
use mineproof::budget::Budget;
use mineproof::formats::{Format, read_board};

fn check(format: Format, cases: &[(&str, &str)]) {
    let seen: Vec<String> = cases
        .iter()
        .map(|(text, _)| match read(text, Some(format)) {
            Err(error) => error.to_string(),
            Ok(board) => format!("read as {board:?}"),
        })
        .collect();
    // All at once, so that a changed text shows everything it changes.
    let wrong: Vec<_> = cases.iter().zip(&seen).filter(|((_, expected), seen)| expected != seen).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn board_text() {
    const RIGHT: &str = "write a digit 0-8, '?' (covered), '*' (mine) or '_' (free)";
    let cell = |place: &str, what: &str| format!("f:{place}: {what}; {RIGHT}");
    check(
        Format::Board,
        &[
            ("", "f:1:1: there is no row of cells; write at least one, such as 1 ? ?"),
            ("# x\nmines 3\n", "f:3:1: there is no row of cells; write at least one, such as 1 ? ?"),
            ("1 ?\n1 x\n", &cell("2:3", "'x' is not a cell")),
            ("1é?\n", &cell("1:2", "'é' is not a cell")),
            ("é\n", &cell("1:1", "'é' is not a cell")),
            ("1?\0\n", &cell("1:3", "'\\0' is not a cell")),
            ("1 9\n", &cell("1:3", "'9' is not a cell of a king board")),
            ("topology hex\n\t1a\n", &cell("2:3", "'a' is not a cell of a hex board")),
            ("1? # x\n", &cell("1:4", "'#' is not a cell")),
            (
                "topology box 1\nr",
                "f:2:1: 'r' is not a cell; write 0-9 or a-q (10 to 26), '?' (covered), '*' (mine) or '_' (free)",
            ),
            ("1 ? ?\n1 ? ? ?\n", "f:2:7: row 1 has 4 cells, row 0 has 3; all rows need the same length"),
            (
                "1??\n\n1??\r\n1?  \r\n",
                "f:4:3: row 2 has 2 cells, row 0 has 3; all rows need the same length",
            ),
            // Rows that ran together were once read as one.
            (
                "?1?\r???\r",
                "f:1:4: a carriage return inside a line; end lines with a line feed, with or without it",
            ),
            ("mines\n?", "f:1:6: the number of mines is missing; write a whole number, or ? for unknown"),
            ("mines -1\n?", "f:1:7: '-1' is not a number of mines; write a whole number, or ? for unknown"),
            (
                "mines 1 2\n?",
                "f:1:9: '2' is one word too many; end the line before it (comments have their own lines)",
            ),
            ("mines 1\nmines 1\n?", "f:2:1: a second `mines` line; keep one of them"),
            ("topology hex\ntopology hex\n?", "f:2:1: a second `topology` line; keep one of them"),
            ("?\n mines 1\n", "f:2:2: 'mines' after a row; move it above the first row"),
            (
                "Mines 1\n?",
                "f:1:1: 'Mines' is neither a keyword nor a row of cells; keywords are `mines` and `topology`",
            ),
            (
                "topology\n?",
                "f:1:9: the topology is missing; write king, orthogonal, torus, hex, triangle or box",
            ),
            (
                "topology kings\n?",
                "f:1:10: 'kings' is not a topology; write king, orthogonal, torus, hex, triangle or box",
            ),
            (
                "topology box\n?",
                "f:1:13: the number of layers is missing; write `topology box LAYERS` with 1 or more layers",
            ),
            (
                "topology box 0\n?",
                "f:1:14: '0' is not a number of layers; write `topology box LAYERS` with 1 or more layers",
            ),
            (
                "topology box 4294967296\n?",
                "f:1:14: '4294967296' is not a number of layers; write `topology box LAYERS` with 1 or more layers",
            ),
            (
                "topology box 2\n?\n?\n?",
                "f:1:14: 3 rows do not make 2 layers of equal height; write a multiple of 2 rows",
            ),
            ("topology box 9\n", "f:2:1: there is no row of cells; write at least one, such as 1 ? ?"),
        ],
    );
}

#[test]
fn graph_text() {
    check(
        Format::Graph,
        &[
            ("", "f:1:1: there is no `p` line; begin with `p minesweeper VERTICES EDGES`"),
            ("c x\n# y\n", "f:3:1: there is no `p` line; begin with `p minesweeper VERTICES EDGES`"),
            ("e 1 2\n", "f:1:1: 'e' before the `p` line; begin with `p minesweeper VERTICES EDGES`"),
            ("p\n", "f:1:2: the problem line is cut short; write `p minesweeper VERTICES EDGES`"),
            ("p edge 1 0", "f:1:3: 'edge' is not 'minesweeper'; write `p minesweeper VERTICES EDGES`"),
            (
                "p minesweeper 1",
                "f:1:16: the number of edges is missing; write `p minesweeper VERTICES EDGES`",
            ),
            (
                "p minesweeper -1 0",
                "f:1:15: '-1' is not a number of vertices; write `p minesweeper VERTICES EDGES`",
            ),
            (
                "p minesweeper 1 0 0",
                "f:1:19: '0' is one word too many; end the line before it (comments have their own lines)",
            ),
            (
                "p minesweeper 4294967295 0",
                "f:1:15: 4294967295 vertices are too many; a board has fewer than 4294967295",
            ),
            (
                "p minesweeper 1 2147483648",
                "f:1:17: 2147483648 edges are too many; a graph has at most 2147483647",
            ),
            ("p minesweeper 1 0\np minesweeper 1 0\n", "f:2:1: a second `p` line; keep one of them"),
            (
                "p minesweeper 99999999999999999999 1",
                "f:1:15: 99999999999999999999 vertices are too many; a board has fewer than 4294967295",
            ),
            (
                "p minesweeper 2 99999999999999999999",
                "f:1:17: 99999999999999999999 edges are too many; a graph has at most 2147483647",
            ),
            (
                "p minesweeper 2 1\ne 1 99999999999999999999",
                "f:2:5: there is no vertex 99999999999999999999; vertices are 1 to 2",
            ),
            ("p minesweeper 2 1\ne 0 1", "f:2:3: there is no vertex 0; vertices are 1 to 2"),
            ("p minesweeper 2 1\ne 1  3", "f:2:6: there is no vertex 3; vertices are 1 to 2"),
            ("p minesweeper 0 1\ne 1 2", "f:2:3: there is no vertex 1; the graph has no vertices"),
            ("p minesweeper 2 1\ne 1 x", "f:2:5: 'x' is not a vertex; vertices are 1 to 2"),
            ("p minesweeper 2 1\ne 1", "f:2:4: a vertex is missing; vertices are 1 to 2"),
            ("p minesweeper 2 1\ne 2 2", "f:2:5: edge 2 2 joins a vertex with itself; leave it out"),
            (
                "p minesweeper 2 1\ne 1 2 3",
                "f:2:7: '3' is one word too many; end the line before it (comments have their own lines)",
            ),
            (
                "p minesweeper 3 3\ne 1 2\ne 2 3\n e 2 1",
                "f:4:2: this edge was given before, on line 2; keep one of them",
            ),
            (
                "p minesweeper 3 3\ne 1 2\ne 2 3\n",
                "f:1:17: the `p` line says 3 edges, but 2 follow; correct the number",
            ),
            (
                "p minesweeper 3 1\ne 1 2\ne 2 3\n",
                "f:3:1: one edge more than the 1 of the `p` line; correct its number of edges",
            ),
            ("p minesweeper 2 0\nl 1 2\nl 1 2", "f:3:3: a second label for vertex 1; keep one of them"),
            (
                "p minesweeper 2 0\nl 1 -2",
                "f:2:5: '-2' is not a label; write a number, '?' (covered), '*' (mine) or '_' (free)",
            ),
            (
                "p minesweeper 2 0\nl 1",
                "f:2:4: the label is missing; write a number, '?' (covered), '*' (mine) or '_' (free)",
            ),
            ("p minesweeper 2 0\nl 3 1", "f:2:3: there is no vertex 3; vertices are 1 to 2"),
            (
                "p minesweeper 2 0\nmines x",
                "f:2:7: 'x' is not a number of mines; write a whole number, or ? for unknown",
            ),
            ("p minesweeper 2 0\nmines 1\nmines 1", "f:3:1: a second `mines` line; keep one of them"),
            (
                "p minesweeper 2 0\nedge 1 2",
                "f:2:1: 'edge' does not begin a line of a graph; write c, e, l or mines",
            ),
        ],
    );
}

#[test]
fn json_grids() {
    let deep = "[".repeat(100_000);
    let deep_name = format!("{{\"name\":{deep}{},\"rows\":[\"x\"]}}", "]".repeat(100_000));
    check(
        Format::Json,
        &[
            ("", "f:1:1: EOF while parsing a value; mind JSON's brackets, commas and quotes"),
            (
                "{\"rows\":[\"1?\"]",
                "f:1:15: EOF while parsing an object; mind JSON's brackets, commas and quotes",
            ),
            (
                "{\n\"rows\":[\"1?\"]\n} x",
                "f:3:3: trailing characters; mind JSON's brackets, commas and quotes",
            ),
            (
                "{}",
                "f:1:1: neither \"rows\" nor \"vertices\"; give a grid its \"rows\", a graph its \"vertices\"",
            ),
            (" [[]]", "f:1:2: a list is not a board; write one object {…}"),
            (&deep, "f:1:1: a list is not a board; write one object {…}"),
            (
                &deep_name,
                "f:1:200019: 'x' is not a cell; write a digit 0-8, '?' (covered), '*' (mine) or '_' (free)",
            ),
            (
                "{\"row\":[\"1?\"]}",
                "f:1:6: unknown field `row`; expected one of `name`, `topology`, `depth`, `rows`, `vertices`, `edges`, `labels`, `mines`",
            ),
            ("{\"rows\":[],\"rows\":[]}", "f:1:17: duplicate field `rows`; keep one of them"),
            ("{\"rows\":[]}", "f:1:9: there is no row of cells; write at least one, such as 1 ? ?"),
            ("{\"rows\":[\"\"]}", "f:1:11: a row without cells; write at least one cell"),
            (
                "{\"rows\":[\"1?\",\n \"1 9\"]}",
                "f:2:5: '9' is not a cell of a king board; write a digit 0-8, '?' (covered), '*' (mine) or '_' (free)",
            ),
            (
                "{\"rows\":[\"\\u0031x\"]}",
                "f:1:10: 'x' is not a cell; write a digit 0-8, '?' (covered), '*' (mine) or '_' (free)",
            ),
            (
                "{\"rows\":[\"1?\",\n \"1\"]}",
                "f:2:4: row 1 has 1 cell, row 0 has 2; all rows need the same length",
            ),
            ("{\"rows\":[1]}", "f:1:10: invalid type: integer `1`; expected a string"),
            (
                "{\"rows\":[\"?\"],\"mines\":-1}",
                "f:1:24: invalid type: integer `-1`; expected a whole number",
            ),
            (
                "{\"rows\":[\"?\"],\"mines\":1.5}",
                "f:1:25: invalid value: floating point `1.5`; expected a whole number",
            ),
            ("{\"rows\":[\"?\"],\"mines\":1e999}", "f:1:27: number out of range; write a smaller one"),
            (
                "{\"rows\":[\"?\"],\"topology\":\"kings\"}",
                "f:1:26: 'kings' is not a topology; write king, orthogonal, torus, hex, triangle or box",
            ),
            (
                "{\"rows\":[\"?\"],\"topology\":\"box\"}",
                "f:1:26: a box needs \"depth\"; give its number of layers",
            ),
            (
                "{\"rows\":[\"?\"],\"topology\":\"box\",\"depth\":0}",
                "f:1:40: 0 is not a number of layers; give 1 or more",
            ),
            ("{\"rows\":[\"?\"],\"depth\":1}", "f:1:23: only a box has \"depth\"; leave it out"),
            (
                "{\"rows\":[\"?\"],\"topology\":\"box\",\"depth\":2}",
                "f:1:9: 1 row does not make 2 layers of equal height; write a multiple of 2 rows",
            ),
        ],
    );
}

#[test]
fn quoted_names_are_tame() {
    // A line break in a field's name once broke the message in two.
    let fields =
        "; expected one of `name`, `topology`, `depth`, `rows`, `vertices`, `edges`, `labels`, `mines`";
    let broken = read("{\"mi\\nes\":1}", None).unwrap_err();
    assert_eq!(broken.message(), format!("unknown field `mi\\nes`{fields}"));
    let long = read(format!("{{\"{}\":1}}", "é".repeat(100_000)), None).unwrap_err();
    assert_eq!(long.message().chars().count(), 301);
    assert!(long.message().starts_with("unknown field `éé") && long.message().ends_with(fields), "{long}");
}

#[test]
fn json_graphs() {
    check(
        Format::Json,
        &[
            (
                "{\"rows\":[\"?\"],\"vertices\":2}",
                "f:1:26: both \"rows\" and \"vertices\"; a board is a grid or a graph",
            ),
            ("{\"rows\":[\"?\"],\"edges\":[]}", "f:1:23: a grid has no \"edges\"; leave it out"),
            ("{\"vertices\":2,\"topology\":\"king\"}", "f:1:26: a graph has no \"topology\"; leave it out"),
            (
                "{\"vertices\":99999999999999999999}",
                "f:1:13: 99999999999999999999 vertices are too many; a board has fewer than 4294967295",
            ),
            (
                "{\"vertices\":2,\"edges\":[[1,99999999999999999999]]}",
                "f:1:27: there is no vertex 99999999999999999999; vertices are 1 to 2",
            ),
            ("{\"vertices\":2,\"edges\":[[1,3]]}", "f:1:27: there is no vertex 3; vertices are 1 to 2"),
            ("{\"vertices\":2,\"edges\":[[0,1]]}", "f:1:25: there is no vertex 0; vertices are 1 to 2"),
            (
                "{\"vertices\":2,\"edges\":[[2,2]]}",
                "f:1:24: edge 2 2 joins a vertex with itself; leave it out",
            ),
            (
                "{\"vertices\":2,\"edges\":[[1,2],\n[2,1]]}",
                "f:2:1: this edge was given before, as number 1; keep one of them",
            ),
            ("{\"vertices\":2,\"edges\":[[1]]}", "f:1:26: invalid length 1; expected an array of length 2"),
            ("{\"vertices\":2,\"labels\":{\"3\":1}}", "f:1:25: there is no vertex 3; vertices are 1 to 2"),
            (
                "{\"vertices\":2,\"labels\":{\"1\":1,\"1\":2}}",
                "f:1:31: a second label for vertex 1; keep one of them",
            ),
            (
                "{\"vertices\":2,\"labels\":{\"x\":1}}",
                "f:1:27: invalid value: string \"x\"; expected the number of a vertex in quotes, such as \"4\"",
            ),
            (
                "{\"vertices\":2,\"labels\":{\"1\":\"x\"}}",
                "f:1:31: invalid value: string \"x\"; expected a number, \"?\" (covered), \"*\" (mine) or \"_\" (free)",
            ),
        ],
    );
}

#[test]
fn files_of_the_wrong_kind() {
    for (text, format, expected) in [
        ("c t mc\np cnf 1 0\n", None, "f:2:1: cnf files are only written; give a board, graph or json file"),
        ("* #variable= 0", None, "f:1:1: opb files are only written; give a board, graph or json file"),
        ("1?", Some(Format::Td), "f:1:1: td files are only written; give a board, graph or json file"),
    ] {
        assert_eq!(read(text, format).unwrap_err().to_string(), expected, "{text:?}");
    }
    let utf16 = read(b"\xff\xfe1\0?\0", None).unwrap_err();
    assert_eq!(utf16.to_string(), "f:1:1: the file is UTF-16; save it as UTF-8");
    let by_ending = read_board("x.graph", b"hello", None, &Budget::unlimited()).unwrap_err();
    assert_eq!(
        by_ending.to_string(),
        "x.graph:1:1: 'hello' before the `p` line; begin with `p minesweeper VERTICES EDGES`"
    );
}

#[test]
fn memory_is_asked_for_before_it_is_used() {
    for (text, memory, expected) in [
        (
            "p minesweeper 4000000000 0",
            1 << 30,
            "f:1:15: a graph of 4000000000 vertices may need 68000000017 bytes, more than the memory limit leaves; raise the limit",
        ),
        (
            "{\"vertices\":4000000000}",
            1 << 30,
            "f:1:13: a graph of 4000000000 vertices may need 68000000017 bytes, more than the memory limit leaves; raise the limit",
        ),
        (
            "????????",
            63,
            "f:1:1: the board may need 64 bytes, more than the memory limit leaves; raise the limit",
        ),
    ] {
        let error = read_board("f", text.as_bytes(), None, &Budget::new(None, memory)).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert!(error.is_limit());
    }
    assert!(!read("x", None).unwrap_err().is_limit());
}

/// Large files are given up between lines when time is up or Ctrl-C was pressed.
#[test]
fn readers_look_at_the_clock() {
    let row = format!("{}\n", "?".repeat(1023));
    let comments = "c a comment\n".repeat(200_000);
    let files = [
        (Format::Board, row.repeat(2000)),
        (Format::Graph, format!("{comments}p minesweeper 1 0\n")),
        (Format::Json, format!("{{\"rows\":[\"?\"]{}}}", " ".repeat(2_000_000))),
    ];
    for (format, text) in files {
        let budget = Budget::new(None, u64::MAX);
        let read = || read_board("f", text.as_bytes(), Some(format), &budget);
        assert!(read().is_ok(), "{}", format.name());
        budget.interrupt();
        let error = read().unwrap_err();
        assert!(error.is_limit() && error.message() == "interrupted", "{error}");
    }
}
