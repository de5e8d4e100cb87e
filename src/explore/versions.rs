//! One program on several versions of MLIR: the plain lowering has to compute the same on each.
//!
//! Every version has worker processes of its own, so the answers meet in the coordinator. A difference says that one of the
//! versions is wrong, or that what an operation means has changed; which of the two is for a person to tell.

use crate::finding::{CaseRecord, FILE, Finding};
use crate::judge::{Detail, Verdict, VerdictKind, fact, judge_versions};
use crate::observe::{Buffer, Element, Outcome, PathReport, Prescribed};
use crate::report::{self, Store};
use crate::words;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The beginning of the names of folders of differences.
const FOLDER: &str = "mismatch-between-versions";
/// Differences that are written down.
const MOST_KEPT: usize = 5;

/// The results of a program's plain lowering, seen twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plain {
    /// The program, as this version reads it.
    pub program: String,
    /// The steps.
    pub steps: Vec<String>,
    /// The outputs it printed.
    pub outputs: Vec<Buffer>,
    /// The types of the printed numbers before they were bitcast.
    pub printed: Vec<Element>,
}

/// A program that two versions disagree about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disagreement {
    /// The versions, as the user named them.
    pub versions: [String; 2],
    /// The place in which the results differ.
    #[serde(flatten, with = "fact")]
    pub detail: Detail,
    /// The folder it is kept in, if it is.
    pub directory: Option<PathBuf>,
    /// SHA-256 of the program as the first of them reads it, in hexadecimal: given programs come again and again.
    pub program: String,
}

impl Disagreement {
    /// The entry under `between_versions` in JSON.
    pub fn json(&self) -> Value {
        let Disagreement { versions, detail, directory, .. } = self;
        json!({ "verdict": "mismatch", "versions": versions, "detail": words::detail(detail), "directory": directory })
    }

    /// It in a sentence, with the folder it is kept in.
    pub fn told(&self) -> String {
        report::between(&self.versions, &self.detail, self.directory.as_deref())
    }

    /// The document of the finding that it is.
    fn finding(&self) -> Finding {
        let verdict = Verdict::finding(VerdictKind::Mismatch, None, self.detail.clone());
        Finding::between(self.versions.clone(), CaseRecord::of(&verdict, &[]))
    }
}

/// The answers that wait for those of the other versions.
#[derive(Debug)]
pub struct Versions {
    /// The number of versions that answer.
    count: usize,
    /// By program: who answered, and the first answer there was.
    waiting: BTreeMap<u64, (usize, Option<(String, Plain)>)>,
    /// Programs of which a difference between these two versions has been told.
    told: BTreeSet<([String; 2], String)>,
    kept: usize,
}

impl Versions {
    /// For so many versions, after these differences.
    pub fn new(count: usize, before: &[Disagreement]) -> Versions {
        let told = before.iter().map(|difference| (sorted(&difference.versions), difference.program.clone()));
        let kept = before.iter().filter(|difference| difference.directory.is_some()).count();
        Versions { count, waiting: BTreeMap::new(), told: told.collect(), kept }
    }

    /// Takes in what `version` answers for `program`, if it can run it, and compares it with the first answer. A difference
    /// is kept in `out`, or it comes with the reason why it could not be.
    pub fn answer(
        &mut self,
        program: u64,
        version: &str,
        plain: Option<Plain>,
        out: &Path,
    ) -> Option<(Disagreement, Option<anyhow::Error>)> {
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
        let (difference, plain) = difference?;
        let (_, first) = other?;
        if !self.told.insert((sorted(&difference.versions), difference.program.clone())) {
            return None;
        }
        if self.kept >= MOST_KEPT {
            return Some((difference, None));
        }
        match Store::new(out).keep(FOLDER, &files(&difference, [&first, &plain])) {
            Ok(directory) => {
                self.kept += 1;
                Some((Disagreement { directory: Some(directory), ..difference }, None))
            }
            Err(error) => {
                let why = format!("a difference between versions could not be written to {}", out.display());
                Some((difference, Some(anyhow::Error::new(error).context(why))))
            }
        }
    }
}

/// Two versions, whoever answered first.
fn sorted([one, other]: &[String; 2]) -> [String; 2] {
    [one.min(other).clone(), one.max(other).clone()]
}

/// The difference between two answers; the second one with it.
fn differ([(name, one), (version, other)]: [(&str, &Plain); 2]) -> Option<(Disagreement, Plain)> {
    let printed = if one.printed == other.printed { &one.printed[..] } else { &[] };
    let ran = |plain: &Plain| PathReport { outputs: plain.outputs.clone(), ..PathReport::of(Outcome::Ok) };
    let prescribed = Prescribed { printed, ..Prescribed::default() };
    let Verdict { detail, .. } = judge_versions(&[ran(one), ran(other)], prescribed)?;
    let versions = [name.to_owned(), version.to_owned()];
    let program = crate::observe::hexadecimal(&Sha256::digest(&one.program));
    Some((Disagreement { versions, detail, directory: None, program }, other.clone()))
}

/// The files that are kept of a difference, as names and contents.
fn files(difference: &Disagreement, plains: [&Plain; 2]) -> Vec<(String, String)> {
    let of_plain = |(name, plain): (&str, &Plain)| {
        let lines = plain.steps.iter().map(|step| format!("{step}\n")).collect();
        [(format!("program-{name}.mlir"), plain.program.clone()), (format!("path-{name}.txt"), lines)]
    };
    let json = (FILE.to_owned(), difference.finding().text());
    ["a", "b"].into_iter().zip(plains).flat_map(of_plain).chain([json]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

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
        let mut answer = |program, version, plain| {
            versions.answer(program, version, plain, out.path()).map(|(told, _)| told)
        };
        assert_eq!(answer(0, "22", Some(plain(7))), None);
        assert_eq!(answer(1, "19", Some(plain(1))), None);
        assert_eq!(answer(0, "head", Some(plain(7))), None);
        let difference = answer(0, "19", Some(plain(8))).expect("7 is not 8");
        assert_eq!(difference.versions, ["22", "19"]);
        assert!(
            words::detail(&difference.detail).contains("path a 7")
                && difference.told().contains("MLIR 22 (path a)")
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
            versions.answer(program, first.0, same(first.1), out.path());
            versions.answer(program, second.0, same(second.1), out.path()).is_some()
        };
        assert!(told(0, [("22", 7), ("19", 8)]));
        assert!(!told(1, [("19", 8), ("22", 7)]));
    }

    #[test]
    fn what_was_told_before_is_not_told_again() {
        let out = tempfile::tempdir().unwrap();
        let tell = |before: &[Disagreement], value| {
            let mut versions = Versions::new(2, before);
            let mut answer = |version, value| {
                let same = Plain { program: "module {}".into(), ..plain(value) };
                versions.answer(0, version, Some(same), out.path()).map(|(told, _)| told)
            };
            answer("22", value);
            answer("19", 8)
        };
        let first = tell(&[], 7).expect("7 is not 8");
        assert!(tell(std::slice::from_ref(&first), 7).is_none());
        let elsewhere = Disagreement { program: "another".into(), ..first };
        let second = tell(&[elsewhere], 6).expect("another program differed").directory.expect("room");
        assert!(second.ends_with("mismatch-between-versions-2"), "{}", second.display());
    }

    /// The difference that `versions` tells of a program that computes 7 on the first and something else on the second.
    fn told(versions: &mut Versions, value: u64, out: &Path) -> (Disagreement, bool) {
        versions.answer(0, "22", Some(plain(7)), out);
        let (difference, trouble) = versions.answer(0, "19", Some(plain(value)), out).expect("7 is not that");
        (difference, trouble.is_some())
    }

    #[test]
    fn another_campaigns_are_left_alone_and_the_very_same_is_kept_once() {
        let out = tempfile::tempdir().unwrap();
        let kept = |value| {
            let (difference, trouble) = told(&mut Versions::new(2, &[]), value, out.path());
            assert!(!trouble);
            difference.directory.expect("there is room")
        };
        let (first, second) = (kept(8), kept(9));
        assert!(first != second && first.exists(), "{} {}", first.display(), second.display());
        assert_eq!(kept(8), first, "it is there already");
        assert_eq!(fs::read_to_string(first.join("program-b.mlir")).unwrap(), "// 8");
    }

    #[test]
    fn what_the_disk_does_not_take_is_told_all_the_same() {
        let out = tempfile::NamedTempFile::new().unwrap();
        let (difference, trouble) = told(&mut Versions::new(2, &[]), 8, out.path());
        assert!(
            trouble
                && difference.directory.is_none()
                && words::detail(&difference.detail).contains("path a 7")
        );
    }

    #[test]
    fn who_cannot_run_it_says_nothing() {
        let out = tempfile::tempdir().unwrap();
        let mut versions = Versions::new(2, &[]);
        assert!(versions.answer(0, "22", None, out.path()).is_none());
        assert!(versions.answer(0, "19", Some(plain(1)), out.path()).is_none());
        assert!(versions.waiting.is_empty(), "nobody waits for an answer that will not come");
    }
}
