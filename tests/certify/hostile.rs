//! Certificates made by hand to fool the checker, or to make it blow up.

use std::time::Duration;

use mineproof::budget::{Budget, StopReason};
use mineproof::certify::Files;
use mineproof::certify::verify::{Refusal, verify};

use crate::repair::repair;

const HEAD: &str =
    r#"{"format":"mineproof certificate","version":1,"tool":"me","tool_version":"0","board":"b","#;

/// A certificate of `? 1 ?` that claims no placement, with this formula and proof.
fn forged(board: &str, formula: &str, proof: &str) -> Files {
    let manifest =
        format!(r#"{HEAD}"claim":"no placement","consistent":false,"safe":[],"mines":[],"undecided":null}}"#);
    let parts =
        [("board.txt", board), ("formula.cnf", formula), ("proof.lrat", proof), ("manifest.json", &manifest)];
    let mut files: Files =
        parts.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
    repair(&mut files);
    files
}

fn refused(formula: &str, proof: &str, why: &str) {
    let verdict = verify(&forged("? 1 ?\n", formula, proof), &Budget::unlimited());
    match &verdict {
        Err(Refusal::False(said)) if said.contains(why) => {}
        _ => panic!("{formula}\n{proof}\n{verdict:?}"),
    }
}

#[test]
fn a_right_proof_by_hand_is_accepted() {
    let formula = "c hello\np cnf 1 2\n-1 0\n1 0\n";
    let files = forged("0 ? 1\n", formula, "3 0 1 2 0\n");
    let files_of_two = forged("0 ? 1\n", "p cnf 1 2\n-1 0\n1 0\n", "3 1 0 1 2 0\n");
    assert!(verify(&files, &Budget::unlimited()).is_ok());
    assert!(verify(&files_of_two, &Budget::unlimited()).is_err());
    let counted = "c node 3 = 1 + 2 from 1 to 2\nc root 3 counts 1,0\np cnf 4 2\n3 0\n-4 0\n";
    refused(counted, "3 0 1 2 0\n", "does not follow by its hints");
    // One mine cannot be two.
    let counted = "c node 3 = 1 + 2 from 1 to 2\nc root 3 counts total\np cnf 4 3\n3 0\n-4 0\n-1 -2 4 0\n";
    refused(counted, "4 0 1 2 0\n", "line 2 says something untrue");
}

#[test]
fn clauses_that_do_not_follow_are_refused() {
    let not = "follows neither from a number nor from the total";
    for clause in ["0", "1 0", "-2 0", "1 -2 0", "-1 -1 0", "2 1 0", "-2 -1 0", "1 -1 0"] {
        refused(&format!("p cnf 2 1\n{clause}\n"), "2 0 1 0\n", not);
    }
    // Nodes that mean what they say, and clauses that do not.
    let nodes = "c node 3 = 1 + 2 from 1 to 2\nc root 3 counts 1,0\np cnf 4 1\n";
    for clause in ["-3 0", "4 0", "-1 4 0", "1 -3 0", "3 4 -1 -2 0 "] {
        refused(&format!("{nodes}{clause}\n"), "2 0 1 0\n", "line 4");
    }
    for (clause, follows) in [
        ("3 0", true),
        ("-4 0", true),
        ("-1 3 0", true),
        ("1 2 -3 0", true),
        ("-4 3 0", true),
        ("-1 -2 4 0", true),
    ] {
        let verdict =
            verify(&forged("? 1 ?\n", &format!("{nodes}{clause}\n"), "2 0 1 0\n"), &Budget::unlimited());
        let said = verdict.unwrap_err().to_string();
        assert_eq!(said.starts_with("proof.lrat"), follows, "{clause}: {said}");
    }
}

#[test]
fn crooked_trees_are_refused() {
    for lines in [
        "c node 4 = 1 + 2",
        "c node 3 = 1 + 1 from 1 to 2",
        "c node 3 = 0 + 1",
        "c node 3 = 1 + 9",
        "c node 3 = 1 + 3",
        "c node 3 = 1 + 2 from 0 to 1",
        "c node 3 = 1 + 2 from 2 to 1",
        "c node 3 = 1 + 2 from 1 to 4294967295",
        "c node 3 = 1 + 2 from 1 to 99999999999999999999",
        "c node 3 = 1 + 2\nc node 4 = 3 + 1\nc node 5 = 3 + 2",
        "c node 3 = 1 + 2\nc root 3 counts 0,0",
        "c node 3 = 1 + 2\nc root 3 counts total",
        "c node 3 = 1 + 2\nc root 3 counts 1,0\nc root 3 counts 1,0",
        "c node 3 = 1 + 2\nc node 4 = 3 + 1\nc root 4 counts 1,0",
        "c root 1 counts 1,0",
        "c root 7 counts 1,0",
        "c variable 1 is 1,0",
        "c variable 2 is 0,0",
        "c variable 0 is 1,0",
        "c node",
    ] {
        refused(&format!("{lines}\np cnf 2 1\n1 2 0\n"), "2 0 1 0\n", "says something untrue");
    }
}

#[test]
fn crooked_files_are_refused() {
    let fine = "p cnf 2 2\n-1 -2 0\n1 2 0\n";
    for (formula, why) in [
        ("", "is empty"),
        ("p cnf 2 1\n1 2 0", "has no end"),
        ("p cnf 3 1\n1 2 0\n", "header"),
        ("p cnf 2 2\n1 2 0\n", "as many clauses"),
        ("p cnf 2 1\n1 2 0\n1 2 0\n", "as many clauses"),
        ("p cnf 2 2147483648\n1 2 0\n", "header"),
        ("1 2 0\n", "header"),
        ("p cnf 2 1\n1 2\n", "not a clause"),
        ("p cnf 2 1\n1 3 0\n", "not a clause"),
        ("p cnf 2 1\n1 0 2 0\n", "not a clause"),
        ("p cnf 2 1\n\n", "not a clause"),
        ("p cnf 2 1\n1 -2147483648 0\n", "not a clause"),
    ] {
        refused(formula, "3 0 1 2 0\n", why);
    }
    for (proof, why) in [
        ("", "is empty"),
        ("3 0 1 2 0", "has no end"),
        ("4 0 1 2 0\n", "next number"),
        ("3 0 1 2 0\n", "does not follow"),
        ("3 1 0 1 2 0\n", "does not follow"),
        ("3 1 -1 0 1 0\n", "does not follow"),
        ("3 9 0 1 0\n", "variable"),
        ("3 0 3 0\n", "does not follow"),
        ("3 0 -1 0\n", "does not follow"),
        ("3 d 1 0\n", "not a step"),
        ("3 0\n", "not a step"),
        ("3 0 2147483647 0\n", "does not follow"),
    ] {
        refused(fine, proof, why);
    }
}

#[test]
fn whatever_is_no_certificate_is_said_to_be_none() {
    let unreadable =
        |files: &Files| matches!(verify(files, &Budget::unlimited()), Err(Refusal::Unreadable(_)));
    assert!(unreadable(&Files::new()));
    assert!(unreadable(&Files::from([("board.txt".to_owned(), b"?".to_vec())])));
    let mut files = forged("0 ? 1\n", "p cnf 1 2\n-1 0\n1 0\n", "3 0 1 2 0\n");
    let manifest = String::from_utf8(files["manifest.json"].clone()).unwrap();
    files.insert("manifest.json".to_owned(), manifest.replace("\"version\":1", "\"version\":2").into_bytes());
    repair(&mut files);
    assert!(unreadable(&files));
    for other in [
        "",
        "[]",
        "{}",
        "null",
        &manifest.replace("\"me\"", "7"),
        &manifest.replace("\"b\"", "\"b\",\"x\":1"),
    ] {
        files.insert("manifest.json".to_owned(), other.as_bytes().to_vec());
        repair(&mut files);
        assert!(matches!(verify(&files, &Budget::unlimited()), Err(Refusal::False(_))), "{other}");
    }
}

#[test]
fn limits_stop_the_check() {
    let files = forged("0 ? 1\n", "p cnf 1 2\n-1 0\n1 0\n", "3 0 1 2 0\n");
    let stopped = |budget: Budget| verify(&files, &budget);
    assert_eq!(stopped(Budget::new(Some(Duration::ZERO), u64::MAX)), Err(Refusal::Stopped(StopReason::Time)));
    assert_eq!(stopped(Budget::new(None, 10)), Err(Refusal::Stopped(StopReason::Memory)));
}
