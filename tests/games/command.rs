//! `mineproof play`: what it prints, refuses, splits, merges and plays again.

use std::fs;
use std::path::Path;

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;
use tempfile::TempDir;

/// Runs the command; gives exit code, standard output and standard error.
fn run(args: &str) -> (i32, String, String) {
    let words = args.split_whitespace();
    let output = cargo_bin_cmd!("mineproof").arg("play").args(words).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// What the command prints, if nothing is wrong.
fn printed(args: &str) -> String {
    let (code, out, err) = run(args);
    assert_eq!((code, err.as_str()), (0, ""), "{args}");
    out
}

fn json(args: &str) -> Value {
    serde_json::from_str(&printed(&format!("{args} --json"))).unwrap()
}

/// The request is refused before any work: nothing on standard output, and this said.
fn refused(args: &str, said: &str) {
    let (code, out, err) = run(args);
    assert_eq!((code, out.as_str()), (2, ""), "{args}\n{err}");
    assert!(err.contains(said), "{args}\n{err}");
}

fn in_folder(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

#[test]
fn wrong_arguments_are_refused_before_work_starts() {
    refused("", "--board <BOARD>");
    refused("--board 30x16", "how many mines? write 30x16/MINES, such as 30x16/99, or add --mines");
    refused("--board 30x16/99 --mines 9", "30x16/99 tells the mines already; leave out --mines");
    refused("--board 3x3/9", "9 mines leave no free cell on a board of 9 cells; at most 8 can be played");
    refused("--board 0x3/0", "a board without cells cannot be played");
    refused("--board 99999x99999/5", "9999800001 cells are too many to play; at most 16777216 can be");
    refused("--board no-such-board", "no-such-board: there is no such file; write WIDTHxHEIGHT/MINES");
    refused("--board 30x/99", "30x/99: there is no such file; write WIDTHxHEIGHT/MINES such as 30x16/99");
    refused("--board 3x3x3/4 --topology hex", "only a box has three sides; for hex write 3x3");
    refused("--board 3x3/4 --topology box", "a box has three sides; write WIDTHxHEIGHTxDEPTH");
    refused("--board 3x3/2 --topology ring", "possible values: king, orthogonal, torus, hex, triangle, box");
    refused("--board 3x3/2 --first 3,0", "there is no cell 3,0; write X,Y up to 2,2");
    refused("--board 3x3/2 --first corner", "'corner' is not a cell; write X,Y");
    refused("--board 3x3/2 --first all --replay 1", "a game has one first cell; replay it with --first X,Y");
    refused("--board 3x3/2 --strategy PP", "'PP' is not a strategy; write filters P, S, E, Q, U, B");
    refused("--board 3x3/2 --promise maybe", "possible values: safe, zero, none");
    refused("--board 3x3/2 --games 0", "'0' is not a number of games; write one from 1 on");
    refused("--board 3x3/2 --games many", "such as 1000000, 1_000_000 or 1e6");
    refused("--board 3x3/2 --from x", "'x' is not the number of a game");
    refused("--board 3x3/2 --games 5 --from 5", "--from 5 lies behind the 5 games");
    refused("--board 3x3/2 --games 5 --from 3 --count 3", "--from 3 --count 3 goes beyond the 5 games");
    refused("--board 3x3/2 --from 18446744073709551615", "there are no 10000 games from");
    refused("--board 3x3/2 --seed -1", "invalid value '-1' for '--seed <N>'");
    refused("--board 3x3/2 --threads 0", "0 is not in 1..=1024");
    refused("--board 3x3/2 --show", "--replay <I>");
    refused("--board 3x3/2 --replay 3 --games 5", "cannot be used with");
    refused("--board 3x3/2 --json --row", "cannot be used with");
    refused("--board 3x3/2 --csv -", "--csv needs a file: standard output is for the result");
    refused("--board 3x3/2 --csv no/such/folder.csv", "no/such/folder.csv: ");
    refused("--board 3x3/2 --merge a.json", "cannot be used with");
    refused("--merge a.json --strategy P", "cannot be used with");
    refused("--merge no-such-part.json", "no-such-part.json: ");
}

#[test]
fn results_for_people_tables_and_programs() {
    let games = "--board 8x8/10 --games 500 --no-timings";
    assert_eq!(
        printed(games),
        "\
8x8/10 (king), PSEQ, first cell 0,0 (safe), seed 1
games: 500 from game 0 on
won: 410 = 82.0000 % (95 % confidence: 78.3464 to 85.2699)
guesses: 1.1720 a game; 180 games without one
"
    );
    let found = json(games);
    assert_eq!(found["board"], "8x8/10");
    assert_eq!(found["status"], "complete");
    assert_eq!(found["wins"], 410);
    assert!(found.get("seconds").is_none() && found.get("games_per_cpu_second").is_none());
    assert_eq!(
        printed(&format!("{games} --json")),
        concat!(
            r#"{"board":"8x8/10","strategy":"PSEQ","seed":1,"wins":410,"games":500,"rate":0.82,"#,
            r#""interval":[0.783463630563,0.852699417501],"status":"complete","reason":null,"topology":"king","#,
            r#""mines":10,"first":[0,0],"promise":"safe","from":0,"count":500,"guesses":586,"#,
            r#""mean_guesses":1.172,"without_guess":180,"opened":23935,"version":"0.1.0","#,
            r#""adjusted_rate":null,"adjusted_interval":null,"luck":["4804933263","9593262478","0","#,
            r#""80525402643150371061","55948416712679582466","0","273778902450834907216","0","0","#,
            r#""68241185121","86025893150","0"]}"#,
            "\n"
        )
    );
    assert_eq!(
        printed(&format!("{games} --row")),
        "\
board,topology,strategy,seed,first,promise,from,count,wins,games,rate,low,high,mean_guesses,without_guess,opened,status,version,adjusted,adjusted_low,adjusted_high
8x8/10,king,PSEQ,1,\"0,0\",safe,0,500,410,500,0.82,0.783463630563,0.852699417501,1.172,180,23935,complete,0.1.0,,,
"
    );
    // From a thousand games on the rate is told with luck taken out.
    let games = "--board 8x8/10 --games 1000 --no-timings";
    let text = printed(games);
    let (won, luck) =
        ("won: 821 = 82.1000 % (95 % confidence: 79.5806 to 84.4287)\n", "with luck taken out: ");
    assert!(text.contains(&format!("{won}{luck}81.4415 % (80.2898 to 82.5932)\n")), "{text}");
    let found = json(games);
    assert_eq!(found["adjusted_rate"], 0.814_415_097_775);
    assert_eq!(found["adjusted_interval"].to_string(), "[0.802898018222,0.825932177329]");
    let row = printed(&format!("{games} --row"));
    assert!(row.ends_with(",0.814415097775,0.802898018222,0.825932177329\n"), "{row}");
    let timed = json("--board 8x8/10 --games 500");
    assert!(timed["seconds"].as_f64().unwrap() > 0.0);
    assert!(timed["games_per_cpu_second"].as_f64().unwrap() > 100.0);
    assert!(printed("--board 8x8/10 --games 500").contains("\ntime: "));
    assert!(printed("--board 8x8/10 --games 500 --row").contains("seconds_per_game"));
}

#[test]
fn names_of_promises_and_games() {
    let zero = printed("--board 8x8/10 --promise zero --games 1e2 --no-timings");
    assert_eq!(printed("--board 8x8/10 --promise SNR --games 1_00 --no-timings --first 2,2"), zero);
    let safe = printed("--board 8x8/10 --mines 10 --games 50 --no-timings".replace("/10", "").as_str());
    assert_eq!(printed("--board 8x8/10 --promise sfar --count 50 --no-timings"), safe);
}

#[test]
fn threads_and_parts_make_the_same_bytes() {
    let folder = TempDir::new().unwrap();
    for course in [
        "--board 9x9/10 --strategy PSEQ-D32 --promise zero --no-timings --json",
        "--board 5x4/4 --first all --strategy PS --no-timings --json",
        "--board 4x3x2/4 --first auto --seed 7 --no-timings --json",
    ] {
        let whole = printed(&format!("{course} --from 10 --count 1300 --threads 1"));
        assert!(whole.contains("\"adjusted_rate\":0."), "{whole}");
        assert_eq!(printed(&format!("{course} --from 10 --count 1300 --threads 3")), whole);
        let mut parts = Vec::new();
        for (from, count) in [(110, 50), (10, 100), (160, 1150)] {
            let part = in_folder(&folder, &format!("{from}.json"));
            fs::write(&part, printed(&format!("{course} --from {from} --count {count} --threads 2")))
                .unwrap();
            parts.push(part);
        }
        let merged = format!("--merge {} --no-timings", parts.join(" "));
        assert_eq!(printed(&format!("{merged} --json")), whole);
        let text = course.replace("--json", "--from 10 --count 1300");
        assert_eq!(printed(&merged), printed(&text));
        // An older part says nothing of luck, so nobody knows what it was altogether.
        let older = in_folder(&folder, "older.json");
        let part = fs::read_to_string(&parts[0]).unwrap();
        let mut part: Value = serde_json::from_str(&part).unwrap();
        forget_luck(&mut part);
        fs::write(&older, part.to_string()).unwrap();
        let known: Value = serde_json::from_str(&whole).unwrap();
        let found = json(&format!("--merge {older} {} {} --no-timings", parts[1], parts[2]));
        assert_eq!((&found["wins"], &found["adjusted_rate"]), (&known["wins"], &Value::Null));
        assert!(found.get("luck").is_none());
        // All parts in one file are as good.
        let all = in_folder(&folder, "all.json");
        fs::write(&all, parts.iter().map(|part| fs::read_to_string(part).unwrap()).collect::<String>())
            .unwrap();
        assert_eq!(printed(&format!("--merge {all} --json")), whole);
    }
}

/// A result as it was written before luck was counted.
fn forget_luck(part: &mut Value) {
    if let Value::Array(rows) = part {
        rows.iter_mut().for_each(forget_luck);
    }
    if let Value::Object(fields) = part {
        fields.retain(|name, _| !name.starts_with("adjusted") && name != "luck");
        fields.values_mut().for_each(forget_luck);
    }
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let folder = TempDir::new().unwrap();
    let part = |name: &str, args: &str| {
        let path = in_folder(&folder, name);
        fs::write(&path, printed(&format!("{args} --json"))).unwrap();
        path
    };
    let a = part("a", "--board 5x5/4 --count 50");
    let cases = [
        ("--board 5x5/4 --from 60 --count 40", "games 50 to 59 are missing between"),
        ("--board 5x5/4 --from 60 --count 40", "play them with --from 50 --count 10"),
        ("--board 5x5/4 --from 20 --count 40", "overlap: games 20 to 49 are in both"),
        ("--board 5x5/5 --from 50 --count 40", "the board is 5x5/4 in the first and 5x5/5 in the second"),
        (
            "--board 5x5/4 --topology torus --from 50 --count 40",
            "the topology is king in the first and torus",
        ),
        ("--board 5x5/4 --seed 2 --from 50 --count 40", "the seed is 1 in the first and 2 in the second"),
        ("--board 5x5/4 --strategy P --from 50 --count 40", "the strategy is PSEQ in the first and P in"),
        ("--board 5x5/4 --first 1,1 --from 50 --count 40", "the first cell is 0,0 in the first and 1,1 in"),
        ("--board 5x5/4 --first 0,0 --promise none --from 50 --count 40", "the promise is safe in the first"),
    ];
    for (other, said) in cases {
        let b = part("b", other);
        refused(&format!("--merge {b} {a}"), said);
    }
    let newer = fs::read_to_string(&a)
        .unwrap()
        .replace("\"version\":\"", "\"version\":\"9")
        .replace("\"from\":0", "\"from\":50");
    fs::write(in_folder(&folder, "newer"), newer).unwrap();
    refused(&format!("--merge {a} {}", in_folder(&folder, "newer")), "the version is ");
    for (text, said) in [
        ("", "there is no result in it"),
        ("{}", "no line of `mineproof play --json`: missing field"),
        ("[1]", "bad:1: this is no line of"),
        (
            &fs::read_to_string(&a).unwrap().replace("\"games\":50", "\"games\":49"),
            "bad:1: its numbers do not fit",
        ),
        (
            &fs::read_to_string(&a).unwrap().replace("\"luck\":[\"", "\"luck\":[\"x"),
            "bad:1: its luck is not a list of whole numbers",
        ),
        (
            &fs::read_to_string(&a).unwrap().replace("\"luck\":[", "\"luck\":[\"1\","),
            "bad:1: its luck should be a list of 12 numbers",
        ),
    ] {
        fs::write(in_folder(&folder, "bad"), text).unwrap();
        refused(&format!("--merge {}", in_folder(&folder, "bad")), said);
    }
}

#[test]
fn a_stopped_run_can_be_continued() {
    let folder = TempDir::new().unwrap();
    let course = "--board 8x8/10 --no-timings --json";
    let (code, out, err) = run(&format!("{course} --games 1e12 --time-limit 0.3"));
    assert_eq!((code, err.as_str()), (3, ""));
    let stopped: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&stopped["status"], &stopped["reason"]), (&"stopped".into(), &"time limit reached".into()));
    let done = stopped["games"].as_u64().unwrap();
    fs::write(in_folder(&folder, "a"), &out).unwrap();
    fs::write(in_folder(&folder, "b"), printed(&format!("{course} --from {done} --count 70"))).unwrap();
    let merged = printed(&format!("--merge {} {} --json", in_folder(&folder, "a"), in_folder(&folder, "b")));
    assert_eq!(merged, printed(&format!("{course} --games {}", done + 70)));
    // Alone it is stopped still.
    let (code, again, _) = run(&format!("--merge {} --json", in_folder(&folder, "a")));
    assert_eq!((code, again), (3, out));
    let (code, out, _) = run("--board 8x8/10 --games 40 --time-limit 0");
    assert_eq!(code, 3);
    assert!(out.contains("0 of 40 games are finished, the rest is --from 0 --count 40"), "{out}");
}

#[test]
fn games_are_listed_and_played_again() {
    let folder = TempDir::new().unwrap();
    for course in [
        "--board 8x8/10",
        "--board 9x9/15 --first auto --promise zero",
        "--board 6x6/8 --promise none --strategy logic",
        "--board 6x6/8 --strategy random",
        "--board 6x6/8 --strategy T --topology orthogonal",
    ] {
        let csv = in_folder(&folder, "games.csv");
        let found = json(&format!("{course} --games 40 --csv {csv}"));
        let text = fs::read_to_string(&csv).unwrap();
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!((rows[0], rows.len()), ("game,first,won,guesses,opened", 41));
        let mut wins = 0;
        for (game, row) in rows[1..].iter().enumerate() {
            let (start, rest) = row.split_once(",\"").unwrap();
            let (first, rest) = rest.split_once("\",").unwrap();
            let numbers: Vec<u64> = rest.split(',').map(|field| field.parse().unwrap()).collect();
            assert_eq!(start.parse(), Ok(game));
            wins += numbers[0];
            if game % 8 > 0 {
                continue;
            }
            let again = json(&format!("{course} --replay {game}"));
            assert_eq!(again["won"], numbers[0] == 1);
            assert_eq!((&again["guesses"], &again["opened"]), (&numbers[1].into(), &numbers[2].into()));
            let moves = again["moves"].as_array().unwrap();
            assert_eq!(moves.len() as u64, numbers[1] + 1);
            assert_eq!(moves[0]["cell"].to_string(), format!("[{first}]"));
            let guessed = moves.iter().filter(|taken| taken["guess"] == true);
            assert!(guessed.clone().all(|taken| taken["probability"].is_string()), "{again}");
            let mines = again["mines"].as_array().unwrap();
            assert!(moves.iter().all(|taken| mines.contains(&taken["cell"]) == (taken["mined"] == true)));
        }
        assert_eq!(found["wins"], wins);
    }
}

#[test]
fn a_game_is_drawn_before_every_guess() {
    let shown = printed("--board 5x4/5 --replay 3 --show");
    assert_eq!(
        shown,
        "\
5x4/5 (king), PSEQ, seed 1, game 3
first cell 0,0 (safe): free, shows 1
      0    1    2    3    4
 0  [1]   33   25   25   25
 1   33   33   25   25   25
 2   25   25   25   25   25
 3 (25)   25   25   25   25
guess 1: 0,3, mined with 25.00 % (1/4): free, shows 1
      0    1    2    3    4
 0  [1]   33   25   25   25
 1   33   33   25   25   25
 2   33   33   25   25   25
 3  [1]   33   25   25 (25)
guess 2: 4,3, mined with 25.00 % (1/4): free, shows 0
     0   1   2   3   4
 0 [1] [2] [1] [2] [1]
 1   * [2]   * [2]   *
 2 [2] [4] [3] [3] [1]
 3 [1]   *   * [1] [0]
won; guesses: 2, cells opened: 15
"
    );
    let plain = printed("--board 5x4/5 --replay 3");
    assert!(shown.lines().filter(|line| plain.contains(*line)).count() >= plain.lines().count());
    let told = json("--board 5x4/5 --replay 3 --show");
    assert_eq!(told["moves"][0]["position"]["mines"], 5);
}

#[test]
fn first_cells_are_drawn_as_a_map() {
    let map = printed("--board 4x3/2 --first all --games 200 --no-timings");
    assert_eq!(
        map,
        "\
4x3/2 (king), PSEQ, first cell all (safe), seed 1
games: 200 from each of 4 cells, from game 0 on
best first cell 1,1: 95.0000 % (95 % confidence: 90.9972 to 97.5766)
      0    1    2    3
 0 93.5 87.0 87.0 93.5
 1 90.5 95.0 95.0 90.5
 2 93.5 87.0 87.0 93.5
guesses: 0.5737 a game; 384 games without one
"
    );
    let found = json("--board 4x3/2 --first all --games 200 --no-timings");
    let firsts = found["firsts"].as_array().unwrap();
    let cells: Vec<String> = firsts.iter().map(|row| row["cell"].to_string()).collect();
    assert_eq!(cells, ["[0,0]", "[1,0]", "[0,1]", "[1,1]"]);
    assert_eq!(firsts.iter().map(|row| row["alike"].as_u64().unwrap()).sum::<u64>(), 12);
    assert_eq!(found["interval"], Value::Null);
    // A cell of the map is a run of its own.
    let alone = json("--board 4x3/2 --first 1,0 --games 200 --no-timings");
    assert_eq!(alone["wins"], firsts[1]["wins"]);
    let rows = printed("--board 4x3/2 --first all --games 200 --no-timings --row");
    assert_eq!(rows.lines().count(), 5);
    assert!(printed("--board 4x3/2 --first all --games 9 --color always").contains("\x1b[38;5;0;48;5;46m"));
}

#[test]
fn any_board_can_be_played() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| {
        let path = in_folder(&folder, name);
        fs::write(&path, text).unwrap();
        path
    };
    let hex = write("hex.txt", "mines 2\ntopology hex\n???\n???\n");
    let found = json(&format!("--board {hex} --games 50"));
    assert_eq!((&found["board"], &found["topology"]), (&"3x2/2".into(), &"hex".into()));
    assert_eq!(json("--board 3x2/2 --topology hex --games 50")["wins"], found["wins"]);
    assert_eq!(json(&format!("--board {hex} --mines 3 --games 50"))["board"], "3x2/3");

    let path = write("path.txt", "p minesweeper 4 3\ne 1 2\ne 2 3\ne 3 4\nmines 1\n");
    let found = json(&format!("--board {path} --games 50 --first 2"));
    assert_eq!((&found["board"], &found["first"]), (&path.as_str().into(), &2.into()));
    assert_eq!(found["checksum"].as_str().unwrap().len(), 64);
    assert!(printed(&format!("--board {path} --games 50 --first all")).contains("\nfirst cell 4: "));
    let a = write("a.json", &printed(&format!("--board {path} --count 50 --json")));
    fs::write(Path::new(&path), "p minesweeper 4 2\ne 1 2\ne 2 3\nmines 1\n").unwrap();
    let b = write("b.json", &printed(&format!("--board {path} --from 50 --count 50 --json")));
    refused(&format!("--merge {a} {b}"), "the graph's checksum is ");

    let open = write("open.txt", "?1?\n");
    let (code, out, err) = run(&format!("--board {open} --json"));
    assert_eq!(code, 2);
    let said = "cell 1,0 is not covered; games begin with every cell covered";
    assert_eq!(err.trim_end(), format!("{open}: {said}"));
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["reason"], said);
    let unknown = write("unknown.txt", "???\n");
    refused(&format!("--board {unknown}"), "how many mines? add a line such as `mines 99` to the file");
    refused(
        &format!("--board {hex} --topology king"),
        "the file says what touches what; leave out --topology",
    );
    refused(&format!("--board {hex} --first 3,0"), "there is no cell 3,0; write X,Y up to 2,1");
}
