//! Every instance of the corpus.

use mineproof::budget::Budget;
use mineproof::certify::verify::verify;
use serde_json::Value;

use crate::walk::instances;
use crate::{certify, outside};

#[test]
fn every_instance_is_certified_as_expected() {
    let mut outside = outside::Checkers::find();
    let (mut checked, mut proofs, mut placements) = (0, 0, 0);
    for (name, board, expected) in instances() {
        let files = certify(&name, &board);
        let proven = verify(&files, &Budget::unlimited()).unwrap_or_else(|why| panic!("{name}: {why}"));
        let consistent = expected["consistent"] == true;
        assert_eq!(proven.starts_with("consistent"), consistent, "{name}: {proven}");
        let manifest: Value = serde_json::from_slice(&files["manifest.json"]).unwrap();
        for field in ["safe", "mines"] {
            // A grid with numbers that no grid's file can say is certified as a graph.
            let renamed = board.topology().extent().is_some() && manifest[field][0].is_u64();
            if !expected[field].is_null() && !renamed {
                assert_eq!(manifest[field], expected[field], "{name}: {field}");
            }
        }
        outside.check(&name, &files);
        checked += 1;
        proofs += usize::from(files.contains_key("proof.lrat"));
        placements += usize::from(files.contains_key("placements.txt"));
    }
    println!("{checked} certificates, {proofs} with a proof, {placements} with placements");
    outside.report();
    assert!(checked >= 200 && proofs >= 100 && placements >= 100, "{checked} {proofs} {placements}");
}
