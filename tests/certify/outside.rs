//! Outside checkers: where `lrat-check` and `drat-trim` are there, proofs must pass them too. The
//! variables `LRAT_CHECK` and `DRAT_TRIM` name the programs, else they are looked for on the path.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use mineproof::certify::Files;

/// The programs that were found, and how many proofs each has seen.
pub struct Checkers {
    found: Vec<(PathBuf, &'static str, usize)>,
}

impl Checkers {
    /// Looks for the programs.
    pub fn find() -> Self {
        let programs = [("LRAT_CHECK", "lrat-check", "proof.lrat"), ("DRAT_TRIM", "drat-trim", "proof.drat")];
        let mut found = Vec::new();
        for (variable, program, proof) in programs {
            let named = env::var_os(variable).map(PathBuf::from);
            let path = env::var_os("PATH").unwrap_or_default();
            let beside =
                || env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file());
            match named.or_else(beside) {
                Some(file) => found.push((file, proof, 0)),
                None => println!("skipped: no {program} on the path, and {variable} names none"),
            }
        }
        Checkers { found }
    }

    /// Lets every program check the proof, if there is one.
    pub fn check(&mut self, name: &str, files: &Files) {
        let Some(formula) = files.get("formula.cnf") else { return };
        for (program, proof, seen) in &mut self.found {
            let dir = tempfile::tempdir().unwrap();
            let (cnf, file) = (dir.path().join("formula.cnf"), dir.path().join(*proof));
            fs::write(&cnf, formula).unwrap();
            fs::write(&file, &files[*proof]).unwrap();
            let output = Command::new(&*program).arg(cnf).arg(file).output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(
                said.contains("VERIFIED") && !said.contains("NOT VERIFIED"),
                "{name}: {}: {said}\n{}",
                program.display(),
                String::from_utf8_lossy(&files["formula.cnf"])
            );
            *seen += 1;
        }
    }

    /// Says what was done.
    pub fn report(&self) {
        for (program, proof, seen) in &self.found {
            println!("{}: {seen} times {proof}", program.display());
        }
    }
}
