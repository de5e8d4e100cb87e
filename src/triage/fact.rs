//! The known facts about one finding on one MLIR.

use crate::blame::Split;
use crate::case::Case;
use crate::examine::{Examined, Sought, examine_sought};
use crate::execute::{Executor, ExecutorKind, Looks, StepChecks, Terms};
use crate::finding::{AskedRun, Finding, Mlir, PathRecord};
use crate::judge::{Known, Signs, Verdict, VerdictKind};
use crate::observe::{BrokenRule, Outcome, fact_or_text, maybe_fact_or_text};
use crate::program::Syntax;
use crate::reduce::{
    Candidate, NoLeast, PassEnd, Question, ReductionState, Size, alike_elsewhere, ending_of,
};
use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::path::Path;

pub use crate::finding::Shows;

/// The answer of one MLIR about a finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// Which MLIR it is.
    pub mlir: Mlir,
    /// Its presence there.
    pub shows: Shows,
    /// The verdict on it there, with the passes to blame where that was asked.
    pub verdict: Verdict,
    /// The thing that was run.
    #[serde(deserialize_with = "fact_or_text")]
    pub run: AskedRun,
    /// The end of the path, where a pass ended it.
    pub ended: Option<PassEnd>,
    /// The facts that known bugs are recognized by.
    #[serde(flatten)]
    pub signs: Signs,
    /// The rule that the source program breaks by itself, as it was written down.
    #[serde(default)]
    pub source_broken: Option<BrokenRule>,
    /// The least that shows it, where that was asked.
    pub minimal: Option<Minimal>,
    /// The reason why there is none, where it was asked.
    #[serde(default, deserialize_with = "maybe_fact_or_text")]
    pub untold: Option<NoLeast>,
    /// The answer about the case that the finding's report shows, where that could be run as it stands.
    #[serde(default)]
    pub reported: Option<SeenOn>,
}

/// The answer of one MLIR about the case that a finding's report shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeenOn {
    /// Its presence there.
    pub shows: Shows,
    /// The verdict on it.
    pub verdict: Verdict,
    /// The thing that was run.
    #[serde(deserialize_with = "fact_or_text")]
    pub run: AskedRun,
    /// True where its paths agree on the result that is taken for wrong: then the other path may be wrong.
    #[serde(default)]
    pub contradicts: bool,
}

impl Fact {
    /// That a finding shows on the MLIR it was just run on.
    pub fn shown(mlir: &Mlir, verdict: &Verdict, run: AskedRun) -> Fact {
        Fact {
            mlir: mlir.clone(),
            shows: Shows::Yes,
            verdict: verdict.clone(),
            run,
            ended: None,
            signs: Signs::default(),
            source_broken: None,
            minimal: None,
            untold: None,
            reported: None,
        }
    }

    /// The label of the first of these bugs that it is, in this program.
    pub fn label<'a>(&self, known: &'a Known, program: &str) -> Option<&'a str> {
        known.label_of(&self.verdict, &self.signs, program, [&self.mlir.name, &self.mlir.version])
    }

    /// Its answer about the case that the report shows, or about the whole where that is all there is.
    pub fn of_report(&self) -> (Shows, &Verdict) {
        self.reported.as_ref().map_or((self.shows, &self.verdict), |seen| (seen.shows, &seen.verdict))
    }
}

/// The least of a finding: the program just before the culprit, where that alone shows it, and what has to show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Minimal {
    /// The question that has to be answered with yes.
    pub question: Question,
    /// The program and the path from it on.
    pub candidate: Candidate,
    /// Their size.
    pub size: Size,
    /// The path from the finding's own program on; none where that does not show it.
    pub source: Option<Split>,
}

impl Minimal {
    /// The result of a reduction so far.
    pub fn of(state: &ReductionState) -> Minimal {
        let (candidate, size) = match (&state.alone, state.alone_size) {
            (Some(alone), Some(size)) => (alone.clone(), size),
            _ => (state.source.clone(), state.source_size),
        };
        Minimal { question: state.question.clone(), candidate, size, source: None }
    }

    /// The number of paths that show it: one where a pass ends it, else one without the culprit too.
    pub fn ends_in_pass(&self) -> bool {
        self.question.ended.is_some()
    }
}

/// A finding as it was when it was written down.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordedFinding {
    /// Its verdict.
    pub kind: Option<VerdictKind>,
    /// The pass it showed in.
    pub pass: Option<String>,
    /// The MLIR it was found on.
    pub mlir: Option<String>,
    /// The way in which a pass ended its path.
    pub ended: Option<PassEnd>,
    /// True where its lowered code was compiled, and not interpreted.
    pub compiled: bool,
    /// The rule that the source program breaks by itself.
    pub source_broken: Option<BrokenRule>,
    /// True where it is about the sign of zeros.
    pub zero_sign: bool,
}

impl RecordedFinding {
    /// Reads it of a finding's directory; nothing where there is no document.
    ///
    /// # Errors
    /// The document is none of a finding.
    pub fn read(folder: &Path) -> Result<RecordedFinding> {
        Ok(Finding::find(folder)?.as_ref().map(RecordedFinding::of).unwrap_or_default())
    }

    /// The state of this finding when it was written down.
    pub fn of(finding: &Finding) -> RecordedFinding {
        RecordedFinding {
            kind: Some(finding.verdict().kind),
            pass: finding.verdict().pass.clone(),
            mlir: finding.mlir.as_ref().map(|mlir| mlir.name.clone()),
            ended: ended(finding),
            compiled: finding.executor.is_some_and(ExecutorKind::compiles),
            source_broken: finding.source_broken.clone(),
            zero_sign: finding.verdict().zero_sign,
        }
    }

    /// Runs its case and judges it, in other heaps too where it does not show.
    ///
    /// # Errors
    /// The case cannot be run at all.
    pub fn examine(
        &self,
        executor: &mut dyn Executor,
        case: &Case,
        syntax: Syntax,
        terms: Terms,
    ) -> Result<Examined> {
        let sought = self.sought(Sought::Nothing);
        examine_sought(executor, case, syntax, self.terms(terms), sought)
    }

    /// The finding that it was, to be looked for; `otherwise` where nothing was written down.
    pub fn sought<'a>(&'a self, otherwise: Sought<'a>) -> Sought<'a> {
        self.kind.map_or(otherwise, |kind| Sought::Kept(kind, self.pass.as_deref()))
    }

    /// The terms on which it is asked about: what a step does to a module shows where each step is judged.
    pub fn terms(&self, terms: Terms) -> Terms {
        let looks = match self.kind {
            // It has the arguments that show it.
            Some(VerdictKind::Miscompiled) => Looks { steps: StepChecks::Again, arguments: 0, ..terms.looks },
            _ => terms.looks,
        };
        Terms { looks, ..terms }
    }

    /// True where a single step was found wrong by itself.
    pub fn is_of_a_step(&self) -> bool {
        self.kind == Some(VerdictKind::Miscompiled)
    }

    /// True where it was kept as a case that nobody can judge.
    pub fn is_incomparable(&self) -> bool {
        self.kind == Some(VerdictKind::Incomparable)
    }

    /// True of a verdict that is the same finding, where a pass ended its path in this way on the MLIR of this name.
    pub fn is(&self, verdict: &Verdict, mlir: &str, ended: Option<&PassEnd>) -> bool {
        let Some(kind) = self.kind else { return verdict.kind.is_finding() };
        let same = kind == verdict.kind || kind.is_wrong_result() && verdict.kind.is_wrong_result();
        // On the MLIR where it was found, kind and pass were enough to write it down.
        let alike = self.mlir.as_deref() == Some(mlir)
            || self.ended.as_ref().zip(ended).is_none_or(|(one, other)| alike_elsewhere(one, other));
        same && self.pass == verdict.pass && alike
    }
}

/// The way in which a pass ended the path of a finding, by its document.
fn ended(finding: &Finding) -> Option<PassEnd> {
    // Wrong values differ from program to program.
    let pass = finding.verdict().pass.as_ref().filter(|_| !finding.verdict().kind.is_wrong_result())?;
    let ends = |path: &&PathRecord| path.outcome != Outcome::Ok && path.pass.as_ref() == Some(pass);
    let path = finding.seen.paths.iter().find(ends)?;
    Some(ending_of(path.outcome, &path.failure()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::Detail;

    fn fell(function: &str) -> PassEnd {
        PassEnd::Fell { functions: vec![function.to_owned()], places: Vec::new() }
    }

    #[test]
    fn a_finding_is_told_from_another_one() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(RecordedFinding::read(dir.path()).unwrap(), RecordedFinding::default());
        let finding =
            |kind, pass: Option<&str>| Verdict::finding(kind, pass.map(str::to_owned), Detail::default());
        assert!(RecordedFinding::default().is(&finding(VerdictKind::Crash, None), "22", None));
        assert!(!RecordedFinding::default().is(&Verdict::agree(), "22", None));
        let text = r#"{ "executor": "jit", "verdict": "crash", "pass": "cse", "mlir": { "name": "22", "version": "22.1.8", "build-id": "ab" }, "paths": [{ "outcome": "ok" },
            { "outcome": "crash", "pass": "cse", "message": "SIGSEGV", "frames": ["mlir::it(int) (libMLIR.so)"] }] }"#;
        std::fs::write(dir.path().join("finding.json"), text).unwrap();
        let crash = RecordedFinding::read(dir.path()).unwrap();
        assert_eq!((crash.mlir.as_deref(), crash.compiled), (Some("22"), true));
        let same = finding(VerdictKind::Crash, Some("cse"));
        assert!(crash.is(&same, "22", None));
        assert!(!crash.is(&finding(VerdictKind::Crash, Some("inline")), "22", None));
        assert!(!crash.is(&finding(VerdictKind::InvalidIr, Some("cse")), "22", None));
        assert!(crash.is(&same, "head", Some(&fell("mlir::it(long)"))), "{:?}", crash.ended);
        let other = fell("mlir::other(int)");
        assert!(!crash.is(&same, "head", Some(&other)), "another crash of the same pass");
        assert!(crash.is(&same, "22", Some(&other)), "spoiled memory falls over anywhere");
        let wrong = RecordedFinding { kind: Some(VerdictKind::Mismatch), ..RecordedFinding::default() };
        assert!(
            wrong.is(&finding(VerdictKind::Memory, None), "22", None),
            "one miscompile may show as either"
        );
    }
}
