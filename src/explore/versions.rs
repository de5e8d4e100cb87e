//! One program on several versions of MLIR: the plain lowering has to compute the same on each.
//!
//! Every version has worker processes of its own, so the answers meet in the coordinator. A difference says that one of the
//! versions is wrong, or that what an operation means has changed; which of the two is for a person to tell.

use crate::judge::compare;
use crate::observe::{Buffer, Element};
use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// How the folders of differences begin.
const FOLDER: &str = "mismatch-between-versions";
/// Differences that are written down.
const MOST_KEPT: usize = 5;

/// What the plain lowering of a program came to, seen twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plain {
    /// The program, as this version reads it.
    pub program: String,
    /// The steps.
    pub steps: Vec<String>,
    /// What it printed.
    pub outputs: Vec<Buffer>,
    /// What the printed numbers were before they were bitcast.
    pub printed: Vec<Element>,
}

/// A program that two versions disagree about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The versions, as the user named them.
    pub versions: [String; 2],
    /// Where the results differ.
    pub detail: String,
    /// Where it is kept, if it is.
    pub directory: Option<PathBuf>,
    /// SHA-256 of the program as the first of them reads it, in hexadecimal: given programs come again and again.
    pub program: String,
}

impl Difference {
    /// The entry under `between_versions` in JSON.
    pub fn json(&self) -> Value {
        let Difference { versions, detail, directory, .. } = self;
        json!({ "verdict": "mismatch", "versions": versions, "detail": detail, "directory": directory })
    }
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [one, other] = &self.versions;
        write!(f, "mismatch between MLIR {one} (path a) and MLIR {other} (path b): {}", self.detail)?;
        match &self.directory {
            Some(directory) => write!(f, "\n  kept in {}", directory.display()),
            None => Ok(()),
        }
    }
}

/// The answers that wait for those of the other versions.
#[derive(Debug)]
pub struct Versions {
    /// How many versions answer.
    count: usize,
    /// By program: who answered, and the first answer there was.
    waiting: BTreeMap<u64, (usize, Option<(String, Plain)>)>,
    /// Programs of which a difference between these two versions has been told.
    told: BTreeSet<([String; 2], String)>,
    kept: usize,
}

impl Versions {
    /// For so many versions, after these differences.
    pub fn new(count: usize, before: &[Difference]) -> Versions {
        let told = before.iter().map(|difference| (sorted(&difference.versions), difference.program.clone()));
        let kept = before.iter().filter(|difference| difference.directory.is_some()).count();
        Versions { count, waiting: BTreeMap::new(), told: told.collect(), kept }
    }

    /// Takes in what `version` answers for `program`, if it can run it, and compares it with the first answer. What differs
    /// is kept in `out`.
    ///
    /// # Errors
    /// The disk does not take it.
    pub fn answer(
        &mut self,
        program: u64,
        version: &str,
        plain: Option<Plain>,
        out: &Path,
    ) -> anyhow::Result<Option<Difference>> {
        let (answered, first) = self.waiting.entry(program).or_default();
        *answered += 1;
        let difference = match (&first, plain) {
            (None, Some(plain)) => {
                *first = Some((version.to_owned(), plain));
                None
            }
            (Some((name, one)), Some(other)) => differ([(name, one), (version, &other)]),
            (_, None) => None,
        };
        let other = difference.as_ref().and_then(|_| first.clone());
        if *answered == self.count {
            self.waiting.remove(&program);
        }
        let (Some((difference, plain)), Some(first)) = (difference, other) else { return Ok(None) };
        if !self.told.insert((sorted(&difference.versions), difference.program.clone())) {
            return Ok(None);
        }
        if self.kept >= MOST_KEPT {
            return Ok(Some(difference));
        }
        self.kept += 1;
        let directory = out.join(format!("{FOLDER}-{}", self.kept));
        keep(&directory, &difference, [&first.1, &plain])
            .with_context(|| format!("cannot write {}", directory.display()))?;
        Ok(Some(Difference { directory: Some(directory), ..difference }))
    }
}

/// Two versions, whoever answered first.
fn sorted([one, other]: &[String; 2]) -> [String; 2] {
    [one.min(other).clone(), one.max(other).clone()]
}

/// How two answers differ; the second one with it.
fn differ([(name, one), (version, other)]: [(&str, &Plain); 2]) -> Option<(Difference, Plain)> {
    let printed = if one.printed == other.printed { &one.printed[..] } else { &[] };
    let detail = compare(&one.outputs, &other.outputs, printed).err()?.detail;
    let versions = [name.to_owned(), version.to_owned()];
    let program = Sha256::digest(&one.program).iter().map(|byte| format!("{byte:02x}")).collect();
    Some((Difference { versions, detail, directory: None, program }, other.clone()))
}

fn keep(directory: &Path, difference: &Difference, plains: [&Plain; 2]) -> std::io::Result<()> {
    // Another campaign's of the same number goes.
    let _ = fs::remove_dir_all(directory);
    fs::create_dir_all(directory)?;
    for (name, plain) in ["a", "b"].into_iter().zip(plains) {
        fs::write(directory.join(format!("program-{name}.mlir")), &plain.program)?;
        let lines: String = plain.steps.iter().map(|step| format!("{step}\n")).collect();
        fs::write(directory.join(format!("path-{name}.txt")), lines)?;
    }
    fs::write(directory.join("finding.json"), format!("{:#}\n", difference.json()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(value: u64) -> Plain {
        let output = Buffer { shape: vec![], element: Element::I32, bits: vec![value] };
        Plain {
            program: format!("// {value}"),
            steps: vec!["builtin.module(cse)".into()],
            outputs: vec![output],
            printed: vec![],
        }
    }

    #[test]
    fn what_differs_is_told_and_kept() {
        let out = tempfile::tempdir().unwrap();
        let mut versions = Versions::new(3, &[]);
        let mut answer =
            |program, version, plain| versions.answer(program, version, plain, out.path()).unwrap();
        assert_eq!(answer(0, "22", Some(plain(7))), None);
        assert_eq!(answer(1, "19", Some(plain(1))), None);
        assert_eq!(answer(0, "head", Some(plain(7))), None);
        let difference = answer(0, "19", Some(plain(8))).expect("7 is not 8");
        assert_eq!(difference.versions, ["22", "19"]);
        assert!(
            difference.detail.contains("path a 7") && difference.to_string().contains("MLIR 22 (path a)")
        );
        let directory = difference.directory.expect("there is room");
        assert_eq!(fs::read_to_string(directory.join("program-b.mlir")).unwrap(), "// 8");
        assert!(directory.join("finding.json").exists() && directory.join("path-a.txt").exists());
    }

    #[test]
    fn the_same_program_is_told_once() {
        let out = tempfile::tempdir().unwrap();
        let mut versions = Versions::new(2, &[]);
        let same = |value| Some(Plain { program: "module {}".into(), ..plain(value) });
        let mut told = |program, [first, second]: [(&str, u64); 2]| {
            versions.answer(program, first.0, same(first.1), out.path()).unwrap();
            versions.answer(program, second.0, same(second.1), out.path()).unwrap().is_some()
        };
        assert!(told(0, [("22", 7), ("19", 8)]));
        assert!(!told(1, [("19", 8), ("22", 7)]));
    }

    #[test]
    fn what_was_told_before_is_not_told_again() {
        let out = tempfile::tempdir().unwrap();
        let tell = |before: &[Difference], value| {
            let mut versions = Versions::new(2, before);
            let mut answer = |version, value| {
                let same = Plain { program: "module {}".into(), ..plain(value) };
                versions.answer(0, version, Some(same), out.path()).unwrap()
            };
            answer("22", value);
            answer("19", 8)
        };
        let first = tell(&[], 7).expect("7 is not 8");
        assert!(tell(std::slice::from_ref(&first), 7).is_none());
        let elsewhere = Difference { program: "another".into(), ..first };
        let second = tell(&[elsewhere], 7).expect("another program differed").directory.expect("room");
        assert!(second.ends_with("mismatch-between-versions-2"), "{}", second.display());
    }

    #[test]
    fn who_cannot_run_it_says_nothing() {
        let out = tempfile::tempdir().unwrap();
        let mut versions = Versions::new(2, &[]);
        assert_eq!(versions.answer(0, "22", None, out.path()).unwrap(), None);
        assert_eq!(versions.answer(0, "19", Some(plain(1)), out.path()).unwrap(), None);
        assert!(versions.waiting.is_empty(), "nobody waits for an answer that will not come");
    }
}
